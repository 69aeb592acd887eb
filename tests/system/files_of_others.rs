//! What belongs to another user: it is copied before it is looked at, and what was looked at is what runs. What
//! only its owner may read, no other user of the machine reads while it plays.

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::needs::{is_root, needs};
use crate::places::Place;
use crate::programs::{copy_program, make_executable, open_folder, program, wait_until};
use arbitro_testkit::games::project;

/// A user who is neither root nor the one that plays.
const STRANGER: u32 = 12_345;
const ANOTHER: u32 = 23_456;

fn give(path: &Path, user: u32) {
    let given = Command::new("chown").args(["-R", &user.to_string()]).arg(path).status().unwrap();
    assert!(given.success());
}

/// A folder with two bundled players, which belongs to another user.
fn strangers(folder: &Path) -> PathBuf {
    let players = folder.join("players");
    for name in ["python", "greedy"] {
        let player = players.join(name);
        fs::create_dir_all(&player).unwrap();
        for entry in fs::read_dir(project("players").join(name)).unwrap().flatten() {
            fs::copy(entry.path(), player.join(entry.file_name())).unwrap();
        }
    }
    give(&players, STRANGER);
    players
}

#[test]
fn what_was_taken_for_a_bundled_player_is_what_plays_to_the_end() {
    if !is_root() {
        return;
    }
    for name in ["docker", "ubuntu24", "nolandlock", "old"] {
        let place = &Place::each(name)[0];
        let folder = place.folder.path();
        let players = strangers(folder);
        let out = folder.join("out");
        let args = ["run", "players", "--out", "out", "--games", "8", "--max-plies", "20"];
        let mut run = place.command(program("tournament"), &args);
        run.args(["--jobs", "1", "--quiet"]).stdout(Stdio::null()).stderr(Stdio::null());
        let mut run = run.spawn().unwrap();
        let journal = out.join("matches.jsonl");
        let lines = || fs::read_to_string(&journal).unwrap_or_default();
        let is_begun = || !lines().is_empty();
        wait_until("a match", is_begun);
        let mark = folder.join("mark");
        let swapped = format!("import sys\nopen({mark:?}, 'w')\nsys.exit(3)\n");
        fs::write(players.join("python/player.py"), swapped).unwrap();
        assert_eq!(run.wait().unwrap().code(), Some(0), "{name}");
        assert!(!mark.exists(), "{name}: it ran");
        assert_eq!(lines().lines().count(), 8, "{name}");
        let lines = lines();
        let reasons = lines.lines().map(|line| {
            let record: Value = serde_json::from_str(line).unwrap();
            record["reason"].as_str().unwrap().to_owned()
        });
        let reasons: Vec<_> = reasons.collect();
        assert!(!reasons.iter().any(|it| it == "void" || it == "exited"), "{name}: {reasons:?}");
    }
}

/// Files below a folder that another user can read, of those that are read there.
fn readable_by_another(folder: &Path) -> Vec<String> {
    let files = Command::new("find").arg(folder).args(["-type", "f"]).output().unwrap();
    let files = String::from_utf8(files.stdout).unwrap();
    let script = "for f; do head -c 1 \"$f\" >/dev/null 2>&1 && echo \"$f\"; done; true";
    let mut read = Command::new("sh");
    read.args(["-c", script, "sh"]).args(files.lines()).uid(ANOTHER).gid(ANOTHER);
    let read = read.output().unwrap();
    String::from_utf8(read.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn what_only_its_owner_may_read_no_other_user_reads_while_it_plays() {
    needs!(containment);
    if !is_root() {
        return;
    }
    for name in ["docker", "linux6.1"] {
        let place = &Place::each(name)[0];
        // The folder for temporary files, where everything is copied to.
        let temporary = place.folder.path();
        let private = open_folder(0o700);
        let [players, game, library] =
            ["players", "game", "library"].map(|it| private.path().join(it));
        fs::create_dir_all(players.join("one")).unwrap();
        fs::create_dir(&library).unwrap();
        copy_program(&project("boards/games/connect-four"), &game);
        fs::write(library.join("secret"), "secret").unwrap();
        let toml = fs::read_to_string(game.join("game.toml")).unwrap();
        let needs = format!("needs = [{library:?}]\n");
        fs::write(
            game.join("game.toml"),
            toml.replacen("\ncommand", &format!("\n{needs}command"), 1),
        )
        .unwrap();
        // Readable by all, were it not for the folder that they lie in.
        let slow = players.join("one/player.sh");
        fs::write(&slow, "#!/bin/sh\nsleep 2\n").unwrap();
        make_executable(&slow);
        fs::write(players.join("one/player.toml"), "command = \"./player.sh\"\n").unwrap();
        fs::write(players.join("one/secret"), "secret").unwrap();
        fs::create_dir(players.join("random")).unwrap();
        let random = "command = \"play --strategy random\"\n";
        fs::write(players.join("random/player.toml"), random).unwrap();
        let args = ["run", "--no-smoke", "--games", "2", "--jobs", "1", "--move-time", "500ms"];
        let mut run = place.command(program("tournament"), &args);
        run.arg("--game").arg(&game).arg("--out").arg(private.path().join("out")).arg(&players);
        let mut run = run.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let secrets = || {
            let found =
                Command::new("find").arg(temporary).args(["-name", "secret"]).output().unwrap();
            String::from_utf8(found.stdout).unwrap().lines().count()
        };
        wait_until("copies", || secrets() == 2);
        assert_eq!(readable_by_another(temporary), [""; 0], "{name}");
        run.wait().unwrap();
        let kept = private.path().join("out/game").metadata().unwrap();
        assert_eq!(kept.permissions().mode() & 0o777, 0o700, "{name}");
    }
}

#[test]
fn a_path_to_our_own_program_is_no_bundled_player() {
    needs!(containment);
    let folder = open_folder(0o755);
    let players = folder.path().join("players");
    let manifest = |name: &str, command: &str| {
        fs::create_dir_all(players.join(name)).unwrap();
        fs::write(players.join(name).join("player.toml"), format!("command = {command}\n"))
            .unwrap();
    };
    let ours = folder.path().join("players/ours/tournament");
    manifest("random", "\"play --strategy random\"");
    manifest("ours", "[\"./tournament\", \"play\", \"--strategy\", \"random\"]");
    fs::hard_link(program("tournament"), &ours)
        .or_else(|_| fs::copy(program("tournament"), &ours).map(drop))
        .unwrap();
    if is_root() {
        chown(&players, Some(STRANGER), None).unwrap();
    }
    let game = project("boards/games/connect-four");
    let args = ["run", "players", "--game", game.to_str().unwrap(), "--out", "out", "--jobs", "1"];
    let run = Command::new(&ours).args(args).current_dir(folder.path()).output().unwrap();
    let told = String::from_utf8_lossy(&run.stderr);
    // It may not read the rules, so it knows no move.
    assert_eq!(run.status.code(), Some(2), "{told}");
    assert!(told.starts_with("left out:") && told.contains("players/ours: it made no"), "{told}");
}
