//! A bot by lines at a match of files: `play` asks it, and writes the boards.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};
use arbitro_referee::{Detail, question};
use arbitro_rules::Player;
use arbitro_rules::judge::{MAX_ANSWER, judge_answer};
use arbitro_rules::line::{Key, Line};
use arbitro_rules::notation::Strictness;
use arbitro_words::{Language, OfFault, say};

/// A bot that was started. Dropping this ends it.
#[derive(Debug)]
pub(crate) struct Bot {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Bot {
    /// Starts a command, with the player's number as its last argument.
    pub(crate) fn start(command: &str, player: Player) -> Result<Bot> {
        let mut words = command.split_whitespace();
        let program = words.next().context("--lines: the command is empty")?;
        let mut child = Command::new(program)
            .args(words)
            .arg(player.number().to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("--lines: {program} cannot be started"))?;
        let ends = child.stdin.take().zip(child.stdout.take());
        let (input, output) = ends.context("--lines: it has no standard input and output")?;
        Ok(Bot { child, input, output: BufReader::new(output) })
    }

    /// Asks it for a move.
    pub(crate) fn choose(&mut self, line: &dyn Line, deadline: Instant) -> Result<Key> {
        let allowed = deadline.saturating_duration_since(Instant::now());
        // One that reads no more has ended, or answers without.
        let _ = self.input.write_all(question(line, allowed).as_bytes());
        let mut answer = Vec::new();
        let most = MAX_ANSWER as u64 + 2;
        (&mut self.output).take(most).read_until(b'\n', &mut answer)?;
        if answer.pop_if(|answer| *answer == b'\n').is_none() && answer.len() <= MAX_ANSWER {
            bail!("the bot ended, or closed its output, without a line");
        }
        let (_, verdict) = judge_answer(line, &answer, false, Strictness::Tolerant);
        verdict.map_err(|wrong| {
            let detail = Detail::Board(wrong);
            let (game, ply) = (Some(line.game()), line.plies() as u64 + 1);
            let fault = OfFault { game, ply, detail: Ok(&detail), activity: None, printed: None };
            anyhow!("{}", say(&fault, Language::English))
        })
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
