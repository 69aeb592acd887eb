//! The steps of a marking run that can be left out.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantNames};

use arbitro_rules::InvalidValue;

#[arbitro_table::texts("words")]
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    EnumString,
    IntoStaticStr,
    VariantNames,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
#[strum(parse_err_ty = InvalidValue, parse_err_fn = unknown)]
pub enum Task {
    Conformance,
    /// The same under valgrind.
    Memory,
    Likeness,
    /// Matches of players of any game against chance.
    Rules,
    Strength,
    Contest,
}

impl Task {
    pub fn name(self) -> &'static str {
        self.into()
    }
}

fn unknown(name: &str) -> InvalidValue {
    InvalidValue::new(name, |_| format!("it is one of {}", Task::VARIANTS.join(", ")))
}
