//! Arbitro, a referee for board game programs that play each other through board files.

pub mod rules;
