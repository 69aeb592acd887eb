//! The error of a marking run and of each of its steps.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::Path;

use arbitro_rules::language::{Language, Said};
use arbitro_rules::said_in_two as said;
use arbitro_sandbox::{SandboxError, ToolError};
use arbitro_tournament::with_causes;

/// Why something could not be done; never a submission's fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The run was asked to stop.
    Stopped,
    /// A fault of the host or of what was asked for, and what to do about it.
    Host(Said),
}

impl Failure {
    /// The failure for the teacher, with its causes.
    pub fn said(&self) -> Said {
        match self {
            Failure::Stopped => Said::in_two(
                "stopped; the results so far are kept, and the same command continues",
                "fermato; quello che è stato trovato è conservato, e lo stesso comando riprende da lì",
            ),
            Failure::Host(said) => said.clone(),
        }
    }

    /// Adds the system's cause, which stays English in every language.
    pub(crate) fn caused(what: &Said, cause: &dyn Error) -> Failure {
        let cause = with_causes(cause);
        Failure::Host(what.map(|what| format!("{what}: {cause}")))
    }

    /// As [`Failure::caused`], with an English sentence.
    pub(crate) fn of<E: Error>(what: impl Into<String>) -> impl FnOnce(E) -> Failure {
        let what = Said::same(what);
        move |cause| Failure::caused(&what, &cause)
    }

    pub(crate) fn unreadable(path: &Path) -> impl FnOnce(io::Error) -> Failure {
        let what = said!(
            "{path:?} cannot be read; make it readable and run again",
            "{path:?} non si può leggere; renderlo leggibile e rilanciare"
        );
        move |cause| Failure::caused(&what, &cause)
    }

    pub(crate) fn unwritable(path: &Path) -> impl FnOnce(io::Error) -> Failure {
        let what = said!(
            "{path:?} cannot be written; make room, or make it writable, and run again",
            "{path:?} non si può scrivere; fare spazio, o renderlo scrivibile, e rilanciare"
        );
        move |cause| Failure::caused(&what, &cause)
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
        f.write_str(self.said().in_language(Language::English))
    }
}

impl Error for Failure {}

impl From<ToolError> for Failure {
    fn from(error: ToolError) -> Failure {
        Failure::Host(Said::same(with_causes(&error)))
    }
}

impl From<SandboxError> for Failure {
    fn from(error: SandboxError) -> Failure {
        let what = Said::in_two(
            "submissions cannot be contained on this machine; `verify doctor` says why",
            "su questa macchina le consegne non si possono isolare; `verify doctor` dice che cosa le manca",
        );
        Failure::caused(&what, &error)
    }
}
