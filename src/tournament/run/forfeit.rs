//! What is known of a forfeit: its fault in a trial match, and what the players left.

use arbitro_records::RecordedFault;
use arbitro_referee::Detail;
use arbitro_rules::{GameId, Player};
use arbitro_words::{Language, say};

/// A player's fault in a trial match.
#[derive(Clone, Debug, PartialEq)]
pub struct TrialFault {
    pub game: GameId,
    pub side: Player,
    pub fault: RecordedFault,
    /// It could not start another program, which may be why.
    pub alone: Alone,
    /// It is a single file that missed another one, and sees none of those that lie beside it.
    pub is_bare: bool,
}

/// The reason for which a player is one process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Alone {
    #[default]
    Not,
    /// As long as its manifest asks for no more.
    ByDefault,
    /// Whatever its manifest asks for.
    Here,
}

impl std::fmt::Display for TrialFault {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&say(self, Language::English))
    }
}

/// System calls that start a process.
const STARTS: [&str; 4] = ["clone", "clone3", "fork", "vfork"];

impl TrialFault {
    /// Notes that it is kept to one process, if that may be why.
    pub(super) fn advise(&mut self, alone: Alone) {
        let may_be_why = match &self.fault.detail {
            Some(Detail::Exited { denied, .. } | Detail::Killed { denied, .. }) => {
                denied.as_deref().is_some_and(|call| STARTS.contains(&call))
            }
            Some(Detail::Late { .. }) => true,
            _ => false,
        };
        if may_be_why {
            self.alone = alone;
        }
    }
}

/// Evidence of a forfeit, kept beside the match's record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The number and text of the board before the fault.
    pub before: (u64, String),
    pub wrong_file: Option<Vec<u8>>,
    /// A file that the player wrote elsewhere by a slip: the path in its folder, and the contents.
    pub stray: Option<(String, Vec<u8>)>,
    /// Standard output and error of player 1 and player 2.
    pub output: [Vec<u8>; 2],
    /// The questions to each, if it answers by lines.
    pub sent: [Vec<u8>; 2],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_player_that_may_have_missed_its_processes_is_told_that_it_is_one() {
        let told = |detail: Detail| {
            let fault = RecordedFault { detail: Some(detail), ..Default::default() };
            let fault = TrialFault {
                game: GameId::Dama,
                side: Player::X,
                fault,
                alone: Alone::Not,
                is_bare: false,
            };
            [Alone::Not, Alone::ByDefault, Alone::Here].map(|alone| {
                let mut fault = fault.clone();
                fault.advise(alone);
                let text = say(&fault, Language::English).into_owned();
                (text.contains("processes = 8"), text.contains("can start no other"))
            })
        };
        let exited = |denied: Option<&str>| {
            let denied = denied.map(str::to_owned);
            Detail::Exited { code: 2, denied, slip: None }
        };
        let advised = [(false, false), (true, false), (false, true)];
        for call in STARTS {
            assert_eq!(told(exited(Some(call))), advised, "{call}");
        }
        let allowed = std::time::Duration::from_secs(1);
        let late = Detail::Late { allowed, clock: arbitro_referee::Clock::Wall, slip: None };
        assert_eq!(told(late), advised);
        for other in [exited(None), exited(Some("socket")), Detail::Memory { limit: 1 }] {
            assert_eq!(told(other), [(false, false); 3]);
        }
    }
}
