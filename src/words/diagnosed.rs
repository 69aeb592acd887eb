//! Diagnoses. A sentence says what happened, with its squares, then the rule it breaks. The game names
//! the squares, so that each game keeps its own names. The facts are found here once, for all languages.

use std::borrow::Cow;

use arbitro_rules::judge::{Code, Diagnosis, Miscount, Piece};
use arbitro_rules::plain_text::one_line;
use arbitro_rules::{GameId, Player, Square, card};
use arbitro_table::texts;

use crate::{Choice, Language, Message, own_text, say};

/// A diagnosis of a move in a game.
#[derive(Clone, Copy, Debug)]
pub struct Diagnosed<'a> {
    pub game: GameId,
    pub diagnosis: &'a Diagnosis,
}

impl Message for Diagnosed<'_> {
    fn words(&self, language: Language) -> Cow<'static, str> {
        sentence(self.diagnosis, card(self.game).place_name, language)
    }
}

/// The facts of a diagnosis.
#[texts("")]
struct Sentence<'a> {
    code: Code,
    mover: Player,
    opponent: Player,
    kind: Kind,
    from: &'a Phrase<'a>,
    to: &'a Phrase<'a>,
    went: Phrase<'a>,
    others: Phrase<'a>,
    // Names of the other squares, where they are cells of a written game.
    cells: Option<String>,
    walls: Phrase<'a>,
    has_walls: bool,
    touched: Option<String>,
    // A legal move that shows what the rule asks for.
    instead: Option<String>,
    miscount: Option<Miscount>,
    rule: Option<u8>,
}

/// The noun for a piece, of which languages know the gender.
#[texts("")]
#[derive(Clone, Copy)]
enum Kind {
    Man,
    King,
    Pawn,
    Piece,
}

impl Kind {
    const fn for_piece(piece: Option<Piece>) -> Kind {
        match piece {
            Some(Piece::Man) => Kind::Man,
            Some(Piece::King) => Kind::King,
            Some(Piece::Pawn) => Kind::Pawn,
            None => Kind::Piece,
        }
    }
}

/// A part of a sentence. A place has its preposition, where the language has more than one; walls have their article.
#[texts("")]
enum Phrase<'a> {
    From(Option<String>),
    To(Option<String>),
    Others(Names),
    Walls(Names),
    Went { kind: Kind, from: &'a Phrase<'a>, to: &'a Phrase<'a> },
}

/// A place is there, other squares are one, walls are not several.
impl Choice for Phrase<'_> {
    fn is_first(&self, _: Language) -> bool {
        match self {
            Phrase::From(place) | Phrase::To(place) => place.is_some(),
            Phrase::Others(names) => matches!(names, Names::One(_)),
            Phrase::Walls(names) => !matches!(names, Names::Several { .. }),
            Phrase::Went { .. } => true,
        }
    }
}

/// Names in a list.
enum Names {
    None,
    One(String),
    Several { rest: String, last: String },
}

impl Names {
    fn from_list(names: &[String]) -> Names {
        match names {
            [] => Names::None,
            [name] => Names::One(name.clone()),
            [rest @ .., last] => Names::Several { rest: rest.join(", "), last: last.clone() },
        }
    }
}

/// Maximum letters of what another program wrote.
const MAX_SAID: usize = 400;

/// Says a diagnosis with these names of squares.
pub(crate) fn sentence(
    diagnosis: &Diagnosis,
    name: fn(Square) -> String,
    language: Language,
) -> Cow<'static, str> {
    if let Some(text) = &diagnosis.by_the_program {
        return one_line(own_text(text, language), MAX_SAID).into();
    }
    let kind = Kind::for_piece(diagnosis.piece);
    let from = Phrase::From(diagnosis.from.map(name));
    let to = Phrase::To(diagnosis.to.map(name));
    let others: Vec<String> = diagnosis.others.iter().copied().map(name).collect();
    let facts = Sentence {
        code: diagnosis.code,
        mover: diagnosis.mover,
        opponent: !diagnosis.mover,
        kind,
        went: Phrase::Went { kind, from: &from, to: &to },
        from: &from,
        to: &to,
        others: Phrase::Others(Names::from_list(&others)),
        cells: (!others.is_empty()).then(|| others.join(" ")),
        walls: Phrase::Walls(Names::from_list(diagnosis.walls())),
        has_walls: !diagnosis.walls().is_empty(),
        touched: diagnosis.touched.map(name),
        instead: diagnosis.instead.as_ref().map(|instead| one_line(instead, MAX_SAID)),
        miscount: diagnosis.miscount(),
        rule: diagnosis.rule,
    };
    say(&facts, language)
}
