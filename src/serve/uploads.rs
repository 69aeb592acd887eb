//! Files and folders dropped on the page. They stay in memory for a while and are never written anywhere.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::limits::Limits;
use super::open_matches::MatchId;
use arbitro_records::Collection;

/// The sources dropped on the page, oldest first.
#[derive(Debug, Default)]
pub(super) struct Uploads(Mutex<VecDeque<Upload>>);

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
        let mut uploads = self.lock();
        uploads.push_back(Upload { id, bytes, collection });
        let mut all_bytes: usize = uploads.iter().map(|upload| upload.bytes).sum();
        while uploads.len() > limits.replays || all_bytes > limits.replay_bytes {
            let Some(oldest) = uploads.pop_front() else { break };
            all_bytes -= oldest.bytes;
        }
        Some(id)
    }

    pub(super) fn get(&self, id: MatchId) -> Option<Arc<Collection>> {
        let uploads = self.lock();
        uploads.iter().find(|upload| upload.id == id).map(|upload| Arc::clone(&upload.collection))
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Upload>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
