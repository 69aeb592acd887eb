//! A second judge, written from the text of the contract alone: it walks through the trace of a match turn
//! by turn and says what the law demands. It knows the truth, where the referee knows what it was told.

mod end;
mod lines;

use std::time::Duration;

use arbitro_rules::line::{Line, Start, open};
use arbitro_rules::{Player, Reason};

pub(super) use lines::Voice;

use super::by_hand::Order;
use super::side::{Excess, Name, Side, Stands};
use super::trace::{
    Act, Died, Exceeded, Gave, Heard, Moment, Read, Slip, Terms, Trace, Verdict, What,
};

/// The time that a board gets which was closed or linked too short.
pub(super) const GRACE: Duration = Duration::from_millis(100);
/// The time that a referee may take to notice what it was told, besides what the host delays.
pub(super) const SLACK: Duration = Duration::from_millis(250);
/// The judge's ruling on a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ruling {
    /// The law demands this.
    Law(Verdict),
    /// The law does not say; several verdicts are right.
    Silent(&'static str),
    /// The referee decided when the law does not let it.
    Breach(&'static str),
}

/// The branch that decided a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Branch {
    HostFailed,
    Ahead,
    Occupied,
    FullByItself,
    FullByOthers,
    Memory,
    ProcessorTime,
    Output,
    Folder,
    Forged,
    Unreadable,
    WrongBoard,
    TooShort,
    CountedAsHeard,
    CountedAtGrace,
    CountedAtDeath,
    CountedAtDeadline,
    EndOfRules,
    Crashed,
    Exited,
    KilledByHost,
    TakenByOthers,
    TimedOut,
    SlipInFirstTurn,
    NeverClosed,
    // By hand.
    AnsweredEarly,
    WrittenAgain,
    NotWrittenAgain,
    // By lines.
    LineCounted,
    EarlyLineCounted,
    LineBeforeDeath,
    WrongLine,
    EarlyLineWrong,
    LongLine,
    NoLine,
}

/// A ruling, and what decided each turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Judged {
    pub(super) ruling: Ruling,
    pub(super) branches: Vec<Branch>,
}

pub(super) fn verdict(trace: &Trace) -> Judged {
    let mut branches = Vec::new();
    let ruling = if trace.moments.iter().any(|moment| matches!(moment.what, What::HostFails)) {
        branches.push(Branch::HostFailed);
        Ruling::Law(Verdict::Void)
    } else {
        let mut court = Court::new(&trace.terms, &trace.moments);
        match open_line(&trace.terms) {
            Some(mut line) => loop {
                let turn = if trace.terms.by_hand { Court::turn_by_hand } else { Court::turn };
                if let Err(ruling) = turn(&mut court, &mut *line, &mut branches) {
                    break ruling;
                }
            },
            None => Ruling::Breach("the match has no start"),
        }
    };
    Judged { ruling, branches }
}

fn open_line(terms: &Terms) -> Option<Box<dyn Line>> {
    open(terms.game, Start::Fen(&terms.start), Some(terms.ply_limit)).ok()
}

/// A turn while it lasts.
#[derive(Debug)]
struct Turn {
    player: Player,
    /// The number of the answer.
    answer: u64,
    /// The fewest bytes of an answer.
    least: usize,
    began: Duration,
    allowed: Duration,
    is_first: bool,
    by_lines: bool,
    /// Its line came before its block.
    is_early: bool,
    taken_before: Duration,
    /// A close was heard, and the answer not read since.
    heard: bool,
    /// A close was heard.
    was_told: bool,
    /// The read that decides.
    seen: Option<BoardRead>,
    /// The first and the last time that it was found, closed or linked, too short.
    short: Option<(Duration, Duration)>,
    /// Since when the referee could know that a board counts.
    due: Option<Duration>,
    /// What others had taken when the first board was read that was too short.
    taken_before_grace: Duration,
    /// The player's use when it last did something to its answer.
    used_at_answer: Duration,
    delays: Duration,
    unclear: Option<&'static str>,
}

/// A read that decides.
#[derive(Debug)]
struct BoardRead {
    read: Read,
    /// The excess of the player then.
    excess: Option<Excess>,
}

#[derive(Debug)]
pub(super) struct Court<'a> {
    pub(super) terms: &'a Terms,
    pub(super) moments: std::slice::Iter<'a, Moment>,
    pub(super) now: Duration,
    sides: [Side; 2],
    pub(super) order: Order,
}

impl<'a> Court<'a> {
    fn new(terms: &'a Terms, moments: &'a [Moment]) -> Court<'a> {
        let sides = [Side::default(), Side::default()];
        let (moments, order) = (moments.iter(), Order::default());
        Court { terms, moments, now: Duration::ZERO, sides, order }
    }

    /// What is known of a player, or by hand of the one folder.
    pub(super) fn side(&mut self, player: Player) -> &mut Side {
        let at = if self.terms.by_hand { 0 } else { usize::from(player.number() - 1) };
        &mut self.sides[at]
    }

    /// The next moment, unless it begins a turn or ends the match.
    pub(super) fn next_within(&mut self) -> Option<&'a Moment> {
        let moment = self.moments.as_slice().first();
        self.pass_to(moment.map_or(self.now, |moment| moment.at));
        match moment.map(|moment| &moment.what) {
            None | Some(What::Turn { .. } | What::Decides(_)) => None,
            Some(_) => self.moments.next(),
        }
    }

    /// Lets time pass.
    fn pass_to(&mut self, at: Duration) {
        let passed = at.saturating_sub(self.now);
        self.now = at.max(self.now);
        for side in &mut self.sides {
            side.used += passed * side.cores;
            if side.others_have {
                side.taken += passed;
            }
        }
    }

    /// Takes note of what happened to the players.
    pub(super) fn note(&mut self, what: &What) {
        let now = self.now;
        match *what {
            What::Does { player, ref act } => {
                self.side(player).does(act, now);
                if self.side(player).voice.bytes > self.terms.output_bytes {
                    self.side(player).is_over.push(Exceeded::Output);
                }
            }
            What::Uses { player, cores } => self.side(player).cores = cores,
            What::Exceeds { player, limit } => self.side(player).is_over.push(limit),
            What::OthersFill { player } => self.side(player).is_filled_by_others = true,
            What::Others { player, have } => self.side(player).others_have = have,
            What::Dies { player, death } => {
                self.side(player).death = Some(death);
                self.side(player).cores = 0;
            }
            What::ToldDeath { player } => {
                self.side(player).told_death.get_or_insert(now);
            }
            What::Told { player, news: Heard::Closed(number) } => {
                let side = self.side(player);
                // The first event of a board that was given is of its giving, and swallows an equal one.
                let is_of_giving = side.given.take_if(|it| *it == number).is_some();
                side.was_told_of_forgery |= !is_of_giving && side.forged.contains(&number);
                side.told.insert(number);
            }
            What::RulesQuestions { player, left } => self.side(player).left = left,
            What::AsksStop { player } => {
                let taken = self.side(player).taken;
                self.side(player).asked_to_stop = Some((now, taken));
            }
            What::Stops { player } => self.side(player).is_stopped = true,
            What::Runs { player } => {
                self.side(player).is_stopped = false;
                self.side(player).asked_to_stop = None;
            }
            What::Told { .. }
            | What::Reads { .. }
            | What::Delays { .. }
            | What::HostFails
            | What::Turn { .. }
            | What::Decides(_) => {}
        }
    }

    /// Plays one turn of the match; an error is its end.
    fn turn(&mut self, line: &mut dyn Line, branches: &mut Vec<Branch>) -> Result<(), Ruling> {
        let mut turn = self.begin(line, branches)?;
        while let Some(moment) = self.next_within() {
            self.note(&moment.what);
            if turn.by_lines {
                self.listen(&mut turn, &moment.what);
            } else {
                self.watch(&mut turn, &moment.what);
            }
        }
        let read = self.end(&turn, branches).map_err(|ruling| self.with_slip(&turn, ruling))?;
        if turn.by_lines {
            self.play_line(&turn, line, &read, branches)?;
        } else {
            self.play(line, read, branches)?;
        }
        let side = self.side(turn.player);
        side.has_answered = true;
        side.used_before = (turn.used_at_answer, side.used);
        Ok(())
    }

    /// Judges the board that counts, and plays its move.
    pub(super) fn play(
        &self,
        line: &mut dyn Line,
        read: Read,
        branches: &mut Vec<Branch>,
    ) -> Result<(), Ruling> {
        let forfeit =
            |line: &dyn Line, reason| Err(forfeit(line.turn(), line.plies() as u64 + 1, reason));
        let Read::Bytes(bytes) = read else {
            branches.push(Branch::Unreadable);
            return forfeit(line, Reason::InvalidBoard);
        };
        match line.judge(&bytes, self.terms.strictness).verdict {
            Ok(key) => line.play(key),
            Err(wrong) => {
                let is_short = bytes.len() < line.least();
                branches.push(if is_short { Branch::TooShort } else { Branch::WrongBoard });
                return forfeit(line, wrong.reason());
            }
        }
        ended(line, branches)
    }

    /// "As its turn begins".
    fn begin(&mut self, line: &dyn Line, branches: &mut Vec<Branch>) -> Result<Turn, Ruling> {
        let (player, number) = (line.turn(), line.plies() as u64 + 1);
        while let Some(moment) = self.next_within() {
            self.note(&moment.what);
        }
        let by_lines = self.terms.by_lines[usize::from(player.number() - 1)];
        let mut end = |branch, reason| {
            branches.push(branch);
            Err(forfeit(player, number, reason))
        };
        let side = self.side(player);
        if !by_lines && side.has_answered && side.names.range(number + 1..).next().is_some() {
            // No event is told of a file that is never closed, or of a link.
            if side.told.range(number + 1..).next().is_none() {
                return Err(Ruling::Silent("a board was written ahead, and nobody told"));
            }
            return end(Branch::Ahead, Reason::Cheating);
        }
        let (is_first, taken_before) = (!side.has_answered, side.taken);
        let is_occupied = !by_lines && side.names.contains_key(&number);
        let used_at_answer = side.used;
        let Some(Moment {
            what: What::Turn { player: to, number: given_number, board, given },
            ..
        }) = self.moments.as_slice().first()
        else {
            if is_occupied {
                return end(Branch::Occupied, Reason::Cheating);
            }
            return Err(Ruling::Breach("the match went on, and the next board was not given"));
        };
        self.moments.next();
        let start_time = if is_first { self.terms.start_time } else { Duration::ZERO };
        let allowed = self.terms.move_time + start_time;
        let is_right = if by_lines {
            lines::is_block(board, line, allowed)
        } else {
            **board == *line.board(line.plies())
        };
        if (*to, *given_number) != (player, number) || !is_right {
            return Err(Ruling::Breach("another board was given than was answered"));
        }
        if is_occupied {
            return end(Branch::Occupied, Reason::Cheating);
        }
        match given {
            Gave::Occupied => return end(Branch::Occupied, Reason::Cheating),
            Gave::FullByItself => return end(Branch::FullByItself, Reason::Output),
            Gave::FullByOthers => {
                branches.push(Branch::FullByOthers);
                return Err(Ruling::Law(Verdict::Void));
            }
            Gave::Done => self.side(player).given = (!is_first).then_some(number),
        }
        let is_early = by_lines && self.side(player).voice.ask();
        Ok(Turn {
            player,
            answer: number + 1,
            least: line.least(),
            began: self.now,
            allowed,
            is_first,
            by_lines,
            is_early,
            taken_before,
            heard: false,
            was_told: false,
            seen: None,
            short: None,
            due: is_early.then_some(self.now),
            taken_before_grace: Duration::ZERO,
            used_at_answer,
            delays: Duration::ZERO,
            unclear: None,
        })
    }

    /// Watches a turn for a board that counts. "The first close that is heard of a file long enough
    /// decides, as read then."
    fn watch(&mut self, turn: &mut Turn, what: &What) {
        let now = self.now;
        if let What::Delays { by } = what {
            turn.delays += *by;
        }
        let is_over_time = self.is_over_time(turn);
        let side = self.side(turn.player);
        let is_mine = |player: &Player| *player == turn.player;
        match what {
            What::Told { player, news: Heard::Closed(number) }
                if is_mine(player) && *number == turn.answer =>
            {
                (turn.heard, turn.was_told) = (true, true);
                if side.length(turn.answer) >= turn.least {
                    turn.due.get_or_insert(now);
                }
            }
            // The folder must be listed then, but it cannot be told whether a file that is written was renamed.
            What::Told { player, news: Heard::Overflow } if is_mine(player) => {
                if let Stands::Board(bytes) = side.stands(turn.answer, turn.began)
                    && bytes.len() >= turn.least
                    && !side.is_renamed_and_open(turn.answer)
                {
                    turn.due.get_or_insert(now);
                }
            }
            What::Does { player, act } if is_mine(player) => {
                let number = match act {
                    Act::Creates { number, .. }
                    | Act::Renames { number, .. }
                    | Act::Links { number, .. }
                    | Act::MakesFolder { number } => Some(*number),
                    Act::Removes { number } if *number == turn.answer => {
                        turn.due = None;
                        None
                    }
                    Act::Closes { file } | Act::Writes { file, .. } => {
                        let name = side.names.get(&turn.answer);
                        let is_it = name.is_some_and(|(it, _)| it.file() == Some(*file));
                        is_it.then_some(turn.answer)
                    }
                    _ => None,
                };
                if number == Some(turn.answer) {
                    turn.used_at_answer = side.used;
                }
                if matches!(act, Act::Links { number, .. } if *number == turn.answer)
                    && side.length(turn.answer) >= turn.least
                {
                    turn.due.get_or_insert(now);
                }
            }
            What::Reads { player, number, read }
                if is_mine(player) && *number == turn.answer && turn.seen.is_none() =>
            {
                let stands = side.stands(turn.answer, turn.began);
                let is_closed = matches!(stands, Stands::Board(_) | Stands::Unreadable)
                    && (turn.was_told || !side.is_renamed_and_open(turn.answer));
                if !turn.heard && !is_closed {
                    return;
                }
                turn.heard = false;
                if let Some((Name::Linked { content, .. }, _)) = side.names.get(&turn.answer)
                    && content.len() >= turn.least
                    && matches!(read, Read::Bytes(bytes) if bytes != content)
                {
                    turn.unclear = Some("a board was written after it was linked");
                }
                match read {
                    Read::Missing => {}
                    Read::Bytes(bytes) if bytes.len() < turn.least => {
                        if turn.short.is_none() {
                            turn.taken_before_grace = side.taken;
                        }
                        let first = turn.short.map_or(now, |(first, _)| first);
                        turn.short = Some((first, now));
                    }
                    Read::Bytes(_) | Read::Unreadable => {
                        let excess = side.excess(is_over_time.0, side.was_told_of_forgery);
                        turn.seen = Some(BoardRead { read: read.clone(), excess });
                    }
                }
            }
            _ => {}
        }
    }

    /// Returns true, twice, if the player is surely over its processor time, and if it may be.
    fn is_over_time(&mut self, turn: &Turn) -> (bool, bool) {
        let (terms, allowed) = (self.terms, turn.allowed);
        let start_time = allowed - terms.move_time;
        let (low, high) = match terms.cpu_time {
            Some(time) => (time + start_time, time + start_time),
            None => (terms.move_time * terms.cores + start_time, allowed * terms.cores),
        };
        let side = self.side(turn.player);
        let (before_low, before_high) = side.used_before;
        (side.used - before_high > high, side.used - before_low > low)
    }

    /// What decides the turn that ends now: the answer, or the end of the match.
    fn end(&mut self, turn: &Turn, branches: &mut Vec<Branch>) -> Result<Read, Ruling> {
        let now = self.now;
        let (surely, maybe) = self.is_over_time(turn);
        let side = self.side(turn.player);
        let excess = match &turn.seen {
            Some(seen) => seen.excess,
            None => side.excess(surely, side.was_told_of_forgery),
        };
        if excess != side.excess(maybe, !side.forged.is_empty()) {
            return Err(Ruling::Silent("it used too much while the referee judged, or untold"));
        }
        if let Some(unclear) = turn.unclear {
            return Err(Ruling::Silent(unclear));
        }
        let side = self.side(turn.player);
        let patience = SLACK + turn.delays;
        // "It has 100 ms more", which others do not shorten.
        let in_grace = turn.short.map_or(Duration::ZERO, |_| side.taken - turn.taken_before);
        if turn.due.is_some_and(|due| now > due + in_grace + patience) {
            return Err(Ruling::Breach("the referee waited on after a board counted"));
        }
        if side.told_death.is_some_and(|told| now > told.max(turn.began) + patience) {
            return Err(Ruling::Breach("the referee waited on after a death"));
        }
        let most = turn.allowed * 8;
        let moved = |taken: Duration| (taken - turn.taken_before).min(most);
        if now > turn.began + turn.allowed + moved(side.taken) + patience {
            return Err(Ruling::Breach("the referee waited on after the deadline"));
        }
        if let Some(excess) = excess {
            if side.death == Some(Died::ByHost) {
                return Err(Ruling::Silent("it used too much, and the host killed it"));
            }
            let (reason, branch) = excess.reason();
            branches.push(branch);
            return Err(forfeit(turn.player, turn.answer - 1, reason));
        }
        if let Some(seen) = &turn.seen {
            branches.push(if turn.by_lines {
                turn.line_branch(side)
            } else {
                Branch::CountedAsHeard
            });
            return Ok(seen.read.clone());
        }
        self.at_the_end(turn, branches)
    }

    /// "A board of a number still to come, without the answer, is a slip", "found at lateness or death", and
    /// "changes no reason".
    fn with_slip(&mut self, turn: &Turn, ruling: Ruling) -> Ruling {
        let Ruling::Law(Verdict::Forfeit { player, ply, reason, .. }) = ruling else {
            return ruling;
        };
        if turn.by_lines {
            let slip = self.side(player).voice_slip(reason);
            return Ruling::Law(Verdict::Forfeit { player, ply, reason, slip });
        }
        let names = &self.side(player).names;
        let is_file = |it: &(Name, Duration)| it.0.file().is_some();
        let has_slipped = matches!(reason, Reason::Timeout | Reason::Crash | Reason::Exited)
            && !names.get(&turn.answer).is_some_and(is_file)
            && names.range(turn.answer + 1..).any(|(_, name)| is_file(name));
        let slip = has_slipped.then_some(Slip::Elsewhere);
        Ruling::Law(Verdict::Forfeit { player, ply, reason, slip })
    }
}

pub(super) fn forfeit(player: Player, ply: u64, reason: Reason) -> Ruling {
    Ruling::Law(Verdict::Forfeit { player, ply, reason, slip: None })
}

/// Ends the match by the rules, if it is at its end.
fn ended(line: &dyn Line, branches: &mut Vec<Branch>) -> Result<(), Ruling> {
    line.end().map_or(Ok(()), |end| {
        branches.push(Branch::EndOfRules);
        let (winner, reason) = (end.winner(), end.reason());
        Err(Ruling::Law(Verdict::Rules { winner, reason }))
    })
}
