//! A seat at the board: the protocol of a player program.

use std::convert::Infallible;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use thiserror::Error;

use super::Strategy;
use arbitro_referee::board_file::{BoardFileError, read_board_file};
use arbitro_referee::match_dir::{Arrival, Watch, board_file, publish};
use arbitro_rules::Player;
use arbitro_rules::history::Sequence;
use arbitro_rules::notation::{BoardFault, Notation, Strictness, listed};

/// A player's place in a match: its folder and its thinking time.
#[derive(Clone, Debug)]
pub struct Seat {
    pub player: Player,
    /// The folder of the board files.
    pub folder: PathBuf,
    /// The time for one move, as the referee counts it.
    pub move_time: Duration,
    /// Plies after which the match is a draw; the game's own limit if nothing is said.
    pub max_plies: Option<u64>,
}

/// The information from which a strategy chooses.
#[derive(Debug)]
pub struct View<'a, G: Notation> {
    /// The position, with the player to move.
    pub position: G,
    /// The legal moves, at least one.
    pub moves: &'a [G::Move],
    /// Every position of the match so far, this one last.
    pub seen: &'a Sequence<G>,
    /// The ply to be played, from 1.
    pub ply: u64,
    /// Plies that can still be played, this one included.
    pub plies_left: u64,
    /// Counters of the draw rules, as far as the boards were seen.
    pub clock: G::DrawClock,
    /// Deadline for the move.
    pub deadline: Instant,
    /// The time from which the referee counts the move as late.
    pub late_at: Instant,
}

/// The regular reasons for a player to leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// There is no move to make.
    NothingToMove,
    /// The match's folder was removed.
    FolderGone,
}

/// The errors that stop a player.
#[derive(Debug, Error)]
pub enum SeatError {
    /// The folder cannot be watched or written to.
    #[error("{}: {what}", folder.display())]
    Folder {
        folder: PathBuf,
        /// The operation that failed.
        what: &'static str,
        source: io::Error,
    },
    /// The board cannot be read.
    #[error(transparent)]
    File(#[from] BoardFileError),
    /// The board is no board.
    #[error("{}: not a playable board: {}", path.display(), listed(faults))]
    Board {
        path: PathBuf,
        faults: Vec<BoardFault>,
    },
    /// The strategy has no move to give.
    #[error("no move on board {number}")]
    NoMove {
        /// The board.
        number: u64,
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

/// The part of the time for a move that a strategy gets: the rest is for waking up and writing.
const SHARE: f64 = 0.9;

/// Plays until there is nothing to move: waits for each board of this player's, chooses, stores.
///
/// # Errors
///
/// When the folder or a board in it is not what a match needs. A player does not argue: it says
/// why and leaves.
pub fn sit<G: Notation>(
    seat: &Seat,
    strategy: &mut dyn Strategy<G>,
) -> Result<Departure, SeatError> {
    sit_with(seat, |view| Ok::<_, Infallible>(strategy.choose(view)))
}

/// As [`sit`], for a strategy that may fail, as an external engine may; then nothing is written.
///
/// # Errors
///
/// As [`sit`], and when `choose` fails.
pub fn sit_with<G: Notation, E>(
    seat: &Seat,
    mut choose: impl FnMut(&View<'_, G>) -> Result<G::Move, E>,
) -> Result<Departure, SeatError>
where
    E: std::error::Error + Send + Sync + 'static,
{
    let failed = |what| {
        move |source| SeatError::Folder {
            folder: seat.folder.clone(),
            what,
            source,
        }
    };
    let mut watch = Watch::new(&seat.folder).map_err(failed("cannot be watched for boards"))?;
    let mut least = G::shortest_first_text();
    let mut seen: Sequence<G> = Sequence::default();
    let mut clock = G::DrawClock::default();
    let max_plies = seat.max_plies.unwrap_or(u64::from(G::PLY_LIMIT));
    let mut number = u64::from(seat.player.number());
    if number > 1 {
        // The start was on the table before this player's first board.
        let first = board_file(&seat.folder, 1);
        if let Ok(bytes) = read_board_file(&first)
            && let Some(board) = G::read_board(&bytes, Strictness::Tolerant).board
        {
            seen.push(G::new(board, Player::X));
            least = G::shortest_text(&board);
        }
    }
    loop {
        let arrival = watch
            .board(number, least, None)
            .map_err(failed("cannot be watched"))?;
        let bytes = match arrival {
            Arrival::Board(read) => read?,
            Arrival::FolderGone | Arrival::Late => return Ok(Departure::FolderGone),
        };
        let arrived = arrived_at(&board_file(&seat.folder, number), number, seat.move_time);
        let deadline = arrived + seat.move_time.mul_f64(SHARE);
        let reading = G::read_board(&bytes, Strictness::Tolerant);
        let Some(board) = reading.board else {
            let path = board_file(&seat.folder, number);
            return Err(SeatError::Board {
                path,
                faults: reading.faults,
            });
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
        let mv = choose(&view).map_err(|error| SeatError::NoMove {
            number,
            source: error.into(),
        })?;
        let next = position.after(mv);
        clock = position.tick(clock, mv, &next);
        publish(&seat.folder, number + 1, &G::write_board(&next.board()))
            .map_err(failed("the board cannot be written there"))?;
        seen.push(next);
        number += 2;
    }
}

/// The draw clock after whichever move led from one position to the next; from nothing if none did.
fn clock_after<G: Notation>(before: &G, clock: G::DrawClock, after: &G) -> G::DrawClock {
    let mut moves = before.legal_moves().into_iter();
    let played = moves.find(|&mv| before.after(mv) == *after);
    played
        .map(|mv| before.tick(clock, mv, after))
        .unwrap_or_default()
}

/// Age that a file just written may seem to have: the kernel stamps files with the last clock tick.
const CLOCK_TICK: Duration = Duration::from_millis(10);

/// Returns the time a board came: on a busy machine well before the player was woken, by its file's time.
fn arrived_at(board: &Path, number: u64, move_time: Duration) -> Instant {
    let now = Instant::now();
    // The first board may lie there before a player is started, which has more time for it.
    if number <= 2 {
        return now;
    }
    let written = board.metadata().and_then(|it| it.modified()).ok();
    let age = written.and_then(|it| it.elapsed().ok()).unwrap_or_default();
    let late = age.saturating_sub(CLOCK_TICK).min(move_time / 2);
    now.checked_sub(late).unwrap_or(now)
}
