//! `/api/games` and `/api/position`, which need no match.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use axum::body::{Body, Bytes};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::Response;
use hyper::header::{self, HeaderValue};
use serde_json::json;

use super::app::App;
use super::play::{catalogue, position};
use super::reader::Reader;
use super::refusal::{Refusal, ok};
use arbitro_rules::GameId;
use arbitro_rules::line::Start;

/// `GET /api/games`: always the same bytes. `counts_pages` tells the page if it must announce
/// itself; it is included here so that the first page needs only one request.
pub(super) async fn games(State(app): State<App>) -> Response {
    static GAMES: [OnceLock<Bytes>; 2] = [OnceLock::new(), OnceLock::new()];
    let counts_pages = app.pages.are_counted();
    let bytes = GAMES[usize::from(counts_pages)].get_or_init(|| {
        let told = json!({"games": catalogue(), "counts_pages": counts_pages});
        serde_json::to_vec(&told).unwrap_or_default().into()
    });
    let mut response = Response::new(Body::from(bytes.clone()));
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    response
}

/// `GET /api/position?game=G&fen=F` or `&size=N&walls=N`; without a position, the start.
pub(super) async fn one_position(
    Reader(language): Reader,
    asked: Result<Query<BTreeMap<String, String>>, QueryRejection>,
) -> Result<Response, Refusal> {
    let asked = asked.map_err(|why| Refusal::bad_field(why.body_text()))?;
    let game = asked
        .get("game")
        .ok_or_else(|| Refusal::bad_field("the game is missing: ?game=italian&fen=..."))?;
    let game: GameId = game.parse().map_err(|why| Refusal::bad_field(format!("game: {why}")))?;
    let fen = asked.get("fen").map(String::as_str);
    let number = |name: &str| {
        let number = asked.get(name).map(|it| it.parse::<usize>());
        let wrong = |_| Refusal::bad_field(format!("{name}: expected a whole number"));
        number.transpose().map_err(wrong)
    };
    let sized = Start::Sized { size: number("size")?, walls: number("walls")? };
    let start = fen.map_or(sized, Start::Fen);
    let shown = position(game, start, language).map_err(|why| Refusal::no_start("fen", why))?;
    Ok(ok(&shown))
}
