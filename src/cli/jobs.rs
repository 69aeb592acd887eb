//! The number of parallel jobs.

use std::io::Write;

use anyhow::{Result, bail};
use arbitro_sandbox::{Guarantees, Limits, room_of_folders};
use arbitro_words::{Language, say};
use rustix::process::{Resource, getrlimit, setrlimit};

use crate::words::CliMessage;

/// Returns the requested number of jobs, else the number of cores.
pub fn jobs(asked: Option<u32>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    asked.map_or_else(cores, |jobs| jobs as usize)
}

/// Files that a program with matches opens besides those of each match.
const FILES: u64 = 40;
/// Files of a match, with those of ended players that the kernel has not released yet.
const FILES_OF_MATCH: u64 = 80;

/// Returns the number of matches to play in parallel: the requested one, else as many as have `cores` each; or
/// fewer if this process may not open files for so many, which is said on standard error.
pub fn match_jobs(asked: Option<u32>, cores: usize, language: Language) -> Result<usize> {
    let jobs = asked.map_or_else(|| (jobs(None) / cores).max(1), |asked| asked as usize);
    let most = most_matches(language)?;
    if most >= jobs as u64 {
        return Ok(jobs);
    }
    let files = open_files();
    writeln!(
        anstream::stderr(),
        "{}",
        say(&CliMessage::FewMatches { most, jobs, files }, language)
    )?;
    Ok(usize::try_from(most)?)
}

/// Returns as many of these matches as there is room for, where players have their folders on one file system;
/// that they are fewer is said on standard error.
pub fn jobs_with_room(jobs: usize, guarantees: &Guarantees, language: Language) -> Result<usize> {
    // With namespaces each folder has a file system of its own.
    let room = if guarantees.namespaces { None } else { room_of_folders() };
    let of_match = 2 * Limits::default().folder_bytes;
    let Some(room) = room.filter(|room| jobs > 1 && *room / of_match < jobs as u64) else {
        return Ok(jobs);
    };
    let most = usize::try_from(room / of_match)?.max(1);
    let [room, least] = [room, of_match].map(|it| it >> 20);
    let text = CliMessage::LittleRoom { most, jobs, room, least };
    writeln!(anstream::stderr(), "{}", say(&text, language))?;
    Ok(most)
}

/// Returns the number of matches that this process may open files for.
pub fn most_matches(language: Language) -> Result<u64> {
    let files = open_files();
    let most = files.saturating_sub(FILES) / FILES_OF_MATCH;
    if most == 0 {
        let least = FILES + FILES_OF_MATCH;
        bail!("{}", say(&CliMessage::NoMatch { files, least }, language));
    }
    Ok(most)
}

/// Raises the limit of open files as far as it goes, and returns it.
pub fn open_files() -> u64 {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // Refused, it stays as it was.
    let _ = setrlimit(Resource::Nofile, limit);
    getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX)
}
