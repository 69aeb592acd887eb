//! Builds the rule book of a draughts set from its row of the rule table.
//!
//! The diagrams come from [`diagrams`](super::diagrams).

use super::diagrams::{Label, Legal, Scenes, board_text, legal};
use super::{
    FORFEIT, Illustration, RuleBookPart, Section, limit_sentence, number, repetition_sentence,
};
use arbitro_rules::draughts::{
    Capturing, Chain, Crowning, DarkCorner, FirstColour, Geometry, KingLanding, KingReach,
    MenCapture, Priority, Rules, SquareNames,
};
use arbitro_rules::line::{Start, open};
use arbitro_rules::notation::{Cell, Setup};
use arbitro_rules::{GameId, Player};

/// Introduces the game. The sentence does not repeat the rule table.
pub(super) const fn intro(game: GameId) -> &'static str {
    match game {
        GameId::Dama => "The draughts of the course, and the game when no other is named.",
        GameId::Guide => "The draughts of the JavaScript guide.",
        GameId::English => "English draughts, called checkers in America.",
        GameId::Italian => "Italian draughts by the rules of the Italian federation.",
        GameId::International => "International draughts, as the world federation (FMJD) plays it.",
        GameId::Frenchfree => "International draughts with a free choice of captures.",
        GameId::Russian => "Russian draughts, also called shashki.",
        GameId::Brazilian => "The rules of international draughts on a smaller board.",
        GameId::Pool => {
            "American pool checkers, as it is played in the south of the United States."
        }
        GameId::Spanish => "Spanish draughts, which is also played in Portugal.",
        GameId::Czech => "Czech draughts, as the Czech federation plays it.",
        GameId::Thai => "Thai draughts, called makhos in Thailand.",
        GameId::Quoridor | GameId::Written(_) => "",
    }
}

/// Builds the sections for a row of the table, with diagrams whose moves come from the game's own
/// generator.
pub fn draughts_sections(game: GameId, rules: &Rules) -> Vec<Section> {
    let scenes = Scenes { game, rules };
    vec![
        section(
            "Aim",
            vec![text(
                "A player wins when the opponent has no pieces left, or is to move and has no legal move.",
            )],
        ),
        section("Board and start", board(&scenes)),
        section("How men move", men(&scenes)),
        section("How kings move", kings(&scenes)),
        section("Captures", captures(&scenes)),
        section("Which capture to choose", choosing(&scenes)),
        section("Promotion", promotion(&scenes)),
        section(
            "End of the match",
            vec![
                text(
                    "A player without pieces loses. A player that is to move and has no legal move loses too, \
                 even if it has pieces left.",
                ),
                text(FORFEIT),
            ],
        ),
        section("Draws", vec![Some(RuleBookPart::Points(draws(rules)))]),
        section("How it is written", written(&scenes)),
    ]
}

fn section(heading: &'static str, parts: Vec<Option<RuleBookPart>>) -> Section {
    Section { heading, parts: parts.into_iter().flatten().collect() }
}

fn text(text: impl Into<String>) -> Option<RuleBookPart> {
    Some(RuleBookPart::Text(text.into()))
}

const X: Cell = Cell::Man(Player::X);
const O: Cell = Cell::Man(Player::O);
const X_KING: Cell = Cell::King(Player::X);
const O_KING: Cell = Cell::King(Player::O);

fn board(scenes: &Scenes<'_>) -> Vec<Option<RuleBookPart>> {
    let rules = scenes.rules;
    let corner = match rules.dark_corner {
        DarkCorner::Left => "left",
        DarkCorner::Right => "right",
    };
    let squares = rules.size * rules.size / 2;
    let board = open(scenes.game, Start::Usual, None).map(|it| it.board(0)).unwrap_or_default();
    vec![
        text(format!(
            "The board has {0} rows and {0} columns. Only its {squares} dark squares are used. Each \
             player has a dark corner square at its {corner}.",
            rules.size
        )),
        text(format!(
            "Each player starts with {} men, on the dark squares of the {} rows nearest to it. Player 1 \
             (`x`) sits at the bottom, moves up and begins. Player 2 (`o`) sits at the top and moves \
             down. The players take turns, and each turn moves one piece. Diagrams show `x` light and \
             `o` dark; kings are capital letters or wear a crown.",
            rules.pieces(),
            number(rules.men_rows)
        )),
        Some(RuleBookPart::Picture(Illustration {
            game: scenes.game,
            file: format!("{}-start", scenes.game),
            title: "The start",
            board,
            marks: Vec::new(),
            caption: "The start.".to_owned(),
        })),
    ]
}

fn men(scenes: &Scenes<'_>) -> Vec<Option<RuleBookPart>> {
    let size = scenes.rules.size;
    let name = scenes.name(scenes.place(2, 2));
    vec![
        text("A man steps one square diagonally forward, to an empty square."),
        scenes.picture(
            &Label { file: "man", title: "Steps of a man" },
            &[(X, 2, 2), (O, size - 1, size - 1)],
            Some((2, 2)),
            |legal| format!("The man on {name} may step to {}.", legal.to()),
        ),
    ]
}

fn kings(scenes: &Scenes<'_>) -> Vec<Option<RuleBookPart>> {
    let rules = scenes.rules;
    let size = rules.size;
    let name = scenes.name(scenes.place(3, 3));
    let own = scenes.name(scenes.place(5, 5));
    vec![
        text(match rules.kings {
            KingReach::Short => {
                "A king steps one square diagonally, forward or backward, to an empty square."
            }
            KingReach::Flying => {
                "A king flies: it goes any number of squares diagonally, forward or backward, as long as \
                 all of them are empty."
            }
        }),
        scenes.picture(
            &Label { file: "king", title: "Moves of a king" },
            &[(X_KING, 3, 3), (X, 5, 5), (O, size - 1, 1)],
            Some((3, 3)),
            |legal| {
                let end = match rules.kings {
                    KingReach::Short => String::new(),
                    KingReach::Flying => format!(" Its own man on {own} stops it."),
                };
                format!("The king on {name} may go to {}.{end}", legal.to())
            },
        ),
    ]
}

fn captures(scenes: &Scenes<'_>) -> Vec<Option<RuleBookPart>> {
    let rules = scenes.rules;
    let size = rules.size;
    let man = scenes.name(scenes.place(3, 3));
    let mut parts = vec![
        text(
            "A man captures by a jump: an enemy piece stands on the next square of a diagonal, and the \
             square behind it is empty. The man lands there, and the enemy piece leaves the board.",
        ),
        text(match rules.men_capture {
            MenCapture::Forward => "Men capture forward only.",
            MenCapture::AllWays => {
                "Men capture in all four directions, although they step forward only."
            }
        }),
        text(match rules.men_take_kings {
            true => "A man may capture men and kings.",
            false => "A man may capture men, but never a king. Kings capture men and kings.",
        }),
        scenes.picture(
            &Label { file: "man-captures", title: "Captures of a man" },
            &[(X, 3, 3), (O, 4, 4), (O, 2, 2)],
            Some((3, 3)),
            |legal| match rules.capturing {
                Capturing::Optional => {
                    format!("The man on {man} may step or capture, and so go to {}.", legal.to())
                }
                Capturing::Forced => {
                    format!("The man on {man} must capture, and lands on {}.", legal.to())
                }
            },
        ),
    ];
    if !rules.men_take_kings {
        parts.push(scenes.picture(
            &Label { file: "man-and-king", title: "A man cannot capture a king" },
            &[(X, 3, 3), (O_KING, 4, 4), (O, 7, 1)],
            Some((3, 3)),
            |legal| {
                format!("The man on {man} may not capture the king, only step to {}.", legal.to())
            },
        ));
    }
    parts.push(text(match (rules.kings, rules.king_landing) {
        (KingReach::Short, _) => {
            "A king captures in the same way, in all four directions: it jumps over a neighbouring enemy \
             piece and lands just behind it."
        }
        (KingReach::Flying, KingLanding::JustBehind) => {
            "A king captures from afar, in all four directions: any number of empty squares may lie before \
             the enemy piece, but the king lands on the square just behind it. It jumps over one piece at a \
             time, and never over its own."
        }
        (KingReach::Flying, KingLanding::Anywhere) => {
            "A king captures from afar, in all four directions: any number of empty squares may lie before \
             the enemy piece, and the king lands on any empty square behind it. It jumps over one piece at \
             a time, and never over its own."
        }
    }));
    let king = match rules.kings {
        KingReach::Short => (3, 3),
        KingReach::Flying => (1, 1),
    };
    let king_name = scenes.name(scenes.place(king.0, king.1));
    parts.push(scenes.picture(
        &Label { file: "king-captures", title: "A capture by a king" },
        &[(X_KING, king.0, king.1), (O, 4, 4), (O, size - 1, 1)],
        Some(king),
        |legal| format!("The king on {king_name} may go to {}.", legal.to()),
    ));
    parts.push(text(match rules.capturing {
        Capturing::Optional => {
            "Capturing is never compulsory: a player that could capture may make any other legal move."
        }
        Capturing::Forced => {
            "Capturing is compulsory: a player that can capture must, and a step is illegal then."
        }
    }));
    parts.push(text(match rules.chain {
        Chain::Single => {
            "A turn captures one piece at most. The move ends behind it, even if another capture would be \
             possible from there."
        }
        Chain::Whole => {
            "If the piece that captured can capture again from where it landed, it must go on in the same \
             move, and may turn at each jump. The captured pieces leave the board together when the move \
             ends; until then they stay in the way, and none may be jumped twice. Two ways that begin and end \
             on the same squares and capture the same pieces are one move."
        }
    }));
    if rules.chain == Chain::Whole
        && rules.kings == KingReach::Flying
        && rules.king_landing == KingLanding::Anywhere
        && !rules.priority.counts_pieces()
    {
        parts.push(text(
            "If a king can go on capturing from some of the squares behind a piece, it must land on one \
             of these.",
        ));
    }
    let start = scenes.name(scenes.place(2, 2));
    parts.push(scenes.picture(
        &Label { file: "chain", title: "Two pieces in a row" },
        &[(X, 2, 2), (O, 3, 3), (O, 5, 3)],
        Some((2, 2)),
        |legal| match rules.chain {
            Chain::Single => format!(
                "The man on {start} captures one man, never both. It may go to {}.",
                legal.to()
            ),
            Chain::Whole => format!(
                "The man on {start} captures {} men in one move and ends it on {}.",
                number(legal.captured()),
                legal.to()
            ),
        },
    ));
    parts
}

fn choosing(scenes: &Scenes<'_>) -> Vec<Option<RuleBookPart>> {
    let rules = scenes.rules;
    let two = [(X, 2, 2), (O, 3, 3), (O, 5, 3), (X, 1, 7), (O, 2, 6)];
    let label = Label { file: "choice", title: "A choice of captures" };
    match (rules.capturing, rules.priority) {
        (Capturing::Optional, _) => vec![text("Any capture will do, or none.")],
        (Capturing::Forced, Priority::Free) => vec![
            text(
                "Any capture will do, also one that takes fewer pieces than another. Once begun, it has to \
                 be finished.",
            ),
            scenes.picture(&label, &two, None, |legal| {
                format!("The captures here: {}. Either may be made.", legal.written())
            }),
        ],
        (Capturing::Forced, Priority::KingFirst) => vec![
            text(
                "A king that can capture must do so before any man, even if a man would take more pieces. \
                 Among the captures of kings, or of men where no king can capture, any will do, also one \
                 that takes fewer pieces than another. Once begun, it has to be finished.",
            ),
            scenes.picture(&label, &two, None, |legal| {
                format!("The captures here: {}. Either may be made.", legal.written())
            }),
            king_first(scenes),
        ],
        (Capturing::Forced, Priority::MostPiecesThenKings) => vec![
            text(
                "The capture that takes the most pieces must be made, men and kings counted alike. Among \
                 captures of equally many pieces the one that takes the most kings must be made. It does \
                 not matter which piece captures, and among captures that are still equal the player \
                 chooses.",
            ),
            scenes.picture(&label, &two, None, one_legal),
            scenes.picture(
                &Label { file: "most-kings", title: "The king must be captured" },
                &[(X, 2, 2), (O, 3, 3), (X, 1, 7), (O_KING, 2, 6)],
                None,
                |legal| {
                    format!(
                        "One man could take a man, the other a king. The only legal move is {}.",
                        legal.written()
                    )
                },
            ),
        ],
        (Capturing::Forced, Priority::MostPieces) => vec![
            text(
                "The capture that takes the most pieces must be made; men and kings count alike, and it \
                 does not matter which piece captures. Among captures of equally many pieces the player \
                 chooses.",
            ),
            scenes.picture(&label, &two, None, one_legal),
        ],
        (Capturing::Forced, Priority::Italian) => vec![
            text("Of several captures these rules choose, each among those that the rules before it left:"),
            Some(RuleBookPart::Ranking(vec![
                "the capture that takes the most pieces;".to_owned(),
                "a capture by a king rather than by a man;".to_owned(),
                "the capture that takes the most kings;".to_owned(),
                "the capture that meets a king earliest on its way, compared jump by jump along the whole \
                 way."
                    .to_owned(),
            ])),
            text("Among captures that are still equal the player chooses."),
            scenes.picture(&label, &two, None, one_legal),
            king_first(scenes),
        ],
    }
}

/// Tells the legal one of two captures.
fn one_legal(legal: &Legal) -> String {
    format!(
        "One man could take one piece, the other {}. The only legal move is {}.",
        number(legal.captured()),
        legal.written()
    )
}

fn king_first(scenes: &Scenes<'_>) -> Option<RuleBookPart> {
    scenes.picture(
        &Label { file: "king-first", title: "The king must capture" },
        &[(X_KING, 2, 2), (O, 3, 3), (X, 1, 7), (O, 2, 6)],
        None,
        |legal| {
            format!(
                "Both the king and the man could take one man. The king must: {}.",
                legal.written()
            )
        },
    )
}

fn promotion(scenes: &Scenes<'_>) -> Vec<Option<RuleBookPart>> {
    let rules = scenes.rules;
    let top = rules.size - 1;
    let reaches = match (rules.chain, rules.crowning) {
        (Chain::Whole, Crowning::GoesOn) => "reaches",
        _ => "ends its move on",
    };
    let mut parts = vec![text(format!(
        "A man that {reaches} the last row, the one farthest from its player, becomes a king in that \
         same move. A man becomes a king in no other way. A board with a man on its own last row is \
         invalid."
    ))];
    parts.push(match (rules.chain, rules.crowning) {
        (Chain::Single, _) | (_, Crowning::EndsMove) => text(
            "The move ends there: the new king captures nothing more in it.",
        ),
        (_, Crowning::OnlyAtEnd) => text(
            "A man that reaches the last row in the middle of a capture, and can go on capturing as a man, \
             goes on and stays a man.",
        ),
        (_, Crowning::GoesOn) => text(
            "A man that reaches the last row by a capture is a king at once. If the king can go on \
             capturing, it does, in the same move.",
        ),
    });
    let man = scenes.name(scenes.place(top - 2, 1));
    let edge = scenes.name(scenes.place(top, 3));
    parts.push(scenes.picture(
        &Label { file: "promotion", title: "A man reaches the last row" },
        &[(X, top - 2, 1), (O, top - 1, 2), (O, top - 1, 4)],
        Some((top - 2, 1)),
        |legal| {
            let to = legal.to();
            match (rules.chain, rules.crowning) {
                (Chain::Single, _) => format!(
                    "The man on {man} may go to {to}. On {edge} it becomes a king."
                ),
                (_, Crowning::EndsMove) => format!(
                    "The man on {man} captures one man, becomes a king on {to} and stops there."
                ),
                (_, Crowning::OnlyAtEnd) => format!(
                    "The man on {man} captures {} men by way of {edge}, ends its move on {to} and stays a \
                     man.",
                    number(legal.captured())
                ),
                (_, Crowning::GoesOn) => format!(
                    "The man on {man} becomes a king on {edge}, goes on as a king, captures {} men and ends \
                     its move on {to}.",
                    number(legal.captured())
                ),
            }
        },
    ));
    parts
}

fn draws(rules: &Rules) -> Vec<String> {
    let draws = &rules.draws;
    let mut said = vec![repetition_sentence(draws.repetitions, "")];
    if let Some(plies) = draws.quiet_plies {
        said.push(format!(
            "{plies} plies in a row ({} moves of each player) in which only kings move and nothing is \
             captured are a draw.",
            plies / 2
        ));
    }
    let endings = [
        (draws.king_against_three_plies, "three pieces"),
        (draws.king_against_two_plies, "one or two pieces"),
    ];
    for (plies, pieces) in endings {
        if let Some(plies) = plies {
            said.push(format!(
                "One king alone against {pieces} with a king among them: a draw after {plies} plies ({} \
                 moves of each player); a capture does not start a new count.",
                plies / 2
            ));
        }
    }
    if let Some(moves) = draws.kings_against_one_moves {
        said.push(format!(
            "Three kings or more against one king, and no other piece: a draw after {moves} moves of the \
             stronger side."
        ));
    }
    if let Some(limits) = draws.unchanged_plies {
        for (plies, pieces) in
            limits.into_iter().zip(["two or three", "four or five", "six or seven"])
        {
            said.push(format!(
                "Kings on both sides and {pieces} pieces in all: {plies} plies ({} moves of each player) \
                 without a capture and without a new king are a draw.",
                plies / 2
            ));
        }
    }
    said.push(limit_sentence(rules.ply_limit));
    said
}

fn written(scenes: &Scenes<'_>) -> Vec<Option<RuleBookPart>> {
    let rules = scenes.rules;
    let geometry = Geometry::new(rules);
    let squares = rules.size * rules.size / 2;
    let corner = geometry.iter().next().map(|it| geometry.place(it));
    let corner = corner.map_or_else(String::new, |it| scenes.name(it));
    let names = match rules.square_names {
        SquareNames::NumbersFromTop => format!(
            "The dark squares have the numbers 1 to {squares}, from the top left, row by row, as player 1 \
             sees the board."
        ),
        SquareNames::NumbersFromBottomRight => format!(
            "The dark squares have the numbers 1 to {squares}, from the bottom right, row by row upwards, \
             as player 1 sees the board."
        ),
        SquareNames::Algebraic => format!(
            "A square is its column's letter, `a` at the left, and its row's number, 1 at the bottom: \
             `{corner}`."
        ),
        SquareNames::Coordinates => format!(
            "A square is `(row,column)`, both counted from 0 at the bottom left: `{corner}`."
        ),
    };
    let start = open(scenes.game, Start::Usual, None).ok();
    let first = start.and_then(|it| Some(it.step(*it.legal().first()?).text));
    let mut setup = Setup::empty(rules.size);
    for (cell, row, column) in [(X, 2, 2), (O, 3, 3)] {
        let place = scenes.place(row, column);
        setup[place] = cell;
    }
    let capture = legal(scenes.game, &board_text(&setup), None);
    let capture = capture.and_then(|it| it.texts.into_iter().find(|it| it.contains('x')));
    let (colour, other) = match rules.first_colour {
        FirstColour::White => ("White", "Black"),
        FirstColour::Black => ("Black", "White"),
    };
    vec![
        text(names),
        text(format!(
            "A step is written `{}`, a capture `{}`. In FEN and PDN player 1 is {colour} and player 2 \
             {other}.",
            first.unwrap_or_default(),
            capture.unwrap_or_default()
        )),
        text(format!(
            "A board file has {0} lines of {1} characters, the top row first: `x` and `o` are men, `X` and \
             `O` kings, a blank is an empty square, and one blank stands between two squares. Board N is \
             the position before ply N, so player 1 moves on odd boards.",
            rules.size,
            2 * rules.size - 1
        )),
    ]
}
