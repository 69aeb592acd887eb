//! The checks that are made of many boards: positions that games by chance come to, and long histories.

use super::super::boards::{drawn, met, start};
use super::super::step::{Method, Slot, Step, method};
use super::{Check, MIXED, bare};
use arbitro_rules::Game;
use arbitro_rules::draughts::Dama;
use arbitro_rules::language::Said;
use arbitro_rules::notation::Notation;

/// Tests whether a position is of a kind, given the ply it occurred at.
type Kind = fn(&Dama, usize) -> bool;

pub(super) fn checks() -> Vec<Check> {
    let mut checks = vec![many(), long_history(), game_of_two()];
    checks.extend(moves());
    checks.extend(judged());
    checks
}

fn asking(id: &str, method: Method, english: &str, italian: &str) -> Check {
    Check {
        asks: Said::in_two(english, italian),
        ..bare(id, method)
    }
}

impl Check {
    fn then(&mut self, steps: impl IntoIterator<Item = Step>) {
        self.steps.extend(steps);
    }

    fn load(&mut self, slot: Slot, board: String) {
        let file = self.file_of(board.into_bytes());
        self.steps.push(Step::Load(slot, file));
    }

    /// A move, and what was played brought back.
    fn plays(&mut self, slot: Slot) {
        let file = format!("board_{}.txt", self.steps.len() + 10);
        self.then([Step::Move(slot), Step::Played(slot, file)]);
    }
}

fn written(position: &Dama) -> String {
    Dama::write_board(&position.board())
}

fn many() -> Check {
    let mut check = asking(
        "construct/many",
        method::CONSTRUCTOR,
        "many Players live side by side",
        "molti Player convivono",
    );
    check.then((0..12).map(|slot| Step::New(slot, Some(i32::from(slot) % 2 + 1))));
    (0..12).for_each(|slot| check.load(slot, start()));
    check.then((0..12).map(|slot| Step::Board(slot, 0)));
    check.then((0..12).map(Step::Delete));
    check
}

fn long_history() -> Check {
    let mut check = asking(
        "load/long-history",
        method::LOAD,
        "hundreds of boards are remembered",
        "si ricordano centinaia di tavolieri",
    );
    check.then([Step::New(1, Some(1))]);
    for at in 0..300 {
        let board = if at % 3 == 0 { drawn(MIXED) } else { start() };
        check.load(1, board);
    }
    check.then([299, 298, 0].map(|offset| Step::Board(1, offset)));
    check.then([Step::Length(1, 300)]);
    check
}

/// Few enough plies that both players still have pieces; without pieces `move` is unspecified.
const PLIES: usize = 22;

fn game_of_two() -> Check {
    let mut check = asking(
        "move/game",
        method::MOVE,
        "two Players against each other, every move legal",
        "due Player l'uno contro l'altro, ogni mossa legale",
    );
    check.file_of(start().into_bytes());
    check.then([Step::New(1, Some(1)), Step::New(2, Some(2))]);
    for ply in 1..=PLIES {
        let slot = if ply % 2 == 1 { 1 } else { 2 };
        check.then([
            Step::Load(slot, format!("board_{ply}.txt")),
            Step::Move(slot),
            Step::Played(slot, format!("board_{}.txt", ply + 1)),
        ]);
    }
    check.then([Step::Board(1, 1), Step::Board(2, 1)]);
    check
}

const OF_EACH: usize = 4;

/// Kinds of positions that are met in games by chance, and when that is, in English and in Italian.
const KINDS: [(&str, &str, &str, Kind); 8] = [
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
            let mut moves = position.legal_moves().into_iter();
            moves.any(|mv| position.crowns(mv))
        },
    ),
    (
        "against-kings",
        "against a king",
        "contro una dama",
        |position, _| position.board().count(!position.turn()).1 > 0,
    ),
];

fn moves() -> Vec<Check> {
    let mut checks = Vec::new();
    for (seed, (id, when, quando, kind)) in (1..).zip(KINDS) {
        for number in [1, 2] {
            let mut check = asking(
                &format!("move/{id}-{number}"),
                method::MOVE,
                &format!("player {number} makes a legal move {when}"),
                &format!("il giocatore {number} fa una mossa legale {quando}"),
            );
            check.then([Step::New(1, Some(number))]);
            for position in met(seed, OF_EACH, number, kind) {
                check.load(1, written(&position));
                check.plays(1);
            }
            checks.push(check);
        }
    }
    checks
}

/// Pairs of boards as they come in games: those one move apart, and those two apart.
fn judged() -> Vec<Check> {
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
            let mut every = asking(
                &format!("valid/all-{id}-{number}"),
                method::VALID,
                &format!("every legal move of player {number} {when} is valid"),
                &format!("ogni mossa legale del giocatore {number} {quando} è valida"),
            );
            let mut apart = asking(
                &format!("valid/two-apart-{id}-{number}"),
                method::VALID,
                &format!("two moves at once from player {number} {when} are not one"),
                &format!(
                    "due mosse insieme, la prima del giocatore {number}, {quando} non sono una sola"
                ),
            );
            for check in [&mut every, &mut apart] {
                check.then([Step::New(1, Some(1))]);
            }
            for position in &positions {
                for mv in position.legal_moves() {
                    let next = position.after(mv);
                    every.judges(position, &next);
                    if let Some(answer) = next.legal_moves().first() {
                        apart.judges(position, &next.after(*answer));
                    }
                }
            }
            checks.extend([every, apart]);
        }
    }
    checks
}

impl Check {
    fn judges(&mut self, before: &Dama, after: &Dama) {
        self.load(1, written(before));
        self.load(1, written(after));
        self.then([Step::ValidMove(1)]);
    }
}
