//! Exit codes of a binary that answers a question.

use std::process::ExitCode;

/// The answer; better ones compare as smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Done, and the answer is yes.
    Yes,
    /// Done, and the answer is no.
    No,
    /// The question could not be answered.
    CouldNot,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Yes => 0,
            Exit::No => 1,
            Exit::CouldNot => 2,
        })
    }
}
