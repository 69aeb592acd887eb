//! Numbers with a fixed count of decimals, for every table.

/// Formats a number with this many decimals; a value that rounds to zero gets no sign.
pub(super) fn decimals(number: f64, places: usize) -> String {
    let text = format!("{number:.places$}");
    let is_zero = text.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
    match text.strip_prefix('-') {
        Some(zero) if is_zero => zero.to_owned(),
        _ => text,
    }
}
