//! What is asked of the history: taking back, winning, losing, coming again.

use super::super::boards::{drawn, start};
use super::super::step::Step::{
    Board, Copy, Length, Load, Loses, New, Pop, Recurrence, ValidMove, Wins,
};
use super::{Check, check};

const POP: &str = "pop";
const WINS: &str = "wins";
const LOSES: &str = "loses";
const RECURRENCE: &str = "recurrence";

pub(super) fn checks() -> Vec<Check> {
    let mut checks = pops();
    checks.extend(ends());
    checks.extend(recurrences());
    checks
}

fn pops() -> Vec<Check> {
    vec![
        check(
            "pop/empty-history",
            POP,
            "without boards there is nothing to take away",
            "senza tavolieri non c'è nulla da togliere",
        )
        .object(1, 1)
        .then([Pop(1)])
        .done(),
        check(
            "pop/latest",
            POP,
            "the latest board goes, the others stay",
            "il tavoliere più recente sparisce, gli altri restano",
        )
        .object(1, 1)
        .with(1, "a.txt", start())
        .with(1, "b.txt", drawn("x01 o76"))
        .with(1, "c.txt", drawn("X12 O76"))
        .then([Pop(1), Board(1, 0), Board(1, 1), Length(1, 2)])
        .done(),
        check(
            "pop/all",
            POP,
            "after all boards there is none left",
            "tolti tutti i tavolieri non ne resta nessuno",
        )
        .object(1, 1)
        .with(1, "a.txt", start())
        .with(1, "b.txt", drawn("x01 o76"))
        .then([Pop(1), Pop(1), Pop(1), Length(1, 0)])
        .done(),
        check(
            "pop/and-load",
            POP,
            "boards can be loaded again afterwards",
            "dopo si possono caricare di nuovo tavolieri",
        )
        .object(1, 1)
        .with(1, "a.txt", start())
        .then([Pop(1)])
        .with(1, "b.txt", drawn("x01 o76"))
        .with(1, "a.txt", "")
        .then([Board(1, 0), Board(1, 1), Length(1, 2)])
        .done(),
        check(
            "pop/then-one-board",
            POP,
            "of two boards one is left, which is too few for valid_move",
            "di due tavolieri ne resta uno, troppo poco per valid_move",
        )
        .object(1, 1)
        .with(1, "a.txt", start())
        .with(1, "b.txt", drawn("x01 o76"))
        .then([Pop(1), Length(1, 1), ValidMove(1)])
        .done(),
    ]
}

fn ends() -> Vec<Check> {
    // Pieces alone decide: here player 1 has a man who cannot move.
    let stuck = drawn("x30 o41 o52");
    let mut checks = Vec::new();
    for (id, asks, chiede, board) in [
        (
            "start",
            "nobody has won or lost at the start",
            "all'inizio nessuno ha vinto o perso",
            start(),
        ),
        (
            "no-o",
            "without pieces player 2 has lost",
            "senza pezzi il giocatore 2 ha perso",
            drawn("x01 X34"),
        ),
        (
            "no-x",
            "without pieces player 1 has lost",
            "senza pezzi il giocatore 1 ha perso",
            drawn("o76 O10"),
        ),
        (
            "last-king",
            "a king is a piece",
            "una dama è un pezzo",
            drawn("X34 O10"),
        ),
        (
            "stuck",
            "being blocked is not asked",
            "non si chiede se qualcuno è bloccato",
            stuck,
        ),
    ] {
        for (what, method) in [("wins", WINS), ("loses", LOSES)] {
            let step = |slot, number| match what {
                "wins" => Wins(slot, number),
                _ => Loses(slot, number),
            };
            checks.push(
                check(&format!("{what}/{id}"), method, asks, chiede)
                    .object(1, 1)
                    .object(2, 2)
                    .with(1, "a.txt", &board)
                    .then([Load(2, "a.txt".to_owned())])
                    .then([
                        step(1, None),
                        step(2, None),
                        step(1, Some(1)),
                        step(1, Some(2)),
                    ])
                    .then([step(2, Some(1)), step(2, Some(2))])
                    .done(),
            );
        }
    }
    for (what, method) in [("wins", WINS), ("loses", LOSES)] {
        let step = |number| match what {
            "wins" => Wins(1, number),
            _ => Loses(1, number),
        };
        checks.push(
            check(
                &format!("{what}/wrong-player"),
                method,
                "players other than 1 and 2 do not exist",
                "giocatori diversi da 1 e 2 non esistono",
            )
            .object(1, 1)
            .with(1, "a.txt", start())
            .then([0, 3, -1, i32::MAX].map(|number| step(Some(number))))
            .done(),
        );
        checks.push(
            check(
                &format!("{what}/empty-history"),
                method,
                "without boards there is no answer",
                "senza tavolieri non c'è risposta",
            )
            .object(1, 1)
            .then([step(None), step(Some(1)), step(Some(2))])
            .done(),
        );
        checks.push(
            check(
                &format!("{what}/latest-board"),
                method,
                "only the latest board counts",
                "conta solo il tavoliere più recente",
            )
            .object(1, 1)
            .with(
                1,
                "a.txt",
                drawn(if what == "wins" { "x01 X34" } else { "o76 O43" }),
            )
            .then([step(None)])
            .with(1, "b.txt", start())
            .then([step(None), Pop(1), step(None), step(Some(2))])
            .done(),
        );
    }
    checks
}

fn recurrences() -> Vec<Check> {
    let boards = [
        ("A.txt", start()),
        ("B.txt", drawn("x01 o76")),
        ("C.txt", drawn("x10 o76")),
        ("D.txt", drawn("x01 O76")),
        ("E.txt", drawn("X01 o76")),
    ];
    let load = |name: char| Load(1, format!("{name}.txt"));
    let sequence = |id: &str, asks: &str, chiede: &str, order: &str| {
        let mut draft = check(id, RECURRENCE, asks, chiede).object(1, 1);
        for (name, board) in &boards {
            if order.contains(&name[..1]) {
                draft = draft.file(name, board);
            }
        }
        draft.then(order.chars().flat_map(|name| [load(name), Recurrence(1)]))
    };
    vec![
        check(
            "recurrence/empty-history",
            RECURRENCE,
            "without boards there is no answer",
            "senza tavolieri non c'è risposta",
        )
        .object(1, 1)
        .then([Recurrence(1)])
        .done(),
        sequence(
            "recurrence/once",
            "the latest board counts itself",
            "il tavoliere più recente conta sé stesso",
            "A",
        )
        .done(),
        sequence(
            "recurrence/in-a-row",
            "equal boards one after the other count",
            "contano i tavolieri uguali uno dopo l'altro",
            "BBBB",
        )
        .done(),
        sequence(
            "recurrence/between",
            "A B C B D B E B: the last B is there for the 4th time",
            "A B C B D B E B: l'ultimo B c'è per la 4ª volta",
            "ABCBDBEB",
        )
        .done(),
        sequence(
            "recurrence/first-again",
            "the very first board counts too",
            "conta anche il primissimo tavoliere",
            "ABCDEA",
        )
        .done(),
        sequence(
            "recurrence/men-and-kings",
            "a king is not the same as a man",
            "una dama non è uguale a una pedina",
            "BDEBED",
        )
        .done(),
        sequence(
            "recurrence/pop",
            "boards that were taken away do not count",
            "i tavolieri tolti non contano",
            "BABAB",
        )
        .needs(["pop/latest"])
        .then([
            Pop(1),
            Pop(1),
            Recurrence(1),
            Pop(1),
            Pop(1),
            Recurrence(1),
            Pop(1),
            Recurrence(1),
        ])
        .done(),
        sequence(
            "recurrence/copy",
            "a copy counts for itself",
            "una copia conta per sé",
            "BAB",
        )
        .needs(["copy/same-boards", "copy/changed-copy"])
        .then([
            Copy(2, 1),
            Load(2, "B.txt".to_owned()),
            Recurrence(2),
            Recurrence(1),
        ])
        .then([New(3, Some(2)), Load(3, "B.txt".to_owned()), Recurrence(3)])
        .done(),
    ]
}
