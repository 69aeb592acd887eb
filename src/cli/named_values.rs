//! Values that have one of few names, which shells complete.

use std::error::Error;
use std::ffi::OsStr;
use std::str::FromStr;

use arbitro_rules::GameId;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};

/// A parser that names its values to shells.
#[derive(Clone, Debug)]
pub struct NamedValues<P> {
    pub names: Vec<&'static str>,
    pub parse: P,
}

/// Parses a value as [`FromStr`] does.
pub fn named<
    T: FromStr<Err: Into<Box<dyn Error + Send + Sync>>> + Clone + Send + Sync + 'static,
>(
    names: impl IntoIterator<Item = &'static str>,
) -> impl TypedValueParser<Value = T> {
    NamedValues { names: names.into_iter().collect(), parse: |text: &str| text.parse::<T>() }
}

/// Returns the parser of a game's name.
pub fn game() -> impl TypedValueParser<Value = GameId> {
    named(GameId::ALL.map(GameId::name))
}

impl<P: TypedValueParser> TypedValueParser for NamedValues<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<P::Value, clap::Error> {
        self.parse.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().map(PossibleValue::new)))
    }
}
