//! Distributes one tournament over many machines that share a folder.
//!
//! 1. [`Planned::freeze`] records the tournament once: settings, copies of the players, the
//!    program's own bytes, and the number of *shards* that the matches are dealt to.
//! 2. A [`ShardWork`] plays one shard on one machine, into a journal of its own.
//! 3. [`merge()`] checks all journals against the schedule and joins them into the tournament's
//!    own, or reports the missing matches. If rounds depend on each other, it opens the next.
//!
//! A [`GrowingPlan`] appends phases to it.
//!
//! [`status()`] reports the progress. Machines do not talk to each other, and nothing here knows
//! how work is handed out: the shared folder is all there is. A shard's matches follow from its
//! number and the settings, and every file is written atomically, so any step may be killed and
//! repeated. The shared file system must show a renamed file whole, and `flock` on a file must
//! exclude other machines. If it does not, two machines play the same matches, which the checksums
//! and [`merge()`] detect.

mod copies;
mod evidence;
mod flaw;
mod growing;
mod journals;
mod lock;
mod merge;
mod plan;
mod status;
mod work;

pub use copies::{GAME, copied_players, copy_players, keep_game};
pub use flaw::{Flaw, FlawKind};
pub use growing::GrowingPlan;
pub use merge::{Merged, merge};
pub use plan::{PLAN_FILE, Planned, ShardPlan};
pub use status::{ShardStatus, Status, status};
pub use work::{Opened, ShardWork};
