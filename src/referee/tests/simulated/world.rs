//! A world of two players and a host in which time is a number. It does what scripts say and writes down
//! what happens.

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::time::Duration;

use arbitro_rules::Player;
use arbitro_rules::line::{Start, open};

use super::script::{Content, Flaws, Match, Step};
use super::trace::{Act, Died, Exceeded, Heard, Moment, Terms, Trace, Verdict, What};

/// Calls of the referee without any time passing after which it hangs.
const MAX_CALLS: u32 = 20_000;
/// Calls in a match after which it never ends.
const MAX_CALLS_IN_ALL: u32 = 2_000_000;
/// Events of a flood.
const FLOOD: usize = 40;

/// A file that a player made.
#[derive(Clone, Debug)]
pub(super) struct File {
    pub(super) content: Rc<[u8]>,
    pub(super) is_readable: bool,
    /// The descriptions of it that are open for writing.
    pub(super) writers: u32,
}

/// Something with a board's name in a player's folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// A file under the name that it was made or renamed to: its closes are told under this name.
    File(usize),
    /// A file that has another name.
    Link(usize),
    NoFile,
}

/// A file that a player holds open for writing.
#[derive(Clone, Copy, Debug)]
struct Held {
    file: usize,
    by_parent: bool,
    by_child: bool,
}

/// What a running player does until its next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Busy {
    No,
    Waits,
    Sleeps { until: Duration },
    Computes { left: Duration },
}

/// Something that happened by itself, and when the referee can hear of it.
#[derive(Clone, Copy, Debug)]
struct News {
    ripe: Duration,
    heard: Heard,
}

/// A player: its program, its folder, and what the system keeps for it.
#[derive(Debug)]
pub(super) struct Body {
    steps: VecDeque<Step>,
    busy: Busy,
    pub(super) has_started: bool,
    pub(super) is_stopped: bool,
    /// When a stop takes effect that was asked for.
    stops_at: Option<Duration>,
    pub(super) death: Option<Died>,
    /// When the referee can hear of its death.
    death_ripe: Option<Duration>,
    /// The boards that it was given, by their number.
    pub(super) given: BTreeMap<u64, Rc<str>>,
    /// The latest board that it has not yet begun to answer.
    unseen: Option<u64>,
    /// The number of its answer, and the texts of one that is legal and the board before.
    answer: u64,
    legal: Rc<[u8]>,
    before: Rc<[u8]>,
    pub(super) files: Vec<File>,
    pub(super) entries: BTreeMap<u64, Entry>,
    held: Option<Held>,
    pub(super) forged: Vec<u64>,
    pub(super) exceeded: Vec<Exceeded>,
    memory_untold: bool,
    /// True if its own files fill its folder, false if those of others do.
    pub(super) filled: Option<bool>,
    queue: VecDeque<News>,
    used: Duration,
    cores: u32,
    /// When others have its core, in order; those that are over are dropped.
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
            death: None,
            death_ripe: None,
            given: BTreeMap::new(),
            unseen: None,
            answer: 0,
            legal: Rc::from([]),
            before: Rc::from([]),
            files: Vec::new(),
            entries: BTreeMap::new(),
            held: None,
            forged: Vec::new(),
            exceeded: Vec::new(),
            memory_untold: false,
            filled: None,
            queue: VecDeque::new(),
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

    /// When something happens to it next, if nobody else does anything.
    fn next(&self, now: Duration) -> Option<Duration> {
        let toggles =
            self.others.front().map(|&(from, to)| if self.others_have { to } else { from });
        let acts = if self.runs() && !self.others_have {
            match self.busy {
                Busy::No => Some(now),
                Busy::Waits => self.unseen.map(|_| now),
                Busy::Sleeps { until } => Some(until.max(now)),
                Busy::Computes { left } => Some(now + left),
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

    /// What others have taken since the measuring began.
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
        World {
            now: Duration::ZERO,
            bodies: [body(0), body(1)],
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

    /// What happens to a player now.
    fn happen(&mut self, at: usize) {
        let now = self.now;
        let player = if at == 0 { Player::X } else { Player::O };
        let body = &mut self.bodies[at];
        if body.stops_at.is_some_and(|it| it <= now) {
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
        let body = self.body(player);
        let computes = matches!(body.busy, Busy::Computes { .. });
        let cores = u32::from(computes && body.runs() && !body.others_have);
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
        let body = self.body(player);
        body.given.insert(number, Rc::clone(board));
        body.unseen = Some(number);
    }

    /// The queue of a player's folder gets an event.
    pub(super) fn tell(&mut self, player: Player, heard: Heard) {
        if self.flaws.tells_nothing {
            return;
        }
        let late = self.flaw(Flaw::LateNews).unwrap_or_default();
        let (now, length) = (self.now, self.flaws.queue);
        let queue = &mut self.body(player).queue;
        let ripe = queue.back().map_or(now, |last| last.ripe).max(now + late);
        if queue.back().is_some_and(|last| last.heard == heard) {
            // The kernel merges an event with the one before it.
            self.disturbances += 1;
        } else if queue.len() < length {
            queue.push_back(News { ripe, heard });
        } else if queue.back().is_none_or(|last| last.heard != Heard::Overflow) {
            queue.push_back(News { ripe, heard: Heard::Overflow });
            self.disturbances += 1;
        }
    }

    /// The next event that the referee can hear.
    pub(super) fn take_news(&mut self, player: Player) -> Option<Heard> {
        let now = self.now;
        let queue = &mut self.body(player).queue;
        queue.pop_front_if(|it| it.ripe <= now).map(|it| it.heard)
    }

    /// The events that the referee could hear.
    pub(super) fn ripe_news(&self, player: Player) -> usize {
        self.bodies[index(player)].queue.iter().take_while(|it| it.ripe <= self.now).count()
    }

    /// Returns true, once, if the referee can hear that a player has died.
    pub(super) fn take_death(&mut self, player: Player) -> bool {
        let now = self.now;
        self.body(player).death_ripe.take_if(|it| *it <= now).is_some()
    }

    pub(super) fn take_memory_alarm(&mut self, player: Player) -> bool {
        std::mem::take(&mut self.body(player).memory_untold)
    }

    /// When the referee can next hear of something, if it only waits.
    fn next_ripe(&self) -> Option<Duration> {
        let of = |body: &Body| {
            let alarm = body.memory_untold.then_some(self.now);
            let news = body.queue.front().map(|it| it.ripe);
            [alarm, news, body.death_ripe].into_iter().flatten().min()
        };
        self.bodies.iter().filter_map(of).min()
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
            let next = self.bodies.iter().filter_map(|it| it.next(self.now)).min();
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

    /// All that a dead player's children held open is closed.
    pub(super) fn end_children(&mut self, player: Player) {
        if let Some(held) = &mut self.body(player).held {
            held.by_child = false;
        }
        self.release(player);
    }

    fn does(&mut self, player: Player, act: Act) {
        self.write(What::Does { player, act });
    }

    /// Closes the file that a player holds if none of its processes does any longer.
    fn release(&mut self, player: Player) {
        let body = self.body(player);
        let Some(Held { file, .. }) = body.held.take_if(|it| !it.by_parent && !it.by_child) else {
            return;
        };
        body.files[file].writers -= 1;
        let named = body.entries.iter().find(|(_, it)| **it == Entry::File(file));
        let named = named.map(|(&number, _)| number);
        self.does(player, Act::Closes { file });
        if let Some(number) = named {
            self.tell(player, Heard::Closed(number));
        }
    }

    fn hold_new(&mut self, player: Player) -> usize {
        self.let_go(player);
        let body = self.body(player);
        let file = body.files.len();
        body.files.push(File { content: Rc::from([]), is_readable: true, writers: 1 });
        body.held = Some(Held { file, by_parent: true, by_child: false });
        file
    }

    /// A player's programs close what they hold open.
    fn let_go(&mut self, player: Player) {
        if let Some(held) = &mut self.body(player).held {
            (held.by_parent, held.by_child) = (false, false);
        }
        self.release(player);
    }

    /// Does a player's next step.
    fn act(&mut self, player: Player) {
        let (now, has_alarm) = (self.now, !self.flaws.has_no_alarm);
        let body = self.body(player);
        let Some(step) = body.steps.pop_front() else {
            // At the end of its script it waits for ever.
            body.busy = Busy::Sleeps { until: Duration::MAX };
            return;
        };
        let is_named = matches!(
            step,
            Step::Create(_) | Step::Rename(_) | Step::Link(_) | Step::Folder(_) | Step::Remove(_)
        );
        if is_named && body.answer == 0 {
            // It has seen no board.
            return;
        }
        let number = |by: i8| body.answer.saturating_add_signed(by.into());
        let held = body.held.map(|it| it.file);
        let last = body.files.len().checked_sub(1);
        match step {
            Step::Await => match body.unseen.take() {
                Some(given) => self.see(player, given),
                None => {
                    body.busy = Busy::Waits;
                    body.steps.push_front(Step::Await);
                }
            },
            Step::Sleep(time) => body.busy = Busy::Sleeps { until: now + time },
            Step::Compute(time) => body.busy = Busy::Computes { left: time },
            Step::Create(by) => {
                let number = number(by);
                if body.given.contains_key(&number) || body.entries.contains_key(&number) {
                    return;
                }
                let file = self.hold_new(player);
                self.body(player).entries.insert(number, Entry::File(file));
                self.does(player, Act::Creates { number, file });
                if self.flaws.tells_creation {
                    self.tell(player, Heard::Begun(number));
                }
            }
            Step::OpenOther => {
                let file = self.hold_new(player);
                self.does(player, Act::Opens { file });
            }
            Step::OpenAgain => {
                let Some(file) = last.filter(|_| held.is_none()) else { return };
                body.files[file].writers += 1;
                body.held = Some(Held { file, by_parent: true, by_child: false });
                self.does(player, Act::Opens { file });
            }
            Step::Write(content) => {
                let Some(file) = held else { return };
                let content = body.content(&content);
                body.files[file].content = Rc::clone(&content);
                self.does(player, Act::Writes { file, content });
            }
            Step::Close => {
                if let Some(held) = &mut body.held {
                    held.by_parent = false;
                }
                self.release(player);
            }
            Step::Fork => {
                if let Some(held) = &mut body.held {
                    held.by_child = held.by_parent;
                }
            }
            Step::ChildCloses => {
                if let Some(held) = &mut body.held {
                    held.by_child = false;
                }
                self.release(player);
            }
            Step::Rename(by) | Step::Link(by) => {
                let (number, is_link) = (number(by), matches!(step, Step::Link(_)));
                let Some(file) = last else { return };
                let is_named =
                    |it: &Entry| matches!(it, Entry::File(of) | Entry::Link(of) if *of == file);
                let is_taken =
                    body.given.contains_key(&number) || body.entries.contains_key(&number);
                if is_taken || body.entries.values().any(is_named) {
                    return;
                }
                let entry = if is_link { Entry::Link(file) } else { Entry::File(file) };
                body.entries.insert(number, entry);
                if is_link {
                    self.does(player, Act::Links { number, file });
                    if self.flaws.tells_creation {
                        self.tell(player, Heard::Begun(number));
                    }
                } else {
                    self.does(player, Act::Renames { number, file });
                    self.tell(player, Heard::Closed(number));
                }
            }
            Step::Folder(by) => {
                let number = number(by);
                if body.given.contains_key(&number) || body.entries.contains_key(&number) {
                    return;
                }
                body.entries.insert(number, Entry::NoFile);
                self.does(player, Act::MakesFolder { number });
            }
            Step::Remove(by) => {
                let number = number(by);
                if body.entries.remove(&number).is_some() {
                    self.does(player, Act::Removes { number });
                }
            }
            Step::Hide => {
                let Some(file) = last else { return };
                body.files[file].is_readable = false;
                self.does(player, Act::Hides { file });
            }
            Step::Forge => {
                let Some((&number, _)) = body.given.last_key_value() else { return };
                body.forged.push(number);
                self.does(player, Act::Forges { number });
                self.tell(player, Heard::Closed(number));
            }
            Step::Flood => {
                let judged = body.entries.range(..body.answer).map(|(&number, _)| number);
                let judged: Vec<u64> = judged.collect();
                // The kernel merges what follows itself, and so there must be two.
                if judged.len() > 1 {
                    for &number in judged.iter().cycle().take(FLOOD) {
                        self.tell(player, Heard::Closed(number));
                    }
                }
            }
            Step::Exceed(limit) => {
                body.exceeded.push(limit);
                body.memory_untold |= limit == Exceeded::Memory && has_alarm;
                if limit == Exceeded::Folder {
                    body.filled = Some(true);
                }
                self.write(What::Exceeds { player, limit });
            }
            Step::Die(death) => self.die(player, death),
        }
    }

    fn die(&mut self, player: Player, death: Died) {
        if let Some(held) = &mut self.body(player).held {
            held.by_parent = false;
        }
        self.release(player);
        let late = self.flaw(Flaw::LateDeath).unwrap_or_default();
        let ripe = self.now + late;
        let body = self.body(player);
        body.death = Some(death);
        body.death_ripe = Some(ripe);
        body.stops_at = None;
        body.cores = 0;
        self.write(What::Dies { player, death });
    }

    /// A player sees a board that it was given, and knows a legal answer.
    fn see(&mut self, player: Player, given: u64) {
        let game = self.terms.game;
        let body = self.body(player);
        body.answer = given + 1;
        let bytes = body.given.get(&given).map_or(&[][..], |it| it.as_bytes());
        let strictness = arbitro_rules::notation::Strictness::Strict;
        let start = Start::Board { bytes, turn: player, strictness };
        let Ok(mut line) = open(game, start, None) else { return };
        let legal = line.legal();
        // Any will do, and the same in each rerun.
        let Some(&key) = legal.get((given as usize * 7) % legal.len().max(1)) else { return };
        line.play(key);
        body.before = Rc::from(bytes);
        body.legal = Rc::from(line.board(1).as_bytes());
    }
}

impl Body {
    fn content(&self, content: &Content) -> Rc<[u8]> {
        match *content {
            Content::Legal => Rc::clone(&self.legal),
            Content::Part(bytes) => {
                Rc::from(&self.legal[..usize::from(bytes).min(self.legal.len())])
            }
            Content::Unchanged => Rc::clone(&self.before),
            Content::Garbage => {
                let mut bytes = self.legal.to_vec();
                bytes.fill(b'?');
                Rc::from(bytes)
            }
        }
    }
}

/// What a host may do wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flaw {
    LateTimer,
    LateStop,
    LateNews,
    LateDeath,
    TornRead,
    SlowStart,
}
