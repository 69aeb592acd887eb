//! Describes the protection of matches. What is stored beside results is English; a text of another version
//! is shown as stored.

use std::str::FromStr;

use arbitro_rules::language::{Said, of_each};
use arbitro_rules::said;
use arbitro_sandbox::{Layer, Mechanism, Promise, Strength};

/// Describes a promise.
pub fn promise_said(promise: Promise) -> Said {
    let (italian, french) = match promise {
        Promise::Files => ("file", "fichiers"),
        Promise::Network => ("rete", "réseau"),
        Promise::Opponent => ("avversario", "adversaire"),
        Promise::Survival => ("sopravvivenza", "survie"),
        Promise::SystemCalls => ("chiamate di sistema", "appels système"),
        Promise::Processes => ("processi", "processus"),
        Promise::Disk => ("disco", "disque"),
        Promise::Memory => ("memoria", "mémoire"),
        Promise::Time => ("tempo", "temps"),
        Promise::Freezing => ("congelamento", "gel"),
    };
    Said::new(promise.to_string(), italian, french)
}

/// Names a layer.
pub fn layer_said(layer: Layer) -> Said {
    let (italian, french) = match layer {
        Layer::Namespaces => ("namespace", "espaces de noms"),
        Layer::ReadOnly => ("montaggi di sola lettura", "montages en lecture seule"),
        Layer::UserId => ("id utente", "identifiant d’utilisateur"),
        Layer::Limits => ("limiti del kernel", "limites du noyau"),
        Layer::Groups => ("control group", "groupe de contrôle"),
        Layer::Sampling => ("campionamento", "mesures répétées"),
        Layer::Signals => ("segnali", "signaux"),
        // Names that are the same in every language.
        Layer::Landlock(_) | Layer::Seccomp => return Said::same(layer.to_string()),
    };
    Said::new(layer.to_string(), italian, french)
}

/// Describes the strength of a promise.
pub fn strength_said(strength: Strength) -> Said {
    let (italian, french) = match strength {
        Strength::Enforced => ("garantita", "garantie"),
        Strength::Approximate => ("approssimata", "approximative"),
        Strength::Absent => ("assente", "absente"),
    };
    Said::new(strength.to_string(), italian, french)
}

/// Describes the mechanism that keeps a promise, or why it is not kept.
pub fn mechanism_said(mechanism: Mechanism) -> Said {
    let (italian, french) = match mechanism {
        Mechanism::Landlock(version) => {
            return said!(
                "{mechanism}",
                "Landlock, versione {version}",
                "Landlock version {version}"
            );
        }
        Mechanism::SharedUserLimit => (
            "limite sull'id utente di chi lo avvia, in comune con lui",
            "limite sur l’identifiant de l’utilisateur qui le lance, en commun avec lui",
        ),
        Mechanism::LookedAt => (
            "controllata ogni millisecondo: serve un control group (root, oppure systemd-run --user --scope -p Delegate=yes)",
            "regardée chaque milliseconde : il faut un groupe de contrôle (root, ou systemd-run --user --scope -p Delegate=yes)",
        ),
        Mechanism::NeedsLandlock => {
            ("serve Landlock (Linux 5.13)", "il faut Landlock (Linux 5.13)")
        }
        Mechanism::NetworkNamespaceAndSeccomp => (
            "namespace di rete senza interfacce, e seccomp: nessun socket",
            "espace de noms réseau sans interface, et seccomp : aucune prise réseau",
        ),
        Mechanism::NetworkNamespace => {
            ("namespace di rete senza interfacce", "espace de noms réseau sans interface")
        }
        Mechanism::SeccompNoSockets => ("seccomp: nessun socket", "seccomp : aucune prise réseau"),
        Mechanism::NeedsNamespacesOrSeccomp => {
            ("servono i namespace, oppure seccomp", "il faut des espaces de noms ou seccomp")
        }
        Mechanism::ProcessNamespace => (
            "namespace dei processi: nessun altro si può vedere, né raggiungere con un segnale",
            "espace de noms des processus : aucun autre ne peut être vu ni recevoir un signal",
        ),
        Mechanism::OwnUser => ("un id utente tutto suo", "un identifiant d’utilisateur à part"),
        Mechanism::NeedsNamespacesOrRoot => {
            ("servono i namespace, oppure root", "il faut des espaces de noms, ou root")
        }
        Mechanism::EndedByNamespace => (
            "namespace dei processi: il kernel li termina tutti insieme",
            "espace de noms des processus : le noyau y met fin d’un coup",
        ),
        Mechanism::DescendantsEnded => (
            "servono i namespace: i discendenti vengono cercati e terminati",
            "il faut des espaces de noms : les descendants sont cherchés et arrêtés",
        ),
        Mechanism::OwnPartOfProc => (
            "Landlock: di /proc solo la sua parte; seccomp: segnali solo a sé stesso",
            "Landlock : de /proc sa seule part ; seccomp : des signaux à lui seul",
        ),
        Mechanism::OneProcess => (
            "un solo processo: non può avviarne altri",
            "un seul processus : il ne peut en lancer d’autre",
        ),
        Mechanism::OneProcessThreadsByUser => (
            "un solo processo: non può avviarne altri; i thread con un limite su un id utente tutto suo",
            "un seul processus : il ne peut en lancer d’autre ; ses fils d’exécution par une limite sur un identifiant d’utilisateur à part",
        ),
        Mechanism::OneProcessThreadsCounted => (
            "un solo processo: non può avviarne altri; seccomp: ogni nuovo thread viene contato",
            "un seul processus : il ne peut en lancer d’autre ; seccomp : chaque nouveau fil d’exécution est compté",
        ),
        Mechanism::OneProcessThreadsAsMemory => (
            "un solo processo: non può avviarne altri; i suoi thread contano come memoria",
            "un seul processus : il ne peut en lancer d’autre ; ses fils d’exécution comptent comme mémoire",
        ),
        Mechanism::FolderLookedAt => (
            "limite alla dimensione dei file, e ogni tanto un'occhiata alla sua cartella",
            "limite de taille des fichiers, et de temps en temps un regard sur son dossier",
        ),
        Mechanism::NeedsSeccomp => ("serve seccomp", "il faut seccomp"),
        Mechanism::Seccomp => ("seccomp", "seccomp"),
        Mechanism::LimitOnOwnUser => {
            ("limite su un id utente tutto suo", "limite sur un identifiant d’utilisateur à part")
        }
        Mechanism::ExemptUser => (
            "il kernel esenta questo id utente dal limite",
            "le noyau exempte cet identifiant d’utilisateur de la limite",
        ),
        Mechanism::LimitInUserNamespace => (
            "limite in un namespace utente tutto suo",
            "limite dans un espace de noms utilisateur à part",
        ),
        Mechanism::OwnFileSystem => (
            "un file system tutto suo, e il limite alla dimensione dei file",
            "un système de fichiers à part, et la limite de taille des fichiers",
        ),
        Mechanism::FileSizeOnly => (
            "servono i namespace: c'è solo il limite alla dimensione dei file",
            "il faut des espaces de noms : seule tient la limite de taille des fichiers",
        ),
        Mechanism::SampledNeedsDelegate => (
            "campionata ogni millisecondo, senza gli elenchi delle mappature: serve Delegate=yes in questa unità di systemd",
            "mesurée chaque milliseconde, sans les listes de projections : il faut Delegate=yes dans cette unité de systemd",
        ),
        Mechanism::SampledNeedsScope => (
            "campionata ogni millisecondo, senza gli elenchi delle mappature: serve --scope",
            "mesurée chaque milliseconde, sans les listes de projections : il faut --scope",
        ),
        Mechanism::SampledNeedsGroup => (
            "campionata ogni millisecondo, senza gli elenchi delle mappature: serve un control group che limiti la memoria",
            "mesurée chaque milliseconde, sans les listes de projections : il faut un groupe de contrôle qui limite la mémoire",
        ),
        Mechanism::GroupInScope => (
            "control group, versione 2, in uno scope di systemd tutto suo",
            "groupe de contrôle, version 2, dans un scope de systemd à part",
        ),
        Mechanism::GroupV1 => ("control group, versione 1", "groupe de contrôle, version 1"),
        Mechanism::GroupV2 => ("control group, versione 2", "groupe de contrôle, version 2"),
        Mechanism::ClockAndGroup => (
            "l'orologio dell'arbitro; il tempo di processore è del control group",
            "la pendule de l’arbitre ; le temps de processeur par groupe de contrôle",
        ),
        Mechanism::ClockAndTicks => (
            "l'orologio dell'arbitro; il tempo di processore è in tick del kernel",
            "la pendule de l’arbitre ; le temps de processeur en tics du noyau",
        ),
        Mechanism::PlainProcess => (
            "un semplice processo tuo: niente gli è precluso",
            "un simple processus à vous : rien ne lui est interdit",
        ),
        Mechanism::PlainProcessGroup => (
            "un semplice processo: si terminano il suo gruppo di processi e i suoi discendenti",
            "un simple processus : son groupe de processus et ses descendants sont arrêtés",
        ),
        Mechanism::PlainFileSize => (
            "un semplice processo: c'è solo il limite alla dimensione dei file",
            "un simple processus : seule tient la limite de taille des fichiers",
        ),
        Mechanism::PlainLookedAt => (
            "un semplice processo: controllata ogni millisecondo",
            "un simple processus : regardée chaque milliseconde",
        ),
        Mechanism::PlainStopSignals => {
            ("un semplice processo: segnali di arresto", "un simple processus : signaux d’arrêt")
        }
        Mechanism::ControlGroup => ("control group", "groupe de contrôle"),
        Mechanism::StopSignals => (
            "segnali di arresto: serve un control group",
            "signaux d’arrêt : il faut un groupe de contrôle",
        ),
    };
    Said::new(mechanism.to_string(), italian, french)
}

/// Describes a promise by its name, as stored beside results.
pub fn stored_promise_said(name: &str) -> Said {
    Promise::from_str(name).map_or_else(|_| Said::same(name), promise_said)
}

/// Describes strength and mechanism of a promise, as stored beside results.
pub fn how_said(how: &str) -> Said {
    let (strength, mechanism) = match how.split_once(": ") {
        Some((strength, mechanism)) => (strength, Some(mechanism)),
        None => (how, None),
    };
    let strength =
        Strength::from_str(strength).map_or_else(|_| Said::same(strength), strength_said);
    match mechanism {
        None => strength,
        Some(text) => {
            let mechanism = Mechanism::of_text(text);
            let said = mechanism.map_or_else(|| Said::same(text), mechanism_said);
            Said::joined(&[strength, said], ": ")
        }
    }
}

/// Says that a machine is too weak for a hostile program: lists the promises not kept and their
/// strength, grouped by cause.
pub fn too_weak_said(missing: &[(Vec<Promise>, Strength, Mechanism)]) -> Said {
    let missing: Vec<Said> = missing
        .iter()
        .map(|(promises, strength, mechanism)| {
            let is_one = promises.len() == 1;
            let promises: Vec<Said> = promises.iter().map(|&it| promise_said(it)).collect();
            let how = Said::joined(&[strength_said(*strength), mechanism_said(*mechanism)], ": ");
            let promises = Said::joined(&promises, ", ");
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
