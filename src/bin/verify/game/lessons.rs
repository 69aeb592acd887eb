//! The lessons of a game: pairs of boards with the expected verdict.

use std::fs;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result};
use arbitro_games::Game;
use arbitro_rules::line::{NoStart, judge_pair};
use arbitro_rules::notation::{BOARD_FILE_LIMIT, Strictness};
use arbitro_rules::{GameId, Player};
use arbitro_sandbox::open_regular;

use super::Found;
use crate::words::Finding;

const LESSONS: &str = "lessons";
const VERDICT: &str = "verdict";
const ILLEGAL: &str = "illegal";

/// Judges every lesson of a game; returns true if there is one. Of a program that is known to fail, those that
/// fail with it are no findings.
pub(super) fn check(game: &Game, is_broken: bool, found: &mut Vec<Found>) -> Result<bool> {
    let folder = game.folder().join(LESSONS);
    let Ok(entries) = fs::read_dir(&folder) else { return Ok(false) };
    let mut verdicts = Vec::new();
    for entry in entries {
        let path = entry.with_context(|| folder.display().to_string())?.path();
        if path.extension().is_some_and(|it| it == VERDICT) {
            verdicts.push(path);
        }
    }
    verdicts.sort();
    for verdict in &verdicts {
        let name = verdict.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if let Some((expected, judged)) = lesson(game.id, is_broken, verdict)? {
            found.push(Finding::Lesson { name, expected, judged }.into());
        }
    }
    Ok(!verdicts.is_empty())
}

/// Judges a lesson; returns what was expected and what was found instead, if they differ.
fn lesson(game: GameId, is_broken: bool, verdict: &Path) -> Result<Option<(String, String)>> {
    let text = String::from_utf8_lossy(&read(verdict)?).trim().to_owned();
    let mover = text.split_once(' ').and_then(|it| Player::of_letter(it.0).zip(Some(it.1)));
    let (mover, expected) = mover
        .with_context(|| format!("{}: a verdict is `x MOVE` or `o illegal`", shown(verdict)))?;
    let (before, after) =
        (read(&verdict.with_extension("before"))?, read(&verdict.with_extension("after"))?);
    let judged = judge_pair(game, &before, &after, Some(mover), Strictness::Tolerant);
    let judged = match judged {
        Ok((line, judged)) => {
            judged.verdict.map_or_else(|_| ILLEGAL.to_owned(), |key| line.step(key).text)
        }
        Err(NoStart::Broken(_)) if is_broken => return Ok(None),
        Err(why) => crate::output::complaint(&why).to_string(),
    };
    Ok((judged != expected).then(|| (expected.to_owned(), judged)))
}

fn read(path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = open_regular(path).with_context(|| shown(path))?;
    let read = file.take(BOARD_FILE_LIMIT as u64 + 2).read_to_end(&mut bytes);
    read.with_context(|| shown(path))?;
    Ok(bytes)
}

/// A file of a lesson as its author knows it: what is read is a copy.
fn shown(path: &Path) -> String {
    format!("{LESSONS}/{}", path.file_name().unwrap_or_default().display())
}
