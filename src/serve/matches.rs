//! `/api/matches`: opens matches, reports their state, and handles moves, undo, hints, draws and
//! resignations.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{FromRequestParts, Path, Query, Request, State};
use axum::routing::{MethodRouter, post};
use hyper::StatusCode;
use hyper::http::request::Parts;
use serde::Deserialize;
use serde_json::json;
use tokio::time::timeout;

use super::app::App;
use super::open_matches::{MatchId, SharedMatch, chance};
use super::play::{Denial, OpenMatch, Opening, TriedMove, You, is_written};
use super::reader_language::ReaderLanguage;
use super::refusal::{Refusal, json_answer, ok};
use super::request::{Answered, Fields, Id, JsonFields, parsed, whole_body};
use super::search_slots::{time_for, time_for_hint};
use super::stepped_match::match_json;
use super::tournaments::aside;
use arbitro_engine::chooser::Level;
use arbitro_records::ReplayedMatch;
use arbitro_rules::Square;

/// Time an answer to a move waits for the computer's move; a slower one is reported as a change.
const ANSWER_WAIT: Duration = Duration::from_millis(15);
/// Maximum clock: a day.
const MAX_CLOCK_SECONDS: u64 = 24 * 60 * 60;

/// The open match that an address names.
pub(super) struct Seat(Arc<SharedMatch>);

impl FromRequestParts<App> for Seat {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Seat, Refusal> {
        let id = Path::from_request_parts(parts, app).await;
        let Path(id) = id.map_err(|_| Refusal::NoMatch)?;
        app.open_matches.get(id).map(Seat).ok_or(Refusal::NoMatch)
    }
}

/// A move of a match that its client keeps.
#[derive(Debug, Deserialize)]
struct KeptMove {
    text: String,
    ms: u64,
}

/// Starts the search for the computer's move, if it is to move and no search runs.
fn ask_computer(app: &App, seat: &Arc<SharedMatch>) {
    let Some(version) = seat.version_to_search() else { return };
    let game = seat.with(|play| play.game());
    let (app, seat) = (Arc::clone(app), Arc::downgrade(seat));
    tokio::spawn(async move {
        let searched = seat.clone();
        let search = move |crowd| {
            // A match that was closed in the meantime needs no move.
            let seat = searched.upgrade()?;
            let request = seat.search_request(version)?;
            let time = time_for(&request, crowd);
            let mut answer = request.run(time);
            Some(seat.with(|play| play.answer(&mut answer)))
        };
        app.searches(game).run(search).await;
        // Without an answer, the next request for the match starts another search.
        if let Some(seat) = seat.upgrade() {
            seat.end_search(version);
        }
    });
}

/// Makes the computer's move if it is its turn: immediately if that is quick, otherwise on a search
/// thread, waiting for it briefly.
async fn computer_moves(app: &App, seat: &Arc<SharedMatch>) {
    let Some(request) = seat.with(|play| play.search_request()) else {
        return;
    };
    if request.is_quick() {
        let time = time_for(&request, 1);
        let mut answer = request.run(time);
        seat.with(|play| play.answer(&mut answer));
        return;
    }
    let mut news = seat.news();
    let before = *news.borrow_and_update();
    ask_computer(app, seat);
    let _ = timeout(ANSWER_WAIT, news.wait_for(|&version| version > before)).await;
}

/// `POST /api/matches`
pub(super) async fn open(
    State(app): State<App>,
    ReaderLanguage(language): ReaderLanguage,
    request: Request,
) -> Answered {
    let mut fields = JsonFields::read(request, &app.limits).await?;
    let opening = opening(&app, &mut fields)?;
    let opened = app.in_game(opening.game, move || OpenMatch::new(&opening)).await?;
    let play = opened.map_err(|why| Refusal::no_start("start", why))?;
    let id = MatchId::new().ok_or_else(no_chance)?;
    let seat = app.open_matches.add(id, play).ok_or(Refusal::TooManyMatches)?;
    computer_moves(&app, &seat).await;
    Ok(json_answer(StatusCode::CREATED, &seat.state(language)))
}

/// `PUT /api/matches/{id}`: opens a match that the client knows from before a restart of the server, with
/// its moves. One that is open stays as it is, because another client may have brought it back.
pub(super) async fn reopen(
    State(app): State<App>,
    ReaderLanguage(language): ReaderLanguage,
    id: Id<MatchId>,
    request: Request,
) -> Answered {
    let Path(id) = id.map_err(|_| Refusal::NoMatch)?;
    let fields = JsonFields::read(request, &app.limits).await?;
    let seat = match app.open_matches.get(id) {
        Some(seat) => seat,
        None => {
            let play = replayed(&app, fields).await?;
            app.open_matches.add(id, play).ok_or(Refusal::TooManyMatches)?
        }
    };
    computer_moves(&app, &seat).await;
    Ok(ok(&seat.state(language)))
}

/// Plays the moves of a match that its client keeps.
async fn replayed(app: &App, mut fields: JsonFields) -> Result<OpenMatch, Refusal> {
    let opening = opening(app, &mut fields)?;
    let moves: Vec<KeptMove> = fields.take("moves")?;
    let version: u64 = fields.take("version")?;
    let played = app.in_game(opening.game, move || {
        let mut play = OpenMatch::new(&opening).map_err(|why| Refusal::no_start("start", why))?;
        for KeptMove { text, ms } in moves {
            play.replay(&text, Duration::from_millis(ms))?;
        }
        Ok::<_, Refusal>(play)
    });
    let mut play = played.await??;
    // A client can read numbers up to 2^53 alone.
    play.succeed(version.min(1 << 52));
    Ok(play)
}

pub(super) fn no_chance() -> Refusal {
    Refusal::new(
        StatusCode::INTERNAL_SERVER_ERROR,
        "no_chance",
        "the system provides no random numbers",
    )
}

fn opening(app: &App, fields: &mut JsonFields) -> Result<Opening, Refusal> {
    let game = app.games.named(&fields.take::<String>("game")?)?;
    let you = parsed("you", &fields.take::<String>("you")?)?;
    let level = match (fields.take_if_any::<String>("level")?, you) {
        (Some(level), _) => parsed("level", &level)?,
        (None, You::Both) => Level::Easy,
        (None, You::Side(_)) => {
            return Err(Refusal::bad_field(
                "the field \"level\" is missing: easy, medium, hard or extreme",
            ));
        }
    };
    let clock: Option<u64> = fields.take_if_any("clock_s")?;
    if clock.is_some_and(|it| it == 0 || it > MAX_CLOCK_SECONDS) {
        return Err(Refusal::bad_field(format!(
            "clock_s: expected 1 to {MAX_CLOCK_SECONDS} seconds for each side"
        )));
    }
    let seed = match fields.take_if_any("seed")? {
        Some(seed) => seed,
        // Short enough to be typed, and exact in a browser's numbers.
        None => u64::from(chance().ok_or_else(no_chance)? as u32),
    };
    Ok(Opening {
        game,
        you,
        level,
        start: fields.take_if_any("start")?,
        size: fields.take_if_any("size")?,
        walls: fields.take_if_any("walls")?,
        clock: clock.map(Duration::from_secs),
        seed,
    })
}

/// `GET /api/matches/{id}`; with `?after=V` it waits for a version newer than V.
pub(super) async fn see(
    State(app): State<App>,
    ReaderLanguage(language): ReaderLanguage,
    Seat(seat): Seat,
    Query(asked): Fields,
) -> Answered {
    ask_computer(&app, &seat);
    if let Some(after) = asked.get("after") {
        let after: u64 = after.parse().map_err(|_| {
            Refusal::bad_field("after: expected the version of the match that you know")
        })?;
        wait_for_news(&app, &seat, after).await?;
        if app.open_matches.get(seat.id).is_none() {
            return Err(Refusal::NoMatch);
        }
    }
    Ok(ok(&seat.state(language)))
}

async fn wait_for_news(app: &App, seat: &SharedMatch, after: u64) -> Result<(), Refusal> {
    let mut news = seat.news();
    if *news.borrow_and_update() > after {
        return Ok(());
    }
    let _room = app.waiting.try_acquire().map_err(|_| Refusal::TooManyWaiting)?;
    let flag = seat.with(|play| play.flag_falls_in());
    // A flag falls without a move. Shortly after its time it has certainly fallen.
    let flag = flag.map(|time| time + Duration::from_millis(2));
    let patience = app.limits.wait.min(flag.unwrap_or(app.limits.wait));
    let _ = timeout(patience, news.wait_for(|&version| version > after)).await;
    Ok(())
}

/// `POST /api/matches/{id}/move`
pub(super) async fn make_move(
    State(app): State<App>,
    ReaderLanguage(language): ReaderLanguage,
    Seat(seat): Seat,
    request: Request,
) -> Answered {
    let mut fields = JsonFields::read(request, &app.limits).await?;
    let (ply, tried) = (fields.take("ply")?, tried(fields)?);
    let game = seat.with(|play| play.game());
    if is_written(game) {
        let trial = seat.with(|play| play.trial(ply, tried))?;
        let mut answer = app.in_game(game, move || trial.run()).await??;
        if !seat.with(|play| play.answer(&mut answer)) {
            return Err(Refusal::OldMove);
        }
    } else if let TriedMove::Named(text) = &tried {
        seat.with(|play| play.play(ply, text))?;
    }
    computer_moves(&app, &seat).await;
    Ok(ok(&seat.state(language)))
}

/// A move by its name, or by the cells that a person points at.
fn tried(mut fields: JsonFields) -> Result<TriedMove, Refusal> {
    let Some(cells) = fields.take_if_any::<String>("cells")? else {
        return Ok(TriedMove::Named(fields.take("move")?));
    };
    let cell = |text: &str| {
        let (column, row) = text.split_once(',')?;
        Some(Square { row: row.parse().ok()?, column: column.parse().ok()? })
    };
    let cells: Option<Vec<Square>> = cells.split(' ').map(cell).collect();
    let wrong = || Refusal::bad_field("cells: expected COLUMN,ROW with spaces between");
    Ok(TriedMove::Cells(cells.ok_or_else(wrong)?))
}

/// `GET /api/matches/{id}/record`: one line that `replay` and `verify match` read.
pub(super) async fn record(Seat(seat): Seat) -> Answered {
    Ok(ok(&seat.with(|play| play.record())))
}

/// `GET /api/matches/{id}/playthrough`
pub(super) async fn playthrough(
    ReaderLanguage(language): ReaderLanguage,
    Seat(seat): Seat,
) -> Answered {
    let record = seat.with(|play| play.record());
    let stepped =
        aside(move || ReplayedMatch::of_record(record).map(|it| match_json(&it, language)));
    Ok(ok(&stepped.await??))
}

/// The `POST` of a change that is made at once, such as a resignation: answers with the new state.
pub(super) fn change(change: fn(&mut OpenMatch) -> Result<(), Denial>) -> MethodRouter<App> {
    post(
        move |State(app): State<App>,
              ReaderLanguage(language): ReaderLanguage,
              Seat(seat): Seat,
              request: Request| async move {
            whole_body(request, app.limits.body_bytes, &app.limits).await?;
            seat.with(change)?;
            Answered::Ok(ok(&seat.state(language)))
        },
    )
}

/// `POST /api/matches/{id}/draw/offer`: the computer answers at once.
pub(super) async fn offer_draw(
    State(app): State<App>,
    ReaderLanguage(language): ReaderLanguage,
    Seat(seat): Seat,
    request: Request,
) -> Answered {
    whole_body(request, app.limits.body_bytes, &app.limits).await?;
    if let Some(offer) = seat.with(OpenMatch::offer_draw)? {
        let game = seat.with(|play| play.game());
        let evaluated = app.search_in(game, move |_| offer.evaluate_offer()).await?;
        if !seat.with(|play| play.answer_offer(evaluated)) {
            return Err(Refusal::OldOffer);
        }
    }
    Ok(ok(&seat.state(language)))
}

/// `DELETE /api/matches/{id}`
pub(super) async fn close(State(app): State<App>, Seat(seat): Seat) -> Answered {
    app.open_matches.remove(seat.id);
    Ok(ok(&json!({"closed": seat.id.to_string()})))
}

/// `POST /api/matches/{id}/hint`
pub(super) async fn hint(State(app): State<App>, Seat(seat): Seat, request: Request) -> Answered {
    whole_body(request, app.limits.body_bytes, &app.limits).await?;
    let request = seat.with(|play| play.hint())?;
    let search = move |crowd| request.run(time_for_hint(crowd));
    let answer = app.search_in(seat.with(|play| play.game()), search).await?;
    let hinted = seat.with(|play| play.hinted(&answer));
    let hint = hinted.ok_or(Refusal::OldHint)?;
    Ok(ok(&json!({"move": hint})))
}
