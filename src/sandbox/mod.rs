//! Runs a program and contains it. Knows no game.
//!
//! # Theory of operation
//!
//! Three processes stand between the caller and the program, all of them small:
//!
//! 1. The *keeper* is this very executable, started again. It has one thread, takes namespaces of
//!    its own (process ids, network, mounts, System V objects, and, for an ordinary user, user ids)
//!    and starts the warden in them.
//! 2. The *warden* is process 1 of the new process-id namespace: when it dies, for whatever reason,
//!    the kernel ends everything in the namespace, also what double-forked or ignores signals. It sets
//!    the limits, gives up root for a user id of the program's own, and puts the last two layers on:
//!    Landlock (what may be read, written, executed) and seccomp (which system calls there are). Both
//!    are inherited and cannot be taken off.
//! 3. The *program* is the warden's child.
//!
//! Keeper and warden ask the kernel to be killed when their parent dies, so that a referee that is
//! killed leaves nothing behind. The caller ends a program by killing the warden and knows that all
//! is over when the warden's pidfd says so: the kernel lets a namespace's first process end only
//! after all the others.
//!
//! What a machine does not give is never silently missing: every layer is tried, [`Guarantees`] says
//! what holds, and [`Contained::start`] refuses where a layer is missing without which a hostile
//! program could reach its opponent or its judge, unless the caller asks for the unsafe way.
//!
//! What this room does not do yet: memory and processor limits of the whole tree (control groups,
//! sampling), freezing, counting processes of root's programs. [`Guarantees`] says so too.

mod confine;
mod contained;
mod guarantees;
mod keeper;
mod plan;

pub use contained::{Contained, Ended, SandboxError};
pub use guarantees::{Guarantee, Guarantees, Strength};
pub use keeper::serve_if_called;
pub use plan::{Limits, Plan};
