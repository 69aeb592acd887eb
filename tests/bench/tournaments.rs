//! Whole tournaments: what planning and ranking a thousand entrants takes, what freezing and joining a
//! tournament over a thousand machines takes, what the runner costs beside the players, and how many
//! slow players a machine serves at once.
//!
//! `cargo bench --bench tournaments` runs all parts; `-- planning`, `standings`, `freezing`, `joining`,
//! `overhead` or `slow` one of them, `-- slow 15` that one for so many minutes' worth of waiting. Memory is the most that the
//! process ever had resident, so each part is a process of its own.

#[path = "real_players.rs"]
mod real_players;

use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use arbitro_records::{MatchRecord, Named, RECORD_VERSION, seal};
use arbitro_rules::history::Both;
use arbitro_sandbox::serve_if_called;
use arbitro_tournament::report::{write_crosstable, write_standings};
use arbitro_tournament::{
    JOURNAL, MatchResult, Next, Part, PlayerEntry, Remember, Results, Schedule, TOURNAMENT_FILE,
    TournamentFile, TournamentSettings, join, journal, match_seed,
};

use real_players::{boards_header, compile};

const ENTRANTS: usize = 1000;
const LINES: u64 = 1_000_000;
const PLIES: u32 = 60;

fn main() -> ExitCode {
    if let Some(code) = serve_if_called() {
        return code;
    }
    let args: Vec<String> = std::env::args().skip(1).collect();
    let named = |name: &str| args.iter().any(|arg| arg == name);
    let all = ["planning", "standings", "joining", "overhead", "slow"];
    if !all.iter().any(|part| named(part)) {
        // Each in a process of its own.
        let here = std::env::current_exe().expect("this program");
        for part in all {
            let status = Command::new(&here).arg(part).status().expect("itself");
            assert!(status.success(), "{part}");
        }
        return ExitCode::SUCCESS;
    }
    let folder = tempfile::tempdir().expect("a folder");
    if named("planning") {
        planning();
    }
    if named("standings") {
        ranking(folder.path());
    }
    if named("joining") {
        joining(folder.path());
    }
    if named("overhead") {
        overhead(folder.path());
    }
    if named("slow") {
        let minutes = args.iter().find_map(|arg| arg.parse().ok());
        slow(folder.path(), minutes.unwrap_or(20.0));
    }
    ExitCode::SUCCESS
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").expect("somebody who reads this");
}

/// The most memory that this process ever had, in MiB.
fn peak_mib() -> f64 {
    let text = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kib.unwrap_or(0.0) / 1024.0
}

fn settings(games: u32, max_plies: u32) -> TournamentSettings {
    let text = format!(
        "game = \"dama\"\nformat = \"round-robin\"\ngames = {games}\ncolours = \"balanced\"\n\
         openings = \"none\"\npoints = \"1,0.5,0\"\nmove_time = \"10s\"\nstart_time = \"5s\"\n\
         memory = \"100MiB\"\nmax_plies = {max_plies}\nseed = 1\n"
    );
    toml::from_str(&text).expect("settings")
}

fn names() -> Vec<String> {
    (0..ENTRANTS).map(|it| format!("s{it:07}")).collect()
}

fn planning() {
    let names = names();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let before = peak_mib();
    let began = Instant::now();
    let mut schedule = Schedule::new(&settings(1, 100), &names).expect("a schedule");
    let made = began.elapsed();
    let began = Instant::now();
    let mut matches = 0_u64;
    // As in a run: some are always open.
    let mut open = std::collections::VecDeque::new();
    loop {
        match schedule.next_match() {
            Next::Match(pairing) => {
                matches += 1;
                open.push_back(pairing);
            }
            Next::Wait if open.is_empty() => break,
            Next::Wait => {}
            Next::Done => break,
        }
        if open.len() > 16 || schedule.total() == Some(matches) {
            while open.len() > 8 || schedule.total() == Some(matches) && !open.is_empty() {
                if let Some(it) = open.pop_front() {
                    schedule.note(it.id, it.x, it.o, MatchResult::Drawn);
                }
            }
        }
    }
    say(&format!(
        "planning {ENTRANTS} entrants, {matches} matches: {made:.1?} to begin, {:.1?} for all, {:.1} MiB more than before, {:.1} in all",
        began.elapsed(),
        peak_mib() - before,
        peak_mib()
    ));
}

/// A record of a usual size: `PLIES` plies, with their times.
fn record(players: &[PlayerEntry], id: u64, x: usize, o: usize, opening: u64) -> MatchRecord {
    let named = |it: usize| Named {
        name: players[it].name.clone(),
        sha256: Some(players[it].sha256.clone()),
    };
    let plies = PLIES as usize;
    // The smaller number is the stronger one, most of the time.
    let luck = (id.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) % 10;
    let winner = match luck {
        0..3 => None,
        3..9 => Some(if x < o { "x" } else { "o" }),
        _ => Some(if x < o { "o" } else { "x" }),
    };
    let times = |by: f64| (0..plies).map(|ply| by + ply as f64 / 100.0).collect();
    MatchRecord {
        v: RECORD_VERSION,
        id: Some(id.into()),
        round: Some(1),
        opening: Some(opening),
        game: "dama".to_owned(),
        players: Some(Both { x: named(x), o: named(o) }),
        moves: vec!["(2,3)-(3,4)"; plies].join(" "),
        plies: Some(plies as u64),
        winner: winner.map(Into::into),
        reason: Some(if winner.is_some() { "no_moves" } else { "move_limit" }.into()),
        max_plies: Some(100),
        seed: Some(match_seed(1, id)),
        ms: times(0.061),
        cpu_ms: times(0.023),
        peak_kib: Some(Both { x: Some(1204), o: Some(1204) }),
        ..MatchRecord::default()
    }
}

fn tournament_file(
    settings: TournamentSettings,
    names: impl Iterator<Item = String>,
) -> TournamentFile {
    let player = |name: String| PlayerEntry {
        sha256: format!("{:0>64}", name.trim_start_matches('s')),
        name,
        author: None,
        place: PathBuf::new(),
        needs: Vec::new(),
    };
    TournamentFile {
        arbitro: "bench".to_owned(),
        program_sha256: None,
        parts: None,
        settings,
        protection: Default::default(),
        players: names.map(player).collect(),
        left_out: Vec::new(),
        phases: Vec::new(),
        pairings: None,
    }
}

/// Processor time of this process so far, in seconds.
fn used_here() -> f64 {
    ticks(11)
}

/// The journals of a thousand parts, looked at and joined.
fn joining(folder: &Path) {
    // 500,500 pairs, two matches of each.
    let names = (0..=ENTRANTS).map(|it| format!("s{it:07}"));
    let file = tournament_file(settings(2, 100), names);
    file.write(folder).expect(TOURNAMENT_FILE);
    let mut schedule = Schedule::new(&file.settings, &file.names()).expect("a schedule");
    let mut write = || {
        let mut bytes = 0;
        let open =
            |part| BufWriter::new(fs::File::create(journal(folder, part)).expect("a journal"));
        for group in (1..=1000_u32).collect::<Vec<_>>().chunks(250) {
            let mut journals: Vec<_> = group.iter().map(|&part| open(part)).collect();
            for id in schedule.stages()[0].clone() {
                let part = schedule.part_of(id, 1000).expect("a part");
                let Some(out) =
                    part.checked_sub(group[0]).and_then(|it| journals.get_mut(it as usize))
                else {
                    continue;
                };
                let it = schedule.listed(id).expect("a match");
                let record = record(&file.players, it.id, it.x, it.o, it.opening);
                let line = seal(&record.to_line());
                bytes += line.len() + 1;
                writeln!(out, "{line}").expect("a line");
            }
            journals.iter_mut().for_each(|journal| journal.flush().expect("a journal"));
        }
        bytes
    };
    for _ in 0..2 {
        let bytes = write();
        let began = Instant::now();
        let part = Part::new(1, 1000).expect("a part");
        let own = Results::for_part(file.clone(), folder, part).expect("results");
        let started = began.elapsed();
        assert!(own.schedule.is_part_played());
        let (began, used) = (Instant::now(), used_here());
        join(folder, &file).expect("journals");
        let (took, used) = (began.elapsed(), used_here() - used);
        let began = Instant::now();
        Results::for_part(file.clone(), folder, part).expect("results");
        let settled = began.elapsed();
        // What a plain copy of as many bytes takes, brought to the disk as well.
        let began = Instant::now();
        let mut copy = fs::File::create(folder.join("copy")).expect("a file");
        let mut joined = fs::File::open(folder.join(JOURNAL)).expect("a journal");
        std::io::copy(&mut joined, &mut copy).expect("a copy");
        copy.sync_all().expect("a disk");
        fs::remove_file(folder.join(JOURNAL)).expect("a journal");
        say(&format!(
            "joining 1000 parts ({:.2} GB): {:.2} s ({used:.2} s of processor time), {:.1} times a plain copy; a part starts in {:.2} s before, {:.2} s after; {:.1} MiB at most",
            bytes as f64 / 1e9,
            took.as_secs_f64(),
            took.as_secs_f64() / began.elapsed().as_secs_f64(),
            started.as_secs_f64(),
            settled.as_secs_f64(),
            peak_mib()
        ));
    }
}

fn ranking(folder: &Path) {
    // 499,500 pairs, and two matches of each are 999,000; a third of some makes it a million.
    let file = tournament_file(settings(3, 100), names().into_iter());
    file.write(folder).expect(TOURNAMENT_FILE);
    let mut schedule = Schedule::new(&file.settings, &file.names()).expect("a schedule");
    let journal = folder.join(JOURNAL);
    let mut out = BufWriter::new(fs::File::create(&journal).expect("a journal"));
    for _ in 0..LINES {
        let Next::Match(it) = schedule.next_match() else {
            panic!("too few matches");
        };
        let record = record(&file.players, it.id, it.x, it.o, it.opening);
        writeln!(out, "{}", seal(&record.to_line())).expect("a line");
    }
    out.flush().expect("a journal");
    drop(out);
    let bytes = fs::metadata(&journal).expect("a journal").len();
    for _ in 0..3 {
        let began = Instant::now();
        let results = Results::read(folder, Remember::Sums).expect("results");
        let read = began.elapsed();
        let standings = results.standings();
        let ranked = began.elapsed();
        write_standings(folder, &results, &standings).expect("standings.csv");
        let written = began.elapsed();
        write_crosstable(folder, &results, &standings).expect("crosstable.csv");
        say(&format!(
            "standings of {} lines ({:.2} GB) of {ENTRANTS} entrants: {:.2} s to read, {:.2} s with ratings, {:.2} s with standings.csv, {:.2} s with crosstable.csv; {:.1} MiB at most",
            results.tally.matches(),
            bytes as f64 / 1e9,
            read.as_secs_f64(),
            ranked.as_secs_f64(),
            written.as_secs_f64(),
            began.elapsed().as_secs_f64(),
            peak_mib()
        ));
    }
}

/// Processor time of everything that this process ever started and that has ended, in seconds: the
/// tournament, its keepers, their supervisors. Not the players: who ends with its process-id namespace is
/// not waited for, and then the kernel does not add it up.
fn used() -> f64 {
    // cutime and cstime are the 16th and 17th field.
    ticks(13)
}

/// The sum of two fields of our own line, in seconds, the first of them counted from the third field.
fn ticks(field: usize) -> f64 {
    let text = fs::read_to_string("/proc/self/stat").expect("/proc/self/stat");
    let (_, fields) = text.rsplit_once(") ").expect("a name in brackets");
    // In ticks of 10 ms.
    let ticks = fields.split_whitespace().skip(field).take(2);
    ticks.filter_map(|tick| tick.parse::<f64>().ok()).sum::<f64>() / 100.0
}

fn run(folder: &Path, players: &Path, out: &str, more: &[&str]) -> Duration {
    let began = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_tournament"))
        .arg("run")
        .arg(players)
        .args(["--no-smoke", "--quiet", "--out", out])
        .args(more)
        .current_dir(folder)
        .output()
        .expect("tournament");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    began.elapsed()
}

/// Milliseconds of the players' processor time, plies and matches in a journal.
fn of_players(journal: &Path) -> (f64, u64, u64) {
    let text = fs::read_to_string(journal).expect("a journal");
    let (mut cpu, mut plies, mut matches) = (0.0, 0, 0);
    for line in text.lines() {
        let (_, record) = MatchRecord::from_line(line).expect("a record");
        assert!(record.fault.is_none(), "{line}");
        cpu += record.cpu_ms.iter().sum::<f64>();
        plies += record.plies.unwrap_or(0);
        matches += 1;
    }
    (cpu, plies, matches)
}

fn overhead(folder: &Path) {
    for plies in [PLIES, 100] {
        let players = folder.join(format!("players{plies}"));
        fs::create_dir(&players).expect("a folder");
        fs::write(folder.join("boards.h"), boards_header(plies)).expect("a header");
        for name in ["a", "b", "c", "d", "e"] {
            let args = ["-O2", "-static"];
            compile("gcc", &args, "instant.c", folder, &players.join(name));
        }
        let limit = plies.to_string();
        for jobs in ["1", "2"] {
            let out = format!("overhead{plies}-{jobs}");
            let more = ["--games", "100", "--jobs", jobs, "--max-plies", &limit];
            let before = used();
            let took = run(folder, &players, &out, &more);
            let outside = used() - before;
            let (cpu, plies, matches) = of_players(&folder.join(&out).join(JOURNAL));
            say(&format!(
                "overhead, {jobs} jobs, {matches} matches of {limit} plies: {:.0} matches a second; processor time {:.1} us a ply outside the players, theirs {:.1}",
                matches as f64 / took.as_secs_f64(),
                outside * 1e6 / plies as f64,
                cpu * 1e3 / plies as f64
            ));
        }
    }
}

fn slow(folder: &Path, minutes: f64) {
    // Each answer takes 100 ms of sleep, as the course's own player does.
    let plies = 20;
    let players = folder.join("sleepers");
    fs::create_dir(&players).expect("a folder");
    for name in ["a", "b", "c", "d", "e", "f", "g", "h"] {
        compile("g++", &["-O2"], "course_style.cpp", folder, &players.join(name));
    }
    let limit = plies.to_string();
    let of_a_match = f64::from(plies) * 0.1 / 60.0;
    let games = |minutes: f64| ((minutes / of_a_match / 28.0).ceil().max(1.0) as u32).to_string();
    let mut hourly = Vec::new();
    for (jobs, minutes) in [("1", minutes / 32.0), ("32", minutes)] {
        let out = format!("slow-{jobs}");
        let games = games(minutes);
        let more = ["--games", &games, "--jobs", jobs, "--max-plies", &limit, "--move-time", "1s"];
        let took = run(folder, &players, &out, &more);
        let (_, _, matches) = of_players(&folder.join(&out).join(JOURNAL));
        let rate = matches as f64 / took.as_secs_f64() * 3600.0;
        hourly.push(rate);
        say(&format!(
            "slow players, {jobs} jobs: {matches} matches of {limit} plies ({:.0} minutes' worth) in {:.0} s, {rate:.0} an hour, no fault",
            matches as f64 * of_a_match,
            took.as_secs_f64()
        ));
    }
    say(&format!("slow players, 32 jobs against 1: {:.1} times", hourly[1] / hourly[0]));
}
