//! Examines the submissions of a class, several at once.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, mpsc};
use std::thread;

use super::class::Student;
use super::event::Event;
use super::evidence_cache::Kept;
use super::settings::RunSettings;
use super::source_text::SourceText;
use super::tools::{Tools, locked};
use super::workdir::cannot_begin;
use crate::failure::Failure;
use crate::task::Task;
use crate::words::Statement;
use arbitro_sandbox::Keeper;
use arbitro_tournament::Machine;

/// Builds, checks and examines the class; returns what this machine cannot do. `program` is one of ours, which must be
/// able to start where the submissions' do.
pub(super) fn examine_all(
    settings: &RunSettings,
    machine: &Machine,
    stop: &Arc<AtomicBool>,
    (bench, program): (&Path, Option<&Path>),
    (students, texts, kept): (&mut [Student], &[SourceText], &Kept),
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
    texts: &[SourceText],
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

fn defect() -> Failure {
    Failure::Host(Statement::same(
        "a part of this program failed, and the message above says where: please report it",
    ))
}
