//! A match, in the form that the page steps through.

use serde::Serialize;

use super::play::MoveShown;
use super::words::Side;
use arbitro_records::{Conclusion, PlayedMove, Playthrough};
use arbitro_rules::history::Both;
use arbitro_rules::line::Step;
use arbitro_rules::{GameId, Player};
use arbitro_words::{Ending, Language, Loser, say};

/// A whole match in the page's form.
#[derive(Debug, Serialize)]
pub(super) struct SteppedMatch {
    game: &'static str,
    title: String,
    /// True if it is being played.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) live: bool,
    /// Time since the latest move of such a match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) since_ms: Option<u64>,
    players: Both<String>,
    winner: Option<Player>,
    /// True for a draw. Without a winner a match may also be unfinished or void.
    draw: bool,
    reason: Option<String>,
    fault: Option<FaultTold>,
    /// The end, in a sentence.
    text: String,
    positions: Vec<PositionTold>,
    moves: Vec<MoveTold>,
    remarks: Vec<String>,
}

/// The fault of a player or of the source.
#[derive(Debug, Serialize)]
struct FaultTold {
    player: String,
    ply: u64,
    file: Option<String>,
    reason: String,
    diagnosis: Option<String>,
    /// The reason, in words.
    why: String,
    text: String,
    /// The text written in place of a board, if known.
    board: Option<String>,
}

#[derive(Debug, Serialize)]
struct PositionTold {
    board: String,
    fen: String,
    turn: Player,
    #[serde(skip_serializing_if = "Option::is_none")]
    walls: Option<Both<u8>>,
}

#[derive(Debug, Serialize)]
struct MoveTold {
    #[serde(flatten)]
    shown: MoveShown,
    #[serde(skip_serializing_if = "Option::is_none")]
    ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
}

/// Maximum bytes of a match played for the page, some ten thousand plies. Each of them becomes a
/// board and a line of text.
pub(super) const MAX_BYTES: u64 = 256 << 10;

impl SteppedMatch {
    /// Names are those of the record; without one, the page names the side.
    pub(super) fn of(match_: Playthrough, language: Language) -> SteppedMatch {
        let fault = fault(&match_, language);
        let text = say(&Conclusion(&match_), language).into_owned();
        SteppedMatch {
            game: match_.game.name(),
            title: say(&match_.title, language).into_owned(),
            live: false,
            since_ms: None,
            players: Both {
                x: match_.names.x.unwrap_or_default(),
                o: match_.names.o.unwrap_or_default(),
            },
            winner: match_.winner,
            draw: match_.is_draw,
            reason: match_.reason,
            fault,
            text,
            positions: match_
                .positions
                .into_iter()
                .map(|it| PositionTold {
                    board: it.board,
                    fen: it.fen,
                    turn: it.turn,
                    walls: it.walls_left,
                })
                .collect(),
            moves: match_.moves.into_iter().map(move_told).collect(),
            remarks: match_.remarks.iter().map(|it| say(it, language).into_owned()).collect(),
        }
    }
}

fn fault(match_: &Playthrough, language: Language) -> Option<FaultTold> {
    if let Some(wrong) = &match_.wrong {
        return Some(FaultTold {
            player: wrong.player.to_string(),
            ply: wrong.ply,
            file: None,
            reason: "illegal_move".to_owned(),
            diagnosis: wrong.diagnosis.map(str::to_owned),
            why: why(match_.game, &wrong.player.to_string(), "illegal_move", language),
            text: say(&wrong.why, language).into_owned(),
            board: wrong.board.clone(),
        });
    }
    let fault = match_.fault.as_ref()?;
    Some(FaultTold {
        player: fault.player.clone(),
        ply: fault.ply,
        file: fault.file.clone(),
        reason: fault.reason.clone(),
        diagnosis: fault.diagnosis.clone(),
        why: why(match_.game, &fault.player, &fault.reason, language),
        text: match_
            .explained
            .as_ref()
            .map_or_else(String::new, |it| say(&it.message(), language).into_owned()),
        board: fault.wrote.clone(),
    })
}

fn why(game: GameId, player: &str, reason: &str, language: Language) -> String {
    let side = Player::of_letter(player).map(|player| say(&Side { game, player }, language));
    let loser = side.as_deref().map(Loser::Named);
    say(&Ending::Sentence { reason, loser }, language).into_owned()
}

fn move_told(PlayedMove { text, player, action, ms, comment }: PlayedMove) -> MoveTold {
    MoveTold { shown: Step { text, player, action }.into(), ms, comment }
}
