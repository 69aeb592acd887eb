//! The versions that a ladder keeps: whole, once, bounded, and nobody's but the caller's.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use arbitro_rules::GameId;
use arbitro_sandbox::{everything, fingerprint};
use arbitro_tournament::{EntrantTerms, NoEntrant, VERSIONS, Versions};
use tempfile::TempDir;

const TERMS: EntrantTerms<'_> = EntrantTerms { game: GameId::Dama, bundled: &[], allowed: &[] };
/// Variable that names the folder in which a process keeps versions until it is killed.
const KEEPS_IN: &str = "ARBITRO_TEST_KEEPS_IN";

/// A folder of players, and one of results.
struct Ladder {
    inbox: TempDir,
    out: TempDir,
}

impl Ladder {
    fn new() -> Ladder {
        let [inbox, out] = [0, 0].map(|_| tempfile::tempdir().unwrap());
        Ladder { inbox, out }
    }

    fn open(&self) -> Versions<'static> {
        Versions::open(self.out.path(), TERMS, false).unwrap()
    }

    fn file(&self, name: &str, text: &str) {
        let path = self.inbox.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// A player that a file makes another one.
    fn player(&self, name: &str, strategy: &str) {
        self.file(&format!("{name}/player.toml"), "name = \"other\"\ncommand = [\"sh\", \"run\"]");
        self.file(&format!("{name}/run"), strategy);
    }

    fn take(&self, versions: &mut Versions, name: &str) -> Result<Option<String>, NoEntrant> {
        versions.take(self.inbox.path(), name).unwrap()
    }

    fn taken(&self, versions: &mut Versions, name: &str) -> String {
        self.take(versions, name).unwrap().unwrap()
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.out.path().join(VERSIONS)).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn the_same_bytes_are_kept_once_whatever_their_folder_their_order_and_their_times() {
    let ladder = Ladder::new();
    let mut versions = ladder.open();
    ladder.player("a", "1");
    ladder.file("b/run", "1");
    ladder.file("b/.git/HEAD", "no part of a player");
    ladder.player("b", "1");
    let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1);
    File::open(ladder.inbox.path().join("b/run")).unwrap().set_modified(old).unwrap();
    let first = ladder.taken(&mut versions, "a");
    assert_eq!(ladder.taken(&mut versions, "b"), first);
    assert_eq!(ladder.names(), [&*first]);
    assert!(versions.has(&first) && ladder.open().has(&first));
    ladder.player("a", "2");
    let second = ladder.taken(&mut versions, "a");
    set_mode(&ladder.inbox.path().join("a/run"), 0o755);
    let third = ladder.taken(&mut versions, "a");
    let all = BTreeSet::from([&first, &second, &third]);
    assert_eq!(
        (all.len(), ladder.names().len()),
        (3, 3),
        "a file that may be executed is another one"
    );
}

#[test]
fn a_kept_version_is_the_callers_alone_and_plays_by_its_given_name() {
    let ladder = Ladder::new();
    let mut versions = ladder.open();
    ladder.file("a/player.toml", "name = \"other\"\ncommand = [\"./folder/run\"]");
    ladder.file("a/folder/run", "#!/bin/sh\n");
    let run = ladder.inbox.path().join("a/folder/run");
    set_mode(&run, 0o677);
    set_mode(&ladder.inbox.path().join("a/player.toml"), 0o666);
    let kept = ladder.taken(&mut versions, "a");
    fs::rename(ladder.inbox.path().join("a"), ladder.inbox.path().join("b")).unwrap();
    let folder = ladder.out.path().join(VERSIONS);
    let place = folder.join(&kept);
    let modes = ["", "player.toml", "folder", "folder/run"].map(|it| mode(&place.join(it)));
    assert_eq!((mode(&folder), modes), (0o700, [0o700, 0o600, 0o700, 0o700]));
    let seated = versions.stage(&kept, "a@2").unwrap().unwrap();
    assert_eq!((&*seated.entrant.name, &seated.entrant.sha256), ("a@2", &kept));
    assert!(seated.entrant.contestant.program.ends_with("folder/run"));
    if rustix::process::geteuid().is_root() {
        let versions = Versions::open(ladder.out.path(), TERMS, true).unwrap();
        let seated = versions.stage(&kept, "a").unwrap().unwrap();
        let program = seated.entrant.contestant.program.clone();
        assert!(!program.starts_with(&folder) && mode(&program) == 0o755, "{program:?}");
        drop(seated);
        assert!(!program.exists(), "its copy goes with it");
    }
    for unknown in ["0".repeat(64), format!("../{VERSIONS}/{kept}")] {
        let seated = versions.stage(&unknown, "a").unwrap();
        assert!(matches!(seated.unwrap_err(), NoEntrant::Missing), "{unknown}");
    }
    fs::write(place.join("folder/run"), "#!/bin/sh\nexit\n").unwrap();
    let seated = versions.stage(&kept, "a").unwrap();
    assert!(matches!(seated.unwrap_err(), NoEntrant::Damaged));
    assert_eq!(ladder.taken(&mut versions, "b"), kept);
    assert!(versions.stage(&kept, "a").unwrap().is_ok(), "it was handed in again");
    assert_eq!(ladder.names(), [kept]);
}

#[test]
fn a_rung_may_be_an_executable() {
    let ladder = Ladder::new();
    let mut versions = ladder.open();
    ladder.file("bot.sh", "#!/bin/sh\n");
    let not_executable = ladder.take(&mut versions, "bot.sh").unwrap_err();
    let named = ladder.inbox.path().join("bot.sh");
    assert!(not_executable.to_string().contains(&*named.to_string_lossy()), "{not_executable}");
    set_mode(&named, 0o755);
    let kept = ladder.taken(&mut versions, "bot.sh");
    assert!(ladder.open().stage(&kept, "bot").unwrap().is_ok());
    assert_eq!(ladder.names(), [kept]);
}

#[test]
fn what_is_wrong_with_a_player_is_told_and_nothing_of_it_is_kept() {
    let ladder = Ladder::new();
    let mut versions = ladder.open();
    let at = |name: &str| ladder.inbox.path().join(name);
    for name in ["large", "many", "links", "secret", "wrong"] {
        ladder.player(name, "1");
    }
    let sparse = File::create(at("large/data")).unwrap();
    sparse.set_len(64 << 20).unwrap();
    for number in 0..1_999 {
        ladder.file(&format!("many/{number}"), "");
    }
    ladder.file("wrong/player.toml", "comand = \"sh\"");
    ladder.file("bare/file", "");
    symlink(at("large"), at("link")).unwrap();
    fs::remove_file(at("links/run")).unwrap();
    symlink("../large/run", at("links/run")).unwrap();
    symlink("/dev/zero", at("secret/zero")).unwrap();
    let mut why = |name: &str| ladder.take(&mut versions, name).unwrap_err();
    assert!(matches!(why("large"), NoEntrant::TooBigToKeep));
    assert!(matches!(why("many"), NoEntrant::TooBigToKeep));
    assert!(matches!(why("wrong"), NoEntrant::Manifest { .. }));
    assert!(matches!(why("links"), NoEntrant::NoFile { .. }), "its command leads out");
    assert!(matches!(why("bare"), NoEntrant::Missing));
    assert!(matches!(why("none"), NoEntrant::Missing));
    assert!(matches!(why("link"), NoEntrant::NotCopied { .. }));
    assert_eq!(ladder.names(), [""; 0]);
    sparse.set_len((64 << 20) - 1_000).unwrap();
    fs::remove_file(at("many/7")).unwrap();
    for name in ["large", "many", "secret"] {
        let kept = ladder.taken(&mut versions, name);
        let copy = ladder.out.path().join(VERSIONS).join(kept);
        assert_eq!(copy.join("zero").is_symlink(), name == "secret", "links are kept as links");
    }
}

/// Ends the thread that writes, also when the test fails.
struct Stop<'a>(&'a AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn a_player_that_changes_while_it_is_copied_is_kept_as_it_was_at_one_moment_or_not_at_all() {
    let ladder = Ladder::new();
    let mut versions = ladder.open();
    ladder.player("a", "1");
    let folder = ladder.inbox.path().join("a");
    let beside = ladder.inbox.path().join(".beside");
    for number in 0..20 {
        ladder.file(&format!("a/filler-{number}"), &"x".repeat(100_000));
    }
    let write = |name: &str, number: u64| {
        fs::write(&beside, number.to_string()).unwrap();
        fs::rename(&beside, folder.join(name)).unwrap();
    };
    write("first", 0);
    write("second", 0);
    let is_over = AtomicBool::new(false);
    let changed = thread::scope(|scope| {
        scope.spawn(|| {
            for number in 1.. {
                write("first", number);
                write("second", number);
                if is_over.load(Ordering::Relaxed) {
                    break;
                }
            }
        });
        let _stop = Stop(&is_over);
        let begun = Instant::now();
        let mut changed = 0;
        while changed < 20 && begun.elapsed() < Duration::from_secs(60) {
            // A failure to read what is being replaced would be told as the player's own.
            let Some(kept) = ladder.take(&mut versions, "a").unwrap() else {
                changed += 1;
                continue;
            };
            let copy = ladder.out.path().join(VERSIONS).join(kept);
            let read = |name| fs::read_to_string(copy.join(name)).unwrap().parse::<u64>().unwrap();
            let (first, second) = (read("first"), read("second"));
            assert!(first == second || first == second + 1, "{first} {second}");
        }
        changed
    });
    assert_eq!(changed, 20);
    assert!(ladder.take(&mut versions, "a").unwrap().is_some());
}

#[test]
fn half_copies_of_a_killed_run_are_removed_and_whole_versions_stay() {
    let ladder = Ladder::new();
    ladder.player("a", "1");
    let kept = ladder.taken(&mut ladder.open(), "a");
    let folder = ladder.out.path().join(VERSIONS);
    fs::create_dir_all(folder.join(".new-1/inner")).unwrap();
    fs::write(folder.join(".new-1/inner/file"), "half").unwrap();
    fs::write(folder.join(".new-2"), "half").unwrap();
    assert!(ladder.open().has(&kept));
    assert_eq!(ladder.names(), [kept]);
}

#[test]
fn a_kill_at_any_moment_leaves_whole_versions_only() {
    let ladder = Ladder::new();
    for round in 0..10 {
        let before = ladder.open_whole();
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "ladder_versions::keeps_versions_where_it_is_told_to"])
            .env(KEEPS_IN, ladder.out.path())
            // What it leaves is removed with this.
            .env("TMPDIR", ladder.inbox.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let is_whole = |it: &String| !it.starts_with('.');
        let count = || ladder.names().iter().filter(|name| is_whole(name)).count();
        while count() < before + 2 && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_millis(2 * round));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(ladder.open_whole() >= before + 2);
    }
}

impl Ladder {
    /// Opens the versions as the next run does; returns the number of them, all of which are whole.
    fn open_whole(&self) -> usize {
        drop(self.open());
        let names = self.names();
        for name in &names {
            let place = self.out.path().join(VERSIONS).join(name);
            assert_eq!(fingerprint(&place, "", everything).unwrap().as_ref(), Some(name));
        }
        names.len()
    }
}

/// Keeps versions until it is killed, if another test started it for that.
#[test]
fn keeps_versions_where_it_is_told_to() {
    let Some(out) = std::env::var_os(KEEPS_IN) else { return };
    let ladder = Ladder::new();
    let mut versions = Versions::open(out.as_ref(), TERMS, false).unwrap();
    for number in 0..100_000 {
        ladder.player("a", &format!("{}-{number}", std::process::id()));
        ladder.file("a/folder/file", &number.to_string());
        ladder.taken(&mut versions, "a");
    }
}

#[test]
fn room_is_made_by_removing_the_unused_versions_that_were_asked_for_the_longest_ago() {
    let ladder = Ladder::new();
    let mut versions = ladder.open();
    let names = ["a", "b", "c", "d"].map(|name| {
        ladder.player(name, name);
        ladder.taken(&mut versions, name)
    });
    let [first, second, third, fourth] = &names;
    let none = BTreeSet::new();
    assert_eq!(versions.make_room(&none).unwrap(), [""; 0]);
    // Time is what it is: these versions were taken long before the others, and take all the room there is.
    let folder = ladder.out.path().join(VERSIONS);
    let large: Vec<String> = (0..16).map(|number| format!("{number:064x}")).collect();
    for name in &large {
        fs::create_dir(folder.join(name)).unwrap();
        File::create(folder.join(name).join("data")).unwrap().set_len(64 << 20).unwrap();
        let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1);
        File::open(folder.join(name)).unwrap().set_modified(old).unwrap();
    }
    let mut versions = ladder.open();
    let used: BTreeSet<String> = large.iter().cloned().chain([second.clone()]).collect();
    assert!(versions.stage(first, "a").unwrap().is_ok());
    assert_eq!(versions.make_room(&used).unwrap(), [third, fourth, first].map(String::as_str));
    assert!(versions.has(second) && !versions.has(first), "what is used stays, however large");
    assert_eq!(versions.make_room(&BTreeSet::new()).unwrap(), [&*large[0]]);
    assert!(!folder.join(&large[0]).exists() && folder.join(OsStr::new(&*large[1])).exists());
    assert_eq!(ladder.names().len(), 16);
}
