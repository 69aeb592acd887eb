//! Watches a folder of players: which arrived, changed or are gone.
//!
//! Folders are compared by what is seen of them, not by inotify, which reports nothing of other machines' changes.
//! Times of files are compared with those seen before and never with a clock: a file from the future is as good as
//! any.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use walkdir::WalkDir;

use super::versions::{MAX_VERSION, belongs};
use crate::players::names::{check_folder_name, look, plain};
use crate::players::no_entrant::{NameFault, NoEntrant};

/// The time in which nothing may have changed in a player's folder that has arrived.
const QUIET: Duration = Duration::from_secs(2);
/// The time after which a player's folder that is not there is gone, not being renamed or replaced.
const GONE: Duration = Duration::from_secs(60);
/// Interval between two looks.
const PACE: Duration = Duration::from_millis(500);
/// The rest after a look, as a multiple of its duration: at most a tenth of the time is spent on looks.
const REST: u32 = 10;
const MAX_PLAYERS: usize = 5_000;
/// A folder of players that is watched. Its looks may hang as long as a network file system does.
#[derive(Debug)]
pub struct Inbox {
    folder: PathBuf,
    /// The file system on which the folder lies.
    device: u64,
    /// Duration of the latest look.
    took: Duration,
    players: BTreeMap<OsString, Watched>,
    /// The name that each look of a name belongs to. Names of players that are gone keep theirs.
    looks: BTreeMap<String, OsString>,
    /// Keyed by chance: no player can make two states equal.
    hasher: RandomState,
    is_crowded: bool,
}

/// News of a player, which is named by its folder.
#[derive(Debug)]
pub enum Arrival {
    /// It is new or has changed, and nothing has changed for a while.
    Quiet { name: String },
    /// A player that was reported has not been there for a while.
    Gone { name: String },
    /// It cannot be a player as it is. Reported once.
    Refused { name: String, why: NoEntrant },
}

#[derive(Debug)]
struct Watched {
    look: String,
    state: State,
    /// The time at which this state was first seen.
    since: Instant,
    /// The state that was reported last.
    reported: Option<State>,
    /// True if it was reported as a player, or is one of an earlier run.
    is_player: bool,
    missing: Option<Instant>,
}

/// A player's folder, as it is seen.
#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    Missing,
    /// Something vanished during the look.
    Changing,
    Empty,
    /// Hash of names, sizes, times and permissions.
    Files(u64),
    Link,
    Name(NameFault),
    TooBig,
    Closed,
}

impl Watched {
    fn new(name: &OsStr, now: Instant, is_player: bool) -> Watched {
        Watched {
            look: look(&name.to_string_lossy()),
            state: State::Changing,
            since: now,
            reported: None,
            is_player,
            missing: None,
        }
    }

    fn report(&mut self, name: &OsStr) -> Arrival {
        self.reported = Some(self.state.clone());
        let why = match &self.state {
            State::Link => NoEntrant::Link,
            State::Name(fault) => NoEntrant::FolderName(fault.clone()),
            State::TooBig => NoEntrant::TooBigToKeep,
            State::Closed => NoEntrant::Io(io::ErrorKind::PermissionDenied.into()),
            State::Files(_) | State::Empty | State::Changing | State::Missing => {
                self.is_player = true;
                return Arrival::Quiet { name: folder_name(name) };
            }
        };
        Arrival::Refused { name: folder_name(name), why }
    }

    /// Takes in that nothing is there; returns true once that is so for a while.
    fn misses(&mut self, now: Instant) -> bool {
        let since = *self.missing.get_or_insert(now);
        now.saturating_duration_since(since) >= GONE
    }

    /// Takes in what is seen now; returns true if it is to be reported.
    fn sees(&mut self, state: State, now: Instant) -> bool {
        self.missing = None;
        if state != self.state || state == State::Changing {
            (self.state, self.since) = (state, now);
            return false;
        }
        let is_quiet = now.saturating_duration_since(self.since) >= QUIET;
        is_quiet && state != State::Empty && self.reported.as_ref() != Some(&state)
    }
}

impl Inbox {
    /// Watches a folder, which must be readable.
    pub fn new(folder: PathBuf) -> io::Result<Inbox> {
        let mut inbox = Inbox {
            device: fs::metadata(&folder)?.dev(),
            folder,
            took: Duration::ZERO,
            players: BTreeMap::new(),
            looks: BTreeMap::new(),
            hasher: RandomState::new(),
            is_crowded: false,
        };
        inbox.list()?;
        Ok(inbox)
    }

    /// Expects a player of an earlier run: it is reported as gone if it is not there, and no other name may look
    /// like its own.
    pub fn expect(&mut self, name: &str, now: Instant) {
        let watched = Watched::new(name.as_ref(), now, true);
        self.looks.insert(watched.look.clone(), name.into());
        self.players.insert(name.into(), watched);
    }

    /// Looks at all players, and returns the news sorted by name. `now` never goes back.
    pub fn look(&mut self, now: Instant) -> Vec<Arrival> {
        let begun = Instant::now();
        let arrivals = match self.list() {
            Ok(names) => self.compare(&names, now),
            // It says nothing about its players. Their absence counts from when it can be read again.
            Err(_) => {
                self.players.values_mut().for_each(|player| player.missing = None);
                Vec::new()
            }
        };
        self.took = begun.elapsed();
        arrivals
    }

    /// Reports a player anew once its folder is quiet: it changed while it was copied.
    pub fn again(&mut self, name: &str) {
        if let Some(watched) = self.players.get_mut(OsStr::new(name)) {
            (watched.state, watched.reported) = (State::Changing, None);
        }
    }

    /// Returns the time until the next look.
    pub fn pause(&self) -> Duration {
        PACE.max(self.took * REST)
    }

    /// Lists folders and links, sorted by name; more than there can be newcomers, not all of any number.
    fn list(&mut self) -> io::Result<Vec<OsString>> {
        let device = fs::metadata(&self.folder)?.dev();
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let (name, kind) = (entry.file_name(), entry.file_type()?);
            if (kind.is_dir() || kind.is_symlink()) && !name.as_encoded_bytes().starts_with(b".") {
                names.push(name);
            }
            if names.len() > 2 * MAX_PLAYERS {
                break;
            }
        }
        names.sort();
        // A folder whose file system was unmounted is another one, and empty; mounted again, it may have a new
        // number.
        let is_same = device == self.device || self.players.is_empty();
        if !is_same && !names.iter().any(|name| self.players.contains_key(name)) {
            return Err(io::ErrorKind::StaleNetworkFileHandle.into());
        }
        self.device = device;
        Ok(names)
    }

    fn compare(&mut self, names: &[OsString], now: Instant) -> Vec<Arrival> {
        let mut arrivals: Vec<Arrival> = self.admit(names, now).into_iter().collect();
        let names: Vec<OsString> = self.players.keys().cloned().collect();
        for name in names {
            // One whose file system does not answer now is as it was.
            let Ok(state) = self.state_of(&name) else { continue };
            let Some(watched) = self.players.get_mut(&name) else { continue };
            if state != State::Missing {
                if watched.sees(state, now) {
                    arrivals.push(watched.report(&name));
                }
            } else if !watched.is_player {
                // Names are free until a player has one.
                if self.looks.get(&watched.look) == Some(&name) {
                    self.looks.remove(&watched.look);
                }
                self.players.remove(&name);
            } else if watched.misses(now) {
                self.players.remove(&name);
                arrivals.push(Arrival::Gone { name: folder_name(&name) });
            }
        }
        arrivals
    }

    /// Watches newcomers; reports the first one for which there is no room.
    fn admit(&mut self, names: &[OsString], now: Instant) -> Option<Arrival> {
        let room = MAX_PLAYERS.saturating_sub(self.players.len().max(self.looks.len()));
        let is_new = |it: &&OsString| !self.players.contains_key(*it);
        let newcomers: Vec<&OsString> = names.iter().filter(is_new).take(room + 1).collect();
        for name in newcomers.iter().take(room) {
            self.players.insert(name.to_os_string(), Watched::new(name, now, false));
        }
        let first_left = newcomers.get(room).copied();
        let was_crowded = std::mem::replace(&mut self.is_crowded, first_left.is_some());
        let name = folder_name(first_left.filter(|_| !was_crowded)?);
        Some(Arrival::Refused { name, why: NoEntrant::TooManyPlayers { most: MAX_PLAYERS } })
    }

    /// Looks at a player's folder. Its names are checked first: one that is refused is not read.
    fn state_of(&mut self, name: &OsString) -> io::Result<State> {
        let path = self.folder.join(name);
        let kind = match fs::symlink_metadata(&path) {
            Ok(about) => about.file_type(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(State::Missing),
            Err(error) => return Err(error),
        };
        if kind.is_symlink() {
            return Ok(State::Link);
        }
        if !kind.is_dir() {
            return Ok(State::Missing);
        }
        if let Err(fault) = check_folder_name(name) {
            return Ok(State::Name(fault));
        }
        let Some(watched) = self.players.get(name) else { return Ok(State::Missing) };
        let owner = self.looks.entry(watched.look.clone()).or_insert_with(|| name.clone());
        if owner != name {
            return Ok(State::Name(NameFault::Alike(folder_name(owner))));
        }
        files(&path, &self.hasher)
    }
}

/// Looks at all that is in a folder, if that is not too much. Links are not followed.
fn files(folder: &Path, hasher: &RandomState) -> io::Result<State> {
    let (mut entries, mut hash) = (0, 0_u64);
    let walk = WalkDir::new(folder).follow_root_links(false).into_iter();
    for entry in walk.filter_entry(|walk| walk.depth() == 0 || belongs(walk.file_name())) {
        let about = entry.and_then(|entry| Ok((entry.metadata()?, entry.into_path())));
        let (about, path) = match about.map_err(io::Error::from) {
            Ok(about) => about,
            Err(error) => return state_by(error),
        };
        if entries > MAX_VERSION.entries {
            return Ok(State::TooBig);
        }
        entries += 1;
        let times = (about.mtime(), about.mtime_nsec());
        // A sum: a folder lists its files in any order.
        hash = hash.wrapping_add(hasher.hash_one((path, about.mode(), about.len(), times)));
    }
    Ok(if entries > 1 { State::Files(hash) } else { State::Empty })
}

fn state_by(error: io::Error) -> io::Result<State> {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Ok(State::Changing),
        io::ErrorKind::PermissionDenied => Ok(State::Closed),
        // Folders in each other, whose path is longer than the kernel takes.
        io::ErrorKind::InvalidFilename => Ok(State::TooBig),
        _ => Err(error),
    }
}

/// A folder's name for people.
fn folder_name(name: &OsStr) -> String {
    plain(&name.to_string_lossy())
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn looks_take_at_most_a_tenth_of_the_time() {
        let folder = tempfile::tempdir().unwrap();
        let mut inbox = Inbox::new(folder.path().to_owned()).unwrap();
        let mut pause = |took| {
            inbox.took = Duration::from_millis(took);
            inbox.pause().as_millis()
        };
        assert_eq!([1, 300].map(&mut pause), [500, 3_000]);
    }
}
