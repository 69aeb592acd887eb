//! One-line positions of Quoridor: `9:x:e1,10:e9,10:e3h,d5v`.

use super::{read_square, read_wall, square_name, wall_name};
use crate::notation::Expected;
use crate::notation::fen::{Cursor, FenError, MAX_LENGTH};
use crate::notation::setup::SetupFault;
use crate::quoridor::{Board, Quoridor, Unplayable, Wall};
use crate::{Game, Player, Square};

pub(super) fn write(position: &Quoridor) -> String {
    let board = position.board();
    let mut text = format!("{}:{}", board.size(), position.turn());
    for player in [Player::X, Player::O] {
        let square = square_name(board.pawn(player));
        text.push_str(&format!(":{square},{}", board.walls_left(player)));
    }
    for (index, wall) in board.walls().enumerate() {
        text.push(if index == 0 { ':' } else { ',' });
        text.push_str(&wall_name(wall));
    }
    text
}

pub(super) fn read(text: &str) -> Result<Quoridor, FenError> {
    let mut cursor = Cursor { text: text.as_bytes(), at: 0 };
    if text.len() > MAX_LENGTH {
        cursor.at = MAX_LENGTH;
        return cursor.error(Expected::EndOfPosition);
    }
    let unplayable = |why| FenError::Unplayable(vec![SetupFault::Quoridor(why)]);
    let size = number(&mut cursor, Expected::BoardSize)?;
    // Report a wrong size before looking for squares on such a board.
    Board::start(size, 0).map_err(unplayable)?;
    colon(&mut cursor)?;
    let turn = match cursor.peek() {
        Some(b'x' | b'X') => Player::X,
        Some(b'o' | b'O') => Player::O,
        _ => return cursor.error(Expected::QuoridorTurn),
    };
    cursor.at += 1;
    let (x, x_left) = pawn(&mut cursor, size)?;
    let (o, o_left) = pawn(&mut cursor, size)?;
    let walls = walls(&mut cursor, size)?;
    let board =
        Board::assembled(size, [x, o], [x_left, o_left], walls).map_err(|why| match why {
            Unplayable::PathBlocked(player) => {
                FenError::Unplayable(vec![SetupFault::PathBlocked { player }])
            }
            other => unplayable(other),
        })?;
    Ok(Quoridor::new(board, turn))
}

fn colon(cursor: &mut Cursor<'_>) -> Result<(), FenError> {
    if cursor.take(b':') { Ok(()) } else { cursor.error(Expected::ColonAndNextPart) }
}

fn number(cursor: &mut Cursor<'_>, expected: Expected) -> Result<usize, FenError> {
    cursor.skip_blanks();
    let rest = &cursor.text[cursor.at..];
    let count = rest.iter().take_while(|it| it.is_ascii_digit()).count();
    if count == 0 || count > 3 {
        return cursor.error(expected);
    }
    let digits = rest[..count].iter();
    let value = digits.fold(0, |value, digit| value * 10 + usize::from(digit - b'0'));
    cursor.at += count;
    Ok(value)
}

fn pawn(cursor: &mut Cursor<'_>, size: usize) -> Result<(Square, usize), FenError> {
    colon(cursor)?;
    cursor.skip_blanks();
    let Some((square, taken)) = read_square(size, &cursor.text[cursor.at..]) else {
        return cursor.error(Expected::PawnSquare);
    };
    cursor.at += taken;
    if !cursor.take(b',') {
        return cursor.error(Expected::CommaAndWallsLeft);
    }
    Ok((square, number(cursor, Expected::WallsLeft)?))
}

fn walls(cursor: &mut Cursor<'_>, size: usize) -> Result<Vec<Wall>, FenError> {
    let mut walls = Vec::new();
    if cursor.peek().is_none() {
        return Ok(walls);
    }
    if !cursor.take(b':') {
        return cursor.error(Expected::ColonAndWallsOrEnd);
    }
    while cursor.peek().is_some() {
        let Some((wall, taken)) = read_wall(size, &cursor.text[cursor.at..]) else {
            return cursor.error(Expected::Wall);
        };
        if walls.contains(&wall) {
            return Err(FenError::Twice { column: cursor.at + 1, square: wall_name(wall) });
        }
        walls.push(wall);
        cursor.at += taken;
        if cursor.peek().is_some() && !cursor.take(b',') {
            return cursor.error(Expected::CommaOrEndOfPosition);
        }
    }
    Ok(walls)
}
