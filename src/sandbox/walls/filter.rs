//! Writes filters of system calls as programs for the kernel: trees of comparisons.

use std::collections::{BTreeMap, BTreeSet};

use seccompiler::{BpfProgram, sock_filter};

/// The fate of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Allow,
    /// Is not made, and returns 0.
    Pretend,
    Fail(i32),
    /// Is allowed if an argument passes.
    Check(Check),
    Kill,
}

/// The condition on an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Check {
    /// Counted from 0.
    pub(crate) argument: u8,
    pub(crate) test: Test,
    /// The error of a call that does not pass.
    pub(crate) error: i32,
}

/// A test of an argument. No call that is checked takes more than the lower 32 bits of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Test {
    OneOf(Vec<u32>),
    NoneOf(Vec<u32>),
    Bits(Vec<Bits>),
}

/// Bits that are set, and others that are not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bits {
    pub(crate) set: u32,
    pub(crate) clear: u32,
    /// True if a listener decides on a call that these fit.
    pub(crate) asks: bool,
}

impl Bits {
    fn fit(self, argument: u32) -> bool {
        argument & (self.set | self.clear) == self.set
    }
}

impl Test {
    /// Returns true if a listener decides on a call with this argument.
    pub(crate) fn asks(&self, argument: u32) -> bool {
        match self {
            Test::OneOf(_) | Test::NoneOf(_) => false,
            Test::Bits(patterns) => {
                patterns.iter().find(|it| it.fit(argument)).is_some_and(|pattern| pattern.asks)
            }
        }
    }
}

const ALLOW: u32 = libc::SECCOMP_RET_ALLOW;
const KILL: u32 = libc::SECCOMP_RET_KILL_PROCESS;
const ASK: u32 = libc::SECCOMP_RET_USER_NOTIF;

/// Offsets at which the kernel puts the call's number, its architecture, and the lower half of its first argument.
const NUMBER: u32 = 0;
const ARCHITECTURE: u32 = 4;
const ARGUMENTS: u32 = 16;

/// The kernel's number for the architecture (`AUDIT_ARCH_...`).
#[cfg(target_arch = "x86_64")]
const OURS: u32 = 0xc000_003e;
/// The kernel's number for the architecture (`AUDIT_ARCH_...`).
#[cfg(target_arch = "aarch64")]
const OURS: u32 = 0xc000_00b7;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
compile_error!("the filter of system calls knows x86_64 and aarch64");

/// From here on the numbers are those of another way to call the same kernel.
const OTHER_NUMBERS: u32 = 0x4000_0000;

fn instruction(code: u32, when_true: u8, when_false: u8, k: u32) -> sock_filter {
    sock_filter { code: code as u16, jt: when_true, jf: when_false, k }
}

fn load(offset: u32) -> sock_filter {
    instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, offset)
}

fn give(value: u32) -> sock_filter {
    instruction(libc::BPF_RET | libc::BPF_K, 0, 0, value)
}

/// The error 0 is none: the call returns 0.
const PRETEND: u32 = libc::SECCOMP_RET_ERRNO;

fn fail(error: i32) -> u32 {
    libc::SECCOMP_RET_ERRNO | error.unsigned_abs() & libc::SECCOMP_RET_DATA
}

/// A filter. Calls that it does not name fare as `others`; calls of another architecture end the
/// program.
pub(super) fn filter(actions: &BTreeMap<u32, Action>, others: &Action) -> BpfProgram {
    // Ranges of numbers with the same fate, each from its first number on.
    let mut borders: BTreeSet<u32> = actions.keys().flat_map(|&key| [key, key + 1]).collect();
    borders.insert(OTHER_NUMBERS);
    let mut ranges = vec![(0, actions.get(&0).unwrap_or(others))];
    for border in borders {
        let action = match actions.get(&border) {
            _ if border >= OTHER_NUMBERS => &Action::Kill,
            action => action.unwrap_or(others),
        };
        if ranges.last().is_none_or(|(_, latest)| *latest != action) {
            ranges.push((border, action));
        }
    }
    let is_ours = libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K;
    let mut program =
        vec![load(ARCHITECTURE), instruction(is_ours, 1, 0, OURS), give(KILL), load(NUMBER)];
    program.extend(tree(&ranges));
    program
}

/// Returns the same filter, but asks a listener where it would deny.
pub(crate) fn asking(mut program: BpfProgram) -> BpfProgram {
    let answers = (libc::BPF_RET | libc::BPF_K) as u16;
    for instruction in &mut program {
        let is_denial = instruction.k & libc::SECCOMP_RET_ACTION == libc::SECCOMP_RET_ERRNO
            && instruction.k != PRETEND;
        if instruction.code == answers && is_denial {
            instruction.k = ASK;
        }
    }
    program
}

/// Finds the range that the loaded number is in.
fn tree(ranges: &[(u32, &Action)]) -> BpfProgram {
    if let [(_, action)] = ranges {
        return leaf(action);
    }
    let (low, high) = ranges.split_at(ranges.len() / 2);
    let (border, low, high) = (high[0].0, tree(low), tree(high));
    let is_high = libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K;
    let mut program = match u8::try_from(low.len()) {
        Ok(skip) => vec![instruction(is_high, skip, 0, border)],
        Err(_) => vec![
            instruction(is_high, 0, 1, border),
            instruction(libc::BPF_JMP | libc::BPF_JA, 0, 0, low.len() as u32),
        ],
    };
    program.extend(low);
    program.extend(high);
    program
}

fn leaf(action: &Action) -> BpfProgram {
    match action {
        Action::Allow => vec![give(ALLOW)],
        Action::Pretend => vec![give(PRETEND)],
        Action::Fail(error) => vec![give(fail(*error))],
        Action::Kill => vec![give(KILL)],
        Action::Check(check) => checked(check),
    }
}

fn checked(check: &Check) -> BpfProgram {
    let argument = load(ARGUMENTS + 8 * u32::from(check.argument));
    let passed = give(ALLOW);
    let failed = give(fail(check.error));
    let is = libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K;
    let mut program = vec![argument.clone()];
    match &check.test {
        Test::OneOf(values) => {
            let compare = |&value: &u32| [instruction(is, 0, 1, value), passed.clone()];
            program.extend(values.iter().flat_map(compare));
            program.push(failed);
        }
        Test::NoneOf(values) => {
            let compare = |&value: &u32| [instruction(is, 0, 1, value), failed.clone()];
            program.extend(values.iter().flat_map(compare));
            program.push(passed);
        }
        Test::Bits(patterns) => {
            let masked = libc::BPF_ALU | libc::BPF_AND | libc::BPF_K;
            let compare = |bits: &Bits| {
                [
                    // The mask replaces what was loaded.
                    argument.clone(),
                    instruction(masked, 0, 0, bits.set | bits.clear),
                    instruction(is, 0, 1, bits.set),
                    give(if bits.asks { ASK } else { ALLOW }),
                ]
            };
            program.extend(patterns.iter().flat_map(compare));
            program.push(failed);
        }
    }
    program
}
