//! Runs a program in a sandbox. Knows no game.
//!
//! # Theory of operation
//!
//! 1. The *keeper* is this executable, started again by [`Keeper::start`]: a small process with one
//!    thread, which takes orders until its caller closes the connection or dies. At its start it enters
//!    the namespaces that all its programs share: System V IPC, host name, mounts, and for an ordinary
//!    user also user ids. All of them are empty. It also finds out where it can create control groups.
//! 2. For each program the keeper clones itself. The clone, the *supervisor*, is process 1 of a new
//!    process-id namespace and has its own mounts and an empty network. When it dies, the kernel kills
//!    everything in the namespace, even processes that double-forked or ignore signals. The supervisor mounts
//!    a file system in memory for the program's folder, sets the limits, changes to a user id of the
//!    program's own, and applies the last two layers: Landlock (which files may be read, written and
//!    executed) and seccomp (which system calls exist). Children inherit both, and no process can remove
//!    them. No executable is loaded on the way, so starting a program is cheap.
//! 3. The *program* is the supervisor's child.
//!
//! The caller holds the supervisor's pidfd, by which it kills the program, and a descriptor of the *room*: the
//! file system with the program's folder and a staging place for files that are delivered into it. What the program prints goes
//! to a file in memory that the caller made, and that can only grow.
//! The room was never mounted where other processes see it, and is gone when its last descriptor is
//! closed.
//!
//! A tool that reads untrusted files, such as a compiler, runs in the same sandbox
//! (`Keeper::prepare_tool`). Its output goes to the caller directly, and it sees less of the system.
//! A program that is asked line by line ([`Dialogue`]) answers there, too.
//!
//! Control groups limit memory, count processor time, freeze and kill. Where they do not do all of that, an
//! untrusted program is one process: seccomp denies it others, and memory that is in no process. Its memory is
//! looked at ([`Contained::memory_interval`]), the kernel counts its time, and signals stop it. In a systemd
//! unit without `Delegate=yes` no groups are made: systemd would take their kills for its own. [`take_scope`]
//! asks systemd for a scope in which they may.
//!
//! Without namespaces it is one process, too, which Landlock and seccomp keep to itself. Where it shares its
//! user id, its filter asks the supervisor whether it may start another thread.
//!
//! No protection is ever missing silently. Every layer is tested at the start, memory limits by
//! exceeding one; [`Guarantees`] lists what holds; and a keeper that does not [`meet`] its caller's
//! requirement does not start.
//!
//! The keeper requests no signal for its caller's death. It sees the connection close, which is just
//! as reliable, and cleans up. Supervisors do request one, in case the keeper is killed too.
//!
//! [`meet`]: Guarantees::meet

mod error;
mod folders;
mod keeper;
mod meter;
mod tools;
mod walls;

pub use error::SandboxError;
pub use folders::at::At;
pub use folders::beneath::{Beneath, leads_out};
pub use folders::copying::{Belongs, Size, copy_folder, everything};
pub use folders::deliver::Delivery;
pub use folders::fetch::FetchedFile;
pub use folders::fingerprint::{
    fingerprint, fingerprint_of_names, fingerprint_of_text, plain_sha256,
};
pub use folders::folder_lock::{FolderLock, is_locked, lock_alone, lock_beside_others};
pub use folders::scratch::{Scratch, remove_leftovers, room_of_folders, temporary_folders};
pub use folders::staging::{
    Copy, Source, Staging, copy_privately, is_open_to_all, scratch_within_reach,
};
pub use folders::startable::{
    COMMANDS, CannotStart, can_be_entered, check_readable, check_startable, open_regular,
};
pub use folders::writers::has_writer;
pub use keeper::client::{Keeper, Streams};
pub use keeper::contained::Contained;
pub use keeper::ended::Ended;
pub use keeper::plan::{Limits, Plan, Processes};
pub use keeper::process::serve_if_called;
pub use keeper::supervisor::is_of_room;
pub use meter::Usage;
pub use meter::mappings::hold_mappings;
pub use meter::scope::{WantScope, take_scope};
pub use meter::waits::{Wait, Waits};
pub use tools::dialogue::{AnswerLimits, Dialogue, NoAnswer};
pub use tools::tool_run::{Files, ToolEnd, ToolOutput, ToolRun};
pub use walls::guarantee::{Guarantee, Strength, by_cause};
pub use walls::guarantees::{Guarantees, MemoryBy, NoMemoryGroup, NoNamespaces, Require};
pub use walls::layer::Layer;
pub use walls::mechanism::{Mechanism, Promise};
