//! Who takes part: players found in folders, each with its manifest, or executables by themselves.
//!
//! Everything here comes from outside: a manifest may say anything, a folder may hold anything. What
//! cannot play is left out with the reason, and never an error of the whole.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use thiserror::Error;
use walkdir::{DirEntry, WalkDir};

use crate::referee::Contestant;
use crate::rules::{GameId, UnknownGame};

/// The file that makes a folder a player.
pub const MANIFEST: &str = "player.toml";

/// The longest manifest that is read, in bytes.
const LONGEST_MANIFEST: u64 = 64 << 10;
/// The longest name, in characters.
const LONGEST_NAME: usize = 80;
/// Folders inside folders that are looked into.
const DEEPEST: usize = 4;

/// The command of players that come with Arbitro.
const BUNDLED: &str = "play";
/// Where commands without a path are looked for; a player finds the same.
const COMMANDS: [&str; 3] = ["/usr/local/bin", "/usr/bin", "/bin"];

/// A player that takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Its name in the ranking.
    pub name: String,
    /// Who wrote it, if it says so.
    pub author: Option<String>,
    /// What is started.
    pub contestant: Contestant,
}

/// A player that does not, and why.
#[derive(Debug)]
pub struct LeftOut {
    /// Where it was found.
    pub path: PathBuf,
    /// Why.
    pub why: NoEntrant,
}

/// Why something is no player that can take part.
#[derive(Debug, Error)]
pub enum NoEntrant {
    /// It cannot be read.
    #[error("it cannot be read")]
    Io(#[from] std::io::Error),
    /// A folder cannot be looked into.
    #[error("it cannot be looked into")]
    Walk(#[from] walkdir::Error),
    /// The manifest is not what it must be.
    #[error("its {MANIFEST} is wrong: {what}")]
    Manifest {
        /// What is wrong.
        what: String,
    },
    /// It plays another game.
    #[error("it plays {game}")]
    OtherGame {
        /// Which.
        game: GameId,
    },
    /// It plays a game that does not exist.
    #[error("its {MANIFEST}: {0}")]
    NoGame(#[from] UnknownGame),
    /// What it wants to be started is not there.
    #[error("its command is not there: {command}")]
    NoCommand {
        /// What was looked for.
        command: String,
    },
    /// Another player has the name.
    #[error("another player is named {name:?}")]
    NameTaken {
        /// The name.
        name: String,
    },
    /// Neither a folder with a manifest nor an executable.
    #[error("there is no {MANIFEST} and no executable file")]
    Nothing,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    name: Option<String>,
    command: Vec<String>,
    game: Option<String>,
    author: Option<String>,
}

/// Who was found.
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
    let mut names = BTreeSet::new();
    for path in paths {
        let before = found.entrants.len() + found.left_out.len();
        for place in places(path) {
            let (place, entrant) = match place {
                Ok(place) => {
                    let entrant = entrant(&place, game, bundled);
                    (place, entrant)
                }
                Err(error) => (path.clone(), Err(error.into())),
            };
            let entrant = entrant.and_then(|entrant| {
                let is_new = names.insert(entrant.name.clone());
                let name = entrant.name.clone();
                is_new
                    .then_some(entrant)
                    .ok_or(NoEntrant::NameTaken { name })
            });
            match entrant {
                Ok(entrant) => found.entrants.push(entrant),
                Err(why) => found.left_out.push(LeftOut { path: place, why }),
            }
        }
        if found.entrants.len() + found.left_out.len() == before {
            found.left_out.push(LeftOut {
                path: path.clone(),
                why: NoEntrant::Nothing,
            });
        }
    }
    found.entrants.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

/// Folders with a manifest, and executable files outside of such folders, in the order of their
/// names.
fn places(path: &Path) -> Vec<Result<PathBuf, walkdir::Error>> {
    let mut places = Vec::new();
    let mut walk = WalkDir::new(path)
        .max_depth(DEEPEST)
        .sort_by_file_name()
        .into_iter();
    while let Some(entry) = walk.next() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                places.push(Err(error));
                continue;
            }
        };
        if entry.file_type().is_dir() && entry.path().join(MANIFEST).exists() {
            walk.skip_current_dir();
            places.push(Ok(entry.into_path()));
        } else if is_executable(&entry) {
            places.push(Ok(entry.into_path()));
        }
    }
    places
}

fn is_executable(entry: &DirEntry) -> bool {
    let metadata = entry.path().metadata();
    metadata.is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 != 0)
}

fn entrant(place: &Path, game: GameId, bundled: &[OsString]) -> Result<Entrant, NoEntrant> {
    let place = place.canonicalize()?;
    if !place.is_dir() {
        let stem = place.file_stem().unwrap_or_default().to_string_lossy();
        return Ok(Entrant {
            name: checked_name(&stem)?,
            author: None,
            contestant: Contestant {
                program: place.clone(),
                args: Vec::new(),
                readable: Vec::new(),
                variables: Vec::new(),
            },
        });
    }
    let mut text = String::new();
    fs::File::open(place.join(MANIFEST))?
        .take(LONGEST_MANIFEST)
        .read_to_string(&mut text)?;
    let manifest: Manifest = toml::from_str(&text).map_err(|error| NoEntrant::Manifest {
        what: error.message().to_owned(),
    })?;
    if let Some(name) = &manifest.game {
        let plays: GameId = name.parse()?;
        if plays != game {
            return Err(NoEntrant::OtherGame { game: plays });
        }
    }
    let folder_name = place.file_name().unwrap_or_default().to_string_lossy();
    Ok(Entrant {
        name: checked_name(manifest.name.as_deref().unwrap_or(&folder_name))?,
        author: manifest.author.as_deref().map(checked_name).transpose()?,
        contestant: contestant(&place, &manifest.command, bundled)?,
    })
}

/// A name that can be shown anywhere: some letters in one line.
fn checked_name(name: &str) -> Result<String, NoEntrant> {
    let name = name.trim();
    let length = name.chars().count();
    if length == 0 || length > LONGEST_NAME || name.chars().any(char::is_control) {
        return Err(NoEntrant::Manifest {
            what: format!(
                "a name has 1 to {LONGEST_NAME} characters, none of them a control character"
            ),
        });
    }
    Ok(name.to_owned())
}

/// What to start. Names of files in the player's folder become paths: a match is played elsewhere.
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
        path.is_file().then_some(path).ok_or_else(no_command)?
    } else {
        let mut candidates = COMMANDS.iter().map(|it| Path::new(it).join(first));
        candidates
            .find(|path| path.is_file())
            .ok_or_else(no_command)?
    };
    args.extend(rest.iter().map(|arg| {
        let path = folder.join(arg);
        let is_file_of_its_own = !arg.is_empty() && !arg.starts_with(['/', '-']) && path.exists();
        if is_file_of_its_own {
            path.into_os_string()
        } else {
            arg.into()
        }
    }));
    Ok(Contestant {
        program,
        args,
        readable: vec![folder.to_owned()],
        variables: Vec::new(),
    })
}
