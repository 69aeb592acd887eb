//! The sandbox: every attack is denied, and succeeds when the layers that deny it are off. Without
//! the second half the first would prove nothing.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use arbitro::sandbox::{Contained, Ended, Guarantees, Limits, Plan, SandboxError};
use assert_cmd::cargo::cargo_bin;

use crate::games::wait_until;

const SUCCEEDED: Ended = Ended::Exited(42);

/// A user id that nobody has: tests run side by side, and limits on processes count by user id.
fn new_user() -> u32 {
    static TAKEN: AtomicU32 = AtomicU32::new(0);
    100_000_000 + std::process::id() % 1_000_000 * 100 + TAKEN.fetch_add(1, Ordering::Relaxed) % 100
}

fn keeper() -> &'static Path {
    cargo_bin!("verify")
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|it| std::os::unix::fs::MetadataExt::uid(&it) == 0)
}

fn guarantees() -> Guarantees {
    let found = Guarantees::probe(Some(keeper())).unwrap();
    assert!(
        found.suffice() || std::env::var_os("CI").is_none(),
        "in CI every layer must be there: {found:?}"
    );
    found
}

/// A folder of its own for a program, and one that is not, both open to everybody.
struct Place {
    _root: tempfile::TempDir,
    folder: PathBuf,
    secret: PathBuf,
    user: u32,
}

impl Place {
    fn new() -> Place {
        let root = tempfile::tempdir().unwrap();
        let (folder, elsewhere) = (root.path().join("own"), root.path().join("elsewhere"));
        let secret = elsewhere.join("secret");
        for path in [&folder, &elsewhere] {
            fs::create_dir(path).unwrap();
        }
        fs::write(&secret, "secret").unwrap();
        for path in [root.path(), &folder, &elsewhere, &secret] {
            fs::set_permissions(path, fs::Permissions::from_mode(0o777)).unwrap();
        }
        let user = new_user();
        if is_root() {
            std::os::unix::fs::chown(&secret, Some(user), Some(user)).unwrap();
        }
        Place {
            _root: root,
            folder,
            secret,
            user,
        }
    }

    fn plan(&self, program: impl AsRef<Path>, args: &[&str]) -> Plan {
        Plan {
            program: program.as_ref().to_owned(),
            args: args.iter().map(Into::into).collect(),
            folder: self.folder.clone(),
            readable: Vec::new(),
            variables: vec![("PATH".to_owned(), "/usr/bin:/bin".to_owned())],
            limits: Limits::default(),
            user: self.user,
        }
    }
}

fn run(plan: &Plan, guarantees: &Guarantees) -> Ended {
    Contained::start(plan, Some(keeper()), guarantees, true)
        .unwrap()
        .wait()
        .unwrap()
}

/// Whether an attack succeeds with these layers and limits.
fn succeeds(attack: &str, guarantees: &Guarantees, limits: Limits) -> bool {
    let place = Place::new();
    let mut victim = Command::new("/bin/cat")
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let target = match attack {
        "see-process" => victim.id().to_string(),
        _ => place.secret.to_str().unwrap().to_owned(),
    };
    let plan = Plan {
        limits,
        ..place.plan(keeper(), &["attack", attack, &target])
    };
    let ended = if attack == "survive" {
        survive(&plan, guarantees)
    } else {
        run(&plan, guarantees)
    };
    victim.kill().unwrap();
    victim.wait().unwrap();
    ended == SUCCEEDED
}

/// Ends a program that tries to leave a process behind, and looks whether that goes on.
fn survive(plan: &Plan, guarantees: &Guarantees) -> Ended {
    let beats = plan.folder.join("beats");
    let count = || fs::metadata(&beats).map_or(0, |it| it.len());
    let program = Contained::start(plan, Some(keeper()), guarantees, true).unwrap();
    wait_until(|| count() > 0);
    program.end().unwrap();
    let at_the_end = count();
    std::thread::sleep(Duration::from_millis(300));
    let survived = count() > at_the_end;
    // What did survive finds its folder gone and ends by itself.
    if survived { SUCCEEDED } else { Ended::Ended }
}

#[test]
fn every_attack_is_denied_and_succeeds_when_what_denies_it_is_off() {
    let all = guarantees();
    let wide = Limits {
        file_bytes: 4 << 30,
        open_files: 1024,
        processes: 4096,
    };
    let usual = Limits::default();
    let without = |namespaces: bool, landlock: bool, seccomp: bool| Guarantees {
        namespaces: all.namespaces && !namespaces,
        landlock: if landlock { 0 } else { all.landlock },
        seccomp: all.seccomp && !seccomp,
        ..all
    };
    let no_namespaces = without(true, false, false);
    let no_landlock = without(false, true, false);
    let no_seccomp = without(false, false, true);
    let nothing = without(true, true, true);
    for (attack, weakened, limits) in [
        ("read-elsewhere", no_landlock, usual),
        ("write-elsewhere", no_landlock, usual),
        ("run-own-file", no_landlock, usual),
        ("change-mode-elsewhere", no_seccomp, usual),
        ("tcp-socket", nothing, usual),
        ("udp-socket", nothing, usual),
        ("unix-socket", without(false, true, true), usual),
        ("see-process", no_namespaces, usual),
        ("survive", no_namespaces, usual),
        ("new-namespace", nothing, usual),
        ("many-processes", all, wide),
        ("huge-file", all, wide),
    ] {
        assert!(
            !succeeds(attack, &all, usual),
            "{attack} succeeded in the sandbox"
        );
        assert!(
            succeeds(attack, &weakened, limits),
            "{attack} is denied by something else, so this proves nothing"
        );
    }
}

#[test]
fn an_ordinary_user_is_protected_as_well_as_root() {
    if !is_root() {
        // Then every other test of this module has been one as an ordinary user.
        return;
    }
    let place = Place::new();
    let program = place.folder.join("verify");
    fs::copy(keeper(), &program).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let output = Command::new("setpriv")
        .args([
            format!("--reuid={}", place.user),
            format!("--regid={}", place.user),
        ])
        .arg("--clear-groups")
        .arg(&program)
        .args(["doctor", "--json"])
        .current_dir(&place.folder)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        said.matches("\"denied\":true").count(),
        12,
        "{said}{complaint}"
    );
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn the_doctor_says_what_holds_and_shows_it() {
    let output = Command::new(keeper()).arg("doctor").output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("files: enforced: Landlock"), "{said}");
    assert!(
        said.contains("memory: absent: not built yet"),
        "never silently weak: {said}"
    );
    assert_eq!(said.matches("attack: denied: ").count(), 12, "{said}");
}

#[test]
fn a_program_ends_as_it_ends() {
    let all = guarantees();
    let place = Place::new();
    for (script, expected) in [
        ("exit 0", Ended::Exited(0)),
        ("exit 7", Ended::Exited(7)),
        ("kill -SEGV $$", Ended::Killed(11)),
        ("kill -KILL $$", Ended::Killed(9)),
        ("sleep 0.01 & exit 3", Ended::Exited(3)),
    ] {
        assert_eq!(
            run(&place.plan("/bin/sh", &["-c", script]), &all),
            expected,
            "{script}"
        );
    }
    for no_program in ["/no/such/program", "/etc/passwd", "/etc"] {
        let ended = run(&place.plan(no_program, &[]), &all);
        assert!(
            matches!(ended, Ended::NeverBegan(_)),
            "{no_program}: {ended:?}"
        );
    }
}

#[test]
fn a_program_has_the_variables_it_is_given_and_its_own_folder() {
    let all = guarantees();
    let place = Place::new();
    let mut plan = place.plan(
        "/bin/sh",
        &[
            "-c",
            "/usr/bin/env > variables; pwd > where; echo $1 > argument",
            "sh",
            "a b",
        ],
    );
    plan.variables
        .push(("ARBITRO_GAME".to_owned(), "dama".to_owned()));
    assert_eq!(run(&plan, &all), Ended::Exited(0));
    let read = |name: &str| fs::read_to_string(place.folder.join(name)).unwrap();
    let variables = read("variables");
    assert!(variables.contains("ARBITRO_GAME=dama\n"), "{variables}");
    for line in variables.lines() {
        let (name, _) = line.split_once('=').unwrap();
        // The shell adds two of its own.
        assert!(
            ["PATH", "ARBITRO_GAME", "PWD", "_", "SHLVL", "OLDPWD"].contains(&name),
            "{line} leaked in"
        );
    }
    assert_eq!(read("where").trim(), place.folder.to_str().unwrap());
    assert_eq!(read("argument"), "a b\n");
}

/// Processes whose working directory is in a folder.
fn living_in(folder: &Path) -> usize {
    fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| fs::read_link(entry.ok()?.path().join("cwd")).ok())
        .filter(|cwd| cwd.starts_with(folder))
        .count()
}

#[test]
fn nothing_is_left_when_it_is_over_however_it_is_over() {
    let all = guarantees();
    let place = Place::new();
    let busy = "for i in 1 2 3 4; do (trap '' TERM HUP INT; while :; do sleep 0.1; done) & done; echo > ready; wait";
    let start = || {
        let program = Contained::start(
            &place.plan("/bin/sh", &["-c", busy]),
            Some(keeper()),
            &all,
            false,
        )
        .unwrap();
        wait_until(|| place.folder.join("ready").exists());
        fs::remove_file(place.folder.join("ready")).unwrap();
        assert!(living_in(&place.folder) >= 5);
        program
    };
    start().end().unwrap();
    assert_eq!(living_in(&place.folder), 0, "after being ended");
    drop(start());
    assert_eq!(living_in(&place.folder), 0, "after being dropped");
    let leaves = busy.replace("; wait", "; exit 0");
    assert_eq!(
        run(&place.plan("/bin/sh", &["-c", &leaves]), &all),
        Ended::Exited(0)
    );
    assert_eq!(
        living_in(&place.folder),
        0,
        "after it went and left others behind"
    );
}

#[test]
fn a_referee_that_is_killed_takes_everything_with_it() {
    let place = Place::new();
    // The doctor's last attack goes on for seconds; it is killed in the middle of it.
    let mut referee = Command::new(keeper())
        .arg("doctor")
        .env("TMPDIR", &place.folder)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let beats = || {
        let found = walkdir::WalkDir::new(&place.folder)
            .into_iter()
            .filter_map(Result::ok);
        found
            .filter(|entry| entry.file_name() == "beats")
            .filter_map(|entry| entry.metadata().ok())
            .map(|it| it.len())
            .sum::<u64>()
    };
    wait_until(|| beats() > 0 || referee.try_wait().unwrap().is_some());
    referee.kill().unwrap();
    referee.wait().unwrap();
    assert!(beats() > 0, "the attack was under way");
    wait_until(|| living_in(&place.folder) == 0);
    let at_the_end = beats();
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(
        beats(),
        at_the_end,
        "what it had started went on without it"
    );
}

#[test]
fn a_machine_without_a_layer_is_refused_unless_asked() {
    let place = Place::new();
    let plan = place.plan("/bin/true", &[]);
    let all = guarantees();
    for weak in [
        Guarantees {
            namespaces: false,
            ..all
        },
        Guarantees { landlock: 0, ..all },
        Guarantees {
            seccomp: false,
            ..all
        },
    ] {
        match Contained::start(&plan, Some(keeper()), &weak, false) {
            Err(SandboxError::TooWeak { missing }) => {
                assert!(missing.contains("needs"), "{missing}");
            }
            other => panic!("{other:?}"),
        }
        assert!(Contained::start(&plan, Some(keeper()), &weak, true).is_ok());
    }
}

#[test]
fn the_sandbox_never_runs_a_program_as_root() {
    let place = Place::new();
    let plan = Plan {
        user: 0,
        ..place.plan("/bin/true", &[])
    };
    let started = Contained::start(&plan, Some(keeper()), &guarantees(), true);
    if is_root() {
        assert!(
            matches!(started, Err(SandboxError::Setup { .. })),
            "{started:?}"
        );
    }
    let who = place.plan(
        "/bin/sh",
        &[
            "-c",
            "id -u > who; grep -E '^(Cap|NoNew|Seccomp:)' /proc/self/status > rights",
        ],
    );
    assert_eq!(run(&who, &guarantees()), Ended::Exited(0));
    assert_ne!(fs::read_to_string(place.folder.join("who")).unwrap(), "0\n");
    let rights = fs::read_to_string(place.folder.join("rights")).unwrap();
    for line in [
        "CapEff:\t0000000000000000",
        "CapPrm:\t0000000000000000",
        "CapAmb:\t0000000000000000",
        "NoNewPrivs:\t1",
        "Seccomp:\t2",
    ] {
        assert!(rights.contains(line), "{line}: {rights}");
    }
}
