//! A game that another program of ours contains: `serve`, which the network reaches, starts no program of rules.
//!
//! The other program introduces the game in its first line, then passes on what the program of rules answers.
//! Instead of an answer it may tell that program's last words. Its caller believes it no more than the program
//! itself.

use std::ffi::OsString;
use std::io::{self, BufRead, Read, Write};
use std::path::PathBuf;
use std::sync::Arc;

use arbitro_rules::{GameId, Look, NewGame, Titles, card};
use arbitro_sandbox::{Plan, Processes};
use serde::{Deserialize, Serialize};

use crate::answer;
use crate::cache::{Cache, MAX_BYTES};
use crate::error::{BadAnswer, ProgramError};
use crate::open::{OPEN, OfOpenGames};
use crate::process::{Failure, LIMITS, Launcher, Process};
use crate::rules::{FOR_MOVES, FOR_THE_START, Rules, lock};
use crate::{Game, GameError, NamedFolder};

/// Maximum bytes of a question.
const MAX_QUESTION: u64 = 1 << 20;

/// The first line of a relay: that of a program of rules, and the rest of the game.
#[derive(Serialize, Deserialize)]
struct Introduction {
    v: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    with: Option<String>,
    name: String,
    ply_limit: u32,
    repetition: Option<u32>,
    look: Look,
    rules: Option<Titles>,
}

/// A failure, where an answer is expected.
#[derive(Serialize, Deserialize)]
struct Broken {
    broken: String,
}

#[derive(Deserialize)]
struct Asked {
    ask: Kind,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Start,
    Moves,
    Fault,
}

/// A game that another program contains, until this is dropped.
#[derive(Debug)]
pub struct RelayedGame {
    /// The game, as all else names it.
    pub id: GameId,
    /// The rules for people, in Markdown.
    pub text: Option<Titles>,
    rules: Arc<Rules>,
}

impl Drop for RelayedGame {
    fn drop(&mut self) {
        lock(&OPEN).retain(|(_, it)| !Arc::ptr_eq(it, &self.rules));
        self.rules.close();
    }
}

/// Introduces a game, and passes questions and answers on until no more are asked.
pub fn relay(
    game: &Game,
    mut questions: impl BufRead,
    mut answers: impl Write,
) -> Result<(), GameError> {
    let io = |source| GameError::Io { path: PathBuf::from("-"), source };
    let introduction = serde_json::to_vec(&introduce(game)?);
    tell(&mut answers, &introduction.expect("texts always serialise")).map_err(io)?;
    loop {
        let mut line = String::new();
        let read = (&mut questions).take(MAX_QUESTION).read_line(&mut line).map_err(io)?;
        if read == 0 || line.pop() != Some('\n') {
            return Ok(());
        }
        let answer = answer_to(game, &line).unwrap_or_else(broken);
        tell(&mut answers, &answer).map_err(io)?;
    }
}

/// Tells, instead of an introduction, why a game cannot be opened.
pub fn relay_failure(error: &GameError, mut answers: impl Write) -> io::Result<()> {
    tell(&mut answers, &broken(error.to_string()))
}

fn tell(answers: &mut impl Write, line: &[u8]) -> io::Result<()> {
    answers.write_all(line)?;
    answers.write_all(b"\n")?;
    answers.flush()
}

fn broken(words: String) -> Vec<u8> {
    serde_json::to_vec(&Broken { broken: words }).expect("texts always serialise")
}

/// The last words in a relay's line, if it is no answer.
pub(crate) fn last_words(line: &[u8]) -> Option<ProgramError> {
    // Answers are long, and read once.
    let is_one = line.starts_with(b"{\"broken\":");
    let told = is_one.then(|| serde_json::from_slice::<Broken>(line).ok()).flatten();
    told.map(|it| ProgramError::Relayed(it.broken))
}

fn introduce(game: &Game) -> Result<Introduction, GameError> {
    let rules = game.rules();
    let look = game.id.look().cloned().unwrap_or_default();
    let english = game.rules_text("en")?;
    let (italian, french) = (game.rules_text("it")?, game.rules_text("fr")?);
    Ok(Introduction {
        v: 1,
        with: look.with.clone(),
        name: rules.name.clone(),
        ply_limit: card(game.id).ply_limit,
        repetition: rules.repetition,
        look,
        rules: english.map(|english| Titles { english, italian, french }),
    })
}

fn answer_to(game: &Game, line: &str) -> Result<Vec<u8>, String> {
    let rules = game.rules();
    let asked: Asked = serde_json::from_str(line).map_err(|it| it.to_string())?;
    match asked.ask {
        Kind::Start => rules.pass_on(FOR_THE_START, line, |it| as_it_came(it, answer::start)),
        Kind::Moves => rules.pass_on(FOR_MOVES, line, |it| as_it_came(it, answer::moves)),
        Kind::Fault => rules.in_its_own_process(line, |it| as_it_came(it, answer::fault)),
    }
}

fn as_it_came<T>(
    line: &[u8],
    check: fn(&[u8]) -> Result<T, BadAnswer>,
) -> Result<Vec<u8>, BadAnswer> {
    check(line).map(|_| line.to_vec())
}

/// Opens a game that another program contains. The program is asked with `args`, then the folder and, when it
/// is started again, `--sha256` and the hash that the folder must have.
pub fn open_relayed(
    program: PathBuf,
    mut args: Vec<OsString>,
    named: &NamedFolder,
) -> Result<RelayedGame, GameError> {
    args.push(named.to_string().into());
    let mut plan = Plan {
        program,
        args,
        readable: Vec::new(),
        variables: Vec::new(),
        folder_variable: None,
        files: Vec::new(),
        limits: LIMITS,
        processes: Processes::Usual,
    };
    let failed = |it: Failure| GameError::Program { words: it.why.to_string(), by_hand: None };
    let mut process =
        Process::start(&mut Launcher::Relay, &plan).map_err(|it| failed(it.into()))?;
    let introduction = process.hear(introduction).map_err(failed)?;
    let Introduction { with: _, name, ply_limit, repetition, look, rules: text, v: _ } =
        introduction;
    plan.args.extend(["--sha256".into(), look.sha256.clone().into()]);
    let cache = Cache::new(MAX_BYTES);
    let rules =
        Rules::new(name.clone(), plan, repetition, Launcher::Relay, cache).with_process(process);
    let (start, _) =
        rules.start().map_err(|words| GameError::Program { words, by_hand: None })?.clone();
    let (first, rules) = (start.board, Arc::new(rules));
    let id =
        GameId::intern(NewGame { name, ply_limit, first, look, rules: Box::new(OfOpenGames) })?;
    lock(&OPEN).push((id, Arc::clone(&rules)));
    Ok(RelayedGame { id, text, rules })
}

fn introduction(line: &[u8]) -> Result<Introduction, BadAnswer> {
    answer::hello(line)?;
    serde_json::from_slice(line).map_err(|it| BadAnswer::Form(it.to_string()))
}
