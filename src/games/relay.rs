//! A game that another program of ours contains: `serve`, which the network reaches, starts no program of rules.
//!
//! The other program introduces the game in its first line, then passes on what the program of rules answers.
//! Instead of an answer it may tell that program's last words. Its caller believes it no more than the program
//! itself.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io::{self, BufRead, Read, Write};
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use arbitro_rules::{GameId, Look, Titles, card};
use arbitro_sandbox::Plan;
use serde::{Deserialize, Serialize};

use crate::answer;
use crate::cache::{Cache, MAX_BYTES};
use crate::error::{BadAnswer, ProgramError};
use crate::open::OpenRules;
use crate::peer::Peer;
use crate::process::{Failure, LIMITS, Launcher, Process};
use crate::question;
use crate::rules::Rules;
use crate::{Game, GameError, NamedFolder};

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
struct BrokenAnswer {
    broken: String,
}

/// A game that another program contains, until this is dropped.
#[derive(Debug)]
pub struct RelayedGame {
    /// The game, as all else names it.
    pub id: GameId,
    /// The rules for people, in Markdown.
    pub text: Option<Titles>,
    rules: OpenRules,
}

impl RelayedGame {
    /// Questions for moves so far, and the moves of all answers: what they cost, on any machine.
    pub fn listed(&self) -> u64 {
        self.rules.listed()
    }

    /// The time that all answers took so far.
    pub fn waited(&self) -> Duration {
        self.rules.waited()
    }
}

/// Introduces a game, and passes questions and answers on until no more are asked.
pub fn relay(game: &Game, questions: impl BufRead, answers: impl Write) -> Result<(), GameError> {
    let io = |source| GameError::Io { path: PathBuf::from("-"), source };
    let rules = game.rules();
    let english = game.rules_text("en")?;
    let (italian, french) = (game.rules_text("it")?, game.rules_text("fr")?);
    let text = english.map(|english| Titles { english, italian, french });
    // A question that is asked twice is in doubt.
    let answer = |line: &str| rules.answer(&question::read(line)?.question, &mut HashSet::new());
    converse(introduction(rules, game.id, text), questions, answers, answer).map_err(io)
}

/// Introduces a game, and answers questions until no more are asked.
pub(crate) fn converse(
    introduction: Vec<u8>,
    mut questions: impl BufRead,
    mut answers: impl Write,
    mut answer: impl FnMut(&str) -> Result<Vec<u8>, String>,
) -> io::Result<()> {
    write_line(&mut answers, introduction)?;
    loop {
        let mut line = String::new();
        let read = (&mut questions).take(MAX_QUESTION).read_line(&mut line)?;
        if read == 0 || line.pop() != Some('\n') {
            return Ok(());
        }
        let answer = answer(&line).unwrap_or_else(broken);
        write_line(&mut answers, answer)?;
    }
}

/// Tells, instead of an introduction, why a game cannot be opened.
pub fn relay_failure(error: &GameError, mut answers: impl Write) -> io::Result<()> {
    write_line(&mut answers, broken(error.to_string()))
}

/// Writes a line at once: a reader is woken by the first part.
fn write_line(answers: &mut impl Write, mut line: Vec<u8>) -> io::Result<()> {
    line.push(b'\n');
    answers.write_all(&line)?;
    answers.flush()
}

fn broken(words: String) -> Vec<u8> {
    serde_json::to_vec(&BrokenAnswer { broken: words }).expect("texts always serialise")
}

/// The last words in a relay's line, if it is no answer.
pub(crate) fn last_words(line: &[u8]) -> Option<ProgramError> {
    // Answers are long, and read once.
    let is_one = line.starts_with(b"{\"broken\":");
    let told = is_one.then(|| serde_json::from_slice::<BrokenAnswer>(line).ok()).flatten();
    told.map(|broken_answer| ProgramError::Relayed(broken_answer.broken))
}

/// The first line of the side that answers for a program of rules.
pub(crate) fn introduction(rules: &Rules, game: GameId, text: Option<Titles>) -> Vec<u8> {
    let look = game.look().cloned().unwrap_or_default();
    let introduction = Introduction {
        v: 1,
        with: look.with.clone(),
        name: rules.name.clone(),
        ply_limit: card(game).ply_limit,
        repetition: rules.repetition,
        look,
        rules: text,
    };
    serde_json::to_vec(&introduction).expect("texts always serialise")
}

/// Opens a game that another program contains. The program is asked with `args`, then the folder and, when it
/// is started again, `--sha256` and the hash that the folder must have.
pub fn open_relayed(
    program: PathBuf,
    mut args: Vec<OsString>,
    named: &NamedFolder,
) -> Result<RelayedGame, GameError> {
    args.push(named.to_string().into());
    let plan = Plan { program, args, limits: LIMITS, ..Plan::default() };
    let mut launcher = Launcher::Relay;
    let process = Process::start(&mut launcher, &plan).map_err(|error| failed(&error.into()))?;
    open_behind(process, Some(launcher), plan, Cache::new(MAX_BYTES))
}

/// Opens the game that the referee of this player answers for, at the other end of this channel. It may fill
/// `cache_bytes` with answers.
pub fn open_asked(channel: OwnedFd, cache_bytes: usize) -> Result<RelayedGame, GameError> {
    let peer = Peer::at(channel);
    let peer = peer.map_err(|source| GameError::Io { path: PathBuf::from("-"), source })?;
    let cache = Cache::new(cache_bytes.min(MAX_BYTES));
    open_behind(Process::behind(peer), None, Plan::default(), cache)
}

fn failed(failure: &Failure) -> GameError {
    GameError::Program { words: failure.why.to_string(), by_hand: None }
}

fn open_behind(
    mut process: Process,
    launcher: Option<Launcher>,
    mut plan: Plan,
    cache: Cache,
) -> Result<RelayedGame, GameError> {
    let introduction = process.hear(parse_introduction).map_err(|error| failed(&error))?;
    let Introduction { with: _, name, ply_limit, repetition, look, rules: text, v: _ } =
        introduction;
    plan.args.extend(["--sha256".into(), look.sha256.clone().into()]);
    let rules = Rules::new(name, plan, repetition, launcher, cache).with_process(process);
    let (start, _) =
        rules.start().map_err(|words| GameError::Program { words, by_hand: None })?.clone();
    let rules = OpenRules::publish(Arc::new(rules), ply_limit, start.board, look)?;
    Ok(RelayedGame { id: rules.id, text, rules })
}

fn parse_introduction(line: &[u8]) -> Result<Introduction, BadAnswer> {
    answer::hello(line)?;
    serde_json::from_slice(line).map_err(|error| BadAnswer::Form(error.to_string()))
}
