//! Boards that are read: loaded from files, and square by square.

use super::super::boards::{drawn, start};
use super::super::step::Step::{Board, Cell, Length, Load, LoadEither};
use super::{Check, MIXED, asking, check};
use arbitro_rules::said_in_two as said;

const CELL: &str = "operator()";
const LOAD: &str = "load_board";

pub(super) fn checks() -> Vec<Check> {
    let mut checks = cells();
    checks.extend(loads());
    checks.extend(refusals());
    checks
}

fn name(text: &str) -> String {
    text.to_owned()
}

fn cells() -> Vec<Check> {
    let mut checks = vec![
        check(
            "cell/start",
            CELL,
            "every square of the initial board",
            "ogni casella del tavoliere iniziale",
        )
        .object(1, 1)
        .with(1, "a.txt", start())
        .then([Board(1, 0)])
        .done(),
        check(
            "cell/every-kind",
            CELL,
            "men, kings and empty squares; row 0 is the last line of the file",
            "pedine, dame e caselle vuote; la riga 0 è l'ultima del file",
        )
        .object(1, 2)
        .with(1, "a.txt", drawn(MIXED))
        .then([
            Board(1, 0),
            Cell(1, 7, 0, None),
            Cell(1, 0, 7, None),
            Cell(1, 0, 0, None),
        ])
        .done(),
        check(
            "cell/history",
            CELL,
            "offset 0 is the latest board, 1 the one before it",
            "l'offset 0 è il tavoliere più recente, 1 quello prima",
        )
        .object(1, 1)
        .with(1, "a.txt", start())
        .with(1, "b.txt", drawn(MIXED))
        .with(1, "c.txt", drawn("x01 o76"))
        .then([Board(1, 0), Board(1, 1), Board(1, 2)])
        .done(),
        check(
            "cell/empty-history",
            CELL,
            "without boards there is no square",
            "senza tavolieri non ci sono caselle",
        )
        .object(1, 1)
        .then([Cell(1, 0, 1, None), Cell(1, 0, 1, Some(0))])
        .done(),
    ];
    let wrong: [(&str, i32, i32, Option<i32>); 10] = [
        ("row-below", -1, 0, None),
        ("row-above", 8, 1, None),
        ("column-left", 0, -1, None),
        ("column-right", 0, 8, None),
        ("both", 8, 8, None),
        ("far-away", i32::MAX, i32::MAX, None),
        ("far-below", i32::MIN, i32::MIN, None),
        ("offset-too-far", 0, 1, Some(2)),
        ("offset-negative", 0, 1, Some(-1)),
        ("offset-far-away", 0, 1, Some(i32::MAX)),
    ];
    for (id, row, column, offset) in wrong {
        let asks = match offset {
            None => said!(
                "there is no square ({row}, {column})",
                "non c'è una casella ({row}, {column})"
            ),
            Some(offset) => said!(
                "of two boards none is {offset} back",
                "con due tavolieri non c'è quello di {offset} indietro"
            ),
        };
        checks.push(
            asking(&format!("cell/{id}"), CELL, asks)
                .object(1, 1)
                .with(1, "a.txt", start())
                .with(1, "b.txt", drawn(MIXED))
                .then([Cell(1, row, column, offset)])
                .done(),
        );
    }
    checks
}

fn loads() -> Vec<Check> {
    let crlf = start().replace('\n', "\r\n");
    // In rows 1 to 4, where neither player's men are crowned.
    let thirteen = |man: &str, other: &str| {
        let places = "10 12 14 16 21 23 25 27 30 32 34 36 41";
        let men: Vec<String> = places.split(' ').map(|it| format!("{man}{it}")).collect();
        drawn(&format!("{} {other}", men.join(" ")))
    };
    let mut checks = vec![
        check(
            "load/start",
            LOAD,
            "the initial board can be loaded",
            "si può caricare il tavoliere iniziale",
        )
        .object(1, 1)
        .with(1, "a.txt", start())
        .then([Board(1, 0)])
        .done(),
        check(
            "load/appends",
            LOAD,
            "each board comes after those before it",
            "ogni tavoliere si aggiunge dopo i precedenti",
        )
        .object(1, 2)
        .with(1, "a.txt", start())
        .with(1, "b.txt", drawn(MIXED))
        .then([Board(1, 0), Board(1, 1), Length(1, 2)])
        .done(),
        check(
            "load/kings",
            LOAD,
            "kings may stand on every dark square",
            "le dame possono stare su ogni casella scura",
        )
        .object(1, 1)
        .with(1, "a.txt", drawn("X01 X07 X70 X76 O10 O67 O05 O72"))
        .then([Board(1, 0)])
        .done(),
        check(
            "load/does-not-judge-moves",
            LOAD,
            "whether a move leads from board to board is not asked",
            "non si chiede se una mossa porti da un tavoliere all'altro",
        )
        .object(1, 1)
        .with(1, "a.txt", drawn("x01 o76"))
        .with(1, "b.txt", start())
        .with(1, "c.txt", drawn("X34 O43"))
        .then([Board(1, 0), Board(1, 1), Board(1, 2)])
        .done(),
        check(
            "load/one-side-only",
            LOAD,
            "a board of one player's pieces is a board",
            "un tavoliere con i pezzi di un solo giocatore è un tavoliere",
        )
        .object(1, 1)
        .with(1, "a.txt", drawn("o76 O10"))
        .then([Board(1, 0)])
        .done(),
        check(
            "load/long-history",
            LOAD,
            "hundreds of boards are remembered",
            "si ricordano centinaia di tavolieri",
        )
        .object(1, 1)
        .file("a.txt", start())
        .file("b.txt", drawn(MIXED))
        .then((0..300).map(|at| Load(1, name(if at % 3 == 0 { "b.txt" } else { "a.txt" }))))
        .then([
            Board(1, 299),
            Board(1, 298),
            Board(1, 0),
            Length(1, 300),
        ])
        .done(),
        check(
            "load/crlf",
            LOAD,
            "Windows line ends may be taken or refused, but rightly",
            "i fine riga di Windows si possono accettare o rifiutare, ma correttamente",
        )
        .object(1, 1)
        .file("a.txt", crlf)
        .then([LoadEither(1, name("a.txt")), Board(1, 0)])
        .done(),
        check(
            "load/final-newline",
            LOAD,
            "a newline after the last line may be taken or refused, but rightly",
            "un a capo dopo l'ultima riga si può accettare o rifiutare, ma correttamente",
        )
        .object(1, 1)
        .file("a.txt", start() + "\n")
        .then([LoadEither(1, name("a.txt")), Board(1, 0)])
        .done(),
        check(
            "load/thirteen-men",
            LOAD,
            "thirteen men of one player are refused: too many pieces",
            "tredici pedine di un giocatore vengono rifiutate: troppi pezzi",
        )
        .object(1, 1)
        .file("a.txt", thirteen("x", "o76"))
        .then([Load(1, name("a.txt"))])
        .done(),
        check(
            "load/thirteen-men-o",
            LOAD,
            "thirteen men of player 2 are refused too",
            "vengono rifiutate anche tredici pedine del giocatore 2",
        )
        .object(1, 1)
        .file("a.txt", thirteen("o", "x01"))
        .then([Load(1, name("a.txt"))])
        .done(),
        check(
            "load/x-not-crowned",
            LOAD,
            "a man of player 1 left on row 7 is an invalid move: the board may be taken or refused",
            "una pedina del giocatore 1 lasciata sulla riga 7 è una mossa non valida: il tavoliere si può accettare o \
             rifiutare",
        )
        .object(1, 1)
        .file("a.txt", drawn("x70 o50"))
        .then([LoadEither(1, name("a.txt"))])
        .done(),
        check(
            "load/o-not-crowned",
            LOAD,
            "a man of player 2 left on row 0 is an invalid move: the board may be taken or refused",
            "una pedina del giocatore 2 lasciata sulla riga 0 è una mossa non valida: il tavoliere si può accettare o \
             rifiutare",
        )
        .object(1, 1)
        .file("a.txt", drawn("x21 o01"))
        .then([LoadEither(1, name("a.txt"))])
        .done(),
        check(
            "load/no-pieces",
            LOAD,
            "a board without pieces may be taken or refused, but not crash",
            "un tavoliere senza pezzi si può accettare o rifiutare, ma senza crash",
        )
        .object(1, 1)
        .file("a.txt", drawn(""))
        .then([LoadEither(1, name("a.txt"))])
        .done(),
    ];
    checks.push(
        check(
            "load/missing",
            LOAD,
            "a file that is not there is refused",
            "un file che non c'è viene rifiutato",
        )
        .object(1, 1)
        .then([Load(1, name("nothing.txt"))])
        .done(),
    );
    checks
}

/// Files that are no boards.
fn refusals() -> Vec<Check> {
    let lines = |text: String| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let mut one_short = lines(start());
    one_short[3].pop();
    let mut one_long = lines(start());
    one_long[3].push_str(" x");
    let mut nine = lines(start());
    nine.push(nine[7].clone());
    let files: [(&str, &str, &str, Vec<u8>); 12] = [
        (
            "empty-file",
            "an empty file is refused",
            "un file vuoto viene rifiutato",
            Vec::new(),
        ),
        (
            "seven-rows",
            "a file of seven rows is refused",
            "un file di sette righe viene rifiutato",
            lines(start())[..7].join("\n").into(),
        ),
        (
            "nine-rows",
            "a file of nine rows is refused",
            "un file di nove righe viene rifiutato",
            nine.join("\n").into(),
        ),
        (
            "short-row",
            "a row that is a character short is refused",
            "una riga a cui manca un carattere viene rifiutata",
            one_short.join("\n").into(),
        ),
        (
            "long-row",
            "a row with a ninth square is refused",
            "una riga con una nona casella viene rifiutata",
            one_long.join("\n").into(),
        ),
        (
            "no-separators",
            "a board without spaces between squares is refused",
            "un tavoliere senza spazi fra le caselle viene rifiutato",
            start()
                .lines()
                .map(|line| line.chars().step_by(2).collect::<String>())
                .collect::<Vec<_>>()
                .join("\n")
                .into(),
        ),
        (
            "wrong-separator",
            "a comma between squares is refused",
            "una virgola fra le caselle viene rifiutata",
            start().replacen("o  ", "o, ", 1).into(),
        ),
        (
            "tab",
            "a tab in the place of a space is refused",
            "una tabulazione al posto di uno spazio viene rifiutata",
            start().replacen("  o", "\t o", 1).into(),
        ),
        (
            "unknown-letter",
            "a letter that is no piece is refused",
            "una lettera che non è un pezzo viene rifiutata",
            start().replacen('x', "e", 1).into(),
        ),
        (
            "digit",
            "a digit on a square is refused",
            "una cifra su una casella viene rifiutata",
            start().replacen('o', "0", 1).into(),
        ),
        (
            "light-square",
            "a piece on a light square is refused",
            "un pezzo su una casella chiara viene rifiutato",
            drawn("x00 o76").into(),
        ),
        (
            "bytes",
            "bytes that are no text are refused",
            "dei byte che non sono testo vengono rifiutati",
            (0..=255).collect(),
        ),
    ];
    let mut checks: Vec<Check> = files
        .into_iter()
        .map(|(id, asks, chiede, bytes)| {
            check(&format!("load/{id}"), LOAD, asks, chiede)
                .object(1, 1)
                .file("a.txt", bytes)
                .then([Load(1, name("a.txt"))])
                .done()
        })
        .collect();
    checks.push(
        check(
            "load/endless-line",
            LOAD,
            "a line of a million letters is refused",
            "una riga di un milione di lettere viene rifiutata",
        )
        .object(1, 1)
        .file("a.txt", "x ".repeat(500_000))
        .then([Load(1, name("a.txt"))])
        .done(),
    );
    checks.push(
        check(
            "load/folder",
            LOAD,
            "a folder is refused",
            "una cartella viene rifiutata",
        )
        .object(1, 1)
        .then([Load(1, name("."))])
        .done(),
    );
    checks
}
