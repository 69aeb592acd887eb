//! Tests of the crate.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test fails by panicking, reads files and says its figures"
)]

mod class_growth;
mod dossiers;
mod grade_checks;
mod grade_contest;
mod grade_likeness;
mod grade_marks;
mod grade_memory_marks;
mod grade_moodle;
mod grade_overview;
mod grade_pages;
mod grade_submissions;
mod grade_weights;
mod program;
mod python_likeness;
