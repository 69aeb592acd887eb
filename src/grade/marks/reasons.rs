//! The reasons for points, and for failing.

use arbitro_table::texts;

use crate::build::BuildFault;
use crate::dossier::Bonus;
use crate::memory::FaultKind;
use crate::source::Unusable;
use crate::submissions::Contents;
use crate::words::Statement;

#[derive(Clone, Debug, PartialEq)]
pub enum Why {
    NotReached(Statement),
    NotDone { why: Statement, of: f64 },
    Unusable(Unusable),
    Builds,
    BuildFails(BuildFault),
    OwnMain { line: usize },
    // `each` costs so much, beyond the free ones.
    Warnings { count: usize, free: u32, each: f64 },
    Checks(Box<CheckCounts>),
    Memory(MemoryCosts),
    // `forfeit` is the cost of one, if there were any.
    Strength { rungs: Vec<RungScore>, forfeit: Option<f64> },
    // Matches lost on time and for memory, and their cost.
    Limits { matches: u64, timeout: (u64, f64), memory: (u64, f64) },
    Place { place: u32, of: u32, bonus: Bonus },
    NoTournament(Statement),
    // Of players of any game.
    Starts,
    StartsNot(Statement),
    Rules { matches: u64, kinds: Vec<KindCost> },
}

#[derive(Clone, Debug, PartialEq)]
pub struct KindCost {
    pub reason: String,
    pub times: u32,
    pub cost: f64,
}

/// The memory faults that a part lost points for.
#[derive(Clone, Debug, PartialEq)]
pub struct MemoryCosts {
    /// The kinds of faults, how many of each and their cost.
    pub faults: Vec<(FaultKind, usize, f64)>,
    /// The faults of one root, with its cost.
    pub charges: Vec<(Vec<usize>, f64)>,
    pub unfinished: (usize, f64),
    /// The method that is charged for a kind, or for what is unfinished.
    pub elsewhere: Vec<(Option<FaultKind>, String)>,
}

/// The checks that the points of the methods were computed from.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckCounts {
    pub passed: usize,
    pub judged: usize,
    pub are_weighed: bool,
    /// Failed checks by method, with the points lost, most first; no points where another method pays.
    pub wrong: Vec<MethodLoss>,
    pub charges: Vec<CheckCharge>,
    /// The share of a method that exceptions have at most, if that bounds them.
    pub exceptions: Option<f64>,
    pub not_run: usize,
    /// Unjudged checks by the wrong method that hides them, with the points lost, most first.
    pub because_of: Vec<MethodLoss>,
}

/// A failed check with its cost, or the method that pays in its place where both fail for one cause.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckCharge {
    pub check: String,
    pub method: String,
    pub cost: f64,
    pub payer: Option<String>,
}

/// Checks that cost points, and the method that they are charged to.
#[derive(Clone, Debug, PartialEq)]
pub struct MethodLoss {
    pub method: String,
    pub checks: usize,
    pub points: f64,
}

#[texts("marks/words")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RungScore {
    pub opponent: String,
    pub matches: u64,
    pub won: u32,
    pub drawn: u32,
    pub forfeited: u64,
}

/// The reason why a submission fails whatever its points.
#[texts("marks/words")]
#[derive(Clone, Debug, PartialEq)]
pub enum Failing {
    NoPlayer(Contents),
    Unusable(Unusable),
    BuildFails(BuildFault),
    OwnMain { line: usize },
    NotCompiled(Statement),
    // Per cent of the shorter one, and the limit.
    Similar { score: f64, limit: f64 },
    Forged,
    Cheated { times: u64 },
}
