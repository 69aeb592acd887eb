//! Wrong players of a game that is not compiled in: each is told what it did, as in a game of ours.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::contained::guarantees;
use crate::needs::needs;
use crate::planted_errors::copy;
use crate::programs::{open_folder, open_to_all, program};
use crate::tournament_program::tournament;
use arbitro_testkit::games::project;

/// A player by the kit, whose `choose` has these lines; and what it is told in English.
const WRONG: [(&str, &str, &str); 23] = [
    (
        "raises",
        "print(p.board)\n raise ValueError('no idea')",
        "it printed \"ValueError: no idea\"",
    ),
    (
        "logs",
        "open('log.txt', 'w').write('thinking')\n 1 / 0",
        "it printed \"ZeroDivisionError: division by zero\"",
    ),
    (
        "reads",
        "input()",
        "its standard input is empty here: it reads board_1.txt and writes board_2.txt",
    ),
    ("leaves", "sys.exit(0)", "it exited with code 0; its standard input is empty here"),
    (
        "prints",
        "print(p.put((5, 3, p.turn)))\n time.sleep(99)",
        "it printed a board, but did not write board_2.txt",
    ),
    ("thinks", "print('depth 4, value 17')\n time.sleep(99)", "it printed \"depth 4, value 17\""),
    // On a busy machine its processor time is over before the time by the clock.
    ("loops", "while True: pass", "it was computing all the time|s of processor time"),
    ("sleeps", "time.sleep(99)", "it did not compute: it slept or waited"),
    (
        "child",
        "os.system('sleep 99')",
        "neither it nor what it started computed: they slept or waited",
    ),
    (
        "misnames",
        "open('Board_2.txt', 'w').write(p.put((5, 3, p.turn)))\n time.sleep(99)",
        "it wrote Board_2.txt, not board_2.txt",
    ),
    ("nothing", "return None", "choose returned NoneType after board_1.txt: it returns a board"),
    ("pair", "return ('d1', p.put((5, 3, p.turn)))", "choose returned tuple after board_1.txt"),
    ("same", "return p.board", "the board is unchanged"),
    (
        "floats",
        "return p.put((0, 3, p.turn))",
        "the stone on d6 hangs in the air: d5 below it is empty",
    ),
    (
        "two",
        "return p.put((5, 3, p.turn), (5, 4, p.turn))",
        "2 stones are new, on d1 e1: a turn drops one",
    ),
    ("other", "return p.put((5, 3, p.other))", "the stone on d1 is o's, and it is x's turn"),
    ("sign", "return p.put((5, 3, 'X'))", "line 6, column 4: found \"X\", expected one of . o x"),
    ("words", "return 'hello world'", "found 1 line, expected 6, one for each row of the board"),
    ("short", "return p.rows[1:]", "found 5 lines, expected 6"),
    ("narrow", "return [row[1:] for row in p.rows]", "line 1: found 6 characters, expected 7"),
    (
        "spaces",
        "return [' '.join(row) for row in p.rows]",
        "there are spaces between the cells: here nothing separates them",
    ),
    ("value", "return str((p.board, ''))", "it is a value as a programming language shows it"),
    ("list", "return repr(p.rows)", "it is a value as a programming language shows it"),
];

fn write_player(players: &Path, name: &str, lines: &str) {
    let folder = players.join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::copy(project("boards/games/kit/player.py"), folder.join("kit.py")).unwrap();
    let program = format!(
        "import os, sys, time\nfrom kit import play\ndef choose(p):\n {lines}\nplay(choose)\n"
    );
    fs::write(folder.join("bot.py"), program).unwrap();
    fs::write(folder.join("player.toml"), "command = [\"python3\", \"bot.py\"]\n").unwrap();
}

#[test]
fn each_wrong_player_of_connect_four_is_told_what_it_did() {
    needs!(containment);
    let folder = open_folder(0o755);
    let players = folder.path().join("players");
    for (name, lines, _) in WRONG {
        write_player(&players, name, lines);
    }
    write_player(&players, "absent", "return p.board");
    fs::rename(players.join("absent/bot.py"), players.join("absent/bott.py")).unwrap();
    open_to_all(folder.path());
    let game = project("boards/games/connect-four");
    let args = [
        "run",
        "players",
        "--start-time",
        "2s",
        "--game",
        game.to_str().unwrap(),
        "--move-time",
        "2s",
        "--jobs",
        "4",
    ];
    let told = tournament(folder.path(), &args);
    let told = String::from_utf8(told.stderr).unwrap();
    let of = |name: &str| {
        let line = told.lines().find(|line| line.contains(&format!("players/{name}: ")));
        line.unwrap_or_else(|| panic!("{name}: {told}"))
    };
    // Where no group counts the time of all processes, that of ended ones may be missing.
    let counts_all = guarantees().has_groups();
    for (name, _, expected) in WRONG.into_iter().filter(|it| counts_all || it.0 != "child") {
        let is_told = expected.split('|').any(|part| of(name).contains(part));
        assert!(is_told, "{name}: {}", of(name));
    }
    let absent = "its command gives bot.py to python3, and there is no such file in its folder: is bott.py meant?";
    assert!(of("absent").ends_with(absent), "{}", of("absent"));
}

/// A board of Ataxx in which x can only pass.
const PASS: &str = "xoo..\nooo..\nooo..\n.....\n.....";

/// A game, a board, x's answer, and the verdict in English and Italian.
const JUDGED: [(&str, &str, &str, [&str; 2]); 4] = [
    (
        "ataxx",
        PASS,
        "xoo..\nooo..\nooo..\nx....\n.....",
        [
            "the only legal move of x is to pass: write the same board",
            "l'unica mossa legale del giocatore x è passare: va scritto lo stesso tavoliere",
        ],
    ),
    ("ataxx", PASS, "", ["the file is empty; a board has 5 lines", "un tavoliere ha 5 righe"]),
    (
        "ataxx",
        "xxxxx\nxxxxx\nxxxxx\nxxxxx\nxxxxo",
        PASS,
        [": the match was over before this turn", ": la partita era finita prima di questo turno"],
    ),
    (
        "breakthrough",
        "........\n........\n........\n........\n........\n..o.....\n........\nx.......",
        "........\n........\n........\n........\n........\n..o.....\n........\n........",
        [
            "one piece moves a turn, and here pieces left a1 and came to no place",
            "qui hanno lasciato a1 e sono arrivati in nessun posto",
        ],
    ),
];

#[test]
fn a_wrong_board_is_explained_and_one_of_unknown_form_is_not_called_invalid() {
    needs!(containment);
    let folder = open_folder(0o755);
    for game in ["ataxx", "breakthrough"] {
        let at = folder.path().join(game);
        copy(game, &at, |rules| rules.replace("self.word or 7", "self.word or 5"));
    }
    open_to_all(folder.path());
    let verify = |args: &[&str]| {
        let mut verify = Command::new(program("verify"));
        let told = verify.args(args).current_dir(folder.path()).output().unwrap();
        (told.status.code(), String::from_utf8(told.stdout).unwrap())
    };
    for (game, before, after, expected) in JUDGED {
        fs::write(folder.path().join("before.txt"), before).unwrap();
        fs::write(folder.path().join("after.txt"), after).unwrap();
        for (language, expected) in ["en", "it"].into_iter().zip(expected) {
            let game = format!("./{game}");
            let options = ["--game", &game, "--to-move", "x", "--lang", language];
            let args = [&["move", "before.txt", "after.txt"], &options[..]].concat();
            let (code, told) = verify(&args);
            assert!(code == Some(1) && told.contains(expected), "{told}");
        }
    }
    // A piece may come in later that no board shows that was looked at.
    for (board, code) in
        [(PASS, 0), (&PASS.replacen('x', "K", 1), 2), ("hello world", 2), ("\t", 1)]
    {
        fs::write(folder.path().join("board.txt"), board).unwrap();
        let (found, told) = verify(&["board", "board.txt", "--game", "./ataxx"]);
        assert_eq!(found, Some(code), "{told}");
    }
}
