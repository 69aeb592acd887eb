//! `/api/matches`: opens matches, reports their state, and handles moves, undo, hints, draws and
//! resignations.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, Request, State};
use axum::response::Response;
use axum::routing::{MethodRouter, post};
use hyper::StatusCode;
use serde_json::json;
use tokio::time::timeout;

use super::app::App;
use super::opened::{MatchId, SharedMatch, chance};
use super::play::{Denied, OpenMatch, Opening, Tried, You, is_written};
use super::reader::Reader;
use super::refusal::{Refusal, json_answer, ok};
use super::request::{Fields, has_body, whole_body};
use super::thinking::{time_for, time_for_hint};
use super::told::SteppedMatch;
use super::tournaments::aside;
use arbitro_engine::chooser::Level;
use arbitro_records::Seen;
use arbitro_rules::Square;

/// Time an answer to a move waits for the computer's move; a slower one is reported as a change.
const ANSWER_WAIT: Duration = Duration::from_millis(15);
/// Maximum clock: a day.
const MAX_CLOCK_SECONDS: u64 = 24 * 60 * 60;

type Answered = Result<Response, Refusal>;
type Id = Result<Path<String>, PathRejection>;
type Asked = Result<Query<BTreeMap<String, String>>, QueryRejection>;

fn match_id(id: Id) -> Result<MatchId, Refusal> {
    let Path(id) = id.map_err(|_| Refusal::NoMatch)?;
    id.parse().map_err(|()| Refusal::NoMatch)
}

fn seat(app: &App, id: Id) -> Result<(MatchId, Arc<SharedMatch>), Refusal> {
    let id = match_id(id)?;
    let seat = app.opened.get(id).ok_or(Refusal::NoMatch)?;
    Ok((id, seat))
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
    Reader(language): Reader,
    request: Request,
) -> Answered {
    let fields = Fields::read(request, &app.limits).await?;
    let opening = opening(&app, &fields)?;
    let opened = app.in_game(opening.game, move || OpenMatch::new(&opening)).await?;
    let play = opened.map_err(|why| Refusal::no_start("start", why))?;
    let id = MatchId::new().ok_or_else(no_chance)?;
    let seat = app.opened.add(id, play).map_err(|_| Refusal::TooManyMatches)?;
    computer_moves(&app, &seat).await;
    Ok(json_answer(StatusCode::CREATED, &seat.state(language)))
}

/// `PUT /api/matches/{id}`: opens a match that the client knows from before a restart of the server, with
/// its moves. One that is open stays as it is, because another client may have brought it back.
pub(super) async fn reopen(
    State(app): State<App>,
    Reader(language): Reader,
    id: Id,
    request: Request,
) -> Answered {
    let id = match_id(id)?;
    let fields = Fields::read(request, &app.limits).await?;
    let seat = match app.opened.get(id) {
        Some(seat) => seat,
        None => {
            let play = kept(&app, &fields).await?;
            app.opened.add(id, play).map_err(|_| Refusal::TooManyMatches)?
        }
    };
    computer_moves(&app, &seat).await;
    Ok(ok(&seat.state(language)))
}

/// A match as its client kept it.
async fn kept(app: &App, fields: &Fields) -> Result<OpenMatch, Refusal> {
    let opening = opening(app, fields)?;
    let moves = fields.timed_texts("moves")?.into_iter();
    let moves: Vec<_> =
        moves.map(|(text, ms)| (text.to_owned(), Duration::from_millis(ms))).collect();
    let version = fields.number("version")?;
    let played = app.in_game(opening.game, move || {
        let mut play = OpenMatch::new(&opening).map_err(|why| Refusal::no_start("start", why))?;
        for (text, time) in moves {
            play.replay(&text, time)?;
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

fn opening(app: &App, fields: &Fields) -> Result<Opening, Refusal> {
    let game = app.games.named(fields.text("game")?)?;
    fields.text("you")?;
    let you: You = fields.parsed("you")?.unwrap_or(You::Both);
    let level = fields.parsed("level")?;
    let level: Level = match (level, you) {
        (Some(level), _) => level,
        (None, You::Both) => Level::Easy,
        (None, You::Side(_)) => {
            return Err(Refusal::bad_field(
                "the field \"level\" is missing: easy, medium, hard or extreme",
            ));
        }
    };
    let small = |name| -> Result<Option<usize>, Refusal> {
        let number = fields.number_if_any(name)?;
        // A number that does not fit is an impossible size as well, and is refused as one.
        Ok(number.map(|it| usize::try_from(it).unwrap_or(usize::MAX)))
    };
    let clock = fields.number_if_any("clock_s")?;
    if clock.is_some_and(|it| it == 0 || it > MAX_CLOCK_SECONDS) {
        return Err(Refusal::bad_field(format!(
            "clock_s: expected 1 to {MAX_CLOCK_SECONDS} seconds for each side"
        )));
    }
    let seed = match fields.number_if_any("seed")? {
        Some(seed) => seed,
        // Short enough to be typed, and exact in a browser's numbers.
        None => u64::from(chance().ok_or_else(no_chance)? as u32),
    };
    Ok(Opening {
        game,
        you,
        level,
        start: fields.text_if_any("start")?.map(str::to_owned),
        size: small("size")?,
        walls: small("walls")?,
        clock: clock.map(Duration::from_secs),
        seed,
    })
}

/// `GET /api/matches/{id}`; with `?after=V` it waits for a version newer than V.
pub(super) async fn see(
    State(app): State<App>,
    Reader(language): Reader,
    id: Id,
    asked: Asked,
) -> Answered {
    let (id, seat) = seat(&app, id)?;
    ask_computer(&app, &seat);
    let asked = asked.map_err(|why| Refusal::bad_field(why.body_text()))?;
    if let Some(after) = asked.get("after") {
        let after: u64 = after.parse().map_err(|_| {
            Refusal::bad_field("after: expected the version of the match that you know")
        })?;
        wait_for_news(&app, &seat, after).await?;
        if app.opened.get(id).is_none() {
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
    Reader(language): Reader,
    id: Id,
    request: Request,
) -> Answered {
    let (_, seat) = seat(&app, id)?;
    let fields = Fields::read(request, &app.limits).await?;
    let ply = fields.number("ply")?;
    let ply = usize::try_from(ply).unwrap_or(usize::MAX);
    let game = seat.with(|play| play.game());
    if is_written(game) {
        let trial = seat.with(|play| play.trial(ply, tried(&fields)?).map_err(Refusal::from))?;
        let mut answer = app.in_game(game, move || trial.run()).await??;
        if !seat.with(|play| play.answer(&mut answer)) {
            return Err(Refusal::OldMove);
        }
    } else {
        let text = fields.text("move")?;
        seat.with(|play| play.play(ply, text))?;
    }
    computer_moves(&app, &seat).await;
    Ok(ok(&seat.state(language)))
}

/// The move of a game that is not compiled in: its name, or the cells that a person points at.
fn tried(fields: &Fields) -> Result<Tried, Refusal> {
    let Some(cells) = fields.text_if_any("cells")? else {
        return Ok(Tried::Named(fields.text("move")?.to_owned()));
    };
    let cell = |text: &str| {
        let (column, row) = text.split_once(',')?;
        Some(Square { row: row.parse().ok()?, column: column.parse().ok()? })
    };
    let cells: Option<Vec<Square>> = cells.split(' ').map(cell).collect();
    let wrong = || Refusal::bad_field("cells: expected COLUMN,ROW with spaces between");
    Ok(Tried::Cells(cells.ok_or_else(wrong)?))
}

/// Reads and discards the body of a request that needs none.
async fn no_body(app: &App, request: Request) -> Result<(), Refusal> {
    if has_body(&request) {
        whole_body(request, app.limits.body_bytes, &app.limits).await?;
    }
    Ok(())
}

/// `GET /api/matches/{id}/record`: one line that `replay` and `verify match` read.
pub(super) async fn record(State(app): State<App>, id: Id) -> Answered {
    let (_, seat) = seat(&app, id)?;
    let record = seat.with(|play| play.record());
    Ok(ok(&record))
}

/// `GET /api/matches/{id}/playthrough`
pub(super) async fn playthrough(
    State(app): State<App>,
    Reader(language): Reader,
    id: Id,
) -> Answered {
    let (_, seat) = seat(&app, id)?;
    let record = seat.with(|play| play.record());
    let told =
        aside(move || Seen::of_record(record).map(|it| SteppedMatch::of(&it, language))).await??;
    Ok(ok(&told))
}

/// The `POST` of a change that is made at once, such as a resignation: answers with the new state.
pub(super) fn change(change: fn(&mut OpenMatch) -> Result<(), Denied>) -> MethodRouter<App> {
    post(
        move |State(app): State<App>, Reader(language): Reader, id: Id, request: Request| async move {
            let (_, seat) = seat(&app, id)?;
            no_body(&app, request).await?;
            seat.with(change)?;
            Answered::Ok(ok(&seat.state(language)))
        },
    )
}

/// `POST /api/matches/{id}/draw/offer`: the computer answers at once.
pub(super) async fn offer_draw(
    State(app): State<App>,
    Reader(language): Reader,
    id: Id,
    request: Request,
) -> Answered {
    let (_, seat) = seat(&app, id)?;
    no_body(&app, request).await?;
    if let Some(proposal) = seat.with(OpenMatch::offer_draw)? {
        let game = seat.with(|play| play.game());
        let evaluated = app.think_about(game, move |_| proposal.evaluate()).await?;
        if !seat.with(|play| play.answer_offer(evaluated)) {
            return Err(Refusal::OldOffer);
        }
    }
    Ok(ok(&seat.state(language)))
}

/// `DELETE /api/matches/{id}`
pub(super) async fn close(State(app): State<App>, id: Id) -> Answered {
    let (id, _) = seat(&app, id)?;
    app.opened.remove(id);
    Ok(ok(&json!({"closed": id.to_string()})))
}

/// `POST /api/matches/{id}/hint`
pub(super) async fn hint(State(app): State<App>, id: Id, request: Request) -> Answered {
    let (_, seat) = seat(&app, id)?;
    no_body(&app, request).await?;
    let request = seat.with(|play| play.hint())?;
    let answer = app.think(request, time_for_hint).await?;
    let hinted = seat.with(|play| play.hinted(&answer));
    let shown = hinted.ok_or(Refusal::OldHint)?;
    Ok(ok(&json!({"move": shown})))
}
