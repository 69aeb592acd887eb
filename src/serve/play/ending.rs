//! Ends of matches in play.

use serde_json::{Value, json};

use super::squares_json;
use crate::words::{Side, Why};
use arbitro_rules::history::LineEnd;
use arbitro_rules::line::Line;
use arbitro_rules::{GameId, Player, Reason, Square, Titles};
use arbitro_words::{Language, say};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    pub(crate) game: GameId,
    pub(crate) how: EndCause,
    /// What the program that knows the rules says of it, if there is one: the reason, or its last words.
    pub(crate) own: Option<Titles>,
    /// The cells that show it.
    pub(crate) cells: Vec<Square>,
}

/// The cause of an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndCause {
    Rules(LineEnd),
    Resigned(Player),
    /// This player's flag fell.
    Late(Player),
    /// Both agreed on a draw.
    Agreed {
        with_computer: bool,
    },
    /// The program that knows the rules failed.
    Broken,
}

impl Ending {
    /// The end of a match where it stands, but for what people did to it.
    pub(super) fn from_line(line: &dyn Line) -> Option<Ending> {
        let (how, own) = match line.broken() {
            Some(words) => (EndCause::Broken, Some(Titles::new(words))),
            None => (EndCause::Rules(line.end()?), line.why().cloned()),
        };
        Some(Ending { game: line.game(), how, own, cells: line.why_cells().to_vec() })
    }

    pub(crate) fn winner(&self) -> Option<Player> {
        match self.how {
            EndCause::Rules(end) => end.winner(),
            EndCause::Resigned(loser) | EndCause::Late(loser) => Some(!loser),
            EndCause::Agreed { .. } | EndCause::Broken => None,
        }
    }

    pub(super) const fn reason(&self) -> Reason {
        match self.how {
            EndCause::Rules(end) => end.reason(),
            EndCause::Resigned(_) => Reason::Resigned,
            EndCause::Late(_) => Reason::Timeout,
            EndCause::Agreed { .. } => Reason::Agreed,
            EndCause::Broken => Reason::Void,
        }
    }

    pub(crate) const fn side(&self, player: Player) -> Side {
        Side { game: Some(self.game), player }
    }

    /// The end in the page's JSON: `why` is said beside the winner, `cells` show it.
    #[must_use]
    pub fn json(&self, language: Language) -> Value {
        let mut json = json!({
            "winner": self.winner(),
            "reason": self.reason(),
            "text": say(self, language),
            "why": say(&Why::from_ending(self), language),
        });
        if !self.cells.is_empty() {
            json["cells"] = json!(squares_json(self.cells.iter().copied()));
        }
        json
    }
}
