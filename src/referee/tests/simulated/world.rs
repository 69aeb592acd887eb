//! A world of two players and a host in which time is a number. It does what scripts say and writes down
//! what happens.

use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

use arbitro_rules::Player;

use super::acts::Held;
use super::folder::Folder;
use super::script::{Flaws, Match, Step};
use super::trace::{Died, Exceeded, Heard, Moment, Terms, Trace, Verdict, What};
use super::voice::Voice;

/// Calls of the referee without any time passing after which it hangs.
const MAX_CALLS: u32 = 20_000;
/// Calls in a match after which it never ends.
const MAX_CALLS_IN_ALL: u32 = 2_000_000;
/// The least time that computing takes.
const LEAST: Duration = Duration::from_nanos(1);
/// The occupation of a running player until its next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Busy {
    No,
    Waits,
    /// Its output is full.
    Blocked,
    Sleeps {
        until: Duration,
    },
    Computes {
        left: Duration,
    },
}

/// A player: its program, and what the system keeps for it.
#[derive(Debug)]
pub(super) struct Body {
    pub(super) steps: VecDeque<Step>,
    pub(super) busy: Busy,
    pub(super) has_started: bool,
    pub(super) is_stopped: bool,
    /// The time when a stop takes effect that was asked for.
    pub(super) stops_at: Option<Duration>,
    /// Its program has ended so, and a child of it goes on for a while.
    pub(super) dying: Option<Died>,
    pub(super) death: Option<Died>,
    /// The time when the referee can hear of its death.
    pub(super) death_ripe: Option<Duration>,
    /// The latest board that it has not yet begun to answer.
    pub(super) unseen: Option<u64>,
    /// The latest board that it has begun to answer.
    pub(super) seen: u64,
    /// By hand: it answers a board that stands whole before that is closed.
    pub(super) is_hasty: bool,
    /// The number of its answer, and the texts of one that is legal and the board before.
    pub(super) answer: u64,
    pub(super) legal: Rc<[u8]>,
    pub(super) before: Rc<[u8]>,
    pub(super) held: Option<Held>,
    pub(super) latest_file: Option<usize>,
    /// Its pipes, once it was started, if it answers by lines.
    pub(super) voice: Option<Voice>,
    pub(super) exceeded: Vec<Exceeded>,
    pub(super) memory_untold: bool,
    used: Duration,
    pub(super) cores: u32,
    /// The times when others have its core, in order; those that are over are dropped.
    others: VecDeque<(Duration, Duration)>,
    others_have: bool,
    /// All times at which others have its core.
    all_others: Vec<(Duration, Duration)>,
    measured_from: Option<Duration>,
}

#[derive(Debug)]
pub(super) struct World {
    pub(super) now: Duration,
    pub(super) bodies: [Body; 2],
    /// One for each player, or by hand one for both.
    folders: Vec<Folder>,
    /// The length of a board.
    pub(super) board_bytes: usize,
    pub(super) flaws: Flaws,
    pub(super) terms: Terms,
    moments: Vec<Moment>,
    calls: u32,
    calls_at_once: u32,
    /// Counts what the host has merged, told late, torn.
    pub(super) disturbances: u32,
    /// Counts the occasions for a flaw, which comes at every so manieth.
    turns_of_flaws: [u32; 6],
}

pub(super) const fn index(player: Player) -> usize {
    match player {
        Player::X => 0,
        Player::O => 1,
    }
}

impl Body {
    fn new(steps: &[Step], others: &[(Duration, Duration)]) -> Body {
        Body {
            steps: steps.iter().copied().collect(),
            busy: Busy::No,
            has_started: false,
            is_stopped: false,
            stops_at: None,
            dying: None,
            death: None,
            death_ripe: None,
            unseen: None,
            seen: 0,
            is_hasty: false,
            answer: 0,
            legal: Rc::from([]),
            before: Rc::from([]),
            held: None,
            latest_file: None,
            voice: None,
            exceeded: Vec::new(),
            memory_untold: false,
            used: Duration::ZERO,
            cores: 0,
            others: others.iter().copied().collect(),
            others_have: false,
            all_others: others.to_vec(),
            measured_from: None,
        }
    }

    fn runs(&self) -> bool {
        self.has_started && !self.is_stopped && self.death.is_none()
    }

    /// Returns the time of its next event, if no other acts.
    fn next(&self, now: Duration) -> Option<Duration> {
        let toggles =
            self.others.front().map(|&(from, to)| if self.others_have { to } else { from });
        let acts = if self.runs() && !self.others_have {
            match self.busy {
                Busy::No => Some(now),
                Busy::Waits => self.unseen.map(|_| now),
                Busy::Blocked => None,
                Busy::Sleeps { until } => Some(until.max(now)),
                Busy::Computes { left } => Some(now + (left / self.cores.max(1)).max(LEAST)),
            }
        } else {
            None
        };
        [toggles, acts, self.stops_at].into_iter().flatten().min()
    }

    pub(super) fn used(&self) -> Duration {
        self.used
    }

    pub(super) fn measure_from(&mut self, from: Duration) {
        self.measured_from = Some(from);
    }

    /// Returns the time that others have taken since the measuring began.
    pub(super) fn taken(&self, now: Duration) -> Duration {
        let from = self.measured_from.unwrap_or(now);
        let taken =
            |&(begin, end): &(Duration, Duration)| end.min(now).saturating_sub(begin.max(from));
        self.all_others.iter().map(taken).sum()
    }
}

impl World {
    pub(super) fn new(game: &Match) -> World {
        let body = |at: usize| Body::new(&game.scripts[at], &game.others[at]);
        let mut bodies = [body(0), body(1)];
        let by_hand = game.terms.by_hand;
        for ((answer, body), hasty) in (2..).zip(&mut bodies).zip(game.is_hasty) {
            (body.is_hasty, body.has_started) = (hasty, by_hand);
            body.answer = if by_hand { answer } else { 0 };
        }
        World {
            now: Duration::ZERO,
            bodies,
            folders: (0..if by_hand { 1 } else { 2 }).map(|_| Folder::default()).collect(),
            board_bytes: 0,
            flaws: game.flaws.clone(),
            terms: game.terms.clone(),
            moments: Vec::with_capacity(256),
            calls: 0,
            calls_at_once: 0,
            disturbances: 0,
            turns_of_flaws: [0; 6],
        }
    }

    /// The trace of the match, which the referee has decided.
    pub(super) fn end(mut self, verdict: Verdict) -> Trace {
        self.write(What::Decides(verdict));
        Trace { terms: self.terms, moments: self.moments }
    }

    pub(super) fn body(&mut self, player: Player) -> &mut Body {
        &mut self.bodies[index(player)]
    }

    pub(super) fn folder(&mut self, player: Player) -> &mut Folder {
        let at = index(player).min(self.folders.len() - 1);
        &mut self.folders[at]
    }

    pub(super) fn write(&mut self, what: What) {
        self.moments.push(Moment { at: self.now, what });
    }

    /// Counts a call of the referee; returns true if the host fails at it.
    ///
    /// # Panics
    ///
    /// When the referee asks again and again while no time passes, or the match does not end.
    pub(super) fn is_called(&mut self) -> bool {
        self.calls += 1;
        self.calls_at_once += 1;
        assert!(self.calls_at_once < MAX_CALLS, "the referee hangs at {:?}", self.now);
        assert!(self.calls < MAX_CALLS_IN_ALL, "the match does not end: {:?}", self.now);
        let fails = self.flaws.fails_at == Some(self.calls);
        if fails {
            self.write(What::HostFails);
        }
        fails
    }

    /// Returns a flaw's time if it comes now: some come at every so manieth occasion.
    pub(super) fn flaw(&mut self, which: Flaw) -> Option<Duration> {
        let (every, by) = match which {
            Flaw::LateTimer => self.flaws.late_timer,
            Flaw::LateStop => self.flaws.late_stop,
            Flaw::LateNews => self.flaws.late_news,
            Flaw::LateDeath => self.flaws.late_death,
            Flaw::TornRead => self.flaws.torn_read,
            Flaw::SlowStart => self.flaws.slow_start,
        }?;
        let count = &mut self.turns_of_flaws[which as usize];
        *count += 1;
        let comes = count.is_multiple_of(every);
        if comes && matches!(which, Flaw::LateNews | Flaw::TornRead) {
            self.disturbances += 1;
        }
        if comes && !by.is_zero() {
            self.write(What::Delays { by });
        }
        comes.then_some(by)
    }

    /// Lets everything happen up to a moment.
    pub(super) fn pass_to(&mut self, until: Duration) {
        loop {
            let next = |at: usize| self.bodies[at].next(self.now).map(|time| (time, at));
            let Some((time, at)) = [next(0), next(1)].into_iter().flatten().min() else {
                break;
            };
            if time > until {
                break;
            }
            self.elapse(time);
            self.happen(at);
        }
        self.elapse(until);
    }

    fn elapse(&mut self, to: Duration) {
        let passed = to.saturating_sub(self.now);
        if passed.is_zero() {
            return;
        }
        self.now = to;
        self.calls_at_once = 0;
        for body in &mut self.bodies {
            body.used += passed * body.cores;
            if let Busy::Computes { left } = &mut body.busy {
                *left = left.saturating_sub(passed * body.cores);
            }
        }
    }

    /// Lets a player's next event happen.
    fn happen(&mut self, at: usize) {
        let now = self.now;
        let player = if at == 0 { Player::X } else { Player::O };
        let body = &mut self.bodies[at];
        if body.stops_at.is_some_and(|stops_at| stops_at <= now) {
            self.take_stop(player);
        } else if let Some(&(from, to)) = body.others.front()
            && (if body.others_have { to } else { from }) <= now
        {
            if body.others_have {
                body.others.pop_front();
            }
            body.others_have = !body.others_have;
            let have = body.others_have;
            self.write(What::Others { player, have });
        } else if body.runs() {
            let is_done = match body.busy {
                Busy::No => true,
                Busy::Waits => body.unseen.is_some(),
                Busy::Blocked => false,
                Busy::Sleeps { until } => until <= now,
                Busy::Computes { left } => left.is_zero(),
            };
            if is_done {
                body.busy = Busy::No;
                self.act(player);
            }
        }
        self.note_use(player);
    }

    /// Writes down how many cores a player uses from now on, if that has changed.
    fn note_use(&mut self, player: Player) {
        let all = self.terms.cores;
        let body = self.body(player);
        let computes = matches!(body.busy, Busy::Computes { .. });
        let cores = if computes && body.runs() && !body.others_have { all } else { 0 };
        if cores != body.cores {
            body.cores = cores;
            self.write(What::Uses { player, cores });
        }
    }

    fn take_stop(&mut self, player: Player) {
        let body = self.body(player);
        body.stops_at = None;
        if body.death.is_none() && !body.is_stopped {
            body.is_stopped = true;
            self.write(What::Stops { player });
        }
    }

    pub(super) fn ask_stop(&mut self, player: Player) {
        self.write(What::AsksStop { player });
        let body = self.body(player);
        if body.is_stopped || body.stops_at.is_some() || body.death.is_some() {
            return;
        }
        let late = self.flaw(Flaw::LateStop).unwrap_or_default();
        if late.is_zero() {
            self.take_stop(player);
        } else {
            self.body(player).stops_at = Some(self.now + late);
        }
        self.note_use(player);
    }

    pub(super) fn let_run(&mut self, player: Player) {
        let body = self.body(player);
        body.is_stopped = false;
        body.stops_at = None;
        self.write(What::Runs { player });
        self.note_use(player);
    }

    /// Puts a board into a player's folder.
    pub(super) fn lay(&mut self, player: Player, number: u64, board: &Rc<str>) {
        self.folder(player).given.insert(number, Rc::clone(board));
        self.body(player).unseen = Some(number);
    }

    /// The queue of a player's folder gets an event.
    pub(super) fn tell(&mut self, player: Player, heard: Heard) {
        if self.flaws.tells_nothing || self.terms.by_lines[index(player)] {
            return;
        }
        let ripe = self.now + self.flaw(Flaw::LateNews).unwrap_or_default();
        let most = self.flaws.queue;
        let is_lost = self.folder(player).tell(heard, ripe, most);
        self.disturbances += u32::from(is_lost);
    }

    /// Others fill the folders when their moment comes.
    pub(super) fn fill_by_others(&mut self, player: Player) {
        if !self.terms.by_hand
            && self.flaws.others_fill.is_some_and(|at| at <= self.now)
            && self.folder(player).filled.is_none()
        {
            self.folder(player).filled = Some(false);
            self.write(What::OthersFill { player });
        }
    }

    /// Returns true, once, if the referee can hear that a player has died.
    pub(super) fn take_death(&mut self, player: Player) -> bool {
        let now = self.now;
        self.body(player).death_ripe.take_if(|death_ripe| *death_ripe <= now).is_some()
    }

    pub(super) fn take_memory_alarm(&mut self, player: Player) -> bool {
        std::mem::take(&mut self.body(player).memory_untold)
    }

    /// Returns the time when the referee next hears of something, if it only waits.
    fn next_ripe(&self) -> Option<Duration> {
        let of = |body: &Body| {
            let alarm = body.memory_untold.then_some(self.now);
            let heard = body.voice.as_ref().and_then(|voice| voice.ripe);
            let told = [alarm, body.death_ripe, heard];
            told.into_iter().flatten().filter(|_| !self.terms.by_hand).min()
        };
        let news = self.folders.iter().filter_map(Folder::next_ripe);
        self.bodies.iter().filter_map(of).chain(news).min()
    }

    /// Waits until the referee can hear of something, or until a moment.
    pub(super) fn wait(&mut self, until: Duration) {
        loop {
            if self.next_ripe().is_some_and(|ripe| ripe <= self.now) {
                return;
            }
            if self.now >= until {
                return;
            }
            let next = self.bodies.iter().filter_map(|body| body.next(self.now)).min();
            let to = [next, self.next_ripe(), Some(until)].into_iter().flatten().min();
            let to = to.unwrap_or(until);
            if to >= until && self.next_ripe().is_none_or(|ripe| ripe >= until) {
                let late = self.flaw(Flaw::LateTimer).unwrap_or_default();
                self.pass_to(until + late);
                return;
            }
            self.pass_to(to);
        }
    }
}

/// A flaw of a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flaw {
    LateTimer,
    LateStop,
    LateNews,
    LateDeath,
    TornRead,
    SlowStart,
}
