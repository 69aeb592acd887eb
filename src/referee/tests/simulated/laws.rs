//! Assumptions of the referee and its simulation about the kernel, on real processes and folders.

use std::fs;
use std::io::Write;
use std::os::fd::AsFd;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open};

use rustix::fs::inotify::WatchFlags;

use crate::match_dir::{FolderEvent, FolderWatch, Watcher, board_file, wait_for_news};

const BOARD: &str = "0123456789012345678901234567890123456789";

/// A folder, and what is heard of it.
struct Folder {
    folder: tempfile::TempDir,
    watcher: Watcher,
    heard: Vec<FolderEvent>,
}

impl Folder {
    /// `None` where the kernel tells nothing of folders.
    fn new() -> Option<Folder> {
        let folder = tempfile::tempdir().unwrap();
        let watcher = Watcher::new().unwrap();
        let is_told =
            watcher.watch(folder.path(), WatchFlags::empty()).is_ok_and(FolderWatch::is_told);
        assert!(is_told || std::env::var_os("CI").is_none(), "no inotify here");
        is_told.then_some(Folder { folder, watcher, heard: Vec::new() })
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// A shell that runs a script in the folder.
    fn run(&self, script: &str) -> Child {
        let mut shell = Command::new("sh");
        let shell = shell.arg("-c").arg(script).current_dir(self.path());
        shell.stdin(Stdio::piped()).spawn().unwrap()
    }

    /// Hears all that was told so far.
    fn drain(&mut self) {
        while self.watcher.read(&mut |_, news| self.heard.push(news)).unwrap() {}
    }

    fn wait_for(&mut self, news: FolderEvent) {
        let until = Instant::now() + Duration::from_secs(60);
        while !self.heard.contains(&news) {
            assert!(Instant::now() < until, "{news:?} is not told: {:?}", self.heard);
            wait_for_news(&self.watcher, Some(until)).unwrap();
            self.drain();
        }
    }
}

fn pid(child: &Child) -> Pid {
    Pid::from_child(child)
}

#[test]
fn a_close_is_told_after_the_data() {
    let Some(mut folder) = Folder::new() else { return };
    for number in 1..200 {
        let file = format!("board_{number}.txt");
        let text = format!("printf %s {BOARD} > {file}; printf %s {BOARD} >> {file}");
        folder.run(&text).wait().unwrap();
        folder.wait_for(FolderEvent::Board(number));
        let read = fs::read_to_string(folder.path().join(&file)).unwrap();
        assert!(read == BOARD || read == BOARD.repeat(2), "{read}");
    }
}

#[test]
fn what_a_player_wrote_is_told_in_the_order_of_writing() {
    let Some(mut folder) = Folder::new() else { return };
    // Not by this process: others that it starts meanwhile hold its files open until they begin.
    let write = "i=0; while [ $i -lt 300 ]; do i=$((i+1)); printf x > board_$i.txt; done";
    folder.run(write).wait().unwrap();
    folder.drain();
    let expected: Vec<FolderEvent> = (1..=300).map(FolderEvent::Board).collect();
    assert!(folder.heard == expected, "{:?}", folder.heard);
}

#[test]
fn a_stopped_player_writes_nothing_more_once_its_news_are_heard() {
    let Some(mut folder) = Folder::new() else { return };
    let mut child = folder.run("while :; do printf x >> board_2.txt; done");
    folder.wait_for(FolderEvent::Board(2));
    for _ in 0..20 {
        kill_process(pid(&child), Signal::STOP).unwrap();
        // Stopped, and seen to be.
        let state = rustix::process::WaitOptions::UNTRACED;
        rustix::process::waitpid(Some(pid(&child)), state).unwrap();
        folder.drain();
        let before = fs::read(board_file(folder.path(), 2)).unwrap();
        folder.heard.clear();
        std::thread::sleep(Duration::from_millis(5));
        folder.drain();
        assert_eq!(folder.heard, []);
        assert!(fs::read(board_file(folder.path(), 2)).unwrap() == before);
        kill_process(pid(&child), Signal::CONT).unwrap();
        folder.wait_for(FolderEvent::Board(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn what_a_player_held_open_is_told_to_be_closed_before_its_death() {
    let Some(mut folder) = Folder::new() else { return };
    for _ in 0..50 {
        let mut child = folder.run("exec 3> board_2.txt; read line");
        let death = pidfd_open(pid(&child), PidfdFlags::empty()).unwrap();
        let is_open = || board_file(folder.path(), 2).exists();
        while !is_open() {
            std::thread::yield_now();
        }
        folder.drain();
        folder.heard.clear();
        child.stdin.take().unwrap().write_all(b"end\n").unwrap();
        poll(&mut [PollFd::from_borrowed_fd(death.as_fd(), PollFlags::IN)], None).unwrap();
        folder.drain();
        assert_eq!(folder.heard, [FolderEvent::Board(2)]);
        child.wait().unwrap();
        fs::remove_file(board_file(folder.path(), 2)).unwrap();
    }
}

#[test]
fn events_that_are_lost_are_told_to_be_lost() {
    let Some(mut folder) = Folder::new() else { return };
    let most = fs::read_to_string("/proc/sys/fs/inotify/max_queued_events");
    let most: u64 = most.unwrap().trim().parse().unwrap();
    if most > 100_000 {
        return;
    }
    for number in 0..most + 10 {
        fs::write(board_file(folder.path(), number % 7 + 1), BOARD).unwrap();
    }
    folder.drain();
    assert_eq!(folder.heard.last(), Some(&FolderEvent::Overflow));
}
