//! Tracks the pages open in browsers, and ends a server that was started together with one.
//!
//! A page announces itself when it is loaded and when it is closed, and one page of each browser
//! keeps a stream open for all of them, because a browser has few connections to a server. A page
//! that the browser freezes in the background sends nothing, but its stream stays open. A page that
//! the browser discards, or whose browser crashes, does not announce its end: the server waits
//! longer for it.
//!
//! Only time in which this process runs counts, in small steps. So neither a sleeping laptop nor a
//! stopped process finds on waking that its pages have been silent for too long.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep};

/// Time that a server stays up without open pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stay {
    /// After the last page announced its end. A reload takes less.
    pub closed: Duration,
    /// After the last sign of a page that never announced its end.
    pub vanished: Duration,
    /// If no page was ever opened.
    pub unopened: Duration,
}

impl Default for Stay {
    fn default() -> Stay {
        Stay {
            closed: Duration::from_secs(20),
            vanished: Duration::from_secs(30 * 60),
            unopened: Duration::from_secs(10 * 60),
        }
    }
}

impl Stay {
    /// The interval at which the time without pages is checked.
    fn look(self) -> Duration {
        let shortest = self.closed.min(self.vanished).min(self.unopened);
        (shortest / 8).clamp(Duration::from_millis(1), LOOK)
    }
}

/// The reason that the server ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerEnd {
    /// The user or the system asked for it.
    Asked,
    /// The last page was closed.
    Closed,
    /// The last page has been silent for too long.
    Vanished,
    /// No page was ever opened.
    UnopenedGame,
}

/// Longest interval at which the time without pages is checked.
const LOOK: Duration = Duration::from_secs(1);
/// Maximum pages tracked by name.
const MAX_PAGES: usize = 1000;

/// The state of the pages, independent of a clock.
#[derive(Debug, Default)]
pub(super) struct Attendance {
    /// Pages that announced their beginning and not their end.
    named: BTreeSet<String>,
    /// Pages whose end came before their beginning, by another connection: closed when hardly open.
    overtaken: BTreeSet<String>,
    /// Number of open streams.
    streams: usize,
    /// True once a page was opened.
    was_opened: bool,
    /// Time without a stream since the last sign of a page; `None` until the next check, because
    /// the time before it is unknown and does not count.
    silence: Option<Duration>,
}

impl Attendance {
    pub(super) fn hello(&mut self, page: &str) {
        if !self.overtaken.remove(page) && self.named.len() < MAX_PAGES {
            self.named.insert(page.to_owned());
        }
        self.was_opened = true;
        self.silence = None;
    }

    pub(super) fn goodbye(&mut self, page: &str) {
        if !self.named.remove(page) && self.overtaken.len() < MAX_PAGES {
            self.overtaken.insert(page.to_owned());
        }
        self.silence = None;
    }

    pub(super) fn stream_begins(&mut self) {
        self.streams += 1;
        self.was_opened = true;
    }

    pub(super) fn stream_ends(&mut self) {
        self.streams -= 1;
        self.silence = None;
    }

    /// Advances the time; returns the reason if the server must end.
    fn pass(&mut self, time: Duration, stay: Stay) -> Option<ServerEnd> {
        if self.streams > 0 {
            self.silence = None;
            return None;
        }
        // A longer step does not count in full: the machine slept, or the process was stopped.
        let step = time.min(stay.look() * 2);
        let silence = self.silence.map_or(Duration::ZERO, |silence| silence + step);
        self.silence = Some(silence);
        let (most, ending) = match (self.was_opened, self.named.is_empty()) {
            (false, _) => (stay.unopened, ServerEnd::UnopenedGame),
            (true, true) => (stay.closed, ServerEnd::Closed),
            (true, false) => (stay.vanished, ServerEnd::Vanished),
        };
        (silence >= most).then_some(ending)
    }
}

/// The pages of a server.
#[derive(Debug)]
pub(super) struct Pages {
    /// `None` for a server that runs without pages, and does not count them.
    stay: Option<Stay>,
    attendance: Mutex<Attendance>,
}

impl Pages {
    pub(super) fn new(stay: Option<Stay>) -> Arc<Pages> {
        Arc::new(Pages { stay, attendance: Mutex::default() })
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Attendance> {
        // A panic leaves nothing in here half done.
        self.attendance.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns true if the server ends with its pages.
    pub(super) const fn are_counted(&self) -> bool {
        self.stay.is_some()
    }

    /// Records a sign of life: a request from any program.
    pub(super) fn heard(&self) {
        if self.are_counted() {
            self.lock().silence = None;
        }
    }

    /// Waits until the pages have been gone for long enough.
    pub(super) async fn gone(&self) -> ServerEnd {
        let Some(stay) = self.stay else {
            return std::future::pending().await;
        };
        let mut before = Instant::now();
        loop {
            sleep(stay.look()).await;
            let now = Instant::now();
            if let Some(ending) = self.lock().pass(now - before, stay) {
                return ending;
            }
            before = now;
        }
    }
}
