//! `/api/tournaments`: lists tournaments, and reports standings, matches and live changes.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Extension, Path, Query, State};
use axum::response::Response;
use hyper::StatusCode;
use hyper::header::{self, HeaderValue};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::app::App;
use super::connections::Slot;
use super::event_stream::{KEEP_ALIVE, KEEP_ALIVE_MESSAGE, event_stream, is_taken};
use super::limits::Limits;
use super::reader_language::ReaderLanguage;
use super::refusal::{Refusal, ok};
use super::request::{Answered, Fields, Id};
use super::stepped_match::{MAX_BYTES, match_json};
use super::watch::{MatchFilter, MatchPage, Moment, Subscription, Tournament, WatchError};
use arbitro_html::frame::policy;
use arbitro_records::ReplayedMatch;
use arbitro_words::Language;

/// Matches listed if the request names no number.
const DEFAULT_COUNT: usize = 50;
const MAX_COUNT: usize = 500;

/// Runs blocking file work on a thread where it delays no other request.
pub(super) async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Refusal> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Refusal::Broken)
}

impl From<WatchError> for Refusal {
    fn from(error: WatchError) -> Refusal {
        Refusal::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "unreadable",
            arbitro_tournament::with_causes(&error),
        )
    }
}

async fn tournament(app: &App, id: Id) -> Result<Arc<Tournament>, Refusal> {
    let Path(id) = id.map_err(|_| Refusal::NoTournament)?;
    let app = Arc::clone(app);
    aside(move || app.tournaments.get(&id)).await?.ok_or(Refusal::NoTournament)
}

/// `GET /api/tournaments`
pub(super) async fn list(State(app): State<App>) -> Answered {
    let heads = aside(move || app.tournaments.heads()).await?;
    Ok(ok(&json!({ "tournaments": heads })))
}

/// `GET /api/tournaments/{id}`
pub(super) async fn see(
    State(app): State<App>,
    ReaderLanguage(language): ReaderLanguage,
    id: Id,
) -> Answered {
    let tournament = tournament(&app, id).await?;
    let (overview, has_report) =
        aside(move || (tournament.overview(), tournament.has_report())).await?;
    let mut json = json!(overview?.in_language(language));
    json["has_report"] = has_report.into();
    Ok(ok(&json))
}

/// `GET /api/tournaments/{id}/report.html`: the file, which comes from wherever the tournament was played, so
/// it may run the report's own script only, and nothing on the origin of this page.
pub(super) async fn report(State(app): State<App>, id: Id) -> Answered {
    let tournament = tournament(&app, id).await?;
    let report = aside(move || tournament.report()).await?.ok_or(Refusal::NoAddress)?;
    page_answer(report, &format!("sandbox allow-scripts; {}; frame-ancestors 'none'", policy()))
}

/// The page of a player may only show itself.
const PLAYER_PAGE_POLICY: &str = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// `GET /api/tournaments/{id}/players/{player}`: the page of a player of a standing tournament.
pub(super) async fn player_page(State(app): State<App>, ids: Id<(String, usize)>) -> Answered {
    let Path((id, player)) = ids.map_err(|_| Refusal::NoAddress)?;
    let tournament = tournament(&app, Ok(Path(id))).await?;
    let page = aside(move || tournament.player_page(player)).await?.ok_or(Refusal::NoAddress)?;
    page_answer(page, PLAYER_PAGE_POLICY)
}

fn page_answer(html: Vec<u8>, policy: &str) -> Answered {
    let mut response = Response::new(Body::from(html));
    let policy = HeaderValue::from_str(policy).map_err(|_| Refusal::Broken)?;
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    let html = HeaderValue::from_static("text/html; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, html);
    Ok(response)
}

/// `GET /api/tournaments/{id}/matches`
pub(super) async fn matches(
    State(app): State<App>,
    ReaderLanguage(language): ReaderLanguage,
    id: Id,
    Query(asked): Fields,
) -> Answered {
    let tournament = tournament(&app, id).await?;
    let number = |name: &str, usual: usize| match asked.get(name) {
        None => Ok(usual),
        Some(text) => {
            text.parse().map_err(|_| Refusal::bad_field(format!("{name}: expected a whole number")))
        }
    };
    let wanted = MatchFilter {
        from: number("from", 0)?,
        count: number("count", DEFAULT_COUNT)?.min(MAX_COUNT),
        player: asked.get("player").filter(|it| !it.is_empty()).cloned(),
        faults: asked.get("faults").is_some_and(|it| it == "1" || it == "true"),
    };
    let MatchPage { total, matches } = aside(move || tournament.matches(&wanted)).await??;
    let matches = matches.iter().map(|it| it.in_language(language)).collect();
    Ok(ok(&MatchPage { total, matches }))
}

/// `GET /api/tournaments/{id}/matches/{match}`
pub(super) async fn one_match(
    State(app): State<App>,
    ReaderLanguage(language): ReaderLanguage,
    ids: Id<(String, u64)>,
) -> Answered {
    let Path((id, number)) = ids.map_err(|_| Refusal::NoMatchOfTournament)?;
    let tournament = tournament(&app, Ok(Path(id))).await?;
    let stepped = aside(move || -> Result<Value, Refusal> {
        let record = tournament.record(number)?.ok_or(Refusal::NoMatchOfTournament)?;
        if record.moves.len() as u64 > MAX_BYTES {
            return Err(Refusal::TooLong);
        }
        let is_live = record.reason.is_none();
        let mut stepped = match_json(&ReplayedMatch::of_record(record)?, language);
        if is_live {
            stepped["live"] = true.into();
            let since = tournament.since_last_move(number).map(|it| it.as_millis());
            stepped["since_ms"] = json!(since);
        }
        Ok(stepped)
    });
    Ok(ok(&stepped.await??))
}

/// `GET /api/tournaments/{id}/events`
pub(super) async fn events(
    State(app): State<App>,
    ReaderLanguage(language): ReaderLanguage,
    id: Id,
    slot: Option<Extension<Slot>>,
) -> Answered {
    let tournament = tournament(&app, id).await?;
    let room = Arc::clone(&app.waiting).try_acquire_owned();
    let room = room.map_err(|_| Refusal::TooManyWatching)?;
    let watching = aside(move || tournament.watch()).await??;
    let (sender, response) = event_stream();
    let works = slot.map(|Extension(slot)| slot.works());
    let limits = app.limits;
    tokio::spawn(async move {
        send_changes(watching, &sender, language, &limits).await;
        drop((room, works));
    });
    Ok(response)
}

/// Sends changes until the tournament ends or the client is gone.
async fn send_changes(
    mut watching: Subscription,
    sender: &mpsc::Sender<Bytes>,
    language: Language,
    limits: &Limits,
) {
    let mut known = None;
    let mut sent: Option<Moment> = None;
    loop {
        let moment = watching.borrow_and_update().clone();
        let known_before = *known.get_or_insert(moment.there);
        known = Some(moment.there);
        let mut news = String::new();
        if sent.as_ref().is_none_or(|sent| !Arc::ptr_eq(&sent.overview, &moment.overview)) {
            news += &event("standings", &moment.overview.in_language(language));
        }
        if sent.as_ref().is_none_or(|sent| sent.running != moment.running) {
            news += &event("running", &*moment.running);
        }
        for row in moment.unknown_to(known_before) {
            news += &event("match", &row.in_language(language));
        }
        if moment.is_last() {
            news += &event("ended", &json!({}));
        }
        if !is_taken(sender, news, limits).await || moment.is_last() {
            return;
        }
        sent = Some(moment);
        loop {
            match timeout(KEEP_ALIVE, watching.changed()).await {
                Ok(Ok(())) => break,
                // The follower's thread has ended, and the last state was sent.
                Ok(Err(_)) => return,
                Err(_) => {
                    if !is_taken(sender, KEEP_ALIVE_MESSAGE, limits).await {
                        return;
                    }
                }
            }
        }
    }
}

fn event(name: &str, value: &impl Serialize) -> String {
    // Our own values always serialise to JSON.
    let data = serde_json::to_string(value).unwrap_or_default();
    format!("event: {name}\ndata: {data}\n\n")
}
