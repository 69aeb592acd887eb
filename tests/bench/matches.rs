//! Whole matches between contained programs: what a ply costs beyond two bare processes handing
//! boards to each other, what a start costs beyond a bare one, how many matches a core plays, and
//! whether anything grows.
//!
//! `cargo bench --bench matches` prints ratios of what was measured in turns, in one run, on one core;
//! `cargo bench --bench matches -- 10000` plays so many matches for the last part. Figures are medians
//! with the 10th and 90th percentile.

#[path = "real_players.rs"]
mod real_players;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use arbitro_referee::{
    Answers, Arena, Contest, Contestant, Freezing, MatchEvent, stay_on_one_core,
};
use arbitro_rules::Game;
use arbitro_rules::GameId;
use arbitro_rules::draughts::Dama;
use arbitro_rules::line::{Line, Start, open};
use arbitro_rules::notation::Notation;
use arbitro_sandbox::{Keeper, Limits, Plan, Processes, Require, serve_if_called};

use real_players::{boards_header, compile};

const PLIES: u32 = 60;
const ROUNDS: usize = 150;

/// Median, 10th and 90th percentile.
#[derive(Clone, Copy)]
struct Spread {
    median: f64,
    low: f64,
    high: f64,
}

impl Spread {
    fn of(mut figures: Vec<f64>) -> Spread {
        figures.sort_by(f64::total_cmp);
        let at = |part: usize| figures[(figures.len() - 1) * part / 10];
        Spread { median: at(5), low: at(1), high: at(9) }
    }

    fn show(self, unit: &str) -> String {
        let Spread { median, low, high } = self;
        format!("{median:.1} {unit} ({low:.1} to {high:.1})")
    }
}

fn main() -> ExitCode {
    if let Some(code) = serve_if_called() {
        return code;
    }
    stay_on_one_core();
    let matches = std::env::args().find_map(|arg| arg.parse().ok());
    let folder = tempfile::tempdir_in("/dev/shm").expect("a folder in memory");
    let bench = Bench::new(folder.path());
    let mut out = std::io::stdout().lock();
    let mut say = |line: String| writeln!(out, "{line}").expect("somebody who reads this");
    say(format!("machine: {}", machine()));
    for line in bench.hand_over() {
        say(line);
    }
    for line in bench.starts() {
        say(line);
    }
    for line in bench.course_style() {
        say(line);
    }
    for line in bench.verdicts() {
        say(line);
    }
    for line in bench.growth(matches.unwrap_or(1000)) {
        say(line);
    }
    ExitCode::SUCCESS
}

fn machine() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    format!(
        "{}, Linux {}; this on 1 of its cores ({cores} to be used)",
        model.map_or("unknown", |(_, name)| name),
        kernel.trim()
    )
}

struct Bench {
    folder: PathBuf,
    instant: Contestant,
    slow: Contestant,
}

fn contestant(program: PathBuf) -> Contestant {
    Contestant {
        program,
        args: Vec::new(),
        readable: Vec::new(),
        variables: Vec::new(),
        processes: Processes::Usual,
        answers: Answers::Files,
    }
}

fn start() -> Box<dyn Line> {
    open(GameId::Dama, Start::Usual, None).expect("the usual start")
}

fn contest(freezing: Freezing) -> Contest {
    Contest { ply_limit: Some(PLIES), freezing, ..Contest::usual(GameId::Dama) }
}

fn arena() -> Arena {
    let keeper = Keeper::start(None, Require::Safety).expect("a machine that can contain");
    Arena::new(keeper).expect("an arena")
}

impl Bench {
    fn new(folder: &Path) -> Bench {
        fs::write(folder.join("boards.h"), boards_header(PLIES)).expect("a header");
        let (instant, slow) = (folder.join("instant"), folder.join("slow"));
        compile("gcc", &["-O2", "-static"], "instant.c", folder, &instant);
        compile("g++", &["-O2"], "course_style.cpp", folder, &slow);
        Bench { folder: folder.to_owned(), instant: contestant(instant), slow: contestant(slow) }
    }

    /// Microseconds for a ply of two bare processes in one folder, without a referee.
    fn bare_ply(&self) -> f64 {
        let folder = self.folder.join("bare");
        fs::create_dir(&folder).expect("a folder");
        let start = |number: &str| {
            Command::new(&self.instant.program)
                .args([number, "leave"])
                .current_dir(&folder)
                .spawn()
                .expect("a player")
        };
        let mut players = ["1", "2"].map(start);
        // Both wait by then.
        std::thread::sleep(Duration::from_millis(5));
        fs::write(folder.join("start"), Dama::write_board(&Dama::start().board()))
            .expect("a board");
        fs::rename(folder.join("start"), folder.join("board_1.txt")).expect("a board");
        for player in &mut players {
            player.wait().expect("a player's end");
        }
        let text = fs::read_to_string(folder.join("elapsed")).expect("the time");
        let mut numbers = text.split_whitespace().map(|word| word.parse::<f64>());
        let (Some(Ok(nanoseconds)), Some(Ok(plies))) = (numbers.next(), numbers.next()) else {
            panic!("{text}");
        };
        fs::remove_dir_all(&folder).expect("a folder to go");
        nanoseconds / plies / 1000.0
    }

    /// Microseconds a ply through the referee, and milliseconds of the whole match.
    fn refereed(&self, arena: &mut Arena, freezing: Freezing) -> (f64, f64) {
        let began = Instant::now();
        let (mut first, mut last) = (began, began);
        arena
            .play(&*start(), &contest(freezing), [&self.instant, &self.instant], &mut |_, event| {
                match event {
                    MatchEvent::Move { ply: 6, .. } => first = Instant::now(),
                    MatchEvent::Move { .. } => last = Instant::now(),
                    _ => {}
                }
                Ok(())
            })
            .expect("a match");
        let whole = began.elapsed().as_secs_f64() * 1e3;
        let plies = f64::from(PLIES - 6);
        ((last - first).as_secs_f64() * 1e6 / plies, whole)
    }

    fn hand_over(&self) -> Vec<String> {
        let mut arena = arena();
        let modes = [Freezing::Never, Freezing::WhenNeeded, Freezing::Always];
        let mut bare = Vec::new();
        let mut plies = modes.map(|_| Vec::new());
        let mut whole = modes.map(|_| Vec::new());
        for _ in 0..ROUNDS {
            bare.push(self.bare_ply());
            for (at, mode) in modes.into_iter().enumerate() {
                let (ply, all) = self.refereed(&mut arena, mode);
                plies[at].push(ply);
                whole[at].push(all);
            }
        }
        let floor = Spread::of(bare);
        let mut lines = vec![format!(
            "hand-over between two bare processes (write, rename, inotify): {}; there and back {:.1} us",
            floor.show("us"),
            2.0 * floor.median
        )];
        for ((mode, plies), whole) in modes.into_iter().zip(plies).zip(whole) {
            let (ply, whole) = (Spread::of(plies), Spread::of(whole));
            lines.push(format!(
                "a ply through the referee, freezing {mode:?}: {}, {:.2} x there and back, {:.2} x one way; \
                 whole matches of {PLIES} plies: {}, {:.0} a second",
                ply.show("us"),
                ply.median / (2.0 * floor.median),
                ply.median / floor.median,
                whole.show("ms"),
                1000.0 / whole.median
            ));
        }
        lines
    }

    fn starts(&self) -> Vec<String> {
        let mut keeper = Keeper::start(None, Require::Safety).expect("a keeper");
        let plan = Plan {
            program: "/bin/true".into(),
            args: Vec::new(),
            readable: Vec::new(),
            variables: Vec::new(),
            folder_variable: None,
            files: vec![("board_1.txt".to_owned(), "x".repeat(127))],
            limits: Limits::default(),
            processes: Processes::Usual,
        };
        let (mut bare, mut contained) = (Vec::new(), Vec::new());
        for _ in 0..2 * ROUNDS {
            let began = Instant::now();
            Command::new("/bin/true")
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status()
                .expect("/bin/true");
            bare.push(began.elapsed().as_secs_f64() * 1e3);
            let began = Instant::now();
            let mut program = keeper.contain(&plan).expect("a program");
            program.wait().expect("its end");
            contained.push(began.elapsed().as_secs_f64() * 1e3);
        }
        let (bare, contained) = (Spread::of(bare), Spread::of(contained));
        vec![format!(
            "start to end of /bin/true: bare {}, contained {}: {:.2} ms more, {:.2} x",
            bare.show("ms"),
            contained.show("ms"),
            contained.median - bare.median,
            contained.median / bare.median
        )]
    }

    fn course_style(&self) -> Vec<String> {
        let contest = Contest { ply_limit: Some(100), ..contest(Freezing::WhenNeeded) };
        let began = Instant::now();
        let report = arena()
            .play(&*start(), &contest, [&self.slow, &self.slow], &mut |_, _| Ok(()))
            .expect("a match");
        let all = began.elapsed();
        let plies = report.times.len() as u32;
        let cpu: Duration = report.times.iter().map(|time| time.cpu).sum();
        let ideal = Duration::from_millis(100) * plies + cpu;
        vec![format!(
            "the course's style of player (polls, sleeps 100 ms): {plies} plies in {:.3} s, {:.2} % more than \
             100 ms and its own computing; processor time of both {:.1} ms",
            all.as_secs_f64(),
            (all.as_secs_f64() / ideal.as_secs_f64() - 1.0) * 100.0,
            cpu.as_secs_f64() * 1e3
        )]
    }

    /// Delay of verdicts by the clock, and leftovers of the processes that caused them.
    fn verdicts(&self) -> Vec<String> {
        let hostile = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/players/hostile");
        let program = self.folder.join("time");
        compile("gcc", &["-O1", "-pthread"], "hostile/time.c", &hostile, &program);
        let honest = contestant(self.folder.join("honest"));
        let source = "../../players/c/player.c";
        compile("gcc", &["-O1"], source, &hostile, &honest.program);
        let limit = Duration::from_millis(200);
        let contest = Contest {
            move_time: limit,
            start_time: Duration::from_millis(1),
            ..contest(Freezing::WhenNeeded)
        };
        let mut arena = arena();
        let mut lines = Vec::new();
        for trick in ["spin", "sleep", "stop-itself", "ignore-signals", "slow-drip"] {
            let hostile = Contestant { args: vec![trick.into()], ..contestant(program.clone()) };
            let late = (0..30).map(|_| {
                let mut turn = Instant::now();
                let report =
                    arena.play(&*start(), &contest, [&hostile, &honest], &mut |_, event| {
                        match event {
                            MatchEvent::Turn { .. } => turn = Instant::now(),
                            MatchEvent::Ended(outcome) => {
                                assert_eq!(outcome.reason().name(), "timeout");
                            }
                            _ => {}
                        }
                        Ok(())
                    });
                report.expect("a match");
                // Its folder and its memory are still being freed; the verdict is there.
                (turn.elapsed() - limit).as_secs_f64() * 1e3
            });
            let late = Spread::of(late.collect());
            lines.push(format!("verdict on {trick}: {} after the limit", late.show("ms")));
        }
        lines
    }

    fn growth(&self, matches: u32) -> Vec<String> {
        let mut arena = arena();
        let mut lines = vec![format!("state before: {}", State::now())];
        let began = Instant::now();
        for number in 1..=matches {
            self.refereed(&mut arena, Freezing::WhenNeeded);
            if number == matches / 10 {
                lines.push(format!("after {number} matches: {}", State::now()));
            }
        }
        let rate = f64::from(matches) / began.elapsed().as_secs_f64();
        lines
            .push(format!("after {matches} matches: {}; {rate:.0} matches a second", State::now()));
        drop(arena);
        lines.push(format!("when the arena is gone: {}", State::now()));
        lines
    }
}

/// Resources of the process that must not grow.
struct State {
    memory_kib: u64,
    descriptors: usize,
    processes: usize,
    mounts: usize,
    groups: String,
    inodes: String,
}

impl State {
    fn now() -> State {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let memory = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let count = |folder: &str| fs::read_dir(folder).map_or(0, Iterator::count);
        let number = |name: &std::ffi::OsStr| name.to_string_lossy().parse::<u32>().is_ok();
        let processes = fs::read_dir("/proc").map_or(0, |all| {
            all.filter_map(Result::ok).filter(|it| number(&it.file_name())).count()
        });
        let inodes = fs::read_to_string("/proc/sys/fs/inode-nr").unwrap_or_default();
        let groups = fs::read_to_string("/proc/cgroups").unwrap_or_default();
        let groups = groups
            .lines()
            .find(|line| line.starts_with("memory"))
            .and_then(|line| line.split_whitespace().nth(2));
        State {
            memory_kib: memory
                .and_then(|text| text.trim().strip_suffix(" kB")?.parse().ok())
                .unwrap_or(0),
            descriptors: count("/proc/self/fd"),
            processes,
            mounts: fs::read_to_string("/proc/self/mountinfo").unwrap_or_default().lines().count(),
            groups: groups.unwrap_or("?").to_owned(),
            inodes: inodes.split_whitespace().next().unwrap_or("?").to_owned(),
        }
    }
}

impl std::fmt::Display for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} KiB resident, {} descriptors here; {} processes, {} mounts, {} memory groups, {} inodes on the machine",
            self.memory_kib,
            self.descriptors,
            self.processes,
            self.mounts,
            self.groups,
            self.inodes
        )
    }
}
