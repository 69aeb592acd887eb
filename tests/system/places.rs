//! Kinds of machine on which the programs run: containers, older kernels, Ubuntu. On each, the
//! bundled players play, a missing protection is reported with its remedy, and untrusted players
//! are contained or refused.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use arbitro_referee::{Answers, Arena, Contest, Contestant, HostFailure};
use arbitro_rules::GameId;
use arbitro_sandbox::{Ended, Guarantees, Keeper, Processes, Require};

use crate::contained::{keeper, script};
use crate::needs::{is_root, needs};
use crate::programs::{
    copy_program, make_executable, open_folder, open_to_all, program, wait_until, within_reach,
};
use crate::tournament_program::{fails, succeeds};
use arbitro_testkit::games::project;
use arbitro_testkit::sizes::is_long;

/// An account without rights.
const NOBODY: u32 = 65_534;

/// The program that imitates each place.
fn launcher() -> std::path::PathBuf {
    within_reach(program("examples/place")).to_owned()
}

/// Runs commands as they would run in a place, as one user, in a temporary folder.
pub(crate) struct Place {
    name: &'static str,
    user: Option<u32>,
    pub(crate) folder: tempfile::TempDir,
}

impl Place {
    /// The place for each user that this process can become: its own, and for root also an account
    /// without rights.
    pub(crate) fn each(name: &'static str) -> Vec<Place> {
        let users: &[Option<u32>] = if is_root() { &[None, Some(NOBODY)] } else { &[None] };
        users.iter().map(|&user| Place::of(name, user)).collect()
    }

    fn of(name: &'static str, user: Option<u32>) -> Place {
        let folder = open_folder(0o755);
        chown(folder.path(), user, user).unwrap();
        Place { name, user, folder }
    }

    pub(crate) fn command(&self, program: &Path, args: &[&str]) -> Command {
        // Under a private umask, what a test has put there would be its own user's alone.
        open_to_all(self.folder.path());
        let mut command = Command::new(launcher());
        command.arg(self.name);
        command.args(self.user.map(|user| user.to_string()));
        command.arg("--").arg(within_reach(program)).args(args);
        command
            .current_dir(self.folder.path())
            .env("LC_ALL", "C")
            .env("TMPDIR", self.folder.path());
        command
    }

    fn run(&self, program: &Path, args: &[&str]) -> Output {
        self.command(program, args).output().unwrap()
    }

    pub(crate) fn tournament(&self, args: &[&str]) -> Output {
        self.run(program("tournament"), args)
    }

    /// Returns true if untrusted programs are contained there.
    fn is_contained(&self) -> bool {
        let row = PLACES.iter().find(|row| row.name == self.name).unwrap();
        if self.user.is_none() && is_root() { row.contains_root } else { row.contains_user }
    }

    /// What the doctor says of it.
    fn doctor_says_contained(&self) -> bool {
        let told = self.run(program("verify"), &["doctor", "--json"]);
        assert!(
            matches!(told.status.code(), Some(0 | 1)),
            "{}, {:?}: {}",
            self.name,
            self.user,
            String::from_utf8_lossy(&told.stderr)
        );
        // Where nothing stands between two programs, they see each other.
        let lines = String::from_utf8_lossy(&told.stdout);
        let sees =
            lines.lines().any(|it| it.contains("see-process") && it.contains("\"denied\":false"));
        assert_eq!(sees, ["old", "bare"].contains(&self.name), "{}: {lines}", self.name);
        told.status.success()
    }
}

/// A kind of place.
struct Row {
    name: &'static str,
    /// Whether untrusted programs are contained there, as root and as an ordinary user.
    contains_root: bool,
    contains_user: bool,
    /// Parts of messages, one of which names the remedy there.
    remedy: &'static str,
}

const fn row(name: &'static str, contains: [bool; 2], remedy: &'static str) -> Row {
    let [contains_root, contains_user] = contains;
    Row { name, contains_root, contains_user, remedy }
}

const PLACES: [Row; 7] = [
    row("docker", [true, true], "Namespaces are refused here"),
    row("ubuntu24", [true, true], "give no rights here|mounting in them is refused"),
    // Nothing is missing there.
    row("linux6.1", [true, true], "|"),
    row(
        "old",
        [false, false],
        "plain processes here: the sandbox cannot be set up: a descriptor of the supervisor",
    ),
    row("nolandlock", [false, false], "Landlock is missing"),
    row("oneid", [false, true], "|"),
    row("bare", [false, false], "plain processes here: the sandbox cannot be set up"),
];

/// Every place for each user.
fn everywhere() -> Vec<(&'static Row, Place)> {
    let rows = PLACES.iter();
    rows.flat_map(|row| Place::each(row.name).into_iter().map(move |it| (row, it))).collect()
}

/// The doctor takes longer than all else there: in the short form it is asked where strangers are contained
/// without namespaces, and where they are refused.
#[test]
fn the_doctor_says_of_each_place_whether_untrusted_programs_are_contained() {
    needs!(containment);
    for name in PLACES.iter().map(|it| it.name) {
        let Some(place) = Place::each(name).pop() else { continue };
        if is_long() || ["docker", "bare"].contains(&name) {
            assert_eq!(place.doctor_says_contained(), place.is_contained(), "{name}");
        }
    }
}

/// Two untrusted players, each a single process, in the place's folder.
pub(crate) fn players(place: &Place) -> [String; 2] {
    let python = project("players/python/player.py");
    ["one.py", "two.py"].map(|name| {
        let copy = place.folder.path().join(name);
        copy_program(&python, &copy);
        make_executable(&copy);
        copy.to_str().unwrap().to_owned()
    })
}

#[test]
fn bundled_players_play_in_every_place() {
    needs!(containment);
    let ([plies, matches], pairing) = if is_long() {
        (["12", "30"], &["--games", "2"][..])
    } else {
        (["3", "3"], &["--games", "1", "--format", "swiss", "--rounds", "1"][..])
    };
    for (Row { name, .. }, place) in everywhere() {
        let played = place.tournament(&[&["--max-plies", plies, "--quiet"], pairing].concat());
        let ranking = succeeds(&played);
        assert!(ranking.contains(&format!("6 players, {matches} matches")), "{ranking}");
        let journal = fs::read_to_string(place.folder.path().join("results/1/matches.jsonl"));
        let journal = journal.unwrap();
        assert_eq!(journal.matches("move_limit").count().to_string(), matches, "{name}: {journal}");
        let said = String::from_utf8(played.stderr).unwrap();
        assert!(said.lines().count() <= 1, "{name}: {said}");
        let left = fs::read_dir(place.folder.path()).unwrap().count();
        assert_eq!(left, 1, "{name}: nothing but the results is left");
    }
}

#[test]
fn boards_are_delivered_where_a_file_system_renames_without_any_condition() {
    needs!(containment);
    let place = Place::of("nfs", None);
    let [one, two] = players(&place);
    let args = ["run", &one, &two, "--max-plies", "6", "--out", "out"];
    succeeds(&place.tournament(&args));
    let journal = fs::read_to_string(place.folder.path().join("out/matches.jsonl")).unwrap();
    assert_eq!(journal.matches("move_limit").count(), 2, "{journal}");
}

#[test]
fn untrusted_programs_are_contained_or_refused_with_a_remedy() {
    needs!(containment);
    for (Row { name, remedy, .. }, place) in everywhere() {
        let [one, two] = players(&place);
        let args = ["run", &one, &two, "--max-plies", "4", "--out", "out"];
        let played = place.tournament(&args);
        if place.is_contained() {
            let ranking = succeeds(&played);
            assert!(ranking.contains("2 matches"), "{name}: {ranking}");
            continue;
        }
        let why = fails(&played, 2);
        assert!(why.contains("untrusted players are not started here"), "{why}");
        assert!(why.contains("--unsafe"), "{why}");
        assert!(remedy.split('|').any(|part| why.contains(part)), "{name}: {why}");
        assert!(!place.folder.path().join("out").exists());
        // A user who insists may play.
        let insisting = [&args[..], &["--unsafe", "--games", "1"]].concat();
        let ranking = succeeds(&place.tournament(&insisting));
        assert!(ranking.contains("1 match"), "{name}: {ranking}");
    }
}

#[test]
fn a_player_that_needs_processes_is_left_out_where_nothing_bounds_them_and_the_rest_play() {
    needs!(containment);
    let Some(place) = Place::each("docker").pop() else { return };
    let [one, two] = players(&place);
    let several = place.folder.path().join("several");
    fs::create_dir(&several).unwrap();
    copy_program(Path::new(&one), &several.join("player.py"));
    let manifest = "command = [\"sh\", \"player.sh\"]\nprocesses = 8\n";
    fs::write(several.join("player.toml"), manifest).unwrap();
    fs::write(several.join("player.sh"), "python3 \"${0%/*}/player.py\" \"$1\"; true\n").unwrap();
    let several = several.to_str().unwrap();
    let args = ["run", &one, &two, several, "--max-plies", "4", "--out"];
    let played = place.tournament(&[&args[..], &["out"]].concat());
    let ranking = succeeds(&played);
    assert!(ranking.contains("2 players, 2 matches"), "{ranking}");
    let said = String::from_utf8(played.stderr).unwrap();
    assert!(said.contains("several: it needs several processes"), "{said}");
    assert!(said.contains("There are no control groups here: "), "{said}");
    let mut job = place.command(program("tournament"), &[&args[..], &["job"]].concat());
    let said = job.env("SLURM_JOB_ID", "7").output().unwrap().stderr;
    assert!(String::from_utf8(said).unwrap().contains("Slurm keeps those of its jobs"));
    let ranking = succeeds(&place.tournament(&[&args[..], &["unsafe", "--unsafe"]].concat()));
    assert!(ranking.contains("3 players, 6 matches"), "{ranking}");
}

/// Manifests of untrusted players that pose as bundled ones. All are named "stranger".
fn strangers() -> [String; 3] {
    let greedy = fs::read_to_string(project("players/greedy/player.toml")).unwrap();
    [
        greedy.replace("\"greedy\"\n#", "\"stranger\"\n#"),
        "name = \"stranger\"\ncommand = [\"play\", \"--hub-engine\", \"./player.sh\"]\n".to_owned(),
        "name = \"stranger\"\ncommand = [\"sh\", \"player.sh\"]\n".to_owned(),
    ]
}

#[test]
fn bundled_players_are_known_by_their_bytes_and_strangers_refused_wherever_they_lie() {
    needs!(containment);
    let short = ["--max-plies", "4", "--games", "1", "--quiet"];
    for (Row { name, .. }, place) in everywhere() {
        if place.is_contained() {
            continue;
        }
        let at = place.folder.path();
        let [greedy, random] =
            ["greedy", "random"].map(|it| within_reach(&project("players").join(it)));
        let named = [&greedy, &random].map(|it| it.to_str().unwrap());
        let by_path = [&["run"], &named[..], &short, &["--out", "by-path"]].concat();
        let ranking = succeeds(&place.tournament(&by_path));
        assert!(ranking.contains("2 players, 1 match"), "{name}: {ranking}");

        let players = at.join("players");
        fs::create_dir(&players).unwrap();
        for bundled in ["greedy", "python", "shell"] {
            let mut copy = Command::new("cp");
            copy.arg("-r").arg(project("players").join(bundled));
            assert!(copy.arg(&players).status().unwrap().success());
        }
        let bare = [&short[..], &["--out", "bare"]].concat();
        let ranking = succeeds(&place.tournament(&bare));
        assert!(ranking.contains("3 players, 3 matches"), "{name}: {ranking}");

        let stranger = players.join("stranger");
        let started = at.join("started");
        fs::create_dir(&stranger).unwrap();
        let script = format!("#!/bin/sh\n: > {}\n", started.display());
        fs::write(stranger.join("player.sh"), script).unwrap();
        make_executable(&stranger.join("player.sh"));
        for manifest in strangers() {
            fs::write(stranger.join("player.toml"), &manifest).unwrap();
            for args in [&short[..], &[&["run", "players"], &short[..]].concat()] {
                let why = fails(&place.tournament(args), 2);
                for part in [
                    "stranger is not a bundled player, or was changed",
                    "untrusted players are not started here",
                    "--unsafe",
                ] {
                    assert!(why.contains(part), "{name}, {manifest}: {why}");
                }
            }
        }
        assert!(!started.exists(), "{name}: a stranger was started");
        assert!(!at.join("results").exists(), "{name}");
    }
}

#[test]
fn parts_and_what_is_resumed_refuse_strangers_and_play_the_bundled() {
    needs!(containment);
    let place = Place::of("nolandlock", None);
    let tournament = |line: &str| place.tournament(&line.split(' ').collect::<Vec<_>>());
    let players = place.folder.path().join("players");
    for bundled in ["greedy", "random"] {
        let copy = players.join(bundled);
        fs::create_dir_all(&copy).unwrap();
        let manifest = project("players").join(bundled).join("player.toml");
        fs::copy(manifest, copy.join("player.toml")).unwrap();
    }
    succeeds(&tournament("run players --out ours --part 1/1 --max-plies 4"));

    let [changed, ..] = strangers();
    fs::write(players.join("greedy/player.toml"), changed).unwrap();
    let refused = |line: &str| {
        let why = fails(&tournament(line), 2);
        assert!(why.contains("stranger is not a bundled player"), "{why}");
    };
    refused("run players --out theirs --part 1/1 --max-plies 4");
    refused("run players --out theirs --begin --max-plies 4 --no-smoke");
    succeeds(&tournament("run players --unsafe --max-plies 4 --out out"));
    refused("run --resume --out out");
}

#[test]
fn copies_of_players_that_killed_runs_left_are_removed_and_told() {
    let place = Place::of("docker", None);
    let left = ["arbitro-players-1", "arbitro-players-2"].map(|it| place.folder.path().join(it));
    for (language, told) in [
        ("en", "removed the copies of players left by "),
        ("it", "rimosse le copie di giocatori lasciate da "),
        ("fr", "copies de joueurs supprimées, laissées par "),
    ] {
        for folder in &left {
            fs::create_dir_all(folder.join("0")).unwrap();
        }
        let args = ["--max-plies", "4", "--quiet", "--lang", language];
        let played = place.tournament(&args);
        succeeds(&played);
        let said = String::from_utf8(played.stderr).unwrap();
        let lines: Vec<_> = said.lines().filter(|line| line.contains(told)).collect();
        assert!(matches!(lines[..], [line] if line.contains("/arbitro-players-")), "{said}");
        assert!(!left.iter().any(|it| it.exists()), "{said}");
    }
}

#[test]
fn submissions_are_graded_where_they_are_contained_and_otherwise_refused() {
    needs!(containment);
    let submissions = within_reach(&project("tests/submissions"));
    let submissions = submissions.to_string_lossy().into_owned();
    for (Row { name, remedy, .. }, place) in everywhere() {
        if place.is_contained() {
            continue;
        }
        let graded = place.run(program("grade"), &[&submissions, "--out", "marks"]);
        let why = fails(&graded, 2);
        assert!(why.contains("submissions are not started here"), "{why}");
        assert!(remedy.split('|').any(|part| why.contains(part)), "{name}: {why}");
    }
}

#[test]
fn a_match_by_hand_is_refereed_in_every_place() {
    needs!(containment);
    for (Row { name, .. }, place) in everywhere() {
        let player = |number| {
            place
                .command(program("play"), &[number, "--strategy", "greedy"])
                .stdin(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap()
        };
        let mut players = [player("1"), player("2")];
        let args = ["--max-plies", "6", "--fresh"];
        let judged = place.run(program("verify"), &args);
        for player in &mut players {
            player.kill().unwrap();
            player.wait().unwrap();
        }
        let said = succeeds(&judged);
        assert!(said.contains("the move limit"), "{name}: {said}");
    }
}

#[test]
fn the_page_is_served_in_every_place() {
    needs!(containment);
    for (Row { name, .. }, place) in everywhere() {
        let mut server = place
            .command(program("serve"), &["--port", "0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let address = address(&mut server);
        server.kill().unwrap();
        let rest = server.wait_with_output().unwrap();
        let complaints = String::from_utf8_lossy(&rest.stderr);
        assert!(address.is_some(), "{name}: {complaints}");
    }
}

/// Returns the address that a server prints.
fn address(server: &mut Child) -> Option<String> {
    let lines = BufReader::new(server.stdout.take()?).lines();
    lines.map_while(Result::ok).find(|line| line.contains("http://127.0.0.1:"))
}

#[test]
fn a_player_that_cannot_start_is_reported_before_the_first_match() {
    needs!(containment);
    let folder = tempfile::tempdir().unwrap();
    let player = |name: &str, program: &str, mode: u32| {
        let place = folder.path().join("players").join(name);
        fs::create_dir_all(&place).unwrap();
        fs::write(place.join("player.toml"), "command = [\"./player\"]\n").unwrap();
        fs::write(place.join("player"), program).unwrap();
        let rights = fs::Permissions::from_mode(mode);
        fs::set_permissions(place.join("player"), rights).unwrap();
    };
    let good = fs::read_to_string(project("players/shell/player.sh")).unwrap();
    player("good", &good, 0o755);
    player("good too", &good, 0o755);
    player("closed", &good, 0o644);
    player("elsewhere", "#!/no/such/interpreter\n", 0o755);
    player("windows", "#!/bin/sh\r\n", 0o755);
    player("foreign", "MZ\u{0}", 0o755);
    for smoke in [&[][..], &["--no-smoke"]] {
        let out = tempfile::tempdir().unwrap();
        let played = Command::new(program("tournament"))
            .args(["run", "players", "--max-plies", "4", "--quiet", "--out"])
            .arg(out.path())
            .args(smoke)
            .current_dir(folder.path())
            .env("LC_ALL", "C")
            .output()
            .unwrap();
        let ranking = succeeds(&played);
        assert!(ranking.contains("2 players, 2 matches"), "{ranking}");
        let said = String::from_utf8(played.stderr).unwrap();
        for mends in [
            "players/closed: it cannot be started: ",
            "chmod +x ",
            "asks for /no/such/interpreter, which is not installed",
            "sed -i 's/\\r$//' ",
            "was built for Windows",
        ] {
            assert!(said.contains(mends), "{mends}: {said}");
        }
    }
}

#[test]
fn resuming_what_was_killed_before_its_first_file_begins_it() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    for out in ["empty", "new"] {
        let played = Command::new(program("tournament"))
            .args(["--resume", "--out", out, "--max-plies", "4", "--quiet"])
            .current_dir(folder.path())
            .env("LC_ALL", "C")
            .output()
            .unwrap();
        let ranking = succeeds(&played);
        assert!(ranking.contains("30 matches"), "{ranking}");
    }
    // Without its settings a journal cannot be gone on with.
    fs::remove_file(empty.join("tournament.toml")).unwrap();
    let refused = Command::new(program("tournament"))
        .args(["run", "players", "--resume", "--out", "empty"])
        .current_dir(folder.path())
        .env("LC_ALL", "C")
        .output()
        .unwrap();
    let why = fails(&refused, 2);
    assert!(why.contains("nothing to resume"), "{why}");
}

#[test]
fn a_player_that_cannot_be_started_in_a_match_is_the_hosts_trouble() {
    let missing = Contestant {
        program: "/no/such/program".into(),
        args: Vec::new(),
        readable: Vec::new(),
        variables: Vec::new(),
        processes: Processes::Usual,
        answers: Answers::Files,
    };
    for keeper in [keeper(), plain_keeper()] {
        let mut arena = Arena::new(keeper).unwrap();
        let contest = Contest::usual(GameId::Dama);
        let played = arena.play(
            &*crate::tricks::start(),
            &contest,
            [&missing, &missing],
            &mut |_, _| Ok(()),
        );
        assert!(matches!(played, Err(HostFailure::NotStarted { .. })), "{played:?}");
    }
}

/// A keeper for places where only plain processes are available.
fn plain_keeper() -> Keeper {
    Keeper::start_with(None, Guarantees::default(), Require::Anything).unwrap()
}

#[test]
fn plain_processes_are_stopped_and_ended_with_what_they_started_and_write_no_huge_file() {
    let mut keeper = plain_keeper();
    let mut program =
        keeper.contain(&script("(while :; do echo >> beats; sleep 0.01; done) & wait")).unwrap();
    let beats = program.folder().join("beats");
    let count = || fs::metadata(&beats).map_or(0, |metadata| metadata.len());
    wait_until("the program writes", || count() > 3);
    program.freeze().unwrap();
    std::thread::sleep(Duration::from_millis(50));
    let before = count();
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(count(), before, "it was stopped");
    program.thaw().unwrap();
    wait_until("it writes again", || count() > before);
    assert_eq!(program.kill_and_wait().unwrap(), Ended::Ended);
    let at_the_end = count();
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(count(), at_the_end, "nothing of it goes on");
    let folder = program.folder();
    drop(program);
    assert!(!folder.exists(), "its folder is gone");

    let huge = keeper.contain(&script("head -c 20000000 /dev/zero > huge")).unwrap().wait();
    assert!(!matches!(huge, Ok(Ended::Exited(0))), "{huge:?}");
    let mut code = keeper.contain(&script("exit 7")).unwrap();
    assert_eq!(code.wait().unwrap(), Ended::Exited(7));
    let mut killed = keeper.contain(&script("kill -SEGV $$")).unwrap();
    assert_eq!(killed.wait().unwrap(), Ended::Killed(11));
}

#[test]
fn plain_processes_end_with_the_thread_that_started_them() {
    let (folder, beats) = std::thread::spawn(|| {
        let mut keeper = plain_keeper();
        let program =
            keeper.contain(&script("while :; do echo >> beats; sleep 0.01; done")).unwrap();
        let beats = program.folder().join("beats");
        wait_until("the program writes", || beats.exists());
        let folder = program.folder();
        // As if the referee had been killed: nothing is ended or removed by hand.
        std::mem::forget(program);
        std::mem::forget(keeper);
        (folder, beats)
    })
    .join()
    .unwrap();
    let count = || fs::metadata(&beats).map_or(0, |metadata| metadata.len());
    std::thread::sleep(Duration::from_millis(50));
    let before = count();
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(count(), before);
    fs::remove_dir_all(folder.parent().and_then(Path::parent).unwrap()).unwrap();
}

#[test]
fn a_program_unfit_as_a_keeper_is_refused_with_the_reason() {
    // The main of these tests never calls serve_if_called().
    let refused = Keeper::start(None, Require::Anything);
    let why = refused.err().map(|why| why.to_string());
    let expected = "the sandbox cannot be set up: main does not begin with serve_if_called()";
    assert_eq!(why.as_deref(), Some(expected));
}
