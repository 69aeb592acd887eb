//! Makes the folder of a player or a game, to begin with.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand, ValueEnum};

use arbitro_cli::bundled::bundled_folder;
use arbitro_rules::plain_text::shell_word;
use arbitro_words::{Language, say};

use crate::words::Text;

#[derive(Debug, Subcommand)]
pub(crate) enum NewCommand {
    /// Makes a player that answers by lines, in ten lines: it draws one of the legal moves
    Player(NewPlayer),
    /// Copies a bundled game, whose rules you then change
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
    /// A folder of boards/games, such as connect-four, or kit
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

/// A bot: its file, its text, the command that builds it, and the command that starts it.
struct Bot(&'static str, &'static str, &'static [&'static str], &'static str);

impl BotLanguage {
    fn bot(self) -> Bot {
        let python = include_str!("../../../boards/games/kit/bot.py");
        let cpp = include_str!("../../../boards/games/kit/bot.cpp");
        let java = include_str!("../../../boards/games/kit/Bot.java");
        let javascript = include_str!("../../../boards/games/kit/bot.js");
        let java_command = "java -Xmx48m -cp . Bot";
        match self {
            BotLanguage::Python => Bot("bot.py", python, &[], "python3 bot.py"),
            BotLanguage::Cpp => Bot("bot.cpp", cpp, &["g++", "-O2", "-o", "bot"], "./bot"),
            BotLanguage::Java => Bot("Bot.java", java, &["javac"], java_command),
            BotLanguage::Javascript => Bot("bot.js", javascript, &[], "node bot.js"),
        }
    }
}

pub(crate) fn make(command: &NewCommand, language: Language) -> Result<ExitCode> {
    let told = match command {
        NewCommand::Player(args) => player(args)?,
        NewCommand::Game(args) => game(args)?,
    };
    writeln!(anstream::stdout(), "{}", say(&told, language))?;
    Ok(ExitCode::SUCCESS)
}

fn player(args: &NewPlayer) -> Result<Text<'_>> {
    let Bot(file, source, build, command) = args.language.bot();
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
    if let [compiler, flags @ ..] = build {
        let built = Command::new(compiler).args(flags).arg(file).current_dir(folder).status();
        let built = built.with_context(|| format!("{compiler}, which builds {file}"))?;
        if !built.success() {
            bail!("{}: {compiler} does not build it", folder.join(file).display());
        }
    }
    Ok(Text::NewPlayer { folder: word(folder), file })
}

fn game(args: &NewGame) -> Result<Text<'_>> {
    let name = Path::new(&args.from).file_name().filter(|it| *it == args.from.as_str());
    let from = name.and_then(|_| bundled_folder(&format!("boards/games/{}", args.from)));
    let from = from.with_context(|| format!("--from {}: there is no such game", args.from))?;
    make_folder(&args.folder)?;
    let entries = fs::read_dir(&from).with_context(|| from.display().to_string())?;
    for entry in entries {
        let entry = entry.with_context(|| from.display().to_string())?;
        if entry.file_type().is_ok_and(|it| it.is_file()) {
            let to = args.folder.join(entry.file_name());
            fs::copy(entry.path(), &to).with_context(|| to.display().to_string())?;
        }
    }
    Ok(Text::NewGame { folder: word(&args.folder) })
}

/// Makes a folder that was not there.
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
