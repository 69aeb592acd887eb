//! Texts of the programs about the machine.

arbitro_table::room!(pub(crate) "words": CliMessage);

/// A sentence about the machine, by its facts.
#[arbitro_table::texts("words")]
pub(crate) enum CliMessage<'a> {
    PlainProcesses { why: &'a str },
    NoLandlock,
    LimitedProcesses,
    OneProcess,
    OneProcessNoGroups,
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
    GroupOfJob,
    GroupOfContainer,
    NoGroup,
    FewMatches { most: u64, jobs: usize, files: u64 },
    // Sizes are in MiB.
    LittleRoom { most: usize, jobs: usize, room: u64, least: u64 },
    NoMatch { files: u64, least: u64 },
    ReadsElsewhere { game: &'a str, folders: &'a str },
}
