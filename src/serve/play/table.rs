//! A board with its match so far, behind a trait that does not name the game.

use std::time::{Duration, Instant};

use serde::Serialize;

use super::shown::{Shown, spot};
use super::{Ending, EndingShown, MoveShown, Opening, RefusedOpening, Spot, WallsLeft, letter};
use arbitro_engine::search::engine::{Engine, Limits, Situation, TimeSignal};
use arbitro_player::{Level, Means, View};
use arbitro_rules::history::{History, LineEnd};
use arbitro_rules::language::{Language, Said};
use arbitro_rules::notation::MoveTextError;
use arbitro_rules::said;
use arbitro_rules::with_game;
use arbitro_rules::{GameId, Player};
use arbitro_words::{Diagnosed, in_each};

/// Bytes of the table or tree for one move; nothing is kept after it.
const THOUGHT_BYTES: usize = 16 << 20;

/// The error for a move that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// A code: the diagnosis, `ambiguous` or `not_a_move`.
    pub code: &'static str,
    /// An explanation.
    pub text: Said,
    /// The squares that a person would point at.
    pub squares: Vec<Spot>,
}

/// A search for a move within a time; it returns an index into the legal moves.
pub(super) type ChooseMove = Box<dyn FnOnce(Duration) -> usize + Send>;

/// A search that returns the position's value for the player to move.
pub(super) type Evaluation = Box<dyn FnOnce() -> i32 + Send>;

/// Positions searched before answering a draw offer: some hundredths of a second, and the same
/// answer on every machine.
const OFFER_NODES: u64 = 20_000;
/// Bytes of the transposition table when a draw offer is evaluated.
const OFFER_BYTES: usize = 1 << 20;

/// A position of a match, in the page's form.
#[derive(Debug)]
pub(super) struct Standing {
    pub(super) board: String,
    pub(super) start: String,
    /// The start in the game's notation, if not the standard one.
    pub(super) start_fen: Option<String>,
    pub(super) fen: String,
    pub(super) moves: Vec<MoveShown>,
    pub(super) walls: Option<WallsLeft>,
    pub(super) forced: bool,
}

pub(super) trait Table: Send {
    fn game(&self) -> GameId;
    fn turn(&self) -> Player;
    fn plies(&self) -> usize;
    fn first(&self) -> Player;
    fn end(&self) -> Option<LineEnd>;
    fn standing(&self) -> Standing;
    fn legal(&self) -> Vec<MoveShown>;
    fn play(&mut self, text: &str) -> Result<(), Illegal>;
    /// Plays the legal move at an index; returns false if there is none.
    fn play_nth(&mut self, index: usize) -> bool;
    fn undo(&mut self) -> bool;
    fn choice(&self, level: Level, seed: u64) -> ChooseMove;
    fn evaluation(&self) -> Evaluation;
}

struct Of<G: Shown> {
    line: History<G>,
}

/// Creates the board of a match.
pub(super) fn table(opening: &Opening) -> Result<Box<dyn Table>, RefusedOpening> {
    with_game!(opening.game, G => {
        let start = match &opening.start {
            Some(fen) => <G as arbitro_rules::notation::Notation>::read_fen(fen)
                .map_err(RefusedOpening::Start)?,
            None => <G as Shown>::start_with(opening.size, opening.walls)
                .map_err(RefusedOpening::Size)?,
        };
        let limit = <G as arbitro_rules::Game>::PLY_LIMIT;
        Ok(Box::new(Of::<G> { line: History::new(start, Some(limit)) }))
    })
}

/// A single position.
#[derive(Clone, Debug, Serialize)]
pub struct PositionShown {
    pub game: &'static str,
    /// A board file's text.
    pub board: String,
    /// The position in FEN or Quoridor's notation.
    pub fen: String,
    /// The player to move; `None` at the end.
    pub turn: Option<&'static str>,
    pub walls: Option<WallsLeft>,
    /// True if a capture is compulsory now.
    pub forced: bool,
    pub legal: Vec<MoveShown>,
    pub end: Option<EndingShown>,
}

/// Parses a position; the start of that size without a text.
///
/// # Errors
///
/// When the text is not a playable position.
pub fn position(
    game: GameId,
    fen: Option<&str>,
    [size, walls]: [Option<usize>; 2],
    language: Language,
) -> Result<PositionShown, RefusedOpening> {
    let you = super::You::Both;
    let table = table(&Opening {
        start: fen.map(str::to_owned),
        size,
        walls,
        ..Opening::usual(game, you, Level::Easy)
    })?;
    let end = table.end();
    let standing = table.standing();
    Ok(PositionShown {
        game: game.name(),
        board: standing.board,
        fen: standing.fen,
        turn: end.is_none().then(|| letter(table.turn())),
        walls: standing.walls,
        forced: standing.forced && end.is_none(),
        legal: if end.is_none() { table.legal() } else { Vec::new() },
        end: end.map(|end| Ending::by_rules(game, end).shown(language)),
    })
}

impl<G: Shown> Of<G> {
    /// Explains a text that matches no legal move.
    fn why_not(&self, text: &str, error: &MoveTextError) -> Illegal {
        let plain = |code, text: Said| Illegal { code, text, squares: Vec::new() };
        let in_words = || in_each(error);
        match error {
            MoveTextError::Syntax { .. } => return plain("not_a_move", in_words()),
            MoveTextError::Ambiguous { .. } => return plain("ambiguous", in_words()),
            MoveTextError::NotLegal { .. } | MoveTextError::NotPlaceable { .. } => {}
        }
        let position = self.line.position();
        let after = match position.attempted(text) {
            Ok(after) => after,
            Err(illegal) => return illegal,
        };
        if after == G::setup(&position.board()) {
            return plain(
                "unchanged",
                said!(
                    "the piece did not move; a move must be made",
                    "il pezzo non è andato da nessuna parte; una mossa va fatta",
                    "la pièce n’est allée nulle part ; il faut jouer un coup"
                ),
            );
        }
        let diagnosis = position.diagnose_written(text, &after);
        Illegal {
            code: diagnosis.code.name(),
            text: in_each(&Diagnosed { game: G::ID, diagnosis: &diagnosis }),
            squares: diagnosis.places().into_iter().map(spot).collect(),
        }
    }
}

impl<G: Shown> Table for Of<G> {
    fn game(&self) -> GameId {
        G::ID
    }

    fn turn(&self) -> Player {
        self.line.position().turn()
    }

    fn plies(&self) -> usize {
        self.line.plies()
    }

    fn first(&self) -> Player {
        // A line always has its start.
        self.line.positions().first().map_or(Player::X, G::turn)
    }

    fn end(&self) -> Option<LineEnd> {
        self.line.end()
    }

    fn standing(&self) -> Standing {
        let position = self.line.position();
        let positions = self.line.positions();
        let start = positions.first().unwrap_or(position);
        Standing {
            board: G::write_board(&position.board()),
            start: G::write_board(&start.board()),
            start_fen: (start != &G::start()).then(|| start.write_fen()),
            fen: position.write_fen(),
            moves: positions
                .iter()
                .zip(self.line.moves())
                .map(|(before, &mv)| before.show(mv))
                .collect(),
            walls: position.walls(),
            forced: position.must_capture(),
        }
    }

    fn legal(&self) -> Vec<MoveShown> {
        let position = self.line.position();
        let moves = position.legal_moves().into_iter();
        moves.map(|mv| position.show(mv)).collect()
    }

    fn play(&mut self, text: &str) -> Result<(), Illegal> {
        let mv = self
            .line
            .position()
            .read_move(text, &mut Vec::new())
            .map_err(|error| self.why_not(text, &error))?;
        self.line.play(mv);
        Ok(())
    }

    fn play_nth(&mut self, index: usize) -> bool {
        let mv = self.line.position().legal_moves().get(index).copied();
        mv.map(|mv| self.line.play(mv)).is_some()
    }

    fn undo(&mut self) -> bool {
        self.line.undo().is_some()
    }

    fn choice(&self, level: Level, seed: u64) -> ChooseMove {
        let seen = self.line.seen().clone();
        let clock = self.line.clock();
        let ply = self.line.plies() as u64 + 1;
        Box::new(move |time| {
            let Some(&position) = seen.from_latest(0) else {
                return 0;
            };
            let moves = position.legal_moves();
            if moves.is_empty() {
                return 0;
            }
            let mut strategy =
                G::at_level(level, Means { seed, table: Some(THOUGHT_BYTES), ..Means::default() });
            let deadline = Instant::now() + G::time_to_think(level, time);
            let mv = strategy.choose(&View {
                position,
                moves: &moves,
                seen: &seen,
                ply,
                plies_left: (u64::from(G::PLY_LIMIT) + 1).saturating_sub(ply),
                clock,
                deadline,
                late_at: deadline,
            });
            moves.iter().position(|&it| it == mv).unwrap_or(0)
        })
    }

    fn evaluation(&self) -> Evaluation {
        let seen = self.line.seen().clone();
        let clock = self.line.clock();
        let plies = self.line.plies() as u64;
        Box::new(move || {
            let Some((&position, earlier)) = seen.items().split_last() else {
                return 0;
            };
            let earlier: Vec<u64> = earlier.iter().map(G::key).collect();
            let situation = Situation {
                position,
                earlier: &earlier,
                clock,
                plies_left: u64::from(G::PLY_LIMIT).saturating_sub(plies),
            };
            let limits = Limits::nodes(OFFER_NODES);
            let mut engine = Engine::<G>::new(OFFER_BYTES);
            let thought = engine.think(&situation, limits, &mut || TimeSignal::Continue);
            // Without a legal move the match is over, and no draw can be offered.
            thought.map_or(0, |it| it.value)
        })
    }
}
