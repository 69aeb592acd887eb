//! Man pages and shell completions that the binaries print of themselves.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::needs::skip;
use crate::programs::program;

/// Every binary, and the commands that a person may give it.
fn binaries() -> [(PathBuf, &'static [&'static str]); 6] {
    [
        (
            program("verify").to_owned(),
            &["board", "move", "match", "moves", "rules", "doctor", "perft"],
        ),
        (program("play").to_owned(), &[]),
        (program("tournament").to_owned(), &["run", "standings", "report", "new"]),
        (program("grade").to_owned(), &[]),
        (program("replay").to_owned(), &[]),
        (program("serve").to_owned(), &[]),
    ]
}

fn name(binary: &Path) -> String {
    binary.file_name().unwrap().to_str().unwrap().to_owned()
}

fn run(program: &Path, args: &[&str]) -> Output {
    // In a folder of its own: `verify` would write its first board there if it took this for a match.
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(program);
    command.current_dir(&folder).stdin(Stdio::null()).args(args);
    let output = command.output().unwrap();
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "{args:?}");
    output
}

fn said(program: &Path, args: &[&str]) -> String {
    let output = run(program, args);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program:?} {args:?}: {complaint}");
    String::from_utf8(output.stdout).unwrap()
}

/// The flags with two dashes that a help text offers.
fn flags(help: &str) -> BTreeSet<String> {
    let first_of = |line: &str| {
        let line = line.trim_start();
        let long = line.split_whitespace().take(2).find(|word| word.starts_with("--"))?;
        line.starts_with('-').then(|| long.trim_end_matches([',', '.']).to_owned())
    };
    help.lines().filter_map(first_of).collect()
}

/// Typesets a page as `man` shows it in a wide window, if this machine has the tools.
fn typeset(page: &Path) -> Option<String> {
    let mut groff = Command::new("groff");
    groff.args(["-man", "-Tutf8", "-P-c", "-rLL=200n", "-ww"]).arg(page);
    let Ok(output) = groff.output() else {
        assert!(
            std::env::var_os("CI").is_none(),
            "in CI groff must be there: scripts/setup installs it"
        );
        skip("no groff (scripts/setup)");
        return None;
    };
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(complaint, "", "{}", page.display());
    let text = String::from_utf8(output.stdout).unwrap();
    // What is bold is struck twice over a backspace on such a device.
    let mut plain = String::new();
    for letter in text.chars() {
        match letter {
            '\u{8}' => drop(plain.pop()),
            '\u{2010}' | '\u{2212}' => plain.push('-'),
            '\u{2019}' => plain.push('\''),
            letter => plain.push(letter),
        }
    }
    Some(plain)
}

#[test]
fn a_man_page_of_each_binary_and_command_has_all_that_its_help_has() {
    let folder = tempfile::tempdir().unwrap();
    let into = folder.path().to_str().unwrap();
    for (binary, commands) in binaries() {
        let name = name(&binary);
        assert_eq!(said(&binary, &["--manual", into]), "");
        let version = concat!(" ", env!("CARGO_PKG_VERSION"), "\n");
        assert_eq!(said(&binary, &["--version"]), name.clone() + version);
        let one = said(&binary, &["--manual"]);
        let its_file = folder.path().join(format!("{name}.1"));
        assert_eq!(one, fs::read_to_string(&its_file).unwrap());
        assert!(one.contains(".SH EXAMPLES\n.nf\n"), "{name}");
        assert!(one.contains(".SH \"EXIT STATUS\"\n0 "), "{name}: {one}");
        for command in [None].into_iter().chain(commands.iter().map(Some)) {
            let (args, file) = match command {
                None => (vec!["--help"], its_file.clone()),
                Some(command) => {
                    (vec![*command, "--help"], folder.path().join(format!("{name}-{command}.1")))
                }
            };
            let help = said(&binary, &args);
            let Some(text) = typeset(&file) else { continue };
            let its_flags = flags(&help);
            assert!(its_flags.contains("--help"), "{args:?}: {help}");
            for flag in its_flags {
                assert!(text.contains(&flag), "{name} {args:?}: {flag}\n{text}");
            }
            let examples = help.split("Examples:\n").nth(1).unwrap_or_default();
            // Help is cut to the width of the terminal; what goes on below a line is not looked for.
            let begins = format!("  {name}");
            for line in examples.lines().take_while(|line| !line.is_empty()) {
                let line = line.strip_prefix("  ").filter(|_| line.starts_with(&begins));
                let Some(line) = line else { continue };
                let kept = text.lines().any(|shown| shown.trim().starts_with(line.trim()));
                assert!(kept, "{name} {args:?}: {line:?} is not a line of\n{text}");
            }
        }
        let main = typeset(&its_file).unwrap_or_default();
        for command in commands.iter().filter(|_| !main.is_empty()) {
            assert!(main.contains(&format!("{name}-{command}(1)")), "{main}");
        }
        for hidden in ["verify-attack", "reference-player", "start-ms"] {
            assert!(!one.contains(hidden), "{name}: {hidden}");
        }
    }
}

/// The help of a program as a terminal of so many columns shows it.
fn help_at(columns: usize, program: &Path, args: &[&str]) -> String {
    let mut command = Command::new(program);
    command.env("COLUMNS", columns.to_string());
    let output = command.args(args).output().unwrap();
    assert!(output.status.success(), "{program:?} {args:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Lines of a help text that are not filled, like examples.
fn as_they_stand(help: &str) -> Vec<&str> {
    let below = help.find("Examples:\n").map_or("", |at| &help[at..]);
    below.lines().filter(|line| line.starts_with(' ')).collect()
}

#[test]
fn help_fits_a_terminal_and_no_paragraph_is_torn() {
    for (binary, commands) in binaries() {
        for command in [&[][..]].into_iter().chain(commands.chunks(1)) {
            let args = [command, &["--help"]].concat();
            let wide = help_at(200, &binary, &args);
            for columns in [80, 100] {
                let help = help_at(columns, &binary, &args);
                let lines: Vec<&str> = help.lines().collect();
                for line in &lines {
                    let length = line.chars().count();
                    assert!(length <= columns, "{binary:?} {args:?} at {columns}: {line}");
                }
                for pair in lines.windows(2) {
                    let is_paragraph = |it: &&str| !it.is_empty() && !it.starts_with(' ');
                    let next = pair[1].split(' ').next().unwrap_or_default();
                    let has_room = pair[0].chars().count() + 1 + next.chars().count() <= columns;
                    assert!(
                        !(pair.iter().all(is_paragraph) && has_room),
                        "{binary:?} {args:?} at {columns}: torn: {pair:#?}"
                    );
                }
                assert_eq!(as_they_stand(&help), as_they_stand(&wide), "{args:?}");
            }
        }
    }
}

#[test]
fn bash_takes_the_completions_and_they_have_every_flag_and_command() {
    let folder = tempfile::tempdir().unwrap();
    for (binary, commands) in binaries() {
        let name = name(&binary);
        let text = said(&binary, &["--completions", "bash"]);
        let file = folder.path().join(&name);
        fs::write(&file, &text).unwrap();
        let words = |line: &str| -> BTreeSet<String> {
            // What bash would offer after these words.
            let script = format!(
                "source '{}' && complete -p {name} >/dev/null || exit 3\n\
                 COMP_WORDS=({line} ''); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))\n\
                 COMPREPLY=(); _{name} {name} '' ''; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
                file.display()
            );
            let output = Command::new("bash").args(["-c", &script]).output().unwrap();
            let complaint = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{name}: {complaint}");
            let offered = String::from_utf8(output.stdout).unwrap();
            offered.lines().map(str::to_owned).collect()
        };
        let offered = words(&name);
        for word in flags(&said(&binary, &["--help"])) {
            assert!(offered.contains(&word), "{name}: {word} of {offered:?}");
        }
        for command in commands {
            assert!(offered.contains(*command), "{name} {command}");
            let offered = words(&format!("{name} {command}"));
            for word in flags(&said(&binary, &[command, "--help"])) {
                assert!(offered.contains(&word), "{name} {command}: {word}");
            }
        }
        for hidden in ["attack", "reference-player", "--start-ms"] {
            assert!(!text.contains(hidden), "{name}: {hidden}");
        }
    }
}
