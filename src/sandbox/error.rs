//! Failures of the host.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::folders::at::At;
use crate::walls::guarantee::{Guarantee, listed};

/// A failure of the host to run a program or a tool, which is never its cause.
#[derive(Debug, Error)]
pub enum SandboxError {
    #[error("this machine cannot contain a hostile program: {}", listed(.0))]
    TooWeak(Vec<Guarantee>),
    /// The keeper's caller was asked to stop while a tool ran.
    #[error("stopped")]
    Stopped,
    #[error("several processes of a program need namespaces, or root")]
    NeedsNamespaces,
    #[error("several processes of a program need control groups, and namespaces or root")]
    NeedsGroups,
    #[error("systemd gives no scope: {0}")]
    NoScope(String),
    #[error("systemd runs neither for the system nor for this process")]
    NoSystemd,
    #[error("the sandbox cannot be set up: {what}")]
    Setup { what: String },
    #[error("the sandbox cannot be set up")]
    Io(#[from] io::Error),
    #[error(
        "programs lie where only you may enter, and no folder was found to copy them to; set TMPDIR to \
         one that all users may enter and that is not mounted noexec: {tried}"
    )]
    NoPlace { tried: String },
    #[error(
        "{} cannot be copied to {}: no room is left there; set TMPDIR to a folder that has some",
        place.display(), folder.display()
    )]
    NoRoomForCopy { place: PathBuf, folder: PathBuf },
    #[error("{} is larger than 1 GiB, or has more than 20,000 files", .0.display())]
    TooBig(PathBuf),
    /// A program cannot be read.
    #[error(transparent)]
    NotCopied(At),
    #[error(transparent)]
    At(#[from] At),
    #[error("{name:?} cannot be a file of a tool's folder: it must be a plain name, and only once")]
    Name { name: String },
    #[error("{name:?} does not fit into a folder of {folder_bytes} bytes: give it a larger one")]
    NoRoom { name: String, folder_bytes: u64 },
    #[error("{program:?} was ended from outside the sandbox: run it again")]
    Ended { program: PathBuf },
    #[error(
        "{program:?} took too long, and this system does not tell whether others took the core: run it again when \
         the machine is quiet"
    )]
    Unmeasured { program: PathBuf },
    #[error("{what}")]
    Tool { what: &'static str, source: io::Error },
}
