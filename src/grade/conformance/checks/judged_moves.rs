//! Moves that are judged.

use super::super::boards::{drawn, game, met, start};
use super::super::step::Step::{Load, LoadEither, ValidMove};
use super::judged_tables::{ILLEGAL, LEGAL, Row};
use super::{Check, Draft, Kind, asking, check};
use arbitro_rules::Game;
use arbitro_rules::draughts::Dama;
use arbitro_rules::language::Said;
use arbitro_rules::notation::Notation;
use arbitro_rules::said_in_two as said;

const VALID: &str = "valid_move";

pub(super) fn checks() -> Vec<Check> {
    let mut checks = too_few_boards();
    checks.extend(valid_table(&LEGAL, ["legal", "legale"]));
    checks.extend(valid_table(&ILLEGAL, ["illegal", "illegale"]));
    checks.extend(not_crowned());
    checks.extend(valid_of_games());
    checks
}

fn too_few_boards() -> Vec<Check> {
    let identical = |id: &str, asks: &str, chiede: &str, pieces: &str| {
        pair(id, Said::in_two(asks, chiede), pieces, pieces)
    };
    vec![
        check(
            "valid/empty-history",
            VALID,
            "without boards there is no move to judge",
            "senza tavolieri non c'è una mossa da giudicare",
        )
        .object(1, 1)
        .then([ValidMove(1)])
        .done(),
        check(
            "valid/one-board",
            VALID,
            "one board is no move",
            "un solo tavoliere non è una mossa",
        )
        .object(1, 1)
        .with(1, "a.txt", start())
        .then([ValidMove(1)])
        .done(),
        check(
            "valid/first-move",
            VALID,
            "from the initial board player 1 moves",
            "dal tavoliere iniziale muove il giocatore 1",
        )
        .object(1, 2)
        .with(1, "a.txt", start())
        .with(1, "b.txt", &game(3, 1)[1])
        .then([ValidMove(1)])
        .done(),
        identical(
            "valid/identical",
            "the same board again is no move",
            "di nuovo lo stesso tavoliere non è una mossa",
            "x23 o54",
        ),
        identical(
            "valid/identical-blocked",
            "nor is it where player 1 is blocked",
            "non lo è nemmeno dove il giocatore 1 è bloccato",
            "x30 o41 o52",
        ),
    ]
}

fn pair(id: &str, asks: Said, before: &str, after: &str) -> Check {
    asking(id, VALID, asks)
        .object(1, 1)
        .with(1, "before.txt", drawn(before))
        .file("after.txt", drawn(after))
        .then([Load(1, "after.txt".to_owned()), ValidMove(1)])
        .done()
}

fn valid_table(rows: &[Row], [kind, tipo]: [&str; 2]) -> Vec<Check> {
    rows.iter()
        .map(|(id, what, cosa, before, after)| {
            pair(
                &format!("valid/{id}"),
                Said::in_two(format!("{kind}: {what}"), format!("{tipo}: {cosa}")),
                before,
                after,
            )
        })
        .collect()
}

/// Men left uncrowned on the last row. The course's text calls that an invalid move, so the board may be loaded; where
/// `load_board` refuses it, one board is left, which is too few for `valid_move`.
fn not_crowned() -> Vec<Check> {
    let rows = [
        ("x", 1, 7, "x61 o30", "x70 o30"),
        ("o", 2, 0, "x47 o12", "x47 o01"),
    ];
    rows.into_iter()
        .map(|(id, number, row, before, after)| {
            let asks = said!(
                "illegal: a man of player {number} reaches row {row} and is not crowned, where load_board takes that",
                "illegale: una pedina del giocatore {number} arriva sulla riga {row} e non diventa dama, se load_board \
                 la accetta",
            );
            asking(&format!("valid/not-crowned-{id}"), VALID, asks)
                .object(1, 1)
                .with(1, "before.txt", drawn(before))
                .file("after.txt", drawn(after))
                .then([LoadEither(1, "after.txt".to_owned()), ValidMove(1)])
                .done()
        })
        .collect()
}

/// Pairs of boards as they come in games: those one move apart, and those two apart.
fn valid_of_games() -> Vec<Check> {
    let middle: Kind = |_, ply| (8..30).contains(&ply);
    let late: Kind = |position, ply| ply > 40 && position.board().count(position.turn()).1 > 0;
    let mut checks = Vec::new();
    for (id, when, quando, kind) in [
        (
            "middle",
            "in the middle of games",
            "a metà delle partite",
            middle,
        ),
        ("late", "with kings", "con delle dame", late),
    ] {
        for number in [1, 2] {
            let positions = met(40, 2, number, kind);
            let every = positions.iter().flat_map(|position| {
                let moves = position.legal_moves().into_iter();
                moves.map(|mv| (*position, position.after(mv)))
            });
            let asks = Said::in_two(
                format!("every legal move of player {number} {when} is valid"),
                format!("ogni mossa legale del giocatore {number} {quando} è valida"),
            );
            checks.push(pairs(&format!("valid/all-{id}-{number}"), asks, every));
            let apart = positions.iter().flat_map(|position| {
                let next = position
                    .legal_moves()
                    .into_iter()
                    .map(|mv| position.after(mv));
                let after = next.filter_map(|next| Some(next.after(*next.legal_moves().first()?)));
                after.map(|after| (*position, after))
            });
            let asks = Said::in_two(
                format!("two moves at once from player {number} {when} are not one"),
                format!(
                    "due mosse insieme, la prima del giocatore {number}, {quando} non sono una sola"
                ),
            );
            checks.push(pairs(
                &format!("valid/two-apart-{id}-{number}"),
                asks,
                apart,
            ));
        }
    }
    checks
}

fn pairs(id: &str, asks: Said, pairs: impl Iterator<Item = (Dama, Dama)>) -> Check {
    let mut draft: Draft = asking(id, VALID, asks).object(1, 1);
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
