//! Tests of the crate that start no program.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod board_text;
mod boards_data;
mod draw_rules;
mod fen_and_moves;
mod history;
mod judging;
mod perft;
mod quoridor;
mod quoridor_texts;
mod second_opinion;
