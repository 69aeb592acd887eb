//! What the sandbox promises of each program, the mechanisms that keep it, and what is missing where none
//! does.

use std::str::FromStr;

use serde::{Serialize, Serializer};
use strum::{Display, EnumIter, EnumString, IntoStaticStr};

/// A promise about a program. Its text is a name, also in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, EnumIter, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
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
    #[strum(to_string = "system calls")]
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

/// A mechanism that keeps a promise, or what it lacks. Its text is English, and is stored beside results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, EnumIter, EnumString)]
#[expect(missing_docs, reason = "its text says each")]
pub enum Mechanism {
    /// Of this version.
    #[strum(to_string = "Landlock, version {0}")]
    Landlock(u32),
    #[strum(to_string = "needs Landlock (Linux 5.13)")]
    NeedsLandlock,
    #[strum(to_string = "network namespace without interfaces, and seccomp: no sockets")]
    NetworkNamespaceAndSeccomp,
    #[strum(to_string = "network namespace without interfaces")]
    NetworkNamespace,
    #[strum(to_string = "seccomp: no sockets")]
    SeccompNoSockets,
    #[strum(to_string = "needs namespaces or seccomp")]
    NeedsNamespacesOrSeccomp,
    #[strum(to_string = "process-id namespace: nobody else can be seen or signalled")]
    ProcessNamespace,
    #[strum(to_string = "a user id of its own")]
    OwnUser,
    #[strum(to_string = "needs namespaces, or root")]
    NeedsNamespacesOrRoot,
    #[strum(to_string = "process-id namespace: the kernel ends it as a whole")]
    EndedByNamespace,
    #[strum(to_string = "needs namespaces: descendants are looked for and ended")]
    DescendantsEnded,
    #[strum(to_string = "Landlock: of /proc its own part; seccomp: signals to itself alone")]
    OwnPartOfProc,
    #[strum(to_string = "one process: it can start no other")]
    OneProcess,
    #[strum(
        to_string = "one process: it can start no other; threads by a limit on a user id of its own"
    )]
    OneProcessThreadsByUser,
    #[strum(to_string = "one process: it can start no other; seccomp: each new thread is counted")]
    OneProcessThreadsCounted,
    #[strum(to_string = "one process: it can start no other; its threads count as memory")]
    OneProcessThreadsAsMemory,
    #[strum(to_string = "file size limit, and a look at its folder now and then")]
    FolderLookedAt,
    #[strum(to_string = "needs seccomp")]
    NeedsSeccomp,
    #[strum(to_string = "seccomp")]
    Seccomp,
    #[strum(to_string = "limit on a user id of its own")]
    LimitOnOwnUser,
    #[strum(to_string = "the kernel exempts this user id from the limit")]
    ExemptUser,
    #[strum(to_string = "limit in a user namespace of its own")]
    LimitInUserNamespace,
    #[strum(to_string = "a file system of its own, and the file size limit")]
    OwnFileSystem,
    #[strum(to_string = "needs namespaces: file size limit only")]
    FileSizeOnly,
    #[strum(
        to_string = "sampled every millisecond, without lists of mappings: needs Delegate=yes in this systemd unit"
    )]
    SampledNeedsDelegate,
    #[strum(to_string = "sampled every millisecond, without lists of mappings: needs --scope")]
    SampledNeedsScope,
    #[strum(
        to_string = "sampled every millisecond, without lists of mappings: needs a control group that limits memory"
    )]
    SampledNeedsGroup,
    #[strum(to_string = "control group, version 2, in a systemd scope of its own")]
    GroupInScope,
    #[strum(to_string = "control group, version 1")]
    GroupV1,
    #[strum(to_string = "control group, version 2")]
    GroupV2,
    #[strum(to_string = "the referee's clock; processor time by control group")]
    ClockAndGroup,
    #[strum(to_string = "the referee's clock; processor time in ticks of the kernel")]
    ClockAndTicks,
    #[strum(to_string = "a plain process of yours: nothing is kept from it")]
    PlainProcess,
    #[strum(to_string = "a plain process: its process group and its descendants are ended")]
    PlainProcessGroup,
    #[strum(to_string = "a plain process: file size limit only")]
    PlainFileSize,
    #[strum(to_string = "a plain process: looked at every millisecond")]
    PlainLookedAt,
    #[strum(to_string = "a plain process: stop signals")]
    PlainStopSignals,
    #[strum(to_string = "control group")]
    ControlGroup,
    #[strum(to_string = "stop signals: needs a control group")]
    StopSignals,
    /// Of earlier versions, which stored it.
    #[strum(to_string = "limit on the caller's user id, shared with it")]
    SharedUserLimit,
    /// Of earlier versions, which stored it.
    #[strum(
        to_string = "looked at every millisecond: needs a control group (root, or systemd-run --user --scope -p Delegate=yes)"
    )]
    LookedAt,
}

impl Mechanism {
    /// Reads a text that was stored; `None` for that of another version of this program.
    pub fn of_text(text: &str) -> Option<Mechanism> {
        match text.strip_prefix("Landlock, version ") {
            Some(version) => version.parse().ok().map(Mechanism::Landlock),
            None => Mechanism::from_str(text).ok(),
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
    fn every_stored_text_is_read_back_as_its_mechanism() {
        for mechanism in Mechanism::iter().chain([Mechanism::Landlock(6)]) {
            assert_eq!(Mechanism::of_text(&mechanism.to_string()), Some(mechanism));
        }
        assert_eq!(Mechanism::of_text("of another version"), None);
        for promise in Promise::iter() {
            assert_eq!(promise.to_string().parse(), Ok(promise));
        }
    }
}
