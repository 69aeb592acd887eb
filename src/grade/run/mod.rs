//! The whole marking run: a folder of submissions in, a folder of evidence, marks and pages out.
//!
//! Each step caches its evidence by the hash of its inputs, so that nothing is done twice. What this machine
//! cannot do is reported, and the rest is done. The submissions are not changed, and nothing is written outside
//! of `out` but running programs; the next run removes what a killed one left of those.

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
use publish::publish;
use source_text::{SourceText, read, read_player};
use workdir::{make_workdir, take_in};

pub fn run(
    settings: &RunSettings,
    machine: &Machine,
    stop: &Arc<AtomicBool>,
    tell: &mut dyn FnMut(Event),
) -> Result<Graded, Failure> {
    // The folders of players are made among the results.
    let locked = settings
        .players
        .as_ref()
        .map(|_| open(&settings.out, &settings.submissions))
        .transpose()?;
    let start = settings.players.as_ref().map_or(&[][..], |players| &players.start);
    let players = settings.out.join(players::PLAYERS);
    let (all, texts) = read_class(settings, &settings.submissions, &players, start)?;
    let is_there = |number: &&String| all.all.iter().any(|it| it.number == **number);
    if let Some(number) = settings.only.iter().find(|number| !is_there(number)) {
        return Err(Failure::Host(Statement::OnlyUnknown { number: number.clone() }));
    }
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
        None => open(&settings.out, &settings.submissions)?,
    };
    let cache = EvidenceCache::open(out.join(EVIDENCE))?;
    let students = all.all.iter().zip(&texts);
    let mut students: Vec<Student> =
        students.map(|(submission, text)| Student::new(submission, text, settings)).collect();
    let mut remarks = Vec::new();
    let _staging = match &settings.players {
        Some(course) => {
            ladder = ladder.into_iter().map(|entrant| course.game.let_read(entrant)).collect();
            Some(course.enter(&mut students, settings, machine)?)
        }
        None => {
            let asked = students.iter_mut().zip(&texts);
            let asked = asked.filter(|(_, text)| settings.is_asked(&text.number));
            let asked = asked.filter_map(|(it, text)| Some((it, text.cleaned.as_deref()?)));
            let (workdir, asked) = (workdir.path(), asked.collect());
            remarks = examine_all(settings, machine, stop, workdir, asked, &cache, tell)?;
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
    let is_incomplete = class_run.is_incomplete;
    let all_texts: Vec<&SourceText> = texts.iter().chain(&past).collect();
    publish(settings, class, work, is_incomplete, &all_texts, worksheet, tell)
}

/// Reads a class and its texts; players get a folder each in `into`.
fn read_class(
    settings: &RunSettings,
    class: &Path,
    into: &Path,
    start: &[String],
) -> Result<(Submissions, Vec<SourceText>), Failure> {
    let all = match settings.players {
        None => submissions::read(class)?,
        Some(_) => submissions::read_players(class, into, start)?,
    };
    if all.all.is_empty() {
        let (folder, entries) = (format!("{class:?}"), all.left_out.len());
        return Err(Failure::Host(Statement::NoSubmission { folder, entries }));
    }
    let texts = all.all.iter().map(|submission| match settings.players {
        None => Ok(read(submission)),
        Some(_) => read_player(into, &submission.number),
    });
    let texts = texts.collect::<Result<_, _>>()?;
    Ok((all, texts))
}

/// The texts of past years, each under the name of its folder and its number, as no other.
fn past(settings: &RunSettings, class: &Submissions) -> Result<Vec<SourceText>, Failure> {
    let mut taken: BTreeSet<String> = class.all.iter().map(|it| it.number.clone()).collect();
    let mut past = Vec::new();
    for folder in &settings.against {
        let label = folder.file_stem().unwrap_or_default().to_string_lossy();
        let label: String = label.chars().filter(char::is_ascii_alphanumeric).take(32).collect();
        let into = settings.out.join(EVIDENCE).join("against").join(&label);
        let (_, texts) = read_class(settings, folder, &into, &[])?;
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
