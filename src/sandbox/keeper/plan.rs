//! Plans of programs to run, with their limits.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Limits of a program and everything it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Memory of the whole process tree in bytes: touched memory, not reserved address space.
    pub memory_bytes: u64,
    /// The largest file it may write, in bytes.
    pub file_bytes: u64,
    /// All its files together, in bytes.
    pub folder_bytes: u64,
    /// Maximum number of files.
    pub folder_files: u64,
    /// Files it may have open at once.
    pub open_files: u64,
    /// Processes and threads it may have at once.
    pub processes: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            memory_bytes: 100 << 20,
            file_bytes: 16 << 20,
            folder_bytes: 32 << 20,
            folder_files: 4096,
            open_files: 256,
            processes: 64,
        }
    }
}

/// A program to be run, in a new folder that no other program can reach.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// Further files and folders it may read, besides the system's.
    pub readable: Vec<PathBuf>,
    /// Its environment: these variables and no others.
    pub variables: Vec<(String, String)>,
    /// One more variable, whose value is the path of its folder.
    pub folder_variable: Option<String>,
    /// The files in its folder when it begins: names and contents.
    pub files: Vec<(String, String)>,
    /// Its limits.
    pub limits: Limits,
    /// Its permission to start other processes.
    pub processes: Processes,
}

/// Permission of a program to start other processes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Processes {
    /// Allowed within its limits where namespaces and control groups contain them; elsewhere forbidden.
    #[default]
    Usual,
    /// Allowed within its limits, because it needs them. Where nothing contains them, the program is
    /// refused.
    Several,
    /// Allowed within its limits on every machine: for trusted programs.
    Trusted,
}

/// The `argv[0]` that makes an executable serve as a keeper.
pub(crate) const KEEPER: &str = "arbitro-keeper";

/// The program's folder, in the room that is made for it.
pub(crate) const FOLDER: &str = "match";

/// The caller's message that the program may begin.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Begin;

/// A message to the keeper.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Errand<O = Order> {
    /// Numbers of earlier programs that the caller no longer needs.
    pub(super) released: Vec<u64>,
    /// The program to start; it comes with the descriptors that the warden gets.
    pub(crate) order: Option<O>,
}

/// A plan on its way to the keeper.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Order {
    /// `None` tries the layers and runs nothing.
    pub(crate) program: Option<Bytes>,
    pub(crate) args: Vec<Bytes>,
    pub(crate) readable: Vec<Bytes>,
    pub(crate) variables: Vec<(String, String)>,
    pub(crate) folder_variable: Option<String>,
    pub(crate) files: Vec<(String, String)>,
    pub(crate) limits: Limits,
    /// The user id that the program gets if the caller is root.
    pub(crate) user: u32,
    /// The group that it gets then, to which copies of programs are open.
    pub(crate) group: Option<u32>,
    /// The layers to apply.
    pub(crate) layers: Layers,
    /// The program's number in its keeper.
    pub(crate) number: u64,
    /// True to kill the program as soon as the system has started it, to learn whether it can start.
    pub(super) is_trial: bool,
    /// The means to learn which system calls the program is denied; `None` for a usual run.
    pub(crate) diagnose: Option<Diagnose>,
    /// Memory that a trial without a program touches.
    pub(super) touch_bytes: u64,
    /// True if a trial without a program forks.
    pub(crate) forks: bool,
    /// The processor time of a tool, which may read only those parts of `/etc` that loading a program needs;
    /// `None` for a program that is none.
    pub(crate) tool: Option<Duration>,
}

/// A run that finds out which system calls a program is denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Diagnose {
    /// Maximum time that it runs.
    pub(crate) within: Duration,
    /// The system call that pretends to succeed; it is not made.
    pub(crate) pretended: Option<u32>,
}

/// The layers between a program and the machine, each on or off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Layers {
    pub(crate) namespaces: bool,
    /// Everything mounted is read-only, except for the program's folder. Needs namespaces.
    pub(crate) read_only: bool,
    /// The Landlock version to use; 0 for none.
    pub(crate) landlock: u32,
    pub(crate) seccomp: bool,
    /// Control groups that limit memory, count processor time, freeze and kill.
    pub(crate) groups: bool,
    /// The stand-in for namespaces, or for groups.
    pub(crate) instead: Instead,
    /// The warden counts the threads of a program that is one process, where the kernel does not.
    pub(crate) counts_threads: bool,
}

/// A stand-in for namespaces, or for control groups, where there are none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Instead {
    /// Nothing: there are both, or the program is trusted, or a tool.
    #[default]
    Nothing,
    /// The program may start no other process. Without namespaces it may signal none either.
    OneProcess,
    /// The program's processes have a user id that no other program has.
    OwnUser,
}

/// A path or argument: any bytes but NUL, so not always text.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Bytes(Vec<u8>);

impl Bytes {
    pub(crate) fn os(&self) -> OsString {
        OsString::from_vec(self.0.clone())
    }

    pub(crate) fn path(&self) -> PathBuf {
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
