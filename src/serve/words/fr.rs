//! Messages of the server, in French.

use std::borrow::Cow;

use arbitro_rules::End;
use arbitro_rules::history::LineEnd;
use arbitro_rules::judge::{Code, Piece};
use arbitro_words::{Language, counted, say};

use super::{EndReason, Side, Text, Tried};
use crate::play::{Denied, EndedBy, Ending};
use crate::refusal::Refusal;

const HERE: Language = Language::French;

pub(super) fn side(side: &Side) -> &'static str {
    if side.is_white() { "Blanc" } else { "Noir" }
}

pub(super) fn ending(it: &Ending) -> String {
    match (it.winner(), it.how) {
        (Some(winner), _) => format!("{} gagne : {}.", side(&it.side(winner)), why(&EndReason(it))),
        (None, EndedBy::Agreed { with_computer: false }) => "Nulle d’un commun accord.".to_owned(),
        (None, EndedBy::Agreed { with_computer: true }) => {
            "Nulle d’un commun accord : l’ordinateur ne s’estime pas en avantage.".to_owned()
        }
        (None, EndedBy::Rules(LineEnd::MoveLimit(plies))) => {
            format!("Nulle après {}, le maximum permis.", counted(plies as u64, "coup", "coups"))
        }
        (None, _) => format!("Nulle : {}.", why(&EndReason(it))),
    }
}

pub(super) fn why(&EndReason(it): &EndReason<'_>) -> String {
    let name = |player| side(&it.side(player));
    match it.how {
        EndedBy::Rules(LineEnd::Position(end)) => match end {
            End::NoPieces(loser) => format!("{} n’a plus de pièces", name(loser)),
            End::NoMoves(loser) => format!("{} ne peut plus jouer", name(loser)),
            End::Goal(_) => "son pion a atteint le côté opposé".to_owned(),
        },
        EndedBy::Rules(LineEnd::Repetition(times)) => {
            format!("cette position s’est présentée {times} fois")
        }
        EndedBy::Rules(LineEnd::RuleDraw(rule)) => say(&rule, HERE).into_owned(),
        EndedBy::Rules(LineEnd::MoveLimit(plies)) => {
            format!("la limite de {} est atteinte", counted(plies as u64, "coup", "coups"))
        }
        EndedBy::Resigned(loser) => format!("{} a abandonné", name(loser)),
        EndedBy::Late(loser) => format!("{} n’a plus de temps", name(loser)),
        EndedBy::Agreed { with_computer: false } => "d’un commun accord".to_owned(),
        EndedBy::Agreed { with_computer: true } => {
            "l’ordinateur accepte : il ne s’estime pas en avantage".to_owned()
        }
    }
}

pub(super) fn denied(it: &Denied) -> Cow<'static, str> {
    let text = match it {
        Denied::Illegal(it) => return say(&**it, HERE),
        Denied::OldPly { asked, played } => {
            return format!(
                "il s’agissait du coup {asked}, mais {played} ont été joués : relisez \
                 la partie"
            )
            .into();
        }
        Denied::NotYourTurn => "c’est à l’ordinateur de jouer : attendez son coup",
        Denied::Over => "la partie est finie : commencez-en une nouvelle, ou annulez un coup",
        Denied::NothingToUndo => "vous n’avez pas de coup à annuler",
        Denied::Resigned => "la partie a fini par un abandon : le coup ne peut pas être annulé",
        Denied::Late => "la partie a fini au temps : le coup ne peut pas être annulé",
        Denied::Agreed => "la partie a fini par un accord : le coup ne peut pas être annulé",
        Denied::OfferStands => "la nulle est déjà proposée : acceptez, refusez ou jouez",
        Denied::Declined => "la proposition a été refusée : jouez un coup avant la suivante",
        Denied::NoOffer => "aucune nulle n’est proposée : il n’y a rien à répondre",
    };
    text.into()
}

/// The rule that a move breaks; `None` leaves it to the diagnosis.
pub(super) fn tried(it: &Tried<'_>) -> Option<String> {
    let Tried { from, to, others, .. } = it;
    let example = it.example("par exemple");
    let is_pawn = it.piece == Some(Piece::Pawn);
    let none = if it.piece == Some(Piece::King) { "aucune dame" } else { "aucun pion" };
    Some(match it.code {
        Code::CaptureForced => format!("il faut prendre : avec la pièce en {others}{example}"),
        Code::NotMostCaptured => format!("il faut prendre le plus de pièces possible{example}"),
        Code::CaptureUnfinished => {
            format!("il faut prendre jusqu’au bout : de {to} on continue{example}")
        }
        Code::NotMostKings | Code::ItalianPriority if it.rule.is_none_or(|it| it == 3) => {
            format!("il faut prendre le plus de dames possible{example}")
        }
        Code::KingFirst => format!("la dame doit prendre avant le pion{example}"),
        Code::ItalianPriority if it.rule == Some(2) => {
            format!("à nombre égal, la dame doit prendre avant le pion{example}")
        }
        Code::ItalianPriority => {
            format!("il faut prendre là où une dame se rencontre le plus tôt{example}")
        }
        Code::ManCapturedKing => {
            format!("un pion ne peut pas prendre une dame : il y en a une en {others}")
        }
        Code::CapturedBackwards => {
            format!("un pion ne prend qu’en avant : {to} est derrière {from}")
        }
        Code::ManBackwards => format!("un pion ne recule jamais : {to} est derrière {from}"),
        Code::CapturedOwn | Code::JumpedOwn => {
            format!("on ne saute que les pièces adverses : celle en {others} est à vous")
        }
        Code::MovedOpponent if !is_pawn && !from.is_empty() => {
            format!("on ne joue que ses propres pièces : celle en {from} est à l’adversaire")
        }
        Code::Occupied if is_pawn => {
            format!("un pion se saute, on ne va pas sur sa case : il y en a un en {to}")
        }
        Code::Occupied => format!("on ne va que sur une case vide : {to} est prise"),
        Code::ThroughWall => {
            format!("les murs arrêtent tout pas : il y en a un entre {from} et {to}")
        }
        Code::JumpBlocked => match it.instead {
            Some(straight) => format!(
                "un saut ne dévie que là où quelque chose l’arrête : tout droit, en {straight}, la \
                 voie est libre"
            ),
            None => {
                format!("les murs arrêtent tout saut : il y en a un derrière le pion en {others}")
            }
        },
        Code::NoWallsLeft => "vous n’avez plus de murs".to_owned(),
        Code::WrongDistance if is_pawn => {
            "un pion va d’une case vers le haut, le bas, la gauche ou \
             la droite, ou saute l’autre pion s’il est à côté"
                .to_owned()
        }
        Code::WrongDistance => format!("{none} ne peut aller de {from} en {to}"),
        _ => return None,
    })
}

pub(super) fn refusal(it: &Refusal) -> Cow<'static, str> {
    let text = match it {
        Refusal::Denied(it) => return denied(it),
        Refusal::NoStart { field, why } => return format!("{field} : {}", say(why, HERE)).into(),
        Refusal::NotJudged(why) => return say(why, HERE),
        Refusal::OfClient { text, .. } => return text.clone().into(),
        Refusal::NoAddress => "il n’y a rien à cette adresse",
        Refusal::NoMatch => {
            "cette partie n’existe pas, ou elle a été fermée après une longue inactivité : \
             commencez-en une nouvelle"
        }
        Refusal::NoTournament => {
            "ce tournoi n’est pas dans les dossiers donnés à `serve --results`"
        }
        Refusal::NoMatchOfTournament => {
            "cette partie n’est pas dans ce tournoi, ou n’a pas encore été jouée"
        }
        Refusal::NoUpload => "ce fichier n’est plus ici : déposez-le de nouveau sur la page",
        Refusal::TooLong => {
            "cette partie est trop longue pour être parcourue ici : utilisez `replay`"
        }
        Refusal::OldOffer => {
            "la partie a continué avant la réponse à la proposition : proposez de nouveau"
        }
        Refusal::OldHint => "la partie a continué pendant la recherche du conseil : redemandez",
        Refusal::TooManyMatches => {
            "trop de parties sont ouvertes : fermez-en une, ou réessayez dans quelques minutes"
        }
        Refusal::TooManySearches => "trop de recherches sont en cours : réessayez dans un moment",
        Refusal::TooManyUploads => {
            "trop de fichiers sont en cours de lecture : réessayez dans un moment"
        }
        Refusal::TooManyWaiting => {
            "trop de requêtes attendent des nouvelles : redemandez dans un moment, sans attendre"
        }
        Refusal::TooManyWatching => {
            "trop de spectateurs à la fois : revenez dans un moment, sans nouvelles en direct"
        }
        Refusal::Broken => {
            "cela n’a pas pu être lu ; c’est une erreur de ce programme, à signaler à ses auteurs"
        }
    };
    text.into()
}

pub(super) fn text(it: &Text<'_>) -> Cow<'static, str> {
    match *it {
        Text::DeclinedEarly => "L’ordinateur refuse : il est tôt, il veut encore jouer.".into(),
        Text::DeclinedAhead => "L’ordinateur refuse : il s’estime en avantage.".into(),
        Text::UnreadableMatch { number, why } => format!("partie {number} : {why}").into(),
        Text::FirstListed { count, listed } => {
            format!("{count} parties ; seules les {listed} premières figurent dans la liste").into()
        }
        Text::UncountedLines(1) => "1 ligne du journal ne compte pas".into(),
        Text::UncountedLines(many) => format!("{many} lignes du journal ne comptent pas").into(),
        Text::OpenVoids(1) => "1 partie annulée est à rejouer".into(),
        Text::OpenVoids(many) => format!("{many} parties annulées sont à rejouer").into(),
        Text::Knockout => "élimination directe : les éliminés ne jouent plus".into(),
        Text::NotHere => "Pas ici".into(),
        Text::NothingHere => "Il n’y a rien ici".into(),
        Text::ToTheGames => "Aux jeux".into(),
    }
}
