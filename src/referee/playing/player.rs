//! The state that the referee keeps of each player.

use std::time::Duration;

use crate::match_dir::{Arrivals, FolderEvent};

/// A player that runs longer than this after answering is stopped at once on later turns.
const RESTLESS: Duration = Duration::from_micros(500);

/// A player that ran longer than this before answering has done real work. Stopping it at once costs
/// little beside that.
const THINKING: Duration = Duration::from_millis(1);

/// The state of a player, from the events of the stage.
#[derive(Debug, Default)]
pub(super) struct PlayerState {
    pub(super) arrivals: Arrivals,
    /// Number of the board just delivered, until the kernel reports that write. A higher board that is reported
    /// before was written ahead of it.
    echo: Option<u64>,
    /// Number of a board that the player wrote before it was given the board to answer.
    pub(super) ahead: Option<u64>,
    /// True if its program was started.
    pub(super) is_started: bool,
    pub(super) is_dead: bool,
    pub(super) is_stopped: bool,
    pub(super) has_events: bool,
    pub(super) has_memory_event: bool,
    is_restless: bool,
    /// Processor time that it may use in its turn, with what it uses before in its opponent's; `None` if
    /// that is not limited.
    pub(super) cpu_allowed: Option<Duration>,
    /// Processor time at the end of its latest turn.
    pub(super) cpu: Duration,
    /// Processor time of its latest turn.
    pub(super) latest_cpu: Duration,
}

impl PlayerState {
    /// Notes that its program was started with this many boards.
    pub(super) fn seat(&mut self, boards: u64) {
        self.is_started = true;
        (1..=boards).for_each(|number| self.arrivals.expect(number));
    }

    /// Notes that a board was put into its folder.
    pub(super) fn give(&mut self, number: u64) {
        self.echo = Some(number);
        self.arrivals.expect(number);
    }

    pub(super) fn note(&mut self, news: FolderEvent) {
        if news == FolderEvent::Overflow {
            // That write may be among the lost events.
            self.echo = None;
        }
        // Events come in the order of the writes. So a higher number before the referee's own board
        // was written before the player could read what to answer.
        if let (FolderEvent::Board(number), Some(echo)) = (news, self.echo) {
            if number == echo {
                self.echo = None;
                return;
            }
            if number > echo {
                self.ahead = Some(number);
            }
        }
        self.arrivals.note(news);
    }

    /// Notes the boards of a listed folder, because some events may be missing.
    pub(super) fn find(&mut self, numbers: impl IntoIterator<Item = u64>) {
        // A board written too early may be among the missed events.
        self.echo = None;
        self.arrivals.find(numbers);
    }

    /// Returns a board that the player wrote although it has yet to be given board `number`. Boards
    /// that it was given have smaller numbers.
    pub(super) fn written_from(&self, number: u64) -> Option<u64> {
        self.arrivals.highest().filter(|&highest| highest >= number)
    }

    /// Returns true if the player probably computes after its answer: it did so before, or its answer
    /// was not quick.
    pub(super) fn is_restless(&self) -> bool {
        self.is_restless || self.latest_cpu > THINKING
    }

    /// Notes how much it has run when it was stopped in its opponent's turn.
    pub(super) fn note_rest(&mut self, cpu: Duration) {
        // `cpu` is the time at its answer, so this is what it used since, when it should have waited.
        self.is_restless |= cpu.saturating_sub(self.cpu) > RESTLESS;
    }

    /// Ends its turn, at this processor time.
    pub(super) fn end_turn(&mut self, cpu: Duration) {
        self.latest_cpu = cpu.saturating_sub(self.cpu);
        self.cpu = cpu;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lost_events_may_include_the_write_of_the_board_that_was_given() {
        let board_ahead = |all: &[FolderEvent]| {
            let mut state = PlayerState::default();
            state.give(3);
            all.iter().for_each(|&news| state.note(news));
            state.ahead
        };
        assert_eq!(board_ahead(&[FolderEvent::Board(4), FolderEvent::Board(3)]), Some(4));
        assert_eq!(board_ahead(&[FolderEvent::Board(3), FolderEvent::Board(4)]), None);
        assert_eq!(board_ahead(&[FolderEvent::Overflow, FolderEvent::Board(4)]), None);
    }
}
