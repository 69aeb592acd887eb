//! Finds the tournaments in the named folders.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest, Sha256};
use walkdir::WalkDir;

use super::overview::Head;
use super::tournament::Tournament;
use arbitro_tournament::TOURNAMENT_FILE;

/// Maximum depth of tournaments below a named folder: `results/2026-11-21`, and one more.
const MAX_DEPTH: usize = 3;
const MAX_TOURNAMENTS: usize = 1000;

/// The tournaments that can be watched.
#[derive(Debug, Default)]
pub struct Catalogue {
    folders: Vec<PathBuf>,
    known: Mutex<BTreeMap<String, Arc<Tournament>>>,
}

impl Catalogue {
    /// Creates a catalogue of these folders: each is a tournament's own, or contains tournaments.
    pub fn new(folders: Vec<PathBuf>) -> Catalogue {
        Catalogue { folders, known: Mutex::default() }
    }

    /// Lists the tournaments that exist now, by id, and skips unreadable ones. Reads files, so it
    /// must not run on a thread that answers requests.
    pub fn heads(&self) -> Vec<Head> {
        let mut found = BTreeMap::new();
        for folder in &self.folders {
            for place in tournaments_below(folder).take(MAX_TOURNAMENTS) {
                found.entry(id_of(&place)).or_insert(place);
            }
        }
        let tournaments: Vec<Arc<Tournament>> = {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            known.retain(|id, _| found.contains_key(id));
            for (id, place) in found {
                known.entry(id.clone()).or_insert_with(|| Arc::new(Tournament::new(id, place)));
            }
            known.values().cloned().collect()
        };
        let mut heads: Vec<Head> = tournaments.iter().filter_map(|it| it.head().ok()).collect();
        // Newest first: by default a name begins with a date.
        heads.sort_by(|a, b| b.name.cmp(&a.name).then(a.id.cmp(&b.id)));
        heads
    }

    pub fn get(&self, id: &str) -> Option<Arc<Tournament>> {
        let look = || {
            let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            known.get(id).cloned()
        };
        // A client may follow a link before any list was requested.
        look().or_else(|| {
            self.heads();
            look()
        })
    }
}

fn tournaments_below(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let mut walk = WalkDir::new(folder)
        .follow_root_links(true)
        .max_depth(MAX_DEPTH)
        .sort_by_file_name()
        .into_iter();
    std::iter::from_fn(move || {
        loop {
            let entry = match walk.next()? {
                Ok(entry) => entry,
                Err(_) => continue,
            };
            if entry.file_type().is_dir() && entry.path().join(TOURNAMENT_FILE).is_file() {
                // The folders below belong to the tournament.
                walk.skip_current_dir();
                return Some(entry.into_path());
            }
        }
    })
}

/// An id that is the same for the same folder every time, and does not reveal its path.
fn id_of(place: &Path) -> String {
    let place = std::fs::canonicalize(place).unwrap_or_else(|_| place.to_owned());
    let digest = Sha256::digest(place.as_os_str().as_encoded_bytes());
    digest[..8].iter().map(|it| format!("{it:02x}")).collect()
}
