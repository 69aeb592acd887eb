//! The three answers of a binary that is asked a question.

use std::process::ExitCode;

/// Yes, no, or could not: the better first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Done, and the answer is yes.
    Yes,
    /// Done, and the answer is no.
    No,
    /// It could not be done.
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
