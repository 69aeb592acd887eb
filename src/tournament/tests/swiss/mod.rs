//! Rounds of simulated tournaments, and single rounds against every possible round.

mod field;
mod rounds;
mod tournaments;
