//! Benchmarks endgame tables: speed of lookups, opening time and memory.
//!
//!     scripts/endgames                    makes the tables of dama, if they are not there
//!     cargo bench --bench endgames        15 rounds on results/endgames
//!     ARBITRO_ENDGAMES=DIR ARBITRO_BENCH_ROUNDS=50 cargo bench --bench endgames
//!
//! Every round asks other positions, each thing once, and compares in the round with counting the
//! moves of the same positions. Answers are held against what their moves lead to.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench fails by panicking and answers by printing"
)]

use std::hint::black_box;
use std::path::PathBuf;
use std::time::Instant;

use arbitro_endgames::{Endgames, MAX_PIECES, Material, exact_moves, table_file_name};
use arbitro_rules::draughts::{Dama, sets};
use arbitro_rules::notation::{Cell, Setup};
use arbitro_rules::{Game, GameId, Player, Square};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

/// Random playable positions of as many pieces as there are tables for.
fn positions(random: &mut SmallRng, count: usize) -> Vec<Dama> {
    let mut found = Vec::new();
    while found.len() < count {
        let mut setup = Setup::empty(8);
        let mut pieces = 0;
        while pieces < MAX_PIECES {
            let place = Square::at(random.random_range(0..8), random.random_range(0..8));
            let cell = &mut setup[place];
            if Dama::GEOMETRY.square(place.row.into(), place.column.into()).is_none()
                || *cell != Cell::Empty
            {
                continue;
            }
            let owner = [Player::X, Player::O][random.random_range(0..2)];
            *cell = [Cell::Man(owner), Cell::King(owner)][random.random_range(0..2)];
            pieces += 1;
        }
        let turn = [Player::X, Player::O][random.random_range(0..2)];
        let Ok(board) = setup.check(&Dama::RULES) else {
            continue;
        };
        if Material::from_board(&board, turn).is_some() {
            found.push(Dama::new(board, turn));
        }
    }
    found
}

/// Asks the system to forget what it keeps of a file, so that the next reads go to the disk.
fn forget(path: &PathBuf) {
    let file = std::fs::File::open(path).unwrap();
    rustix::fs::fadvise(&file, 0, None, rustix::fs::Advice::DontNeed).unwrap();
}

/// Microseconds for each of some things: by the clock, and of a core's work. On a busy machine only the
/// second says what the work is; only the first includes the wait for a disk.
#[derive(Clone, Copy)]
struct Micros {
    clock: f64,
    core: f64,
}

fn core_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Does some work, which says how many things it has done.
fn micros(work: impl FnOnce() -> usize) -> Micros {
    let (start, core) = (Instant::now(), core_seconds());
    let count = work() as f64;
    Micros {
        clock: start.elapsed().as_secs_f64() * 1e6 / count,
        core: (core_seconds() - core) * 1e6 / count,
    }
}

/// KiB of memory that belong to this process alone.
fn own_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("RssAnon:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

fn spread(mut values: Vec<f64>) -> String {
    values.sort_by(f64::total_cmp);
    let (least, most) = (values[0], values[values.len() - 1]);
    let middle = values[values.len() / 2];
    format!("{middle:>8.3} us {:<22}", format!("({least:.3} .. {most:.3})"))
}

fn ask(tables: &mut Endgames<sets::Dama>, positions: &[Dama]) -> usize {
    for position in positions {
        black_box(tables.value(position).unwrap().unwrap());
    }
    positions.len()
}

fn main() {
    // Asked for the list of tests, as test runners do with every target: there is none.
    if std::env::args().any(|arg| arg == "--list") {
        return;
    }
    let rounds =
        std::env::var("ARBITRO_BENCH_ROUNDS").map_or(15, |text| text.parse().expect("a number"));
    let folder = std::env::var_os("ARBITRO_ENDGAMES").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("results/endgames"),
        PathBuf::from,
    );
    let largest = folder.join(table_file_name(GameId::Dama, MAX_PIECES));
    if !largest.exists() {
        println!("{} is not there: scripts/endgames makes it", largest.display());
        return;
    }
    let mut random = SmallRng::seed_from_u64(1);
    let mut many = positions(&mut random, 50_000);
    let before = own_kib();
    let opening = Instant::now();
    let mut tables = Endgames::<sets::Dama>::open(&folder).unwrap();
    let opening = opening.elapsed().as_secs_f64() * 1e3;
    ask(&mut tables, &many);
    let memory = own_kib().saturating_sub(before);

    let mut times = [const { Vec::new() }; 5];
    for _ in 0..rounds {
        forget(&largest);
        let few = positions(&mut random, 500);
        times[0].push(micros(|| ask(&mut tables, &few)));
        tables.check().unwrap();
        many = positions(&mut random, 50_000);
        times[1].push(micros(|| ask(&mut tables, &many)));
        let last = &many[many.len() - 500..];
        times[2].push(micros(|| (0..20).map(|_| ask(&mut tables, last)).sum()));
        times[3].push(micros(|| {
            let mut asked = 0;
            for position in &many[..2_000] {
                let value = tables.value(position).unwrap().unwrap();
                if position.end().is_none() {
                    let moves = exact_moves(&mut tables, position).unwrap();
                    assert_eq!(value, moves[0].1);
                    asked += moves.len();
                }
                asked += 1;
            }
            asked
        }));
        times[4].push(micros(|| {
            let moves: u64 = many.iter().map(|it| black_box(it).count_moves()).sum();
            assert!(moves > 0);
            many.len()
        }));
    }
    println!(
        "command: cargo bench --bench endgames, {rounds} rounds, dama with {MAX_PIECES} pieces"
    );
    println!("opening {opening:.1} ms, memory {memory} KiB after 50000 answers");
    println!("{:<36} {:<34} a core's work", "", "by the clock");
    let titles = [
        "random, nothing kept by the system",
        "random, kept by the system",
        "asked again, kept unpacked",
        "a position and all its moves",
        "counting moves, to compare",
    ];
    for (title, times) in titles.iter().zip(times) {
        let clock = spread(times.iter().map(|time| time.clock).collect());
        let core = spread(times.iter().map(|time| time.core).collect());
        println!("{title:<36} {clock} {core}");
    }
}
