//! `/api/pages`: pages announce themselves, and one of each browser keeps a stream open.

use std::sync::Arc;

use axum::extract::{Extension, Path, State};
use axum::response::IntoResponse;
use hyper::StatusCode;
use serde_json::json;
use tokio::time::sleep;

use super::app::App;
use super::connections::Slot;
use super::event_stream::{KEEP_ALIVE, KEEP_ALIVE_MESSAGE, event_stream, is_taken};
use super::refusal::{Refusal, ok};
use super::request::{Answered, Id};

/// Maximum characters of a page's name.
const MAX_NAME: usize = 64;

fn read(name: Id) -> Result<String, Refusal> {
    let is_name = |text: &String| {
        let mut characters = text.bytes();
        text.len() <= MAX_NAME
            && characters.all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
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
    slot: Option<Extension<Slot>>,
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
    let (sender, response) = event_stream();
    let works = slot.map(|Extension(slot)| slot.works());
    tokio::spawn(async move {
        while is_taken(&sender, KEEP_ALIVE_MESSAGE, &app.limits).await {
            tokio::select! {
                () = sleep(KEEP_ALIVE) => {}
                () = sender.closed() => break,
            }
        }
        app.pages.lock().stream_ends();
        drop((room, works));
    });
    Ok(response)
}
