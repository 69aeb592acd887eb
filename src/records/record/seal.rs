//! Checksums at the end of lines that show whether a line was altered.
//!
//! They detect torn writes and failing disks, not tampering: anyone who edits a line can seal it
//! again. A checksum covers every byte before it, so a line is checked without being parsed.

/// Text between a record's last field and its checksum.
const MARK: &str = ",\"checksum\":\"";
/// Text after the checksum.
const CLOSE: &str = "\"}";
/// Digits of the checksum.
const DIGITS: usize = 8;

/// Result of checking a line's checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seal {
    /// The line has no checksum: a record from elsewhere.
    None,
    /// The checksum is right.
    Whole,
    /// The checksum is wrong.
    Broken,
}

/// Closes a JSON object with a checksum of everything before it.
///
/// # Examples
///
/// ```
/// use arbitro_records::{Seal, seal, seal_of};
/// let line = seal("{\"v\":1}");
/// assert_eq!(line, "{\"v\":1,\"checksum\":\"6acc9348\"}");
/// assert_eq!(seal_of(line.as_bytes()), Seal::Whole);
/// assert_eq!(seal_of(line.replace('1', "2").as_bytes()), Seal::Broken);
/// assert_eq!(seal_of(b"{\"v\":1}"), Seal::None);
/// ```
pub fn seal(object: &str) -> String {
    let body = object.strip_suffix('}').unwrap_or(object);
    let checksum = crc32fast::hash(body.as_bytes());
    format!("{body}{MARK}{checksum:08x}{CLOSE}")
}

/// Checks the checksum of a line, given without its newline.
pub fn seal_of(line: &[u8]) -> Seal {
    let length = MARK.len() + DIGITS + CLOSE.len();
    let Some((body, end)) = line
        .len()
        .checked_sub(length)
        .map(|at| line.split_at(at))
        .filter(|(_, end)| end.starts_with(MARK.as_bytes()) && end.ends_with(CLOSE.as_bytes()))
    else {
        return Seal::None;
    };
    let digits = std::str::from_utf8(&end[MARK.len()..MARK.len() + DIGITS]);
    let written = digits.ok().and_then(|digits| u32::from_str_radix(digits, 16).ok());
    if written == Some(crc32fast::hash(body)) { Seal::Whole } else { Seal::Broken }
}
