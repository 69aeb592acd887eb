//! One tournament over many machines that share a folder.
//!
//! 1. [`Planned::freeze`] records the tournament once: settings, copies of the players, the program's
//!    own bytes, and the number of *shards* that the matches are dealt to.
//! 2. A [`ShardWork`] plays one shard on one machine, into a journal of its own.
//! 3. [`merge()`] checks all journals against the schedule and joins them into the tournament's own, or
//!    reports the missing matches. If rounds depend on each other, it opens the next.
//!
//! [`status()`] looks on. Nothing here talks to another machine or knows how work is handed out: the shared
//! folder is all there is. A shard's matches follow from its number and the settings, and everything
//! that is written is either whole or not there, so that any step may be killed and repeated. Of the shared
//! file system nothing is asked but that a renamed file is seen whole, and that `flock` on a file keeps
//! two machines apart; should it not, both play the same matches, which the checksums and [`merge()`]
//! find out.

mod copies;
mod error;
mod evidence;
mod flaw;
mod journals;
mod lock;
mod merge;
mod plan;
mod status;
mod work;

pub use copies::{copied_players, copy_players};
pub use error::ShardsError;
pub use flaw::{Flaw, FlawKind};
pub use merge::{Merged, merge};
pub use plan::{PLAN_FILE, Plan, Planned};
pub use status::{ShardStatus, Status, status};
pub use work::{Opened, ShardWork};
