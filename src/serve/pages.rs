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
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::rejection::PathRejection;
use axum::extract::{Extension, Path, State};
use axum::response::{IntoResponse, Response};
use hyper::StatusCode;
use hyper::body::Frame;
use hyper::header::{self, HeaderValue};
use serde_json::json;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, Interval, interval, sleep};

use super::connections::{Slot, WorkGuard};
use super::refusal::{Refusal, ok};
use super::routes::App;

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
    Unopened,
}

/// Interval at which the time without pages is checked.
const LOOK: Duration = Duration::from_secs(1);
/// A longer step does not count in full: the machine slept, or the process was stopped.
const MAX_STEP: Duration = Duration::from_secs(2);
/// Interval of keep-alive messages on a stream; they reveal that a browser is gone.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// Maximum pages tracked by name.
const MAX_PAGES: usize = 1000;
/// Maximum characters of a page's name.
const MAX_NAME: usize = 64;

/// The state of the pages, independent of a clock.
#[derive(Debug, Default)]
struct Attendance {
    /// Pages that announced their beginning and not their end.
    named: BTreeSet<String>,
    /// Number of open streams.
    streams: usize,
    /// True once a page was opened.
    was_opened: bool,
    /// Time without a stream since the last sign of a page; `None` until the next check, because
    /// the time before it is unknown and does not count.
    silence: Option<Duration>,
}

impl Attendance {
    fn hello(&mut self, page: &str) {
        if self.named.len() < MAX_PAGES {
            self.named.insert(page.to_owned());
        }
        self.was_opened = true;
        self.silence = None;
    }

    fn goodbye(&mut self, page: &str) {
        self.named.remove(page);
        self.silence = None;
    }

    fn stream_begins(&mut self) {
        self.streams += 1;
        self.was_opened = true;
    }

    fn stream_ends(&mut self) {
        self.streams -= 1;
        self.silence = None;
    }

    /// Advances the time; returns the reason if the server must end.
    fn pass(&mut self, time: Duration, stay: Stay) -> Option<ServerEnd> {
        if self.streams > 0 {
            self.silence = None;
            return None;
        }
        let silence = self
            .silence
            .map_or(Duration::ZERO, |it| it + time.min(MAX_STEP));
        self.silence = Some(silence);
        let (most, ending) = match (self.was_opened, self.named.is_empty()) {
            (false, _) => (stay.unopened, ServerEnd::Unopened),
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
        Arc::new(Pages {
            stay,
            attendance: Mutex::default(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Attendance> {
        // A panic leaves nothing in here half done.
        self.attendance
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
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
            sleep(LOOK).await;
            let now = Instant::now();
            if let Some(ending) = self.lock().pass(now - before, stay) {
                return ending;
            }
            before = now;
        }
    }
}

type Answered = Result<Response, Refusal>;
type Name = Result<Path<String>, PathRejection>;

fn read(name: Name) -> Result<String, Refusal> {
    let is_name = |it: &String| {
        let mut characters = it.bytes();
        it.len() <= MAX_NAME && characters.all(|it| it.is_ascii_alphanumeric() || it == b'-')
    };
    let name = name.ok().map(|Path(it)| it).filter(is_name);
    name.ok_or_else(|| {
        Refusal::bad_field(format!(
            "a page's name has letters, digits and -, up to {MAX_NAME}"
        ))
    })
}

/// `POST /api/pages/{page}`: a page was loaded.
pub(super) async fn hello(State(app): State<App>, name: Name) -> Answered {
    let name = read(name)?;
    if app.pages.are_counted() {
        app.pages.lock().hello(&name);
    }
    Ok(ok(&json!({})))
}

/// `POST /api/pages/{page}/closed`: a page was closed.
pub(super) async fn goodbye(State(app): State<App>, name: Name) -> Answered {
    app.pages.lock().goodbye(&read(name)?);
    Ok(ok(&json!({})))
}

/// `GET /api/pages/{page}`: a stream that stays open as long as the page. A server that does not
/// count pages has none, and the browser does not ask again.
pub(super) async fn stream(
    State(app): State<App>,
    name: Name,
    held: Option<Extension<Slot>>,
) -> Answered {
    read(name)?;
    if !app.pages.are_counted() {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let room = Arc::clone(&app.waiting)
        .try_acquire_owned()
        .map_err(|_| Refusal::busy("too many pages are open at once"))?;
    app.pages.lock().stream_begins();
    let mut response = Response::new(Body::new(Stream {
        pages: Arc::clone(&app.pages),
        life: interval(KEEP_ALIVE),
        _room: room,
        _works: held.map(|Extension(held)| held.works()),
    }));
    let events = HeaderValue::from_static("text/event-stream");
    response.headers_mut().insert(header::CONTENT_TYPE, events);
    Ok(response)
}

/// Sends keep-alive messages until the connection is gone.
#[derive(Debug)]
struct Stream {
    pages: Arc<Pages>,
    life: Interval,
    _room: OwnedSemaphorePermit,
    _works: Option<WorkGuard>,
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.pages.lock().stream_ends();
    }
}

impl hyper::body::Body for Stream {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let sign = Bytes::from_static(b":\n\n");
        self.life
            .poll_tick(context)
            .map(|_| Some(Ok(Frame::data(sign))))
    }
}
