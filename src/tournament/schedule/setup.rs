//! Creates the schedule of a tournament, and refuses settings that allow none.

use super::error::ScheduleError;
use super::fixed::known_stages;
use super::match_schedule::Schedule;
use super::rounds::Rounds;
use super::seed::{Dice, Purpose};
use super::stage::Stage;
use super::swiss::{max_rounds, sure_rounds};
use crate::growing::phases::{Change, Lineup, Phase, lineups, version};
use crate::ladder::Pairings;
use crate::settings::tournament_settings::{Format, TournamentSettings};

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
        let has_none = |it: &Lineup| !it.players.iter().any(|player| challengers.contains(player));
        if !challengers.is_empty() && lineups.iter().any(has_none) {
            return Err(ScheduleError::NoChallenger);
        }
        if settings.format == Format::Knockout && !phases.is_empty() {
            return Err(ScheduleError::Bracket);
        }
        let mut has_left = vec![false; names.len()];
        lineups.iter().flat_map(|lineup| &lineup.left).for_each(|&it| has_left[it] = true);
        let (stages, rounds) = match settings.format {
            Format::RoundRobin | Format::Gauntlet => {
                let challengers = if settings.sprt.is_some() { &[][..] } else { &challengers[..] };
                let stages = known_stages(&lineups, settings.games, challengers);
                (stages.ok_or(ScheduleError::TooMany)?, None)
            }
            Format::Standing => return Ok(Schedule::recorded(settings, &Pairings::default())),
            Format::Swiss | Format::Knockout => {
                (Vec::new(), Some(rounds(settings, names, phases, &lineups)?))
            }
        };
        let is_uneven = match &rounds {
            _ if phases.is_empty() => false,
            Some(_) => phases.iter().any(|phase| !matches!(phase.change, Change::More(_))),
            None => {
                let is_due = |it: &usize| settings.sprt.is_some() || !challengers.contains(it);
                let others = (0..names.len()).filter(is_due);
                let phases = || stages.iter().filter_map(Stage::phase);
                let mut due = others.map(|it| phases().map(|phase| phase.due(it)).sum::<u64>());
                let first = due.next();
                due.any(|it| Some(it) != first)
            }
        };
        let mut schedule = Schedule::of_stages(settings, stages);
        (schedule.rounds, schedule.has_left, schedule.is_uneven) = (rounds, has_left, is_uneven);
        Ok(schedule)
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

/// All versions of the player who meets all others in a gauntlet, or is the one that a sequential test is about.
pub(crate) fn challengers(settings: &TournamentSettings, names: &[&str]) -> Vec<usize> {
    if settings.format != Format::Gauntlet && settings.sprt.is_none() {
        return Vec::new();
    }
    let challenger = settings.challenger.as_deref().or(names.first().copied()).unwrap_or_default();
    let first = version(challenger).0;
    (0..names.len()).filter(|&it| version(names[it]).0 == first).collect()
}

fn rounds(
    settings: &TournamentSettings,
    names: &[&str],
    phases: &[Phase],
    lineups: &[Lineup],
) -> Result<Rounds, ScheduleError> {
    let place = |name: &String| {
        let place = names.iter().position(|it| it == name);
        place.ok_or_else(|| ScheduleError::Nobody(name.clone()))
    };
    let players = lineups.first().map(|lineup| lineup.players.as_slice()).unwrap_or_default();
    let entrants = players.len();
    let mut ranks = settings.seeding.iter().map(place).collect::<Result<Vec<_>, _>>()?;
    let drawn = Dice::new(settings.seed, Purpose::Draw, 0).shuffled(entrants);
    // Players not named in the seeding come last.
    let mut is_ranked = std::collections::BTreeSet::new();
    if let Some(&twice) = ranks.iter().find(|&&rank| !is_ranked.insert(rank)) {
        return Err(ScheduleError::Twice(names[twice].to_owned()));
    }
    ranks.extend(drawn.into_iter().map(|it| players[it]).filter(|it| !is_ranked.contains(it)));
    ranks.retain(|rank| players.binary_search(rank).is_ok());
    Ok(if settings.format == Format::Swiss {
        let most = max_rounds(entrants);
        let rounds = settings.rounds.unwrap_or_else(|| usual_rounds(entrants));
        if rounds > most {
            return Err(ScheduleError::TooManyRounds { entrants, rounds, most });
        }
        Rounds::swiss(settings, ranks, rounds, phases, lineups)
    } else {
        Rounds::knockout(settings, &ranks)
    })
}

/// Default number of rounds of a Swiss tournament: enough for one player to win all, and two more
/// to separate the next.
fn usual_rounds(entrants: usize) -> u32 {
    let enough = entrants.next_power_of_two().trailing_zeros() + 2;
    enough.min(sure_rounds(entrants))
}
