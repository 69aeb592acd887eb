//! Benchmarks readers: PDN of 100,000 games, and a folder of 100,000 board files.
//!
//! Each rate is beside that of a plain pass over the same bytes in the same run, counting lines.
//! `--quick` makes everything ten times smaller.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench fails by panicking and prints"
)]

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use arbitro_pdn::{Game, Reader};
use arbitro_records::{Hints, Source, read_bytes, write_pdn};
use arbitro_records::{MatchRecord, RECORD_VERSION};
use arbitro_rules::Game as _;
use arbitro_rules::draughts::{Dama, International};
use arbitro_rules::history::History;
use arbitro_rules::notation::Notation;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

const RUNS: usize = 5;
/// Matches that differ; the file repeats them.
const DIFFERENT: u64 = 500;

fn random_pdn<G: Notation>() -> Vec<Vec<u8>> {
    let mut moves = Vec::new();
    (0..DIFFERENT)
        .map(|seed| {
            let mut random = SmallRng::seed_from_u64(seed);
            let mut line = History::<G>::new(G::start(), Some(90));
            let mut texts = Vec::new();
            while line.end().is_none() {
                line.position().legal_moves_into(&mut moves);
                let mv = moves[random.random_range(0..moves.len())];
                texts.push(line.position().write_move(mv));
                line.play(mv);
            }
            let record = MatchRecord {
                v: RECORD_VERSION,
                id: Some(seed.into()),
                game: G::ID.name().to_owned(),
                moves: texts.join(" "),
                ..MatchRecord::default()
            };
            let read = read_bytes(record.to_line().into_bytes(), &Hints::default()).unwrap();
            let mut text = Vec::new();
            write_pdn(&mut text, &read.see(0).unwrap(), None).unwrap();
            text
        })
        .collect()
}

/// Seconds of each run, sorted.
fn timed(mut run: impl FnMut()) -> Vec<f64> {
    let mut seconds: Vec<f64> = (0..RUNS)
        .map(|_| {
            let began = Instant::now();
            run();
            began.elapsed().as_secs_f64()
        })
        .collect();
    seconds.sort_by(f64::total_cmp);
    seconds
}

/// Seconds of each run until it first calls what it is given.
fn timed_within(mut run: impl FnMut(&mut dyn FnMut())) -> Vec<f64> {
    let run_once = || {
        let began = Instant::now();
        let mut seconds = None;
        run(&mut || {
            seconds.get_or_insert_with(|| began.elapsed().as_secs_f64());
        });
        seconds.unwrap()
    };
    std::iter::repeat_with(run_once).take(RUNS).collect()
}

fn told(what: &str, mib: f64, seconds: &[f64], plain: f64) {
    let rate = |it: f64| mib / it;
    println!(
        "{what:<42} {:>8.1} MiB/s ({:.1} to {:.1}), {:.4} of the plain pass",
        rate(seconds[RUNS / 2]),
        rate(seconds[RUNS - 1]),
        rate(seconds[0]),
        plain / seconds[RUNS / 2],
    );
}

fn main() {
    let is_quick = std::env::args().any(|arg| arg == "--quick");
    let count = if is_quick { 10_000 } else { 100_000 };
    pdn(count);
    boards(count);
}

fn pdn(count: usize) {
    let games = random_pdn::<International>();
    let mut file = Vec::new();
    for index in 0..count {
        file.extend_from_slice(&games[index % games.len()]);
    }
    let mib = file.len() as f64 / f64::from(1 << 20);
    println!("PDN: {count} games of international, {mib:.1} MiB, {RUNS} runs");
    let mut lines = 0;
    let plain = timed(|| lines = memchr::memchr_iter(b'\n', &file).count());
    assert!(lines > count);
    told("lines counted", mib, &plain, plain[RUNS / 2]);
    let plain = plain[RUNS / 2];
    let cut = timed(|| {
        let mut reader = Reader::new(&file[..]);
        let mut found = 0;
        while reader.advance().unwrap().is_some() {
            found += 1;
        }
        assert_eq!(found, count);
    });
    told("cut into games", mib, &cut, plain);
    let read = timed(|| {
        let mut reader = Reader::new(&file[..]);
        let mut moves = 0;
        while let Some(raw) = reader.advance().unwrap() {
            let game = Game::new(raw.bytes);
            assert!(game.tag_value("Result").is_some());
            moves += game.moves;
        }
        assert!(moves > count);
    });
    told("cut, tags and moves read", mib, &read, plain);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pdn");
    fs::write(&path, &file).unwrap();
    let opened = timed(|| {
        let read = Source::open(&path, &Hints::default()).unwrap();
        assert_eq!(read.len(), count);
        read.entry(count - 1).unwrap();
    });
    told("file opened, the last one's heading", mib, &opened, plain);
    // A hundredth of it, played and made ready to be shown: boards, paths, FEN.
    let part = file.len() / 100;
    let shown = timed(|| {
        let read = read_bytes(file[..part].to_vec(), &Hints::default()).unwrap();
        for index in 0..read.len() - 1 {
            assert!(read.see(index).unwrap().wrong.is_none());
        }
    });
    told("played to be shown (a hundredth)", mib / 100.0, &shown, plain / 100.0);
}

fn boards(count: usize) {
    // Two kings that go to and fro: dama has no draw by repetition.
    let folder = tempfile::tempdir().unwrap();
    let mut position = Dama::read_fen("W:WK29:BK1").unwrap();
    let mut came_from = [None; 2];
    let mut moves = Vec::new();
    for number in 1..=count {
        let text = Dama::write_board(&position.board());
        fs::write(folder.path().join(format!("board_{number}.txt")), text).unwrap();
        position.legal_moves_into(&mut moves);
        // Each goes one step and back again.
        let back = came_from[position.turn() as usize];
        let mv = moves.iter().find(|it| Some(it.to) == back);
        let mv = *mv.unwrap_or(&moves[0]);
        came_from[position.turn() as usize] = Some(mv.from);
        position = position.after(mv);
    }
    let opened = timed(|| {
        let read = Source::open(folder.path(), &Hints::default()).unwrap();
        assert_eq!(read.entry(0).unwrap().plies, Some(count as u64 - 1));
    });
    let shown = timed(|| {
        let read = Source::open(folder.path(), &Hints::default()).unwrap();
        let shown = read.see(0).unwrap();
        assert_eq!(shown.plies() + 1, count);
    });
    let mut first_stretch = timed_within(|stop| {
        let read = Source::open(folder.path(), &Hints::default()).unwrap();
        read.see_growing(0, &mut |_, _| stop()).unwrap();
    });
    first_stretch.sort_by(f64::total_cmp);
    let printed = timed(|| {
        let mut replay =
            Command::new(Path::new(env!("CARGO_BIN_EXE_verify")).with_file_name("replay"))
                .arg(folder.path())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
        let mut byte = [0];
        replay.stdout.take().unwrap().read_exact(&mut byte).unwrap();
        replay.kill().unwrap();
        replay.wait().unwrap();
    });
    let listed = timed(|| {
        let found = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(found, count);
    });
    let read = timed(|| {
        for number in 1..=count {
            let path = folder.path().join(format!("board_{number}.txt"));
            assert_eq!(fs::read(path).unwrap().len(), 127);
        }
    });
    println!("board files: {count} in a folder, {RUNS} runs, seconds");
    for (what, seconds) in [
        ("listed (plain)", listed),
        ("read (plain)", read),
        ("opened", opened),
        ("opened, the first plies to be looked at", first_stretch),
        ("opened, judged, ready to be shown", shown),
        ("replay, to the first byte it prints", printed),
    ] {
        println!(
            "{what:<42} {:.3} ({:.3} to {:.3})",
            seconds[RUNS / 2],
            seconds[0],
            seconds[RUNS - 1]
        );
    }
}
