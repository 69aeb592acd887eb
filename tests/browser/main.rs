//! The page in a real browser.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test fails by panicking, and says its figures where --nocapture shows them"
)]

mod browser;
mod closing;
mod endings;
mod looks;
mod original;
mod play;
mod promises;
mod reports;
mod watch;
