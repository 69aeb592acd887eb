//! Promises of the sandbox for each program, the mechanisms that keep it, and what is missing where none
//! does.

use std::str::FromStr;

use serde::{Serialize, Serializer};
use strum::{Display, EnumIter, EnumString, IntoStaticStr};

/// A promise about a program. Its text is a code, also in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, EnumIter, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Promise {
    /// It reads and writes nothing but what it may.
    Files,
    /// It reaches no network.
    Network,
    /// It neither sees nor reaches its opponent.
    Opponent,
    /// Nothing of it outlives its match.
    Survival,
    /// It makes harmless system calls only.
    SystemCalls,
    /// It starts no more processes than it may.
    Processes,
    /// It fills no disk.
    Disk,
    /// It takes no more memory than it may.
    Memory,
    /// Its time is measured.
    Time,
    /// It does not run when it is not its turn.
    Freezing,
}

/// A mechanism that keeps a promise, or what it lacks. Its text is a code, also in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, EnumIter, EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Mechanism {
    /// Of this version.
    #[strum(to_string = "landlock_{0}")]
    Landlock(u32),
    NeedsLandlock,
    NetworkNamespaceAndSeccomp,
    NetworkNamespace,
    SeccompNoSockets,
    NeedsNamespacesOrSeccomp,
    ProcessNamespace,
    OwnUser,
    NeedsNamespacesOrRoot,
    EndedByNamespace,
    DescendantsEnded,
    OwnPartOfProc,
    OneProcess,
    OneProcessThreadsByUser,
    OneProcessThreadsCounted,
    OneProcessThreadsAsMemory,
    FolderLookedAt,
    NeedsSeccomp,
    Seccomp,
    LimitOnOwnUser,
    ExemptUser,
    LimitInUserNamespace,
    OwnFileSystem,
    FileSizeOnly,
    LookedAtNeedsDelegate,
    LookedAtNeedsScope,
    LookedAtNeedsGroup,
    NotLimited,
    GroupInScope,
    GroupV1,
    GroupV2,
    ClockAndGroup,
    ClockOfProcess,
    PlainProcess,
    ControlGroup,
    StopSignals,
}

impl Mechanism {
    /// Reads a code; `None` for one that this program does not know.
    pub fn from_code(code: &str) -> Option<Mechanism> {
        match code.strip_prefix("landlock_") {
            Some(version) => version.parse().ok().map(Mechanism::Landlock),
            None => Mechanism::from_str(code).ok(),
        }
    }
}

impl Serialize for Promise {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for Mechanism {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator;

    use super::*;

    #[test]
    fn every_code_is_read_back_as_its_mechanism() {
        for mechanism in Mechanism::iter().chain([Mechanism::Landlock(6)]) {
            let code = mechanism.to_string();
            assert!(code.chars().all(|it| it == '_' || it.is_ascii_alphanumeric()), "{code}");
            assert_eq!(Mechanism::from_code(&code), Some(mechanism));
        }
        assert_eq!(Mechanism::from_code("landlock"), None);
        assert_eq!(Mechanism::from_code("seccomp: no sockets"), None);
        for promise in Promise::iter() {
            assert_eq!(promise.to_string().parse(), Ok(promise));
        }
    }
}
