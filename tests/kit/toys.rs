//! Small games that are not compiled in: nothing is told of them but that each match is a [`Line`], their
//! names, and the signs of their boards. A move is the name of the cell that is taken, `a1` at the lower left.

use std::any::Any;

use arbitro_rules::history::{Both, LineEnd};
use arbitro_rules::judge::{Code, Diagnosis, Wrong};
use arbitro_rules::line::{Action, Attempt, Judgement, Key, Line, NoStart, Start, Step};
use arbitro_rules::notation::{Expected, MoveTextError, Strictness, read_text};
use arbitro_rules::{
    GameId, Look, NewGame, Player, Shape, Sign, SignOwner, Square, Titles, WrittenRules, cell_name,
};

/// The rules of a game in which a player takes an empty cell, and some number of them in a row wins.
#[derive(Debug)]
pub struct Toy {
    pub name: &'static str,
    title: &'static str,
    first: &'static str,
    empty: char,
    is_spaced: bool,
    /// True if only the lowest empty cell of a column can be taken.
    falls: bool,
    /// Cells in a row that win.
    row: usize,
    pieces: [(Shape, &'static str); 2],
}

pub static TIC_TAC_TOE: Toy = Toy {
    name: "tic-tac-toe",
    title: "Tic-tac-toe",
    first: "     \n     \n     ",
    empty: ' ',
    is_spaced: true,
    falls: false,
    row: 3,
    pieces: [(Shape::Block, "a cross"), (Shape::Stone, "a nought")],
};

pub static CONNECT_FOUR: Toy = Toy {
    name: "connect-four",
    title: "Connect Four",
    first: ".......\n.......\n.......\n.......\n.......\n.......",
    empty: '.',
    is_spaced: false,
    falls: true,
    row: 4,
    pieces: [(Shape::Stone, "a disc of x"), (Shape::Stone, "a disc of o")],
};

/// A move: its name, and the board after it.
type ToyMove = (String, String);

impl Toy {
    /// Names the game, which is from then on opened by its name.
    pub fn game(&'static self) -> GameId {
        let look = self.look();
        let (name, first) = (self.name.to_owned(), self.first.to_owned());
        let cells = look.cells(&first).unwrap().concat().len();
        let rules = Box::new(Rules(self));
        let game = NewGame { name, ply_limit: cells as u32, first, look, rules };
        GameId::intern(game).expect("a name of its own")
    }

    /// A match from the start.
    pub fn line(&'static self) -> ToyLine {
        let boards = vec![self.first.to_owned()];
        ToyLine { toy: self, opening: String::new(), names: Vec::new(), boards, ply_limit: None }
    }

    fn look(&self) -> Look {
        let piece = |(shape, title): (Shape, &str), is| Sign {
            is,
            shape: Some(shape),
            title: Some(Titles::new(title)),
        };
        let [x, o] = self.pieces;
        let empty = Sign { is: SignOwner::Empty, shape: None, title: None };
        let signs =
            [('x', piece(x, SignOwner::X)), ('o', piece(o, SignOwner::O)), (self.empty, empty)];
        Look {
            sha256: "0123456789abcdef".repeat(4),
            title: Titles::new(self.title),
            signs: signs.into(),
            spaced: self.is_spaced,
            with: None,
        }
    }

    /// Each square of a board, with the place of its sign in the file.
    fn squares(&self, board: &str) -> Vec<(Square, usize)> {
        let rows = self.look().cells(board).unwrap();
        let width = board.find('\n').unwrap() + 1;
        let step = if self.is_spaced { 2 } else { 1 };
        let place = |row: usize, column: usize| (rows.len() - 1 - row) * width + step * column;
        let of_row = |row: usize| {
            (0..rows[row].len()).map(move |column| (Square::at(row, column), place(row, column)))
        };
        (0..rows.len()).flat_map(of_row).collect()
    }

    fn moves(&self, board: &str, turn: Player) -> Vec<ToyMove> {
        let sign = |place: usize| board[place..].chars().next();
        let width = board.find('\n').unwrap() + 1;
        let is_free = |&(square, place): &(Square, usize)| {
            let rests = !self.falls || square.row == 0 || sign(place + width) != Some(self.empty);
            sign(place) == Some(self.empty) && rests
        };
        let free = self.squares(board).into_iter().filter(is_free);
        free.map(|(square, place)| (cell_name(square), taken(board, place, turn))).collect()
    }

    /// The end that the rules make of a board, and the winner.
    fn end(&self, board: &str) -> Option<Option<Player>> {
        let rows = self.look().cells(board).unwrap();
        let owner = |column: usize, row: usize| {
            rows.get(row)
                .and_then(|row| row.get(column))
                .and_then(|it| Player::of_letter(&it.to_string()))
        };
        let squares = (0..rows.len()).flat_map(|row| (0..rows[row].len()).map(move |it| (it, row)));
        for (column, row) in squares {
            for (right, up) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                let at = |step: usize| {
                    let column = column.checked_add_signed(right * step as isize)?;
                    owner(column, row + up * step)
                };
                let first = at(0);
                if first.is_some() && (1..self.row).all(|it| at(it) == first) {
                    return Some(first);
                }
            }
        }
        self.moves(board, Player::X).is_empty().then_some(None)
    }
}

#[derive(Debug)]
struct Rules(&'static Toy);

impl WrittenRules for Rules {
    fn open(
        &self,
        _: GameId,
        start: Start<'_>,
        ply_limit: Option<u32>,
    ) -> Result<Box<dyn Line>, NoStart> {
        let mut line = self.0.line();
        let Start::Fen(moves) = start else { return Ok(line.fork(ply_limit)) };
        for text in moves.split_ascii_whitespace() {
            let key = line.read(text).map_err(NoStart::Moves)?;
            line.play(key);
        }
        let boards = line.boards.split_off(line.plies());
        Ok(Box::new(ToyLine {
            opening: line.moves(),
            names: Vec::new(),
            boards,
            ply_limit,
            ..line
        }))
    }
}

/// A match of such a game.
#[derive(Clone, Debug)]
pub struct ToyLine {
    toy: &'static Toy,
    /// The names of the moves that led to the first board.
    opening: String,
    names: Vec<String>,
    /// One more than there are moves.
    boards: Vec<String>,
    ply_limit: Option<u32>,
}

impl ToyLine {
    fn last(&self) -> &str {
        &self.boards[self.plies()]
    }

    fn here(&self) -> Vec<ToyMove> {
        self.toy.moves(self.last(), self.turn())
    }

    fn step_of(&self, ply: usize, name: &str, after: &str) -> Step {
        let action = Action::Cells(self.toy.look().changes(&self.boards[ply], after));
        Step { text: name.to_owned(), player: self.turn_at(ply), action }
    }

    /// Explains a board that no move leads to, by the nearest one that a move leads to.
    fn diagnose(&self, board: &str) -> Diagnosis {
        let turn = self.turn();
        if board == self.last() {
            return Diagnosis::new(Code::Unchanged, turn);
        }
        let differs = |(_, after): &ToyMove| self.toy.look().changes(after, board);
        let nearest = self.here().into_iter().min_by_key(|it| differs(it).len());
        let places = nearest.iter().flat_map(differs).map(|(place, _)| place);
        Diagnosis {
            others: places.collect(),
            instead: nearest.as_ref().map(|(name, _)| name.clone()),
            ..Diagnosis::new(Code::NoSuchMove, turn)
        }
    }

    /// The board after taking a cell, free or not.
    fn forced(&self, text: &str) -> Option<String> {
        let squares = self.toy.squares(self.last());
        let (_, place) = squares.into_iter().find(|(square, _)| cell_name(*square) == text)?;
        Some(taken(self.last(), place, self.turn()))
    }
}

fn taken(board: &str, place: usize, player: Player) -> String {
    let mut after = board.to_owned();
    after.replace_range(place..=place, &player.to_string());
    after
}

fn key(at: usize) -> Key {
    Key([at as u64, 0])
}

impl Line for ToyLine {
    fn game(&self) -> GameId {
        self.toy.game()
    }

    fn turn(&self) -> Player {
        self.turn_at(self.plies())
    }

    fn plies(&self) -> usize {
        self.names.len()
    }

    fn end(&self) -> Option<LineEnd> {
        let limit = self.ply_limit.filter(|&ply_limit| self.plies() >= ply_limit as usize);
        let by_rules = self.toy.end(self.last()).map(LineEnd::Rules);
        by_rules.or(limit.map(LineEnd::MoveLimit))
    }

    fn is_forced(&self) -> bool {
        false
    }

    fn judge(&self, bytes: &[u8], strictness: Strictness) -> Judgement {
        let lines = self.toy.first.lines().count();
        let (board, tolerated) = match read_text(bytes, lines, strictness) {
            Ok(read) => read,
            Err(fault) => {
                let faults = vec![fault];
                let verdict = Err(Wrong::Invalid { faults, cause: None, diagnosis: None });
                return Judgement { tolerated: Vec::new(), verdict };
            }
        };
        let reached = self.here().iter().position(|(_, after)| *after == *board);
        let verdict = reached.map(key).ok_or_else(|| {
            let diagnosis = Box::new(self.diagnose(&board));
            match diagnosis.code {
                Code::Unchanged => Wrong::Unchanged(diagnosis),
                _ => Wrong::Illegal(diagnosis),
            }
        });
        Judgement { tolerated, verdict }
    }

    fn least(&self) -> usize {
        self.toy.first.len()
    }

    fn exact(&self, bytes: &[u8]) -> Option<String> {
        let lines = self.toy.first.lines().count();
        read_text(bytes, lines, Strictness::Tolerant).ok().map(|(text, _)| text)
    }

    fn read(&mut self, text: &str) -> Result<Key, MoveTextError> {
        let (turn, text) = (self.turn(), text.to_owned());
        match self.here().iter().position(|(name, _)| *name == text) {
            Some(at) => Ok(key(at)),
            None if self.forced(&text).is_some() => {
                Err(MoveTextError::NotLegal { text, turn, from_here: Vec::new() })
            }
            None => Err(MoveTextError::Syntax { text, column: 1, expected: Expected::PawnSquare }),
        }
    }

    fn begins(&self, _: &str) -> bool {
        false
    }

    fn attempt(&self, text: &str, error: MoveTextError) -> Attempt {
        let board = self.forced(text);
        let diagnosis = board.as_ref().map(|board| self.diagnose(board));
        Attempt { error, diagnosis, board }
    }

    fn play(&mut self, Key([at, _]): Key) {
        let (name, after) = self.here().swap_remove(at as usize);
        self.names.push(name);
        self.boards.push(after);
    }

    fn undo(&mut self) -> bool {
        let is_undone = self.names.pop().is_some();
        self.boards.truncate(self.names.len() + 1);
        is_undone
    }

    fn step(&self, Key([at, _]): Key) -> Step {
        let (name, after) = &self.here()[at as usize];
        self.step_of(self.plies(), name, after)
    }

    fn legal(&self) -> Vec<Key> {
        (0..self.here().len()).map(key).collect()
    }

    fn step_at(&self, ply: usize) -> Option<Step> {
        Some(self.step_of(ply, self.names.get(ply)?, &self.boards[ply + 1]))
    }

    fn moves(&self) -> String {
        self.names.join(" ")
    }

    fn board(&self, ply: usize) -> String {
        self.boards[ply].clone()
    }

    fn fen(&self, ply: usize) -> String {
        let opening = self.opening.split_ascii_whitespace();
        let played = self.names.iter().take(ply).map(String::as_str);
        opening.chain(played).collect::<Vec<_>>().join(" ")
    }

    fn start_fen(&self) -> Option<String> {
        (!self.opening.is_empty()).then(|| self.opening.clone())
    }

    fn turn_at(&self, ply: usize) -> Player {
        let opening = self.opening.split_ascii_whitespace().count();
        Player::to_move_on((opening + ply) as u64 + 1)
    }

    fn walls_left(&self, _: usize) -> Option<Both<u8>> {
        None
    }

    fn fork(&self, ply_limit: Option<u32>) -> Box<dyn Line> {
        Box::new(ToyLine { ply_limit, ..self.clone() })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
