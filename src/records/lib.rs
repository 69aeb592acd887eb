//! Matches as people keep them, and how well they were played.
//!
//! | room | what it is for | what it never does |
//! |---|---|---|
//! | [`records`] | matches read and written: boards, records, PDN, drawings | judge by itself, print |
//! | [`analysis`] | which moves of a match threw it away, and what was better | change a result, print, use a clock |

pub mod analysis;
pub mod records;
