//! Words of records: known values, or texts as they are written.

use std::ops::Deref;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use arbitro_rules::{Player, Reason};

/// A winner or a reason as a source writes it. It derefs to its word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claimed<T> {
    Known(T),
    /// No value of ours; what is written there.
    Text(String),
}

/// A value that records write as one word.
pub trait Word: Copy + Into<&'static str> + FromStr {}

impl Word for Player {}
impl Word for Reason {}

impl<T: Copy> Claimed<T> {
    pub fn known(&self) -> Option<T> {
        match self {
            Claimed::Known(value) => Some(*value),
            Claimed::Text(_) => None,
        }
    }
}

impl<T: Word> Deref for Claimed<T> {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Claimed::Known(value) => (*value).into(),
            Claimed::Text(text) => text,
        }
    }
}

impl<T: Word> From<&str> for Claimed<T> {
    fn from(word: &str) -> Claimed<T> {
        word.parse().map_or_else(|_| Claimed::Text(word.to_owned()), Claimed::Known)
    }
}

impl<T: Word> From<T> for Claimed<T> {
    fn from(value: T) -> Claimed<T> {
        Claimed::Known(value)
    }
}

impl<T: Word> Serialize for Claimed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

impl<'de, T: Word> Deserialize<'de> for Claimed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Claimed<T>, D::Error> {
        Ok(String::deserialize(deserializer)?.as_str().into())
    }
}
