//! Detects the kind of a source by its contents.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::boards::{Boards, MemoryBoards};
use super::bytes::{BYTE_ORDER_MARK, SourceBytes, Span};
use super::collection::{Collection, Content, Matches};
use super::hints::{Hints, SourceKind};
use super::journals::{journal, journals_in};
use super::no_matches::ContentGuess;
use crate::error::RecordsError;
use crate::matches::remark::{Remark, Remarks};
use crate::words::RecordMessage;
use arbitro_pdn::{Game, Lexer, Reader, Token};
use arbitro_referee::At;
use arbitro_referee::check::{BoardFolder, BoardSource, FolderError};
use arbitro_referee::match_dir::board_number;
use arbitro_rules::notation::{BOARD_FILE_LIMIT, games_of_board};

/// Opens sources of matches.
#[derive(Clone, Copy, Debug)]
pub enum Source {}

/// Bytes of a file read to detect its kind.
const HEAD: usize = 1 << 16;
/// Maximum folders of board files listed below one folder.
const MAX_FOLDERS: usize = 10_000;

impl Source {
    /// Detects the kind of a file by its beginning; `None` if unknown.
    pub fn kind_of_file(path: &Path) -> Result<Option<SourceKind>, RecordsError> {
        let head = open_file(path)?.head(HEAD);
        let head = head.map_err(|source| At::io(path, "cannot be read", source))?;
        Ok(Source::kind_of_bytes(&head))
    }

    /// Detects the kind of some bytes by their beginning; `None` if unknown.
    pub fn kind_of_bytes(bytes: &[u8]) -> Option<SourceKind> {
        let head = &bytes[..bytes.len().min(HEAD)];
        kind_of(head.strip_prefix(BYTE_ORDER_MARK).unwrap_or(head))
    }

    /// Opens a path and lists its matches.
    pub fn open(path: &Path, hints: &Hints) -> Result<Collection, RecordsError> {
        Source::matches(path, hints)?.list()
    }

    /// Opens a path: a folder of board files, a folder of such folders or of a tournament, a single
    /// board, records, or PDN.
    pub fn matches(path: &Path, hints: &Hints) -> Result<Matches, RecordsError> {
        if path.is_dir() {
            return folder(path, hints);
        }
        let name = path.display().to_string();
        matches_of_source(name, Some(path), open_file(path)?, hints)
    }
}

fn open_file(path: &Path) -> Result<SourceBytes, RecordsError> {
    let refused = |source| At::io(path, "cannot be read", source);
    // Check before opening: opening a pipe would wait for its writer.
    let state = fs::metadata(path).map_err(refused)?;
    if !state.is_file() {
        return Err(At::new(path, "neither a folder nor a regular file").into());
    }
    Ok(SourceBytes::File(File::open(path).map_err(refused)?, state.len()))
}

/// Opens bytes in memory, such as a file dropped on a page.
pub fn read_bytes(bytes: Vec<u8>, hints: &Hints) -> Result<Collection, RecordsError> {
    matches_of_bytes("the file", bytes, hints)?.list()
}

/// Opens bytes in memory, which messages call by this name.
pub fn matches_of_bytes(
    name: &str,
    bytes: Vec<u8>,
    hints: &Hints,
) -> Result<Matches, RecordsError> {
    matches_of_source(name.to_owned(), None, SourceBytes::Memory(bytes), hints)
}

/// Opens the board files of one match from memory, by their names.
pub fn from_boards(
    files: Vec<(String, Vec<u8>)>,
    hints: &Hints,
) -> Result<Collection, RecordsError> {
    let name = "the boards".to_owned();
    let (source, remarks) = MemoryBoards::from_files(files);
    if source.numbers().is_empty() {
        return Err(RecordsError::Empty { name });
    }
    let content = Content::Boards(vec![(name.clone(), PathBuf::new(), Boards::Memory(source))]);
    Matches { name, hints: *hints, content, remarks }.list()
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    name.unwrap_or_else(|| path.display().to_string())
}

fn folder(path: &Path, hints: &Hints) -> Result<Matches, RecordsError> {
    let name = path.display().to_string();
    let boards = BoardFolder::list(path)?;
    if !boards.numbers().is_empty() {
        let content =
            Content::Boards(vec![(name_of(path), path.to_owned(), Boards::Folder(boards))]);
        return Ok(Matches { name, hints: *hints, content, remarks: Vec::new() });
    }
    let refused = |source| At::io(path, "cannot be read", source);
    let journals = journals_in(path).map_err(refused)?.into_iter().map(|it| journal(path, it));
    let journals: Vec<PathBuf> = journals.filter(|journal| journal.is_file()).collect();
    match &journals[..] {
        [] => {}
        [journal] => return Source::matches(journal, hints),
        journals => return matches_of_journals(name, journals, hints),
    }
    let mut folders = Vec::new();
    let mut remarks = Remarks::default();
    for entry in fs::read_dir(path).map_err(refused)? {
        let entry = entry.map_err(refused)?;
        if entry.file_type().is_ok_and(|file_type| file_type.is_dir()) {
            folders.push(entry.path());
        }
    }
    // Sort 9 before 10: the folders of a tournament's evidence have numbers as names.
    folders.sort_by_cached_key(|folder| {
        let name = name_of(folder);
        (name.parse::<u64>().unwrap_or(u64::MAX), name)
    });
    if folders.len() > MAX_FOLDERS {
        let more = folders.len() - MAX_FOLDERS;
        remarks.push(Remark::on_all(RecordMessage::MoreFolders { more }));
        folders.truncate(MAX_FOLDERS);
    }
    let mut matches = Vec::new();
    for folder in folders {
        let boards = BoardFolder::list(&folder)?;
        if !boards.numbers().is_empty() {
            matches.push((name_of(&folder), folder, Boards::Folder(boards)));
        }
    }
    if matches.is_empty() {
        return Err(FolderError::no_first_board(path).into());
    }
    let content = Content::Boards(matches);
    Ok(Matches { name, hints: *hints, content, remarks: remarks.into_list() })
}

/// Opens the journals of parts as one source.
fn matches_of_journals(
    name: String,
    journals: &[PathBuf],
    hints: &Hints,
) -> Result<Matches, RecordsError> {
    let open = |path: &PathBuf| Ok((path.display().to_string(), open_file(path)?));
    let files = journals.iter().map(open).collect::<Result<_, RecordsError>>()?;
    Ok(Matches { name, hints: *hints, content: Content::Lines(files), remarks: Vec::new() })
}

fn matches_of_source(
    name: String,
    path: Option<&Path>,
    source: SourceBytes,
    hints: &Hints,
) -> Result<Matches, RecordsError> {
    let head = source.head(HEAD).map_err(RecordsError::Reread)?;
    let text = head.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&head);
    let mut remarks = Remarks::default();
    if text.len() < head.len() {
        remarks.push(Remark::on_all(RecordMessage::ByteOrderMark));
    }
    if text.trim_ascii().is_empty() {
        return Err(RecordsError::Empty { name });
    }
    let content = match kind_of(text) {
        Some(SourceKind::Records) => Content::Lines(vec![(name.clone(), source)]),
        Some(SourceKind::Boards) => {
            remarks.push(Remark::on_all(RecordMessage::SingleBoard));
            let number = path.and_then(board_number).unwrap_or(1);
            let boards = Boards::Memory(MemoryBoards::single(number, head));
            let path = path.unwrap_or(Path::new(&name)).to_owned();
            Content::Boards(vec![(name_of(&path), path, boards)])
        }
        Some(SourceKind::Pdn) => {
            let games = pdn_games(&source, &mut remarks).map_err(RecordsError::Reread)?;
            Content::Pdn(source, games)
        }
        None => return Err(RecordsError::Unknown { name, seems: ContentGuess::from_head(text) }),
    };
    Ok(Matches { name, hints: *hints, content, remarks: remarks.into_list() })
}

/// Detects the kind of a source by its first bytes.
fn kind_of(head: &[u8]) -> Option<SourceKind> {
    if is_records(head) {
        Some(SourceKind::Records)
    } else if head.len() <= BOARD_FILE_LIMIT && !games_of_board(head).is_empty() {
        Some(SourceKind::Boards)
    } else {
        is_pdn(head).then_some(SourceKind::Pdn)
    }
}

/// Returns true if the text begins with a JSON object that has keys. A later line may also begin
/// with one, unless the text begins with a PDN tag, whose comments may hold anything.
fn is_records(head: &[u8]) -> bool {
    let is_object = |text: &[u8]| {
        let inside = text.strip_prefix(b"{").map(<[u8]>::trim_ascii_start);
        inside.is_some_and(|it| it.starts_with(b"\"") && memchr::memmem::find(it, b"\":").is_some())
    };
    if matches!(Lexer::new(head).next(), Some(Token::Tag(..))) {
        return false;
    }
    is_object(head.trim_ascii_start()) || head.split(|head| *head == b'\n').any(is_object)
}

/// Returns true if the text is mainly tags and moves.
fn is_pdn(head: &[u8]) -> bool {
    let (mut known, mut junk) = (0_u32, 0_u32);
    for token in Lexer::new(head).take(2000) {
        match token {
            Token::Tag(..) => return true,
            Token::Move(_) | Token::Result(..) => known += 1,
            Token::Junk(_) => junk += 1,
            _ => {}
        }
    }
    known > junk
}

fn pdn_games(source: &SourceBytes, remarks: &mut Remarks) -> std::io::Result<Vec<Span>> {
    let mut games = Vec::new();
    let mut reader = Reader::new(source.reader());
    while let Some(game) = reader.advance()? {
        let number = games.len() + 1;
        if game.is_cut {
            remarks.push(Remark::at(RecordMessage::Game { number }, RecordMessage::LongGame));
        }
        // A comment at the end of a file is not a game.
        let is_comment = game.bytes.len() < 4096 && {
            let game = Game::new(game.bytes);
            game.tags.is_empty() && game.moves == 0 && game.result.is_none()
        };
        if is_comment {
            remarks.push(Remark::at(
                RecordMessage::AfterGame { last: games.len() },
                RecordMessage::NoGame,
            ));
            continue;
        }
        games.push(Span {
            offset: game.offset,
            // At most the longest game.
            length: game.bytes.len() as u32,
        });
    }
    Ok(games)
}
