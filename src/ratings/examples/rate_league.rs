//! Rates the players of a small league: `cargo run -p arbitro-ratings --example rate_league`.

use arbitro_ratings::{ELO_LIMIT, Meetings, rate};

#[expect(clippy::print_stdout, reason = "it is a program")]
fn main() {
    let names = ["ada", "ben", "cleo"];
    // Won, drawn and lost by the first of each two: as player 1, then as player 2.
    let league = [
        (0, 1, [[6, 2, 2], [5, 2, 3]]),
        (0, 2, [[10, 0, 0], [9, 1, 0]]),
        (1, 2, [[7, 1, 2], [6, 2, 2]]),
    ];
    let meetings = league
        .map(|(a, b, [a_first, a_second])| (a, b, Meetings { a_first, a_second, pairs: [0; 5] }));
    let ratings = rate(names.len(), meetings.into_iter());
    let end = |elo: f64| if elo.abs() < ELO_LIMIT { format!("{elo:+.0}") } else { "open".into() };
    for (name, it) in names.iter().zip(&ratings.entrants) {
        println!("{name:5} {:+.0} ({} to {})", it.rating, end(it.low), end(it.high));
    }
    if let Some(share) = ratings.superiority(0, 1) {
        println!("ada is stronger than ben: {:.1} %", 100.0 * share);
    }
}
