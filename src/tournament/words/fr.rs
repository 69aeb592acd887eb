//! French.

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
        Damage::Seal => say(&NotKept::Seal, Language::French),
        Damage::TooLong => "elle est plus longue que tout procès-verbal".into(),
        Damage::Form => {
            "ce n’est pas le procès-verbal d’une partie que ce programme sache lire".into()
        }
        Damage::Early => {
            "elle découle d’une partie qui manque : on ne sait pas encore si elle est de ce tournoi"
                .into()
        }
        Damage::Foreign => "ce n’est pas une partie de ce tournoi".into(),
    }
}

pub(super) fn trial_fault(fault: &TrialFault) -> String {
    let advice = match fault.is_alone {
        true => {
            " ; ici il est un seul processus : s’il en lance d’autres, écrivez processes = 8 dans son player.toml"
        }
        false => "",
    };
    fault.said(Some("il"), " : ", Language::French) + advice
}

pub(super) fn flaw(flaw: &FlawKind) -> String {
    match flaw {
        FlawKind::Missing { matches, first, void, is_running } => {
            let which = match matches {
                1 => format!("la partie {first} manque"),
                _ => format!("{matches} parties manquent, la première est la {first}"),
            };
            let void = match void {
                0 => String::new(),
                1 => " ; 1 a été annulée, la machine était trop occupée, ou a failli".to_owned(),
                _ => format!(
                    " ; {void} ont été annulées, la machine était trop occupée, ou a failli"
                ),
            };
            let running = if *is_running { " ; elle se joue en ce moment" } else { "" };
            format!("{which}{void}{running}")
        }
        FlawKind::Damaged { line, damage } => {
            format!("ligne {line}: {}", say(damage, Language::French))
        }
        FlawKind::Double { id, agrees } => {
            format!("la partie {id} s’y trouve plus d’une fois, {}", the_same(*agrees))
        }
        FlawKind::Stray { id, line, home, agrees: None } => {
            format!("ligne {line} : la partie {id} appartient à la part {home}, où elle manque")
        }
        FlawKind::Stray { id, line, home, agrees: Some(agrees) } => {
            let same = the_same(*agrees);
            format!(
                "ligne {line} : la partie {id} appartient à la part {home}, \
                 où elle est aussi, {same}"
            )
        }
    }
}

const fn the_same(agrees: bool) -> &'static str {
    if agrees { "avec le même résultat" } else { "avec des résultats différents" }
}

pub(super) fn interval(interval: &Interval) -> Cow<'static, str> {
    match interval {
        Interval::Bounded { low, high } => format!("{low} à {high}").into(),
        Interval::AtLeast(low) => format!("{low} ou plus").into(),
        Interval::AtMost(high) => format!("{high} ou moins").into(),
        Interval::Unknown => "inconnu".into(),
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
        Promise::Files => "fichiers",
        Promise::Network => "réseau",
        Promise::Opponent => "adversaire",
        Promise::Survival => "survie",
        Promise::SystemCalls => "appels système",
        Promise::Processes => "processus",
        Promise::Disk => "disque",
        Promise::Memory => "mémoire",
        Promise::Time => "temps",
        Promise::Freezing => "gel",
    }
}

fn layer(layer: Layer) -> Cow<'static, str> {
    match layer {
        Layer::Namespaces => "espaces de noms".into(),
        Layer::ReadOnly => "montages en lecture seule".into(),
        Layer::UserId => "identifiant d’utilisateur".into(),
        Layer::Limits => "limites du noyau".into(),
        Layer::Groups => "groupe de contrôle".into(),
        Layer::Sampling => "mesures répétées".into(),
        Layer::Signals => "signaux".into(),
        // Names that are the same in every language.
        Layer::Landlock(_) | Layer::Seccomp => layer.to_string().into(),
    }
}

const fn strength(strength: Strength) -> &'static str {
    match strength {
        Strength::Enforced => "garantie",
        Strength::Approximate => "approximative",
        Strength::Absent => "absente",
    }
}

fn mechanism(mechanism: Mechanism) -> Cow<'static, str> {
    match mechanism {
        Mechanism::Landlock(version) => format!("Landlock version {version}").into(),
        Mechanism::NeedsLandlock => "il faut Landlock (Linux 5.13)".into(),
        Mechanism::NetworkNamespaceAndSeccomp => {
            "espace de noms réseau sans interface, et seccomp : aucune prise réseau".into()
        }
        Mechanism::NetworkNamespace => "espace de noms réseau sans interface".into(),
        Mechanism::SeccompNoSockets => "seccomp : aucune prise réseau".into(),
        Mechanism::NeedsNamespacesOrSeccomp => "il faut des espaces de noms ou seccomp".into(),
        Mechanism::ProcessNamespace => {
            "espace de noms des processus : aucun autre ne peut être vu ni recevoir un signal"
                .into()
        }
        Mechanism::OwnUser => "un identifiant d’utilisateur à part".into(),
        Mechanism::NeedsNamespacesOrRoot => "il faut des espaces de noms, ou root".into(),
        Mechanism::EndedByNamespace => {
            "espace de noms des processus : le noyau y met fin d’un coup".into()
        }
        Mechanism::DescendantsEnded => {
            "il faut des espaces de noms : les descendants sont cherchés et arrêtés".into()
        }
        Mechanism::OwnPartOfProc => {
            "Landlock : de /proc sa seule part ; seccomp : des signaux à lui seul".into()
        }
        Mechanism::OneProcess => "un seul processus : il ne peut en lancer d’autre".into(),
        Mechanism::OneProcessThreadsByUser => {
            "un seul processus : il ne peut en lancer d’autre ; ses fils d’exécution par une \
             limite sur un identifiant d’utilisateur à part"
                .into()
        }
        Mechanism::OneProcessThreadsCounted => {
            "un seul processus : il ne peut en lancer d’autre ; seccomp : chaque nouveau fil \
             d’exécution est compté"
                .into()
        }
        Mechanism::OneProcessThreadsAsMemory => {
            "un seul processus : il ne peut en lancer d’autre ; ses fils d’exécution comptent \
             comme mémoire"
                .into()
        }
        Mechanism::FolderLookedAt => {
            "limite de taille des fichiers, et de temps en temps un regard sur son dossier".into()
        }
        Mechanism::NeedsSeccomp => "il faut seccomp".into(),
        Mechanism::Seccomp => "seccomp".into(),
        Mechanism::LimitOnOwnUser => "limite sur un identifiant d’utilisateur à part".into(),
        Mechanism::ExemptUser => {
            "le noyau exempte cet identifiant d’utilisateur de la limite".into()
        }
        Mechanism::LimitInUserNamespace => {
            "limite dans un espace de noms utilisateur à part".into()
        }
        Mechanism::OwnFileSystem => {
            "un système de fichiers à part, et la limite de taille des fichiers".into()
        }
        Mechanism::FileSizeOnly => {
            "il faut des espaces de noms : seule tient la limite de taille des fichiers".into()
        }
        Mechanism::SampledNeedsDelegate => {
            "mesurée chaque milliseconde (un programme peut la dépasser ce temps-là), sans les listes de projections : il faut Delegate=yes \
             dans cette unité de systemd"
                .into()
        }
        Mechanism::SampledNeedsScope => {
            "mesurée chaque milliseconde (un programme peut la dépasser ce temps-là), sans les listes de projections : il faut --scope".into()
        }
        Mechanism::SampledNeedsGroup => {
            "mesurée chaque milliseconde (un programme peut la dépasser ce temps-là), sans les listes de projections : il faut un groupe de \
             contrôle qui limite la mémoire"
                .into()
        }
        Mechanism::GroupInScope => {
            "groupe de contrôle, version 2, dans un scope de systemd à part".into()
        }
        Mechanism::GroupV1 => "groupe de contrôle, version 1".into(),
        Mechanism::GroupV2 => "groupe de contrôle, version 2".into(),
        Mechanism::ClockAndGroup => {
            "la pendule de l’arbitre ; le temps de processeur par groupe de contrôle".into()
        }
        Mechanism::ClockAndTicks => {
            "la pendule de l’arbitre ; le temps de processeur en tics du noyau".into()
        }
        Mechanism::PlainProcess => "un simple processus à vous : rien ne lui est interdit".into(),
        Mechanism::PlainProcessGroup => {
            "un simple processus : son groupe de processus et ses descendants sont arrêtés".into()
        }
        Mechanism::PlainFileSize => {
            "un simple processus : seule tient la limite de taille des fichiers".into()
        }
        Mechanism::PlainLookedAt => "un simple processus : regardée chaque milliseconde".into(),
        Mechanism::PlainStopSignals => "un simple processus : signaux d’arrêt".into(),
        Mechanism::ControlGroup => "groupe de contrôle".into(),
        Mechanism::StopSignals => "signaux d’arrêt : il faut un groupe de contrôle".into(),
    }
}

pub(super) fn too_weak(weak: &TooWeak<'_>) -> String {
    let missing = weak.list(Language::French, |promises, _, how| format!("{promises} : {how}"));
    format!("cette machine ne peut pas contenir un programme hostile: {missing}")
}

pub(super) fn text(text: &Text<'_>) -> Cow<'static, str> {
    match text {
        Text::Head(it) => return head(*it).into(),
        Text::Played { game, format, players, matches, open, seed } => {
            let count = |matches| say(&Count::Matches(matches), Language::French);
            let matches = match open {
                None => count(*matches).into_owned(),
                Some(Open { of: Some(all) }) => format!("{matches} sur {} jusqu’ici", count(*all)),
                Some(Open { of: None }) => format!("{} jusqu’ici", count(*matches)),
            };
            format!("{game}, {format}, {players} joueurs, {matches}, graine {seed}")
        }
        Text::InGroup(group) => format!(" dans le groupe {group}"),
        Text::NotListed(rest) => format!("      et {rest} de plus, dans standings.csv"),
        Text::Best(share) => {
            format!("* parmi les premiers {} %", share.in_percent().replace('.', ","))
        }
        Text::Unlinked { groups } => {
            format!(
                "les classements Elo ne se comparent qu’à l’intérieur d’un groupe : \
                 {groups} groupes ne se sont jamais rencontrés"
            )
        }
        Text::Copies { low, high, games, matches, others } => {
            let played = match games {
                1 => format!("la même partie les {matches} fois"),
                _ => format!("{games} parties différentes sur {matches}"),
            };
            let others = match others {
                0 => String::new(),
                1 => " (et une autre paire de joueurs)".to_owned(),
                _ => format!(" (et {others} autres paires de joueurs)"),
            };
            format!(
                "copies : {low} et {high} ont joué {played}{others} ; l’Elo ne compte \
                 chaque partie qu’une fois, --openings random:6 en donne de différentes"
            )
        }
        Text::Voids { voids, open } => {
            let again = match open {
                0 => String::new(),
                _ if open == voids => " : --resume les rejoue".to_owned(),
                _ => format!(" : --resume en rejoue {open}"),
            };
            format!("parties annulées : {voids}, la machine était trop occupée, ou a failli{again}")
        }
        Text::Duel(Duel { one, other, results, score, elo, reach, sure }) => {
            let [wins, draws, losses] = results;
            format!(
                "{one} contre {other} : gagnées {wins}, nulles {draws}, perdues {losses}, \
                 {score:.1} % des points\n\
                 Elo {elo:+.1}, 95 % {} ; {one} est le plus fort à {sure:.1} %\n",
                interval(reach)
            )
        }
        Text::Pairs { one, pairs } => {
            let [a, b, c, d, e] = pairs;
            format!(
                "paires depuis une même ouverture avec 0, 0.5, 1, 1.5, 2 points pour {one} : \
                 {a} {b} {c} {d} {e}\n"
            )
        }
        Text::Sequential(Sequential { one, elo, decision, llr, bounds: (low, high), pairs }) => {
            let [elo0, elo1] = elo;
            let stronger =
                |by, than| format!("{one} est plus fort de {by} Elo plutôt que de {than}");
            let verdict = match decision {
                Some(Hypothesis::H1) => stronger(elo1, elo0),
                Some(Hypothesis::H0) => stronger(elo0, elo1),
                None => "pas décidé".to_owned(),
            };
            format!(
                "test séquentiel : {verdict} (rapport de log-vraisemblance {llr:.2}, \
                 bornes {low:.2} et {high:.2}, {})\n",
                counted(u64::from(*pairs), "paire", "paires")
            )
        }
    }
    .into()
}

const fn head(head: Head) -> &'static str {
    match head {
        Head::Player => "joueur",
        Head::Points => "points",
        Head::Won => "gagnées",
        Head::Drawn => "nulles",
        Head::Lost => "perdues",
        Head::Forfeits => "forfaits",
        Head::Rating => "Elo",
    }
}
