//! The games on offer, each with its rules in a few sentences made from its row of data.

use serde::Serialize;

use super::Spot;
use super::shown::spot;
use arbitro_player::Level;
use arbitro_rules::draughts::{
    Capturing, Chain, Crowning, Draughts, FirstColour, KingReach, MenCapture, Priority, RuleSet,
    Rules,
};
use arbitro_rules::notation::{Notation, numbered_place};
use arbitro_rules::quoridor::Quoridor;
use arbitro_rules::{Game, GameId, Player};

/// A game as the catalogue shows it.
#[derive(Clone, Debug, Serialize)]
pub struct GameShown {
    /// Its name in every command.
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
    /// The computer's levels, the weakest first.
    pub levels: Vec<&'static str>,
    /// The rules in short.
    pub rules: Vec<String>,
    /// Whether capturing is compulsory, where there are captures.
    pub capture: Option<&'static str>,
    /// The start, as a board file says it.
    pub board: String,
    /// The start in one line.
    pub fen: String,
    /// The dark squares in the order of their numbers.
    pub numbers: Option<Vec<Spot>>,
    /// What the game's notation calls them.
    pub names: Option<Vec<String>>,
}

/// What the sides are called.
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

const fn name(game: GameId) -> &'static str {
    match game {
        GameId::Dama => "Course draughts",
        GameId::Guide => "Guide draughts",
        GameId::English => "English draughts",
        GameId::Italian => "Italian draughts",
        GameId::International => "International draughts",
        GameId::Frenchfree => "Free 10×10 draughts",
        GameId::Russian => "Russian draughts",
        GameId::Brazilian => "Brazilian draughts",
        GameId::Quoridor => "Quoridor",
    }
}

const fn sides(first: FirstColour) -> Sides {
    match first {
        FirstColour::White => Sides {
            x: "white",
            o: "black",
        },
        FirstColour::Black => Sides {
            x: "black",
            o: "white",
        },
    }
}

/// What a side is called at the beginning of a sentence or in it.
pub(super) fn side_name(game: GameId, player: Player) -> &'static str {
    let sides = arbitro_rules::with_game!(game, G => <G as Catalogued>::SIDES);
    let colour = match player {
        Player::X => sides.x,
        Player::O => sides.o,
    };
    if colour == "white" { "White" } else { "Black" }
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
        name: name(G::ID),
        family: if G::ID.is_draughts() {
            "draughts"
        } else {
            "quoridor"
        },
        columns: size,
        rows: size,
        sides: G::SIDES,
        levels: Level::ALL.map(Level::name).to_vec(),
        rules: Vec::new(),
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
        let places: Vec<_> = (1..=squares)
            .filter_map(|number| numbered_place(&rules, number))
            .collect();
        GameShown {
            rules: draughts_rules(&rules),
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
        GameShown {
            rules: quoridor_rules(),
            ..entry::<Self>(Self::USUAL_SIZE)
        }
    }
}

fn draughts_rules(rules: &Rules) -> Vec<String> {
    let size = rules.size;
    let mut said = vec![format!(
        "{size}×{size} squares, {} men each; men go one step diagonally forward.",
        rules.pieces()
    )];
    said.push(
        match rules.men_capture {
            MenCapture::Forward => "Men capture forward only.",
            MenCapture::AllWays => "Men capture forward and backward.",
        }
        .into(),
    );
    if !rules.men_take_kings {
        said.push("A man may not capture a king.".into());
    }
    said.push(
        match rules.kings {
            KingReach::Short => "Kings go one step in any direction.",
            KingReach::Flying => "Kings fly: any number of free squares in any direction.",
        }
        .into(),
    );
    said.push(
        match (rules.capturing, rules.chain) {
            (Capturing::Optional, Chain::Single) => {
                "Capturing is your choice, and a turn takes one piece at most."
            }
            (Capturing::Optional, Chain::Whole) => {
                "Capturing is your choice; who captures goes on as long as possible."
            }
            (Capturing::Forced, Chain::Single) => {
                "Capturing is compulsory, and a turn takes one piece."
            }
            (Capturing::Forced, Chain::Whole) => {
                "Capturing is compulsory and goes on as long as possible."
            }
        }
        .into(),
    );
    match rules.priority {
        Priority::Free => {}
        Priority::MostPieces => said.push("The capture that takes the most pieces must be made.".into()),
        Priority::Italian => said.push(
            "Of several captures: the most pieces, then with a king, then the most kings, then the king met first."
                .into(),
        ),
    }
    // Where a turn is one jump, nobody touches the last row on the way.
    if rules.chain == Chain::Whole {
        said.push(
            match rules.crowning {
                Crowning::EndsMove => {
                    "A man that reaches the last row is crowned, and its move ends."
                }
                Crowning::OnlyAtEnd => "A man is crowned only if its move ends on the last row.",
                Crowning::GoesOn => {
                    "A man that touches the last row in a capture is crowned at once and goes on."
                }
            }
            .into(),
        );
    }
    said.push("Who has no pieces left or cannot move loses.".into());
    said.push(match rules.draws.repetitions {
        Some(times) => format!(
            "A draw when a position stands for the {} time, or after {} plies.",
            ordinal(times),
            rules.ply_limit
        ),
        None => format!("A draw after {} plies.", rules.ply_limit),
    });
    said
}

fn ordinal(number: u32) -> String {
    match number {
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        other => format!("{other}th"),
    }
}

fn quoridor_rules() -> Vec<String> {
    let size = Quoridor::USUAL_SIZE;
    vec![
        format!(
            "{size}×{size} squares; the first pawn on the other side wins."
        ),
        format!(
            "A turn is a step of the pawn or a wall, two squares long; each side has {} walls.",
            Quoridor::USUAL_WALLS
        ),
        "A pawn jumps straight over the other; where a wall or the edge forbids it, diagonally beside it.".to_owned(),
        "Walls may not overlap or cross, and must leave both pawns a way to their goals.".to_owned(),
        format!(
            "A draw when a position stands for the third time, or after {} plies.",
            Quoridor::PLY_LIMIT
        ),
    ]
}
