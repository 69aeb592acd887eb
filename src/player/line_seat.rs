//! A player's side of a match of any game, of which it knows no more than the [`Line`].

use std::time::{Duration, Instant};

use arbitro_referee::At;
use arbitro_referee::match_dir::{Arrival, Watch, board_file, publish};
use arbitro_rules::line::{Key, Line, NoStart, Start, open};
use arbitro_rules::notation::Strictness;
use arbitro_rules::{GameId, Player};

use crate::pace::Pace;
use crate::seat::{Departure, SHARE, Seat, SeatError, arrived_at};

/// Plays until the match is over. It follows the boards from the first, because a board need not show the
/// whole position; `opening` names the moves that lead to the first, if any do. `waited` tells the time so far that
/// is not the player's. `choose` is given the match and what tells when it is late, and leaves the match as it was.
pub fn sit_by_line(
    seat: &Seat,
    game: GameId,
    opening: Option<&str>,
    waited: &dyn Fn() -> Duration,
    mut choose: impl FnMut(&mut dyn Line, &mut dyn FnMut() -> bool) -> Option<Key>,
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
    let Some(first) = next_board(1, 1)? else { return Ok(Departure::FolderGone) };
    let mut line = opened(seat, game, opening, &first)?;
    for number in 1.. {
        if let Some(words) = line.broken() {
            return Err(SeatError::Rules(words.to_owned()));
        }
        if line.end().is_some() {
            return Ok(Departure::NothingToMove);
        }
        if line.turn() == seat.player {
            let arrived = arrived_at(&board_file(&seat.folder, number), number, seat.move_time);
            let deadline = arrived + seat.move_time.mul_f64(SHARE);
            let mut pace = Pace::new(Instant::now(), deadline);
            let before = waited();
            let own_time = || Instant::now() - waited().saturating_sub(before);
            let Some(key) = choose(&mut *line, &mut || pace.is_late(own_time())) else {
                return Ok(Departure::NothingToMove);
            };
            line.play(key);
            publish(&seat.folder, number + 1, &line.board(line.plies()))
                .map_err(failed("the board cannot be written there"))?;
        } else {
            let Some(bytes) = next_board(number + 1, line.least())? else {
                return Ok(Departure::FolderGone);
            };
            let judged = line.judge(&bytes, Strictness::Tolerant).verdict;
            let key = judged.map_err(|_| unplayable(seat, number + 1))?;
            line.play(key);
        }
    }
    Ok(Departure::NothingToMove)
}

/// The match that begins with a board, to which the moves of an opening may lead.
fn opened(
    seat: &Seat,
    game: GameId,
    opening: Option<&str>,
    first: &[u8],
) -> Result<Box<dyn Line>, SeatError> {
    let limit = seat.max_plies.map(|it| u32::try_from(it).unwrap_or(u32::MAX));
    let led = opening.and_then(|names| open(game, Start::Fen(names), limit).ok());
    if let Some(line) = led.filter(|it| it.board(0).as_bytes() == first) {
        return Ok(line);
    }
    let start = Start::Board { bytes: first, turn: Player::X, strictness: Strictness::Tolerant };
    open(game, start, limit).map_err(|why| match why {
        NoStart::Broken(words) => SeatError::Rules(words),
        _ => unplayable(seat, 1),
    })
}

fn unplayable(seat: &Seat, number: u64) -> SeatError {
    let path = board_file(&seat.folder, number);
    SeatError::NoSuchMove(At::new(&path, "no move leads to this board"))
}
