//! Tests of the crate that start no program.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test fails by panicking, reads files and says its figures"
)]

mod board_cause;
mod board_model;
mod board_text;
mod boards_data;
mod diagnoses;
mod draw_rules;
mod fen_and_moves;
mod history;
mod judging;
mod lines;
mod perft;
mod quoridor;
mod quoridor_diagnoses;
mod quoridor_texts;
mod rule_books;
mod scenes;
mod second_opinion;
mod written;

use arbitro_rules::judge::{Diagnose, Diagnosis};
use arbitro_words::{Diagnosed, Language, say};

fn english<G: Diagnose>(diagnosis: &Diagnosis) -> String {
    say(&Diagnosed { game: G::ID, diagnosis }, Language::English).into_owned()
}
