//! Memory sizes as people write them: `100MiB`, `64KiB`, `2GiB`.

use arbitro_rules::InvalidValue;

const UNITS: [(&str, u64); 3] = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)];

/// Parses a memory size above zero, in bytes.
///
/// # Examples
///
/// ```
/// use arbitro_tournament::parse_size;
/// assert_eq!(parse_size("100MiB"), Ok(100 << 20));
/// assert!(parse_size("100").is_err(), "100 what?");
/// ```
pub fn parse_size(text: &str) -> Result<u64, InvalidValue> {
    let refused = || {
        InvalidValue::new(text, |text| {
            format!(
                "{text:?} is not an amount of memory: write a whole number and KiB, MiB or GiB, such as 100MiB"
            )
        })
    };
    UNITS
        .iter()
        .find_map(|&(unit, bytes)| {
            let number: u32 = text.strip_suffix(unit)?.parse().ok()?;
            Some(u64::from(number) * bytes)
        })
        .filter(|&bytes| bytes > 0)
        .ok_or_else(refused)
}

/// Formats a size as [`parse_size`] reads it, rounded down to whole KiB.
pub(super) fn write_size(bytes: u64) -> String {
    let (unit, size) = UNITS
        .into_iter()
        .find(|&(_, size)| bytes >= size && bytes.is_multiple_of(size))
        .unwrap_or(("KiB", 1 << 10));
    format!("{}{unit}", bytes / size)
}
