//! `--manual` and `--completions`, the same in every binary: its man page, and what a shell completes,
//! made of its own command line, so that neither can say anything else than `--help`.
//!
//! They count only as the first argument, and are looked at before anything else is parsed: no command
//! line that was valid without them means anything new. `scripts/manual` installs what they print.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use crate::ending::message;

/// Answers `--manual [DIR]` and `--completions SHELL`; none if neither was asked.
pub fn serve_if_asked(command: &Command) -> Option<ExitCode> {
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    let rest = args.get(1..).unwrap_or_default();
    let done = match args.first()?.to_str()? {
        "--manual" => show_manual(command, rest),
        "--completions" => show_completions(command, rest),
        _ => return None,
    };
    Some(match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let name = command.get_name();
            let _ = writeln!(anstream::stderr(), "{name}: {}", message(&error));
            ExitCode::from(2)
        }
    })
}

/// The page on standard output; with a folder, that and one for each command in it.
fn show_manual(command: &Command, rest: &[OsString]) -> Result<()> {
    let mut command = command.clone().disable_help_subcommand(true);
    command.build();
    match rest {
        [] => print(&page(&command)?),
        [folder] => {
            let folder = Path::new(folder);
            let pages = command.get_subcommands().filter(|it| !it.is_hide_set());
            for of in pages.chain([&command]) {
                let path = folder.join(Man::new(of.clone()).get_filename());
                let written = fs::write(&path, page(of)?);
                written.with_context(|| format!("{}: cannot be written", path.display()))?;
            }
            Ok(())
        }
        [_, _, ..] => bail!("--manual takes a folder, or nothing to print one page"),
    }
}

fn show_completions(command: &Command, rest: &[OsString]) -> Result<()> {
    let usage = "--completions takes one of bash, elvish, fish, powershell and zsh";
    let [shell] = rest else { bail!(usage) };
    let shell: Shell = match shell.to_str().map(str::parse) {
        Some(Ok(shell)) => shell,
        Some(Err(_)) | None => bail!(usage),
    };
    let mut command = without_hidden(command);
    let name = command.get_name().to_owned();
    // Into memory first: it takes a pipe that closes for a reason to panic.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command, name, &mut text);
    print(&text)
}

/// The same command line without the hidden options, which only programs pass.
fn without_hidden(command: &Command) -> Command {
    // A command wants texts that stay: this program ends when these are printed.
    let kept = |text: &str| -> &'static str { text.to_owned().leak() };
    let mut shown = Command::new(kept(command.get_name()));
    if let Some(version) = command.get_version() {
        shown = shown.version(kept(version));
    }
    if let Some(about) = command.get_about() {
        shown = shown.about(about.clone());
    }
    let args = command.get_arguments().filter(|it| !it.is_hide_set());
    let commands = command.get_subcommands().filter(|it| !it.is_hide_set());
    shown
        .args(args)
        .subcommands(commands.map(without_hidden))
        .disable_help_subcommand(true)
}

/// A man page: as `clap_mangen` makes it, but with what stands below the options in sections of its own
/// and with its line breaks, for it is examples mostly.
fn page(command: &Command) -> Result<Vec<u8>> {
    let man = Man::new(command.clone());
    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    let below = command.get_after_help().map(ToString::to_string);
    let below = below.unwrap_or_default();
    let (mut examples, mut codes) = (Roff::new(), Roff::new());
    for paragraph in below.split("\n\n") {
        if let Some(lines) = paragraph.strip_prefix("Examples:\n") {
            examples.control("SH", ["EXAMPLES"]);
            as_it_stands(&mut examples, lines);
        } else if let Some(lines) = paragraph.strip_prefix("Exit codes: ") {
            codes.control("SH", ["EXIT STATUS"]);
            codes.text([roman(lines)]);
        } else if !paragraph.is_empty() {
            let mut notes = Roff::new();
            notes.control("PP", []);
            if paragraph.lines().any(|line| line.starts_with(' ')) {
                as_it_stands(&mut notes, paragraph);
            } else {
                notes.text([roman(paragraph)]);
            }
            notes.to_writer(&mut text)?;
        }
    }
    man.render_options_section(&mut text)?;
    if command.get_subcommands().any(|it| !it.is_hide_set()) {
        man.render_subcommands_section(&mut text)?;
    }
    examples.to_writer(&mut text)?;
    codes.to_writer(&mut text)?;
    if command.get_version().is_some() {
        man.render_version_section(&mut text)?;
    }
    Ok(text)
}

/// Lines that are not filled.
fn as_it_stands(roff: &mut Roff, lines: &str) {
    roff.control("nf", []);
    for line in lines.lines() {
        roff.text([roman(line)]);
    }
    roff.control("fi", []);
}

/// Prints to standard output; a broken pipe is not an error.
fn print(text: &[u8]) -> Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("standard output")
        }
        _ => Ok(()),
    }
}
