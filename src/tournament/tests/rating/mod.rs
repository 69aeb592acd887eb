//! Ratings, duels and the sequential test.

mod coverage;
mod head_to_head;
mod ratings;
mod simulated;
mod sprt;
