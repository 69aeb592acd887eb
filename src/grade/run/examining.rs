//! Builds, checks and runs submissions under valgrind, several at once; reuses what is known.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::{fs, thread};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::class::{Student, Work};
use super::event::Event;
use super::evidence_cache::{EvidenceCache, put};
use super::settings::RunSettings;
use super::tools::{MEMORY_CPU, PATIENCE, Purpose, Tools, locked};
use super::workdir::{cannot_begin, open_to_all};
use crate::build::{Build, BuildFault, Evidence, Outcome, Programs, put_program};
use crate::conformance::{self, Finding, Verdict};
use crate::digest::sha256;
use crate::dossier::StepResult;
use crate::failure::Failure;
use crate::kit::COMPAT;
use crate::memory::{self, MemoryReport};
use crate::task::Task;
use crate::words::Statement;
use arbitro_referee::{Contestant, is_ending_code, is_ending_signal, is_over_soon};
use arbitro_sandbox::{Keeper, SandboxError, ToolEnd};
use arbitro_tournament::{Entrant, Machine};

/// A build as the cache has it; the programs are files beside it.
#[derive(Serialize, Deserialize)]
struct CachedBuild {
    evidence: Evidence,
    /// The bytes of the player and of the driver, in a line.
    programs: Option<[String; 2]>,
}

const PROGRAMS: [&str; 2] = ["play", "driver"];

impl Tools<'_> {
    /// Examines a text that may be compiled. `say` is told what is being done.
    pub(super) fn examine(
        &self,
        student: &mut Student,
        text: &[u8],
        cache: &EvidenceCache,
        keeper: &mut Keeper,
        say: &dyn Fn(Statement),
    ) -> Result<(), Failure> {
        self.go_on()?;
        say(Statement::Building);
        let Student { dossier, work, .. } = student;
        let (build, programs) = self.build(text, cache, keeper, work)?;
        student.plays = match &build {
            StepResult::Found(evidence) if programs.is_none() => {
                StepResult::NotReached(Statement::Build(evidence.outcome))
            }
            StepResult::Found(_) => StepResult::Found(()),
            StepResult::NotReached(_) | StepResult::NotDone(_) => build.missing(),
        };
        dossier.build = build;
        let Some(programs) = programs else {
            dossier.conformance = student.plays.missing();
            dossier.memory = student.plays.missing();
            return Ok(());
        };
        let folder = self.workdir.join(&dossier.number);
        let [play, driver] = fs::create_dir(&folder)
            .and_then(|()| open_to_all(&folder))
            .and_then(|()| programs.put_into(&folder))
            .map_err(Failure::unwritable(&folder))?;
        student.entrant = Some(Entrant {
            name: dossier.number.clone(),
            place: cache.place(PROGRAMS[0]),
            sha256: sha256(&programs.player),
            contestant: Contestant { program: play, ..Contestant::default() },
            ..Entrant::default()
        });
        self.go_on()?;
        say(Statement::Doing(Task::Conformance));
        dossier.conformance = self.check(&driver, &programs, cache, keeper, work)?;
        self.go_on()?;
        say(Statement::Doing(Task::Memory));
        let evidence = dossier.build.found();
        let is_compat = evidence.is_some_and(|it| it.flags.iter().any(|flag| flag == COMPAT));
        dossier.memory = self.memory(text, is_compat, cache, keeper, work)?;
        Ok(())
    }

    fn go_on(&self) -> Result<(), SandboxError> {
        if self.stop.load(Ordering::Relaxed) { Err(SandboxError::Stopped) } else { Ok(()) }
    }

    /// Call before storing a finding: whatever ended the program may be about to end this run too, and then
    /// the student is not to blame.
    fn go_on_after(&self, can_be_external: bool) -> Result<(), Failure> {
        if can_be_external && is_over_soon(self.stop) {
            return Err(Failure::Stopped);
        }
        Ok(())
    }

    fn build(
        &self,
        text: &[u8],
        cache: &EvidenceCache,
        keeper: &mut Keeper,
        work: &mut Work,
    ) -> Result<(StepResult<Evidence>, Option<Programs>), Failure> {
        const STEP: &str = "build";
        const FILE: &str = "build.json";
        if let Err(why) = &self.compiler {
            return Ok((StepResult::NotDone(why.clone()), None));
        }
        let of_compat = compat_key(self.settings.is_compat);
        let key = self.build_key.clone().and(of_compat).and(text).line();
        if let Some(CachedBuild { evidence, programs }) = cache.get(FILE, &key) {
            let bytes = |at: usize| {
                let programs = programs.as_ref()?;
                cache.bytes(PROGRAMS[at], &programs[at])
            };
            let known = match (bytes(0), bytes(1)) {
                _ if programs.is_none() || evidence.outcome != Outcome::Built => Some(None),
                (Some(player), Some(driver)) => Some(Some(Programs { player, driver })),
                _ => None,
            };
            if let Some(programs) = known {
                work.kept.push(STEP);
                return Ok((StepResult::Found(evidence), programs));
            }
        }
        let Build { evidence, programs } = match self.built(text, keeper) {
            Ok(build) => build,
            Err(why) => return Ok((StepResult::NotDone(why), None)),
        };
        // A compiler says in many ways that a part of it was ended.
        self.go_on_after(evidence.outcome != Outcome::Built)?;
        if let Some(programs) = &programs {
            put(&cache.place(PROGRAMS[0]), &programs.player)?;
            put(&cache.place(PROGRAMS[1]), &programs.driver)?;
        }
        let build = CachedBuild {
            evidence,
            programs: programs.as_ref().map(|it| [sha256(&it.player), sha256(&it.driver)]),
        };
        cache.put(FILE, &key, &build)?;
        work.done.push(STEP);
        Ok((StepResult::Found(build.evidence), programs))
    }

    /// Builds with `using namespace std;` in the header, and without it if that does not compile.
    fn built(&self, text: &[u8], keeper: &mut Keeper) -> Result<Build, Statement> {
        let mut build = |is_compat| {
            let build = self.workshop(Purpose::Playing, is_compat, keeper)?.build(text, keeper);
            build.map_err(|error| error.statement())
        };
        let is_compat = self.settings.is_compat;
        let first = build(is_compat)?;
        if is_compat && first.evidence.outcome == Outcome::NotBuilt(BuildFault::CompileError) {
            let second = build(false)?;
            if second.evidence.outcome == Outcome::Built {
                return Ok(second);
            }
        }
        Ok(first)
    }

    fn check(
        &self,
        driver: &Path,
        programs: &Programs,
        cache: &EvidenceCache,
        keeper: &mut Keeper,
        work: &mut Work,
    ) -> Result<StepResult<Vec<Finding>>, Failure> {
        if self.settings.skip.contains(&Task::Conformance) {
            return Ok(StepResult::skipped(Task::Conformance));
        }
        let key = self.checks_key.clone().and(&programs.driver).line();
        let may_keep = |findings: &Vec<Finding>| {
            self.go_on_after(findings.iter().any(|finding| match finding.verdict {
                Verdict::Crashed(signal) => is_ending_signal(signal),
                Verdict::LeftEarly(code) => is_ending_code(code),
                _ => false,
            }))
        };
        step(Task::Conformance, &key, cache, work, may_keep, || {
            let go_on = &mut || self.go_on();
            let found = conformance::run(driver, &self.checks, &PATIENCE, keeper, go_on);
            known(found.map_err(Failure::from))
        })
    }

    fn memory(
        &self,
        text: &[u8],
        is_compat: bool,
        cache: &EvidenceCache,
        keeper: &mut Keeper,
        work: &mut Work,
    ) -> Result<StepResult<MemoryReport>, Failure> {
        if self.settings.skip.contains(&Task::Memory) {
            return Ok(StepResult::skipped(Task::Memory));
        }
        let valgrind = match &self.valgrind {
            Ok((place, _)) => place,
            Err(why) => return Ok(StepResult::NotDone(why.clone())),
        };
        let of_compat = compat_key(is_compat);
        let key = self.memory_key.clone().and(of_compat).and(text);
        let key = key.and(format!("{MEMORY_CPU:?}")).line();
        let may_keep = |report: &MemoryReport| {
            let mut endings = report.unfinished.iter().filter_map(|it| it.ending.as_ref());
            self.go_on_after(endings.any(|ending| match *ending {
                ToolEnd::Killed(signal) => is_ending_signal(signal),
                ToolEnd::Exited(code) => is_ending_code(code),
                _ => false,
            }))
        };
        step(Task::Memory, &key, cache, work, may_keep, || {
            let workshop = match self.workshop(Purpose::Memory, is_compat, keeper) {
                Ok(workshop) => workshop,
                Err(why) => return Ok(StepResult::NotDone(why)),
            };
            let driver = match workshop.build_driver(text, keeper) {
                Ok(Ok(driver)) => driver,
                Ok(Err(fault)) => {
                    let flags = memory::FLAGS.join(" ");
                    return Ok(StepResult::NotReached(Statement::ForValgrind { flags, fault }));
                }
                Err(error) => return Ok(StepResult::NotDone(error.statement())),
            };
            let folder = tempfile::tempdir_in(self.workdir);
            let folder = folder.map_err(Failure::unwritable(self.workdir))?;
            let driver = open_to_all(folder.path())
                .and_then(|()| put_program(folder.path(), PROGRAMS[1], &driver))
                .map_err(Failure::unwritable(folder.path()))?;
            let go_on = &mut || self.go_on();
            known(memory::run(valgrind, &driver, &self.exercises, MEMORY_CPU, keeper, go_on))
        })
    }
}

/// Runs a step unless its findings are cached; `may_keep` fails if the step may have been ended from outside.
fn step<T: Serialize + DeserializeOwned>(
    task: Task,
    key: &str,
    cache: &EvidenceCache,
    work: &mut Work,
    may_keep: impl FnOnce(&T) -> Result<(), Failure>,
    find: impl FnOnce() -> Result<StepResult<T>, Failure>,
) -> Result<StepResult<T>, Failure> {
    let file = format!("{}.json", task.name());
    if let Some(found) = cache.get(&file, key) {
        work.kept.push(task.name());
        return Ok(StepResult::Found(found));
    }
    let known = find()?;
    if let StepResult::Found(found) = &known {
        may_keep(found)?;
        cache.put(&file, key, found)?;
        work.done.push(task.name());
    }
    Ok(known)
}

/// The result of a step, unless the run is to stop.
fn known<T>(found: Result<T, Failure>) -> Result<StepResult<T>, Failure> {
    match found {
        Ok(found) => Ok(StepResult::Found(found)),
        Err(Failure::Stopped) => Err(Failure::Stopped),
        Err(error) => Ok(StepResult::NotDone(error.statement())),
    }
}

const fn compat_key(is_compat: bool) -> &'static str {
    if is_compat { "compat" } else { "" }
}

/// Examines these texts, several at once; returns what this machine cannot do.
pub(super) fn examine_all(
    settings: &RunSettings,
    machine: &Machine,
    stop: &Arc<AtomicBool>,
    workdir: &Path,
    texts: Vec<(&mut Student, &[u8])>,
    cache: &EvidenceCache,
    tell: &mut dyn FnMut(Event),
) -> Result<Vec<Statement>, Failure> {
    let jobs = settings.jobs.clamp(1, texts.len().max(1));
    // All before anything is done: a program must not be open for writing anywhere while another
    // process begins.
    let keepers = (0..jobs).map(|_| Keeper::start_with(None, machine.guarantees, machine.require));
    let mut keepers = keepers
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| Failure::caused(Statement::NotContained, &error))?;
    for keeper in &mut keepers {
        keeper.stop_tools_by(stop);
    }
    let tools = Tools::find(settings, stop, workdir, &mut keepers[0]);
    tools.go_on()?;
    if tools.compiler.is_ok()
        && let Some(why) = cannot_begin(workdir, &mut keepers[0])
    {
        let folder = format!("{workdir:?}");
        return Err(Failure::Host(Statement::NothingStarts { folder, why }));
    }
    let mut remarks = Vec::from_iter(tools.compiler.as_ref().err().cloned());
    if !settings.skip.contains(&Task::Memory) {
        remarks.extend(tools.valgrind.as_ref().err().cloned());
    }
    remarks.iter().for_each(|remark| tell(Event::Note(remark.clone())));
    if settings.is_compat && tools.compiler.is_ok() {
        tell(Event::Note(Statement::Compat));
    }
    examine_texts(&tools, texts, cache, keepers, tell)?;
    // The last tool may have been ended by a request to stop.
    tools.go_on()?;
    Ok(remarks)
}

fn examine_texts(
    tools: &Tools<'_>,
    texts: Vec<(&mut Student, &[u8])>,
    cache: &EvidenceCache,
    keepers: Vec<Keeper>,
    tell: &mut dyn FnMut(Event),
) -> Result<(), Failure> {
    tell(Event::Began { part: Statement::Submissions, total: Some(texts.len() as u64) });
    let next = Mutex::new(texts.into_iter());
    let failed = Mutex::new(None);
    let (sender, events) = mpsc::channel();
    let mut done = 0;
    thread::scope(|scope| {
        for mut keeper in keepers {
            let sender = sender.clone();
            let (next, failed) = (&next, &failed);
            scope.spawn(move || {
                while locked(failed).is_none() {
                    let Some((student, text)) = locked(next).next() else {
                        return;
                    };
                    let number = student.dossier.number.clone();
                    let say = |step| {
                        let (number, step) = (number.clone(), Box::new(step));
                        let _ = sender.send((0, Statement::Step { number, step }));
                    };
                    let examined = cache
                        .for_student(&number)
                        .and_then(|cache| tools.examine(student, text, &cache, &mut keeper, &say));
                    if let Err(error) = examined {
                        locked(failed).get_or_insert(error);
                    }
                    let _ = sender.send((1, Statement::Done { number }));
                }
            });
        }
        drop(sender);
        for (more, what) in events {
            done += more;
            tell(Event::Went { done, what });
        }
    });
    let failed = locked(&failed).take();
    failed.map_or(Ok(()), Err)
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use arbitro_words::{Language, say};

    #[test]
    fn what_could_not_be_measured_is_not_done_and_ends_no_run() {
        let folder = tempfile::tempdir().unwrap();
        let cache = EvidenceCache::open(folder.path().to_owned()).unwrap();
        let done = |find: fn() -> Result<u64, Failure>| {
            let mut work = Work::default();
            let find = || known(find());
            let found = step(Task::Conformance, "key", &cache, &mut work, |_| Ok(()), find);
            (found.unwrap(), work)
        };
        let unmeasured = || Err(SandboxError::Unmeasured { program: "driver".into() }.into());
        let (StepResult::NotDone(why), work) = done(unmeasured) else {
            panic!("it was done");
        };
        assert!(say(&why, Language::English).contains("run it again when the machine is quiet"));
        assert_eq!(work, Work::default());
        // Nor is it cached: what is measured later is found.
        assert_eq!(done(|| Ok(7)).0, StepResult::Found(7));
        assert_eq!(done(unmeasured).0, StepResult::Found(7));
    }
}
