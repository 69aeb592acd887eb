//! The bundled players, and recognition of their folders. They can be used without their manifests,
//! and are the same on every machine, because none plays by the clock.

use std::fs;
use std::path::Path;

use super::entrant::MANIFEST;
use arbitro_rules::GameId;

/// A player's name, and its arguments to `play`.
pub type BundledPlayer = (&'static str, &'static str);

/// The random player, the opponent in smoke tests.
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

/// Quoridor has about 130 moves a turn. Minimax looks at all of them, which takes seconds at depth
/// 6; the levels look at a selection. The easy level is the random player.
const QUORIDOR: [BundledPlayer; 7] = [
    ("easy", "--level easy"),
    ("medium", "--level medium"),
    ("hard", "--level hard"),
    ("extreme", "--level extreme"),
    ("greedy", "--strategy greedy"),
    ("minimax-2", "--strategy minimax --depth 2"),
    ENGINE,
];

/// The players of any game: they know no more than its moves.
const ANY_GAME: [BundledPlayer; 3] =
    [BY_CHANCE, ("greedy", "--strategy greedy"), ("minimax-2", "--strategy minimax --depth 2")];

/// The strategies of `play` in any game.
const ANY_GAME_STRATEGIES: [&str; 3] = ["random", "greedy", "minimax"];

/// Returns true if `play` with these arguments is one of our players of games that are not compiled in, whose
/// manifest it may be: no argument leads it to a file or another program of a stranger.
pub(super) fn plays_any_game(args: &[String]) -> bool {
    let mut args = args.iter().map(String::as_str);
    while let Some(arg) = args.next() {
        let (flag, value) = arg.split_once('=').map_or((arg, None), |(flag, it)| (flag, Some(it)));
        let Some(value) = value.or_else(|| args.next()) else { return false };
        let is_ours = match flag {
            "--strategy" => ANY_GAME_STRATEGIES.contains(&value),
            "--depth" | "--seed" => value.bytes().all(|byte| byte.is_ascii_digit()),
            _ => false,
        };
        if !is_ours {
            return false;
        }
    }
    true
}

pub const fn bundled_players(game: GameId) -> &'static [BundledPlayer] {
    match game {
        GameId::Quoridor => &QUORIDOR,
        GameId::Written(_) => &ANY_GAME,
        _ => &DRAUGHTS,
    }
}

/// A bundled player's manifest, and the name and text of its script if it has one.
type ShippedPlayer = (&'static str, Option<(&'static str, &'static str)>);

/// Bundled players without a compiled program: the bytes of a binary differ between machines.
const SHIPPED: [ShippedPlayer; 12] = [
    (include_str!("../../../players/easy/player.toml"), None),
    (include_str!("../../../players/engine/player.toml"), None),
    (include_str!("../../../players/extreme/player.toml"), None),
    (include_str!("../../../players/greedy/player.toml"), None),
    (include_str!("../../../players/hard/player.toml"), None),
    (include_str!("../../../players/medium/player.toml"), None),
    (include_str!("../../../players/minimax-2/player.toml"), None),
    (include_str!("../../../players/minimax-4/player.toml"), None),
    (include_str!("../../../players/minimax-6/player.toml"), None),
    (include_str!("../../../players/random/player.toml"), None),
    (
        include_str!("../../../players/python/player.toml"),
        Some(("player.py", include_str!("../../../players/python/player.py"))),
    ),
    (
        include_str!("../../../players/shell/player.toml"),
        Some(("player.sh", include_str!("../../../players/shell/player.sh"))),
    ),
];

/// Returns true if a folder with this manifest holds a bundled player, byte for byte.
///
/// Without a script, only this program's `play` is started, and other files in the folder are never
/// executed. A script must be there unchanged, and alone: Python imports modules beside it.
pub(super) fn is_bundled(folder: &Path, manifest: &str) -> bool {
    let Some((_, script)) = SHIPPED.iter().find(|(it, _)| *it == manifest) else {
        return false;
    };
    let Some((script, text)) = script else {
        return true;
    };
    let is_shipped = |entry: fs::DirEntry| {
        let name = entry.file_name();
        // A link does not count: Python imports from the folder that it leads to.
        let is_as_long = |it: fs::Metadata| it.is_file() && it.len() == text.len() as u64;
        name == MANIFEST
            || name == *script
                && entry.metadata().is_ok_and(is_as_long)
                && fs::read(entry.path()).is_ok_and(|it| it == text.as_bytes())
    };
    fs::read_dir(folder).is_ok_and(|mut it| it.all(|entry| entry.is_ok_and(is_shipped)))
}

/// The command name of bundled players.
pub(crate) const BUNDLED: &str = "play";
