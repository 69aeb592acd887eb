//! User ids for programs: one of its own for each, where the caller can give any.

use std::io;
use std::os::unix::fs::chown;
use std::path::Path;
use std::sync::OnceLock;

use rustix::process::{Gid, Uid, getpid, getuid};
use serde::{Deserialize, Serialize};

use super::forks::in_child;

/// A range of user ids that belong to no account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Users {
    first: u32,
    count: u32,
}

/// The ranges that are tried: one far above all accounts, and one that lies within the 65,536 ids of
/// a container without a root of its own.
const RANGES: [Users; 2] =
    [Users { first: 0x6000_0000, count: 1 << 28 }, Users { first: 20_000, count: 30_000 }];
/// The group ids for copies of programs, in the same places. No program has one of these as its own.
const GROUPS: [Users; 2] =
    [Users { first: 0x7000_0000, count: 1 << 28 }, Users { first: 50_000, count: 10_000 }];

/// The group of this process's copies, once there are any.
static GROUP: OnceLock<u32> = OnceLock::new();

/// Returns the group that programs get beside their own, if they need one.
pub(crate) fn group_of_copies() -> Option<u32> {
    GROUP.get().copied()
}

/// Gives a folder to the group that this process's programs get, and no other process's.
pub(crate) fn give_to_programs(folder: &Path) -> io::Result<()> {
    if let Some(&group) = GROUP.get() {
        return chown(folder, None, Some(group));
    }
    let process = getpid().as_raw_pid().cast_unsigned();
    let mut given = Err(io::ErrorKind::Unsupported.into());
    for groups in GROUPS {
        let group = groups.first + process % groups.count;
        given = chown(folder, None, Some(group));
        if given.is_ok() {
            // Another thread may have found the same one.
            GROUP.get_or_init(|| group);
            break;
        }
    }
    given
}

impl Users {
    /// Finds a range whose ids this process can take, by taking two in a child.
    pub(crate) fn find() -> Option<Users> {
        if !getuid().is_root() {
            return None;
        }
        RANGES.into_iter().find(|range| {
            let ends = [range.first, range.first + (range.count - 1)];
            ends.into_iter()
                .all(|user| in_child(|| u8::from(become_user(user, None).is_err())) == Some(0))
        })
    }

    /// The id of a keeper's program: 64 ids for each process id, one after the other.
    pub(crate) fn id_for(self, keeper: u32, started: u32) -> u32 {
        let number = u64::from(keeper) << 6 | u64::from(started & 63);
        // Less than the count, and so than 2^32.
        self.first + (number % u64::from(self.count)) as u32
    }
}

/// Gives up every other user and group id for this one, and the group of copies.
pub(crate) fn become_user(user: u32, group: Option<u32>) -> rustix::io::Result<()> {
    let (uid, gid) = (Uid::from_raw(user), Gid::from_raw(user));
    let groups: Vec<_> = group.into_iter().map(Gid::from_raw).collect();
    rustix::thread::set_thread_groups(&groups)?;
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
                let ids: Vec<u32> = (0..64).map(|started| range.id_for(keeper, started)).collect();
                let mut distinct = ids.clone();
                distinct.sort_unstable();
                distinct.dedup();
                assert_eq!(distinct.len(), ids.len());
                assert!(ids.iter().all(|id| (range.first..range.first + range.count).contains(id)));
            }
        }
    }
}
