//! User ids for programs: one of its own for each, where the caller can give any.

use rustix::process::{Gid, Uid, getuid};
use serde::{Deserialize, Serialize};

use super::forks::in_child;

/// A range of user ids that belong to no account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Users {
    first: u32,
    count: u32,
}

/// The ranges that are tried: one far above all accounts, and one that lies within the 65,536 ids of
/// a container without a root of its own.
const RANGES: [Users; 2] =
    [Users { first: 0x6000_0000, count: 1 << 28 }, Users { first: 20_000, count: 40_000 }];

impl Users {
    /// Finds a range whose ids this process can take, by taking two in a child.
    pub(super) fn find() -> Option<Users> {
        if !getuid().is_root() {
            return None;
        }
        RANGES.into_iter().find(|range| {
            let ends = [range.first, range.first + (range.count - 1)];
            ends.into_iter()
                .all(|user| in_child(|| u8::from(become_user(user).is_err())) == Some(0))
        })
    }

    /// The id of a keeper's program: 64 ids for each process id, one after the other.
    pub(super) fn of(self, keeper: u32, started: u32) -> u32 {
        let number = u64::from(keeper) << 6 | u64::from(started & 63);
        // Less than the count, and so than 2^32.
        self.first + (number % u64::from(self.count)) as u32
    }
}

/// Gives up every other user and group id for this one.
pub(super) fn become_user(user: u32) -> rustix::io::Result<()> {
    let (uid, gid) = (Uid::from_raw(user), Gid::from_raw(user));
    rustix::thread::set_thread_groups(&[])?;
    rustix::thread::set_thread_res_gid(gid, gid, gid)?;
    rustix::thread::set_thread_res_uid(uid, uid, uid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_lies_in_its_range_and_neighbours_differ() {
        for range in RANGES {
            for keeper in [1, 4_711, 4_194_304] {
                let ids: Vec<u32> = (0..64).map(|started| range.of(keeper, started)).collect();
                let mut distinct = ids.clone();
                distinct.sort_unstable();
                distinct.dedup();
                assert_eq!(distinct.len(), ids.len());
                assert!(ids.iter().all(|id| (range.first..range.first + range.count).contains(id)));
            }
        }
    }
}
