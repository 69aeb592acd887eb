//! Evidence that is kept, each with the key of what it was found from: while the key is the same, nothing
//! is done again.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::digest::{in_hexadecimal, sha256};
use crate::failure::Failure;
use arbitro_tournament::store;

/// Everything that decides what a step finds, in a line.
#[derive(Clone, Debug)]
pub(super) struct Key(Sha256);

impl Key {
    /// The key of a step, by its name and the sources that it is made of.
    pub(super) fn for_step(step: &str, sources: &[&str]) -> Key {
        let key = Key(Sha256::new()).and(step).and(env!("CARGO_PKG_VERSION"));
        sources.iter().fold(key, |key, source| key.and(source))
    }

    /// With one thing more. Lengths go in as well: no two lists of things give the same bytes.
    pub(super) fn and(mut self, what: impl AsRef<[u8]>) -> Key {
        let what = what.as_ref();
        self.0.update((what.len() as u64).to_le_bytes());
        self.0.update(what);
        self
    }

    pub(super) fn line(self) -> String {
        in_hexadecimal(&self.0.finalize())
    }
}

#[derive(Serialize, Deserialize)]
struct Entry<K, T> {
    key: K,
    found: T,
}

#[derive(Clone, Debug)]
pub(super) struct EvidenceCache {
    folder: PathBuf,
}

impl EvidenceCache {
    /// The folder, made where it is not there.
    pub(super) fn open(folder: PathBuf) -> Result<EvidenceCache, Failure> {
        fs::create_dir_all(&folder).map_err(Failure::unwritable(&folder))?;
        Ok(EvidenceCache { folder })
    }

    pub(super) fn for_student(&self, number: &str) -> Result<EvidenceCache, Failure> {
        EvidenceCache::open(self.folder.join(number))
    }

    pub(super) fn place(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Returns evidence with the same key; unreadable evidence counts as missing.
    pub(super) fn get<T: DeserializeOwned>(&self, name: &str, key: &str) -> Option<T> {
        let text = fs::read(self.place(name)).ok()?;
        let entry: Entry<String, T> = serde_json::from_slice(&text).ok()?;
        (entry.key == key).then_some(entry.found)
    }

    pub(super) fn put<T: Serialize>(
        &self,
        name: &str,
        key: &str,
        found: &T,
    ) -> Result<(), Failure> {
        let path = self.place(name);
        let text = serde_json::to_vec(&Entry { key, found });
        put(&path, &text.map_err(no_json(&path))?)
    }

    pub(super) fn bytes(&self, name: &str, wanted: &str) -> Option<Vec<u8>> {
        let bytes = fs::read(self.place(name)).ok()?;
        (sha256(&bytes) == wanted).then_some(bytes)
    }
}

/// Writes a file as a whole, unless it is there already.
pub(super) fn put(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if fs::read(path).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    store(path, |file| file.write_all(bytes)).map_err(Failure::unwritable(path))
}

/// Evidence that cannot be written as JSON is a bug in this program.
pub(super) fn no_json(path: &Path) -> impl FnOnce(serde_json::Error) -> Failure {
    Failure::context(format!("{path:?}: evidence cannot be written as JSON"))
}
