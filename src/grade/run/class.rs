//! From what was found of each submission to the whole class: likeness, matches, dossiers.

use std::collections::BTreeMap;
use std::ffi::OsString;

use super::event::Event;
use super::evidence_cache::{EvidenceCache, Key};
use super::output::earlier_dossier;
use super::settings::RunSettings;
use super::source_text::SourceText;
use super::tools::{COMMON, SIMILARITY_SOURCES};
use crate::contest::Ranking;
use crate::dossier::{Class, Course, Dossier, Reading, StepResult};
use crate::failure::Failure;
use crate::matches::MatchHost;
use crate::similarity::{COMMON_SHARE, Code, Likeness, SimilaritySettings, Source, compare};
use crate::submissions::{self, Submissions};
use crate::task::Task;
use crate::words::Statement;
use arbitro_tournament::Entrant;

/// A submission on its way through the run: its dossier so far, and what pages and marks do not need.
#[derive(Debug)]
pub(super) struct Student {
    pub(super) dossier: Dossier,
    pub(super) entrant: Option<Entrant>,
    /// The reason that it cannot play, if it cannot.
    pub(super) plays: StepResult<()>,
    pub(super) work: Work,
}

impl Student {
    /// A submission before any step; one outside `--only` keeps an earlier run's dossier if its text is unchanged.
    pub(super) fn new(
        submission: &submissions::Submission,
        text: &SourceText,
        settings: &RunSettings,
    ) -> Student {
        let is_asked = settings.is_asked(&submission.number);
        let why = match &text.reading {
            _ if !is_asked => StepResult::NotDone(Statement::NotAmongOnly),
            StepResult::Found(Reading::Unusable(why)) => {
                StepResult::NotReached(Statement::Unusable(*why))
            }
            StepResult::NotReached(why) => StepResult::NotReached(why.clone()),
            StepResult::Found(Reading::Clean(_)) | StepResult::NotDone(_) => {
                StepResult::NotReached(Statement::NotCompiled)
            }
        };
        let (number, layout) = (submission.number.clone(), submission.layout.clone());
        let mut dossier = Dossier {
            sha256: submission.sha256.clone(),
            text: text.reading.clone(),
            ..Dossier::without_steps(number, layout, &why)
        };
        if !is_asked
            && let Some(earlier) = earlier_dossier::<Dossier>(&settings.out, &submission.number)
            && earlier.number == dossier.number
            && earlier.sha256 == dossier.sha256
            && earlier.layout == dossier.layout
        {
            dossier = earlier;
        }
        Student { dossier, entrant: None, plays: why, work: Work::default() }
    }

    /// Its program, if it is not known to make no legal move.
    pub(super) fn player(&self) -> Option<&Entrant> {
        self.plays.found().and(self.entrant.as_ref())
    }

    /// Records a step as done now, or as reused.
    pub(super) fn note(&mut self, task: Task, is_new: bool) {
        let work = &mut self.work;
        let list = if is_new { &mut work.done } else { &mut work.kept };
        list.push(task.name());
    }
}

/// Steps done and steps reused for a submission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Work {
    pub done: Vec<&'static str>,
    pub kept: Vec<&'static str>,
}

pub(super) struct ClassRun<'a> {
    pub(super) settings: &'a RunSettings,
    pub(super) likeness: SimilaritySettings,
    pub(super) cache: &'a EvidenceCache,
    pub(super) texts: &'a [SourceText],
    pub(super) past: &'a [SourceText],
    pub(super) ladder: &'a [Entrant],
    pub(super) host: MatchHost<'a>,
    /// The program that stands for `play`, where every user may start it.
    pub(super) bundled: &'a [OsString],
    pub(super) remarks: Vec<Statement>,
    pub(super) notes: Vec<Statement>,
    pub(super) is_incomplete: bool,
    pub(super) tell: &'a mut dyn FnMut(Event),
}

impl ClassRun<'_> {
    pub(super) fn class(
        &mut self,
        all: &Submissions,
        mut students: Vec<Student>,
    ) -> Result<(Class, Vec<Work>), Failure> {
        let likeness = self.likeness()?;
        self.first_matches(&mut students)?;
        self.rules(&mut students)?;
        self.strengths(&mut students)?;
        // A player whose first match was not done may still be able to play; without it the contest would be a different one.
        let mut able = students.iter().filter(|student| student.entrant.is_some());
        let outcome = match able.find_map(|it| it.plays.not_done()) {
            Some(why) => Err(why.clone()),
            None => self.contest(&students)?,
        };
        for (student, text) in students.iter_mut().zip(self.texts) {
            if self.settings.is_asked(&text.number) {
                self.finish(student, text, &outcome);
            }
        }
        if self.settings.players.is_some() {
            self.tell_of_same_files(&students);
        }
        let (dossiers, work) = students.into_iter().map(|it| (it.dossier, it.work)).unzip();
        let class = Class {
            dossiers,
            left_out: all.left_out.clone(),
            likeness,
            remarks: std::mem::take(&mut self.remarks),
            notes: std::mem::take(&mut self.notes),
            course: match &self.settings.players {
                None => Course::Class,
                Some(course) => {
                    Course::Players(self.settings.terms.game.clone(), course.named.clone())
                }
            },
        };
        Ok((class, work))
    }

    /// Notes players of the same bytes; texts that are too short to compare may be copies, too.
    fn tell_of_same_files(&mut self, students: &[Student]) {
        let mut same: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for Student { dossier, .. } in students {
            let files = dossier.sha256.as_deref();
            files.into_iter().for_each(|file| same.entry(file).or_default().push(&dossier.number));
        }
        for numbers in same.values().filter(|it| it.len() > 1) {
            let note = Statement::SameFiles { numbers: numbers.join(", ") };
            self.note(note);
        }
    }

    fn finish(
        &mut self,
        student: &mut Student,
        text: &SourceText,
        outcome: &Result<Ranking, Statement>,
    ) {
        let places = outcome.as_ref().map(|outcome| outcome.places.get(&text.number));
        if let (Ok(outcome), Ok(Some(_)), true) = (outcome, places, student.entrant.is_some()) {
            student.note(Task::Contest, outcome.is_new);
        }
        student.dossier.contest = match (&student.plays, &student.entrant, places) {
            (StepResult::NotReached(_) | StepResult::NotDone(_), ..) => student.plays.missing(),
            (_, _, Err(why)) => StepResult::NotDone(why.clone()),
            // With exactly these bytes.
            (_, Some(entrant), Ok(Some((sha256, place)))) if *sha256 == entrant.sha256 => {
                StepResult::Found(place.clone())
            }
            _ => StepResult::NotDone(Statement::NotInTournament),
        };
        if student.plays.found().is_none() {
            student.dossier.strength = student.plays.missing();
        }
        let dossier = &mut student.dossier;
        if let Some(player) = &mut dossier.player {
            player.starts = student.plays.clone();
            // Why it cannot is told once.
            if let StepResult::NotReached(_) = student.plays {
                student.plays = StepResult::NotReached(Statement::CannotPlay);
                dossier.strength = student.plays.missing();
                dossier.contest = student.plays.missing();
            }
            if student.plays.found().is_none() {
                player.rules = student.plays.missing();
            }
            unless_skipped(self.settings, Task::Rules, &mut player.rules);
        }
        // What was left out has no points for those either who could not have been examined.
        let failed = [
            dossier.build.not_done(),
            unless_skipped(self.settings, Task::Conformance, &mut dossier.conformance),
            unless_skipped(self.settings, Task::Memory, &mut dossier.memory),
        ];
        for why in failed.into_iter().flatten() {
            self.fails(why);
        }
        unless_skipped(self.settings, Task::Strength, &mut dossier.strength);
        unless_skipped(self.settings, Task::Contest, &mut dossier.contest);
    }

    pub(super) fn begin(&mut self, part: Statement, total: Option<u64>) {
        (self.tell)(Event::Began { part, total });
    }

    /// Something could not be done that was asked for.
    /// Tells the teacher, now and in the overview.
    pub(super) fn note(&mut self, note: Statement) {
        (self.tell)(Event::Note(note.clone()));
        self.notes.push(note);
    }

    pub(super) fn fails(&mut self, why: &Statement) {
        self.is_incomplete = true;
        if !self.remarks.iter().any(|remark| remark == why) {
            self.remarks.push(why.clone());
            (self.tell)(Event::Note(why.clone()));
        }
    }

    fn likeness(&mut self) -> Result<StepResult<Likeness>, Failure> {
        const FILE: &str = "likeness.json";
        if self.settings.skip.contains(&Task::Likeness) {
            return Ok(StepResult::skipped(Task::Likeness));
        }
        let mut key =
            Key::for_step("likeness", &SIMILARITY_SOURCES).and(format!("{:?}", self.likeness));
        let (class, past) = (readable(self.texts), readable(self.past));
        for those in [&class, &past] {
            key = key.and(those.len().to_le_bytes());
            key = those.iter().fold(key, |key, source| {
                key.and(source.name).and(source.text).and(format!("{:?}", source.language))
            });
        }
        let base = &self.settings.base;
        let key = base.iter().fold(key, |key, it| key.and(&it.1)).line();
        let likeness = match self.cache.get(FILE, &key) {
            Some(likeness) => likeness,
            None => {
                self.begin(Statement::Doing(Task::Likeness), None);
                let base = base.iter().map(|(code, text)| (*code, &text[..]));
                let common = COMMON.into_iter().map(|text| (Code::C, text)).chain(base);
                let common: Vec<Source<'_>> =
                    common.map(|(language, text)| Source { name: "", text, language }).collect();
                let likeness = compare(&class, &past, &common, &self.likeness);
                self.cache.put(FILE, &key, &likeness)?;
                likeness
            }
        };
        self.tell_of_crowd(&likeness);
        Ok(StepResult::Found(likeness))
    }

    /// Notes code shared by too many submissions to compare: the course's own, or a widespread copy.
    fn tell_of_crowd(&mut self, likeness: &Likeness) {
        const MAX_NAMED: usize = 5;
        let crowd = &likeness.crowd;
        if crowd.is_empty() {
            return;
        }
        let named = crowd.iter().take(MAX_NAMED);
        let named: Vec<&str> =
            named.filter_map(|at| Some(likeness.members.get(*at)?.name.as_str())).collect();
        let remark = Statement::Crowd {
            count: crowd.len(),
            share: format!("{:.0} %", COMMON_SHARE * 100.0),
            named: named.join(", "),
            more: crowd.len().saturating_sub(MAX_NAMED),
        };
        self.note(remark);
    }
}

fn readable(texts: &[SourceText]) -> Vec<Source<'_>> {
    let those = texts.iter().filter_map(|source_text| {
        let text = source_text.cleaned.as_deref()?;
        let name = source_text.number.as_str();
        Some(Source { name, text, language: source_text.code })
    });
    those.collect()
}

/// Returns why a step failed; one that was skipped did not, whatever is known of it.
fn unless_skipped<'a, T>(
    settings: &RunSettings,
    task: Task,
    found: &'a mut StepResult<T>,
) -> Option<&'a Statement> {
    if settings.skip.contains(&task) {
        *found = StepResult::skipped(task);
        return None;
    }
    found.not_done()
}
