//! The game of a tournament, which may be a folder with a program that knows the rules.

use std::path::Path;

use anyhow::{Result, anyhow, bail, ensure};

use arbitro_cli::game_arg::{GameArg, OpenGame};
use arbitro_games::{GameError, NamedFolder, Setting};
use arbitro_rules::GameId;
use arbitro_sandbox::Keeper;
use arbitro_tournament::{GAME, Planned, TournamentFile};
use arbitro_words::{Language, say};

use crate::options::RunOptions;
use crate::words::Text;

/// Opens the game of a new tournament.
pub(crate) fn open(options: &RunOptions, keeper: &Keeper) -> Result<OpenGame> {
    let usual = GameArg::Known(GameId::Dama);
    Ok(options.played.game.as_ref().unwrap_or(&usual).open_on(&setting(options, keeper))?)
}

/// Opens the game of a tournament that goes on: the copy of its folder, or the same folder named again.
pub(crate) fn open_again(
    options: &RunOptions,
    keeper: &Keeper,
    (out, file): (&Path, &TournamentFile),
    language: Language,
) -> Result<OpenGame> {
    let begun = &file.settings.game;
    let named = match (&options.played.game, begun.look()) {
        (Some(named), _) => named.clone(),
        (None, Some(_)) => {
            let word = begun.name().split_once(':').map(|(_, word)| word.to_owned());
            GameArg::Folder(NamedFolder { folder: out.join(GAME), word })
        }
        (None, None) => GameArg::Known(file.settings.playable()?),
    };
    let (GameArg::Folder(NamedFolder { folder, .. }), Some(look)) = (&named, begun.look()) else {
        return Ok(named.open_on(&setting(options, keeper))?);
    };
    let sha256 = Some(look.sha256.clone());
    let opened = named.open_on(&Setting { sha256, ..setting(options, keeper) });
    let other = || say(&Text::OtherRules { folder: folder.display() }, language).into_owned();
    let opened = match opened {
        Err(error @ GameError::Changed(_)) => return Err(anyhow!(error).context(other())),
        opened => opened?,
    };
    ensure!(opened.id.look().is_some_and(|it| it.with == look.with), other());
    Ok(opened)
}

/// Refuses a tournament over many machines of a game that is not compiled in.
pub(crate) fn refuse_written(planned: &Planned, language: Language) -> Result<()> {
    let game = &planned.file.settings.game;
    let refused = game.look().map(|_| Text::OneMachine { game: game.name() });
    refused.map_or(Ok(()), |it| bail!("{}", say(&it, language)))
}

/// The machine that the program runs on.
fn setting(options: &RunOptions, keeper: &Keeper) -> Setting {
    Setting {
        guarantees: Some(*keeper.guarantees()),
        require: options.machine.require,
        ..Setting::default()
    }
}
