//! The bytes of every version of a player, once, in a folder named after their hash.
//!
//! A version is copied beside the others, read there, written through to the disk and renamed. So a run that is
//! killed leaves a whole version, or one that the next run removes.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use walkdir::WalkDir;

use crate::players::entrant::Entrant;
use crate::players::entrants::{held_entrant, uncopied};
use crate::players::no_entrant::NoEntrant;
use arbitro_rules::GameId;
use arbitro_sandbox::{
    At, SandboxError, Size, Source, Staging, copy_privately, everything, fingerprint,
};

/// Folder of the versions in a ladder's results.
pub const VERSIONS: &str = "versions";
/// The size that a version may have.
pub(super) const MAX_VERSION: Size = Size { bytes: 64 << 20, entries: 2_000 };
/// Bytes of all versions, beyond which those that are not in use are removed.
const MAX_BYTES: u64 = 1 << 30;
/// Bytes that any file or folder takes at least, so that empty ones count.
const BLOCK: u64 = 4 << 10;
/// Prefix of the names of what is not yet a version, or no more.
const PARTIAL: &str = ".new-";
/// Prefix of the temporary folders of players that are started.
const STAGED: &str = "arbitro-ladder-";
/// Interval between the times of two versions, so that they are in order whatever the clock says.
const STEP: Duration = Duration::from_millis(1);

/// The versions of a ladder's players. Only one process may have them open.
#[derive(Debug)]
pub struct Versions {
    folder: PathBuf,
    /// The hash of each, and its bytes.
    kept: BTreeMap<String, u64>,
    /// The time of the version that was taken or asked for last.
    latest: Mutex<SystemTime>,
    /// Number of the next partial version.
    next: u64,
}

/// A version that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The hash of the player.
    pub sha256: String,
    /// Its bytes, in whole blocks.
    pub bytes: u64,
}

/// A player that can be started as long as this lives.
#[derive(Debug)]
pub struct Seated {
    pub entrant: Entrant,
    _copy: Staging,
}

/// The conditions under which players are read and started.
#[derive(Clone, Copy, Debug)]
pub struct Seating<'a> {
    pub game: GameId,
    /// The program with arguments that replaces the command `play`.
    pub bundled: &'a [OsString],
    /// Folders elsewhere that players may read.
    pub allowed: &'a [PathBuf],
    /// True if players run under other user ids than the caller's.
    pub has_other_users: bool,
}

impl Versions {
    /// Opens the versions in a folder of results. Removes partial ones that a killed run left.
    pub fn open(out: &Path) -> io::Result<Versions> {
        let folder = out.join(VERSIONS);
        // No student reads the players of others.
        match DirBuilder::new().mode(0o700).create(&folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            Ok(()) | Err(_) => {}
        }
        let (mut kept, mut latest) = (BTreeMap::new(), SystemTime::UNIX_EPOCH);
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let (name, path) = (entry.file_name().into_string(), entry.path());
            match name {
                Ok(name) if name.starts_with(PARTIAL) => remove(&path)?,
                Ok(name) if is_sha256(&name) => {
                    latest = latest.max(entry.metadata()?.modified()?);
                    kept.insert(name, bytes_of(&path)?);
                }
                _ => {}
            }
        }
        Ok(Versions { folder, kept, latest: Mutex::new(latest), next: 0 })
    }

    /// Keeps the player of this name in a folder: a folder, or an executable. Returns `None` if it changed
    /// meanwhile. What is wrong with the player itself is an error of the inner result.
    pub fn take(
        &mut self,
        inbox: &Path,
        name: &str,
        how: &Seating<'_>,
    ) -> Result<Result<Option<Kept>, NoEntrant>, SandboxError> {
        let partial = self.partial();
        let source = Source { named: inbox, inner: Path::new(name) };
        let kept = match copied(source, &partial, how) {
            Ok(Ok(Some(sha256))) => {
                let kept =
                    self.keep(&partial, sha256).map_err(cannot("cannot be kept", &self.folder));
                kept.map(|it| Ok(Some(it)))
            }
            Ok(Ok(None)) => Ok(Ok(None)),
            Ok(Err(why)) => Ok(Err(why)),
            Err(error) => Err(error),
        };
        // What is left of it is removed by the next run, too.
        let _ = remove(&partial);
        kept
    }

    /// Returns true if the bytes of a version are kept.
    pub fn has(&self, sha256: &str) -> bool {
        self.kept.contains_key(sha256)
    }

    /// Makes a version ready to be started, as a player of this name.
    pub fn seat(
        &self,
        sha256: &str,
        name: &str,
        how: &Seating<'_>,
    ) -> Result<Result<Seated, NoEntrant>, SandboxError> {
        // This also keeps any other path out.
        if !self.has(sha256) {
            return Ok(Err(NoEntrant::Missing));
        }
        let place = self.folder.join(sha256);
        self.touch(&place).map_err(cannot("cannot be used", &place))?;
        let mut copy = Staging::new(STAGED, how.has_other_users);
        let (source, told) = (Source::from(&*place), place.clone());
        let entrant = held_entrant(source, told, how.terms(), &mut copy)?;
        Ok(entrant.and_then(|entrant| match entrant.sha256 == sha256 {
            true => {
                let entrant = Entrant { name: name.to_owned(), ..entrant };
                Ok(Seated { entrant, _copy: copy })
            }
            false => Err(NoEntrant::Damaged),
        }))
    }

    /// Removes versions that are not used, those first that were not taken or asked for the longest, while all
    /// together are larger than 1 GiB. Returns their hashes.
    pub fn make_room(&mut self, used: &BTreeSet<String>) -> io::Result<Vec<String>> {
        let unused = self.kept.keys().filter(|it| !used.contains(*it));
        let with_time = unused.map(|it| {
            let about = fs::metadata(self.folder.join(it))?;
            Ok((about.modified()?, it.clone()))
        });
        let mut unused = with_time.collect::<io::Result<Vec<_>>>()?;
        unused.sort();
        let mut removed = Vec::new();
        for (_, sha256) in unused {
            if self.kept.values().sum::<u64>() <= MAX_BYTES {
                break;
            }
            // Under its own name it is whole, or not there.
            let partial = self.partial();
            fs::rename(self.folder.join(&sha256), &partial)?;
            self.kept.remove(&sha256);
            removed.push(sha256);
            let _ = remove(&partial);
        }
        Ok(removed)
    }

    fn partial(&mut self) -> PathBuf {
        self.next += 1;
        self.folder.join(format!("{PARTIAL}{}", self.next))
    }

    /// Keeps a copy, unless its bytes are kept already and undamaged.
    fn keep(&mut self, copy: &Path, sha256: String) -> io::Result<Kept> {
        let place = self.folder.join(&sha256);
        let hash = |it: &Path| fingerprint(it, "", everything).ok();
        if !self.has(&sha256) || hash(&place) != hash(copy) {
            let bytes = bytes_of(copy)?;
            if place.exists() {
                let damaged = self.partial();
                fs::rename(&place, &damaged)?;
                let _ = remove(&damaged);
            }
            // First to the disk: a version may be lost with the machine, but not half of it.
            rustix::fs::syncfs(File::open(copy)?)?;
            fs::rename(copy, &place)?;
            self.kept.insert(sha256.clone(), bytes);
            File::open(&self.folder)?.sync_all()?;
        }
        self.touch(&place)?;
        let bytes = self.kept.get(&sha256).copied().unwrap_or_default();
        Ok(Kept { sha256, bytes })
    }

    /// Makes a version the newest one.
    fn touch(&self, place: &Path) -> io::Result<()> {
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        let now = SystemTime::now();
        *latest = latest.checked_add(STEP).map_or(now, |next| next.max(now));
        File::open(place)?.set_modified(*latest)
    }
}

impl<'a> Seating<'a> {
    fn terms(&self) -> (GameId, &'a [OsString], &'a [PathBuf]) {
        (self.game, self.bundled, self.allowed)
    }
}

/// Names of what version control and interpreters leave in a folder, no part of a player: a pull that brings
/// nothing changes it, too.
const LEFT_BEHIND: [&str; 5] = [".git", ".hg", ".svn", "__pycache__", ".DS_Store"];

/// Returns true for the name of a part of a player.
pub(super) fn belongs(name: &OsStr) -> bool {
    LEFT_BEHIND.iter().all(|it| name != *it)
}

/// Copies a player to a partial version and reads it there; returns its hash, or `None` if it changed meanwhile.
fn copied(
    source: Source<'_>,
    to: &Path,
    how: &Seating<'_>,
) -> Result<Result<Option<String>, NoEntrant>, SandboxError> {
    let place = source.named.join(source.inner);
    match copy_privately(source, to, belongs, MAX_VERSION) {
        Ok(()) => {}
        Err(SandboxError::TooBig(_)) => return Ok(Err(NoEntrant::TooBigToKeep)),
        Err(SandboxError::NotCopied(at)) if has_vanished(&at, &place) => return Ok(Ok(None)),
        Err(error) => return uncopied(error).map(Err),
    }
    let copy = fingerprint(to, "", everything).map_err(cannot("cannot be read", to))?;
    // What cannot be read any more has changed, too.
    if fingerprint(&place, "", belongs).ok() != Some(copy) {
        return Ok(Ok(None));
    }
    let mut staging = Staging::new(STAGED, how.has_other_users);
    let entrant = held_entrant(to.into(), place, how.terms(), &mut staging)?;
    Ok(entrant.map(|it| Some(it.sha256)))
}

/// Returns true if the original was whole a moment ago: a file of it is gone, or its server.
fn has_vanished(at: &At, place: &Path) -> bool {
    use io::ErrorKind::{NotConnected, NotFound, StaleNetworkFileHandle, TimedOut};
    match at.source.as_ref().map(io::Error::kind) {
        Some(NotFound) => at.path != place,
        kind => matches!(kind, Some(StaleNetworkFileHandle | TimedOut | NotConnected)),
    }
}

fn cannot(what: &'static str, place: &Path) -> impl FnOnce(io::Error) -> SandboxError {
    move |error| At::io(place, what, error).into()
}

/// The bytes that a version takes, in whole blocks.
fn bytes_of(place: &Path) -> io::Result<u64> {
    let mut bytes = 0;
    for entry in WalkDir::new(place) {
        let about = entry.and_then(|it| it.metadata())?;
        bytes += about.len().max(1).next_multiple_of(BLOCK);
    }
    Ok(bytes)
}

fn remove(place: &Path) -> io::Result<()> {
    if place.is_dir() { fs::remove_dir_all(place) } else { fs::remove_file(place) }
}

fn is_sha256(name: &str) -> bool {
    name.len() == 64 && name.bytes().all(|it| matches!(it, b'0'..=b'9' | b'a'..=b'f'))
}
