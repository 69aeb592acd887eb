//! Moves that are made.

use super::super::boards::{drawn, game, met, start};
use super::super::step::Step::{Board, Length, Load, Move, Played, Seedings};
use super::{Check, Kind, check};
use arbitro_rules::Game;
use arbitro_rules::draughts::Dama;
use arbitro_rules::notation::Notation;

const MOVE: &str = "move";

pub(super) fn checks() -> Vec<Check> {
    let mut checks = first_moves();
    checks.extend(met_positions());
    checks.extend(blocked());
    checks.extend(whole_games());
    checks
}

fn first_moves() -> Vec<Check> {
    vec![
        check(
            "move/empty-history",
            MOVE,
            "without boards there is nothing to move",
            "senza tavolieri non c'è nulla da muovere",
        )
        .object(1, 1)
        .then([Move(1)])
        .done(),
        check(
            "move/first",
            MOVE,
            "player 1 begins with a legal move",
            "il giocatore 1 comincia con una mossa legale",
        )
        .object(1, 1)
        .with(1, "a.txt", start())
        .moves(1)
        .done(),
        check(
            "move/second",
            MOVE,
            "player 2 answers with a legal move",
            "il giocatore 2 risponde con una mossa legale",
        )
        .object(1, 2)
        .with(1, "a.txt", &game(1, 1)[1])
        .moves(1)
        .done(),
        check(
            "move/appends",
            MOVE,
            "a move appends one board and leaves those before it",
            "una mossa aggiunge un tavoliere e non tocca i precedenti",
        )
        .object(1, 1)
        .with(1, "a.txt", start())
        .moves(1)
        .then([Board(1, 0), Board(1, 1), Length(1, 2)])
        .done(),
        check(
            "move/again-and-again",
            MOVE,
            "several moves, each from the board before",
            "più mosse, ognuna dal tavoliere precedente",
        )
        .object(1, 1)
        .with(1, "a.txt", drawn("x01 x03 x05 o76 o74"))
        .moves(1)
        .moves(1)
        .moves(1)
        .then([Board(1, 1), Board(1, 3), Length(1, 4)])
        .done(),
        check(
            "move/crowns-x",
            MOVE,
            "a man of player 1 on row 7 becomes a king",
            "una pedina del giocatore 1 sulla riga 7 diventa dama",
        )
        .object(1, 1)
        .with(1, "a.txt", drawn("x61 o30"))
        .moves(1)
        .done(),
        check(
            "move/crowns-o",
            MOVE,
            "a man of player 2 on row 0 becomes a king",
            "una pedina del giocatore 2 sulla riga 0 diventa dama",
        )
        .object(1, 2)
        .with(1, "a.txt", drawn("o12 x47"))
        .moves(1)
        .done(),
        check(
            "move/row-before-last-x",
            MOVE,
            "a man of player 1 on row 6 is no king yet",
            "una pedina del giocatore 1 sulla riga 6 non è ancora dama",
        )
        .object(1, 1)
        .with(1, "a.txt", drawn("x54 o10"))
        .moves(1)
        .done(),
        check(
            "move/row-before-last-o",
            MOVE,
            "a man of player 2 on row 1 is no king yet",
            "una pedina del giocatore 2 sulla riga 1 non è ancora dama",
        )
        .object(1, 2)
        .with(1, "a.txt", drawn("o23 x67"))
        .moves(1)
        .done(),
        check(
            "move/seeds-once",
            MOVE,
            "random numbers are not seeded anew for every move",
            "il seme dei numeri casuali non si reimposta a ogni mossa",
        )
        .object(1, 1)
        .object(2, 2)
        .with(1, "a.txt", start())
        .then([
            Load(2, "a.txt".to_owned()),
            Move(1),
            Move(2),
            Move(1),
            Move(2),
            Move(1),
            Move(2),
        ])
        .then([Seedings(2)])
        .only_noticed()
        .done(),
    ]
}

/// How many positions of each kind.
const OF_EACH: usize = 4;

/// Positions met in games by chance: a kind of them in each check.
fn met_positions() -> Vec<Check> {
    let kinds: [(&str, &str, &str, Kind); 8] = [
        (
            "openings",
            "early in a game",
            "all'inizio di una partita",
            |_, ply| (2..12).contains(&ply),
        ),
        (
            "middle",
            "in the middle of a game",
            "a metà di una partita",
            |_, ply| (14..40).contains(&ply),
        ),
        (
            "late",
            "late in a game",
            "verso la fine di una partita",
            |_, ply| ply >= 60,
        ),
        ("kings", "with a king", "con una dama", |position, _| {
            position.board().count(position.turn()).1 > 0
        }),
        (
            "captures",
            "where something can be captured",
            "dove si può prendere qualcosa",
            |position, _| position.can_capture(position.turn()),
        ),
        (
            "one-move",
            "where one move alone is legal",
            "dove una sola mossa è legale",
            |position, _| position.count_moves() == 1,
        ),
        (
            "crowning",
            "where a man can be crowned",
            "dove una pedina può diventare dama",
            |position, _| {
                position
                    .legal_moves()
                    .into_iter()
                    .any(|mv| position.crowns(mv))
            },
        ),
        (
            "against-kings",
            "against a king",
            "contro una dama",
            |position, _| position.board().count(!position.turn()).1 > 0,
        ),
    ];
    let mut checks = Vec::new();
    for (seed, (id, when, quando, kind)) in (1..).zip(kinds) {
        for number in [1, 2] {
            let mut draft = check(
                &format!("move/{id}-{number}"),
                MOVE,
                &format!("player {number} makes a legal move {when}"),
                &format!("il giocatore {number} fa una mossa legale {quando}"),
            )
            .object(1, number);
            for (at, position) in met(seed, OF_EACH, number, kind).iter().enumerate() {
                let name = format!("position_{}.txt", at + 1);
                draft = draft
                    .with(1, &name, Dama::write_board(&position.board()))
                    .moves(1);
            }
            checks.push(draft.done());
        }
    }
    checks
}

fn blocked() -> Vec<Check> {
    let rows = [
        ("man-1", 1, "x30 o41 o52"),
        ("man-2", 2, "o47 x36 x25"),
        ("king-1", 1, "X07 o16 o25"),
        ("king-2", 2, "O70 x61 x52"),
        ("several", 1, "x30 x41 x52 o50 o61 o63 o70 o74"),
        ("king-not-taken-1", 1, "x21 O30 O32"),
        ("king-not-taken-2", 2, "o56 X47 X45"),
    ];
    rows.into_iter()
        .map(|(id, number, pieces)| {
            let (asks, chiede) = if id.starts_with("king-not") {
                (
                    "blocked but for kings, which a man cannot take: the same board again",
                    "bloccato se non per delle dame, che una pedina non può prendere: di nuovo lo stesso tavoliere",
                )
            } else {
                (
                    "blocked: the same board again",
                    "bloccato: di nuovo lo stesso tavoliere",
                )
            };
            check(&format!("move/blocked-{id}"), MOVE, asks, chiede)
                .object(1, number)
                .with(1, "a.txt", drawn(pieces))
                .moves(1)
                .then([
                    Board(1, 0),
                    Board(1, 1),
                    Length(1, 2),
                ])
                .done()
        })
        .collect()
}

/// So few that nobody can be without pieces: what `move` does then is left open.
const PLIES: usize = 22;

fn whole_games() -> Vec<Check> {
    let mut draft = check(
        "move/game",
        MOVE,
        "two Players against each other, every move legal",
        "due Player l'uno contro l'altro, ogni mossa legale",
    )
    .object(1, 1)
    .object(2, 2)
    .file("board_1.txt", start());
    for ply in 1..=PLIES {
        let slot = if ply % 2 == 1 { 1 } else { 2 };
        draft = draft.then([
            Load(slot, format!("board_{ply}.txt")),
            Move(slot),
            Played(slot, format!("board_{}.txt", ply + 1)),
        ]);
    }
    vec![draft.then([Board(1, 1), Board(2, 1)]).done()]
}
