//! The whole marking run: a folder of submissions in, a folder of evidence, marks and pages out.
//!
//! Every step keeps what it found with the key of what it found it from, so that nothing is done twice,
//! whatever ended the run before. What this machine cannot do is told, and the rest is done. Nothing of
//! the submissions' folder is changed, and nothing is written outside of `out` but programs while they
//! run; what a run that was killed left of those the next one takes away.

mod class;
mod evidence_cache;
mod examining;
mod feedback;
mod lateness;
mod output;
mod played;
mod players;
mod playing;
mod settings;
pub(crate) mod task;
mod tools;
mod workdir;
mod worksheet;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

pub use feedback::{FEEDBACK, comment, feedback_zip};
pub use lateness::days_late;
pub use output::{MARKS, OVERVIEW, WEIGHTS, student_folder};
pub use played::from_tournament;
pub use players::PlayersCourse;
pub use settings::RunSettings;
pub use task::Task;
pub use worksheet::{WORKSHEET, Worksheet, people};

use super::dossier::{Class, Reading, StepResult};
use super::failure::Failure;
use super::marks::{Mark, Weights, marks};
use super::matches::MatchHost;
use super::similarity::{self, Code};
use super::source::clean;
use super::strength::ladder;
use super::submissions::{self, Submissions};
use super::words::Statement;
use arbitro_sandbox::FolderLock;
use arbitro_sandbox::Keeper;
use arbitro_tournament::Machine;
use class::{ClassRun, Student};
use evidence_cache::{Kept, put};
pub(crate) use evidence_cache::{in_hexadecimal, sha256};
use tools::Tools;
use workdir::{bench, cannot_begin, take_in};

/// Something that happens, for bars and logs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Note(Statement),
    Began {
        part: Statement,
        total: Option<u64>,
    },
    Went {
        done: u64,
        /// The submission or match just finished.
        what: Statement,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Graded {
    pub class: Class,
    /// The marks, in the order of the class.
    pub marks: Vec<Mark>,
    /// Steps done and steps reused of each submission, in the same order.
    pub work: Vec<Work>,
    /// Set when there is something to give back to Moodle.
    pub is_of_moodle: bool,
    /// Set when a requested step could not be done.
    pub is_incomplete: bool,
}

/// Steps done and steps reused for a submission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Work {
    pub done: Vec<&'static str>,
    pub kept: Vec<&'static str>,
}

#[derive(Debug)]
struct Text {
    number: String,
    source: Option<Vec<u8>>,
    reading: StepResult<Reading>,
    cleaned: Option<Vec<u8>>,
    code: Code,
}

/// Does everything that is not done yet, and writes what people look at.
pub fn run(
    settings: &RunSettings,
    weights: (&Weights, &str),
    machine: &Machine,
    stop: &Arc<AtomicBool>,
    tell: &mut dyn FnMut(Event),
) -> Result<Graded, Failure> {
    // The folders of players are made among the results.
    let locked = settings.players.as_ref().map(|_| open(settings)).transpose()?;
    let all = submissions(settings)?;
    let past = past(settings, &all)?;
    let worksheet = settings.worksheet.as_deref().map(Worksheet::read);
    let worksheet = worksheet.transpose()?;
    let bench = bench(&machine.guarantees)?;
    let mut bundled = settings.bundled.clone();
    if let Some(program) = bundled.first_mut() {
        let copy = take_in(bench.path(), program.as_ref());
        *program = copy.map_err(Failure::unwritable(bench.path()))?.into();
    }
    let game = settings.terms.playable().map_err(Failure::of("the game"))?;
    let mut ladder = ladder(game, &settings.ladder, &bundled)?;
    let out = &settings.out;
    let _lock = match locked {
        Some(lock) => lock,
        None => open(settings)?,
    };
    let kept = Kept::open(out.join(EVIDENCE))?;
    let texts: Vec<Text> = match settings.players {
        None => all.all.iter().map(read).collect(),
        Some(_) => {
            let folder = out.join(players::PLAYERS);
            all.all.iter().map(|it| players::read(&folder, &it.number)).collect::<Result<_, _>>()?
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
            let place = (bench.path(), bundled.first().map(Path::new));
            remarks =
                examine_all(settings, machine, stop, place, (&mut students, &texts, &kept), tell)?;
            None
        }
    };
    let is_incomplete = !remarks.is_empty();
    let mut class_run = ClassRun {
        settings,
        likeness: similarity::SimilaritySettings::default().held_to(weights.0.likeness.threshold),
        kept: &kept,
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
    let all_texts: Vec<&Text> = texts.iter().chain(&past).collect();
    publish(settings, published, &all_texts, weights, worksheet, tell)
}

/// What was found of a class.
struct Published {
    class: Class,
    work: Vec<Work>,
    is_incomplete: bool,
}

/// Makes the marks, and writes what people look at.
fn publish(
    settings: &RunSettings,
    Published { mut class, work, is_incomplete }: Published,
    texts: &[&Text],
    weights: (&Weights, &str),
    worksheet: Option<Worksheet>,
    tell: &mut dyn FnMut(Event),
) -> Result<Graded, Failure> {
    let out = &settings.out;
    for number in weights.0.unknown_numbers(&class) {
        let remark = Statement::UnknownNumber { number: number.to_owned() };
        tell(Event::Note(remark.clone()));
        class.notes.push(remark);
    }
    let mut marks = marks(&class, weights.0);
    for (mark, person) in marks.iter_mut().zip(people(worksheet.as_ref(), &class)) {
        mark.add_person(person, &weights.0.late);
    }
    for left in output::remove_gone(out, &class)? {
        tell(Event::Note(left));
    }
    let others = output::write(out, &class, texts, &marks, weights.1, settings.language)?;
    let mut told = Vec::from_iter(others);
    let worksheet = worksheet.or_else(|| Worksheet::made(&class));
    let is_of_moodle = worksheet.is_some();
    if let Some(worksheet) = worksheet {
        let (text, about) = worksheet.filled(&class, &marks, settings.language);
        put(&out.join(WORKSHEET), &text)?;
        told.extend(about);
        output::feedback(out, &marks)?;
    }
    told.into_iter().for_each(|it| tell(Event::Note(it)));
    Ok(Graded { class, marks, work, is_of_moodle, is_incomplete })
}

/// The folder of evidence; its presence shows that a folder holds results of a run.
const EVIDENCE: &str = "evidence";

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
fn past(settings: &RunSettings, class: &Submissions) -> Result<Vec<Text>, Failure> {
    let mut taken: BTreeSet<String> = class.all.iter().map(|it| it.number.clone()).collect();
    let mut past = Vec::new();
    for folder in &settings.against {
        let label = folder.file_stem().unwrap_or_default().to_string_lossy();
        let label: String = label.chars().filter(char::is_ascii_alphanumeric).take(32).collect();
        let texts: Vec<Text> = match settings.players {
            None => some_submissions(folder)?.all.iter().map(read).collect(),
            Some(_) => {
                let into = settings.out.join(EVIDENCE).join("against").join(&label);
                let those = are_some(submissions::read_players(folder, &into, &[])?, folder)?;
                let read = those.all.iter().map(|it| players::read(&into, &it.number));
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

/// Makes the folder of results, if it may be that, and takes it.
fn open(settings: &RunSettings) -> Result<FolderLock, Failure> {
    let RunSettings { out, submissions, .. } = settings;
    let unwritable = |error| Failure::unwritable(out)(error);
    // Before anything is made: where it would be.
    let there = |path: &Path| path.ancestors().find_map(|it| it.canonicalize().ok());
    let absolute = std::path::absolute(out).map_err(unwritable)?;
    let handed_in = submissions.canonicalize().map_err(unwritable)?;
    let nearest = there(&absolute).unwrap_or_else(|| absolute.clone());
    let is_there = out.exists();
    if nearest.starts_with(&handed_in) || is_there && handed_in.starts_with(&nearest) {
        let (out, submissions) = (format!("{out:?}"), format!("{submissions:?}"));
        return Err(Failure::Host(Statement::OneWithinOther { out, submissions }));
    }
    let is_empty = fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_none());
    if out.is_file() {
        return Err(Failure::Host(Statement::OutIsFile(format!("{out:?}"))));
    }
    if is_there && !out.join(EVIDENCE).is_dir() && !is_empty {
        return Err(Failure::Host(Statement::NotOfARun(format!("{out:?}"))));
    }
    fs::create_dir_all(out).map_err(unwritable)?;
    let lock = FolderLock::take(out).map_err(unwritable)?;
    lock.ok_or_else(|| Failure::Host(Statement::InUse(format!("{out:?}"))))
}

fn read(submission: &submissions::Submission) -> Text {
    let cleaned = submission.source.as_deref().map(clean);
    let (reading, cleaned) = match cleaned {
        None => {
            let why = Statement::Contents(submission.layout.found.clone());
            (StepResult::NotReached(why), None)
        }
        Some(Ok(cleaned)) => {
            (StepResult::Found(Reading::Clean(cleaned.findings)), Some(cleaned.text))
        }
        Some(Err(why)) => (StepResult::Found(Reading::Unusable(why)), None),
    };
    Text {
        number: submission.number.clone(),
        source: submission.source.clone(),
        reading,
        cleaned,
        code: Code::C,
    }
}

/// Builds, checks and examines the class; returns what this machine cannot do. `program` is one of ours, which must be
/// able to start where the submissions' do.
fn examine_all(
    settings: &RunSettings,
    machine: &Machine,
    stop: &Arc<AtomicBool>,
    (bench, program): (&Path, Option<&Path>),
    (students, texts, kept): (&mut [Student], &[Text], &Kept),
    tell: &mut dyn FnMut(Event),
) -> Result<Vec<Statement>, Failure> {
    let asked = texts.iter().filter(|it| settings.is_asked(&it.number)).count();
    let jobs = settings.jobs.clamp(1, asked.max(1));
    // All before anything is done: a program must not be open for writing anywhere while another
    // process begins.
    let keepers = (0..jobs).map(|_| Keeper::start_with(None, machine.guarantees, machine.require));
    let mut keepers =
        keepers.collect::<Result<Vec<_>, _>>().map_err(|error| Failure::uncontained(&error))?;
    for keeper in &mut keepers {
        keeper.stop_tools_by(stop);
    }
    let Some(first) = keepers.first_mut() else {
        return Err(defect());
    };
    let tools = Tools::find(settings, stop, bench, first);
    tools.go_on()?;
    if let (Some(program), true) = (program, tools.compiler.is_ok())
        && let Some(why) = cannot_begin(program, first)
    {
        let folder = format!("{bench:?}");
        return Err(Failure::Host(Statement::NothingStarts { folder, why }));
    }
    let mut remarks = Vec::new();
    remarks.extend(tools.compiler.as_ref().err().cloned());
    if !settings.skip.contains(&Task::Memory) {
        remarks.extend(tools.valgrind.as_ref().err().cloned());
    }
    for remark in &remarks {
        tell(Event::Note(remark.clone()));
    }
    if settings.is_compat && tools.compiler.is_ok() {
        tell(Event::Note(Statement::Compat));
    }
    examine(&tools, students, texts, kept, keepers, tell)?;
    // The last tool may have been ended by a request to stop.
    tools.go_on()?;
    Ok(remarks)
}

/// Examines those that can be compiled, some at once.
fn examine(
    tools: &Tools<'_>,
    students: &mut [Student],
    texts: &[Text],
    kept: &Kept,
    keepers: Vec<Keeper>,
    tell: &mut dyn FnMut(Event),
) -> Result<(), Failure> {
    let asked = students.iter_mut().zip(texts).filter_map(|(student, text)| {
        let is_asked = tools.settings.is_asked(&text.number);
        Some((student, text.cleaned.as_deref().filter(|_| is_asked)?))
    });
    let asked: Vec<(&mut Student, &[u8])> = asked.collect();
    let total = asked.len() as u64;
    tell(Event::Began { part: Statement::Submissions, total: Some(total) });
    let next = Mutex::new(asked.into_iter());
    let failed = Mutex::new(None);
    let (to_us, news) = mpsc::channel();
    let mut done = 0;
    thread::scope(|scope| {
        for mut keeper in keepers {
            let to_us = to_us.clone();
            let (next, failed) = (&next, &failed);
            scope.spawn(move || {
                while locked(failed).is_none() {
                    let Some((student, text)) = locked(next).next() else {
                        return;
                    };
                    let number = student.dossier.number.clone();
                    let say = |step| {
                        let (number, step) = (number.clone(), Box::new(step));
                        let _ = to_us.send((0, Statement::Step { number, step }));
                    };
                    let examined = kept
                        .of(&number)
                        .and_then(|kept| tools.examine(student, text, &kept, &mut keeper, &say));
                    if let Err(error) = examined {
                        locked(failed).get_or_insert(error);
                    }
                    let _ = to_us.send((1, Statement::Done { number }));
                }
            });
        }
        drop(to_us);
        for (more, what) in news {
            done += more;
            tell(Event::Went { done, what });
        }
    });
    match locked(&failed).take() {
        Some(error) => Err(error),
        None if done == total => Ok(()),
        None => Err(defect()),
    }
}

fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

fn defect() -> Failure {
    Failure::Host(Statement::same(
        "a part of this program failed, and the message above says where: please report it",
    ))
}
