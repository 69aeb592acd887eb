//! Next steps for a person who typed `verify` alone, and would look at a program that only waits.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use arbitro_cli::called::{as_called, called};
use arbitro_rules::GameId;
use arbitro_rules::said;

use crate::output::Output;

/// Returns true in an empty folder, on a terminal whose person reads text. Elsewhere a script started
/// the referee, or players are there already.
pub(crate) fn are_wanted(folder: &Path, output: &Output) -> bool {
    let is_here = folder == Path::new(".");
    let is_empty = || fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none());
    let is_watched =
        || io::stdin().is_terminal() && io::stdout().is_terminal() && io::stderr().is_terminal();
    !output.json && is_here && is_watched() && is_empty()
}

/// Prints how to start the players of this match, and what else to do.
pub(crate) fn tell(game: GameId, time: Duration, output: &Output) -> io::Result<()> {
    let mut play = called("play");
    if game != GameId::Dama {
        play += &format!(" --game {game}");
    }
    let told = said!(
        "verify: this referees a match; start its players within {time:?}, in this folder, in two other terminals:
  {play} 1
  {play} 2
For a whole tournament of the bundled players instead: Ctrl-C here, then `tournament`.
All other uses: `verify --help`.",
        "verify: qui si arbitra una partita; i giocatori vanno avviati entro {time:?}, in questa cartella, in altri due terminali:
  {play} 1
  {play} 2
Per un intero torneo dei giocatori inclusi: Ctrl-C qui, poi `tournament`.
Tutti gli altri usi: `verify --help`.",
        "verify: ceci arbitre une partie ; lancez ses joueurs en moins de {time:?}, dans ce dossier, dans deux autres terminaux :
  {play} 1
  {play} 2
Pour un tournoi entier des joueurs fournis : Ctrl-C ici, puis `tournament`.
Tous les autres usages : `verify --help`."
    );
    let told = as_called(told.in_language(output.language));
    writeln!(anstream::stderr(), "{told}")
}
