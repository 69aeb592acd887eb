//! Describes the protection of matches. The sandbox's own texts are English, and are stored beside
//! results; here they are translated. Unknown texts, from another version, are shown as stored.

use arbitro_rules::language::{Said, of_each};
use arbitro_rules::said;

/// Describes a promise, given the sandbox's name for it.
pub fn promise_said(name: &str) -> Said {
    let (italian, french) = match name {
        "files" => ("file", "fichiers"),
        "network" => ("rete", "réseau"),
        "opponent" => ("avversario", "adversaire"),
        "survival" => ("sopravvivenza", "survie"),
        "system calls" => ("chiamate di sistema", "appels système"),
        "processes" => ("processi", "processus"),
        "disk" => ("disco", "disque"),
        "memory" => ("memoria", "mémoire"),
        "time" => ("tempo", "temps"),
        "freezing" => ("congelamento", "gel"),
        other => (other, other),
    };
    Said::new(name, italian, french)
}

/// Names a layer, given the sandbox's name for it.
pub fn layer_said(name: &str) -> Said {
    let (italian, french) = match name {
        "namespaces" => ("namespace", "espaces de noms"),
        "read-only mounts" => ("montaggi di sola lettura", "montages en lecture seule"),
        "user id" => ("id utente", "identifiant d’utilisateur"),
        "kernel limits" => ("limiti del kernel", "limites du noyau"),
        "control group" => ("control group", "groupe de contrôle"),
        "sampling" => ("campionamento", "mesures répétées"),
        "signals" => ("segnali", "signaux"),
        // Names that are the same in every language: Landlock, seccomp.
        other => (other, other),
    };
    Said::new(name, italian, french)
}

/// Describes the strength of a promise.
pub fn strength_said(word: &str) -> Said {
    let (italian, french) = match word {
        "enforced" => ("garantita", "garantie"),
        "approximate" => ("approssimata", "approximative"),
        "absent" => ("assente", "absente"),
        other => (other, other),
    };
    Said::new(word, italian, french)
}

/// Describes the mechanism that keeps a promise, or why it is not kept.
pub fn mechanism_said(text: &str) -> Said {
    let (italian, french) = match text {
        "needs Landlock (Linux 5.13)" => (
            "serve Landlock (Linux 5.13)",
            "il faut Landlock (Linux 5.13)",
        ),
        "network namespace without interfaces, and seccomp: no sockets" => (
            "namespace di rete senza interfacce, e seccomp: nessun socket",
            "espace de noms réseau sans interface, et seccomp : aucune prise réseau",
        ),
        "network namespace without interfaces" => (
            "namespace di rete senza interfacce",
            "espace de noms réseau sans interface",
        ),
        "seccomp: no sockets" => ("seccomp: nessun socket", "seccomp : aucune prise réseau"),
        "needs namespaces or seccomp" => (
            "servono i namespace, oppure seccomp",
            "il faut des espaces de noms ou seccomp",
        ),
        "process-id namespace: nobody else can be seen or signalled" => (
            "namespace dei processi: nessun altro si può vedere, né raggiungere con un segnale",
            "espace de noms des processus : aucun autre ne peut être vu ni recevoir un signal",
        ),
        "a user id of its own" => (
            "un id utente tutto suo",
            "un identifiant d’utilisateur à part",
        ),
        "needs namespaces, or root" => (
            "servono i namespace, oppure root",
            "il faut des espaces de noms, ou root",
        ),
        "process-id namespace: the kernel ends it as a whole" => (
            "namespace dei processi: il kernel li termina tutti insieme",
            "espace de noms des processus : le noyau y met fin d’un coup",
        ),
        "needs namespaces: descendants are looked for and ended" => (
            "servono i namespace: i discendenti vengono cercati e terminati",
            "il faut des espaces de noms : les descendants sont cherchés et arrêtés",
        ),
        "Landlock: of /proc its own part; seccomp: signals to itself alone" => (
            "Landlock: di /proc solo la sua parte; seccomp: segnali solo a sé stesso",
            "Landlock : de /proc sa seule part ; seccomp : des signaux à lui seul",
        ),
        "one process: it can start no other" => (
            "un solo processo: non può avviarne altri",
            "un seul processus : il ne peut en lancer d’autre",
        ),
        "one process: it can start no other; threads by a limit on a user id of its own" => (
            "un solo processo: non può avviarne altri; i thread con un limite su un id utente tutto suo",
            "un seul processus : il ne peut en lancer d’autre ; ses fils d’exécution par une limite sur un identifiant d’utilisateur à part",
        ),
        "one process: it can start no other; seccomp: each new thread is counted" => (
            "un solo processo: non può avviarne altri; seccomp: ogni nuovo thread viene contato",
            "un seul processus : il ne peut en lancer d’autre ; seccomp : chaque nouveau fil d’exécution est compté",
        ),
        "one process: it can start no other; its threads count as memory" => (
            "un solo processo: non può avviarne altri; i suoi thread contano come memoria",
            "un seul processus : il ne peut en lancer d’autre ; ses fils d’exécution comptent comme mémoire",
        ),
        "file size limit, and a look at its folder now and then" => (
            "limite alla dimensione dei file, e ogni tanto un'occhiata alla sua cartella",
            "limite de taille des fichiers, et de temps en temps un regard sur son dossier",
        ),
        "needs seccomp" => ("serve seccomp", "il faut seccomp"),
        "limit on a user id of its own" => (
            "limite su un id utente tutto suo",
            "limite sur un identifiant d’utilisateur à part",
        ),
        "the kernel exempts this user id from the limit" => (
            "il kernel esenta questo id utente dal limite",
            "le noyau exempte cet identifiant d’utilisateur de la limite",
        ),
        "limit in a user namespace of its own" => (
            "limite in un namespace utente tutto suo",
            "limite dans un espace de noms utilisateur à part",
        ),
        "limit on the caller's user id, shared with it" => (
            "limite sull'id utente di chi lo avvia, in comune con lui",
            "limite sur l’identifiant de l’utilisateur qui le lance, en commun avec lui",
        ),
        "a file system of its own, and the file size limit" => (
            "un file system tutto suo, e il limite alla dimensione dei file",
            "un système de fichiers à part, et la limite de taille des fichiers",
        ),
        "needs namespaces: file size limit only" => (
            "servono i namespace: c'è solo il limite alla dimensione dei file",
            "il faut des espaces de noms : seule tient la limite de taille des fichiers",
        ),
        "looked at every millisecond: needs a control group (root, or systemd-run --user --scope -p Delegate=yes)" => {
            (
                "controllata ogni millisecondo: serve un control group (root, oppure systemd-run --user --scope -p Delegate=yes)",
                "regardée chaque milliseconde : il faut un groupe de contrôle (root, ou systemd-run --user --scope -p Delegate=yes)",
            )
        }
        "sampled every millisecond, without lists of mappings: needs Delegate=yes in this systemd unit" => {
            (
                "campionata ogni millisecondo, senza gli elenchi delle mappature: serve Delegate=yes in questa unità di systemd",
                "mesurée chaque milliseconde, sans les listes de projections : il faut Delegate=yes dans cette unité de systemd",
            )
        }
        "sampled every millisecond, without lists of mappings: needs --scope" => (
            "campionata ogni millisecondo, senza gli elenchi delle mappature: serve --scope",
            "mesurée chaque milliseconde, sans les listes de projections : il faut --scope",
        ),
        "sampled every millisecond, without lists of mappings: needs a control group that limits memory" => {
            (
                "campionata ogni millisecondo, senza gli elenchi delle mappature: serve un control group che limiti la memoria",
                "mesurée chaque milliseconde, sans les listes de projections : il faut un groupe de contrôle qui limite la mémoire",
            )
        }
        "control group, version 2, in a systemd scope of its own" => (
            "control group, versione 2, in uno scope di systemd tutto suo",
            "groupe de contrôle, version 2, dans un scope de systemd à part",
        ),
        "the referee's clock; processor time by control group" => (
            "l'orologio dell'arbitro; il tempo di processore è del control group",
            "la pendule de l’arbitre ; le temps de processeur par groupe de contrôle",
        ),
        "the referee's clock; processor time in ticks of the kernel" => (
            "l'orologio dell'arbitro; il tempo di processore è in tick del kernel",
            "la pendule de l’arbitre ; le temps de processeur en tics du noyau",
        ),
        "a plain process of yours: nothing is kept from it" => (
            "un semplice processo tuo: niente gli è precluso",
            "un simple processus à vous : rien ne lui est interdit",
        ),
        "a plain process: its process group and its descendants are ended" => (
            "un semplice processo: si terminano il suo gruppo di processi e i suoi discendenti",
            "un simple processus : son groupe de processus et ses descendants sont arrêtés",
        ),
        "a plain process: file size limit only" => (
            "un semplice processo: c'è solo il limite alla dimensione dei file",
            "un simple processus : seule tient la limite de taille des fichiers",
        ),
        "a plain process: looked at every millisecond" => (
            "un semplice processo: controllata ogni millisecondo",
            "un simple processus : regardée chaque milliseconde",
        ),
        "a plain process: stop signals" => (
            "un semplice processo: segnali di arresto",
            "un simple processus : signaux d’arrêt",
        ),
        "control group" => ("control group", "groupe de contrôle"),
        "stop signals: needs a control group" => (
            "segnali di arresto: serve un control group",
            "signaux d’arrêt : il faut un groupe de contrôle",
        ),
        other => {
            for [english, italian, french] in [
                [
                    "Landlock, version ",
                    "Landlock, versione ",
                    "Landlock version ",
                ],
                [
                    "control group, version ",
                    "control group, versione ",
                    "groupe de contrôle, version ",
                ],
            ] {
                if let Some(version) = other.strip_prefix(english) {
                    return Said::new(
                        other,
                        format!("{italian}{version}"),
                        format!("{french}{version}"),
                    );
                }
            }
            // A name that is the same in every language: seccomp.
            (other, other)
        }
    };
    Said::new(text, italian, french)
}

/// Describes strength and mechanism of a promise, as stored beside results.
pub fn how_said(how: &str) -> Said {
    match how.split_once(": ") {
        Some((strength, mechanism)) => {
            Said::joined(&[strength_said(strength), mechanism_said(mechanism)], ": ")
        }
        None => strength_said(how),
    }
}

/// Says that a machine is too weak for a hostile program: lists the promises not kept and their
/// strength, grouped by cause.
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
                let is = language.pick(english, ": ", " : ");
                format!("{promises}{is}{how}")
            })
        })
        .collect();
    let cannot = said!(
        "this machine cannot contain a hostile program",
        "questa macchina non può contenere un programma ostile",
        "cette machine ne peut pas contenir un programme hostile"
    );
    Said::joined(&[cannot, Said::joined(&missing, "; ")], ": ")
}
