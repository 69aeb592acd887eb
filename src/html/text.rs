//! Formats texts and numbers for pages, with bounded length.

use std::borrow::Cow;
use std::time::{SystemTime, UNIX_EPOCH};

use arbitro_words::{Choice, Language, Message};
use maud::{Markup, html};

pub use arbitro_rules::plain_text::marked_line as line;

/// Formats a name in its own writing direction, so that it cannot reverse the text around it.
pub fn name(text: &str) -> Markup {
    html! { bdi { (line(text, 100)) } }
}

/// At most `most` lines of at most `width` characters.
pub fn lines(text: &str, most: usize, width: usize) -> String {
    let mut all = text.lines();
    let mut shown: Vec<String> = all.by_ref().take(most).map(|it| line(it, width)).collect();
    if all.next().is_some() {
        shown.push("…".to_owned());
    }
    shown.join("\n")
}

/// Formats a number with thousands separated by a non-breaking space.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut shown = String::with_capacity(digits.len() + digits.len() / 3 * 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            shown.push('\u{202f}');
        }
        shown.push(digit);
    }
    shown
}

/// Formats the day of a time as `2026-11-28`, in UTC. Of times before 1970 it is that year's first.
pub fn day(time: SystemTime) -> String {
    let days = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() / 86_400);
    // Counted from 1 March of the year 0, so that a leap day is the last of its year.
    let days = days + 719_468;
    let of_era = days % 146_097;
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (year, month) = (400 * (days / 146_097) + year + month / 10, (month + 2) % 12 + 1);
    format!("{year:04}-{month:02}-{day:02}")
}

/// A number with thousands apart, as a fact in texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grouped(pub u64);

impl Message for Grouped {
    fn words(&self, _: Language) -> Cow<'static, str> {
        count(self.0).into()
    }
}

impl Choice for Grouped {
    fn is_first(&self, language: Language) -> bool {
        self.0.is_first(language)
    }
}

/// Formats a count with the noun for one or for more.
pub fn counted(number: u64, one: &str, many: &str) -> String {
    let what = if number == 1 { one } else { many };
    format!("{} {what}", count(number))
}

/// Formats a share in per cent.
pub fn share(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "–".to_owned();
    }
    format!("{:.1} %", part as f64 * 100.0 / whole as f64)
}

/// Formats a probability in per cent, never as quite certain.
pub fn likelihood(probability: f64) -> String {
    let per_cent = probability * 100.0;
    if per_cent > 99.9 {
        "> 99.9 %".to_owned()
    } else if per_cent < 0.1 {
        "< 0.1 %".to_owned()
    } else {
        format!("{per_cent:.1} %")
    }
}

/// Formats an Elo difference, with a true minus sign.
pub fn elo(value: f64) -> String {
    let rounded = value.round();
    if rounded < 0.0 {
        format!("\u{2212}{:.0}", -rounded)
    } else {
        format!("+{:.0}", rounded.abs())
    }
}

/// Formats milliseconds to two or three digits.
pub fn time(milliseconds: f64) -> String {
    let (value, unit) = if milliseconds < 1.0 {
        (milliseconds * 1e3, "µs")
    } else if milliseconds < 1e3 {
        (milliseconds, "ms")
    } else {
        (milliseconds / 1e3, "s")
    };
    let decimals = if value < 10.0 && unit != "µs" { 1 } else { 0 };
    format!("{value:.decimals$}\u{a0}{unit}")
}

/// Formats KiB of memory for people.
pub fn memory(kib: u64) -> String {
    match kib {
        0..1024 => format!("{kib}\u{a0}KiB"),
        1024..1_048_576 => format!("{:.1}\u{a0}MiB", kib as f64 / 1024.0),
        _ => format!("{:.2}\u{a0}GiB", kib as f64 / 1_048_576.0),
    }
}

/// Formats won, drawn and lost matches as one word.
pub fn score([wins, draws, losses]: [u32; 3]) -> String {
    format!("+{wins}\u{a0}={draws}\u{a0}\u{2212}{losses}")
}

/// Formats what a player did against another: a single match as its points, several as their score.
pub fn against(results: [u32; 3]) -> String {
    match results {
        [1, 0, 0] => "1".to_owned(),
        [0, 1, 0] => "½".to_owned(),
        [0, 0, 1] => "0".to_owned(),
        // In a narrow column it may be broken.
        _ => score(results).replace('\u{a0}', " "),
    }
}
