//! Writes a game as PDN 3.0: captures with the GameType's separator, a star as the end of a game,
//! whose result is a tag only.
//!
//! Squares that a rule set writes as `(row,column)`, which would be a variation in PDN, are
//! numbered as in its FEN. Moves are copied, not judged: at a text that is not a move, the game
//! ends with a comment that says so.

use std::borrow::Cow;
use std::io::{self, Write};

use arbitro_rules::Square;
use arbitro_rules::draughts::{Rules, SquareNames};
use arbitro_rules::notation::square_number;

/// Maximum width of a line of moves.
const WIDTH: usize = 80;

/// Marks the end of a game, because a result like `1-1` looks like a move.
const GAME_SEPARATOR: &str = "*";

/// A tag's name and value.
pub type Tag<'a> = (Cow<'a, str>, Cow<'a, str>);

/// A game to write.
#[derive(Clone, Debug)]
pub struct Written<'a, M> {
    /// Tags in order.
    pub tags: Vec<Tag<'a>>,
    /// The comment before the first move.
    pub comment: Option<&'a str>,
    /// Moves in the game's notation, each with its comment.
    pub moves: M,
    /// True if the second player makes the first move.
    pub second_player_starts: bool,
    /// The sign between the squares of a capture.
    pub capture_sign: char,
}

/// Writes a game followed by a blank line.
pub fn write<'a, M>(out: &mut impl Write, rules: &Rules, game: Written<'a, M>) -> io::Result<()>
where
    M: Iterator<Item = (&'a str, Option<&'a str>)>,
{
    for (name, value) in &game.tags {
        tag(out, name, value)?;
    }
    writeln!(out)?;
    let mut wrapped = Wrapped { out, column: 0 };
    if let Some(text) = game.comment {
        wrapped.comment(text)?;
    }
    let first = usize::from(game.second_player_starts);
    let mut needs_number = true;
    for (ply, (text, comment)) in game.moves.enumerate() {
        let Some(text) = pdn_move(rules, text, game.capture_sign) else {
            wrapped.write("{what follows in the record is no move}")?;
            break;
        };
        let turn = ply + first;
        let number = turn / 2 + 1;
        if turn.is_multiple_of(2) {
            wrapped.write(&format!("{number}."))?;
        } else if needs_number {
            wrapped.write(&format!("{number}..."))?;
        }
        wrapped.write(&text)?;
        needs_number = comment.is_some();
        if let Some(comment) = comment {
            wrapped.comment(comment)?;
        }
    }
    wrapped.write(GAME_SEPARATOR)?;
    writeln!(out, "\n")
}

fn tag(out: &mut impl Write, name: &str, value: &str) -> io::Result<()> {
    write!(out, "[{name} \"")?;
    for letter in value.chars() {
        match letter {
            '"' | '\\' => write!(out, "\\{letter}")?,
            control if control.is_control() => write!(out, " ")?,
            other => write!(out, "{other}")?,
        }
    }
    writeln!(out, "\"]")
}

struct Wrapped<'a, W> {
    out: &'a mut W,
    column: usize,
}

impl<W: Write> Wrapped<'_, W> {
    fn write(&mut self, word: &str) -> io::Result<()> {
        let gap = if self.column == 0 {
            ""
        } else if self.column + 1 + word.len() > WIDTH {
            self.column = 0;
            "\n"
        } else {
            self.column += 1;
            " "
        };
        self.column += word.len();
        write!(self.out, "{gap}{word}")
    }

    /// Writes a comment in braces as one word, because a line break inside it would be read back as
    /// a blank. Removes characters that would end it, or look like tags to a tolerant reader.
    fn comment(&mut self, text: &str) -> io::Result<()> {
        let kept: String = text
            .chars()
            .map(|letter| match letter {
                '{' => '(',
                '}' => ')',
                control if control.is_control() => ' ',
                other => other,
            })
            .collect();
        self.write(&format!("{{{kept}}}"))
    }
}

/// Writes a move in PDN; `None` if the text is not written like a move.
fn pdn_move(rules: &Rules, text: &str, capture_sign: char) -> Option<String> {
    let mut written = String::with_capacity(text.len());
    for part in text.split_inclusive(['-', 'x']) {
        let square = part.trim_end_matches(['-', 'x']);
        written.push_str(&pdn_square(rules, square)?);
        match &part[square.len()..] {
            "x" => written.push(capture_sign),
            other => written.push_str(other),
        }
    }
    text.ends_with(|last: char| last.is_ascii_digit() || last == ')').then_some(written)
}

fn pdn_square(rules: &Rules, name: &str) -> Option<String> {
    if rules.square_names == SquareNames::Coordinates {
        let (row, column) = name.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
        let number = |text: &str| text.parse().ok().filter(|&it: &usize| it < rules.size);
        let place = Square::at(number(row)?, number(column)?);
        return Some(square_number(rules, place).to_string());
    }
    let digits = name.trim_start_matches(|letter: char| ('a'..='j').contains(&letter));
    let is_name = name.len() - digits.len() <= 1
        && (1..=2).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_name.then(|| name.to_owned())
}
