//! `games.pdn`: the matches that count, one game each, for other programs.
//!
//! Squares are named as PDN can: where a rule set writes `(row,column)`, which would be a variation
//! there, they are numbered as in its FEN. Nothing is replayed: moves are copied, and where a record
//! holds what is no move, the game ends there with a comment.

use std::io::{self, Write};
use std::path::Path;

use super::counted::{Counted, CountedMatch};
use super::{ReportError, draughts_rules};
use crate::notation::{Place, square_number};
use crate::rules::GameId;
use crate::rules::draughts::{FirstColour, Rules, SquareNames};
use crate::tournament::{Results, Settings, store};

/// Its name.
pub const PDN: &str = "games.pdn";

/// The longest line of moves.
const WIDTH: usize = 80;

/// Writes `games.pdn` into a tournament's folder, whole or not at all; nothing where the game is not
/// draughts.
///
/// # Errors
///
/// When the journal cannot be read or the file not written.
pub fn write_pdn(folder: &Path, results: &Results) -> Result<(), ReportError> {
    let counted = Counted::of(results);
    let settings = &results.file.settings;
    let Some(rules) = draughts_rules(settings.game) else {
        return Ok(());
    };
    let written = store(&folder.join(PDN), |out| {
        counted.each(folder, |it| write_game(out, settings, &rules, &it))?;
        Ok(())
    });
    written.map_err(|source| ReportError::Write { file: PDN, source })
}

fn write_game(
    out: &mut impl Write,
    settings: &Settings,
    rules: &Rules,
    played: &CountedMatch,
) -> io::Result<()> {
    let record = &played.record;
    let name = |of: fn(&crate::history::Players) -> &crate::history::Named| {
        record.players.as_ref().map_or("?", |it| &of(it).name)
    };
    let (x, o) = (name(|it| &it.x), name(|it| &it.o));
    let player_1_is_white = rules.first_colour == FirstColour::White;
    let (white, black) = if player_1_is_white { (x, o) } else { (o, x) };
    let result = match record.winner.as_deref() {
        None => "1/2-1/2",
        Some(winner) if (winner == "x") == player_1_is_white => "1-0",
        Some(_) => "0-1",
    };
    let Settings {
        game, format, seed, ..
    } = settings;
    let round = record.round.map_or("?".to_owned(), |it| it.to_string());
    tag(out, "Event", &format!("{game}, {format}, seed {seed}"))?;
    tag(out, "Site", "?")?;
    tag(out, "Round", &round)?;
    tag(out, "White", white)?;
    tag(out, "Black", black)?;
    tag(out, "Result", result)?;
    if let Some(number) = game_type(*game) {
        tag(out, "GameType", number)?;
    }
    if let Some(start) = &record.start {
        tag(out, "SetUp", "1")?;
        tag(out, "FEN", start)?;
    }
    if let Some(reason) = &record.reason {
        tag(out, "Termination", reason)?;
    }
    tag(out, "ArbitroGame", game.name())?;
    tag(out, "ArbitroMatch", &played.id.to_string())?;
    writeln!(out)?;
    write_moves(out, rules, &record.moves, result)?;
    writeln!(out, "\n")
}

/// The number that PDN 3.0 gives a game. The others have none: a number near enough would lie.
const fn game_type(game: GameId) -> Option<&'static str> {
    match game {
        GameId::International => Some("20"),
        GameId::English => Some("21"),
        GameId::Italian => Some("22"),
        GameId::Russian => Some("25"),
        GameId::Brazilian => Some("26"),
        GameId::Dama | GameId::Guide | GameId::Frenchfree | GameId::Quoridor => None,
    }
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

fn write_moves(out: &mut impl Write, rules: &Rules, moves: &str, result: &str) -> io::Result<()> {
    let mut wrapped = Wrapped { out, column: 0 };
    for (ply, text) in moves.split_whitespace().enumerate() {
        let Some(text) = pdn_move(rules, text) else {
            wrapped.write("{what follows in the record is no move}")?;
            break;
        };
        if ply % 2 == 0 {
            wrapped.write(&format!("{}.", ply / 2 + 1))?;
        }
        wrapped.write(&text)?;
    }
    wrapped.write(result)
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
}

/// A move as PDN writes it, if it is written as one.
fn pdn_move(rules: &Rules, text: &str) -> Option<String> {
    let mut written = String::with_capacity(text.len());
    for part in text.split_inclusive(['-', 'x']) {
        let square = part.trim_end_matches(['-', 'x']);
        written.push_str(&pdn_square(rules, square)?);
        written.push_str(&part[square.len()..]);
    }
    text.ends_with(|last: char| last.is_ascii_digit() || last == ')')
        .then_some(written)
}

fn pdn_square(rules: &Rules, name: &str) -> Option<String> {
    if rules.square_names == SquareNames::Coordinates {
        let (row, column) = name.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
        let number = |text: &str| text.parse().ok().filter(|&it: &usize| it < rules.size);
        let place = Place::new(number(row)?, number(column)?);
        return Some(square_number(rules, place).to_string());
    }
    let digits = name.trim_start_matches(|letter: char| ('a'..='j').contains(&letter));
    let is_name = name.len() - digits.len() <= 1
        && (1..=2).contains(&digits.len())
        && digits.bytes().all(|it| it.is_ascii_digit());
    is_name.then(|| name.to_owned())
}
