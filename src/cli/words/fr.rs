//! French.

use std::borrow::Cow;

use super::Text;

pub(super) fn words(text: &Text<'_>) -> Cow<'static, str> {
    match text {
        Text::PlainProcesses { why } => format!("Ici, les programmes sont de simples processus : {why}").into(),
        Text::NoLandlock => "Landlock manque : les noyaux l’ont depuis le 5.13, s’il n’est pas désactivé (\"landlock\" dans /sys/kernel/security/lsm)".into(),
        Text::LimitedProcesses => "Le noyau limite les processus de tous les utilisateurs sauf root : lancez ceci en simple utilisateur, ou en root hors de l’espace de noms utilisateur".into(),
        Text::OneProcess => "Un processus par joueur : sans espaces de noms, Landlock et seccomp contiennent les programmes qui n’en lancent pas d’autres".into(),
        Text::MountingRefused => "On peut créer ici des espaces de noms, mais rien y monter : lancez le conteneur avec --privileged, ou ceci hors du conteneur".into(),
        Text::Powerless { profile } => format!("Les espaces de noms utilisateur ne donnent ici aucun droit : AppArmor les limite, comme sur Ubuntu depuis le 23.10 ; accordez-les à ces programmes, une fois pour toutes : {profile}").into(),
        Text::CoveredProc => "On peut créer ici des espaces de noms, mais des parties de /proc sont couvertes, comme dans les conteneurs : lancez le conteneur avec --security-opt unmask=ALL (Podman) ou --security-opt systempaths=unconfined (Docker), ou avec --privileged".into(),
        Text::ForRootAlone => "Le système réserve les espaces de noms utilisateur à root : sudo sysctl kernel.unprivileged_userns_clone=1".into(),
        Text::NamespacesRefused => "Les espaces de noms sont refusés ici, comme par le profil par défaut des conteneurs : lancez le conteneur avec --privileged, ou ceci hors du conteneur".into(),
        Text::NoNamespacesAllowed => "Le système ne permet pas d’espaces de noms utilisateur : sudo sysctl user.max_user_namespaces=10000".into(),
        Text::NoNamespaces => "Ce noyau n’a pas d’espaces de noms : il faut une autre machine".into(),
        Text::UnitKeepsGroup => "la mémoire n’est mesurée que par intervalles : cette unité de systemd ne cède pas son groupe de contrôle ; Delegate=yes dans l’unité le cède, ou --scope en prend un autre".into(),
        Text::GroupOfLogin => "la mémoire n’est mesurée que par intervalles : --scope demande à systemd un groupe de contrôle aux limites exactes, qui finit avec votre dernière session (`loginctl enable-linger` le garde)".into(),
        Text::FewMatches { most, jobs, files } => format!("{most} parties à la fois, non {jobs} : ici un programme ne peut ouvrir que {files} fichiers (`ulimit -n`)").into(),
        Text::LittleRoom { most, jobs, room, least } => format!("{most} parties à la fois, non {jobs} : {room} MiB sont libres pour les dossiers des joueurs, et une partie peut en prendre {least}").into(),
        Text::NoMatch { files, least } => format!("ici un programme ne peut ouvrir que {files} fichiers, et une partie en demande plus : `ulimit -n {least}`").into(),
    }
}
