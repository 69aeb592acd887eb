//! Next steps for a person who typed `verify` alone, and would look at a program that only waits.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use arbitro_cli::program_name::{program_command, with_program_names};
use arbitro_rules::GameId;
use arbitro_words::say;

use crate::printer::Printer;
use crate::words::VerifyMessage;

/// Returns true in an empty folder, on a terminal whose person reads text. Elsewhere a script started
/// the referee, or players are there already.
pub(crate) fn are_wanted(folder: &Path, output: &Printer) -> bool {
    let is_here = folder == Path::new(".");
    let is_empty = || fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none());
    let is_watched =
        || io::stdin().is_terminal() && io::stdout().is_terminal() && io::stderr().is_terminal();
    !output.json && is_here && is_watched() && is_empty()
}

/// Prints how to start the players of this match, and what else to do.
pub(crate) fn tell(game: GameId, time: Duration, output: &Printer) -> io::Result<()> {
    let mut play = program_command("play");
    if game != GameId::Dama {
        play += &format!(" --game {game}");
    }
    let text = say(
        &VerifyMessage::NextSteps { play: &play, within: &format!("{time:?}") },
        output.language,
    );
    let text = with_program_names(&text);
    writeln!(anstream::stderr(), "{text}")
}
