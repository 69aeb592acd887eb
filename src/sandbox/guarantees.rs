//! What holds on this machine, and by which means.

use std::fmt;

/// How far a guarantee can be relied on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guarantee {
    /// What is promised.
    pub name: &'static str,
    /// How far.
    pub strength: Strength,
    /// By which means, or why not.
    pub mechanism: String,
}

/// Which layers this machine gives, found by trying each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guarantees {
    /// Namespaces can be made.
    pub namespaces: bool,
    /// The Landlock version, 0 without it.
    pub landlock: u32,
    /// System calls can be filtered.
    pub seccomp: bool,
    /// The caller is root and can give a program a user id of its own.
    pub own_user: bool,
}

impl Guarantees {
    /// Every promise, with what it rests on.
    pub fn list(&self) -> Vec<Guarantee> {
        use Strength::{Absent, Approximate, Enforced};
        let both = |first: bool, second: bool| match (first, second) {
            (true, _) => Enforced,
            (false, true) => Approximate,
            (false, false) => Absent,
        };
        let guarantee = |name, strength, mechanism: &str| Guarantee {
            name,
            strength,
            mechanism: mechanism.to_owned(),
        };
        let landlock = self.landlock > 0;
        let files = match self.landlock {
            0 => "needs Landlock (Linux 5.13)".to_owned(),
            version => format!("Landlock, version {version}"),
        };
        let network = match (self.namespaces, self.seccomp) {
            (true, true) => "network namespace without interfaces, and seccomp: no sockets",
            (true, false) => "network namespace without interfaces",
            (false, true) => "seccomp: no sockets",
            (false, false) => "needs namespaces or seccomp",
        };
        let others = match (self.namespaces, self.own_user) {
            (true, _) => "process-id namespace: nobody else can be seen or signalled",
            (false, true) => "a user id of its own",
            (false, false) => "needs namespaces, or root",
        };
        let survival = if self.namespaces {
            "process-id namespace: the kernel ends it as a whole"
        } else {
            "needs namespaces: a double fork survives"
        };
        vec![
            Guarantee {
                name: "files",
                strength: if landlock { Enforced } else { Absent },
                mechanism: files,
            },
            guarantee(
                "network",
                both(self.namespaces || self.seccomp, false),
                network,
            ),
            guarantee(
                "other processes",
                both(self.namespaces, self.own_user),
                others,
            ),
            guarantee("survival", both(self.namespaces, false), survival),
            guarantee(
                "system calls",
                both(self.seccomp, false),
                if self.seccomp {
                    "seccomp"
                } else {
                    "needs seccomp"
                },
            ),
            guarantee(
                "number of processes",
                if self.own_user { Enforced } else { Approximate },
                if self.own_user {
                    "limit on a user id of its own"
                } else {
                    "limit on the caller's user id, shared with it"
                },
            ),
            guarantee("size of a file", Enforced, "file size limit"),
            guarantee("memory", Absent, "not built yet"),
            guarantee("freezing", Absent, "not built yet"),
        ]
    }

    /// Whether a hostile program can be kept from its opponent and its judge.
    pub fn suffice(&self) -> bool {
        self.namespaces && self.landlock > 0 && self.seccomp
    }
}
