//! Attacks for `verify doctor` and the tests: this program, run inside the sandbox, tries one and
//! reports by its exit code if it succeeded.

use arbitro_sandbox::Promise;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::net::{TcpListener, UdpSocket};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use rustix::event::epoll;
use rustix::fs::{FlockOperation, flock};
use rustix::process::{Pid, Signal, kill_process};
use rustix::time::{ClockId, clock_gettime};

/// The attack to try. `target` is a path or a process, depending on the attack.
#[derive(Debug, Args)]
pub(crate) struct AttackArgs {
    attack: Attack,
    target: String,
}

#[arbitro_table::texts("src/bin/verify/words")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Attack {
    /// No attack: a well-behaved program must run.
    None,
    ReadElsewhere,
    WriteElsewhere,
    ChangeModeElsewhere,
    RunOwnFile,
    TcpSocket,
    UdpSocket,
    UnixSocket,
    SeeProcess,
    SignalProcess,
    ManyProcesses,
    ManyThreads,
    HugeFile,
    ManyFiles,
    MuchMemory,
    MuchMemoryInMany,
    PageTables,
    Mappings,
    Queues,
    Pipes,
    Sockets,
    Epolls,
    NewNamespace,
    LockFile,
    HideTime,
    ComputeWhileFrozen,
    Survive,
    /// A child process of `HideTime`.
    Compute,
    /// A child process of `MuchMemoryInMany`.
    HoldMemory,
    /// A child process of `Mappings`.
    HoldMappings,
    /// A child process of `Epolls`.
    HoldEpolls,
}

impl Attack {
    /// Returns its name on the command line.
    pub(crate) fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// The promise that it tries to break; `None` for the processes that an attack starts.
    pub(crate) const fn promise(self) -> Option<Promise> {
        Some(match self {
            Attack::None
            | Attack::Compute
            | Attack::HoldMemory
            | Attack::HoldMappings
            | Attack::HoldEpolls => return None,
            Attack::ReadElsewhere
            | Attack::WriteElsewhere
            | Attack::ChangeModeElsewhere
            | Attack::RunOwnFile => Promise::Files,
            Attack::TcpSocket | Attack::UdpSocket | Attack::UnixSocket => Promise::Network,
            Attack::SeeProcess | Attack::SignalProcess => Promise::Opponent,
            Attack::ManyProcesses | Attack::ManyThreads => Promise::Processes,
            Attack::HugeFile | Attack::ManyFiles => Promise::Disk,
            Attack::MuchMemory
            | Attack::MuchMemoryInMany
            | Attack::PageTables
            | Attack::Mappings
            | Attack::Queues
            | Attack::Pipes
            | Attack::Sockets
            | Attack::Epolls => Promise::Memory,
            Attack::NewNamespace | Attack::LockFile => Promise::SystemCalls,
            Attack::HideTime => Promise::Time,
            Attack::ComputeWhileFrozen => Promise::Freezing,
            Attack::Survive => Promise::Survival,
        })
    }

    /// Memory limit of the attacker. The kernel's own limits keep some kinds below the default.
    pub(crate) const fn memory_limit(self) -> u64 {
        match self {
            Attack::PageTables
            | Attack::Mappings
            | Attack::Queues
            | Attack::Pipes
            | Attack::Sockets
            | Attack::Epolls => 32 << 20,
            _ => 100 << 20,
        }
    }
}

/// Allocates and touches this many MiB, which live as long as the result.
fn touch(mebibytes: usize) -> Vec<u8> {
    let mut memory = vec![0u8; mebibytes << 20];
    for byte in memory.iter_mut().step_by(4096) {
        *byte = 1;
    }
    std::hint::black_box(memory)
}

/// Time that each of several processes holds its memory, so that they hold it simultaneously.
const HOLD: Duration = Duration::from_millis(500);

/// Starts this program several times to hold something; returns true if all could.
fn all_hold(count: usize, what: &str, much: &str) -> bool {
    let here = std::env::current_exe().unwrap_or_default();
    let start = || {
        let args = ["attack", what, much];
        Command::new(&here).args(args).stdin(Stdio::null()).spawn()
    };
    let mut started: Vec<_> = (0..count).map_while(|_| start().ok()).collect();
    let ended = started.iter_mut().filter_map(|child| child.wait().ok());
    ended.filter(ExitStatus::success).count() == count
}

/// Holds as many threads at once for a while; whether all could be started.
fn hold_threads(count: usize) -> bool {
    let start = || {
        let thread = std::thread::Builder::new().stack_size(64 << 10);
        thread.spawn(|| std::thread::sleep(HOLD)).ok()
    };
    let started: Vec<_> = (0..count).map_while(|_| start()).collect();
    let has_all = started.len() == count;
    for thread in started {
        let _ = thread.join();
    }
    has_all
}

/// Reads a byte of every 2 MiB: each costs a kernel page-table page but no data page.
fn fill_page_tables(bytes: usize) -> bool {
    const REACH: usize = 2 << 20;
    const PART: usize = 1 << 30;
    let parts = bytes / 4096 * REACH / PART;
    // In parts, none larger than the machine's memory.
    let memory: Vec<_> = (0..parts).map(|_| vec![0u8; PART]).collect();
    let read: u8 = memory.iter().flat_map(|it| it.iter().step_by(REACH)).sum();
    std::hint::black_box(memory);
    read == 0
}

/// Fills inotify queues with unread events.
fn fill_queues(bytes: u64) -> bool {
    use rustix::fs::inotify::{CreateFlags, WatchFlags, add_watch, init};
    // Events up to the maximum of a queue, in as many instances as a user namespace may have.
    const NOTICES: usize = 16_000;
    const INSTANCES: usize = 12;
    let queues: Vec<_> = (0..INSTANCES)
        .map_while(|_| {
            let queue = init(CreateFlags::CLOEXEC).ok()?;
            add_watch(&queue, ".", WatchFlags::CREATE | WatchFlags::DELETE).ok()?;
            Some(queue)
        })
        .collect();
    let name = "n".repeat(250);
    for _ in 0..NOTICES / 2 {
        if File::create(&name).is_err() || fs::remove_file(&name).is_err() {
            return false;
        }
    }
    let memory = queues.iter().filter_map(|queue| rustix::io::ioctl_fionread(queue).ok());
    memory.sum::<u64>() >= bytes
}

/// Writes a MiB to each of some pipes that are never read.
fn fill_pipes(count: usize) -> bool {
    const SIZE: usize = 1 << 20;
    let mut memory = Vec::new();
    for _ in 0..count {
        let Ok((reader, mut writer)) = std::io::pipe() else {
            return false;
        };
        if rustix::pipe::fcntl_setpipe_size(&writer, SIZE).is_err()
            || writer.write_all(&vec![1; SIZE]).is_err()
        {
            return false;
        }
        memory.push((reader, writer));
    }
    true
}

/// Fills pairs of sockets with bytes that are never read.
fn fill_sockets(bytes: usize) -> bool {
    let part = [1; 16 << 10];
    let mut written = 0;
    let mut memory = Vec::new();
    while written < bytes {
        let Ok((mut one, mut other)) = UnixStream::pair() else {
            return false;
        };
        for end in [&mut one, &mut other] {
            if end.set_nonblocking(true).is_err() {
                return false;
            }
            while let Ok(count) = end.write(&part) {
                written += count;
            }
        }
        memory.push((one, other));
    }
    std::thread::sleep(HOLD);
    true
}

/// Watches each of some files with each of as many epoll instances, for a while.
fn fill_epolls(count: usize) -> std::io::Result<()> {
    let files: Vec<_> = (0..count / 2).map(|_| std::io::pipe()).collect::<Result<_, _>>()?;
    let mut instances = Vec::new();
    for _ in 0..count {
        let instance = epoll::create(epoll::CreateFlags::CLOEXEC)?;
        for (reader, writer) in &files {
            let data = epoll::EventData::new_u64(0);
            epoll::add(&instance, reader, data, epoll::EventFlags::IN)?;
            epoll::add(&instance, writer, data, epoll::EventFlags::OUT)?;
        }
        instances.push(instance);
    }
    std::thread::sleep(HOLD);
    Ok(())
}

/// Processor time that the attack must be charged for.
pub(crate) const COMPUTES: Duration = Duration::from_millis(200);

fn compute() {
    // By its processor clock: on a busy machine the wall clock runs ahead.
    let computed = || Duration::try_from(clock_gettime(ClockId::ProcessCPUTime));
    while computed().is_ok_and(|computed| computed < COMPUTES) {
        std::hint::spin_loop();
    }
}

/// Computes in a grandchild whose parent is gone, or here if no process can be started.
fn hide_time() -> bool {
    let here = std::env::current_exe().unwrap_or_default();
    let orphan = "\"$0\" attack compute - &";
    let started =
        Command::new("/bin/sh").args(["-c", orphan]).arg(here).stdin(Stdio::null()).status();
    if !started.is_ok_and(|status| status.success()) {
        compute();
        return true;
    }
    let began = Instant::now();
    while fs::metadata("computed").is_err() {
        if began.elapsed() > 100 * COMPUTES {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    true
}

/// Writes a counter in this process, where it cannot start another.
fn beats_itself() -> bool {
    let mut open = OpenOptions::new();
    let beats = open.append(true).create(true).open("beats");
    beats.is_ok_and(|mut file| (0..1_000_000).all(|_| file.write_all(b"\n").is_ok()))
}

/// The exit code of a successful attack; 0 means that the program did nothing wrong.
pub(crate) const SUCCEEDED: u8 = 42;
/// The exit code of an attack that was denied.
const DENIED: u8 = 43;

pub(crate) fn run(args: &AttackArgs) -> ExitCode {
    let target = PathBuf::from(&args.target);
    let has_succeeded = match args.attack {
        Attack::None => return ExitCode::SUCCESS,
        Attack::ReadElsewhere => {
            let mut byte = [0];
            File::open(target).and_then(|mut file| file.read_exact(&mut byte)).is_ok()
        }
        Attack::WriteElsewhere => OpenOptions::new().append(true).create(true).open(target).is_ok(),
        Attack::ChangeModeElsewhere => {
            // The answer does not tell: in the sandbox the call pretends to succeed.
            let _ = fs::set_permissions(&target, fs::Permissions::from_mode(0o600));
            fs::metadata(target).is_ok_and(|it| it.permissions().mode() & 0o777 == 0o600)
        }
        Attack::RunOwnFile => {
            // Executable from its creation: a later chmod is a separate attack.
            let mine =
                OpenOptions::new().write(true).create(true).truncate(true).mode(0o777).open("mine");
            let written = fs::read("/bin/true")
                .is_ok_and(|program| mine.is_ok_and(|mut file| file.write_all(&program).is_ok()));
            written && Command::new("./mine").status().is_ok_and(|status| status.success())
        }
        Attack::TcpSocket => TcpListener::bind(("127.0.0.1", 0)).is_ok(),
        Attack::UdpSocket => UdpSocket::bind(("127.0.0.1", 0)).is_ok(),
        Attack::UnixSocket => UnixListener::bind("socket").is_ok(),
        Attack::SeeProcess => fs::read(format!("/proc/{}/comm", args.target)).is_ok(),
        Attack::SignalProcess => {
            let pid = args.target.parse().ok().and_then(Pid::from_raw);
            pid.is_some_and(|pid| kill_process(pid, Signal::CONT).is_ok())
        }
        Attack::LockFile => File::create("lock")
            .is_ok_and(|file| flock(file, FlockOperation::LockExclusive).is_ok()),
        Attack::HideTime => hide_time(),
        Attack::Compute => {
            compute();
            let _ = File::create("computed");
            return ExitCode::SUCCESS;
        }
        Attack::ManyProcesses => {
            let sleep = || Command::new("/bin/sleep").arg("20").stdin(Stdio::null()).spawn();
            let mut started: Vec<_> = (0..200).map_while(|_| sleep().ok()).collect();
            let count = started.len();
            for child in &mut started {
                let _ = child.kill();
                let _ = child.wait();
            }
            count == 200
        }
        Attack::ManyThreads => hold_threads(200),
        Attack::HugeFile => File::create("huge").and_then(|file| file.set_len(1 << 30)).is_ok(),
        Attack::ManyFiles => {
            let part = vec![0; 10 << 20];
            (0..10).all(|number| fs::write(format!("part{number}"), &part).is_ok())
        }
        Attack::MuchMemory => {
            let memory = touch(300);
            // As a player that uses what it takes; who looks may have to wait for the processor.
            std::thread::sleep(HOLD / 2);
            memory.iter().step_by(4096).all(|&byte| byte == 1)
        }
        Attack::MuchMemoryInMany => all_hold(10, "hold-memory", "30"),
        Attack::PageTables => fill_page_tables(48 << 20),
        Attack::Mappings => all_hold(5, "hold-mappings", "60000"),
        Attack::Queues => fill_queues(48 << 20),
        Attack::Pipes => fill_pipes(48),
        Attack::Sockets => fill_sockets(48 << 20),
        Attack::Epolls => all_hold(20, "hold-epolls", "120"),
        Attack::HoldEpolls => {
            let has_all = fill_epolls(args.target.parse().unwrap_or(0)).is_ok();
            return ExitCode::from(u8::from(!has_all));
        }
        Attack::HoldMappings => {
            let count = args.target.parse().unwrap_or(0);
            let has_all = arbitro_sandbox::hold_mappings(count) == count;
            std::thread::sleep(HOLD);
            return ExitCode::from(u8::from(!has_all));
        }
        Attack::HoldMemory => {
            let memory = touch(args.target.parse().unwrap_or(0));
            std::thread::sleep(HOLD);
            // Held until here, while the other processes take theirs.
            drop(memory);
            return ExitCode::SUCCESS;
        }
        Attack::ComputeWhileFrozen => {
            // In two processes, one of which is no longer the leader of its group.
            let beat = "i=0; while [ $i -lt 100000 ]; do echo >> beats; i=$((i+1)); done";
            let started = Command::new("/bin/sh")
                .args(["-c", beat])
                .process_group(0)
                .stdin(Stdio::null())
                .status();
            started.is_ok() || beats_itself()
        }
        Attack::NewNamespace => Command::new("unshare")
            .args(["--user", "true"])
            .status()
            .is_ok_and(|status| status.success()),
        Attack::Survive => {
            // A double fork: a grandchild whose parent is gone, and which ignores hang-ups.
            let beat = "trap '' HUP TERM; i=0; while [ $i -lt 600 ]; do echo >> beats; sleep 0.05; i=$((i+1)); done";
            let script = format!("(({beat}) & ) & wait");
            let started =
                Command::new("/bin/sh").args(["-c", &script]).stdin(Stdio::null()).spawn();
            if started.is_ok() {
                // The caller ends this process when it sees the first beat, and checks for more.
                std::thread::sleep(Duration::from_secs(20));
            }
            started.is_ok()
        }
    };
    ExitCode::from(if has_succeeded { SUCCEEDED } else { DENIED })
}
