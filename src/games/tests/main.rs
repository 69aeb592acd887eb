//! Games that are not compiled in, by programs that keep their promises and by programs that do not.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod asked;
mod broken;
mod dama_in_python;
mod folders;
mod games;
mod judging;
mod openspiel;

use std::fs;
use std::path::Path;

use arbitro_games::{Game, GameError, NamedFolder, Setting, open};
use arbitro_testkit::programs::{open_folder, program, within_reach};
use tempfile::TempDir;

/// The setting in which the tests run programs.
fn setting() -> Setting {
    let executable = Some(within_reach(program("verify")).to_owned());
    Setting { executable, ..Setting::default() }
}

fn open_named(text: &str) -> Result<Game, GameError> {
    open(&text.parse()?, &setting())
}

/// Opens the game of a folder.
fn open_at(folder: &Path) -> Result<Game, GameError> {
    open(&NamedFolder { folder: folder.to_owned(), word: None }, &setting())
}

/// Makes a folder with a game whose program is this text in Python.
fn folder_with(name: &str, toml: &str, program: &str) -> TempDir {
    let folder = open_folder(0o755);
    let head = format!("name = \"{name}\"\ntitle = \"T\"\ncommand = \"python3 rules.py\"\n");
    fs::write(folder.path().join("game.toml"), head + toml).unwrap();
    fs::write(folder.path().join("rules.py"), program).unwrap();
    folder
}

/// A program that answers each question by one of these functions of Python: `start()`, `moves(board, state, turn)`
/// and `fault(q)`.
fn answering(functions: &str) -> String {
    let head = "import json, sys, time, os\ndef start():\n return {'board': '.'}\n\
                def fault(q):\n return {'unknown': True}\n";
    let tail = "\nsay = lambda it: (sys.stdout.write((it if isinstance(it, str) else json.dumps(it)) + '\\n'), sys.stdout.flush())\n\
                say({'v': 1})\nfor line in sys.stdin:\n q = json.loads(line)\n\
                \x20if q['ask'] == 'start': say(start())\n\
                \x20elif q['ask'] == 'moves': say(moves(q['board'], q['state'], q['turn']))\n\
                \x20else: say(fault(q))\n";
    format!("{head}{functions}{tail}")
}
