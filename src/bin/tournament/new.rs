//! Makes the folder of a player or a game, to begin with.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus};

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand, ValueEnum};

use arbitro_cli::bundled_folder::bundled_folder;
use arbitro_cli::input::read_text;
use arbitro_rules::check_name;
use arbitro_rules::plain_text::shell_word;
use arbitro_words::{Language, say};

use crate::words::CommandMessage;

#[derive(Debug, Subcommand)]
pub(crate) enum NewCommand {
    /// Makes a player that answers by lines, in ten lines: it plays one of the legal moves; and a file beside it that
    /// reads and writes boards
    Player(NewPlayer),
    /// Copies a bundled game under the name of its new folder; you then change its rules
    Game(NewGame),
}

#[derive(Debug, Args)]
pub(crate) struct NewPlayer {
    /// Its language
    #[arg(long, value_name = "LANGUAGE", default_value = "python")]
    language: BotLanguage,
    /// The name of the only game that it plays, such as dama or connect-four [default: any]
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// The folder, which is made
    folder: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct NewGame {
    /// A folder of boards/games, such as connect-four or hex; or the path of one
    #[arg(long, value_name = "NAME", default_value = "connect-four")]
    from: String,
    /// The folder, which is made
    folder: PathBuf,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum BotLanguage {
    Python,
    Cpp,
    Java,
    Javascript,
}

/// A file that is copied: its name and its text.
type File = (&'static str, &'static str);

/// A bot, the kit beside it, the command that builds it, and the command that starts it.
struct Bot(File, File, &'static [&'static str], &'static str);

macro_rules! kit {
    ($file:literal) => {
        ($file, include_str!(concat!("../../../boards/games/kit/", $file)))
    };
}

impl BotLanguage {
    fn bot(self) -> Bot {
        let javac: &[&str] = &["javac"];
        let gcc: &[&str] = &["g++", "-O2", "-o", "bot"];
        let java = "java -Xmx48m -cp . Bot";
        match self {
            BotLanguage::Python => Bot(kit!("bot.py"), kit!("player.py"), &[], "python3 bot.py"),
            BotLanguage::Cpp => Bot(kit!("bot.cpp"), kit!("player.hpp"), gcc, "./bot"),
            BotLanguage::Java => Bot(kit!("Bot.java"), kit!("Player.java"), javac, java),
            BotLanguage::Javascript => Bot(kit!("bot.js"), kit!("player.js"), &[], "node bot.js"),
        }
    }
}

pub(crate) fn make(command: &NewCommand, language: Language) -> Result<ExitCode> {
    let message = match command {
        NewCommand::Player(args) => player(args)?,
        NewCommand::Game(args) => game(args)?,
    };
    writeln!(anstream::stdout(), "{}", say(&message, language))?;
    Ok(ExitCode::SUCCESS)
}

fn player(args: &NewPlayer) -> Result<CommandMessage<'_>> {
    let Bot((file, source), (kit, kit_source), build, command) = args.language.bot();
    let folder = &args.folder;
    let game =
        args.game.iter().map(|it| format!("game = {}\n", serde_json::Value::from(it.as_str())));
    let manifest = format!("command = \"lines:{command}\"\n{}", game.collect::<String>());
    make_folder(folder)?;
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).with_context(|| path.display().to_string())
    };
    write("player.toml", &manifest)?;
    write(file, source)?;
    write(kit, kit_source)?;
    if let [compiler, flags @ ..] = build {
        let built = Command::new(compiler).args(flags).arg(file).current_dir(folder).status();
        let is_built = built.as_ref().is_ok_and(ExitStatus::success);
        if !is_built {
            // Nothing is left that stands in the way of another try.
            fs::remove_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        let package = if *compiler == "javac" { "default-jdk-headless" } else { "g++" };
        built.with_context(|| {
            format!("{compiler}, which builds {file}; on Debian: apt-get install {package}")
        })?;
        if !is_built {
            bail!("{}: {compiler} does not build it", folder.join(file).display());
        }
    }
    let build = (!build.is_empty()).then(|| [build, &[file]].concat().join(" "));
    Ok(CommandMessage::NewPlayer { folder: word(folder), file, kit, build })
}

fn game(args: &NewGame) -> Result<CommandMessage<'_>> {
    let from = if args.from.contains('/') {
        Some(PathBuf::from(&args.from))
    } else {
        bundled_folder(&format!("boards/games/{}", args.from))
    };
    let from = from.filter(|it| it.is_dir());
    let from = from.with_context(|| {
        format!("--from {}: there is no such game; name its folder, such as ./hex", args.from)
    })?;
    let name = game_name(&args.folder)?;
    let file = from.join(GAME_TOML);
    let toml = read_text(&file).with_context(|| file.display().to_string())?;
    make_folder(&args.folder)?;
    let entries = fs::read_dir(&from).with_context(|| from.display().to_string())?;
    for entry in entries {
        let entry = entry.with_context(|| from.display().to_string())?;
        if entry.file_type().is_ok_and(|file_type| file_type.is_file()) {
            let to = args.folder.join(entry.file_name());
            fs::copy(entry.path(), &to).with_context(|| to.display().to_string())?;
        }
    }
    let file = args.folder.join(GAME_TOML);
    fs::write(&file, renamed(&toml, &name)).with_context(|| file.display().to_string())?;
    Ok(CommandMessage::NewGame { folder: word(&args.folder) })
}

const GAME_TOML: &str = "game.toml";

/// Returns the name of the game in a new folder: the folder's, with `-` for what a name may not have.
fn game_name(folder: &Path) -> Result<String> {
    let last = folder.file_name().unwrap_or_default().to_string_lossy();
    let plain = |it: char| if it.is_ascii_alphanumeric() { it.to_ascii_lowercase() } else { '-' };
    let name: String = last.chars().map(plain).collect();
    check_name(&name).with_context(|| {
        format!("{}: no name for a game, which has its folder's", folder.display())
    })?;
    Ok(name)
}

/// Returns the text of a `game.toml` with another name.
fn renamed(toml: &str, name: &str) -> String {
    let named = format!("name = \"{name}\"");
    let mut lines: Vec<&str> = toml.lines().collect();
    let is_name = |line: &&mut &str| line.split_once('=').is_some_and(|it| it.0.trim() == "name");
    if let Some(line) = lines.iter_mut().find(is_name) {
        *line = &named;
    }
    lines.join("\n") + "\n"
}

fn make_folder(folder: &Path) -> Result<()> {
    if let Some(above) = folder.parent() {
        fs::create_dir_all(above).with_context(|| above.display().to_string())?;
    }
    fs::create_dir(folder).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => anyhow::anyhow!("{}: it is there already", folder.display()),
        _ => anyhow::Error::new(error).context(folder.display().to_string()),
    })
}

/// A path as a shell takes it.
fn word(path: &Path) -> String {
    shell_word(&path.display().to_string()).into_owned()
}
