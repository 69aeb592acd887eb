//! The guarantees that this machine can give, the mechanism behind each, and whether they suffice.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use strum::{FromRepr, IntoEnumIterator};

use super::guarantee::{Guarantee, Strength};
use super::mechanism::{Mechanism, Promise};
use crate::error::SandboxError;
use crate::keeper::plan::{Instead, Layers};

/// A caller's requirement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Require {
    /// Nothing: for programs that are trusted, or because the caller asked for it.
    Anything,
    /// Everything that protects the opponent and the referee from a hostile program.
    #[default]
    Safety,
    /// Every promise enforced.
    Strict,
}

impl FromStr for Require {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Require, &'static str> {
        match text {
            "strict" => Ok(Require::Strict),
            _ => Err(
                "it is \"strict\": every protection enforced by the kernel, or nothing is started",
            ),
        }
    }
}

/// The mechanism that counts and limits memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum MemoryBy {
    /// Looks every millisecond at a program that is one process; no groups, and no limit of any other program.
    #[default]
    Looks,
    /// A control group of the first version, beside one of the second that counts, freezes and kills.
    GroupV1,
    /// One of the second version, which does all of that.
    GroupV2,
}

/// Causes of missing namespaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, FromRepr)]
#[repr(u8)]
pub enum NoNamespaces {
    /// Making one is refused: by the profile of a container, or by a setting of the kernel.
    Refused = 1,
    /// A user namespace can be made, but gives no rights in it: Ubuntu's AppArmor does so, from 23.10
    /// on. Or mounting is refused.
    Powerless,
    /// They can be made, but no /proc can be mounted in them: the one that is there is partly covered,
    /// as containers do, and a new one would show what is covered.
    Masked,
    /// The kernel has none, or no more of them.
    Missing,
}

impl NoNamespaces {
    pub(crate) fn code(self) -> u8 {
        self as u8
    }

    /// Returns the cause that an exit code stands for. A trial that was killed counts as
    /// [`Missing`](NoNamespaces::Missing).
    pub(crate) fn from_code(code: Option<u8>) -> NoNamespaces {
        code.and_then(NoNamespaces::from_repr).unwrap_or(NoNamespaces::Missing)
    }
}

/// Causes why there are no control groups that limit memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMemoryGroup {
    /// There is none that can be written and has the controller.
    Missing,
    /// The group belongs to a service of systemd without `Delegate=yes`.
    Service,
    /// The group is a login's, or another scope of systemd's: [`take_scope`](crate::take_scope) may give another.
    Login,
}

/// The layers that this machine gives, found by trying each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Guarantees {
    /// A supervisor process contains each program. Without one a program is a plain child of the caller,
    /// without any protection.
    pub supervisor: bool,
    pub namespaces: bool,
    /// The cause, where they cannot.
    pub no_namespaces: Option<NoNamespaces>,
    /// In them all that is mounted can be made read-only.
    pub read_only: bool,
    /// The Landlock version, 0 without it.
    pub landlock: u32,
    /// System calls can be filtered.
    pub seccomp: bool,
    /// The caller is root and can give a program a user id of its own.
    pub own_user: bool,
    /// The number of a program's processes can be limited: its user id is counted by itself, and is
    /// not root's outside of all namespaces, which the kernel exempts.
    pub limits_processes: bool,
    /// A program can be kept to one process: it starts no other, and without namespaces signals no other.
    pub one_process: bool,
    /// A program that is one process asks its supervisor for each thread it starts.
    pub counts_threads: bool,
    /// The mechanism that limits memory. Control groups that do also count, freeze and kill.
    pub memory: MemoryBy,
    /// The cause why no control groups do, where that was found out.
    pub no_memory_group: Option<NoMemoryGroup>,
    /// True if the control groups are those of a scope that systemd gave this process.
    pub has_scope: bool,
}

/// The promises that a hostile program can circumvent where neither namespaces nor a
/// single process contain it.
const HELD_BY_NAMESPACES: [Promise; 2] = [Promise::Survival, Promise::Disk];

impl Guarantees {
    /// Every guarantee, with its mechanism.
    pub fn list(&self) -> Vec<Guarantee> {
        if !self.supervisor {
            return all_absent();
        }
        use Strength::{Absent, Approximate, Enforced};
        let either = |holds: bool, by: Mechanism, otherwise: (Strength, Mechanism)| {
            if holds { (Enforced, by) } else { otherwise }
        };
        let files = match self.landlock {
            0 => Mechanism::NeedsLandlock,
            version => Mechanism::Landlock(version),
        };
        let files_hold = match self.landlock {
            0 => Absent,
            // Where they let files that cannot be written be cut short, the filter does not.
            1 | 2 if !self.seccomp => Approximate,
            _ => Enforced,
        };
        let network = match (self.namespaces, self.seccomp) {
            (true, true) => (Enforced, Mechanism::NetworkNamespaceAndSeccomp),
            (true, false) => (Enforced, Mechanism::NetworkNamespace),
            (false, true) => (Enforced, Mechanism::SeccompNoSockets),
            (false, false) => (Absent, Mechanism::NeedsNamespacesOrSeccomp),
        };
        let is_one = self.is_one_process();
        let is_alone = is_one && !self.namespaces;
        let opponent = match (self.namespaces, self.own_user) {
            (true, _) => (Enforced, Mechanism::ProcessNamespace),
            (false, _) if is_alone => (Enforced, Mechanism::OwnPartOfProc),
            (false, true) => (Approximate, Mechanism::OwnUser),
            (false, false) => (Absent, Mechanism::NeedsNamespacesOrRoot),
        };
        let survival = if is_alone {
            (Enforced, Mechanism::OneProcess)
        } else {
            either(
                self.namespaces,
                Mechanism::EndedByNamespace,
                (Approximate, Mechanism::DescendantsEnded),
            )
        };
        let calls = either(self.seccomp, Mechanism::Seccomp, (Absent, Mechanism::NeedsSeccomp));
        let processes = match (self.limits_processes, self.own_user, self.namespaces) {
            (true, _, true) | (true, true, false) if is_one => {
                (Enforced, Mechanism::OneProcessThreadsByUser)
            }
            _ if is_one && self.counts_threads => (Enforced, Mechanism::OneProcessThreadsCounted),
            _ if is_one => (Approximate, Mechanism::OneProcessThreadsAsMemory),
            (true, true, _) => (Enforced, Mechanism::LimitOnOwnUser),
            (_, false, false) => (Absent, Mechanism::NeedsNamespacesOrRoot),
            (true, false, true) => (Enforced, Mechanism::LimitInUserNamespace),
            (false, _, _) => (Absent, Mechanism::ExemptUser),
        };
        let disk = either(
            self.namespaces,
            Mechanism::OwnFileSystem,
            if is_alone {
                (Approximate, Mechanism::FolderLookedAt)
            } else {
                (Approximate, Mechanism::FileSizeOnly)
            },
        );
        let memory = match self.memory {
            MemoryBy::GroupV2 if self.has_scope => (Enforced, Mechanism::GroupInScope),
            MemoryBy::GroupV2 => (Enforced, Mechanism::GroupV2),
            MemoryBy::GroupV1 => (Enforced, Mechanism::GroupV1),
            MemoryBy::Looks if is_one => (Approximate, self.looked_at()),
            MemoryBy::Looks => (Absent, Mechanism::NotLimited),
        };
        let has_groups = self.has_groups();
        let time = match (has_groups, is_one) {
            (true, _) => (Enforced, Mechanism::ClockAndGroup),
            (false, true) => (Enforced, Mechanism::ClockOfProcess),
            (false, false) => (Approximate, Mechanism::ClockOfProcess),
        };
        let freezing =
            either(has_groups, Mechanism::ControlGroup, (Approximate, Mechanism::StopSignals));
        let list = [
            (Promise::Files, (files_hold, files)),
            (Promise::Network, network),
            (Promise::Opponent, opponent),
            (Promise::Survival, survival),
            (Promise::SystemCalls, calls),
            (Promise::Processes, processes),
            (Promise::Disk, disk),
            (Promise::Memory, memory),
            (Promise::Time, time),
            (Promise::Freezing, freezing),
        ];
        let guarantee =
            |(promise, (strength, mechanism))| Guarantee { promise, strength, mechanism };
        list.map(guarantee).to_vec()
    }

    /// Describes how memory is limited without a control group, and what would give one.
    fn looked_at(&self) -> Mechanism {
        match self.no_memory_group {
            Some(NoMemoryGroup::Service) => Mechanism::LookedAtNeedsDelegate,
            Some(NoMemoryGroup::Login) => Mechanism::LookedAtNeedsScope,
            Some(NoMemoryGroup::Missing) | None => Mechanism::LookedAtNeedsGroup,
        }
    }

    /// Returns true if a hostile program can be kept from its opponent and its judge.
    pub fn suffice(&self) -> bool {
        self.holds_any() || self.is_one_process()
    }

    /// Returns true if control groups limit a program's memory, count its time, freeze and kill it.
    pub fn has_groups(&self) -> bool {
        self.memory != MemoryBy::Looks
    }

    /// Returns true if namespaces and groups bound any number of processes.
    fn holds_any(&self) -> bool {
        let is_confined = self.supervisor && self.landlock > 0 && self.seccomp;
        is_confined && self.namespaces && self.limits_processes && self.has_groups()
    }

    /// Returns true if untrusted programs are contained as single processes, for want of namespaces or of
    /// control groups.
    pub fn is_one_process(&self) -> bool {
        self.supervisor
            && self.one_process
            && self.landlock > 0
            && self.seccomp
            && !self.holds_any()
            && (!self.namespaces || self.limits_processes)
    }

    /// Returns true if an untrusted player that asks for it may start others: groups bound them.
    pub fn holds_several(&self) -> bool {
        self.holds_tools() && self.has_groups()
    }

    /// Returns true if a tool may start others: namespaces or a user id hold them together.
    pub fn holds_tools(&self) -> bool {
        self.suffice() && self.limits_processes && (self.namespaces || self.own_user)
    }

    /// Returns true if programs run under other user ids than the caller's.
    pub fn has_other_users(&self) -> bool {
        self.supervisor && self.own_user
    }

    /// Checks that this is what a caller requires.
    pub fn meet(&self, require: Require) -> Result<(), SandboxError> {
        let weak = self.weak(require);
        if weak.is_empty() { Ok(()) } else { Err(SandboxError::TooWeak(weak)) }
    }

    /// The guarantees that are weaker than the caller requires.
    pub fn weak(&self, require: Require) -> Vec<Guarantee> {
        let least = match require {
            Require::Anything => return Vec::new(),
            Require::Safety if self.suffice() => return Vec::new(),
            Require::Safety => Strength::Approximate,
            Require::Strict => Strength::Enforced,
        };
        // Without namespaces some guarantees hold against accidents only, which is not safety.
        let is_kept_by_accident = |guarantee: &Guarantee| {
            require == Require::Safety
                && !self.is_one_process()
                && !self.namespaces
                && HELD_BY_NAMESPACES.contains(&guarantee.promise)
        };
        let is_weak = |it: &Guarantee| it.strength < least || is_kept_by_accident(it);
        self.list().into_iter().filter(is_weak).collect()
    }

    pub(crate) fn layers(&self) -> Layers {
        Layers {
            namespaces: self.namespaces,
            read_only: self.namespaces && self.read_only,
            landlock: self.landlock,
            seccomp: self.seccomp,
            groups: self.has_groups(),
            instead: Instead::Nothing,
            counts_threads: self.counts_threads,
        }
    }
}

fn all_absent() -> Vec<Guarantee> {
    let (strength, mechanism) = (Strength::Absent, Mechanism::PlainProcess);
    Promise::iter().map(|promise| Guarantee { promise, strength, mechanism }).collect()
}
