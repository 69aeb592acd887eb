//! Checks that are run: what each needs of others first, then its own steps, by one way or another.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use super::answers::Nonces;
use super::checks::{Check, written_files};
use super::dialect::Dialect;
use super::driver::{COMPLAINTS, MORE_REST, Patience, RESTS, tool_run};
use super::finding::{
    Finding, RunObservations, TimeLimit, Verdict, judge_answers, not_judged, not_run,
};
use super::instruments::{
    Accessor, AccessorProbe, Accessors, ESSENTIAL, Failed, TailoredSteps, needed_checks, tailor,
};
use super::step::{Method, Step, method};
use super::words::Stop;
use crate::tool_run::MAX_OUTPUT;
use arbitro_sandbox::{Keeper, Limits, SandboxError, ToolEnd, ToolOutput};

const SHORT: u32 = 10;

#[derive(Debug, Default)]
struct Timeouts {
    lost: Duration,
    of_method: BTreeMap<Method, u32>,
}

impl Timeouts {
    fn given(&self, method: Method, steps: &[Step], patience: &Patience) -> TimeLimit {
        let cpu = patience.cpu(steps);
        let hung = self.of_method.get(method).copied().unwrap_or(0);
        let hung = (hung >= patience.hangs).then_some(hung);
        let share = if hung.is_some() { SHORT } else { 1 };
        let cpu = cpu / share;
        TimeLimit { cpu, rest: cpu * RESTS + MORE_REST / share, hung }
    }

    /// Adds sleep, too: a sleeping program uses no CPU and still delays the run.
    fn add(&mut self, method: Method, returned: &ToolOutput) {
        self.lost += returned.cpu.max(returned.rest / RESTS);
        *self.of_method.entry(method).or_default() += 1;
    }
}

/// Runs checks, one process each. The last findings are about all checks together. `go_on` fails to stop them.
pub fn run(
    driver: &Path,
    checks: &[Check],
    patience: &Patience,
    keeper: &mut Keeper,
    go_on: &mut dyn FnMut() -> Result<(), SandboxError>,
) -> Result<Vec<Finding>, SandboxError> {
    let mut running = Running {
        driver,
        checks,
        patience,
        keeper,
        hangs: Timeouts::default(),
        stops: None,
        observations: RunObservations::default(),
        accessors: None,
        dialect: Dialect::Course,
        known: vec![None; checks.len()],
        begun: BTreeSet::new(),
        by_others: BTreeMap::new(),
    };
    for index in 0..checks.len() {
        running.find(index)?;
        go_on()?;
    }
    Ok(running.findings())
}

#[derive(Debug)]
struct Running<'a> {
    driver: &'a Path,
    checks: &'a [Check],
    patience: &'a Patience,
    keeper: &'a mut Keeper,
    hangs: Timeouts,
    stops: Option<Stop>,
    observations: RunObservations,
    accessors: Option<Accessors>,
    dialect: Dialect,
    known: Vec<Option<Finding>>,
    /// The checks that were begun: two that need each other do not wait for each other.
    begun: BTreeSet<usize>,
    /// First check that each method ended before the tested method was called.
    by_others: BTreeMap<Method, (usize, Finding)>,
}

impl Running<'_> {
    /// Returns a check's finding, after running the checks it needs.
    fn find(&mut self, index: usize) -> Result<Option<&Finding>, SandboxError> {
        let checks = self.checks;
        let Some(check) = checks.get(index) else {
            return Ok(None);
        };
        if self.begun.insert(index) {
            let finding = self.make_finding(index, check)?;
            self.known[index] = Some(finding);
        }
        Ok(self.known[index].as_ref())
    }

    fn make_finding(&mut self, index: usize, check: &Check) -> Result<Finding, SandboxError> {
        if let Some(why) = &self.stops {
            return Ok(not_run(check, why));
        }
        let checks = self.checks;
        let mut failed = Failed::new();
        for id in needed_checks(check) {
            let needed = checks.iter().enumerate().find(|(_, it)| it.id == id);
            if let Some((needed, other)) = needed.filter(|(at, _)| *at != index)
                && let Some(found) = self.find(needed)?
                && !found.passed()
                && (found.is_failure() || !ESSENTIAL.contains(&id))
            {
                failed.insert(id, other.method);
            }
        }
        if self.accessors.is_none() && index > 0 {
            self.find_accessors()?;
        }
        let mut first: Option<Finding> = None;
        let ways = 1 + check.ways.len();
        for (at, steps) in check.all_ways().enumerate() {
            if at >= ways && first.as_ref().is_some_and(Finding::is_failure) {
                break;
            }
            let found = self.by_way(index, check, steps, &failed)?;
            if found.passed() {
                return Ok(found);
            }
            if first.as_ref().is_none_or(|first| !first.is_failure() && found.is_failure()) {
                first = Some(found);
            }
        }
        Ok(first.unwrap_or_else(|| not_judged(check, check.method)))
    }

    /// Finds the methods that show boards, and the way in which this class reads them.
    fn find_accessors(&mut self) -> Result<(), SandboxError> {
        let mut best = None;
        for dialect in Dialect::ALL {
            self.dialect = dialect;
            let probes = [self.probe(Accessor::Cells)?, self.probe(Accessor::Files)?];
            let accessors = Accessors::from_probes(&probes);
            if accessors.reads_rightly() {
                self.accessors = Some(accessors);
                return Ok(());
            }
            best = best.filter(|(_, best): &(_, Accessors)| best.takes || !accessors.takes);
            best = best.or(Some((dialect, accessors)));
        }
        if let Some((dialect, accessors)) = best {
            (self.dialect, self.accessors) = (dialect, Some(accessors));
        }
        Ok(())
    }

    /// The files of a check, as this class reads them; those that `load_board` is judged by stay what they are.
    fn files_of(&self, check: &Check) -> Vec<(String, Vec<u8>)> {
        let is_own = check.method == method::LOAD && !Accessor::is_probe(check);
        if is_own { check.files.clone() } else { self.dialect.written(&check.files) }
    }

    /// Runs one way of a check, if no faulty method blocks it.
    fn by_way(
        &mut self,
        index: usize,
        check: &Check,
        steps: &[Step],
        failed: &Failed,
    ) -> Result<Finding, SandboxError> {
        if let Some(why) = &self.stops {
            return Ok(not_run(check, why));
        }
        let TailoredSteps { steps, guards } =
            match tailor(check, steps, self.accessors.as_ref(), failed) {
                Ok(tailored) => tailored,
                Err(method) => return Ok(not_judged(check, method)),
            };
        let files = self.files_of(check);
        let nonces = Nonces::fresh(steps.len());
        let (given, returned) = self.run_driver(check, &steps, &files, &nonces)?;
        if returned.ending == ToolEnd::OutOfTime {
            self.hung(index, check, &returned);
        }
        let answers = nonces.answers(&returned.complaints);
        self.observations.add(check, &returned, &answers);
        let (finding, at) = judge_answers(check, &steps, &files, &returned, &answers, given);
        let begins = steps.iter().position(|step| step.method() == Some(check.method));
        // That a new object takes no board is hardly for how it was made, nor that who looks at it does not come back.
        let is_of_its_own = |step: &Step| {
            check.method == method::CONSTRUCTOR
                && (matches!(step, Step::Load(..)) || finding.verdict != Verdict::Failed)
                && step.method() != Some(check.method)
        };
        let other = at.and_then(|at| {
            let step = steps.get(at)?;
            if guards.contains(&at) {
                return Some(method::LOAD);
            }
            let is_other = begins.is_some_and(|begins| at < begins) || is_of_its_own(step);
            let method = match step {
                Step::Played(..) | Step::PlayedSquares(_) => Some(method::MOVE),
                _ => step.method(),
            };
            method.filter(|_| is_other)
        });
        Ok(match other {
            Some(method) if finding.is_failure() => {
                self.by_others.entry(method).or_insert((index, finding));
                not_judged(check, method)
            }
            _ => finding,
        })
    }

    fn hung(&mut self, index: usize, check: &Check, returned: &ToolOutput) {
        self.hangs.add(check.method, returned);
        if index == 0 {
            self.stops = Some(Stop::FirstHangs { check: check.id.clone() });
        } else if self.hangs.lost >= self.patience.most_lost {
            let seconds = self.patience.most_lost.as_secs();
            self.stops = Some(Stop::TooMuchLost { seconds });
        }
    }

    fn probe(&mut self, by: Accessor) -> Result<AccessorProbe, SandboxError> {
        let check = by.check();
        let nonces = Nonces::fresh(check.steps.len());
        let files = self.files_of(&check);
        let (_, returned) = self.run_driver(&check, &check.steps, &files, &nonces)?;
        if returned.ending == ToolEnd::OutOfTime {
            self.hangs.lost += returned.cpu.max(returned.rest / RESTS);
        }
        let answers = nonces.answers(&returned.complaints);
        Ok(by.read_probe(&check.steps, &answers.lines, &returned.files))
    }

    fn run_driver(
        &mut self,
        check: &Check,
        steps: &[Step],
        files: &[(String, Vec<u8>)],
        nonces: &Nonces,
    ) -> Result<(TimeLimit, ToolOutput), SandboxError> {
        let given = self.hangs.given(check.method, steps, self.patience);
        let mut tool_run = tool_run(
            self.driver,
            Vec::new(),
            nonces.script(steps),
            COMPLAINTS,
            files,
            Limits::default(),
        );
        (tool_run.cpu, tool_run.rest) = (given.cpu, given.rest);
        tool_run.wanted = written_files(steps);
        Ok((given, tool_run.run(self.keeper)?))
    }

    /// All findings. If a method's own checks found no fault, the first check that it ended is charged to it.
    fn findings(self) -> Vec<Finding> {
        let mut findings: Vec<Finding> = self.known.into_iter().flatten().collect();
        for (method, (index, finding)) in self.by_others {
            let has_own = findings.iter().any(|it| it.method == method && it.is_failure());
            let is_left = findings.get(index).is_some_and(|it| it.verdict == Verdict::NotJudged);
            if !has_own && is_left {
                findings[index] = Finding { method: method.to_owned(), ..finding };
            }
        }
        findings.extend(self.observations.findings(MAX_OUTPUT));
        findings
    }
}
