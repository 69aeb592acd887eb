//! Splits a file into games in one pass and bounded memory.

use std::io::{self, Read};

use crate::lexer::{Lexer, Token};

/// The UTF-8 byte order mark that some programs write.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Bytes read at a time.
const CHUNK: usize = 1 << 20;
/// Maximum length of a game; a longer one is cut and reported.
const MAX_GAME_BYTES: usize = 16 << 20;

/// The bytes of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawGame<'a> {
    /// Offset in the file.
    pub offset: u64,
    /// The whole game, with the comments around it.
    pub bytes: &'a [u8],
    /// True if the game was cut at the maximum length.
    pub is_cut: bool,
}

/// Reads the games of a source, one after the other.
#[derive(Debug)]
pub struct Reader<R> {
    source: R,
    buffer: Vec<u8>,
    /// Start of the part of the buffer not yet returned.
    from: usize,
    /// Offset of the buffer's first byte in the source.
    base: u64,
    is_at_end: bool,
}

/// Result of searching the buffer for the end of a game.
enum Cut {
    /// A game of this many bytes.
    Game(usize),
    /// The game may continue after the buffer.
    Unknown,
    /// Only blanks.
    Nothing,
}

impl<R: Read> Reader<R> {
    /// Creates a reader at the beginning of its source.
    pub fn new(source: R) -> Reader<R> {
        Reader { source, buffer: Vec::new(), from: 0, base: 0, is_at_end: false }
    }

    /// Returns the next game; `None` at the end.
    pub fn advance(&mut self) -> io::Result<Option<RawGame<'_>>> {
        if self.base == 0 && self.from == 0 && self.buffer.is_empty() {
            self.fill()?;
            if self.buffer.starts_with(BYTE_ORDER_MARK) {
                self.from = BYTE_ORDER_MARK.len();
            }
        }
        let mut wanted = CHUNK;
        let (length, is_cut) = loop {
            match cut(&self.buffer[self.from..], self.is_at_end) {
                Cut::Game(length) => break (length, false),
                Cut::Nothing if self.is_at_end => return Ok(None),
                Cut::Unknown if self.buffer.len() - self.from >= MAX_GAME_BYTES => {
                    break (MAX_GAME_BYTES, true);
                }
                Cut::Nothing | Cut::Unknown => {
                    // Doubling the buffer bounds the bytes that are scanned again.
                    let target = self.buffer.len() - self.from + wanted;
                    while self.buffer.len() - self.from < target && !self.is_at_end {
                        self.fill()?;
                    }
                    wanted *= 2;
                }
            }
        };
        let from = self.from;
        self.from += length;
        Ok(Some(RawGame {
            offset: self.base + from as u64,
            bytes: &self.buffer[from..from + length],
            is_cut,
        }))
    }

    /// Drops the returned part of the buffer and reads more.
    fn fill(&mut self) -> io::Result<()> {
        if self.from > 0 {
            self.buffer.drain(..self.from);
            self.base += self.from as u64;
            self.from = 0;
        }
        let read = self.source.by_ref().take(CHUNK as u64).read_to_end(&mut self.buffer)?;
        self.is_at_end = read == 0;
        Ok(())
    }
}

/// Finds the end of the first game: before the tags that follow its moves or begin again, or before
/// the first text after its result that is neither a comment nor a result.
fn cut(bytes: &[u8], is_all: bool) -> Cut {
    let mut lexer = Lexer::new(bytes);
    let mut has_moves = false;
    let mut has_result = false;
    let mut depth = 0_usize;
    let mut is_empty = true;
    let mut first_tag = None;
    loop {
        let from = lexer.at();
        let Some(at) = lexer.skip_blanks() else { break };
        let Some(token) = lexer.next() else { break };
        if lexer.at() >= bytes.len() && !is_all {
            return Cut::Unknown;
        }
        match token {
            Token::Tag(..) | Token::LooseTag(..) if has_moves || has_result => {
                return Cut::Game(at);
            }
            // Tags that begin again: the entry before them has no moves.
            Token::Tag(name, _) | Token::LooseTag(name, _)
                if first_tag == Some(name) && has_empty_line(&bytes[from..at]) =>
            {
                return Cut::Game(at);
            }
            Token::Tag(name, _) | Token::LooseTag(name, _) => {
                first_tag = first_tag.or(Some(name));
            }
            Token::Close => depth = depth.saturating_sub(1),
            Token::Comment(_) | Token::OpenComment(_) | Token::Nag(_) | Token::Junk(_) => {}
            // The same game, with its result twice.
            Token::Result(..) if has_result => {}
            _ if has_result => return Cut::Game(at),
            // Numbers that begin again.
            Token::Number(b"1.", _)
                if has_moves && depth == 0 && has_empty_line(&bytes[from..at]) =>
            {
                return Cut::Game(at);
            }
            Token::Open => {
                depth += 1;
                has_moves = true;
            }
            Token::Result(..) => has_result = depth == 0,
            Token::Number(..) | Token::Move(_) => has_moves = true,
        }
        is_empty = false;
    }
    match (is_empty, is_all) {
        (true, _) => Cut::Nothing,
        (false, true) => Cut::Game(bytes.len()),
        (false, false) => Cut::Unknown,
    }
}

fn has_empty_line(blanks: &[u8]) -> bool {
    blanks.iter().filter(|blank| **blank == b'\n').count() > 1
}
