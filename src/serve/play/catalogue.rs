//! The available games, each with its rules in a few sentences of its rule book.

use serde::Serialize;

use super::Spot;
use super::shown::spot;
use arbitro_player::Level;
use arbitro_rules::draughts::{Capturing, Draughts, FirstColour, RuleSet};
use arbitro_rules::language::Language;
use arbitro_rules::notation::{Notation, numbered_place};
use arbitro_rules::quoridor::Quoridor;
use arbitro_rules::rule_book::{in_short, title};
use arbitro_rules::{GameId, Player};

/// A game as the catalogue shows it.
#[derive(Clone, Debug, Serialize)]
pub struct GameShown {
    /// Its name in commands.
    pub id: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// `draughts` or `quoridor`.
    pub family: &'static str,
    /// Squares from left to right.
    pub columns: usize,
    /// Squares from bottom to top.
    pub rows: usize,
    /// The colours of the sides.
    pub sides: Sides,
    /// The computer's levels, weakest first.
    pub levels: Vec<&'static str>,
    /// The rules in short.
    pub rules: Vec<String>,
    /// Says if capturing is compulsory, in games with captures.
    pub capture: Option<&'static str>,
    /// The starting board, as in a board file.
    pub board: String,
    /// The start in FEN or Quoridor's notation.
    pub fen: String,
    /// The dark squares in the order of their numbers.
    pub numbers: Option<Vec<Spot>>,
    /// Their names in the game's notation.
    pub names: Option<Vec<String>>,
}

/// Names of the sides.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Sides {
    /// Player 1, who moves first.
    pub x: &'static str,
    /// Player 2.
    pub o: &'static str,
}

/// Every game.
pub fn catalogue() -> Vec<GameShown> {
    GameId::ALL.into_iter().map(of).collect()
}

fn of(game: GameId) -> GameShown {
    arbitro_rules::with_game!(game, G => <G as Catalogued>::entry())
}

const fn sides(first: FirstColour) -> Sides {
    match first {
        FirstColour::White => Sides { x: "white", o: "black" },
        FirstColour::Black => Sides { x: "black", o: "white" },
    }
}

/// Returns the name of a side, at the beginning of a sentence or in it.
pub(super) fn side_name(game: GameId, player: Player, language: Language) -> &'static str {
    let sides = arbitro_rules::with_game!(game, G => <G as Catalogued>::SIDES);
    let colour = match player {
        Player::X => sides.x,
        Player::O => sides.o,
    };
    if colour == "white" {
        language.pick("White", "Bianco", "Blanc")
    } else {
        language.pick("Black", "Nero", "Noir")
    }
}

/// A game that has an entry.
trait Catalogued: Notation {
    const SIDES: Sides;

    fn entry() -> GameShown;
}

fn entry<G: Catalogued>(size: usize) -> GameShown {
    let start = G::start();
    GameShown {
        id: G::ID.name(),
        name: title(G::ID),
        family: if G::ID.is_draughts() { "draughts" } else { "quoridor" },
        columns: size,
        rows: size,
        sides: G::SIDES,
        levels: Level::ALL.map(Level::name).to_vec(),
        rules: in_short(G::ID),
        capture: None,
        board: G::write_board(&start.board()),
        fen: start.write_fen(),
        numbers: None,
        names: None,
    }
}

impl<R: RuleSet> Catalogued for Draughts<R> {
    const SIDES: Sides = sides(R::RULES.first_colour);

    fn entry() -> GameShown {
        let rules = R::RULES;
        let squares = rules.size * rules.size / 2;
        let places: Vec<_> =
            (1..=squares).filter_map(|number| numbered_place(&rules, number)).collect();
        GameShown {
            capture: Some(match rules.capturing {
                Capturing::Optional => "optional",
                Capturing::Forced => "compulsory",
            }),
            numbers: Some(places.iter().copied().map(spot).collect()),
            names: Some(places.into_iter().map(Self::place_name).collect()),
            ..entry::<Self>(rules.size)
        }
    }
}

impl Catalogued for Quoridor {
    const SIDES: Sides = sides(FirstColour::White);

    fn entry() -> GameShown {
        entry::<Self>(Self::DEFAULT_SIZE)
    }
}
