//! The rows of `checks.txt`, read.

use super::super::boards::{board_text, start};
use super::super::step::{Slot, Step, method};
use super::{Check, Group, MIXED, NO_TEXT, Weight, bare};
use crate::words::InTwo;
use std::collections::BTreeMap;

const ROWS: &str = include_str!("checks.txt");

/// Every check, method by method. The first is needed by all others. Unreadable rows are skipped; a test counts them.
pub fn all() -> Vec<Check> {
    let mut rows = Rows {
        boards: BTreeMap::new(),
        method: method::CONSTRUCTOR,
        text: NO_TEXT,
        group: Group::Other,
        checks: Vec::new(),
    };
    for line in ROWS.lines().filter(|line| !line.starts_with('#')) {
        rows.read(line);
    }
    rows.checks.into_iter().flatten().collect()
}

struct Rows {
    boards: BTreeMap<&'static str, &'static str>,
    method: super::Method,
    text: InTwo,
    group: Group,
    checks: Vec<Option<Check>>,
}

impl Rows {
    fn read(&mut self, line: &'static str) {
        if let Some(body) = line.strip_prefix("    ") {
            let check = self.checks.pop().flatten();
            let check = check.and_then(|check| self.with(check, body));
            self.checks.push(check);
        } else if let Some(name) = line.strip_prefix("== ") {
            self.method = name;
        } else if let Some(text) = in_two(line, "> ") {
            (self.text, self.group) = (text, Group::Other);
        } else if let Some(text) = in_two(line, ">+ ") {
            (self.text, self.group) = (text, Group::Yes);
        } else if let Some(text) = in_two(line, ">! ") {
            (self.text, self.group) = (text, Group::Exception);
        } else if let Some((name, pieces)) =
            line.strip_prefix("board ").and_then(|strip_prefix| strip_prefix.split_once(" = "))
        {
            self.boards.insert(name, pieces);
        } else if let Some((id, asks)) = line.split_once(" | ") {
            let check = in_two(asks, "").map(|asks| Check {
                asks,
                text: self.text,
                group: self.group,
                ..bare(id, self.method)
            });
            self.checks.push(check);
        }
    }

    fn with(&self, mut check: Check, body: &'static str) -> Option<Check> {
        if let Some(ids) = body.strip_prefix("needs: ") {
            check.needs.extend(ids.split(' '));
        } else if body == "notice" {
            check.weight = Weight::Notice;
        } else if let Some(row) = body.strip_prefix("made: ") {
            return check.with_made_steps(row);
        } else if let Some(way) = body.strip_prefix("or: ") {
            let steps = self.steps(&mut check, way)?;
            check.ways.push(steps);
        } else if let Some(way) = body.strip_prefix("else: ") {
            let steps = self.steps(&mut check, way)?;
            check.last_ways.push(steps);
        } else {
            check.steps = self.steps(&mut check, body)?;
        }
        Some(check)
    }

    fn steps(&self, check: &mut Check, text: &str) -> Option<Vec<Step>> {
        let steps = text.split("; ").enumerate();
        steps.map(|(at, text)| self.step(check, at, text)).collect()
    }

    /// One step, the first being 0: as the driver reads it, but for boards.
    fn step(&self, check: &mut Check, at: usize, text: &str) -> Option<Step> {
        let (what, rest) = text.split_once(' ')?;
        match what {
            "refuses" => return Some(Step::Refuses(Box::new(self.step(check, at, rest)?))),
            "seedings" => return Some(Step::Seedings(rest.parse().ok()?)),
            "spoil" => return Some(Step::Spoil(rest.to_owned())),
            _ => {}
        }
        let (slot, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let slot: Slot = slot.parse().ok()?;
        let words: Vec<&str> = rest.split_whitespace().collect();
        let number = |at: usize| words.get(at)?.parse::<i32>().ok();
        let other = || words.first()?.parse::<Slot>().ok();
        let file = || Some((*words.first()?).to_owned());
        Some(match what {
            "load" => Step::Load(slot, self.file(check, rest)?),
            "may-load" => Step::LoadEither(slot, self.file(check, rest)?),
            "new" => Step::New(slot, number(0)),
            "copy" => Step::Copy(slot, other()?),
            "assign" => Step::Assign(slot, other()?),
            "delete" => Step::Delete(slot),
            "store" => Step::Store(slot, file()?, number(1)),
            "init" => Step::Init(slot, file()?),
            "move" => Step::Move(slot),
            "played" => Step::Played(slot, format!("board_{}.txt", at + 10)),
            "valid_move" => Step::ValidMove(slot),
            "pop" => Step::Pop(slot),
            "wins" => Step::Wins(slot, number(0)),
            "loses" => Step::Loses(slot, number(0)),
            "recurrence" => Step::Recurrence(slot),
            "cell" => Step::Cell(slot, number(0)?, number(1)?, number(2)),
            "board" => Step::Board(slot, number(0)?),
            "length" => Step::Length(slot, number(0)?),
            _ => return None,
        })
    }

    fn file(&self, check: &mut Check, contents: &str) -> Option<String> {
        if contents == "." || contents.ends_with(".txt") {
            return Some(contents.to_owned());
        }
        if let Some((contents, name)) = contents.split_once(" as ") {
            check.files.push((name.to_owned(), file_contents(contents)?));
            return Some(name.to_owned());
        }
        let pieces = contents
            .strip_prefix('[')
            .and_then(|strip_prefix| strip_prefix.strip_suffix(']'))
            .or_else(|| self.boards.get(contents).copied());
        let bytes = pieces
            .map_or_else(|| file_contents(contents), |it| Some(board_text(it).into_bytes()))?;
        Some(check.file_of(bytes))
    }
}

fn in_two(line: &'static str, prefix: &str) -> Option<InTwo> {
    let (english, italian) = line.strip_prefix(prefix)?.split_once(" | ")?;
    Some(InTwo { english, italian })
}

/// The initial board, and what is no board but for a little.
fn file_contents(name: &str) -> Option<Vec<u8>> {
    let start = start();
    let rows: Vec<&str> = start.lines().collect();
    let with_fourth = |change: fn(&str) -> String| {
        let mut rows: Vec<String> = rows.iter().map(|row| (*row).to_owned()).collect();
        rows.iter_mut().skip(3).take(1).for_each(|row| *row = change(row));
        rows.join("\n")
    };
    let text = match name {
        "start" => start,
        "mixed" => board_text(MIXED),
        "crlf" => start.replace('\n', "\r\n"),
        "final-newline" => start + "\n",
        "empty-file" => String::new(),
        "seven-rows" => rows.iter().take(7).copied().collect::<Vec<_>>().join("\n"),
        "nine-rows" => format!("{start}\n{}", rows.last()?),
        "short-row" => with_fourth(|row| row.chars().skip(1).collect()),
        "long-row" => with_fourth(|row| format!("{row} x")),
        "no-separators" => {
            let rows = rows.iter().map(|row| row.chars().step_by(2).collect());
            rows.collect::<Vec<String>>().join("\n")
        }
        "wrong-separator" => start.replacen("o  ", "o, ", 1),
        "tab" => start.replacen("  o", "\t o", 1),
        "unknown-letter" => start.replacen('x', "e", 1),
        "digit" => start.replacen('o', "0", 1),
        "endless-line" => "x ".repeat(500_000),
        "bytes" => return Some((0..=255).collect()),
        _ => return None,
    };
    Some(text.into_bytes())
}
