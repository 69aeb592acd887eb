//! Matches of submissions, played as ordinary tournaments, each in a folder of its own: what strength
//! and contest share.
//!
//! A tournament with the same players and settings is continued; any other is removed and started
//! again. Its journal decides what counts.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::{fs, io};

use super::dossier::Rung;
use super::failure::{Failure, if_there};
use super::words::{MAX_FAULT_CHARS, Statement, fault_text};
use arbitro_records::{MatchRecord, RecordedFault};
use arbitro_rules::plain_text::one_line;
use arbitro_tournament::report::{JournalMatch, each_counted};
use arbitro_tournament::{
    Entrant, JOURNAL, Machine, Remember, Results, RunEnd, RunLock, TournamentEvent as Event,
    TournamentFile, TournamentSettings as Settings, run,
};
use arbitro_words::Language;

/// The machine that plays the matches, and the flag that stops them.
#[derive(Clone, Copy, Debug)]
pub struct MatchHost<'a> {
    pub machine: &'a Machine,
    pub stop: &'a AtomicBool,
}

fn failed(folder: &Path) -> impl FnOnce(io::Error) -> Failure {
    Failure::context(format!("{folder:?} cannot be used; make it writable, or name another folder"))
}

#[derive(Debug)]
pub(super) struct PlayedTournament {
    pub(super) results: Results,
    pub(super) is_new: bool,
}

pub(super) fn play(
    folder: &Path,
    settings: Settings,
    entrants: &[Entrant],
    host: MatchHost<'_>,
    tell: &mut dyn FnMut(&Event<'_>) -> io::Result<()>,
) -> Result<PlayedTournament, Failure> {
    // Paths of programs may differ.
    let is_the_same = |file: &TournamentFile| {
        let known = file.players.iter().map(|player| (&player.name, &player.sha256));
        let players = entrants.iter().map(|entrant| (&entrant.name, &entrant.sha256));
        file.settings.differences(&settings).is_empty() && known.eq(players)
    };
    let earlier = TournamentFile::read(folder).ok().filter(is_the_same);
    let file = match earlier {
        // A file describes a game that is not compiled in; it is played by these settings.
        Some(file) => TournamentFile { settings, ..file },
        None => {
            forget(folder)?;
            fs::create_dir_all(folder).map_err(failed(folder))?;
            let guarantees = &host.machine.guarantees;
            let file = TournamentFile::new(settings, entrants, &[], guarantees);
            let written = file.write(folder);
            written.map_err(Failure::context("the tournament cannot be written"))?;
            file
        }
    };
    play_out(folder, file, entrants, host, tell)
}

pub(super) fn play_out(
    folder: &Path,
    file: TournamentFile,
    entrants: &[Entrant],
    host: MatchHost<'_>,
    tell: &mut dyn FnMut(&Event<'_>) -> io::Result<()>,
) -> Result<PlayedTournament, Failure> {
    let results = |file| {
        let results = Results::from_file(file, folder, Remember::Places);
        results.map_err(Failure::context("the results cannot be read"))
    };
    let played = results(file.clone())?;
    if played.is_complete() {
        return Ok(PlayedTournament { results: played, is_new: false });
    }
    let lock = RunLock::alone(folder).map_err(failed(folder))?;
    let _lock = lock.map_err(|_| {
        Failure::Host(Statement::Same(format!(
            "{folder:?}: another tournament is being played into this folder; wait for its end"
        )))
    })?;
    let MatchHost { machine, stop } = host;
    let finished = run(folder, played, entrants, machine, stop, tell);
    let finished = finished.map_err(Failure::context("the matches cannot be played"))?;
    if finished == RunEnd::Stopped {
        return Err(Failure::Stopped);
    }
    Ok(PlayedTournament { results: results(file)?, is_new: true })
}

pub(super) fn forget(folder: &Path) -> Result<(), Failure> {
    if_there(fs::remove_dir_all(folder)).map_err(failed(folder))?;
    Ok(())
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Match {
    /// Player 1 and player 2, by name.
    players: [String; 2],
    /// Index of the winner in `players`; `None` for a draw.
    winner: Option<usize>,
    fault: Option<RecordedFault>,
}

/// The index of a player in `players`.
fn seat(letter: &str) -> usize {
    usize::from(letter == "o")
}

/// The matches that count, in the order of the journal.
pub(super) fn matches(folder: &Path, results: &Results) -> Result<Vec<Match>, Failure> {
    let mut matches = Vec::with_capacity(results.spots.len());
    each_record(folder, results, |_, record| {
        matches.extend(record.players.map(|players| Match {
            players: [players.x.name, players.o.name],
            winner: record.winner.as_deref().map(seat),
            fault: record.fault,
        }));
    })?;
    Ok(matches)
}

/// Shows each match that counts, with its number.
pub(super) fn each_record(
    folder: &Path,
    results: &Results,
    mut see: impl FnMut(u64, MatchRecord),
) -> Result<(), Failure> {
    let read = each_counted(results, folder, |JournalMatch { id, record, .. }| {
        see(id, record);
        Ok(())
    });
    read.map_err(failed(&folder.join(JOURNAL)))?;
    Ok(())
}

/// Finds an opponent of `me` that crashed, exited or never started, and its failure.
pub(super) fn broken_off(matches: &[Match], me: &str) -> Option<(String, String)> {
    matches.iter().find_map(|played| {
        let fault = played.fault.as_ref()?;
        let name = &played.players[seat(&fault.player)];
        let is_broken = name != me && matches!(&*fault.reason, "crash" | "exited");
        let text = || one_line(&fault_text(fault, None, Language::English), MAX_FAULT_CHARS);
        is_broken.then(|| (name.clone(), text()))
    })
}

/// Counts a player's results against one opponent, or against all.
pub(super) fn rung(matches: &[Match], me: &str, opponent: Option<&str>, name: &str) -> Rung {
    let mut rung = Rung { opponent: name.to_owned(), ..Rung::default() };
    for played in matches {
        let Some(my) = played.players.iter().position(|player| player == me) else {
            continue;
        };
        if opponent.is_some_and(|opponent| opponent != played.players[1 - my]) {
            continue;
        }
        match played.winner {
            None => rung.drawn += 1,
            Some(winner) if winner == my => rung.won += 1,
            Some(_) => rung.lost += 1,
        }
        let Some(fault) = played.fault.as_ref().filter(|fault| seat(&fault.player) == my) else {
            continue;
        };
        match rung.forfeits.binary_search_by(|(it, _)| it.cmp(&fault.reason)) {
            Ok(at) => rung.forfeits[at].1 += 1,
            Err(at) => rung.forfeits.insert(at, (fault.reason.clone(), 1)),
        }
        rung.first_fault.get_or_insert_with(|| fault.clone());
    }
    rung
}
