//! From what was found of each submission to the whole class: likeness, matches, dossiers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::examining::{Examined, also};
use super::kept::{Kept, Key, sha256};
use super::output::earlier_dossier;
use super::tools::{COMMON, OF_LIKENESS};
use super::{Event, RunError, Settings, Task, Text, Work};
use crate::grade::contest::{self, ContestError, Outcome, Shape, contest};
use crate::grade::dossier::{Class, Dossier, Known, Reading, Rung};
use crate::grade::likeness::{self as how, Likeness, Submission, compare};
use crate::grade::matches::{Fighter, Ground, MatchesError};
use crate::grade::plain_text::one_line;
use crate::grade::strength::strength;
use crate::grade::submissions::{self, Submissions};
use crate::rules::draughts::Dama;
use crate::tournament::{
    Entrant, Event as Matches, Format, Smoke, Terms as Contests, bundled_entrant, smoke,
    with_causes,
};

/// Where matches against the reference players and the tournament are.
const LADDER: &str = "ladder";
const TOURNAMENT: &str = "tournament";

/// Why nothing is known of those whom nobody asked about.
const NOT_ASKED: &str = "nobody asked for it: --only was about others";

/// What became of a submission's first match, which counts for nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum First {
    Plays,
    /// Not one legal move: what it did instead.
    Fails(String),
}

/// A class while it is put together.
pub(super) struct Making<'a> {
    pub(super) settings: &'a Settings,
    /// How submissions are compared, by the bound of the weights.
    pub(super) likeness: how::Settings,
    pub(super) kept: &'a Kept,
    pub(super) texts: &'a [Text],
    pub(super) ladder: &'a [Entrant],
    pub(super) ground: Ground<'a>,
    pub(super) remarks: Vec<String>,
    pub(super) is_incomplete: bool,
    pub(super) tell: &'a mut dyn FnMut(Event),
}

impl Making<'_> {
    pub(super) fn class(
        &mut self,
        all: &Submissions,
        examined: Vec<(String, Examined)>,
    ) -> Result<(Class, Vec<Work>), RunError> {
        let likeness = self.likeness()?;
        let mut examined: BTreeMap<String, Examined> = examined.into_iter().collect();
        let fighters = examined.values().filter_map(|it| it.fighter.clone());
        let mut fighters: Vec<Fighter> = fighters.collect();
        // The order of a tournament's players is that of their names.
        fighters.sort_by(|one, other| one.number.cmp(&other.number));
        let firsts = self.first_matches(&fighters)?;
        fighters.retain(|it| plays(&firsts, it));
        let mut strengths = self.strengths(&fighters, &mut examined)?;
        let outcome = self.contest(&fighters)?;
        for number in outcome.iter().flat_map(|it| it.places.keys()) {
            let is_new = outcome.as_ref().is_ok_and(|it| it.is_new);
            note(&mut examined, number, Task::Contest, is_new);
        }
        let mut dossiers = Vec::with_capacity(all.all.len());
        let mut work = Vec::with_capacity(all.all.len());
        for (submission, text) in all.all.iter().zip(self.texts) {
            let number = &submission.number;
            if !self.settings.is_asked(number) {
                dossiers.push(self.not_asked(submission, text));
                work.push(Work::default());
                continue;
            }
            let it = examined.remove(number).unwrap_or_else(|| nothing(text));
            let why_not = match (&it.fighter, firsts.get(number)) {
                (Some(_), Some(Known::Found(())) | None) => None,
                (Some(_), Some(why)) => Some(why.clone()),
                (None, _) => Some(match &it.build {
                    Known::Found(build) => Known::NotReached(build.outcome.to_string()),
                    Known::NotReached(why) => Known::NotReached(why.clone()),
                    Known::NotDone(why) => Known::NotDone(why.clone()),
                }),
            };
            let strength = match (&why_not, strengths.remove(number)) {
                _ if self.settings.skip.contains(&Task::Strength) => Task::Strength.skipped(),
                (Some(why), _) => also(why),
                (None, Some(strength)) => strength,
                (None, None) => Known::NotDone("it was not played".to_owned()),
            };
            let contest = match (&why_not, &outcome) {
                _ if self.settings.skip.contains(&Task::Contest) => Task::Contest.skipped(),
                (Some(why), _) => also(why),
                (None, Err(why)) => Known::NotDone(why.clone()),
                (None, Ok(outcome)) => placed(outcome, it.fighter.as_ref()),
            };
            self.look_for_failures(&it);
            work.push(Work {
                done: it.done,
                kept: it.kept,
            });
            dossiers.push(Dossier {
                number: number.clone(),
                layout: submission.layout.clone(),
                sha256: submission.source.as_deref().map(sha256),
                text: text.reading.clone(),
                build: it.build,
                conformance: it.conformance,
                memory: it.memory,
                strength,
                contest,
            });
        }
        let class = Class {
            dossiers,
            left_out: all.left_out.clone(),
            likeness,
            remarks: std::mem::take(&mut self.remarks),
        };
        Ok((class, work))
    }

    /// What could not be done for one of them, though it was asked for.
    fn look_for_failures(&mut self, it: &Examined) {
        let asked = |task| !self.settings.skip.contains(&task);
        let mut whys = Vec::new();
        if let Known::NotDone(why) = &it.build {
            whys.push(why);
        }
        if let (Known::NotDone(why), true) = (&it.conformance, asked(Task::Conformance)) {
            whys.push(why);
        }
        if let (Known::NotDone(why), true) = (&it.memory, asked(Task::Memory)) {
            whys.push(why);
        }
        for why in &whys {
            self.fails(why);
        }
    }

    /// Something could not be done that was asked for.
    fn fails(&mut self, why: &str) {
        self.is_incomplete = true;
        if !self.remarks.iter().any(|it| it == why) {
            self.remarks.push(why.to_owned());
            (self.tell)(Event::Said(why.to_owned()));
        }
    }

    fn likeness(&mut self) -> Result<Known<Likeness>, RunError> {
        const FILE: &str = "likeness.json";
        if self.settings.skip.contains(&Task::Likeness) {
            return Ok(Task::Likeness.skipped());
        }
        let key = Key::of("likeness", &OF_LIKENESS).and(format!("{:?}", self.likeness));
        let readable = self.texts.iter().filter_map(|it| {
            let text = it.cleaned.as_deref()?;
            let name = it.number.as_str();
            Some(Submission { name, text })
        });
        let readable: Vec<Submission<'_>> = readable.collect();
        let key = readable
            .iter()
            .fold(key, |key, it| key.and(it.name).and(it.text));
        let key = key.line();
        if let Some(likeness) = self.kept.get(FILE, &key) {
            self.tell_of_crowd(&likeness);
            return Ok(Known::Found(likeness));
        }
        (self.tell)(Event::Began {
            part: "likeness",
            total: None,
        });
        let likeness = compare(&readable, &COMMON, &self.likeness);
        self.kept.put(FILE, &key, &likeness)?;
        self.tell_of_crowd(&likeness);
        Ok(Known::Found(likeness))
    }

    /// What so many have that it was not compared may be the course's own, or a copy that went round.
    fn tell_of_crowd(&mut self, likeness: &Likeness) {
        const MOST_NAMED: usize = 5;
        let crowd = &likeness.crowd;
        if crowd.is_empty() {
            return;
        }
        let named = crowd.iter().take(MOST_NAMED);
        let named: Vec<&str> = named
            .filter_map(|at| Some(likeness.members.get(*at)?.name.as_str()))
            .collect();
        let more = match crowd.len().saturating_sub(MOST_NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let remark = format!(
            "likeness: {} submissions are for the most part what more than {:.0} % of the class has, which counts as nobody's and proposes nobody to fail; look whether the course gave it out: {}{more}",
            crowd.len(),
            self.likeness.common_share * 100.0,
            named.join(", "),
        );
        (self.tell)(Event::Said(remark.clone()));
        self.remarks.push(remark);
    }

    /// Who makes a legal move at all, as far as that has to be known.
    fn first_matches(
        &mut self,
        fighters: &[Fighter],
    ) -> Result<BTreeMap<String, Known<()>>, RunError> {
        const FILE: &str = "first_match.json";
        let Settings { skip, terms, .. } = self.settings;
        if skip.contains(&Task::Strength) && skip.contains(&Task::Contest) {
            return Ok(BTreeMap::new());
        }
        let opponent = bundled_entrant("random", "--strategy random", &self.settings.bundled);
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
                    known.insert(fighter.number.clone(), became(first));
                }
                None => unknown.push(fighter),
            }
        }
        if unknown.is_empty() {
            return Ok(known);
        }
        (self.tell)(Event::Began {
            part: "first matches, which count for nothing",
            total: Some(unknown.len() as u64),
        });
        // A usual start can always be read.
        let Ok(contests) = Contests::<Dama>::new(&settings) else {
            return Ok(known);
        };
        let entrants: Vec<Entrant> = unknown.iter().map(|it| it.entrant()).collect();
        let firsts = smoke(
            &entrants,
            &opponent,
            &contests,
            self.ground.machine,
            &|_| (),
        )?;
        for (fighter, first) in unknown.iter().zip(firsts) {
            let first = match first {
                Smoke::Plays | Smoke::Falters(_) => First::Plays,
                Smoke::Fails(what) => First::Fails(one_line(&what, 300)),
                // The machine was too busy to tell: it takes part, and is asked again.
                Smoke::Untried => {
                    known.insert(fighter.number.clone(), Known::Found(()));
                    continue;
                }
            };
            let kept = self.kept.of(&fighter.number)?;
            kept.put(FILE, &key_of(fighter), &first)?;
            known.insert(fighter.number.clone(), became(first));
        }
        Ok(known)
    }

    fn strengths(
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
            part: "matches against the reference players",
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
                        what: number.clone(),
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
                    let why = format!(
                        "{number} against the reference players: {}",
                        with_causes(&error)
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
    fn contest(&mut self, fighters: &[Fighter]) -> Result<Result<Outcome, String>, RunError> {
        let Settings { terms, out, .. } = self.settings;
        let folder = out.join(TOURNAMENT);
        if self.settings.skip.contains(&Task::Contest) {
            return Ok(Err(String::new()));
        }
        if !self.settings.only.is_empty() {
            return Ok(contest::earlier(&folder)
                .ok_or_else(|| "the tournament is played without --only".to_owned()));
        }
        if fighters.len() < 2 {
            let why = match fighters.len() {
                0 => "nobody can play",
                _ => "one submission alone can play",
            };
            return Ok(Err(format!("there was no tournament: {why}")));
        }
        let shape = Shape::of(fighters.len(), terms);
        (self.tell)(Event::Said(shape.to_string()));
        if shape.format != Format::RoundRobin {
            self.remarks.push(shape.to_string());
        }
        (self.tell)(Event::Began {
            part: "matches of the tournament",
            total: shape.matches,
        });
        let tell = &mut *self.tell;
        let mut on_match = |event: &Matches<'_>| {
            if let Matches::Match { done, leader, .. } = event {
                tell(Event::Went {
                    done: *done,
                    what: format!("ahead: {leader}"),
                });
            }
            Ok(())
        };
        match contest(&folder, fighters, terms, self.ground, &mut on_match) {
            Ok(outcome) => Ok(Ok(outcome)),
            Err(ContestError::Matches(MatchesError::Stopped)) => Err(RunError::Stopped),
            Err(error) => {
                let why = format!("the tournament of the class: {}", with_causes(&error));
                self.fails(&why);
                Ok(Err(why))
            }
        }
    }

    /// Somebody whom this run is not about: what an earlier one found, if it still is the same text.
    fn not_asked(&self, submission: &submissions::Submission, text: &Text) -> Dossier {
        let sha256 = submission.source.as_deref().map(sha256);
        let earlier = earlier_dossier(&self.settings.out, &submission.number);
        if let Some(dossier) = earlier
            && dossier.number == submission.number
            && dossier.sha256 == sha256
            && dossier.layout == submission.layout
        {
            return dossier;
        }
        let why = || NOT_ASKED.to_owned();
        Dossier {
            number: submission.number.clone(),
            layout: submission.layout.clone(),
            sha256,
            text: text.reading.clone(),
            build: Known::NotDone(why()),
            conformance: Known::NotDone(why()),
            memory: Known::NotDone(why()),
            strength: Known::NotDone(why()),
            contest: Known::NotDone(why()),
        }
    }
}

fn became(first: First) -> Known<()> {
    match first {
        First::Plays => Known::Found(()),
        First::Fails(what) => {
            Known::NotReached(format!("it made no legal move in its first match: {what}"))
        }
    }
}

fn plays(firsts: &BTreeMap<String, Known<()>>, fighter: &Fighter) -> bool {
    !matches!(firsts.get(&fighter.number), Some(Known::NotReached(_)))
}

fn note(examined: &mut BTreeMap<String, Examined>, number: &str, task: Task, is_new: bool) {
    if let Some(it) = examined.get_mut(number) {
        let list = if is_new { &mut it.done } else { &mut it.kept };
        list.push(task.name());
    }
}

/// The place of somebody who played with these very bytes.
fn placed(outcome: &Outcome, fighter: Option<&Fighter>) -> Known<crate::grade::dossier::Place> {
    let place = fighter.and_then(|it| {
        let (sha256, place) = outcome.places.get(&it.number)?;
        (*sha256 == it.sha256).then(|| place.clone())
    });
    place.map_or_else(
        || Known::NotDone("it has not played in the tournament; run without --only".to_owned()),
        Known::Found,
    )
}

/// What is known of a submission whose text cannot be compiled.
fn nothing(text: &Text) -> Examined {
    let why = match &text.reading {
        Known::Found(Reading::Unusable(why)) => why.to_string(),
        Known::NotReached(why) => why.clone(),
        Known::Found(Reading::Clean(_)) | Known::NotDone(_) => "it was not compiled".to_owned(),
    };
    Examined {
        build: Known::NotReached(why.clone()),
        conformance: Known::NotReached(why.clone()),
        memory: Known::NotReached(why),
        fighter: None,
        done: Vec::new(),
        kept: Vec::new(),
    }
}
