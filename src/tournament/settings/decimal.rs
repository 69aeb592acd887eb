//! Numbers with few decimals, kept as integers: `12.5` is 1250 hundredths.

/// Formats hundredths with as few decimals as they need.
pub(crate) fn write_hundredths(hundredths: u64) -> String {
    let (whole, rest) = (hundredths / 100, hundredths % 100);
    match rest {
        0 => whole.to_string(),
        _ => format!("{whole}.{rest:02}").trim_end_matches('0').to_owned(),
    }
}

/// Parses a decimal number as an integer in units of its last decimal place.
pub(super) fn read_decimal(text: &str, places: usize) -> Option<u32> {
    let (whole, rest) = text.split_once('.').unwrap_or((text, "0"));
    let is_plain = |it: &str| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit());
    if !is_plain(whole) || !is_plain(rest) || rest.len() > places {
        return None;
    }
    format!("{whole}{rest:0<places$}").parse().ok()
}
