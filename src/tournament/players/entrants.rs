//! Finds players in folders: folders with a manifest, or single executables.
//!
//! All of it is untrusted: a manifest may say anything, a folder may hold anything. A candidate
//! that cannot play is left out with a reason; it never fails the whole tournament. Names decide
//! nothing: players with the same name are told apart by their folders.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::bundled::{BUNDLED, BundledPlayer, is_bundled, plays_any_game};
use super::candidates::places;
use super::entrant::{Entrant, MANIFEST, MAX_COMMAND_BYTES};
use super::interpreted::check_file;
use super::manifest::Manifest;
use super::names::{checked_line, checked_name, plain, tell_apart};
use super::needed::{Needed, environment, find_needed};
use super::no_entrant::{LeftOut, NoEntrant};
use crate::settings::tournament_file::with_causes;
use arbitro_referee::Contestant;
use arbitro_rules::GameId;
use arbitro_sandbox::{
    Beneath, COMMANDS, CannotStart, Processes, SandboxError, Source, Staging, check_readable,
    check_startable, everything, fingerprint, fingerprint_of_text,
};

const MAX_MANIFEST_BYTES: u64 = 64 << 10;
/// A manifest's name for all variants of draughts.
const DRAUGHTS: &str = "draughts";

/// Version of the bundled players; it stands for the code that decides their moves.
const OURS: &str = concat!("arbitro ", env!("CARGO_PKG_VERSION"));
/// Overhead of each word of a command, in bytes.
const EACH_WORD: usize = 16;
/// System folders, whose programs any player may start.
const SYSTEM: [&str; 4] = ["/usr", "/bin", "/lib", "/opt"];

/// The players found, and the candidates left out.
#[derive(Debug, Default)]
pub struct Entrants {
    /// The players, sorted by name.
    pub entrants: Vec<Entrant>,
    pub left_out: Vec<LeftOut>,
}

/// The conditions under which players are read.
#[derive(Clone, Copy, Debug)]
pub struct EntrantTerms<'a> {
    pub game: GameId,
    /// The program with arguments that replaces the command `play`.
    pub bundled: &'a [OsString],
    /// Folders elsewhere that players may read.
    pub allowed: &'a [PathBuf],
}

/// Finds the players of a game in folders, or takes executables as they are. What other users could change is
/// copied first: what is looked at is what will be started.
pub fn find_entrants(
    paths: &[PathBuf],
    game: GameId,
    bundled: &[OsString],
    allowed: &[PathBuf],
    staging: &mut Staging,
) -> Result<Entrants, SandboxError> {
    let terms = EntrantTerms { game, bundled, allowed };
    let mut found = Entrants::default();
    let mut taken = BTreeSet::new();
    for path in paths {
        let before = found.entrants.len() + found.left_out.len();
        let mut is_named_again = false;
        for (place, kind) in places(path) {
            let original = kind.and_then(|()| Ok(place.canonicalize()?));
            if original.as_ref().is_ok_and(|original| taken.contains(original)) {
                is_named_again = true;
                continue;
            }
            let inner = place.strip_prefix(path).unwrap_or(Path::new(""));
            let source = Source { named: path, inner };
            let entrant = match original {
                Ok(original) => staged_entrant(source, original, terms, staging)?,
                Err(why) => Err(why),
            };
            match entrant {
                Ok(entrant) => {
                    taken.insert(entrant.place.clone());
                    found.entrants.push(entrant);
                }
                Err(why) => found.left_out.push(LeftOut { path: place, why }),
            }
        }
        if found.entrants.len() + found.left_out.len() == before {
            found.left_out.push(LeftOut {
                path: path.clone(),
                why: if is_named_again {
                    NoEntrant::Twice
                } else if path.is_file() {
                    // A file named by the user is reported even if it is not a player.
                    CannotStart::NotExecutable(path.clone()).into()
                } else {
                    NoEntrant::Nothing
                },
            });
        }
    }
    tell_apart(&mut found.entrants);
    found.entrants.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

/// Brings a player to where only its own and the caller's programs read it, and reads it there.
pub(crate) fn staged_entrant(
    source: Source<'_>,
    original: PathBuf,
    terms: EntrantTerms<'_>,
    staging: &mut Staging,
) -> Result<Result<Entrant, NoEntrant>, SandboxError> {
    let copy = match staging.hold(source) {
        Ok(copy) => copy,
        Err(error) => return uncopied(error).map(Err),
    };
    Ok(match entrant(&copy, terms, staging) {
        Ok(entrant) => Ok(Entrant { place: original, ..entrant }),
        // What is to be mended lies in the original.
        Err(NoEntrant::CannotStart(why)) => Err(why.moved(&copy, &original).into()),
        Err(why) => Err(why),
    })
}

/// Tells what is the player's fault from what is the host's.
pub(crate) fn uncopied(error: SandboxError) -> Result<NoEntrant, SandboxError> {
    match error {
        SandboxError::TooBig(_) => Ok(NoEntrant::TooBig),
        SandboxError::NotCopied(at) => {
            let is_missing = |it: &io::Error| it.kind() == io::ErrorKind::NotFound;
            Ok(if at.source.as_ref().is_some_and(is_missing) {
                NoEntrant::Missing
            } else {
                NoEntrant::NotCopied { what: with_causes(&at) }
            })
        }
        error => Err(error),
    }
}

/// Reads the player at a path that no other user can change.
fn entrant(
    place: &Path,
    EntrantTerms { game, bundled, allowed }: EntrantTerms<'_>,
    staging: &Staging,
) -> Result<Entrant, NoEntrant> {
    let place = place.canonicalize()?;
    if !place.is_dir() {
        check_startable(&place)?;
        let stem = place.file_stem().unwrap_or_default().to_string_lossy();
        return Ok(Entrant {
            name: checked_name(&plain(&stem))?,
            sha256: fingerprint(&place, "", everything)?.ok_or(NoEntrant::TooBig)?,
            contestant: Contestant { program: place.clone(), ..Contestant::default() },
            place,
            ..Entrant::default()
        });
    }
    let mut text = String::new();
    let opened = Beneath::open(&place)?.file(Path::new(MANIFEST))?;
    opened.take(MAX_MANIFEST_BYTES).read_to_string(&mut text)?;
    let mut manifest: Manifest = toml::from_str(&text)
        .map_err(|error| NoEntrant::Manifest { what: error.message().to_owned() })?;
    let answers = manifest.take_answers()?;
    let hub = manifest.hub_command(game)?;
    let is_play = manifest.command.first().is_some_and(|it| it == BUNDLED);
    let is_ours = hub.is_some() || is_play;
    let is_bundled = is_bundled(&place, &text);
    let knows_no_moves =
        game.look().is_some() && is_ours && !plays_any_game(&manifest.command[1..]);
    let names = manifest.game.as_ref().filter(|it| *it != game.name());
    // What a bundled player says of its game is said of those that are compiled in.
    let plays_all = game.look().is_some() && is_ours && is_bundled && !knows_no_moves;
    if let Some(name) = names.filter(|_| !plays_all) {
        let plays = match name.parse::<GameId>() {
            _ if name == DRAUGHTS => game.is_draughts(),
            Ok(named) => named == game,
            // It may be one that is not compiled in either.
            Err(_) if game.look().is_some() => false,
            Err(unknown) => return Err(unknown.into()),
        };
        if !plays {
            let game = name.clone();
            return Err(NoEntrant::OtherGame { game });
        }
    }
    if knows_no_moves {
        return Err(NoEntrant::NotAnyGame);
    }
    let folder_name = plain(&place.file_name().unwrap_or_default().to_string_lossy());
    let processes = if is_bundled { Processes::Trusted } else { manifest.processes()? };
    let needs = find_needed(&manifest.needs, allowed, staging)?;
    let contestant = match hub {
        None => contestant(&place, &manifest.command, bundled, &needs)?,
        Some(engine) => {
            let engine = contestant(&place, &engine, bundled, &needs)?;
            let player = manifest.around(engine, &place, bundled);
            within_length(
                player.ok_or_else(|| NoEntrant::NoCommand { command: BUNDLED.to_owned() })?,
            )?
        }
    };
    Ok(Entrant {
        name: checked_name(manifest.name.as_deref().unwrap_or(&folder_name))?,
        author: manifest.author.as_deref().map(checked_line).transpose()?,
        contestant: Contestant { processes, answers, ..contestant },
        sha256: fingerprint(&place, if is_ours { OURS } else { "" }, everything)?
            .ok_or(NoEntrant::TooBig)?,
        is_bundled,
        is_ours: is_play,
        place,
        needs,
    })
}

/// Creates a bundled player. `bundled` is the program with arguments that replaces `play`.
pub fn bundled_entrant((name, args): BundledPlayer, bundled: &[OsString]) -> Option<Entrant> {
    let (program, more) = bundled.split_first()?;
    let args = more.iter().cloned().chain(args.split(' ').map(Into::into));
    Some(Entrant {
        name: name.to_owned(),
        sha256: fingerprint_of_text(&format!("{OURS} {name}")),
        is_bundled: true,
        is_ours: true,
        contestant: Contestant {
            program: program.into(),
            args: args.collect(),
            processes: Processes::Trusted,
            ..Contestant::default()
        },
        ..Entrant::default()
    })
}

/// Resolves the command. File names in the player's folder become absolute paths, because matches
/// run in other folders.
fn contestant(
    folder: &Path,
    command: &[String],
    bundled: &[OsString],
    needs: &[Needed],
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
        // Links are followed for this check: a command must not lead into another player's folder. It is started by
        // its own path, from which an environment finds its packages.
        let own = || [folder].into_iter().chain(needs.iter().map(|need| &*need.folder));
        let may_start = |it: &Path| {
            own().any(|own| it.starts_with(own)) || SYSTEM.iter().any(|own| it.starts_with(own))
        };
        let (leads, name) = (path.canonicalize()?, path.file_name().unwrap_or_default());
        let lies = path.parent().unwrap_or(folder).canonicalize()?.join(name);
        if !may_start(&leads) || !may_start(&lies) {
            let environment = environment(&path);
            return Err(NoEntrant::NotItsOwn { command: first.clone(), environment });
        }
        lies
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
    let contestant = within_length(Contestant {
        program,
        args,
        readable: [folder.to_owned()]
            .into_iter()
            .chain(needs.iter().map(|need| need.folder.clone()))
            .collect(),
        ..Contestant::default()
    })?;
    if first != BUNDLED {
        check_file(folder, command)?;
    }
    Ok(contestant)
}

/// Rejects a command that is too long to start a program with.
fn within_length(contestant: Contestant) -> Result<Contestant, NoEntrant> {
    let words = contestant.args.iter().map(|arg| arg.len());
    let length: usize = words.map(|word| word + EACH_WORD).sum();
    if length > MAX_COMMAND_BYTES {
        return Err(NoEntrant::LongCommand { most: MAX_COMMAND_BYTES });
    }
    Ok(contestant)
}
