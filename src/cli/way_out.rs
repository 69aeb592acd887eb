//! Explains missing protections and how to get them.

use std::path::{Path, PathBuf};

use arbitro_rules::language::Said;
use arbitro_rules::said;
use arbitro_sandbox::{Keeper, NoNamespaces};

/// Explains missing protections and the remedy; `None` if the guarantees suffice.
pub fn way_out(keeper: &Keeper) -> Option<Said> {
    let guarantees = keeper.guarantees();
    if guarantees.suffice() {
        return None;
    }
    if !guarantees.warden {
        return keeper.why_plain().map(|why| {
            said!(
                "Programs are plain processes here: {why}",
                "Qui i programmi sono semplici processi: {why}",
                "Ici, les programmes sont de simples processus : {why}"
            )
        });
    }
    if guarantees.landlock == 0 {
        return Some(said!(
            "Landlock is missing: kernels from 5.13 on have it, unless it is switched off (\"landlock\" in /sys/kernel/security/lsm)",
            "Manca Landlock: i kernel dal 5.13 in poi ce l'hanno, se non è disattivato (\"landlock\" in /sys/kernel/security/lsm)",
            "Landlock manque : les noyaux l’ont depuis le 5.13, s’il n’est pas désactivé (\"landlock\" dans /sys/kernel/security/lsm)"
        ));
    }
    if guarantees.namespaces && !guarantees.limits_processes {
        return Some(said!(
            "The kernel limits the processes of every user but root: run this as an ordinary user, or as root outside of the user namespace",
            "Il kernel limita i processi di tutti gli utenti tranne root: serve un utente normale, oppure root fuori dal namespace utente",
            "Le noyau limite les processus de tous les utilisateurs sauf root : lancez ceci en simple utilisateur, ou en root hors de l’espace de noms utilisateur"
        ));
    }
    more_processes(keeper)
}

/// Names the mechanism that contains untrusted programs without namespaces; `None` if there are
/// namespaces, or nothing contains them.
pub fn one_process(keeper: &Keeper) -> Option<Said> {
    if !keeper.guarantees().is_one_process() {
        return None;
    }
    let mode = said!(
        "One process a player: without namespaces Landlock and seccomp contain programs that start no others",
        "Un processo per giocatore: senza namespace, Landlock e seccomp contengono i programmi che non ne avviano altri",
        "Un processus par joueur : sans espaces de noms, Landlock et seccomp contiennent les programmes qui n’en lancent pas d’autres"
    );
    Some(match more_processes(keeper) {
        Some(way_out) => Said::joined(&[mode, way_out], ". "),
        None => mode,
    })
}

/// Explains why there are no namespaces, without which a player must be a single process, and the
/// remedy; `None` if there are some.
pub fn more_processes(keeper: &Keeper) -> Option<Said> {
    match keeper.guarantees().no_namespaces? {
        NoNamespaces::Powerless if rustix::process::getuid().is_root() => Some(said!(
            "Namespaces can be made here, but mounting in them is refused: in a container, start it with --privileged, or run this outside",
            "Qui i namespace si possono creare, ma non si può montare niente: un container va avviato con --privileged, oppure si lavora fuori dal container",
            "On peut créer ici des espaces de noms, mais rien y monter : lancez le conteneur avec --privileged, ou ceci hors du conteneur"
        )),
        NoNamespaces::Powerless => {
            let profile = apparmor_profile();
            Some(said!(
                "User namespaces give no rights here: AppArmor restricts them, as on Ubuntu from 23.10 on; allow them for these programs, once: {profile}",
                "Qui i namespace utente non danno diritti: AppArmor li limita, come su Ubuntu dal 23.10 in poi; si concedono a questi programmi una volta per tutte: {profile}",
                "Les espaces de noms utilisateur ne donnent ici aucun droit : AppArmor les limite, comme sur Ubuntu depuis le 23.10 ; accordez-les à ces programmes, une fois pour toutes : {profile}"
            ))
        }
        NoNamespaces::Masked => Some(said!(
            "Namespaces can be made here, but parts of /proc are covered, as in containers: start the container with --security-opt unmask=ALL (Podman) or --security-opt systempaths=unconfined (Docker), or with --privileged",
            "Qui i namespace si possono creare, ma parti di /proc sono coperte, come nei container: il container va avviato con --security-opt unmask=ALL (Podman) o --security-opt systempaths=unconfined (Docker), oppure con --privileged",
            "On peut créer ici des espaces de noms, mais des parties de /proc sont couvertes, comme dans les conteneurs : lancez le conteneur avec --security-opt unmask=ALL (Podman) ou --security-opt systempaths=unconfined (Docker), ou avec --privileged"
        )),
        NoNamespaces::Refused if has_text("/proc/sys/kernel/unprivileged_userns_clone", "0") => {
            Some(said!(
                "The system keeps user namespaces for root: sudo sysctl kernel.unprivileged_userns_clone=1",
                "Il sistema riserva i namespace utente a root: sudo sysctl kernel.unprivileged_userns_clone=1",
                "Le système réserve les espaces de noms utilisateur à root : sudo sysctl kernel.unprivileged_userns_clone=1"
            ))
        }
        NoNamespaces::Refused => Some(said!(
            "Namespaces are refused here, as by the default profile of containers: start the container with --privileged, or run this outside",
            "Qui i namespace sono vietati, come nel profilo predefinito dei container: il container va avviato con --privileged, oppure si lavora fuori dal container",
            "Les espaces de noms sont refusés ici, comme par le profil par défaut des conteneurs : lancez le conteneur avec --privileged, ou ceci hors du conteneur"
        )),
        NoNamespaces::Missing if has_text("/proc/sys/user/max_user_namespaces", "0") => {
            Some(said!(
                "The system allows no user namespaces: sudo sysctl user.max_user_namespaces=10000",
                "Il sistema non permette namespace utente: sudo sysctl user.max_user_namespaces=10000",
                "Le système ne permet pas d’espaces de noms utilisateur : sudo sysctl user.max_user_namespaces=10000"
            ))
        }
        NoNamespaces::Missing => Some(said!(
            "This kernel has no namespaces: use another machine",
            "Questo kernel non ha namespace: serve un'altra macchina",
            "Ce noyau n’a pas d’espaces de noms : il faut une autre machine"
        )),
    }
}

fn has_text(path: &str, text: &str) -> bool {
    std::fs::read_to_string(path).is_ok_and(|read| read.trim() == text)
}

/// The programs that create sandboxes, as a shell pattern.
const PROGRAMS: &str = "{verify,tournament,grade}";

/// A command that installs an AppArmor profile allowing these programs to create user namespaces.
fn apparmor_profile() -> String {
    let here = std::env::current_exe().unwrap_or_default();
    let folder: PathBuf = here.parent().map(Path::to_owned).unwrap_or_default();
    let programs = folder.join(PROGRAMS);
    let programs = programs.display();
    format!(
        "printf '%s\\n' 'abi <abi/4.0>,' 'include <tunables/global>' 'profile arbitro \"{programs}\" flags=(unconfined) {{' 'userns,' '}}' | sudo tee /etc/apparmor.d/arbitro | sudo apparmor_parser -r"
    )
}
