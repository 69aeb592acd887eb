//! The matches of a class: a first one of each that counts for nothing, those against the reference
//! players, the tournament.

use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::thread;

use serde::{Deserialize, Serialize};

use super::class::{ClassRun, Student};
use super::kept::Key;
use super::tools::FIRST_MATCH_REVISION;
use super::{Event, RunSettings, Task};
use crate::contest::{self, Ranking, Shape, contest};
use crate::dossier::StepResult;
use crate::failure::Failure;
use crate::matches::{MAX_FAULT_CHARS, MatchHost};
use crate::strength::strength;
use crate::words::{FirstLoss, Statement};
use arbitro_records::MatchRecord;
use arbitro_referee::HostFailure;
use arbitro_rules::plain_text::one_line;
use arbitro_tournament::{
    BY_CHANCE, Entrant, Smoke, Terms as Contests, TournamentEvent as Matches, bundled_entrant,
    smoke, with_causes,
};

/// Folders of the reference matches and of the tournament.
const LADDER: &str = "ladder";
const TOURNAMENT: &str = "tournament";

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum First {
    Plays,
    /// Not one legal move: why it cannot play.
    Fails(Statement, Box<MatchRecord>),
}

impl ClassRun<'_> {
    /// Plays the smoke-test matches that are still needed.
    pub(super) fn first_matches(&mut self, students: &mut [Student]) -> Result<(), Failure> {
        const FILE: &str = "first_match.json";
        let RunSettings { skip, terms, .. } = self.settings;
        if skip.contains(&Task::Strength) && skip.contains(&Task::Contest) {
            return Ok(());
        }
        // A usual start can always be read.
        let opponent = bundled_entrant(BY_CHANCE, self.bundled);
        let contests = Contests::new(terms);
        let (Some(opponent), Ok(contests)) = (opponent, contests) else {
            return Ok(());
        };
        let key = Key::of("first match", &[FIRST_MATCH_REVISION]).and(format!("{terms:?}"));
        let key_of = |it: &Entrant| key.clone().and(&it.sha256).line();
        let mut unknown = Vec::new();
        let mut entrants = Vec::new();
        for student in students {
            let Some(entrant) = student.entrant.clone() else {
                continue;
            };
            match self.kept.of(&entrant.name)?.get(FILE, &key_of(&entrant)) {
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
        let firsts = self.let_play(&entrants, &opponent, &contests);
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
                Smoke::Plays | Smoke::Falters(_) => First::Plays,
                Smoke::Fails { fault, record, .. } => {
                    First::Fails(no_legal_move(&fault.to_string(), &record), record)
                }
                // The machine was too busy to tell: it takes part, and is asked again.
                Smoke::Untried(_) => continue,
            };
            let kept = self.kept.of(&entrant.name)?;
            kept.put(FILE, &key_of(entrant), &first)?;
            student.played_first(first);
        }
        Ok(())
    }

    /// Plays them, and reports progress.
    fn let_play(
        &mut self,
        entrants: &[Entrant],
        opponent: &Entrant,
        contests: &Contests,
    ) -> Result<Vec<Smoke>, HostFailure> {
        let MatchHost { machine, stop } = self.host;
        let (to_us, ended) = mpsc::channel();
        thread::scope(|scope| {
            let firsts = scope.spawn(move || {
                smoke(entrants, Some(opponent), contests, machine, stop, &|done| {
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

    pub(super) fn strengths(&mut self, students: &mut [Student]) -> Result<(), Failure> {
        let RunSettings { terms, out, skip, .. } = self.settings;
        let mut players: Vec<(&mut Student, Entrant)> = Vec::new();
        for student in students {
            if let Some(player) = student.player().cloned() {
                student.dossier.strength = StepResult::NotDone(Statement::NotPlayed);
                players.push((student, player));
            }
        }
        if skip.contains(&Task::Strength) || self.ladder.is_empty() {
            return Ok(());
        }
        let each = self.ladder.len() as u64 * u64::from(terms.games);
        self.begin(Statement::Doing(Task::Strength), Some(each * players.len() as u64));
        for ((student, player), before) in players.into_iter().zip(0..) {
            let number = &player.name;
            let folder = out.join(LADDER).join(number);
            let tell = &mut *self.tell;
            let mut on_match = |event: &Matches<'_>| {
                if let Matches::Match { done, .. } = event {
                    tell(Event::Went { done: before * each + done, what: Statement::same(number) });
                }
                Ok(())
            };
            let (ladder, host) = (self.ladder, self.host);
            student.dossier.strength =
                match strength(&folder, &player, ladder, terms, host, &mut on_match) {
                    Ok((rungs, is_new)) => {
                        student.note(Task::Strength, is_new);
                        StepResult::Found(rungs)
                    }
                    Err(Failure::Stopped) => return Err(Failure::Stopped),
                    // That of the others can be known all the same.
                    Err(Failure::Host(why)) => {
                        let (number, why) = (number.clone(), Box::new(why));
                        let why = Statement::StrengthFails { number, why };
                        self.fails(&why);
                        StepResult::NotDone(why)
                    }
                };
        }
        Ok(())
    }

    /// The tournament, or the reason that it is missing.
    pub(super) fn contest(
        &mut self,
        students: &[Student],
    ) -> Result<Result<Ranking, Statement>, Failure> {
        let RunSettings { terms, out, language, .. } = self.settings;
        let players = students.iter().filter_map(Student::player);
        let players: Vec<Entrant> = players.cloned().collect();
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
        let shape = Shape::of(players.len(), terms);
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
            (terms, self.settings.bonus_games),
            self.host,
            *language,
            &mut on_match,
        ) {
            Ok(outcome) => {
                if let Some(open) = outcome.unsure_bonus() {
                    (self.tell)(Event::Note(open.clone()));
                    self.notes.push(open);
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
    fn played_first(&mut self, first: First) {
        if let First::Fails(why, record) = first {
            self.dossier.first_match = Some(*record);
            self.plays = StepResult::NotReached(why);
        }
    }
}

fn no_legal_move(what: &str, record: &MatchRecord) -> Statement {
    let what = one_line(what, MAX_FAULT_CHARS);
    Statement::NoLegalMove { what, fault: record.fault.clone().map(|it| FirstLoss(Box::new(it))) }
}
