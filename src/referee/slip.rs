//! Finds out what a player that was late or died did instead of writing its board: the commonest slips
//! of protocol.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rustix::fs::{AtFlags, CWD, FileType};
use serde::{Deserialize, Serialize};
use walkdir::WalkDir;

use crate::board_file::read_written_board;
use crate::last_words::{tells_end_of_input, tells_exception};
use crate::match_dir::{board_file, board_number};
use arbitro_rules::line::Line;
use arbitro_rules::nearest_names;
use arbitro_rules::notation::BOARD_FILE_LIMIT;
use arbitro_rules::plain_text::one_line;

/// A slip that explains why no board came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Slip {
    /// It wrote another file: another number, another name, or in another folder.
    Elsewhere {
        /// The path in the match folder, shortened.
        wrote: String,
    },
    /// It printed a board.
    Printed,
    /// Its only move was to pass, which writes the same board.
    Pass,
    /// It read its standard input, which is empty, in its first turn.
    ReadInput,
    /// It did not close the file.
    Unclosed {
        /// True if nothing is in it.
        is_empty: bool,
    },
    /// Its last line, of a player that answers by lines, has no newline.
    Unfinished {
        /// The line, escaped and shortened.
        read: String,
    },
    /// It closed its output, by which it answers.
    Closed,
    /// It printed no line, by which it answers.
    Silent,
    /// It wrote a board file instead.
    File,
}

impl Slip {
    /// Returns true for slips of players that answer by lines.
    pub fn is_by_lines(&self) -> bool {
        matches!(self, Slip::Unfinished { .. } | Slip::Closed | Slip::Silent | Slip::File)
    }
}

/// A slip, and what the player wrote elsewhere, if that can be read.
#[derive(Clone, Debug)]
pub(crate) struct SlipEvidence {
    pub(crate) slip: Slip,
    pub(crate) file: Option<Vec<u8>>,
}

impl From<Slip> for SlipEvidence {
    fn from(slip: Slip) -> SlipEvidence {
        SlipEvidence { slip, file: None }
    }
}

/// Maximum letters of a path that are shown.
const MAX_NAME: usize = 60;
/// Maximum files that are looked at, in the match folder and the folders directly below.
const MAX_FILES: usize = 500;
const MAX_DEPTH: usize = 2;
const MARGIN: Duration = Duration::from_secs(1);
/// The last number of a board that answers a player's first: 2 of one player, 3 of the other.
const LAST_FIRST: u64 = 3;
/// Maximum lines of output that are searched for a board.
const MAX_LINES: usize = 500;

/// Returns when a turn began that took so long, with a margin for clocks that count in coarse ticks.
pub(super) fn turn_start(took: Duration) -> SystemTime {
    let since = SystemTime::now().checked_sub(took + MARGIN);
    since.unwrap_or(SystemTime::UNIX_EPOCH)
}

/// A player that ended without a board, as far as it is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardlessPlayer<'a> {
    pub(super) folder: &'a Path,
    /// Number of the board that it should have written.
    pub(super) expected: u64,
    /// Older files do not count: the folder may have held them before.
    pub(super) since: SystemTime,
    /// Standard output and error, as far as kept.
    pub(super) output: &'a [u8],
}

impl BoardlessPlayer<'_> {
    /// Returns its slip, if there is one. It was to move at the end of the line.
    pub(super) fn slip(&self, line: &dyn Line) -> Option<SlipEvidence> {
        let before = line.board(line.plies());
        let is_board = |bytes: &[u8]| line.is_another_board(bytes);
        let lines = before.lines().count();
        if self.expected <= LAST_FIRST && tells_end_of_input(self.output) {
            return Some(Slip::ReadInput.into());
        }
        // What it printed before an exception explains nothing.
        let is_printed =
            || !tells_exception(self.output) && has_board(self.output, lines, is_board);
        self.unclosed()
            .map(SlipEvidence::from)
            .or_else(|| self.elsewhere(is_board))
            .or_else(|| is_printed().then_some(Slip::Printed.into()))
            .or_else(|| line.must_pass().then_some(Slip::Pass.into()))
    }

    fn unclosed(&self) -> Option<Slip> {
        let file = board_file(self.folder, self.expected);
        let state = rustix::fs::statat(CWD, &file, AtFlags::SYMLINK_NOFOLLOW).ok()?;
        let is_file = FileType::from_raw_mode(state.st_mode) == FileType::RegularFile;
        is_file.then_some(Slip::Unclosed { is_empty: state.st_size == 0 })
    }

    /// Looks for a file with nearly the expected name first, then for any that holds a board: of these for the one
    /// with the nearest name, or else the first that was written.
    fn elsewhere(&self, is_board: impl Fn(&[u8]) -> bool) -> Option<SlipEvidence> {
        let file = board_file(Path::new(""), self.expected);
        let wanted = bare_name(&file);
        let mut found: Vec<(bool, SystemTime, PathBuf)> = Vec::new();
        let entries = WalkDir::new(self.folder).min_depth(1).max_depth(MAX_DEPTH).into_iter();
        for entry in entries.take(MAX_FILES).flatten() {
            let path = entry.path();
            let written = entry.metadata().ok().and_then(|metadata| metadata.modified().ok());
            let Some(written) = written.filter(|&time| time >= self.since) else { continue };
            if !entry.file_type().is_file() {
                continue;
            }
            let number = board_number(path);
            // Boards that it was given, or wrote before.
            if entry.depth() == 1 && number.is_some_and(|number| number <= self.expected) {
                continue;
            }
            let is_named = number.is_some_and(|it| it > self.expected) || bare_name(path) == wanted;
            if is_named || read_written_board(CWD, path).is_ok_and(|bytes| is_board(&bytes)) {
                let inside = path.strip_prefix(self.folder).unwrap_or(path);
                found.push((!is_named, written, inside.to_owned()));
            }
        }
        // The order of a folder decides nothing.
        found.sort();
        let names: Vec<_> = found.iter().map(|it| it.2.to_string_lossy()).collect();
        let near = nearest_names(&file.to_string_lossy(), names.iter().map(|name| &**name), 1);
        let is_near = |it: &str| near.first() == Some(&it);
        let at = match found.first()? {
            (false, ..) => 0,
            (true, ..) => names.iter().position(|name| is_near(name)).unwrap_or(0),
        };
        let wrote = found.swap_remove(at).2;
        let file = read_written_board(CWD, &self.folder.join(&wrote)).ok();
        let wrote = one_line(&wrote.to_string_lossy(), MAX_NAME);
        Some(SlipEvidence { slip: Slip::Elsewhere { wrote }, file })
    }
}

/// Returns a file's name without what is easily mistaken: capitals, zeros in front, signs between, and how
/// often it ends in `.txt`.
fn bare_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut name = name.to_lowercase();
    while let Some(shorter) = name.strip_suffix(".txt") {
        name = shorter.to_owned();
    }
    let letters: String = name.chars().filter(char::is_ascii_alphabetic).collect();
    let digits: String = name.chars().filter(char::is_ascii_digit).collect();
    letters + digits.trim_start_matches('0')
}

fn has_board(output: &[u8], lines: usize, is_board: impl Fn(&[u8]) -> bool) -> bool {
    let all: Vec<&[u8]> = output.split(|&byte| byte == b'\n').collect();
    let last = &all[all.len().saturating_sub(MAX_LINES)..];
    let mut boards = last.windows(lines.max(1));
    boards.any(|lines| {
        let board = lines.join(&b'\n');
        board.len() <= BOARD_FILE_LIMIT && is_board(&board)
    })
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::fs;

    use super::*;
    use arbitro_rules::draughts::Dama;
    use arbitro_rules::line::{Start, open};
    use arbitro_rules::notation::Notation;
    use arbitro_rules::{Game, GameId};

    /// The slip of a player that should have written board 2, having left `files` and printed `output`.
    fn slip(files: &[(&str, &str)], output: &str) -> Option<Slip> {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("board_1.txt"), start()).unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let boardless = BoardlessPlayer {
            folder: folder.path(),
            expected: 2,
            since: SystemTime::UNIX_EPOCH,
            output: output.as_bytes(),
        };
        let slipped = boardless.slip(&*open(GameId::Dama, Start::Usual, None).unwrap())?;
        if let Slip::Elsewhere { wrote } = &slipped.slip {
            assert_eq!(slipped.file.unwrap(), fs::read(folder.path().join(wrote)).unwrap());
        }
        Some(slipped.slip)
    }

    fn start() -> String {
        Dama::write_board(&Dama::start().board())
    }

    fn moved() -> String {
        let start = Dama::start();
        Dama::write_board(&start.after(start.legal_moves()[0]).board())
    }

    #[test]
    fn a_slip_is_told_with_what_was_there_and_what_was_expected() {
        let moved = moved();
        for name in [
            "board_3.txt",
            "Board_2.txt",
            "board_2.txt.txt",
            "board_02.txt",
            "board2.TXT",
            "out/board_2.txt",
            "move.out",
        ] {
            let wrote = name.to_owned();
            assert_eq!(slip(&[(name, &moved)], ""), Some(Slip::Elsewhere { wrote }));
        }
        let unclosed = |text| slip(&[("board_2.txt", text)], "");
        assert_eq!(unclosed(&moved), Some(Slip::Unclosed { is_empty: false }));
        assert_eq!(unclosed(""), Some(Slip::Unclosed { is_empty: true }));
        for printed in [moved.clone(), format!("hello\n{moved}\nbye\n")] {
            assert_eq!(slip(&[], &printed), Some(Slip::Printed));
        }
    }

    #[test]
    fn what_explains_nothing_is_no_slip() {
        let start = start();
        assert_eq!(slip(&[], ""), None);
        // The board that it was given, printed or copied, and files of its own.
        assert_eq!(slip(&[("copy.txt", &start), ("log.txt", "x o")], &start), None);
        assert_eq!(slip(&[("board_1.txt.bak", "old")], "thinking\n"), None);
    }

    #[test]
    fn an_exception_is_told_rather_than_what_was_printed_before() {
        let moved = moved();
        let raised = format!(
            "{moved}\nTraceback (most recent call last):\n  File \"p.py\", line 1\nValueError: no\n"
        );
        assert_eq!(slip(&[("log.txt", "thinking")], &raised), None);
        let wrote = "Board_2.txt".to_owned();
        assert_eq!(slip(&[("Board_2.txt", &moved)], &raised), Some(Slip::Elsewhere { wrote }));
        let ended = "Traceback (most recent call last):\n  File \"p.py\", line 1\nEOFError: EOF when reading a line\n";
        assert_eq!(slip(&[], ended), Some(Slip::ReadInput));
    }

    #[test]
    fn of_many_files_the_one_with_the_nearest_name_is_told() {
        let moved = moved();
        let files: [(&str, &str); 3] = [("a.txt", &moved), ("Board_2.txt", ""), ("b.txt", &moved)];
        let wrote = "Board_2.txt".to_owned();
        assert_eq!(slip(&files, &moved), Some(Slip::Elsewhere { wrote }));
        let files: [(&str, &str); 3] = [("a.txt", &moved), ("bord_2.txt", &moved), ("z", &moved)];
        let wrote = "bord_2.txt".to_owned();
        assert_eq!(slip(&files, &moved), Some(Slip::Elsewhere { wrote }));
    }
}
