//! Similarity section of the overview, for the teacher only.

use maud::{Markup, html};

use super::{counted, is_plain, labels, link, links, pair_file, sentence, table, told};
use crate::dossier::{Class, StepResult};
use crate::marks::Mark;
use crate::similarity::{Likeness, Pair, per_cent};
use arbitro_html::text;
use arbitro_rules::language::Language;

/// Pairs that are listed, and have a page of their own.
pub(crate) const MAX_PAIRS: usize = 500;

pub(super) fn section(class: &Class, marks: &[Mark], language: Language) -> Markup {
    let t = labels(language);
    html! {
        @match &class.likeness {
            StepResult::Found(likeness) => (found(likeness, marks, language)),
            StepResult::NotReached(why) | StepResult::NotDone(why) => p {
                (t("Nobody was compared: ", "Nessuno è stato confrontato: ")) (told(why, language))
            }
        }
    }
}

fn found(likeness: &Likeness, marks: &[Mark], language: Language) -> Markup {
    let t = labels(language);
    let unread = likeness.members.iter().filter(|it| !it.is_parsed);
    let unread: Vec<&str> = unread.map(|it| it.name.as_str()).collect();
    let columns = [
        [t("One", "Una"), ""],
        [t("Other", "L'altra"), ""],
        [t("Score", "Punteggio"), "n"],
        [t("Of one", "Dell'una"), "n spare"],
        [t("Of other", "Dell'altra"), "n spare"],
        [t("Longest part", "Parte più lunga"), "n spare"],
        [t("State", "Stato"), ""],
        [t("Side by side", "A confronto"), "still"],
    ];
    let pairs = likeness.pairs.iter().take(MAX_PAIRS);
    let rows = html! { tbody { @for pair in pairs { (row(pair, likeness, marks, language)) } } };
    html! {
        p {
            (t(
                "Programs are compared by their structure, without names, numbers, comments and layout. A score is \
                 the share of the shorter program found in the other, and a pair with a long common part is listed whatever its score: a reason to look, not a verdict. Acquit a pair with ",
                "I programmi sono confrontati per la loro struttura, senza nomi, numeri, commenti e impaginazione. Il \
                 punteggio è la parte del programma più corto che si ritrova nell'altro, e una coppia con una parte \
                 lunga è elencata con qualsiasi punteggio: un motivo per guardare, non un verdetto. Una coppia si \
                 assolve con ",
            ))
            code { "[[decisions]]" } " in " code { "grade.toml" } (t(", with the reason.", ", con il motivo."))
        }
        @if likeness.groups.is_empty() {
            p {
                (t("No pair is as similar as ", "Nessuna coppia arriva a una somiglianza del "))
                (per_cent(likeness.settings.threshold)) "."
            }
        } @else {
            h3 { (t("Groups", "Gruppi")) }
            ol .plain {
                @for group in &likeness.groups {
                    li { (links(group.iter().map(|&it| shown(likeness, it)))) }
                }
            }
        }
        h3 { (t("Pairs", "Coppie")) }
        @if likeness.pairs.is_empty() {
            p {
                (t("No pair scores ", "Nessuna coppia ha un punteggio di almeno "))
                (per_cent(likeness.settings.listed))
                (t(" or more or has a part of ", " o una parte di almeno "))
                (likeness.settings.long) (t(" tokens or more.", " token."))
            }
        } @else {
            (table(t("Similar pairs", "Coppie simili"), "fit sort", &columns, &rows))
            @if likeness.pairs.len() > MAX_PAIRS {
                p .soft {
                    (t("And ", "E altre ")) (likeness.pairs.len() - MAX_PAIRS)
                    (t(" more, less similar, without a page.", ", meno simili, che non hanno una pagina."))
                }
            }
        }
        @if !likeness.crowd.is_empty() {
            h3 { (t("Mostly common code", "Fatte di ciò che hanno in molti")) }
            p {
                (t("At least ", "Almeno il ")) (per_cent(likeness.settings.threshold))
                (t(" of each of these is code that more than ", " di ognuna di queste è codice che ha più del "))
                (per_cent(likeness.settings.common_share))
                (t(
                    " of the class has. It is ignored, so no pair is listed above for it. Either the course \
                     gave it out, or a copy went round: look at two of them.",
                    " del corso. Non è considerato di nessuno, perciò qui sopra nessuna coppia compare per questo. O lo \
                     ha distribuito il corso, o è circolata una copia: conviene guardarne due.",
                ))
            }
            p { (links(likeness.crowd.iter().map(|&it| link(likeness.name(it))))) "." }
        }
        @if !unread.is_empty() {
            p {
                (t(
                    "The parser did not finish these, so they were not compared: ",
                    "L'analizzatore non è arrivato alla fine di queste, che non sono state confrontate: ",
                ))
                (links(unread.iter().map(|it| link(it)))) "." }
        }
    }
}

/// A name, linked to the student's page if it is of this class.
fn shown(likeness: &Likeness, at: usize) -> Markup {
    match likeness.members.get(at) {
        Some(it) if it.is_past => html! { (text::name(&it.name)) },
        _ => link(likeness.name(at)),
    }
}

fn row(pair: &Pair, likeness: &Likeness, marks: &[Mark], language: Language) -> Markup {
    let t = labels(language);
    let (left, right) = (likeness.name(pair.left), likeness.name(pair.right));
    let of_left = marks.iter().find(|it| it.number == left);
    let alike = of_left.and_then(|it| it.alike.iter().find(|other| other.number == right));
    html! {
        tr {
            th scope="row" { (shown(likeness, pair.left)) }
            th scope="row" { (shown(likeness, pair.right)) }
            td .n data-v=(pair.score) { (per_cent(pair.score)) }
            td .n .spare data-v=(pair.of_left) { (per_cent(pair.of_left)) }
            td .n .spare data-v=(pair.of_right) { (per_cent(pair.of_right)) }
            td .n .spare data-v=(pair.longest) { (counted(pair.longest as u64, language, ["token", "tokens"], ["token"; 2])) }
            td {
                @match alike {
                    Some(it) if it.is_acquitted => {
                        span .badge .first { (t("acquitted", "assolta")) }
                        @if let Some(why) = &it.why { " " (sentence(why)) }
                    }
                    Some(_) => span .badge .bad .first { (t("proposed to fail", "proposta di insufficienza")) },
                    None => span .soft { (t("below the bound", "sotto il limite")) },
                }
            }
            td {
                @if is_plain(left) && is_plain(right) {
                    @let parts = pair.parts.len() as u64;
                    a href=(pair_file(left, right)) { (counted(parts, language, ["part", "parts"], ["parte", "parti"])) }
                 }
            }
        }
    }
}
