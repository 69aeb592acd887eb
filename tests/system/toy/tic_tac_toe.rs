//! Tic-tac-toe: a family of games in one file, which nothing is told of but that it is a [`Line`].
//!
//! A board file has three lines, the top row first: the cells of a row, a space between them. A move is
//! the name of the cell that is taken, `a1` at the lower left.

use std::any::Any;
use std::array;

use arbitro_rules::history::{Both, LineEnd};
use arbitro_rules::judge::{Code, Diagnosis, Wrong};
use arbitro_rules::line::{Action, Attempt, Judgement, Key, Line, Step};
use arbitro_rules::notation::{BoardFault, Expected, Glyph, MoveTextError, Strictness};
use arbitro_rules::{End, GameId, Player, Square};

const SIDE: usize = 3;
const COUNT: usize = SIDE * SIDE;

/// The cells that win together.
const WINNING: [[usize; SIDE]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// Rows from the bottom, one after the other.
type Cells = [char; COUNT];

/// A match from the empty board.
#[derive(Clone, Debug, Default)]
pub(crate) struct TicTacToe {
    /// The cells in the order in which they were taken.
    taken: Vec<usize>,
    ply_limit: Option<u32>,
}

impl TicTacToe {
    fn cells(&self, ply: usize) -> Cells {
        let mut cells = [' '; COUNT];
        for (ply, &at) in self.taken.iter().take(ply).enumerate() {
            cells[at] = mover(ply).letter();
        }
        cells
    }

    fn after(&self, at: usize) -> Cells {
        let mut cells = self.cells(self.plies());
        cells[at] = self.turn().letter();
        cells
    }

    fn step_of(&self, ply: usize, at: usize) -> Step {
        let player = self.turn_at(ply);
        let action = Action::Cells(vec![(square(at), player.letter())]);
        Step { text: name(at), player, action }
    }

    /// Explains a board that no legal move leads to.
    fn diagnose(&self, after: &Cells) -> Diagnosis {
        let before = self.cells(self.plies());
        let changed = (0..COUNT).filter(|&at| before[at] != after[at]);
        let (new, lost): (Vec<usize>, Vec<usize>) = changed.partition(|&at| before[at] == ' ');
        let (code, cells) = match (&new[..], &lost[..]) {
            ([], []) => (Code::Unchanged, new),
            (_, []) => (Code::Appeared, new),
            _ => (Code::Vanished, lost),
        };
        let others = cells.into_iter().map(square).collect();
        Diagnosis { others, ..Diagnosis::new(code, self.turn()) }
    }
}

fn mover(ply: usize) -> Player {
    Player::to_move_on(ply as u64 + 1)
}

fn square(at: usize) -> Square {
    Square::at(at / SIDE, at % SIDE)
}

fn name(at: usize) -> String {
    format!("{}{}", ['a', 'b', 'c'][at % SIDE], at / SIDE + 1)
}

fn key(at: usize) -> Key {
    Key([at as u64, 0])
}

fn cell(Key([at, _]): Key) -> usize {
    at as usize
}

fn write(cells: &Cells) -> String {
    let row = |row: &[char]| row.iter().map(char::to_string).collect::<Vec<_>>().join(" ");
    cells.chunks(SIDE).rev().map(row).collect::<Vec<_>>().join("\n")
}

fn read(bytes: &[u8]) -> Result<Cells, BoardFault> {
    let text = String::from_utf8_lossy(bytes);
    let lines: Vec<Vec<char>> = text.lines().map(|it| it.chars().collect()).collect();
    let (found, meaning) = (lines.len(), Expected::BoardLines);
    if found != SIDE {
        return Err(BoardFault::LineCount { found, expected: SIDE, meaning });
    }
    let expected = 2 * SIDE - 1;
    if let Some(index) = lines.iter().position(|it| it.len() != expected) {
        let found = lines[index].len();
        return Err(BoardFault::LineLength { line: index + 1, found, expected });
    }
    for (index, line) in lines.iter().enumerate() {
        for (column, &sign) in line.iter().enumerate() {
            let (line, column, is_cell) = (index + 1, column + 1, column % 2 == 0);
            if !is_cell && sign != ' ' {
                return Err(BoardFault::BadSeparator { line, column, found: Glyph::Char(sign) });
            }
            if !matches!(sign, 'x' | 'o' | ' ') {
                let (found, expected) = (Glyph::Char(sign), Expected::QuoridorCell);
                return Err(BoardFault::UnknownCharacter { line, column, found, expected });
            }
        }
    }
    Ok(array::from_fn(|at| lines[SIDE - 1 - at / SIDE][2 * (at % SIDE)]))
}

impl Line for TicTacToe {
    /// A stand-in: a [`GameId`] names the games that are compiled in.
    fn game(&self) -> GameId {
        GameId::Dama
    }

    fn turn(&self) -> Player {
        mover(self.plies())
    }

    fn plies(&self) -> usize {
        self.taken.len()
    }

    fn end(&self) -> Option<LineEnd> {
        let cells = self.cells(self.plies());
        let has_won = |it: &Player| {
            WINNING.iter().any(|three| three.iter().all(|&at| cells[at] == it.letter()))
        };
        let winner = [Player::X, Player::O].into_iter().find(has_won);
        let limit = self.ply_limit.map_or(COUNT as u32, |it| it.min(COUNT as u32));
        let is_draw = self.plies() >= limit as usize;
        let draw = is_draw.then_some(LineEnd::MoveLimit(limit));
        winner.map(|it| LineEnd::Position(End::Goal(it))).or(draw)
    }

    fn is_forced(&self) -> bool {
        false
    }

    fn judge(&self, bytes: &[u8], _: Strictness) -> Judgement {
        let invalid = |fault| Wrong::Invalid { faults: vec![fault], cause: None, diagnosis: None };
        let verdict = read(bytes).map_err(invalid).and_then(|board| {
            let reached = |it: &Key| self.after(cell(*it)) == board;
            self.legal().into_iter().find(reached).ok_or_else(|| {
                let diagnosis = Box::new(self.diagnose(&board));
                match diagnosis.code {
                    Code::Unchanged => Wrong::Unchanged(diagnosis),
                    _ => Wrong::Illegal(diagnosis),
                }
            })
        });
        Judgement { tolerated: Vec::new(), verdict }
    }

    fn least(&self) -> usize {
        write(&[' '; COUNT]).len()
    }

    fn exact(&self, bytes: &[u8]) -> Option<String> {
        read(bytes).ok().map(|it| write(&it))
    }

    fn read(&mut self, text: &str) -> Result<Key, MoveTextError> {
        let is_free = |it: &usize| self.legal().contains(&key(*it));
        match (0..COUNT).find(|&at| name(at) == text) {
            Some(at) if is_free(&at) => Ok(key(at)),
            Some(_) => Err(MoveTextError::NotLegal {
                text: text.to_owned(),
                turn: self.turn(),
                from_here: Vec::new(),
            }),
            None => Err(MoveTextError::Syntax {
                text: text.to_owned(),
                column: 1,
                expected: Expected::PawnSquare,
            }),
        }
    }

    fn begins(&self, _: &str) -> bool {
        false
    }

    fn attempt(&self, text: &str, error: MoveTextError) -> Attempt {
        let board = (0..COUNT).find(|&at| name(at) == text).map(|at| self.after(at));
        let diagnosis = board.map(|it| self.diagnose(&it));
        Attempt { error, diagnosis, board: board.map(|it| write(&it)) }
    }

    fn play(&mut self, key: Key) {
        self.taken.push(cell(key));
    }

    fn undo(&mut self) -> bool {
        self.taken.pop().is_some()
    }

    fn step(&self, key: Key) -> Step {
        self.step_of(self.plies(), cell(key))
    }

    fn legal(&self) -> Vec<Key> {
        (0..COUNT).filter(|it| !self.taken.contains(it)).map(key).collect()
    }

    fn step_at(&self, ply: usize) -> Option<Step> {
        Some(self.step_of(ply, *self.taken.get(ply)?))
    }

    fn moves(&self) -> String {
        self.taken.iter().map(|&at| name(at)).collect::<Vec<_>>().join(" ")
    }

    fn board(&self, ply: usize) -> String {
        write(&self.cells(ply))
    }

    fn fen(&self, ply: usize) -> String {
        let rows = self.board(ply).replace('\n', "/");
        format!("{}:{rows}", self.turn_at(ply))
    }

    fn turn_at(&self, ply: usize) -> Player {
        mover(ply)
    }

    fn walls_left(&self, _: usize) -> Option<Both<u8>> {
        None
    }

    fn fork(&self, ply_limit: Option<u32>) -> Box<dyn Line> {
        Box::new(TicTacToe { ply_limit, ..self.clone() })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
