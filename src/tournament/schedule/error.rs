//! Why settings allow no schedule.

use thiserror::Error;

use crate::settings::tournament_settings::Format;

/// The error for settings that allow no schedule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ScheduleError {
    #[error("a tournament needs at least two players; there are {0}")]
    TooFew(usize),
    #[error("too many matches: lower --games")]
    TooMany,
    #[error("no player in this tournament is named {0:?}")]
    Nobody(String),
    #[error(
        "only {most} round{} of {entrants} players can be paired for sure without playing each other twice, not {rounds}: lower --rounds, or use --format round-robin", if *most == 1 { "" } else { "s" }
    )]
    TooManyRounds { entrants: usize, rounds: u32, most: u32 },
    #[error("the seeding names {0:?} twice")]
    Twice(String),
    #[error("two phases begin with {0:?}")]
    ComesTwice(String),
    #[error("a knockout has one phase: its bracket")]
    Bracket,
    #[error("the challenger of a gauntlet, or of a sequential test, cannot leave it")]
    NoChallenger,
    #[error("a sequential test compares two players; there are {0}")]
    NotTwo(usize),
    #[error("a sequential test is a --format round-robin, not {0}")]
    TestOfFormat(Format),
    #[error("--{setting} is for --format {format}")]
    OfAnotherFormat { setting: &'static str, format: &'static str },
}
