//! Times as people write them: `500ms`, `10s`, `2m`.

use std::time::Duration;

use serde::{Deserialize, Deserializer, Serializer};

use arbitro_rules::InvalidValue;

/// Maximum time in seconds: one day.
const MAX_SECONDS: f64 = 86_400.0;

/// Parses a duration longer than zero and at most a day.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// assert_eq!(arbitro_referee::duration::parse_duration("1.5s"), Ok(Duration::from_millis(1500)));
/// assert!(arbitro_referee::duration::parse_duration("10").is_err(), "ten what?");
/// ```
pub fn parse_duration(text: &str) -> Result<Duration, InvalidValue> {
    let refused = || {
        InvalidValue::new(text, |text| {
            format!(
                "{text:?} is not a time: write a number and ms, s or m, such as 500ms or 10s, at most a day"
            )
        })
    };
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let seconds = match &text[digits.len()..] {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        _ => return Err(refused()),
    };
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let number: f64 = if is_plain {
        digits.parse().map_err(|_| refused())?
    } else {
        return Err(refused());
    };
    let seconds = number * seconds;
    if seconds > 0.0 && seconds <= MAX_SECONDS {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(refused())
    }
}

/// Writes a time as [`parse_duration`] reads it.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// assert_eq!(arbitro_referee::duration::write_duration(Duration::from_millis(1500)), "1500ms");
/// assert_eq!(arbitro_referee::duration::write_duration(Duration::from_secs(10)), "10s");
/// ```
pub fn write_duration(time: Duration) -> String {
    if time.subsec_nanos() == 0 {
        format!("{}s", time.as_secs())
    } else if time.subsec_nanos().is_multiple_of(1_000_000) {
        format!("{}ms", time.as_millis())
    } else {
        format!("{}ms", time.as_secs_f64() * 1e3)
    }
}

/// Writes a time into a record.
pub(crate) fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&write_duration(*time))
}

/// Reads a time of a record.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
    parse_duration(&String::deserialize(from)?).map_err(serde::de::Error::custom)
}
