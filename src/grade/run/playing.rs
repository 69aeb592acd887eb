//! The matches of a class: a first one of each that counts for nothing, those against the reference
//! players, the tournament.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::thread;

use serde::{Deserialize, Serialize};

use super::class::{ClassRun, Student};
use super::event::Event;
use super::evidence_cache::Key;
use super::players::forfeit_kinds;
use super::settings::RunSettings;
use super::tools::FIRST_MATCH_REVISION;
use crate::contest::{self, Ranking, Shape, contest};
use crate::dossier::{Dossier, RuleFindings, StepResult};
use crate::failure::Failure;
use crate::matches::MatchHost;
use crate::strength::{Strength, strength};
use crate::task::Task;
use crate::words::{FirstLoss, MAX_FAULT_CHARS, Statement};
use arbitro_records::MatchRecord;
use arbitro_referee::HostFailure;
use arbitro_rules::plain_text::one_line;
use arbitro_tournament::{
    BY_CHANCE, Entrant, GAME, Smoke, Terms as Contests, TournamentEvent as Matches,
    TournamentSettings, bundled_entrant, keep_game, smoke, with_causes,
};
use arbitro_words::say;

/// Folders of the reference matches, of those against chance, and of the tournament.
const LADDER: &str = "ladder";
const RULES: &str = "rules";
const TOURNAMENT: &str = "tournament";

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum FirstMatch {
    Plays,
    /// Not one legal move: why it cannot play.
    Fails(Statement, Box<MatchRecord>),
}

/// Opponents that are the same for all.
struct Against<'a> {
    task: Task,
    folder: &'static str,
    ladder: &'a [Entrant],
    terms: &'a TournamentSettings,
}

type StrengthResult<'a> = Result<(&'a Path, Strength), Statement>;

impl ClassRun<'_> {
    /// Plays the smoke-test matches that are still needed.
    pub(super) fn first_matches(&mut self, students: &mut [Student]) -> Result<(), Failure> {
        const FILE: &str = "first_match.json";
        let RunSettings { skip, terms, .. } = self.settings;
        let has_none = skip.contains(&Task::Strength) && skip.contains(&Task::Contest);
        if has_none && self.settings.players.is_none() {
            return Ok(());
        }
        // A usual start can always be read.
        let Ok(contests) = Contests::new(terms) else {
            return Ok(());
        };
        // A player of a game that is not compiled in meets itself.
        let is_ours = terms.game.look().is_none();
        let opponent = bundled_entrant(BY_CHANCE, self.bundled).filter(|_| is_ours);
        let key = Key::for_step("first match", &[FIRST_MATCH_REVISION]).and(format!("{terms:?}"));
        let key_of = |it: &Entrant| key.clone().and(&it.sha256).line();
        let mut unknown = Vec::new();
        let mut entrants = Vec::new();
        for student in students {
            let Some(entrant) = student.entrant.clone() else {
                continue;
            };
            match self.cache.for_student(&entrant.name)?.get(FILE, &key_of(&entrant)) {
                Some(first) => student.played_first(first),
                None => {
                    unknown.push(student);
                    entrants.push(entrant);
                }
            }
        }
        if unknown.is_empty() {
            return Ok(());
        }
        self.begin(Statement::FirstMatches, Some(unknown.len() as u64));
        let firsts = self.let_play(&entrants, opponent.as_ref(), &contests);
        // A player ended together with this run did not fail, and it is unknown which were.
        if self.host.stop.load(Ordering::Relaxed) {
            return Err(Failure::Stopped);
        }
        let firsts = match firsts {
            Ok(firsts) => firsts,
            Err(error) => {
                let why = Statement::FirstMatchesFail { error: with_causes(&error) };
                self.fails(&why);
                for student in unknown {
                    student.plays = StepResult::NotDone(why.clone());
                }
                return Ok(());
            }
        };
        for ((student, entrant), first) in unknown.into_iter().zip(&entrants).zip(firsts) {
            let first = match first {
                Smoke::Plays | Smoke::Falters(_) => FirstMatch::Plays,
                Smoke::Fails { fault, record, .. } if self.settings.players.is_none() => {
                    FirstMatch::Fails(no_legal_move(&fault.to_string(), &record), record)
                }
                Smoke::Fails { fault, record, .. } => {
                    let what = say(&*fault, self.settings.language);
                    let what = one_line(&what, MAX_FAULT_CHARS);
                    FirstMatch::Fails(Statement::NoLegalMove { what, fault: None }, record)
                }
                // The machine was too busy to tell: it takes part, and is asked again.
                Smoke::Untried(_) => continue,
            };
            let cache = self.cache.for_student(&entrant.name)?;
            cache.put(FILE, &key_of(entrant), &first)?;
            student.played_first(first);
        }
        Ok(())
    }

    /// Plays them, and reports progress.
    fn let_play(
        &mut self,
        entrants: &[Entrant],
        opponent: Option<&Entrant>,
        contests: &Contests,
    ) -> Result<Vec<Smoke>, HostFailure> {
        let MatchHost { machine, stop } = self.host;
        let (to_us, ended) = mpsc::channel();
        thread::scope(|scope| {
            let firsts = scope.spawn(move || {
                smoke(entrants, opponent, contests, machine, stop, &|done| {
                    let _ = to_us.send(done);
                })
            });
            for done in ended {
                (self.tell)(Event::Went { done: done as u64, what: Statement::Played });
            }
            let firsts = firsts.join();
            firsts.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }

    /// Matches against chance, of players of any game.
    pub(super) fn rules(&mut self, students: &mut [Student]) -> Result<(), Failure> {
        let Some(course) = self.settings.players.as_ref().filter(|it| it.matches > 0) else {
            return Ok(());
        };
        let chance = bundled_entrant(BY_CHANCE, self.bundled);
        let ladder: Vec<Entrant> = chance.map(|it| course.game.let_read(it)).into_iter().collect();
        let (terms, game) = (course.terms(&self.settings.terms), course.game.id);
        let against = Against { task: Task::Rules, folder: RULES, ladder: &ladder, terms: &terms };
        self.against(students, &against, |dossier, found| {
            let Some(player) = &mut dossier.player else { return Ok(()) };
            player.rules = match found {
                Err(why) => StepResult::NotDone(why),
                Ok((folder, found)) => {
                    let mut kinds = forfeit_kinds(folder, &found.results, Some(game))?;
                    StepResult::Found(RuleFindings {
                        matches: found.rungs.into_iter().next().unwrap_or_default(),
                        kinds: kinds.remove(&found.name).unwrap_or_default(),
                    })
                }
            };
            Ok(())
        })
    }

    pub(super) fn strengths(&mut self, students: &mut [Student]) -> Result<(), Failure> {
        let terms = &self.settings.terms;
        let against = Against { task: Task::Strength, folder: LADDER, ladder: self.ladder, terms };
        self.against(students, &against, |dossier, found| {
            dossier.strength = match found {
                Err(why) => StepResult::NotDone(why),
                Ok((_, found)) => StepResult::Found(found.rungs),
            };
            Ok(())
        })
    }

    /// Plays each able student against the same opponents; `set` takes the result with its folder, or why there is none.
    fn against(
        &mut self,
        students: &mut [Student],
        against: &Against<'_>,
        mut set: impl FnMut(&mut Dossier, StrengthResult<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let Against { task, folder, ladder, terms } = *against;
        let RunSettings { out, skip, .. } = self.settings;
        let mut players: Vec<(&mut Student, Entrant)> = Vec::new();
        for student in students {
            if let Some(player) = student.player().cloned() {
                set(&mut student.dossier, Err(Statement::NotPlayed))?;
                players.push((student, player));
            }
        }
        if skip.contains(&task) || ladder.is_empty() {
            return Ok(());
        }
        let each = ladder.len() as u64 * u64::from(terms.games);
        self.begin(Statement::Doing(task), Some(each * players.len() as u64));
        for ((student, player), before) in players.into_iter().zip(0..) {
            let number = &player.name;
            let folder = out.join(folder).join(number);
            let tell = &mut *self.tell;
            let mut on_match = |event: &Matches<'_>| {
                if let Matches::Match { done, .. } = event {
                    tell(Event::Went { done: before * each + done, what: Statement::same(number) });
                }
                Ok(())
            };
            match strength(&folder, &player, ladder, terms, self.host, &mut on_match) {
                Ok(found) => {
                    student.note(task, found.is_new);
                    set(&mut student.dossier, Ok((&folder, found)))?;
                }
                Err(Failure::Stopped) => return Err(Failure::Stopped),
                // That of the others can be known all the same.
                Err(Failure::Host(why)) => {
                    let (number, why) = (number.clone(), Box::new(why));
                    let why = Statement::StrengthFails { number, why };
                    self.fails(&why);
                    set(&mut student.dossier, Err(why))?;
                }
            }
        }
        Ok(())
    }

    pub(super) fn contest(
        &mut self,
        students: &[Student],
    ) -> Result<Result<Ranking, Statement>, Failure> {
        let RunSettings { terms, out, language, .. } = self.settings;
        let players: Vec<Entrant> = students.iter().filter_map(Student::player).cloned().collect();
        let folder = out.join(TOURNAMENT);
        if self.settings.skip.contains(&Task::Contest) {
            return Ok(Err(Statement::same("")));
        }
        if !self.settings.only.is_empty() {
            return Ok(contest::earlier(&folder).ok_or(Statement::TournamentNotAmongOnly));
        }
        if players.is_empty() {
            return Ok(Err(Statement::NoPlayer));
        }
        if players.len() == 1 {
            return Ok(Err(Statement::OnePlayer));
        }
        let shape = Shape::for_players(players.len(), terms);
        (self.tell)(Event::Note(Statement::Tournament(shape)));
        if shape.is_swiss {
            self.notes.push(Statement::Tournament(shape));
        }
        self.begin(Statement::Doing(Task::Contest), shape.matches);
        let tell = &mut *self.tell;
        let mut on_match = |event: &Matches<'_>| {
            if let Matches::Match { done, leader, .. } = event {
                tell(Event::Went { done: *done, what: Statement::Leader(leader.to_string()) });
            }
            Ok(())
        };
        match contest(
            &folder,
            &players,
            terms,
            self.settings.bonus_games,
            self.host,
            *language,
            &mut on_match,
        ) {
            Ok(outcome) => {
                let written =
                    self.settings.players.as_ref().and_then(|it| it.game.written.as_ref());
                if let Some(game) = written.filter(|_| !folder.join(GAME).exists()) {
                    let kept_game = keep_game(game.folder(), game.is_private(), &folder);
                    kept_game.map_err(Failure::context("the game cannot be cache"))?;
                }
                if let Some(open) = outcome.unsure_bonus() {
                    self.note(open);
                }
                Ok(Ok(outcome))
            }
            Err(Failure::Stopped) => Err(Failure::Stopped),
            Err(Failure::Host(why)) => {
                let why = Statement::TournamentFails(Box::new(why));
                self.fails(&why);
                Ok(Err(why))
            }
        }
    }
}

impl Student {
    fn played_first(&mut self, first: FirstMatch) {
        if let FirstMatch::Fails(why, record) = first {
            self.dossier.first_match = Some(*record);
            self.plays = StepResult::NotReached(why);
        }
    }
}

fn no_legal_move(what: &str, record: &MatchRecord) -> Statement {
    let what = one_line(what, MAX_FAULT_CHARS);
    Statement::NoLegalMove { what, fault: record.fault.clone().map(|it| FirstLoss(Box::new(it))) }
}
