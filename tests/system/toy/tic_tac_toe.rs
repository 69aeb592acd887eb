//! Tic-tac-toe: a game that is not compiled in, in one file. Nothing is told of it but that it is a [`Line`],
//! its name, and the signs of its boards.
//!
//! A board file has three lines, the top row first: the cells of a row, a space between them. A move is
//! the name of the cell that is taken, `a1` at the lower left.

use std::any::Any;
use std::array;

use arbitro_rules::history::{Both, LineEnd};
use arbitro_rules::judge::{Code, Diagnosis, Wrong};
use arbitro_rules::line::{Action, Attempt, Judgement, Key, Line, NoStart, Start, Step};
use arbitro_rules::notation::{
    BoardFault, Expected, Glyph, Leniency, MoveTextError, Strictness, read_text,
};
use arbitro_rules::{
    GameId, Look, NewGame, Player, Shape, Sign, SignOwner, Square, Titles, WrittenRules, cell_name,
};

const SIDE: usize = 3;
const COUNT: usize = SIDE * SIDE;

/// The cells that win together.
const WINNING: [[usize; SIDE]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// Rows from the bottom, one after the other.
type Cells = [char; COUNT];

/// Names the game, which is from then on opened by its name.
pub(crate) fn tic_tac_toe() -> GameId {
    let sign = |is, shape, title: &str| Sign { is, shape, title: Some(Titles::new(title)) };
    let signs = [
        ('x', sign(SignOwner::X, Some(Shape::Block), "a cross")),
        ('o', sign(SignOwner::O, Some(Shape::Stone), "a nought")),
        (' ', Sign { is: SignOwner::Empty, shape: None, title: None }),
    ];
    let look = Look {
        sha256: "0123456789abcdef".repeat(4),
        title: Titles::new("Tic-tac-toe"),
        signs: signs.into(),
        spaced: true,
        with: None,
    };
    let (name, first) = ("tic-tac-toe".to_owned(), write(&[' '; COUNT]));
    let game = NewGame { name, ply_limit: COUNT as u32, first, look, rules: Box::new(Rules) };
    GameId::intern(game).expect("a name of its own")
}

#[derive(Debug)]
struct Rules;

impl WrittenRules for Rules {
    fn open(
        &self,
        _: GameId,
        start: Start<'_>,
        ply_limit: Option<u32>,
    ) -> Result<Box<dyn Line>, NoStart> {
        let mut line = TicTacToe { ply_limit, ..TicTacToe::default() };
        let Start::Fen(moves) = start else { return Ok(Box::new(line)) };
        for text in moves.split_ascii_whitespace() {
            let key = line.read(text).map_err(NoStart::Moves)?;
            line.play(key);
        }
        Ok(Box::new(line))
    }
}

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

    /// Explains a board that no legal move leads to, by the nearest one that a move leads to.
    fn diagnose(&self, after: &Cells) -> Diagnosis {
        let turn = self.turn();
        if *after == self.cells(self.plies()) {
            return Diagnosis::new(Code::Unchanged, turn);
        }
        let differs = |at: usize| {
            let reached = self.after(at);
            (0..COUNT).filter(move |&it| reached[it] != after[it])
        };
        let legal = self.legal().into_iter().map(cell);
        let nearest = legal.min_by_key(|&at| differs(at).count());
        Diagnosis {
            others: nearest.map(|at| differs(at).map(square).collect()).unwrap_or_default(),
            instead: nearest.map(name),
            ..Diagnosis::new(Code::NoSuchMove, turn)
        }
    }
}

fn mover(ply: usize) -> Player {
    Player::to_move_on(ply as u64 + 1)
}

fn square(at: usize) -> Square {
    Square::at(at / SIDE, at % SIDE)
}

fn name(at: usize) -> String {
    cell_name(square(at))
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

fn read(bytes: &[u8], strictness: Strictness) -> Result<(Cells, Vec<Leniency>), BoardFault> {
    let (text, tolerated) = read_text(bytes, SIDE, strictness)?;
    let lines: Vec<Vec<char>> = text.split('\n').map(|it| it.chars().collect()).collect();
    let (found, meaning) = (lines.len(), Expected::BoardLines);
    if found != SIDE {
        return Err(BoardFault::LineCount { found, expected: SIDE, meaning });
    }
    let expected = 2 * SIDE - 1;
    if let Some(index) = lines.iter().position(|it| it.len() != expected) {
        let found = lines[index].len();
        return Err(BoardFault::LineLength { line: index + 1, found, expected });
    }
    let signs = lines.iter().enumerate();
    let mut odd =
        signs.flat_map(|(row, line)| line.iter().skip(1).step_by(2).map(move |it| (row, it)));
    if let Some((row, &sign)) = odd.find(|(_, sign)| **sign != ' ') {
        let (line, column, found) = (row + 1, 2, Glyph::Char(sign));
        return Err(BoardFault::BadSeparator { line, column, found });
    }
    let cells = array::from_fn(|at| lines[SIDE - 1 - at / SIDE][2 * (at % SIDE)]);
    Ok((cells, tolerated))
}

impl Line for TicTacToe {
    fn game(&self) -> GameId {
        tic_tac_toe()
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
        if winner.is_some() || self.plies() == COUNT {
            return Some(LineEnd::Rules(winner));
        }
        let limit = self.ply_limit.filter(|&it| self.plies() >= it as usize);
        limit.map(LineEnd::MoveLimit)
    }

    fn is_forced(&self) -> bool {
        false
    }

    fn judge(&self, bytes: &[u8], strictness: Strictness) -> Judgement {
        let (board, tolerated) = match read(bytes, strictness) {
            Ok(read) => read,
            Err(fault) => {
                let verdict =
                    Err(Wrong::Invalid { faults: vec![fault], cause: None, diagnosis: None });
                return Judgement { tolerated: Vec::new(), verdict };
            }
        };
        let reached = |it: &Key| self.after(cell(*it)) == board;
        let verdict = self.legal().into_iter().find(reached).ok_or_else(|| {
            let diagnosis = Box::new(self.diagnose(&board));
            match diagnosis.code {
                Code::Unchanged => Wrong::Unchanged(diagnosis),
                _ => Wrong::Illegal(diagnosis),
            }
        });
        Judgement { tolerated, verdict }
    }

    fn least(&self) -> usize {
        write(&[' '; COUNT]).len()
    }

    fn exact(&self, bytes: &[u8]) -> Option<String> {
        read(bytes, Strictness::Tolerant).ok().map(|it| write(&it.0))
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
