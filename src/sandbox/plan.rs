//! What is to be run, and within which bounds.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// Bounds that the kernel enforces by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// The largest file it may write, in bytes.
    pub file_bytes: u64,
    /// Files it may have open at once.
    pub open_files: u64,
    /// Processes and threads it may have at once, counted by user id.
    pub processes: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            file_bytes: 16 << 20,
            open_files: 256,
            processes: 64,
        }
    }
}

/// A program to be run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// The only folder it may write in; its working directory.
    pub folder: PathBuf,
    /// Further files and folders it may read, besides the system's.
    pub readable: Vec<PathBuf>,
    /// Its environment: these variables and no others.
    pub variables: Vec<(String, String)>,
    /// Its bounds.
    pub limits: Limits,
    /// The user id it gets when the caller is root; 0 is refused.
    pub user: u32,
}

/// A plan on its way to the keeper and the warden, as one line of JSON.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Order {
    pub(super) program: Bytes,
    pub(super) args: Vec<Bytes>,
    pub(super) folder: Bytes,
    pub(super) readable: Vec<Bytes>,
    pub(super) variables: Vec<(String, String)>,
    pub(super) limits: Limits,
    pub(super) user: u32,
    /// The process that the keeper must see as its parent, or it is too late.
    pub(super) caller: u32,
    pub(super) with_namespaces: bool,
    pub(super) with_landlock: bool,
    pub(super) with_seccomp: bool,
}

/// A path or argument: any bytes but NUL, so not always text.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Bytes(Vec<u8>);

impl Bytes {
    pub(super) fn os(&self) -> OsString {
        OsString::from_vec(self.0.clone())
    }

    pub(super) fn path(&self) -> PathBuf {
        PathBuf::from(self.os())
    }
}

impl From<&Path> for Bytes {
    fn from(path: &Path) -> Bytes {
        Bytes(path.as_os_str().as_bytes().to_vec())
    }
}

impl From<&OsString> for Bytes {
    fn from(text: &OsString) -> Bytes {
        Bytes(text.as_bytes().to_vec())
    }
}
