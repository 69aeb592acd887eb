//! The open matches, found by an unguessable id, and dropped after long disuse.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::Value;
use tokio::sync::watch;

use super::play::{OpenMatch, SearchRequest};
use arbitro_words::Language;

/// The id of a match: 128 random bits, as 32 letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct MatchId(u128);

impl MatchId {
    /// Creates an id; `None` if the system provides no randomness.
    pub(super) fn new() -> Option<MatchId> {
        chance().map(MatchId)
    }
}

/// Returns 128 unpredictable random bits.
pub(super) fn chance() -> Option<u128> {
    let mut bytes = [0; 16];
    let mut filled = 0;
    while filled < bytes.len() {
        let flags = rustix::rand::GetRandomFlags::empty();
        filled += rustix::rand::getrandom(&mut bytes[filled..], flags).ok()?;
    }
    Some(u128::from_ne_bytes(bytes))
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl TryFrom<String> for MatchId {
    type Error = &'static str;

    fn try_from(text: String) -> Result<MatchId, &'static str> {
        let is_plain = |it: u8| it.is_ascii_digit() || (b'a'..=b'f').contains(&it);
        let id = u128::from_str_radix(&text, 16).ok().map(MatchId);
        id.filter(|_| text.len() == 32 && text.bytes().all(is_plain)).ok_or("no id of a match")
    }
}

/// An open match, and a channel for its changes.
#[derive(Debug)]
pub(super) struct SharedMatch {
    pub(super) id: MatchId,
    inside: Mutex<Inside>,
    news: watch::Sender<u64>,
}

#[derive(Debug)]
struct Inside {
    play: OpenMatch,
    used: Instant,
    /// The version for which a search is running or queued.
    asked: Option<u64>,
}

impl SharedMatch {
    fn lock(&self) -> MutexGuard<'_, Inside> {
        // A match changes in whole steps; a panic in between leaves at worst an old version.
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs `act` on the match, and notifies waiting clients if it changed.
    pub(super) fn with<T>(&self, act: impl FnOnce(&mut OpenMatch) -> T) -> T {
        let mut inside = self.lock();
        inside.used = Instant::now();
        let done = act(&mut inside.play);
        let version = inside.play.version();
        drop(inside);
        self.news.send_if_modified(|known| std::mem::replace(known, version.max(*known)) < version);
        done
    }

    /// Returns the state that the page shows.
    pub(super) fn state(&self, language: Language) -> Value {
        self.with(|play| play.state(&self.id.to_string(), language))
    }

    /// Subscribes to the match's versions.
    pub(super) fn news(&self) -> watch::Receiver<u64> {
        self.news.subscribe()
    }

    /// Returns the version for which the computer's move must be requested, if it is its turn and no
    /// request runs.
    pub(super) fn version_to_search(&self) -> Option<u64> {
        let mut inside = self.lock();
        let version = inside.play.version();
        let is_new = inside.play.is_computers_turn() && inside.asked != Some(version);
        is_new.then(|| {
            inside.asked = Some(version);
            version
        })
    }

    /// The search for a version's computer move, if that version is still current.
    pub(super) fn search_request(&self, version: u64) -> Option<SearchRequest> {
        let inside = self.lock();
        (inside.play.version() == version).then(|| inside.play.search_request()).flatten()
    }

    /// Clears the request for this version, with or without an answer.
    pub(super) fn end_search(&self, version: u64) {
        let mut inside = self.lock();
        if inside.asked == Some(version) {
            inside.asked = None;
        }
    }

    /// Wakes all waiting requests, because the match is closed.
    fn put_away(&self) {
        self.news.send_replace(u64::MAX);
    }
}

#[derive(Debug)]
pub(super) struct OpenMatches {
    seats: Mutex<BTreeMap<MatchId, Arc<SharedMatch>>>,
    most: usize,
    keep: Duration,
}

impl OpenMatches {
    pub(super) fn new(most: usize, keep: Duration) -> OpenMatches {
        OpenMatches { seats: Mutex::new(BTreeMap::new()), most, keep }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<MatchId, Arc<SharedMatch>>> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a match, or returns the one that has this id. If there are too many, the one that has been
    /// unused for longest is dropped, provided that is long enough; `None` if it is not.
    pub(super) fn add(&self, id: MatchId, play: OpenMatch) -> Option<Arc<SharedMatch>> {
        let mut seats = self.lock();
        if let Some(seat) = seats.get(&id) {
            return Some(Arc::clone(seat));
        }
        if seats.len() >= self.most {
            let used = |seat: &Arc<SharedMatch>| seat.lock().used;
            let oldest = seats.iter().map(|(id, seat)| (used(seat), *id)).min();
            let (used, oldest) = oldest?;
            if used.elapsed() < self.keep {
                return None;
            }
            if let Some(seat) = seats.remove(&oldest) {
                seat.put_away();
            }
        }
        let seat = Arc::new(SharedMatch {
            id,
            news: watch::Sender::new(play.version()),
            inside: Mutex::new(Inside { play, used: Instant::now(), asked: None }),
        });
        seats.insert(id, Arc::clone(&seat));
        Some(seat)
    }

    pub(super) fn get(&self, id: MatchId) -> Option<Arc<SharedMatch>> {
        self.lock().get(&id).cloned()
    }

    /// Closes a match; returns false if there is none with this id.
    pub(super) fn remove(&self, id: MatchId) -> bool {
        let seat = self.lock().remove(&id);
        seat.map(|seat| seat.put_away()).is_some()
    }
}
