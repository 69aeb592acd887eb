//! The lessons of a game: pairs of boards, or one board, with the expected verdict.

use std::fs;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result};
use arbitro_games::Game;
use arbitro_rules::history::LineEnd;
use arbitro_rules::line::{NoStart, Start, judge_pair, open};
use arbitro_rules::notation::{BOARD_FILE_LIMIT, Strictness};
use arbitro_rules::{GameId, Player};
use arbitro_sandbox::open_regular;

use super::LocatedFinding;
use super::survey::{EndSeen, MoveSeen, Survey};
use crate::words::Finding;

const LESSONS: &str = "lessons";
const VERDICT: &str = "verdict";
const ILLEGAL: &str = "illegal";
/// Maximum moves of which drafts are written.
const MAX_MOVES: usize = 12;

/// The lessons that a game has.
#[derive(Default)]
pub(super) struct Lessons {
    pub(super) are_there: bool,
    /// True if one says who wins.
    pub(super) name_a_winner: bool,
}

/// Judges every lesson of a game. Of a program that is known to fail, those that fail with it are no findings.
pub(super) fn check(
    game: &Game,
    is_broken: bool,
    found: &mut Vec<LocatedFinding>,
) -> Result<Lessons> {
    let folder = game.folder().join(LESSONS);
    let mut lessons = Lessons::default();
    let Ok(entries) = fs::read_dir(&folder) else { return Ok(lessons) };
    let mut verdicts = Vec::new();
    for entry in entries {
        let path = entry.with_context(|| folder.display().to_string())?.path();
        if path.extension().is_some_and(|extension| extension == VERDICT) {
            verdicts.push(path);
        }
    }
    verdicts.sort();
    for verdict in &verdicts {
        let name = verdict.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = String::from_utf8_lossy(&read(verdict)?).trim().to_owned();
        lessons.are_there = true;
        lessons.name_a_winner |= text.ends_with(WINS);
        if let Some((expected, judged)) = lesson(game.id, is_broken, verdict, &text)? {
            found.push(Finding::Lesson { name, expected, judged }.into());
        }
    }
    Ok(lessons)
}

/// Judges a lesson; returns what was expected and what was found instead, if they differ.
fn lesson(
    game: GameId,
    is_broken: bool,
    verdict: &Path,
    text: &str,
) -> Result<Option<(String, String)>> {
    let before = read(&verdict.with_extension("before"))?;
    let (expected, judged) = if OF_ONE_BOARD.contains(&text) {
        (text, of_one_board(game, &before, text))
    } else {
        let mover = text.split_once(' ').and_then(|it| Player::of_letter(it.0).zip(Some(it.1)));
        let (mover, expected) = mover
            .with_context(|| format!("{}: a verdict is `x MOVE` or `o illegal`; of one board `x to move`, `x wins` or `draw`", shown(verdict)))?;
        let after = read(&verdict.with_extension("after"))?;
        let judged = judge_pair(game, &before, &after, Some(mover), Strictness::Tolerant);
        let judged = judged.map(|(line, judged)| {
            judged.verdict.map_or_else(|_| ILLEGAL.to_owned(), |key| line.step(key).text)
        });
        (expected, judged)
    };
    let judged = match judged {
        Ok(judged) => judged,
        Err(NoStart::Broken(_)) if is_broken => return Ok(None),
        Err(why) => crate::printer::complaint(&why).to_string(),
    };
    Ok((judged != expected).then(|| (expected.to_owned(), judged)))
}

/// Judges one board: who is to move, or how the match ends.
fn of_one_board(game: GameId, before: &[u8], expected: &str) -> Result<String, NoStart> {
    if expected.ends_with(TO_MOVE) {
        let turn = Player::of_letter(&expected[..1]).unwrap_or(Player::X);
        return state_of(game, before, turn);
    }
    match state_of(game, before, Player::O) {
        Ok(state) if state.ends_with(TO_MOVE) => state_of(game, before, Player::X),
        ended => ended,
    }
}

/// Verdicts of one board.
const OF_ONE_BOARD: [&str; 5] = ["x to move", "o to move", "x wins", "o wins", "draw"];
const TO_MOVE: &str = "to move";
const WINS: &str = " wins";

/// Says how a match stands on a board, as a lesson does.
fn state_of(game: GameId, board: &[u8], turn: Player) -> Result<String, NoStart> {
    let start = Start::Board { bytes: board, turn, strictness: Strictness::Tolerant };
    let line = open(game, start, None)?;
    if let Some(words) = line.broken() {
        return Err(NoStart::Broken(words.to_owned()));
    }
    Ok(match line.end().map(LineEnd::winner) {
        None => format!("{turn} {TO_MOVE}"),
        Some(None) => "draw".to_owned(),
        Some(Some(winner)) => format!("{winner} wins"),
    })
}

/// Writes drafts of lessons, for a person to judge and keep: a move of each kind, and an end of each, where the board
/// alone shows it. Returns how many there are.
pub(super) fn write_drafts(game: GameId, survey: &Survey<'_>, folder: &Path) -> Result<usize> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let write = |name: String, texts: &[(&str, &str)]| {
        for (extension, text) in texts {
            let path = folder.join(format!("{name}.{extension}"));
            fs::write(&path, text).with_context(|| path.display().to_string())?;
        }
        anyhow::Ok(1)
    };
    let mut written = 0;
    for (number, ((winner, _), EndSeen { board, .. })) in (1..).zip(&survey.ends) {
        let verdict = winner.map_or_else(|| "draw".to_owned(), |winner| format!("{winner} wins"));
        let by = |turn| state_of(game, board.as_bytes(), turn).ok();
        if [Player::O, Player::X].map(by).contains(&Some(verdict.clone())) {
            written += write(format!("end-{number}"), &[("before", board), (VERDICT, &verdict)])?;
        }
    }
    for (number, ((_, mover), MoveSeen { board, name })) in (1..).zip(&survey.moves).take(MAX_MOVES)
    {
        let start =
            Start::Board { bytes: board.as_bytes(), turn: *mover, strictness: Strictness::Strict };
        let Ok(mut line) = open(game, start, None) else { continue };
        let Ok(key) = line.read(name) else { continue };
        line.play(key);
        let (after, verdict) = (line.board(1), format!("{mover} {name}"));
        let texts = [("before", &**board), ("after", &after), (VERDICT, &verdict)];
        written += write(format!("move-{number}"), &texts)?;
    }
    Ok(written)
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
