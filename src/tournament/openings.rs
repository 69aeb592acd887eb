//! Openings: starting positions, by number.

use std::io::{self, Read};
use std::path::Path;

use thiserror::Error;

use super::schedule::Pairing;
use super::seed::{Dice, Purpose};
use super::settings::{Openings, TournamentSettings};
use arbitro_rules::Player;
use arbitro_rules::judge::Diagnose;
use arbitro_rules::notation::{BoardFault, FenError, Strictness};
use arbitro_sandbox::open_regular;
use arbitro_words::{Faults, Language, say};

/// Maximum size of an openings file in bytes.
const MAX_FILE_BYTES: u64 = 16 << 20;

/// The error for an unusable openings file.
#[derive(Debug, Error)]
pub enum OpeningsError {
    /// The file cannot be read.
    #[error("it cannot be read")]
    Io(#[from] io::Error),
    #[error("it is longer than 16 MiB")]
    TooLong,
    /// A line is not a position.
    #[error("line {line}: not a position: {source}")]
    Fen { line: usize, source: Box<dyn std::error::Error + Send + Sync> },
    /// A board is invalid.
    #[error("line {line}: not a playable board: {}", say(&Faults(faults), Language::English))]
    Board {
        /// First line of the board.
        line: usize,
        faults: Vec<BoardFault>,
    },
    /// Player 2 is to move.
    #[error("line {line}: player 2 is to move; on board 1 it is always player 1")]
    NotPlayer1 { line: usize },
    /// The match would already be over.
    #[error("line {line}: no legal move: the match would be over at once")]
    Over { line: usize },
    /// The file has no openings.
    #[error("there is no position in it")]
    Empty,
}

/// Reads an openings file: one FEN a line, or boards as in board files with an empty line between
/// two. Ignores lines that begin with `#`. Returns each position in FEN.
///
/// # Errors
///
/// With the number of the invalid line.
pub fn read_openings<G: Diagnose>(path: &Path) -> Result<Vec<String>, OpeningsError> {
    openings_from::<G>(open_regular(path)?)
}

/// Like [`read_openings`], from any reader.
///
/// # Errors
///
/// With the number of the invalid line.
pub fn openings_from<G: Diagnose>(source: impl Read) -> Result<Vec<String>, OpeningsError> {
    let mut text = String::new();
    source.take(MAX_FILE_BYTES + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MAX_FILE_BYTES {
        return Err(OpeningsError::TooLong);
    }
    let rows = G::write_board(&G::start().board()).lines().count();
    let lines: Vec<&str> = text.lines().collect();
    let is_board_line = |line: &str| !line.contains(':') && !line.starts_with('#');
    let mut positions = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let line = at + 1;
        if lines[at].is_empty() || lines[at].starts_with('#') {
            at += 1;
            continue;
        }
        let position = if is_board_line(lines[at]) {
            let rest = &lines[at..lines.len().min(at + rows)];
            at += rest.len();
            let board = rest.join("\n");
            let read = G::read_board(board.as_bytes(), Strictness::Tolerant);
            let Some(board) = read.board else {
                return Err(OpeningsError::Board { line, faults: read.faults });
            };
            G::new(board, Player::X)
        } else {
            at += 1;
            G::read_fen(lines[at - 1].trim()).map_err(|error| {
                let source = say(&error, Language::English).into();
                OpeningsError::Fen { line, source }
            })?
        };
        if position.turn() != Player::X {
            return Err(OpeningsError::NotPlayer1 { line });
        }
        if position.end().is_some() {
            return Err(OpeningsError::Over { line });
        }
        positions.push(position.write_fen());
    }
    if positions.is_empty() {
        return Err(OpeningsError::Empty);
    }
    Ok(positions)
}

/// The starting positions of a tournament's matches.
#[derive(Debug)]
pub(super) struct Starts<G> {
    openings: Openings,
    seed: u64,
    list: Vec<G>,
}

/// Maximum redraws when random plies end the match.
const MAX_DRAWS: u64 = 100;

impl<G: Diagnose> Starts<G> {
    /// Prepares the starting positions of a tournament.
    ///
    /// # Errors
    ///
    /// When a position in the settings is invalid.
    pub(super) fn new(settings: &TournamentSettings) -> Result<Starts<G>, FenError> {
        let list = settings.positions.iter().map(|fen| G::read_fen(fen));
        Ok(Starts {
            openings: settings.openings,
            seed: settings.seed,
            list: list.collect::<Result<_, _>>()?,
        })
    }

    pub(super) fn position(&self, pairing: &Pairing) -> G {
        let opening = pairing.opening;
        match self.openings {
            Openings::None => G::start(),
            Openings::StartThenRandom(_) if pairing.pair == 0 => G::start(),
            Openings::List if self.list.is_empty() => G::start(),
            Openings::List => {
                let number = opening.wrapping_sub(1) % self.list.len() as u64;
                self.list[usize::try_from(number).unwrap_or(0)]
            }
            Openings::Random(plies) | Openings::StartThenRandom(plies) => {
                self.drawn(opening, plies)
            }
        }
    }

    /// Plays random plies that do not end the match; the standard start if none are found.
    fn drawn(&self, opening: u64, plies: u32) -> G {
        let mut moves = Vec::new();
        for attempt in 0..MAX_DRAWS {
            let place = opening.wrapping_mul(MAX_DRAWS).wrapping_add(attempt);
            let mut dice = Dice::new(self.seed, Purpose::Opening, place);
            let mut position = G::start();
            let mut is_over = false;
            for _ in 0..plies {
                position.legal_moves_into(&mut moves);
                if moves.is_empty() {
                    is_over = true;
                    break;
                }
                position = position.after(moves[dice.below(moves.len())]);
            }
            if !is_over && position.end().is_none() {
                return position;
            }
        }
        G::start()
    }
}
