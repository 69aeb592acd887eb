//! Builds the rule book of a draughts set from its row of the rule table.
//!
//! The diagrams come from [`diagrams`](super::diagrams).

use arbitro_rules::draughts::{
    Capturing, Chain, Crowning, Geometry, KingLanding, KingReach, Priority, Rules,
};
use arbitro_rules::line::{Start, open};
use arbitro_rules::notation::{Cell, Setup};
use arbitro_rules::{GameId, Player};

use super::diagrams::{Diagram, Legal, Scenes, legal};
use super::words::{self, Number, RuleBookMessage, Squares};
use super::{
    Illustration, RuleBookPart, Section, limit_sentence, repetition_sentence, section, text,
    written,
};

/// Builds the sections for a row of the table, with diagrams whose moves come from the game's own
/// generator.
pub fn draughts_sections(game: GameId, rules: &Rules) -> Vec<Section> {
    let scenes = Scenes { game, rules };
    vec![
        section(words::AIM, vec![text(&words::AIM_OF_DRAUGHTS)]),
        section(words::BOARD_AND_START, board(&scenes)),
        section(words::HOW_MEN_MOVE, men(&scenes)),
        section(words::HOW_KINGS_MOVE, kings(&scenes)),
        section(words::CAPTURES, captures(&scenes)),
        section(words::WHICH_CAPTURE, choosing(&scenes)),
        section(words::PROMOTION, promotion(&scenes)),
        section(
            words::END_OF_THE_MATCH,
            vec![text(&words::END_OF_DRAUGHTS), text(&words::FORFEIT)],
        ),
        section(words::DRAWS, vec![Some(RuleBookPart::Points(draws(rules)))]),
        section(words::HOW_IT_IS_WRITTEN, notation(&scenes)),
    ]
}

const X: Cell = Cell::Man(Player::X);
const O: Cell = Cell::Man(Player::O);
const X_KING: Cell = Cell::King(Player::X);
const O_KING: Cell = Cell::King(Player::O);

fn board(scenes: &Scenes<'_>) -> Vec<Option<RuleBookPart>> {
    let rules = scenes.rules;
    let (size, corner) = (rules.size, rules.dark_corner);
    let board = open(scenes.game, Start::Usual, None).map(|open| open.board(0)).unwrap_or_default();
    vec![
        text(&RuleBookMessage::Board { size, squares: size * size / 2, corner }),
        text(&RuleBookMessage::Men { men: rules.pieces(), rows: Number { count: rules.men_rows } }),
        Some(RuleBookPart::Picture(Illustration {
            game: scenes.game,
            file: format!("{}-start", scenes.game),
            title: words::THE_START.of(super::ENGLISH),
            board,
            marks: Vec::new(),
            caption: written(&words::START),
        })),
    ]
}

fn men(scenes: &Scenes<'_>) -> Vec<Option<RuleBookPart>> {
    let last = scenes.rules.size - 1;
    let man = &scenes.name(scenes.place(2, 2));
    vec![
        text(&words::MAN_STEPS),
        scenes.picture(
            &Diagram { file: "man", title: words::STEPS_OF_A_MAN },
            &[(X, 2, 2), (O, last, last)],
            Some((2, 2)),
            |legal| written(&RuleBookMessage::ManSteps { man, to: legal.to() }),
        ),
    ]
}

fn kings(scenes: &Scenes<'_>) -> Vec<Option<RuleBookPart>> {
    let rules = scenes.rules;
    let king = &scenes.name(scenes.place(3, 3));
    let own = scenes.name(scenes.place(5, 5));
    let own = (rules.kings == KingReach::Flying).then_some(&*own);
    vec![
        text(&rules.kings),
        scenes.picture(
            &Diagram { file: "king", title: words::MOVES_OF_A_KING },
            &[(X_KING, 3, 3), (X, 5, 5), (O, rules.size - 1, 1)],
            Some((3, 3)),
            |legal| written(&RuleBookMessage::KingGoes { king, to: legal.to(), own }),
        ),
    ]
}

fn captures(scenes: &Scenes<'_>) -> Vec<Option<RuleBookPart>> {
    let Rules { size, capturing, kings, king_landing, chain, .. } = *scenes.rules;
    let man = &scenes.name(scenes.place(3, 3));
    let takes_kings = scenes.rules.men_take_kings;
    let mut parts = vec![
        text(&words::MAN_JUMPS),
        text(&scenes.rules.men_capture),
        text(if takes_kings { &words::MEN_TAKE_KINGS } else { &words::MEN_TAKE_NO_KINGS }),
        scenes.picture(
            &Diagram { file: "man-captures", title: words::CAPTURES_OF_A_MAN },
            &[(X, 3, 3), (O, 4, 4), (O, 2, 2)],
            Some((3, 3)),
            |legal| written(&RuleBookMessage::ManCaptures { man, capturing, to: legal.to() }),
        ),
    ];
    if !takes_kings {
        parts.push(scenes.picture(
            &Diagram { file: "man-and-king", title: words::MAN_AND_KING },
            &[(X, 3, 3), (O_KING, 4, 4), (O, 7, 1)],
            Some((3, 3)),
            |legal| written(&RuleBookMessage::ManAndKing { man, to: legal.to() }),
        ));
    }
    parts.push(text(match (kings, king_landing) {
        (KingReach::Short, _) => &words::KING_JUMPS,
        (KingReach::Flying, KingLanding::JustBehind) => &words::KING_JUMPS_FROM_AFAR,
        (KingReach::Flying, KingLanding::Anywhere) => &words::KING_LANDS_ANYWHERE,
    }));
    let at = match kings {
        KingReach::Short => (3, 3),
        KingReach::Flying => (1, 1),
    };
    let king = &scenes.name(scenes.place(at.0, at.1));
    parts.push(scenes.picture(
        &Diagram { file: "king-captures", title: words::CAPTURE_BY_A_KING },
        &[(X_KING, at.0, at.1), (O, 4, 4), (O, size - 1, 1)],
        Some(at),
        |legal| written(&RuleBookMessage::KingGoes { king, to: legal.to(), own: None }),
    ));
    parts.extend([text(&capturing), text(&chain)]);
    if chain == Chain::Whole
        && kings == KingReach::Flying
        && king_landing == KingLanding::Anywhere
        && !scenes.rules.priority.counts_pieces()
    {
        parts.push(text(&words::KING_GOES_ON));
    }
    let man = &scenes.name(scenes.place(2, 2));
    parts.push(scenes.picture(
        &Diagram { file: "chain", title: words::TWO_IN_A_ROW },
        &[(X, 2, 2), (O, 3, 3), (O, 5, 3)],
        Some((2, 2)),
        |legal| {
            let (captured, to) = (legal.captured(), legal.to());
            written(&RuleBookMessage::ChainOfMan { man, chain, captured, to })
        },
    ));
    parts
}

fn choosing(scenes: &Scenes<'_>) -> Vec<Option<RuleBookPart>> {
    let rules = scenes.rules;
    let choice = |caption: fn(&Legal) -> String| {
        let two = [(X, 2, 2), (O, 3, 3), (O, 5, 3), (X, 1, 7), (O, 2, 6)];
        let diagram = Diagram { file: "choice", title: words::CHOICE_OF_CAPTURES };
        scenes.picture(&diagram, &two, None, caption)
    };
    let either = |legal: &Legal| written(&RuleBookMessage::Either(legal.written()));
    match (rules.capturing, rules.priority) {
        (Capturing::Optional, _) => vec![text(&words::ANY_OR_NONE)],
        (Capturing::Forced, Priority::Free) => vec![text(&words::ANY_CAPTURE), choice(either)],
        (Capturing::Forced, Priority::KingFirst) => {
            vec![text(&words::KING_FIRST), choice(either), king_first(scenes)]
        }
        (Capturing::Forced, Priority::MostPiecesThenKings) => vec![
            text(&words::MOST_PIECES_THEN_KINGS),
            choice(one_legal),
            scenes.picture(
                &Diagram { file: "most-kings", title: words::KING_MUST_BE_CAPTURED },
                &[(X, 2, 2), (O, 3, 3), (X, 1, 7), (O_KING, 2, 6)],
                None,
                |legal| written(&RuleBookMessage::MostKings(legal.written())),
            ),
        ],
        (Capturing::Forced, Priority::MostPieces) => {
            vec![text(&words::MOST_PIECES), choice(one_legal)]
        }
        (Capturing::Forced, Priority::Italian) => {
            let ranking = [
                words::ITALIAN_FIRST,
                words::ITALIAN_SECOND,
                words::ITALIAN_THIRD,
                words::ITALIAN_FOURTH,
            ];
            vec![
                text(&words::ITALIAN),
                Some(RuleBookPart::Ranking(ranking.iter().map(written).collect())),
                text(&words::STILL_EQUAL),
                choice(one_legal),
                king_first(scenes),
            ]
        }
    }
}

/// Tells the legal one of two captures.
fn one_legal(legal: &Legal) -> String {
    written(&RuleBookMessage::OneLegal { captured: legal.captured(), written: legal.written() })
}

fn king_first(scenes: &Scenes<'_>) -> Option<RuleBookPart> {
    scenes.picture(
        &Diagram { file: "king-first", title: words::KING_MUST_CAPTURE },
        &[(X_KING, 2, 2), (O, 3, 3), (X, 1, 7), (O, 2, 6)],
        None,
        |legal| written(&RuleBookMessage::KingFirst(legal.written())),
    )
}

fn promotion(scenes: &Scenes<'_>) -> Vec<Option<RuleBookPart>> {
    let rules = scenes.rules;
    let top = rules.size - 1;
    let way = (rules.chain, rules.crowning);
    let man = &scenes.name(scenes.place(top - 2, 1));
    let edge = &scenes.name(scenes.place(top, 3));
    vec![
        text(&RuleBookMessage::Crowned { at_once: way == (Chain::Whole, Crowning::GoesOn) }),
        text(match way {
            (Chain::Single, _) | (_, Crowning::EndsMove) => &words::CROWNING_ENDS,
            (_, Crowning::OnlyAtEnd) => &words::CROWNING_AT_END,
            (_, Crowning::GoesOn) => &words::CROWNING_GOES_ON,
        }),
        scenes.picture(
            &Diagram { file: "promotion", title: words::MAN_REACHES_THE_END },
            &[(X, top - 2, 1), (O, top - 1, 2), (O, top - 1, 4)],
            Some((top - 2, 1)),
            |legal| {
                let (to, captured) = (legal.to(), legal.captured());
                written(&match way {
                    (Chain::Single, _) => RuleBookMessage::CrownedBySteps { man, to, edge },
                    (_, Crowning::EndsMove) => RuleBookMessage::CrownedAndStops { man, to },
                    (_, Crowning::OnlyAtEnd) => {
                        RuleBookMessage::NotCrowned { man, captured, edge, to }
                    }
                    (_, Crowning::GoesOn) => {
                        RuleBookMessage::CrownedGoesOn { man, edge, captured, to }
                    }
                })
            },
        ),
    ]
}

fn draws(rules: &Rules) -> Vec<String> {
    let draws = &rules.draws;
    let mut said = vec![repetition_sentence(draws.repetitions, false)];
    said.extend(draws.quiet_plies.map(|plies| written(&RuleBookMessage::QuietDraw { plies })));
    let endings = [
        (draws.king_against_three_plies, words::THREE_PIECES),
        (draws.king_against_two_plies, words::ONE_OR_TWO_PIECES),
    ];
    for (plies, pieces) in endings {
        let pieces = pieces.of(super::ENGLISH);
        said.extend(plies.map(|plies| written(&RuleBookMessage::KingAlone { pieces, plies })));
    }
    said.extend(
        draws.kings_against_one_moves.map(|mv| written(&RuleBookMessage::KingsAgainstOne(mv))),
    );
    let pieces = [words::TWO_OR_THREE, words::FOUR_OR_FIVE, words::SIX_OR_SEVEN];
    for (plies, pieces) in draws.unchanged_plies.into_iter().flatten().zip(pieces) {
        said.push(written(&RuleBookMessage::UnchangedDraw {
            pieces: pieces.of(super::ENGLISH),
            plies,
        }));
    }
    said.push(limit_sentence(rules.ply_limit));
    said
}

fn notation(scenes: &Scenes<'_>) -> Vec<Option<RuleBookPart>> {
    let rules = scenes.rules;
    let geometry = Geometry::new(rules);
    let corner = geometry.iter().next().map(|square| geometry.place(square));
    let corner = corner.map_or_else(String::new, |corner| scenes.name(corner));
    let start = open(scenes.game, Start::Usual, None).ok();
    let step = start.and_then(|it| Some(it.step(*it.legal().first()?).text));
    let mut setup = Setup::empty(rules.size);
    for (cell, row, column) in [(X, 2, 2), (O, 3, 3)] {
        let (row, column) = scenes.place(row, column).indices();
        setup.cells[row][column] = cell;
    }
    let capture = legal(scenes.game, &setup.text(), None);
    let capture = capture.and_then(|it| it.texts.into_iter().find(|text| text.contains('x')));
    let squares = rules.size * rules.size / 2;
    vec![
        text(&Squares { names: rules.square_names, squares, corner }),
        text(&RuleBookMessage::Written {
            step: step.unwrap_or_default(),
            capture: capture.unwrap_or_default(),
            colour: rules.first_colour,
        }),
        text(&RuleBookMessage::BoardFile { size: rules.size, letters: 2 * rules.size - 1 }),
    ]
}
