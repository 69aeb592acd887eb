//! Faults of players, and of board files and texts.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use arbitro_referee::{Activity, Clock, Detail, Excess, Fault, Slip, Warning, Wrong};
use arbitro_rules::draughts::DrawRule;
use arbitro_rules::judge::{Code, NameSlip, WrongName};
use arbitro_rules::line::NoStart;
use arbitro_rules::notation::quoridor::wall_name;
use arbitro_rules::notation::{
    BoardCause, BoardFault, Cell, Expected, FenError, Glyph, Leniency, MoveTextError, NoWall,
    SetupFault, Turn, UnreadableFile,
};
use arbitro_rules::plain_text::one_line;
use arbitro_rules::quoridor::{Direction, MAX_WALLS, Unplayable, Wall};
use arbitro_rules::{GameId, Player, Reason, card, cell_name};
use arbitro_table::texts;

use crate::diagnosed::sentence;
use crate::{Language, Message, Quoted, say};

arbitro_table::room!(
    pub "": FaultMessage, Lost, Slipped, Signal, LengthHint, Alternatives, impl BoardCause, impl BoardFault,
    impl DrawRule, impl Expected, impl FenError, impl Leniency, impl MoveTextError, impl NameSlip, impl NoStart,
    impl NoWall, impl SetupFault, impl Turn, impl Unplayable, impl UnreadableFile, impl Warning,
    impl Reason, Loser, Labelled, Count, Sentence, Kind, Phrase
);

/// The deed that lost the match.
#[derive(Clone, Copy, Debug)]
pub struct OfFault<'a> {
    /// The game that names its squares; `None` for one that only its record describes.
    pub game: Option<GameId>,
    /// The ply that it would have been.
    pub ply: u64,
    /// Or the sentence of a record without data that is understood.
    pub detail: Result<&'a Detail, &'a str>,
    /// The use that a late player made of its time.
    pub activity: Option<Activity>,
    /// A line that the player printed.
    pub printed: Option<&'a str>,
}

/// Several faults of a file in one sentence, at most the first few.
#[derive(Clone, Copy, Debug)]
pub struct Faults<'a, T>(pub &'a [T]);

/// Maximum faults listed of one file, unless all are requested.
pub const MAX_TOLD_FAULTS: usize = 10;

/// Maximum letters of a quoted line.
const MAX_QUOTED: usize = 200;

/// The legal moves of a piece, to follow a sentence about an illegal one.
#[texts("")]
#[derive(Clone, Copy, Debug)]
pub struct Alternatives<'a>(pub &'a [String]);

impl<T: Message> Message for Faults<'_, T> {
    fn words(&self, language: Language) -> Cow<'static, str> {
        let told = self.0.iter().take(MAX_TOLD_FAULTS);
        let mut told: Vec<Cow<'_, str>> = told.map(|it| say(it, language)).collect();
        let more = self.0.len() - told.len();
        if more > 0 {
            told.push(say(&FaultMessage::MoreFaults(more), language));
        }
        told.join(SEMICOLON.of(language)).into()
    }
}

impl<'a> OfFault<'a> {
    /// A fault of a match in a game, in the words of records.
    pub fn from_fault(fault: &'a Fault, game: GameId) -> OfFault<'a> {
        let detail = Ok(&fault.detail);
        OfFault { game: Some(game), ply: fault.ply, detail, activity: None, printed: None }
    }

    fn lost(&self, detail: &'a Detail) -> Lost<'a> {
        let slip = match detail {
            Detail::Late { slip, .. }
            | Detail::Killed { slip, .. }
            | Detail::Exited { slip, .. } => slip.as_ref(),
            _ => None,
        };
        let wrong = match detail {
            Detail::Board(wrong) => Some(wrong),
            _ => None,
        };
        Lost {
            detail,
            board: wrong.map(|wrong| WrongBoard { wrong, game: self.game }),
            by_lines: slip.is_some_and(Slip::is_by_lines),
            slip: slip.map(|slip| Slipped {
                slip,
                given: self.ply,
                board: self.ply.saturating_add(1),
            }),
        }
    }
}

impl Message for OfFault<'_> {
    fn words(&self, language: Language) -> Cow<'static, str> {
        let fault = match self.detail {
            Ok(detail) => say(&self.lost(detail), language),
            Err(text) => text.to_owned().into(),
        };
        let fault = match self.activity {
            Some(activity) => say(&FaultMessage::Spent { fault: &fault, activity }, language),
            None => fault,
        };
        match self.printed {
            // A record is a file like any other: the line may say anything.
            Some(line) => {
                let line = &one_line(line, MAX_QUOTED);
                say(&FaultMessage::Printed { fault: &fault, line }, language)
            }
            None => fault,
        }
    }
}

/// The deed of a player, with what is known besides.
#[texts("")]
struct Lost<'a> {
    detail: &'a Detail,
    board: Option<WrongBoard<'a>>,
    slip: Option<Slipped<'a>>,
    by_lines: bool,
}

/// Its deed instead of writing its board.
#[texts("")]
struct Slipped<'a> {
    slip: &'a Slip,
    // The board that it was given, and the one that it should have written.
    given: u64,
    board: u64,
}

/// The mistake in a board: the first that there is of cause, diagnosis and faults, because what explains all comes
/// before what explains one piece.
struct WrongBoard<'a> {
    wrong: &'a Wrong,
    game: Option<GameId>,
}

impl Message for WrongBoard<'_> {
    fn words(&self, language: Language) -> Cow<'static, str> {
        let name = self.game.map_or(cell_name as fn(_) -> _, |game| card(game).place_name);
        let cause = self.wrong.leading_cause().map(|it| cause_in_a_match(it, language));
        let diagnosis = self.wrong.diagnosis().map(|diagnosis| sentence(diagnosis, name, language));
        if let Wrong::Named(named) = self.wrong {
            let meant = diagnosis.as_deref().filter(|_| named.diagnosis.code != Code::NoSuchMove);
            let nearest = Some(named.nearest.join(", ")).filter(|it| !it.is_empty());
            let WrongName { read, slip, is_early, .. } = &**named;
            // A record is a file like any other.
            let read = &one_line(read, MAX_QUOTED);
            let (slip, is_early) = (slip.as_ref(), *is_early);
            return say(&FaultMessage::Named { read, meant, nearest, slip, is_early }, language);
        }
        let first = || self.wrong.faults().first().map(|fault| say(fault, language));
        // That no move leads to what is no board says nothing.
        if let Wrong::Misshapen { .. } = self.wrong {
            return cause.or_else(first).unwrap_or_default();
        }
        cause.or(diagnosis).or_else(first).unwrap_or_default()
    }
}

/// The cause of a board that a player wrote: the match's game is given, so another one is named and not advised.
fn cause_in_a_match(cause: &BoardCause, language: Language) -> Cow<'static, str> {
    match cause {
        BoardCause::OtherGame(games) => {
            say(&FaultMessage::BoardOfOther(GameId::list(games)), language)
        }
        BoardCause::Turned(turns, _) => {
            say(&BoardCause::Turned(turns.clone(), Vec::new()), language)
        }
        cause => say(cause, language),
    }
}

/// Parts of sentences, and what stands around others.
#[texts("")]
pub(crate) enum FaultMessage<'a> {
    // Games whose board it is.
    BoardOf(String),
    // The same of a player's board.
    BoardOfOther(String),
    MoreFaults(usize),
    Named {
        read: &'a str,
        // The mistake in the move.
        meant: Option<&'a str>,
        nearest: Option<String>,
        slip: Option<&'a NameSlip>,
        is_early: bool,
    },
    Printed {
        fault: &'a str,
        line: &'a str,
    },
    Spent {
        fault: &'a str,
        activity: Activity,
    },
    Wins {
        winner: Player,
        why: Option<&'a str>,
    },
}

/// A signal that usually comes from the program itself, by its name.
#[texts("")]
struct Signal {
    number: i32,
}

/// Turns of a board, any of which may fit.
struct Turns<'a>(&'a [Turn]);

impl Message for Turns<'_> {
    fn words(&self, language: Language) -> Cow<'static, str> {
        let turns = self.0.iter().map(|turn| say(turn, language));
        turns.collect::<Vec<_>>().join(&format!(" {} ", OR.of(language))).into()
    }
}

impl Message for Wall {
    fn words(&self, _: Language) -> Cow<'static, str> {
        wall_name(*self).into()
    }
}

/// The part that a line of a wrong length may lack.
#[texts("")]
enum LengthHint {
    /// An empty row, whose spaces are missing.
    EmptyRow,
    /// The spaces at its end.
    FinalSpaces,
    /// The spaces between cells.
    SpacesBetween,
    /// Anything else.
    Unknown,
}

impl LengthHint {
    /// Guesses it from the length of the line.
    const fn from_lengths(found: usize, expected: usize) -> LengthHint {
        if found == 0 {
            LengthHint::EmptyRow
        } else if found < expected && found % 2 == 1 {
            LengthHint::FinalSpaces
        } else if found == expected / 2 + 1 {
            LengthHint::SpacesBetween
        } else {
            LengthHint::Unknown
        }
    }
}

// Functions in texts.
fn all<T>(faults: &[T]) -> Faults<'_, T> {
    Faults(faults)
}

fn all_quoted(signs: &[char]) -> String {
    let quoted = signs.iter().map(|&sign| Glyph::Char(sign).quoted());
    quoted.collect::<Vec<_>>().join(" ")
}

fn alternatives(moves: &[String]) -> Alternatives<'_> {
    Alternatives(moves)
}

fn board_of(games: &[GameId]) -> Option<FaultMessage<'_>> {
    (!games.is_empty()).then(|| FaultMessage::BoardOf(GameId::list(games)))
}

fn cause(signal: &i32) -> Signal {
    Signal { number: *signal }
}

fn either(turns: &[Turn]) -> Turns<'_> {
    Turns(turns)
}

fn kib(bytes: &u64) -> u64 {
    bytes >> 10
}

fn length_hint(fault: &BoardFault) -> LengthHint {
    match fault {
        BoardFault::LineLength { found, expected, .. } => {
            LengthHint::from_lengths(*found, *expected)
        }
        _ => LengthHint::Unknown,
    }
}

fn listed(texts: &[String]) -> String {
    texts.join(", ")
}

fn number(player: &Player) -> u8 {
    player.number()
}

fn quoted<T: fmt::Debug + ?Sized>(text: &T) -> Quoted<&T> {
    Quoted(text)
}

fn seconds(time: &Duration) -> f64 {
    time.as_secs_f64()
}

fn sign(glyph: &Glyph) -> String {
    glyph.quoted()
}

/// A limit of bytes, in the unit that it is set in.
fn size(bytes: &u64) -> String {
    if *bytes < 1 << 20 { format!("{} KiB", bytes >> 10) } else { format!("{} MiB", bytes >> 20) }
}
