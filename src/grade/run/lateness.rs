//! The days late that a row of Moodle's grading worksheet tells.

const DAY: u64 = 24 * 60 * 60;

/// Words that say late, in English, Italian and French.
const LATE: [&str; 3] = ["late", "ritardo", "retard"];
/// Beginnings of the word for an extension of the due date.
const EXTENSIONS: [&str; 3] = ["extension", "proroga", "prolongation"];
/// Beginnings of units, the longer ones first, with their seconds.
const UNITS: [(&str, u64); 14] = [
    ("year", 365 * DAY),
    ("ann", 365 * DAY),
    ("an", 365 * DAY),
    ("week", 7 * DAY),
    ("settiman", 7 * DAY),
    ("semaine", 7 * DAY),
    ("day", DAY),
    ("giorn", DAY),
    ("jour", DAY),
    ("hour", 3600),
    ("heure", 3600),
    ("or", 3600),
    ("min", 60),
    ("sec", 1),
];
/// Beginnings of the months, in English, Italian and French, each long enough to be no other's.
const MONTHS: [&[&str]; 12] = [
    &["jan", "gen"],
    &["feb", "fév", "fev"],
    &["mar"],
    &["apr", "avr"],
    &["may", "mag", "mai"],
    &["jun", "giu", "juin"],
    &["jul", "lug", "juil"],
    &["aug", "ago", "aoû", "aou"],
    &["sep", "set"],
    &["oct", "ott"],
    &["nov"],
    &["dec", "dic", "déc"],
];

/// Returns the days late, each day begun counting. The status is asked first, because Moodle minds extensions
/// in it; then the dates.
pub fn days_late(status: &str, submitted: &str, due: &str) -> u32 {
    let status = status.to_lowercase();
    let is_late = |part: &&str| words(part).any(|word| LATE.contains(&word));
    let seconds = if let Some(part) = status.split(" - ").find(is_late) {
        // A status that says no more than late is of the first day.
        duration(part).max(1)
    } else if EXTENSIONS.iter().any(|it| status.contains(it)) {
        0
    } else {
        match (minutes(submitted), minutes(due)) {
            (Some(submitted), Some(due)) => submitted.saturating_sub(due) * 60,
            _ => 0,
        }
    };
    u32::try_from(seconds.div_ceil(DAY)).unwrap_or(u32::MAX)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|text: char| !text.is_alphanumeric()).filter(|part| !part.is_empty())
}

/// The seconds of a duration in words, such as `2 days 5 hours`.
fn duration(text: &str) -> u64 {
    let words: Vec<&str> = words(text).collect();
    let of = |pair: &[&str]| {
        let [count, unit] = pair else { return None };
        let count: u64 = count.parse().ok()?;
        let unit = UNITS.iter().find(|(begin, _)| unit.starts_with(begin))?;
        Some(count.saturating_mul(unit.1))
    };
    let all = words.windows(2).filter_map(of);
    all.fold(0, u64::saturating_add)
}

/// The minutes since the year 0 of a date such as `Wednesday, 10 June 2026, 2:14 PM`.
fn minutes(text: &str) -> Option<u64> {
    let text = text.to_lowercase();
    let words: Vec<&str> = words(&text).collect();
    let number = |most_digits: usize| {
        move |word: &&str| word.len() <= most_digits && word.bytes().all(|it| it.is_ascii_digit())
    };
    let at = words.iter().position(number(2))?;
    let day: u64 = words.get(at)?.parse().ok().filter(|it| *it <= 31)?;
    // Beside the day, because the names of some weekdays begin like months.
    let beside = [Some(at + 1), at.checked_sub(1)].into_iter().flatten();
    let month = beside.filter_map(|at| month_of(words.get(at)?)).next()?;
    let year = words.iter().find(|word| word.len() == 4 && number(4)(word))?;
    let days = days(year.parse().ok()?, month, day);
    Some(days * 24 * 60 + clock(&text)?)
}

/// The minutes since midnight of a time such as `2:14 pm` or `14:14`.
fn clock(text: &str) -> Option<u64> {
    let (before, after) = text.split_once(':')?;
    let hour = before.rsplit(|before: char| !before.is_ascii_digit()).next()?;
    let hour: u64 = hour.parse().ok().filter(|it| *it < 24)?;
    let minute = after.split(|after: char| !after.is_ascii_digit()).next()?;
    let minute: u64 = minute.parse().ok().filter(|it| *it < 60)?;
    let says = |half| words(after).any(|word| word == half);
    let hour = match hour {
        12 if says("am") => 0,
        1..12 if says("pm") => hour + 12,
        _ => hour,
    };
    Some(hour * 60 + minute)
}

/// The number of a month, from 0 for March: a leap day is then the last of its year.
fn month_of(word: &str) -> Option<u64> {
    let is_it = |names: &&[&str]| names.iter().any(|name| word.starts_with(name));
    let at = MONTHS.iter().position(is_it)?;
    u64::try_from((at + 10) % 12).ok()
}

/// Counts days in the Gregorian calendar, from March of the year 0.
fn days(year: u64, month: u64, day: u64) -> u64 {
    // January and February belong to the year before.
    let year = year.saturating_sub(u64::from(month >= 10));
    let of_years = year * 365 + year / 4 - year / 100 + year / 400;
    of_years + (month * 153 + 2) / 5 + day
}
