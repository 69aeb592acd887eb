//! Students as Moodle tells of them, and how late they handed in.

use arbitro_table::texts;
use serde::{Deserialize, Serialize};

use crate::points::is_free;

/// A student as Moodle tells of them, in printable text; what Moodle does not tell is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    pub fn shown(&self) -> String {
        let parts = [self.name.as_str(), self.id()];
        Vec::from_iter(parts.into_iter().filter(|it| !it.is_empty())).join(", ")
    }
}

/// A submission handed in late.
#[texts("marks/words")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Late {
    pub days: u32,
    /// The points it costs, never more than there are.
    pub cost: f64,
}
