//! Errors of a marking run.

use std::error::Error as _;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::strength::Nobody;
use crate::submissions::SubmissionsError;
use arbitro_rules::language::Said;
use arbitro_sandbox::SandboxError;
use arbitro_tournament::{StagingError, with_causes};

#[derive(Debug, Error)]
pub enum RunError {
    #[error(transparent)]
    Submissions(#[from] SubmissionsError),
    #[error(
        "{folder:?}: no submission found (entries: {entries}); a submission is a folder or a zip file named by a student number"
    )]
    None { folder: PathBuf, entries: usize },
    #[error("{path:?} cannot be filled in as a grading worksheet of Moodle: {why}")]
    Worksheet { path: PathBuf, why: String },
    /// `--only` names a student without a submission.
    #[error("--only {number}: there is no submission of this number")]
    NotThere { number: String },
    /// Results among submissions, or submissions among results.
    #[error(
        "{out:?} and {submissions:?}: one is in the other; let --out be a folder beside the submissions"
    )]
    OneInTheOther { out: PathBuf, submissions: PathBuf },
    /// A folder of something else.
    #[error("{out:?}: there is something in it, and no marking run made it; name a new folder")]
    Foreign { out: PathBuf },
    /// Another process holds the folder's lock.
    #[error("{out:?}: another marking run is writing into this folder; wait for its end")]
    InUse { out: PathBuf },
    #[error(transparent)]
    Nobody(#[from] Nobody),
    #[error("submissions cannot be contained on this machine; `verify doctor` says what it lacks")]
    Sandbox(#[from] SandboxError),
    #[error(transparent)]
    NoBench(#[from] StagingError),
    /// Programs cannot be started from the folder where they would be.
    #[error(
        "{folder:?}: no program can be started from there: {why}; let TMPDIR name a folder that every user can enter and that is not mounted noexec"
    )]
    NothingBegins { folder: PathBuf, why: String },
    #[error("{path:?} cannot be written; make room, or make it writable, and run again")]
    Unwritable { path: PathBuf, source: io::Error },
    /// Evidence that is no JSON: a defect of this program.
    #[error("{path:?}: evidence cannot be written as JSON")]
    NoJson {
        path: PathBuf,
        source: serde_json::Error,
    },
    #[error("stopped; what was found is kept, and the same command goes on from there")]
    Stopped,
    /// A defect of this program.
    #[error("a part of this program failed, and the message above says where: please report it")]
    Worker,
}

impl RunError {
    /// The error for the teacher, with its causes. What the system says, and what is a defect of this
    /// program, is English in both.
    pub fn said(&self) -> Said {
        let italian = match self {
            RunError::Submissions(SubmissionsError::Folder { path, .. }) => format!(
                "{path:?} non è una cartella di consegne che si possa leggere: ce ne vuole una con una voce per ogni studente"
            ),
            RunError::Worksheet { path, why } => {
                format!("{path:?} non si può compilare come foglio di valutazione di Moodle: {why}")
            }
            RunError::Submissions(SubmissionsError::Zip { path, why }) => {
                format!("{path:?} non si può leggere come zip di consegne: {why}")
            }
            RunError::Submissions(SubmissionsError::Read { path, .. }) => {
                format!("{path:?} non si può leggere; renderlo leggibile e rilanciare")
            }
            RunError::None { folder, entries } => format!(
                "{folder:?}: non contiene nessuna consegna, su {entries} voci; una consegna è una cartella o uno zip che si chiama come una matricola"
            ),
            RunError::NotThere { number } => {
                format!("--only {number}: non c'è nessuna consegna con questa matricola")
            }
            RunError::OneInTheOther { out, submissions } => format!(
                "{out:?} e {submissions:?}: una è dentro l'altra; --out dev'essere una cartella accanto alle consegne"
            ),
            RunError::Foreign { out } => format!(
                "{out:?}: contiene già qualcosa, e non viene da una valutazione; serve una cartella nuova"
            ),
            RunError::InUse { out } => format!(
                "{out:?}: un'altra valutazione sta scrivendo in questa cartella; aspettare che finisca"
            ),
            RunError::Sandbox(_) => {
                "su questa macchina le consegne non si possono isolare; `verify doctor` dice che cosa le manca"
                    .to_owned()
            }
            RunError::NoBench(why) => match why {
                StagingError::NoPlace { tried } => format!(
                    "nessuna cartella da cui avviare i programmi: TMPDIR ne nomini una in cui ogni utente può entrare e che non sia montata noexec: {tried}"
                ),
                StagingError::Copy { path, source } => {
                    format!("{}: non si può copiare: {source}", path.display())
                }
            },
            RunError::NothingBegins { folder, why } => format!(
                "{folder:?}: da lì non si può avviare nessun programma: {why}; TMPDIR deve indicare una cartella in cui ogni utente può entrare e che non è montata noexec"
            ),
            RunError::Unwritable { path, .. } => format!(
                "{path:?} non si può scrivere; fare spazio, o renderlo scrivibile, e rilanciare"
            ),
            RunError::Stopped => {
                "fermato; quello che è stato trovato è conservato, e lo stesso comando riprende da lì"
                    .to_owned()
            }
            RunError::Nobody(_) | RunError::NoJson { .. } | RunError::Worker => self.to_string(),
        };
        let italian = match self.source() {
            Some(cause) => format!("{italian}: {}", with_causes(cause)),
            None => italian,
        };
        Said::in_two(with_causes(self), italian)
    }

    pub(super) fn unwritable(path: &Path) -> impl FnOnce(io::Error) -> RunError {
        let path = path.to_owned();
        move |source| RunError::Unwritable { path, source }
    }

    pub(super) fn no_json(path: &Path, source: serde_json::Error) -> RunError {
        let path = path.to_owned();
        RunError::NoJson { path, source }
    }
}
