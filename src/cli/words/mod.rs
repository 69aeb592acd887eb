//! What the programs say about the machine.

mod en;
mod fr;
mod it;

/// A sentence about the machine, by its facts.
pub(crate) enum Text<'a> {
    PlainProcesses { why: &'a str },
    NoLandlock,
    LimitedProcesses,
    OneProcess,
    MountingRefused,
    // A command that installs a profile for AppArmor.
    Powerless { profile: String },
    CoveredProc,
    ForRootAlone,
    NamespacesRefused,
    NoNamespacesAllowed,
    NoNamespaces,
    UnitKeepsGroup,
    GroupOfLogin,
    FewMatches { most: u64, jobs: usize, files: u64 },
    // Sizes are in MiB.
    LittleRoom { most: usize, jobs: usize, room: u64, least: u64 },
    NoMatch { files: u64, least: u64 },
}

arbitro_words::messages! {
    Text<'_>: words;
}
