//! The weights file, `grade.toml`: what each part is worth and what each fault costs. The file says what each
//! number means.

use std::collections::BTreeMap;
use std::fmt::Display;

use serde::{Deserialize, Serialize};
use toml::Value;

use crate::dossier::Class;
use crate::memory::FaultKind;
use arbitro_rules::InvalidValue;

/// The default weights file, with comments for teachers.
pub const DEFAULT_TEXT: &str = include_str!("grade.toml");
/// That of a course of players.
pub const PLAYERS_TEXT: &str = include_str!("players.toml");

/// Largest number in a weights file; sums stay exact to the hundredth.
const MOST: f64 = 1e6;
/// Names of the numbers that are fractions, from 0 to 1.
const SHARES: [&str; 6] = [
    "rules.further",
    "likeness.threshold",
    "conformance.exceptions",
    "memory.further",
    "strength.draw",
    "strength.forfeit",
];

/// Points of each part and costs of each fault.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Weights {
    /// Pairs acquitted of copying.
    pub acquitted: Vec<[String; 2]>,
    /// Submissions that seemed to cheat, and did not.
    pub pardoned: Vec<String>,
    // An empty list would stand in the way of the first entry.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<Decision>,
    pub points: Points,
    pub likeness: LikenessRules,
    pub warnings: WarningRules,
    pub conformance: ConformanceRules,
    pub memory: MemoryRules,
    pub strength: StrengthRules,
    pub limits: LimitRules,
    pub late: LateRules,
    pub rules: ForfeitRules,
    /// The command of players that bring no player.toml.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub start: Vec<String>,
}

/// A teacher's decision about a pair (not copies), or about one submission (did not cheat, or other points).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decision {
    pub of: Vec<String>,
    /// Total that replaces the computed one, bonus included; the submission then passes.
    pub points: Option<f64>,
    pub why: String,
}

/// Defines a table of the weights file, with what each number is where the file says nothing.
macro_rules! table {
    ($name:ident { $($field:ident: $type:ty = $default:expr,)* }) => {
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            $(pub $field: $type,)*
        }

        impl Default for $name {
            fn default() -> $name {
                $name { $($field: $default,)* }
            }
        }
    };
}

table! { Points {
    builds: f64 = 10.0,
    warnings: f64 = 0.0,
    conformance: f64 = 45.0,
    memory: f64 = 15.0,
    strength: f64 = 20.0,
    limits: f64 = 10.0,
    bonus: f64 = 5.0,
    starts: f64 = 20.0,
    rules: f64 = 50.0,
} }

table! { ForfeitRules {
    matches: u32 = 20,
    forfeit: BTreeMap<String, f64> = BTreeMap::new(),
    other: f64 = 10.0,
    further: f64 = 0.1,
} }

table! { LikenessRules {
    threshold: f64 = 0.6,
} }

table! { WarningRules {
    free: u32 = 0,
    each: f64 = 0.5,
} }

table! { ConformanceRules {
    fault: f64 = 1.0,
    notice: f64 = 0.0,
    exceptions: f64 = 0.25,
    weights: BTreeMap<String, f64> = BTreeMap::new(),
} }

table! { MemoryRules {
    further: f64 = 0.25,
    invalid_write: f64 = 5.0,
    bad_free: f64 = 5.0,
    invalid_read: f64 = 4.0,
    null_pointer: f64 = 1.0,
    uninitialised: f64 = 3.0,
    mismatched_free: f64 = 2.0,
    leak: f64 = 3.0,
    possible_leak: f64 = 1.0,
    other: f64 = 2.0,
    unfinished: f64 = 2.0,
} }

table! { StrengthRules {
    draw: f64 = 0.5,
    forfeit: f64 = 1.0,
    rungs: Vec<f64> = vec![3.0, 2.0, 1.0],
} }

table! { LimitRules {
    timeout: f64 = 2.5,
    memory: f64 = 2.5,
} }

table! { LateRules {
    free: u32 = 0,
    each: f64 = 0.0,
} }

impl MemoryRules {
    pub const fn first(&self, kind: FaultKind) -> f64 {
        match kind {
            FaultKind::InvalidRead => self.invalid_read,
            FaultKind::InvalidWrite => self.invalid_write,
            FaultKind::NullPointer => self.null_pointer,
            FaultKind::Uninitialised => self.uninitialised,
            FaultKind::BadFree => self.bad_free,
            FaultKind::MismatchedFree => self.mismatched_free,
            FaultKind::Leak => self.leak,
            FaultKind::PossibleLeak => self.possible_leak,
            FaultKind::Other => self.other,
        }
    }
}

impl Weights {
    pub fn read(text: &str) -> Result<Weights, InvalidValue> {
        let weights: Weights = toml::from_str(text)
            .map_err(|error| InvalidValue(format!("the weights file cannot be read: {error}")))?;
        weights.check()?;
        Ok(weights)
    }

    fn check(&self) -> Result<(), InvalidValue> {
        if let Ok(all) = Value::try_from(self) {
            numbers_within("", &all)?;
        }
        let points = &self.points;
        let of_class = points.builds + points.warnings + points.conformance + points.memory;
        let of_each = of_class.min(points.starts + points.rules);
        if of_each + points.strength + points.limits <= 0.0 {
            return wrong("gives no points for anything: put some under [points]");
        }
        if self.strength.rungs.iter().sum::<f64>() <= 0.0 {
            return wrong("says rungs = []; give at least one number above 0");
        }
        for it in &self.decisions {
            let is_fine = match it.of[..] {
                [_] => true,
                [_, _] => it.points.is_none(),
                _ => false,
            };
            if !is_fine || it.why.trim().is_empty() {
                let of = &it.of;
                return wrong(format_args!(
                    "has a decision about {of:?}: it needs one number, or two and no points, and a \
                     reason as why = \"...\""
                ));
            }
        }
        let decided = self.decisions.iter().filter_map(|decision| decision.of.first_chunk());
        match self.acquitted.iter().chain(decided).find(|[a, b]| same(a, b)) {
            Some([number, _]) => {
                wrong(format_args!("pairs {number} with itself; a pair has two numbers"))
            }
            None => Ok(()),
        }
    }

    pub(crate) fn about_pair(&self, one: &str, two: &str) -> Option<&Decision> {
        let mut all = self.decisions.iter();
        all.find(|decision| matches!(&decision.of[..], [a, b] if is_pair([a, b], one, two)))
    }

    pub fn changed(&self, number: &str) -> Option<(f64, &Decision)> {
        let about = |it: &&Decision| matches!(&it.of[..], [of] if same(of, number));
        let mut all = self.decisions.iter().filter(about);
        all.find_map(|it| Some((it.points?, it)))
    }

    pub fn acquits(&self, one: &str, two: &str) -> bool {
        let mut all = self.acquitted.iter();
        all.any(|it| is_pair(it.each_ref(), one, two)) || self.about_pair(one, two).is_some()
    }

    pub fn pardons(&self, number: &str) -> bool {
        let decided = |it: &Decision| matches!(&it.of[..], [of] if same(of, number));
        self.pardoned.iter().any(|it| same(it, number)) || self.decisions.iter().any(decided)
    }

    /// Numbers in this file that match no submission of the class or a past year, sorted.
    pub fn unknown_numbers(&self, class: &Class) -> Vec<String> {
        let named = self.acquitted.iter().flatten().chain(&self.pardoned);
        let named = named.chain(self.decisions.iter().flat_map(|decision| &decision.of));
        let members = class.likeness.found().map_or(&[][..], |it| &it.members);
        let is_there = |number: &&String| {
            class.dossiers.iter().any(|of| same(&of.number, number))
                || members.iter().any(|of| of.is_past && same(&of.name, number))
        };
        let mut unknown: Vec<String> = named.filter(|named| !is_there(named)).cloned().collect();
        unknown.sort();
        unknown.dedup();
        unknown
    }
}

fn wrong(what: impl Display) -> Result<(), InvalidValue> {
    Err(InvalidValue(format!("the weights file {what}")))
}

/// Student numbers are compared without regard to case.
fn same(one: &str, two: &str) -> bool {
    one.eq_ignore_ascii_case(two)
}

fn is_pair([a, b]: [&String; 2], one: &str, two: &str) -> bool {
    same(a, one) && same(b, two) || same(a, two) && same(b, one)
}

/// Every number must be one that can be counted with.
fn numbers_within(name: &str, value: &Value) -> Result<(), InvalidValue> {
    match value {
        Value::Float(value) => {
            let most = if SHARES.contains(&name) { 1.0 } else { MOST };
            if (0.0..=most).contains(value) {
                return Ok(());
            }
            wrong(format_args!("says {name} = {value}; it must be from 0 to {most}"))
        }
        Value::Array(all) => all.iter().try_for_each(|value| numbers_within(name, value)),
        Value::Table(all) => all.iter().try_for_each(|(word, it)| match name {
            "" => numbers_within(word, it),
            "conformance.weights" => numbers_within(&format!("{name}.{word:?}"), it),
            _ => numbers_within(&format!("{name}.{word}"), it),
        }),
        _ => Ok(()),
    }
}
