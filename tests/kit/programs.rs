//! The programs of the workspace, and processes.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use arbitro_sandbox::{Scratch, Staging, can_be_entered, temporary_folders};
use tempfile::TempDir;

/// The folder of a build's programs, `target/debug`, and `target` itself: tests lie in `target/debug/deps`.
static BUILT: LazyLock<(PathBuf, PathBuf)> = LazyLock::new(|| {
    let test = std::env::current_exe().unwrap();
    let folder = |up| test.ancestors().nth(up).unwrap().to_owned();
    (folder(2), folder(3))
});

/// Returns the path of a program, of whichever package: all are built before any test runs.
pub fn program(name: &str) -> &'static Path {
    let built = BUILT.0.join(name);
    assert!(built.is_file(), "{} is not built: cargo build --bins", built.display());
    // Asked for a few hundred times in a run.
    Box::leak(built.into_boxed_path())
}

pub(crate) fn is_built(name: &str) -> bool {
    BUILT.0.join(name).is_file()
}

/// Prefix of the folders for copies that tests start, which `tests/untested.rs` removes at the end.
pub const STAGED: &str = "arbitro-tests-";

/// What is within reach already, by where it lies.
type Brought = BTreeMap<PathBuf, &'static Path>;

/// The folder for copies that tests start, which every user can enter: some tests start programs of ours as
/// another user.
static FOLDER: LazyLock<Scratch> =
    LazyLock::new(|| Scratch::new(STAGED, 0o755, &site_for_all()).unwrap());
static FOLDERS: AtomicUsize = AtomicUsize::new(0);
static BROUGHT: LazyLock<Mutex<Brought>> = LazyLock::new(Mutex::default);

/// Brings a program, or a folder with all that is in it, to where the sandbox can start it under any
/// user id: the project may lie below a folder that only root may enter. Once for all tests of a process.
pub fn within_reach(place: &Path) -> &'static Path {
    let mut brought = BROUGHT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(there) = brought.get(place) {
        return there;
    }
    let mut there = place.to_owned();
    let is_root = rustix::process::getuid().is_root();
    if !Staging::new(STAGED, is_root).is_within_reach(place) {
        there = folder_for_all().join(place.file_name().unwrap());
        copy_program(place, &there);
        open_to_all(&there);
    }
    let there: &'static Path = Box::leak(there.into_boxed_path());
    brought.insert(place.to_owned(), there);
    there
}

/// Makes a folder that every user can reach, for all tests of this process: it goes with the copies of programs.
pub fn folder_for_all() -> PathBuf {
    let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
    let folder = FOLDER.path().join(number.to_string());
    fs::create_dir(&folder).unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    folder
}

fn site_for_all() -> PathBuf {
    let has_other_users = rustix::process::getuid().is_root();
    let mut sites = temporary_folders().into_iter();
    sites.find(|site| !has_other_users || can_be_entered(site)).unwrap()
}

/// Makes a temporary folder with these permissions that every user can reach, wherever `TMPDIR` is.
pub fn open_folder(mode: u32) -> TempDir {
    let folder = tempfile::tempdir_in(site_for_all()).unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(mode)).unwrap();
    folder
}

/// Returns the folder for what tests leave to each other and to later runs.
pub fn kept_folder() -> PathBuf {
    let folder = BUILT.1.join("tmp");
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Copies a program, or a folder of programs, that is to be started soon. Another process does it: a file that is open for writing
/// cannot be started, and whatever the other tests start in this moment would hold it open with us.
pub fn copy_program(from: &Path, to: &Path) {
    let copied = Command::new("cp").arg("-r").arg(from).arg(to).status().unwrap();
    assert!(copied.success(), "{} to {}", from.display(), to.display());
}

/// Lets every user read a file or folder with all that is in it, whatever the umask was.
pub fn open_to_all(place: &Path) {
    let opened = Command::new("chmod").args(["-R", "a+rX"]).arg(place).status();
    assert!(opened.unwrap().success(), "{}", place.display());
}

/// Makes a file a program.
pub fn make_executable(file: &Path) {
    fs::set_permissions(file, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Between two looks at what a test waits for.
const SHORTEST_WAIT: Duration = Duration::from_millis(2);
const LONGEST_WAIT: Duration = Duration::from_millis(50);

/// Waits for something that other processes bring about, and names it if it never comes.
#[track_caller]
pub fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(120), "waited in vain until {what}");
        // Looking may cost more than waiting.
        std::thread::sleep((start.elapsed() / 10).clamp(SHORTEST_WAIT, LONGEST_WAIT));
    }
}

/// Returns all descendants of a process, parents before children.
pub fn descendants(of: u32) -> Vec<i32> {
    let mut found = Vec::new();
    let mut parents = vec![of];
    while let Some(parent) = parents.pop() {
        for child in children(parent) {
            found.push(i32::try_from(child).unwrap());
            parents.push(child);
        }
    }
    found
}

/// Returns the children of each thread of a process, zombies included.
pub fn children(of: u32) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{of}/task"));
    let of_thread = |entry: fs::DirEntry| fs::read_to_string(entry.path().join("children"));
    let lists: Vec<String> =
        threads.into_iter().flatten().flatten().filter_map(|entry| of_thread(entry).ok()).collect();
    let pids = lists.iter().flat_map(|list| list.split_whitespace());
    pids.filter_map(|pid| pid.parse().ok()).collect()
}
