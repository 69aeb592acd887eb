//! Answers what a player of ours asks about the rules of its match: on a thread of its own, from the answers that
//! all matches share.
//!
//! A player that only asks is one process, and has no rules that could fail in it. The time of an answer is not the
//! player's, and its failure is the host's.

use std::collections::HashSet;
use std::io::{self, BufReader};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use arbitro_rules::GameId;

use crate::ProgramLine;
use crate::question::{self, Question, RelayedQuestion, clock};
use crate::relay::{converse, introduction};
use crate::rules::{Rules, lock};

/// Maximum questions in a turn: ten times as many as our players ask.
const MAX_QUESTIONS: u32 = 100_000;

/// A thread that answers a player, until this is dropped.
#[derive(Debug)]
pub struct RulesAnswerer {
    account: Arc<Mutex<Account>>,
    /// This side's end of the channel.
    channel: UnixStream,
}

/// The state of a conversation with a player.
#[derive(Debug)]
struct Account {
    /// The time that all answers of this turn took.
    took: Duration,
    /// The time at which the pending question was asked.
    since: Option<Instant>,
    /// The earliest moment at which the next question can be asked: when the latest was answered, or the turn began.
    earliest: Instant,
    questions: u32,
    /// The last words of the rules.
    failure: Option<String>,
    /// True if no more questions are read.
    is_over: bool,
}

impl Account {
    /// Notes a question, which was sent at this time of the clock.
    fn ask(&mut self, sent: Option<u64>) -> Result<(), String> {
        let now = Instant::now();
        let age = sent.map_or(0, |sent| clock().saturating_sub(sent));
        let since = now.checked_sub(Duration::from_nanos(age)).unwrap_or(now);
        self.since = Some(since.max(self.earliest));
        self.questions += 1;
        match &self.failure {
            // A search that goes on would have them fail for each position.
            Some(words) => Err(words.clone()),
            None if self.questions > MAX_QUESTIONS => {
                Err(format!("a player asks more than {MAX_QUESTIONS} questions in a turn"))
            }
            None => Ok(()),
        }
    }

    fn answer(&mut self, failure: Option<&String>) {
        let now = Instant::now();
        self.took += self.since.take().map_or(Duration::ZERO, |instant| now - instant);
        self.earliest = now;
        self.failure = self.failure.take().or(failure.cloned());
    }
}

impl RulesAnswerer {
    pub fn begin_turn(&self) {
        let mut account = lock(&self.account);
        let now = Instant::now();
        account.took = Duration::ZERO;
        account.questions = 0;
        account.earliest = now;
        account.since = account.since.map(|_| now);
    }

    /// The time that the answers to the player took since its turn began, the one that it waits for included.
    pub fn took(&self) -> Duration {
        let account = lock(&self.account);
        account.took + account.since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// Returns true if the player waits for an answer.
    pub fn is_awaited(&self) -> bool {
        let account = lock(&self.account);
        // On a busy machine a question may have yet to be read.
        let is_sent = || rustix::io::ioctl_fionread(&self.channel).is_ok_and(|it| it > 0);
        account.since.is_some() || !account.is_over && is_sent()
    }

    /// The last words of the rules, if they have failed.
    pub fn failure(&self) -> Option<String> {
        lock(&self.account).failure.clone()
    }
}

impl Drop for RulesAnswerer {
    fn drop(&mut self) {
        // The thread may wait for a question, or for the player to read.
        let _ = self.channel.shutdown(Shutdown::Both);
    }
}

fn serve(
    rules: &Rules,
    game: GameId,
    account: &Mutex<Account>,
    channel: &UnixStream,
) -> io::Result<()> {
    let questions = BufReader::new(channel);
    let mut doubted = HashSet::new();
    converse(introduction(rules, game, None), questions, channel, |line| {
        let answer = question::read(line).and_then(|RelayedQuestion { question, sent }| {
            lock(account).ask(sent)?;
            match question {
                Question::Fault { .. } => Err("a player asks for a fault".to_owned()),
                Question::Start | Question::Moves { .. } => rules.answer(&question, &mut doubted),
            }
        });
        lock(account).answer(answer.as_ref().err());
        answer
    })
}

impl ProgramLine {
    /// Begins to answer a player of ours about the rules of this match; returns its end of the channel, too.
    pub fn answer(&self) -> io::Result<(RulesAnswerer, OwnedFd)> {
        let (rules, game) = self.rules();
        let (ours, theirs) = UnixStream::pair()?;
        let account = Arc::new(Mutex::new(Account {
            took: Duration::ZERO,
            since: None,
            earliest: Instant::now(),
            questions: 0,
            failure: None,
            is_over: false,
        }));
        let answering = RulesAnswerer { account: Arc::clone(&account), channel: ours.try_clone()? };
        let name = "answers a player".to_owned();
        thread::Builder::new().name(name).spawn(move || {
            // A channel that breaks is a player's end, of which the referee is told elsewhere.
            let _ = serve(&rules, game, &account, &ours);
            lock(&account).is_over = true;
            let _ = ours.shutdown(Shutdown::Both);
        })?;
        Ok((answering, theirs.into()))
    }
}
