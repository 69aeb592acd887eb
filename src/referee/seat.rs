//! A player during a match: its program, its folder, the boards it wrote and the resources it used.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags};

use super::contest::{Contest, HostFailure, failed};
use super::core_time::CoreUse;
use super::fault::{Clock, Detail, Excess};
use super::slip::{Late, Slip, turn_began};
use crate::board_file::{BoardFileError, open_written_board, read_written_board};
use crate::match_dir::{Arrivals, LOOK_EVERY, News, Watched, board_file, board_number};
use arbitro_rules::Player;
use arbitro_rules::line::Line;
use arbitro_rules::plain_text::one_line;
use arbitro_sandbox::{Contained, Delivery, Ended, Processes, Usage, Waits, has_writer};

/// Interval between memory samples where the kernel does not report the maximum.
const SAMPLING: Duration = Duration::from_millis(1);

/// A player that runs longer than this after answering is frozen immediately on later turns.
const RESTLESS: Duration = Duration::from_micros(500);

/// A player that ran longer than this before answering has done real work. Freezing it immediately
/// costs little beside that.
const THINKING: Duration = Duration::from_millis(1);

/// Maximum bytes kept of the beginning of a player's output, and of its end.
const MAX_KEPT_OUTPUT: u64 = 64 << 10;

#[derive(Debug)]
pub(super) struct Seat {
    program: Contained,
    /// True if none of its processor time can be missing where it is counted.
    hides_no_time: bool,
    /// True if its processor time is not limited.
    is_trusted: bool,
    /// Processor time that it may use in its turn, with what it uses before in its opponent's; `None` if
    /// that is not limited.
    cpu_allowed: Option<Duration>,
    /// The cores that it may use.
    cores: u32,
    folder: PathBuf,
    /// Open handle of the folder: files are reached faster from it than by path.
    directory: OwnedFd,
    watched: Watched,
    arrivals: Arrivals,
    /// Number of the board just delivered, until the kernel reports that write. A higher board
    /// reported before it was written ahead of it.
    echo: Option<u64>,
    /// Number of a board that the player wrote before it was given the board to answer.
    ahead: Option<u64>,
    is_dead: bool,
    has_memory_news: bool,
    is_restless: bool,
    /// Processor time at the end of its latest turn.
    cpu: Duration,
    /// Processor time of its latest turn.
    latest_cpu: Duration,
}

impl Seat {
    pub(super) fn new(
        program: Contained,
        watched: Watched,
        processes: Processes,
    ) -> io::Result<Seat> {
        let folder = program.folder();
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        Ok(Seat {
            arrivals: Arrivals::of(&folder)?,
            directory: rustix::fs::open(&folder, flags, Mode::empty())?,
            // A trusted program hides nothing.
            hides_no_time: processes == Processes::Trusted
                || program.is_one_process()
                || program.is_cpu_time_exact(),
            is_trusted: processes == Processes::Trusted,
            cpu_allowed: None,
            cores: cores(),
            program,
            folder,
            watched,
            echo: None,
            ahead: None,
            is_dead: false,
            has_memory_news: false,
            is_restless: false,
            cpu: Duration::ZERO,
            latest_cpu: Duration::ZERO,
        })
    }

    pub(super) fn program(&self) -> &Contained {
        &self.program
    }

    pub(super) fn begin(&mut self) -> io::Result<()> {
        self.program.begin()
    }

    pub(super) fn leave(self) -> Contained {
        self.program
    }

    pub(super) fn watched(&self) -> Watched {
        self.watched
    }

    pub(super) fn arrivals(&self) -> &Arrivals {
        &self.arrivals
    }

    /// Reads the board file of this number in its folder.
    pub(super) fn read(&self, number: u64) -> Result<Vec<u8>, BoardFileError> {
        read_written_board(&self.directory, &board_file(Path::new(""), number))
    }

    /// Looks for a board that was linked into place, which causes no event: it has another name, too, or
    /// was made without one, or no process holds it open for writing any longer.
    pub(super) fn look_for_link(&mut self, number: u64) {
        let name = board_file(Path::new(""), number);
        let Ok((file, state)) = open_written_board(&self.directory, &name) else {
            return;
        };
        let is_written = || has_writer(&file).unwrap_or(true);
        let is_unnamed = || self.program.has_open_unnamed(&file).unwrap_or(false);
        if state.st_nlink > 1 || !is_written() || is_unnamed() {
            self.arrivals.note(News::Board(number));
        }
    }

    pub(super) fn is_dead(&self) -> bool {
        self.is_dead
    }

    /// Returns true if the player probably computes after its answer: it did so before, its answer
    /// was not quick, or its processor time is not exact.
    pub(super) fn is_restless(&self) -> bool {
        self.is_restless || self.latest_cpu > THINKING || !self.is_cpu_time_exact()
    }

    pub(super) fn note_death(&mut self) {
        self.is_dead = true;
    }

    pub(super) fn note_memory(&mut self) {
        self.has_memory_news = true;
    }

    pub(super) fn note(&mut self, news: News) {
        // Events come in the order of the writes. So a higher number before the referee's own board
        // was written before the player could read what to answer.
        if let (News::Board(number), Some(echo)) = (news, self.echo) {
            if number == echo {
                self.echo = None;
                return;
            }
            if number > echo {
                self.ahead = Some(number);
            }
        }
        self.arrivals.note(news);
    }

    /// Lists the folder, because some events may be missing.
    pub(super) fn look(&mut self) -> Result<(), HostFailure> {
        // A board written too early may be among the missed events.
        self.echo = None;
        self.arrivals.look(&self.folder).map_err(failed("a player's folder cannot be listed"))
    }

    /// Returns the number of a board that the player wrote while the board to answer was being
    /// delivered.
    pub(super) fn written_ahead(&self) -> Option<u64> {
        self.ahead
    }

    /// Returns a board that the player wrote although it has yet to be given board `number`. Boards
    /// that it was given have smaller numbers.
    pub(super) fn written_from(&self, number: u64) -> Option<u64> {
        self.arrivals.highest().filter(|&highest| highest >= number)
    }

    /// Records that the player's board `number` was read. If the player writes that file again, it
    /// counts as rewritten.
    pub(super) fn settle(&mut self, number: u64) {
        self.arrivals.settle(number);
    }

    /// Returns the boards before `number` that were written since the last call.
    pub(super) fn touched_before(&mut self, number: u64) -> Vec<u64> {
        self.arrivals.touched_before(number)
    }

    /// Puts a board into its folder.
    pub(super) fn deliver(&mut self, number: u64, text: &str) -> Result<Delivery, HostFailure> {
        let name = format!("board_{number}.txt");
        let delivery = self
            .program
            .deliver(&name, text.as_bytes())
            .map_err(failed("a board cannot be put into a player's folder"))?;
        if delivery == Delivery::Done {
            self.echo = Some(number);
            self.arrivals.expect(number);
        }
        Ok(delivery)
    }

    pub(super) fn thaw(&mut self) -> Result<(), HostFailure> {
        self.program.thaw().map_err(failed("a player cannot be resumed"))
    }

    /// Freezes the player until its next turn, and records if it was computing.
    pub(super) fn quieten(&mut self) -> Result<(), HostFailure> {
        if self.is_dead || self.program.is_frozen() {
            return Ok(());
        }
        self.program.freeze().map_err(failed("a player cannot be stopped"))?;
        // `cpu` is the time at its answer, so this is what it used since, when it should have waited.
        self.is_restless |= self.cpu_time()?.saturating_sub(self.cpu) > RESTLESS;
        Ok(())
    }

    /// Freezes the player again if it runs although it was stopped.
    pub(super) fn keep_quiet(&mut self) -> Result<(), HostFailure> {
        if self.is_dead {
            return Ok(());
        }
        self.program.keep_frozen().map_err(failed("a player cannot be stopped"))
    }

    /// Freezes the player, so that no event can follow those already queued.
    pub(super) fn freeze(&mut self) -> Result<(), HostFailure> {
        if self.is_dead {
            return Ok(());
        }
        self.program.freeze().map_err(failed("a player cannot be stopped"))
    }

    /// Returns true if the kernel counts processor time exactly, children included.
    pub(super) fn is_cpu_time_exact(&self) -> bool {
        self.program.is_cpu_time_exact()
    }

    pub(super) fn cpu_time(&self) -> Result<Duration, HostFailure> {
        self.program.cpu_time().map_err(failed("a player's processor time"))
    }

    /// Reads its processor time and the waits of its threads. `None` if some of its time may be
    /// missing: then it cannot be told from that of others.
    pub(super) fn core_use(&self) -> Result<Option<CoreUse>, HostFailure> {
        if !self.hides_no_time {
            return Ok(None);
        }
        let waits =
            self.program.waits().map_err(failed("how long a player waited for the processor"))?;
        let mut cpu = self.cpu_time()?;
        if let Some(waits) = &waits {
            // Ticks leave a rest out; the time of the living threads is exact.
            cpu = cpu.max(waits.values().map(|it| it.ran).sum());
        }
        Ok(Some(CoreUse { cpu, waits }))
    }

    /// Processor time up to the end of its latest turn.
    pub(super) fn cpu_before(&self) -> Duration {
        self.cpu
    }

    fn waits(&self) -> Result<Waits, HostFailure> {
        let known = self.core_use()?.and_then(|it| it.waits);
        Ok(known.unwrap_or_default())
    }

    /// Waits until the freezing of each thread that waits for a core has taken effect: it is stopped when
    /// it gets one, and only then does the kernel count its wait. Waits for no thread that has run
    /// since, which is one that freezing does not stop. Returns false if that lasts longer than `until`.
    pub(super) fn let_stop(&self, until: Instant) -> Result<bool, HostFailure> {
        let mut waiting = self.waits()?;
        waiting.retain(|_, it| it.is_runnable && it.is_usual);
        while !waiting.is_empty() && Instant::now() < until {
            std::thread::sleep(SAMPLING);
            let now = self.waits()?;
            waiting.retain(|id, it| now.get(id) == Some(it));
        }
        Ok(waiting.is_empty())
    }

    /// Ends its turn and computes the processor time used in it.
    pub(super) fn end_turn(&mut self) -> Result<(), HostFailure> {
        let cpu = self.cpu_time()?;
        self.latest_cpu = cpu.saturating_sub(self.cpu);
        self.cpu = cpu;
        Ok(())
    }

    /// Processor time of its latest turn.
    pub(super) fn latest_cpu(&self) -> Duration {
        self.latest_cpu
    }

    /// Sets the processor time of the turn that begins: the limit, or else the time for a move on each
    /// core; and `on_top`, the time to start in the first answer.
    pub(super) fn allow_cpu(&mut self, contest: &Contest, on_top: Duration) {
        let of_each_core = || contest.move_time.saturating_mul(self.cores);
        let ticks = if self.is_cpu_time_exact() { Duration::ZERO } else { TICK };
        self.cpu_allowed = (!self.is_trusted)
            .then(|| contest.cpu_time.unwrap_or_else(of_each_core) + on_top + ticks);
    }

    /// Returns the cause of a forfeit if it has used more processor time than allowed since its last turn.
    pub(super) fn overuse(&self) -> Result<Option<Detail>, HostFailure> {
        let Some(allowed) = self.cpu_allowed else {
            return Ok(None);
        };
        let used = self.cpu_time()?.saturating_sub(self.cpu);
        Ok((used > allowed).then(|| processor_time(allowed)))
    }

    /// Returns the time of the next poll, if kernel events alone do not suffice. `is_extended` says that the
    /// deadline was moved: until then no limit of the usual length can be exceeded.
    pub(super) fn next_look(
        &self,
        contest: &Contest,
        is_extended: bool,
        now: Instant,
    ) -> Result<Option<Instant>, HostFailure> {
        let sample = self.program.must_sample_memory().then(|| now + SAMPLING);
        let look = (!self.watched.is_told()).then(|| now + LOOK_EVERY);
        let sample = sample.or(look);
        let Some(limit) = self.watched_cpu(contest, is_extended) else {
            return Ok(sample);
        };
        let used = self.cpu_time()?.saturating_sub(self.cpu);
        let left = limit.saturating_sub(used) / self.cores;
        Ok(sample.or(Some(now + left.max(SAMPLING))))
    }

    /// The limit of processor time, if it can be exceeded before the deadline.
    fn watched_cpu(&self, contest: &Contest, is_extended: bool) -> Option<Duration> {
        let is_watched = contest.cpu_time.is_some() || is_extended;
        self.cpu_allowed.filter(|_| is_watched)
    }

    /// Returns the cause of a forfeit while the player lives: memory, its folder or processor time.
    pub(super) fn loss(
        &mut self,
        contest: &Contest,
        is_extended: bool,
    ) -> Result<Option<Detail>, HostFailure> {
        let must_look = self.has_memory_news || self.program.must_sample_memory();
        if must_look && self.is_over_memory()? {
            return Ok(Some(self.memory(contest)));
        }
        self.has_memory_news = false;
        if self.watched_cpu(contest, is_extended).is_some()
            && let Some(why) = self.overuse()?
        {
            return Ok(Some(why));
        }
        if self.program.must_look_at_folder() {
            return self.full();
        }
        Ok(None)
    }

    /// Returns the limit that the player exceeded, which counts even if its board is there.
    pub(super) fn excess(&mut self, contest: &Contest) -> Result<Option<Detail>, HostFailure> {
        if self.is_over_memory()? {
            return Ok(Some(self.memory(contest)));
        }
        if let Some(allowed) = self.cpu_allowed.filter(|&most| self.latest_cpu > most) {
            return Ok(Some(processor_time(allowed)));
        }
        if self.program.must_look_at_folder()
            && let Some(why) = self.full()?
        {
            return Ok(Some(why));
        }
        let said = self.program.output_bytes().map_err(failed("a player's output"))?;
        Ok((said > contest.output_bytes)
            .then_some(Detail::Output(Excess::Printed(contest.output_bytes))))
    }

    /// Has its folder counted once more: this turn has no other look.
    pub(super) fn look_last(&mut self) {
        self.program.forget_look_at_folder();
    }

    /// Returns the cause if the player's files filled its folder.
    pub(super) fn full(&mut self) -> Result<Option<Detail>, HostFailure> {
        let is_full = self.program.is_folder_full().map_err(failed("a player's folder"))?;
        Ok(is_full.then_some(FULL))
    }

    /// Returns the cause if the player has no board because its other files left no room for it. If others
    /// left none, the host failed.
    pub(super) fn no_room(&mut self) -> Result<Option<Detail>, HostFailure> {
        if let Some(why) = self.full()? {
            return Ok(Some(why));
        }
        let measured = |it: io::Result<bool>| it.map_err(failed("a player's folder"));
        if !measured(self.program.is_out_of_room())? {
            Ok(None)
        } else if measured(self.program.has_taken_the_room())? {
            Ok(Some(FULL))
        } else {
            let source = io::ErrorKind::StorageFull.into();
            Err(failed("a player cannot write into its folder")(source))
        }
    }

    fn is_over_memory(&mut self) -> Result<bool, HostFailure> {
        self.program.is_over_memory().map_err(failed("a player's memory"))
    }

    fn memory(&self, contest: &Contest) -> Detail {
        Detail::Memory { limit: contest.limits.memory_bytes }
    }

    /// Waits for the end of a dead player's last processes.
    pub(super) fn wait(&mut self) -> Result<Ended, HostFailure> {
        self.program.wait().map_err(failed("a player's end"))
    }

    /// Returns the cause of a forfeit by death.
    pub(super) fn death(
        &self,
        player: Player,
        contest: &Contest,
        ended: Ended,
    ) -> Result<Detail, HostFailure> {
        Ok(match ended {
            Ended::Exited(code) => Detail::Exited { code, denied: None },
            Ended::Killed(FILE_TOO_LARGE) => {
                Detail::Output(Excess::File(contest.limits.file_bytes))
            }
            Ended::Killed(signal) => Detail::Killed { signal, denied: None },
            Ended::NeverBegan(why) => return Err(HostFailure::NotStarted { why }),
            Ended::Ended => return Err(HostFailure::Killed { player }),
        })
    }

    pub(super) fn usage(&mut self) -> Result<Usage, HostFailure> {
        self.program.usage().map_err(failed("what a player used"))
    }

    /// Reads the beginning and the end of its output.
    pub(super) fn output(&self) -> Result<Vec<u8>, HostFailure> {
        self.program.output_ends(MAX_KEPT_OUTPUT).map_err(failed("a player's output"))
    }

    /// Returns what it did instead of writing the next board in the turn that began so long ago.
    pub(super) fn slip(
        &self,
        line: &dyn Line,
        took: Duration,
    ) -> Result<Option<Slip>, HostFailure> {
        let late = Late {
            folder: &self.folder,
            expected: line.plies() as u64 + 2,
            since: turn_began(took),
            output: &self.output()?,
        };
        Ok(late.slip(line))
    }

    /// Counts the files in its folder that are not boards; returns the first of their names, too.
    pub(super) fn extra_files(&self) -> io::Result<(usize, Vec<String>)> {
        // The alphabetically first, independent of the folder's order.
        let mut names = BTreeSet::new();
        let mut count = 0;
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            // Runtimes keep their own in hidden folders at home, which is here.
            let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            let is_of_a_runtime = is_hidden && entry.file_type().is_ok_and(|it| it.is_dir());
            if board_number(&entry.path()).is_none() && !is_of_a_runtime {
                count += 1;
                names.insert(one_line(&entry.file_name().to_string_lossy(), 40));
                if names.len() > 3 {
                    names.pop_last();
                }
            }
        }
        Ok((count, names.into_iter().collect()))
    }
}

/// The cores that a player may use: those of this thread, as its keeper got them.
fn cores() -> u32 {
    let cores = rustix::thread::sched_getaffinity(None).map_or(1, |it| it.count());
    cores.max(1)
}

/// What processor time may be missing where only ticks are counted.
const TICK: Duration = Duration::from_millis(10);

fn processor_time(allowed: Duration) -> Detail {
    Detail::Late { allowed, clock: Clock::Processor, slip: None }
}

/// SIGXFSZ: a file grew beyond its limit.
const FILE_TOO_LARGE: i32 = 25;

/// The player filled its folder.
pub(super) const FULL: Detail = Detail::Output(Excess::Folder);
