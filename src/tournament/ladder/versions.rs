//! The bytes of every version of a player, once, in a folder named after their hash.
//!
//! A version is copied beside the others, read there, written through to the disk and renamed. So a run that is
//! killed leaves a whole version, or one that the next run removes.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use tempfile::TempDir;
use walkdir::WalkDir;

use crate::players::entrant::Entrant;
use crate::players::entrants::{EntrantTerms, staged_entrant, uncopied};
use crate::players::no_entrant::NoEntrant;
use arbitro_sandbox::{
    At, SandboxError, Size, Source, Staging, copy_privately, everything, fingerprint,
};

/// Folder of the versions in a ladder's results.
pub const VERSIONS: &str = "versions";
pub(super) const MAX_VERSION: Size = Size { bytes: 64 << 20, entries: 2_000 };
/// Bytes of all versions, beyond which those that are not in use are removed.
const MAX_BYTES: u64 = 1 << 30;
/// Bytes that any file or folder takes at least, so that empty ones count.
const BLOCK: u64 = 4 << 10;
/// Prefix of the folders of what is not yet a version, or no more.
const PARTIAL: &str = ".new-";
/// Prefix of the temporary folders of players that are started.
const STAGED: &str = "arbitro-ladder-";

/// The versions of a ladder's players. Only one process may have them open.
#[derive(Debug)]
pub struct Versions<'a> {
    folder: PathBuf,
    terms: EntrantTerms<'a>,
    /// True if players run under other user ids than the caller's.
    has_other_users: bool,
    /// The bytes of each version, by its hash.
    sizes: BTreeMap<String, u64>,
}

/// A player that can be started as long as this lives.
#[derive(Debug)]
pub struct StagedPlayer {
    pub entrant: Entrant,
    _copy: Staging,
}

impl<'a> Versions<'a> {
    /// Opens the versions in a folder of results. Removes partial ones that a killed run left.
    pub fn open(
        out: &Path,
        terms: EntrantTerms<'a>,
        has_other_users: bool,
    ) -> io::Result<Versions<'a>> {
        let folder = out.join(VERSIONS);
        // No student reads the players of others.
        match DirBuilder::new().mode(0o700).create(&folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            Ok(()) | Err(_) => {}
        }
        let mut sizes = BTreeMap::new();
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let path = entry.path();
            match entry.file_name().into_string() {
                Ok(name) if name.starts_with(PARTIAL) && path.is_dir() => fs::remove_dir_all(path)?,
                Ok(name) if name.starts_with(PARTIAL) => fs::remove_file(path)?,
                Ok(name) if is_sha256(&name) => _ = sizes.insert(name, bytes_of(&path)?),
                _ => {}
            }
        }
        Ok(Versions { folder, terms, has_other_users, sizes })
    }

    /// Stores the player of this name in a folder: a folder, or an executable. Returns its hash, or `None` if it
    /// changed meanwhile. What is wrong with the player itself is an error of the inner result.
    pub fn take(
        &mut self,
        inbox: &Path,
        name: &str,
    ) -> Result<Result<Option<String>, NoEntrant>, SandboxError> {
        let partial = self.partial().map_err(cannot("cannot be written", &self.folder))?;
        let copy = partial.path().join("version");
        let source = Source { named: inbox, inner: Path::new(name) };
        let taken = self.copied(source, &copy)?;
        if let Ok(Some(sha256)) = &taken {
            self.put(&copy, sha256).map_err(cannot("cannot be kept", &self.folder))?;
        }
        Ok(taken)
    }

    pub fn has(&self, sha256: &str) -> bool {
        self.sizes.contains_key(sha256)
    }

    /// Makes a version ready to be started, as a player of this name.
    pub fn stage(
        &self,
        sha256: &str,
        name: &str,
    ) -> Result<Result<StagedPlayer, NoEntrant>, SandboxError> {
        // This also keeps any other path out.
        if !self.has(sha256) {
            return Ok(Err(NoEntrant::Missing));
        }
        let place = self.folder.join(sha256);
        touch(&place).map_err(cannot("cannot be used", &place))?;
        let mut copy = Staging::new(STAGED, self.has_other_users);
        let entrant = staged_entrant(Source::from(&*place), place.clone(), self.terms, &mut copy)?;
        Ok(match entrant {
            Ok(entrant) if entrant.sha256 == sha256 => {
                let entrant = Entrant { name: name.to_owned(), ..entrant };
                Ok(StagedPlayer { entrant, _copy: copy })
            }
            Ok(_) => Err(NoEntrant::Damaged),
            Err(why) => Err(why),
        })
    }

    /// Removes versions that are not used, those first that were not taken or staged for the longest, while all
    /// together are larger than 1 GiB. Returns their hashes.
    pub fn make_room(&mut self, used: &BTreeSet<String>) -> io::Result<Vec<String>> {
        let unused = self.sizes.keys().filter(|key| !used.contains(*key));
        let with_time = unused.map(|unused| {
            let about = fs::metadata(self.folder.join(unused))?;
            Ok((about.modified()?, unused.clone()))
        });
        let mut unused = with_time.collect::<io::Result<Vec<_>>>()?;
        unused.sort();
        let mut removed = Vec::new();
        for (_, sha256) in unused {
            if self.sizes.values().sum::<u64>() <= MAX_BYTES {
                break;
            }
            self.remove(&self.folder.join(&sha256))?;
            self.sizes.remove(&sha256);
            removed.push(sha256);
        }
        Ok(removed)
    }

    /// A folder that goes with its value, or else with the next run.
    fn partial(&self) -> io::Result<TempDir> {
        tempfile::Builder::new().prefix(PARTIAL).tempdir_in(&self.folder)
    }

    /// Removes a version, which is whole or not there at any moment.
    fn remove(&self, place: &Path) -> io::Result<()> {
        fs::rename(place, self.partial()?.path().join("version"))
    }

    /// Stores a copy, unless its bytes are there already and undamaged.
    fn put(&mut self, copy: &Path, sha256: &str) -> io::Result<()> {
        let place = self.folder.join(sha256);
        let hash = |it: &Path| fingerprint(it, "", everything).ok();
        if !self.has(sha256) || hash(&place) != hash(copy) {
            let bytes = bytes_of(copy)?;
            if place.exists() {
                self.remove(&place)?;
            }
            // First to the disk: a version may be lost with the machine, but not half of it.
            rustix::fs::syncfs(File::open(copy)?)?;
            fs::rename(copy, &place)?;
            self.sizes.insert(sha256.to_owned(), bytes);
            File::open(&self.folder)?.sync_all()?;
        }
        touch(&place)
    }

    /// Copies a player to a partial version and reads it there; returns its hash, or `None` if it changed meanwhile.
    fn copied(
        &self,
        source: Source<'_>,
        to: &Path,
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
        let mut staging = Staging::new(STAGED, self.has_other_users);
        let entrant = staged_entrant(to.into(), place, self.terms, &mut staging)?;
        Ok(entrant.map(|it| Some(it.sha256)))
    }
}

/// Makes a version the newest one.
fn touch(place: &Path) -> io::Result<()> {
    File::open(place)?.set_modified(SystemTime::now())
}

/// Names of what version control and interpreters leave in a folder, no part of a player: a pull that brings
/// nothing changes it, too.
const LEFT_BEHIND: [&str; 5] = [".git", ".hg", ".svn", "__pycache__", ".DS_Store"];

pub(super) fn belongs(name: &OsStr) -> bool {
    LEFT_BEHIND.iter().all(|it| name != *it)
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
        let about = entry.and_then(|entry| entry.metadata())?;
        bytes += about.len().max(1).next_multiple_of(BLOCK);
    }
    Ok(bytes)
}

fn is_sha256(name: &str) -> bool {
    name.len() == 64 && name.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
