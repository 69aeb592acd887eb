//! `--manual` and `--completions`, the same in every binary: its man page and its shell
//! completions, generated from its command line so that they always agree with `--help`.
//!
//! They only work as the first argument, and are handled before anything else is parsed: no command
//! line that was valid without them changes its meaning. `scripts/manual` installs the output.

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

use crate::ending::exit_code;

/// Handles `--manual [DIR]` and `--completions SHELL`; returns `None` without either.
pub(crate) fn serve_if_asked(command: &Command) -> Option<ExitCode> {
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    let rest = args.get(1..).unwrap_or_default();
    let done = match args.first()?.to_str()? {
        "--manual" => show_manual(command, rest),
        "--completions" => show_completions(command, rest),
        _ => return None,
    };
    Some(exit_code(command.get_name(), done.map(|()| ExitCode::SUCCESS)))
}

/// Prints the man page; with a folder, writes it and one for each subcommand there.
fn show_manual(command: &Command, rest: &[OsString]) -> Result<()> {
    let mut command = command.clone().disable_help_subcommand(true);
    command.build();
    match rest {
        [] => print(&page(&command)?),
        [folder] => {
            let folder = Path::new(folder);
            let pages = command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set());
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
    // Into memory first: the generator panics on a broken pipe.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command, name, &mut text);
    print(&text)
}

/// Removes the hidden options, which only programs pass.
fn without_hidden(command: &Command) -> Command {
    // Clap requires `'static` texts; leaking is harmless because the process ends right after
    // printing.
    let leak = |text: &str| -> &'static str { text.to_owned().leak() };
    let mut visible = Command::new(leak(command.get_name()));
    if let Some(version) = command.get_version() {
        visible = visible.version(leak(version));
    }
    if let Some(about) = command.get_about() {
        visible = visible.about(about.clone());
    }
    let args = command.get_arguments().filter(|argument| !argument.is_hide_set());
    let commands = command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set());
    visible.args(args).subcommands(commands.map(without_hidden)).disable_help_subcommand(true)
}

/// Generates a man page with `clap_mangen`. Text after the options, mostly examples, gets sections
/// of its own and keeps its line breaks.
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
    if command.get_subcommands().any(|subcommand| !subcommand.is_hide_set()) {
        man.render_subcommands_section(&mut text)?;
    }
    examples.to_writer(&mut text)?;
    codes.to_writer(&mut text)?;
    if command.get_version().is_some() {
        man.render_version_section(&mut text)?;
    }
    Ok(text)
}

/// Adds lines with their line breaks, which roff would otherwise join.
fn as_it_stands(roff: &mut Roff, lines: &str) {
    roff.control("nf", []);
    for line in lines.lines() {
        roff.text([roman(line)]);
    }
    roff.control("fi", []);
}

fn print(text: &[u8]) -> Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text).and_then(|()| out.flush()).context("standard output")
}
