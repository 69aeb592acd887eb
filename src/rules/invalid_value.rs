//! Texts that are not a value of their kind.

use thiserror::Error;

/// The error for a text that is not a value of its kind. Its message says which values there are.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct InvalidValue(pub String);

impl InvalidValue {
    /// Describes the text, which is shortened first.
    pub fn new(text: &str, describe: impl FnOnce(&str) -> String) -> InvalidValue {
        InvalidValue(describe(&text.chars().take(40).collect::<String>()))
    }
}
