//! A share of the players as people write it: `15%` or `0.15`.

use std::fmt;
use std::str::FromStr;

use super::decimal::{read_decimal, write_hundredths};
use arbitro_rules::InvalidValue;

/// A share of the players, above zero, in hundredths of a percent.
///
/// # Examples
///
/// ```
/// use arbitro_tournament::Share;
/// let share: Share = "0.125".parse()?;
/// assert_eq!(share.to_string(), "12.5%");
/// assert_eq!(share.of(40), 5);
/// assert!("15".parse::<Share>().is_err(), "15 what?");
/// # Ok::<(), arbitro_rules::InvalidValue>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share(u32);

const ALL: u32 = 10_000;

impl Share {
    pub const FIFTEEN_PERCENT: Share = Share(1500);

    /// The number of players in this share of all, rounded down, but at least one.
    pub fn of(self, players: usize) -> usize {
        let part = players as u128 * u128::from(self.0) / u128::from(ALL);
        usize::try_from(part).unwrap_or(players).max(1)
    }

    /// The share in percent, with as few decimals as it needs.
    pub(crate) fn in_percent(self) -> String {
        write_hundredths(self.0.into())
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}%", self.in_percent())
    }
}

impl FromStr for Share {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<Share, InvalidValue> {
        let parsed = match text.strip_suffix('%') {
            Some(percent) => read_decimal(percent, 2),
            // Without a sign, 15 and 1 could be meant as percentages.
            None if text.contains('.') => read_decimal(text, 4),
            None => None,
        };
        parsed.filter(|parsed| (1..=ALL).contains(parsed)).map(Share).ok_or_else(|| {
            InvalidValue::new(text, |text| {
                format!(
                    "{text:?} is not a share of the players: write a percentage above 0 and up to 100, such as 15% or 0.15"
                )
            })
        })
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_read_and_written_as_people_write_it() {
        for (text, written) in [
            ("15%", "15%"),
            ("0.15", "15%"),
            ("12.50%", "12.5%"),
            ("0.0001", "0.01%"),
            ("1.0", "100%"),
        ] {
            assert_eq!(text.parse::<Share>().unwrap().to_string(), written, "{text}");
        }
        for text in [
            "",
            "%",
            "15",
            "1",
            "0%",
            "0.0",
            "101%",
            "1.5",
            "-5%",
            "1e1%",
            "15 %",
            "0.00001",
            "99999999999%",
        ] {
            assert!(text.parse::<Share>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_share_of_any_players_is_at_least_one() {
        let share: Share = "15%".parse().unwrap();
        assert_eq!([1, 6, 13, 14, 100].map(|it| share.of(it)), [1, 1, 1, 2, 15]);
    }
}
