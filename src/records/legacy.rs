//! Reads sentences of older versions. Their records say what a player did only in English: a wrong board
//! is judged again, if it was kept, and other sentences are recognised by their form. Nothing counts
//! that would not be said in exactly the same words. The module is frozen: what is recorded now stands
//! in `detail`.

use std::time::Duration;

use crate::RecordedFault;
use arbitro_referee::{Clock, Detail, Excess, Slip, Wrong};
use arbitro_rules::GameId;
use arbitro_rules::line::Line;
use arbitro_rules::notation::Strictness;
use arbitro_words::{Language, OfFault, say};

/// Returns what the sentence of a fault told, made in the position `before`.
pub(super) fn detail(
    game: GameId,
    before: Option<&dyn Line>,
    fault: &RecordedFault,
) -> Option<Detail> {
    let text = fault.text.as_deref()?;
    let is_said = |detail: &Detail| {
        let said = |is_whole| {
            let detail = Ok(detail);
            OfFault { game, ply: fault.ply, detail, is_whole, printed: None }
        };
        [false, true].iter().any(|&it| say(&said(it), Language::English) == text)
    };
    let board = before.zip(fault.wrote.as_deref());
    let wrong = board.and_then(|(before, wrote)| {
        let mut all = [Strictness::Tolerant, Strictness::Strict].into_iter();
        all.find_map(|it| judged_again(before, wrote, it).into_iter().find(&is_said))
    });
    wrong.or_else(|| forfeit(text).filter(is_said))
}

/// Judges a board once more: what is wrong with it, and only the first thing, as once was recorded.
fn judged_again(before: &dyn Line, wrote: &str, strictness: Strictness) -> Vec<Detail> {
    let Err(wrong) = before.judge(wrote.as_bytes(), strictness).verdict else {
        return Vec::new();
    };
    let first = wrong.faults().first().cloned().map(|fault| Wrong::Invalid {
        faults: vec![fault],
        cause: None,
        diagnosis: None,
    });
    [wrong].into_iter().chain(first).map(Detail::Board).collect()
}

/// Recognises a sentence about anything but a board.
fn forfeit(text: &str) -> Option<Detail> {
    let (main, rest) = text.split_once("; ").map_or((text, None), |(main, it)| (main, Some(it)));
    let between = |before: &str, after: &str| main.strip_prefix(before)?.strip_suffix(after);
    let number = |before: &str, after: &str| between(before, after)?.parse::<u64>().ok();
    let seconds = |before: &str, after: &str| {
        let seconds = between(before, after)?.parse().ok()?;
        Duration::try_from_secs_f64(seconds).ok()
    };
    let late = |allowed, clock| Detail::Late { allowed, clock, slip: rest.and_then(slip) };
    let denied = || {
        let call = rest?.strip_prefix("it called ")?.strip_suffix(", which players may not use")?;
        Some(call.to_owned())
    };
    let board = |after: &str| number("board_", after);
    None.or_else(|| seconds("no board within ", " s").map(|it| late(it, Clock::Wall)))
        .or_else(|| {
            seconds("more than ", " s of processor time").map(|it| late(it, Clock::Processor))
        })
        .or_else(|| {
            let limit = size(between("more than ", " of memory")?)?;
            Some(Detail::Memory { limit })
        })
        .or_else(|| {
            let code = between("it exited with code ", "")?.parse().ok()?;
            Some(Detail::Exited { code, denied: denied(), slip: rest.and_then(slip) })
        })
        .or_else(|| {
            let signal = between("it was killed by signal ", "")?;
            let signal = signal.split(',').next()?.parse().ok()?;
            Some(Detail::Killed { signal, denied: denied(), slip: rest.and_then(slip) })
        })
        .or_else(|| {
            let most = size(between("a file of more than ", "")?)?;
            Some(Detail::Output(Excess::File(most)))
        })
        .or_else(|| {
            let most = size(between("it printed more than ", "")?)?;
            Some(Detail::Output(Excess::Printed(most)))
        })
        .or_else(|| board(".txt was written before its turn").map(Detail::Ahead))
        .or_else(|| board(".txt, which is not its own, was written").map(Detail::NotItsOwn))
        .or_else(|| {
            let board = number("something by the name of board_", ".txt was made in its folder")?;
            Some(Detail::Occupied(board))
        })
        .or_else(|| {
            let rest = [
                Detail::Output(Excess::Folder),
                Detail::Output(Excess::Room),
                Detail::WatcherKilled,
            ];
            // By their first words: the whole is compared anyway.
            let first = ["its folder", "its files", "the process"];
            let at = first.iter().position(|it| main.starts_with(it))?;
            rest.into_iter().nth(at)
        })
}

fn size(text: &str) -> Option<u64> {
    let (number, unit) = text.split_once(' ')?;
    let unit = match unit {
        "KiB" => 1 << 10,
        "MiB" => 1 << 20,
        _ => return None,
    };
    number.parse::<u64>().ok()?.checked_mul(unit)
}

fn slip(text: &str) -> Option<Slip> {
    if text.starts_with("it printed") {
        return Some(Slip::Printed);
    }
    if text.ends_with("did not close it") {
        return Some(Slip::Unclosed { is_empty: text.starts_with("it created") });
    }
    let (wrote, _) = text.strip_prefix("it wrote ")?.rsplit_once(", not ")?;
    Some(Slip::Elsewhere { wrote: wrote.to_owned() })
}
