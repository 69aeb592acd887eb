//! Files and folders dropped on the page. They stay in memory for a while and are never written anywhere.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::limits::Limits;
use super::opened::MatchId;
use arbitro_records::Collection;

/// The sources dropped on the page, oldest first.
#[derive(Debug, Default)]
pub(super) struct Uploads {
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    next: u64,
    entries: BTreeMap<u64, Upload>,
    bytes: usize,
}

#[derive(Debug)]
struct Upload {
    id: MatchId,
    bytes: usize,
    collection: Arc<Collection>,
}

impl Uploads {
    pub(super) fn add(
        &self,
        collection: Arc<Collection>,
        bytes: usize,
        limits: &Limits,
    ) -> Option<MatchId> {
        let id = MatchId::new()?;
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let number = kept.next;
        kept.next += 1;
        kept.bytes += bytes;
        kept.entries.insert(number, Upload { id, bytes, collection });
        while kept.entries.len() > limits.replays || kept.bytes > limits.replay_bytes {
            let Some((_, gone)) = kept.entries.pop_first() else {
                break;
            };
            kept.bytes -= gone.bytes;
        }
        Some(id)
    }

    pub(super) fn get(&self, id: MatchId) -> Option<Arc<Collection>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.entries.values().find(|it| it.id == id)?;
        Some(Arc::clone(&found.collection))
    }
}
