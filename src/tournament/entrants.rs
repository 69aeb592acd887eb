//! Finds the players in folders: each with its manifest, or executables by themselves.
//!
//! Everything here comes from outside: a manifest may say anything, a folder may hold anything. What
//! cannot play is left out with the reason, and never an error of the whole. A name decides nothing:
//! who calls itself like another is told apart by its folder, and neither is left out.

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
use arbitro_referee::Contestant;
use arbitro_rules::{GameId, UnknownGame};
use arbitro_sandbox::{
    COMMANDS, CannotStart, Processes, check_readable, check_startable, open_regular,
};

/// The file that makes a folder a player.
pub const MANIFEST: &str = "player.toml";

/// The longest manifest that is read, in bytes.
const MAX_MANIFEST_BYTES: u64 = 64 << 10;
/// A manifest's name for all variants of draughts.
const DRAUGHTS: &str = "draughts";

/// The command of players that come with Arbitro.
const BUNDLED: &str = "play";
/// Version string of the bundled players, which stands for the code that decides their play.
const OURS: &str = concat!("arbitro ", env!("CARGO_PKG_VERSION"));
/// The longest command, in bytes, with something on top for each of its words: what starts a program
/// takes no more, and must not fail for all because of one.
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
    /// Path of the player; empty for those that come with Arbitro.
    pub place: PathBuf,
    /// Its bytes, told in a line.
    pub sha256: String,
    /// True if it comes with Arbitro, by its bytes. All others are untrusted.
    pub is_bundled: bool,
    /// The command to start.
    pub contestant: Contestant,
}

/// A player that does not, and why.
#[derive(Debug)]
pub struct LeftOut {
    /// Path of the candidate.
    pub path: PathBuf,
    pub why: NoEntrant,
}

/// Reason why a candidate cannot take part.
#[derive(Debug, Error)]
pub enum NoEntrant {
    /// It cannot be read.
    #[error("it cannot be read")]
    Io(#[source] std::io::Error),
    /// It does not exist.
    #[error("there is no such file or folder")]
    Missing,
    /// The manifest is not what it must be.
    #[error("its {MANIFEST} is wrong: {what}")]
    Manifest { what: String },
    /// It plays another game.
    #[error("it plays {game}")]
    OtherGame {
        /// The game, or family of games.
        game: String,
    },
    /// It plays a game that does not exist.
    #[error("its {MANIFEST}: {0}")]
    NoGame(#[from] UnknownGame),
    /// The command in its manifest does not exist.
    #[error("its command is not there: {command}")]
    NoCommand { command: String },
    /// The command in its manifest has yet to be built.
    #[error("its command is not there: {command}; it comes with a Makefile: run make there")]
    NotBuilt { command: String },
    /// The command in its manifest may belong to another player.
    #[error("its command is neither in its own folder nor the system's: {command}")]
    NotItsOwn { command: String },
    /// It cannot be started here, for the reason given.
    #[error("it cannot be started: {0}")]
    CannotStart(#[from] CannotStart),
    /// More than can be handed over when it is started.
    #[error("its command is longer than {MAX_COMMAND_BYTES} bytes")]
    LongCommand,
    /// A link to a place that another user may own.
    #[error("it is a link that leads out of its folder")]
    Link,
    /// More than is read of a player.
    #[error("it is too big: more than 1 GiB, or more than 20,000 files")]
    TooBig,
    /// It cannot be taken to other machines.
    #[error("it cannot be copied: {what}")]
    NotCopied { what: String },
    /// It cannot play: what it did in its first match.
    #[error("it did not make a single legal move: {what}")]
    Smoke {
        /// Its behaviour instead.
        what: String,
    },
    /// Neither a folder with a manifest nor an executable.
    #[error("there is no {MANIFEST} and no executable file")]
    Nothing,
    /// Named more than once.
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
    /// Those that take part, by name.
    pub entrants: Vec<Entrant>,
    /// Those that do not.
    pub left_out: Vec<LeftOut>,
}

/// Finds the players of a game in folders, or takes executables as they are. `bundled` is the program
/// with arguments that stands for the command `play`.
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
                    // A file that was named, and not merely found in a folder, was meant.
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

/// The one player at a place.
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
    open_regular(&place.join(MANIFEST))?
        .take(MAX_MANIFEST_BYTES)
        .read_to_string(&mut text)?;
    let manifest: Manifest = toml::from_str(&text).map_err(|error| NoEntrant::Manifest {
        what: error.message().to_owned(),
    })?;
    let hub = manifest.hub_command(game)?;
    if let Some(name) = &manifest.game {
        let plays = if name == DRAUGHTS {
            game.is_draughts()
        } else {
            name.parse::<GameId>()? == game
        };
        if !plays {
            let game = name.clone();
            return Err(NoEntrant::OtherGame { game });
        }
    }
    let folder_name = plain(&place.file_name().unwrap_or_default().to_string_lossy());
    let is_ours = hub.is_some() || manifest.command.first().is_some_and(|it| it == BUNDLED);
    let is_bundled = is_bundled(&place, &text);
    let processes = if is_bundled {
        Processes::Trusted
    } else {
        manifest.processes()?
    };
    let contestant = match hub {
        None => contestant(&place, &manifest.command, bundled)?,
        Some(engine) => {
            let engine = contestant(&place, &engine, bundled)?;
            let player = manifest.around(engine, &place, bundled);
            within_length(player.ok_or_else(|| NoEntrant::NoCommand {
                command: BUNDLED.to_owned(),
            })?)?
        }
    };
    Ok(Entrant {
        name: checked_name(manifest.name.as_deref().unwrap_or(&folder_name))?,
        author: manifest.author.as_deref().map(checked_name).transpose()?,
        contestant: Contestant {
            processes,
            ..contestant
        },
        sha256: fingerprint(&place, if is_ours { OURS } else { "" })?.ok_or(NoEntrant::TooBig)?,
        is_bundled,
        place,
    })
}

/// A player that comes with Arbitro. `bundled` is the program with arguments that stands for `play`.
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

/// Resolves the command. Names of files in the player's folder become paths, because a match is played
/// elsewhere.
fn contestant(
    folder: &Path,
    command: &[String],
    bundled: &[OsString],
) -> Result<Contestant, NoEntrant> {
    let Some((first, rest)) = command.split_first() else {
        return Err(NoEntrant::Manifest {
            what: "its command is empty".to_owned(),
        });
    };
    let no_command = || NoEntrant::NoCommand {
        command: first.clone(),
    };
    let mut args: Vec<OsString> = Vec::new();
    let program = if first == BUNDLED {
        let (program, more) = bundled.split_first().ok_or_else(no_command)?;
        args.extend(more.iter().cloned());
        PathBuf::from(program)
    } else if first.contains('/') {
        let path = folder.join(first);
        if !path.is_file() {
            return Err(if folder.join("Makefile").is_file() {
                NoEntrant::NotBuilt {
                    command: first.clone(),
                }
            } else {
                no_command()
            });
        }
        // Wherever links lead: not into another player's folder.
        let path = path.canonicalize()?;
        if !path.starts_with(folder) && !SYSTEM.iter().any(|it| path.starts_with(it)) {
            return Err(NoEntrant::NotItsOwn {
                command: first.clone(),
            });
        }
        path
    } else {
        let mut candidates = COMMANDS.iter().map(|it| Path::new(it).join(first));
        candidates
            .find(|path| path.is_file())
            .ok_or_else(no_command)?
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
        if is_file_of_its_own {
            path.into_os_string()
        } else {
            arg.into()
        }
    }));
    within_length(Contestant {
        program,
        args,
        readable: vec![folder.to_owned()],
        variables: Vec::new(),
        processes: Processes::Usual,
    })
}

/// Rejects a command that is too long to start.
fn within_length(contestant: Contestant) -> Result<Contestant, NoEntrant> {
    let words = contestant.args.iter().map(|it| it.len());
    let length: usize = words.map(|it| it + EACH_WORD).sum();
    if length > MAX_COMMAND_BYTES {
        return Err(NoEntrant::LongCommand);
    }
    Ok(contestant)
}
