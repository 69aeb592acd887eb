//! One match between programs that write board files.
//!
//! | room | what it is for | what it never does |
//! |---|---|---|
//! | [`exchange`] | the folder of a match: names, waiting for a board, putting one there | know the rules, poll |
//! | [`check`] | what lies on disk, judged: boards, pairs, folders, records | wait, print |
//! | [`referee`] | one match while it is played, as a stream of events | print |
//!
//! [`duration`] and [`size`] read its limits as people write them.

pub mod check;
pub mod duration;
pub mod exchange;
pub mod referee;
pub mod size;
