//! Ratings of two and of many, and the sequential test.

mod coverage;
mod ladders;
mod simulated;
