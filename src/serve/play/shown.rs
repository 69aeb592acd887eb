//! Positions and moves as the page draws them: squares as `[column,row]`, row 0 at the bottom.

use serde::Serialize;

use super::{Ending, EndingShown};
use arbitro_rules::history::Both;
use arbitro_rules::line::{Action, Line, NoStart, Start, Step, open};
use arbitro_rules::{GameId, Player, Square};
use arbitro_words::Language;

/// A move as a person sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveShown {
    /// Its notation, different from that of every other legal move.
    pub text: String,
    pub by: Player,
    #[serde(flatten)]
    pub deed: Deed,
}

/// The effect of a move on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Deed {
    Piece {
        /// The squares of the piece: its origin, then each landing.
        path: Vec<[u8; 2]>,
        /// Captured squares, in that order.
        taken: Vec<[u8; 2]>,
        /// True if a man is crowned.
        crowned: bool,
        /// Other routes to the same square with the same captures, if any.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        ways: Vec<Vec<[u8; 2]>>,
    },
    Wall {
        wall: WallShown,
    },
    Cells {
        /// The squares that are set, with their new characters.
        cells: Vec<([u8; 2], char)>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct WallShown {
    /// The square at its lower left.
    pub at: [u8; 2],
    /// `h` or `v`.
    pub along: char,
}

/// A square in JSON.
pub(crate) const fn spot(place: Square) -> [u8; 2] {
    [place.column, place.row]
}

impl From<Step> for MoveShown {
    fn from(Step { text, player, action }: Step) -> MoveShown {
        let spots = |all: Vec<Square>| all.into_iter().map(spot).collect();
        let deed = match action {
            Action::Piece { path, taken, crowned, ways } => Deed::Piece {
                path: spots(path),
                taken: spots(taken),
                crowned,
                ways: ways.into_iter().map(spots).collect(),
            },
            Action::Wall(at, direction) => {
                Deed::Wall { wall: WallShown { at: spot(at), along: direction.letter() } }
            }
            Action::Cells(cells) => Deed::Cells {
                cells: cells.into_iter().map(|(at, sign)| (spot(at), sign)).collect(),
            },
        };
        MoveShown { text, by: player, deed }
    }
}

/// The legal moves of a position.
pub(super) fn legal(line: &dyn Line) -> Vec<MoveShown> {
    line.legal().into_iter().map(|key| line.step(key).into()).collect()
}

#[derive(Clone, Debug, Serialize)]
pub struct PositionShown {
    pub game: &'static str,
    /// A board file's text.
    pub board: String,
    /// The position in FEN or Quoridor's notation.
    pub fen: String,
    /// The player to move; `None` at the end.
    pub turn: Option<Player>,
    pub walls: Option<Both<u8>>,
    /// True if a capture is compulsory now.
    pub forced: bool,
    pub legal: Vec<MoveShown>,
    pub end: Option<EndingShown>,
}

pub fn position(
    game: GameId,
    start: Start<'_>,
    language: Language,
) -> Result<PositionShown, NoStart> {
    let line = open(game, start, None)?;
    let end = Ending::of(&*line);
    let is_open = end.is_none();
    Ok(PositionShown {
        game: game.name(),
        board: line.board(0),
        fen: line.fen(0),
        turn: is_open.then(|| line.turn()),
        walls: line.walls_left(0),
        forced: line.is_forced() && is_open,
        legal: if is_open { legal(&*line) } else { Vec::new() },
        end: end.map(|end| end.shown(language)),
    })
}
