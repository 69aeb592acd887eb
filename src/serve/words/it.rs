//! Italian.

use std::borrow::Cow;

use arbitro_rules::End;
use arbitro_rules::history::LineEnd;
use arbitro_words::{Language, say};

use super::{Side, Text, Why};
use crate::play::{Denied, EndedBy, Ending};
use crate::refusal::Refusal;

const HERE: Language = Language::Italian;

pub(super) fn side(side: &Side) -> &'static str {
    if side.is_white() { "Bianco" } else { "Nero" }
}

pub(super) fn ending(it: &Ending) -> String {
    match (it.winner(), it.how) {
        (Some(winner), _) => format!("{} vince: {}.", side(&it.side(winner)), why(&Why(it))),
        (None, EndedBy::Agreed { with_computer: false }) => "Patta di comune accordo.".to_owned(),
        (None, EndedBy::Agreed { with_computer: true }) => {
            "Patta di comune accordo: il computer non si ritiene in vantaggio.".to_owned()
        }
        (None, EndedBy::Rules(LineEnd::MoveLimit(plies))) => {
            format!("Patta dopo {plies} semimosse, il massimo consentito.")
        }
        (None, _) => format!("Patta: {}.", why(&Why(it))),
    }
}

pub(super) fn why(&Why(it): &Why<'_>) -> String {
    let name = |player| side(&it.side(player));
    match it.how {
        EndedBy::Rules(LineEnd::Position(End::NoPieces(loser))) => {
            format!("{} non ha più pezzi", name(loser))
        }
        EndedBy::Rules(LineEnd::Position(End::NoMoves(loser))) => {
            format!("{} non può muovere", name(loser))
        }
        EndedBy::Rules(LineEnd::Position(End::Goal(_))) => {
            "il suo pedone ha raggiunto il lato opposto".to_owned()
        }
        EndedBy::Rules(LineEnd::Repetition(times)) => {
            format!("questa posizione si è ripetuta {times} volte")
        }
        EndedBy::Rules(LineEnd::RuleDraw(rule)) => say(&rule, HERE).into_owned(),
        EndedBy::Rules(LineEnd::MoveLimit(plies)) => {
            format!("è raggiunto il limite di {plies} semimosse")
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
    match it {
        Denied::Illegal(it) => say(&**it, HERE),
        Denied::OldPly { asked, played } => format!("si intendeva la semimossa {asked}, ma ne sono state giocate {played}: la partita va riletta").into(),
        Denied::NotYourTurn => "tocca al computer: se ne aspetta la mossa".into(),
        Denied::Over => {
            "la partita è finita: se ne può iniziare una nuova, o annullare una mossa".into()
        }
        Denied::NothingToUndo => "non c'è una mossa propria da annullare".into(),
        Denied::Resigned => {
            "la partita è stata chiusa da un abbandono: la mossa non si può annullare".into()
        }
        Denied::Late => {
            "la partita è stata chiusa dal tempo scaduto: la mossa non si può annullare".into()
        }
        Denied::Agreed => {
            "la partita è stata chiusa da un accordo: la mossa non si può annullare".into()
        }
        Denied::OfferStands => {
            "la patta è già proposta: si può accettare, rifiutare o muovere".into()
        }
        Denied::Declined => {
            "la proposta è stata rifiutata: prima della prossima serve una mossa".into()
        }
        Denied::NoOffer => "nessuna patta è proposta: non c'è nulla a cui rispondere".into(),
    }
}

pub(super) fn refusal(it: &Refusal) -> Cow<'static, str> {
    match it {
        Refusal::Denied(it) => denied(it),
        Refusal::NoStart { field, why } => format!("{field}: {}", say(why, HERE)).into(),
        Refusal::NotJudged(why) => why.in_language(HERE).to_owned().into(),
        Refusal::OfClient { text, .. } => text.clone().into(),
        Refusal::NoAddress => "a questo indirizzo non c'è nulla".into(),
        Refusal::NoMatch => {
            "questa partita non c'è, o è stata chiusa dopo una lunga inattività: se ne può \
             iniziare una nuova"
                .into()
        }
        Refusal::NoTournament => {
            "questo torneo non è nelle cartelle date a `serve --results`".into()
        }
        Refusal::NoMatchOfTournament => {
            "in questo torneo la partita non c'è, o non è ancora stata giocata".into()
        }
        Refusal::NoUpload => {
            "questo file non è più qui: va trascinato di nuovo sulla pagina".into()
        }
        Refusal::TooLong => {
            "questa partita è troppo lunga da scorrere qui: si può usare `replay`".into()
        }
        Refusal::OldOffer => {
            "la partita è andata avanti prima della risposta: si può proporre di nuovo".into()
        }
        Refusal::OldHint => {
            "la partita è andata avanti durante la ricerca del suggerimento: si può chiedere di \
             nuovo"
                .into()
        }
        Refusal::TooManyMatches => {
            "ci sono troppe partite aperte: se ne può chiudere una, o riprovare fra qualche \
             minuto"
                .into()
        }
        Refusal::TooManySearches => {
            "ci sono troppe ricerche in corso: si può riprovare fra un momento".into()
        }
        Refusal::TooManyUploads => {
            "si stanno leggendo troppi file: si può riprovare fra un momento".into()
        }
        Refusal::TooManyWaiting => {
            "troppe richieste aspettano novità: si può chiedere di nuovo fra un momento, senza \
             aspettare"
                .into()
        }
        Refusal::TooManyWatching => {
            "troppi guardano insieme: si può guardare di nuovo fra un momento, senza novità dal \
             vivo"
                .into()
        }
        Refusal::Broken => {
            "non è stato possibile leggerlo; è un errore di questo programma, da segnalare agli \
             autori"
                .into()
        }
    }
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
