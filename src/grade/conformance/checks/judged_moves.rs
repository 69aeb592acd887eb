//! Moves that are judged.

use super::super::boards::{drawn, game, met, start};
use super::super::step::Step::{Load, ValidMove};
use super::{Check, Draft, Kind, check};
use crate::notation::Notation;
use crate::rules::Game;
use crate::rules::draughts::Dama;

const VALID: &str = "valid_move";

pub(super) fn checks() -> Vec<Check> {
    let mut checks = too_few_boards();
    checks.extend(valid_table(&LEGAL, "legal"));
    checks.extend(valid_table(&ILLEGAL, "illegal"));
    checks.extend(valid_of_games());
    checks
}

fn too_few_boards() -> Vec<Check> {
    let identical = |id: &str, asks: &str, pieces: &str| pair(id, asks, pieces, pieces);
    vec![
        check(
            "valid/empty-history",
            VALID,
            "without boards there is no move to judge",
        )
        .object(1, 1)
        .then([ValidMove(1)])
        .done(),
        check("valid/one-board", VALID, "one board is no move")
            .object(1, 1)
            .with(1, "a.txt", start())
            .then([ValidMove(1)])
            .done(),
        check(
            "valid/first-move",
            VALID,
            "from the initial board player 1 moves",
        )
        .object(1, 2)
        .with(1, "a.txt", start())
        .with(1, "b.txt", &game(3, 1)[1])
        .then([ValidMove(1)])
        .done(),
        identical(
            "valid/identical",
            "the same board again is no move",
            "x23 o54",
        ),
        identical(
            "valid/identical-blocked",
            "nor is it where player 1 is blocked",
            "x30 o41 o52",
        ),
    ]
}

fn pair(id: &str, asks: &str, before: &str, after: &str) -> Check {
    check(id, VALID, asks)
        .object(1, 1)
        .with(1, "before.txt", drawn(before))
        .file("after.txt", drawn(after))
        .then([Load(1, "after.txt".to_owned()), ValidMove(1)])
        .done()
}

/// Name, what happens, the pieces before and after.
type Row = (&'static str, &'static str, &'static str, &'static str);

const LEGAL: [Row; 16] = [
    (
        "text-capture",
        "the text's example: x takes from (2,3) to (4,5)",
        "x23 o34 o76",
        "x45 o76",
    ),
    ("step-x", "a man of player 1 steps", "x23 o76", "x34 o76"),
    ("step-o", "a man of player 2 steps", "x23 o76", "x23 o65"),
    (
        "capture-o",
        "a man of player 2 captures",
        "x01 x34 o45",
        "x01 o23",
    ),
    (
        "capture-left",
        "a man captures to the left",
        "x45 o54 o76",
        "x63 o76",
    ),
    (
        "king-forward",
        "a king of player 1 steps forward",
        "X23 o76",
        "X32 o76",
    ),
    (
        "king-back",
        "a king of player 1 steps back",
        "X23 o76",
        "X12 o76",
    ),
    (
        "king-o-back",
        "a king of player 2 steps back",
        "x01 O45",
        "x01 O54",
    ),
    (
        "king-takes-man",
        "a king captures a man behind it",
        "X45 o34 o76",
        "X23 o76",
    ),
    (
        "king-takes-king",
        "a king captures a king",
        "X23 O34 o76",
        "X45 o76",
    ),
    (
        "king-o-takes",
        "a king of player 2 captures backwards",
        "x01 X34 O23",
        "x01 O45",
    ),
    (
        "crown-x",
        "a man of player 1 is crowned",
        "x61 o54",
        "X72 o54",
    ),
    (
        "crown-o",
        "a man of player 2 is crowned",
        "x23 o12",
        "x23 O03",
    ),
    (
        "crown-by-capture",
        "a man is crowned by a capture",
        "x52 o63 o76",
        "X74 o76",
    ),
    (
        "no-compulsion",
        "a step where a capture was possible",
        "x23 x01 o34 o76",
        "x23 x12 o34 o76",
    ),
    (
        "one-of-two",
        "one of two possible captures",
        "x45 o34 o36 o54 o56",
        "x63 o34 o36 o56",
    ),
];

const ILLEGAL: [Row; 30] = [
    (
        "text-king",
        "the text's example: a king from (7,6) to (5,6)",
        "X76 o10",
        "X56 o10",
    ),
    (
        "man-back-x",
        "a man of player 1 steps back",
        "x23 o76",
        "x12 o76",
    ),
    (
        "man-back-o",
        "a man of player 2 steps back",
        "x01 o54",
        "x01 o65",
    ),
    (
        "man-takes-back-x",
        "a man of player 1 captures backwards",
        "x45 o34 o76",
        "x23 o76",
    ),
    (
        "man-takes-back-o",
        "a man of player 2 captures backwards",
        "x01 x34 o23",
        "x01 o45",
    ),
    (
        "man-takes-king-x",
        "a man of player 1 takes a king",
        "x23 O34 o76",
        "x45 o76",
    ),
    (
        "man-takes-king-o",
        "a man of player 2 takes a king",
        "x01 X34 o45",
        "x01 o23",
    ),
    (
        "two-steps",
        "a man goes two rows without a capture",
        "x23 o76",
        "x45 o76",
    ),
    (
        "three-steps",
        "a king goes three squares",
        "X01 o76",
        "X34 o76",
    ),
    (
        "king-flies",
        "a king captures from afar",
        "X01 o34 o76",
        "X45 o76",
    ),
    ("sideways", "a man goes sideways", "x23 o76", "x25 o76"),
    (
        "straight",
        "a king goes straight ahead",
        "X23 o76",
        "X43 o76",
    ),
    ("elsewhere", "a man turns up far away", "x23 o76", "x50 o76"),
    (
        "takes-own",
        "a man takes one of its own",
        "x23 x34 o76",
        "x45 o76",
    ),
    (
        "jumps-own",
        "a man jumps over its own",
        "x23 x34 o76",
        "x45 x34 o76",
    ),
    (
        "leaves-it",
        "the captured piece stays",
        "x23 o34 o76",
        "x45 o34 o76",
    ),
    (
        "takes-another",
        "another piece than the captured goes",
        "x23 o34 o76",
        "x45 o34",
    ),
    (
        "takes-two",
        "a capture takes a second piece away",
        "x23 o34 o54 o76",
        "x45 o76",
    ),
    (
        "chain",
        "two captures in one turn",
        "x23 o34 o56 o72",
        "X67 o72",
    ),
    (
        "chain-of-two",
        "two jumps, both pieces gone",
        "x01 o12 o34 o76",
        "x45 o76",
    ),
    (
        "vanishes",
        "a piece goes with no move",
        "x23 x01 o76",
        "x23 o76",
    ),
    (
        "appears",
        "a piece comes from nowhere",
        "x23 o76",
        "x23 x01 o76",
    ),
    (
        "step-and-vanish",
        "a step, and a piece elsewhere goes",
        "x23 o76 o50",
        "x34 o76",
    ),
    (
        "two-men",
        "two men of one player move",
        "x21 x25 o76",
        "x32 x34 o76",
    ),
    ("both-players", "both players move", "x23 o54", "x34 o43"),
    (
        "crowned-early-x",
        "a man is crowned on row 6",
        "x54 o76",
        "X65 o76",
    ),
    (
        "crowned-early-o",
        "a man is crowned on row 1",
        "x47 o23",
        "x47 O12",
    ),
    (
        "crowned-at-rest",
        "a man becomes a king where it stands",
        "x23 o76",
        "X23 o76",
    ),
    (
        "uncrowned",
        "a king becomes a man as it moves",
        "X23 o76",
        "x34 o76",
    ),
    (
        "changes-side",
        "a man becomes the other player's",
        "x23 o76",
        "o23 o76",
    ),
];

fn valid_table(rows: &[Row], kind: &str) -> Vec<Check> {
    rows.iter()
        .map(|(id, what, before, after)| {
            pair(
                &format!("valid/{id}"),
                &format!("{kind}: {what}"),
                before,
                after,
            )
        })
        .collect()
}

/// Pairs of boards as they come in games: those one move apart, and those two apart.
fn valid_of_games() -> Vec<Check> {
    let middle: Kind = |_, ply| (8..30).contains(&ply);
    let late: Kind = |position, ply| ply > 40 && position.board().count(position.turn()).1 > 0;
    let mut checks = Vec::new();
    for (id, when, kind) in [
        ("middle", "in the middle of games", middle),
        ("late", "with kings", late),
    ] {
        for number in [1, 2] {
            let positions = met(40, 2, number, kind);
            let every = positions.iter().flat_map(|position| {
                let moves = position.legal_moves().into_iter();
                moves.map(|mv| (*position, position.after(mv)))
            });
            let asks = format!("every legal move of player {number} {when} is valid");
            checks.push(pairs(&format!("valid/all-{id}-{number}"), &asks, every));
            let apart = positions.iter().flat_map(|position| {
                let next = position
                    .legal_moves()
                    .into_iter()
                    .map(|mv| position.after(mv));
                let after = next.filter_map(|next| Some(next.after(*next.legal_moves().first()?)));
                after.map(|after| (*position, after))
            });
            let asks = format!("two moves at once from player {number} {when} are not one");
            checks.push(pairs(
                &format!("valid/two-apart-{id}-{number}"),
                &asks,
                apart,
            ));
        }
    }
    checks
}

fn pairs(id: &str, asks: &str, pairs: impl Iterator<Item = (Dama, Dama)>) -> Check {
    let mut draft: Draft = check(id, VALID, asks).object(1, 1);
    for (at, (before, after)) in (1..).zip(pairs) {
        draft = draft
            .with(
                1,
                &format!("before_{at}.txt"),
                Dama::write_board(&before.board()),
            )
            .with(
                1,
                &format!("after_{at}.txt"),
                Dama::write_board(&after.board()),
            )
            .then([ValidMove(1)]);
    }
    draft.done()
}
