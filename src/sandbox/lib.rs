//! Runs a program and contains it. Knows no game.
//!
//! # Theory of operation
//!
//! 1. The *keeper* is this very executable, started again by [`Keeper::start`]: a small process with
//!    one thread, that takes orders until its caller closes the connection or dies. It takes, once,
//!    the namespaces that all its programs share (network, System V objects, mounts, and, for an
//!    ordinary user, user ids), all of them empty, and finds out where control groups can be made.
//! 2. For each program it clones itself: the *warden* is process 1 of a new process-id namespace and
//!    has mounts of its own. When it dies, for whatever reason, the kernel ends everything in the
//!    namespace, also what double-forked or ignores signals. It mounts a file system in memory for the
//!    program's folder, sets the limits, gives up root for a user id of the program's own, and puts
//!    the last two layers on: Landlock (what may be read, written, executed) and seccomp (which
//!    system calls there are). Both are inherited and cannot be taken off. No executable is loaded on
//!    the way, which is what makes a start cheap.
//! 3. The *program* is the warden's child.
//!
//! The caller holds the warden's pidfd and a descriptor of the *room*: the file system with the
//! program's folder, beside it the place for files on their way into the folder, and what the program
//! says. All of it is gone when its last descriptor is closed: nothing of it was ever in a folder
//! that others see.
//!
//! A tool that works on files of strangers, such as a compiler, is contained in the same
//! way ([`Keeper::prepare_tool`]); what it says goes to its caller at once, and it sees less of the
//! system.
//!
//! Memory, processor time and freezing are a control group's work where there is one; otherwise the
//! processes of the namespace are looked at ([`Contained::must_sample_memory`]) and stopped by
//! signals. In a systemd unit that was not handed over, groups stop and end but do not limit memory:
//! systemd would take their kills for its own. [`take_scope`] asks systemd for a scope where they may. What a machine does not give is never silently missing: every layer is tried, memory limits
//! by going over one, [`Guarantees`] says what holds, and a keeper that does not [`meet`] what its
//! caller requires does not start.
//!
//! The keeper asks for no signal when its caller dies: it sees the connection close, which is as
//! sure, and cleans up behind itself. The wardens do ask, for the case that the keeper is killed too.
//!
//! [`meet`]: Guarantees::meet

#![warn(missing_docs)]

mod call_names;
mod calls;
mod cgroup;
mod channel;
mod confine;
mod contained;
mod deliver;
mod denials;
mod fetch;
mod filter;
mod folder_use;
mod guarantees;
mod keep;
mod keeper;
mod layer;
mod mappings;
mod mounts;
mod plain;
mod plan;
mod probe;
mod scope;
mod scratch;
mod startable;
mod sweeper;
mod tool_run;
mod tree;
mod unit;
mod users;
mod ward;

pub use contained::{Contained, Ended, SandboxError, Usage};
pub use deliver::Delivery;
pub use fetch::Fetched;
pub use guarantees::{
    Guarantee, Guarantees, MemoryBy, NoMemoryGroup, NoNamespaces, Require, Strength,
    UnknownRequire, by_cause,
};
pub use keep::serve_if_called;
pub use keeper::Keeper;
pub use layer::Layer;
pub use mappings::hold_mappings;
pub use plan::{Limits, Plan, Processes};
pub use scope::{ScopeError, WantScope, take_scope};
pub use scratch::{Scratch, remove_leftovers, temporary_folders};
pub use startable::{
    COMMANDS, CannotStart, check_readable, check_startable, is_noexec, open_regular,
};
pub use tool_run::{Files, ToolEnd, ToolError, ToolOutput, ToolRun};
