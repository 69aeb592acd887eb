//! Two programs, each contained in a folder of its own.
//!
//! A program is started when its first turn comes, with all boards so far in its folder. It sees
//! boards only as the referee writes them, whatever its opponent wrote. One wait is for everything at
//! once: files, deaths, memory, the clock.

use std::io;
use std::mem::MaybeUninit;
use std::num::NonZeroU64;
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::event::epoll;
use rustix::fs::inotify::WatchFlags;

use super::lines::Lines;
use super::seat::{SLACK, Seat};
use super::{
    Abilities, BoardRead, Death, GiveResult, Limit, PrintedLine, Room, RulesQuestions, Stage, Tick,
    WakeEvents, Writer, without_host_failure,
};
use crate::contest::{Answers, Contest, Contestant, HostFailure, Telemetry, failed};
use crate::match_dir::{FolderEvent, Watcher, board_name, boards_in, timeout_until};
use crate::playing::index;
use crate::slip::{BoardlessPlayer, SlipEvidence, turn_start};
use arbitro_games::{ProgramLine, RulesAnswerer};
use arbitro_rules::Player;
use arbitro_rules::line::Line;
use arbitro_sandbox::{Delivery, Ended, Keeper, Plan, Streams};

/// Tags of the epoll events.
const NEWS: u64 = 4;
const DEATH: u64 = 0;
const MEMORY: u64 = 2;
const LINES: u64 = 6;

/// Maximum bytes kept of the beginning of a player's output, and of its end.
const MAX_KEPT_OUTPUT: u64 = 64 << 10;

/// The means to wait for events, for one match after the other.
#[derive(Debug)]
pub(crate) struct EventPoll {
    /// One watcher for each seat: a player that floods its own queue must not flood its opponent's.
    watchers: [Watcher; 2],
    epoll: OwnedFd,
}

impl EventPoll {
    pub(crate) fn new() -> io::Result<EventPoll> {
        // Timers may fire a little late, at a moment when the kernel looks at the clock anyway:
        // an exact timer for every ply, which nearly always is answered long before, costs more
        // than everything else in the wait.
        let slack = u64::try_from(SLACK.as_nanos()).ok().and_then(NonZeroU64::new);
        rustix::thread::set_current_timer_slack(slack)?;
        let watchers = [Watcher::new()?, Watcher::new()?];
        let epoll = epoll::create(epoll::CreateFlags::CLOEXEC)?;
        for (seat, watcher) in (0..).zip(&watchers) {
            let data = epoll::EventData::new_u64(NEWS + seat);
            if let Some(news) = watcher.news() {
                epoll::add(&epoll, news, data, epoll::EventFlags::IN)?;
            }
        }
        Ok(EventPoll { watchers, epoll })
    }

    /// Listens to a player that answers by lines, until its pipes are closed.
    fn listen(&self, lines: &Lines, player: Player) -> io::Result<()> {
        let data = epoll::EventData::new_u64(LINES + index(player) as u64);
        let (output, input) = lines.ends();
        // Once for each change: what is left in a pipe is looked for where it matters.
        epoll::add(&self.epoll, output, data, epoll::EventFlags::IN | epoll::EventFlags::ET)?;
        if let Some(input) = input {
            epoll::add(&self.epoll, input, data, epoll::EventFlags::OUT | epoll::EventFlags::ET)?;
        }
        Ok(())
    }
}

#[derive(Debug)]
pub(crate) struct ContainedStage<'a> {
    keeper: &'a mut Keeper,
    event_poll: &'a EventPoll,
    start: &'a dyn Line,
    contest: &'a Contest,
    contestants: [&'a Contestant; 2],
    seats: [Option<Seat>; 2],
    /// Threads that answer questions of players about the rules.
    answering: [Option<RulesAnswerer>; 2],
    began: Instant,
}

impl<'a> ContainedStage<'a> {
    pub(crate) fn new(
        keeper: &'a mut Keeper,
        event_poll: &'a EventPoll,
        start: &'a dyn Line,
        contest: &'a Contest,
        contestants: [&'a Contestant; 2],
    ) -> ContainedStage<'a> {
        let began = Instant::now();
        let (seats, answering) = ([None, None], [None, None]);
        ContainedStage { keeper, event_poll, start, contest, contestants, seats, answering, began }
    }

    /// Asks or moves the seat of a player that was started.
    fn seat<T>(
        &mut self,
        player: Player,
        what: &'static str,
        act: impl FnOnce(&mut Seat) -> io::Result<T>,
    ) -> Result<T, HostFailure> {
        let seat = self.seats[index(player)].as_mut();
        let unseated = || io::Error::other("it was never started");
        seat.ok_or_else(unseated).and_then(act).map_err(failed(what))
    }

    /// Returns the plan for starting a player, with all boards so far in its folder.
    pub(crate) fn plan(&self, player: Player, boards: &[String]) -> Plan {
        let contestant = self.contestants[index(player)];
        let contest = self.contest;
        let mut args = contestant.args.clone();
        args.push(player.number().to_string().into());
        let plies = contest.ply_limit.unwrap_or(u32::MAX);
        let variables = [
            ("ARBITRO_GAME", self.start.game().name().to_owned()),
            ("ARBITRO_MOVE_MS", contest.move_time.as_millis().to_string()),
            ("ARBITRO_START_MS", contest.start_time.as_millis().to_string()),
            ("ARBITRO_MEMORY_BYTES", contest.limits.memory_bytes.to_string()),
            ("ARBITRO_MAX_PLIES", plies.to_string()),
            ("ARBITRO_SEED", contest.seed.to_string()),
            // Variables that programs of every kind expect.
            ("PATH", "/usr/local/bin:/usr/bin:/bin".to_owned()),
            ("LANG", "C.UTF-8".to_owned()),
            // What it has printed is not lost with a player that is killed.
            ("PYTHONUNBUFFERED", "1".to_owned()),
            // There is no /tmp that it may write.
            ("TMPDIR", ".".to_owned()),
        ];
        // A board does not show all that its opening did in a game that is not compiled in.
        let opening = self.start.start_fen().filter(|_| self.start.game().look().is_some());
        let opening = opening.map(|names| ("ARBITRO_OPENING", names));
        let boards = if contestant.answers == Answers::Lines { &[][..] } else { boards };
        let files = (1..).zip(boards);
        Plan {
            program: contestant.program.clone(),
            args,
            readable: contestant.readable.clone(),
            variables: variables
                .into_iter()
                .chain(opening)
                .map(|(name, value)| (name.to_owned(), value))
                .chain(contestant.variables.iter().cloned())
                .collect(),
            // Runtimes look for a user's home elsewhere, by calls that are denied, if this is missing.
            folder_variable: Some("HOME".to_owned()),
            files: files.map(|(number, text)| (board_name(number), text.clone())).collect(),
            limits: contest.limits,
            processes: contestant.processes,
        }
    }

    /// Starts a player, with all boards so far in its folder, or with the first question of one that answers by lines.
    fn start(
        &mut self,
        player: Player,
        boards: &[String],
        question: &str,
    ) -> Result<(), HostFailure> {
        let plan = self.plan(player, boards);
        let mut lines = None;
        let program = if self.by_lines(player) {
            let (ours, [input, output]) = Lines::open().map_err(failed("a pipe"))?;
            lines = Some(ours);
            let (input, output) = (Some(input.as_fd()), Some(output.as_fd()));
            self.keeper.prepare_with(&plan, Streams { input, output, ..Streams::default() })?
        } else {
            let channel = self.answer(player)?;
            let input = channel.as_ref().map(AsFd::as_fd);
            self.keeper.prepare_with(&plan, Streams { input, ..Streams::default() })?
        };
        let register = || {
            let watched = self.event_poll.watchers[index(player)]
                .watch(&program.folder(), WatchFlags::empty())?;
            let mut seat = Seat::new(program, lines, watched, plan.processes)?;
            if let Some(lines) = &mut seat.lines {
                lines.ask(question)?;
                self.event_poll.listen(lines, player)?;
            }
            let data = |what| epoll::EventData::new_u64(what + index(player) as u64);
            // Removed after its first event: a dead player stays dead and must not wake every later
            // wait.
            let once = epoll::EventFlags::IN | epoll::EventFlags::ET;
            epoll::add(&self.event_poll.epoll, seat.program.pidfd(), data(DEATH), once)?;
            if let Some(alarm) = seat.program.memory_alarm() {
                let flags = once | epoll::EventFlags::PRI;
                epoll::add(&self.event_poll.epoll, alarm, data(MEMORY), flags)?;
            }
            // Its folder is watched from here on, so no event is missed.
            seat.program.begin()?;
            Ok(seat)
        };
        let seat = register().map_err(failed("a player's folder cannot be watched"))?;
        self.seats[index(player)] = Some(seat);
        Ok(())
    }

    fn by_lines(&self, player: Player) -> bool {
        self.contestants[index(player)].answers == Answers::Lines
    }

    /// Begins to answer a player that asks about the rules; returns its end of the channel.
    fn answer(&mut self, player: Player) -> Result<Option<OwnedFd>, HostFailure> {
        let written = self.start.as_any().downcast_ref::<ProgramLine>();
        let asks = self.contestants[index(player)].asks_for_rules();
        let Some(written) = written.filter(|_| asks) else { return Ok(None) };
        let (answering, channel) = written.answer().map_err(failed("a channel to the rules"))?;
        self.answering[index(player)] = Some(answering);
        Ok(Some(channel))
    }

    /// Returns true if nothing of the player runs any longer.
    fn is_gone(&self, player: Player) -> bool {
        self.seats[index(player)].as_ref().is_some_and(|seats| seats.program.is_gone())
    }

    /// Returns true if a player's files took the room that was free before it began.
    pub(crate) fn has_taken_the_room(&self, player: Player) -> bool {
        let taken = self.seats[index(player)].as_ref().map(|it| it.program.has_taken_the_room());
        matches!(taken, Some(Ok(true)))
    }

    /// Collects a player's telemetry, and its output if that is wanted; `None` if it was never started.
    pub(crate) fn traces(
        &mut self,
        player: Player,
        is_output_wanted: bool,
    ) -> Result<Option<Telemetry>, HostFailure> {
        if self.seats[index(player)].is_none() {
            return Ok(None);
        }
        let usage = self.seat(player, "what a player used", |it| it.program.usage())?;
        let output = if is_output_wanted { self.output(player)? } else { Vec::new() };
        let lines = self.seats[index(player)].as_ref().and_then(|seats| seats.lines.as_ref());
        let talk = lines.filter(|_| is_output_wanted).map(Lines::transcripts);
        Ok(Some(Telemetry { usage, output, talk }))
    }

    /// Counts the files in a player's folder that are not boards; returns the first of their names, too.
    pub(crate) fn extra_files(
        &mut self,
        player: Player,
    ) -> Result<(usize, Vec<String>), HostFailure> {
        self.seat(player, "a player's folder", |it| it.extra_files())
    }

    /// Reads the beginning and the end of a player's output.
    fn output(&mut self, player: Player) -> Result<Vec<u8>, HostFailure> {
        self.seat(player, "a player's output", |it| it.program.output_ends(MAX_KEPT_OUTPUT))
    }

    /// Kills both players, without waiting until they are gone.
    pub(crate) fn kill_players(self) -> Result<(), HostFailure> {
        for seat in self.seats.into_iter().flatten() {
            let program = seat.program;
            // A player may take a while to die; its events must not reach the next match.
            let forgotten = epoll::delete(&self.event_poll.epoll, program.pidfd()).and_then(|()| {
                let alarm = program.memory_alarm();
                alarm.map_or(Ok(()), |alarm| epoll::delete(&self.event_poll.epoll, alarm))
            });
            forgotten.map_err(|errno| failed("a player cannot be forgotten")(errno.into()))?;
            let killed = self.keeper.kill(program);
            killed.map_err(failed("a player cannot be killed"))?;
        }
        Ok(())
    }
}

impl Stage for ContainedStage<'_> {
    fn now(&self) -> Tick {
        self.began.elapsed()
    }

    fn can(&self, player: Player) -> Abilities {
        let unseated = Abilities {
            stops: true,
            knows_writer: !self.by_lines(player),
            by_lines: self.by_lines(player),
            measures: true,
            ..Abilities::default()
        };
        self.seats[index(player)].as_ref().map_or(unseated, Seat::can)
    }

    fn wait(&mut self, until: Tick) -> Result<WakeEvents, HostFailure> {
        let mut events = [const { MaybeUninit::uninit() }; 8];
        let timeout = timeout_until(self.began + until);
        let ready = epoll::wait(&self.event_poll.epoll, &mut events, Some(&timeout));
        let mut woken = WakeEvents::default();
        let ready = match ready {
            Ok((ready, _)) => ready,
            // A signal woke the wait without stopping us: wait again.
            Err(rustix::io::Errno::INTR) => return Ok(woken),
            Err(errno) => return Err(failed("waiting")(errno.into())),
        };
        for event in ready {
            let what = event.data.u64();
            let seats = match what & !1 {
                NEWS | LINES => &mut woken.news,
                MEMORY => &mut woken.memory,
                _ => &mut woken.died,
            };
            seats[(what & 1) as usize] = true;
        }
        Ok(woken)
    }

    fn news(
        &mut self,
        player: Player,
        tell: &mut dyn FnMut(FolderEvent),
    ) -> Result<bool, HostFailure> {
        let watched = self.seats[index(player)].as_ref().map(|seats| seats.watched);
        if self.by_lines(player) && watched.is_some() {
            // What it writes into its folder is never a board.
            let ignored = self.event_poll.watchers[index(player)].read(&mut |_, _| ());
            let is_more = ignored.map_err(failed("files cannot be watched"))?;
            let most = self.contest.output_bytes;
            return Ok(self.seat(player, "a player's output", |it| it.talk(most))? || is_more);
        }
        self.event_poll.watchers[index(player)]
            .read(&mut |folder, news| {
                // Late events of an earlier match's folder are ignored.
                if news == FolderEvent::Overflow || folder.is_some() && folder == watched {
                    tell(news);
                }
            })
            .map_err(failed("files cannot be watched"))
    }

    fn list(&mut self, player: Player) -> Result<Vec<u64>, HostFailure> {
        self.seat(player, "a player's folder cannot be listed", |seat| boards_in(&seat.folder))
    }

    fn give(&mut self, player: Player, boards: &[String]) -> Result<GiveResult, HostFailure> {
        let Some(text) = boards.last().filter(|_| self.seats[index(player)].is_some()) else {
            self.start(player, boards, "")?;
            return Ok(GiveResult::Started);
        };
        let name = board_name(boards.len() as u64);
        self.answering[index(player)].iter().for_each(RulesAnswerer::begin_turn);
        self.seat(player, "a board cannot be put into a player's folder", |seat| {
            seat.begin_turn();
            Ok(match seat.program.deliver(&name, text.as_bytes())? {
                Delivery::Done => GiveResult::Done,
                Delivery::Occupied => GiveResult::Occupied,
                Delivery::Full => GiveResult::Full,
            })
        })
    }

    fn question(&mut self, player: Player, question: &str) -> Result<GiveResult, HostFailure> {
        if self.seats[index(player)].is_none() {
            self.start(player, &[], question)?;
            return Ok(GiveResult::Started);
        }
        self.seat(player, "a question to a player", |seat| {
            seat.begin_turn();
            seat.lines.as_mut().map_or(Ok(()), |lines| lines.ask(question))
        })?;
        Ok(GiveResult::Done)
    }

    fn answer_line(&mut self, player: Player) -> Result<Option<PrintedLine>, HostFailure> {
        self.seat(player, "a player's output", |seat| {
            Ok(seat.lines.as_ref().and_then(Lines::answer_line))
        })
    }

    fn run(&mut self, player: Player) -> Result<(), HostFailure> {
        self.seat(player, "a player cannot be resumed", Seat::run)
    }

    fn stop(&mut self, player: Player) -> Result<(), HostFailure> {
        self.seat(player, "a player cannot be stopped", |it| it.program.freeze())
    }

    fn keep_stopped(&mut self, player: Player) -> Result<(), HostFailure> {
        self.seat(player, "a player cannot be stopped", |it| it.program.keep_frozen())
    }

    fn has_stopped(&mut self, player: Player) -> Result<bool, HostFailure> {
        self.seat(player, "how long a player waited for the processor", Seat::has_stopped)
    }

    fn read(&mut self, player: Player, number: u64) -> Result<BoardRead, HostFailure> {
        self.seat(player, "a player's folder", |it| Ok(it.read(number)))
            .and_then(without_host_failure)
    }

    fn writer(&mut self, player: Player, number: u64) -> Result<Writer, HostFailure> {
        self.seat(player, "a board cannot be read", |it| it.writer(number))
    }

    fn is_over(&mut self, player: Player, limit: Limit) -> Result<bool, HostFailure> {
        let what = match limit {
            Limit::Memory => "a player's memory",
            Limit::Folder | Limit::FolderNow => "a player's folder",
            Limit::Output(_) => "a player's output",
        };
        self.seat(player, what, |it| it.is_over(limit))
    }

    fn room(&mut self, player: Player) -> Result<Room, HostFailure> {
        self.seat(player, "a player's folder", Seat::room)
    }

    fn used(&mut self, player: Player) -> Result<Duration, HostFailure> {
        self.seat(player, "a player's processor time", |it| it.program.cpu_time())
    }

    fn living(&mut self, player: Player) -> Result<Option<usize>, HostFailure> {
        self.seat(player, "a player's processes", |it| it.program.living())
    }

    fn measure(&mut self, player: Player, used: Duration, due: Tick) -> Result<(), HostFailure> {
        let due = self.began + due;
        self.seat(player, "a player's processor time", |it| it.measure(used, due))
    }

    fn taken(&mut self, player: Player) -> Result<Duration, HostFailure> {
        self.seat(player, "how long a player waited for the processor", Seat::taken)
    }

    fn asked(&mut self, player: Player) -> RulesQuestions {
        let answering = self.answering[index(player)].as_ref();
        answering.map_or(RulesQuestions::default(), |answering| RulesQuestions {
            took: answering.took(),
            is_open: answering.is_awaited(),
        })
    }

    fn failure_of_rules(&self) -> Option<String> {
        self.answering.iter().flatten().find_map(RulesAnswerer::failure)
    }

    fn is_dead(&mut self, player: Player) -> bool {
        self.is_gone(player)
    }

    fn death(&mut self, player: Player) -> Result<Death, HostFailure> {
        let ended = self.seat(player, "a player's end", |it| it.program.wait())?;
        Ok(match ended {
            Ended::Exited(code) => Death::Exited(code),
            Ended::Killed(signal) => Death::Killed(signal),
            Ended::NeverBegan(why) => Death::NeverBegan(why),
            Ended::Ended if self.is_gone(!player) || !self.keeper.is_running() => Death::Outside,
            Ended::Ended => Death::WatcherKilled,
        })
    }

    fn slip(
        &mut self,
        player: Player,
        line: &dyn Line,
        began: Tick,
    ) -> Result<Option<SlipEvidence>, HostFailure> {
        let since = turn_start(self.now().saturating_sub(began));
        let lines = self.seats[index(player)].as_ref().and_then(|seats| seats.lines.as_ref());
        if let Some(lines) = lines {
            let folder = self.seats[index(player)].as_ref().map(|seats| seats.folder.as_path());
            let boards = || folder.and_then(|folder| boards_in(folder).ok());
            let slip = lines.slip(|| boards().is_some_and(|boards| !boards.is_empty()));
            return Ok(slip.map(SlipEvidence::from));
        }
        let output = self.output(player)?;
        let expected = line.plies() as u64 + 2;
        let folder = self.seats[index(player)].as_ref().map(|seats| seats.folder.as_path());
        Ok(folder.and_then(|folder| {
            BoardlessPlayer { folder, expected, since, output: &output }.slip(line)
        }))
    }
}
