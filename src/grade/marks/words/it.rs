//! Italian.

use arbitro_words::{Language, say};

use super::super::{Late, PartName, capital, points_text};
use super::{
    CheckCounts, Comment, Failing, Faults, MAX_NAMED, RungScore, Why, besides, gains, open,
};
use crate::conformance::method_in;
use crate::dossier::Bonus;
use crate::memory::FaultKind;

pub(super) const COMMENT: &str = "Punti: ";

const ITALIAN: Language = Language::Italian;

pub(super) fn why(why: &Why) -> String {
    match why {
        Why::NotReached(why) => format!("Non raggiunto: {}.", open(why, ITALIAN)),
        Why::NotDone { why, of } => format!(
            "Non si è potuto fare, e non è colpa di nessuno: {}. I suoi punti ({}) sono tolti dal totale.",
            open(why, ITALIAN),
            points_text(*of)
        ),
        Why::Unusable(why) => format!("Non si può compilare: {}.", say(why, ITALIAN)),
        Why::Builds => "Compila.".into(),
        Why::OwnMain { line } => format!(
            "Contiene un main, alla riga {line}, che in player.cpp non deve esserci; senza di esso il programma si può costruire, e il resto si può valutare."
        ),
        Why::BuildFails(fault) => format!("{}.", capital(&say(fault, ITALIAN))),
        Why::Warnings { count, free, each } => warnings(*count, *free, *each),
        Why::Checks(counts) => checks(counts),
        Why::Memory { faults: all, unfinished: (unfinished, cost), .. } => {
            let costs = |count: usize, what: &str, cost: f64| match points_text(cost).as_str() {
                "0" => format!("{count} {what} (per la stessa causa)"),
                cost => format!("{count} {what} (\u{2212}{cost})"),
            };
            let all = all.iter();
            let all =
                all.map(|&(kind, count, cost)| costs(count, faults(&Faults(kind, count)), cost));
            let mut all: Vec<String> = all.collect();
            match unfinished {
                0 if *cost <= 0.0 => {}
                0 => all.push(format!(
                    "nulla di quello che veniva dopo un crash (\u{2212}{})",
                    points_text(*cost)
                )),
                1 => all.push(costs(1, "esercizio interrotto", *cost)),
                &many => all.push(costs(many, "esercizi interrotti", *cost)),
            }
            if all.is_empty() {
                "Valgrind non ha trovato errori.".into()
            } else {
                format!("Valgrind ha trovato: {}.", all.join(", "))
            }
        }
        Why::Strength { rungs, forfeit } => {
            let rungs: Vec<String> = rungs.iter().map(rung).collect();
            let cost = forfeit.map(|cost| {
                format!(" Ogni forfait costa inoltre {} di una partita vinta.", points_text(cost))
            });
            format!("{}.{}", rungs.join("; "), cost.unwrap_or_default())
        }
        Why::Limits { matches, timeout, memory } => {
            let lost = |(count, cost): (u64, f64), what: &str| {
                let perse = if count == 1 { "persa" } else { "perse" };
                (count > 0)
                    .then(|| format!("{count} {perse} {what} (\u{2212}{})", points_text(cost)))
            };
            let lost =
                [lost(*timeout, "per il tempo"), lost(*memory, "per aver usato troppa memoria")];
            let lost = Vec::from_iter(lost.into_iter().flatten());
            if lost.is_empty() {
                format!("Partite: {matches}; nessuna persa per il tempo o per la memoria.")
            } else {
                format!("Partite: {matches}; di queste {}.", lost.join(", "))
            }
        }
        Why::Place { place, of, bonus } => {
            let end = match bonus {
                Bonus::Yes => ": fra i migliori, che ricevono un bonus.",
                Bonus::Open => {
                    ", a pari con altri: chi di loro riceve il bonus lo decide il docente."
                }
                Bonus::No => "; il bonus è per i migliori.",
            };
            format!("Posto {place} su {of} nel torneo del corso{end}")
        }
        Why::NoTournament(why) => format!("Il torneo non c'è stato: {}.", open(why, ITALIAN)),
    }
}

fn warnings(count: usize, free: u32, each: f64) -> String {
    let how_many = match count {
        0 => "Nessun warning".to_owned(),
        many => format!("{many} warning"),
    };
    let each = points_text(each);
    let punti = if each == "1" { "punto" } else { "punti" };
    let cost = match (count, free) {
        (0, _) => String::new(),
        (_, 0) => format!(", {each} {punti} in meno per ciascuno"),
        _ => format!(", per ciascuno oltre {free} {each} {punti} in meno"),
    };
    format!("{how_many} con -Wall -Wextra{cost}.")
}

fn checks(counts: &CheckCounts) -> String {
    let CheckCounts { passed, judged, because_of, .. } = counts;
    let mut why = if passed == judged {
        format!("Verifiche superate: tutte e {judged}")
    } else {
        format!("Verifiche superate: {passed} su {judged}")
    };
    if counts.are_weighed {
        why += ", alcune delle quali contano più di altre";
    }
    if !counts.wrong.is_empty() {
        let named = counts
            .wrong
            .iter()
            .take(MAX_NAMED)
            .map(|(method, count, lost)| cost(&method_in(method, ITALIAN), *count, *lost));
        why += "; non superate: ";
        why += &named.collect::<Vec<_>>().join(", ");
        if counts.wrong.len() > MAX_NAMED {
            why += " e altre";
        }
    }
    why += ".";
    if passed != judged {
        why += " Ogni metodo conta lo stesso, quante che siano le sue verifiche";
        if let Some(share) = counts.exceptions {
            let most = points_text(share * 100.0);
            why += &format!(
                "; le chiamate che devono lanciare index_out_of_bounds sono al più il {most} % di esso"
            );
        }
        why += ".";
    }
    match counts.not_run {
        0 => {}
        1 => {
            why += " Una di queste non è stata eseguita, per quello che è successo prima, e conta come non superata.";
        }
        many => {
            why += &format!(
                " {many} di queste non sono state eseguite, per quello che è successo prima, e contano come non superate."
            );
        }
    }
    if !because_of.is_empty() {
        let named = because_of.iter().map(|(method, count, lost)| cost(method, *count, *lost));
        let named = named.collect::<Vec<_>>().join(", ");
        why += &format!(
            " Non giudicate, perché serve loro un metodo che è sbagliato, e perciò senza punti: {named}."
        );
    }
    why
}

/// Checks of a method that failed, and the points that they cost, or that another method is charged.
fn cost(method: &str, count: usize, lost: f64) -> String {
    match points_text(lost).as_str() {
        "0" => format!("{method} {count} (per la stessa causa)"),
        lost => format!("{method} {count} (\u{2212}{lost})"),
    }
}

fn rung(RungScore { opponent, matches, won, drawn, forfeited }: &RungScore) -> String {
    let vinte = if *won == 1 { "vinta" } else { "vinte" };
    let mut line = format!("{won} {vinte} su {matches} contro {opponent}");
    match drawn {
        0 => {}
        1 => line += ", 1 patta",
        drawn => line += &format!(", {drawn} patte"),
    }
    match forfeited {
        0 => {}
        1 => line += ", 1 persa per forfait",
        lost => line += &format!(", {lost} perse per forfait"),
    }
    line
}

pub(super) fn failing(why: &Failing) -> String {
    match why {
        Failing::NoPlayer(found) => {
            format!("non c'è nulla da valutare: {}", say(found, ITALIAN))
        }
        Failing::Unusable(why) => format!("non si può compilare: {}", say(why, ITALIAN)),
        Failing::OwnMain { line } => {
            format!("contiene un main, alla riga {line}, che in player.cpp non deve esserci")
        }
        Failing::BuildFails(fault) => say(fault, ITALIAN).into_owned(),
        Failing::NotCompiled(why) => {
            format!("non è stata compilata: {}", say(why, ITALIAN))
        }
        Failing::Similar { score, limit } => format!(
            "il testo somiglia troppo a quello di un'altra consegna: {score} % della più corta, e il limite è {limit} %; i progetti copiati sono insufficienti, tutti e due"
        ),
        Failing::Forged => {
            "qualcosa al suo interno ha risposto al posto del programma che ne verifica i metodi: è fatto per ingannare, e rende insufficiente l'intero progetto".into()
        }
        Failing::Cheated { times } => {
            let volte = if *times == 1 { "una volta" } else { "più di una volta" };
            format!(
                "ha perso una partita per aver barato, {volte}: i file fatti per ingannare l'arbitro rendono insufficiente l'intero progetto"
            )
        }
    }
}

pub(super) fn faults(Faults(kind, count): &Faults) -> &'static str {
    let [one, many] = match kind {
        FaultKind::InvalidRead => ["lettura non valida", "letture non valide"],
        FaultKind::InvalidWrite => ["scrittura non valida", "scritture non valide"],
        FaultKind::NullPointer => ["puntatore nullo seguito", "puntatori nulli seguiti"],
        FaultKind::Uninitialised => {
            ["uso di un valore mai inizializzato", "usi di valori mai inizializzati"]
        }
        FaultKind::BadFree => {
            ["liberazione di memoria non allocata", "liberazioni di memoria non allocata"]
        }
        FaultKind::MismatchedFree => [
            "delete che non corrisponde alla sua new",
            "delete che non corrispondono alla loro new",
        ],
        FaultKind::Leak => ["perdita di memoria", "perdite di memoria"],
        FaultKind::PossibleLeak => ["possibile perdita di memoria", "possibili perdite di memoria"],
        FaultKind::Other => ["altro errore", "altri errori"],
    };
    if *count == 1 { one } else { many }
}

pub(super) fn part(part: &PartName) -> &'static str {
    match part {
        PartName::Builds => "Compilazione",
        PartName::Warnings => "Assenza di warning",
        PartName::Conformance => "Correttezza dei metodi",
        PartName::Memory => "Uso della memoria",
        PartName::Strength => "Strategia",
        PartName::Limits => "Tempo e memoria nelle partite",
        PartName::Bonus => "Bonus del torneo",
    }
}

pub(super) fn late(Late { days, cost }: &Late) -> String {
    let late = match days {
        1 => "1 giorno di ritardo".to_owned(),
        days => format!("{days} giorni di ritardo"),
    };
    if *cost > 0.0 { late } else { format!("{late}, senza penalità") }
}

pub(super) fn comment(Comment(mark): &Comment<'_>) -> String {
    let (points, of) = (points_text(mark.without_bonus()), points_text(mark.of));
    let begin = format!("{COMMENT}{points} su {of}{}.", besides(mark, ITALIAN));
    match gains(mark, ITALIAN) {
        none if none.is_empty() => begin,
        gains => format!("{begin} Che cosa porterebbe più punti:{gains}"),
    }
}
