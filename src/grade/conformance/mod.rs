//! Conformance checks: tests a `player.cpp` against the course's text, method by method.
//!
//! A check is a script, done with the student's `Player` by a driver that is linked with it, in a process
//! and a folder of its own inside the sandbox: a crash or a hang fails its own check and no other. What the
//! answers should have been is asked of our own rules. A choice that the text leaves open is
//! never a fault. Nothing here compiles anything, gives marks, or believes what a student's program prints.

mod answers;
mod boards;
mod checks;
mod dialect;
mod driver;
mod finding;
mod in_words;
mod instruments;
mod mirror;
mod running;
mod step;
mod words;

pub(super) use answers::Nonces;
pub use checks::{Check, Group, Weight, all, check};
pub use driver::{DRIVER, Patience};
pub(super) use driver::{OUTPUT, tool_run};
pub use finding::{EVERY_METHOD, FORGED, Fault, Finding, Verdict, method_in};
pub use running::run;
pub(super) use step::slots;
pub use step::{Method, Slot, Step, program};
pub use words::{CheckMessage, Question, Quote, Stop};
