//! Parts: the matches of a stage, dealt so that several machines can play them.
//!
//! A match's part follows from its number alone, without a list. Matches are dealt in blocks, in
//! which every part gets equally many. The first part of a block is random; otherwise all matches
//! of one slow player could fall to one part.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::seed::{Purpose, derive};

const MAX_PARTS: u32 = 1_000_000;

/// One of the parts of a tournament: `3/40`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// From 1.
    number: u32,
    of: u32,
}

impl Part {
    /// Returns a part, if there can be one with this number.
    pub fn new(number: u32, of: u32) -> Option<Part> {
        (number > 0 && number <= of && of <= MAX_PARTS).then_some(Part { number, of })
    }

    pub fn number(self) -> u32 {
        self.number
    }

    pub fn of(self) -> u32 {
        self.of
    }

    /// The other parts: those after it, then those before it.
    pub fn others(self) -> impl Iterator<Item = u32> {
        (self.number + 1..=self.of).chain(1..self.number)
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Part, String> {
        let part = text
            .split_once('/')
            .and_then(|(number, of)| Part::new(number.parse().ok()?, of.parse().ok()?));
        part.ok_or_else(|| {
            format!(
                "{text:?} is no part: write K/N, such as 3/40; K is 1 to N, N at most {MAX_PARTS}"
            )
        })
    }
}

/// Deals the matches of a stage to parts.
#[derive(Clone, Debug)]
pub(super) struct Dealing {
    matches: Range<u64>,
    /// Matches that stay together: both colours of an opening.
    together: u64,
    parts: u64,
}

impl Dealing {
    pub(super) fn new(matches: Range<u64>, games: u32, parts: u32) -> Dealing {
        let together = u64::from(games.clamp(1, 2));
        Dealing { matches, together, parts: u64::from(parts.max(1)) }
    }

    /// The number of the part that a match of the stage belongs to.
    pub(super) fn part_of(&self, id: u64) -> u32 {
        let unit = id.saturating_sub(self.matches.start) / self.together;
        let (block, place) = (unit / self.parts, unit % self.parts);
        let part = (place + self.turn(block)) % self.parts;
        u32::try_from(part).unwrap_or(0) + 1
    }

    pub(super) fn matches_of(&self, number: u32) -> u64 {
        let length = self.matches.end.saturating_sub(self.matches.start);
        let units = length.div_ceil(self.together);
        let (blocks, rest) = (units / self.parts, units % self.parts);
        let part = u64::from(number) - 1;
        let place = (part + self.parts - self.turn(blocks)) % self.parts;
        let matches = (blocks + u64::from(place < rest)) * self.together;
        // The last unit may have one match only.
        let is_last_here = length > 0 && self.part_of(self.matches.end - 1) == number;
        if is_last_here { matches - (units * self.together - length) } else { matches }
    }

    fn turn(&self, block: u64) -> u64 {
        // Independent of the tournament's seed, because the place where a match is played decides
        // nothing.
        derive(0, Purpose::Part, block) % self.parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_match_is_in_one_part_with_its_counterpart_and_parts_are_of_one_size() {
        for (length, games, parts) in
            [(1, 1, 1), (72, 2, 5), (241, 3, 8), (7, 2, 40), (0, 2, 3), (1001, 1, 7)]
        {
            let dealing = Dealing::new(11..11 + length, games, parts);
            let mut counts = vec![0; parts as usize];
            for id in 11..11 + length {
                let part = dealing.part_of(id);
                counts[part as usize - 1] += 1;
                let is_second = games > 1 && (id - 11) % 2 == 1;
                assert!(!is_second || part == dealing.part_of(id - 1), "{length} {parts}: {id}");
            }
            let told: Vec<u64> = (1..=parts).map(|it| dealing.matches_of(it)).collect();
            assert_eq!(told, counts, "{length} matches of {games} games in {parts} parts");
            let (least, most) = (counts.iter().min(), counts.iter().max());
            assert!(most <= least.map(|it| it + u64::from(games.min(2))).as_ref(), "{counts:?}");
        }
    }

    #[test]
    fn one_slow_player_is_spread_over_all_parts() {
        // In a round-robin of 16 each player's matches lie at a fixed distance.
        let dealing = Dealing::new(1..241, 2, 8);
        let parts: std::collections::BTreeSet<u32> =
            (0..15).map(|round| dealing.part_of(1 + round * 16)).collect();
        assert!(parts.len() > 4, "{parts:?}");
    }

    #[test]
    fn a_part_is_written_as_it_is_read_and_has_a_number_up_to_that_of_all() {
        assert_eq!("3/40".parse::<Part>().map(|it| it.to_string()), Ok("3/40".to_owned()));
        for text in ["", "3", "0/4", "5/4", "1/0", "1/1000001", "-1/2", "1/2/3"] {
            assert!(text.parse::<Part>().is_err(), "{text}");
        }
    }
}
