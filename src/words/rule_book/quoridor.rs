//! The rule book of Quoridor.

use super::{
    FORFEIT, Illustration, QUORIDOR, RuleBookPart, Section, joined, limit_sentence, ordinal,
    repetition_sentence,
};
use arbitro_rules::notation::Notation;
use arbitro_rules::quoridor::Quoridor;
use arbitro_rules::{Game, GameId, Square};

pub(super) const INTRO: &str = "A race between two pawns. Each turn a player moves its pawn or \
    places a wall in the other's way.";

pub(super) fn in_short() -> Vec<String> {
    let (size, walls) = QUORIDOR;
    let mut said = vec![
        format!("{size}×{size} squares; the first pawn on the opposite side wins."),
        format!(
            "A turn is a step of the pawn or a wall two squares long; each side has {walls} walls."
        ),
        "A pawn jumps straight over the other; where a wall or the edge forbids it, diagonally beside \
         it."
        .to_owned(),
        "Walls may not overlap or cross, and must leave both pawns a way to their goals.".to_owned(),
    ];
    said.push(match Quoridor::REPETITIONS {
        Some(times) => format!(
            "A draw when a position stands for the {} time, or after {} plies.",
            ordinal(times),
            Quoridor::PLY_LIMIT
        ),
        None => format!("A draw after {} plies.", Quoridor::PLY_LIMIT),
    });
    said
}

/// A position by its line of text, with the steps of the pawn to move marked or nothing.
fn picture(
    name: &str,
    title: &'static str,
    line: &str,
    has_marks: bool,
    caption: impl Fn(&str) -> String,
) -> Option<RuleBookPart> {
    let position = Quoridor::read_fen(line).ok()?;
    let steps: Vec<Square> = position.steps();
    let names: Vec<String> = steps.iter().map(|&it| Quoridor::place_name(it)).collect();
    let mut marks = Vec::new();
    if has_marks {
        marks.push(position.board().pawn(position.turn()));
        marks.extend(steps);
    }
    Some(RuleBookPart::Picture(Illustration {
        game: GameId::Quoridor,
        file: format!("{}-{name}", GameId::Quoridor),
        title,
        board: Quoridor::write_board(&position.board()),
        marks,
        caption: caption(&joined(&names, "or")),
    }))
}

pub(super) fn sections() -> Vec<Section> {
    let (size, walls) = QUORIDOR;
    let text = |text: &str| Some(RuleBookPart::Text(text.to_owned()));
    let section = |heading: &'static str, parts: Vec<Option<RuleBookPart>>| Section {
        heading,
        parts: parts.into_iter().flatten().collect(),
    };
    vec![
        section(
            "Aim",
            vec![text(
                "The first player whose pawn reaches its goal wins at once. The goal of player 1 \
                 (`x`) is the top row, that of player 2 (`o`) the bottom row. Any square of the row \
                 will do.",
            )],
        ),
        section(
            "Board and start",
            vec![
                text(&format!(
                    "The board has {size} rows and {size} columns. Each pawn starts in the middle of \
                     the row nearest to its player: `x` at the bottom, `o` at the top. Each player \
                     has {walls} walls. Player 1 begins. A turn is one step of the pawn or one wall."
                )),
                text(
                    "`--size` and `--walls` of `verify` set another board: any odd size from 3 to 15.",
                ),
                picture(
                    "start",
                    "The start",
                    &format!("{size}:x:e1,{walls}:e9,{walls}"),
                    true,
                    |steps| format!("The start. `x` may step to {steps}, or place a wall."),
                ),
            ],
        ),
        section(
            "How pawns move",
            vec![
                text(
                    "A pawn steps to a neighbouring square up, down, left or right. It may not pass \
                     a wall, leave the board or stop on the other pawn's square.",
                ),
                text(
                    "If the other pawn stands on a neighbouring square and no wall stands between, \
                     the pawn may jump straight over it. Jumping is never compulsory.",
                ),
                picture("jump", "A jump over the other pawn", "9:x:e5,10:e6,10", true, |steps| {
                    format!("`x` on e5 may go to {steps}. On e7 it lands behind `o`.")
                }),
                text(
                    "If a wall or the edge of the board lies directly behind the other pawn, the \
                     straight jump is impossible. Then, and only then, the pawn may go diagonally to \
                     the left or right of the other pawn, where no wall stands between the two \
                     squares.",
                ),
                picture("jump-aside", "A diagonal jump", "9:x:e5,10:e6,9:e6h", true, |steps| {
                    format!("A wall lies behind `o`: `x` on e5 may go to {steps}, but not to e7.")
                }),
                picture(
                    "jump-at-the-edge",
                    "A diagonal jump at the edge",
                    "9:x:e8,10:e9,10",
                    true,
                    |steps| format!("The edge counts as a wall: `x` on e8 may go to {steps}."),
                ),
            ],
        ),
        section(
            "Walls",
            vec![
                text(
                    "A wall is two squares long and lies between two rows or two columns. It stays \
                     for the rest of the match. A wall may be placed anywhere, except:",
                ),
                Some(RuleBookPart::Points(vec![
                    "by a player that has no walls left;".to_owned(),
                    "across another wall, or over a part of one;".to_owned(),
                    "beyond the edge of the board;".to_owned(),
                    "where it would leave either pawn without any path to its goal.".to_owned(),
                ])),
                text(
                    "Pawns do not count as obstacles of a path. A region that holds no pawn may be \
                     closed off.",
                ),
                picture(
                    "walls",
                    "A horizontal and a vertical wall",
                    "9:x:e2,9:e8,9:e7h,c4v",
                    false,
                    |_| {
                        "The wall `e7h` lies above e7 and f7, the wall `c4v` to the right of c4 and \
                         c5."
                        .to_owned()
                    },
                ),
            ],
        ),
        section(
            "End of the match",
            vec![
                text(
                    "A pawn on its goal row wins. A player always has a legal move, since its path \
                     stays open.",
                ),
                text(FORFEIT),
            ],
        ),
        section(
            "Draws",
            vec![Some(RuleBookPart::Points(vec![
                repetition_sentence(Quoridor::REPETITIONS, "the same walls left and "),
                limit_sentence(Quoridor::PLY_LIMIT),
            ]))],
        ),
        section(
            "How it is written",
            vec![
                text(
                    "A square is its column's letter, `a` at the left, and its row's number, 1 at \
                     the bottom. A step is the square that it leads to: `e2`. A wall is the square \
                     at its lower left, with `h` if it is horizontal and `v` if it is vertical: \
                     `e3h`.",
                ),
                text(&format!(
                    "A board file has {} lines of {0} characters, the top row first. Squares stand on \
                     every second line and column: `x`, `o`, or `.` for an empty one. Between them \
                     `-` and `|` are walls. The last two lines say how many walls each player has \
                     left: `x {walls}`. Board N is the position before ply N, so player 1 moves on \
                     odd boards.",
                    2 * size - 1
                )),
            ],
        ),
    ]
}
