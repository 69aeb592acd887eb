//! Deleted files that processes have mapped: they take room and are open nowhere.

use std::fs;
use std::path::Path;

use super::owner::as_owner;

/// The deleted files that a process has mapped, by its folder in /proc: device and inode.
pub(crate) fn deleted(folder: &Path) -> Vec<(u64, u64)> {
    let text =
        as_owner(|| fs::metadata(folder), || fs::read(folder.join("maps"))).unwrap_or_default();
    String::from_utf8_lossy(&text).lines().filter_map(parse).collect()
}

/// Parses a line: `FIRST-LAST RIGHTS OFFSET MAJOR:MINOR INODE NAME`.
fn parse(line: &str) -> Option<(u64, u64)> {
    let mut words = line.strip_suffix(" (deleted)")?.split_ascii_whitespace().skip(3);
    let (major, minor) = words.next()?.split_once(':')?;
    let hex = |it: &str| u32::from_str_radix(it, 16).ok();
    let device = rustix::fs::makedev(hex(major)?, hex(minor)?);
    Some((device, words.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mapping_tells_which_deleted_file_it_is_of() {
        let line = "7f0000000000-7f0000002000 r--s 00001000 00:1b 42       /dev/shm/a b (deleted)";
        assert_eq!(parse(line), Some((rustix::fs::makedev(0, 0x1b), 42)));
        assert_eq!(parse(line.trim_end_matches(" (deleted)")), None);
    }
}
