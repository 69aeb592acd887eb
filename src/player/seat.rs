//! A player program's side of the match protocol.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use thiserror::Error;

use arbitro_engine::chooser::{Strategy, View};
use arbitro_referee::At;
use arbitro_referee::board_file::{BoardFileError, read_board_file};
use arbitro_referee::match_dir::{Arrival, Watch, board_file, publish};
use arbitro_rules::Player;
use arbitro_rules::history::Sequence;
use arbitro_rules::notation::{Notation, Strictness};
use arbitro_words::{Faults, Language, say};

/// A player's place in a match: its folder and its time for a move.
#[derive(Clone, Debug)]
pub struct Seat {
    pub player: Player,
    /// The folder of the board files.
    pub folder: PathBuf,
    /// The time for one move, as the referee counts it.
    pub move_time: Duration,
    /// Plies after which the match is a draw; `None` for the game's own limit.
    pub max_plies: Option<u64>,
}

/// The regular reasons for a player to leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// The match is over: no legal move is left.
    NothingToMove,
    /// The match's folder was removed.
    FolderGone,
}

/// The errors that stop a player.
#[derive(Debug, Error)]
pub enum SeatError {
    /// The folder cannot be used, or a board of it holds no playable board.
    #[error(transparent)]
    At(#[from] At),
    /// A board file cannot be read.
    #[error(transparent)]
    File(#[from] BoardFileError),
    /// The program that knows the rules fails, with these last words.
    #[error("{0}")]
    Rules(String),
    /// By these rules no move leads to a board of the match.
    #[error(transparent)]
    NoSuchMove(At),
    /// The strategy returned no move.
    #[error("no move on board {number}")]
    NoMove {
        /// Number of the board.
        number: u64,
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

/// Share of the move time that a strategy gets; the rest is for waking up and writing.
pub(crate) const SHARE: f64 = 0.9;

/// Plays until the match is over: waits for each board for this player, chooses a move, writes the
/// next board.
/// A player does not argue: it reports the reason and leaves.
pub fn sit<G: Notation>(
    seat: &Seat,
    strategy: &mut dyn Strategy<G>,
) -> Result<Departure, SeatError> {
    sit_with(seat, |view| Ok::<_, Infallible>(strategy.choose(view)))
}

/// Like [`sit`], for a strategy that may fail, such as an external engine; after a failure nothing
/// is written.
pub fn sit_with<G: Notation, E>(
    seat: &Seat,
    mut choose: impl FnMut(&View<'_, G>) -> Result<G::Move, E>,
) -> Result<Departure, SeatError>
where
    E: std::error::Error + Send + Sync + 'static,
{
    let failed = |what| move |source| At::io(&seat.folder, what, source);
    let mut watch = Watch::new(&seat.folder).map_err(failed("cannot be watched for boards"))?;
    let mut least = G::shortest_first_text();
    let mut seen: Sequence<G> = Sequence::default();
    let mut clock = G::DrawClock::default();
    let max_plies = seat.max_plies.unwrap_or(u64::from(G::PLY_LIMIT));
    let mut number = u64::from(seat.player.number());
    if number > 1 {
        // The starting position preceded this player's first board.
        let first = board_file(&seat.folder, 1);
        if let Ok(bytes) = read_board_file(&first)
            && let Some(board) = G::read_board(&bytes, Strictness::Tolerant).board
        {
            seen.push(G::new(board, Player::X));
            least = G::shortest_text(&board);
        }
    }
    loop {
        let arrival = watch.board(number, least, None).map_err(failed("cannot be watched"))?;
        let bytes = match arrival {
            Arrival::Board(read) => read?,
            Arrival::FolderGone | Arrival::Late => return Ok(Departure::FolderGone),
        };
        let arrived = arrived_at(&board_file(&seat.folder, number), number, seat.move_time);
        let deadline = arrived + seat.move_time.mul_f64(SHARE);
        let reading = G::read_board(&bytes, Strictness::Tolerant);
        let Some(board) = reading.board else {
            let path = board_file(&seat.folder, number);
            let faults = say(&Faults(&reading.faults), Language::English);
            let what = format!("not a playable board: {faults}");
            return Err(At::new(&path, what).into());
        };
        least = G::shortest_text(&board);
        let position = G::new(board, seat.player);
        if let Some(before) = seen.from_latest(0) {
            clock = clock_after(before, clock, &position);
        }
        seen.push(position);
        let moves = position.legal_moves();
        if position.end().is_some() || moves.is_empty() {
            return Ok(Departure::NothingToMove);
        }
        let view = View {
            position,
            moves: &moves,
            seen: &seen,
            ply: number,
            plies_left: (max_plies + 1).saturating_sub(number),
            clock,
            deadline,
            late_at: arrived + seat.move_time,
        };
        let mv =
            choose(&view).map_err(|error| SeatError::NoMove { number, source: error.into() })?;
        let next = position.after(mv);
        clock = position.tick(clock, mv, &next);
        publish(&seat.folder, number + 1, &G::write_board(&next.board()))
            .map_err(failed("the board cannot be written there"))?;
        seen.push(next);
        number += 2;
    }
}

/// The draw clock after the legal move from `before` to `after`, or a fresh clock if there is none.
fn clock_after<G: Notation>(before: &G, clock: G::DrawClock, after: &G) -> G::DrawClock {
    let mut moves = before.legal_moves().into_iter();
    let played = moves.find(|&mv| before.after(mv) == *after);
    played.map(|mv| before.tick(clock, mv, after)).unwrap_or_default()
}

/// Apparent age of a file just written: the kernel stamps files with its last clock tick.
const CLOCK_TICK: Duration = Duration::from_millis(10);

/// Returns the arrival time of a board, from its file's time: on a busy machine the player wakes
/// much later.
pub(crate) fn arrived_at(board: &Path, number: u64, move_time: Duration) -> Instant {
    let now = Instant::now();
    // The first board may have been there before this player was started, and has extra time
    // anyway.
    if number <= 2 {
        return now;
    }
    let written = board.metadata().and_then(|it| it.modified()).ok();
    let age = written.and_then(|it| it.elapsed().ok()).unwrap_or_default();
    let late = age.saturating_sub(CLOCK_TICK).min(move_time / 2);
    now.checked_sub(late).unwrap_or(now)
}
