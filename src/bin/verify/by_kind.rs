//! `verify PATH...`: judges boards, folders, records and PDN by their contents.
//! `verify match DIR_OR_RECORD...`: the same without boards.

use std::path::Path;

use anyhow::{Context, Result};

use arbitro_records::{Source, SourceKind};
use arbitro_referee::match_dir::board_number;
use arbitro_rules::GameId;

use crate::boards::{self, BoardTotals};
use crate::findings::MatchTotals;
use crate::match_args::MatchArgs;
use crate::matches;
use crate::printer::Printer;
use arbitro_cli::exit::Exit;
use arbitro_cli::input::{is_stdin, read_stdin};

/// Judges each path.
pub(crate) fn run(game: GameId, args: &MatchArgs, output: &mut Printer) -> Result<Exit> {
    let mut exit = Exit::Yes;
    let mut tally = MatchTotals::default();
    let mut judged_boards = BoardTotals::default();
    for path in &args.paths {
        let done = if is_stdin(path) {
            let bytes = read_stdin(u64::MAX).context("standard input: cannot be read")?;
            let kind = Source::kind_of_bytes(&bytes);
            if args.with_boards && is_board(path, kind, bytes.len() as u64) {
                let exit = boards::judge(game, path, Ok(bytes), args.strict, output)?;
                Ok(judged_boards.count(exit))
            } else {
                matches::judge_bytes(game, bytes, args, &mut tally, output)
            }
        } else if args.with_boards && is_board_file(path) {
            let bytes = boards::board_bytes(path);
            Ok(judged_boards.count(boards::judge(game, path, bytes, args.strict, output)?))
        } else {
            matches::judge(game, path, args, &mut tally, output)
        };
        exit = exit.max(done?);
    }
    judged_boards.tell(output)?;
    tally.tell(output)?;
    Ok(exit)
}

/// Maximum length of a file of no recognisable kind that is taken for a faulty board: those of our games are
/// shorter.
const MAX_UNRECOGNISED: u64 = 1024;

fn is_board_file(path: &Path) -> bool {
    match Source::kind_of_file(path) {
        Ok(kind) => is_board(path, kind, path.metadata().map_or(0, |metadata| metadata.len())),
        // Either a folder, or reported as an unreadable board file.
        Err(_) => !path.is_dir(),
    }
}

/// Returns true if a file must be read as a board. A faulty board has no recognisable kind: a file
/// that is short enough, or named like a board, is taken for one.
fn is_board(path: &Path, kind: Option<SourceKind>, length: u64) -> bool {
    match kind {
        Some(kind) => kind == SourceKind::Boards,
        None => length <= MAX_UNRECOGNISED || board_number(path).is_some(),
    }
}
