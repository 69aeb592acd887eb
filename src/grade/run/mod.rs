//! The whole marking run: a folder of submissions in, a folder of evidence, marks and pages out.
//!
//! Every step keeps what it found with the key of what it found it from, so that nothing is done twice,
//! whatever ended the run before. What this machine cannot do is told, and the rest is done. Nothing of
//! the submissions' folder is changed, and nothing is written outside of `out` but programs while they
//! run; what a run that was killed left of those the next one takes away.

mod class;
mod event;
mod evidence_cache;
mod examining;
mod feedback;
mod lateness;
mod output;
mod played;
mod players;
mod playing;
mod publish;
mod settings;
mod source_text;
mod tools;
mod workdir;
mod worksheet;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub use super::task::Task;
pub use class::Work;
pub use event::Event;
pub use feedback::{FEEDBACK, comment, feedback_zip};
pub use lateness::days_late;
pub use output::{MARKS, OVERVIEW, WEIGHTS, student_folder};
pub use played::from_tournament;
pub use publish::Graded;
pub use settings::{PlayersCourse, RunSettings};
pub use worksheet::{WORKSHEET, Worksheet, people};

use super::failure::Failure;
use super::matches::MatchHost;
use super::similarity::SimilaritySettings;
use super::strength::ladder;
use super::submissions::{self, Submissions};
use super::words::Statement;
use arbitro_tournament::Machine;
use class::{ClassRun, Student};
use evidence_cache::EvidenceCache;
use examining::examine_all;
use output::{EVIDENCE, open};
use publish::{Published, publish};
use source_text::{SourceText, read, read_player};
use workdir::{make_workdir, take_in};

pub fn run(
    settings: &RunSettings,
    machine: &Machine,
    stop: &Arc<AtomicBool>,
    tell: &mut dyn FnMut(Event),
) -> Result<Graded, Failure> {
    // The folders of players are made among the results.
    let locked = settings.players.as_ref().map(|_| open(settings)).transpose()?;
    let all = submissions(settings)?;
    let past = past(settings, &all)?;
    let worksheet = settings.worksheet.as_deref().map(Worksheet::read).transpose()?;
    let workdir = make_workdir(&machine.guarantees)?;
    let mut bundled = settings.bundled.clone();
    if let Some(program) = bundled.first_mut() {
        let copy = take_in(workdir.path(), program.as_ref());
        *program = copy.map_err(Failure::unwritable(workdir.path()))?.into();
    }
    let game = settings.terms.playable().map_err(Failure::context("the game"))?;
    let mut ladder = ladder(game, &settings.ladder, &bundled)?;
    let out = &settings.out;
    let _lock = match locked {
        Some(lock) => lock,
        None => open(settings)?,
    };
    let cache = EvidenceCache::open(out.join(EVIDENCE))?;
    let texts: Vec<SourceText> = match settings.players {
        None => all.all.iter().map(read).collect(),
        Some(_) => {
            let folder = out.join(players::PLAYERS);
            all.all.iter().map(|it| read_player(&folder, &it.number)).collect::<Result<_, _>>()?
        }
    };
    let students = all.all.iter().zip(&texts);
    let students = students.map(|(submission, text)| Student::new(submission, text, settings));
    let mut students: Vec<Student> = students.collect();
    let mut remarks = Vec::new();
    let _staging = match &settings.players {
        Some(course) => {
            ladder = ladder.into_iter().map(|it| course.game.let_read(it)).collect();
            Some(course.enter(&mut students, settings, machine)?)
        }
        None => {
            let place = (workdir.path(), bundled.first().map(Path::new));
            remarks =
                examine_all(settings, machine, stop, place, (&mut students, &texts, &cache), tell)?;
            None
        }
    };
    let is_incomplete = !remarks.is_empty();
    let mut class_run = ClassRun {
        settings,
        likeness: SimilaritySettings::default().with_threshold(settings.weights.likeness.threshold),
        cache: &cache,
        texts: &texts,
        past: &past,
        ladder: &ladder,
        bundled: &bundled,
        host: MatchHost { machine, stop },
        remarks,
        notes: Vec::new(),
        is_incomplete,
        tell,
    };
    let (class, work) = class_run.class(&all, students)?;
    let published = Published { class, work, is_incomplete: class_run.is_incomplete };
    let all_texts: Vec<&SourceText> = texts.iter().chain(&past).collect();
    publish(settings, published, &all_texts, worksheet, tell)
}

/// Reads all submissions; an error if a number of `--only` is not among them.
fn submissions(settings: &RunSettings) -> Result<Submissions, Failure> {
    let all = match &settings.players {
        None => some_submissions(&settings.submissions)?,
        Some(course) => {
            let folder = settings.out.join(players::PLAYERS);
            let all = submissions::read_players(&settings.submissions, &folder, &course.start)?;
            are_some(all, &settings.submissions)?
        }
    };
    let is_there = |number: &&String| all.all.iter().any(|it| it.number == **number);
    match settings.only.iter().find(|number| !is_there(number)) {
        Some(number) => Err(Failure::Host(Statement::OnlyUnknown { number: number.clone() })),
        None => Ok(all),
    }
}

fn some_submissions(folder: &Path) -> Result<Submissions, Failure> {
    are_some(submissions::read(folder)?, folder)
}

fn are_some(all: Submissions, folder: &Path) -> Result<Submissions, Failure> {
    let entries = all.left_out.len();
    if all.all.is_empty() {
        let folder = format!("{folder:?}");
        return Err(Failure::Host(Statement::NoSubmission { folder, entries }));
    }
    Ok(all)
}

/// The texts of past years, each under the name of its folder and its number, as no other.
fn past(settings: &RunSettings, class: &Submissions) -> Result<Vec<SourceText>, Failure> {
    let mut taken: BTreeSet<String> = class.all.iter().map(|it| it.number.clone()).collect();
    let mut past = Vec::new();
    for folder in &settings.against {
        let label = folder.file_stem().unwrap_or_default().to_string_lossy();
        let label: String = label.chars().filter(char::is_ascii_alphanumeric).take(32).collect();
        let texts: Vec<SourceText> = match settings.players {
            None => some_submissions(folder)?.all.iter().map(read).collect(),
            Some(_) => {
                let into = settings.out.join(EVIDENCE).join("against").join(&label);
                let those = are_some(submissions::read_players(folder, &into, &[])?, folder)?;
                let read = those.all.iter().map(|it| read_player(&into, &it.number));
                read.collect::<Result<_, _>>()?
            }
        };
        for mut text in texts {
            text.number = format!("{label}_{}", text.number);
            while !taken.insert(text.number.clone()) {
                text.number.push_str("-2");
            }
            past.push(text);
        }
    }
    Ok(past)
}
