//! From what was found of each submission to the whole class: likeness, matches, dossiers.

use std::collections::BTreeMap;
use std::ffi::OsString;

use super::examining::{Examined, also};
use super::kept::{Kept, Key, sha256};
use super::output::earlier_dossier;
use super::playing::{note, plays};
use super::tools::{COMMON, OF_LIKENESS};
use super::{Event, RunError, Settings, Task, Text, Work};
use crate::contest::Outcome;
use crate::dossier::{Class, Dossier, Known, Reading};
use crate::matches::{Fighter, Ground};
use crate::similarity::{self as how, Likeness, Submission, compare};
use crate::submissions::{self, Submissions};
use arbitro_rules::history::MatchRecord;
use arbitro_rules::language::Said;
use arbitro_tournament::Entrant;

pub(super) struct Making<'a> {
    pub(super) settings: &'a Settings,
    pub(super) likeness: how::Settings,
    pub(super) kept: &'a Kept,
    pub(super) texts: &'a [Text],
    /// Those of past years.
    pub(super) past: &'a [Text],
    pub(super) ladder: &'a [Entrant],
    pub(super) ground: Ground<'a>,
    /// The program that stands for `play`, where every user may start it.
    pub(super) bundled: &'a [OsString],
    /// Steps that failed on this host.
    pub(super) remarks: Vec<Said>,
    pub(super) notes: Vec<Said>,
    pub(super) is_incomplete: bool,
    /// First matches without a legal move.
    pub(super) failed_firsts: BTreeMap<String, MatchRecord>,
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
        // Without somebody who may be able to play it would be another one.
        let outcome = match firsts.values().find_map(Known::not_done) {
            Some(why) => Err(why.clone()),
            None => self.contest(&fighters)?,
        };
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
                    Known::Found(build) => Known::NotReached(build.outcome.said()),
                    Known::NotReached(why) => Known::NotReached(why.clone()),
                    Known::NotDone(why) => Known::NotDone(why.clone()),
                }),
            };
            let strength = match (&why_not, strengths.remove(number)) {
                _ if self.settings.skip.contains(&Task::Strength) => Task::Strength.skipped(),
                (Some(why), _) => also(why),
                (None, Some(strength)) => strength,
                (None, None) => {
                    Known::NotDone(Said::in_two("it was not played", "non sono state giocate"))
                }
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
                // What was left out has no points for those either who could not have been examined.
                conformance: self.unless_skipped(Task::Conformance, it.conformance),
                memory: self.unless_skipped(Task::Memory, it.memory),
                first_match: self.failed_firsts.remove(number),
                strength,
                contest,
            });
        }
        let class = Class {
            dossiers,
            left_out: all.left_out.clone(),
            likeness,
            remarks: std::mem::take(&mut self.remarks),
            notes: std::mem::take(&mut self.notes),
        };
        Ok((class, work))
    }

    fn unless_skipped<T>(&self, task: Task, found: Known<T>) -> Known<T> {
        if self.settings.skip.contains(&task) {
            task.skipped()
        } else {
            found
        }
    }

    /// Records steps of a submission that were asked for and failed.
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
    pub(super) fn fails(&mut self, why: &Said) {
        self.is_incomplete = true;
        if !self.remarks.iter().any(|it| it == why) {
            self.remarks.push(why.clone());
            (self.tell)(Event::Said(why.clone()));
        }
    }

    fn likeness(&mut self) -> Result<Known<Likeness>, RunError> {
        const FILE: &str = "likeness.json";
        if self.settings.skip.contains(&Task::Likeness) {
            return Ok(Task::Likeness.skipped());
        }
        let mut key = Key::of("likeness", &OF_LIKENESS).and(format!("{:?}", self.likeness));
        let (class, past) = (readable(self.texts), readable(self.past));
        for those in [&class, &past] {
            key = key.and(those.len().to_le_bytes());
            key = those
                .iter()
                .fold(key, |key, it| key.and(it.name).and(it.text));
        }
        let base = &self.settings.base;
        let key = base.iter().fold(key, |key, it| key.and(it)).line();
        if let Some(likeness) = self.kept.get(FILE, &key) {
            self.tell_of_crowd(&likeness);
            return Ok(Known::Found(likeness));
        }
        (self.tell)(Event::Began {
            part: Task::Likeness.said(),
            total: None,
        });
        let common = base.iter().map(Vec::as_slice);
        let common: Vec<&[u8]> = COMMON.into_iter().chain(common).collect();
        let likeness = compare(&class, &past, &common, &self.likeness);
        self.kept.put(FILE, &key, &likeness)?;
        self.tell_of_crowd(&likeness);
        Ok(Known::Found(likeness))
    }

    /// Notes code shared by too many submissions to compare: the course's own, or a widespread copy.
    fn tell_of_crowd(&mut self, likeness: &Likeness) {
        const MAX_NAMED: usize = 5;
        let crowd = &likeness.crowd;
        if crowd.is_empty() {
            return;
        }
        let named = crowd.iter().take(MAX_NAMED);
        let named: Vec<&str> = named
            .filter_map(|at| Some(likeness.members.get(*at)?.name.as_str()))
            .collect();
        let named = named.join(", ");
        let count = crowd.len();
        let share = format!("{:.0} %", self.likeness.common_share * 100.0);
        let (more, altre) = match count.saturating_sub(MAX_NAMED) {
            0 => (String::new(), String::new()),
            1 => (" and 1 more".to_owned(), " e un'altra".to_owned()),
            more => (format!(" and {more} more"), format!(" e altre {more}")),
        };
        let remark = Said::in_two(
            format!(
                "likeness: {count} submissions are for the most part what more than {share} of the class has, which counts as nobody's and proposes nobody to fail; look whether the course gave it out: {named}{more}"
            ),
            format!(
                "somiglianza: consegne fatte in gran parte di ciò che ha più del {share} del corso: {count}; questo non è considerato di nessuno e non propone l'insufficienza di nessuno; va guardato se lo ha distribuito il corso: {named}{altre}"
            ),
        );
        (self.tell)(Event::Said(remark.clone()));
        self.notes.push(remark);
    }

    /// Reuses the earlier dossier of a submission outside `--only`, if its text is unchanged.
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
        let why = || {
            Said::in_two(
                "nobody asked for it: --only was about others",
                "nessuno l'ha chiesto: --only riguardava altri",
            )
        };
        Dossier {
            number: submission.number.clone(),
            layout: submission.layout.clone(),
            sha256,
            text: text.reading.clone(),
            build: Known::NotDone(why()),
            conformance: Known::NotDone(why()),
            memory: Known::NotDone(why()),
            first_match: None,
            strength: Known::NotDone(why()),
            contest: Known::NotDone(why()),
        }
    }
}

fn readable(texts: &[Text]) -> Vec<Submission<'_>> {
    let those = texts.iter().filter_map(|it| {
        let text = it.cleaned.as_deref()?;
        let name = it.number.as_str();
        Some(Submission { name, text })
    });
    those.collect()
}

/// The place of the submission that played with exactly these bytes.
fn placed(outcome: &Outcome, fighter: Option<&Fighter>) -> Known<crate::dossier::Place> {
    let place = fighter.and_then(|it| {
        let (sha256, place) = outcome.places.get(&it.number)?;
        (*sha256 == it.sha256).then(|| place.clone())
    });
    place.map_or_else(
        || {
            Known::NotDone(Said::in_two(
                "it has not played in the tournament; run without --only",
                "non ha giocato nel torneo; eseguire senza --only",
            ))
        },
        Known::Found,
    )
}

/// The dossier of a submission whose source cannot be compiled.
fn nothing(text: &Text) -> Examined {
    let why = match &text.reading {
        Known::Found(Reading::Unusable(why)) => why.said(),
        Known::NotReached(why) => why.clone(),
        Known::Found(Reading::Clean(_)) | Known::NotDone(_) => {
            Said::in_two("it was not compiled", "non è stata compilata")
        }
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
