//! Below a folder that only its owner can enter, under a private umask, as root has it in `/root`:
//! everything plays, and the tests pass.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use arbitro_sandbox::Guarantees;
use arbitro_testkit::games::project;

use crate::needs::needs;
use crate::programs::{copy_program, open_folder, open_to_all, program};
use crate::tournament_program::succeeds;
use crate::tricks::are_there;

/// A folder that its owner alone can enter, with two players: an executable, and a folder in which
/// only the owner may read.
fn closed_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let players = folder.path().join("players");
    let open = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    for name in ["one", "two"] {
        let player = players.join(name);
        fs::create_dir_all(&player).unwrap();
        let program = player.join("player.sh");
        fs::copy(project("players/shell/player.sh"), &program).unwrap();
        open(&program, 0o700);
        let manifest = player.join("player.toml");
        fs::write(&manifest, "command = [\"./player.sh\"]\n").unwrap();
        open(&manifest, 0o600);
        open(&player, 0o700);
    }
    open(folder.path(), 0o700);
    folder
}

/// Runs a program as the owner of such a folder does whose umask is private too.
fn privately(folder: &Path, program: &Path, args: &[&str]) -> Output {
    Command::new("sh")
        .args(["-c", "umask 077; exec \"$@\"", "sh"])
        .arg(program)
        .args(args)
        .current_dir(folder)
        .env("LC_ALL", "C")
        .output()
        .unwrap()
}

#[test]
fn everything_plays_and_is_told_below_a_private_folder_under_a_private_umask() {
    needs!(containment);
    let folder = closed_folder();
    let [tournament, verify] = ["tournament", "verify"].map(|name| {
        let copy = folder.path().join(name);
        copy_program(program(name), &copy);
        copy
    });
    let run = |line: &str| {
        let args: Vec<&str> = line.split(' ').collect();
        succeeds(&privately(folder.path(), &tournament, &args))
    };
    let manifest = project("players/greedy/player.toml");
    // This player can be reached, and not the program that plays it.
    let open = open_folder(0o755);
    let greedy = open.path().join("greedy");
    fs::create_dir(&greedy).unwrap();
    fs::copy(manifest, greedy.join("player.toml")).unwrap();
    open_to_all(open.path());
    let both = format!("players {}", open.path().display());
    let parts = run(&format!("run {both} --out parts --part 1/1 --max-plies 6 --quiet"));
    assert!(parts.contains("3 players"), "{parts}");
    run(&format!("run {both} --max-plies 6 --quiet --out played"));
    for out in ["parts", "played"] {
        let journal = fs::read_to_string(folder.path().join(out).join("matches.jsonl")).unwrap();
        assert_eq!(journal.matches("move_limit").count(), 6, "{out}: {journal}");
    }
    let told = privately(folder.path(), &verify, &["doctor"]);
    let is_contained = Guarantees::probe(Some(program("verify"))).unwrap().suffice();
    let said = String::from_utf8_lossy(&told.stderr);
    assert_eq!(told.status.success(), is_contained, "{said}");
}

/// The tests themselves, from a build below a folder that only root can enter, under a private umask.
#[test]
fn no_test_needs_a_parent_folder_that_others_may_enter() {
    needs!(containment);
    needs!(root);
    if !are_there() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let built = folder.path().join("dossier privé/debug");
    fs::create_dir_all(built.join("deps")).unwrap();
    let tests = built.join("deps/system");
    copy_program(&std::env::current_exe().unwrap(), &tests);
    for name in ["verify", "tournament"] {
        copy_program(program(name), &built.join(name));
    }
    let ended = privately(folder.path(), &tests, &["the_first_answer_of_either_player_"]);
    let said = String::from_utf8_lossy(&ended.stdout);
    assert!(said.contains("1 passed"), "{said}");
}

#[test]
fn players_in_a_folder_that_its_owner_alone_can_enter_play() {
    needs!(containment);
    let folder = closed_folder();
    let tournament = folder.path().join("tournament");
    copy_program(program("tournament"), &tournament);
    let temporary = open_folder(0o755);
    for smoke in [&[][..], &["--no-smoke"]] {
        let out = tempfile::tempdir().unwrap();
        let played = Command::new(&tournament)
            .args(["run", "players", "--max-plies", "6", "--quiet", "--out"])
            .arg(out.path())
            .args(smoke)
            .current_dir(folder.path())
            .env("LC_ALL", "C")
            .env("TMPDIR", temporary.path())
            .output()
            .unwrap();
        let ranking = succeeds(&played);
        assert!(ranking.contains("2 players, 2 matches"), "{ranking}");
        let journal = fs::read_to_string(out.path().join("matches.jsonl")).unwrap();
        assert_eq!(journal.matches("move_limit").count(), 2, "{journal}");
        // The results name them where they are.
        let file = fs::read_to_string(out.path().join("tournament.toml")).unwrap();
        let place = folder.path().join("players/one");
        assert!(file.contains(&*place.to_string_lossy()), "{file}");
    }
    let left = fs::read_dir(temporary.path()).unwrap().count();
    assert_eq!(left, 0, "copies are gone with the tournament");
}
