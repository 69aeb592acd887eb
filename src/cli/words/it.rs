//! Italian.

use std::borrow::Cow;

use super::Text;

pub(super) fn words(text: &Text<'_>) -> Cow<'static, str> {
    match text {
        Text::PlainProcesses { why } => format!("Qui i programmi sono semplici processi: {why}").into(),
        Text::NoLandlock => "Manca Landlock: i kernel dal 5.13 in poi ce l'hanno, se non è disattivato (\"landlock\" in /sys/kernel/security/lsm)".into(),
        Text::LimitedProcesses => "Il kernel limita i processi di tutti gli utenti tranne root: serve un utente normale, oppure root fuori dal namespace utente".into(),
        Text::OneProcess => "Un processo per giocatore: senza namespace, Landlock e seccomp contengono i programmi che non ne avviano altri".into(),
        Text::MountingRefused => "Qui i namespace si possono creare, ma non si può montare niente: un container va avviato con --privileged, oppure si lavora fuori dal container".into(),
        Text::Powerless { profile } => format!("Qui i namespace utente non danno diritti: AppArmor li limita, come su Ubuntu dal 23.10 in poi; si concedono a questi programmi una volta per tutte: {profile}").into(),
        Text::CoveredProc => "Qui i namespace si possono creare, ma parti di /proc sono coperte, come nei container: il container va avviato con --security-opt unmask=ALL (Podman) o --security-opt systempaths=unconfined (Docker), oppure con --privileged".into(),
        Text::ForRootAlone => "Il sistema riserva i namespace utente a root: sudo sysctl kernel.unprivileged_userns_clone=1".into(),
        Text::NamespacesRefused => "Qui i namespace sono vietati, come nel profilo predefinito dei container: il container va avviato con --privileged, oppure si lavora fuori dal container".into(),
        Text::NoNamespacesAllowed => "Il sistema non permette namespace utente: sudo sysctl user.max_user_namespaces=10000".into(),
        Text::NoNamespaces => "Questo kernel non ha namespace: serve un'altra macchina".into(),
        Text::UnitKeepsGroup => "la memoria è solo campionata: questa unità di systemd non cede il suo control group; lo cede con Delegate=yes, oppure --scope ne prende un altro".into(),
        Text::GroupOfLogin => "la memoria è solo campionata: --scope chiede a systemd un control group con limiti esatti, che finisce con l'ultima sessione (`loginctl enable-linger` lo conserva)".into(),
        Text::FewMatches { most, jobs, files } => format!("{most} partite insieme, non {jobs}: qui un programma può aprire solo {files} file (`ulimit -n`)").into(),
        Text::LittleRoom { most, jobs, room, least } => format!("{most} partite insieme, non {jobs}: per le cartelle dei giocatori sono liberi {room} MiB, e una partita può prenderne {least}").into(),
        Text::NoMatch { files, least } => format!("qui un programma può aprire solo {files} file, e una partita ne vuole di più: `ulimit -n {least}`").into(),
    }
}
