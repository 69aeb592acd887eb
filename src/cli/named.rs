//! Values that have one of few names, which shells complete.

use std::error::Error;
use std::ffi::OsStr;
use std::str::FromStr;

use arbitro_rules::GameId;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};

/// Parses a value as [`FromStr`] does, and names the values to shells.
#[derive(Clone, Debug)]
pub struct Named<T> {
    names: Vec<&'static str>,
    parse: fn(&str) -> Result<T, Box<dyn Error + Send + Sync>>,
}

/// Returns the parser of a value with these names.
pub fn named<T: FromStr<Err: Into<Box<dyn Error + Send + Sync>>>>(
    names: impl IntoIterator<Item = &'static str>,
) -> Named<T> {
    Named {
        names: names.into_iter().collect(),
        parse: |text| text.parse::<T>().map_err(Into::into),
    }
}

/// Returns the parser of a game's name.
pub fn game() -> Named<GameId> {
    named(GameId::ALL.map(GameId::name))
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Named<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        self.parse.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().map(PossibleValue::new)))
    }
}
