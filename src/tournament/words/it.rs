//! Italian.

use std::borrow::Cow;

use super::{Duel, Head, Open, Sequential, Text};
use crate::rating::Hypothesis;
use crate::report::Interval;
use crate::report::protection::{Protection, TooWeak};
use crate::shards::FlawKind;
use crate::{Damage, TrialFault};
use arbitro_records::analysis::NotKept;
use arbitro_sandbox::{Layer, Mechanism, Promise, Strength};
use arbitro_words::{Count, Language, counted, say};

pub(super) fn damage(damage: &Damage) -> Cow<'static, str> {
    match damage {
        Damage::Seal => say(&NotKept::Seal, Language::Italian),
        Damage::TooLong => "è più lunga di qualsiasi verbale".into(),
        Damage::Form => {
            "non è il verbale di una partita che questo programma sappia leggere".into()
        }
        Damage::Early => {
            "dipende da una partita che manca: non si sa ancora se è di questo torneo".into()
        }
        Damage::Foreign => "non è una partita di questo torneo".into(),
    }
}

pub(super) fn trial_fault(fault: &TrialFault) -> String {
    let advice = match fault.is_alone {
        true => {
            "; qui è un solo processo: se ne avvia altri, scrivere processes = 8 nel suo player.toml"
        }
        false => "",
    };
    fault.said(None, ": ", Language::Italian) + advice
}

pub(super) fn flaw(flaw: &FlawKind) -> String {
    match flaw {
        FlawKind::Missing { matches, first, void, is_running } => {
            let which = match matches {
                1 => format!("manca la partita {first}"),
                _ => format!("mancano {matches} partite, la prima è la {first}"),
            };
            let void = match void {
                0 => String::new(),
                1 => "; 1 è stata annullata, la macchina era troppo occupata, o ha fallito"
                    .to_owned(),
                _ => format!(
                    "; {void} sono state annullate, la macchina era troppo occupata, o ha fallito"
                ),
            };
            let running = if *is_running { "; qualcuno la sta giocando ora" } else { "" };
            format!("{which}{void}{running}")
        }
        FlawKind::Damaged { line, damage } => {
            format!("riga {line}: {}", say(damage, Language::Italian))
        }
        FlawKind::Double { id, agrees } => {
            format!("la partita {id} c'è più di una volta, {}", the_same(*agrees))
        }
        FlawKind::Stray { id, line, home, agrees: None } => {
            format!("riga {line}: la partita {id} appartiene alla parte {home}, dove manca")
        }
        FlawKind::Stray { id, line, home, agrees: Some(agrees) } => {
            let same = the_same(*agrees);
            format!(
                "riga {line}: la partita {id} appartiene alla parte {home}, dove c'è anche, {same}"
            )
        }
    }
}

const fn the_same(agrees: bool) -> &'static str {
    if agrees { "con lo stesso risultato" } else { "con risultati diversi" }
}

pub(super) fn interval(interval: &Interval) -> Cow<'static, str> {
    match interval {
        Interval::Bounded { low, high } => format!("da {low} a {high}").into(),
        Interval::AtLeast(low) => format!("{low} o più").into(),
        Interval::AtMost(high) => format!("{high} o meno").into(),
        Interval::Unknown => "ignoto".into(),
    }
}

pub(super) fn protection(protection: &Protection) -> Cow<'static, str> {
    match protection {
        Protection::Promise(it) => promise(*it).into(),
        Protection::Layer(it) => layer(*it),
        Protection::Strength(it) => strength(*it).into(),
        Protection::Mechanism(it) => mechanism(*it),
    }
}

const fn promise(promise: Promise) -> &'static str {
    match promise {
        Promise::Files => "file",
        Promise::Network => "rete",
        Promise::Opponent => "avversario",
        Promise::Survival => "sopravvivenza",
        Promise::SystemCalls => "chiamate di sistema",
        Promise::Processes => "processi",
        Promise::Disk => "disco",
        Promise::Memory => "memoria",
        Promise::Time => "tempo",
        Promise::Freezing => "congelamento",
    }
}

fn layer(layer: Layer) -> Cow<'static, str> {
    match layer {
        Layer::Namespaces => "namespace".into(),
        Layer::ReadOnly => "montaggi di sola lettura".into(),
        Layer::UserId => "id utente".into(),
        Layer::Limits => "limiti del kernel".into(),
        Layer::Groups => "control group".into(),
        Layer::Sampling => "campionamento".into(),
        Layer::Signals => "segnali".into(),
        // Names that are the same in every language.
        Layer::Landlock(_) | Layer::Seccomp => layer.to_string().into(),
    }
}

const fn strength(strength: Strength) -> &'static str {
    match strength {
        Strength::Enforced => "garantita",
        Strength::Approximate => "approssimata",
        Strength::Absent => "assente",
    }
}

fn mechanism(mechanism: Mechanism) -> Cow<'static, str> {
    match mechanism {
        Mechanism::Landlock(version) => format!("Landlock, versione {version}").into(),
        Mechanism::NeedsLandlock => "serve Landlock (Linux 5.13)".into(),
        Mechanism::NetworkNamespaceAndSeccomp => {
            "namespace di rete senza interfacce, e seccomp: nessun socket".into()
        }
        Mechanism::NetworkNamespace => "namespace di rete senza interfacce".into(),
        Mechanism::SeccompNoSockets => "seccomp: nessun socket".into(),
        Mechanism::NeedsNamespacesOrSeccomp => "servono i namespace, oppure seccomp".into(),
        Mechanism::ProcessNamespace => {
            "namespace dei processi: nessun altro si può vedere, né raggiungere con un segnale"
                .into()
        }
        Mechanism::OwnUser => "un id utente tutto suo".into(),
        Mechanism::NeedsNamespacesOrRoot => "servono i namespace, oppure root".into(),
        Mechanism::EndedByNamespace => {
            "namespace dei processi: il kernel li termina tutti insieme".into()
        }
        Mechanism::DescendantsEnded => {
            "servono i namespace: i discendenti vengono cercati e terminati".into()
        }
        Mechanism::OwnPartOfProc => {
            "Landlock: di /proc solo la sua parte; seccomp: segnali solo a sé stesso".into()
        }
        Mechanism::OneProcess => "un solo processo: non può avviarne altri".into(),
        Mechanism::OneProcessThreadsByUser => {
            "un solo processo: non può avviarne altri; i thread con un limite su un id utente \
             tutto suo"
                .into()
        }
        Mechanism::OneProcessThreadsCounted => {
            "un solo processo: non può avviarne altri; seccomp: ogni nuovo thread viene contato"
                .into()
        }
        Mechanism::OneProcessThreadsAsMemory => {
            "un solo processo: non può avviarne altri; i suoi thread contano come memoria".into()
        }
        Mechanism::FolderLookedAt => {
            "limite alla dimensione dei file, e ogni tanto un'occhiata alla sua cartella".into()
        }
        Mechanism::NeedsSeccomp => "serve seccomp".into(),
        Mechanism::Seccomp => "seccomp".into(),
        Mechanism::LimitOnOwnUser => "limite su un id utente tutto suo".into(),
        Mechanism::ExemptUser => "il kernel esenta questo id utente dal limite".into(),
        Mechanism::LimitInUserNamespace => "limite in un namespace utente tutto suo".into(),
        Mechanism::OwnFileSystem => {
            "un file system tutto suo, e il limite alla dimensione dei file".into()
        }
        Mechanism::FileSizeOnly => {
            "servono i namespace: c'è solo il limite alla dimensione dei file".into()
        }
        Mechanism::SampledNeedsDelegate => {
            "campionata ogni millisecondo (un programma può superarla per quel tempo), senza gli elenchi delle mappature: serve Delegate=yes \
             in questa unità di systemd"
                .into()
        }
        Mechanism::SampledNeedsScope => {
            "campionata ogni millisecondo (un programma può superarla per quel tempo), senza gli elenchi delle mappature: serve --scope".into()
        }
        Mechanism::SampledNeedsGroup => {
            "campionata ogni millisecondo (un programma può superarla per quel tempo), senza gli elenchi delle mappature: serve un control \
             group che limiti la memoria"
                .into()
        }
        Mechanism::GroupInScope => {
            "control group, versione 2, in uno scope di systemd tutto suo".into()
        }
        Mechanism::GroupV1 => "control group, versione 1".into(),
        Mechanism::GroupV2 => "control group, versione 2".into(),
        Mechanism::ClockAndGroup => {
            "l'orologio dell'arbitro; il tempo di processore è del control group".into()
        }
        Mechanism::ClockAndTicks => {
            "l'orologio dell'arbitro; il tempo di processore è in tick del kernel".into()
        }
        Mechanism::PlainProcess => "un semplice processo tuo: niente gli è precluso".into(),
        Mechanism::PlainProcessGroup => {
            "un semplice processo: si terminano il suo gruppo di processi e i suoi discendenti"
                .into()
        }
        Mechanism::PlainFileSize => {
            "un semplice processo: c'è solo il limite alla dimensione dei file".into()
        }
        Mechanism::PlainLookedAt => "un semplice processo: controllata ogni millisecondo".into(),
        Mechanism::PlainStopSignals => "un semplice processo: segnali di arresto".into(),
        Mechanism::ControlGroup => "control group".into(),
        Mechanism::StopSignals => "segnali di arresto: serve un control group".into(),
    }
}

pub(super) fn too_weak(weak: &TooWeak<'_>) -> String {
    let missing = weak.list(Language::Italian, |promises, _, how| format!("{promises}: {how}"));
    format!("questa macchina non può contenere un programma ostile: {missing}")
}

pub(super) fn text(text: &Text<'_>) -> Cow<'static, str> {
    match text {
        Text::Head(it) => return head(*it).into(),
        Text::Played { game, format, players, matches, open, seed } => {
            let count = |matches| say(&Count::Matches(matches), Language::Italian);
            let matches = match open {
                None => count(*matches).into_owned(),
                Some(Open { of: Some(all) }) => format!("finora {matches} di {}", count(*all)),
                Some(Open { of: None }) => format!("finora {}", count(*matches)),
            };
            format!("{game}, {format}, {players} giocatori, {matches}, seme {seed}")
        }
        Text::InGroup(group) => format!(" nel gruppo {group}"),
        Text::NotListed(rest) => format!("      e ancora {rest}, in standings.csv"),
        Text::Best(share) => format!("* nel primo {} %", share.in_percent().replace('.', ",")),
        Text::Unlinked { groups } => {
            format!(
                "i punteggi Elo si possono confrontare solo all'interno di un gruppo: \
                 {groups} gruppi non si sono mai incontrati"
            )
        }
        Text::Copies { low, high, games, matches, others } => {
            let played = match games {
                1 => format!("la stessa partita tutte e {matches} le volte"),
                _ => format!("{games} partite diverse su {matches}"),
            };
            let others = match others {
                0 => String::new(),
                1 => " (e un'altra coppia di giocatori)".to_owned(),
                _ => format!(" (e altre {others} coppie di giocatori)"),
            };
            format!(
                "copie: {low} e {high} hanno giocato {played}{others}; l'Elo conta ogni partita \
                 una volta sola, --openings random:6 ne dà di diverse"
            )
        }
        Text::Voids { voids, open } => {
            let again = match open {
                0 => String::new(),
                _ if open == voids => ": --resume le rigioca".to_owned(),
                _ => format!(": --resume ne rigioca {open}"),
            };
            format!(
                "partite annullate: {voids}, \
                 la macchina era troppo occupata, o ha fallito{again}"
            )
        }
        Text::Duel(Duel { one, other, results, score, elo, reach, sure }) => {
            let [wins, draws, losses] = results;
            format!(
                "{one} contro {other}: vinte {wins}, patte {draws}, perse {losses}, \
                 {score:.1} % dei punti\n\
                 Elo {elo:+.1}, 95 % {}; {one} è il più forte al {sure:.1} %\n",
                interval(reach)
            )
        }
        Text::Pairs { one, pairs } => {
            let [a, b, c, d, e] = pairs;
            format!(
                "coppie da un'apertura con 0, 0.5, 1, 1.5, 2 punti per {one}: \
                 {a} {b} {c} {d} {e}\n"
            )
        }
        Text::Sequential(Sequential { one, elo, decision, llr, bounds: (low, high), pairs }) => {
            let [elo0, elo1] = elo;
            let stronger =
                |by, than| format!("{one} è più forte di {by} Elo piuttosto che di {than}");
            let verdict = match decision {
                Some(Hypothesis::H1) => stronger(elo1, elo0),
                Some(Hypothesis::H0) => stronger(elo0, elo1),
                None => "non deciso".to_owned(),
            };
            format!(
                "test sequenziale: {verdict} (rapporto di log-verosimiglianza {llr:.2}, \
                 limiti {low:.2} e {high:.2}, {})\n",
                counted(u64::from(*pairs), "coppia", "coppie")
            )
        }
    }
    .into()
}

const fn head(head: Head) -> &'static str {
    match head {
        Head::Player => "giocatore",
        Head::Points => "punti",
        Head::Won => "vinte",
        Head::Drawn => "patte",
        Head::Lost => "perse",
        Head::Forfeits => "forfait",
        Head::Rating => "Elo",
    }
}
