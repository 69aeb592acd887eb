//! The rule book of Quoridor.

use arbitro_rules::notation::Notation;
use arbitro_rules::quoridor::Quoridor;
use arbitro_rules::{Game, GameId, Square};

use super::diagrams::Diagram;
use super::draughts_in_short::draw;
use super::words::{self, RuleBookMessage};
use super::{
    ENGLISH, Illustration, RuleBookPart, Section, either, limit_sentence, repetition_sentence,
    section, text, written,
};

/// Its own numbers, beside those of the rule table.
const SIZE: usize = Quoridor::DEFAULT_SIZE;
const WALLS: usize = Quoridor::DEFAULT_WALLS;

pub(super) fn in_short() -> Vec<String> {
    vec![
        written(&RuleBookMessage::QuoridorInShort(SIZE)),
        written(&RuleBookMessage::TurnInShort(WALLS)),
        written(&words::PAWN_JUMPS_IN_SHORT),
        written(&words::WALLS_IN_SHORT),
        draw(Quoridor::REPETITIONS, Quoridor::PLY_LIMIT),
    ]
}

/// A position by its line of text, with the steps of the pawn to move marked or nothing.
fn picture(
    diagram: &Diagram,
    line: &str,
    has_marks: bool,
    caption: impl Fn(&str) -> String,
) -> Option<RuleBookPart> {
    let position = Quoridor::read_fen(line).ok()?;
    let steps: Vec<Square> = position.steps();
    let names: Vec<String> = steps.iter().map(|&step| Quoridor::place_name(step)).collect();
    let mut marks = Vec::new();
    if has_marks {
        marks.push(position.board().pawn(position.turn()));
        marks.extend(steps);
    }
    Some(RuleBookPart::Picture(Illustration {
        game: GameId::Quoridor,
        file: format!("{}-{}", GameId::Quoridor, diagram.file),
        title: diagram.title.of(ENGLISH),
        board: Quoridor::write_board(&position.board()),
        marks,
        caption: caption(&either(&names)),
    }))
}

pub(super) fn sections() -> Vec<Section> {
    vec![
        section(words::AIM, vec![text(&words::AIM_OF_QUORIDOR)]),
        section(words::BOARD_AND_START, board()),
        section(words::HOW_PAWNS_MOVE, pawns()),
        section(words::WALLS, walls()),
        section(
            words::END_OF_THE_MATCH,
            vec![text(&words::END_OF_QUORIDOR), text(&words::FORFEIT)],
        ),
        section(
            words::DRAWS,
            vec![Some(RuleBookPart::Points(vec![
                repetition_sentence(Quoridor::REPETITIONS, true),
                limit_sentence(Quoridor::PLY_LIMIT),
            ]))],
        ),
        section(
            words::HOW_IT_IS_WRITTEN,
            vec![
                text(&words::NAMES_OF_QUORIDOR),
                text(&RuleBookMessage::QuoridorFile {
                    lines: 2 * SIZE - 1,
                    letters: 2 * SIZE - 1,
                    walls: WALLS,
                }),
            ],
        ),
    ]
}

fn board() -> Vec<Option<RuleBookPart>> {
    vec![
        text(&RuleBookMessage::QuoridorBoard { size: SIZE, walls: WALLS }),
        text(&words::OTHER_SIZES),
        picture(
            &Diagram { file: "start", title: words::THE_START },
            &format!("{SIZE}:x:e1,{WALLS}:e9,{WALLS}"),
            true,
            |steps| written(&RuleBookMessage::QuoridorStart(steps)),
        ),
    ]
}

fn pawns() -> Vec<Option<RuleBookPart>> {
    vec![
        text(&words::PAWN_STEPS),
        text(&words::PAWN_JUMPS),
        picture(&Diagram { file: "jump", title: words::JUMP }, "9:x:e5,10:e6,10", true, |steps| {
            written(&RuleBookMessage::Jump(steps))
        }),
        text(&words::PAWN_JUMPS_ASIDE),
        picture(
            &Diagram { file: "jump-aside", title: words::DIAGONAL_JUMP },
            "9:x:e5,10:e6,9:e6h",
            true,
            |steps| written(&RuleBookMessage::JumpAside(steps)),
        ),
        picture(
            &Diagram { file: "jump-at-the-edge", title: words::JUMP_AT_THE_EDGE },
            "9:x:e8,10:e9,10",
            true,
            |steps| written(&RuleBookMessage::JumpAtTheEdge(steps)),
        ),
    ]
}

fn walls() -> Vec<Option<RuleBookPart>> {
    let not =
        [words::NO_WALL_LEFT, words::NO_WALL_ACROSS, words::NO_WALL_BEYOND, words::NO_WALL_BLOCKS];
    vec![
        text(&words::WALL_IS_PLACED),
        Some(RuleBookPart::Points(not.iter().map(written).collect())),
        text(&words::PATHS),
        picture(
            &Diagram { file: "walls", title: words::TWO_WALLS },
            "9:x:e2,9:e8,9:e7h,c4v",
            false,
            |_| written(&words::WALLS_SHOWN),
        ),
    ]
}
