//! What keeps journals from being joined: where, what, and what to do.

use super::super::journal::Damage;

/// Something that is wrong with a shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The round.
    pub round: u32,
    /// The shard that must be played again: that plays what is missing alone.
    pub shard: u32,
    /// What is wrong.
    pub kind: FlawKind,
}

/// What is wrong with a shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FlawKind {
    /// Matches have not ended.
    Missing {
        /// How many.
        matches: u64,
        /// The first of them.
        first: u64,
        /// How many of them were void: played, but spoilt by the host.
        void: u64,
        /// Whether somebody plays the shard now.
        is_running: bool,
    },
    /// A line is none that can count.
    Damaged {
        /// Its number.
        line: u64,
        /// What is wrong.
        damage: Damage,
    },
    /// A match is there more than once.
    Double {
        /// Which.
        id: u64,
        /// Whether all say the same but for times.
        agrees: bool,
    },
    /// A match of another shard.
    Stray {
        /// Which.
        id: u64,
        /// The number of its line.
        line: u64,
        /// The shard it belongs to.
        home: u32,
        /// Whether it says there the same but for times; `None` if it is not there.
        agrees: Option<bool>,
    },
}

impl FlawKind {
    /// In words.
    pub fn text(&self) -> String {
        let plural = |count: u64| if count == 1 { "match" } else { "matches" };
        let same = |agrees: bool| {
            if agrees {
                "with the same result"
            } else {
                "with different results"
            }
        };
        match self {
            FlawKind::Missing {
                matches,
                first,
                void,
                is_running,
            } => {
                let which = if *matches == 1 {
                    format!("match {first} is missing")
                } else {
                    format!("{matches} matches are missing, the first is {first}")
                };
                let void = match void {
                    0 => String::new(),
                    void => format!(
                        "; {void} {} void, for the machine was too busy",
                        if *void == 1 { "was" } else { "were" }
                    ),
                };
                let running = if *is_running {
                    "; somebody plays it now"
                } else {
                    ""
                };
                format!("{which}{void}{running}")
            }
            FlawKind::Damaged { line, damage } => format!("line {line}: {}", damage.text()),
            FlawKind::Double { id, agrees } => {
                format!(
                    "{} {id} is there more than once, {}",
                    plural(1),
                    same(*agrees)
                )
            }
            FlawKind::Stray {
                id,
                line,
                home,
                agrees,
            } => {
                let there = match agrees {
                    Some(agrees) => format!("where it is too, {}", same(*agrees)),
                    None => "where it is missing".to_owned(),
                };
                format!("line {line}: match {id} belongs to shard {home}, {there}")
            }
        }
    }
}
