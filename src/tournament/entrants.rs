//! Finds players in folders: folders with a manifest, or single executables.
//!
//! All of it is untrusted: a manifest may say anything, a folder may hold anything. A candidate
//! that cannot play is left out with a reason; it never fails the whole tournament. Names decide
//! nothing: players with the same name are told apart by their folders.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::Read;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::bundled::{BundledPlayer, is_bundled};
use super::fingerprint::{fingerprint, fingerprint_of_text};
use super::manifest::Manifest;
use super::names::{checked_name, plain, tell_apart};
use super::places::places;
use super::table::Evidence;
use arbitro_referee::Contestant;
use arbitro_rules::{GameId, UnknownGame};
use arbitro_sandbox::{
    COMMANDS, CannotStart, Processes, check_readable, check_startable, open_regular,
};

/// The manifest's file name.
pub const MANIFEST: &str = "player.toml";

/// Maximum size of a manifest in bytes.
const MAX_MANIFEST_BYTES: u64 = 64 << 10;
/// A manifest's name for all variants of draughts.
const DRAUGHTS: &str = "draughts";

/// The command name of bundled players.
const BUNDLED: &str = "play";
/// Version of the bundled players; it stands for the code that decides their moves.
const OURS: &str = concat!("arbitro ", env!("CARGO_PKG_VERSION"));
/// Maximum length of a command in bytes, with some overhead for each word. The kernel limits it
/// when a program starts, and one player's command must not fail the tournament.
const MAX_COMMAND_BYTES: usize = 8 << 10;
const EACH_WORD: usize = 16;
/// System folders, whose programs any player may start.
const SYSTEM: [&str; 4] = ["/usr", "/bin", "/lib", "/opt"];

/// A player that takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Its name in the ranking.
    pub name: String,
    /// The author, if the manifest names one.
    pub author: Option<String>,
    /// Path of the player; empty for bundled players.
    pub place: PathBuf,
    /// SHA-256 of the player.
    pub sha256: String,
    /// True for a bundled player, recognised by its bytes. All others are untrusted.
    pub is_bundled: bool,
    /// The command to start.
    pub contestant: Contestant,
}

/// A candidate that does not take part, and why.
#[derive(Debug)]
pub struct LeftOut {
    /// Path of the candidate.
    pub path: PathBuf,
    pub why: NoEntrant,
}

/// A trial match in which a player made no legal move.
#[derive(Clone, Debug, PartialEq)]
pub struct FailedTrial {
    /// The player's name.
    pub name: String,
    /// Its behaviour instead.
    pub what: String,
    /// The boards, and the players' output.
    pub evidence: Evidence,
}

/// Reason why a candidate cannot take part.
#[derive(Debug, Error)]
pub enum NoEntrant {
    /// The player cannot be read.
    #[error("it cannot be read")]
    Io(#[source] std::io::Error),
    /// The path does not exist.
    #[error("there is no such file or folder")]
    Missing,
    /// The manifest is invalid.
    #[error("its {MANIFEST} is wrong: {what}")]
    Manifest { what: String },
    /// The player plays another game.
    #[error("it plays {game}")]
    OtherGame {
        /// The game, or family of games.
        game: String,
    },
    /// The player's game does not exist.
    #[error("its {MANIFEST}: {0}")]
    NoGame(#[from] UnknownGame),
    /// The command in the manifest does not exist.
    #[error("its command is missing: {command}")]
    NoCommand { command: String },
    /// The command in the manifest must be built first.
    #[error("its command is missing: {command}; there is a Makefile: run make in its folder")]
    NotBuilt { command: String },
    /// The command in the manifest may belong to another player.
    #[error("its command is neither in its own folder nor the system's: {command}")]
    NotItsOwn { command: String },
    /// The player cannot be started on this machine.
    #[error("it cannot be started: {0}")]
    CannotStart(#[from] CannotStart),
    /// The command is longer than the kernel allows.
    #[error("its command is longer than {MAX_COMMAND_BYTES} bytes")]
    LongCommand,
    /// A link to a place that another user may own.
    #[error("it is a link that leads out of its folder")]
    Link,
    /// The player's files exceed the limits.
    #[error("it is too large: more than 1 GiB, or more than 20,000 files")]
    TooBig,
    /// The player cannot be copied to other machines.
    #[error("it cannot be copied: {what}")]
    NotCopied { what: String },
    /// The player failed its first match.
    #[error("it made no legal move: {}", .0.what)]
    Smoke(Box<FailedTrial>),
    /// The path is neither a folder with a manifest nor an executable.
    #[error("there is no {MANIFEST} and no executable file")]
    Nothing,
    /// The player is named more than once.
    #[error("it is named twice, and takes part once")]
    Twice,
}

impl From<std::io::Error> for NoEntrant {
    fn from(error: std::io::Error) -> NoEntrant {
        match error.kind() {
            std::io::ErrorKind::NotFound => NoEntrant::Missing,
            _ => NoEntrant::Io(error),
        }
    }
}

/// The players found, and the candidates left out.
#[derive(Debug, Default)]
pub struct Entrants {
    /// The players, sorted by name.
    pub entrants: Vec<Entrant>,
    /// The candidates left out.
    pub left_out: Vec<LeftOut>,
}

/// Finds the players of a game in folders, or takes executables as they are. `bundled` is the
/// program with arguments that replaces the command `play`.
pub fn find_entrants(paths: &[PathBuf], game: GameId, bundled: &[OsString]) -> Entrants {
    let mut found = Entrants::default();
    let mut taken = BTreeSet::new();
    for path in paths {
        let before = found.entrants.len() + found.left_out.len();
        let mut is_named_again = false;
        for (place, kind) in places(path) {
            match kind.and_then(|()| entrant(&place, game, bundled)) {
                Ok(entrant) if !taken.insert(entrant.place.clone()) => is_named_again = true,
                Ok(entrant) => found.entrants.push(entrant),
                Err(why) => found.left_out.push(LeftOut { path: place, why }),
            }
        }
        if found.entrants.len() + found.left_out.len() == before {
            found.left_out.push(LeftOut {
                path: path.clone(),
                why: match is_named_again {
                    true => NoEntrant::Twice,
                    // A file named by the user is reported even if it is not a player.
                    false if path.is_file() => CannotStart::NotExecutable(path.clone()).into(),
                    false => NoEntrant::Nothing,
                },
            });
        }
    }
    tell_apart(&mut found.entrants);
    found.entrants.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

/// Reads the player at a path.
pub(super) fn entrant(
    place: &Path,
    game: GameId,
    bundled: &[OsString],
) -> Result<Entrant, NoEntrant> {
    let place = place.canonicalize()?;
    if !place.is_dir() {
        check_startable(&place)?;
        let stem = place.file_stem().unwrap_or_default().to_string_lossy();
        return Ok(Entrant {
            name: checked_name(&plain(&stem))?,
            author: None,
            sha256: fingerprint(&place, "")?.ok_or(NoEntrant::TooBig)?,
            is_bundled: false,
            place: place.clone(),
            contestant: Contestant {
                program: place.clone(),
                args: Vec::new(),
                readable: Vec::new(),
                variables: Vec::new(),
                processes: Processes::Usual,
            },
        });
    }
    let mut text = String::new();
    open_regular(&place.join(MANIFEST))?.take(MAX_MANIFEST_BYTES).read_to_string(&mut text)?;
    let manifest: Manifest = toml::from_str(&text)
        .map_err(|error| NoEntrant::Manifest { what: error.message().to_owned() })?;
    let hub = manifest.hub_command(game)?;
    if let Some(name) = &manifest.game {
        let plays =
            if name == DRAUGHTS { game.is_draughts() } else { name.parse::<GameId>()? == game };
        if !plays {
            let game = name.clone();
            return Err(NoEntrant::OtherGame { game });
        }
    }
    let folder_name = plain(&place.file_name().unwrap_or_default().to_string_lossy());
    let is_ours = hub.is_some() || manifest.command.first().is_some_and(|it| it == BUNDLED);
    let is_bundled = is_bundled(&place, &text);
    let processes = if is_bundled { Processes::Trusted } else { manifest.processes()? };
    let contestant = match hub {
        None => contestant(&place, &manifest.command, bundled)?,
        Some(engine) => {
            let engine = contestant(&place, &engine, bundled)?;
            let player = manifest.around(engine, &place, bundled);
            within_length(
                player.ok_or_else(|| NoEntrant::NoCommand { command: BUNDLED.to_owned() })?,
            )?
        }
    };
    Ok(Entrant {
        name: checked_name(manifest.name.as_deref().unwrap_or(&folder_name))?,
        author: manifest.author.as_deref().map(checked_name).transpose()?,
        contestant: Contestant { processes, ..contestant },
        sha256: fingerprint(&place, if is_ours { OURS } else { "" })?.ok_or(NoEntrant::TooBig)?,
        is_bundled,
        place,
    })
}

/// Creates a bundled player. `bundled` is the program with arguments that replaces `play`.
pub fn bundled_entrant((name, args): BundledPlayer, bundled: &[OsString]) -> Option<Entrant> {
    let (program, more) = bundled.split_first()?;
    let args = more.iter().cloned().chain(args.split(' ').map(Into::into));
    Some(Entrant {
        name: name.to_owned(),
        author: None,
        sha256: fingerprint_of_text(&format!("{OURS} {name}")),
        is_bundled: true,
        place: PathBuf::new(),
        contestant: Contestant {
            program: program.into(),
            args: args.collect(),
            readable: Vec::new(),
            variables: Vec::new(),
            processes: Processes::Trusted,
        },
    })
}

/// Resolves the command. File names in the player's folder become absolute paths, because matches
/// run in other folders.
fn contestant(
    folder: &Path,
    command: &[String],
    bundled: &[OsString],
) -> Result<Contestant, NoEntrant> {
    let Some((first, rest)) = command.split_first() else {
        return Err(NoEntrant::Manifest { what: "its command is empty".to_owned() });
    };
    let no_command = || NoEntrant::NoCommand { command: first.clone() };
    let mut args: Vec<OsString> = Vec::new();
    let program = if first == BUNDLED {
        let (program, more) = bundled.split_first().ok_or_else(no_command)?;
        args.extend(more.iter().cloned());
        PathBuf::from(program)
    } else if first.contains('/') {
        let path = folder.join(first);
        if !path.is_file() {
            return Err(if folder.join("Makefile").is_file() {
                NoEntrant::NotBuilt { command: first.clone() }
            } else {
                no_command()
            });
        }
        // Links are followed for this check: a command must not lead into another player's folder.
        let path = path.canonicalize()?;
        if !path.starts_with(folder) && !SYSTEM.iter().any(|it| path.starts_with(it)) {
            return Err(NoEntrant::NotItsOwn { command: first.clone() });
        }
        path
    } else {
        let mut candidates = COMMANDS.iter().map(|it| Path::new(it).join(first));
        candidates.find(|path| path.is_file()).ok_or_else(no_command)?
    };
    if first != BUNDLED {
        check_startable(&program)?;
    }
    for arg in rest {
        check_readable(&folder.join(arg))?;
    }
    args.extend(rest.iter().map(|arg| {
        let path = folder.join(arg);
        let is_file_of_its_own = !arg.is_empty() && !arg.starts_with(['/', '-']) && path.exists();
        if is_file_of_its_own { path.into_os_string() } else { arg.into() }
    }));
    within_length(Contestant {
        program,
        args,
        readable: vec![folder.to_owned()],
        variables: Vec::new(),
        processes: Processes::Usual,
    })
}

/// Rejects a command that is too long to start a program with.
fn within_length(contestant: Contestant) -> Result<Contestant, NoEntrant> {
    let words = contestant.args.iter().map(|it| it.len());
    let length: usize = words.map(|it| it + EACH_WORD).sum();
    if length > MAX_COMMAND_BYTES {
        return Err(NoEntrant::LongCommand);
    }
    Ok(contestant)
}
