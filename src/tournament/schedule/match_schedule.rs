//! The matches of a tournament by their numbers, and which of them are handed out, open and over.

use std::ops::Range;

use super::done::DoneMatches;
use super::pairing::{MatchResult, Pairing};
use super::part::{Dealing, Part};
use super::rounds::Rounds;
use super::seed::{Purpose, derive};
use super::stage::{Stage, Units};
use crate::ladder::Pairings;
use crate::settings::tournament_settings::{Colours, TournamentSettings};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    Match(Pairing),
    /// The next match depends on matches that are being played.
    Wait,
    /// Every match has been handed out and has finished.
    Done,
}

/// The pairings of a tournament: stages, one after the other or all at once.
#[derive(Debug)]
pub struct Schedule {
    colours: Colours,
    seed: u64,
    games: u32,
    /// The stages known so far.
    stages: Vec<Stage>,
    /// Pairs further stages, each when the one before is over.
    pub(super) rounds: Option<Rounds>,
    done: DoneMatches,
    /// The part whose matches are handed out.
    part: Option<Part>,
    /// True if a void match keeps later stages closed.
    is_held: bool,
    /// For each entrant, true if it plays no more.
    pub(super) has_left: Vec<bool>,
    /// True if some play in fewer phases than others.
    pub(super) is_uneven: bool,
    /// Matches that are not played, because a player has left.
    withdrawn: Vec<Pairing>,
}

impl Schedule {
    pub(super) fn of_stages(settings: &TournamentSettings, stages: Vec<Stage>) -> Schedule {
        Schedule {
            colours: settings.colours,
            seed: settings.seed,
            games: settings.games,
            stages,
            rounds: None,
            done: DoneMatches::default(),
            part: None,
            is_held: false,
            has_left: Vec::new(),
            is_uneven: false,
            withdrawn: Vec::new(),
        }
    }

    /// Creates the schedule of a standing tournament, whose matches are those that were paired.
    pub(crate) fn recorded(settings: &TournamentSettings, pairings: &Pairings) -> Schedule {
        let stages = vec![Stage::new(1, 0, Units::Recorded(Vec::new()))];
        let mut schedule = Schedule {
            // Colours are recorded, too.
            colours: Colours::Balanced,
            is_uneven: true,
            ..Schedule::of_stages(settings, stages)
        };
        schedule.record(pairings);
        schedule
    }

    /// Takes over what was paired since, and who rests now.
    pub(crate) fn record(&mut self, pairings: &Pairings) {
        self.has_left.clone_from(&pairings.rests);
        self.stages.iter_mut().for_each(|stage| stage.record(&pairings.matches));
    }

    /// Returns true for a standing tournament, whose matches go on.
    pub fn is_standing(&self) -> bool {
        self.stages.first().is_some_and(Stage::is_recorded)
    }

    /// Hands out the matches of one part only.
    #[must_use]
    pub fn of_part(self, part: Part) -> Schedule {
        Schedule { part: Some(part), ..self }
    }

    /// Counts the matches in all, or of the part, where known.
    pub fn total(&self) -> Option<u64> {
        let all = match (&self.rounds, self.part) {
            _ if self.is_standing() => return None,
            (None, None) => self.stages.iter().map(|stage| stage.end + 1 - stage.first).sum(),
            (None, Some(part)) => {
                self.dealt(part.of()).map(|dealt| dealt.matches_of(part.number())).sum()
            }
            (Some(rounds), None) => rounds.total(self.stages.last())?,
            (Some(_), Some(_)) => return None,
        };
        let withdrawn = self.withdrawn.iter().filter(|pairing| self.is_own(pairing.id));
        Some(all - withdrawn.count() as u64)
    }

    /// Counts the matches that have ended, or those of the part.
    pub fn ended(&self) -> u64 {
        let withdrawn = self.withdrawn.iter().filter(|it| self.is_own(it.id)).count() as u64;
        self.done.ended().filter(|&id| self.is_own(id)).count() as u64 - withdrawn
    }

    /// The matches of each known stage: those that can be played in parallel. Formats with known
    /// pairings have one stage for each phase with matches.
    pub fn stages(&mut self) -> Vec<Range<u64>> {
        // Opens the first stage, if none is open.
        self.known(1);
        self.stages.iter().map(Stage::matches).filter(|it| !it.is_empty()).collect()
    }

    pub(crate) fn max_stages(&self) -> u32 {
        match &self.rounds {
            Some(rounds) => rounds.max_stages(),
            None => {
                let stages = self.stages.iter().filter(|stage| !stage.matches().is_empty()).count();
                u32::try_from(stages).unwrap_or(u32::MAX)
            }
        }
    }

    /// Maximum number of rounds that wait for each other and are not over; 1 where none waits.
    pub fn rounds_left(&self) -> u32 {
        let known = u32::try_from(self.stages.len()).unwrap_or(u32::MAX);
        match &self.rounds {
            Some(rounds) => rounds.max_stages().saturating_sub(known) + 1,
            None => 1,
        }
    }

    /// Returns the next match, if one can be played now.
    pub fn next_match(&mut self) -> Next {
        loop {
            let end = self.end();
            // Which matches are the part's is asked of the rest of the schedule.
            let mut done = std::mem::take(&mut self.done);
            let next = done.next_open(end, |id| self.is_own(id));
            self.done = done;
            match next.and_then(|id| self.listed(id)) {
                Some(pairing) => return Next::Match(pairing),
                None if self.may_open() => self.open_stage(),
                None if self.done.is_all_done() => return Next::Done,
                None => return Next::Wait,
            }
        }
    }

    /// Adds the result of a match that was handed out, or of an earlier run. Returns true if it
    /// belongs to this tournament and had not finished. If rounds depend on each other, results of
    /// an earlier run must come in the order of their numbers.
    pub fn note(&mut self, id: u64, x: usize, o: usize, counted: MatchResult) -> bool {
        let Some(pairing) = self.known(id).filter(|it| (it.x, it.o) == (x, o)) else {
            return false;
        };
        let at = self.at(id);
        let is_new = self.done.insert(id);
        let Some(stage) = self.stages.get_mut(at).filter(|_| is_new) else {
            return false;
        };
        let Some(rounds) = &self.rounds else {
            // A match beyond an early end was handed out before the end was known.
            return id <= stage.end;
        };
        stage.note(&pairing, counted, rounds.points);
        // Only on one machine the next round does not wait for it.
        self.is_held |= self.part.is_some() && counted == MatchResult::Void;
        // Of players who have left, more results may come.
        if self.done.has_ended_up_to(self.end()) && self.may_open() {
            self.open_stage();
        }
        true
    }

    /// Returns true if the tournament has a match with this number and these players.
    pub fn is_match(&mut self, id: u64, x: usize, o: usize) -> bool {
        self.known(id).is_some_and(|pairing| (pairing.x, pairing.o) == (x, o))
    }

    /// Returns true if this match is known and not finished.
    pub fn is_open(&mut self, id: u64) -> bool {
        self.known(id).is_some() && !self.done.has_ended(id)
    }

    /// Returns true if a match belongs to an earlier stage, so that it had finished before the
    /// match `later` was known.
    pub(crate) fn is_before(&mut self, id: u64, later: u64) -> bool {
        self.is_staged()
            && self.known(id).is_some()
            && self.stages.get(self.at(id)).is_some_and(|stage| later > stage.last)
    }

    /// Returns true if a match with this number may become known once others have finished.
    pub(crate) fn can_occur(&mut self, id: u64) -> bool {
        let is_unknown = self.known(id).is_none() && id > self.end();
        is_unknown && self.rounds.as_ref().is_some_and(|rounds| !rounds.is_over)
    }

    /// The match with a number, if it is known by now.
    fn known(&mut self, id: u64) -> Option<Pairing> {
        while self.is_staged() && id > self.end() && self.may_open() {
            self.open_stage();
        }
        self.listed(id)
    }

    /// The match with a number, from the stages known at the last call of another method.
    pub fn listed(&self, id: u64) -> Option<Pairing> {
        let at = self.at(id);
        let pairing = self.stages.get(at)?.pairing(id, &self.stages[..at])?;
        // Draws player 1, if colours are random.
        let is_turned =
            self.colours == Colours::Random && derive(self.seed, Purpose::Colours, id) & 1 == 1;
        let Pairing { x, o, .. } = pairing;
        Some(if is_turned { Pairing { x: o, o: x, ..pairing } } else { pairing })
    }

    /// Index of the stage that a match belongs to.
    fn at(&self, id: u64) -> usize {
        self.stages.partition_point(|stage| stage.last < id)
    }

    /// The number of the last known match that is played.
    fn end(&self) -> u64 {
        self.stages.last().map_or(0, |stage| stage.end)
    }

    /// Returns true if the part has the match, or all are played.
    pub fn is_own(&self, id: u64) -> bool {
        self.part.is_none_or(|part| self.part_of(id, part.of()) == Some(part.number()))
    }

    /// The number of the part that a known match belongs to, of so many.
    pub fn part_of(&self, id: u64, parts: u32) -> Option<u32> {
        let stage = self.stages.get(self.at(id))?;
        Some(Dealing::new(stage.matches(), self.games, parts).part_of(id))
    }

    fn dealt(&self, parts: u32) -> impl Iterator<Item = Dealing> {
        self.stages.iter().map(move |stage| Dealing::new(stage.matches(), self.games, parts))
    }

    /// The open matches of the known stages in each part, of so many, from the first part on.
    pub(crate) fn open_in_parts(&self, parts: u32) -> Vec<u64> {
        let dealings: Vec<Dealing> = self.dealt(parts).collect();
        let all = |number| dealings.iter().map(|dealing| dealing.matches_of(number)).sum();
        let mut open: Vec<u64> = (1..=parts).map(all).collect();
        for id in self.done.ended() {
            let part = dealings.get(self.at(id)).map(|dealing| dealing.part_of(id) as usize - 1);
            if let Some(open) = part.and_then(|part| open.get_mut(part)) {
                *open = open.saturating_sub(1);
            }
        }
        open
    }

    /// Returns true if the next stage is to be paired.
    fn may_open(&self) -> bool {
        let follows = self.rounds.as_ref().is_some_and(|rounds| !rounds.is_over);
        follows && !self.is_held && self.open_matches().all(|pairing| self.is_left(&pairing))
    }

    /// Pairs the next stage from the results so far, or ends the tournament.
    fn open_stage(&mut self) {
        self.withdraw_open();
        if let Some(rounds) = &mut self.rounds {
            let next = rounds.next(self.stages.last());
            self.stages.extend(next);
        }
    }

    /// The known matches that have not ended.
    pub(crate) fn open_matches(&self) -> impl Iterator<Item = Pairing> {
        self.done.gaps(self.end()).filter_map(|id| self.listed(id))
    }

    /// Returns true if a player of the match plays no more.
    fn is_left(&self, pairing: &Pairing) -> bool {
        self.has_left[pairing.x] || self.has_left[pairing.o]
    }

    /// Ends the open matches of players who have left.
    fn withdraw_open(&mut self) {
        // Who rests in a standing tournament plays what was paired before.
        if self.has_left.contains(&true) && !self.is_standing() {
            let left: Vec<_> = self.open_matches().filter(|it| self.is_left(it)).collect();
            left.iter().for_each(|it| _ = self.done.insert(it.id));
            self.withdrawn.extend(left);
        }
    }

    /// Returns true if every match has ended.
    pub fn is_complete(&self) -> bool {
        match &self.rounds {
            Some(rounds) => rounds.is_over,
            None => !self.is_standing() && self.done.has_ended_up_to(self.end()),
        }
    }

    /// Returns true if no known match of the part is open.
    pub fn is_part_played(&self) -> bool {
        !self.done.gaps(self.end()).any(|id| self.is_own(id))
    }

    /// Returns true if rounds depend on results.
    pub fn is_staged(&self) -> bool {
        self.rounds.is_some()
    }

    pub fn byes(&self, entrant: usize) -> u32 {
        self.rounds.as_ref().map_or(0, |rounds| rounds.byes(entrant))
    }

    /// In a knockout, the number of rounds that an entrant has survived.
    pub fn survived(&self, entrant: usize) -> Option<u32> {
        self.rounds.as_ref()?.survived(entrant)
    }

    /// Ends the phase of this match after it, in a format with known pairings.
    pub fn end_after(&mut self, id: u64) {
        let at = self.at(id);
        let has_later = at + 1 < self.stages.len();
        if let Some(stage) = self.stages.get_mut(at).filter(|stage| stage.phase().is_some()) {
            stage.end = stage.end.min(id);
            let beyond = if has_later { stage.end + 1..stage.last + 1 } else { 0..0 };
            beyond.for_each(|it| _ = self.done.insert(it));
        }
    }

    /// Number of the first match of a match's phase, in a format with known pairings.
    pub(crate) fn phase_start(&self, id: u64) -> Option<u64> {
        let stage = self.stages.get(self.at(id))?;
        stage.phase().map(|_| stage.first)
    }

    /// Number of the phase of a match, from 1.
    pub(crate) fn phase_of(&self, pairing: &Pairing) -> usize {
        match &self.rounds {
            None => self.at(pairing.id) + 1,
            Some(rounds) => rounds.phase_of(pairing.round),
        }
    }

    /// Ends the open matches of players who have left. To be called once all results are noted.
    pub(crate) fn withdraw(&mut self) {
        while self.is_staged() && self.may_open() {
            self.open_stage();
        }
        self.withdraw_open();
    }

    /// The matches that are not played, because a player has left; known once all results are noted.
    pub fn withdrawn(&self) -> &[Pairing] {
        &self.withdrawn
    }

    /// Returns true if an entrant plays no more.
    pub fn has_left(&self, entrant: usize) -> bool {
        self.has_left.get(entrant) == Some(&true)
    }

    /// Returns true if entrants have different numbers of matches, even at the end, because of phases.
    pub fn is_uneven(&self) -> bool {
        self.is_uneven || !self.withdrawn.is_empty()
    }

    /// The points that a late entrant has for the rounds that it missed, in hundredths.
    pub(crate) fn missed_points(&self, entrant: usize) -> u64 {
        self.rounds.as_ref().map_or(0, |rounds| rounds.missed_points(entrant))
    }
}
