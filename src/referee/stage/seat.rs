//! A contained player: its program, its folder, and what can be read of both.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags};

use super::core_time::{CoreTime, CoreUse};
use super::lines::Lines;
use super::{Abilities, BoardRead, Limit, Room, Writer};
use crate::board_file::{open_written_board, read_written_board};
use crate::match_dir::{FolderWatch, LOOK_EVERY, board_file, board_number};
use arbitro_rules::plain_text::one_line;
use arbitro_sandbox::{Contained, Processes, Waits};

/// Maximum lateness of a timer.
pub(super) const SLACK: Duration = Duration::from_millis(4);

#[derive(Debug)]
pub(super) struct Seat {
    pub(super) program: Contained,
    /// Its questions and answers, if it answers by lines.
    pub(super) lines: Option<Lines>,
    can: Abilities,
    pub(super) folder: PathBuf,
    /// Open handle of the folder: files are reached faster from it than by path.
    directory: OwnedFd,
    pub(super) watched: FolderWatch,
    /// Times of the core since soon after the turn began.
    core: Option<CoreTime>,
    /// Time before those in which neither the referee, which was due to look, nor the player ran.
    missed: Duration,
    /// The threads that were waiting for a core when it was stopped, and have not run since.
    stopping: Option<Waits>,
}

impl Seat {
    pub(super) fn new(
        program: Contained,
        lines: Option<Lines>,
        watched: FolderWatch,
        processes: Processes,
    ) -> io::Result<Seat> {
        let folder = program.folder();
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let is_trusted = processes == Processes::Trusted;
        Ok(Seat {
            directory: rustix::fs::open(&folder, flags, Mode::empty())?,
            can: Abilities {
                stops: true,
                knows_writer: lines.is_none(),
                by_lines: lines.is_some(),
                measures: true,
                cores: (!is_trusted).then(cores),
                must_look_at_folder: program.must_look_at_folder(),
                memory_every: None,
                look_every: (lines.is_none() && !watched.is_told()).then_some(LOOK_EVERY),
            },
            program,
            lines,
            folder,
            watched,
            core: None,
            missed: Duration::ZERO,
            stopping: None,
        })
    }

    pub(super) fn can(&self) -> Abilities {
        Abilities { memory_every: self.program.memory_interval(), ..self.can }
    }

    pub(super) fn read(&self, number: u64) -> BoardRead {
        read_written_board(&self.directory, &board_file(Path::new(""), number))
    }

    /// Finds out who writes a board. One that was linked into place, which causes no event, has another
    /// name, too, or was made without one.
    pub(super) fn writer(&self, number: u64) -> io::Result<Writer> {
        let name = board_file(Path::new(""), number);
        let (file, state) = match open_written_board(&self.directory, &name) {
            Ok(opened) => opened,
            Err(error) => return error.into_host_error().map_or(Ok(Writer::Unknown), Err),
        };
        let is_unnamed = || self.program.has_open_unnamed(&file).unwrap_or(false);
        if state.st_nlink > 1 {
            return Ok(Writer::Nobody);
        }
        Ok(match Writer::from_file(&file) {
            Writer::One | Writer::Unknown if is_unnamed() => Writer::Nobody,
            writer => writer,
        })
    }

    /// Hears some of what it printed, and sends what it has yet to be sent; returns true if there may be more.
    pub(super) fn talk(&mut self, most: u64) -> io::Result<bool> {
        let Some(lines) = &mut self.lines else { return Ok(false) };
        lines.send()?;
        lines.hear((most + 1).saturating_sub(self.program.output_bytes()?))
    }

    /// Lets it run in a new turn, or on in one that is measured.
    pub(super) fn run(&mut self) -> io::Result<()> {
        self.program.thaw()?;
        self.stopping = None;
        if self.core.is_some() {
            let usage = self.core_use()?;
            if let Some(core) = &mut self.core {
                core.note(usage.waits.as_ref(), Instant::now());
            }
        }
        Ok(())
    }

    /// Begins a turn, in which nothing is measured yet.
    pub(super) fn begin_turn(&mut self) {
        self.core = None;
        self.missed = Duration::ZERO;
    }

    /// Returns true once the stop has taken effect for each thread that waits for a core: it is stopped
    /// when it gets one, and only then does the kernel count its wait. Waits for no thread that has run
    /// since, which is one that freezing does not stop.
    pub(super) fn has_stopped(&mut self) -> io::Result<bool> {
        let now = self.core_use()?.waits.unwrap_or_default();
        let waiting = self.stopping.get_or_insert_with(|| {
            let mut waiting = now.clone();
            waiting.retain(|_, it| it.is_runnable && it.is_usual);
            waiting
        });
        waiting.retain(|id, it| now.get(id) == Some(it));
        Ok(waiting.is_empty())
    }

    /// Reads its processor time and the waits of its threads.
    fn core_use(&mut self) -> io::Result<CoreUse> {
        let waits = self.program.waits()?;
        Ok(CoreUse { cpu: self.program.cpu_time()?, waits })
    }

    /// Takes the first look at the core, at a player that had used `cpu` before its turn. The referee
    /// had a timer for `due`: until it looked, its core was busy. What of that the player did not use
    /// itself, others had.
    pub(super) fn measure(&mut self, cpu: Duration, due: Instant) -> io::Result<()> {
        let usage = self.core_use()?;
        let used = usage.cpu.saturating_sub(cpu);
        self.core = CoreTime::now(usage);
        if let Some(core) = &self.core {
            self.missed = missed(due, core.at(), used);
        }
        Ok(())
    }

    /// Returns the time that others have taken from the player so far, as far as it can be
    /// measured.
    pub(super) fn taken(&mut self) -> io::Result<Duration> {
        let usage = self.core_use()?;
        let core = self.core.as_mut();
        let taken = core.map(|core| core.taken_by_others(&usage).unwrap_or_default());
        Ok(taken.map_or(Duration::ZERO, |taken| self.missed + taken))
    }

    pub(super) fn is_over(&mut self, limit: Limit) -> io::Result<bool> {
        match limit {
            Limit::Memory => self.program.is_over_memory(),
            Limit::Folder => self.program.is_folder_full(),
            Limit::FolderNow => {
                self.program.forget_look_at_folder();
                self.program.is_folder_full()
            }
            Limit::Output(most) => {
                let printed = self.lines.as_ref().map_or(Ok(0), Lines::printed)?;
                Ok(self.program.output_bytes()? + printed > most)
            }
        }
    }

    pub(super) fn room(&mut self) -> io::Result<Room> {
        Ok(if self.program.is_folder_full()? {
            Room::Taken
        } else if !self.program.is_out_of_room()? {
            Room::Enough
        } else if self.program.has_taken_the_room()? {
            Room::Taken
        } else {
            Room::Missing
        })
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

/// Returns the time that a referee that was due and looked `at` was kept from its core by others than
/// a player that used `used`.
fn missed(due: Instant, at: Instant, used: Duration) -> Duration {
    let late = at.saturating_duration_since(due);
    if late > SLACK { late.saturating_sub(used) } else { Duration::ZERO }
}

/// The cores that a player may use: those of this thread, as its keeper got them.
fn cores() -> u32 {
    let cores = rustix::thread::sched_getaffinity(None).map_or(1, |it| it.count());
    cores.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_referee_that_was_not_let_run_gives_the_time_that_the_player_did_not_use() {
        let due = Instant::now();
        let ms = Duration::from_millis;
        let at = |late: u64| due + SLACK + ms(late);
        assert_eq!(missed(due, at(100), ms(0)), SLACK + ms(100));
        assert_eq!(missed(due, at(100), ms(30)), SLACK + ms(70));
        // A player that kept the referee away by computing has lost nothing.
        assert_eq!(missed(due, at(100), SLACK + ms(100)), ms(0));
        // A timer may be late by as much.
        assert_eq!(missed(due, due + SLACK, ms(0)), ms(0));
        assert_eq!(missed(due, due, ms(0)), ms(0));
    }
}
