//! A match by hand: `verify` as its referee in a folder, and players started beside it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::rc::Rc;

use serde_json::Value;
use tempfile::TempDir;

use crate::programs::{program, wait_until};
use arbitro_testkit::games::project;

/// A `verify` at work in a folder, and its lines as they come.
pub(crate) struct Referee {
    pub(crate) child: Child,
    lines: std::io::Lines<BufReader<ChildStdout>>,
    pub(crate) folder: Rc<TempDir>,
}

impl Referee {
    pub(crate) fn new(args: &[&str]) -> Referee {
        Referee::in_folder(tempfile::tempdir().unwrap(), args)
    }

    pub(crate) fn in_folder(folder: TempDir, args: &[&str]) -> Referee {
        let mut child = Command::new(program("verify"))
            .env("LC_ALL", "C")
            .args(["--json", "--dir"])
            .arg(folder.path())
            .args(args)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let referee = Referee { child, lines, folder: Rc::new(folder) };
        // Its first act is the first board.
        wait_until("the first board is written", || referee.board(1).exists());
        referee
    }

    pub(crate) fn board(&self, number: u32) -> PathBuf {
        self.folder.path().join(format!("board_{number}.txt"))
    }

    pub(crate) fn write(&self, number: u32, text: impl AsRef<[u8]>) {
        // In place, as the course's players do.
        fs::write(self.board(number), text).unwrap();
    }

    pub(crate) fn play(&self, number: u32, args: &[&str]) -> Player {
        let mut play = Command::new(program("play"));
        play.arg(number.to_string()).arg("--dir").arg(self.folder.path()).args(args);
        Player::start(&mut play, &self.folder)
    }

    /// The next event.
    pub(crate) fn event(&mut self) -> Value {
        let line = self.lines.next().expect("there is another event").unwrap();
        serde_json::from_str(&line).unwrap()
    }

    /// Every event up to the end, and the exit code.
    pub(crate) fn finish(mut self) -> (Vec<Value>, i32) {
        let events: Vec<Value> =
            self.lines.by_ref().map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect();
        let code = self.child.wait().unwrap().code().unwrap();
        (events, code)
    }

    /// The last event and the exit code.
    pub(crate) fn end(self) -> (Value, i32) {
        let (mut events, code) = self.finish();
        (events.pop().unwrap(), code)
    }
}

impl Drop for Referee {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A player that does not outlive its test. Its folder outlives it, or what it writes would be left.
pub(crate) struct Player {
    pub(crate) child: Child,
    _folder: Rc<TempDir>,
}

impl Player {
    pub(crate) fn start(command: &mut Command, folder: &Rc<TempDir>) -> Player {
        let child = command.current_dir(folder.path()).spawn().unwrap();
        Player { child, _folder: Rc::clone(folder) }
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Boards 2, 3, ... of a recorded match of `dama`.
pub(crate) fn recorded(number: u32) -> Vec<u8> {
    let path = format!("boards/matches/dama-finished/board_{number}.txt");
    fs::read(project(&path)).unwrap()
}

pub(crate) fn verify(args: &[&str]) -> Output {
    Command::new(program("verify")).env("LC_ALL", "C").args(args).output().unwrap()
}

/// A tool that the test needs, or `None` with a line that says so; in CI it must be there.
pub(crate) fn tool(name: &'static str) -> Option<&'static str> {
    if Command::new(name).arg("--version").output().is_ok() {
        return Some(name);
    }
    assert!(
        std::env::var_os("CI").is_none(),
        "in CI {name} must be there: scripts/setup installs it"
    );
    println!("skipped: no {name}; on Debian: scripts/setup");
    None
}

/// Builds a program into a folder.
pub(crate) fn build(compiler: &str, source: &str, folder: &Path) -> PathBuf {
    build_of(compiler, &[source], &folder.join("player"))
}

pub(crate) fn build_of(compiler: &str, sources: &[&str], program: &Path) -> PathBuf {
    let built = Command::new(compiler)
        .args(["-O2", "-Wall", "-Wextra", "-Werror", "-o"])
        .arg(program)
        .args(sources.iter().map(|source| project(source)))
        .status()
        .unwrap();
    assert!(built.success(), "{sources:?}");
    program.to_owned()
}

pub(crate) fn start(program: &Path, number: u32, referee: &Referee) -> Player {
    Player::start(Command::new(program).arg(number.to_string()), &referee.folder)
}
