//! A player's memory as the course specifies it: every board it has seen.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use arbitro_referee::At;
use arbitro_referee::board_file::{BoardFileError, read_board_file};
use arbitro_rules::history::Sequence;
use arbitro_rules::notation::{BoardFault, Notation, Strictness};
use arbitro_rules::{End, Game, Player};
use arbitro_words::{Faults, Language, say};

/// The three errors of the course.
#[derive(Debug, Error)]
pub enum MemoryError {
    /// A player number, offset or coordinate that does not exist, or an empty memory.
    #[error("index out of bounds: {0}")]
    IndexOutOfBounds(String),
    /// A file that cannot be opened for reading or writing.
    #[error(transparent)]
    MissingFile(#[from] At),
    /// A file that holds no playable board.
    #[error("{}: not a valid board: {}", path.display(), say(&Faults(faults), Language::English))]
    InvalidBoard {
        path: PathBuf,
        /// Everything that is wrong with it.
        faults: Vec<BoardFault>,
    },
}

/// The boards a player has seen, oldest first. Copies are independent, and cheap until changed.
#[derive(Clone, Debug)]
pub struct Memory<G: Game> {
    player: Player,
    boards: Sequence<G::Board>,
}

impl<G: Notation> Memory<G> {
    /// Creates an empty memory of player 1 or 2.
    pub fn new(player_number: i64) -> Result<Memory<G>, MemoryError> {
        Ok(Memory { player: player(player_number)?, boards: Sequence::default() })
    }

    /// Returns the player whose memory it is.
    pub fn player(&self) -> Player {
        self.player
    }

    /// The boards, oldest first.
    pub fn boards(&self) -> &[G::Board] {
        self.boards.items()
    }

    /// Appends a board.
    pub fn push(&mut self, board: G::Board) {
        self.boards.push(board);
    }

    /// Appends the board of a file. Does not check that a legal move leads to it.
    /// If this fails, the memory is unchanged.
    pub fn load_board(&mut self, path: &Path) -> Result<(), MemoryError> {
        let bytes = read_board_file(path).map_err(|error| {
            unopened(path)(match error {
                BoardFileError::Missing { .. } => io::ErrorKind::NotFound.into(),
                BoardFileError::NotAFile { .. } => io::Error::other("not a regular file"),
                BoardFileError::Io { source, .. } => source,
            })
        })?;
        let reading = G::read_board(&bytes, Strictness::Tolerant);
        let Some(board) = reading.board else {
            return Err(MemoryError::InvalidBoard {
                path: path.to_owned(),
                faults: reading.faults,
            });
        };
        self.push(board);
        Ok(())
    }

    /// Writes the board `offset` places before the latest, replacing the file.
    pub fn store_board(&self, path: &Path, offset: usize) -> Result<(), MemoryError> {
        write(path, &G::write_board(self.board(offset)?))
    }

    /// Writes the initial board, replacing the file. The memory is unchanged.
    pub fn init_board(&self, path: &Path) -> Result<(), MemoryError> {
        write(path, &G::write_board(&G::start().board()))
    }

    /// The board `offset` places before the latest.
    pub fn board(&self, offset: usize) -> Result<&G::Board, MemoryError> {
        self.boards.from_latest(offset).ok_or_else(|| {
            MemoryError::IndexOutOfBounds(match self.boards.len() {
                0 => "the history is empty".to_owned(),
                boards => {
                    format!("there is no board {offset} places back, the history has {boards}")
                }
            })
        })
    }

    /// Removes the latest board.
    pub fn pop(&mut self) -> Result<(), MemoryError> {
        self.board(0)?;
        self.boards.pop();
        Ok(())
    }

    /// Returns true if some player's legal move leads from the second latest board to the latest. Equal
    /// boards are never valid, and from the initial board only player 1 moves.
    pub fn valid_move(&self) -> Result<bool, MemoryError> {
        if self.boards.len() < 2 {
            return Err(MemoryError::IndexOutOfBounds("a move takes two boards".to_owned()));
        }
        let (older, newer) = (self.board(1)?, self.board(0)?);
        if older == newer {
            return Ok(false);
        }
        let leads_there = |turn| {
            let position = G::new(*older, turn);
            position.legal_moves().into_iter().any(|mv| position.after(mv).board() == *newer)
        };
        let is_initial = *older == G::start().board();
        Ok(leads_there(Player::X) || (!is_initial && leads_there(Player::O)))
    }

    /// Returns true if a player has won by the pieces on the latest board; a blocked opponent does not
    /// count.
    pub fn wins(&self, player_number: i64) -> Result<bool, MemoryError> {
        let asked = player(player_number)?;
        let end = G::new(*self.board(0)?, asked).end();
        Ok(match end {
            Some(end @ (End::NoPieces(_) | End::Goal(_))) => end.winner() == asked,
            Some(End::NoMoves(_)) | None => false,
        })
    }

    /// [`wins`](Memory::wins) for the memory's own player.
    pub fn wins_self(&self) -> Result<bool, MemoryError> {
        self.wins(i64::from(self.player.number()))
    }

    /// Returns true if a player has lost by the pieces on the latest board.
    pub fn loses(&self, player_number: i64) -> Result<bool, MemoryError> {
        self.wins(i64::from((!player(player_number)?).number()))
    }

    /// [`loses`](Memory::loses) for the memory's own player.
    pub fn loses_self(&self) -> Result<bool, MemoryError> {
        self.loses(i64::from(self.player.number()))
    }

    /// Counts the boards equal to the latest, itself included.
    pub fn recurrence(&self) -> Result<u32, MemoryError> {
        self.board(0)?;
        Ok(self.boards.recurrence())
    }
}

impl<R: arbitro_rules::draughts::RuleSet> Memory<arbitro_rules::draughts::Draughts<R>> {
    /// Returns the piece at a row and column of the board `offset` places before the latest; light
    /// squares are empty.
    pub fn piece(
        &self,
        row: i64,
        column: i64,
        offset: usize,
    ) -> Result<arbitro_rules::notation::Cell, MemoryError> {
        let board = self.board(offset)?;
        let size = R::RULES.size;
        let inside = |index: i64| usize::try_from(index).ok().filter(|&index| index < size);
        let (Some(row), Some(column)) = (inside(row), inside(column)) else {
            return Err(MemoryError::IndexOutOfBounds(format!(
                "there is no square ({row},{column})"
            )));
        };
        Ok(arbitro_rules::draughts::Draughts::<R>::setup(board).cells[row][column])
    }
}

fn player(number: i64) -> Result<Player, MemoryError> {
    match number {
        1 => Ok(Player::X),
        2 => Ok(Player::O),
        other => {
            Err(MemoryError::IndexOutOfBounds(format!("there is no player {other}, only 1 and 2")))
        }
    }
}

fn write(path: &Path, text: &str) -> Result<(), MemoryError> {
    Ok(fs::write(path, text).map_err(unopened(path))?)
}

fn unopened(path: &Path) -> impl FnOnce(io::Error) -> At {
    move |source| At::io(path, "cannot be opened", source)
}
