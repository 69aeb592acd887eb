//! The game of a tournament, which may be a folder with a program that knows the rules.

use anyhow::Result;

use arbitro_cli::game_arg::{GameArg, OpenGame};
use arbitro_games::Setting;
use arbitro_rules::GameId;
use arbitro_sandbox::Keeper;
use arbitro_tournament::TournamentFile;

use crate::options::RunOptions;

/// Opens the game of a new tournament.
pub(crate) fn open(options: &RunOptions, keeper: &Keeper) -> Result<OpenGame> {
    let usual = GameArg::Known(GameId::Dama);
    Ok(options.played.game.as_ref().unwrap_or(&usual).open_on(&setting(options, keeper))?)
}

/// The machine that the program runs on.
fn setting(options: &RunOptions, keeper: &Keeper) -> Setting {
    Setting {
        guarantees: Some(*keeper.guarantees()),
        require: options.machine.require,
        ..Setting::default()
    }
}

/// Opens the game of a tournament that goes on.
pub(crate) fn open_again(
    options: &RunOptions,
    keeper: &Keeper,
    file: &TournamentFile,
) -> Result<OpenGame> {
    match &options.played.game {
        Some(game) => Ok(game.open_on(&setting(options, keeper))?),
        None => Ok(file.settings.playable()?.into()),
    }
}
