//! Shows board files as a match, from a folder or from memory.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::hints::Hints;
use super::read_ahead::reading_ahead;
use crate::error::RecordsError;
use crate::matches::played_moves::PlayedMoves;
use crate::matches::remark::Remark;
use crate::matches::replayed_match::{ReplayedMatch, Wrong};
use crate::record::fault::RecordedFault;
use crate::record::match_record::MatchRecord;
use crate::words::RecordMessage;
use arbitro_referee::Warning;
use arbitro_referee::board_file::BoardFileError;
use arbitro_referee::check::{
    BoardFolder, BoardSource, FolderError, FolderReport, check_boards, stray,
};
use arbitro_referee::match_dir::board_number;
use arbitro_rules::line::Line;
use arbitro_rules::notation::games_of_board;
use arbitro_rules::{GameId, Reason, card};

/// Board files in memory, by number.
#[derive(Clone, Debug, Default)]
pub(super) struct MemoryBoards {
    numbers: BTreeSet<u64>,
    boards: BTreeMap<u64, Vec<u8>>,
}

impl MemoryBoards {
    /// Keeps the files with a board's name; the others become remarks.
    pub(crate) fn from_files(files: Vec<(String, Vec<u8>)>) -> (MemoryBoards, Vec<Remark>) {
        let mut memory = MemoryBoards::default();
        let mut remarks = Vec::new();
        for (name, bytes) in files {
            let path = Path::new(&name);
            match board_number(path) {
                Some(number) if memory.boards.contains_key(&number) => {
                    remarks.push(Remark::on_all(RecordMessage::BoardTwice { number }));
                }
                Some(number) => memory.put(number, bytes),
                None => {
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
                    remarks
                        .extend(stray(&name).map(|it| Remark::on_all(RecordMessage::Warning(it))));
                }
            }
        }
        (memory, remarks)
    }

    pub(super) fn single(number: u64, bytes: Vec<u8>) -> MemoryBoards {
        let mut memory = MemoryBoards::default();
        memory.put(number, bytes);
        memory
    }

    fn put(&mut self, number: u64, bytes: Vec<u8>) {
        self.numbers.insert(number);
        self.boards.insert(number, bytes);
    }
}

impl BoardSource for MemoryBoards {
    fn numbers(&self) -> &BTreeSet<u64> {
        &self.numbers
    }

    fn file(&self, number: u64) -> PathBuf {
        format!("board_{number}.txt").into()
    }

    fn bytes(&self, number: u64) -> Result<Cow<'_, [u8]>, BoardFileError> {
        let bytes = self.boards.get(&number).map(|board| Cow::Borrowed(&board[..]));
        bytes.ok_or_else(|| BoardFileError::Missing { path: self.file(number) })
    }
}

#[derive(Debug)]
pub(super) enum Boards {
    Folder(BoardFolder),
    Memory(MemoryBoards),
}

impl Boards {
    pub(crate) fn source(&self) -> &dyn BoardSource {
        match self {
            Boards::Folder(folder) => folder,
            Boards::Memory(memory) => memory,
        }
    }
}

/// Receives a match while its boards are read: the match so far, and the number of its boards.
pub type OnProgress<'a> = &'a mut dyn FnMut(ReplayedMatch, u64);

/// Plies of the first progress report: few, so that a page shows something at once.
const FIRST_REPORT: usize = 64;

/// Judges a match. The game is the hinted one; else the first game in
/// which every ply is legal, of those that can read the first board; else the first of those.
/// While the first candidate is tried, `on_progress` receives the match so far.
pub(super) fn see_boards(
    id: &str,
    boards: &Boards,
    hints: &Hints,
    on_progress: OnProgress<'_>,
) -> Result<ReplayedMatch, RecordsError> {
    let source = boards.source();
    // Board 1, or the lowest number available.
    let Some(&first) = source.numbers().first() else {
        return Err(RecordsError::Empty { name: id.to_owned() });
    };
    let games = match hints.game.or(hints.game_of_boards) {
        Some(game) => vec![game],
        None => games_of_board(&source.bytes(first).map_err(FolderError::from)?),
    };
    let (&usual, others) = games
        .split_first()
        .ok_or_else(|| RecordsError::NoBoard { file: source.file(first).display().to_string() })?;
    let judge =
        |game, on_progress: OnProgress<'_>| judge_as(game, id, boards, first, hints, on_progress);
    let mut replayed = judge(usual, on_progress)?;
    if replayed.fault.is_some() {
        for &game in others {
            let other = judge(game, &mut |_, _| {})?;
            if other.fault.is_none() {
                replayed = other;
                break;
            }
        }
    }
    // Every first board of dama is also one of italian; dama is the default of `--game`.
    if let Some(game) = replayed.game.known().filter(|&it| !others.is_empty() && it != GameId::Dama)
    {
        let names = GameId::list(&games);
        replayed.remarks.push(Remark::on_all(RecordMessage::ReadAsOneOf { game, names }));
    }
    Ok(replayed)
}

fn judge_as(
    game: GameId,
    id: &str,
    boards: &Boards,
    first: u64,
    hints: &Hints,
    on_progress: OnProgress<'_>,
) -> Result<ReplayedMatch, RecordsError> {
    let count = boards.source().numbers().len() as u64;
    let mut next = FIRST_REPORT;
    let follow = &mut |line: &dyn Line| {
        if line.plies() + 1 >= next {
            // So the copies together are at most five times as long as the match.
            next += next / 4;
            on_progress(unended(id, line.fork(None), first), count);
        }
    };
    let (strictness, limit) = (hints.strictness, hints.max_plies);
    let report = match boards {
        Boards::Folder(folder) => reading_ahead(folder, |ahead| {
            check_boards(game, ahead, first, strictness, limit, follow)
        }),
        Boards::Memory(memory) => check_boards(game, memory, first, strictness, limit, follow),
    }?;
    let reason = reason(&report, first, hints);
    let winner = report.winner();
    let fault = report.fault.as_ref().map(|fault| RecordedFault::from_fault(fault, game));
    let mut replayed = unended(id, report.line, first);
    replayed.summary.winner = winner;
    replayed.summary.is_draw = winner.is_none() && reason.is_some();
    replayed.summary.reason = reason.map(Into::into);
    let warned = |it: &Warning| Remark::on_all(RecordMessage::Warning(it.clone()));
    if let Boards::Folder(folder) = boards {
        replayed.remarks.extend(folder.strays().iter().map(warned));
    }
    if first > 1 {
        replayed.remarks.push(Remark::on_all(RecordMessage::FirstBoardIs { first }));
    }
    for warning in &report.warnings {
        match warning {
            Warning::Missing { .. } => {
                replayed.wrong = Some(Wrong::of_all(RecordMessage::Warning(warning.clone())));
            }
            other => replayed.remarks.push(warned(other)),
        }
    }
    replayed.claim = MatchRecord {
        winner: winner.map(Into::into),
        reason: replayed.summary.reason.clone(),
        // A record counts plies from its own start.
        fault: fault
            .clone()
            .map(|fault| RecordedFault { ply: fault.ply.saturating_sub(first - 1), ..fault }),
        max_plies: hints.max_plies.map(u64::from),
        ..replayed.claim
    };
    replayed.fault = fault;
    Ok(replayed)
}

/// The reason of the end. Boards do not name the move limit; exactly as many plies as the default limit are a draw.
fn reason(report: &FolderReport, first: u64, hints: &Hints) -> Option<Reason> {
    let is_usual_limit = hints.max_plies.is_none()
        && first == 1
        && report.line.plies() as u64 == u64::from(card(report.line.game()).ply_limit)
        && report.is_whole;
    report.reason().or(is_usual_limit.then_some(Reason::MoveLimit))
}

/// A match that has not ended.
fn unended(id: &str, line: Box<dyn Line>, first_board: u64) -> ReplayedMatch {
    let (game, record) = (line.game().into(), MatchRecord::of_line(&*line));
    let mut replayed = ReplayedMatch::new(game, record, 1, PlayedMoves::Line(line), None);
    replayed.summary.id = id.to_owned();
    replayed.first_board = first_board;
    replayed
}
