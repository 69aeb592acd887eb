//! FEN of draughts positions: `W:W31,K45:B1,2`, or with letters in sets that use them.
//!
//! Read as programs and people write it: with ranges (`W:W31-50:B1-20`), move counters behind the
//! pieces (`:H0:F1`), spaces, a final full stop, and quotes around it. Written without any of these,
//! so that every program reads it.

use super::expected::Expected;
use super::setup::{Cell, Setup, SetupFault};
use super::{Notation, colour_letter, square_names};
use crate::draughts::{Draughts, FirstColour, Geometry, RuleSet, Rules, SquareNames};
use crate::{Game, Player, Square};

/// The error for a text that is not a FEN position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    /// A syntax error. Columns count from 1; the text found has a few characters, none at the end.
    Syntax { column: usize, found: String, expected: Expected },
    /// A square occurs twice, here for the second time.
    Twice { column: usize, square: String },
    /// The FEN is well-formed, but the position is unplayable.
    Unplayable(Vec<SetupFault>),
}

/// Maximum length of a FEN; a longer text is refused unread.
pub(super) const MAX_LENGTH: usize = 1024;

pub(super) struct Cursor<'a> {
    pub(super) text: &'a [u8],
    pub(super) at: usize,
}

impl Cursor<'_> {
    pub(super) fn skip_blanks(&mut self) {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    pub(super) fn peek(&mut self) -> Option<u8> {
        self.skip_blanks();
        self.text.get(self.at).copied()
    }

    pub(super) fn take(&mut self, wanted: u8) -> bool {
        let is_there = self.peek() == Some(wanted);
        if is_there {
            self.at += 1;
        }
        is_there
    }

    pub(super) fn error<T>(&self, expected: Expected) -> Result<T, FenError> {
        let rest = &self.text[self.at.min(self.text.len())..];
        let found = String::from_utf8_lossy(&rest[..rest.len().min(8)]).into_owned();
        Err(FenError::Syntax { column: self.at + 1, found, expected })
    }

    fn colour(&mut self, player_1_is_white: bool) -> Result<Player, FenError> {
        let white = if player_1_is_white { Player::X } else { Player::O };
        match self.peek() {
            Some(b'W' | b'w') => {
                self.at += 1;
                Ok(white)
            }
            Some(b'B' | b'b') => {
                self.at += 1;
                Ok(!white)
            }
            _ => self.error(Expected::Colour),
        }
    }
}

pub(super) fn read<R: RuleSet>(text: &str) -> Result<Draughts<R>, FenError> {
    let rules = &R::RULES;
    let player_1_is_white = rules.first_colour == FirstColour::White;
    let mut cursor = Cursor { text: text.as_bytes(), at: 0 };
    if text.len() > MAX_LENGTH {
        cursor.at = MAX_LENGTH;
        return cursor.error(Expected::EndOfPosition);
    }
    let is_quoted = cursor.take(b'"');
    let turn = cursor.colour(player_1_is_white)?;
    let mut setup = Setup::empty(rules.size);
    let mut named = [false; 2];
    for _ in 0..2 {
        if !cursor.take(b':') {
            return cursor.error(Expected::ColonAndPieces);
        }
        let before_colour = cursor.at;
        let player = cursor.colour(player_1_is_white)?;
        if std::mem::replace(&mut named[player as usize], true) {
            cursor.at = before_colour;
            return cursor.error(Expected::OtherColour);
        }
        pieces(&mut cursor, rules, player, &mut setup)?;
    }
    counters(&mut cursor)?;
    cursor.take(b'.');
    if is_quoted && !cursor.take(b'"') {
        return cursor.error(Expected::ClosingQuote);
    }
    if cursor.peek().is_some() {
        return cursor.error(Expected::EndOfPosition);
    }
    let board = setup.check(rules).map_err(FenError::Unplayable)?;
    Ok(Draughts::new(board, turn))
}

/// Skips the counters of quiet plies and of moves, which some programs append: `:H0:F1`.
fn counters(cursor: &mut Cursor<'_>) -> Result<(), FenError> {
    while cursor.take(b':') {
        if !matches!(cursor.peek(), Some(b'H' | b'F' | b'h' | b'f')) {
            return cursor.error(Expected::Counter);
        }
        cursor.at += 1;
        let digits = &cursor.text[cursor.at..];
        let count = digits.iter().take_while(|digit| digit.is_ascii_digit()).count();
        if count == 0 {
            return cursor.error(Expected::Number);
        }
        cursor.at += count;
    }
    Ok(())
}

fn pieces(
    cursor: &mut Cursor<'_>,
    rules: &Rules,
    player: Player,
    setup: &mut Setup,
) -> Result<(), FenError> {
    if matches!(cursor.peek(), None | Some(b':' | b'.' | b'"')) {
        return Ok(());
    }
    loop {
        let is_king = matches!(cursor.peek(), Some(b'K' | b'k'));
        if is_king {
            cursor.at += 1;
        }
        let cell = if is_king { Cell::King(player) } else { Cell::Man(player) };
        let first_at = cursor.at;
        let first = square(cursor, rules)?;
        let by_number = cursor.text[first_at..].first().is_some_and(u8::is_ascii_digit);
        if by_number && cursor.take(b'-') {
            cursor.skip_blanks();
            let last_at = cursor.at;
            let last = square(cursor, rules)?;
            let (first, last) =
                (square_names::number(rules, first), square_names::number(rules, last));
            if last < first {
                cursor.at = last_at;
                return cursor.error(Expected::EndOfRange);
            }
            let geometry = Geometry::new(rules);
            for number in first..=last {
                if let Some(square) = square_names::numbered(rules, number) {
                    put(setup, rules, geometry.place(square), cell, first_at)?;
                }
            }
        } else {
            put(setup, rules, first, cell, first_at)?;
        }
        if !cursor.take(b',') {
            return Ok(());
        }
        cursor.skip_blanks();
    }
}

fn square(cursor: &mut Cursor<'_>, rules: &Rules) -> Result<Square, FenError> {
    let Some((square, taken)) = square_names::read(rules, &cursor.text[cursor.at..]) else {
        return cursor.error(Expected::DarkSquare);
    };
    cursor.at += taken;
    Ok(Geometry::new(rules).place(square))
}

fn put(
    setup: &mut Setup,
    rules: &Rules,
    place: Square,
    cell: Cell,
    at: usize,
) -> Result<(), FenError> {
    let there = &mut setup[place];
    if *there != Cell::Empty {
        return Err(FenError::Twice {
            column: at + 1,
            square: square_names::place_name(rules, place),
        });
    }
    *there = cell;
    Ok(())
}

pub(super) fn write<R: RuleSet>(position: &Draughts<R>) -> String {
    let rules = &R::RULES;
    let player_1_is_white = rules.first_colour == FirstColour::White;
    let board = position.board();
    let setup = Draughts::<R>::setup(&board);
    let mut text = String::from(colour_letter(position.turn(), player_1_is_white));
    let white = if player_1_is_white { Player::X } else { Player::O };
    for player in [white, !white] {
        text.push(':');
        text.push(colour_letter(player, player_1_is_white));
        let mut pieces: Vec<(usize, Square, Cell)> = setup
            .iter()
            .filter(|(_, cell)| cell.owner() == Some(player))
            .map(|(place, cell)| (square_names::number(rules, place), place, cell))
            .collect();
        pieces.sort_unstable_by_key(|&(number, ..)| number);
        for (index, (number, place, cell)) in pieces.into_iter().enumerate() {
            if index > 0 {
                text.push(',');
            }
            if cell.is_king() {
                text.push('K');
            }
            match rules.square_names {
                SquareNames::Algebraic => text.push_str(&square_names::place_name(rules, place)),
                _ => text.push_str(&number.to_string()),
            }
        }
    }
    text
}
