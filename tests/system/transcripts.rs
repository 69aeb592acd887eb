//! Runs the console blocks of Markdown files and compares what the commands print.
//!
//! In a block fenced as `console`, `$ ` begins a command, `> ` continues it, and the lines below are its
//! output. A line `...` stands for any lines, `...` at the end of a line for the rest of it; milliseconds
//! may differ. A block whose fence names a file after the language is written to that file first.
//!
//! A document is one session and shows both streams as a terminal does. In a transcript, one of
//! `tests/system/transcripts`, each heading is a test: it starts in the folder as the blocks under the title
//! left it. A line of standard error begins with `! `, control characters are shown as `cat -v`
//! does, and `[N]` ends the output of a command whose exit code N is not 0.
//!
//! The folders `boards`, `players`, `scripts` and `tests` are links to the project's: commands must write
//! beside them, not into them.
//!
//! With `ARBITRO_REWRITE=1` the outputs that differ are replaced in the files, except under `CI`.

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use arbitro_testkit::games::project;

use crate::needs::needs;
use crate::programs::program;

/// A fenced block of a file.
#[derive(Default)]
pub(crate) struct Block {
    /// The line of its fence, from 1.
    line: usize,
    /// The line of the heading above it and its text.
    heading: (usize, String),
    pub(crate) language: String,
    /// The file to write its lines to.
    pub(crate) file: Option<String>,
    pub(crate) lines: Vec<String>,
}

/// A command and its expected output.
struct Step {
    line: usize,
    command: String,
    expected: Vec<String>,
    /// The number of lines above the expected output.
    above: usize,
}

/// Kind of a document: it decides how sessions begin and how output is shown.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum TranscriptKind {
    Document,
    Transcript,
}

pub(crate) fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    let mut heading = (0, String::new());
    for (at, line) in text.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (Some(block), None) => block.lines.push(line.to_owned()),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some(info)) => {
                let mut words = info.split_whitespace().map(str::to_owned);
                open = Some(Block {
                    line: at + 1,
                    heading: heading.clone(),
                    language: words.next().unwrap_or_default(),
                    file: words.next(),
                    lines: Vec::new(),
                });
            }
            (None, None) if line.starts_with('#') => {
                heading = (at + 1, line.trim_start_matches(['#', ' ']).to_owned());
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block that never ends");
    blocks
}

fn steps(block: &Block) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for (at, line) in block.lines.iter().enumerate() {
        let above = block.line + at + 1;
        if let Some(command) = line.strip_prefix("$ ") {
            steps.push(Step {
                line: above,
                command: command.to_owned(),
                expected: Vec::new(),
                above,
            });
            continue;
        }
        let step = steps.last_mut();
        let step = step.unwrap_or_else(|| panic!("line {above}: no command yet"));
        match line.strip_prefix("> ") {
            Some(more) if step.expected.is_empty() => {
                step.command.push('\n');
                step.command.push_str(more);
                step.above = above;
            }
            _ => step.expected.push(line.clone()),
        }
    }
    steps
}

/// Replaces numbers of milliseconds, which differ from run to run.
fn settled(line: &str) -> String {
    let mut words: Vec<String> = line.trim_end().split(' ').map(str::to_owned).collect();
    for at in 1..words.len() {
        let is_ms = words[at].trim_end_matches([')', ',', ';']) == "ms";
        let number = words[at - 1].trim_start_matches('(').to_owned();
        if is_ms && number.parse::<f64>().is_ok() {
            words[at - 1] = words[at - 1].replace(&number, "N");
        }
    }
    words.join(" ")
}

fn is_elision(expected: &str) -> bool {
    expected.trim() == "..."
}

fn is_line_match(expected: &str, found: &str) -> bool {
    let found = settled(found);
    match settled(expected).strip_suffix("...") {
        Some(beginning) => found.starts_with(beginning),
        None => settled(expected) == found,
    }
}

/// Returns how much of the longer line is not at the beginning or end of the other, in percent.
fn difference(expected: &str, found: &str) -> usize {
    let same =
        |pairs: &mut dyn Iterator<Item = (u8, u8)>| pairs.take_while(|it| it.0 == it.1).count();
    let longest = expected.len().max(found.len()).max(1);
    let before = same(&mut expected.bytes().zip(found.bytes()));
    let after = same(&mut expected.bytes().rev().zip(found.bytes().rev()));
    100 - 100 * (before + after).min(longest) / longest
}

/// A line expected and the line found in its place; either may be missing.
type Pair<'a> = (Option<&'a String>, Option<&'a String>);

/// Pairs the expected lines with those found, as few as possible in place of a different one. Lines that
/// an elision stands for are in no pair. Returns the cost too: 0 if all is as expected.
fn paired<'a>(mut expected: &'a [String], mut found: &'a [String]) -> (usize, Vec<Pair<'a>>) {
    // Where lines are as expected at both ends, as nearly all are, nothing needs to be weighed.
    let is_same =
        |(line, other): &(&String, &String)| !is_elision(line) && is_line_match(line, other);
    let before = expected.iter().zip(found).take_while(is_same).count();
    let both = |(line, other): (&'a String, &'a String)| (Some(line), Some(other));
    let mut pairs: Vec<Pair<'a>> = expected.iter().zip(found).take(before).map(both).collect();
    (expected, found) = (&expected[before..], &found[before..]);
    let after = expected.iter().rev().zip(found.iter().rev()).take_while(is_same).count();
    let (rest, last) = expected.split_at(expected.len() - after);
    let (others, last_found) = found.split_at(found.len() - after);
    let (cost, weighed) = weighed(rest, others);
    pairs.extend(weighed);
    pairs.extend(last.iter().zip(last_found).map(both));
    (cost, pairs)
}

/// The same, whatever differs.
fn weighed<'a>(expected: &'a [String], found: &'a [String]) -> (usize, Vec<Pair<'a>>) {
    // A changed line must stay cheaper than a lost one that an elision makes good.
    const LOST: usize = 200;
    let (rows, columns) = (expected.len(), found.len());
    let mut costs = vec![vec![(0, (0, 0)); columns + 1]; rows + 1];
    for row in (0..=rows).rev() {
        for column in (0..=columns).rev() {
            let elides = row < rows && is_elision(&expected[row]);
            let mut ways = Vec::new();
            if row < rows && column < columns && !elides {
                let (line, other) = (&expected[row], &found[column]);
                let is_fit = is_line_match(line, other);
                let cost = if is_fit { 0 } else { 1 + difference(line, other) };
                ways.push((cost, (1, 1)));
            }
            if row < rows {
                ways.push((if elides { 0 } else { LOST }, (1, 0)));
            }
            if column < columns {
                ways.push((if elides { 0 } else { LOST }, (0, 1)));
            }
            let total = |&(cost, (down, right)): &(usize, (usize, usize))| {
                (cost + costs[row + down][column + right].0, (down, right))
            };
            let best = ways.iter().map(total).min_by_key(|it| it.0);
            costs[row][column] = best.unwrap_or_default();
        }
    }
    let (mut row, mut column) = (0, 0);
    let mut pairs = Vec::new();
    while (row, column) != (rows, columns) {
        let (down, right) = costs[row][column].1;
        let is_elided = down == 0 && row < rows && is_elision(&expected[row]);
        if !is_elided {
            let line = (down > 0).then(|| &expected[row]);
            pairs.push((line, (right > 0).then(|| &found[column])));
        }
        (row, column) = (row + down, column + right);
    }
    (costs[0][0].0, pairs)
}

pub(crate) fn is_match(expected: &[String], found: &[String]) -> bool {
    paired(expected, found).0 == 0
}

/// Returns whether a pair's expected line may stay as it is.
fn is_kept(pair: &Pair) -> bool {
    match pair {
        (Some(line), Some(found)) => is_line_match(line, found),
        (Some(line), None) => is_elision(line),
        (None, _) => false,
    }
}

/// Returns the line that stays in the file or replaces the one there.
fn kept<'a>(pair: &Pair<'a>) -> Option<&'a String> {
    if is_kept(pair) { pair.0 } else { pair.1 }
}

/// A file's folder and shell while its commands are run.
pub(crate) struct Session {
    folder: tempfile::TempDir,
    /// The shell's folder.
    here: PathBuf,
    /// The exit code of the last command.
    status: i32,
}

impl Session {
    pub(crate) fn begin() -> Session {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path().join("arbitro");
        fs::create_dir(&here).unwrap();
        for part in ["boards", "players", "scripts", "tests"] {
            symlink(project(part), here.join(part)).unwrap();
        }
        Session { folder, here, status: 0 }
    }

    /// Runs a command. Returns what it prints: on both streams for a document, else on each.
    pub(crate) fn run(&mut self, command: &str, kind: TranscriptKind) -> [String; 2] {
        let [left_at, out, err] = ["where", "out", "err"].map(|name| self.folder.path().join(name));
        let script = format!(
            "(exit {})\n{command}\nstatus=$?\npwd >'{}'\nexit $status",
            self.status,
            left_at.display()
        );
        let mut path = OsString::from(program("verify").parent().unwrap());
        path.push(":");
        path.push(std::env::var_os("PATH").unwrap_or_default());
        // Into files: the end of a pipe would come only after that of a command in the background.
        let [to_out, to_err] = [&out, &err].map(|path| fs::File::create(path).unwrap());
        let together = to_out.try_clone().unwrap();
        let mut shell = Command::new("bash");
        shell
            .args(["-c", &script])
            .current_dir(&self.here)
            .env("PATH", path)
            .env("LC_ALL", "C.UTF-8")
            .env_remove("SLURM_ARRAY_TASK_ID")
            .stdin(Stdio::null())
            .stdout(to_out)
            .stderr(if kind == TranscriptKind::Document { together } else { to_err })
            .process_group(0);
        let ended = shell.status().unwrap();
        self.status = ended.code().unwrap_or(255);
        let left_at = fs::read_to_string(left_at).unwrap_or_default();
        self.here = PathBuf::from(left_at.trim_end());
        self.assert_ours(&self.here);
        [out, err].map(|path| String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned())
    }

    /// Goes back to what was there the first time, in the same place: files may name it.
    fn begin_again(&mut self) {
        let kept = self.folder.path().join("kept");
        if kept.exists() {
            fs::remove_dir_all(self.root()).unwrap();
            copy_as_it_is(&kept, &self.root());
        } else {
            copy_as_it_is(&self.root(), &kept);
        }
        (self.here, self.status) = (self.root(), 0);
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("arbitro")
    }

    fn write(&self, name: &str, lines: &[String]) {
        let path = self.here.join(name);
        let folder = path.parent().unwrap();
        fs::create_dir_all(folder).unwrap();
        self.assert_ours(&folder.canonicalize().unwrap());
        fs::write(path, lines.join("\n") + "\n").unwrap();
    }

    /// Asserts that a folder is not one of the project's, to which there are links.
    fn assert_ours(&self, folder: &Path) {
        let ours = self.folder.path().canonicalize().unwrap();
        let is_ours = folder.starts_with(ours);
        assert!(is_ours, "{}: only to be read", folder.display());
    }

    /// Runs a command. Returns the lines that its file is to show.
    fn shown(&mut self, command: &str, kind: TranscriptKind) -> Vec<String> {
        let [out, err] = self.run(command, kind);
        if kind == TranscriptKind::Document {
            return out.lines().map(str::to_owned).collect();
        }
        // Runs that other tests have killed leave copies in folders that all share; how far a run has come
        // is told every few seconds.
        let differs = |it: &&str| {
            it.contains("removed the copies of players left by") || it.contains(" a second, ")
        };
        let err = err.lines().filter(|line| !differs(line));
        let err = err.map(|err| format!("! {err}"));
        let lines = out.lines().map(str::to_owned).chain(err);
        let code = (self.status != 0).then(|| format!("[{}]", self.status));
        let folder = self.folder.path().to_str().unwrap();
        let lines = lines.map(|it| visible(it.trim_end()).replace(folder, ""));
        lines.chain(code).collect()
    }
}

/// Copies a folder with its links and modes.
fn copy_as_it_is(from: &Path, to: &Path) {
    let copied = Command::new("cp").arg("-a").arg(from).arg(to).status().unwrap();
    assert!(copied.success(), "{} to {}", from.display(), to.display());
}

/// Shows control characters as `cat -v` does.
fn visible(line: &str) -> String {
    let caret = |it: char| match u8::try_from(it) {
        Ok(it) if it < 0x20 || it == 0x7f => format!("^{}", char::from(it ^ 0x40)),
        _ => it.to_string(),
    };
    line.chars().map(caret).collect()
}

/// Splits off the line `[N]`, which no elision stands for.
fn code_of(lines: &[String]) -> (&[String], Option<&String>) {
    let is_code = |it: &str| {
        let number = it.strip_prefix('[').and_then(|strip_prefix| strip_prefix.strip_suffix(']'));
        number.is_some_and(|number| number.parse::<u8>().is_ok())
    };
    match lines.split_last() {
        Some((code, rest)) if is_code(code) => (rest, Some(code)),
        _ => (lines, None),
    }
}

/// Runs all blocks of a file. Asserts that the commands print what the file shows, or, with
/// `ARBITRO_REWRITE`, replaces what differs.
#[track_caller]
pub(crate) fn check(file: &str, kind: TranscriptKind) {
    let text = fs::read_to_string(project(file)).unwrap();
    let var = |name| std::env::var_os(name).is_some();
    let rewrites = var("ARBITRO_REWRITE") && !var("CI");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let (mut complaints, mut edits) = (Vec::new(), Vec::new());
    let mut session = Session::begin();
    let mut heading = &(0, String::new());
    let mut is_excused = true;
    let blocks = blocks(&text);
    for block in &blocks {
        // What the blocks under the title left is where each test begins.
        let is_test = kind == TranscriptKind::Transcript && block.heading.0 > 1;
        if is_test && &block.heading != heading {
            session.begin_again();
        }
        heading = &block.heading;
        if let Some(name) = &block.file {
            session.write(name, &block.lines);
            continue;
        }
        if block.language != "console" {
            assert!(kind == TranscriptKind::Document, "{file}:{}: no console", block.line);
            continue;
        }
        for step in steps(block) {
            // A document says so if a command cannot do what it is asked to.
            let place = format!("{file}:{}: {}", step.line, heading.1);
            if !is_excused && !step.command.starts_with("echo $?") {
                let status = session.status;
                complaints.push(format!("{place}: the command before ended with {status}"));
            }
            let found = session.shown(&step.command, kind);
            let ((expected, code), (printed, ended)) = match kind {
                TranscriptKind::Document => ((&step.expected[..], None), (&found[..], None)),
                TranscriptKind::Transcript => (code_of(&step.expected), code_of(&found)),
            };
            let (cost, mut pairs) = paired(expected, printed);
            if cost > 0 || code != ended {
                if code.is_some() || ended.is_some() {
                    pairs.push((code, ended));
                }
                complaints.push(complaint(&place, &step.command, &pairs));
                let end = step.above + step.expected.len();
                let new: Vec<String> = pairs.iter().filter_map(|it| kept(it).cloned()).collect();
                edits.push((step.above..end, new));
            }
            is_excused = kind == TranscriptKind::Transcript || session.status < 2;
        }
    }
    if !is_excused {
        let status = session.status;
        complaints.push(format!("{file}: the last command ended with {status}"));
    }
    if !rewrites || edits.len() < complaints.len() {
        assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
    }
    if rewrites && !edits.is_empty() {
        for (range, new) in edits.into_iter().rev() {
            lines.splice(range, new);
        }
        fs::write(project(file), lines.join("\n") + "\n").unwrap();
        // Past the test harness, which keeps what a passing test prints.
        let told = format!("rewritten:\n{}\n", complaints.join("\n"));
        std::io::stderr().write_all(told.as_bytes()).unwrap();
    }
}

/// Names a command whose output differs, and shows each line expected (`-`) or printed (`+`).
fn complaint(place: &str, command: &str, pairs: &[Pair]) -> String {
    let command = command.replace('\n', "\n  > ");
    let mut shown = format!("{place}\n  $ {command}\n");
    for pair in pairs {
        let signs = if is_kept(pair) { [" ", ""] } else { ["-", "+"] };
        for (sign, line) in signs.into_iter().zip([pair.0, pair.1]) {
            if let (Some(line), false) = (line, sign.is_empty()) {
                shown.push_str(&format!("{sign} {line}\n"));
            }
        }
    }
    shown
}

/// A test for each transcript.
macro_rules! transcripts {
    ($($name:ident $($need:ident)?;)*) => {
        $(
            #[test]
            fn $name() {
                $(needs!($need);)?
                let file = concat!("tests/system/transcripts/", stringify!($name), ".md");
                check(file, TranscriptKind::Transcript);
            }
        )*
        const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

transcripts! {
    analysis containment;
    faults containment;
    grade containment;
    manual;
    parts containment;
    replay;
    tournament containment;
    tournament_run containment;
    verify_boards;
    verify_matches;
    verify_moves;
    verify_usage;
}

#[test]
fn every_transcript_is_run() {
    let folder = fs::read_dir(project("tests/system/transcripts")).unwrap();
    let names = folder.map(|folder| folder.unwrap().path().file_stem().unwrap().to_owned());
    let mut names: Vec<OsString> = names.collect();
    names.sort();
    assert_eq!(names, NAMES);
}

#[test]
fn a_line_fits_only_what_it_says() {
    let lines = |text: &str| -> Vec<String> { text.lines().map(str::to_owned).collect() };
    for (expected, found, is_fit) in [
        ("a\nb", "a\nb", true),
        ("a\nb", "a\nc", false),
        ("a", "a\nb", false),
        ("a\n...", "a\nb\nc", true),
        ("a\n...\nc", "a\nb", false),
        ("...\nb", "a\nb", true),
        ("a b...", "a bcd", true),
        ("legal (3 ms)", "legal (417 ms)", true),
        ("legal (3 ms)", "illegal (3 ms)", false),
        ("14.0 points", "13.5 points", false),
    ] {
        assert_eq!(is_match(&lines(expected), &lines(found)), is_fit, "{expected:?} {found:?}");
    }
}

#[test]
fn only_what_differs_is_rewritten() {
    let lines = |text: &str| -> Vec<String> { text.lines().map(str::to_owned).collect() };
    for (expected, found, rewritten) in [
        ("a\nb c\nd", "a\nb x\nd", "a\nb x\nd"),
        ("a...\n...\nold end", "ab\nc\nd\nnew end", "a...\n...\nnew end"),
        ("...\nit was b\n...", "a\nit is b\nc", "...\nit is b\n..."),
        ("a (3 ms)\nb", "a (4 ms)\nx\nb", "a (3 ms)\nx\nb"),
        ("a\nb\nc", "a\nc", "a\nc"),
        ("", "a", "a"),
    ] {
        let (expected, found) = (lines(expected), lines(found));
        let (cost, pairs) = paired(&expected, &found);
        let new = pairs.iter().filter_map(|pair| kept(pair).cloned());
        assert!(cost > 0 && new.collect::<Vec<_>>() == lines(rewritten), "{pairs:?}");
    }
}
