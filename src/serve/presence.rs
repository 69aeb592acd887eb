//! `/api/pages`: pages announce themselves, and one of each browser keeps a stream open.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Extension, Path, State};
use axum::response::{IntoResponse, Response};
use hyper::StatusCode;
use hyper::body::Frame;
use hyper::header::{self, HeaderValue};
use serde_json::json;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Interval, interval};

use super::app::App;
use super::connections::{Slot, WorkGuard};
use super::pages::Pages;
use super::refusal::{Refusal, ok};
use super::request::{Answered, Id};

/// Interval of keep-alive messages on a stream; they reveal that a browser is gone.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// Maximum characters of a page's name.
const MAX_NAME: usize = 64;

fn read(name: Id) -> Result<String, Refusal> {
    let is_name = |it: &String| {
        let mut characters = it.bytes();
        it.len() <= MAX_NAME && characters.all(|it| it.is_ascii_alphanumeric() || it == b'-')
    };
    let name = name.ok().map(|Path(it)| it).filter(is_name);
    name.ok_or_else(|| {
        Refusal::bad_field(format!("a page's name has letters, digits and -, up to {MAX_NAME}"))
    })
}

/// `POST /api/pages/{page}`: a page was loaded.
pub(super) async fn hello(State(app): State<App>, name: Id) -> Answered {
    let name = read(name)?;
    if app.pages.are_counted() {
        app.pages.lock().hello(&name);
    }
    Ok(ok(&json!({})))
}

/// `POST /api/pages/{page}/closed`: a page was closed.
pub(super) async fn goodbye(State(app): State<App>, name: Id) -> Answered {
    app.pages.lock().goodbye(&read(name)?);
    Ok(ok(&json!({})))
}

/// `GET /api/pages/{page}`: a stream that stays open as long as the page. A server that does not
/// count pages has none, and the browser does not ask again.
pub(super) async fn stream(
    State(app): State<App>,
    name: Id,
    held: Option<Extension<Slot>>,
) -> Answered {
    read(name)?;
    if !app.pages.are_counted() {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let room = Arc::clone(&app.waiting).try_acquire_owned().map_err(|_| {
        let why = "too many pages are open at once";
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "too_many", why)
    })?;
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
        self.life.poll_tick(context).map(|_| Some(Ok(Frame::data(sign))))
    }
}
