//! What `scripts/release` packs, tried with small programs in the place of the real ones: what has to be
//! in the archive and in the package, and the same bytes twice.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

const PROGRAMS: [&str; 6] = ["verify", "play", "tournament", "replay", "grade", "serve"];

/// Answers what the packing asks programs: man pages, completions, and if it is ours.
const STUB: &str = r#"#!/bin/sh
name=${0##*/}
case $1 in
--manual) for it in "$name" "$name-sub"; do echo ".TH $it" >"$2/$it.1"; done ;;
--completions) echo "complete $name" ;;
--help) echo "--open <GAME>" ;;
esac
"#;

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// Packs stubs, and returns the folder of the files.
fn packed() -> TempDir {
    packed_on(None)
}

/// Packs stubs as on a machine of an architecture: `uname -m` says it.
fn packed_on(architecture: Option<&str>) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let bin = folder.path().join("bin");
    fs::create_dir(&bin).unwrap();
    for name in PROGRAMS {
        let stub = bin.join(name);
        fs::write(&stub, STUB).unwrap();
        fs::set_permissions(&stub, fs::Permissions::from_mode(0o700)).unwrap();
    }
    let mut command = Command::new(project().join("scripts/release"));
    command.arg("--programs").arg(&bin);
    command.arg("--into").arg(folder.path().join("files"));
    if let Some(architecture) = architecture {
        let fakes = folder.path().join("fakes");
        fs::create_dir(&fakes).unwrap();
        let uname = fakes.join("uname");
        fs::write(&uname, format!("#!/bin/sh\necho {architecture}\n")).unwrap();
        fs::set_permissions(&uname, fs::Permissions::from_mode(0o700)).unwrap();
        let path = std::env::var("PATH").unwrap();
        command.env("PATH", format!("{}:{path}", fakes.display()));
    }
    let output = command.output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    folder
}

/// The only file in a folder with this end.
fn file(folder: &TempDir, end: &str) -> PathBuf {
    let entries = fs::read_dir(folder.path().join("files")).unwrap();
    let mut paths = entries.map(|entry| entry.unwrap().path());
    let is_it = |it: &PathBuf| it.to_str().unwrap().ends_with(end);
    paths.find(is_it).unwrap()
}

/// Standard output of a command that must succeed.
fn said(program: &str, args: &[&str], file: &Path) -> String {
    let output = Command::new(program).args(args).arg(file).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Names of the folders of bundled players, which need no compiler; and of the others.
fn players() -> (Vec<String>, Vec<String>) {
    let entries = fs::read_dir(project().join("players")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let folders = paths.filter(|path| path.join("player.toml").is_file());
    let (built, others): (Vec<_>, Vec<_>) = folders.partition(|it| it.join("Makefile").is_file());
    let names = |folders: Vec<PathBuf>| {
        let names = folders.iter().map(|folder| folder.file_name().unwrap());
        names.map(|name| name.to_str().unwrap().to_owned()).collect()
    };
    (names(others), names(built))
}

/// The files that an archive with this prefix of programs must have, in its folder for data, and in its `share`.
fn data(data: &str, share: &str, prefix: &str) -> Vec<String> {
    let (bundled, examples) = players();
    assert!(bundled.len() >= 12 && examples.len() == 2);
    let bundled = bundled.iter().map(|it| format!("players/{it}/player.toml"));
    let examples = examples.iter().map(|example| format!("examples/{example}/Makefile"));
    let others = ["boards/starts/dama.txt", "boards/matches/records.jsonl", "forge/check.py"];
    let others = others.map(str::to_owned);
    let data = bundled.chain(examples).chain(others).map(|it| format!("{data}{it}"));
    let of_programs = PROGRAMS.iter().flat_map(|name| {
        [
            format!("man/man1/{prefix}{name}.1.gz"),
            format!("man/man1/{prefix}{name}-sub.1.gz"),
            format!("bash-completion/completions/{prefix}{name}"),
            format!("fish/vendor_completions.d/{prefix}{name}.fish"),
        ]
    });
    let desktop = ["applications/arbitro.desktop", "icons/hicolor/scalable/apps/arbitro.svg"]
        .map(str::to_owned);
    let shared = of_programs.chain(desktop).map(|it| format!("{share}{it}"));
    data.chain(shared).collect()
}

#[test]
fn the_programs_are_those_of_the_workspace() {
    let manifests = ["", "src/grade", "src/replay", "src/serve"];
    let mut named = BTreeSet::new();
    for folder in manifests {
        let text = fs::read_to_string(project().join(folder).join("Cargo.toml")).unwrap();
        for section in text.split("[[bin]]\n").skip(1) {
            let name = section.lines().next().unwrap();
            named.insert(name.split('"').nth(1).unwrap().to_owned());
        }
    }
    assert_eq!(named, PROGRAMS.map(str::to_owned).into());
}

#[test]
fn archive_and_package_are_complete_and_the_same_twice() {
    let once = packed();
    let archive = file(&once, ".tar.gz");
    let listed = said("tar", &["--list", "--file"], &archive);
    let listed: BTreeSet<&str> =
        listed.lines().filter_map(|line| line.split_once('/')).map(|it| it.1).collect();
    let more =
        ["README", "LICENSE-MIT", "LICENSE-APACHE", "LICENSES-OF-LIBRARIES", "share/apparmor"];
    let zsh = PROGRAMS.map(|it| format!("share/zsh/site-functions/_{it}"));
    let programs = PROGRAMS.iter().chain(&more).map(|it| (*it).to_owned());
    for wanted in programs.chain(zsh).chain(data("", "share/", "")) {
        assert!(listed.contains(&*wanted), "{wanted} is missing in {listed:?}");
    }

    let deb = file(&once, ".deb");
    let listed = said("dpkg-deb", &["--contents"], &deb);
    for line in listed.lines() {
        assert!(line.contains(" root/root "), "{line}");
    }
    let paths = listed.lines().filter_map(|line| line.split_once(" ./"));
    let listed: BTreeSet<&str> = paths.map(|path| path.1).collect();
    let programs = PROGRAMS.iter().flat_map(|it| {
        let link = format!("usr/bin/arbitro-{it} -> ../lib/arbitro/{it}");
        let zsh = format!("usr/share/zsh/vendor-completions/_arbitro-{it}");
        [link, zsh, format!("usr/lib/arbitro/{it}")]
    });
    let more = ["usr/share/doc/arbitro/copyright", "usr/share/arbitro/apparmor"];
    let more = more.map(str::to_owned);
    for wanted in programs.chain(more).chain(data("usr/share/arbitro/", "usr/share/", "arbitro-")) {
        assert!(listed.contains(&*wanted), "{wanted} is missing in {listed:?}");
    }
    let entry = Command::new("sh")
        .args(["-c", "dpkg-deb --fsys-tarfile \"$0\" | tar --extract --to-stdout ./usr/share/applications/arbitro.desktop"])
        .arg(&deb)
        .output()
        .unwrap();
    let entry = String::from_utf8(entry.stdout).unwrap();
    assert!(entry.contains("\nExec=arbitro-serve --open italian\n"), "{entry}");
    assert!(!entry.contains(once.path().to_str().unwrap()), "{entry}");

    let again = packed();
    let sums = |of: &TempDir| fs::read_to_string(file(of, "SHA256SUMS")).unwrap();
    assert_eq!(sums(&once), sums(&again));
    assert_eq!(sums(&once).lines().count(), 3);
}

#[test]
fn each_file_names_its_architecture_outside_and_within() {
    let version = env!("CARGO_PKG_VERSION");
    for (architecture, debian) in [("x86_64", "amd64"), ("aarch64", "arm64")] {
        let once = packed_on(Some(architecture));
        let sums = fs::read_to_string(file(&once, "SHA256SUMS")).unwrap();
        let tags = format!("manylinux_2_17_{architecture}.manylinux2014_{architecture}");
        let archive = format!("arbitro-{version}-{architecture}-linux");
        let expected = [
            format!("{archive}.tar.gz"),
            format!("arbitro_{version}_{debian}.deb"),
            format!("arbitro-{version}-py3-none-{tags}.whl"),
        ];
        let names: Vec<&str> = sums.lines().filter_map(|line| line.split("  ").nth(1)).collect();
        assert_eq!(names, expected);

        let [archive_file, deb, wheel] = expected.map(|expected| file(&once, &expected));
        let readme = format!("{archive}/README");
        let readme = said("tar", &["-xO", &readme, "-f"], &archive_file);
        assert!(readme.contains(&format!("Linux on {architecture};")), "{readme}");
        let control = said("dpkg-deb", &["--info"], &deb);
        assert!(control.contains(&format!(" Architecture: {debian}\n")), "{control}");
        let name = format!("arbitro-{version}.dist-info/WHEEL");
        let tags =
            "import sys, zipfile; print(zipfile.ZipFile(sys.argv[2]).read(sys.argv[1]).decode())";
        let tags = said("python3", &["-c", tags, &name], &wheel);
        for tag in ["manylinux_2_17", "manylinux2014"] {
            assert!(tags.contains(&format!("Tag: py3-none-{tag}_{architecture}\n")), "{tags}");
        }
    }
}

/// What a Python prints.
fn python(folder: &Path, args: &[&str]) -> String {
    let mut command = Command::new("python3");
    command.env("PYTHONPATH", folder).env("PIP_ROOT_USER_ACTION", "ignore").args(args);
    let output = command.output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {told}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn pip_installs_the_programs_under_their_prefix_the_players_and_the_kits() {
    let has_pip = Command::new("python3").args(["-m", "pip", "--version"]).output();
    if !has_pip.is_ok_and(|has_pip| has_pip.status.success()) {
        assert!(std::env::var_os("CI").is_none(), "python3 -m pip is missing");
        writeln!(std::io::stderr(), "skipped: python3 -m pip is missing").unwrap();
        return;
    }
    let once = packed();
    let wheel = file(&once, ".whl");
    let installed = once.path().join("installed");
    let (wheel, target) = (wheel.to_str().unwrap(), installed.to_str().unwrap());
    let install = ["-m", "pip", "install", "--quiet", "--no-index", "--target", target, wheel];
    python(&installed, &install);

    for name in PROGRAMS {
        let stub = fs::read_to_string(installed.join("bin").join(format!("arbitro-{name}")));
        assert_eq!(stub.unwrap(), STUB, "{name}");
        assert!(!installed.join("bin").join(name).exists(), "{name} may be of others");
    }
    for wanted in data("", "", "").iter().filter(|it| it.contains("players/")) {
        assert!(installed.join("share/arbitro").join(wanted).is_file(), "{wanted}");
    }
    let rules = "share/arbitro/boards/games/connect-four/rules.md";
    assert!(installed.join(rules).is_file());
    let where_ = python(&installed, &["-m", "arbitro", "where"]);
    assert_eq!(Path::new(where_.trim_end()), installed.join("share/arbitro"));

    let short = once.path().join("short");
    python(&installed, &["-m", "arbitro", "link", short.to_str().unwrap()]);
    // A second time, as after an update.
    python(&installed, &["-m", "arbitro", "link", short.to_str().unwrap()]);
    let help = Command::new(short.join("serve")).arg("--help").output().unwrap();
    assert_eq!(String::from_utf8_lossy(&help.stdout), "--open <GAME>\n");
    assert_eq!(python(&installed, &["-m", "arbitro", "serve", "--help"]), "--open <GAME>\n");

    let player = once.path().join("player");
    python(&installed, &["-m", "arbitro", "copy", player.to_str().unwrap()]);
    for name in ["game.py", "player.py"] {
        let kit = fs::read(project().join("boards/games/kit").join(name)).unwrap();
        assert_eq!(fs::read(player.join("arbitro").join(name)).unwrap(), kit, "{name}");
    }
    let import = "from arbitro import Game, legal, play; print(play.__module__)";
    assert_eq!(python(&player, &["-c", import]), "arbitro.player\n");

    // A player's folder needs a manifest, and what is copied says so until there is one.
    let copied = python(&installed, &["-m", "arbitro", "copy", player.to_str().unwrap()]);
    assert!(copied.contains(r#"command = ["python3", "player.py"]"#), "{copied}");
    fs::write(player.join("player.toml"), "").unwrap();
    let copied = python(&installed, &["-m", "arbitro", "copy", player.to_str().unwrap()]);
    assert_eq!(copied.lines().count(), 1, "{copied}");

    commands_that_are_wrong_say_so(&installed);
}

/// Words after `arbitro` make no folder by mistake, and what is wrong with them is said in a line.
fn commands_that_are_wrong_say_so(installed: &Path) {
    let here = tempfile::tempdir().unwrap();
    let run = |words: &str| {
        let mut command = Command::new("python3");
        command.args(["-m", "arbitro"]).args(words.split(' ')).current_dir(here.path());
        command.env("PYTHONPATH", installed).output().unwrap()
    };
    let version = format!("arbitro {}\n", env!("CARGO_PKG_VERSION"));
    let help = "  arbitro copy FOLDER ";
    for (words, said) in
        [("--version", &*version), ("--help", help), ("copy --help", help), ("link -h", help)]
    {
        let output = run(words);
        let stdout = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && stdout.contains(said), "{words}: {stdout}");
    }
    for (words, said) in [
        ("nonsense", "there is no command nonsense"),
        ("copy", "copy needs one folder, and 0 are named"),
        ("link one two", "link needs one folder, and 2 are named"),
        ("copy --into", "copy has no option --into"),
        ("where --all", "where takes no argument"),
    ] {
        let output = run(words);
        let stderr = String::from_utf8(output.stderr).unwrap();
        let expected = format!("arbitro: {said}");
        assert_eq!(output.status.code(), Some(2), "{words}: {stderr}");
        assert!(stderr.starts_with(&expected) && stderr.lines().count() == 1, "{words}: {stderr}");
    }
    assert_eq!(fs::read_dir(here.path()).unwrap().count(), 0, "a folder was made");
}
