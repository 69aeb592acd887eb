//! Checks the claims of a record (reason, winner, plies) against its moves.

use crate::{MatchRecord, RecordedFault};
use arbitro_rules::language::{Language, Said, of_each};
use arbitro_rules::said;
use arbitro_rules::{Player, Reason};

use arbitro_words::{Count, Loser, say};

/// The outcome of replaying a record's moves.
pub(super) struct ReplayedMoves {
    pub(super) plies: u64,
    /// Reason and winner, if the last position ends the match.
    pub(super) end: Option<(Reason, Option<Player>)>,
    /// The player to move in the last position.
    pub(super) to_move: Player,
}

/// Classes of reasons, by what a record can prove of them.
enum ReasonKind {
    /// The last position and its history prove the end.
    Shown,
    /// A draw by the move limit; the record need not name the limit.
    MoveLimit,
    /// The player to move lost by a fault.
    ToMoveForfeits,
    /// One of the players forfeited; the record names which.
    EitherForfeits,
    /// The players agreed on a draw.
    Agreed,
    /// A player resigned, in its own turn or the opponent's: the record names the winner.
    Resigned,
    /// The host failed, so there is no winner.
    Void,
}

impl ReasonKind {
    const fn of(reason: Reason) -> ReasonKind {
        match reason {
            Reason::NoPieces
            | Reason::NoMoves
            | Reason::Goal
            | Reason::Repetition
            | Reason::RuleDraw => ReasonKind::Shown,
            Reason::MoveLimit => ReasonKind::MoveLimit,
            Reason::IllegalMove
            | Reason::Unchanged
            | Reason::InvalidBoard
            | Reason::Timeout
            | Reason::Memory
            | Reason::Crash
            | Reason::Exited => ReasonKind::ToMoveForfeits,
            Reason::Output | Reason::Cheating => ReasonKind::EitherForfeits,
            Reason::Agreed => ReasonKind::Agreed,
            Reason::Resigned => ReasonKind::Resigned,
            Reason::Void => ReasonKind::Void,
        }
    }
}

/// Describes the first false claim.
pub(super) fn false_claim(record: &MatchRecord, shown: &ReplayedMoves) -> Option<Said> {
    check(record, shown).err()
}

fn check(record: &MatchRecord, shown: &ReplayedMoves) -> Result<(), Said> {
    let plies = shown.plies;
    if let Some(claimed) = record.plies.filter(|&claimed| claimed != plies) {
        return Err(of_each(|language| {
            let claimed = say(&Count::Plies(claimed), language);
            match language {
                Language::English => format!("it claims {claimed}, but has {plies}"),
                Language::Italian => format!("dichiara {claimed}, le sue mosse sono {plies}"),
                Language::French => format!("il annonce {claimed}, il en a {plies}"),
            }
        }));
    }
    let winner = winner(record)?;
    if let Some(limit) = record.max_plies.filter(|&limit| plies > limit) {
        return Err(of_each(|language| {
            let (limit, plies) =
                (say(&Count::Plies(limit), language), say(&Count::Plies(plies), language));
            match language {
                Language::English => format!("its limit is {limit}, yet it has {plies}"),
                Language::Italian => format!("il suo limite è di {limit}, eppure ne ha {plies}"),
                Language::French => format!("sa limite est de {limit}, pourtant il en a {plies}"),
            }
        }));
    }
    let Some(reason) = record.reason.as_deref() else {
        return match (winner, &record.fault) {
            (Some(_), _) => Err(said!(
                "it names a winner but no reason",
                "indica un vincitore ma non un motivo",
                "il nomme un gagnant mais pas de raison"
            )),
            (None, Some(_)) => Err(said!(
                "it names a fault but no reason",
                "indica una colpa ma non un motivo",
                "il nomme une faute mais pas de raison"
            )),
            (None, None) => Ok(()),
        };
    };
    let Ok(reason) = reason.parse::<Reason>() else {
        let reason = cut(reason);
        return Err(said!(
            "there is no reason {reason:?}",
            "il motivo {reason:?} non esiste",
            "la raison {reason:?} n’existe pas"
        ));
    };
    let kind = ReasonKind::of(reason);
    let expected = expected_winner(record, reason, &kind, winner, shown)?;
    if winner != expected {
        return Err(of_each(|language| {
            let (winner, expected) = (name(winner, language), name(expected, language));
            match language {
                Language::English => {
                    format!("it claims that {winner} won by {reason}, but it was {expected}")
                }
                Language::Italian => {
                    format!("dichiara che per {reason} ha vinto {winner}, è stato {expected}")
                }
                Language::French => {
                    format!("il annonce que {reason} a fait gagner {winner}, c’était {expected}")
                }
            }
        }));
    }
    let fault = record.fault.as_ref();
    fault.map_or(Ok(()), |fault| check_fault(fault, reason, &kind, shown))
}

/// The winner that follows from a reason; the claimed winner where either player could have won.
fn expected_winner(
    record: &MatchRecord,
    reason: Reason,
    kind: &ReasonKind,
    claimed: Option<Player>,
    shown: &ReplayedMoves,
) -> Result<Option<Player>, Said> {
    let ReplayedMoves { plies, to_move, .. } = *shown;
    let is_full = record.max_plies == Some(plies);
    let end = shown.end.or(is_full.then_some((Reason::MoveLimit, None)));
    match (kind, end) {
        (ReasonKind::Shown | ReasonKind::MoveLimit, Some((end, winner))) if end == reason => {
            Ok(winner)
        }
        (ReasonKind::Shown | ReasonKind::MoveLimit, Some((end, _))) => Err(said!(
            "it claims {reason}, but its last position is {end}",
            "dichiara {reason}, la sua ultima posizione è {end}",
            "il annonce {reason}, sa dernière position est {end}"
        )),
        (_, Some((end, _))) => Err(said!(
            "it claims {reason}, but the match was over already: {end}",
            "dichiara {reason}, ma la partita era già finita: {end}",
            "il annonce {reason}, mais la partie était déjà finie : {end}"
        )),
        (ReasonKind::Shown, None) => Err(said!(
            "it claims {reason}, but the match is not over in its last position",
            "dichiara {reason}, ma nella sua ultima posizione la partita non è finita",
            "il annonce {reason}, mais la partie n’est pas finie dans sa dernière position"
        )),
        (ReasonKind::MoveLimit, None) => match record.max_plies {
            Some(limit) => Err(of_each(|language| {
                let plies = say(&Count::Plies(plies), language);
                match language {
                    Language::English => {
                        format!("it claims move_limit after {plies}, but its limit is {limit}")
                    }
                    Language::Italian => {
                        format!("dichiara move_limit dopo {plies}, il suo limite è {limit}")
                    }
                    Language::French => {
                        format!("il annonce move_limit après {plies}, sa limite est {limit}")
                    }
                }
            })),
            None if plies == 0 => Err(said!(
                "it claims move_limit, but nothing was played",
                "dichiara move_limit, ma non è stato giocato nulla",
                "il annonce move_limit, mais rien n’a été joué"
            )),
            // The record does not name the limit: any number may have been set.
            None => Ok(None),
        },
        (ReasonKind::ToMoveForfeits, None) => Ok(Some(!to_move)),
        (ReasonKind::EitherForfeits, None) => {
            let offender = record.fault.as_ref().and_then(|fault| Player::of_letter(&fault.player));
            match (claimed, offender) {
                (_, Some(offender)) => Ok(Some(!offender)),
                (Some(_), None) => Ok(claimed),
                (None, None) => Err(said!(
                    "it claims {reason}, by which one player wins, but names no winner",
                    "dichiara {reason}, per cui uno dei giocatori vince, ma non indica un vincitore",
                    "il annonce {reason}, par quoi l’un des joueurs gagne, mais ne nomme pas de gagnant"
                )),
            }
        }
        (ReasonKind::Resigned, None) if claimed.is_none() => Err(said!(
            "it claims {reason}, by which one player wins, but names no winner",
            "dichiara {reason}, per cui uno dei giocatori vince, ma non indica un vincitore",
            "il annonce {reason}, par quoi l’un des joueurs gagne, mais ne nomme pas de gagnant"
        )),
        (ReasonKind::Resigned, None) => Ok(claimed),
        (ReasonKind::Agreed | ReasonKind::Void, None) => Ok(None),
    }
}

fn check_fault(
    fault: &RecordedFault,
    reason: Reason,
    kind: &ReasonKind,
    shown: &ReplayedMoves,
) -> Result<(), Said> {
    let charged = match kind {
        ReasonKind::Shown
        | ReasonKind::MoveLimit
        | ReasonKind::Agreed
        | ReasonKind::Resigned
        | ReasonKind::Void => {
            return Err(said!(
                "it claims {reason}, which is no player's fault, yet it names a fault",
                "dichiara {reason}, che non è colpa di nessun giocatore, eppure indica una colpa",
                "il annonce {reason}, qui n’est la faute d’aucun joueur, mais nomme une faute"
            ));
        }
        ReasonKind::ToMoveForfeits => Some(shown.to_move),
        ReasonKind::EitherForfeits => None,
    };
    let Some(offender) = Player::of_letter(&fault.player) else {
        let player = cut(&fault.player);
        return Err(said!(
            "the player of its fault is {player:?}; it can be x or o",
            "il giocatore della sua colpa è {player:?}; può essere x oppure o",
            "le joueur de sa faute est {player:?} ; ce peut être x ou o"
        ));
    };
    if let Some(charged) = charged.filter(|&charged| charged != offender) {
        return Err(said!(
            "its fault is {offender}'s, but it was {charged}'s turn",
            "la sua colpa è del giocatore {offender}, ma il turno era del giocatore {charged}",
            "sa faute est celle du joueur {offender}, mais c’était au joueur {charged} de jouer"
        ));
    }
    let of_detail = fault.detail.as_ref().map(|it| it.reason().name());
    let mut found = [Some(fault.reason.as_str()), of_detail].into_iter().flatten();
    if let Some(found) = found.find(|it| *it != reason.name()) {
        let found = cut(found);
        return Err(said!(
            "it claims {reason}, but its fault is {found:?}",
            "dichiara {reason}, la sua colpa è {found:?}",
            "il annonce {reason}, sa faute est {found:?}"
        ));
    }
    let next = shown.plies + 1;
    if charged.is_some() && fault.ply != next {
        let ply = fault.ply;
        return Err(said!(
            "its fault is at ply {ply}, but the ply after its moves is {next}",
            "la sua colpa è alla semimossa {ply}, quella dopo le sue mosse è la {next}",
            "sa faute est au coup {ply}, le coup qui suit les siens est le {next}"
        ));
    }
    Ok(())
}

fn winner(record: &MatchRecord) -> Result<Option<Player>, Said> {
    match record.winner.as_deref() {
        None | Some("none") => Ok(None),
        Some(text) => Player::of_letter(text).map(Some).ok_or_else(|| {
            let text = cut(text);
            said!(
                "its winner is {text:?}; it can be x, o or null",
                "il suo vincitore è {text:?}; può essere x, o oppure null",
                "son gagnant est {text:?} ; ce peut être x, o ou null"
            )
        }),
    }
}

fn name(player: Option<Player>, language: Language) -> String {
    match (language, player) {
        (Language::English, None) => "nobody".to_owned(),
        (Language::Italian, None) => "nessuno".to_owned(),
        (Language::French, None) => "personne".to_owned(),
        (_, Some(player)) => say(&Loser::Player(player), language).into_owned(),
    }
}

fn cut(text: &str) -> String {
    text.chars().take(40).collect()
}
