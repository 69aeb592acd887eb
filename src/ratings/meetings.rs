//! Results between two entrants, as counts.
//!
//! The order of matches and the names are not kept: the statistics do not need them.

/// Results between two entrants. `a` is the one with the smaller number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Meetings {
    /// Matches in which `a` was player 1: won by a, drawn, lost by a.
    pub a_first: [u32; 3],
    /// Matches in which `a` was player 2: won by a, drawn, lost by a.
    pub a_second: [u32; 3],
    /// Pairs of matches from the same opening with both colours, by half points of `a`, 0 to 4.
    /// These matches are also counted above.
    pub pairs: [u32; 5],
}

/// The results of each pair of entrants that met, smaller number first, in a fixed order; iterated several times.
pub trait AllMeetings: Iterator<Item = (usize, usize, Meetings)> + Clone {}

impl<I: Iterator<Item = (usize, usize, Meetings)> + Clone> AllMeetings for I {}
