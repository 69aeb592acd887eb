//! Moves and passes in games that are not compiled in.

use arbitro_rules::card;
use arbitro_rules::judge::Wrong;
use arbitro_rules::line::{Action, Key, Line};
use arbitro_rules::notation::{MoveTextError, Strictness};
use arbitro_rules::{GameId, Look, Player, Square};

use super::{Answer, Denial, IllegalMove, You};

/// Maximum passes that are played for people in a row, or two of them would pass for ever.
const MAX_PASSES: usize = 2;

/// Returns true if a program knows the game's rules. Whatever enters a position of it waits for that program.
pub(crate) fn is_written(game: GameId) -> bool {
    game.look().is_some()
}

/// Copies a match.
pub(super) fn copy(line: &dyn Line) -> Box<dyn Line> {
    line.fork(Some(card(line.game()).ply_limit))
}

/// Plays a move, and the passes after it that leave a person no choice.
pub(super) fn play(line: &mut dyn Line, key: Key, you: You) {
    line.play(key);
    for _ in 0..MAX_PASSES {
        let legal = line.legal();
        let (&[only], None) = (&legal[..], line.end()) else { return };
        let changes = matches!(line.step(only).action, Action::Cells(it) if !it.is_empty());
        if changes || !you.is_played_by_person(line.turn()) {
            return;
        }
        line.play(only);
        if !is_pass(line, line.plies() - 1) {
            line.undo();
            return;
        }
    }
}

/// Returns true if a ply, from 0, left the board as it was.
pub(super) fn is_pass(line: &dyn Line, ply: usize) -> bool {
    line.board(ply) == line.board(ply + 1)
}

/// A move that a person makes by its name, or tries by pointing at cells.
#[derive(Clone, Debug)]
pub enum TriedMove {
    Named(String),
    /// One cell that something is put on, or two that something goes between.
    Cells(Vec<Square>),
}

/// A move of a person in a game whose program must be asked.
#[derive(Debug)]
pub struct Trial {
    pub(super) version: u64,
    pub(super) line: Box<dyn Line>,
    pub(super) you: You,
    pub(super) tried: TriedMove,
}

impl Trial {
    /// Plays the move, or explains why it is none.
    pub fn run(mut self) -> Result<Answer, Denial> {
        let key = match &self.tried {
            TriedMove::Named(text) => self.line.read(text).map_err(|error| self.denied(error))?,
            TriedMove::Cells(cells) => self.judged(cells)?,
        };
        play(&mut *self.line, key, self.you);
        Ok(Answer { version: self.version, key: Some(key), played: Some(self.line) })
    }

    fn denied(&self, error: MoveTextError) -> Denial {
        Denial::IllegalMove(Box::new(IllegalMove {
            game: self.line.game(),
            error,
            diagnosis: None,
            must: None,
        }))
    }

    /// The move to the board that the cells mean, as the judge of board files sees it.
    fn judged(&self, cells: &[Square]) -> Result<Key, Denial> {
        let line = &*self.line;
        let names: Vec<String> =
            cells.iter().map(|&cell| (card(line.game()).place_name)(cell)).collect();
        let (text, turn) = (names.join(" "), line.turn());
        let not_legal = MoveTextError::NoSuchName { text, turn, nearest: None };
        let look = line.game().look();
        let Some(board) = look.and_then(|look| meant(line, look, cells)) else {
            return Err(self.denied(not_legal));
        };
        line.judge(board.as_bytes(), Strictness::Tolerant).verdict.map_err(|wrong: Wrong| {
            Denial::IllegalMove(Box::new(IllegalMove {
                game: line.game(),
                error: not_legal,
                diagnosis: wrong.diagnosis().cloned(),
                must: None,
            }))
        })
    }
}

/// The board on which what stands on the first cell has gone to the second, or on which the sign that the
/// player's moves put most often stands on the only one.
fn meant(line: &dyn Line, look: &Look, cells: &[Square]) -> Option<String> {
    let board = line.board(line.plies());
    match *cells {
        [from, to] => {
            let piece = look.sign_at(&board, from)?;
            let empty = most_often(line, |sign| !is_of(look, sign, line.turn()))?;
            look.with(&board, &[(from, empty), (to, piece)])
        }
        [at] => {
            look.with(&board, &[(at, most_often(line, |sign| is_of(look, sign, line.turn()))?)])
        }
        _ => None,
    }
}

fn is_of(look: &Look, sign: char, player: Player) -> bool {
    look.signs.get(&sign).and_then(|sign| sign.is.player()) == Some(player)
}

/// Of the signs that legal moves put on cells, the most frequent that is of a kind; of several the least.
fn most_often(line: &dyn Line, is_of_the_kind: impl Fn(char) -> bool) -> Option<char> {
    let steps = line.legal().into_iter().map(|key| line.step(key).action);
    let signs: Vec<char> = steps
        .flat_map(|action| match action {
            Action::Cells(cells) => cells,
            Action::Piece { .. } | Action::Wall(..) => Vec::new(),
        })
        .map(|(_, sign)| sign)
        .filter(|&sign| is_of_the_kind(sign))
        .collect();
    let count = |sign: &char| signs.iter().filter(|letter| *letter == sign).count();
    signs.iter().copied().max_by_key(|sign| (count(sign), std::cmp::Reverse(*sign)))
}
