//! Messages of the server, in Italian.

use std::borrow::Cow;

use arbitro_rules::End;
use arbitro_rules::history::LineEnd;
use arbitro_rules::judge::{Code, Piece};
use arbitro_words::{Language, counted, say};

use super::{EndReason, Side, Text, Tried};
use crate::play::{Denied, EndedBy, Ending};
use crate::refusal::Refusal;

const HERE: Language = Language::Italian;

pub(super) fn side(side: &Side) -> &'static str {
    if side.is_white() { "Bianco" } else { "Nero" }
}

pub(super) fn ending(it: &Ending) -> String {
    match (it.winner(), it.how) {
        (Some(winner), _) => format!("{} vince: {}.", side(&it.side(winner)), why(&EndReason(it))),
        (None, EndedBy::Agreed { with_computer: false }) => "Patta di comune accordo.".to_owned(),
        (None, EndedBy::Agreed { with_computer: true }) => {
            "Patta di comune accordo: il computer non si ritiene in vantaggio.".to_owned()
        }
        (None, EndedBy::Rules(LineEnd::MoveLimit(plies))) => {
            format!(
                "Patta dopo {}, il massimo consentito.",
                counted(plies as u64, "semimossa", "semimosse")
            )
        }
        (None, _) => format!("Patta: {}.", why(&EndReason(it))),
    }
}

pub(super) fn why(&EndReason(it): &EndReason<'_>) -> String {
    let name = |player| side(&it.side(player));
    match it.how {
        EndedBy::Rules(LineEnd::Position(end)) => match end {
            End::NoPieces(loser) => format!("{} non ha più pezzi", name(loser)),
            End::NoMoves(loser) => format!("{} non può muovere", name(loser)),
            End::Goal(_) => "il suo pedone ha raggiunto il lato opposto".to_owned(),
        },
        EndedBy::Rules(LineEnd::Repetition(times)) => {
            format!("questa posizione si è ripetuta {times} volte")
        }
        EndedBy::Rules(LineEnd::RuleDraw(rule)) => say(&rule, HERE).into_owned(),
        EndedBy::Rules(LineEnd::MoveLimit(plies)) => {
            format!("è raggiunto il limite di {}", counted(plies as u64, "semimossa", "semimosse"))
        }
        EndedBy::Resigned(loser) => format!("{} ha abbandonato", name(loser)),
        EndedBy::Late(loser) => format!("{} non ha più tempo", name(loser)),
        EndedBy::Agreed { with_computer: false } => "di comune accordo".to_owned(),
        EndedBy::Agreed { with_computer: true } => {
            "il computer accetta: non si ritiene in vantaggio".to_owned()
        }
    }
}

pub(super) fn denied(it: &Denied) -> Cow<'static, str> {
    let text = match it {
        Denied::Illegal(it) => return say(&**it, HERE),
        Denied::OldPly { asked, played } => {
            return format!(
                "si intendeva la semimossa {asked}, ma ne sono state giocate {played}: \
                 la partita va riletta"
            )
            .into();
        }
        Denied::NotYourTurn => "tocca al computer: se ne aspetta la mossa",
        Denied::Over => "la partita è finita: se ne può iniziare una nuova, o annullare una mossa",
        Denied::NothingToUndo => "non c'è una mossa propria da annullare",
        Denied::Resigned => {
            "la partita è stata chiusa da un abbandono: la mossa non si può annullare"
        }
        Denied::Late => {
            "la partita è stata chiusa dal tempo scaduto: la mossa non si può annullare"
        }
        Denied::Agreed => "la partita è stata chiusa da un accordo: la mossa non si può annullare",
        Denied::OfferStands => "la patta è già proposta: si può accettare, rifiutare o muovere",
        Denied::Declined => "la proposta è stata rifiutata: prima della prossima serve una mossa",
        Denied::NoOffer => "nessuna patta è proposta: non c'è nulla a cui rispondere",
    };
    text.into()
}

/// The rule that a move breaks; `None` leaves it to the diagnosis.
pub(super) fn tried(it: &Tried<'_>) -> Option<String> {
    let Tried { from, to, others, .. } = it;
    let example = it.example("per esempio");
    let is_pawn = it.piece == Some(Piece::Pawn);
    let piece = if it.piece == Some(Piece::King) { "dama" } else { "pedina" };
    Some(match it.code {
        Code::CaptureForced => format!("devi prendere: con il pezzo in {others}{example}"),
        Code::NotMostCaptured => format!("devi prendere più pezzi che puoi{example}"),
        Code::CaptureUnfinished => {
            format!("devi prendere fino in fondo: da {to} si continua{example}")
        }
        Code::NotMostKings | Code::ItalianPriority if it.rule.is_none_or(|it| it == 3) => {
            format!("devi prendere più dame che puoi{example}")
        }
        Code::KingFirst => format!("la dama deve prendere prima della pedina{example}"),
        Code::ItalianPriority if it.rule == Some(2) => {
            format!("a parità di pezzi la dama deve prendere prima della pedina{example}")
        }
        Code::ItalianPriority => format!("devi prendere dove incontri prima una dama{example}"),
        Code::ManCapturedKing => {
            format!("la pedina non può prendere una dama: ce n'è una in {others}")
        }
        Code::CapturedBackwards => {
            format!("la pedina prende solo in avanti: {to} è dietro {from}")
        }
        Code::ManBackwards => format!("la pedina non va mai indietro: {to} è dietro {from}"),
        Code::CapturedOwn | Code::JumpedOwn => {
            format!("si saltano solo i pezzi avversari: quello in {others} è tuo")
        }
        Code::MovedOpponent if !is_pawn && !from.is_empty() => {
            format!("puoi muovere solo i tuoi pezzi: quello in {from} è dell'avversario")
        }
        Code::Occupied if is_pawn => {
            format!("il pedone si salta, non si va sulla sua casella: ce n'è uno in {to}")
        }
        Code::Occupied => format!("si va solo in una casella vuota: {to} è occupata"),
        Code::ThroughWall => format!("i muri fermano ogni passo: ce n'è uno tra {from} e {to}"),
        Code::JumpBlocked => match it.instead {
            Some(straight) => format!(
                "il salto devia solo dove qualcosa lo ferma: diritto, in {straight}, la via è libera"
            ),
            None => format!("i muri fermano ogni salto: ce n'è uno dietro il pedone in {others}"),
        },
        Code::NoWallsLeft => "non hai più muri".to_owned(),
        Code::WrongDistance if is_pawn => {
            "il pedone va di una casella in su, in giù, a sinistra o \
             a destra, oppure salta l'altro pedone se gli sta accanto"
                .to_owned()
        }
        Code::WrongDistance => format!("nessuna {piece} può andare da {from} a {to}"),
        _ => return None,
    })
}

pub(super) fn refusal(it: &Refusal) -> Cow<'static, str> {
    let text = match it {
        Refusal::Denied(it) => return denied(it),
        Refusal::NoStart { field, why } => return format!("{field}: {}", say(why, HERE)).into(),
        Refusal::NotJudged(why) => return say(why, HERE),
        Refusal::OfClient { text, .. } => return text.clone().into(),
        Refusal::NoAddress => "a questo indirizzo non c'è nulla",
        Refusal::NoMatch => {
            "questa partita non c'è, o è stata chiusa dopo una lunga inattività: se ne può \
             iniziare una nuova"
        }
        Refusal::NoTournament => "questo torneo non è nelle cartelle date a `serve --results`",
        Refusal::NoMatchOfTournament => {
            "in questo torneo la partita non c'è, o non è ancora stata giocata"
        }
        Refusal::NoUpload => "questo file non è più qui: va trascinato di nuovo sulla pagina",
        Refusal::TooLong => "questa partita è troppo lunga da scorrere qui: si può usare `replay`",
        Refusal::OldOffer => {
            "la partita è andata avanti prima della risposta: si può proporre di nuovo"
        }
        Refusal::OldHint => {
            "la partita è andata avanti durante la ricerca del suggerimento: si può chiedere di \
             nuovo"
        }
        Refusal::TooManyMatches => {
            "ci sono troppe partite aperte: se ne può chiudere una, o riprovare fra qualche minuto"
        }
        Refusal::TooManySearches => {
            "ci sono troppe ricerche in corso: si può riprovare fra un momento"
        }
        Refusal::TooManyUploads => {
            "si stanno leggendo troppi file: si può riprovare fra un momento"
        }
        Refusal::TooManyWaiting => {
            "troppe richieste aspettano novità: si può chiedere di nuovo fra un momento, senza \
             aspettare"
        }
        Refusal::TooManyWatching => {
            "troppi guardano insieme: si può guardare di nuovo fra un momento, senza novità dal \
             vivo"
        }
        Refusal::Broken => {
            "non è stato possibile leggerlo; è un errore di questo programma, da segnalare agli \
             autori"
        }
    };
    text.into()
}

pub(super) fn text(it: &Text<'_>) -> Cow<'static, str> {
    match *it {
        Text::DeclinedEarly => "Il computer rifiuta: è presto, vuole giocare ancora.".into(),
        Text::DeclinedAhead => "Il computer rifiuta: si ritiene in vantaggio.".into(),
        Text::UnreadableMatch { number, why } => format!("partita {number}: {why}").into(),
        Text::FirstListed { count, listed } => {
            format!("{count} partite; sono elencate le prime {listed}").into()
        }
        Text::UncountedLines(1) => "1 riga del registro non conta".into(),
        Text::UncountedLines(many) => format!("{many} righe del registro non contano").into(),
        Text::OpenVoids(1) => "1 partita annullata è da rigiocare".into(),
        Text::OpenVoids(many) => format!("{many} partite annullate sono da rigiocare").into(),
        Text::Knockout => "eliminazione diretta: chi è eliminato non gioca più".into(),
        Text::NotHere => "Non qui".into(),
        Text::NothingHere => "Qui non c’è nulla".into(),
        Text::ToTheGames => "Ai giochi".into(),
    }
}
