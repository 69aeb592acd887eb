//! Layers that a process applies to itself irrevocably and that its children inherit: Landlock,
//! resource limits, seccomp filters.

use std::io;
use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd,
    Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetStatus, Scope,
};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use seccompiler::BpfProgram;

use super::calls::{self, FilterOptions};
use crate::keeper::plan::{Instead, Limits, Order};

/// Folders that every program may read and execute: the system, but no home folders.
const SYSTEM: [&str; 7] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt"];
/// Further folders that players may read, but tools may not.
const SETTINGS: [&str; 1] = ["/etc"];
/// The parts of `/etc` that tools may read, to find libraries and programs.
const LOADING: [&str; 4] =
    ["/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives"];
/// Files by which runtimes learn about the machine. They reveal nothing about other processes.
const MACHINE: [&str; 4] =
    ["/proc/cpuinfo", "/proc/meminfo", "/proc/version", "/proc/sys/vm/overcommit_memory"];
/// Files that runtimes read of their own process, in its folder in /proc.
const OF_ITSELF: [&str; 17] = [
    "auxv",
    "cgroup",
    "cmdline",
    "comm",
    "coredump_filter",
    "environ",
    "fd",
    "limits",
    "maps",
    "mountinfo",
    "mounts",
    "oom_score_adj",
    "smaps",
    "smaps_rollup",
    "stat",
    "statm",
    "status",
];
/// Devices that most programs need. Not `/dev/zero`: mapped and shared it is memory that is in no process.
const DEVICES: [&str; 4] = ["/dev/null", "/dev/full", "/dev/random", "/dev/urandom"];

/// The Landlock versions that the sandbox uses, oldest first.
const LANDLOCKS: [ABI; 6] = [ABI::V1, ABI::V2, ABI::V3, ABI::V4, ABI::V5, ABI::V6];
/// The first Landlock version that restricts truncating a file by its path.
const TRUNCATES: u32 = 3;

/// The newest usable Landlock version up to this one.
fn landlock(version: u32) -> ABI {
    let known = LANDLOCKS.len();
    let at = usize::try_from(version).unwrap_or(known).clamp(1, known);
    LANDLOCKS[at - 1]
}

/// The kernel's Landlock version, or the newest usable one if that is older; at least 1.
pub(crate) fn landlock_version() -> u32 {
    let is_there = |abi: ABI| {
        let strict = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
        strict.handle_access(AccessFs::from_all(abi)).and_then(|rules| rules.create()).is_ok()
    };
    let there = LANDLOCKS.into_iter().zip(1..);
    let there = there.filter(|&(abi, _)| is_there(abi));
    there.map(|(_, version)| version).max().unwrap_or(1)
}

/// Returns true if the system call filter may allow truncation, because this Landlock version
/// restricts it.
pub(crate) fn may_truncate(version: u32) -> bool {
    version >= TRUNCATES
}

fn other(error: impl std::error::Error) -> io::Error {
    io::Error::other(error.to_string())
}

/// The access rights for reading a file, or a folder with everything in it.
fn allowed(path: &Path) -> BitFlags<AccessFs> {
    let read = AccessFs::from_read(ABI::V1);
    if path.is_dir() { read } else { read & AccessFs::from_file(ABI::V1) }
}

/// Seconds of processor time that the kernel lets each process of a tool have above the limit, so that the account
/// shows which one it exceeded.
const MORE_SECONDS: u64 = 2;

/// Limits of each process, where no group limits all of a program's together.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ProcessLimits {
    /// Bytes of its data segment.
    pub(crate) data: Option<u64>,
    /// Seconds of processor time.
    pub(crate) cpu: Option<u64>,
}

impl ProcessLimits {
    pub(crate) fn for_order(order: &Order) -> ProcessLimits {
        let bytes = order.plan.limits.memory_bytes;
        match order.tool {
            _ if order.layers.groups => ProcessLimits::default(),
            Some(cpu) => {
                ProcessLimits { data: Some(bytes), cpu: Some(cpu.as_secs() + MORE_SECONDS) }
            }
            // Large enough for Java to start.
            None if order.layers.instead == Instead::OneProcess => {
                ProcessLimits { data: Some(bytes.saturating_mul(10).max(1 << 30)), cpu: None }
            }
            None => ProcessLimits::default(),
        }
    }
}

/// Sets the kernel's limits of this process and its children. Processes are counted by user id: they
/// are only limited where the program shares its id with no other.
pub(crate) fn limit(limits: &Limits, is_counted: bool, each: ProcessLimits) -> io::Result<()> {
    let set = |resource, most: u64| {
        // A lower limit that is already in force cannot be raised.
        let inherited = getrlimit(resource).maximum;
        let most = Some(inherited.map_or(most, |inherited| inherited.min(most)));
        setrlimit(resource, Rlimit { current: most, maximum: most })
    };
    set(Resource::Core, 0)?;
    set(Resource::Fsize, limits.file_bytes)?;
    set(Resource::Nofile, limits.open_files)?;
    if is_counted {
        set(Resource::Nproc, limits.processes)?;
    }
    if let Some(bytes) = each.data {
        set(Resource::Data, bytes)?;
    }
    if let Some(seconds) = each.cpu {
        set(Resource::Cpu, seconds)?;
    }
    set(Resource::Memlock, 64 << 10)?;
    set(Resource::Msgqueue, 0)?;
    Ok(())
}

/// Restricts this process and its descendants to the system calls that any of them needs.
pub(crate) fn restrict_first_calls() -> io::Result<()> {
    calls::apply(&calls::first_filter())
}

/// Rules on files, not yet in force.
#[derive(Debug)]
pub(crate) struct Files(RulesetCreated);

impl Files {
    fn with(self, path: &str, access: impl Into<BitFlags<AccessFs>>) -> io::Result<Files> {
        // `/proc/self` is resolved here, so the rule holds for this process alone.
        let opened = PathFd::new(path).map_err(other)?;
        Ok(Files(self.0.add_rule(PathBeneath::new(opened, access)).map_err(other)?))
    }

    /// Adds all of a /proc that shows the program's own processes alone.
    pub(crate) fn with_proc(self) -> io::Result<Files> {
        self.with("/proc", AccessFs::from_read(ABI::V1))
    }

    /// Adds what this process's folder in a /proc of the machine tells of the process itself. The folder
    /// tells of the network, too, on which players could see each other's sockets.
    pub(crate) fn with_own_proc(self) -> io::Result<Files> {
        let files = self.with("/proc/self", AccessFs::ReadDir)?;
        OF_ITSELF.iter().try_fold(files, |files, name| {
            let path = format!("/proc/self/{name}");
            // Some are there by the kernel's settings.
            if Path::new(&path).exists() {
                files.with(&path, allowed(Path::new(&path)))
            } else {
                Ok(files)
            }
        })
    }

    /// Applies the rules to this process.
    pub(crate) fn restrict(self) -> io::Result<()> {
        let status = self.0.restrict_self().map_err(other)?;
        if status.ruleset == RulesetStatus::NotEnforced {
            return Err(io::Error::other("Landlock is not there"));
        }
        Ok(())
    }
}

/// The parts of the layers that do not depend on the program: prepared once.
#[derive(Debug)]
pub(crate) struct Prepared {
    system: Vec<(PathFd, BitFlags<AccessFs>)>,
    settings: Vec<(PathFd, BitFlags<AccessFs>)>,
    /// For tools instead of the settings.
    loading: Vec<(PathFd, BitFlags<AccessFs>)>,
    /// Of `/proc`.
    machine: Vec<(PathFd, BitFlags<AccessFs>)>,
    /// For players, and for tools.
    last_filters: [BpfProgram; 2],
}

impl Prepared {
    pub(crate) fn new() -> io::Result<Prepared> {
        let read = AccessFs::from_read(ABI::V1);
        let device = AccessFs::ReadFile | AccessFs::WriteFile;
        // A machine without /lib32 is no poorer for it; where /bin is a name for /usr/bin, one rule is
        // enough.
        let is_itself = |path: &&&str| !Path::new(path).is_symlink();
        let system = SYSTEM.iter().filter(is_itself).map(|path| (path, read));
        let settings = SETTINGS.iter().filter(is_itself).map(|path| (path, read));
        let loading = LOADING.iter().map(|path| (path, allowed(Path::new(path))));
        let devices = DEVICES.iter().map(|path| (path, device));
        let open =
            |(path, access): (&&str, BitFlags<AccessFs>)| Some((PathFd::new(path).ok()?, access));
        Ok(Prepared {
            system: system.chain(devices).filter_map(open).collect(),
            settings: settings.filter_map(open).collect(),
            loading: loading.filter_map(open).collect(),
            machine: MACHINE
                .iter()
                .map(|path| (path, AccessFs::ReadFile.into()))
                .filter_map(open)
                .collect(),
            last_filters: [false, true].map(|is_tool| {
                calls::last_filter(FilterOptions {
                    is_tool,
                    may_truncate: true,
                    is_one_process: false,
                    alone: None,
                    asks_for_threads: false,
                })
            }),
        })
    }

    /// Creates the rules for a program: it may read the system and write in one folder. Where the
    /// kernel supports it, it can also neither signal nor reach by abstract sockets any process outside.
    /// A tool may not read `/etc`, apart from what loading a program needs.
    pub(crate) fn files<'a>(
        &self,
        version: u32,
        folder: &Path,
        readable: impl Iterator<Item = &'a Path>,
        is_tool: bool,
    ) -> io::Result<Files> {
        // Executing from the match's folder is not among them: what is written there is only data.
        let landlock = landlock(version);
        let write = AccessFs::from_all(landlock)
            & !(AccessFs::Execute | AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::MakeSock);
        let mut rules = Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(AccessFs::from_all(landlock))
            .map_err(other)?;
        // The landlock crate rejects an empty set of rights, which is what old versions have here.
        let (net, scope) = (AccessNet::from_all(landlock), Scope::from_all(landlock));
        if !net.is_empty() {
            rules = rules.handle_access(net).map_err(other)?;
        }
        if !scope.is_empty() {
            rules = rules.scope(scope).map_err(other)?;
        }
        let mut rules = rules.create().map_err(other)?;
        let settings = if is_tool { &self.loading } else { &self.settings };
        for (opened, access) in self.system.iter().chain(settings) {
            rules = rules.add_rule(PathBeneath::new(opened, *access)).map_err(other)?;
        }
        for path in readable {
            let Ok(opened) = PathFd::new(path) else {
                continue;
            };
            rules = rules.add_rule(PathBeneath::new(opened, allowed(path))).map_err(other)?;
        }
        let opened = PathFd::new(folder).map_err(other)?;
        rules = rules.add_rule(PathBeneath::new(opened, write)).map_err(other)?;
        Ok(Files(rules))
    }

    /// Adds the files of `/proc` that describe the machine, for a program that may not read all of it.
    pub(crate) fn with_machine(&self, files: Files) -> io::Result<Files> {
        let add = |rules: RulesetCreated, (opened, access): &(PathFd, BitFlags<AccessFs>)| {
            rules.add_rule(PathBeneath::new(opened, *access))
        };
        let rules = self.machine.iter().try_fold(files.0, add);
        Ok(Files(rules.map_err(other)?))
    }

    /// Forbids the system calls that only the supervisor needed.
    pub(crate) fn restrict_last_calls(&self, options: FilterOptions) -> io::Result<()> {
        if options.may_truncate && !options.is_one_process {
            calls::apply(&self.last_filters[usize::from(options.is_tool)])
        } else {
            calls::apply(&calls::last_filter(options))
        }
    }
}
