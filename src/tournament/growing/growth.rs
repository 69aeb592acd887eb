//! Lets a tournament that has begun grow: checks what is asked for, and appends its phases.

use std::fmt;

use super::phases::{Change, Phase, version, versioned};
use crate::players::entrant::Entrant;
use crate::players::names::tell_from;
use crate::results::Results;
use crate::schedule::error::ScheduleError;
use crate::schedule::{Schedule, max_rounds, sure_rounds};
use crate::settings::tournament_file::{PlayerEntry, TournamentFile};
use crate::settings::tournament_settings::Format;
use arbitro_words::{Language, say};

/// What is to change. Phases are made in the order of these fields.
#[derive(Clone, Debug, Default)]
pub struct Growth {
    pub drop: Vec<String>,
    /// The name of a player, and who replaces it.
    pub replace: Vec<(String, Entrant)>,
    pub add: Vec<Entrant>,
    /// More matches of each pair, or rounds of a Swiss tournament.
    pub more: u32,
    /// In a Swiss tournament, a newcomer's points for each round that it missed, in hundredths.
    pub missed: u32,
}

/// Reason why a tournament cannot grow like this.
#[arbitro_table::texts("words")]
#[derive(Debug)]
pub enum CannotGrow {
    // The bracket of a knockout is fixed.
    Knockout,
    // A sequential test compares two players.
    TwoPlayers,
    // The test of the last phase goes on.
    TestGoesOn,
    NoSuchPlayer { name: String, playing: String, more: usize },
    // A name of an older version.
    Older { name: String, newest: String },
    HasLeft { name: String },
    NamedTwice { name: String },
    PlaysAlready { name: String },
    // The program at a player's place is another one now.
    Changed { name: String, place: String },
    SameProgram { name: String },
    TooFew { players: usize },
    // A Swiss tournament has no round left.
    NoRoundLeft,
    TooManyRounds { players: usize, most: u32 },
    // More were played, or are to be, than was asked for in all.
    MoreAlready { games: u32 },
    // What the schedule says of the new settings.
    Schedule(String),
}

impl fmt::Display for CannotGrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&say(self, Language::English))
    }
}

impl std::error::Error for CannotGrow {}

impl Growth {
    pub fn is_empty(&self) -> bool {
        let Growth { drop, replace, add, more, .. } = self;
        drop.is_empty() && replace.is_empty() && add.is_empty() && *more == 0
    }

    pub fn newcomers(&self) -> impl Iterator<Item = &Entrant> {
        self.replace.iter().map(|(_, it)| it).chain(&self.add)
    }

    /// Leaves out the newcomers that are not among these, and takes these as they are. A player whose new version
    /// is left out plays on if its own program is still there, and else leaves. Returns those that leave so.
    pub fn keep(
        &mut self,
        newcomers: &[Entrant],
        results: &Results,
        is_there: &dyn Fn(&PlayerEntry) -> bool,
    ) -> Vec<String> {
        let taken = |it: &Entrant| newcomers.iter().find(|other| other.name == it.name).cloned();
        let mut stranded = Vec::new();
        for (name, it) in std::mem::take(&mut self.replace) {
            let before = results.file.players.iter().find(|player| player.name == name);
            match taken(&it) {
                Some(it) => self.replace.push((name, it)),
                None if before.is_none_or(is_there) || has_left(results, &name) => {}
                None => stranded.push(name),
            }
        }
        self.add = self.add.iter().filter_map(taken).collect();
        self.drop.extend(stranded.iter().cloned());
        stranded
    }

    /// Returns true if players without chance would only repeat their games.
    pub fn repeats_games(&self, file: &TournamentFile) -> bool {
        let settings = &file.settings;
        let all = games(file).saturating_add(self.more);
        // In a Swiss tournament more are more rounds.
        self.more > 0 && settings.format != Format::Swiss && settings.repeats_games(all)
    }

    /// Asks for as many matches of each pair, or rounds of a Swiss tournament, as `all` lacks.
    pub fn more_to(&mut self, all: u32, results: &Results) -> Result<(), CannotGrow> {
        let games = match results.file.settings.format {
            Format::Swiss => results.schedule.max_stages(),
            _ => games(&results.file),
        };
        self.more = all.checked_sub(games).ok_or(CannotGrow::MoreAlready { games })?;
        Ok(())
    }

    /// Checks every wish, and gives each newcomer the name that it has in the tournament.
    pub fn settle(&mut self, results: &Results) -> Result<(), CannotGrow> {
        let file = &results.file;
        self.check_format(results)?;
        for name in &mut self.drop {
            *name = newest(file, name)?;
            if has_left(results, name) {
                return Err(CannotGrow::HasLeft { name: name.clone() });
            }
        }
        for (name, entrant) in &mut self.replace {
            *name = newest(file, name)?;
            let before = file.players.iter().find(|player| player.name == *name);
            if before.is_some_and(|it| it.sha256 == entrant.sha256) && !has_left(results, name) {
                return Err(CannotGrow::SameProgram { name: name.clone() });
            }
            let (first, number) = version(name);
            entrant.name = versioned(first, number + 1);
        }
        let mut leaving: Vec<&String> =
            self.drop.iter().chain(self.replace.iter().map(|(it, _)| it)).collect();
        leaving.sort_unstable();
        if let Some(twice) = leaving.windows(2).find(|it| it[0] == it[1]) {
            return Err(CannotGrow::NamedTwice { name: twice[0].clone() });
        }
        for entrant in &self.add {
            let playing = file.players.iter().filter(|player| !has_left(results, &player.name));
            let mut there = playing.filter(|playing| playing.place == entrant.place);
            let Some(there) = there.next() else { continue };
            let name = there.name.clone();
            return Err(if there.sha256 == entrant.sha256 {
                CannotGrow::PlaysAlready { name }
            } else {
                CannotGrow::Changed { name, place: entrant.place.display().to_string() }
            });
        }
        tell_from(&mut self.add, &file.names());
        if self.is_empty() {
            return Ok(());
        }
        let mut grown = file.clone();
        self.append(results, &mut grown).map(|_| ())
    }

    fn check_format(&self, results: &Results) -> Result<(), CannotGrow> {
        let settings = &results.file.settings;
        if settings.format == Format::Knockout {
            return Err(CannotGrow::Knockout);
        }
        if settings.sprt.is_some() {
            if !self.add.is_empty() || !self.drop.is_empty() {
                return Err(CannotGrow::TwoPlayers);
            }
            if !results.is_complete() {
                return Err(CannotGrow::TestGoesOn);
            }
        }
        Ok(())
    }

    /// Appends the phases to a tournament's file, and returns its new schedule. All wishes are settled.
    pub fn append(
        &self,
        results: &Results,
        file: &mut TournamentFile,
    ) -> Result<Schedule, CannotGrow> {
        let is_swiss = file.settings.format == Format::Swiss;
        let round = is_swiss.then(|| results.begun_round + 1);
        let names = |entrants: &mut dyn Iterator<Item = &Entrant>| -> Vec<String> {
            entrants.map(|entrant| entrant.name.clone()).collect()
        };
        let replace = names(&mut self.replace.iter().map(|(_, it)| it));
        let changes = [
            (!self.drop.is_empty()).then(|| Change::Drop(self.drop.clone())),
            (!replace.is_empty()).then_some(Change::Replace(replace)),
            (!self.add.is_empty()).then(|| Change::Add(names(&mut self.add.iter()))),
            (self.more > 0).then_some(Change::More(self.more)),
        ];
        for change in changes.into_iter().flatten() {
            let is_late = is_swiss && !change.newcomers().is_empty();
            let missed = if is_late { self.missed } else { 0 };
            file.phases.push(Phase { change, round, missed });
        }
        file.enter(self.newcomers());
        let schedule = file.schedule();
        let playing = (0..file.players.len())
            .filter(|&it| schedule.as_ref().is_ok_and(|schedule| !schedule.has_left(it)));
        let players = playing.count();
        match schedule {
            Err(ScheduleError::TooFew(players)) => Err(CannotGrow::TooFew { players }),
            Err(error) => Err(CannotGrow::Schedule(error.to_string())),
            Ok(schedule) if is_swiss => {
                let is_same_field =
                    file.phases.iter().all(|phase| matches!(phase.change, Change::More(_)));
                let most = if is_same_field { max_rounds } else { sure_rounds }(players);
                let rounds = schedule.max_stages();
                if round.is_some_and(|round| round > rounds) {
                    Err(CannotGrow::NoRoundLeft)
                } else if self.more > 0 && rounds > most {
                    Err(CannotGrow::TooManyRounds { players, most })
                } else {
                    Ok(schedule)
                }
            }
            Ok(schedule) => Ok(schedule),
        }
    }
}

/// The matches of each pair in all phases.
fn games(file: &TournamentFile) -> u32 {
    let more = |it: &Phase| if let Change::More(more) = it.change { more } else { 0 };
    file.phases.iter().map(more).fold(file.settings.games, u32::saturating_add)
}

pub(crate) fn has_left(results: &Results, name: &str) -> bool {
    let place = results.file.players.iter().position(|player| player.name == name);
    place.is_none_or(|place| results.schedule.has_left(place))
}

/// Maximum players that are named where a name is wrong.
const MAX_NAMED: usize = 20;

/// Refuses a name, and names those who play.
fn no_such_player(file: &TournamentFile, name: &str) -> CannotGrow {
    let schedule = file.schedule().ok();
    let plays = |it: &usize| schedule.as_ref().is_none_or(|schedule| !schedule.has_left(*it));
    let playing: Vec<&str> =
        (0..file.players.len()).filter(plays).map(|it| &*file.players[it].name).collect();
    let more = playing.len().saturating_sub(MAX_NAMED);
    let playing = playing[..playing.len() - more].join(", ");
    CannotGrow::NoSuchPlayer { name: name.to_owned(), playing, more }
}

/// The newest version of a player.
pub(crate) fn newest(file: &TournamentFile, name: &str) -> Result<String, CannotGrow> {
    let (first, number) = version(name);
    let versions = file.players.iter().map(|player| version(&player.name));
    let newest = versions.filter(|version| version.0 == first).map(|version| version.1).max();
    match newest.filter(|newest| number <= *newest) {
        None => Err(no_such_player(file, name)),
        Some(newest) if number > 1 && number < newest => {
            Err(CannotGrow::Older { name: name.to_owned(), newest: versioned(first, newest) })
        }
        Some(newest) => Ok(versioned(first, newest)),
    }
}
