//! Openings: starting positions, by number.

use std::io::Read;
use std::path::Path;

use super::error::TournamentError;
use super::schedule::Pairing;
use super::seed::{Dice, Purpose};
use super::settings::{Openings, TournamentSettings};
use arbitro_rules::judge::Diagnose;
use arbitro_rules::line::{Start, open};
use arbitro_rules::notation::{FenError, Strictness};
use arbitro_rules::{GameId, Player, card};
use arbitro_sandbox::open_regular;

/// Maximum size of an openings file in bytes.
const MAX_FILE_BYTES: u64 = 16 << 20;

/// Reads an openings file: one FEN a line, or boards as in board files with an empty line between
/// two. Ignores lines that begin with `#`. Returns each position in FEN.
///
/// # Errors
///
/// With the number of the invalid line.
pub fn read_openings(game: GameId, path: &Path) -> Result<Vec<String>, TournamentError> {
    openings_from(game, open_regular(path).map_err(TournamentError::Unreadable)?)
}

/// Like [`read_openings`], from any reader.
///
/// # Errors
///
/// With the number of the invalid line.
pub fn openings_from(game: GameId, source: impl Read) -> Result<Vec<String>, TournamentError> {
    let mut text = String::new();
    source
        .take(MAX_FILE_BYTES + 1)
        .read_to_string(&mut text)
        .map_err(TournamentError::Unreadable)?;
    if text.len() as u64 > MAX_FILE_BYTES {
        return Err(TournamentError::LongOpenings);
    }
    let rows = card(game).lines;
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
        let board;
        let start = if is_board_line(lines[at]) {
            let rest = &lines[at..lines.len().min(at + rows)];
            at += rest.len();
            board = rest.join("\n");
            let strictness = Strictness::Tolerant;
            Start::Board { bytes: board.as_bytes(), turn: Player::X, strictness }
        } else {
            at += 1;
            Start::Fen(lines[at - 1].trim())
        };
        let opening =
            open(game, start, None).map_err(|why| TournamentError::NoOpening { line, why })?;
        if opening.turn() != Player::X {
            return Err(TournamentError::OpeningOfPlayer2 { line });
        }
        if opening.end().is_some() {
            return Err(TournamentError::OpeningOver { line });
        }
        positions.push(opening.fen(0));
    }
    if positions.is_empty() {
        return Err(TournamentError::NoOpenings);
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
