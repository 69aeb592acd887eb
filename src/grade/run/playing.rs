//! The matches of a class: a first one of each that counts for nothing, those against the reference
//! players, the tournament.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::thread;

use serde::{Deserialize, Serialize};

use super::class::Making;
use super::examining::Examined;
use super::kept::Key;
use super::{Event, RunError, Settings, Task};
use crate::contest::{self, ContestError, Outcome, Shape, contest};
use crate::dossier::{Known, Rung};
use crate::matches::{Fighter, Ground, MAX_OF_A_FAULT, MatchesError, loss_said};
use crate::strength::strength;
use arbitro_referee::HostFailure;
use arbitro_rules::draughts::Dama;
use arbitro_rules::history::MatchRecord;
use arbitro_rules::language::{Language, Said};
use arbitro_rules::plain_text::one_line;
use arbitro_rules::said_in_two as said;
use arbitro_tournament::{
    BY_CHANCE, Entrant, Event as Matches, Format, Smoke, Terms as Contests, bundled_entrant, smoke,
    with_causes,
};

/// Folders of the reference matches and of the tournament.
const LADDER: &str = "ladder";
const TOURNAMENT: &str = "tournament";

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum First {
    Plays,
    /// Not one legal move: what it did instead.
    Fails(Said, Box<MatchRecord>),
}

impl Making<'_> {
    /// Plays the smoke-test matches that are still needed.
    pub(super) fn first_matches(
        &mut self,
        fighters: &[Fighter],
    ) -> Result<BTreeMap<String, Known<()>>, RunError> {
        const FILE: &str = "first_match.json";
        let Settings { skip, terms, .. } = self.settings;
        if skip.contains(&Task::Strength) && skip.contains(&Task::Contest) {
            return Ok(BTreeMap::new());
        }
        let opponent = bundled_entrant(BY_CHANCE, self.bundled);
        let Some(opponent) = opponent else {
            return Ok(BTreeMap::new());
        };
        let settings = terms.settings(Format::RoundRobin);
        let key = Key::of("first match", &[]).and(format!("{terms:?}"));
        let key_of = |it: &Fighter| key.clone().and(&it.sha256).line();
        let mut known = BTreeMap::new();
        let mut unknown = Vec::new();
        for fighter in fighters {
            let kept = self.kept.of(&fighter.number)?;
            match kept.get(FILE, &key_of(fighter)) {
                Some(first) => {
                    known.insert(fighter.number.clone(), self.became(&fighter.number, first));
                }
                None => unknown.push(fighter),
            }
        }
        if unknown.is_empty() {
            return Ok(known);
        }
        (self.tell)(Event::Began {
            part: Said::in_two(
                "first matches, which count for nothing",
                "prime partite, che non contano",
            ),
            total: Some(unknown.len() as u64),
        });
        // A usual start can always be read.
        let Ok(contests) = Contests::<Dama>::new(&settings) else {
            return Ok(known);
        };
        let entrants: Vec<Entrant> = unknown.iter().map(|it| it.entrant()).collect();
        let firsts = self.let_play(&entrants, &opponent, &contests);
        // Whoever is ended with this run did not fail, and nobody can tell who that was.
        if self.ground.stop.load(Ordering::Relaxed) {
            return Err(RunError::Stopped);
        }
        let firsts = match firsts {
            Ok(firsts) => firsts,
            Err(error) => {
                let error = with_causes(&error);
                let why = said!("the first matches: {error}", "le prime partite: {error}");
                self.fails(&why);
                let unknown = unknown.iter().map(|it| it.number.clone());
                known.extend(unknown.map(|it| (it, Known::NotDone(why.clone()))));
                return Ok(known);
            }
        };
        for (fighter, first) in unknown.iter().zip(firsts) {
            let first = match first {
                Smoke::Plays | Smoke::Falters(_) => First::Plays,
                Smoke::Fails { what, record } => First::Fails(instead(&what, &record), record),
                // The machine was too busy to tell: it takes part, and is asked again.
                Smoke::Untried => {
                    known.insert(fighter.number.clone(), Known::Found(()));
                    continue;
                }
            };
            let kept = self.kept.of(&fighter.number)?;
            kept.put(FILE, &key_of(fighter), &first)?;
            known.insert(fighter.number.clone(), self.became(&fighter.number, first));
        }
        Ok(known)
    }

    fn became(&mut self, number: &str, first: First) -> Known<()> {
        let First::Fails(what, record) = first else {
            return Known::Found(());
        };
        self.failed_firsts.insert(number.to_owned(), *record);
        Known::NotReached(what.after([
            "it made no legal move in its first match: ",
            "nella prima partita non ha fatto nessuna mossa legale: ",
        ]))
    }

    /// Lets them play, and tells how many have.
    fn let_play(
        &mut self,
        entrants: &[Entrant],
        opponent: &Entrant,
        contests: &Contests<Dama>,
    ) -> Result<Vec<Smoke>, HostFailure> {
        let Ground { machine, stop } = self.ground;
        let (to_us, ended) = mpsc::channel();
        thread::scope(|scope| {
            let firsts = scope.spawn(move || {
                smoke(entrants, opponent, contests, machine, stop, &|done| {
                    let _ = to_us.send(done);
                })
            });
            for done in ended {
                (self.tell)(Event::Went {
                    done: done as u64,
                    what: Said::in_two("played", "giocate"),
                });
            }
            let firsts = firsts.join();
            firsts.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }

    pub(super) fn strengths(
        &mut self,
        fighters: &[Fighter],
        examined: &mut BTreeMap<String, Examined>,
    ) -> Result<BTreeMap<String, Known<Vec<Rung>>>, RunError> {
        let mut strengths = BTreeMap::new();
        if self.settings.skip.contains(&Task::Strength) || self.ladder.is_empty() {
            return Ok(strengths);
        }
        let Settings { terms, out, .. } = self.settings;
        let each = self.ladder.len() as u64 * u64::from(terms.games);
        (self.tell)(Event::Began {
            part: Task::Strength.said(),
            total: Some(each * fighters.len() as u64),
        });
        for (fighter, before) in fighters.iter().zip(0..) {
            let number = &fighter.number;
            let folder = out.join(LADDER).join(number);
            let tell = &mut *self.tell;
            let mut on_match = |event: &Matches<'_>| {
                if let Matches::Match { done, .. } = event {
                    tell(Event::Went {
                        done: before * each + done,
                        what: Said::same(number.as_str()),
                    });
                }
                Ok(())
            };
            let played = strength(
                &folder,
                fighter,
                self.ladder,
                terms,
                self.ground,
                &mut on_match,
            );
            let strength = match played {
                Ok((rungs, is_new)) => {
                    note(examined, number, Task::Strength, is_new);
                    Known::Found(rungs)
                }
                Err(MatchesError::Stopped) => return Err(RunError::Stopped),
                // That of the others can be known all the same.
                Err(error) => {
                    let error = with_causes(&error);
                    let why = said!(
                        "{number} against the reference players: {error}",
                        "{number} contro i giocatori di riferimento: {error}"
                    );
                    self.fails(&why);
                    Known::NotDone(why)
                }
            };
            strengths.insert(number.clone(), strength);
        }
        Ok(strengths)
    }

    /// The tournament; or why there is none.
    pub(super) fn contest(
        &mut self,
        fighters: &[Fighter],
    ) -> Result<Result<Outcome, Said>, RunError> {
        let Settings {
            terms,
            out,
            language,
            ..
        } = self.settings;
        let folder = out.join(TOURNAMENT);
        if self.settings.skip.contains(&Task::Contest) {
            return Ok(Err(Said::same("")));
        }
        if !self.settings.only.is_empty() {
            return Ok(contest::earlier(&folder).ok_or_else(|| {
                Said::in_two(
                    "the tournament is played without --only",
                    "il torneo si gioca senza --only",
                )
            }));
        }
        if fighters.len() < 2 {
            return Ok(Err(match fighters.len() {
                0 => Said::in_two("nobody can play", "nessuno può giocare"),
                _ => Said::in_two(
                    "one submission alone can play",
                    "può giocare una sola consegna",
                ),
            }));
        }
        let shape = Shape::of(fighters.len(), terms);
        (self.tell)(Event::Said(shape.said()));
        if shape.format != Format::RoundRobin {
            self.notes.push(shape.said());
        }
        (self.tell)(Event::Began {
            part: Task::Contest.said(),
            total: shape.matches,
        });
        let tell = &mut *self.tell;
        let mut on_match = |event: &Matches<'_>| {
            if let Matches::Match { done, leader, .. } = event {
                tell(Event::Went {
                    done: *done,
                    what: said!("ahead: {leader}", "in testa: {leader}"),
                });
            }
            Ok(())
        };
        match contest(
            &folder,
            fighters,
            terms,
            self.ground,
            *language,
            &mut on_match,
        ) {
            Ok(outcome) => Ok(Ok(outcome)),
            Err(ContestError::Matches(MatchesError::Stopped)) => Err(RunError::Stopped),
            Err(error) => {
                let error = with_causes(&error);
                let why = said!(
                    "the tournament of the class: {error}",
                    "il torneo del corso: {error}"
                );
                self.fails(&why);
                Ok(Err(why))
            }
        }
    }
}

fn instead(what: &str, record: &MatchRecord) -> Said {
    let what = one_line(what, MAX_OF_A_FAULT);
    match loss_said(record) {
        Some(said) => Said::in_two(what, said.in_language(Language::Italian)),
        None => Said::same(what),
    }
}

/// Returns true unless a submission is known to make no legal move.
pub(super) fn plays(firsts: &BTreeMap<String, Known<()>>, fighter: &Fighter) -> bool {
    matches!(firsts.get(&fighter.number), Some(Known::Found(())) | None)
}

/// Records a submission's step as done now, or as reused.
pub(super) fn note(
    examined: &mut BTreeMap<String, Examined>,
    number: &str,
    task: Task,
    is_new: bool,
) {
    if let Some(it) = examined.get_mut(number) {
        let list = if is_new { &mut it.done } else { &mut it.kept };
        list.push(task.name());
    }
}
