//! Boards that are written: `store_board` and `init_board`, byte for byte.

use super::super::boards::{drawn, start};
use super::super::step::Step::{Board, Init, Length, Load, Spoil, Store};
use super::{Check, MIXED, check};

const STORE: &str = "store_board";
const INIT: &str = "init_board";

fn name(text: &str) -> String {
    text.to_owned()
}

pub(super) fn checks() -> Vec<Check> {
    vec![
        check(
            "store/start",
            STORE,
            "the initial board, byte for byte: 127 of them, no newline at the end",
            "il tavoliere iniziale, byte per byte: sono 127, senza a capo alla fine",
        )
        .object(1, 1)
        .with(1, "a.txt", start())
        .then([Store(1, name("b.txt"), None)])
        .done(),
        check(
            "store/every-kind",
            STORE,
            "men and kings, byte for byte",
            "pedine e dame, byte per byte",
        )
        .object(1, 2)
        .with(1, "a.txt", drawn(MIXED))
        .then([Store(1, name("b.txt"), None)])
        .done(),
        check(
            "store/almost-empty",
            STORE,
            "empty rows are seven spaces more than their squares",
            "le righe vuote sono le loro caselle più sette spazi",
        )
        .object(1, 2)
        .with(1, "a.txt", drawn("X34 o43"))
        .then([Store(1, name("b.txt"), Some(0))])
        .done(),
        check(
            "store/history",
            STORE,
            "an earlier board, by its offset",
            "un tavoliere precedente, con il suo offset",
        )
        .object(1, 1)
        .with(1, "a.txt", start())
        .with(1, "b.txt", drawn(MIXED))
        .with(1, "c.txt", drawn("x01 o76"))
        .then((0..3).map(|back| Store(1, format!("back_{back}.txt"), Some(back))))
        .done(),
        check(
            "store/overwrites",
            STORE,
            "a longer file of that name is overwritten",
            "un file più lungo con quel nome viene sovrascritto",
        )
        .object(1, 1)
        .with(1, "a.txt", start())
        .then([Spoil(name("b.txt")), Store(1, name("b.txt"), None)])
        .done(),
        check(
            "store/leaves-history",
            STORE,
            "storing changes nothing in the history",
            "salvare non cambia nulla nella storia",
        )
        .object(1, 1)
        .with(1, "a.txt", start())
        .with(1, "b.txt", drawn(MIXED))
        .then([
            Store(1, name("c.txt"), Some(1)),
            Board(1, 0),
            Board(1, 1),
            Length(1, 2),
        ])
        .done(),
        check(
            "store/and-load",
            STORE,
            "what was stored can be loaded again",
            "quello che è stato salvato si può ricaricare",
        )
        .object(1, 1)
        .with(1, "a.txt", drawn(MIXED))
        .then([Store(1, name("b.txt"), None)])
        .object(2, 2)
        .then([Load(2, name("b.txt")), Board(2, 0)])
        .done(),
        check(
            "store/empty-history",
            STORE,
            "without boards there is nothing to store",
            "senza tavolieri non c'è nulla da salvare",
        )
        .object(1, 1)
        .then([Store(1, name("b.txt"), None)])
        .done(),
        check(
            "store/offset-too-far",
            STORE,
            "of one board none is 1 back",
            "con un solo tavoliere non c'è quello di 1 indietro",
        )
        .object(1, 1)
        .with(1, "a.txt", start())
        .then([Store(1, name("b.txt"), Some(1))])
        .done(),
        check(
            "store/offset-negative",
            STORE,
            "no board is -1 back",
            "nessun tavoliere sta -1 indietro",
        )
        .object(1, 1)
        .with(1, "a.txt", start())
        .then([Store(1, name("b.txt"), Some(-1))])
        .done(),
        check(
            "init/exact",
            INIT,
            "the initial board, byte for byte",
            "il tavoliere iniziale, byte per byte",
        )
        .object(1, 1)
        .then([Init(1, name("b.txt"))])
        .done(),
        check(
            "init/player-2",
            INIT,
            "player 2 writes the same initial board",
            "il giocatore 2 scrive lo stesso tavoliere iniziale",
        )
        .object(1, 2)
        .then([Init(1, name("b.txt"))])
        .done(),
        check(
            "init/leaves-empty-history",
            INIT,
            "a history without boards stays so",
            "una storia senza tavolieri resta tale",
        )
        .object(1, 1)
        .then([Init(1, name("b.txt")), Length(1, 0)])
        .done(),
        check(
            "init/leaves-history",
            INIT,
            "a history with boards stays as it is",
            "una storia con tavolieri resta com'è",
        )
        .object(1, 1)
        .with(1, "a.txt", drawn(MIXED))
        .then([Init(1, name("b.txt")), Board(1, 0), Length(1, 1)])
        .done(),
        check(
            "init/overwrites",
            INIT,
            "a longer file of that name is overwritten",
            "un file più lungo con quel nome viene sovrascritto",
        )
        .object(1, 1)
        .then([Spoil(name("b.txt")), Init(1, name("b.txt"))])
        .done(),
    ]
}
