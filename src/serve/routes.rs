//! Routes requests to their handlers.

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::middleware::from_fn;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use hyper::header::{self, HeaderValue};
use hyper::{Method, StatusCode};

use super::app::App;
use super::play::OpenMatch;
use super::reader_language::language_of;
use super::refusal::{Refusal, in_the_readers_language};
use super::words::ServeMessage;
use super::{assets, games, matches, original, presence, replays, tournaments};
use arbitro_words::{Language, say};

pub(super) fn routes(app: App) -> Router {
    Router::new()
        .route("/api/games", get(games::games))
        .route("/api/games/{game}/rules", get(games::rules))
        .route("/api/position", get(games::one_position))
        .route("/api/matches", post(matches::open))
        .route("/api/matches/{id}", get(matches::see).put(matches::reopen).delete(matches::close))
        .route("/api/matches/{id}/move", post(matches::make_move))
        .route("/api/matches/{id}/record", get(matches::record))
        .route("/api/matches/{id}/playthrough", get(matches::playthrough))
        .route("/api/matches/{id}/undo", matches::change(OpenMatch::undo))
        .route("/api/matches/{id}/undo/accept", matches::change(OpenMatch::accept_undo))
        .route("/api/matches/{id}/undo/decline", matches::change(OpenMatch::decline_undo))
        .route("/api/matches/{id}/resign", matches::change(OpenMatch::resign))
        .route("/api/matches/{id}/draw/offer", post(matches::offer_draw))
        .route("/api/matches/{id}/draw/accept", matches::change(OpenMatch::accept_draw))
        .route("/api/matches/{id}/draw/decline", matches::change(OpenMatch::decline_draw))
        .route("/api/matches/{id}/hint", post(matches::hint))
        .route("/api/pages/{page}", get(presence::stream).post(presence::hello))
        .route("/api/pages/{page}/closed", post(presence::goodbye))
        .route("/api/tournaments", get(tournaments::list))
        .route("/api/tournaments/{id}", get(tournaments::see))
        .route("/api/tournaments/{id}/report.html", get(tournaments::report))
        .route("/api/tournaments/{id}/players/{player}", get(tournaments::player_page))
        .route("/api/tournaments/{id}/events", get(tournaments::events))
        .route("/api/tournaments/{id}/matches", get(tournaments::matches))
        .route("/api/tournaments/{id}/matches/{match}", get(tournaments::one_match))
        .route("/api/replays", post(replays::add))
        .route("/api/replays/{id}", get(replays::list))
        .route("/api/replays/{id}/matches/{match}", get(replays::one_match))
        .nest("/game", original::routes())
        .fallback(elsewhere)
        .method_not_allowed_fallback(wrong_method)
        .layer(from_fn(in_the_readers_language))
        .with_state(app)
}

async fn wrong_method(request: Request) -> Refusal {
    Refusal::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "wrong_method",
        format!("{} is not allowed here", request.method()),
    )
}

/// Serves the page's files, and answers unknown paths.
async fn elsewhere(request: Request) -> Response {
    let path = request.uri().path();
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return wrong_method(request).await.into_response();
    }
    if let Some(asset) = assets::answer(path, request.headers()) {
        return asset;
    }
    if path.starts_with("/api/") || path.starts_with("/game/") {
        return Refusal::NoAddress.into_response();
    }
    let page = nothing_here(language_of(request.headers()));
    let mut response = Response::new(Body::from(page));
    *response.status_mut() = StatusCode::NOT_FOUND;
    let html = HeaderValue::from_static("text/html; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, html);
    response
}

/// The page at an address without one.
fn nothing_here(language: Language) -> String {
    let code = language.code();
    let [title, text, games] =
        [ServeMessage::NotHere, ServeMessage::NothingHere, ServeMessage::ToTheGames]
            .map(|message| say(&message, language));
    format!(
        "<!doctype html>\n<html lang=\"{code}\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<h1>{text}</h1>\n<p><a href=\"/\">{games}</a>\n</html>\n"
    )
}
