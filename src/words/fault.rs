//! Faults of players, and of board files and texts.

use std::borrow::Cow;

use crate::diagnosed::sentence;
use crate::{Language, Message, en, fr, it, say};
use arbitro_referee::{Detail, Fault, Warning, Wrong};
use arbitro_rules::draughts::DrawRule;
use arbitro_rules::line::NoStart;
use arbitro_rules::notation::{
    BoardCause, BoardFault, FenError, Glyph, Leniency, MoveTextError, SetupFault,
};
use arbitro_rules::{GameId, card, cell_name};

/// What a player did that lost the match.
#[derive(Clone, Copy, Debug)]
pub struct OfFault<'a> {
    /// The game that names its squares; `None` for one that only its record describes.
    pub game: Option<GameId>,
    /// The ply that it would have been.
    pub ply: u64,
    /// Or the sentence of a record without data that is understood.
    pub detail: Result<&'a Detail, &'a str>,
    /// A line that the player printed.
    pub printed: Option<&'a str>,
}

/// Several faults of a file in one sentence, at most the first few.
#[derive(Clone, Copy, Debug)]
pub struct Faults<'a, T>(pub &'a [T]);

/// Maximum faults said of one file, unless all are requested.
pub const MAX_TOLD_FAULTS: usize = 10;

/// The legal moves of a piece, to follow a sentence about an illegal one.
#[derive(Clone, Copy, Debug)]
pub struct Alternatives<'a>(pub &'a [String]);

crate::messages! {
    Alternatives<'_>: alternatives;
    BoardFault: board_fault;
    BoardCause: board_cause;
    DrawRule: draw_rule;
    FenError: fen;
    Leniency: leniency;
    MoveTextError: move_text;
    SetupFault: setup_fault;
    Warning: warning;
}

impl<T: Message> Message for Faults<'_, T> {
    fn words(&self, language: Language) -> Cow<'static, str> {
        let told = self.0.iter().take(MAX_TOLD_FAULTS);
        let mut told: Vec<Cow<'_, str>> = told.map(|it| say(it, language)).collect();
        let more = self.0.len() - told.len();
        if more > 0 {
            told.push(match language {
                Language::English => en::more_faults(more).into(),
                Language::Italian => it::more_faults(more).into(),
                Language::French => fr::more_faults(more).into(),
            });
        }
        let between = if language == Language::French { "\u{202f}; " } else { "; " };
        told.join(between).into()
    }
}

impl Message for NoStart {
    fn words(&self, language: Language) -> Cow<'static, str> {
        match self {
            NoStart::Fen(why) => say(why, language),
            NoStart::Board { cause: Some(cause), .. } => say(cause, language),
            NoStart::Board { faults, cause: None } => say(&Faults(faults), language),
            NoStart::Quoridor(why) => say(&SetupFault::Quoridor(*why), language),
            NoStart::Moves(why) => say(why, language),
            NoStart::NoRules => no_rules(language).into(),
            NoStart::OneSize(game) => match language {
                Language::English => en::one_size(*game),
                Language::Italian => it::one_size(*game),
                Language::French => fr::one_size(*game),
            }
            .into(),
        }
    }
}

impl<'a> OfFault<'a> {
    /// A fault of a match in a game, in the words of records.
    pub fn of(fault: &'a Fault, game: GameId) -> OfFault<'a> {
        let detail = Ok(&fault.detail);
        OfFault { game: Some(game), ply: fault.ply, detail, printed: None }
    }

    /// Says what is wrong with a board: the first that there is of cause, diagnosis and faults: what explains all
    /// comes before what explains one piece.
    pub(crate) fn wrong(&self, wrong: &Wrong, language: Language) -> String {
        let (cause, faults) = (wrong.leading_cause(), wrong.faults());
        let cause = cause.map(|it| say(it, language));
        let name = self.game.map_or(cell_name as fn(_) -> _, |game| card(game).place_name);
        let diagnosis = wrong.diagnosis().map(|it| sentence(it, name, language));
        let first = || faults.first().map(|it| say(it, language));
        cause.or(diagnosis).or_else(first).unwrap_or_default().into_owned()
    }
}

impl Message for OfFault<'_> {
    fn words(&self, language: Language) -> Cow<'static, str> {
        let text = match (self.detail, language) {
            (Err(text), _) => text.to_owned(),
            (Ok(detail), Language::English) => en::fault(detail, self),
            (Ok(detail), Language::Italian) => it::fault(detail, self),
            (Ok(detail), Language::French) => fr::fault(detail, self),
        };
        let printed = self.printed.map(|line| match language {
            Language::English => en::printed(line),
            Language::Italian => it::printed(line),
            Language::French => fr::printed(line),
        });
        match (printed, language) {
            (Some(printed), Language::French) => format!("{text}\u{202f}; {printed}").into(),
            (Some(printed), _) => format!("{text}; {printed}").into(),
            (None, _) => text.into(),
        }
    }
}

const fn no_rules(language: Language) -> &'static str {
    match language {
        Language::English => "its rules are not at hand",
        Language::Italian => "le sue regole non sono disponibili",
        Language::French => "ses règles ne sont pas disponibles",
    }
}

/// A limit of bytes, in the unit that it is set in.
pub(crate) fn size(bytes: u64) -> String {
    if bytes < 1 << 20 { format!("{} KiB", bytes >> 10) } else { format!("{} MiB", bytes >> 20) }
}

/// Lists signs, each in quotes.
pub(crate) fn quoted(signs: &[char]) -> String {
    let quoted = signs.iter().map(|&sign| Glyph::Char(sign).quoted());
    quoted.collect::<Vec<_>>().join(" ")
}

/// What a line of a wrong length may lack.
#[derive(Clone, Copy)]
pub(crate) enum LengthHint {
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
    pub(crate) const fn of(found: usize, expected: usize) -> LengthHint {
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
