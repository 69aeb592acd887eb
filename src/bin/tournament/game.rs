//! The game of a tournament, which may be a folder with a program that knows the rules.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, anyhow, ensure};

use arbitro_cli::game_arg::{GameArg, NeedsArg, OpenGame, open_folder};
use arbitro_games::{GameError, NamedFolder, Setting};
use arbitro_rules::GameId;
use arbitro_sandbox::Keeper;
use arbitro_tournament::{GAME, TournamentFile};
use arbitro_words::{Language, say};
use clap::Args;

use crate::options::{MachineOptions, RunOptions};
use crate::words::CommandMessage;

/// The command line of the hidden command that `serve` starts.
#[derive(Debug, Args)]
pub(crate) struct RulesArgs {
    #[command(flatten)]
    needs: NeedsArg,
    folder: NamedFolder,
    /// The hash that the folder must have
    #[arg(long)]
    sha256: Option<String>,
}

/// Passes questions and answers on between this program's caller and a game's program, which it contains.
pub(crate) fn relay(args: &RulesArgs, language: Language) -> Result<ExitCode> {
    let setting = Setting { sha256: args.sha256.clone(), ..args.needs.setting() };
    let (questions, answers) = (io::stdin().lock(), io::stdout().lock());
    let opened = match args.sha256 {
        None => open_folder(&args.folder, &setting, language),
        // It was told when the game was first opened.
        Some(_) => arbitro_games::open(&args.folder, &setting),
    };
    match opened {
        Ok(game) => arbitro_games::relay(&game, questions, answers)?,
        Err(error) => arbitro_games::relay_failure(&error, answers)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Opens the game of a new tournament.
pub(crate) fn open(options: &RunOptions, keeper: &Keeper) -> Result<OpenGame> {
    let named = options.played.game.as_ref().unwrap_or(&GameArg::Known(GameId::Dama));
    Ok(named.open(&setting(&options.machine, keeper), options.language)?)
}

/// Opens the game of a tournament that goes on: the copy of its folder, or the same folder named again.
pub(crate) fn open_again(
    options: &RunOptions,
    keeper: &Keeper,
    out: &Path,
    file: &TournamentFile,
) -> Result<OpenGame> {
    let RunOptions { machine, language, .. } = options;
    let (named, setting) = (options.played.game.as_ref(), setting(machine, keeper));
    let begun = &file.settings.game;
    let is_kept = named.is_none();
    let named = match (named, begun.look()) {
        (Some(named), _) => named.clone(),
        (None, Some(_)) => {
            let word = begun.name().split_once(':').map(|(_, word)| word.to_owned());
            GameArg::Folder(NamedFolder { folder: out.join(GAME), word })
        }
        (None, None) => GameArg::Known(file.settings.playable()?),
    };
    let (GameArg::Folder(NamedFolder { folder, .. }), Some(look)) = (&named, begun.look()) else {
        return Ok(named.open(&setting, *language)?);
    };
    let sha256 = Some(look.sha256.clone());
    let opened = named.open(&Setting { sha256, is_kept, ..setting }, *language);
    let other =
        || say(&CommandMessage::OtherRules { folder: folder.display() }, *language).into_owned();
    let opened = match opened {
        Err(error @ GameError::Changed(_)) => return Err(anyhow!(error).context(other())),
        opened => opened?,
    };
    ensure!(opened.id.look().is_some_and(|it| it.with == look.with), other());
    Ok(opened)
}

/// The machine that the program runs on.
fn setting(machine: &MachineOptions, keeper: &Keeper) -> Setting {
    Setting {
        guarantees: Some(*keeper.guarantees()),
        require: machine.require,
        ..machine.needs.setting()
    }
}
