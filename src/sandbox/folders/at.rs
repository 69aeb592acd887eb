//! Failures that have a place in the file system.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

#[derive(Debug, Error)]
#[error("{}: {what}", path.display())]
pub struct At {
    pub path: PathBuf,
    /// The failure, for people.
    pub what: Cow<'static, str>,
    /// The system's error, if it has one.
    pub source: Option<io::Error>,
}

impl At {
    /// A failed system call.
    pub fn io(path: &Path, what: &'static str, source: io::Error) -> At {
        At { path: path.to_owned(), what: what.into(), source: Some(source) }
    }

    /// A failure that no system call reported.
    pub fn new(path: &Path, what: impl Into<Cow<'static, str>>) -> At {
        At { path: path.to_owned(), what: what.into(), source: None }
    }
}
