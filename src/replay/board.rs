//! Draws a board of any game and size as squares on the screen.

use ratatui::buffer::Buffer;
use ratatui::style::Style;

use super::paint::{Mark, Paint};
use super::words::Text;
use arbitro_records::ShownGame;
use arbitro_rules::draughts::{Geometry, Rules, draughts_rules};
use arbitro_rules::notation::quoridor::QuoridorSetup;
use arbitro_rules::notation::{Picture, Setup, Tile, column_name, row_name};
use arbitro_rules::quoridor::{Direction, Wall};
use arbitro_rules::{Player, Square, column_letters};
use arbitro_words::{Language, say};

/// Width of the row labels, in columns.
const EDGE: u16 = 3;

/// Maximum columns and lines that a board without squares takes.
const MAX_TEXT: u16 = 1000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Seven by three cells, for draughts on a large window.
    Large,
    /// Three columns by one line; Quoridor has an extra line between rows for walls.
    Small,
    /// Quoridor without lines between rows: a horizontal wall is drawn at the foot of the squares
    /// above it.
    Flat,
}

/// A board to draw.
#[derive(Clone, Debug)]
pub(super) struct BoardPicture {
    /// Row labels, bottom to top.
    rows: Vec<String>,
    /// Column labels, left to right.
    columns: Vec<String>,
    squares: Vec<Vec<Cell>>,
    walls: Option<Box<QuoridorSetup>>,
    /// The lines of a board without squares.
    text: Vec<String>,
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    letter: char,
    owner: Option<Player>,
    is_dark: bool,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    pub(super) moved: Vec<Square>,
    pub(super) taken: Vec<Square>,
    pub(super) faulty: Vec<Square>,
    pub(super) wall: Option<(Square, Direction)>,
}

impl Marks {
    fn of(&self, point: Square) -> Option<Mark> {
        if self.faulty.contains(&point) {
            Some(Mark::Faulty)
        } else if self.taken.contains(&point) {
            Some(Mark::Taken)
        } else if self.moved.contains(&point) {
            Some(Mark::Moved)
        } else {
            None
        }
    }
}

/// Options of drawing a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look<'a> {
    pub(super) marks: &'a Marks,
    pub(super) is_turned: bool,
    pub(super) paint: Paint,
    pub(super) language: Language,
}

impl BoardPicture {
    /// Lays out a board; returns `None` if it is not one of this game.
    pub(super) fn of(game: &ShownGame, picture: Picture) -> Option<BoardPicture> {
        Some(match picture {
            Picture::Draughts(setup) => {
                BoardPicture::draughts(&draughts_rules(game.known()?)?, &setup)
            }
            Picture::Quoridor(setup) => BoardPicture::quoridor(setup),
            Picture::Grid(rows) => BoardPicture::grid(&rows),
            Picture::Text(board) => BoardPicture::text(&board),
        })
    }

    fn grid(rows: &[Vec<Tile>]) -> BoardPicture {
        let width = rows.first().map_or(0, Vec::len);
        let cell = |tile: &Tile| Cell {
            letter: if tile.sign == ' ' { '.' } else { tile.sign },
            owner: tile.owner,
            is_dark: true,
        };
        BoardPicture {
            rows: (1..=rows.len()).map(|it| it.to_string()).collect(),
            columns: (0..width).map(column_letters).collect(),
            squares: rows.iter().map(|row| row.iter().map(cell).collect()).collect(),
            walls: None,
            text: Vec::new(),
        }
    }

    fn text(board: &str) -> BoardPicture {
        BoardPicture {
            rows: Vec::new(),
            columns: Vec::new(),
            squares: Vec::new(),
            walls: None,
            text: board.lines().map(str::to_owned).collect(),
        }
    }

    fn draughts(rules: &Rules, setup: &Setup) -> BoardPicture {
        let (size, geometry) = (setup.size, Geometry::new(rules));
        let square = |row: usize, column: usize| {
            let cell = setup.cells[row][column];
            let is_dark = geometry.square(row, column).is_some();
            let letter = match cell.letter() {
                ' ' if is_dark => '.',
                letter => letter,
            };
            Cell { letter, owner: cell.owner(), is_dark }
        };
        BoardPicture {
            rows: (0..size).map(|row| row_name(rules, row)).collect(),
            columns: (0..size).map(|it| column_name(rules, it)).collect(),
            squares: (0..size)
                .map(|row| (0..size).map(|column| square(row, column)).collect())
                .collect(),
            walls: None,
            text: Vec::new(),
        }
    }

    fn quoridor(setup: Box<QuoridorSetup>) -> BoardPicture {
        let size = setup.size;
        let square = |owner: Option<Player>| Cell {
            letter: owner.map_or('.', Player::letter),
            owner,
            is_dark: true,
        };
        let row = |row: usize| setup.pawns[row][..size].iter().map(|&it| square(it)).collect();
        BoardPicture {
            rows: (1..=size).map(|it| it.to_string()).collect(),
            columns: (0..size).map(column_letters).collect(),
            squares: (0..size).map(row).collect(),
            walls: Some(setup),
            text: Vec::new(),
        }
    }

    /// The forms available for this board, largest first.
    pub(super) fn forms(&self) -> &'static [Form] {
        if self.walls.is_some() { &[Form::Small, Form::Flat] } else { &[Form::Large, Form::Small] }
    }

    /// The board's width in columns and its height in lines.
    pub(super) fn extent(&self, form: Form) -> (u16, u16) {
        if let Some(width) = self.text.iter().map(String::len).max() {
            let cells = |it: usize| u16::try_from(it).unwrap_or(u16::MAX);
            // Bounded, so that sums of it stay in range; what does not fit is cut off.
            return (cells(width).min(MAX_TEXT), cells(self.text.len()).min(MAX_TEXT));
        }
        // A board has few rows.
        let (width, height) = (self.columns.len() as u16, self.rows.len() as u16);
        // Where squares have numbers, columns have no names.
        let names = u16::from(self.columns.iter().any(|it| !it.trim().is_empty()));
        match (&self.walls, form) {
            (None, Form::Large) => (EDGE + 7 * width, 3 * height + names),
            (None, _) => (EDGE + 3 * width, height + names),
            (Some(_), Form::Flat) => (EDGE + 4 * width - 1, height + 2),
            (Some(_), _) => (EDGE + 4 * width - 1, 2 * height + 1),
        }
    }

    /// Draws the board with its upper left corner at `corner`. The caller checks that it fits.
    pub(super) fn draw(&self, buffer: &mut Buffer, corner: (u16, u16), form: Form, look: Look<'_>) {
        let canvas = Canvas { look, form, corner };
        for (y, line) in (0..MAX_TEXT).zip(&self.text) {
            canvas.put(buffer, (0, y), line, Style::new());
        }
        match &self.walls {
            None => canvas.squares(self, buffer),
            Some(walls) => canvas.quoridor(self, walls, buffer),
        }
    }
}

struct Canvas<'a> {
    look: Look<'a>,
    form: Form,
    corner: (u16, u16),
}

impl Canvas<'_> {
    /// Maps a line of squares, counted from the top, to a row of the board.
    fn row(&self, size: usize, line: usize) -> usize {
        if self.look.is_turned { line } else { size - 1 - line }
    }

    fn column(&self, size: usize, place: usize) -> usize {
        if self.look.is_turned { size - 1 - place } else { place }
    }

    fn put(&self, buffer: &mut Buffer, at: (u16, u16), text: &str, style: Style) {
        let (x, y) = (self.corner.0 + at.0, self.corner.1 + at.1);
        if y < buffer.area.bottom() && x < buffer.area.right() {
            buffer.set_string(x, y, text, style);
        }
    }

    fn squares(&self, board: &BoardPicture, buffer: &mut Buffer) {
        let (wide, high) = match self.form {
            Form::Large => (7, 3),
            Form::Small | Form::Flat => (3, 1),
        };
        let (width, height) = (board.columns.len(), board.rows.len());
        let blank = " ".repeat(usize::from(wide));
        for line in 0..height {
            let row = self.row(height, line);
            let top = line as u16 * high;
            let middle = top + high / 2;
            self.put(
                buffer,
                (0, middle),
                &format!("{:>2}", board.rows[row]),
                self.look.paint.quiet(),
            );
            for place in 0..width {
                let column = self.column(width, place);
                let square = board.squares[row][column];
                let mark = self.look.marks.of(Square::at(row, column));
                let style = self.look.paint.square(square.is_dark, square.owner, mark);
                let left = EDGE + place as u16 * wide;
                for y in top..top + high {
                    self.put(buffer, (left, y), &blank, style);
                }
                self.put(buffer, (left + wide / 2 - 1, middle), &signs(square, mark), style);
            }
        }
        self.names(board, buffer, height as u16 * high, (wide, wide));
    }

    /// Draws the column labels below the board, each in a field `wide` columns wide, `step` apart.
    fn names(&self, board: &BoardPicture, buffer: &mut Buffer, y: u16, (wide, step): (u16, u16)) {
        let width = board.columns.len();
        for place in 0..width {
            let name = board.columns[self.column(width, place)].trim();
            let x = EDGE + place as u16 * step + wide / 2;
            self.put(buffer, (x, y), name, self.look.paint.quiet());
        }
    }

    fn quoridor(&self, board: &BoardPicture, walls: &QuoridorSetup, buffer: &mut Buffer) {
        let size = board.rows.len();
        let is_flat = self.form == Form::Flat;
        let step = if is_flat { 1 } else { 2 };
        for line in 0..size {
            let row = self.row(size, line);
            let y = line as u16 * step;
            self.put(buffer, (0, y), &format!("{:>2}", board.rows[row]), self.look.paint.quiet());
            // The separator below this line belongs to the lower of the two rows in either
            // direction.
            let between = (line + 1 < size).then(|| row.min(self.row(size, line + 1)));
            for place in 0..size {
                let column = self.column(size, place);
                let x = EDGE + place as u16 * 4;
                let square = board.squares[row][column];
                let mark = self.look.marks.of(Square::at(row, column));
                let style = self.look.paint.square(square.is_dark, square.owner, mark);
                self.put(buffer, (x, y), &signs(square, mark), style);
                let gap = (place + 1 < size).then(|| column.min(self.column(size, place + 1)));
                let lies = between.is_some_and(|it| walls.above[it][column]);
                let stands = gap.is_some_and(|it| walls.right[row][it]);
                let middle = between.zip(gap).and_then(|(row, gap)| walls.middles[row][gap]);
                if let Some(below) = between.filter(|_| lies) {
                    let at = Square::at(below, column);
                    self.lying(buffer, (x, y), at, mark);
                }
                if let Some(gap) = gap.filter(|_| stands) {
                    let is_new = self.is_new(Direction::Vertical, Square::at(row, gap));
                    let sign = if is_new { "#" } else { "|" };
                    self.put(buffer, (x + 3, y), sign, self.look.paint.wall(is_new));
                }
                if let (Some(below), Some(gap), Some(direction)) = (between, gap, middle) {
                    let at = Square::at(below, gap);
                    let is_new = self.is_new_middle(direction, at);
                    let sign = match (direction, is_new, is_flat) {
                        (Direction::Horizontal, false, false) => Some("-"),
                        (Direction::Horizontal, true, _) => Some("="),
                        (Direction::Horizontal, false, true) => Some("_"),
                        // Without a line of its own, the middle is drawn where the upper half is.
                        (Direction::Vertical, _, true) => None,
                        (Direction::Vertical, true, false) => Some("#"),
                        (Direction::Vertical, false, false) => Some("|"),
                    };
                    let y = if is_flat { y } else { y + 1 };
                    if let Some(sign) = sign.filter(|_| !is_flat || !stands) {
                        self.put(buffer, (x + 3, y), sign, self.look.paint.wall(is_new));
                    }
                }
            }
        }
        let below = if is_flat { size } else { 2 * size - 1 } as u16;
        self.names(board, buffer, below, (3, 4));
        let [x, o] = walls.walls_left;
        let left = say(&Text::WallsLeft { x, o }, self.look.language);
        self.put(buffer, (EDGE, below + 1), &left, Style::new());
    }

    /// Draws half of a horizontal wall, below a square.
    fn lying(&self, buffer: &mut Buffer, (x, y): (u16, u16), half: Square, mark: Option<Mark>) {
        let is_new = self.is_new(Direction::Horizontal, half);
        let style = self.look.paint.wall(is_new);
        if self.form == Form::Flat {
            // Brackets have priority over walls.
            let sign = if is_new { "=" } else { "_" };
            if mark.is_none() {
                self.put(buffer, (x, y), sign, style);
                self.put(buffer, (x + 2, y), sign, style);
            }
        } else {
            let sign = if is_new { "===" } else { "---" };
            self.put(buffer, (x, y + 1), sign, style);
        }
    }

    /// Returns true if half a wall at this square belongs to the wall just placed.
    fn is_new(&self, direction: Direction, half: Square) -> bool {
        self.look.marks.wall.is_some_and(|(at, of_wall)| {
            of_wall == direction && Wall::new(at, direction).halves().contains(&half)
        })
    }

    fn is_new_middle(&self, direction: Direction, at: Square) -> bool {
        self.look.marks.wall == Some((at, direction))
    }
}

/// Formats a square's content between its mark's brackets.
fn signs(square: Cell, mark: Option<Mark>) -> String {
    let (before, after) = mark.map_or((' ', ' '), Mark::brackets);
    format!("{before}{}{after}", square.letter)
}
