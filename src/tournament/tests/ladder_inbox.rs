//! The folder that a ladder watches: who arrives, changes, is refused and is gone.

use std::fs::{self, File, Permissions};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use arbitro_tournament::{Arrival, Inbox, NameFault, NoEntrant};
use tempfile::TempDir;

/// A watched folder, and a clock that the test sets.
struct Watch {
    folder: TempDir,
    inbox: Inbox,
    now: Instant,
}

impl Watch {
    fn new() -> Watch {
        // In memory, if it can be: some tests make thousands of folders.
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
        let inbox = Inbox::new(folder.path().to_owned()).unwrap();
        Watch { folder, inbox, now: Instant::now() }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.at(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Looks after some milliseconds more.
    fn after(&mut self, millis: u64) -> Vec<String> {
        self.now += Duration::from_millis(millis);
        self.inbox.look(self.now).iter().map(said).collect()
    }

    /// Looks twice a second for so many seconds.
    fn during(&mut self, seconds: u64) -> Vec<String> {
        (0..2 * seconds).flat_map(|_| self.after(500)).collect()
    }
}

fn said(arrival: &Arrival) -> String {
    match arrival {
        Arrival::Quiet { name } => format!("+{name}"),
        Arrival::Gone { name } => format!("-{name}"),
        Arrival::Refused { name, why } => {
            let why = match why {
                NoEntrant::FolderName(NameFault::Alike(other)) => format!("like {other}"),
                NoEntrant::FolderName(fault) => format!("{fault:?}"),
                NoEntrant::TooManyPlayers { .. } => "TooMany".to_owned(),
                why => format!("{why:?}"),
            };
            format!("!{name} {why}")
        }
    }
}

const NOTHING: [&str; 0] = [];

#[test]
fn a_player_arrives_when_nothing_changed_for_two_seconds() {
    let mut watch = Watch::new();
    watch.write(".hidden/player.toml", "");
    watch.write("file", "");
    fs::create_dir(watch.at("a")).unwrap();
    assert_eq!(watch.during(10), NOTHING, "an empty folder waits");
    for number in 0..20 {
        watch.write(&format!("a/{}", number % 3), &"x".repeat(number));
        assert_eq!(watch.after(1_500), NOTHING, "it is being copied");
    }
    assert_eq!(watch.after(1_500), NOTHING);
    assert_eq!(watch.after(500), ["+a"]);
    assert_eq!(watch.during(100), NOTHING, "it arrived once");
}

#[test]
fn a_change_of_any_kind_is_reported_and_the_same_state_is_not() {
    let mut watch = Watch::new();
    watch.write("a/run", "1");
    watch.write("b/run", "1");
    assert_eq!(watch.during(3), ["+a", "+b"]);
    let file = watch.at("a/run");
    let modified = fs::metadata(&file).unwrap().modified().unwrap();
    let tick = |nanos| {
        let time = modified + Duration::from_nanos(nanos);
        File::open(&file).unwrap().set_modified(time).unwrap();
    };
    tick(1);
    assert_eq!(watch.during(3), ["+a"], "a nanosecond");
    fs::write(&file, "12").unwrap();
    tick(1);
    assert_eq!(watch.during(3), ["+a"], "its size");
    fs::set_permissions(&file, Permissions::from_mode(0o755)).unwrap();
    assert_eq!(watch.during(3), ["+a"], "its mode");
    fs::rename(&file, watch.at("a/walk")).unwrap();
    assert_eq!(watch.during(3), ["+a"], "its name");
    fs::set_permissions(watch.at("a/walk"), Permissions::from_mode(0o700)).unwrap();
    assert_eq!(watch.after(500), NOTHING);
    fs::set_permissions(watch.at("a/walk"), Permissions::from_mode(0o755)).unwrap();
    assert_eq!(watch.during(10), NOTHING, "it is again as it was reported");
    watch.inbox.again("a");
    watch.inbox.again("no such player");
    assert_eq!(watch.after(500), NOTHING);
    assert_eq!(watch.after(2_000), ["+a"], "it changed while it was copied");
}

#[test]
fn times_of_files_in_the_future_and_before_all_time_do_no_harm() {
    let mut watch = Watch::new();
    let far = Duration::from_secs(3_600 * 24 * 365 * 30);
    let day = SystemTime::now();
    for (name, time) in [("a", day + far), ("b", day - far), ("c", day - far - far)] {
        watch.write(&format!("{name}/run"), "1");
        File::open(watch.at(name).join("run")).unwrap().set_modified(time).unwrap();
        File::open(watch.at(name)).unwrap().set_modified(time).unwrap();
    }
    assert_eq!(watch.during(5), ["+a", "+b", "+c"]);
    File::open(watch.at("a/run")).unwrap().set_modified(day - far).unwrap();
    assert_eq!(watch.during(5), ["+a"]);
    // A clock that does not go on, or goes back, is no reason to fail.
    watch.inbox.look(watch.now - Duration::from_secs(1));
    assert_eq!(watch.after(0), NOTHING);
}

#[test]
fn a_player_is_gone_after_a_minute_and_a_rename_away_and_back_is_nothing() {
    let mut watch = Watch::new();
    for name in ["a", "b", "c"] {
        watch.write(&format!("{name}/run"), "1");
    }
    assert_eq!(watch.during(3), ["+a", "+b", "+c"]);
    let move_to = |watch: &Watch, from: &str, to: &str| {
        fs::rename(watch.at(from), watch.at(to)).unwrap();
    };
    for name in ["a", "b", "c"] {
        move_to(&watch, name, &format!(".{name}"));
    }
    assert_eq!(watch.during(59), NOTHING);
    move_to(&watch, ".a", "a");
    move_to(&watch, ".b", "b");
    watch.write("b/run", "12");
    assert_eq!(watch.after(500), NOTHING);
    assert_eq!(watch.during(3), ["-c", "+b"]);
    assert_eq!(watch.during(100), NOTHING);
    move_to(&watch, "a", ".a");
    assert_eq!(watch.during(59), NOTHING, "its earlier absence does not count");
    assert_eq!(watch.during(2), ["-a"]);
    move_to(&watch, ".a", "a");
    assert_eq!(watch.during(3), ["+a"], "it is back");
}

#[test]
fn links_and_names_that_mislead_are_refused_once() {
    let mut watch = Watch::new();
    let long = "x".repeat(81);
    // The second a is a Cyrillic one.
    for name in ["anna", "\u{430}nna", "bob@2", "bob@", "bob ", "b\u{200b}ob", &long] {
        watch.write(&format!("{name}/run"), "1");
    }
    let bytes = std::ffi::OsStr::from_bytes(b"c\xff");
    fs::create_dir(watch.folder.path().join(bytes)).unwrap();
    symlink("anna", watch.at("link")).unwrap();
    symlink("nowhere", watch.at("dangling")).unwrap();
    let mut said = watch.during(5);
    said.sort();
    let mut expected = [
        "+anna",
        "+bob@",
        "!\u{430}nna like anna",
        "!b\u{fffd}ob Unclear",
        "!bob  Unclear",
        "!bob@2 Version",
        "!c\u{fffd} Unclear",
        "!dangling Link",
        "!link Link",
        &format!("!{long} Unclear"),
    ];
    expected.sort();
    assert_eq!(said, expected);
    assert_eq!(watch.during(100), NOTHING);
    fs::rename(watch.at("bob@2"), watch.at("bob")).unwrap();
    fs::remove_file(watch.at("link")).unwrap();
    assert_eq!(watch.during(100), ["+bob"], "what was no player is never gone");
    fs::remove_dir_all(watch.at("anna")).unwrap();
    assert_eq!(watch.during(100), ["-anna"], "its name is still its own");
}

#[test]
fn a_player_of_an_earlier_run_keeps_its_name_and_is_missed() {
    let mut watch = Watch::new();
    // The first by its bytes is the one that looks like the other.
    watch.write("anna/run", "1");
    watch.write("\u{430}nna/run", "1");
    watch.inbox.expect("\u{430}nna", watch.now);
    watch.inbox.expect("left", watch.now);
    assert_eq!(watch.during(3), ["!anna like \u{430}nna", "+\u{430}nna"]);
    assert_eq!(watch.during(60), ["-left"]);
}

#[test]
fn a_folder_that_cannot_be_read_or_is_not_mounted_says_nothing() {
    let mut watch = Watch::new();
    let [here, elsewhere] = ["/tmp", "/dev/shm"].map(|it| tempfile::tempdir_in(it).unwrap());
    let write = |to: &Path, name: &str| {
        fs::create_dir(to.join(name)).unwrap();
        fs::write(to.join(name).join("run"), "1").unwrap();
    };
    write(here.path(), "a");
    let link = watch.at("link");
    let lead = |to: &Path| {
        let _ = fs::remove_file(&link);
        symlink(to, &link).unwrap();
    };
    lead(here.path());
    watch.inbox = Inbox::new(link.clone()).unwrap();
    assert_eq!(watch.during(3), ["+a"]);
    lead(Path::new("nowhere"));
    assert_eq!(watch.during(100), NOTHING, "its server is down");
    lead(here.path());
    fs::rename(here.path().join("a"), here.path().join(".a")).unwrap();
    assert_eq!(watch.during(59), NOTHING, "no absence was seen before");
    fs::rename(here.path().join(".a"), here.path().join("a")).unwrap();
    assert_eq!(watch.during(3), NOTHING);
    let [one, other] = [&here, &elsewhere].map(|it| fs::metadata(it.path()).unwrap().dev());
    if one == other {
        println!("not tested: /tmp and /dev/shm are one file system here");
        return;
    }
    lead(elsewhere.path());
    assert_eq!(watch.during(100), NOTHING, "it is not mounted");
    write(elsewhere.path(), "a");
    write(elsewhere.path(), "b");
    assert_eq!(watch.during(3), ["+a", "+b"], "mounted again it has another number");
}

#[test]
fn a_player_of_too_many_files_is_refused_until_it_has_fewer() {
    let mut watch = Watch::new();
    for number in 0..2_001 {
        watch.write(&format!("a/{number}"), "");
    }
    let deep = ["n".repeat(250).as_str(); 15].join("/");
    fs::create_dir_all(watch.at("b").join(deep)).unwrap();
    assert_eq!(watch.during(5), ["!a TooBigToKeep", "+b"]);
    fs::remove_file(watch.at("a/7")).unwrap();
    assert_eq!(watch.during(5), ["+a"]);
}

#[test]
fn a_folder_of_too_many_players_is_told_once_and_those_that_were_there_stay() {
    let mut watch = Watch::new();
    watch.write("z/run", "");
    assert_eq!(watch.during(3), ["+z"]);
    for number in 0..5_001 {
        fs::create_dir(watch.at(&format!("a{number:04}"))).unwrap();
    }
    assert_eq!(watch.after(500), ["!a4999 TooMany"]);
    assert_eq!(watch.after(500), NOTHING);
    watch.write("z/run", "1");
    assert_eq!([watch.after(500), watch.after(2_000)].concat(), ["+z"]);
    for number in 0..10 {
        fs::remove_dir(watch.at(&format!("a{number:04}"))).unwrap();
    }
    watch.write("b/run", "");
    let said: Vec<String> =
        [0, 500, 500, 2_000].into_iter().flat_map(|it| watch.after(it)).collect();
    assert_eq!(said, ["+b"]);
}

#[test]
fn what_a_pull_leaves_in_a_folder_is_no_part_of_a_player() {
    let mut watch = Watch::new();
    watch.write("a/.git/FETCH_HEAD", "1");
    assert_eq!(watch.during(5), NOTHING, "an empty folder waits");
    watch.write("a/player.toml", "");
    assert_eq!(watch.during(5), ["+a"]);
    watch.write("a/.git/FETCH_HEAD", "2");
    watch.write("a/.git/logs/HEAD", "1");
    assert_eq!(watch.during(5), NOTHING);
    watch.write("a/.gitignore", "");
    assert_eq!(watch.during(5), ["+a"], "which is a file like any");
}
