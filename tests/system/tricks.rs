//! The hostile players of `tests/players/hostile`: how they are built, what each tries, and a match of one
//! against an honest opponent.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use arbitro_referee::{
    Answers, Arena, Contest, Contestant, Fault, HostFailure, MatchEnd, Report, stay_on_one_core,
};
use arbitro_rules::GameId;
use arbitro_rules::line::{Line, Start, open};
use arbitro_sandbox::{Keeper, Processes, Require};
use arbitro_words::{Language, OfFault, say};

use crate::compiled::{built_once, compile};
use crate::grade_samples::is_there;
use crate::programs::{copy_program, open_folder, program, within_reach};
use arbitro_testkit::games::project;

pub(crate) const FILES: [&str; 8] =
    ["notices", "time", "memory", "processes", "output", "files", "talking", "privilege"];

pub(crate) const MOVE_TIME: Duration = Duration::from_millis(1500);

/// The exit code of an attack that succeeded.
pub(crate) const SUCCEEDED: i32 = 42;

/// Names a folder with `verify` and the compiled programs, for tests that run as another user.
pub(crate) const PROGRAMS: &str = "ARBITRO_TEST_PROGRAMS";

pub(crate) fn executable() -> PathBuf {
    std::env::var_os(PROGRAMS).map_or_else(
        || within_reach(program("verify")).to_owned(),
        |folder| Path::new(&folder).join("verify"),
    )
}

pub(crate) fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|it| std::os::unix::fs::MetadataExt::uid(&it) == 0)
}

/// Returns true if the hostile players can be built. Without a compiler it prints a line and returns
/// `false`.
pub(crate) fn are_there() -> bool {
    std::env::var_os(PROGRAMS).is_some() || is_there("gcc") && is_there("g++")
}

/// The folder of the compiled programs.
pub(crate) fn programs() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        if let Some(folder) = std::env::var_os(PROGRAMS) {
            return folder.into();
        }
        let sources = project("tests/players/hostile");
        let honest = project("players/c/player.c");
        let slow = project("tests/players/course_style.cpp");
        let headers = ["honest.h", "trick.h"].map(|it| sources.join(it));
        let tricks = FILES.map(|it| sources.join(format!("{it}.c")));
        let read: Vec<Vec<u8>> = tricks
            .iter()
            .chain(&headers)
            .chain([&honest, &slow])
            .map(|path| fs::read(path).unwrap())
            .collect();
        let inputs: Vec<&[u8]> = read.iter().map(Vec::as_slice).collect();
        built_once("hostile", &inputs, |folder| {
            let flags = ["-std=c17", "-O1", "-Wall", "-Wextra", "-Werror", "-pthread"];
            for (source, name) in tricks.iter().zip(FILES) {
                compile("gcc", &flags, source, &folder.join(name));
            }
            compile("gcc", &["-O1"], &honest, &folder.join("honest"));
            compile("g++", &["-O1"], &slow, &folder.join("slow"));
            compile("g++", &["-O1", "-DPAUSE_MS=1000"], &slow, &folder.join("slower"));
        })
    })
}

/// A row of a program's table.
#[derive(Clone, Debug)]
pub(crate) struct Trick {
    pub(crate) file: &'static str,
    pub(crate) name: String,
    pub(crate) does: String,
    pub(crate) expected: String,
}

pub(crate) fn tricks() -> Vec<Trick> {
    let mut all = Vec::new();
    for file in FILES {
        let output = Command::new(programs().join(file)).arg("--list").output().unwrap();
        for row in String::from_utf8(output.stdout).unwrap().lines() {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let [_, _, name, _, does, expected, _] = cells[..] else {
                panic!("{row}");
            };
            all.push(Trick {
                file,
                name: name.trim_matches('`').to_owned(),
                does: does.to_owned(),
                expected: expected.to_owned(),
            });
        }
    }
    all
}

pub(crate) fn arena() -> Arena {
    Arena::new(Keeper::start(Some(&executable()), Require::Safety).unwrap()).unwrap()
}

pub(crate) fn start() -> Box<dyn Line> {
    open(GameId::Dama, Start::Usual, None).unwrap()
}

pub(crate) fn usual() -> Contest {
    Contest {
        ply_limit: Some(12),
        move_time: MOVE_TIME,
        start_time: Duration::from_secs(2),
        ..Contest::usual(GameId::Dama)
    }
}

/// Time enough on any machine, where it is not time that a trick is about.
pub(crate) fn unhurried() -> Contest {
    Contest { move_time: Duration::from_secs(12), ..usual() }
}

/// Plays where players get back the time that others take from them: in a thread that stays on one core.
pub(crate) fn on_one_core<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    std::thread::scope(|scope| {
        let playing = scope.spawn(|| {
            stay_on_one_core();
            work()
        });
        playing.join().unwrap()
    })
}

/// Targets of an attack.
pub(crate) struct Targets {
    folder: tempfile::TempDir,
    secret: PathBuf,
    victim: Child,
}

impl Targets {
    pub(crate) fn new(owner: Option<u32>) -> Targets {
        let folder = open_folder(0o777);
        let secret = folder.path().join("secret");
        fs::write(&secret, "secret").unwrap();
        fs::set_permissions(&secret, fs::Permissions::from_mode(0o777)).unwrap();
        if owner.is_some() {
            std::os::unix::fs::chown(&secret, owner, owner).unwrap();
        }
        let victim =
            Command::new("/bin/cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        Targets { folder, secret, victim }
    }

    pub(crate) fn of(&self, trick: &Trick) -> String {
        if trick.file == "processes" {
            self.victim.id().to_string()
        } else if trick.name == "list-target" {
            self.folder.path().to_str().unwrap().to_owned()
        } else if trick.does.contains("port ATTACK_TARGET") || trick.name.starts_with("tcp-fast") {
            "9".to_owned()
        } else {
            self.secret.to_str().unwrap().to_owned()
        }
    }

    pub(crate) fn are_unharmed(&mut self) -> bool {
        let state = fs::read_to_string(format!("/proc/{}/stat", self.victim.id()));
        // Dead, stopped or traced; one that was just started may still wait for the disk.
        let is_harmed =
            |line: &str| [") Z ", ") X ", ") T ", ") t "].iter().any(|it| line.contains(it));
        let is_well = state.is_ok_and(|line| !is_harmed(&line));
        is_well
            && fs::read_to_string(&self.secret).is_ok_and(|text| text == "secret")
            && fs::read_dir(self.folder.path()).unwrap().count() == 1
    }
}

impl Drop for Targets {
    fn drop(&mut self) {
        self.victim.kill().unwrap();
        self.victim.wait().unwrap();
    }
}

pub(crate) struct Played {
    pub(crate) report: Report,
    pub(crate) took: Duration,
    pub(crate) are_targets_unharmed: bool,
}

pub(crate) fn play(
    arena: &mut Arena,
    trick: &Trick,
    contest: &Contest,
) -> Result<Played, HostFailure> {
    let does_need_time = trick.expected.contains("opponent must take");
    play_against(if does_need_time { "slow" } else { "honest" }, arena, trick, contest)
}

/// Plays a match against one of the programs.
pub(crate) fn play_against(
    opponent: &str,
    arena: &mut Arena,
    trick: &Trick,
    contest: &Contest,
) -> Result<Played, HostFailure> {
    let mut targets = Targets::new(arena.keeper().next_user());
    let mut contestant = Contestant {
        program: programs().join(trick.file),
        args: vec![trick.name.as_str().into()],
        readable: Vec::new(),
        variables: Vec::new(),
        processes: Processes::Usual,
        answers: Answers::Files,
    };
    if trick.does.contains("ATTACK_TARGET") || trick.name.contains("target") {
        let target = ("ATTACK_TARGET".to_owned(), targets.of(trick));
        contestant.variables.push(target);
    }
    let mut opponent = Contestant {
        program: programs().join(opponent),
        args: Vec::new(),
        readable: Vec::new(),
        variables: Vec::new(),
        processes: Processes::Usual,
        answers: Answers::Files,
    };
    if trick.name.starts_with("collude") {
        opponent = contestant.clone();
    }
    let began = Instant::now();
    let report = arena.play(&*start(), contest, [&contestant, &opponent], &mut |_, _| Ok(()))?;
    Ok(Played { report, took: began.elapsed(), are_targets_unharmed: targets.are_unharmed() })
}

/// Tricks that mostly wait are played so many at a time.
const AT_A_TIME: usize = 8;

/// Deals tricks to threads in turn, for those that wait longest stand together, and returns what each makes of
/// its share.
pub(crate) fn in_shares<R: Send>(tricks: &[Trick], work: impl Fn(&[Trick]) -> R + Sync) -> Vec<R> {
    let dealt = |first| tricks.iter().skip(first).step_by(AT_A_TIME).cloned().collect::<Vec<_>>();
    let shares: Vec<_> = (0..AT_A_TIME).map(dealt).collect();
    std::thread::scope(|scope| {
        let playing: Vec<_> = shares.iter().map(|share| scope.spawn(|| work(share))).collect();
        playing.into_iter().map(|it| it.join().unwrap()).collect()
    })
}

/// What a fault was, as records say it.
pub(crate) fn sentence(fault: &Fault) -> String {
    say(&OfFault::from_fault(fault, GameId::Dama), Language::English).into_owned()
}

pub(crate) fn summary(report: &Report) -> String {
    match &report.outcome {
        MatchEnd::Rules(end) => format!("plays on: {} after {}", end.reason(), report.line.plies()),
        MatchEnd::Forfeit(forfeit) => format!(
            "`{}` by {} at ply {} ({})",
            forfeit.reason(),
            forfeit.player,
            forfeit.ply,
            sentence(forfeit)
        ),
    }
}

/// Runs the tests that filters name once more as an ordinary user, and demands that all of so many pass.
pub(crate) fn pass_as_ordinary_user(user: &str, filters: &[&str], count: usize) {
    let folder = open_folder(0o777);
    let take = |from: &Path, name: &str| {
        let to = folder.path().join(name);
        copy_program(from, &to);
        fs::set_permissions(&to, fs::Permissions::from_mode(0o755)).unwrap();
        to
    };
    take(&executable(), "verify");
    for name in FILES.into_iter().chain(["honest", "slow", "slower"]) {
        take(&programs().join(name), name);
    }
    let tests = take(&std::env::current_exe().unwrap(), "tests");
    let output = Command::new("setpriv")
        .arg(format!("--reuid={user}"))
        .arg(format!("--regid={user}"))
        .arg("--clear-groups")
        .arg(tests)
        .args(filters)
        .arg("--test-threads=4")
        .env(PROGRAMS, folder.path())
        .env("TMPDIR", folder.path())
        .current_dir(folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && said.contains(&format!("{count} passed")),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
