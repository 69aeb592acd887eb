//! What the other modules share: the games, the generator of random games, and where files are.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use arbitro_rules::draughts::{Draughts, Geometry, RuleSet, Rules};
use arbitro_rules::notation::{Cell, Place, Setup};
use arbitro_rules::{Game, GameId, Player};
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

/// Minimax without any shortcut: the value after `depth` more plies by `worth`, a match that is won
/// now being worth `win`, and less by one for each ply since the root.
pub(crate) fn plain_minimax<G: Game>(
    position: &G,
    depth: u32,
    ply: i32,
    win: i32,
    worth: &dyn Fn(&G) -> i32,
) -> i32 {
    if let Some(end) = position.end() {
        return if end.winner() == position.turn() {
            win - ply
        } else {
            ply - win
        };
    }
    if depth == 0 {
        return worth(position);
    }
    let moves = position.legal_moves().into_iter();
    moves
        .map(|mv| -plain_minimax(&position.after(mv), depth - 1, ply + 1, win, worth))
        .max()
        .unwrap()
}

/// The nearest playable board: light squares cleared, men on their last row crowned, no more
/// pieces than the rules give.
pub(crate) fn made_playable(mut setup: Setup, rules: &Rules) -> Setup {
    let mut left = [rules.pieces(); 2];
    let geometry = Geometry::new(rules);
    for row in 0..setup.size {
        for column in 0..setup.size {
            let cell = &mut setup.cells[row][column];
            let Some(owner) = cell.owner() else { continue };
            let last_row = if owner == Player::X {
                setup.size - 1
            } else {
                0
            };
            if geometry.square(row, column).is_none() || left[owner as usize] == 0 {
                *cell = Cell::Empty;
                continue;
            }
            left[owner as usize] -= 1;
            if row == last_row {
                *cell = Cell::King(owner);
            }
        }
    }
    setup
}

/// Shows positions with pieces thrown on the board, half of them kings: no game leads to most of
/// them, and captures go much further in them.
pub(crate) fn thrown_positions<R: RuleSet>(
    seed: u64,
    count: usize,
    mut see: impl FnMut(&Draughts<R>),
) {
    let mut random = seeded(seed);
    let size = R::RULES.size;
    for _ in 0..count {
        let mut setup = Setup::empty(size);
        let one_in = random.random_range(2..8);
        for place in (0..size * size).map(|index| Place::new(index / size, index % size)) {
            if random.random_range(0..one_in) > 0 {
                continue;
            }
            setup.cells[place.row][place.column] = match random.random_range(0..4) {
                0 => Cell::Man(Player::X),
                1 => Cell::King(Player::X),
                2 => Cell::Man(Player::O),
                _ => Cell::King(Player::O),
            };
        }
        if let Ok(board) = made_playable(setup, &R::RULES).check(&R::RULES) {
            let turn = [Player::X, Player::O][random.random_range(0..2)];
            see(&Draughts::new(board, turn));
        }
    }
}

/// A program of the house, of whichever package: all are built before any test runs.
pub(crate) fn program(name: &str) -> &'static Path {
    let built = cargo_bin!("verify").with_file_name(name);
    assert!(
        built.is_file(),
        "{} is not built: cargo build --bins",
        built.display()
    );
    // Asked for a few hundred times in a run.
    Box::leak(built.into_boxed_path())
}

/// Copies a program that is to be started soon. Another process does it: a file that is open for writing
/// cannot be started, and whatever the other tests start in this moment would hold it open with us.
pub(crate) fn copy_program(from: &Path, to: &Path) {
    let copied = Command::new("cp").arg(from).arg(to).status().unwrap();
    assert!(copied.success(), "{} to {}", from.display(), to.display());
}

/// Makes a file a program.
pub(crate) fn make_executable(file: &Path) {
    fs::set_permissions(file, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Waits for something that other processes bring about.
#[track_caller]
pub(crate) fn wait_until(mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(
            start.elapsed() < Duration::from_secs(120),
            "it did not come about"
        );
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// What a process has started, and what that has, each before what it has started itself.
pub(crate) fn descendants(of: u32) -> Vec<i32> {
    let mut found = Vec::new();
    let mut parents = vec![of];
    while let Some(parent) = parents.pop() {
        for child in children(parent) {
            found.push(i32::try_from(child).unwrap());
            parents.push(child);
        }
    }
    found
}

/// What each thread of a process has started, and what has ended since and nobody buried.
pub(crate) fn children(of: u32) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{of}/task"));
    let of_thread = |entry: fs::DirEntry| fs::read_to_string(entry.path().join("children"));
    let lists: Vec<String> = threads
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| of_thread(entry).ok())
        .collect();
    let pids = lists.iter().flat_map(|list| list.split_whitespace());
    pids.filter_map(|pid| pid.parse().ok()).collect()
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
        for game in arbitro_rules::GameId::ALL {
            arbitro_rules::with_game!(game, $G => $body);
        }
    };
}
pub(crate) use for_every_game;

/// Runs a generic function for every set of draughts.
macro_rules! for_every_draughts_set {
    ($G:ident => $body:expr) => {
        crate::games::for_every_draughts_set!(
            $G => $body,
            Dama Guide English Italian International Frenchfree Russian Brazilian
        );
    };
    ($G:ident => $body:expr, $($set:ident)*) => {
        $({
            type $G = arbitro_rules::draughts::$set;
            $body;
        })*
    };
}
pub(crate) use for_every_draughts_set;

#[test]
fn no_set_of_draughts_is_left_out() {
    let mut games = Vec::new();
    for_every_draughts_set!(G => games.push(G::ID));
    games.push(GameId::Quoridor);
    assert_eq!(games, GameId::ALL);
}

#[test]
fn every_game_is_found_by_its_name() {
    for game in GameId::ALL {
        assert_eq!(game.name().parse(), Ok(game));
        assert_eq!(arbitro_rules::with_game!(game, G => G::ID), game);
    }
    let error = "chess".parse::<GameId>().unwrap_err().to_string();
    assert!(
        error.contains("\"chess\"") && error.contains("italian"),
        "{error}"
    );
}
