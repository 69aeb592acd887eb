//! Recognises a missing path that was meant as a command.

use std::path::Path;

use arbitro_rules::nearest;
use clap::Command;

use crate::program_name::program_command;

/// Suggests the command that was probably meant; `None` if the path exists or no command is
/// similar.
pub fn misspelt_command(path: &Path, program: &Command) -> Option<String> {
    let word = path.to_str().filter(|_| !path.exists())?;
    let commands = program.get_subcommands().filter(|subcommand| !subcommand.is_hide_set());
    let near = nearest(word, commands.map(Command::get_name))?;
    let name = program_command(program.get_name());
    Some(if near == word {
        format!("the command {word} must come first: {name} {word} ...")
    } else {
        format!("{word}: there is no such file, folder or command; did you mean `{name} {near}`?")
    })
}
