//! `/api/games` and `/api/position`, which need no match.

use std::sync::{Arc, OnceLock};

use axum::body::{Body, Bytes};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use hyper::header::{self, HeaderValue};
use serde_json::{Value, json};

use super::app::App;
use super::limits::Limits;
use super::play::{game_json, position};
use super::reader_language::ReaderLanguage;
use super::refusal::{Refusal, ok};
use super::request::{Answered, Fields, Id, parsed};
use super::search_slots::SearchSlots;
use arbitro_games::RelayedGame;
use arbitro_rules::GameId;
use arbitro_rules::line::Start;
use arbitro_words::{Language, own_text};

/// A game that is not compiled in, as another program of ours contains it.
#[derive(Debug)]
pub(super) struct WrittenGame {
    relayed: Arc<RelayedGame>,
    /// One, for the program answers one question at a time: a caller waits here.
    searches: SearchSlots,
}

/// The games that are played here, besides our own.
#[derive(Debug)]
pub(super) struct Games {
    written: Vec<WrittenGame>,
    /// The catalogue by language, once it was asked for.
    catalogues: [OnceLock<Bytes>; Language::ALL.len()],
}

impl Games {
    pub(super) fn new(games: Vec<Arc<RelayedGame>>, limits: &Limits) -> Games {
        let written = |relayed| {
            let searches = SearchSlots::new(1, limits.max_searches());
            WrittenGame { relayed, searches }
        };
        Games { written: games.into_iter().map(written).collect(), catalogues: Default::default() }
    }

    fn find(&self, is_it: impl Fn(&RelayedGame) -> bool) -> Option<&WrittenGame> {
        self.written.iter().find(|written_game| is_it(&written_game.relayed))
    }

    /// The slot of the program of a game.
    pub(super) fn searches(&self, game: GameId) -> Option<&SearchSlots> {
        self.find(|relayed_game| relayed_game.id == game).map(|it| &it.searches)
    }

    /// Reads the name of a game that is played here.
    pub(super) fn named(&self, name: &str) -> Result<GameId, Refusal> {
        let written = self.find(|it| it.id.name() == name).map(|it| it.relayed.id);
        written.map_or_else(|| parsed("game", name), Ok)
    }

    fn catalogue(&self, language: Language) -> Vec<Value> {
        let written = self.written.iter().map(|it| it.relayed.id);
        written.chain(GameId::ALL).map(|it| game_json(it, language)).collect()
    }
}

/// `GET /api/games`: for a language always the same bytes. `counts_pages` tells the page if it must announce
/// itself; it is included here so that the first page needs only one request.
pub(super) async fn games(
    State(app): State<App>,
    ReaderLanguage(language): ReaderLanguage,
) -> Response {
    let index = Language::ALL.iter().position(|&it| it == language).unwrap_or_default();
    let bytes = app.games.catalogues[index].get_or_init(|| {
        let counts_pages = app.pages.are_counted();
        let catalogue =
            json!({"games": app.games.catalogue(language), "counts_pages": counts_pages});
        serde_json::to_vec(&catalogue).unwrap_or_default().into()
    });
    let mut response = Response::new(Body::from(bytes.clone()));
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    response
}

/// `GET /api/games/{game}/rules`: the Markdown of a game that is not compiled in.
pub(super) async fn rules(
    State(app): State<App>,
    ReaderLanguage(language): ReaderLanguage,
    name: Id,
) -> Answered {
    let Path(name) = name.map_err(|_| Refusal::NoAddress)?;
    let game = app.games.find(|game| game.id.name() == name).ok_or(Refusal::NoAddress)?;
    let text = game.relayed.text.as_ref().map(|text| own_text(text, language));
    Ok(ok(&json!({ "text": text })))
}

/// `GET /api/position?game=G&fen=F` or `&size=N&walls=N`; without a position, the start.
pub(super) async fn one_position(
    State(app): State<App>,
    ReaderLanguage(language): ReaderLanguage,
    Query(asked): Fields,
) -> Answered {
    let game = asked
        .get("game")
        .ok_or_else(|| Refusal::bad_field("the game is missing: ?game=italian&fen=..."))?;
    let game = app.games.named(game)?;
    let number = |name: &str| {
        let number = asked.get(name).map(|it| it.parse::<usize>());
        let wrong = |_| Refusal::bad_field(format!("{name}: expected a whole number"));
        number.transpose().map_err(wrong)
    };
    let (size, walls) = (number("size")?, number("walls")?);
    let fen = asked.get("fen").cloned();
    let start = app.in_game(game, move || {
        let start = fen.as_deref().map_or(Start::Sized { size, walls }, Start::Fen);
        position(game, start, language)
    });
    Ok(ok(&start.await?.map_err(|why| Refusal::no_start("fen", why))?))
}
