//! What the other modules share: the games, the generator of random games, and where files are.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use arbitro::rules::draughts::{Draughts, RuleSet};
use arbitro::rules::{Game, GameId};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

/// A file or folder of the project.
pub(crate) fn project(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}

pub(crate) fn seeded(seed: u64) -> SmallRng {
    SmallRng::seed_from_u64(seed)
}

/// Plays `games` random games of at most `plies` plies each and shows every position of them.
pub(crate) fn random_positions<G: Game>(
    seed: u64,
    games: usize,
    plies: usize,
    mut see: impl FnMut(&G),
) {
    let mut random = seeded(seed);
    let mut moves = Vec::new();
    for _ in 0..games {
        let mut position = G::start();
        for _ in 0..plies {
            see(&position);
            position.legal_moves_into(&mut moves);
            if moves.is_empty() {
                break;
            }
            position = position.after(moves[random.random_range(0..moves.len())]);
        }
    }
}

/// Waits for something that other processes bring about.
#[track_caller]
pub(crate) fn wait_until(mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(
            start.elapsed() < Duration::from_secs(30),
            "it did not come about"
        );
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// The rule set behind a position type: `<Dama as SetOf>::Set`.
pub(crate) trait SetOf {
    type Set: RuleSet;
}

impl<R: RuleSet> SetOf for Draughts<R> {
    type Set = R;
}

/// Runs a generic function for every game.
macro_rules! for_every_game {
    ($G:ident => $body:expr) => {
        for game in arbitro::rules::GameId::ALL {
            arbitro::with_game!(game, $G => $body);
        }
    };
}
pub(crate) use for_every_game;

#[test]
fn every_game_is_found_by_its_name() {
    for game in GameId::ALL {
        assert_eq!(game.name().parse(), Ok(game));
        assert_eq!(arbitro::with_game!(game, G => G::ID), game);
    }
    let error = "chess".parse::<GameId>().unwrap_err().to_string();
    assert!(
        error.contains("\"chess\"") && error.contains("italian"),
        "{error}"
    );
}
