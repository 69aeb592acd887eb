//! The strength of each guarantee on this machine, and the mechanism behind it.

use serde::Serialize;
use strum::{Display, EnumString, IntoStaticStr};

use super::mechanism::{Mechanism, Promise};

/// Strength of a guarantee.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Display,
    EnumString,
    IntoStaticStr,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Strength {
    /// Not at all.
    Absent,
    /// Against accidents, not against everything a hostile program can do.
    Approximate,
    /// By the kernel.
    Enforced,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Guarantee {
    pub promise: Promise,
    pub strength: Strength,
    /// The mechanism that enforces it, or the reason that there is none.
    pub mechanism: Mechanism,
}

impl Guarantee {
    /// Returns its strength and the code of its mechanism, as kept beside results.
    pub fn how(&self) -> String {
        format!("{}: {}", self.strength, self.mechanism)
    }
}

/// Groups guarantees of the same strength and mechanism: their promises, and what they share.
pub fn by_cause(weak: &[Guarantee]) -> Vec<(Vec<Promise>, Strength, Mechanism)> {
    let mut groups: Vec<(Vec<Promise>, Strength, Mechanism)> = Vec::new();
    for it in weak {
        let same = groups.iter_mut().find(|(_, strength, mechanism)| {
            (*strength, *mechanism) == (it.strength, it.mechanism)
        });
        match same {
            Some((promises, ..)) => promises.push(it.promise),
            None => groups.push((vec![it.promise], it.strength, it.mechanism)),
        }
    }
    groups
}

pub(crate) fn listed(weak: &[Guarantee]) -> String {
    let listed = by_cause(weak).into_iter().map(|(promises, strength, mechanism)| {
        let is = if promises.len() == 1 { "is" } else { "are" };
        let names: Vec<&str> = promises.iter().map(Into::into).collect();
        format!("{} {is} {strength}: {mechanism}", names.join(", "))
    });
    listed.collect::<Vec<_>>().join("; ")
}
