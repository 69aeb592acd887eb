//! One submission built, checked and run under valgrind: what of this is known is not done again.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::bench::open_to_all;
use super::kept::{Kept, sha256};
use super::tools::{COMPAT, Purpose, Tools};
use super::{RunError, Task};
use crate::build::{Build, Evidence, Outcome, Programs, Why, put_program};
use crate::conformance::{self, Check, Finding, Patience, Verdict};
use crate::dossier::Known;
use crate::matches::Fighter;
use crate::memory::{self, Exercise, MemoryReport};
use arbitro_referee::{is_ending_code, is_ending_signal, is_over_soon};
use arbitro_rules::language::Said;
use arbitro_sandbox::{Keeper, ToolEnd};
use arbitro_tournament::with_causes;

/// Tools and limits shared by all examinations.
#[derive(Debug)]
pub(super) struct Examination<'a> {
    pub(super) tools: &'a Tools,
    pub(super) checks: &'a [Check],
    pub(super) exercises: &'a [Exercise],
    pub(super) patience: &'a Patience,
    /// Processor time of an exercise under valgrind.
    pub(super) memory_cpu: Duration,
    pub(super) is_compat: bool,
    pub(super) skip: &'a [Task],
    pub(super) stop: &'a AtomicBool,
    /// The folder of running programs, which every user can reach.
    pub(super) bench: &'a Path,
}

#[derive(Debug)]
pub(super) struct Examined {
    pub(super) build: Known<Evidence>,
    pub(super) conformance: Known<Vec<Finding>>,
    pub(super) memory: Known<MemoryReport>,
    pub(super) fighter: Option<Fighter>,
    /// Steps that were done now, and those that were known.
    pub(super) done: Vec<&'static str>,
    pub(super) kept: Vec<&'static str>,
}

/// A build as it is kept; the programs are files beside it.
#[derive(Serialize, Deserialize)]
struct KeptBuild {
    evidence: Evidence,
    /// The bytes of the player and of the driver, in a line.
    programs: Option<[String; 2]>,
}

const PROGRAMS: [&str; 2] = ["play", "driver"];

impl Examination<'_> {
    /// Examines a text that may be compiled. `say` is told what is being done.
    pub(super) fn examine(
        &self,
        number: &str,
        text: &[u8],
        kept: &Kept,
        keeper: &mut Keeper,
        say: &dyn Fn(Said),
    ) -> Result<Examined, RunError> {
        let mut examined = Examined {
            build: Known::NotDone(Said::same("")),
            conformance: Known::NotDone(Said::same("")),
            memory: Known::NotDone(Said::same("")),
            fighter: None,
            done: Vec::new(),
            kept: Vec::new(),
        };
        self.go_on()?;
        say(Said::in_two("built", "compilazione"));
        let (build, programs) = self.build(text, kept, keeper, &mut examined)?;
        let not_reached = match &build {
            Known::Found(evidence) => Known::NotReached(evidence.outcome.said()),
            Known::NotReached(why) => Known::NotReached(why.clone()),
            Known::NotDone(why) => Known::NotDone(why.clone()),
        };
        examined.build = build;
        let Some(programs) = programs else {
            examined.conformance = also(&not_reached);
            examined.memory = also(&not_reached);
            return Ok(examined);
        };
        let folder = shared_folder(&self.bench.join(number))?;
        let [play, driver] = programs
            .put_into(&folder)
            .map_err(RunError::unwritable(&folder))?;
        examined.fighter = Some(Fighter {
            number: number.to_owned(),
            program: play,
            place: kept.place(PROGRAMS[0]),
            sha256: sha256(&programs.player),
        });
        self.go_on()?;
        say(Task::Conformance.said());
        examined.conformance = self.check(&driver, &programs, kept, keeper, &mut examined)?;
        self.go_on()?;
        say(Task::Memory.said());
        let is_compat = match &examined.build {
            Known::Found(evidence) => evidence.flags.iter().any(|flag| flag == COMPAT),
            Known::NotReached(_) | Known::NotDone(_) => self.is_compat,
        };
        examined.memory = self.memory(text, is_compat, kept, keeper, &mut examined)?;
        Ok(examined)
    }

    fn go_on(&self) -> Result<(), RunError> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(RunError::Stopped);
        }
        Ok(())
    }

    /// Before something is kept: who ended it may be about to end this run too, and then nobody is to
    /// blame for it.
    fn go_on_after(&self, can_be_external: bool) -> Result<(), RunError> {
        if can_be_external && is_over_soon(self.stop) {
            return Err(RunError::Stopped);
        }
        Ok(())
    }

    fn build(
        &self,
        text: &[u8],
        kept: &Kept,
        keeper: &mut Keeper,
        examined: &mut Examined,
    ) -> Result<(Known<Evidence>, Option<Programs>), RunError> {
        const STEP: &str = "build";
        const FILE: &str = "build.json";
        if let Err(why) = &self.tools.compiler {
            return Ok((Known::NotDone(why.clone()), None));
        }
        let of_compat = if self.is_compat { "compat" } else { "" };
        let key = self.tools.of_building.clone().and(of_compat).and(text);
        let key = key.line();
        if let Some(KeptBuild { evidence, programs }) = kept.get(FILE, &key) {
            let bytes = |at: usize| {
                let programs = programs.as_ref()?;
                kept.bytes(PROGRAMS[at], &programs[at])
            };
            if programs.is_none() || evidence.outcome != Outcome::Built {
                examined.kept.push(STEP);
                return Ok((Known::Found(evidence), None));
            }
            if let (Some(player), Some(driver)) = (bytes(0), bytes(1)) {
                examined.kept.push(STEP);
                return Ok((Known::Found(evidence), Some(Programs { player, driver })));
            }
        }
        let Build { evidence, programs } = match self.built(text, keeper) {
            Ok(build) => build,
            Err(why) => return Ok((Known::NotDone(why), None)),
        };
        // A compiler says in many ways that a part of it was ended.
        self.go_on_after(evidence.outcome != Outcome::Built)?;
        if let Some(programs) = &programs {
            kept.put_bytes(PROGRAMS[0], &programs.player)?;
            kept.put_bytes(PROGRAMS[1], &programs.driver)?;
        }
        let build = KeptBuild {
            evidence,
            programs: programs
                .as_ref()
                .map(|it| [sha256(&it.player), sha256(&it.driver)]),
        };
        kept.put(FILE, &key, &build)?;
        examined.done.push(STEP);
        Ok((Known::Found(build.evidence), programs))
    }

    /// Some were written for a header with `using namespace std;`, some for one without: whoever does not
    /// compile with it may without.
    fn built(&self, text: &[u8], keeper: &mut Keeper) -> Result<Build, Said> {
        let mut build = |is_compat| {
            let workshop = self.tools.workshop(Purpose::Playing, is_compat, keeper)?;
            let build = workshop.build(text, keeper);
            build.map_err(|error| error.said())
        };
        let first = build(self.is_compat)?;
        if self.is_compat && first.evidence.outcome == Outcome::NotBuilt(Why::CompileError) {
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
        kept: &Kept,
        keeper: &mut Keeper,
        examined: &mut Examined,
    ) -> Result<Known<Vec<Finding>>, RunError> {
        const FILE: &str = "conformance.json";
        let step = Task::Conformance.name();
        if self.skip.contains(&Task::Conformance) {
            return Ok(Task::Conformance.skipped());
        }
        let key = self.tools.of_checks.clone().and(&programs.driver).line();
        if let Some(findings) = kept.get(FILE, &key) {
            examined.kept.push(step);
            return Ok(Known::Found(findings));
        }
        let mut tell = |_: &Finding| match self.go_on() {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        };
        let found = conformance::run(driver, self.checks, self.patience, keeper, &mut tell);
        match found {
            Ok(None) => Err(RunError::Stopped),
            Ok(Some(findings)) => {
                self.go_on_after(findings.iter().any(|it| match it.verdict {
                    Verdict::Crashed(signal) => is_ending_signal(signal),
                    Verdict::LeftEarly(code) => is_ending_code(code),
                    _ => false,
                }))?;
                kept.put(FILE, &key, &findings)?;
                examined.done.push(step);
                Ok(Known::Found(findings))
            }
            Err(error) => Ok(Known::NotDone(Said::same(with_causes(&error)))),
        }
    }

    fn memory(
        &self,
        text: &[u8],
        is_compat: bool,
        kept: &Kept,
        keeper: &mut Keeper,
        examined: &mut Examined,
    ) -> Result<Known<MemoryReport>, RunError> {
        const FILE: &str = "memory.json";
        let step = Task::Memory.name();
        if self.skip.contains(&Task::Memory) {
            return Ok(Task::Memory.skipped());
        }
        let valgrind = match &self.tools.valgrind {
            Ok((place, _)) => place,
            Err(why) => return Ok(Known::NotDone(why.clone())),
        };
        let of_compat = if is_compat { "compat" } else { "" };
        let key = self.tools.of_memory.clone().and(of_compat).and(text);
        let key = key.and(format!("{:?}", self.memory_cpu)).line();
        if let Some(report) = kept.get(FILE, &key) {
            examined.kept.push(step);
            return Ok(Known::Found(report));
        }
        let workshop = match self.tools.workshop(Purpose::Memory, is_compat, keeper) {
            Ok(workshop) => workshop,
            Err(why) => return Ok(Known::NotDone(why)),
        };
        let driver = match workshop.build_driver(text, keeper) {
            Ok(Ok(driver)) => driver,
            Ok(Err(why)) => {
                let flags = memory::FLAGS.join(" ");
                let begin = ["built for valgrind, with ", "compilato per valgrind, con "];
                let built = Said::same(format!("{flags}: ")).after(begin);
                return Ok(Known::NotReached(Said::joined(&[built, why.said()], "")));
            }
            Err(error) => return Ok(Known::NotDone(error.said())),
        };
        let folder = tempfile::tempdir_in(self.bench).map_err(RunError::unwritable(self.bench))?;
        open_to_all(folder.path()).map_err(RunError::unwritable(folder.path()))?;
        let driver = put_program(folder.path(), PROGRAMS[1], &driver)
            .map_err(RunError::unwritable(folder.path()))?;
        let report = memory::run(
            valgrind,
            &driver,
            self.exercises,
            self.memory_cpu,
            keeper,
            &mut || self.go_on().is_ok(),
        );
        match report {
            Ok(None) => Err(RunError::Stopped),
            Ok(Some(report)) => {
                let mut endings = report.unfinished.iter().filter_map(|it| it.ending.as_ref());
                self.go_on_after(endings.any(|it| match *it {
                    ToolEnd::Killed(signal) => is_ending_signal(signal),
                    ToolEnd::Exited(code) => is_ending_code(code),
                    _ => false,
                }))?;
                kept.put(FILE, &key, &report)?;
                examined.done.push(step);
                Ok(Known::Found(report))
            }
            Err(error) => Ok(Known::NotDone(error.said())),
        }
    }
}

/// The same reason for a further step.
pub(super) fn also<T>(why: &Known<()>) -> Known<T> {
    match why {
        Known::Found(()) => Known::NotDone(Said::same("")),
        Known::NotReached(why) => Known::NotReached(why.clone()),
        Known::NotDone(why) => Known::NotDone(why.clone()),
    }
}

fn shared_folder(folder: &Path) -> Result<PathBuf, RunError> {
    fs::create_dir(folder).map_err(RunError::unwritable(folder))?;
    open_to_all(folder).map_err(RunError::unwritable(folder))?;
    Ok(folder.to_owned())
}
