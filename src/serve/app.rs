//! The state that all requests share, and the searches that requests wait for.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::games::Games;
use super::limits::Limits;
use super::open_matches::OpenMatches;
use super::pages::{Pages, Stay};
use super::play::is_written;
use super::refusal::Refusal;
use super::search_slots::{SearchSlots, searches_at_a_time};
use super::uploads::Uploads;
use super::watch::Catalogue;
use arbitro_games::RelayedGame;
use arbitro_rules::GameId;

/// Time limit of a hint, including its wait in the queue.
const HINT_WAIT: Duration = Duration::from_secs(20);

/// State shared by all requests.
#[derive(Debug)]
pub(super) struct AppState {
    pub(super) limits: Limits,
    pub(super) games: Games,
    pub(super) open_matches: OpenMatches,
    /// The pages open in browsers.
    pub(super) pages: Arc<Pages>,
    pub(super) searches: SearchSlots,
    /// Slots for requests that wait for changes.
    pub(super) waiting: Arc<Semaphore>,
    /// Slots for searches that a request waits for.
    pub(super) waiting_searches: Semaphore,
    /// Slots for uploads.
    pub(super) uploads: Semaphore,
    pub(super) replays: Uploads,
    /// The tournaments that may be watched; nothing else on the disk is read.
    pub(super) tournaments: Catalogue,
}

/// [`AppState`], as handlers receive it.
pub(super) type App = Arc<AppState>;

impl AppState {
    pub(super) fn new(
        limits: Limits,
        games: Vec<Arc<RelayedGame>>,
        results: Vec<PathBuf>,
        stay: Option<Stay>,
    ) -> AppState {
        AppState {
            limits,
            games: Games::new(games, &limits),
            open_matches: OpenMatches::new(limits.matches, limits.keep),
            pages: Pages::new(stay),
            searches: SearchSlots::new(searches_at_a_time(), limits.max_searches()),
            waiting: Arc::new(Semaphore::new(limits.waiting)),
            waiting_searches: Semaphore::new(limits.waiting_searches),
            uploads: Semaphore::new(limits.uploads),
            replays: Uploads::default(),
            tournaments: Catalogue::new(results),
        }
    }

    /// The slots for searches in a game.
    pub(super) fn searches(&self, game: GameId) -> &SearchSlots {
        self.games.searches(game).unwrap_or(&self.searches)
    }

    /// Does what takes no time in a game of ours, and in another one waits for its program: no thread of the
    /// server does that itself.
    pub(super) async fn in_game<T: Send + 'static>(
        &self,
        game: GameId,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        if is_written(game) { self.search_in(game, |_| work()).await } else { Ok(work()) }
    }

    /// Runs any work in a slot for searches of a game; the work is told the current load.
    pub(super) async fn search_in<T: Send + 'static>(
        &self,
        game: GameId,
        work: impl FnOnce(u32) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let _room = self.waiting_searches.try_acquire().map_err(|_| Refusal::TooManySearches)?;
        let done = timeout(HINT_WAIT, self.searches(game).run(work)).await;
        done.ok().flatten().ok_or(Refusal::TooManySearches)
    }
}
