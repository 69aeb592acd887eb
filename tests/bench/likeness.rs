//! Benchmarks similarity for a class: 300 submissions of 1,000 lines, all pairs, one thread.
//!
//!     cargo bench --bench likeness         5 rounds
//!     ARBITRO_BENCH_ROUNDS=9 cargo bench --bench likeness
//!
//! One in ten is a disguised copy of another, so that there is evidence to collect; that all of
//! them are found, and nothing else, is asserted.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench fails by panicking and answers by printing"
)]

#[path = "../../src/grade/tests/likeness/disguise.rs"]
mod disguise;
#[path = "../../src/grade/tests/likeness/generate.rs"]
mod generate;

use std::time::Instant;

use arbitro_grade::similarity::{Code, SimilaritySettings, Source, compare};

const CLASS: usize = 300;
const LINES: usize = 1000;
const COPIES: usize = 30;

fn main() {
    let rounds: usize = std::env::var("ARBITRO_BENCH_ROUNDS").map_or(5, |var| var.parse().unwrap());
    let mut texts: Vec<String> =
        (0..CLASS - COPIES).map(|seed| generate::program(seed as u64, LINES)).collect();
    for original in 0..COPIES {
        let text = &texts[original];
        let copy = match original % 3 {
            0 => disguise::copy(text),
            1 => disguise::padded(text, 10),
            _ => disguise::split(text),
        };
        texts.push(copy);
    }
    let submissions: Vec<Source<'_>> = texts
        .iter()
        .map(|text| Source { name: "", text: text.as_bytes(), language: Code::C })
        .collect();
    let bytes: usize = texts.iter().map(String::len).sum();
    let lines: usize = texts.iter().map(|text| text.lines().count()).sum();
    println!("{CLASS} submissions, {lines} lines, {bytes} bytes, {rounds} rounds");
    let mut seconds: Vec<f64> = (0..rounds.max(1))
        .map(|_| {
            let start = Instant::now();
            let likeness = compare(&submissions, &[], &[], &SimilaritySettings::default());
            let taken = start.elapsed().as_secs_f64();
            let alike = likeness.pairs.iter().filter(|pair| pair.score > 0.6).count();
            let best_other = likeness.pairs.get(COPIES).map_or(0.0, |pair| pair.score);
            assert_eq!((alike, likeness.groups.len()), (COPIES, COPIES));
            assert!(best_other < 0.6, "{best_other}");
            taken
        })
        .collect();
    seconds.sort_by(f64::total_cmp);
    println!(
        "all pairs: {:.2} s (median; {:.2} to {:.2})",
        seconds[seconds.len() / 2],
        seconds[0],
        seconds[seconds.len() - 1]
    );
}
