//! The players that come with Arbitro, as they are where their manifests are not at hand: the same on
//! every machine, for none goes by a clock.

use arbitro_rules::rules::GameId;

/// A name, and what `play` is told.
pub type BundledPlayer = (&'static str, &'static str);

/// The player by chance, against whom others are tried out.
pub const BY_CHANCE: BundledPlayer = ("random", "--strategy random");

const ENGINE: BundledPlayer = ("engine", "--strategy engine --nodes 20000");

const DRAUGHTS: [BundledPlayer; 6] = [
    BY_CHANCE,
    ("greedy", "--strategy greedy"),
    ("minimax-2", "--strategy minimax --depth 2"),
    ("minimax-4", "--strategy minimax --depth 4"),
    ("minimax-6", "--strategy minimax --depth 6"),
    ENGINE,
];

/// Of some 130 moves a turn minimax looks at all, which takes seconds at depth 6; the levels choose what
/// they look at. The easy one is the player by chance.
const QUORIDOR: [BundledPlayer; 7] = [
    ("easy", "--level easy"),
    ("medium", "--level medium"),
    ("hard", "--level hard"),
    ("extreme", "--level extreme"),
    ("greedy", "--strategy greedy"),
    ("minimax-2", "--strategy minimax --depth 2"),
    ENGINE,
];

/// Those of a game.
pub const fn bundled_players(game: GameId) -> &'static [BundledPlayer] {
    if game.is_draughts() {
        &DRAUGHTS
    } else {
        &QUORIDOR
    }
}
