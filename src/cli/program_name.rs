//! The name by which this program was called. Packages install `verify` as `arbitro-verify`, and in the
//! folder of an unpacked archive it is `./verify`: the next steps that programs print can be copied.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use clap::Command;

const PROGRAMS: [&str; 6] = ["verify", "play", "tournament", "replay", "grade", "serve"];

/// Packages put this before the programs' names, some of which others own (`play` is of sox).
const PREFIX: &str = "arbitro-";

/// Returns the command that starts another program, or this one, in the way that this one was called.
pub fn program_command(program: &str) -> String {
    Caller::of_this_process().command(program)
}

/// Returns what stands before a program's name in the name of its file.
pub(crate) fn prefix_of(name: &str) -> &'static str {
    let is_prefixed = name.strip_prefix(PREFIX).is_some_and(|it| PROGRAMS.contains(&it));
    if is_prefixed { PREFIX } else { "" }
}

/// Returns the path of another program, which stands beside this one under the name that it has there.
pub fn beside(program: &str) -> io::Result<PathBuf> {
    let here = std::env::current_exe()?;
    let prefix = here.file_name().and_then(|name| name.to_str()).map_or("", prefix_of);
    Ok(here.with_file_name(format!("{prefix}{program}")))
}

/// Replaces the commands in backticks by the commands as called.
pub fn with_program_names(text: &str) -> Cow<'_, str> {
    let caller = Caller::of_this_process();
    if caller.is_plain() {
        return text.into();
    }
    caller.commands_in(text).into()
}

/// Renames a command line, and the commands in its help, by the name as called. A folder before it is
/// left out, as in the line of usage.
pub(crate) fn renamed(command: Command) -> Command {
    let mut caller = Caller::of_this_process();
    caller.folder.clear();
    if caller.is_plain() {
        return command;
    }
    // Once in a process, and clap takes names only as static text.
    let name: &'static str = caller.command(command.get_name()).leak();
    caller.help_of(command.name(name))
}

/// The call of a program, but for its own name.
#[derive(Debug, PartialEq, Eq)]
struct Caller {
    /// Empty, or a relative folder with its final slash.
    folder: String,
    /// [`PREFIX`] or nothing.
    prefix: &'static str,
}

impl Caller {
    fn of_this_process() -> Caller {
        Caller::from_arg0(&std::env::args_os().next().unwrap_or_default())
    }

    fn from_arg0(arg0: &OsStr) -> Caller {
        let typed = arg0.to_str().unwrap_or_default();
        let (folder, name) = match typed.rfind('/') {
            Some(at) => typed.split_at(at + 1),
            None => ("", typed),
        };
        // A shell takes these letters as they are.
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-".contains(letter);
        // An absolute path mostly stands in a script or a menu, and is not what people type.
        let is_typed = Path::new(folder).is_relative() && folder.chars().all(is_plain);
        Caller { folder: if is_typed { folder } else { "" }.to_owned(), prefix: prefix_of(name) }
    }

    /// Returns true if programs were called by their names alone.
    fn is_plain(&self) -> bool {
        self.folder.is_empty() && self.prefix.is_empty()
    }

    fn command(&self, program: &str) -> String {
        format!("{}{}{program}", self.folder, self.prefix)
    }

    /// Replaces the commands in backticks.
    fn commands_in(&self, text: &str) -> String {
        self.commands_after(text, "`")
    }

    /// Replaces the programs' names after a mark.
    fn commands_after(&self, text: &str, mark: &str) -> String {
        let mut parts = text.split(mark);
        let mut replaced = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            replaced.push_str(mark);
            let end = part.find([' ', '`', '\n']).unwrap_or(part.len());
            let (word, rest) = part.split_at(end);
            if PROGRAMS.contains(&word) {
                replaced.push_str(&self.command(word));
            } else {
                replaced.push_str(word);
            }
            replaced.push_str(rest);
        }
        replaced
    }

    /// Replaces the commands in a command's help: in backticks, and where an example begins.
    fn help_of(&self, mut command: Command) -> Command {
        if let Some(help) = command.get_after_help() {
            let help = self.commands_after(&help.to_string(), "\n  ");
            command = command.after_help(self.commands_in(&help));
        }
        let command = command.mut_args(|arg| match arg.get_help() {
            Some(help) => {
                let help = self.commands_in(&help.to_string());
                arg.help(help)
            }
            None => arg,
        });
        command.mut_subcommands(|command| self.help_of(command))
    }
}
