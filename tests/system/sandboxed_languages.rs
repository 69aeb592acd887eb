//! Players in each language find the system calls that they need in the sandbox.

use std::path::{Path, PathBuf};
use std::process::Command;

use arbitro_sandbox::{Ended, Keeper, Limits, Plan};
use arbitro_testkit::games::project;

use crate::compiled::{built_once, compile};
use crate::contained::{keeper, plan};
use crate::grade_samples::is_there;
use crate::needs::{needs, skip};
use crate::programs::within_reach;

/// A player in a language that is installed here.
pub(crate) struct Player {
    program: PathBuf,
    args: Vec<String>,
    /// A folder that it may read besides the system.
    folder: PathBuf,
}

impl Player {
    /// A player that an interpreter runs, which must be there.
    fn interpreted(interpreter: &str, file: &str) -> Option<Player> {
        let program = Path::new("/usr/bin").join(interpreter);
        if !program.exists() {
            skip(&format!("no {interpreter}"));
            return None;
        }
        let folder = languages();
        let args = vec![folder.join(file).to_str().unwrap().to_owned()];
        Some(Player { program, args, folder })
    }

    /// Its output and end; with `more` arguments.
    pub(crate) fn run(&self, keeper: &mut Keeper, more: &[&str]) -> (String, Ended) {
        let args: Vec<&str> = self.args.iter().map(String::as_str).collect();
        let plan = Plan {
            readable: vec![self.folder.clone()],
            limits: Limits {
                // Node and Java take more than a player has, and it is not memory that is tried.
                memory_bytes: 512 << 20,
                ..Limits::default()
            },
            ..plan(&self.program, &[&args[..], more].concat())
        };
        let mut program = keeper.contain(&plan).unwrap();
        let ended = program.wait().unwrap();
        let said = program.output(1 << 16).unwrap();
        (String::from_utf8_lossy(&said).into_owned(), ended)
    }
}

fn languages() -> PathBuf {
    within_reach(&project("tests/players/languages")).to_owned()
}

/// Compiles a player; `build` is given its source and the folder for what it makes.
fn built(tool: &str, file: &str, build: impl Fn(&Path, &Path)) -> Option<PathBuf> {
    if !is_there(tool) {
        skip(&format!("no {tool}"));
        return None;
    }
    let source = languages().join(file);
    let text = std::fs::read(&source).unwrap();
    Some(built_once(tool, &[&text], |folder| build(&source, folder)))
}

/// Those that are installed here, with the names of their languages.
pub(crate) fn players() -> Vec<(&'static str, Player)> {
    let cpp = built("g++", "player.cpp", |source, folder| {
        let flags = ["-std=c++20", "-O1", "-pthread"];
        compile("g++", &flags, source, &folder.join("player"));
    });
    let cpp = cpp.map(|folder| Player { program: folder.join("player"), args: Vec::new(), folder });
    let java = built("javac", "Player.java", |source, folder| {
        let mut compiler = Command::new("javac");
        compiler.arg("-d").arg(folder).arg(source);
        assert!(compiler.status().unwrap().success());
    });
    let java = java.map(|folder| Player {
        program: "/usr/bin/java".into(),
        args: ["-Xmx64m", "-cp", folder.to_str().unwrap(), "Player"].map(str::to_owned).to_vec(),
        folder,
    });
    let players = [
        ("C++", cpp),
        ("Java", java),
        ("JavaScript", Player::interpreted("node", "player.js")),
        ("Python", Player::interpreted("python3", "player.py")),
        ("Perl", Player::interpreted("perl", "player.pl")),
        ("bash", Player::interpreted("bash", "player.sh")),
    ];
    let there = players.into_iter();
    there.filter_map(|(name, player)| Some((name, player?))).collect()
}

#[test]
fn players_in_each_language_find_what_they_need() {
    needs!(containment);
    let mut keeper = keeper();
    for (language, player) in players() {
        let (said, ended) = player.run(&mut keeper, &[]);
        assert!(said.ends_with("played\n"), "{language}: {ended:?}, {said}");
        assert_eq!(ended, Ended::Exited(0), "{language}: {said}");
    }
}
