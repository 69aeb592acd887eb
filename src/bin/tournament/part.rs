//! `tournament run --part`: plays a part of the matches; other machines may play the others at the same time.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use arbitro_cli::stopping::stop_flag;
use arbitro_rules::plain_text::shell_word;
use arbitro_tournament::report::PAGE;
use arbitro_tournament::{
    Holder, JOURNAL, OpenPart, Part, Results, RunEnd, RunLock, TOURNAMENT_FILE, TournamentError,
    TournamentFile, open_elsewhere, parts_in,
};
use arbitro_words::{Count, say};

use crate::complain;
use crate::options::RunOptions;
use crate::resume::{BegunTournament, ReadyTournament, join_parts, refuse_standing};
use crate::run::{
    begin, holder_message, is_begun, play_open, program_sha256, read_file, report_stopped,
    show_results,
};
use crate::words::CommandMessage;

/// Interval between two looks at what others do, on file systems that tell nothing.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// A part that plays in a folder.
struct PartRun<'a> {
    part: Part,
    out: &'a Path,
    options: &'a RunOptions,
    stop: &'a AtomicBool,
}

/// Plays a part of a tournament, which begins if it has not.
pub(crate) fn play_part(
    part: Part,
    out: &Path,
    paths: &[PathBuf],
    options: &RunOptions,
) -> Result<ExitCode> {
    fs::create_dir_all(out).with_context(|| format!("{}: cannot be made", out.display()))?;
    let stop = &*stop_flag()?;
    let run = PartRun { part, out, options, stop };
    loop {
        let shared = run.wait_for(RunLock::beside_others)?;
        if !is_begun(out) {
            drop(shared);
            let alone = run.wait_for(RunLock::alone)?;
            if !is_begun(out) {
                begin(options, paths, Some(alone))?;
            }
            continue;
        }
        let file = read_file(out)?;
        refuse_standing(options, out, &file)?;
        file.check_program(&program_sha256()?)?;
        if file.settings.sprt.is_some() {
            return Err(TournamentError::SequentialTest.into());
        }
        if file.parts == Some(part.of()) {
            return run.play(shared, file, paths);
        }
        drop(shared);
        run.deal_anew()?;
    }
}

impl PartRun<'_> {
    /// Waits until a lock is free, and names its holder once.
    fn wait_for(&self, lock: fn(&Path) -> io::Result<Result<RunLock, Holder>>) -> Result<RunLock> {
        let mut is_told = false;
        loop {
            match lock(self.out).with_context(|| self.out.display().to_string())? {
                Ok(lock) => return Ok(lock),
                Err(by) if !is_told => {
                    is_told = true;
                    let what = &say(&holder_message(self.out, &by), self.options.language);
                    self.options.tell(&CommandMessage::Waits { what })?;
                }
                Err(_) => {}
            }
            self.pause()?;
        }
    }

    fn pause(&self) -> Result<()> {
        if self.stop.load(Ordering::Relaxed) {
            bail!("{}: stopped while it waited; nothing was played", self.out.display());
        }
        thread::sleep(LOOK_EVERY);
        Ok(())
    }

    /// Joins what other parts have left, and makes the number of parts this one's.
    fn deal_anew(&self) -> Result<()> {
        let alone = RunLock::alone(self.out).with_context(|| self.out.display().to_string())?;
        let _alone = match alone {
            Ok(lock) => lock,
            Err(Holder::Alone(_)) => return self.pause(),
            // They may have been dealt anew by another part of as many.
            Err(by) if read_file(self.out)?.parts != Some(self.part.of()) => {
                return Err(self.options.refusal(&holder_message(self.out, &by)));
            }
            Err(_) => return Ok(()),
        };
        let mut file = read_file(self.out)?;
        join_parts(self.out, &file)?;
        file.parts = Some(self.part.of());
        file.write(self.out).with_context(|| format!("{}: {TOURNAMENT_FILE}", self.out.display()))
    }

    fn play(&self, shared: RunLock, file: TournamentFile, paths: &[PathBuf]) -> Result<ExitCode> {
        let PartRun { part, out, options, stop } = *self;
        let again = command(out, part);
        let mut ready = None;
        let mut has_played = false;
        loop {
            let results = Results::for_part(file.clone(), out, part)?;
            if !results.schedule.is_part_played() {
                let Some(_own) = RunLock::part(out, part.number())? else {
                    return Err(options.refusal(&CommandMessage::PartTaken { part: part.number() }));
                };
                let ReadyTournament { file, entrants, machine, .. } = match &ready {
                    Some(ready) => ready,
                    None => ready
                        .insert(BegunTournament::open(options, out, file.clone(), paths)?.ready()?),
                };
                // Another process may have played until now.
                let results = Results::for_part(file.clone(), out, part)?;
                complain(out, &results, options.language)?;
                let finished = play_open(options, out, results, entrants, machine, stop)
                    .with_context(|| format!("part {part}: continue with `{again}`"))?;
                if finished == RunEnd::Stopped {
                    let played = Results::for_part(file.clone(), out, part)?.schedule.ended();
                    return report_stopped(options, played, &again);
                }
                stop.store(false, Ordering::Relaxed);
                has_played = true;
            }
            // From here on its journal is closed: of two that end at once, the later sees all.
            let mut results = Results::for_part(file.clone(), out, part)?;
            let own_voids = own_voids(&results);
            if !results.schedule.is_part_played() && own_voids == 0 {
                // The next round is open.
                continue;
            }
            let Some(open) = open_elsewhere(out, &mut results, part)? else {
                drop(shared);
                return self.finish(file, own_voids);
            };
            self.tell_played(&results, open)?;
            let must_wait = results.schedule.is_staged() && own_voids == 0;
            if !must_wait || !options.wait {
                let is_in_vain = own_voids > 0 || must_wait && !has_played;
                return Ok(ExitCode::from(u8::from(is_in_vain)));
            }
            self.pause()?;
        }
    }

    /// Joins all parts and writes the results, unless another process does.
    fn finish(&self, file: TournamentFile, own_voids: u64) -> Result<ExitCode> {
        let PartRun { out, options, .. } = *self;
        let alone = RunLock::alone(out).with_context(|| out.display().to_string())?;
        let Ok(_alone) = alone else {
            options.tell(&CommandMessage::OthersJoin {
                part: self.part.number(),
                of: self.part.of(),
            })?;
            return Ok(ExitCode::from(u8::from(own_voids > 0)));
        };
        let is_joined = parts_in(out)?.is_empty();
        join_parts(out, &file)?;
        if is_joined && is_newer(&out.join(PAGE), &out.join(JOURNAL)) {
            options
                .tell(&CommandMessage::AllPlayed { out: &shell_word(&out.to_string_lossy()) })?;
            return Ok(ExitCode::SUCCESS);
        }
        let (results, is_right) = show_results(options, out, file)?;
        Ok(ExitCode::from(u8::from(!(is_right && results.voids() == 0))))
    }

    fn tell_played(&self, results: &Results, open: OpenPart) -> io::Result<()> {
        let played = CommandMessage::PartPlayed {
            part: self.part.number(),
            of: self.part.of(),
            played: Count::Matches(results.schedule.ended()),
            other: open.part,
            open: Count::Matches(open.matches),
            command: &command(self.out, Part::new(open.part, self.part.of()).unwrap_or(self.part)),
        };
        self.options.tell(&played)
    }
}

/// Counts the void matches of the part.
fn own_voids(results: &Results) -> u64 {
    results.open_voids.keys().filter(|&&id| results.schedule.is_own(id)).count() as u64
}

/// Returns true if a file is there and not older than another.
fn is_newer(file: &Path, other: &Path) -> bool {
    let time = |path: &Path| fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
    time(file).is_some_and(|system_time| time(other).is_none_or(|other| system_time >= other))
}

pub(crate) fn command(out: &Path, part: Part) -> String {
    format!("tournament run --out {} --part {part}", shell_word(&out.to_string_lossy()))
}

/// Numbers as a list of ranges: `1-3,7`.
pub(crate) fn number_ranges(numbers: &[u32]) -> String {
    let mut list = String::new();
    for range in numbers.chunk_by(|a, b| a + 1 == *b) {
        let (Some(first), Some(last)) = (range.first(), range.last()) else { continue };
        let comma = if list.is_empty() { "" } else { "," };
        let _ = if first == last {
            write!(list, "{comma}{first}")
        } else {
            write!(list, "{comma}{first}-{last}")
        };
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_listed_as_a_cluster_takes_them() {
        assert_eq!(number_ranges(&[1, 2, 3, 7, 9, 10]), "1-3,7,9-10");
        assert_eq!(number_ranges(&[]), "");
    }
}
