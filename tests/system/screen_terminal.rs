//! `replay` on a real pseudo terminal: what it paints, what keys and signals do, and that the terminal
//! is afterwards as it was before.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

use crate::programs::program;
use arbitro_records::{MatchRecord, seal};
use arbitro_testkit::games::project;
use arbitro_tournament::LIVE;

/// As long as a picture may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// As much of a terminal as `replay` uses.
#[derive(Default)]
struct Painted {
    size: (usize, usize),
    cells: Vec<Vec<char>>,
    at: (usize, usize),
    /// Bytes of an unfinished sequence.
    rest: Vec<u8>,
    /// True on the alternate screen; the other flag is for a hidden cursor.
    is_other: bool,
    is_hidden: bool,
    /// Sequences that set colours.
    colours: usize,
}

impl Painted {
    fn resize(&mut self, (wide, high): (usize, usize)) {
        self.size = (wide, high);
        self.cells = vec![vec![' '; wide]; high];
    }

    fn text(&self) -> String {
        let lines = self.cells.iter().map(|cell| cell.iter().collect::<String>());
        lines.map(|it| it.trim_end().to_owned() + "\n").collect()
    }

    fn take(&mut self, bytes: &[u8]) {
        self.rest.extend_from_slice(bytes);
        while let Some(used) = self.step() {
            self.rest.drain(..used);
        }
    }

    /// Obeys the first thing that waits, if it is whole; how many bytes it took.
    fn step(&mut self) -> Option<usize> {
        let first = *self.rest.first()?;
        if first == 0x1b {
            let end = 2 + self.rest.get(2..)?.iter().position(|it| it.is_ascii_alphabetic())?;
            let sequence = String::from_utf8(self.rest[2..end].to_vec()).unwrap();
            self.obey(&sequence, self.rest[end]);
            return Some(end + 1);
        }
        let length = match first {
            0..0x80 => 1,
            0x80..0xe0 => 2,
            0xe0..0xf0 => 3,
            _ => 4,
        };
        let letter = std::str::from_utf8(self.rest.get(..length)?).unwrap().chars().next()?;
        match letter {
            '\r' => self.at.0 = 0,
            '\n' => self.at.1 += 1,
            letter => {
                assert!(!letter.is_control(), "{letter:?}");
                if let Some(cell) =
                    self.cells.get_mut(self.at.1).and_then(|cell| cell.get_mut(self.at.0))
                {
                    *cell = letter;
                }
                self.at.0 += 1;
            }
        }
        Some(length)
    }

    fn obey(&mut self, sequence: &str, last: u8) {
        match (sequence, last) {
            ("?1049", b'h' | b'l') => {
                self.is_other = last == b'h';
                self.resize(self.size);
                self.at = (0, 0);
            }
            ("?25", b'h' | b'l') => self.is_hidden = last == b'l',
            (_, b'J') => self.resize(self.size),
            ("2", b'K') => {
                if let Some(line) = self.cells.get_mut(self.at.1) {
                    line.fill(' ');
                }
            }
            (_, b'H') => {
                let mut numbers = sequence.split(';').map(|part| part.parse().unwrap_or(1_usize));
                let (y, x) = (numbers.next().unwrap_or(1), numbers.next().unwrap_or(1));
                self.at = (x - 1, y - 1);
            }
            (colours, b'm') => {
                let is_colour = |it: &str| {
                    matches!(it.parse(), Ok(30_u32..=38 | 40..=48 | 90..=97 | 100..=107))
                };
                self.colours += usize::from(colours.split(';').any(is_colour));
            }
            _ => {}
        }
    }
}

/// Makes a pseudo terminal: the end that types and reads, and the program's.
pub(crate) fn pseudo_terminal() -> (File, File) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
    let terminal = File::options().read(true).write(true).open(name).unwrap();
    (File::from(master), terminal)
}

/// Starts `replay` on this terminal.
fn start(arguments: &[&str], terminal: &File, variables: &[(&str, &str)]) -> Child {
    let end = || Stdio::from(terminal.try_clone().unwrap());
    // The terminal is its own, so that keys and sizes become signals.
    Command::new("setsid")
        .arg("--ctty")
        .arg(program("replay"))
        .args(arguments)
        .current_dir(project(""))
        .env("TERM", "xterm-256color")
        .env("LC_ALL", "C")
        .env_remove("NO_COLOR")
        // A machine that tests is taken for one that shows colours, whatever its terminal.
        .env_remove("CI")
        .envs(variables.iter().copied())
        .stdin(end())
        .stdout(end())
        .stderr(end())
        .spawn()
        .unwrap()
}

/// `replay` on a terminal of its own.
struct Window {
    child: Child,
    master: File,
    /// The other end, by which the terminal is asked what state it is in.
    terminal: OwnedFd,
    before: LocalModes,
    output: Receiver<Vec<u8>>,
    painted: Painted,
}

impl Window {
    fn new(arguments: &[&str], size: (usize, usize)) -> Window {
        Window::with(arguments, size, &[])
    }

    fn with(arguments: &[&str], size: (usize, usize), variables: &[(&str, &str)]) -> Window {
        let (master, terminal) = pseudo_terminal();
        set_size(&master, size);
        let before = tcgetattr(&terminal).unwrap().local_modes;
        let child = start(arguments, &terminal, variables);
        let mut reading = master.try_clone().unwrap();
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reading.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        let mut painted = Painted::default();
        painted.resize(size);
        Window { child, master, terminal: terminal.into(), before, output, painted }
    }

    fn type_in(&mut self, keys: &str) {
        self.master.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until it looks like this.
    fn until(&mut self, what: &str, is_so: impl Fn(&Painted) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !is_so(&self.painted) {
            let wait = end.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(wait) {
                Ok(bytes) => self.painted.take(&bytes),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    panic!("{what} did not come:\n{}", self.painted.text());
                }
            }
        }
    }

    fn until_hung_up(&mut self) {
        let end = Instant::now() + PATIENCE;
        loop {
            let wait = end.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(wait) {
                Ok(bytes) => self.painted.take(&bytes),
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => panic!("the terminal was not hung up"),
            }
        }
    }

    fn sees(&mut self, text: &str) {
        self.until(text, |it| it.text().contains(text));
    }

    fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Waits for its end; what it was, the terminal being as it was.
    fn ended(mut self) -> (ExitStatus, Painted) {
        let status = self.child.wait().unwrap();
        self.until("the usual screen", |painted| !painted.is_other && !painted.is_hidden);
        let after = tcgetattr(&self.terminal).unwrap().local_modes;
        assert_eq!(after, self.before, "the terminal is as it was");
        // With its last holder the terminal is hung up, so that all that was painted has an end.
        self.terminal = File::open("/dev/null").unwrap().into();
        self.until_hung_up();
        (status, std::mem::take(&mut self.painted))
    }
}

impl Drop for Window {
    /// Nothing stays behind of a test that failed, not even what it had stopped.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn set_size(terminal: impl AsFd, (wide, high): (usize, usize)) {
    let size = Winsize { ws_row: high as u16, ws_col: wide as u16, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(terminal, size).unwrap();
}

const ILLEGAL: &str = "boards/matches/dama-illegal-at-37";

#[test]
fn keys_are_obeyed_and_q_gives_the_terminal_back_with_the_usual_exit_code() {
    let mut window = Window::new(&[ILLEGAL], (80, 24));
    window.sees("ply 0 of 36");
    assert!(window.painted.is_other && window.painted.is_hidden);
    let raw = tcgetattr(&window.terminal).unwrap().local_modes;
    assert!(!raw.contains(LocalModes::ICANON), "keys come one by one");
    window.type_in("l");
    window.sees("ply 1 of 36");
    window.type_in("\x1b[C");
    window.sees("ply 2 of 36");
    window.type_in("12\r");
    window.sees("ply 12 of 36");
    window.type_in("f");
    window.sees("x made an illegal move");
    window.sees("board_38.txt, as x wrote it:");
    window.type_in("q");
    let (status, painted) = window.ended();
    assert_eq!(status.code(), Some(1));
    assert!(painted.colours > 0);
}

#[test]
fn the_fault_is_told_at_every_width_in_every_language_with_and_without_colours() {
    let sentences = [("en", "steps backwards"), ("it", "indietro"), ("fr", "(man_backwards)")];
    for wide in [40, 80, 120] {
        for (language, end) in sentences {
            for colour in ["", "1"] {
                let arguments = [ILLEGAL, "--lang", language, "--ply", "99"];
                let mut window = Window::with(&arguments, (wide, 24), &[("NO_COLOR", colour)]);
                window.sees(end);
                let text = window.painted.text();
                // The written board, marked, with the other one beside it where there is room.
                let boards = text.matches("2     x    [").count();
                assert_eq!(boards, if wide == 40 { 1 } else { 2 }, "{text}");
                assert!(text.contains("1  x    [x]"), "{text}");
                window.type_in("q");
                let (status, painted) = window.ended();
                assert_eq!(status.code(), Some(1));
                assert_eq!(painted.colours > 0, colour.is_empty());
            }
        }
    }
}

#[test]
fn a_terminal_that_is_closed_ends_it() {
    let (mut master, terminal) = pseudo_terminal();
    set_size(&master, (80, 24));
    let mut child = start(&[ILLEGAL], &terminal, &[]);
    let (mut text, mut bytes) = (String::new(), [0; 4096]);
    while !text.contains("ply 0 of 36") {
        let count = master.read(&mut bytes).unwrap();
        text += &String::from_utf8_lossy(&bytes[..count]);
    }
    drop(master);
    assert_eq!(child.wait().unwrap().signal(), Some(Signal::HUP.as_raw()));
}

#[test]
fn the_picture_follows_the_size_of_the_window() {
    let mut window = Window::new(&[ILLEGAL, "--ply", "9"], (80, 24));
    window.sees("ply 9 of 36");
    window.painted.resize((40, 15));
    set_size(&window.master, (40, 15));
    window.until("the small picture", |window| {
        window.cells.last().is_some_and(|cell| cell.starts_with(&['?', ' ', 'k', 'e', 'y', 's']))
    });
    window.painted.resize((30, 9));
    set_size(&window.master, (30, 9));
    window.sees("A match needs 27 columns");
    window.type_in("q");
    assert_eq!(window.ended().0.code(), Some(1));
}

#[test]
fn a_key_that_is_pressed_while_the_window_changes_its_size_is_obeyed() {
    let mut window = Window::new(&[ILLEGAL], (80, 24));
    window.sees("ply 0 of 36");
    window.painted.resize((81, 24));
    // Of a reader that forgets the one for the other, some of these wait for the next key.
    let on = (1..=36).map(|ply| ("l", ply));
    let back = (0..36).rev().map(|ply| ("h", ply));
    for (key, ply) in on.chain(back) {
        set_size(&window.master, (80 + ply % 2, 24));
        window.type_in(key);
        window.sees(&format!("ply {ply} of 36"));
    }
}

#[test]
fn a_signal_that_ends_it_ends_it_after_the_terminal_is_given_back() {
    for signal in [Signal::TERM, Signal::HUP] {
        let mut window = Window::new(&[ILLEGAL], (80, 24));
        window.sees("ply 0 of 36");
        kill_process(window.pid(), signal).unwrap();
        let (status, _) = window.ended();
        assert_eq!(status.signal(), Some(signal.as_raw()));
    }
}

#[test]
fn ctrl_c_leaves_as_q_does_be_it_a_key_or_a_signal() {
    for is_key in [true, false] {
        let mut window = Window::new(&[ILLEGAL], (80, 24));
        window.sees("ply 0 of 36");
        if is_key {
            window.type_in("\x03");
        } else {
            kill_process(window.pid(), Signal::INT).unwrap();
        }
        assert_eq!(window.ended().0.code(), Some(1));
    }
}

#[test]
fn ctrl_z_lends_the_terminal_until_it_goes_on() {
    let mut window = Window::new(&[ILLEGAL], (80, 24));
    window.sees("ply 0 of 36");
    window.type_in("l");
    window.sees("ply 1 of 36");
    window.type_in("\x1a");
    let stopped = waitpid(Some(window.pid()), WaitOptions::UNTRACED).unwrap().unwrap();
    assert!(stopped.1.stopped());
    window.until("the usual screen", |window| !window.is_other && !window.is_hidden);
    assert_eq!(tcgetattr(&window.terminal).unwrap().local_modes, window.before);
    kill_process(window.pid(), Signal::CONT).unwrap();
    window.until("the picture again", |it| it.is_other && it.text().contains("ply 1 of 36"));
    window.type_in("lq");
    assert_eq!(window.ended().0.code(), Some(1));
}

#[test]
fn it_plays_by_itself() {
    let mut window = Window::new(&["boards/matches/dama-finished"], (80, 24));
    window.sees("ply 0 of 36");
    window.type_in("+++++ ");
    window.sees("ply 36 of 36");
    window.type_in("\x1b");
    assert_eq!(window.ended().0.code(), Some(0));
}

#[test]
fn a_match_that_is_being_played_is_followed_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let results = folder.path();
    let lines = fs::read_to_string(project("boards/matches/records.jsonl")).unwrap();
    let line = lines.lines().next().unwrap();
    let whole: MatchRecord = serde_json::from_str(line).unwrap();
    let moves: Vec<&str> = whole.moves.split(' ').collect();
    let file = results.join(LIVE).join("1.json");
    fs::create_dir(results.join(LIVE)).unwrap();
    let write = |plies: usize| {
        let (moves, plies) = (moves[..plies].join(" "), Some(plies as u64));
        let record = MatchRecord {
            id: Some(1.into()),
            moves,
            plies,
            winner: None,
            reason: None,
            fault: None,
            ..whole.clone()
        };
        fs::write(file.with_extension("new"), serde_json::to_vec(&record).unwrap()).unwrap();
        fs::rename(file.with_extension("new"), &file).unwrap();
    };
    write(2);
    let arguments = [results.to_str().unwrap(), "--match", "1"];
    let mut window = Window::new(&arguments, (100, 30));
    window.sees("ply 2 of 2");
    write(5);
    window.sees("ply 5 of 5");
    let ended = MatchRecord { id: Some(1.into()), ..whole.clone() };
    fs::write(results.join("matches.jsonl"), seal(&serde_json::to_string(&ended).unwrap()) + "\n")
        .unwrap();
    fs::remove_file(&file).unwrap();
    window.sees(&format!("ply {0} of {0}", moves.len()));
    window.type_in("q");
    window.ended();
}

#[test]
fn a_match_is_chosen_from_a_list() {
    let mut window = Window::new(&["boards/matches/records.jsonl"], (100, 24));
    window.sees("8 matches");
    window.type_in("\x1b[F\x1b[A\r");
    window.sees("ply 0 of 46");
    window.sees("russian-7, russian; match 7 of 8");
    window.type_in("\x1b[B");
    window.sees("match 8 of 8");
    // What is read too late is not shown in the place of what is wanted now.
    window.type_in("pppnnnp");
    window.sees("match 7 of 8");
    window.sees("ply 0 of 46");
    window.type_in("q");
    assert_eq!(window.ended().0.code(), Some(0));
}

fn first_board(folder: &Path, text: &str) -> String {
    fs::write(folder.join("board_1.txt"), text).unwrap();
    folder.to_str().unwrap().to_owned()
}

#[test]
fn a_source_that_cannot_be_shown_is_complained_of_on_the_usual_screen() {
    let folder = tempfile::tempdir().unwrap();
    let path = first_board(folder.path(), "no board");
    let (status, painted) = Window::new(&[&path, "--game", "dama"], (80, 24)).ended();
    assert_eq!(status.code(), Some(2));
    assert!(painted.text().contains("replay: "), "{}", painted.text());
    let (status, painted) = Window::new(&["/nowhere"], (80, 24)).ended();
    assert_eq!(status.code(), Some(2));
    assert!(painted.text().contains("/nowhere"), "{}", painted.text());
}

/// Arguments, variables, and whether there are colours.
type Case = (&'static [&'static str], &'static [(&'static str, &'static str)], bool);

#[test]
fn plain_and_json_print_on_a_terminal_too_and_so_does_one_that_can_do_nothing() {
    let cases: [Case; 5] = [
        (&["--plain"], &[], true),
        (&["--plain"], &[("NO_COLOR", "1")], false),
        (&["--plain", "--color", "never"], &[], false),
        (&["--json"], &[], false),
        (&[], &[("TERM", "dumb")], false),
    ];
    for (arguments, variables, has_colours) in cases {
        let arguments: Vec<&str> = [ILLEGAL].iter().chain(arguments).copied().collect();
        let window = Window::with(&arguments, (2000, 60), variables);
        let (status, painted) = window.ended();
        assert_eq!(status.code(), Some(1));
        assert!(
            ["illegal_move", "made an illegal move"].iter().any(|it| painted.text().contains(it)),
            "{arguments:?}: {}",
            painted.text()
        );
        assert_eq!(painted.colours > 0, has_colours, "{arguments:?} {variables:?}");
    }
}

#[test]
fn colours_are_left_out_of_the_picture_where_they_are_not_wanted() {
    let cases: [Case; 3] = [
        (&[], &[("NO_COLOR", "1")], false),
        (&["--color", "never"], &[], false),
        (&["--color", "always"], &[("NO_COLOR", "1")], true),
    ];
    for (arguments, variables, has_colours) in cases {
        let arguments: Vec<&str> = [ILLEGAL].iter().chain(arguments).copied().collect();
        let mut window = Window::with(&arguments, (80, 24), variables);
        window.sees("ply 0 of 36");
        window.type_in("f");
        window.sees("x made an illegal move");
        window.type_in("q");
        let (_, painted) = window.ended();
        assert_eq!(painted.colours > 0, has_colours, "{arguments:?} {variables:?}");
    }
}
