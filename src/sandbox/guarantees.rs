//! The guarantees that this machine can give, the mechanism behind each, and whether they suffice.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::error::TooWeak;
use super::plan::{Instead, Layers};

/// Strength of a guarantee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Strength {
    /// Not at all.
    Absent,
    /// Against accidents, not against everything a hostile program can do.
    Approximate,
    /// By the kernel.
    Enforced,
}

impl Strength {
    /// Its word in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Strength::Absent => "absent",
            Strength::Approximate => "approximate",
            Strength::Enforced => "enforced",
        }
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One promise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Guarantee {
    /// The promise's name.
    pub name: &'static str,
    /// Its strength.
    pub strength: Strength,
    /// The mechanism that enforces it, or the reason that there is none.
    pub mechanism: String,
}

impl Guarantee {
    /// Returns its strength and mechanism, as kept beside results.
    pub fn how(&self) -> String {
        format!("{}: {}", self.strength, self.mechanism)
    }
}

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

/// No such thing to insist on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is \"strict\": every protection enforced by the kernel, or nothing is started")]
pub struct UnknownRequire;

impl FromStr for Require {
    type Err = UnknownRequire;

    fn from_str(text: &str) -> Result<Require, UnknownRequire> {
        match text {
            "strict" => Ok(Require::Strict),
            _ => Err(UnknownRequire),
        }
    }
}

/// The mechanism that counts and limits memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum MemoryBy {
    /// Sampling every millisecond; no limit in the kernel.
    #[default]
    Sampling,
    /// A control group of the first version.
    GroupV1,
    /// One of the second.
    GroupV2,
}

/// Causes of missing namespaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NoNamespaces {
    /// Making one is refused: by the profile of a container, or by a setting of the kernel.
    Refused,
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
    const ALL: [NoNamespaces; 4] = [
        NoNamespaces::Refused,
        NoNamespaces::Powerless,
        NoNamespaces::Masked,
        NoNamespaces::Missing,
    ];

    /// Its number as an exit code.
    pub(super) fn code(self) -> u8 {
        self as u8 + 1
    }

    /// Returns the cause that an exit code stands for. A trial that was killed counts as
    /// [`Missing`](NoNamespaces::Missing).
    pub(super) fn of_code(code: Option<u8>) -> NoNamespaces {
        let of_code = |it: &NoNamespaces| code == Some(it.code());
        let known = NoNamespaces::ALL.into_iter().find(of_code);
        known.unwrap_or(NoNamespaces::Missing)
    }
}

/// Causes why no control group limits memory.
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
    /// A warden process contains each program. Without one a program is a plain child of the caller,
    /// without any protection.
    pub warden: bool,
    /// Namespaces can be made.
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
    /// One process can be contained without namespaces: it starts no other and signals no other.
    pub one_process: bool,
    /// A program that is one process asks its warden for each thread it starts.
    pub counts_threads: bool,
    /// There are control groups that freeze and count processor time.
    pub group: bool,
    /// The mechanism that limits memory.
    pub memory: MemoryBy,
    /// The cause why no control group does, where that was found out.
    pub no_memory_group: Option<NoMemoryGroup>,
    /// True if the control groups are those of a scope that systemd gave this process.
    pub has_scope: bool,
}

/// Names of the guarantees that a hostile program can circumvent where neither namespaces nor a
/// single process contain it.
const HELD_BY_NAMESPACES: [&str; 2] = ["survival", "disk"];

impl Guarantees {
    /// Every guarantee, with its mechanism.
    pub fn list(&self) -> Vec<Guarantee> {
        if !self.warden {
            return of_plain_processes();
        }
        use Strength::{Absent, Approximate, Enforced};
        let guarantee = |name, strength, mechanism: &str| Guarantee {
            name,
            strength,
            mechanism: mechanism.to_owned(),
        };
        let either = |holds: bool, by: &'static str, otherwise: (Strength, &'static str)| {
            if holds { (Enforced, by) } else { otherwise }
        };
        let files = match self.landlock {
            0 => "needs Landlock (Linux 5.13)".to_owned(),
            version => format!("Landlock, version {version}"),
        };
        let files_hold = match self.landlock {
            0 => Absent,
            // Where they let files that cannot be written be cut short, the filter does not.
            1 | 2 if !self.seccomp => Approximate,
            _ => Enforced,
        };
        let network = match (self.namespaces, self.seccomp) {
            (true, true) => (
                Enforced,
                "network namespace without interfaces, and seccomp: no sockets",
            ),
            (true, false) => (Enforced, "network namespace without interfaces"),
            (false, true) => (Enforced, "seccomp: no sockets"),
            (false, false) => (Absent, "needs namespaces or seccomp"),
        };
        let is_one = self.is_one_process();
        let opponent = match (self.namespaces, self.own_user) {
            (true, _) => (
                Enforced,
                "process-id namespace: nobody else can be seen or signalled",
            ),
            (false, _) if is_one => (
                Enforced,
                "Landlock: of /proc its own part; seccomp: signals to itself alone",
            ),
            (false, true) => (Approximate, "a user id of its own"),
            (false, false) => (Absent, "needs namespaces, or root"),
        };
        let survival = if is_one {
            (Enforced, "one process: it can start no other")
        } else {
            either(
                self.namespaces,
                "process-id namespace: the kernel ends it as a whole",
                (
                    Approximate,
                    "needs namespaces: descendants are looked for and ended",
                ),
            )
        };
        let calls = either(self.seccomp, "seccomp", (Absent, "needs seccomp"));
        let processes = match (self.limits_processes, self.own_user, self.namespaces) {
            (true, true, false) if is_one => (
                Enforced,
                "one process: it can start no other; threads by a limit on a user id of its own",
            ),
            _ if is_one && self.counts_threads => (
                Enforced,
                "one process: it can start no other; seccomp: each new thread is counted",
            ),
            _ if is_one => (
                Approximate,
                "one process: it can start no other; its threads count as memory",
            ),
            (true, true, _) => (Enforced, "limit on a user id of its own"),
            (_, false, false) => (Absent, "needs namespaces, or root"),
            (true, false, true) => (Enforced, "limit in a user namespace of its own"),
            (false, _, _) => (Absent, "the kernel exempts this user id from the limit"),
        };
        let disk = either(
            self.namespaces,
            "a file system of its own, and the file size limit",
            if is_one {
                (
                    Approximate,
                    "file size limit, and a look at its folder now and then",
                )
            } else {
                (Approximate, "needs namespaces: file size limit only")
            },
        );
        let memory = match self.memory {
            MemoryBy::GroupV2 if self.has_scope => (
                Enforced,
                "control group, version 2, in a systemd scope of its own",
            ),
            MemoryBy::GroupV2 => (Enforced, "control group, version 2"),
            MemoryBy::GroupV1 => (Enforced, "control group, version 1"),
            MemoryBy::Sampling => (Approximate, self.sampled()),
        };
        let time = either(
            self.group,
            "the referee's clock; processor time by control group",
            (
                Approximate,
                "the referee's clock; processor time in ticks of the kernel",
            ),
        );
        let freezing = either(
            self.group,
            "control group",
            (Approximate, "stop signals: needs a control group"),
        );
        let mut list = vec![Guarantee {
            name: "files",
            strength: files_hold,
            mechanism: files,
        }];
        list.extend(
            [
                ("network", network),
                ("opponent", opponent),
                ("survival", survival),
                ("system calls", calls),
                ("processes", processes),
                ("disk", disk),
                ("memory", memory),
                ("time", time),
                ("freezing", freezing),
            ]
            .map(|(name, (strength, mechanism))| guarantee(name, strength, mechanism)),
        );
        list
    }

    /// Describes how memory is limited without a control group, and what would give one.
    fn sampled(&self) -> &'static str {
        match self.no_memory_group {
            Some(NoMemoryGroup::Service) => {
                "sampled every millisecond, without lists of mappings: needs Delegate=yes in this systemd unit"
            }
            Some(NoMemoryGroup::Login) => {
                "sampled every millisecond, without lists of mappings: needs --scope"
            }
            Some(NoMemoryGroup::Missing) | None => {
                "sampled every millisecond, without lists of mappings: needs a control group that limits memory"
            }
        }
    }

    /// Returns true if a hostile program can be kept from its opponent and its judge.
    pub fn suffice(&self) -> bool {
        let holds_together = self.namespaces && self.limits_processes || self.is_one_process();
        self.warden && self.landlock > 0 && self.seccomp && holds_together
    }

    /// Returns true if untrusted programs are contained as single processes, for want of namespaces.
    pub fn is_one_process(&self) -> bool {
        !self.namespaces && self.one_process && self.landlock > 0 && self.seccomp
    }

    /// Returns true if an untrusted program may start others: something holds them together.
    pub fn holds_several(&self) -> bool {
        self.suffice() && self.limits_processes && (self.namespaces || self.own_user)
    }

    /// Returns true if programs run under other user ids than the caller's.
    pub fn has_other_users(&self) -> bool {
        self.warden && self.own_user
    }

    /// Checks that this is what a caller requires.
    ///
    /// # Errors
    ///
    /// The promises that are too weak.
    pub fn meet(&self, require: Require) -> Result<(), TooWeak> {
        let weak = self.weak(require);
        if weak.is_empty() {
            return Ok(());
        }
        let missing = by_cause(&weak)
            .iter()
            .map(|(names, how)| {
                let is = if names.len() == 1 { "is" } else { "are" };
                format!("{} {is} {how}", names.join(", "))
            })
            .collect::<Vec<_>>()
            .join("; ");
        Err(TooWeak { missing })
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
        let is_kept_by_accident = |it: &Guarantee| {
            require == Require::Safety
                && !self.is_one_process()
                && !self.namespaces
                && HELD_BY_NAMESPACES.contains(&it.name)
        };
        let is_weak = |it: &Guarantee| it.strength < least || is_kept_by_accident(it);
        self.list().into_iter().filter(is_weak).collect()
    }

    pub(super) fn layers(&self) -> Layers {
        Layers {
            namespaces: self.namespaces,
            read_only: self.namespaces && self.read_only,
            landlock: self.landlock,
            seccomp: self.seccomp,
            group: self.group || self.memory == MemoryBy::GroupV2,
            memory_group: self.memory != MemoryBy::Sampling,
            instead: Instead::Nothing,
            counts_threads: self.counts_threads,
        }
    }
}

/// Groups guarantees of the same strength and mechanism: their names, and what they share.
pub fn by_cause(promises: &[Guarantee]) -> Vec<(Vec<&'static str>, String)> {
    let mut groups: Vec<(Vec<&'static str>, String)> = Vec::new();
    for promise in promises {
        let how = promise.how();
        match groups.iter_mut().find(|(_, it)| *it == how) {
            Some((names, _)) => names.push(promise.name),
            None => groups.push((vec![promise.name], how)),
        }
    }
    groups
}

/// The guarantees where programs are plain processes.
fn of_plain_processes() -> Vec<Guarantee> {
    use Strength::{Absent, Approximate};
    let nothing = "a plain process of yours: nothing is kept from it";
    [
        ("files", Absent, nothing),
        ("network", Absent, nothing),
        ("opponent", Absent, nothing),
        (
            "survival",
            Approximate,
            "a plain process: its process group and its descendants are ended",
        ),
        ("system calls", Absent, nothing),
        ("processes", Absent, nothing),
        ("disk", Approximate, "a plain process: file size limit only"),
        (
            "memory",
            Approximate,
            "a plain process: looked at every millisecond",
        ),
        (
            "time",
            Approximate,
            "the referee's clock; processor time in ticks of the kernel",
        ),
        ("freezing", Approximate, "a plain process: stop signals"),
    ]
    .map(|(name, strength, mechanism)| Guarantee {
        name,
        strength,
        mechanism: mechanism.to_owned(),
    })
    .into()
}
