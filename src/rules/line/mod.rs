//! A match of any game, behind one door.
//!
//! Search, endgames and training are specialised for each game. Whatever judges, records, shows or
//! ranks a match sees it as a [`Line`], and knows no type of a game.

mod compiled;
pub(crate) mod key;
mod step;

use std::any::Any;
use std::collections::BTreeSet;
use std::fmt::Debug;

use crate::history::{Both, LineEnd};
use crate::judge::{Code, Diagnosis, Wrong};
use crate::notation::{BoardCause, BoardFault, FenError, Leniency, MoveTextError, Strictness};
use crate::quoridor::Unplayable;
use crate::{GameId, Player, Square, Titles, with_game};
use compiled::Compiled;

pub use key::Key;
pub(crate) use step::draughts_action;
pub use step::{Action, Step};

/// The first position of a match.
#[derive(Clone, Copy, Debug)]
pub enum Start<'a> {
    /// The game's own.
    Usual,
    /// The start on a board of another size or with another number of walls.
    Sized { size: Option<usize>, walls: Option<usize> },
    /// A position in the game's notation.
    Fen(&'a str),
    /// A board file.
    Board { bytes: &'a [u8], turn: Player, strictness: Strictness },
}

/// A start that is no playable position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoStart {
    /// The notation is faulty.
    Fen(FenError),
    /// The board file is faulty.
    Board {
        faults: Vec<BoardFault>,
        /// The cause of all of them, if there is one.
        cause: Option<BoardCause>,
    },
    /// Quoridor has no such board.
    Quoridor(Unplayable),
    /// The boards of this game have one size, and no walls.
    OneSize(GameId),
    /// The names of moves that lead to it are not those of legal moves.
    Moves(MoveTextError),
    /// The program that knows the rules is not at hand.
    NoRules,
    /// The program that knows the rules fails, with these last words.
    Broken(String),
}

impl NoStart {
    pub fn faults(&self) -> &[BoardFault] {
        match self {
            NoStart::Board { faults, .. } => faults,
            _ => &[],
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The format errors tolerated in it, also in a wrong board.
    pub tolerated: Vec<Leniency>,
    /// The move that leads to it, or what is wrong.
    pub verdict: Result<Key, Wrong>,
}

/// A text that is not a legal move, and what it seems to mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The reason why it is not one.
    pub error: MoveTextError,
    /// The mistake in the move, if the text means an illegal one.
    pub diagnosis: Option<Diagnosis>,
    /// The board that it would have made, if that can be written.
    pub board: Option<String>,
}

/// A match of any game: its positions, the moves between them, its end.
pub trait Line: Debug + Send + Sync {
    fn game(&self) -> GameId;

    fn turn(&self) -> Player;

    fn plies(&self) -> usize;

    /// The end of the match, if the rules end it here. Moves may follow all the same: people play on
    /// after a draw.
    fn end(&self) -> Option<LineEnd>;

    /// The sentence of the program that knows the rules, if it ended the match here.
    fn why(&self) -> Option<&Titles> {
        None
    }

    /// The cells that show it.
    fn why_cells(&self) -> &[Square] {
        &[]
    }

    /// The last words of the program that knows the rules, if it failed at this position, which then has
    /// neither moves nor an end. A caller that enters a position asks this: it is the host's failure.
    fn broken(&self) -> Option<&str> {
        None
    }

    /// Returns true if a capture is available and compulsory.
    fn is_forced(&self) -> bool;

    /// Returns true if the only legal move is a pass, which leaves the board as it is.
    fn must_pass(&self) -> bool {
        false
    }

    fn judge(&self, bytes: &[u8], strictness: Strictness) -> Judgement;

    /// Minimum length of a file that can be the next board: a shorter one is not completely written.
    fn least(&self) -> usize;

    /// Returns true if these bytes are the name of a legal move, which may stand for its board where a program knows
    /// the rules.
    fn is_name(&self, _: &[u8]) -> bool {
        false
    }

    /// The exact text of the playable board that these bytes hold.
    fn exact(&self, bytes: &[u8]) -> Option<String>;

    /// Returns true if these bytes are a board other than the last one, which a player writes only as an answer.
    fn is_another_board(&self, bytes: &[u8]) -> bool {
        self.exact(bytes).is_some_and(|exact| exact != self.board(self.plies()))
    }

    /// Parses a legal move.
    fn read(&mut self, text: &str) -> Result<Key, MoveTextError>;

    /// Returns true if some legal capture begins with the jumps written in `text` and continues.
    fn begins(&self, text: &str) -> bool;

    /// Explains a text that [`read`](Line::read) refused.
    fn attempt(&self, text: &str, error: MoveTextError) -> Attempt;

    /// Plays a legal move; that it is one is not checked.
    fn play(&mut self, key: Key);

    /// Takes the last move back; returns false if there is none.
    fn undo(&mut self) -> bool;

    /// Describes a legal move of the current position. For people: it costs far more than playing it.
    fn step(&self, key: Key) -> Step;

    fn legal(&self) -> Vec<Key>;

    /// The value of the position for the player to move, if the program that knows the rules estimates it.
    fn estimate(&self) -> Option<i32> {
        None
    }

    /// The boards that legal moves lead to.
    fn successors(&mut self) -> BTreeSet<String> {
        let legal = self.legal();
        let after = |key| {
            self.play(key);
            let board = self.board(self.plies());
            self.undo();
            board
        };
        legal.into_iter().map(after).collect()
    }

    /// Describes the move of a ply, from 0.
    fn step_at(&self, ply: usize) -> Option<Step>;

    fn moves(&self) -> String;

    /// The board file after this many plies.
    fn board(&self, ply: usize) -> String;

    /// The position after this many plies in the game's notation.
    fn fen(&self, ply: usize) -> String;

    fn turn_at(&self, ply: usize) -> Player;

    /// Walls left after this many plies, in games with walls.
    fn walls_left(&self, ply: usize) -> Option<Both<u8>>;

    /// The start in the game's notation, unless it is the game's usual one.
    fn start_fen(&self) -> Option<String> {
        None
    }

    /// Copies the match, which then has its own ply limit.
    fn fork(&self, ply_limit: Option<u32>) -> Box<dyn Line>;

    /// Counts the positions exactly `depth` plies on, as [`Game::perft`](crate::Game::perft) does.
    /// An error is the last words of the program that knows the rules.
    fn leaves(&mut self, depth: u32) -> Result<u64, String> {
        if let Some(words) = self.broken() {
            return Err(words.to_owned());
        }
        if depth == 0 {
            return Ok(1);
        }
        if self.end().is_some() {
            return Ok(0);
        }
        let legal = self.legal();
        if depth == 1 {
            return Ok(legal.len() as u64);
        }
        let mut leaves = 0;
        for key in legal {
            self.play(key);
            let below = self.leaves(depth - 1);
            self.undo();
            leaves += below?;
        }
        Ok(leaves)
    }

    /// For the engine alone, which is specialised for its games: the match as a
    /// [`History`](crate::history::History).
    fn as_any(&self) -> &dyn Any;
}

/// Opens a match. Without a ply limit it may never end.
///
/// # Examples
///
/// ```
/// use arbitro_rules::GameId;
/// use arbitro_rules::line::{Start, open};
/// let mut line = open(GameId::Italian, Start::Usual, None).unwrap();
/// let key = line.read("22-18").unwrap();
/// assert_eq!(line.step(key).text, "22-18");
/// line.play(key);
/// assert_eq!(line.plies(), 1);
/// ```
pub fn open(
    game: GameId,
    start: Start<'_>,
    ply_limit: Option<u32>,
) -> Result<Box<dyn Line>, NoStart> {
    with_game!(game, G => Ok(Box::new(Compiled::<G>::open(start, ply_limit)?)), else card => {
        // Only interning makes such a card, and gives it its rules.
        card.written.ok_or(NoStart::NoRules)?.rules.open(game, start, ply_limit)
    })
}

/// Judges a pair of board files: does a legal move lead from one to the other? Returns the match
/// before the move. Without a mover it is the player with a fitting move, else the one whose pieces
/// moved.
pub fn judge_pair(
    game: GameId,
    before: &[u8],
    after: &[u8],
    mover: Option<Player>,
    strictness: Strictness,
) -> Result<(Box<dyn Line>, Judgement), NoStart> {
    let by = |turn: Player| {
        let line = open(game, Start::Board { bytes: before, turn, strictness }, None)?;
        let judgement = line.judge(after, strictness);
        Ok((line, judgement))
    };
    if let Some(mover) = mover {
        return by(mover);
    }
    let (x, o) = (by(Player::X)?, by(Player::O)?);
    Ok(if is_turn_of_o(&x.1.verdict, &o.1.verdict) { o } else { x })
}

/// Returns true if the second verdict, as of player 2's turn, explains a board better.
fn is_turn_of_o(x: &Result<Key, Wrong>, o: &Result<Key, Wrong>) -> bool {
    let (Err(x), Err(o)) = (x, o) else {
        return x.is_err();
    };
    let Some(x) = x.diagnosis() else {
        return false;
    };
    // If x sees the opponent's piece moved, then it was o's turn.
    x.code == Code::MovedOpponent
        || x.piece.is_none()
            && x.from.is_none()
            && o.diagnosis().is_some_and(|it| it.from.is_some() && it.code != Code::MovedOpponent)
}
