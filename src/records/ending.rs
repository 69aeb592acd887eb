//! Describes the end of a match in one sentence.

use super::playthrough::Playthrough;
use arbitro_rules::Player;
use arbitro_rules::language::{Language, Said, of_each};
use arbitro_words::{Count, Ending, Loser, say};

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

/// Describes a reason in the middle of a sentence.
fn how(reason: &str, loser: Option<&str>, language: Language) -> String {
    let loser = loser.map(Loser::Named);
    say(&Ending::Sentence { reason, loser }, language).into_owned()
}

fn english(match_: &Playthrough) -> String {
    let plies = say(&Count::Plies(match_.moves.len() as u64), Language::English);
    if let Some(wrong) = &match_.wrong {
        return format!(
            "It can be followed for {plies}: {} at ply {} is wrong, {}.",
            wrong.text,
            wrong.ply,
            wrong.why.in_language(Language::English).trim_end_matches('.')
        );
    }
    let who = |player: Player| {
        let name = name(match_, player);
        name.map_or_else(|| player.to_string(), |name| format!("{name} ({player})"))
    };
    match (match_.winner, match_.reason.as_deref()) {
        (Some(winner), Some(reason)) => {
            let loser = !winner;
            let how = how(reason, Some(&who(loser)), Language::English);
            format!("{} wins after {plies}: {how}.", who(winner))
        }
        (Some(winner), None) => format!("{} wins after {plies}.", who(winner)),
        (None, Some(reason)) => {
            if reason == "void" {
                return format!("The match does not count: the host failed after {plies}.");
            }
            let how = how(reason, None, Language::English);
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
    let plies = say(&Count::Plies(match_.moves.len() as u64), Language::Italian);
    if let Some(wrong) = &match_.wrong {
        return format!(
            "Si può seguire per {plies}: {} alla semimossa {} è sbagliata, {}.",
            wrong.text,
            wrong.ply,
            wrong.why.in_language(Language::Italian).trim_end_matches('.')
        );
    }
    let who = |player: Player| {
        let name = name(match_, player);
        name.map_or_else(|| format!("il giocatore {player}"), |name| format!("{name} ({player})"))
    };
    match (match_.winner, match_.reason.as_deref()) {
        (Some(winner), Some(reason)) => {
            let loser = who(!winner);
            let how = how(reason, Some(&loser), Language::Italian);
            format!("Vince {} dopo {plies}: {how}.", who(winner))
        }
        (Some(winner), None) => format!("Vince {} dopo {plies}.", who(winner)),
        (None, Some(reason)) => {
            if reason == "void" {
                return format!("La partita non conta: la macchina si è guastata dopo {plies}.");
            }
            let how = how(reason, None, Language::Italian);
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
    let plies = say(&Count::Plies(match_.moves.len() as u64), Language::French);
    if let Some(wrong) = &match_.wrong {
        return format!(
            "On peut la suivre pendant {plies} : {} au coup {} est faux, {}.",
            wrong.text,
            wrong.ply,
            wrong.why.in_language(Language::French).trim_end_matches('.')
        );
    }
    let who = |player: Player| {
        let name = name(match_, player);
        name.map_or_else(|| format!("le joueur {player}"), |name| format!("{name} ({player})"))
    };
    let winner_of = |player: Player| match name(match_, player) {
        Some(name) => format!("{name} ({player})"),
        None => format!("Le joueur {player}"),
    };
    match (match_.winner, match_.reason.as_deref()) {
        (Some(winner), Some(reason)) => {
            let loser = who(!winner);
            let how = how(reason, Some(&loser), Language::French);
            format!("{} gagne après {plies} : {how}.", winner_of(winner))
        }
        (Some(winner), None) => format!("{} gagne après {plies}.", winner_of(winner)),
        (None, Some(reason)) => {
            if reason == "void" {
                return format!(
                    "La partie ne compte pas : la machine a eu une panne après {plies}."
                );
            }
            let how = how(reason, None, Language::French);
            format!("Nulle après {plies} : {how}.")
        }
        (None, None) if match_.is_draw => format!("Nulle après {plies}."),
        (None, None) => {
            let turn = match_.positions.last().map_or(Player::X, |it| it.turn);
            format!("Elle s’arrête après {plies}, au joueur {turn} de jouer.")
        }
    }
}
