//! Plays the matches of a tournament: its workers, their locks, and what they leave in its folder.

pub(crate) mod event;
pub(crate) mod evidence;
pub(crate) mod forfeit;
pub(crate) mod job_queue;
pub(crate) mod join;
pub(crate) mod live;
pub(crate) mod lock;
pub(crate) mod machine;
pub(crate) mod play_match;
pub(crate) mod play_tournament;
pub(crate) mod smoke;
pub(crate) mod sprt_watch;
pub(crate) mod terms;
pub(crate) mod worker;
