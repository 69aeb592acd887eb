//! The weights file, `grade.toml`: what each part is worth and what each fault costs.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::dossier::Class;
use crate::memory::Kind;

/// The default weights file, with comments for teachers.
pub const DEFAULT_TEXT: &str = include_str!("grade.toml");

/// Largest number in a weights file; sums stay exact to the hundredth.
const MOST: f64 = 1e6;

/// Points of each part and costs of each fault.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Weights {
    /// Pairs acquitted of copying.
    pub acquitted: Vec<[String; 2]>,
    /// Submissions that seemed to cheat, and did not.
    pub pardoned: Vec<String>,
    /// The teacher's decisions, with reasons.
    // An empty list would stand in the way of the first entry.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<Decision>,
    /// The most that each part gives.
    pub points: Points,
    /// Similarity threshold.
    pub likeness: OfLikeness,
    /// Cost of warnings.
    pub warnings: OfWarnings,
    /// Weights of the checks.
    pub conformance: OfConformance,
    /// Cost of memory faults.
    pub memory: OfMemory,
    /// Weights of matches against the reference players.
    pub strength: OfStrength,
    /// Cost of exceeding a match's limits.
    pub limits: OfLimits,
}

/// Something that the teacher decided: of two, that neither is a copy; of one, that it did not cheat, or has
/// other points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decision {
    /// Student numbers concerned.
    pub of: Vec<String>,
    /// Total that replaces the computed one, bonus included; the submission then passes.
    pub points: Option<f64>,
    /// The reason.
    pub why: String,
}

/// The most that each part gives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Points {
    /// It compiles.
    pub builds: f64,
    /// Without warnings.
    pub warnings: f64,
    /// It does what the course's text says.
    pub conformance: f64,
    /// It is careful with memory.
    pub memory: f64,
    /// It wins against the reference players.
    pub strength: f64,
    /// It never went beyond the limits of a match.
    pub limits: f64,
    /// It is among the best of the tournament; on top.
    pub bonus: f64,
}

impl Default for Points {
    fn default() -> Points {
        Points {
            builds: 10.0,
            warnings: 5.0,
            conformance: 40.0,
            memory: 15.0,
            strength: 20.0,
            limits: 10.0,
            bonus: 5.0,
        }
    }
}

/// Similarity threshold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OfLikeness {
    /// Pairs from this score on, of 1.
    pub threshold: f64,
}

impl Default for OfLikeness {
    fn default() -> OfLikeness {
        OfLikeness { threshold: 0.6 }
    }
}

/// Cost of warnings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OfWarnings {
    /// So many cost nothing.
    pub free: u32,
    /// Points for each further one.
    pub each: f64,
}

impl Default for OfWarnings {
    fn default() -> OfWarnings {
        OfWarnings { free: 0, each: 0.5 }
    }
}

/// Weights of the checks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OfConformance {
    /// One of what the text asks for.
    pub fault: f64,
    /// One of what is only unwise.
    pub notice: f64,
    /// The most that the checks of `index_out_of_bounds` count of a method, as a share.
    pub exceptions: f64,
    /// Some in particular: by name, or by group as `valid/*`.
    pub weights: BTreeMap<String, f64>,
}

impl Default for OfConformance {
    fn default() -> OfConformance {
        OfConformance {
            fault: 1.0,
            notice: 0.0,
            exceptions: 0.25,
            weights: BTreeMap::new(),
        }
    }
}

/// Cost of memory faults, in points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OfMemory {
    /// Cost of a further fault of the same kind, as a share of the first.
    pub further: f64,
    /// Each kind.
    pub invalid_write: f64,
    /// See above.
    pub bad_free: f64,
    /// See above.
    pub invalid_read: f64,
    /// See above.
    pub uninitialised: f64,
    /// See above.
    pub mismatched_free: f64,
    /// See above.
    pub leak: f64,
    /// See above.
    pub possible_leak: f64,
    /// See above.
    pub other: f64,
    /// An exercise that broke off.
    pub unfinished: f64,
}

impl Default for OfMemory {
    fn default() -> OfMemory {
        OfMemory {
            further: 0.25,
            invalid_write: 5.0,
            bad_free: 5.0,
            invalid_read: 4.0,
            uninitialised: 3.0,
            mismatched_free: 2.0,
            leak: 3.0,
            possible_leak: 1.0,
            other: 2.0,
            unfinished: 2.0,
        }
    }
}

impl OfMemory {
    /// Returns the cost of the first fault of a kind.
    pub const fn first(&self, kind: Kind) -> f64 {
        match kind {
            Kind::InvalidRead => self.invalid_read,
            Kind::InvalidWrite => self.invalid_write,
            Kind::Uninitialised => self.uninitialised,
            Kind::BadFree => self.bad_free,
            Kind::MismatchedFree => self.mismatched_free,
            Kind::Leak => self.leak,
            Kind::PossibleLeak => self.possible_leak,
            Kind::Other => self.other,
        }
    }
}

/// Weights of matches against the reference players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OfStrength {
    /// A draw, as a share of a win.
    pub draw: f64,
    /// Extra cost of a forfeit, as a share of a win.
    pub forfeit: f64,
    /// Weight of each reference player, the weakest first.
    pub rungs: Vec<f64>,
}

impl Default for OfStrength {
    fn default() -> OfStrength {
        OfStrength {
            draw: 0.5,
            forfeit: 0.25,
            rungs: vec![3.0, 2.0, 1.0],
        }
    }
}

/// Cost of exceeding a match's limits, in points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OfLimits {
    /// A match lost on time.
    pub timeout: f64,
    /// A match lost for memory.
    pub memory: f64,
}

impl Default for OfLimits {
    fn default() -> OfLimits {
        OfLimits {
            timeout: 2.5,
            memory: 2.5,
        }
    }
}

/// An error in a weights file.
#[derive(Debug, Error)]
pub enum WeightsError {
    /// It is no such file: a word is misspelt, or a value of another kind.
    #[error("the weights file cannot be read: {0}")]
    Unreadable(#[from] toml::de::Error),
    /// A number is none that can be counted with.
    #[error("the weights file says {name} = {value}; it must be from 0 to {most}")]
    OutOfRange {
        /// The one concerned.
        name: String,
        /// The value or kind found.
        value: f64,
        /// The most that it may be.
        most: f64,
    },
    /// There is nothing to be had.
    #[error("the weights file gives no points for anything: put some under [points]")]
    NoPoints,
    /// No rung counts.
    #[error("the weights file says rungs = []; give at least one number above 0")]
    NoRungs,
    /// A decision without a reason, or with none or too many numbers.
    #[error(
        "the weights file has a decision about {of:?}: it needs one number, or two and no points, and a reason as why = \"...\""
    )]
    NoDecision {
        /// Student numbers concerned.
        of: Vec<String>,
    },
    /// A pair of one.
    #[error("the weights file acquits {number} of being like itself; a pair has two numbers")]
    PairOfOne {
        /// The student number.
        number: String,
    },
}

impl Weights {
    /// Reads a weights file.
    ///
    /// # Errors
    ///
    /// When it is not TOML, has a word that means nothing here, or a number beyond reason.
    pub fn read(text: &str) -> Result<Weights, WeightsError> {
        let weights: Weights = toml::from_str(text)?;
        weights.check()?;
        Ok(weights)
    }

    fn check(&self) -> Result<(), WeightsError> {
        let (points, memory) = (&self.points, &self.memory);
        let amounts = [
            ("points.builds", points.builds),
            ("points.warnings", points.warnings),
            ("points.conformance", points.conformance),
            ("points.memory", points.memory),
            ("points.strength", points.strength),
            ("points.limits", points.limits),
            ("points.bonus", points.bonus),
            ("warnings.each", self.warnings.each),
            ("conformance.fault", self.conformance.fault),
            ("conformance.notice", self.conformance.notice),
            ("memory.invalid_write", memory.invalid_write),
            ("memory.bad_free", memory.bad_free),
            ("memory.invalid_read", memory.invalid_read),
            ("memory.uninitialised", memory.uninitialised),
            ("memory.mismatched_free", memory.mismatched_free),
            ("memory.leak", memory.leak),
            ("memory.possible_leak", memory.possible_leak),
            ("memory.other", memory.other),
            ("memory.unfinished", memory.unfinished),
            ("limits.timeout", self.limits.timeout),
            ("limits.memory", self.limits.memory),
        ];
        for (name, value) in amounts {
            within(name, value, MOST)?;
        }
        for (name, value) in &self.conformance.weights {
            within(&format!("conformance.weights.{name:?}"), *value, MOST)?;
        }
        for value in &self.strength.rungs {
            within("strength.rungs", *value, MOST)?;
        }
        for (name, value) in [
            ("likeness.threshold", self.likeness.threshold),
            ("conformance.exceptions", self.conformance.exceptions),
            ("memory.further", memory.further),
            ("strength.draw", self.strength.draw),
            ("strength.forfeit", self.strength.forfeit),
        ] {
            within(name, value, 1.0)?;
        }
        let all: f64 = amounts.iter().take(6).map(|(_, value)| value).sum();
        if all <= 0.0 {
            return Err(WeightsError::NoPoints);
        }
        if self.strength.rungs.iter().sum::<f64>() <= 0.0 {
            return Err(WeightsError::NoRungs);
        }
        for it in &self.decisions {
            within("decisions.points", it.points.unwrap_or(0.0), MOST)?;
            let is_fine = match it.of[..] {
                [_] => true,
                [_, _] => it.points.is_none(),
                _ => false,
            };
            if !is_fine || it.why.trim().is_empty() {
                let of = it.of.clone();
                return Err(WeightsError::NoDecision { of });
            }
        }
        let decided = self.decisions.iter().filter_map(|it| it.of.first_chunk());
        match self
            .acquitted
            .iter()
            .chain(decided)
            .find(|[a, b]| same(a, b))
        {
            Some([number, _]) => Err(WeightsError::PairOfOne {
                number: number.clone(),
            }),
            None => Ok(()),
        }
    }

    /// The decision about a pair, in whichever order it is given.
    pub fn about_pair(&self, one: &str, two: &str) -> Option<&Decision> {
        let is_it = |of: &[String]| matches!(of, [a, b] if same(a, one) && same(b, two) || same(a, two) && same(b, one));
        self.decisions.iter().find(|it| is_it(&it.of))
    }

    /// Returns the points that a decision gives a submission.
    pub fn changed(&self, number: &str) -> Option<(f64, &Decision)> {
        let about = |it: &&Decision| matches!(&it.of[..], [of] if same(of, number));
        let mut all = self.decisions.iter().filter(about);
        all.find_map(|it| Some((it.points?, it)))
    }

    /// Returns true if a pair is acquitted, in either order.
    pub fn acquits(&self, one: &str, two: &str) -> bool {
        let is_it =
            |[a, b]: &[String; 2]| same(a, one) && same(b, two) || same(a, two) && same(b, one);
        self.acquitted.iter().any(is_it) || self.about_pair(one, two).is_some()
    }

    /// Returns true if a submission is pardoned.
    pub fn pardons(&self, number: &str) -> bool {
        let decided = |it: &Decision| matches!(&it.of[..], [of] if same(of, number));
        self.pardoned.iter().any(|it| same(it, number)) || self.decisions.iter().any(decided)
    }

    /// Numbers in this file that match no submission of the class or a past year: probably misspelt. Sorted, each
    /// once.
    pub fn unknown_numbers(&self, class: &Class) -> Vec<String> {
        let named = self.acquitted.iter().flatten().chain(&self.pardoned);
        let named = named.chain(self.decisions.iter().flat_map(|it| &it.of));
        let members = class.likeness.found().map_or(&[][..], |it| &it.members);
        let is_there = |it: &&String| {
            class.dossiers.iter().any(|of| same(&of.number, it))
                || members.iter().any(|of| of.is_past && same(&of.name, it))
        };
        let mut unknown: Vec<String> = named.filter(|it| !is_there(it)).cloned().collect();
        unknown.sort();
        unknown.dedup();
        unknown
    }
}

/// Numbers are the same however their letters are written.
fn same(one: &str, two: &str) -> bool {
    one.eq_ignore_ascii_case(two)
}

fn within(name: &str, value: f64, most: f64) -> Result<(), WeightsError> {
    if (0.0..=most).contains(&value) {
        return Ok(());
    }
    Err(WeightsError::OutOfRange {
        name: name.to_owned(),
        value,
        most,
    })
}
