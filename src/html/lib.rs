//! The kit of the pages that people read: the tournament's report and the marks. A page is one
//! self-contained file that opens without a network.
//!
//! Pure functions: they know no match and no mark, and say no sentence.

pub mod charts;
pub mod frame;
pub mod histogram;
pub mod text;
