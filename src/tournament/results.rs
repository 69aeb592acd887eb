//! Reads the results of a tournament's folder: each line of the journal is checked against the
//! schedule and added up.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::io;
use std::path::Path;

use super::error::TournamentError;
use super::journal::{Damage, Journal, JournalEnd, JournalLine, Spot, goes_on, read_journal_from};
use super::schedule::{Part, Schedule, challengers};
use crate::growing::phases::first_version;
use crate::ranking::standings::{Standings, points, standings};
use crate::ranking::tally::{CountedMatch, FORFEITS, Tally, game_hash};
use crate::run::lock::is_part_played;
use crate::run::sprt_watch::SprtWatch;
use crate::run::terms::match_seed;
use crate::schedule::pairing::MatchResult;
use crate::settings::tournament_file::TournamentFile;
use crate::settings::tournament_settings::Names;
use arbitro_records::{Claimed, HeadPlayer, RecordHead, journal, journals_in};
use arbitro_rules::{Player, Reason};

/// A line of the journal that does not count, and the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Problem {
    pub line: u64,
    pub spot: Spot,
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
    /// Void matches still to be played again, and where they stand.
    pub open_voids: BTreeMap<u64, Spot>,
    /// How far each journal was read.
    pub ends: BTreeMap<u32, JournalEnd>,
    /// Place of each match's line, if [`Remember`] asked for it.
    pub spots: BTreeMap<u64, Spot>,
    /// Outcome and place of each match, in the order of the journal or as parts played them, if [`Remember`] asked for it.
    pub outcomes: Vec<MatchOutcome>,
    /// The last round that has begun, where rounds depend on each other; 0 before the first match.
    pub begun_round: u32,
    /// Matches of rounds that are not paired yet, because an earlier match is missing.
    waiting: BTreeMap<u64, ReadResult>,
    /// The lines that count, where parts have journals: a kill after they were joined leaves these lines twice.
    lines: HashSet<(u64, u32)>,
    has_parts: bool,
    /// The players by their names, which journals have, whatever names are shown.
    places: HashMap<String, usize>,
    /// The part whose matches are played, and its own journal.
    pub part: Option<Part>,
    remember: Remember,
}

/// The details of each match to remember.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remember {
    Sums,
    /// The place of each match's line.
    Places,
    /// The outcome and place of each match, in the journal's order.
    Outcomes,
}

/// A match that counts, with the data that lists of matches need.
#[derive(Clone, Copy, Debug)]
pub struct MatchOutcome {
    pub id: u64,
    pub spot: Spot,
    pub outcome: CountedMatch,
}

impl Results {
    /// Reads a tournament's folder.
    /// Damaged lines of the journal are not an error.
    pub fn read(folder: &Path, remember: Remember) -> Result<Results, TournamentError> {
        let file = TournamentFile::read(folder).map_err(TournamentError::in_settings)?;
        Results::from_file(file, folder, remember)
    }

    /// Like [`Results::read`], when `tournament.toml` has already been read.
    pub fn from_file(
        file: TournamentFile,
        folder: &Path,
        remember: Remember,
    ) -> Result<Results, TournamentError> {
        let mut results = Results::none(file, None, remember)?;
        let journals = journals_in(folder).map_err(TournamentError::Results)?;
        results.read_journals(folder, &journals).map_err(TournamentError::Results)?;
        Ok(results)
    }

    /// Reads the new pairings of a standing tournament. Returns the length of the journal up to which every match is
    /// among them.
    pub(super) fn read_pairings(&mut self, folder: &Path) -> io::Result<u64> {
        if !self.schedule.is_standing() {
            return Ok(u64::MAX);
        }
        // A match is paired before its line is there.
        let most = fs::metadata(journal(folder, 0)).map_or(0, |metadata| metadata.len());
        self.file.read_pairings(folder)?;
        for place in self.tally.entrants()..self.file.players.len() {
            self.places.insert(self.file.players[place].name.clone(), place);
            self.tally.enter();
        }
        if let Some(pairings) = &self.file.pairings {
            self.schedule.record(pairings);
        }
        Ok(most)
    }

    /// Reads what a part needs to play: its own journal and the joined one; of a format with rounds also the journals of
    /// the other parts.
    /// The part's own journal is locked by this process.
    pub fn for_part(
        file: TournamentFile,
        folder: &Path,
        part: Part,
    ) -> Result<Results, TournamentError> {
        let mut results = Results::none(file, Some(part), Remember::Sums)?;
        let journals = if results.schedule.is_staged() {
            journals_in(folder).map_err(TournamentError::Results)?
        } else {
            vec![part.number(), 0]
        };
        results.read_journals(folder, &journals).map_err(TournamentError::Results)?;
        Ok(results)
    }

    /// The results of a tournament of which nothing was read.
    fn none(
        file: TournamentFile,
        part: Option<Part>,
        remember: Remember,
    ) -> Result<Results, TournamentError> {
        let schedule = file.schedule();
        let schedule = schedule.map_err(TournamentError::in_settings)?;
        let tested = challengers(&file.settings, &file.names());
        Ok(Results {
            tally: Tally::new(file.players.len()),
            sprt: file.settings.sprt.map(|sprt| SprtWatch::new(sprt, tested)),
            schedule: match part {
                Some(part) => schedule.of_part(part),
                None => schedule,
            },
            places: file.names().into_iter().map(str::to_owned).zip(0..).collect(),
            file,
            problems: Vec::new(),
            repeated: 0,
            open_voids: BTreeMap::new(),
            ends: BTreeMap::new(),
            spots: BTreeMap::new(),
            outcomes: Vec::new(),
            begun_round: 0,
            waiting: BTreeMap::new(),
            lines: HashSet::new(),
            has_parts: false,
            part,
            remember,
        })
    }

    /// Adds all lines of these journals.
    pub(super) fn read_journals(&mut self, folder: &Path, journals: &[u32]) -> io::Result<()> {
        // Matches that depend on earlier rounds must be checked in order.
        let must_sort = self.schedule.is_staged() || self.sprt.is_some();
        let most = self.read_pairings(folder)?;
        let known = self.outcomes.len();
        self.has_parts |= journals.iter().any(|&journal| journal > 0);
        let mut found = self.read_lines(folder, journals, must_sort, most)?;
        if must_sort {
            // The last line of a match counts: if a round was played again, later rounds depend on it.
            found.sort_by_key(|it| {
                let is_void = it.outcome.counted == MatchResult::Void;
                (it.id, is_void, Reverse(it.spot))
            });
        }
        let last = found.iter().map(|it| it.id).max().unwrap_or(0);
        found.iter().for_each(|read_result| self.settle(read_result, last));
        if must_sort {
            let rounds = found.iter().filter_map(|it| self.schedule.listed(it.id));
            self.begun_round = rounds.map(|round| round.round).max().unwrap_or(0);
        }
        self.schedule.withdraw();
        if let Some(sprt) = &mut self.sprt
            && let Some(last_phase) = self.schedule.stages().last()
        {
            sprt.enter(last_phase.start);
        }
        let schedule = &mut self.schedule;
        self.open_voids.retain(|&id, _| schedule.is_open(id));
        self.problems.sort_by_key(|problem| problem.spot);
        // Those who follow see new ones last.
        let new = self.outcomes.get_mut(known..).unwrap_or_default();
        if self.has_parts {
            new.sort_by_key(|it| it.id);
        } else {
            new.sort_by_key(|it| it.spot);
        }
        Ok(())
    }

    /// Adds a line, or keeps it in mind if it is void.
    fn settle(&mut self, result: &ReadResult, last: u64) {
        // A void match is played again, unless later rounds were paired without it, or the
        // sequential test has passed it.
        let is_void = result.outcome.counted == MatchResult::Void;
        if is_void && self.sprt.is_none() && !self.schedule.is_before(result.id, last) {
            self.open_voids.insert(result.id, result.spot);
        } else {
            self.take(result);
        }
    }

    /// Reads on in these journals, and adds each line at once, or returns them all.
    fn read_lines(
        &mut self,
        folder: &Path,
        journals: &[u32],
        must_sort: bool,
        most: u64,
    ) -> io::Result<Vec<ReadResult>> {
        let mut all = Vec::new();
        for &number in journals {
            let own = self.part.map(Part::number) == Some(number);
            // A line may be seen before it is whole, and another machine may still repair it.
            let is_played = number > 0 && !own && is_part_played(folder, number)?;
            let mut is_whole = true;
            let end = self.ends.get(&number).copied().unwrap_or_default();
            let mut end = read_journal_from(folder, number, end, most, |line| {
                match self.read_result(&line) {
                    _ if !is_whole => {}
                    Ok(found) if must_sort => all.push(found),
                    Ok(found) => self.settle(&found, 0),
                    Err(_) if is_played => is_whole = false,
                    Err(damage) => {
                        let JournalLine { number: line, spot, .. } = line;
                        self.problems.push(Problem { line, spot, damage });
                    }
                }
                Ok::<(), io::Error>(())
            })?;
            if is_played {
                end.torn = 0;
            }
            self.ends.insert(number, end);
        }
        Ok(all)
    }

    /// Adds the lines appended to the journals since they were read. Returns false if everything must
    /// be read again: when matches depend on each other, when a match was void, or when a journal
    /// was replaced.
    pub fn read_on(&mut self, folder: &Path) -> io::Result<bool> {
        if self.schedule.is_staged() || self.sprt.is_some() || !self.open_voids.is_empty() {
            return Ok(false);
        }
        let journals = journals_in(folder)?;
        for (number, end) in &self.ends {
            if !journals.contains(number) || !goes_on(&journal(folder, *number), *end)? {
                return Ok(false);
            }
        }
        self.read_journals(folder, &journals)?;
        Ok(self.open_voids.is_empty())
    }

    fn take(&mut self, found: &ReadResult) {
        let ReadResult { id, line, spot, checksum, outcome } = *found;
        let CountedMatch { x, o, counted, .. } = outcome;
        if let (Some(sprt), Some(start)) = (&mut self.sprt, self.schedule.phase_start(id)) {
            sprt.enter(start);
        }
        if self.sprt.as_ref().is_some_and(SprtWatch::has_ended) {
            return;
        }
        if !self.schedule.note(id, x, o, counted) {
            if self.schedule.is_match(id, x, o) {
                self.repeated += u64::from(!self.lines.contains(&(id, checksum)));
            } else {
                let damage = if self.schedule.can_occur(id) {
                    self.waiting.entry(id).or_insert(*found);
                    Damage::Early
                } else {
                    Damage::Foreign
                };
                self.problems.push(Problem { line, spot, damage });
            }
            return;
        }
        if let Some(sprt) = &mut self.sprt
            && let Some(last) = sprt.note(id, &outcome)
        {
            self.schedule.end_after(last);
        }
        if self.has_parts {
            self.lines.insert((id, checksum));
        }
        self.tally.add(&outcome);
        match self.remember {
            Remember::Sums => {}
            Remember::Places => {
                self.spots.insert(id, spot);
            }
            Remember::Outcomes => self.outcomes.push(MatchOutcome { id, spot, outcome }),
        }
    }

    pub fn open_journal(&self, folder: &Path) -> io::Result<Journal> {
        let number = self.part.map_or(0, Part::number);
        let end = self.ends.get(&number).copied().unwrap_or_default();
        Journal::open(folder, number, end)
    }

    /// Matches of rounds that are not paired yet, and the places of their lines.
    pub(super) fn waiting(&self) -> impl Iterator<Item = (u64, Spot)> {
        self.waiting.iter().map(|(&id, it)| (id, it.spot))
    }

    /// Adds a match just played, and those read earlier that depended on it; counts the latter.
    pub(super) fn note(&mut self, id: u64, outcome: &CountedMatch) -> u64 {
        let CountedMatch { x, o, counted, .. } = *outcome;
        self.schedule.note(id, x, o, counted);
        self.tally.add(outcome);
        let mut known = 0;
        while let Some((&id, &ReadResult { outcome, .. })) = self.waiting.first_key_value() {
            if self.schedule.can_occur(id) {
                break;
            }
            self.waiting.remove(&id);
            let CountedMatch { x, o, counted, .. } = outcome;
            if self.schedule.note(id, x, o, counted) {
                self.tally.add(&outcome);
                known += 1;
            }
        }
        known
    }

    /// The player with the most points, the first of equals.
    pub(super) fn leader(&self) -> usize {
        let worth = |&it: &usize| points(&self.file.settings, &self.schedule, &self.tally, it);
        (0..self.tally.entrants()).rev().max_by_key(worth).unwrap_or(0)
    }

    /// Bytes of lines that a crash left torn.
    pub fn torn(&self) -> u64 {
        self.ends.values().map(|end| end.torn).sum()
    }

    /// Counts the void matches: those that are still to be played again, and those that are passed.
    pub fn voids(&self) -> u64 {
        self.tally.voids() + self.open_voids.len() as u64
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

    /// The number of a player where names are hidden: the place of its first version among all players, from 1.
    pub(crate) fn number(&self, version: &str) -> Option<usize> {
        let place = self.places.get(first_version(version)).or_else(|| self.places.get(version));
        place.map(|place| place + 1)
    }

    /// Returns true if spectators see numbers in place of names.
    pub fn hides_names(&self) -> bool {
        self.file.settings.names == Some(Names::Hidden)
    }

    /// The name that spectators see.
    pub fn shown_name<'a>(&self, name: &'a str) -> Cow<'a, str> {
        if !self.hides_names() {
            return name.into();
        }
        let number = self.number(name).map_or_else(|| "?".to_owned(), |number| number.to_string());
        format!("player {number}{}", &name[first_version(name).len()..]).into()
    }

    /// Replaces hidden names for spectators. Players that are read later keep their names until the next call.
    pub fn hide_names(&mut self) {
        if !self.hides_names() {
            return;
        }
        let all = self.places.iter();
        let public_names: Vec<_> =
            all.map(|(name, &at)| (at, self.shown_name(name).into())).collect();
        for (place, name) in public_names {
            let player = &mut self.file.players[place];
            (player.name, player.author) = (name, None);
        }
    }

    /// Counts the players of the ranking; of a standing tournament, those that play now.
    pub fn players(&self) -> usize {
        match &self.file.pairings {
            Some(pairings) => pairings.in_use().count(),
            None => self.file.players.len(),
        }
    }

    /// Returns true if every match of the tournament has ended.
    pub fn is_complete(&self) -> bool {
        let has_ended = self.sprt.as_ref().is_some_and(SprtWatch::has_ended);
        has_ended || self.schedule.is_complete()
    }
}

/// A valid line of the journal.
#[derive(Clone, Copy, Debug)]
struct ReadResult {
    id: u64,
    line: u64,
    spot: Spot,
    checksum: u32,
    outcome: CountedMatch,
}

impl Results {
    /// Reads a line, and checks what needs no schedule.
    fn read_result(&self, line: &JournalLine<'_>) -> Result<ReadResult, Damage> {
        let head = line.head()?;
        let id = head.id.as_ref().and_then(serde_json::Value::as_u64);
        let outcome = self.outcome(&head)?;
        let settings = &self.file.settings;
        if head.rules.as_ref().map(|it| &*it.sha256) != settings.game.look().map(|it| &*it.sha256) {
            return Err(Damage::OtherRules);
        }
        let id = id.ok_or(Damage::Form)?;
        // Those of another tournament may have the same players.
        if head.seed.is_some_and(|seed| seed != match_seed(settings.seed, id)) {
            return Err(Damage::Foreign);
        }
        let checksum = line.checksum().ok_or(Damage::Seal)?;
        Ok(ReadResult { id, line: line.number, spot: line.spot, checksum, outcome })
    }

    fn outcome(&self, head: &RecordHead<'_>) -> Result<CountedMatch, Damage> {
        let place = |player: &HeadPlayer<'_>| {
            let place = *self.places.get(&*player.name).ok_or(Damage::Foreign)?;
            let is_the_same = player.sha256.as_deref() == Some(&self.file.players[place].sha256);
            is_the_same.then_some(place).ok_or(Damage::Foreign)
        };
        let counted = match (&head.winner, &head.reason) {
            (_, Some(Claimed::Known(Reason::Void))) => MatchResult::Void,
            (None, _) => MatchResult::Drawn,
            (Some(winner), _) => MatchResult::Won(winner.known().ok_or(Damage::Form)?),
        };
        let forfeit = head.fault.as_ref().map(|fault| {
            let reason = FORFEITS.iter().position(|it| *it == fault.reason);
            let player = Player::of_letter(&fault.player).ok_or(Damage::Form)?;
            Ok((player, reason.ok_or(Damage::Form)?))
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
            game: moves.map(|mv| game_hash(head.start.as_deref(), mv, head.winner.as_deref())),
        })
    }
}
