//! Objects: made, copied, assigned, ended.

use super::super::boards::{drawn, start};
use super::super::step::Step::{
    Assign, Board, Cell, Copy, Delete, Length, Load, Loses, Move, New, Played, Pop, Recurrence,
    Store, Wins,
};
use super::super::step::{Slot, Step};
use super::{Check, Draft, check};

const CONSTRUCTOR: &str = "Player(int player_nr)";
const COPY: &str = "Player(const Player&)";
const ASSIGN: &str = "operator=";

const SECOND: &str = "x01 x03 o50 o54 X36";

fn refuses(step: Step) -> Step {
    Step::Refuses(Box::new(step))
}

/// Asks whose object it is: by whether it has won or lost where there are these pieces alone, or by what it moves.
fn by_number(draft: Draft, pieces: &str, steps: &[Step], slot: Slot) -> Check {
    let by = |last: &[Step]| [steps, last].concat();
    let played = Played(slot, "played.txt".to_owned());
    draft
        .file("only.txt", drawn(pieces))
        .then(by(&[Wins(slot, None)]))
        .or(by(&[Loses(slot, None)]))
        .or(by(&[Move(slot), played]))
        .done()
}

/// An object 1 of player 2 with two boards.
fn with_two(draft: Draft) -> Draft {
    draft
        .object(1, 2)
        .with(1, "a.txt", start())
        .with(1, "b.txt", drawn(SECOND))
}

pub(super) fn checks() -> Vec<Check> {
    let mut checks = vec![
        check(
            "construct/default",
            CONSTRUCTOR,
            "a Player can be made without a number, and ends quietly",
            "si può creare un Player senza numero, e finisce senza intoppi",
        )
        .then([New(1, None), Delete(1)])
        .done(),
        check(
            "construct/player-1",
            CONSTRUCTOR,
            "a Player 1 can be made",
            "si può creare un Player 1",
        )
        .then([New(1, Some(1)), Delete(1)])
        .done(),
        check(
            "construct/player-2",
            CONSTRUCTOR,
            "a Player 2 can be made",
            "si può creare un Player 2",
        )
        .then([New(1, Some(2)), Delete(1)])
        .done(),
        check(
            "construct/empty-history",
            CONSTRUCTOR,
            "a new Player has no boards",
            "un Player nuovo non ha tavolieri",
        )
        .then([New(1, Some(1)), refuses(Cell(1, 0, 1, None))])
        .or([New(1, Some(1)), refuses(Recurrence(1))])
        .or([New(1, Some(1)), refuses(Store(1, "b.txt".to_owned(), None))])
        .or([New(1, Some(1)), refuses(Pop(1))])
        .done(),
        by_number(
            check(
                "construct/default-is-player-1",
                CONSTRUCTOR,
                "without a number it is player 1",
                "senza numero è il giocatore 1",
            ),
            "x01 X23",
            &[New(1, None), Load(1, "only.txt".to_owned())],
            1,
        ),
        by_number(
            check(
                "construct/is-player-1",
                CONSTRUCTOR,
                "a Player 1 is player 1",
                "un Player 1 è il giocatore 1",
            ),
            "x01 X23",
            &[New(1, Some(1)), Load(1, "only.txt".to_owned())],
            1,
        ),
        by_number(
            check(
                "construct/is-player-2",
                CONSTRUCTOR,
                "a Player 2 is player 2",
                "un Player 2 è il giocatore 2",
            ),
            "o76 O54",
            &[New(1, Some(2)), Load(1, "only.txt".to_owned())],
            1,
        ),
        check(
            "construct/many",
            CONSTRUCTOR,
            "many Players live side by side",
            "molti Player convivono",
        )
        .then((0..12).map(|slot| New(slot, Some(i32::from(slot) % 2 + 1))))
        .file("a.txt", start())
        .then((0..12).map(|slot| Load(slot, "a.txt".to_owned())))
        .then((0..12).map(|slot| Board(slot, 0)))
        .then((0..12).map(Delete))
        .done(),
    ];
    for (id, number) in [
        ("player-0", 0),
        ("player-3", 3),
        ("player-minus-1", -1),
        ("player-largest", i32::MAX),
        ("player-smallest", i32::MIN),
    ] {
        checks.push(
            check(
                &format!("construct/{id}"),
                CONSTRUCTOR,
                &format!("there is no player {number}"),
                &format!("non esiste un giocatore {number}"),
            )
            .then([New(1, Some(number))])
            .done(),
        );
    }
    checks.extend(copies());
    checks.extend(assignments());
    checks
}

fn copies() -> Vec<Check> {
    vec![
        with_two(check(
            "copy/same-boards",
            COPY,
            "a copy has the same history",
            "una copia ha la stessa storia",
        ))
        .then([Copy(2, 1), Board(2, 0), Board(2, 1), Length(2, 2)])
        .done(),
        by_number(
            check(
                "copy/same-player",
                COPY,
                "a copy is the same player",
                "una copia è lo stesso giocatore",
            ),
            "o76 O54",
            &[New(1, Some(2)), Load(1, "only.txt".to_owned()), Copy(2, 1)],
            2,
        ),
        check(
            "copy/of-empty",
            COPY,
            "a Player without boards can be copied",
            "si può copiare un Player senza tavolieri",
        )
        .object(1, 1)
        .then([Copy(2, 1), Length(2, 0), Delete(1), Delete(2)])
        .done(),
        with_two(check(
            "copy/changed-copy",
            COPY,
            "what is done with a copy leaves the original alone",
            "quello che si fa con una copia non tocca l'originale",
        ))
        .then([
            Copy(2, 1),
            Pop(2),
            Load(2, "a.txt".to_owned()),
            Board(1, 0),
            Board(1, 1),
            Length(1, 2),
        ])
        .done(),
        with_two(check(
            "copy/changed-original",
            COPY,
            "what is done with the original leaves a copy alone",
            "quello che si fa con l'originale non tocca una copia",
        ))
        .then([
            Copy(2, 1),
            Pop(1),
            Pop(1),
            Load(1, "b.txt".to_owned()),
            Board(2, 0),
            Board(2, 1),
        ])
        .done(),
        with_two(check(
            "copy/outlives-original",
            COPY,
            "a copy lives on after the original",
            "una copia sopravvive all'originale",
        ))
        .then([
            Copy(2, 1),
            Delete(1),
            Board(2, 0),
            Board(2, 1),
            Pop(2),
            Delete(2),
        ])
        .done(),
        with_two(check(
            "copy/original-outlives",
            COPY,
            "the original lives on after a copy",
            "l'originale sopravvive a una copia",
        ))
        .then([
            Copy(2, 1),
            Delete(2),
            Board(1, 0),
            Board(1, 1),
            Pop(1),
            Delete(1),
        ])
        .done(),
    ]
}

fn assignments() -> Vec<Check> {
    vec![
        with_two(check(
            "assign/same-boards",
            ASSIGN,
            "after an assignment both have the same history",
            "dopo un assegnamento entrambi hanno la stessa storia",
        ))
        .object(2, 1)
        .then([Load(2, "b.txt".to_owned()), Assign(2, 1)])
        .then([Board(2, 0), Board(2, 1), Length(2, 2)])
        .done(),
        by_number(
            check(
                "assign/same-player",
                ASSIGN,
                "after an assignment both are the same player",
                "dopo un assegnamento entrambi sono lo stesso giocatore",
            ),
            "o76 O54",
            &[
                New(1, Some(2)),
                Load(1, "only.txt".to_owned()),
                New(2, Some(1)),
                Assign(2, 1),
            ],
            2,
        ),
        with_two(check(
            "assign/changed-target",
            ASSIGN,
            "what is done with the target leaves the source alone",
            "dopo un assegnamento, quello che si fa con la destinazione non tocca la sorgente",
        ))
        .object(2, 1)
        .then([
            Assign(2, 1),
            Pop(2),
            Load(2, "a.txt".to_owned()),
            Board(1, 0),
            Board(1, 1),
        ])
        .done(),
        with_two(check(
            "assign/changed-source",
            ASSIGN,
            "what is done with the source leaves the target alone",
            "dopo un assegnamento, quello che si fa con la sorgente non tocca la destinazione",
        ))
        .object(2, 1)
        .then([
            Assign(2, 1),
            Pop(1),
            Pop(1),
            Load(1, "b.txt".to_owned()),
            Board(2, 0),
            Board(2, 1),
        ])
        .done(),
        with_two(check(
            "assign/to-itself",
            ASSIGN,
            "a Player assigned to itself stays what it is",
            "un Player assegnato a sé stesso resta com'è",
        ))
        .then([Assign(1, 1), Board(1, 0), Board(1, 1), Delete(1)])
        .done(),
        with_two(check(
            "assign/outlives-source",
            ASSIGN,
            "the target lives on after the source",
            "la destinazione di un assegnamento sopravvive alla sorgente",
        ))
        .object(2, 1)
        .then([Assign(2, 1), Delete(1), Board(2, 0), Board(2, 1), Delete(2)])
        .done(),
        with_two(check(
            "assign/from-empty",
            ASSIGN,
            "a Player without boards can be assigned to one with boards",
            "si può assegnare un Player senza tavolieri a uno che ne ha",
        ))
        .object(2, 1)
        .then([
            Assign(1, 2),
            Length(1, 0),
            Load(1, "a.txt".to_owned()),
            Board(1, 0),
            Delete(1),
            Delete(2),
        ])
        .done(),
        with_two(check(
            "assign/again-and-again",
            ASSIGN,
            "assignments may follow each other",
            "gli assegnamenti possono susseguirsi",
        ))
        .object(2, 1)
        .object(3, 1)
        .then([Assign(2, 1), Assign(3, 2), Assign(2, 3), Assign(1, 2)])
        .then([
            Board(1, 0),
            Board(2, 0),
            Board(3, 1),
            Delete(2),
            Delete(1),
            Board(3, 0),
            Delete(3),
        ])
        .done(),
    ]
}
