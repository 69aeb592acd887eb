//! The error of a marking run and of each of its steps.

use std::error::Error;
use std::path::Path;
use std::{fmt, io};

use crate::words::Statement;
use arbitro_sandbox::SandboxError;
use arbitro_tournament::with_causes;
use arbitro_words::{Language, say};

/// The reason why something could not be done; never a submission's fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    Stopped,
    /// A fault of the host or of what was asked for, and what to do about it.
    Host(Statement),
}

impl Failure {
    pub fn statement(&self) -> Statement {
        match self {
            Failure::Stopped => Statement::Stopped,
            Failure::Host(why) => why.clone(),
        }
    }

    /// Adds the system's cause, which stays English in every language.
    pub fn caused(what: Statement, cause: &dyn Error) -> Failure {
        Failure::Host(Statement::Caused { what: Box::new(what), cause: with_causes(cause) })
    }

    /// As [`Failure::caused`], with an English sentence.
    pub(crate) fn context<E: Error>(what: impl Into<String>) -> impl FnOnce(E) -> Failure {
        let what = Statement::same(what);
        move |cause| Failure::caused(what, &cause)
    }

    pub(crate) fn no_submissions(folder: &Path) -> impl FnOnce(io::Error) -> Failure {
        let what = Statement::NoFolderOfSubmissions(format!("{folder:?}"));
        move |cause| Failure::caused(what, &cause)
    }

    pub(crate) fn unreadable(path: &Path) -> impl FnOnce(io::Error) -> Failure {
        let what = Statement::Unreadable(format!("{path:?}"));
        move |cause| Failure::caused(what, &cause)
    }

    pub(crate) fn unwritable(path: &Path) -> impl FnOnce(io::Error) -> Failure {
        let what = Statement::Unwritable(format!("{path:?}"));
        move |cause| Failure::caused(what, &cause)
    }
}

/// Turns a "not found" error into `None`.
pub(crate) fn if_there<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        result => result.map(Some),
    }
}

/// English, as errors are.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&say(&self.statement(), Language::English))
    }
}

impl Error for Failure {}

impl From<SandboxError> for Failure {
    fn from(error: SandboxError) -> Failure {
        if matches!(error, SandboxError::Stopped) {
            return Failure::Stopped;
        }
        Failure::Host(Statement::Same(with_causes(&error)))
    }
}
