//! Players of any game in place of the class `Player`: found, started, and played against chance.

use std::collections::BTreeMap;
use std::path::Path;

use super::class::Student;
use super::settings::{PlayersCourse, RunSettings};
use crate::dossier::{ForfeitKind, PlayerFindings, StepResult};
use crate::failure::Failure;
use crate::matches::each_record;
use crate::submissions::Contents;
use crate::words::Statement;
use arbitro_records::{MatchRecord, PlayedMoves, ReplayedMatch};
use arbitro_rules::GameId;
use arbitro_sandbox::{Processes, Staging};
use arbitro_tournament::{
    Entrant, Entrants, Machine, NoEntrant, Openings, Results, TournamentSettings, find_entrants,
    try_starts,
};
use arbitro_words::{Language, say};

/// The folder of all players, in that of the results.
pub(super) const PLAYERS: &str = "players";
const STAGED: &str = "arbitro-grade-players-";
/// Random plies before a match against chance, and the share of the longest match that they are at most.
const RANDOM_PLIES: u32 = 4;
const MAX_SHARE: u32 = 7;

impl PlayersCourse {
    /// Finds the students' players and starts each once. Their copies last as long as the value returned.
    pub(super) fn enter(
        &self,
        students: &mut [Student],
        settings: &RunSettings,
        machine: &Machine,
    ) -> Result<Staging, Failure> {
        let mut staging = Staging::new(STAGED, machine.guarantees.has_other_users());
        let asked = students.iter_mut().filter(|it| settings.is_asked(&it.dossier.number));
        let mut found = Vec::new();
        for student in asked {
            student.plays = match &student.dossier.layout.found {
                Contents::Folder { .. } => StepResult::Found(()),
                found => StepResult::NotReached(Statement::Contents(found.clone())),
            };
            student.dossier.player = Some(PlayerFindings {
                starts: student.plays.clone(),
                rules: student.plays.missing(),
                is_of_one: false,
            });
            if student.plays.found().is_none() {
                continue;
            }
            match self.find(student, settings, &mut staging)? {
                // What it would show is not the student's.
                Ok(entrant) if is_ours(&entrant, settings) => {
                    student.plays = StepResult::NotReached(Statement::NotItsOwn);
                }
                Ok(entrant) => found.push((student, entrant)),
                Err(why) => student.plays = StepResult::NotReached(why),
            }
        }
        let entrants: Vec<Entrant> = found.iter().map(|it| it.1.clone()).collect();
        let tried = try_starts(&entrants, machine)?;
        for ((student, entrant), cannot_start) in found.into_iter().zip(tried) {
            let needs_several = entrant.contestant.processes == Processes::Several;
            if let Some(why) = cannot_start {
                student.plays = StepResult::NotReached(statement(&why.into(), settings.language));
            } else if needs_several && !machine.guarantees.holds_several() {
                student.plays = StepResult::NotDone(Statement::NeedsProcesses);
            } else {
                student.entrant = Some(entrant);
            }
        }
        Ok(staging)
    }

    fn find(
        &self,
        student: &Student,
        settings: &RunSettings,
        staging: &mut Staging,
    ) -> Result<Result<Entrant, Statement>, Failure> {
        let number = &student.dossier.number;
        let place = settings.out.join(PLAYERS).join(number);
        let (game, bundled) = (self.game.id, &settings.bundled);
        let found = find_entrants(&[place], game, bundled, &self.needs, staging)?;
        let Entrants { entrants, left_out } = found;
        let all = entrants.len() + left_out.len();
        let (first, why) = (entrants.into_iter().next(), left_out.into_iter().next());
        Ok(match (first, why) {
            // Which of them counts is not for us to say.
            _ if all > 1 => Err(Statement::SeveralPlayers { players: all }),
            (Some(entrant), _) => {
                let name = number.clone();
                Ok(self.game.let_read(Entrant { name, author: None, ..entrant }))
            }
            (None, Some(left_out)) => Err(statement(&left_out.why, settings.language)),
            (None, None) => Err(Statement::NoCommand),
        })
    }

    /// The terms of the matches against chance.
    pub(super) fn terms(&self, terms: &TournamentSettings) -> TournamentSettings {
        // Player 1 moves first.
        let plies = RANDOM_PLIES.min(terms.max_plies / MAX_SHARE) / 2 * 2;
        TournamentSettings {
            games: self.matches,
            openings: if plies > 0 { Openings::Random(plies) } else { Openings::None },
            best: None,
            ..terms.clone()
        }
    }
}

/// Returns true for a player whose command starts this program.
fn is_ours(entrant: &Entrant, settings: &RunSettings) -> bool {
    let ours = settings.bundled.first();
    entrant.is_bundled || ours.is_some_and(|ours| entrant.contestant.program == Path::new(ours))
}

fn statement(why: &NoEntrant, language: Language) -> Statement {
    match why {
        NoEntrant::Nothing => Statement::NoCommand,
        why => Statement::Same(say(why, language).into_owned()),
    }
}

/// The forfeits of a tournament by player and kind.
pub(super) fn forfeit_kinds(
    folder: &Path,
    results: &Results,
    game: Option<GameId>,
) -> Result<BTreeMap<String, Vec<ForfeitKind>>, Failure> {
    let mut all: BTreeMap<String, Vec<ForfeitKind>> = BTreeMap::new();
    let kind =
        |it: &MatchRecord| it.fault.as_ref().map(|it| (it.reason.clone(), it.diagnosis.clone()));
    each_record(folder, results, |id, record| {
        let Some(name) = loser(&record) else { return };
        let kinds = all.entry(name.to_owned()).or_default();
        match kinds.iter_mut().find(|forfeit_kind| kind(&forfeit_kind.record) == kind(&record)) {
            Some(known) => known.times += 1,
            None => {
                let legal = legal(&record, game);
                kinds.push(ForfeitKind { times: 1, id, record, legal });
            }
        }
    })?;
    Ok(all)
}

/// The player that a record charges.
fn loser(record: &MatchRecord) -> Option<&str> {
    let players = record.players.as_ref()?;
    let fault = record.fault.as_ref()?;
    Some(if fault.player == "x" { &players.x.name } else { &players.o.name })
}

const MAX_NAMES: usize = 200;

/// The names of the legal moves at the end of a record, where its rules are at hand.
fn legal(record: &MatchRecord, game: Option<GameId>) -> Vec<String> {
    let line = game.and_then(|game| record.open(game).ok());
    let seen = line.map(|line| ReplayedMatch::of_line(line, record.clone()));
    let Some(PlayedMoves::Line(line)) = seen.map(|it| it.played) else { return Vec::new() };
    line.legal().into_iter().take(MAX_NAMES).map(|key| line.step(key).text).collect()
}
