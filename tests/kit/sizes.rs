//! How much a test does: the short form of `cargo test`, the long one of `ARBITRO_TESTS=long`, or as much as a
//! script asks for.

use std::env;

use rand::RngExt;

use crate::games::seeded;

const FORM: &str = "ARBITRO_TESTS";

/// Returns true if tests are to show what only a long run can.
pub fn is_long() -> bool {
    env::var(FORM).is_ok_and(|var| var == "long")
}

pub fn short_or_long<T>(short: T, long: T) -> T {
    if is_long() { long } else { short }
}

/// Returns the number in a test's own variable, else that of its form.
pub fn size(variable: &str, short: u64, long: u64) -> u64 {
    setting(variable, short_or_long(short, long))
}

/// Returns the number in a test's own variable, else the usual one, which is that of both forms.
pub fn setting(variable: &str, usual: u64) -> u64 {
    number(variable).unwrap_or(usual)
}

/// Returns what a test looks at: everything in its long form, else one of each `apart` in a row, chosen by the
/// seed that `ARBITRO_TESTS` may be.
pub fn sample<T>(all: impl IntoIterator<Item = T>, apart: usize) -> Vec<T> {
    let mut all: Vec<T> = all.into_iter().collect();
    if is_long() {
        return all;
    }
    let mut random = seeded(number(FORM).unwrap_or(1));
    let (mut at, mut chosen) = (0, 0);
    all.retain(|_| {
        if at % apart == 0 {
            chosen = at + random.random_range(0..apart);
        }
        at += 1;
        at - 1 == chosen
    });
    all
}

/// Returns all in a test's long form, else one of them.
pub fn one_or_all<T, const N: usize>(all: [T; N]) -> Vec<T> {
    sample(all, N)
}

fn number(variable: &str) -> Option<u64> {
    let text = env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is no number: {text}")))
}
