//! The layers that each promise rests on.

use strum::Display;

use super::guarantees::{Guarantees, MemoryBy};
use super::mechanism::Promise;

/// A layer between a program and the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Display)]
pub enum Layer {
    /// Namespaces, and the mounts in them.
    #[strum(to_string = "namespaces")]
    Namespaces,
    /// Mounts that can only be read, in a mount namespace.
    #[strum(to_string = "read-only mounts")]
    ReadOnly,
    /// Landlock, in this version.
    #[strum(to_string = "Landlock {0}")]
    Landlock(u32),
    /// The filter of system calls.
    #[strum(to_string = "seccomp")]
    Seccomp,
    /// A user id that no other program has.
    #[strum(to_string = "user id")]
    UserId,
    /// Limits that the kernel keeps for each process or user id.
    #[strum(to_string = "kernel limits")]
    Limits,
    /// Control groups.
    #[strum(to_string = "control group")]
    Groups,
    /// Looking at the program again and again.
    #[strum(to_string = "looks")]
    Looks,
    /// Signals to all processes that are found.
    #[strum(to_string = "signals")]
    Signals,
}

impl Guarantees {
    /// Returns the layers that a promise rests on here: every attack on it succeeds without them.
    pub fn layers_of(&self, promise: Promise) -> Vec<Layer> {
        use Layer::{
            Groups, Landlock, Limits, Looks, Namespaces, ReadOnly, Seccomp, Signals, UserId,
        };
        if !self.supervisor {
            return Vec::new();
        }
        let one = self.is_one_process();
        let alone = one && !self.namespaces;
        let groups = self.has_groups();
        let candidates: &[(bool, Layer)] = &match promise {
            Promise::Files => vec![
                (true, Landlock(self.landlock)),
                (true, Seccomp),
                (true, Namespaces),
                (true, ReadOnly),
            ],
            Promise::Network => {
                vec![(true, Landlock(self.landlock)), (true, Seccomp), (true, Namespaces)]
            }
            Promise::Opponent => vec![
                (true, Landlock(self.landlock)),
                (true, Seccomp),
                (true, Namespaces),
                (!alone && !self.namespaces, UserId),
            ],
            Promise::Survival => vec![(alone, Seccomp), (true, Namespaces), (true, Signals)],
            Promise::SystemCalls => vec![(true, Seccomp)],
            Promise::Processes => vec![
                (one, Seccomp),
                (!self.own_user && self.limits_processes, Namespaces),
                (self.limits_processes, UserId),
                (self.limits_processes, Limits),
                (one && !self.limits_processes && !self.counts_threads, Looks),
            ],
            Promise::Disk => vec![(true, Namespaces), (true, Limits), (alone, Looks)],
            Promise::Memory => vec![
                (groups, Groups),
                (one && !groups, Looks),
                (one && !groups, Limits),
                // Memory that nothing counts takes calls that are denied.
                (true, Seccomp),
            ],
            Promise::Time => {
                vec![(groups, Groups), (one && !groups, Seccomp), (one && !groups, Looks)]
            }
            Promise::Freezing => vec![(groups, Groups), (!groups, Signals)],
        };
        let is_there = |layer: &Layer| match layer {
            Namespaces => self.namespaces,
            ReadOnly => self.namespaces && self.read_only,
            Landlock(version) => *version > 0,
            Seccomp => self.seccomp,
            UserId => self.own_user,
            Limits | Groups | Looks | Signals => true,
        };
        let layers = candidates.iter().filter(|(holds, layer)| *holds && is_there(layer));
        layers.map(|(_, layer)| *layer).collect()
    }

    /// Returns what is left without a layer that is switched on and off here.
    #[must_use]
    pub fn without(self, layer: Layer) -> Guarantees {
        match layer {
            Layer::Namespaces => Guarantees { namespaces: false, ..self },
            Layer::ReadOnly => Guarantees { read_only: false, ..self },
            Layer::Landlock(_) => Guarantees { landlock: 0, ..self },
            Layer::Seccomp => Guarantees { seccomp: false, ..self },
            Layer::Groups => Guarantees { memory: MemoryBy::Looks, ..self },
            Layer::UserId | Layer::Limits | Layer::Looks | Layer::Signals => self,
        }
    }
}
