//! The moves of a match, each judged against the best move.

use serde::Serialize;

use super::examiner::Examiner;
use super::value::{BLUNDER, SLIP, Value};
use super::{AnalysisError, AnalysisSettings, read_position};
use crate::matches::replayed_match::ReplayedMatch;
use arbitro_engine::chooser::Levels;
use arbitro_rules::history::Both;
use arbitro_rules::with_game;
use arbitro_rules::{GameId, Player};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveQuality {
    /// The only legal move: not judged.
    Only,
    /// Even the best move was as good as lost, so there was nothing to lose: not judged.
    Lost,
    /// The move kept the value of the position.
    Kept,
    /// The move lost at least [`SLIP`] of a match.
    Slip,
    /// The move lost at least [`BLUNDER`] of a match, or turned a certain result
    /// into a worse one.
    Blunder,
}

impl MoveQuality {
    /// Returns the annotation mark that follows the move in a list.
    pub const fn mark(self) -> &'static str {
        match self {
            MoveQuality::Only | MoveQuality::Lost | MoveQuality::Kept => "",
            MoveQuality::Slip => "?",
            MoveQuality::Blunder => "??",
        }
    }
}

/// A played move, compared with the best one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JudgedMove {
    pub ply: usize,
    pub player: Player,
    pub played: String,
    pub verdict: MoveQuality,
    /// The best move: the played move, if it is as good as any; `None` for an only move.
    pub best: Option<String>,
    pub best_value: Option<Value>,
    pub played_value: Option<Value>,
    /// Share of a match that the move lost, from 0 to 1.
    pub lost: f64,
    /// True if both values come from endgame tables.
    pub exact: bool,
    /// True if the move turned a certain result into a worse one.
    pub changed_result: bool,
}

impl JudgedMove {
    /// Orders moves by badness: first a changed certain result, then the loss. The loss is in
    /// millionths, so that the last digits of a float decide nothing.
    fn badness(&self) -> (bool, u32) {
        (self.changed_result, (self.lost * 1e6) as u32)
    }
}

/// The quality of one player's moves in a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, serde::Deserialize)]
pub struct PlayQuality {
    pub moves: u64,
    /// Number of judged moves: those with a choice and something to lose.
    pub judged: u64,
    /// Judged moves that kept the value of the position.
    pub kept: u64,
    pub blunders: u64,
    pub exact: u64,
    /// Total share of matches lost by its judged moves.
    pub lost: f64,
}

impl PlayQuality {
    fn add(&mut self, judged: &JudgedMove) {
        self.moves += 1;
        if matches!(judged.verdict, MoveQuality::Only | MoveQuality::Lost) {
            return;
        }
        self.judged += 1;
        self.kept += u64::from(judged.verdict == MoveQuality::Kept);
        self.blunders += u64::from(judged.verdict == MoveQuality::Blunder);
        self.exact += u64::from(judged.exact);
        self.lost += judged.lost;
    }

    pub fn add_all(&mut self, other: &PlayQuality) {
        self.moves += other.moves;
        self.judged += other.judged;
        self.kept += other.kept;
        self.blunders += other.blunders;
        self.exact += other.exact;
        self.lost += other.lost;
    }

    /// Share of judged moves that kept the value, from 0 to 1; `None` if none were judged.
    pub fn share(&self) -> Option<f64> {
        (self.judged > 0).then(|| self.kept as f64 / self.judged as f64)
    }

    /// Mean share of a match lost by a judged move; `None` if none were judged.
    pub fn mean_lost(&self) -> Option<f64> {
        (self.judged > 0).then(|| self.lost / self.judged as f64)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct MatchAnalysis {
    pub game: GameId,
    pub depth: u32,
    /// Maximum pieces in the endgame tables used; 0 without tables.
    pub table_pieces: u8,
    pub moves: Vec<JudgedMove>,
    /// Totals of each player.
    pub players: Both<PlayQuality>,
}

impl MatchAnalysis {
    /// The worst move, if any lost something; the first of equally bad ones.
    pub fn worst(&self) -> Option<&JudgedMove> {
        let lost = self
            .moves
            .iter()
            .filter(|mv| matches!(mv.verdict, MoveQuality::Slip | MoveQuality::Blunder));
        // `max_by_key` returns the last of equals, so iterate backwards.
        lost.rev().max_by_key(|it| it.badness())
    }

    pub const fn quality_of(&self, player: Player) -> &PlayQuality {
        match player {
            Player::X => &self.players.x,
            Player::O => &self.players.o,
        }
    }
}

/// Judges every move of a match against the best one, as far as the match could be played. A
/// forfeit or a wrong move ends it and is not judged here. Calls `must_stop` before every move, and stops
/// if it returns true.
pub fn analyse(
    shown: &ReplayedMatch,
    terms: &AnalysisSettings,
    must_stop: &dyn Fn() -> bool,
) -> Result<MatchAnalysis, AnalysisError> {
    let Some(game) = shown.game.known() else {
        return Err(AnalysisError::NotOurs { game: shown.game.to_string() });
    };
    with_game!(game, G => analyse_in::<G>(shown, terms, must_stop), else _ => {
        Err(AnalysisError::NotOurs { game: game.to_string() })
    })
}

fn analyse_in<G: Levels>(
    shown: &ReplayedMatch,
    terms: &AnalysisSettings,
    must_stop: &dyn Fn() -> bool,
) -> Result<MatchAnalysis, AnalysisError> {
    let mut examiner = Examiner::<G>::new(terms.depth_in(G::ID), terms.endgames.as_deref())?;
    let mut analysis = MatchAnalysis {
        game: G::ID,
        depth: examiner.depth(),
        table_pieces: examiner.table_pieces(),
        moves: Vec::with_capacity(shown.plies()),
        players: Both::default(),
    };
    let mut position = read_position::<G>(&shown.played.fen(0))?;
    let mut scratch = Vec::new();
    for (index, mv) in shown.played.steps().enumerate() {
        if must_stop() {
            return Err(AnalysisError::Stopped);
        }
        let read = position.read_move(&mv.text, &mut scratch);
        let played = read.map_err(|error| AnalysisError::Move {
            ply: index + 1,
            text: mv.text.chars().take(60).collect(),
            error,
        })?;
        let judged = judge_move(&mut examiner, &position, played, index + 1)?;
        match judged.player {
            Player::X => analysis.players.x.add(&judged),
            Player::O => analysis.players.o.add(&judged),
        }
        analysis.moves.push(judged);
        position = position.after(played);
    }
    Ok(analysis)
}

fn judge_move<G: Levels>(
    examiner: &mut Examiner<G>,
    position: &G,
    played: G::Move,
    ply: usize,
) -> Result<JudgedMove, AnalysisError> {
    let mut judged = JudgedMove {
        ply,
        player: position.turn(),
        played: position.write_move(played),
        verdict: MoveQuality::Only,
        best: None,
        best_value: None,
        played_value: None,
        lost: 0.0,
        exact: false,
        changed_result: false,
    };
    if position.count_moves() < 2 {
        return Ok(judged);
    }
    let weighed = examiner.weigh(position, played)?;
    let results = [weighed.best_value, weighed.played_value].map(Value::result);
    judged.changed_result = matches!(results, [Some(best), Some(played)] if played < best);
    judged.exact = weighed.best_value.is_exact() && weighed.played_value.is_exact();
    judged.lost = weighed.lost;
    judged.verdict = if weighed.best_value.expected() < SLIP {
        MoveQuality::Lost
    } else if judged.changed_result || weighed.lost >= BLUNDER {
        MoveQuality::Blunder
    } else if weighed.lost >= SLIP {
        MoveQuality::Slip
    } else {
        MoveQuality::Kept
    };
    let best = if matches!(judged.verdict, MoveQuality::Kept | MoveQuality::Lost) {
        played
    } else {
        weighed.best
    };
    judged.best = Some(position.write_move(best));
    judged.best_value = Some(weighed.best_value);
    judged.played_value = Some(weighed.played_value);
    Ok(judged)
}
