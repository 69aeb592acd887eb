//! Arbitro, a referee for board game programs that play each other through board files.

pub mod check;
pub mod history;
pub mod judge;
pub mod notation;
pub mod rules;
