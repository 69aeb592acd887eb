//! The levels in matches against each other: in every game each beats the one below it.
//!
//! `ARBITRO_LEVEL_MATCHES=100` measures with so many matches of each pair, `ARBITRO_LEVEL_GAME` one game
//! alone; both want `--release` and `--nocapture`.

use std::time::{Duration, Instant};

use arbitro_engine::chooser::{Level, Levels, Means, Time};
use arbitro_rules::line::{Start, open};
use arbitro_rules::with_game;
use arbitro_rules::{GameId, Player};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use arbitro_testkit::sizes::{one_or_all, setting};

/// Plies by chance before the levels choose.
const OPENING: usize = 4;
/// Time for a move; draughts' highest level uses a tenth of it.
const MOVE_TIME: Duration = Duration::from_millis(100);

/// Matches of each pair of levels: few in the suite, more where the levels are to be measured.
fn pairs_of_matches() -> u64 {
    setting("ARBITRO_LEVEL_MATCHES", 6).div_ceil(2)
}

/// The winner of a match after a random opening.
fn winner<G: Levels>(levels: [Level; 2], seed: u64) -> Option<Player> {
    let mut random = SmallRng::seed_from_u64(seed);
    let mut line = open(G::ID, Start::Usual, Some(G::PLY_LIMIT)).unwrap();
    let mut players = levels.map(|level| {
        let means = Means { seed, ..Means::default() };
        G::at_level(level, means)
    });
    loop {
        if let Some(end) = line.end() {
            return end.winner();
        }
        let key = if line.plies() < OPENING {
            let moves = line.legal();
            moves[random.random_range(0..moves.len())]
        } else {
            let time = Time::until(Instant::now() + MOVE_TIME);
            players[line.turn() as usize].choose(&mut *line, time).unwrap()
        };
        line.play(key);
    }
}

/// Wilson's interval at 95 % for a share of so many matches.
fn interval(share: f64, matches: f64) -> (f64, f64) {
    let z = 1.959_964_f64;
    let zz = z * z / matches;
    let reach = z * (share * (1.0 - share) / matches + zz / (4.0 * matches)).sqrt();
    let middle = share + zz / 2.0;
    ((middle - reach) / (1.0 + zz), (middle + reach) / (1.0 + zz))
}

fn climb<G: Levels>() {
    for pair in Level::ALL.windows(2) {
        let (weaker, stronger) = (pair[0], pair[1]);
        let start = Instant::now();
        let (mut won, mut drawn, mut lost) = (0, 0, 0);
        for seed in 0..pairs_of_matches() {
            for player in [Player::X, Player::O] {
                let levels = match player {
                    Player::X => [stronger, weaker],
                    Player::O => [weaker, stronger],
                };
                match winner::<G>(levels, seed) {
                    Some(it) if it == player => won += 1,
                    Some(_) => lost += 1,
                    None => drawn += 1,
                }
            }
        }
        let matches = f64::from(won + drawn + lost);
        let share = (f64::from(won) + f64::from(drawn) / 2.0) / matches;
        let (low, high) = interval(share, matches);
        println!(
            "{} {stronger} : {weaker} {:.1} % ({:.0} to {:.0}), +{won} ={drawn} -{lost}, {:.1} s",
            G::ID,
            100.0 * share,
            100.0 * low,
            100.0 * high,
            start.elapsed().as_secs_f64()
        );
        assert!(share > 0.5, "{}: {stronger} against {weaker}: +{won} ={drawn} -{lost}", G::ID);
    }
}

#[test]
fn each_level_beats_the_one_below_it_in_every_game() {
    let only = std::env::var("ARBITRO_LEVEL_GAME").ok();
    let games = match only {
        Some(name) => vec![name.parse().unwrap()],
        None => one_or_all(GameId::ALL),
    };
    for game in games {
        with_game!(game, G => climb::<G>());
    }
}
