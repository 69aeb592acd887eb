//! Describes the end of a match in one sentence.

use super::playthrough::Playthrough;
use arbitro_referee::check::plies_in;
use arbitro_rules::Player;
use arbitro_rules::language::{Language, Said, of_each};

/// Describes the end of a match.
pub(super) fn ending(match_: &Playthrough) -> Said {
    of_each(|language| match language {
        Language::English => english(match_),
        Language::Italian => italian(match_),
        Language::French => french(match_),
    })
}

/// Returns a player's name, if known.
fn name(match_: &Playthrough, player: Player) -> Option<&String> {
    match player {
        Player::X => match_.names.x.as_ref(),
        Player::O => match_.names.o.as_ref(),
    }
}

fn english(match_: &Playthrough) -> String {
    let plies = plies_in(match_.moves.len() as u64, Language::English);
    if let Some(wrong) = &match_.wrong {
        return format!(
            "It can be followed for {plies}: {} at ply {} is wrong, {}.",
            wrong.text,
            wrong.ply,
            wrong
                .why
                .in_language(Language::English)
                .trim_end_matches('.')
        );
    }
    let who = |player: Player| {
        let name = name(match_, player);
        name.map_or_else(|| player.to_string(), |name| format!("{name} ({player})"))
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
                "resigned" => format!("{} resigned", who(loser)),
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
                "agreed" => "the players agreed",
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

fn italian(match_: &Playthrough) -> String {
    let plies = plies_in(match_.moves.len() as u64, Language::Italian);
    if let Some(wrong) = &match_.wrong {
        return format!(
            "Si può seguire per {plies}: {} alla semimossa {} è sbagliata, {}.",
            wrong.text,
            wrong.ply,
            wrong
                .why
                .in_language(Language::Italian)
                .trim_end_matches('.')
        );
    }
    let who = |player: Player| {
        let name = name(match_, player);
        name.map_or_else(
            || format!("il giocatore {player}"),
            |name| format!("{name} ({player})"),
        )
    };
    match (match_.winner, match_.reason.as_deref()) {
        (Some(winner), Some(reason)) => {
            let loser = who(!winner);
            let how = match reason {
                "no_pieces" => format!("{loser} non ha più pezzi"),
                "no_moves" => format!("{loser} non ha mosse legali"),
                "goal" => "la meta è raggiunta".to_owned(),
                "illegal_move" => format!("{loser} ha fatto una mossa illegale"),
                "unchanged" => format!("{loser} ha lasciato il tavoliere com'era"),
                "invalid_board" => format!("{loser} non ha scritto un tavoliere giocabile"),
                "timeout" => format!("{loser} ci ha messo troppo"),
                "memory" => format!("{loser} ha usato troppa memoria"),
                "crash" => format!("{loser} è andato in crash"),
                "exited" => format!("{loser} è uscito senza muovere"),
                "output" => format!("{loser} ha scritto troppo"),
                "cheating" => format!("{loser} ha scritto ciò che non è suo"),
                "resigned" => format!("{loser} ha abbandonato"),
                other => other.to_owned(),
            };
            format!("Vince {} dopo {plies}: {how}.", who(winner))
        }
        (Some(winner), None) => format!("Vince {} dopo {plies}.", who(winner)),
        (None, Some(reason)) => {
            let how = match reason {
                "move_limit" => "il limite di semimosse è raggiunto",
                "repetition" => "la stessa posizione si è ripetuta troppe volte",
                "rule_draw" => "lo dice la regola di patta del gioco",
                "agreed" => "i giocatori si sono accordati",
                "void" => {
                    return format!(
                        "La partita non conta: la macchina si è guastata dopo {plies}."
                    );
                }
                other => other,
            };
            format!("Patta dopo {plies}: {how}.")
        }
        (None, None) if match_.is_draw => format!("Patta dopo {plies}."),
        (None, None) => {
            let turn = match_.positions.last().map_or(Player::X, |it| it.turn);
            format!("Si ferma dopo {plies}, tocca al giocatore {turn}.")
        }
    }
}

fn french(match_: &Playthrough) -> String {
    let plies = plies_in(match_.moves.len() as u64, Language::French);
    if let Some(wrong) = &match_.wrong {
        return format!(
            "On peut la suivre pendant {plies} : {} au coup {} est faux, {}.",
            wrong.text,
            wrong.ply,
            wrong
                .why
                .in_language(Language::French)
                .trim_end_matches('.')
        );
    }
    let who = |player: Player| {
        let name = name(match_, player);
        name.map_or_else(
            || format!("le joueur {player}"),
            |name| format!("{name} ({player})"),
        )
    };
    let winner_of = |player: Player| match name(match_, player) {
        Some(name) => format!("{name} ({player})"),
        None => format!("Le joueur {player}"),
    };
    match (match_.winner, match_.reason.as_deref()) {
        (Some(winner), Some(reason)) => {
            let loser = who(!winner);
            let how = match reason {
                "no_pieces" => format!("{loser} n’a plus de pièces"),
                "no_moves" => format!("{loser} n’a pas de coup légal"),
                "goal" => "le but est atteint".to_owned(),
                "illegal_move" => format!("{loser} a joué un coup illégal"),
                "unchanged" => format!("{loser} a laissé le plateau tel quel"),
                "invalid_board" => format!("{loser} n’a pas écrit de plateau jouable"),
                "timeout" => format!("{loser} a mis trop de temps"),
                "memory" => format!("{loser} a utilisé trop de mémoire"),
                "crash" => format!("{loser} s’est planté"),
                "exited" => format!("{loser} s’est arrêté sans jouer"),
                "output" => format!("{loser} a trop écrit"),
                "cheating" => format!("{loser} a écrit ce qui n’est pas à lui"),
                "resigned" => format!("{loser} a abandonné"),
                other => other.to_owned(),
            };
            format!("{} gagne après {plies} : {how}.", winner_of(winner))
        }
        (Some(winner), None) => format!("{} gagne après {plies}.", winner_of(winner)),
        (None, Some(reason)) => {
            let how = match reason {
                "move_limit" => "la limite de coups est atteinte",
                "repetition" => "la même position est revenue trop souvent",
                "rule_draw" => "la règle de nulle du jeu le veut",
                "agreed" => "les joueurs se sont mis d’accord",
                "void" => {
                    return format!(
                        "La partie ne compte pas : la machine a eu une panne après {plies}."
                    );
                }
                other => other,
            };
            format!("Nulle après {plies} : {how}.")
        }
        (None, None) if match_.is_draw => format!("Nulle après {plies}."),
        (None, None) => {
            let turn = match_.positions.last().map_or(Player::X, |it| it.turn);
            format!("Elle s’arrête après {plies}, au joueur {turn} de jouer.")
        }
    }
}
