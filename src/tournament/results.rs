//! Reads the results of a tournament's folder: each line of the journal is checked against the
//! schedule and added up.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;
use std::path::Path;

use super::error::TournamentError;
use super::journal::{
    Damage, JOURNAL, JournalEnd, JournalLine, goes_on, read_journal, read_journal_from,
};
use super::schedule::{MatchResult, Schedule, challengers};
use super::sprt_watch::SprtWatch;
use super::standings::{Standings, standings};
use super::tally::{CountedMatch, FORFEITS, Tally, game_hash};
use super::tournament_file::TournamentFile;
use arbitro_records::{HeadPlayer, RecordHead};
use arbitro_rules::Player;

/// A line of the journal that does not count, and the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Problem {
    pub line: u64,
    pub offset: u64,
    pub damage: Damage,
}

/// The results of a tournament so far.
#[derive(Debug)]
pub struct Results {
    pub file: TournamentFile,
    /// The schedule with all finished matches.
    pub schedule: Schedule,
    /// The totals of the finished matches.
    pub tally: Tally,
    pub sprt: Option<SprtWatch>,
    /// Lines that do not count.
    pub problems: Vec<Problem>,
    /// Number of repeated matches; each counts once.
    pub repeated: u64,
    /// Void matches still to be played again.
    pub open_voids: u64,
    pub end: JournalEnd,
    /// Offset of each match's line, if [`Remember`] asked for it.
    pub offsets: BTreeMap<u64, u64>,
    /// Outcome and offset of each match in the order of the journal, if [`Remember`] asked for it.
    pub outcomes: Vec<MatchOutcome>,
    /// The last round that has begun, where rounds depend on each other; 0 before the first match.
    pub begun_round: u32,
    /// Matches of rounds that are not paired yet, because an earlier match is missing.
    waiting: BTreeMap<u64, ReadResult>,
}

/// The details of each match to remember.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remember {
    Sums,
    /// The offset of each match's line.
    Places,
    /// The outcome and offset of each match, in the journal's order.
    Outcomes,
}

/// A match that counts, with the data that lists of matches need.
#[derive(Clone, Copy, Debug)]
pub struct MatchOutcome {
    pub id: u64,
    pub offset: u64,
    pub outcome: CountedMatch,
}

impl Results {
    /// Reads a tournament's folder.
    /// Damaged lines of the journal are not an error.
    pub fn read(folder: &Path, remember: Remember) -> Result<Results, TournamentError> {
        let file = TournamentFile::read(folder).map_err(TournamentError::in_settings)?;
        Results::of(file, folder, remember)
    }

    /// Like [`Results::read`], when `tournament.toml` has already been read.
    pub fn of(
        file: TournamentFile,
        folder: &Path,
        remember: Remember,
    ) -> Result<Results, TournamentError> {
        let schedule = file.schedule();
        let schedule = schedule.map_err(TournamentError::in_settings)?;
        Results::held_against(schedule, file, folder, remember).map_err(TournamentError::Results)
    }

    /// Reads the results against a given schedule without finished matches: that of a shard.
    pub(super) fn held_against(
        schedule: Schedule,
        file: TournamentFile,
        folder: &Path,
        remember: Remember,
    ) -> io::Result<Results> {
        let tested = challengers(&file.settings, &file.names());
        let mut results = Results {
            tally: Tally::new(file.players.len()),
            sprt: file.settings.sprt.map(|it| SprtWatch::new(it, tested)),
            schedule,
            file,
            problems: Vec::new(),
            repeated: 0,
            open_voids: 0,
            end: JournalEnd::default(),
            offsets: BTreeMap::new(),
            outcomes: Vec::new(),
            begun_round: 0,
            waiting: BTreeMap::new(),
        };
        // Matches that depend on earlier rounds must be checked in order.
        let must_sort = results.schedule.is_staged() || results.sprt.is_some();
        let roster = Roster::of(&results.file);
        let mut sorted: Vec<ReadResult> = Vec::new();
        let mut voids = BTreeSet::new();
        let mut take = |found: ReadResult, results: &mut Results| {
            if found.outcome.counted == MatchResult::Void {
                voids.insert(found.id);
                return;
            }
            results.take(&found, remember);
        };
        let end = read_journal(&folder.join(JOURNAL), |line| -> Result<(), io::Error> {
            match roster.found(&line) {
                Ok(found) if must_sort => sorted.push(found),
                Ok(found) => take(found, &mut results),
                Err(damage) => results.problems.push(Problem {
                    line: line.number,
                    offset: line.offset,
                    damage,
                }),
            }
            Ok(())
        })?;
        results.end = end;
        let last = sorted.iter().map(|it| it.id).max().unwrap_or(0);
        // The last line of a match counts: if a round was played again, later rounds depend on it.
        sorted.sort_by_key(|it| {
            let is_void = it.outcome.counted == MatchResult::Void;
            (it.id, is_void, Reverse(it.line))
        });
        for &found in &sorted {
            // A void match is played again, unless later rounds were paired without it, or the
            // sequential test has passed it.
            let is_void = found.outcome.counted == MatchResult::Void;
            if is_void && (results.sprt.is_some() || results.schedule.is_before(found.id, last)) {
                results.take(&found, remember);
            } else {
                take(found, &mut results);
            }
        }
        let rounds =
            sorted.iter().filter_map(|it| results.schedule.listed(it.id)).map(|it| it.round);
        results.begun_round = rounds.max().unwrap_or(0);
        results.schedule.withdraw();
        if let Some(sprt) = &mut results.sprt
            && let Some(last_phase) = results.schedule.stages().last()
        {
            sprt.enter(last_phase.start);
        }
        for id in voids {
            if results.schedule.is_open(id) {
                results.tally.add_void();
                results.open_voids += 1;
            }
        }
        results.problems.sort_by_key(|it| it.line);
        results.outcomes.sort_by_key(|it| it.offset);
        Ok(results)
    }

    /// Adds the lines appended to the journal since it was read. Returns false if everything must
    /// be read again: when matches depend on each other, when a match was void, or when the journal
    /// was replaced.
    pub fn read_on(&mut self, folder: &Path, remember: Remember) -> io::Result<bool> {
        if self.schedule.is_staged() || self.sprt.is_some() || self.open_voids > 0 {
            return Ok(false);
        }
        let path = folder.join(JOURNAL);
        if !goes_on(&path, self.end)? {
            return Ok(false);
        }
        let roster = Roster::of(&self.file);
        let mut is_known = true;
        let end = read_journal_from(&path, self.end, |line| -> io::Result<()> {
            match roster.found(&line) {
                Ok(found) if found.outcome.counted == MatchResult::Void => is_known = false,
                Ok(found) => self.take(&found, remember),
                Err(damage) => {
                    self.problems.push(Problem { line: line.number, offset: line.offset, damage });
                }
            }
            Ok(())
        })?;
        self.end = end;
        Ok(is_known)
    }

    fn take(&mut self, found: &ReadResult, remember: Remember) {
        let ReadResult { id, line, offset, outcome, .. } = *found;
        let CountedMatch { x, o, counted, .. } = outcome;
        if let (Some(sprt), Some(start)) = (&mut self.sprt, self.schedule.phase_start(id)) {
            sprt.enter(start);
        }
        if self.sprt.as_ref().is_some_and(SprtWatch::has_ended) {
            return;
        }
        if !self.schedule.note(id, x, o, counted) {
            if self.schedule.is_match(id, x, o) {
                self.repeated += 1;
            } else {
                let damage = if self.schedule.can_occur(id) {
                    self.waiting.entry(id).or_insert(*found);
                    Damage::Early
                } else {
                    Damage::Foreign
                };
                self.problems.push(Problem { line, offset, damage });
            }
            return;
        }
        if let Some(sprt) = &mut self.sprt
            && let Some(last) = sprt.note(id, &outcome)
        {
            self.schedule.end_after(last);
        }
        self.tally.add(&outcome);
        match remember {
            Remember::Sums => {}
            Remember::Places => {
                self.offsets.insert(id, offset);
            }
            Remember::Outcomes => self.outcomes.push(MatchOutcome { id, offset, outcome }),
        }
    }

    /// Adds a match just played, and those read earlier that depended on it; returns the latter.
    pub(super) fn note(&mut self, id: u64, outcome: &CountedMatch) -> Vec<CountedMatch> {
        let CountedMatch { x, o, counted, .. } = *outcome;
        self.schedule.note(id, x, o, counted);
        self.tally.add(outcome);
        let mut known = Vec::new();
        while let Some((&id, &ReadResult { outcome, .. })) = self.waiting.first_key_value() {
            if self.schedule.can_occur(id) {
                break;
            }
            self.waiting.remove(&id);
            let CountedMatch { x, o, counted, .. } = outcome;
            if self.schedule.note(id, x, o, counted) {
                self.tally.add(&outcome);
                known.push(outcome);
            }
        }
        known
    }

    pub fn standings(&self) -> Standings {
        standings(&self.file.settings, &self.schedule, &self.tally)
    }

    /// The player that the sequential test of the last phase is about, and its opponent.
    pub fn tested(&self) -> Option<[usize; 2]> {
        let sprt = self.sprt.as_ref()?;
        let playing = (0..self.file.players.len()).filter(|&it| !self.schedule.has_left(it));
        let tested = playing.clone().find(|&it| sprt.is_on(it))?;
        let other = playing.clone().find(|&it| it != tested)?;
        Some([tested, other])
    }

    /// Returns true if every match of the tournament has ended.
    pub fn is_complete(&self) -> bool {
        let has_ended = self.sprt.as_ref().is_some_and(SprtWatch::has_ended);
        has_ended || self.schedule.is_complete()
    }
}

/// A valid line of the journal.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReadResult {
    pub(super) id: u64,
    pub(super) line: u64,
    pub(super) offset: u64,
    pub(super) outcome: CountedMatch,
}

/// The players, indexed by name.
pub(super) struct Roster {
    places: HashMap<String, usize>,
    sha256: Vec<String>,
    /// Hash of the rules of a game that is not compiled in.
    rules: Option<String>,
}

impl Roster {
    pub(super) fn of(file: &TournamentFile) -> Roster {
        let names = file.players.iter().map(|it| it.name.clone());
        Roster {
            places: names.zip(0..).collect(),
            sha256: file.players.iter().map(|it| it.sha256.clone()).collect(),
            rules: file.settings.game.look().map(|it| it.sha256.clone()),
        }
    }

    pub(super) fn found(&self, line: &JournalLine<'_>) -> Result<ReadResult, Damage> {
        let head = line.head()?;
        let id = head.id.as_ref().and_then(serde_json::Value::as_u64);
        let outcome = self.outcome(&head)?;
        if head.rules.as_ref().map(|it| &*it.sha256) != self.rules.as_deref() {
            return Err(Damage::OtherRules);
        }
        Ok(ReadResult {
            id: id.ok_or(Damage::Form)?,
            line: line.number,
            offset: line.offset,
            outcome,
        })
    }

    fn outcome(&self, head: &RecordHead<'_>) -> Result<CountedMatch, Damage> {
        let place = |player: &HeadPlayer<'_>| {
            let place = *self.places.get(&*player.name).ok_or(Damage::Foreign)?;
            let is_the_same = player.sha256.as_deref() == Some(&self.sha256[place]);
            is_the_same.then_some(place).ok_or(Damage::Foreign)
        };
        let letter = |text: &str| match text {
            "x" => Ok(Player::X),
            "o" => Ok(Player::O),
            _ => Err(Damage::Form),
        };
        let counted = match (head.winner.as_deref(), head.reason.as_deref()) {
            (_, Some("void")) => MatchResult::Void,
            (None, _) => MatchResult::Drawn,
            (Some(winner), _) => MatchResult::Won(letter(winner)?),
        };
        let forfeit = head.fault.as_ref().map(|fault| {
            let reason = FORFEITS.iter().position(|it| *it == fault.reason);
            Ok((letter(&fault.player)?, reason.ok_or(Damage::Form)?))
        });
        // Without recorded moves, copies of a game cannot be recognised.
        let is_kept = |moves: &&str| !moves.is_empty() || head.plies == Some(0);
        let moves = head.moves.as_deref().filter(is_kept);
        let players = head.players.as_ref().ok_or(Damage::Form)?;
        Ok(CountedMatch {
            x: place(&players.x)?,
            o: place(&players.o)?,
            opening: head.opening,
            counted,
            forfeit: forfeit.transpose()?,
            plies: head.plies.unwrap_or(0),
            game: moves.map(|it| game_hash(head.start.as_deref(), it, head.winner.as_deref())),
        })
    }
}
