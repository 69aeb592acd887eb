//! What protects a match, in words. The sandbox says it in English and knows no other language, and so
//! it is kept beside results; here it is said to people, in both. What is not known, from a later or an
//! earlier version, is shown as it was kept.

use arbitro_rules::language::{Said, of_each};
use arbitro_rules::said;

/// What is promised, by the name that the sandbox has for it.
pub fn promise_said(name: &str) -> Said {
    let italian = match name {
        "files" => "file",
        "network" => "rete",
        "opponent" => "avversario",
        "survival" => "sopravvivenza",
        "system calls" => "chiamate di sistema",
        "processes" => "processi",
        "disk" => "disco",
        "memory" => "memoria",
        "time" => "tempo",
        "freezing" => "congelamento",
        other => other,
    };
    Said::new(name, italian)
}

/// How far it can be relied on.
pub fn strength_said(word: &str) -> Said {
    let italian = match word {
        "enforced" => "garantita",
        "approximate" => "approssimata",
        "absent" => "assente",
        other => other,
    };
    Said::new(word, italian)
}

/// By which means it is kept, or why it is not.
pub fn mechanism_said(text: &str) -> Said {
    let italian = match text {
        "needs Landlock (Linux 5.13)" => "serve Landlock (Linux 5.13)",
        "network namespace without interfaces, and seccomp: no sockets" => {
            "namespace di rete senza interfacce, e seccomp: nessun socket"
        }
        "network namespace without interfaces" => "namespace di rete senza interfacce",
        "seccomp: no sockets" => "seccomp: nessun socket",
        "needs namespaces or seccomp" => "servono i namespace, oppure seccomp",
        "process-id namespace: nobody else can be seen or signalled" => {
            "namespace dei processi: nessun altro si può vedere, né raggiungere con un segnale"
        }
        "a user id of its own" => "un id utente tutto suo",
        "needs namespaces, or root" => "servono i namespace, oppure root",
        "process-id namespace: the kernel ends it as a whole" => {
            "namespace dei processi: il kernel li termina tutti insieme"
        }
        "needs namespaces: descendants are looked for and ended" => {
            "servono i namespace: i discendenti vengono cercati e terminati"
        }
        "needs seccomp" => "serve seccomp",
        "limit on a user id of its own" => "limite su un id utente tutto suo",
        "the kernel exempts this user id from the limit" => {
            "il kernel esenta questo id utente dal limite"
        }
        "limit in a user namespace of its own" => "limite in un namespace utente tutto suo",
        "limit on the caller's user id, shared with it" => {
            "limite sull'id utente di chi lo avvia, in comune con lui"
        }
        "a file system of its own, and the file size limit" => {
            "un file system tutto suo, e il limite alla dimensione dei file"
        }
        "needs namespaces: file size limit only" => {
            "servono i namespace: c'è solo il limite alla dimensione dei file"
        }
        "looked at every millisecond: needs a control group (root, or systemd-run --user --scope -p Delegate=yes)" => {
            "controllata ogni millisecondo: serve un control group (root, oppure systemd-run --user --scope -p Delegate=yes)"
        }
        "sampled every millisecond, without page tables, mappings, queues and pipes: needs Delegate=yes in this systemd unit" => {
            "campionata ogni millisecondo, senza tabelle delle pagine, mappature, code e pipe: serve Delegate=yes in questa unità di systemd"
        }
        "sampled every millisecond, without page tables, mappings, queues and pipes: needs --scope" => {
            "campionata ogni millisecondo, senza tabelle delle pagine, mappature, code e pipe: serve --scope"
        }
        "sampled every millisecond, without page tables, mappings, queues and pipes: needs a control group that limits memory" => {
            "campionata ogni millisecondo, senza tabelle delle pagine, mappature, code e pipe: serve un control group che limiti la memoria"
        }
        "control group, version 2, in a systemd scope of its own" => {
            "control group, versione 2, in uno scope di systemd tutto suo"
        }
        "the referee's clock; processor time by control group" => {
            "l'orologio dell'arbitro; il tempo di processore è del control group"
        }
        "the referee's clock; processor time in ticks of the kernel" => {
            "l'orologio dell'arbitro; il tempo di processore è in tick del kernel"
        }
        "a plain process of yours: nothing is kept from it" => {
            "un semplice processo tuo: niente gli è precluso"
        }
        "a plain process: its process group and its descendants are ended" => {
            "un semplice processo: si terminano il suo gruppo di processi e i suoi discendenti"
        }
        "a plain process: file size limit only" => {
            "un semplice processo: c'è solo il limite alla dimensione dei file"
        }
        "a plain process: looked at every millisecond" => {
            "un semplice processo: controllata ogni millisecondo"
        }
        "a plain process: stop signals" => "un semplice processo: segnali di arresto",
        "stop signals: needs a control group" => "segnali di arresto: serve un control group",
        other => {
            for (english, italian) in [
                ("Landlock, version ", "Landlock, versione "),
                ("control group, version ", "control group, versione "),
            ] {
                if let Some(version) = other.strip_prefix(english) {
                    return Said::new(other, format!("{italian}{version}"));
                }
            }
            // Names that are the same everywhere: seccomp, control group.
            other
        }
    };
    Said::new(text, italian)
}

/// How far, and by which means, as it is kept beside results.
pub fn how_said(how: &str) -> Said {
    match how.split_once(": ") {
        Some((strength, mechanism)) => {
            Said::joined(&[strength_said(strength), mechanism_said(mechanism)], ": ")
        }
        None => strength_said(how),
    }
}

/// That a machine is too weak for a hostile program: promises that are not kept, and how far they are;
/// those of one cause together.
pub fn too_weak_said(missing: &[(Vec<&'static str>, String)]) -> Said {
    let missing: Vec<Said> = missing
        .iter()
        .map(|(promises, how)| {
            let is_one = promises.len() == 1;
            let promises: Vec<Said> = promises.iter().map(|it| promise_said(it)).collect();
            let (promises, how) = (Said::joined(&promises, ", "), how_said(how));
            of_each(|language| {
                let [promises, how] = [&promises, &how].map(|it| it.in_language(language));
                let english = if is_one { " is " } else { " are " };
                let is = language.pick(english, ": ");
                format!("{promises}{is}{how}")
            })
        })
        .collect();
    let cannot = said!(
        "this machine cannot contain a hostile program",
        "questa macchina non può contenere un programma ostile"
    );
    Said::joined(&[cannot, Said::joined(&missing, "; ")], ": ")
}
