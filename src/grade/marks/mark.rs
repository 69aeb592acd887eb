//! The mark of a submission, part by part.

use arbitro_table::texts;
use serde::Serialize;
use strum::IntoStaticStr;

use super::reasons::{CheckCounts, Failing, Why};
use super::weights::LateRules;
use crate::dossier::Course;
use crate::points::{hundredths, is_free};

#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    pub number: String,
    /// The parts, always all of them and in the same order.
    pub parts: Vec<Part>,
    pub total: f64,
    /// The points that could be had, without the bonus and without what could not be done.
    pub of: f64,
    /// Reason for failing whatever the points; names no other student.
    pub failing: Option<Failing>,
    pub changed: Option<Changed>,
    /// Submissions above the similarity threshold, most similar first; for the teacher only.
    pub alike: Vec<Alike>,
    pub person: Person,
    pub late: Option<Late>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Changed {
    /// The total that was found.
    pub from: f64,
    pub why: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    pub name: PartName,
    pub points: f64,
    /// The points it could give; 0 where it could not be done.
    pub of: f64,
    pub basis: Basis,
    pub why: Why,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum PartName {
    Builds,
    Warnings,
    Conformance,
    Memory,
    Strength,
    Limits,
    Bonus,
    Starts,
    Rules,
}

impl PartName {
    /// Those of the course of the class `Player`.
    pub const CLASS: [PartName; 7] = [
        PartName::Builds,
        PartName::Warnings,
        PartName::Conformance,
        PartName::Memory,
        PartName::Strength,
        PartName::Limits,
        PartName::Bonus,
    ];
    /// Those of players of any game.
    pub const PLAYERS: [PartName; 5] =
        [PartName::Starts, PartName::Rules, PartName::Strength, PartName::Limits, PartName::Bonus];

    pub const fn all(course: &Course) -> &'static [PartName] {
        match course {
            Course::Class => &PartName::CLASS,
            Course::Players(..) => &PartName::PLAYERS,
        }
    }

    pub fn word(self) -> &'static str {
        self.into()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    Found,
    /// The submission prevented the step.
    NotReached,
    /// The step could not be done, so the part leaves the total.
    NotDone,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Alike {
    pub number: String,
    pub score: f64,
    pub is_acquitted: bool,
    pub why: Option<String>,
}

const MAX_GAINS: usize = 3;

impl Mark {
    /// Returns true if failing is a proposal that the teacher has to confirm.
    pub fn is_proposal(&self) -> bool {
        use Failing::{Cheated, Forged, Similar};
        matches!(self.failing, Some(Similar { .. } | Forged | Cheated { .. }))
    }

    pub fn part(&self, name: PartName) -> Option<&Part> {
        self.parts.iter().find(|part| part.name == name)
    }

    /// The checks that the points of the methods were computed from.
    pub fn checks(&self) -> Option<&CheckCounts> {
        match &self.part(PartName::Conformance)?.why {
            Why::Checks(counts) => Some(counts),
            _ => None,
        }
    }

    /// The memory faults of each root, by number, with what they cost.
    pub(crate) fn memory_charges(&self) -> Option<&[(Vec<usize>, f64)]> {
        match &self.part(PartName::Memory)?.why {
            Why::Memory(costs) => Some(&costs.charges),
            _ => None,
        }
    }

    /// Why a player of any game does not start.
    pub fn starts_not(&self) -> Option<&Why> {
        let part = self.part(PartName::Starts)?;
        matches!(part.why, Why::StartsNot(_)).then_some(&part.why)
    }

    /// The points without the bonus: those that [`Mark::of`] is the most of.
    pub fn without_bonus(&self) -> f64 {
        hundredths(self.total - self.bonus())
    }

    pub fn bonus(&self) -> f64 {
        self.part(PartName::Bonus).map_or(0.0, |part| part.points)
    }

    /// Returns the parts that would bring the most points, faults first, and how many each. A submission that
    /// does not compile, or start, has one fault, which also costs what was not reached after it.
    pub fn gains(&self) -> Vec<(&Part, f64)> {
        let is_first = |it: PartName| matches!(it, PartName::Builds | PartName::Starts);
        let begins = self.parts.iter().any(|part| is_first(part.name) && part.points > 0.0);
        let (mut most, mut after) = (Vec::new(), 0.0);
        for part in &self.parts {
            let lost = part.of - part.points;
            match (part.name, part.basis) {
                (PartName::Bonus, _) | (_, Basis::NotDone) => {}
                (name, _) if is_first(name) => most.push((part, lost)),
                (_, Basis::Found) => most.push((part, lost)),
                (_, Basis::NotReached) if begins => most.push((part, lost)),
                (_, Basis::NotReached) => after += lost,
            }
        }
        if let Some(first) = most.iter_mut().find(|it| is_first(it.0.name)) {
            first.1 += after;
        }
        most.retain(|(_, lost)| *lost > 0.0);
        // Faults can be mended; a better strategy is another program.
        let is_fault = |it: &(&Part, f64)| it.0.name != PartName::Strength;
        most.sort_by(|one, two| {
            is_fault(two).cmp(&is_fault(one)).then_with(|| two.1.total_cmp(&one.1))
        });
        most.truncate(MAX_GAINS);
        most
    }

    /// Percentage of the attainable points without the bonus, to a tenth; `None` if nothing was attainable.
    pub fn per_cent(&self) -> Option<f64> {
        (self.of > 0.0).then(|| (self.without_bonus() / self.of * 1000.0).round() / 10.0)
    }

    /// Adds the student, and takes the penalty for days late from the computed total.
    pub fn add_person(&mut self, person: Person, rule: &LateRules) {
        let days = person.days_late;
        self.person = person;
        if days == 0 {
            return;
        }
        let bonus = self.bonus();
        let computed = match &mut self.changed {
            Some(changed) => &mut changed.from,
            None => &mut self.total,
        };
        let due = f64::from(days.saturating_sub(rule.free)) * rule.each;
        let cost = hundredths(due.min(*computed - bonus).max(0.0));
        *computed = hundredths(*computed - cost);
        self.late = Some(Late { days, cost });
    }
}

/// A student as Moodle tells of them, in printable text; what Moodle does not tell is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Person {
    /// Moodle's number of the participant: digits.
    pub participant: Option<String>,
    pub name: String,
    pub id_number: String,
    pub email: String,
    /// Days late; a day begun is a day.
    pub days_late: u32,
}

impl Person {
    /// The student's ID number, or else the address.
    pub fn id(&self) -> &str {
        if self.id_number.is_empty() { &self.email } else { &self.id_number }
    }

    /// Name and ID for a line of text; empty for a student about whom nothing is known.
    pub fn label(&self) -> String {
        let parts = [self.name.as_str(), self.id()];
        Vec::from_iter(parts.into_iter().filter(|part| !part.is_empty())).join(", ")
    }
}

#[texts("marks/words")]
#[derive(Clone, Debug, PartialEq)]
pub struct Late {
    pub days: u32,
    /// The points it costs, never more than there are.
    pub cost: f64,
}
