//! A player program's side of the match protocol.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use arbitro_engine::chooser::Time;
use arbitro_referee::At;
use arbitro_referee::board_file::BoardFileError;
use arbitro_referee::match_dir::{Arrival, Watch, board_file, publish};
use arbitro_rules::history::LineEnd;
use arbitro_rules::line::{Key, Line, NoStart, Start, open};
use arbitro_rules::notation::{Notation, Strictness};
use arbitro_rules::{GameId, Player, with_game};
use arbitro_words::{Faults, Language, say};

use crate::pace::Pace;

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
#[derive(Debug, thiserror::Error)]
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
        source: Box<dyn Error + Send + Sync>,
    },
}

/// Share of the move time that a strategy gets; the rest is for waking up and writing.
const SHARE: f64 = 0.9;

/// Plays until the match is over: waits for each board, chooses a move where it is this player's turn,
/// and writes the next board. It follows the boards from the first, because a board need not show the
/// whole position; `opening` names the moves that lead to the first, if any do. `waited` tells the time
/// so far that is not the player's. After a failure of `choose`, nothing is written.
///
/// A player does not argue: it reports the reason and leaves. A drawn match goes on here, because
/// whether it is over is the referee's to say.
pub fn sit<E: Into<Box<dyn Error + Send + Sync>>>(
    seat: &Seat,
    game: GameId,
    opening: Option<&str>,
    waited: &dyn Fn() -> Duration,
    mut choose: impl FnMut(&mut dyn Line, Time<'_>) -> Result<Option<Key>, E>,
) -> Result<Departure, SeatError> {
    let failed = |what| move |source| At::io(&seat.folder, what, source);
    let mut watch = Watch::new(&seat.folder).map_err(failed("cannot be watched for boards"))?;
    let mut next_board = |number, least| -> Result<Option<Vec<u8>>, SeatError> {
        let arrival = watch.board(number, least, None).map_err(failed("cannot be watched"))?;
        Ok(match arrival {
            Arrival::Board(read) => Some(read?),
            Arrival::FolderGone | Arrival::Late => None,
        })
    };
    let least = with_game!(game, G => G::shortest_first_text(), else _ => 1);
    let Some(first) = next_board(1, least)? else { return Ok(Departure::FolderGone) };
    let led = opening.and_then(|names| open(game, Start::Fen(names), ply_limit(seat, 1)).ok());
    let mut line = match led.filter(|led| led.board(0).as_bytes() == first) {
        Some(line) => line,
        None => at_board(seat, game, 1, &first)?,
    };
    for number in 1.. {
        if let Some(words) = line.broken() {
            return Err(SeatError::Rules(words.to_owned()));
        }
        if line.turn() == seat.player {
            if matches!(line.end(), Some(LineEnd::Position(_) | LineEnd::Rules(_))) {
                break;
            }
            let arrived = arrived_at(&board_file(&seat.folder, number), number, seat.move_time);
            let deadline = arrived + seat.move_time.mul_f64(SHARE);
            let mut pace = Pace::new(Instant::now(), deadline);
            let before = waited();
            let own_time = || Instant::now() - waited().saturating_sub(before);
            let is_late = Box::new(|| pace.is_late(own_time()));
            let time = Time { deadline, late_at: arrived + seat.move_time, is_late };
            let chosen = choose(&mut *line, time)
                .map_err(|error| SeatError::NoMove { number, source: error.into() })?;
            let Some(key) = chosen else { break };
            line.play(key);
            publish(&seat.folder, number + 1, &line.board(line.plies()))
                .map_err(failed("the board cannot be written there"))?;
        } else {
            let Some(bytes) = next_board(number + 1, line.least())? else {
                return Ok(Departure::FolderGone);
            };
            match line.judge(&bytes, Strictness::Tolerant).verdict {
                Ok(key) => line.play(key),
                // Judging is the referee's part. Such a board shows all of a position, but in a written game.
                Err(_) => line = at_board(seat, game, number + 1, &bytes)?,
            }
        }
    }
    Ok(Departure::NothingToMove)
}

/// Plies from a board on until the match is a draw.
fn ply_limit(seat: &Seat, number: u64) -> Option<u32> {
    let left = seat.max_plies?.saturating_sub(number - 1);
    Some(u32::try_from(left).unwrap_or(u32::MAX))
}

/// Opens the match that goes on from a board, whatever came before it.
fn at_board(
    seat: &Seat,
    game: GameId,
    number: u64,
    bytes: &[u8],
) -> Result<Box<dyn Line>, SeatError> {
    let path = board_file(&seat.folder, number);
    let no_move = || SeatError::NoSuchMove(At::new(&path, "no move leads to this board"));
    if number > 1 && game.look().is_some() {
        return Err(no_move());
    }
    let turn = Player::to_move_on(number);
    let start = Start::Board { bytes, turn, strictness: Strictness::Tolerant };
    open(game, start, ply_limit(seat, number)).map_err(|why| match why {
        NoStart::Broken(words) => SeatError::Rules(words),
        _ if game.look().is_some() => no_move(),
        why => {
            let faults = say(&Faults(why.faults()), Language::English);
            At::new(&path, format!("not a playable board: {faults}")).into()
        }
    })
}

/// Apparent age of a file just written: the kernel stamps files with its last clock tick.
const CLOCK_TICK: Duration = Duration::from_millis(10);

/// Returns the arrival time of a board, from its file's time: on a busy machine the player wakes
/// much later.
fn arrived_at(board: &Path, number: u64, move_time: Duration) -> Instant {
    let now = Instant::now();
    // The first board may have been there before this player was started, and has extra time
    // anyway.
    if number <= 2 {
        return now;
    }
    let written = board.metadata().and_then(|metadata| metadata.modified()).ok();
    let age = written.and_then(|written| written.elapsed().ok()).unwrap_or_default();
    let late = age.saturating_sub(CLOCK_TICK).min(move_time / 2);
    now.checked_sub(late).unwrap_or(now)
}
