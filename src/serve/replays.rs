//! `/api/replays`: files and folders of boards dropped on the page, to step through.

use std::sync::Arc;

use axum::extract::{Path, Query, Request, State};
use hyper::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};

use super::app::App;
use super::open_matches::MatchId;
use super::reader_language::ReaderLanguage;
use super::refusal::{Refusal, json_answer, ok};
use super::request::{Answered, Fields, Id, media_type, parsed, whole_body};
use super::stepped_match::{MAX_BYTES, match_json};
use super::tournaments::aside;
use super::words::ServeMessage;
use arbitro_records::{Collection, Hints, RecordsError, Summary, from_boards, read_bytes};
use arbitro_words::{Ending, Language, say};

/// Maximum matches listed of one file.
const MAX_LISTED: usize = 2000;

impl From<RecordsError> for Refusal {
    fn from(error: RecordsError) -> Refusal {
        match error {
            RecordsError::NotJudged { why, .. } => Refusal::NotJudged(*why),
            error => {
                let why = arbitro_tournament::with_causes(&error);
                Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, "no_records", why)
            }
        }
    }
}

/// Board files by name, as the page reads them from a folder.
#[derive(Debug, Deserialize)]
struct Dropped {
    boards: Vec<DroppedBoard>,
}

#[derive(Debug, Deserialize)]
struct DroppedBoard {
    name: String,
    text: String,
}

/// `POST /api/replays`, with `?game=` if the source does not name it.
pub(super) async fn add(
    State(app): State<App>,
    ReaderLanguage(language): ReaderLanguage,
    Query(asked): Fields,
    request: Request,
) -> Answered {
    let game = asked.get("game").filter(|it| !it.is_empty());
    let game = game.map(|game| parsed("game", game)).transpose()?;
    let hints = Hints { game, ..Hints::default() };
    let is_json = match media_type(&request) {
        "application/json" => true,
        "text/plain" | "application/octet-stream" | "" => false,
        _ => {
            return Err(Refusal::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "wrong_type",
                "send the file as text/plain or application/octet-stream, or boards as application/json",
            ));
        }
    };
    // Bodies here are large, so only a few are read at a time.
    let _room = app.uploads.try_acquire().map_err(|_| Refusal::TooManyUploads)?;
    let bytes = whole_body(request, app.limits.upload_bytes, &app.limits).await?;
    let size = bytes.len();
    let read = aside(move || -> Result<(Arc<Collection>, Value), Refusal> {
        let collection = if is_json {
            let dropped: Dropped = serde_json::from_slice(&bytes).map_err(|why| {
                Refusal::bad_json(format!("expected {{\"boards\":[...]}}: {why}"))
            })?;
            let files = dropped.boards.into_iter();
            from_boards(files.map(|file| (file.name, file.text.into_bytes())).collect(), &hints)?
        } else {
            read_bytes(bytes.into(), &hints)?
        };
        let listed = listed(&collection, language);
        Ok((Arc::new(collection), listed))
    });
    let (collection, mut listed) = read.await??;
    let id =
        app.replays.add(collection, size, &app.limits).ok_or_else(super::matches::no_chance)?;
    listed["id"] = id.to_string().into();
    Ok(json_answer(StatusCode::CREATED, &listed))
}

fn listed(collection: &Collection, language: Language) -> Value {
    let remarks = collection.remarks().iter();
    let mut remarks: Vec<_> = remarks.map(|remark| say(remark, language)).collect();
    let mut matches = Vec::new();
    for (index, entry) in collection.entries().take(MAX_LISTED).enumerate() {
        match entry {
            Ok(entry) => matches.push(row(index, &entry, language)),
            Err(error) => {
                let (number, why) = (index + 1, arbitro_tournament::with_causes(&error));
                let remark = ServeMessage::UnreadableMatch { number, why: &why };
                remarks.push(say(&remark, language));
            }
        }
    }
    if collection.len() > MAX_LISTED {
        let remark = ServeMessage::FirstListed { count: collection.len(), listed: MAX_LISTED };
        remarks.push(say(&remark, language));
    }
    remarks.truncate(200);
    json!({"id": null, "matches": matches, "remarks": remarks})
}

fn row(index: usize, entry: &Summary, language: Language) -> Value {
    json!({
        "match": index.to_string(),
        "title": say(entry, language),
        "x": entry.names.x,
        "o": entry.names.o,
        "winner": entry.winner,
        "draw": entry.is_draw,
        "reason": entry.reason,
        "why": entry.reason.as_deref().map(|reason| say(&Ending::Label(reason), language)),
        "plies": entry.plies,
    })
}

/// `GET /api/replays/{id}`
pub(super) async fn list(
    State(app): State<App>,
    ReaderLanguage(language): ReaderLanguage,
    id: Id<MatchId>,
) -> Answered {
    let Path(id) = id.map_err(|_| Refusal::NoUpload)?;
    let collection = app.replays.get(id).ok_or(Refusal::NoUpload)?;
    let mut listed = aside(move || listed(&collection, language)).await?;
    listed["id"] = id.to_string().into();
    Ok(ok(&listed))
}

/// `GET /api/replays/{id}/matches/{match}`
pub(super) async fn one_match(
    State(app): State<App>,
    ReaderLanguage(language): ReaderLanguage,
    ids: Id<(MatchId, usize)>,
) -> Answered {
    let Path((id, index)) = ids.map_err(|_| Refusal::NoUpload)?;
    let collection = app.replays.get(id).ok_or(Refusal::NoUpload)?;
    if collection.bytes_of(index) > MAX_BYTES {
        return Err(Refusal::TooLong);
    }
    let stepped = aside(move || collection.see(index).map(|see| match_json(&see, language)));
    Ok(ok(&stepped.await??))
}
