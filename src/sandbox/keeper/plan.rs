//! Plans of programs to run, with their limits.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Limits of a program and everything it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Memory of the whole process tree in bytes: touched memory, not reserved address space.
    pub memory_bytes: u64,
    pub file_bytes: u64,
    pub folder_bytes: u64,
    pub folder_files: u64,
    pub open_files: u64,
    /// Processes and threads it may have at once.
    pub processes: u64,
}

impl Limits {
    pub const USUAL: Limits = Limits {
        memory_bytes: 100 << 20,
        file_bytes: 16 << 20,
        folder_bytes: 32 << 20,
        folder_files: 4096,
        open_files: 256,
        processes: 64,
    };
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::USUAL
    }
}

/// A program to be run, in a new folder that no other program can reach.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Plan {
    #[serde(with = "path")]
    pub program: PathBuf,
    pub args: Vec<OsString>,
    /// Further files and folders it may read, besides the system's.
    #[serde(with = "paths")]
    pub readable: Vec<PathBuf>,
    /// Its environment: these variables and no others.
    pub variables: Vec<(String, String)>,
    /// One more variable, whose value is the path of its folder.
    pub folder_variable: Option<String>,
    /// The files in its folder when it begins: names and contents.
    pub files: Vec<(String, String)>,
    pub limits: Limits,
    /// Its permission to start other processes.
    pub processes: Processes,
}

impl Plan {
    /// The files and folders that the program may read besides the system's, itself among them.
    pub(super) fn files_to_read(&self) -> impl Iterator<Item = &Path> {
        self.readable.iter().chain([&self.program]).map(PathBuf::as_path)
    }
}

/// Permission of a program to start other processes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
pub(super) struct KeeperRequest<O = Order> {
    /// Numbers of earlier programs that the caller no longer needs.
    pub(super) released: Vec<u64>,
    /// The program to start; it comes with the descriptors that the supervisor gets.
    pub(crate) order: Option<O>,
}

/// A plan on its way to the keeper.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Order {
    pub(crate) plan: Plan,
    pub(crate) task: Task,
    /// The user id that the program gets if the caller is root.
    pub(crate) user: u32,
    /// The group that it gets then, to which copies of programs are open.
    pub(crate) group: Option<u32>,
    pub(crate) layers: Layers,
    /// The program's number in its keeper.
    pub(crate) number: u64,
    /// The processor time of a tool, which may read only those parts of `/etc` that loading a program needs;
    /// `None` for a player.
    pub(crate) tool: Option<Duration>,
}

/// The work of a supervisor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Task {
    Run,
    /// Starts the program and kills it at once, to learn whether it can start.
    Start,
    Diagnose(Diagnose),
    /// Tries the layers without a program, and touches so many bytes of memory.
    Touch(u64),
    /// Tries the layers without a program, and forks.
    Fork,
}

/// A run that finds out which system calls a program is denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Diagnose {
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
    /// The supervisor counts the threads of a program that is one process, where the kernel does not.
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

/// Paths are any bytes but NUL, and not always text, which serde expects of them.
mod path {
    use super::{Deserialize, OsString, Path, PathBuf, Serialize};

    pub(super) fn serialize<S: serde::Serializer>(path: &Path, to: S) -> Result<S::Ok, S::Error> {
        path.as_os_str().serialize(to)
    }

    pub(super) fn deserialize<'de, D: serde::Deserializer<'de>>(
        from: D,
    ) -> Result<PathBuf, D::Error> {
        OsString::deserialize(from).map(PathBuf::from)
    }
}

mod paths {
    use super::{Deserialize, OsString, PathBuf};

    pub(super) fn serialize<S: serde::Serializer>(
        paths: &[PathBuf],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_seq(paths.iter().map(|path| path.as_os_str()))
    }

    pub(super) fn deserialize<'de, D: serde::Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<PathBuf>, D::Error> {
        Ok(Vec::<OsString>::deserialize(from)?.into_iter().map(PathBuf::from).collect())
    }
}
