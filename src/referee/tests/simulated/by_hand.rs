//! The second judge of a match by hand: both players write into one folder, neither is stopped, nothing is
//! measured, and no writer is known.

use std::collections::BTreeMap;
use std::time::Duration;

use arbitro_rules::Reason;
use arbitro_rules::line::Line;

use super::judge::{Branch, Court, GRACE, Ruling, SLACK, forfeit};
use super::side::{Name, Stands};
use super::trace::{Act, Heard, Read, What};

const UNTOLD: &str = "nobody told in which order boards were written";

/// In which order things happened to boards, counted in moments.
#[derive(Debug, Default)]
pub(super) struct Order {
    count: usize,
    boards: BTreeMap<u64, Board>,
    /// The latest moment of which the referee was told nothing.
    lost: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Board {
    begun: usize,
    /// When it first stood whole.
    whole: Option<usize>,
    /// When it was last written to, or put there.
    written: usize,
    /// When it was last closed or put there, and when the referee heard that.
    closed: usize,
    told: usize,
    /// One that was there before was removed.
    is_replaced: bool,
}

/// A turn while it lasts.
#[derive(Debug)]
struct Turn {
    answer: u64,
    least: usize,
    deadline: Duration,
    /// The count of moments when it began.
    began: usize,
    /// Its board was written before it could be an answer, and counts only if it is written again.
    is_ahead: bool,
    /// The read that decides.
    seen: Option<Read>,
    /// When the answer was first read, heard to be closed, and too short.
    short: Option<Duration>,
    /// The latest read, and its moment.
    latest: Option<(Duration, Read)>,
    heard: bool,
    is_another: bool,
    due: Option<Duration>,
    delays: Duration,
}

impl Court<'_> {
    /// Notes in which order something happened.
    fn note_order(&mut self, what: &What, least: usize) {
        self.order.count += 1;
        let count = self.order.count;
        let side = self.side(arbitro_rules::Player::X);
        let names = |file: usize| {
            let is_of = |(name, _): &(Name, Duration)| name.file() == Some(file);
            side.names.iter().filter(|(_, it)| is_of(it)).map(|(&number, _)| number).next()
        };
        let (number, act) = match what {
            What::Does { act, .. } => match act {
                Act::Creates { number, .. }
                | Act::Renames { number, .. }
                | Act::Links { number, .. }
                | Act::MakesFolder { number } => (Some(*number), act),
                Act::Writes { file, .. } | Act::Closes { file } => (names(*file), act),
                Act::Removes { number } => {
                    let board = self.order.boards.entry(*number).or_default();
                    *board = Board { is_replaced: true, ..Board::default() };
                    return;
                }
                Act::Opens { .. }
                | Act::Hides { .. }
                | Act::Forges { .. }
                | Act::Prints { .. }
                | Act::ClosesOutput => return,
            },
            What::Told { news: Heard::Closed(number), .. } => {
                self.order.boards.entry(*number).or_default().told = count;
                return;
            }
            What::Told { news: Heard::Overflow, .. } => {
                self.order.lost = true;
                return;
            }
            _ => return,
        };
        let Some(number) = number else { return };
        let is_whole = side.length(number) >= least;
        let board = self.order.boards.entry(number).or_default();
        match act {
            Act::Closes { .. } => board.closed = count,
            Act::Writes { .. } => board.written = count,
            Act::Creates { .. } => (board.begun, board.written) = (count, count),
            _ => {
                *board = Board { begun: count, written: count, closed: count, ..*board };
            }
        }
        if is_whole {
            board.whole.get_or_insert(count);
        }
    }

    /// Plays one turn of a match by hand; an error is its end.
    pub(super) fn turn_by_hand(
        &mut self,
        line: &mut dyn Line,
        branches: &mut Vec<Branch>,
    ) -> Result<(), Ruling> {
        let mut turn = self.begin_by_hand(line)?;
        while let Some(moment) = self.next_within() {
            self.note(&moment.what);
            self.note_order(&moment.what, turn.least);
            self.watch_by_hand(&mut turn, &moment.what);
        }
        let read = self.end_by_hand(&turn, line, branches)?;
        let written = self.order.boards.get(&turn.answer).map_or(0, |board| board.written);
        if turn.is_ahead {
            branches.push(Branch::WrittenAgain);
        } else if written < turn.began {
            branches.push(Branch::AnsweredEarly);
        }
        self.play(line, read, branches)
    }

    fn begin_by_hand(&mut self, line: &dyn Line) -> Result<Turn, Ruling> {
        let (number, least) = (line.plies() as u64 + 1, line.least());
        while let Some(moment) = self.next_within() {
            self.note(&moment.what);
            self.note_order(&moment.what, least);
        }
        let Some(What::Turn { number: given, board, .. }) =
            self.moments.as_slice().first().map(|moment| &moment.what)
        else {
            return Err(Ruling::Breach("the match went on, and no turn began"));
        };
        if *given != number || **board != *line.board(line.plies()) {
            return Err(Ruling::Breach("another board was given than was answered"));
        }
        self.moments.next();
        let is_ahead = self.is_ahead(number)?;
        let answer = self.order.boards.get(&(number + 1)).copied().unwrap_or_default();
        let start_time = if number <= 2 { self.terms.start_time } else { Duration::ZERO };
        Ok(Turn {
            answer: number + 1,
            least,
            deadline: self.now + self.terms.move_time + start_time,
            began: self.order.count,
            is_ahead,
            seen: None,
            short: None,
            latest: None,
            // It may have been answered early.
            heard: !is_ahead && answer.told > answer.closed,
            is_another: false,
            due: None,
            delays: Duration::ZERO,
        })
    }

    /// Returns true if the answer to a board was put there before that could be answered: "by hand a
    /// warning, and the mover must write it again", but "a board that stood whole may be answered before it
    /// is closed".
    fn is_ahead(&mut self, number: u64) -> Result<bool, Ruling> {
        let is_lost = self.order.lost;
        let (answer, given) = (number + 1, self.order.boards.get(&number).copied());
        let side = self.side(arbitro_rules::Player::X);
        let (name, left) = (side.names.get(&answer).map(|(it, _)| it.clone()), side.left);
        let given = given.unwrap_or_default();
        let (Some(name), Some(board)) = (name, self.order.boards.get(&answer)) else {
            return Ok(false);
        };
        let may_be_answer = board.written >= given.whole.unwrap_or(given.begun);
        match name {
            Name::Created { was_closed: false, .. } => Ok(false),
            _ if given.is_replaced => {
                Err(Ruling::Silent("a board was replaced, and answered meanwhile"))
            }
            _ if is_lost || board.told < board.closed && left == 0 => Err(Ruling::Silent(UNTOLD)),
            _ if may_be_answer => Ok(false),
            Name::Linked { .. } | Name::NoFile => {
                Err(Ruling::Silent("a board was linked ahead, and nobody told"))
            }
            _ if board.closed < given.begun => Ok(true),
            _ => Err(Ruling::Silent("nobody is told when a board stood whole")),
        }
    }

    /// Watches for a board that counts.
    fn watch_by_hand(&mut self, turn: &mut Turn, what: &What) {
        let (now, knows_writers) = (self.now, self.terms.knows_writers);
        let side = self.side(arbitro_rules::Player::X);
        match what {
            What::Delays { by } => turn.delays += *by,
            What::Told { news: Heard::Closed(number), .. } if *number == turn.answer => {
                turn.heard = true;
                if side.length(turn.answer) >= turn.least {
                    turn.due.get_or_insert(now);
                }
            }
            // Another file than the one that was closed.
            What::Told { news: Heard::Begun(number), .. } if *number == turn.answer => {
                (turn.heard, turn.due) = (false, None);
            }
            What::Does { act: Act::Removes { number }, .. } if *number == turn.answer => {
                turn.due = None;
            }
            What::Reads { number, read, .. } if *number == turn.answer => {
                turn.latest = Some((now, read.clone()));
                let stands = side.stands(turn.answer, Duration::ZERO);
                let is_closed = matches!(stands, Stands::Board(_) | Stands::Unreadable)
                    && !side.is_open(turn.answer);
                // It was closed, and another was made in its place before the referee looked.
                turn.is_another |= turn.heard && stands == Stands::Open;
                let is_written_again = !turn.is_ahead || self.is_since(turn);
                if turn.seen.is_some()
                    || !is_written_again
                    || !is_closed
                        && knows_writers
                        && (!turn.heard || stands == Stands::Open || now >= turn.deadline)
                {
                    return;
                }
                turn.heard = false;
                match read {
                    Read::Missing => {}
                    Read::Bytes(bytes) if bytes.len() < turn.least => {
                        turn.short.get_or_insert(now);
                    }
                    Read::Bytes(_) | Read::Unreadable => turn.seen = Some(read.clone()),
                }
            }
            _ => {}
        }
    }

    /// Returns true if the answer was made, closed, or put there since the turn began.
    fn is_since(&self, turn: &Turn) -> bool {
        let answer = self.order.boards.get(&turn.answer);
        answer.is_some_and(|answer| answer.closed.max(answer.begun) > turn.began)
    }

    /// What decides the turn that ends now: "what stands there at the deadline counts unless a writer is
    /// known to hold it open".
    fn end_by_hand(
        &mut self,
        turn: &Turn,
        line: &dyn Line,
        branches: &mut Vec<Branch>,
    ) -> Result<Read, Ruling> {
        let now = self.now;
        let patience = SLACK + turn.delays;
        if turn.due.is_some_and(|due| now > due + patience) && !turn.is_ahead {
            return Err(Ruling::Breach("the referee waited on after a board counted"));
        }
        if now > turn.deadline + patience {
            return Err(Ruling::Breach("the referee waited on after the deadline"));
        }
        if let Some(read) = &turn.seen {
            branches.push(Branch::CountedAsHeard);
            return Ok(read.clone());
        }
        if turn.is_another {
            return Err(Ruling::Silent("a board was replaced before it was read"));
        }
        let knows_writers = self.terms.knows_writers;
        let is_since = self.is_since(turn);
        let answer = self.order.boards.get(&turn.answer).copied().unwrap_or_default();
        let side = self.side(arbitro_rules::Player::X);
        let is_untold = answer.told < answer.closed && side.left == 0;
        let is_held = side.is_open(turn.answer);
        let stands = side.stands(turn.answer, Duration::ZERO);
        let touched = side.names.get(&turn.answer).map_or(Duration::ZERO, |(_, at)| *at);
        let is_late = now >= turn.deadline;
        let is_grace_over = turn.short.is_some_and(|first| now >= first + GRACE);
        if !is_late && !is_grace_over {
            return Err(Ruling::Breach("the referee decided before the deadline"));
        }
        if is_late && touched > turn.deadline {
            return Err(Ruling::Silent("a board came after the deadline, before a late look"));
        }
        let timeout = |branch, branches: &mut Vec<Branch>| {
            branches.push(branch);
            Err(forfeit(line.turn(), turn.answer - 1, Reason::Timeout))
        };
        if turn.is_ahead && self.order.lost {
            return Err(Ruling::Silent(UNTOLD));
        }
        if turn.is_ahead && !is_since {
            return timeout(Branch::NotWrittenAgain, branches);
        }
        if is_held && !is_late {
            return Err(Ruling::Silent("a board was open again when its 100 ms ended"));
        }
        if turn.is_ahead && is_untold {
            return Err(Ruling::Silent("it was written again, and that was told late"));
        }
        let read = match stands {
            Stands::Nothing => return timeout(Branch::TimedOut, branches),
            _ if is_held && !knows_writers => match &turn.latest {
                Some((at, read)) if *at == now => read.clone(),
                _ => return Err(Ruling::Breach("the referee did not look at the deadline")),
            },
            _ if is_held => return timeout(Branch::NeverClosed, branches),
            Stands::Unreadable => Read::Unreadable,
            Stands::Board(bytes) => Read::Bytes(bytes),
            Stands::Open | Stands::OpenAgain => {
                return Err(Ruling::Breach("a file is open that nobody holds"));
            }
        };
        branches.push(if is_late { Branch::CountedAtDeadline } else { Branch::CountedAtGrace });
        Ok(read)
    }
}
