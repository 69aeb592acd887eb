//! Time management of the bundled player's searches.
//!
//! A search uses nearly all the time for a move. On a busy machine the search is paused again and
//! again, so the stop signal measures the pauses between the engine's polls, and the next search
//! leaves room for two of the longest. A reserve covers the first pause of its kind: in matches at
//! 50 ms, searches that kept only 5 % free lost one match in ten by `timeout`.

use std::time::{Duration, Instant};

use crate::search::engine::TimeSignal;

/// Share of the move time that a search uses on a quiet machine.
const SHARE: f64 = 0.95;
/// Time kept free for a pause longer than any seen before; a quarter where the time is short.
const RESERVE: Duration = Duration::from_millis(6);
/// Minimum share of the time that a search gets, however long the pauses are.
const MIN_SHARE: f64 = 0.2;

/// Plans search times from the pauses that earlier searches measured.
#[derive(Debug, Default)]
pub(super) struct SearchTime {
    longest_pause: Duration,
}

impl SearchTime {
    /// Returns the stop signal of a search that takes one of `parts` equal parts of the time until
    /// `late_at`.
    pub(super) fn stop_signal(
        &mut self,
        late_at: Instant,
        parts: u32,
    ) -> impl FnMut() -> TimeSignal + use<'_> {
        let begin = Instant::now();
        let time = self.plan(late_at.saturating_duration_since(begin)) / parts;
        // Old pauses fade: a single one, from a disk or a swapped page, is not typical of the
        // machine.
        self.longest_pause = self.longest_pause * 7 / 8;
        let mut asked = begin;
        move || {
            let now = Instant::now();
            self.longest_pause = self.longest_pause.max(now - asked);
            asked = now;
            if now - begin >= time { TimeSignal::Stop } else { TimeSignal::Continue }
        }
    }

    fn plan(&self, left: Duration) -> Duration {
        let unhindered = left.mul_f64(SHARE);
        let with_pauses = left.saturating_sub(RESERVE.min(left / 4) + 2 * self.longest_pause);
        unhindered.min(with_pauses).max(left.mul_f64(MIN_SHARE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn a_search_uses_nearly_all_its_time_on_a_quiet_machine() {
        let quiet = SearchTime::default();
        assert_eq!(quiet.plan(1000 * MS), 950 * MS);
        assert_eq!(quiet.plan(100 * MS), 94 * MS);
        assert_eq!(quiet.plan(8 * MS), 6 * MS);
    }

    #[test]
    fn a_search_leaves_room_for_the_pauses_of_earlier_ones() {
        let mut busy = SearchTime { longest_pause: 10 * MS };
        assert_eq!(busy.plan(50 * MS), 24 * MS);
        assert_eq!(busy.plan(10 * MS), 2 * MS);
        // A quiet search makes up for it only slowly.
        drop(busy.stop_signal(Instant::now(), 1));
        assert_eq!(busy.longest_pause, 10 * MS * 7 / 8);
    }

    #[test]
    fn the_stop_signal_sees_the_pauses_between_questions() {
        let mut time = SearchTime::default();
        let mut signal = time.stop_signal(Instant::now() + 3600 * 1000 * MS, 1);
        assert_eq!(signal(), TimeSignal::Continue);
        std::thread::sleep(5 * MS);
        assert_eq!(signal(), TimeSignal::Continue);
        drop(signal);
        assert!(time.longest_pause >= 5 * MS);
        assert_eq!(time.stop_signal(Instant::now(), 1)(), TimeSignal::Stop);
    }
}
