//! Pairs the players match by match; the caller that plays them pulls the next one.
//!
//! A [`Schedule`] identifies every match by its number, without a list of all. In formats with
//! known pairings a match is computed from its number; in others the rounds so far are kept. The
//! same settings and results give the same matches, in whatever order results come in.

mod done;
mod fixed;
mod knockout;
mod matching;
mod part;
mod staged;
mod swiss;

use std::ops::Range;

use thiserror::Error;

use self::done::DoneMatches;
use self::fixed::Fixed;
use self::staged::{RoundChange, Staged};
use super::phases::{Change, Lineup, Phase, lineups, version};
use super::seed::{Dice, Purpose, derive};
use super::settings::{Colours, Format, Points, TournamentSettings};
use arbitro_rules::Player;

pub use matching::{best_matching, max_weight};
pub use part::{Dealing, ShardPart};
pub use swiss::{Card, Float, SwissRound, max_rounds, pair_round, sure_rounds};

/// A match to play: both players as indices into the list of entrants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Number of the match, from 1.
    pub id: u64,
    /// Number of the round, from 1.
    pub round: u32,
    /// Player 1.
    pub x: usize,
    /// Player 2.
    pub o: usize,
    /// Number of the opening: two matches of the same players with the same opening are a pair.
    pub opening: u64,
    /// Pairs of matches that the same players have before this one, in this round or cycle.
    pub pair: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    Match(Pairing),
    /// The next match depends on matches that are being played.
    Wait,
    /// Every match has been handed out and has finished.
    Done,
}

/// Result of a match for the points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchResult {
    Won(Player),
    Drawn,
    /// Void: the host was at fault.
    Void,
}

impl MatchResult {
    /// Returns the points of player 1 and player 2, in hundredths; a void match gives none.
    pub(super) fn worth(self, points: Points) -> [u64; 2] {
        let Points { win, draw, loss } = points;
        let worth = match self {
            MatchResult::Won(Player::X) => [win, loss],
            MatchResult::Won(Player::O) => [loss, win],
            MatchResult::Drawn => [draw, draw],
            MatchResult::Void => [0, 0],
        };
        worth.map(u64::from)
    }

    /// Half points of player 1; `None` for a void match.
    pub(super) const fn half_points_of_x(self) -> Option<u8> {
        match self {
            MatchResult::Won(Player::X) => Some(2),
            MatchResult::Drawn => Some(1),
            MatchResult::Won(Player::O) => Some(0),
            MatchResult::Void => None,
        }
    }
}

/// The error for settings that allow no schedule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ScheduleError {
    #[error("a tournament needs at least two players; there are {0}")]
    TooFew(usize),
    #[error("too many matches: lower --games")]
    TooMany,
    #[error("no player in this tournament is named {0:?}")]
    Nobody(String),
    #[error(
        "only {most} round{} of {entrants} players can be paired for sure without playing each other twice, not {rounds}: lower --rounds, or use --format round-robin", if *most == 1 { "" } else { "s" }
    )]
    TooManyRounds { entrants: usize, rounds: u32, most: u32 },
    #[error("the seeding names {0:?} twice")]
    Twice(String),
    #[error("two phases begin with {0:?}")]
    ComesTwice(String),
    #[error("a knockout has one phase: its bracket")]
    Bracket,
    #[error("the challenger of a gauntlet, or of a sequential test, cannot leave it")]
    NoChallenger,
    #[error("a sequential test compares two players; there are {0}")]
    NotTwo(usize),
    #[error("a sequential test is a --format round-robin, not {0}")]
    TestOfFormat(Format),
    #[error("--{setting} is for --format {format}")]
    OfAnotherFormat { setting: &'static str, format: &'static str },
}

/// The pairings of a tournament.
#[derive(Debug)]
pub struct Schedule {
    colours: Colours,
    seed: u64,
    kind: FormatState,
    /// For each entrant, true if it plays no more.
    has_left: Vec<bool>,
    /// True if some play in fewer phases than others.
    is_uneven: bool,
    /// Matches that nobody plays, because a player has left.
    withdrawn: Vec<Pairing>,
}

#[derive(Debug)]
enum FormatState {
    Fixed(Fixed, DoneMatches),
    Staged(Staged),
    /// The matches of one shard, with both numberings.
    Part(Box<Schedule>, ShardPart, DoneMatches),
}

impl Schedule {
    /// Creates the schedule of a tournament's first phase.
    pub fn new(settings: &TournamentSettings, names: &[&str]) -> Result<Schedule, ScheduleError> {
        Schedule::of_phases(settings, names, &[])
    }

    /// Creates the schedule for these settings, entrants, and phases after the first one.
    pub fn of_phases(
        settings: &TournamentSettings,
        names: &[&str],
        phases: &[Phase],
    ) -> Result<Schedule, ScheduleError> {
        let lineups = lineups(names, phases)?;
        for (number, Lineup { players, .. }) in lineups.iter().enumerate() {
            let playing = players.len();
            // Between two phases of one command there may be one.
            if playing < 2 && (number == 0 || number + 1 == lineups.len()) {
                return Err(ScheduleError::TooFew(playing));
            }
            if settings.sprt.is_some() && playing != 2 {
                return Err(ScheduleError::NotTwo(playing));
            }
        }
        check_settings(settings)?;
        if let Some(name) = settings.challenger.as_ref().filter(|it| !names.contains(&it.as_str()))
        {
            return Err(ScheduleError::Nobody(name.clone()));
        }
        let challengers = challengers(settings, names);
        let has_none = |it: &Lineup| !it.players.iter().any(|it| challengers.contains(it));
        if !challengers.is_empty() && lineups.iter().any(has_none) {
            return Err(ScheduleError::NoChallenger);
        }
        if settings.format == Format::Knockout && !phases.is_empty() {
            return Err(ScheduleError::Bracket);
        }
        let mut schedule = Schedule {
            colours: settings.colours,
            seed: settings.seed,
            kind: match settings.format {
                Format::RoundRobin => fixed(settings, &lineups, &[])?,
                Format::Gauntlet => fixed(settings, &lineups, &challengers)?,
                Format::Swiss | Format::Knockout => staged(settings, names, phases, &lineups)?,
            },
            has_left: vec![false; names.len()],
            is_uneven: false,
            withdrawn: Vec::new(),
        };
        for lineup in &lineups {
            lineup.left.iter().for_each(|&it| schedule.has_left[it] = true);
        }
        schedule.is_uneven = match &schedule.kind {
            _ if phases.is_empty() => false,
            FormatState::Fixed(fixed, _) => {
                let is_due = |it: &usize| settings.sprt.is_some() || !challengers.contains(it);
                let others = (0..names.len()).filter(is_due);
                let mut due = others.map(|it| fixed.due(it));
                let first = due.next();
                due.any(|it| Some(it) != first)
            }
            FormatState::Staged(_) | FormatState::Part(..) => {
                phases.iter().any(|it| !matches!(it.change, Change::More(_)))
            }
        };
        Ok(schedule)
    }

    /// Counts the matches in all, where known.
    pub fn total(&self) -> Option<u64> {
        match &self.kind {
            FormatState::Fixed(fixed, _) => {
                let matches: u64 = fixed.stages().map(|it| it.end - it.start).sum();
                Some(matches - self.withdrawn.len() as u64)
            }
            FormatState::Staged(staged) => {
                staged.total().map(|it| it - self.withdrawn.len() as u64)
            }
            FormatState::Part(_, part, _) => Some(part.matches() - self.withdrawn.len() as u64),
        }
    }

    /// The matches of each known stage: those that can be played in parallel. Formats with known
    /// pairings have one stage for each phase with matches.
    pub fn stages(&mut self) -> Vec<Range<u64>> {
        match &mut self.kind {
            FormatState::Fixed(fixed, _) => fixed.stages().collect(),
            FormatState::Staged(staged) => staged.known_stages(),
            FormatState::Part(whole, ..) => whole.stages(),
        }
    }

    /// Maximum number of stages.
    pub(crate) fn max_stages(&self) -> u32 {
        match &self.kind {
            FormatState::Fixed(fixed, _) => {
                u32::try_from(fixed.stages().count()).unwrap_or(u32::MAX)
            }
            FormatState::Staged(staged) => staged.max_stages(),
            FormatState::Part(whole, ..) => whole.max_stages(),
        }
    }

    /// Returns one shard's matches as a schedule of its own, with none finished. The matches must
    /// belong to a known stage.
    pub fn into_part(self, part: ShardPart) -> Schedule {
        Schedule {
            // Colours come from the schedule of the whole tournament.
            colours: Colours::Balanced,
            seed: self.seed,
            has_left: self.has_left.clone(),
            is_uneven: self.is_uneven,
            withdrawn: Vec::new(),
            kind: FormatState::Part(Box::new(self), part, DoneMatches::default()),
        }
    }

    /// Returns the next match, if one can be played now.
    pub fn next_match(&mut self) -> Next {
        let next = match &mut self.kind {
            FormatState::Fixed(fixed, done) => {
                let open = done.next_open(fixed.end());
                match open.and_then(|id| fixed.pairing(id)) {
                    Some(pairing) => Next::Match(pairing),
                    None if done.is_all_done() => Next::Done,
                    None => Next::Wait,
                }
            }
            FormatState::Staged(staged) => staged.next_match(),
            FormatState::Part(whole, part, done) => {
                let pairing = loop {
                    let Some(place) = done.next_open(part.matches()) else {
                        break None;
                    };
                    let id = part.id(place);
                    if let Some(pairing) = id.and_then(|id| whole.listed(id)) {
                        break Some(pairing);
                    }
                    done.insert(place);
                };
                match pairing {
                    Some(pairing) => Next::Match(pairing),
                    None if done.is_all_done() => Next::Done,
                    None => Next::Wait,
                }
            }
        };
        match next {
            Next::Match(pairing) => Next::Match(self.coloured(pairing)),
            Next::Wait | Next::Done => next,
        }
    }

    /// Adds the result of a match that was handed out, or of an earlier run. Returns true if it
    /// belongs to this tournament and had not finished. If rounds depend on each other, results of
    /// an earlier run must come in the order of their numbers.
    pub fn note(&mut self, id: u64, x: usize, o: usize, counted: MatchResult) -> bool {
        let Some(pairing) = self.known(id).filter(|it| (it.x, it.o) == (x, o)) else {
            return false;
        };
        match &mut self.kind {
            // A match beyond an early end was handed out before the end was known.
            FormatState::Fixed(fixed, done) => done.insert(id) && fixed.is_before_end(id),
            FormatState::Staged(staged) => staged.note(&pairing, counted),
            FormatState::Part(_, part, done) => {
                part.place(id).is_some_and(|place| done.insert(place))
            }
        }
    }

    /// Returns true if the tournament has a match with this number and these players.
    pub fn is_match(&mut self, id: u64, x: usize, o: usize) -> bool {
        self.known(id).is_some_and(|it| (it.x, it.o) == (x, o))
    }

    /// Returns true if this match is known and not finished.
    pub fn is_open(&mut self, id: u64) -> bool {
        self.known(id).is_some()
            && match &mut self.kind {
                FormatState::Fixed(_, done) => !done.has_ended(id),
                FormatState::Staged(staged) => !staged.has_ended(id),
                FormatState::Part(_, part, done) => {
                    let place = part.place(id);
                    place.is_some_and(|place| !done.has_ended(place))
                }
            }
    }

    /// Returns true if a match belongs to an earlier stage, so that it had finished before the
    /// match `later` was known.
    pub(crate) fn is_before(&mut self, id: u64, later: u64) -> bool {
        match &mut self.kind {
            FormatState::Fixed(..) | FormatState::Part(..) => false,
            FormatState::Staged(staged) => staged.is_before(id, later),
        }
    }

    /// Returns true if a match with this number may become known once others have finished.
    pub(crate) fn can_occur(&mut self, id: u64) -> bool {
        match &mut self.kind {
            FormatState::Fixed(..) | FormatState::Part(..) => false,
            FormatState::Staged(staged) => staged.can_occur(id),
        }
    }

    /// The match with a number, if it is known by now.
    fn known(&mut self, id: u64) -> Option<Pairing> {
        let pairing = match &mut self.kind {
            FormatState::Fixed(fixed, _) => fixed.pairing(id),
            FormatState::Staged(staged) => staged.pairing(id),
            FormatState::Part(whole, part, _) => part.place(id).and_then(|_| whole.listed(id)),
        };
        pairing.map(|it| self.coloured(it))
    }

    /// The match with a number, from the stages known at the last call of another method.
    pub fn listed(&self, id: u64) -> Option<Pairing> {
        let pairing = match &self.kind {
            FormatState::Fixed(fixed, _) => fixed.pairing(id),
            FormatState::Staged(staged) => staged.listed(id),
            FormatState::Part(whole, part, _) => part.place(id).and_then(|_| whole.listed(id)),
        };
        pairing.map(|it| self.coloured(it))
    }

    /// Returns true if every match has ended.
    pub fn is_complete(&self) -> bool {
        match &self.kind {
            FormatState::Fixed(fixed, done) => done.has_ended_up_to(fixed.end()),
            FormatState::Staged(staged) => staged.is_over(),
            FormatState::Part(_, part, done) => {
                part.matches() == 0 || done.has_ended_up_to(part.matches())
            }
        }
    }

    /// Returns true if rounds depend on results.
    pub(crate) fn is_staged(&self) -> bool {
        matches!(self.kind, FormatState::Staged(_))
    }

    /// Counts the byes of an entrant.
    pub fn byes(&self, entrant: usize) -> u32 {
        match &self.kind {
            FormatState::Fixed(..) => 0,
            FormatState::Staged(staged) => staged.byes(entrant),
            FormatState::Part(whole, ..) => whole.byes(entrant),
        }
    }

    /// In a knockout, the number of rounds that an entrant has survived.
    pub fn survived(&self, entrant: usize) -> Option<u32> {
        match &self.kind {
            FormatState::Fixed(..) => None,
            FormatState::Staged(staged) => staged.survived(entrant),
            FormatState::Part(whole, ..) => whole.survived(entrant),
        }
    }

    /// Ends the phase of this match after it.
    pub fn end_after(&mut self, id: u64) {
        if let FormatState::Fixed(fixed, done) = &mut self.kind {
            for beyond in fixed.end_after(id) {
                done.insert(beyond);
            }
        }
    }

    /// Number of the first match of a match's phase, in a format with known pairings.
    pub(super) fn phase_start(&self, id: u64) -> Option<u64> {
        match &self.kind {
            FormatState::Fixed(fixed, _) => fixed.phase_start(id),
            FormatState::Staged(_) | FormatState::Part(..) => None,
        }
    }

    /// Number of the phase of a match, from 1.
    pub(crate) fn phase_of(&self, pairing: &Pairing) -> usize {
        match &self.kind {
            FormatState::Fixed(fixed, _) => fixed.phase_of(pairing.id),
            FormatState::Staged(staged) => staged.phase_of(pairing.round),
            FormatState::Part(whole, ..) => whole.phase_of(pairing),
        }
    }

    /// Ends the open matches of players who have left. To be called once all results are noted.
    pub(super) fn withdraw(&mut self) {
        if !self.has_left.contains(&true) {
            return;
        }
        let has_left = &self.has_left;
        let is_withdrawn = |it: &Pairing| has_left[it.x] || has_left[it.o];
        let mut withdrawn = match &mut self.kind {
            FormatState::Staged(staged) => staged.withdraw(),
            FormatState::Fixed(fixed, done) => {
                let open = done.gaps(fixed.end()).filter_map(|id| fixed.pairing(id));
                let open: Vec<Pairing> = open.filter(is_withdrawn).collect();
                open.iter().for_each(|it| _ = done.insert(it.id));
                open
            }
            FormatState::Part(whole, part, done) => {
                let open = done.gaps(part.matches()).filter_map(|at| Some((at, part.id(at)?)));
                let open = open.filter_map(|(at, id)| Some((at, whole.listed(id)?)));
                let open: Vec<_> = open.filter(|(_, it)| is_withdrawn(it)).collect();
                open.iter().for_each(|&(at, _)| _ = done.insert(at));
                open.into_iter().map(|(_, it)| it).collect()
            }
        };
        withdrawn.iter_mut().for_each(|it| *it = self.coloured(*it));
        self.withdrawn = withdrawn;
    }

    /// The matches that nobody plays, because a player has left; known once all results are noted.
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
        match &self.kind {
            FormatState::Staged(staged) => staged.missed_points(entrant),
            FormatState::Fixed(..) => 0,
            FormatState::Part(whole, ..) => whole.missed_points(entrant),
        }
    }

    /// Draws player 1, if colours are random.
    fn coloured(&self, pairing: Pairing) -> Pairing {
        let is_turned = self.colours == Colours::Random
            && derive(self.seed, Purpose::Colours, pairing.id) & 1 == 1;
        let Pairing { x, o, .. } = pairing;
        if is_turned { Pairing { x: o, o: x, ..pairing } } else { pairing }
    }
}

/// Refuses settings that would be silently ignored.
fn check_settings(settings: &TournamentSettings) -> Result<(), ScheduleError> {
    if settings.sprt.is_some() && settings.format != Format::RoundRobin {
        return Err(ScheduleError::TestOfFormat(settings.format));
    }
    let is_bracket = matches!(settings.format, Format::Swiss | Format::Knockout);
    for (is_given, is_right, setting, format) in [
        (settings.rounds.is_some(), settings.format == Format::Swiss, "rounds", "swiss"),
        (
            settings.challenger.is_some(),
            settings.format == Format::Gauntlet || settings.sprt.is_some(),
            "challenger",
            "gauntlet, and for --sprt",
        ),
        (!settings.seeding.is_empty(), is_bracket, "seeding", "swiss or knockout"),
    ] {
        if is_given && !is_right {
            return Err(ScheduleError::OfAnotherFormat { setting, format });
        }
    }
    Ok(())
}

fn fixed(
    settings: &TournamentSettings,
    lineups: &[Lineup],
    challengers: &[usize],
) -> Result<FormatState, ScheduleError> {
    let fixed = Fixed::new(lineups, settings.games, challengers);
    Ok(FormatState::Fixed(fixed.ok_or(ScheduleError::TooMany)?, DoneMatches::default()))
}

/// All versions of the player who meets all others in a gauntlet, or is the one that a sequential test is about.
pub(super) fn challengers(settings: &TournamentSettings, names: &[&str]) -> Vec<usize> {
    if settings.format != Format::Gauntlet && settings.sprt.is_none() {
        return Vec::new();
    }
    let challenger = settings.challenger.as_deref().or(names.first().copied()).unwrap_or_default();
    let first = version(challenger).0;
    (0..names.len()).filter(|&it| version(names[it]).0 == first).collect()
}

fn staged(
    settings: &TournamentSettings,
    names: &[&str],
    phases: &[Phase],
    lineups: &[Lineup],
) -> Result<FormatState, ScheduleError> {
    let place = |name: &String| {
        let place = names.iter().position(|it| it == name);
        place.ok_or_else(|| ScheduleError::Nobody(name.clone()))
    };
    let players = lineups.first().map(|it| it.players.as_slice()).unwrap_or_default();
    let entrants = players.len();
    let mut ranks = settings.seeding.iter().map(place).collect::<Result<Vec<_>, _>>()?;
    let drawn = Dice::new(settings.seed, Purpose::Draw, 0).shuffled(entrants);
    // Players not named in the seeding come last.
    let mut is_ranked = std::collections::BTreeSet::new();
    if let Some(&twice) = ranks.iter().find(|&&it| !is_ranked.insert(it)) {
        return Err(ScheduleError::Twice(names[twice].to_owned()));
    }
    ranks.extend(drawn.into_iter().map(|it| players[it]).filter(|it| !is_ranked.contains(it)));
    ranks.retain(|it| players.binary_search(it).is_ok());
    Ok(FormatState::Staged(if settings.format == Format::Swiss {
        let most = max_rounds(entrants);
        let rounds = settings.rounds.unwrap_or_else(|| usual_rounds(entrants));
        if rounds > most {
            return Err(ScheduleError::TooManyRounds { entrants, rounds, most });
        }
        Staged::swiss(settings, ranks, rounds, later_rounds(phases, lineups))
    } else {
        Staged::knockout(settings, &ranks)
    }))
}

/// What changes in the rounds of a Swiss tournament, in order.
fn later_rounds(phases: &[Phase], lineups: &[Lineup]) -> Vec<RoundChange> {
    let changes = phases.iter().zip(lineups.iter().skip(1)).map(|(phase, lineup)| RoundChange {
        round: phase.round.unwrap_or(1),
        missed: phase.missed,
        come: lineup.players[lineup.old..].to_vec(),
        leave: lineup.left.clone(),
        more: lineup.more,
    });
    changes.collect()
}

/// Default number of rounds of a Swiss tournament: enough for one player to win all, and two more
/// to separate the next.
fn usual_rounds(entrants: usize) -> u32 {
    let enough = entrants.next_power_of_two().trailing_zeros() + 2;
    enough.min(sure_rounds(entrants))
}
