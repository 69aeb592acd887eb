//! Plays the turns: delivers a board, lets the player run, waits for its answer, and freezes its
//! opponent.

use std::io;
use std::mem::MaybeUninit;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::event::epoll;

use super::super::contest::{Freezing, HostFailure, PlyTime, failed};
use super::super::event::{MatchEnd, MatchEvent, Tell};
use super::super::fault::Detail;
use super::super::judgement::{Answer, judgement};
use super::super::seat::{FULL, Seat};
use super::super::warning::Warning;
use super::weighing::TurnTime;
use super::{DEATH, MEMORY, Match, NEWS, index};
use crate::board_file::BoardFileError;
use crate::match_dir::{News, board_file, grace, timeout_until};
use arbitro_rules::Player;
use arbitro_sandbox::{Delivery, Plan};

/// Grace period after an answer before the player is frozen. A player that waits properly is asleep by
/// then.
pub(super) const QUIET: Duration = Duration::from_millis(2);

/// Time between two events while a player thinks.
const TELL_EVERY: Duration = Duration::from_millis(200);

/// Time before the first look for a board that was linked into place. Most answers come before.
const FIRST_LINK: Duration = Duration::from_millis(5);
/// Interval of these looks.
const LINKS_EVERY: Duration = Duration::from_millis(20);

/// Reads after which the kernel's queue of 16,384 events is certainly empty.
const MAX_READS: usize = 1024;

fn board_name(number: u64) -> String {
    board_file(Path::new(""), number).to_string_lossy().into_owned()
}

impl Match<'_> {
    pub(super) fn run(&mut self, tell: Tell<'_>) -> Result<MatchEnd, HostFailure> {
        loop {
            if let Some(end) = self.line.end() {
                return Ok(MatchEnd::Rules(end));
            }
            let (player, ply) = (self.line.turn(), self.line.plies() as u64 + 1);
            let file = PathBuf::from(board_name(ply + 1));
            let turn = MatchEvent::Turn { player, ply, file: file.clone() };
            tell(&*self.line, turn).map_err(HostFailure::Telling)?;
            // Before the turn's clock starts.
            if self.must_quieten(!player)
                && let Some(other) = &mut self.seats[index(!player)]
            {
                other.quieten()?;
            }
            let must_start = self.seats[index(player)].is_none();
            let mut began = Instant::now();
            let lost = self.begin_turn(player, ply)?;
            if must_start {
                // Building a sandbox can take long on a busy machine, which is not the player's time.
                began = Instant::now();
            }
            let on_top = self.start_time(ply);
            let contest = self.contest;
            self.seat(player)?.allow_cpu(contest, on_top);
            let answer = match lost {
                Some(why) => Answer::None(why),
                None => self.await_answer(player, ply, began, tell)?,
            };
            let wall = began.elapsed();
            match judgement(&*self.line, file, answer, self.contest.strictness) {
                Err(fault) => return Ok(MatchEnd::Forfeit(*fault)),
                Ok((key, tolerated)) => {
                    let cpu = self.seat(player)?.latest_cpu();
                    self.times.push(PlyTime { wall, cpu });
                    self.line.play(key);
                    self.texts.push(self.line.board(self.line.plies()));
                    let board = ply + 1;
                    let told = |&leniency| Warning::Tolerated { board, leniency };
                    self.warnings.extend(tolerated.iter().map(told));
                    let (took, cpu) = (wall, Some(cpu));
                    tell(&*self.line, MatchEvent::Move { player, ply, took, cpu, tolerated })
                        .map_err(HostFailure::Telling)?;
                }
            }
        }
    }

    /// The time on top of each player's first answer, to start its program: plies 1 and 2.
    fn start_time(&self, ply: u64) -> Duration {
        if ply <= 2 { self.contest.start_time } else { Duration::ZERO }
    }

    pub(super) fn seat(&mut self, player: Player) -> Result<&mut Seat, HostFailure> {
        self.seats[index(player)]
            .as_mut()
            .ok_or_else(|| failed("a player")(io::Error::other("it was never started")))
    }

    /// Delivers a player its board and lets it run, or returns why it has already lost.
    fn begin_turn(&mut self, player: Player, ply: u64) -> Result<Option<Detail>, HostFailure> {
        let text = self.texts[self.texts.len() - 1].clone();
        if self.seats[index(player)].is_none() {
            self.start(player)?;
            return Ok(None);
        }
        self.look_if_untold(player)?;
        // Ask before delivering: afterwards the referee's own board is among those that have arrived.
        let seat = self.seat(player)?;
        if let Some(number) = seat.written_from(ply) {
            return Ok(Some(Detail::Ahead(number)));
        }
        match seat.deliver(ply, &text)? {
            Delivery::Done => {}
            Delivery::Occupied => return Ok(Some(Detail::Occupied(ply))),
            Delivery::Full => {
                if !seat.program().must_look_at_folder() {
                    return Ok(Some(FULL));
                }
                // On a file system shared with others, the cause may be outside the match.
                let why = seat.no_room()?;
                return why.map(Some).ok_or_else(|| {
                    let source = io::ErrorKind::StorageFull.into();
                    failed("a board cannot be put into a player's folder")(source)
                });
            }
        }
        seat.thaw()?;
        Ok(None)
    }

    /// Returns the plan for starting a player, with all boards so far in its folder.
    pub(super) fn plan(&self, player: Player) -> Plan {
        let contestant = self.contestants[index(player)];
        let contest = self.contest;
        let mut args = contestant.args.clone();
        args.push(player.number().to_string().into());
        let plies = contest.ply_limit.unwrap_or(u32::MAX);
        let variables = [
            ("ARBITRO_GAME", self.line.game().name().to_owned()),
            ("ARBITRO_MOVE_MS", contest.move_time.as_millis().to_string()),
            ("ARBITRO_START_MS", contest.start_time.as_millis().to_string()),
            ("ARBITRO_MEMORY_BYTES", contest.limits.memory_bytes.to_string()),
            ("ARBITRO_MAX_PLIES", plies.to_string()),
            ("ARBITRO_SEED", contest.seed.to_string()),
            // Variables that programs of every kind expect.
            ("PATH", "/usr/local/bin:/usr/bin:/bin".to_owned()),
            ("LANG", "C.UTF-8".to_owned()),
        ];
        let files = (1..).zip(&self.texts);
        Plan {
            program: contestant.program.clone(),
            args,
            readable: contestant.readable.clone(),
            variables: variables
                .map(|(name, value)| (name.to_owned(), value))
                .into_iter()
                .chain(contestant.variables.iter().cloned())
                .collect(),
            // Runtimes look for a user's home elsewhere, by calls that are denied, if this is missing.
            folder_variable: Some("HOME".to_owned()),
            files: files.map(|(number, text)| (board_name(number), text.clone())).collect(),
            limits: contest.limits,
            processes: contestant.processes,
        }
    }

    fn start(&mut self, player: Player) -> Result<(), HostFailure> {
        let plan = self.plan(player);
        let program = self.arena.keeper.prepare(&plan)?;
        let register = || {
            let watcher = &self.arena.watchers[index(player)];
            let watched = watcher.watch(&program.folder())?;
            let mut seat = Seat::new(program, watched, plan.processes)?;
            let data = |what| epoll::EventData::new_u64(what + index(player) as u64);
            // Removed after its first event: a dead player stays dead and must not wake every later
            // wait.
            let once = epoll::EventFlags::IN | epoll::EventFlags::ET;
            epoll::add(&self.arena.epoll, seat.program().death_notice(), data(DEATH), once)?;
            if let Some(alarm) = seat.program().memory_alarm() {
                let flags = once | epoll::EventFlags::PRI;
                epoll::add(&self.arena.epoll, alarm, data(MEMORY), flags)?;
            }
            // Its folder is watched from here on, so no event is missed.
            seat.begin()?;
            Ok(seat)
        };
        let seat = register().map_err(failed("a player's folder cannot be watched"))?;
        self.seats[index(player)] = Some(seat);
        Ok(())
    }

    /// Reads all kernel events of a player's folder, at most one full queue.
    pub(super) fn take_all_news(&mut self, player: Player) -> Result<(), HostFailure> {
        for _ in 0..MAX_READS {
            if !self.take_news(player)? {
                break;
            }
        }
        Ok(())
    }

    /// Reads some kernel events of a player's folder; returns true if there may be more.
    fn take_news(&mut self, player: Player) -> Result<bool, HostFailure> {
        let seat = &mut self.seats[index(player)];
        self.has_news[index(player)] = false;
        let mut has_overflown = false;
        let is_more = self.arena.watchers[index(player)]
            .read(&mut |folder, news| {
                has_overflown |= news == News::Overflow;
                // Late events of an earlier match's folder are ignored.
                if let Some(seat) = seat.as_mut().filter(|it| folder == Some(it.watched())) {
                    seat.note(news);
                }
            })
            .map_err(failed("files cannot be watched"))?;
        if has_overflown && let Some(seat) = seat {
            seat.look()?;
        }
        Ok(is_more)
    }

    /// Lists a player's folder if the kernel reports no events for it.
    fn look_if_untold(&mut self, player: Player) -> Result<(), HostFailure> {
        let seat = self.seat(player)?;
        if seat.watched().is_told() {
            return Ok(());
        }
        seat.look()
    }

    /// Waits until the player answers or can no longer answer.
    fn await_answer(
        &mut self,
        player: Player,
        ply: u64,
        began: Instant,
        tell: Tell<'_>,
    ) -> Result<Answer, HostFailure> {
        let contest = self.contest;
        let mut next_told = began + TELL_EVERY;
        let allowed = contest.move_time + self.start_time(ply);
        let least = self.line.least();
        let mut quiet_ends = Some(began + QUIET);
        let mut time =
            TurnTime { began, allowed, given: Duration::ZERO, core: None, missed: Duration::ZERO };
        let mut grace_ends = None;
        let mut next_link = began + FIRST_LINK;
        loop {
            self.take_news(player)?;
            self.look_if_untold(player)?;
            if self.has_news[index(!player)] {
                self.take_news(!player)?;
            }
            let now = Instant::now();
            if now >= next_told {
                next_told = now + TELL_EVERY;
                tell(&*self.line, MatchEvent::Waiting).map_err(HostFailure::Telling)?;
            }
            // Without freezing it first, which a player that waits for a core would use its turn on it for.
            let mut is_late = now >= time.deadline() && !self.may_go_on(player, &mut time)?;
            let seat = self.seat(player)?;
            if is_late || seat.is_dead() {
                // Decide only once every queued event has been read. Freeze first: a player that keeps
                // writing would keep the queue full.
                seat.freeze()?;
                if is_late {
                    let until = Instant::now() + time.patience();
                    while !self.seat(player)?.let_stop(until.min(Instant::now() + TELL_EVERY))?
                        && Instant::now() < until
                    {
                        tell(&*self.line, MatchEvent::Waiting).map_err(HostFailure::Telling)?;
                    }
                }
                self.take_all_news(player)?;
            }
            is_late = is_late && !self.may_go_on(player, &mut time)?;
            let seat = self.seat(player)?;
            if let Some(number) = seat.written_ahead() {
                return Ok(Answer::None(Detail::Ahead(number)));
            }
            let has_no_time_left = is_late || seat.is_dead();
            if (has_no_time_left || now >= next_link) && !seat.arrivals().has(ply + 1) {
                next_link = now + LINKS_EVERY;
                seat.look_for_link(ply + 1);
            }
            let has_come = seat.arrivals().has(ply + 1);
            // At the end look for the file itself, too: something that is not a file causes no event.
            let read = (has_come || has_no_time_left).then(|| seat.read(ply + 1));
            let counts = |read: &Result<_, BoardFileError>| match read {
                Err(BoardFileError::Missing { .. }) => false,
                // inotify reports nothing for non-files. A file without an event is still open for
                // writing.
                Err(BoardFileError::NotAFile { .. }) => true,
                Ok(_) | Err(BoardFileError::Io { .. }) => has_come,
            };
            if let Some(read) = read.filter(counts) {
                let is_too_short = matches!(&read, Ok(bytes) if bytes.len() < least);
                let grace = grace(seat.arrivals(), ply + 1);
                let ends = *grace_ends.get_or_insert(now + grace);
                if !is_too_short || now >= ends || has_no_time_left {
                    return self.weigh(player, ply, read);
                }
            }
            // After the board: a player that answers and then dies has answered. Limits that count in
            // spite of an answer are checked in `weigh`.
            if seat.is_dead() {
                return self.died(player, ply);
            }
            let is_extended = time.given > Duration::ZERO;
            if let Some(why) = self.seat(player)?.loss(contest, is_extended)? {
                return Ok(Answer::None(why));
            }
            if is_late {
                return self.late(player, ply, &mut time);
            }
            if quiet_ends.is_some_and(|ends| now >= ends) {
                quiet_ends = None;
                // Most answers come before this moment, and never pay for reading these times.
                self.look_at_core(player, &mut time)?;
                if contest.freezing != Freezing::Never
                    && let Some(other) = &mut self.seats[index(!player)]
                {
                    other.quieten()?;
                }
            }
            if let Some(other) = &mut self.seats[index(!player)] {
                other.keep_quiet()?;
            }
            let next_look = self.seat(player)?.next_look(contest, is_extended, now)?;
            let grace_ends = grace_ends.filter(|&ends| ends > now);
            let deadline = time.deadline();
            let moments = [
                Some(deadline),
                Some(next_told),
                grace_ends,
                quiet_ends,
                next_look,
                (!has_come).then_some(next_link),
            ];
            self.wait(moments.into_iter().flatten().min().unwrap_or(deadline))?;
        }
    }

    /// Returns true if a player may go on after its deadline: it lives, has used no more processor time than
    /// allowed, and others had its core.
    fn may_go_on(&mut self, player: Player, time: &mut TurnTime) -> Result<bool, HostFailure> {
        let seat = self.seat(player)?;
        let is_over = seat.is_dead() || seat.overuse()?.is_some();
        Ok(!is_over && self.is_given_more(player, time)?)
    }

    /// Returns true if the player that is not to move must be frozen immediately.
    fn must_quieten(&self, player: Player) -> bool {
        let seat = &self.seats[index(player)];
        match self.contest.freezing {
            Freezing::Never => false,
            Freezing::WhenNeeded => seat.as_ref().is_some_and(Seat::is_restless),
            Freezing::Always => seat.is_some(),
        }
    }

    fn wait(&mut self, until: Instant) -> Result<(), HostFailure> {
        let mut events = [const { MaybeUninit::uninit() }; 8];
        let timeout = timeout_until(until);
        let told = epoll::wait(&self.arena.epoll, &mut events, Some(&timeout));
        let told = match told {
            Ok((told, _)) => told,
            // A signal woke the wait without stopping us: wait again.
            Err(rustix::io::Errno::INTR) => return Ok(()),
            Err(errno) => return Err(failed("waiting")(errno.into())),
        };
        for event in told {
            let what = event.data.u64();
            let at = (what & 1) as usize;
            if what & NEWS != 0 {
                self.has_news[at] = true;
            } else if let Some(seat) = &mut self.seats[at] {
                if what & MEMORY == 0 {
                    seat.note_death();
                } else {
                    seat.note_memory();
                }
            }
        }
        Ok(())
    }
}
