//! How a match ended, in one sentence.

use super::playthrough::Playthrough;
use crate::check::plies_in_words;
use crate::rules::Player;

/// The sentence.
pub(super) fn ending(match_: &Playthrough) -> String {
    let plies = plies_in_words(match_.moves.len() as u64);
    if let Some(wrong) = &match_.wrong {
        return format!(
            "It can be followed for {plies}: {} at ply {} is wrong, {}.",
            wrong.text,
            wrong.ply,
            wrong.why.trim_end_matches('.')
        );
    }
    let who = |player: Player| {
        let name = match player {
            Player::X => &match_.names.x,
            Player::O => &match_.names.o,
        };
        name.as_ref()
            .map_or_else(|| player.to_string(), |name| format!("{name} ({player})"))
    };
    match (match_.winner, match_.reason.as_deref()) {
        (Some(winner), Some(reason)) => {
            let loser = !winner;
            let how = match reason {
                "no_pieces" => format!("{} has no pieces left", who(loser)),
                "no_moves" => format!("{} has no legal move", who(loser)),
                "goal" => "the goal is reached".to_owned(),
                "illegal_move" => format!("{} made an illegal move", who(loser)),
                "unchanged" => format!("{} left the board as it was", who(loser)),
                "invalid_board" => format!("{} wrote no playable board", who(loser)),
                "timeout" => format!("{} took too long", who(loser)),
                "memory" => format!("{} used too much memory", who(loser)),
                "crash" => format!("{} crashed", who(loser)),
                "exited" => format!("{} ended without a move", who(loser)),
                "output" => format!("{} wrote too much", who(loser)),
                "cheating" => format!("{} wrote what is not its own", who(loser)),
                other => other.to_owned(),
            };
            format!("{} wins after {plies}: {how}.", who(winner))
        }
        (Some(winner), None) => format!("{} wins after {plies}.", who(winner)),
        (None, Some(reason)) => {
            let how = match reason {
                "move_limit" => "the move limit is reached",
                "repetition" => "the same position came too often",
                "rule_draw" => "the game's own draw rule",
                "void" => {
                    return format!("The match does not count: the host failed after {plies}.");
                }
                other => other,
            };
            format!("A draw after {plies}: {how}.")
        }
        (None, None) if match_.is_draw => format!("A draw after {plies}."),
        (None, None) => {
            let turn = match_.positions.last().map_or(Player::X, |it| it.turn);
            format!("It stops after {plies}, {turn} to move.")
        }
    }
}
