//! Openings: starting positions, by number.

use std::io::Read;
use std::path::Path;

use super::pairing::Pairing;
use super::seed::{Dice, Purpose};
use crate::error::TournamentError;
use crate::settings::tournament_settings::{Openings, TournamentSettings};
use arbitro_rules::line::{Line, NoStart, Start, open};
use arbitro_rules::notation::Strictness;
use arbitro_rules::{GameId, Player, card};
use arbitro_sandbox::open_regular;

const MAX_FILE_BYTES: u64 = 16 << 20;

/// Reads an openings file: one FEN a line, or boards as in board files with an empty line between
/// two; of a game that is not compiled in, the names of moves. Ignores lines that begin with `#`. Returns each position in FEN.
pub fn read_openings(game: GameId, path: &Path) -> Result<Vec<String>, TournamentError> {
    openings_from(game, open_regular(path).map_err(TournamentError::Unreadable)?)
}

/// Like [`read_openings`], from any reader.
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
    // Of a game that is not compiled in a board tells no state: its openings are names of moves.
    let has_boards = game.look().is_none();
    let is_board_line = |line: &str| has_boards && !line.contains(':') && !line.starts_with('#');
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

/// The starts of a tournament's matches.
#[derive(Debug)]
pub(crate) struct Starts {
    usual: Box<dyn Line>,
    openings: Openings,
    seed: u64,
    list: Vec<Box<dyn Line>>,
}

/// Maximum redraws when random plies end the match.
const MAX_DRAWS: u64 = 100;

impl Starts {
    pub(crate) fn new(settings: &TournamentSettings, game: GameId) -> Result<Starts, NoStart> {
        let list = settings.positions.iter().map(|fen| open(game, Start::Fen(fen), None));
        Ok(Starts {
            usual: open(game, Start::Usual, None)?,
            openings: settings.openings,
            seed: settings.seed,
            list: list.collect::<Result<_, _>>()?,
        })
    }

    pub(crate) fn for_pairing(&self, pairing: &Pairing) -> Box<dyn Line> {
        let opening = pairing.opening;
        match self.openings {
            Openings::List if !self.list.is_empty() => {
                let number = opening.wrapping_sub(1) % self.list.len() as u64;
                self.list[usize::try_from(number).unwrap_or(0)].fork(None)
            }
            Openings::Random(plies) => self.drawn(opening, plies),
            Openings::StartThenRandom(plies) if pairing.pair > 0 => self.drawn(opening, plies),
            Openings::None | Openings::List | Openings::StartThenRandom(_) => self.usual.fork(None),
        }
    }

    /// Plays random plies that do not end the match; the standard start if none are found.
    fn drawn(&self, opening: u64, plies: u32) -> Box<dyn Line> {
        for attempt in 0..MAX_DRAWS {
            let place = opening.wrapping_mul(MAX_DRAWS).wrapping_add(attempt);
            let mut dice = Dice::new(self.seed, Purpose::Opening, place);
            let mut line = self.usual.fork(None);
            let is_whole = (0..plies).all(|_| {
                let moves = line.legal();
                let key = (!moves.is_empty()).then(|| moves[dice.below(moves.len())]);
                key.map(|key| line.play(key)).is_some()
            });
            if line.broken().is_some() {
                // The referee finds the match void.
                return line;
            }
            let fen = line.fen(line.plies());
            let drawn = open(line.game(), Start::Fen(&fen), None).ok();
            if let Some(start) = drawn.filter(|drawn| is_whole && drawn.end().is_none()) {
                return start;
            }
        }
        self.usual.fork(None)
    }
}
