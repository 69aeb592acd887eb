//! Tests of the crate that start no program.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod analysis;
mod match_records;
mod pdn_collections;
mod pdn_writing;
mod records_agreements;
mod records_hostile;
mod records_reading;
mod records_round_trips;
mod rule_books;
mod whole_boards;
mod written_games;
