//! Quoridor board files: the board drawn with what lies between its squares, then walls left.
//!
//! On 5x5, with a wall above b2 and c2 and one to the right of d2 and d3:
//!
//! ```text
//! . . o . .
//!          
//! . . . . .
//!          
//! . . . .|.
//!   --- |  
//! . . . .|.
//!          
//! . . x . .
//! x 4
//! o 4
//! ```
//!
//! Even lines and columns are squares. Between them stand `-` and `|`: one at the middle of each
//! wall, which says its direction, and one for each of its halves.

use crate::Player;
use crate::notation::BOARD_FILE_LIMIT;
use crate::notation::BoardReading;
use crate::notation::Expected;
use crate::notation::board_fault::{BoardFault, Glyph, Strictness};
use crate::notation::board_text::{ParsedBoard, glyphs, sort, split_lines};
use crate::quoridor::{Direction, MAX_WALLS, Quoridor};

use super::setup::QuoridorSetup;

/// The exact text of a setup.
pub(super) fn write(setup: &QuoridorSetup) -> String {
    let side = 2 * setup.size - 1;
    let mut text = String::with_capacity((side + 1) * side + 10);
    for line in 0..side {
        for column in 0..side {
            text.push(character(setup, (side - 1 - line, column)));
        }
        text.push('\n');
    }
    let [x, o] = setup.walls_left;
    text.push_str(&format!("x {x}\no {o}"));
    text
}

/// The character at a spot of the grid.
fn character(setup: &QuoridorSetup, spot: (usize, usize)) -> char {
    let (row, column) = (spot.0 / 2, spot.1 / 2);
    let drawn = |is_there, letter| if is_there { letter } else { ' ' };
    match (spot.0 % 2, spot.1 % 2) {
        (0, 0) => setup.pawns[row][column].map_or('.', Player::letter),
        (1, 0) => drawn(setup.above[row][column], '-'),
        (0, _) => drawn(setup.right[row][column], '|'),
        _ => match setup.middles[row][column] {
            Some(Direction::Horizontal) => '-',
            Some(Direction::Vertical) => '|',
            None => ' ',
        },
    }
}

/// The size of the board in a file of `lines` lines.
fn size_of(lines: usize) -> Option<usize> {
    let size = lines.checked_sub(1)? / 2;
    let fits = lines == 2 * size + 1 && size % 2 == 1 && (3..=15).contains(&size);
    fits.then_some(size)
}

/// The likely intended size: the nearest to the number of lines.
fn likely_size(lines: usize) -> usize {
    [3, 5, 7, 9, 11, 13, 15]
        .into_iter()
        .min_by_key(|size| (2 * size + 1usize).abs_diff(lines))
        .unwrap_or(Quoridor::DEFAULT_SIZE)
}

pub(super) fn read(bytes: &[u8], strictness: Strictness) -> BoardReading<Quoridor> {
    let ParsedBoard { setup, tolerated, mut faults } = read_setup(bytes, strictness);
    let mut board = None;
    if let Some(setup) = &setup {
        match setup.check_spots() {
            Ok(it) => board = Some(it),
            Err(found) => faults.extend(found.into_iter().map(|(spot, fault)| {
                let side = 2 * setup.size - 1;
                BoardFault::Setup {
                    line: spot.map(|(row, _)| side - row),
                    column: spot.map(|(_, column)| column + 1),
                    fault,
                }
            })),
        }
    }
    sort(&mut faults);
    BoardReading { board: board.filter(|_| faults.is_empty()), setup, tolerated, faults }
}

fn read_setup(bytes: &[u8], strictness: Strictness) -> ParsedBoard<QuoridorSetup> {
    if bytes.is_empty() {
        let expected = 2 * Quoridor::DEFAULT_SIZE + 1;
        return ParsedBoard::only(BoardFault::EmptyFile { expected });
    }
    if bytes.len() > BOARD_FILE_LIMIT {
        return ParsedBoard::only(BoardFault::TooLong { limit: BOARD_FILE_LIMIT });
    }
    let (lines, tolerated) = split_lines(bytes);
    let size = size_of(lines.len());
    let mut faults = Vec::new();
    let mut setup = QuoridorSetup::empty(size.unwrap_or(likely_size(lines.len())));
    let side = 2 * setup.size - 1;
    if size.is_none() {
        faults.push(BoardFault::LineCount {
            found: lines.len(),
            expected: side + 2,
            meaning: Expected::QuoridorLines,
        });
    } else {
        for (index, line) in lines[..side].iter().enumerate() {
            board_line(&mut setup, index, line, &mut faults);
        }
        for (player, line) in [(Player::X, side), (Player::O, side + 1)] {
            match walls_left(lines[line], player) {
                Some(left) => setup.walls_left[player as usize] = left,
                None => faults.push(BoardFault::WallsLeft {
                    line: line + 1,
                    player,
                    found: glyphs(lines[line]).iter().take(20).map(ToString::to_string).collect(),
                }),
            }
        }
    }
    let is_legible = faults.is_empty();
    let is_strict = strictness == Strictness::Strict;
    if is_strict {
        faults.extend(tolerated.iter().map(|&it| BoardFault::NotExact(it)));
    }
    ParsedBoard {
        setup: is_legible.then_some(setup),
        tolerated: if is_strict { Vec::new() } else { tolerated },
        faults,
    }
}

/// Puts a line into the setup; the first line is the top row.
fn board_line(setup: &mut QuoridorSetup, index: usize, line: &[u8], faults: &mut Vec<BoardFault>) {
    let side = 2 * setup.size - 1;
    let glyphs = glyphs(line);
    if glyphs.len() != side {
        faults.push(BoardFault::LineLength {
            line: index + 1,
            found: glyphs.len(),
            expected: side,
        });
        // The length is wrong, so characters cannot be assigned to places.
        return;
    }
    let spot_row = side - 1 - index;
    for (spot_column, &found) in glyphs.iter().enumerate() {
        let (row, column) = (spot_row / 2, spot_column / 2);
        let expected = match (spot_row % 2, spot_column % 2, found) {
            (0, 0, Glyph::Char('.')) | (_, 1, Glyph::Char(' ')) | (1, _, Glyph::Char(' ')) => {
                continue;
            }
            (0, 0, Glyph::Char('x')) => {
                setup.pawns[row][column] = Some(Player::X);
                continue;
            }
            (0, 0, Glyph::Char('o')) => {
                setup.pawns[row][column] = Some(Player::O);
                continue;
            }
            (1, 0, Glyph::Char('-')) => {
                setup.above[row][column] = true;
                continue;
            }
            (0, 1, Glyph::Char('|')) => {
                setup.right[row][column] = true;
                continue;
            }
            (1, 1, Glyph::Char('-')) => {
                setup.middles[row][column] = Some(Direction::Horizontal);
                continue;
            }
            (1, 1, Glyph::Char('|')) => {
                setup.middles[row][column] = Some(Direction::Vertical);
                continue;
            }
            (0, 0, _) => Expected::QuoridorCell,
            (1, 0, _) => Expected::HorizontalWallPart,
            (0, _, _) => Expected::VerticalWallPart,
            _ => Expected::WallMiddle,
        };
        faults.push(BoardFault::UnknownCharacter {
            line: index + 1,
            column: spot_column + 1,
            found,
            expected,
        });
    }
}

/// Parses the number in a line like `x 10`, which has one exact form.
fn walls_left(line: &[u8], player: Player) -> Option<usize> {
    let text = std::str::from_utf8(line).ok()?;
    let number = text.strip_prefix(player.letter())?.strip_prefix(' ')?;
    let left: usize = number.parse().ok()?;
    (left <= usize::from(MAX_WALLS) && left.to_string() == number).then_some(left)
}
