//! Deleted files that processes have mapped: they take room and are open nowhere.

use std::fs;
use std::path::Path;

use super::owner::as_owner;

/// A deleted file, as far as a process has mapped it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MappedFile {
    /// Device and inode.
    pub(super) id: (u64, u64),
    /// The end of the part that is mapped. A file with holes may take less.
    pub(super) end: u64,
}

/// The deleted files that a process has mapped, by its folder in /proc.
pub(super) fn deleted(folder: &Path) -> Vec<MappedFile> {
    let text = as_owner(folder, || fs::read(folder.join("maps"))).unwrap_or_default();
    String::from_utf8_lossy(&text).lines().filter_map(parse).collect()
}

/// Parses a line: `FIRST-LAST RIGHTS OFFSET MAJOR:MINOR INODE NAME`.
fn parse(line: &str) -> Option<MappedFile> {
    let mut words = line.strip_suffix(" (deleted)")?.split_ascii_whitespace();
    let hex = |it: &str| u64::from_str_radix(it, 16).ok();
    let (first, last) = words.next()?.split_once('-')?;
    let offset = hex(words.nth(1)?)?;
    let (major, minor) = words.next()?.split_once(':')?;
    let device = rustix::fs::makedev(
        u32::from_str_radix(major, 16).ok()?,
        u32::from_str_radix(minor, 16).ok()?,
    );
    let inode = words.next()?.parse().ok()?;
    let end = offset.checked_add(hex(last)?.checked_sub(hex(first)?)?)?;
    Some(MappedFile { id: (device, inode), end })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mapping_tells_how_far_a_deleted_file_reaches() {
        let line = "7f0000000000-7f0000002000 r--s 00001000 00:1b 42       /dev/shm/a b (deleted)";
        let id = (rustix::fs::makedev(0, 0x1b), 42);
        assert_eq!(parse(line), Some(MappedFile { id, end: 0x3000 }));
        assert_eq!(parse(line.trim_end_matches(" (deleted)")), None);
        assert_eq!(
            parse("7f0000000000-7f0000002000 rw-p 00000000 00:00 0 (deleted)").map(|it| it.id.1),
            Some(0)
        );
    }
}
