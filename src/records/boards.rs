//! Shows board files as a match, from a folder or from memory.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::ahead::reading_ahead;
use super::error::RecordsError;
use super::played::Unfolding;
use super::playthrough::{Playthrough, Stretch, Title};
use super::remark::Remark;
use super::source::Hints;
use crate::words::Text;
use crate::{MatchRecord, RecordedFault};
use arbitro_referee::Warning;
use arbitro_referee::board_file::BoardFileError;
use arbitro_referee::check::{BoardFolder, BoardSource, FolderReport, check_boards, stray};
use arbitro_referee::match_dir::board_number;
use arbitro_rules::history::Both;
use arbitro_rules::line::Line;
use arbitro_rules::notation::games_of_board;
use arbitro_rules::{GameId, Player, Reason, card};

/// Board files held in memory, by number.
#[derive(Clone, Debug, Default)]
pub(super) struct HeldBoards {
    numbers: BTreeSet<u64>,
    boards: BTreeMap<u64, Vec<u8>>,
}

impl HeldBoards {
    /// Keeps the files with a board's name; the others become remarks.
    pub(super) fn of(files: Vec<(String, Vec<u8>)>) -> (HeldBoards, Vec<Remark>) {
        let mut held = HeldBoards::default();
        let mut remarks = Vec::new();
        for (name, bytes) in files {
            let path = Path::new(&name);
            match board_number(path) {
                Some(number) if held.boards.contains_key(&number) => {
                    remarks.push(Remark::on_all(Text::BoardTwice { number }));
                }
                Some(number) => held.put(number, bytes),
                None => {
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
                    remarks.extend(stray(&name).map(|it| Remark::on_all(Text::Warning(it))));
                }
            }
        }
        (held, remarks)
    }

    /// Holds a single board.
    pub(super) fn single(number: u64, bytes: Vec<u8>) -> HeldBoards {
        let mut held = HeldBoards::default();
        held.put(number, bytes);
        held
    }

    fn put(&mut self, number: u64, bytes: Vec<u8>) {
        self.numbers.insert(number);
        self.boards.insert(number, bytes);
    }
}

impl BoardSource for HeldBoards {
    fn numbers(&self) -> &BTreeSet<u64> {
        &self.numbers
    }

    fn file(&self, number: u64) -> PathBuf {
        format!("board_{number}.txt").into()
    }

    fn bytes(&self, number: u64) -> Result<Cow<'_, [u8]>, BoardFileError> {
        let bytes = self.boards.get(&number).map(|it| Cow::Borrowed(&it[..]));
        bytes.ok_or_else(|| BoardFileError::Missing { path: self.file(number) })
    }
}

/// The boards of one match.
#[derive(Debug)]
pub(super) enum Boards {
    Folder(BoardFolder),
    Held(HeldBoards),
}

impl Boards {
    pub(super) fn source(&self) -> &dyn BoardSource {
        match self {
            Boards::Folder(folder) => folder,
            Boards::Held(held) => held,
        }
    }
}

/// Judges a match and prepares it for showing. The game is the hinted one; else the first game in
/// which every ply is legal, of those that can read the first board; else the first of those.
/// Stretches are reported while the first candidate is tried.
pub(super) fn play_boards(
    id: &str,
    boards: &Boards,
    hints: &Hints,
    tell: &mut dyn FnMut(&Stretch<'_>),
) -> Result<Playthrough, RecordsError> {
    let source = boards.source();
    // Board 1, or the lowest number available.
    let Some(&first) = source.numbers().first() else {
        return Err(RecordsError::Empty { name: id.to_owned() });
    };
    let games = match hints.game {
        Some(game) => vec![game],
        None => {
            games_of_board(&source.bytes(first).map_err(arbitro_referee::check::FolderError::from)?)
        }
    };
    let (&usual, others) = games
        .split_first()
        .ok_or_else(|| RecordsError::NoBoard { file: source.file(first).display().to_string() })?;
    type Tell<'a> = &'a mut dyn FnMut(&Stretch<'_>);
    let play = |game: GameId, tell: Tell<'_>| -> Result<Playthrough, RecordsError> {
        judged(game, id, boards, first, hints, tell)
    };
    let mut shown = play(usual, tell)?;
    if shown.fault.is_some() {
        for &game in others {
            let other = play(game, &mut |_| {})?;
            if other.fault.is_none() {
                shown = other;
                break;
            }
        }
    }
    // Every first board of dama is also one of italian; dama is the default of `--game`.
    if let Some(game) = shown.game.known().filter(|&it| !others.is_empty() && it != GameId::Dama) {
        let names = GameId::list(&games);
        shown.remarks.push(Remark::on_all(Text::ReadAsOneOf { game, names }));
    }
    Ok(shown)
}

fn judged(
    game: GameId,
    id: &str,
    boards: &Boards,
    first: u64,
    hints: &Hints,
    tell: &mut dyn FnMut(&Stretch<'_>),
) -> Result<Playthrough, RecordsError> {
    let mut unfolding = Unfolding::new(first, boards.source().numbers().len() as u64, tell);
    let follow = &mut |line: &dyn Line| unfolding.follow(line);
    let (strictness, limit) = (hints.strictness, hints.max_plies);
    let report = match boards {
        Boards::Folder(folder) => reading_ahead(folder, |ahead| {
            check_boards(game, ahead, first, strictness, limit, follow)
        }),
        Boards::Held(held) => check_boards(game, held, first, strictness, limit, follow),
    }?;
    let (positions, moves) = unfolding.finish();
    let warned = |it: &Warning| Remark::on_all(Text::Warning(it.clone()));
    let mut remarks = Vec::new();
    if let Boards::Folder(folder) = boards {
        remarks.extend(folder.strays().iter().map(warned));
    }
    if first > 1 {
        remarks.push(Remark::on_all(Text::FirstBoardIs { first }));
    }
    remarks.extend(report.warnings.iter().map(warned));
    let plies = report.line.plies() as u64;
    // Boards do not name the move limit; exactly as many plies as the default limit are a draw.
    let is_usual_limit = hints.max_plies.is_none()
        && first == 1
        && plies == u64::from(card(game).ply_limit)
        && report.end.is_none()
        && report.fault.is_none()
        && report.is_whole;
    let reason = report.reason().or(is_usual_limit.then_some(Reason::MoveLimit));
    let winner = report.winner();
    let fault = report.fault.as_ref().map(|it| RecordedFault::of(it, game));
    let record = recorded_match(&report, first, reason, fault.clone(), hints);
    let names = Both::default();
    Ok(Playthrough {
        title: Title {
            game: Some(game.into()),
            id: id.to_owned(),
            names: names.clone(),
            round: None,
        },
        id: id.to_owned(),
        game: game.into(),
        names,
        winner,
        is_draw: winner.is_none() && reason.is_some(),
        reason: reason.map(|it| it.to_string()),
        fault,
        wrong: None,
        first_board: first,
        positions,
        moves,
        remarks,
        tags: Vec::new(),
        comment: None,
        record,
    })
}

fn recorded_match(
    report: &FolderReport,
    first: u64,
    reason: Option<Reason>,
    fault: Option<RecordedFault>,
    hints: &Hints,
) -> MatchRecord {
    // A record counts plies from its own start.
    let fault = fault.map(|it| RecordedFault { ply: it.ply.saturating_sub(first - 1), ..it });
    MatchRecord {
        winner: report.winner().map(|it: Player| it.to_string()),
        reason: reason.map(|it| it.to_string()),
        fault,
        max_plies: hints.max_plies.map(u64::from),
        ..MatchRecord::of_line(&*report.line)
    }
}
