//! Chooses the methods a check relies on, so that it fails only for the method it tests.
//!
//! Boards are looked at by `operator()` or by `store_board`, whichever shows rightly what was loaded. Where
//! both show the same wrong boards, it is `load_board` that read them wrongly.

use std::collections::{BTreeMap, BTreeSet};

use super::boards::{board_text, start};
use super::checks::{Check, MIXED, bare};
use super::mirror::squares_of_file;
use super::step::{Method, Slot, Step, method};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Accessor {
    Cells,
    Files,
}

/// Boards as one of the two showed them.
#[derive(Debug, Default)]
pub(super) struct AccessorProbe {
    /// Each alone in its object, and whether it was loaded.
    alone: Vec<String>,
    loads_alone: Vec<bool>,
    /// All in one object, the latest first.
    history: Vec<String>,
    loads_history: bool,
    /// The same as they come to light when one after the other is taken away.
    popped: Vec<String>,
}

fn boards() -> [(&'static str, String); 3] {
    let last = board_text("x01 o76");
    [("a.txt", start()), ("b.txt", board_text(MIXED)), ("c.txt", last)]
}

/// The object in which all boards are; each of those before it has one.
const ALL: Slot = 4;
/// Another such, from which they are taken away.
const POPPED: Slot = 5;

/// The name of the check that looks for the methods that show boards.
const PROBE: &str = "sight";

impl Accessor {
    pub(super) fn is_probe(check: &Check) -> bool {
        check.id == PROBE
    }

    pub(super) fn check(self) -> Check {
        let view = |slot: Slot, offset: i32| match self {
            Accessor::Cells => Step::Board(slot, offset),
            Accessor::Files => Step::StoredBoard(slot, format!("board_{slot}{offset}.txt"), offset),
        };
        let mut check = bare(PROBE, method::LOAD);
        for (slot, (name, board)) in (1..).zip(boards()) {
            let load = Step::Load(slot, name.to_owned());
            // Twice, because looking must change nothing.
            let views = [view(slot, 0), view(slot, 0)];
            check.steps.extend([Step::New(slot, Some(1)), load]);
            check.steps.extend(views);
            check.files.push((name.to_owned(), board.into_bytes()));
        }
        for slot in [ALL, POPPED] {
            check.steps.push(Step::New(slot, Some(1)));
            let loads = boards().map(|(name, _)| Step::Load(slot, name.to_owned()));
            check.steps.extend(loads);
        }
        check.steps.extend((0..3).map(|offset| view(ALL, offset)));
        for left in 0..3 {
            if left > 0 {
                check.steps.push(Step::Pop(POPPED));
            }
            let file = format!("board_{}.txt", APART + left);
            check.steps.push(match self {
                Accessor::Cells => Step::Board(POPPED, 0),
                Accessor::Files => Step::StoredBoard(POPPED, file, 0),
            });
        }
        check
    }

    pub(super) fn read_probe(
        self,
        steps: &[Step],
        answers: &[&[u8]],
        files: &BTreeMap<String, Vec<u8>>,
    ) -> AccessorProbe {
        let mut probe = AccessorProbe { loads_history: true, ..AccessorProbe::default() };
        let nothing = &b"nothing"[..];
        let answers = answers.iter().copied().chain(std::iter::repeat(nothing));
        for (step, answer) in steps.iter().zip(answers) {
            let is_done = answer == b"done";
            let text = || String::from_utf8_lossy(answer).into_owned();
            let squares = match step {
                Step::Load(ALL, _) => {
                    probe.loads_history &= is_done;
                    continue;
                }
                Step::Load(POPPED, _) => continue,
                Step::Load(..) => {
                    probe.loads_alone.push(is_done);
                    continue;
                }
                Step::StoredBoard(_, file, _) if is_done => {
                    let bytes = files.get(file).map_or(&[][..], Vec::as_slice);
                    squares_of_file(bytes).unwrap_or_else(text)
                }
                Step::Board(..) | Step::StoredBoard(..) => text(),
                _ => continue,
            };
            match step.slot() {
                Some(ALL) => probe.history.push(squares),
                Some(POPPED) => probe.popped.push(squares),
                _ => probe.alone.push(squares),
            }
        }
        probe
    }
}

/// The checks that failed of those that a check needs, with their methods.
pub(super) type Failed = BTreeMap<&'static str, Method>;

/// The methods that show boards correctly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Correct {
    by_cells: bool,
    by_files: bool,
    /// Set when both methods show the same wrong boards: `load_board` is at fault.
    is_misread: bool,
    /// Set when both show the same, right or wrong: each board that either shows rightly was read rightly.
    agree: bool,
}

/// The methods that show this student's boards correctly, for one board and for several.
#[derive(Debug)]
pub(super) struct Accessors {
    alone: Correct,
    several: Correct,
    /// Set when `load_board` accepts at least one board.
    pub(super) takes: bool,
    /// Set when no method shows earlier boards.
    keeps_nothing: bool,
}

impl Accessors {
    /// By what each of the two showed.
    pub(super) fn from_probes(probes: &[AccessorProbe; 2]) -> Accessors {
        let expected: Vec<String> =
            boards().iter().filter_map(|(_, text)| squares_of_file(text.as_bytes())).collect();
        let reversed: Vec<String> = expected.iter().rev().cloned().collect();
        let twice: Vec<String> = expected.iter().flat_map(|it| [it, it]).cloned().collect();
        let correct = |of: fn(&AccessorProbe) -> &[String], expected: &[String], refuses: bool| {
            let [cells, files] = probes.each_ref().map(of);
            let (by_cells, by_files) = (cells == expected, files == expected);
            Correct {
                by_cells,
                by_files,
                is_misread: !by_cells && !by_files && (cells == files || refuses),
                agree: cells == files,
            }
        };
        let refuses = |of: fn(&AccessorProbe) -> bool| probes.iter().any(of);
        let refuses_one = refuses(|it| it.loads_alone.contains(&false));
        let alone = correct(|it| &it.alone, &twice, refuses_one);
        let several = correct(|it| &it.history, &reversed, refuses(|it| !it.loads_history));
        // Where they come to light one after the other, they were loaded as they should be.
        let keeps = refuses(|it| it.loads_history) && probes.iter().any(|it| it.popped == reversed);
        Accessors {
            alone,
            several: Correct {
                by_cells: alone.by_cells && several.by_cells,
                by_files: alone.by_files && several.by_files,
                is_misread: alone.is_misread || (several.is_misread && !keeps),
                agree: several.agree,
            },
            keeps_nothing: !keeps,
            takes: refuses(|it| it.loads_alone.contains(&true)),
        }
    }

    pub(super) const fn reads_rightly(&self) -> bool {
        self.takes && !self.several.is_misread
    }
}

/// The checks that show a method to work which another's check only uses.
fn shown_by(used: Method) -> &'static [&'static str] {
    match used {
        method::POP => &["pop/latest"],
        method::RECURRENCE => &["recurrence/between"],
        method::VALID => &["valid/one-board", "valid/first-move"],
        _ => &[],
    }
}

/// Offset between a step's number and the number of its own file.
const APART: usize = 500;

/// Checks that an offset beyond the history throws.
const BEYOND: [&str; 2] = ["cell/offset-too-far", "store/offset-too-far"];
/// Checks that an empty history throws.
const EMPTY: [&str; 3] = ["cell/empty-history", "store/empty-history", "recurrence/empty-history"];
const STARTS_EMPTY: &str = "construct/empty-history";
const IS_PLAYER_1: &str = "construct/is-player-1";
const IS_PLAYER_2: &str = "construct/is-player-2";
/// The deeds of a right constructor, which almost everything needs. One that could not be judged is taken for right.
pub(super) const ESSENTIAL: [&str; 3] = [STARTS_EMPTY, IS_PLAYER_1, IS_PLAYER_2];
const ENDS: &str = "destroy/many";
const ENDS_EMPTY: &str = "destroy/empty";

/// The checks whose outcome this one depends on.
pub(super) fn needed_checks(check: &Check) -> Vec<&'static str> {
    let mut ids = check.needs.clone();
    if [method::CONSTRUCTOR, method::DESTRUCTOR].contains(&check.method) {
        return ids;
    }
    for step in check.all_ways().flatten() {
        match step {
            Step::Length(_, 0) => ids.extend(EMPTY),
            Step::Length(..) => ids.extend(BEYOND),
            Step::Delete(_) => ids.extend([ENDS, ENDS_EMPTY]),
            Step::New(_, Some(2)) if asks_for_number(check) => ids.push(IS_PLAYER_2),
            Step::New(..) if asks_for_number(check) => ids.push(IS_PLAYER_1),
            _ => {}
        }
        if let Some(used) = step.method().filter(|method| *method != check.method) {
            ids.extend(shown_by(used));
        }
    }
    if counts_boards(check) {
        ids.push(STARTS_EMPTY);
    }
    ids.sort_unstable();
    ids.dedup();
    ids.retain(|id| *id != check.id);
    ids
}

fn asks_for_number(check: &Check) -> bool {
    let mut steps = check.steps.iter();
    steps.any(|step| step.is_move() || matches!(step, Step::Wins(_, None) | Step::Loses(_, None)))
}

/// Returns true if a board beyond those loaded is asked for, or all are counted.
fn counts_boards(check: &Check) -> bool {
    let mut boards: BTreeMap<Slot, i32> = BTreeMap::new();
    check.steps.iter().any(|step| {
        let step = step.without_refusal();
        let offset = match step {
            Step::Load(slot, _) | Step::Move(slot) | Step::LoadEither(slot, _) => {
                let has = boards.entry(*slot).or_default();
                let is_beyond = matches!(step, Step::Move(_)) && *has == 0;
                *has += 1;
                return is_beyond;
            }
            Step::Copy(to, from) | Step::Assign(to, from) => {
                let of = boards.get(from).copied().unwrap_or(0);
                boards.insert(*to, of);
                return false;
            }
            Step::Recurrence(_) => return true,
            Step::Pop(slot) => {
                let has = boards.entry(*slot).or_default();
                *has -= 1;
                return *has < 0;
            }
            Step::ValidMove(_) => 1,
            Step::Wins(..) | Step::Loses(..) => 0,
            Step::Cell(.., offset) | Step::Store(_, _, offset) => offset.unwrap_or(0),
            _ => return false,
        };
        let has = step.slot().and_then(|slot| boards.get(&slot)).copied();
        offset >= has.unwrap_or(0)
    })
}

/// Steps as they can be done with a student's methods.
pub(super) struct TailoredSteps {
    pub(super) steps: Vec<Step>,
    /// Those that only look whether a board was read rightly: where one fails, it was not.
    pub(super) guards: BTreeSet<usize>,
}

/// Rewrites steps to use working methods only, or returns the wrong method that makes them pointless.
pub(super) fn tailor(
    check: &Check,
    steps: &[Step],
    accessors: Option<&Accessors>,
    failed: &Failed,
) -> Result<TailoredSteps, Method> {
    let mut tailored =
        TailoredSteps { steps: Vec::with_capacity(steps.len()), guards: BTreeSet::new() };
    let Some(accessors) = accessors else {
        tailored.steps.extend_from_slice(steps);
        return Ok(tailored);
    };
    let wanted = needed_checks(check);
    if ESSENTIAL.into_iter().any(|id| failed.contains_key(id) && wanted.contains(&id)) {
        return Err(method::CONSTRUCTOR);
    }
    let mut steps = steps;
    if [ENDS, ENDS_EMPTY].into_iter().any(|id| failed.contains_key(id) && wanted.contains(&id)) {
        // Objects that nothing is asked of afterwards need not end.
        while let [before @ .., Step::Delete(_)] = steps {
            steps = before;
        }
        if steps.iter().any(|step| matches!(step, Step::Delete(_))) {
            return Err(method::DESTRUCTOR);
        }
    }
    if let Some(method) = check.needs.iter().find_map(|id| failed.get(id)) {
        return Err(method);
    }
    accessors.allows(check, steps)?;
    let is_guarded = check.method != method::LOAD && accessors.over(steps).is_misread;
    let mut boards: BTreeMap<Slot, i32> = BTreeMap::new();
    for (at, step) in steps.iter().enumerate() {
        tailored.steps.extend(accessors.instead(check, steps, at, step, failed)?);
        if let Step::Load(slot, _) = step
            && is_guarded
        {
            tailored.guards.extend(tailored.steps.len().checked_sub(1));
            let has = boards.entry(*slot).or_default();
            *has += 1;
            for offset in 0..*has {
                tailored.guards.insert(tailored.steps.len());
                tailored.steps.push(guard(check, at, *slot, offset));
            }
        }
    }
    Ok(tailored)
}

/// Looks at a loaded board by a method that the check is not about.
fn guard(check: &Check, at: usize, slot: Slot, offset: i32) -> Step {
    let file = || format!("board_{}{offset}.txt", at + APART);
    let by_files = check.method == method::CELL;
    if by_files { Step::StoredBoard(slot, file(), offset) } else { Step::Board(slot, offset) }
}

impl Accessors {
    fn over(&self, steps: &[Step]) -> Correct {
        let mut slots = BTreeSet::new();
        let mut adds = steps.iter().filter(|step| step.is_load() || step.is_move());
        let are_several = adds.any(|step| step.slot().is_some_and(|slot| !slots.insert(slot)));
        if are_several { self.several } else { self.alone }
    }

    fn allows(&self, check: &Check, steps: &[Step]) -> Result<(), Method> {
        let wrong = Err(method::LOAD);
        if !steps.iter().any(Step::is_load) {
            return Ok(());
        }
        if check.method == method::LOAD {
            // A loader that refuses all files proves nothing by refusing this one.
            let only_refuses = steps.last().is_some_and(Step::is_load);
            return if only_refuses && !self.takes { wrong } else { Ok(()) };
        }
        let accessor = self.over(steps);
        let is_blind = accessor.is_misread && !accessor.agree;
        if !self.takes || is_blind || (counts_boards(check) && self.several.is_misread) {
            return wrong;
        }
        if accessor.is_misread {
            // Each board is looked at as soon as it is loaded.
            return Ok(());
        }
        // If neither instrument shows several boards correctly and they disagree, it is unknown which were
        // loaded.
        let is_unknown = !accessor.by_cells && !accessor.by_files && self.keeps_nothing;
        match check.method {
            method::CELL if is_unknown && self.alone.by_cells && !self.alone.by_files => {
                Err(method::STORE)
            }
            method::STORE if is_unknown && self.alone.by_files && !self.alone.by_cells => {
                Err(method::CELL)
            }
            method::CELL | method::STORE => Ok(()),
            _ if is_unknown => Err(method::CELL),
            _ => Ok(()),
        }
    }

    /// Replaces a step by one that uses working methods.
    fn instead(
        &self,
        check: &Check,
        steps: &[Step],
        at: usize,
        step: &Step,
        failed: &Failed,
    ) -> Result<Option<Step>, Method> {
        let is_own = step.method() == Some(check.method);
        let step = match step.without_refusal() {
            Step::Board(..) if is_own => step.clone(),
            Step::Board(slot, offset) => {
                let accessor = self.over(steps);
                if accessor.by_cells || accessor.is_misread {
                    step.clone()
                } else if accessor.by_files {
                    Step::StoredBoard(*slot, format!("board_{}.txt", at + APART), *offset)
                } else {
                    return Err(method::CELL);
                }
            }
            Step::Played(slot, file) => {
                let loads = |it: &Step| matches!(it, Step::Load(_, other) if other == file);
                let is_loaded = steps.iter().any(loads);
                let accessor = self.over(steps);
                if accessor.by_files || accessor.is_misread {
                    step.clone()
                } else if accessor.by_cells && !is_loaded {
                    Step::PlayedSquares(*slot)
                } else {
                    return Err(method::STORE);
                }
            }
            Step::Length(slot, boards) => {
                let length = length(*slot, *boards, at, failed);
                let is_looked_at = steps.iter().any(|step| matches!(step, Step::Board(..)));
                if length.is_none() && !is_looked_at && check.method != method::COPY {
                    return Err(method::CELL);
                }
                return Ok(length);
            }
            Step::Pop(_) | Step::ValidMove(_) | Step::Recurrence(_) if !is_own => {
                let used = step.method().unwrap_or(check.method);
                let is_wrong = shown_by(used).iter().any(|id| failed.contains_key(id));
                return Ok((!is_wrong).then(|| step.clone()));
            }
            _ => step.clone(),
        };
        Ok(Some(step))
    }
}

/// A call that throws if there are no more boards than so many, and is known to.
fn length(slot: Slot, boards: i32, at: usize, failed: &Failed) -> Option<Step> {
    let file = format!("board_{}.txt", at + APART);
    let offset = (boards > 0).then_some(boards);
    let ways =
        [Step::Cell(slot, 0, 1, offset), Step::Store(slot, file, offset), Step::Recurrence(slot)];
    let ids = if boards > 0 { &BEYOND[..] } else { &EMPTY };
    let mut known = ids.iter().zip(ways);
    let known = known.find(|(id, _)| !failed.contains_key(*id));
    known.map(|(_, step)| step)
}
