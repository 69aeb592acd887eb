//! Shards: matches that can be played in parallel, distributed to several machines.
//!
//! A match's shard follows from its number alone, without a list. Matches are dealt in blocks, in
//! which every shard gets equally many. The first shard of a block is random; otherwise all matches
//! of one slow player could fall to one shard.

use std::ops::Range;

use crate::seed::{Purpose, derive};

/// Deals matches to shards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dealing {
    matches: Range<u64>,
    /// Matches that stay together: both colours of an opening.
    together: u64,
    shards: u64,
}

impl Dealing {
    /// Deals these matches to `shards` shards, at least one. Two matches of an opening go to the
    /// same shard.
    pub fn new(matches: Range<u64>, games: u32, shards: u32) -> Dealing {
        Dealing {
            matches,
            together: u64::from(games.clamp(1, 2)),
            shards: u64::from(shards.max(1)),
        }
    }

    /// The shard of a match, from 0; `None` for other matches.
    pub fn shard_of(&self, id: u64) -> Option<u32> {
        if !self.matches.contains(&id) {
            return None;
        }
        let unit = (id - self.matches.start) / self.together;
        let (block, place) = (unit / self.shards, unit % self.shards);
        let shard = (place + self.turn(block)) % self.shards;
        u32::try_from(shard).ok()
    }

    pub fn part(&self, shard: u32) -> ShardPart {
        let units = self.length().div_ceil(self.together);
        let blocks = units / self.shards;
        let mut part = ShardPart { dealing: self.clone(), shard: u64::from(shard), matches: 0 };
        if part.shard >= self.shards {
            return part;
        }
        let has_one_more = part.unit(blocks) < units;
        part.matches = (blocks + u64::from(has_one_more)) * self.together;
        // The last unit may have one match only.
        let is_last_here = units > 0 && self.shard_of(self.matches.end - 1) == Some(shard);
        if is_last_here {
            part.matches -= units * self.together - self.length();
        }
        part
    }

    pub fn shards(&self) -> u32 {
        u32::try_from(self.shards).unwrap_or(u32::MAX)
    }

    fn length(&self) -> u64 {
        self.matches.end.saturating_sub(self.matches.start)
    }

    /// Rotation of a block.
    fn turn(&self, block: u64) -> u64 {
        // Independent of the tournament's seed, because the place where a match is played decides
        // nothing.
        derive(0, Purpose::Shard, block) % self.shards
    }
}

/// The matches of one shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardPart {
    dealing: Dealing,
    shard: u64,
    matches: u64,
}

impl ShardPart {
    pub fn matches(&self) -> u64 {
        self.matches
    }

    /// The number of the shard's match at an index, from 1.
    pub fn id(&self, place: u64) -> Option<u64> {
        if !(1..=self.matches).contains(&place) {
            return None;
        }
        let together = self.dealing.together;
        let (block, leg) = ((place - 1) / together, (place - 1) % together);
        Some(self.dealing.matches.start + self.unit(block) * together + leg)
    }

    /// The index of a match in the shard, from 1; `None` if it belongs to another shard.
    pub fn place(&self, id: u64) -> Option<u64> {
        let shard = self.dealing.shard_of(id)?;
        if u64::from(shard) != self.shard {
            return None;
        }
        let (start, together) = (self.dealing.matches.start, self.dealing.together);
        let block = (id - start) / together / self.dealing.shards;
        Some(block * together + (id - start) % together + 1)
    }

    fn unit(&self, block: u64) -> u64 {
        let shards = self.dealing.shards;
        block * shards + (self.shard + shards - self.dealing.turn(block)) % shards
    }
}
