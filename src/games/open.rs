//! Opens a game.

use std::ffi::OsString;
use std::iter;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use arbitro_rules::line::{Line, NoStart, Start};
use arbitro_rules::{GameId, InvalidValue, Look, NewGame, Player, WrittenRules};
use arbitro_sandbox::{
    COMMANDS, Copy, Guarantees, Keeper, Plan, Require, SandboxError, Size, Staging,
    check_startable, is_open_to_all,
};

use crate::cache::{Cache, MAX_BYTES};
use crate::error::how_to_install;
use crate::folder::{belongs, check_links, find_needed, hash, store_needs, stored_needs};
use crate::game_text::read_text;
use crate::game_toml::{GAME_TOML, GameToml, Symmetry};
use crate::line::{ProgramLine, moves_question};
use crate::process::{LIMITS, Launcher};
use crate::question::Question;
use crate::rules::{Rules, lock};
use crate::{GameError, NamedFolder};

/// Prefix of the temporary folders with copies of games.
const STAGED_GAMES: &str = "arbitro-games-";
const MAX_TEXT: u64 = 1 << 20;

/// The variable that tells a player where it may read the rules.
pub const RULES_VARIABLE: &str = "ARBITRO_RULES";
/// Its value for a player of ours, whose standard input is a channel to the rules.
pub const ASKED_ON_INPUT: &str = "-";
/// The variable that names the folders that a program of rules needs, with colons between.
const NEEDS_VARIABLE: &str = "ARBITRO_NEEDS";

/// Variables of every program of rules. Sets of Python have one order then.
const VARIABLES: [(&str, &str); 3] =
    [("PATH", "/usr/local/bin:/usr/bin:/bin"), ("LANG", "C.UTF-8"), ("PYTHONHASHSEED", "0")];

/// The machine that programs of games run on.
#[derive(Clone, Debug, Default)]
pub struct Setting {
    /// The executable that serves as the sandbox's keeper; `None` for the caller's own.
    pub executable: Option<PathBuf>,
    /// The known protections of this machine; `None` to probe them.
    pub guarantees: Option<Guarantees>,
    /// The protections that it must have; at least [`Require::Safety`] for a folder of another user.
    pub require: Option<Require>,
    /// The SHA-256 that the folder must have; nothing in another one is started.
    pub sha256: Option<String>,
    /// The folders that the program of another user's game may read, besides the system's and its own.
    pub needs: Vec<PathBuf>,
    /// True for a copy that a tournament keeps, which remembers where the folders are that its program needs.
    pub is_kept: bool,
}

/// A game whose program can be asked, until this is dropped.
#[derive(Debug)]
pub struct Game {
    /// The game, as all else names it.
    pub id: GameId,
    rules: OpenRules,
    copy: PathBuf,
    toml: GameToml,
    /// True if other users could not read the folder.
    is_private: bool,
    /// Removes the copy, if it is one.
    _staging: Staging,
}

impl Game {
    /// The copy of the folder, which players may read if its `game.toml` says so.
    pub fn readable_by_players(&self) -> Option<&Path> {
        self.toml.players_read.then_some(&self.copy)
    }

    pub(crate) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the symmetries that its `game.toml` names.
    pub fn symmetries(&self) -> &[Symmetry] {
        self.toml.symmetries()
    }

    /// The lines of a board that these changes do not turn, the top one being 1.
    pub fn unmirrored(&self) -> &[usize] {
        &self.toml.unmirrored
    }

    /// Returns the shell command that asks the program for the moves of a position, or of the start.
    pub fn by_hand(&self, line: Option<&ProgramLine>) -> String {
        let question = match (line, self.rules.start()) {
            (Some(line), _) => line.question(),
            (None, Ok((start, _))) => moves_question(&start.board, &start.state, Player::X),
            (None, Err(_)) => Question::Start.line(),
        };
        self.toml.by_hand(&question, word_of(&self.rules.name))
    }

    /// The copy of the folder, which holds all that belongs to the game.
    pub fn folder(&self) -> &Path {
        &self.copy
    }

    /// True if other users could not read the folder that was copied.
    pub fn is_private(&self) -> bool {
        self.is_private
    }

    /// The rules for people: `rules.md`, or `rules.CODE.md` in the language of this code.
    pub fn rules_text(&self, code: &str) -> Result<Option<String>, GameError> {
        for name in [format!("rules.{code}.md"), "rules.md".to_owned()] {
            if let Some(text) = read_text(&self.copy, &name, MAX_TEXT, &self.copy)? {
                return Ok(Some(text));
            }
        }
        Ok(None)
    }
}

/// The rules of a game that is open until this is dropped.
#[derive(Debug)]
pub(crate) struct OpenRules {
    pub(crate) id: GameId,
    rules: Arc<Rules>,
}

impl OpenRules {
    /// Names a game, so that its matches can be opened.
    pub(crate) fn publish(
        rules: Arc<Rules>,
        ply_limit: u32,
        first: String,
        look: Look,
    ) -> Result<OpenRules, InvalidValue> {
        let (name, of_open_games) = (rules.name.clone(), Box::new(OfOpenGames));
        let id = GameId::intern(NewGame { name, ply_limit, first, look, rules: of_open_games })?;
        lock(&OPEN).push((id, Arc::clone(&rules)));
        Ok(OpenRules { id, rules })
    }
}

impl Deref for OpenRules {
    type Target = Rules;

    fn deref(&self) -> &Rules {
        &self.rules
    }
}

impl Drop for OpenRules {
    fn drop(&mut self) {
        lock(&OPEN).retain(|(_, it)| !Arc::ptr_eq(it, &self.rules));
        self.rules.close();
    }
}

/// The rules of the games that are open now; a name stays interned for longer.
static OPEN: Mutex<Vec<(GameId, Arc<Rules>)>> = Mutex::new(Vec::new());

#[derive(Debug)]
struct OfOpenGames;

impl WrittenRules for OfOpenGames {
    fn open(
        &self,
        game: GameId,
        start: Start<'_>,
        ply_limit: Option<u32>,
    ) -> Result<Box<dyn Line>, NoStart> {
        let rules = lock(&OPEN).iter().rev().find(|it| it.0 == game).map(|it| Arc::clone(&it.1));
        let rules = rules.ok_or(NoStart::NoRules)?;
        Ok(Box::new(ProgramLine::open(rules, game, start, ply_limit)?))
    }
}

/// A game whose folder was copied and read, and of which nothing has been started.
#[derive(Debug)]
pub struct UnopenedGame {
    folder: PathBuf,
    word: Option<String>,
    toml: GameToml,
    copy: PathBuf,
    sha256: String,
    needed: Vec<PathBuf>,
    is_private: bool,
    keeper: Keeper,
    staging: Staging,
}

/// Opens the game of a folder: copies it, starts its program and names it.
pub fn open(named: &NamedFolder, setting: &Setting) -> Result<Game, GameError> {
    UnopenedGame::copy(named, setting)?.open()
}

impl UnopenedGame {
    /// Copies the folder of a game. What is looked at from then on is the copy, whatever becomes of the folder.
    pub fn copy(named: &NamedFolder, setting: &Setting) -> Result<UnopenedGame, GameError> {
        let NamedFolder { folder, word } = named;
        // Any folder may have been named.
        GameToml::read(folder, folder)?;
        let executable = setting.executable.as_deref();
        let mut keeper = match setting.guarantees {
            Some(guarantees) => Keeper::start_with(executable, guarantees, Require::Anything)?,
            None => Keeper::start(executable, Require::Anything)?,
        };
        let mut staging = Staging::new(STAGED_GAMES, keeper.guarantees().has_other_users());
        let copied = staging.copy(folder.as_path().into(), belongs, Size::OF_A_PROGRAM);
        let Copy { path: copy, stranger } = copied.map_err(|error| match error {
            SandboxError::TooBig(folder) => GameError::TooBig(folder),
            error => error.into(),
        })?;
        check_links(&copy, folder)?;
        demand(&mut keeper, setting.require, stranger.as_deref())?;
        let toml = GameToml::read(&copy, folder)?;
        let sha256 = hash(&copy)?;
        if setting.sha256.as_ref().is_some_and(|it| *it != sha256) {
            return Err(GameError::Changed(folder.clone()));
        }
        let kept = if setting.is_kept { stored_needs(folder)? } else { None };
        let needed = find_needed(folder, &toml, kept.as_deref())?;
        let is_allowed = |it: &&PathBuf| setting.needs.iter().any(|folder| is_within(it, folder));
        if let Some(path) = stranger
            && let Some(needed) = needed.iter().find(|path| !is_allowed(path))
        {
            return Err(GameError::Needs { path, needed: needed.clone() });
        }
        let is_private = !is_open_to_all(folder);
        let (folder, word) = (folder.clone(), word.clone());
        Ok(UnopenedGame { folder, word, toml, copy, sha256, needed, is_private, keeper, staging })
    }

    /// The folders elsewhere that its program may read.
    pub fn needed(&self) -> &[PathBuf] {
        &self.needed
    }

    pub fn open(self) -> Result<Game, GameError> {
        let UnopenedGame {
            folder,
            word,
            toml,
            copy,
            sha256,
            needed,
            is_private,
            keeper,
            mut staging,
        } = self;
        if !needed.is_empty() {
            store_needs(&copy, &needed)?;
        }
        let within_reach = needed.iter().map(|it| staging.bring(it)).collect::<Result<_, _>>()?;
        let program = plan(&folder, &copy, &toml, within_reach, word.as_deref())?;
        let name = toml.full_name(word.as_deref());
        let launcher = Some(Launcher::Keeper(keeper));
        let rules = Rules::new(name, program, toml.repetition(), launcher, Cache::new(MAX_BYTES));
        let failed = |words| {
            let by_hand = Some(toml.by_hand(&Question::Start.line(), word.as_deref()));
            GameError::Program { words, by_hand }
        };
        let (start, with) = rules.start().map_err(failed)?.clone();
        let look = toml.look(sha256, with);
        let rules = OpenRules::publish(Arc::new(rules), toml.max_plies(), start.board, look)?;
        Ok(Game { id: rules.id, rules, copy, toml, is_private, _staging: staging })
    }
}

fn is_within(place: &Path, folder: &Path) -> bool {
    folder.canonicalize().is_ok_and(|canonicalize| place.starts_with(canonicalize))
}

/// The word after a game's name.
fn word_of(name: &str) -> Option<&str> {
    name.split_once(':').map(|(_, word)| word)
}

/// Requires safety at least of the sandbox for a folder of another user.
fn demand(
    keeper: &mut Keeper,
    required: Option<Require>,
    stranger: Option<&Path>,
) -> Result<(), GameError> {
    let required = required.unwrap_or(Require::Anything);
    let require = match (required, stranger) {
        (Require::Anything, Some(_)) => Require::Safety,
        (required, _) => required,
    };
    keeper.demand(require).map_err(|source| match (source, stranger) {
        (source @ SandboxError::TooWeak(_), Some(path)) => {
            GameError::Stranger { path: path.to_owned(), source }
        }
        (source, _) => source.into(),
    })
}

/// The program's command in the copy of its folder.
fn plan(
    folder: &Path,
    copy: &Path,
    toml: &GameToml,
    needed: Vec<PathBuf>,
    word: Option<&str>,
) -> Result<Plan, GameError> {
    let path = folder.join(GAME_TOML);
    let wrong = |key, what: String| GameError::Key { path: path.clone(), key, what };
    let (first, rest) = toml.command().split_first().map_or(("", &[][..]), |(it, rest)| (it, rest));
    let program = if first.contains('/') {
        let (program, copy) = (copy.join(first).canonicalize().ok(), copy.canonicalize().ok());
        program
            .zip(copy)
            .and_then(|(it, copy)| (it.is_file() && it.starts_with(copy)).then_some(it))
    } else {
        COMMANDS.iter().map(|it| Path::new(it).join(first)).find(|it| it.is_file())
    };
    let program = program.ok_or_else(|| {
        let places = COMMANDS.join(", ");
        let install = how_to_install(toml.install.as_deref());
        let what = "is neither ./NAME in the folder nor a program in";
        wrong("command", format!("{first:?} {what} {places}{install}"))
    })?;
    check_startable(&program)
        .map_err(|source| GameError::Command { path: path.clone(), source })?;
    let own_file = |arg: &String| {
        let file = copy.join(arg);
        let is_one = !arg.is_empty() && !arg.starts_with(['/', '-']) && file.exists();
        if is_one { file.into_os_string() } else { arg.into() }
    };
    let args: Vec<OsString> = rest.iter().map(own_file).chain(word.map(Into::into)).collect();
    let mut variables = VARIABLES.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    if !needed.is_empty() {
        let paths: Vec<_> = needed.iter().map(|it| it.to_string_lossy()).collect();
        variables.push((NEEDS_VARIABLE.to_owned(), paths.join(":")));
    }
    let readable = iter::once(copy.to_owned()).chain(needed).collect();
    Ok(Plan {
        program,
        args,
        readable,
        variables,
        folder_variable: Some("HOME".to_owned()),
        limits: LIMITS,
        ..Plan::default()
    })
}
