//! The course's verifier: referees two players that were started by hand and share a folder.
//!
//! The referee writes `board_1.txt` and judges each next board once it is there. It cannot know
//! which program wrote a file, so it attributes each board to the player whose turn it is. It
//! starts and stops no program and measures no memory; [`Arena`](crate::Arena) does that for
//! players it starts itself.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::event::{MatchEnd, MatchEvent, Tell};
use super::fault::{Clock, Detail};
use super::judgement::{Answer, judgement};
use super::slip::{Late, turn_began};
use super::warning::Warning;
use crate::board_file::read_board_file;
use crate::match_dir::{Arrival, Watch, board_file, board_number, publish};
use arbitro_rules::line::Line;
use arbitro_rules::notation::Strictness;
use arbitro_sandbox::At;
use arbitro_sandbox::FolderLock;

/// Configuration of a match in a folder.
#[derive(Clone, Debug)]
pub struct Live {
    pub folder: PathBuf,
    pub move_time: Duration,
    /// Additional time for each player's first answer, in which a person must start the program.
    pub start_time: Duration,
    /// Tolerates harmless format errors in a file, or not.
    pub strictness: Strictness,
    /// True to remove board files of an earlier match first; otherwise they are an error.
    pub fresh: bool,
}

/// Referees one match from its start, in which player 1 is to move, and passes every event to `tell` as it happens. The outcome is both the last
/// event and the return value.
///
/// # Errors
///
/// When the folder is unusable or a system call fails. An error of `tell` also ends the match.
pub fn referee_live(live: &Live, start: Box<dyn Line>, tell: Tell<'_>) -> Result<MatchEnd, At> {
    let folder = &live.folder;
    let failed = |what| move |source| At::io(folder, what, source);
    let Some(_lock) = FolderLock::take(folder).map_err(failed("cannot be opened"))? else {
        return Err(At::new(folder, "another verify is refereeing in this folder"));
    };
    let earlier = boards_in(folder).map_err(failed("cannot be listed"))?;
    if !earlier.is_empty() && !live.fresh {
        let boards = earlier.len();
        let what = format!(
            "board files of an earlier match are here ({boards}); move them away, or let --fresh remove them"
        );
        return Err(At::new(folder, what));
    }
    for number in earlier {
        fs::remove_file(board_file(folder, number))
            .map_err(failed("a board of an earlier match cannot be removed"))?;
    }
    let mut watch = Watch::new(folder).map_err(failed("cannot be watched"))?;
    let texts = vec![start.board(0)];
    let mut table = Table { live, line: start, texts, rewritten: BTreeSet::new() };
    publish(folder, 1, &table.texts[0]).map_err(failed("board_1.txt cannot be written"))?;
    let told = failed("the result cannot be reported");
    let outcome = loop {
        if let Some(end) = table.line.end() {
            break MatchEnd::Rules(end);
        }
        let ply = table.line.plies() as u64 + 1;
        let player = table.line.turn();
        let turn = MatchEvent::Turn { player, ply, file: board_file(folder, ply + 1) };
        tell(&*table.line, turn).map_err(told)?;
        let began = Instant::now();
        let allowed = table.allowed(ply);
        let least = table.line.least();
        let arrival = watch
            .board(ply + 1, least, Some(began + allowed))
            .map_err(failed("cannot be watched"))?;
        let answer = match arrival {
            Arrival::FolderGone => {
                return Err(At::new(folder, "the folder is gone"));
            }
            Arrival::Late => Answer::None(Detail::Late {
                allowed,
                clock: Clock::Wall,
                slip: Late {
                    folder,
                    expected: ply + 1,
                    since: turn_began(began.elapsed()),
                    // By hand the referee sees no output.
                    output: &[],
                }
                .slip(&*table.line),
            }),
            Arrival::Board(read) => Answer::File(read),
        };
        let took = began.elapsed();
        for warning in table.rewritten_boards(&mut watch).map_err(failed("cannot be watched"))? {
            tell(&*table.line, MatchEvent::Warning(warning)).map_err(told)?;
        }
        let file = board_file(folder, ply + 1);
        match judgement(&*table.line, file, answer, live.strictness) {
            Err(fault) => break MatchEnd::Forfeit(*fault),
            Ok((key, tolerated)) => {
                table.line.play(key);
                table.texts.push(table.line.board(table.line.plies()));
                if !tolerated.is_empty() {
                    // The opponent gets the exact form: a stray newline must not decide a match.
                    publish(folder, ply + 1, &table.texts[ply as usize])
                        .map_err(failed("a board cannot be corrected"))?;
                }
                let played = MatchEvent::Move { player, ply, took, cpu: None, tolerated };
                tell(&*table.line, played).map_err(told)?;
            }
        }
        let (answered, ahead) = (ply + 1, ply + 2);
        if watch.is_earlier(ahead, answered) {
            // Its writer is not known. It was no answer, for there was nothing to answer.
            watch.expire(ahead);
            let warning = Warning::Ahead { board: ahead, answered };
            tell(&*table.line, MatchEvent::Warning(warning)).map_err(told)?;
        }
    };
    tell(&*table.line, MatchEvent::Ended(outcome.clone())).map_err(told)?;
    Ok(outcome)
}

/// Lists the numbers of the boards in a folder.
fn boards_in(folder: &Path) -> io::Result<BTreeSet<u64>> {
    let mut numbers = BTreeSet::new();
    for entry in fs::read_dir(folder)? {
        numbers.extend(board_number(&entry?.path()));
    }
    Ok(numbers)
}

struct Table<'a> {
    live: &'a Live,
    line: Box<dyn Line>,
    /// The exact text of every board so far.
    texts: Vec<String>,
    /// Boards whose rewriting was already reported.
    rewritten: BTreeSet<u64>,
}

impl Table<'_> {
    fn allowed(&self, ply: u64) -> Duration {
        // Each player's first answer: plies 1 and 2.
        let on_top = if ply <= 2 { self.live.start_time } else { Duration::ZERO };
        self.live.move_time + on_top
    }

    /// Warns of judged boards whose contents have changed since, once each.
    fn rewritten_boards(&mut self, watch: &mut Watch) -> io::Result<Vec<Warning>> {
        let next = self.texts.len() as u64 + 1;
        let mut warnings = Vec::new();
        for number in watch.touched_before(next)? {
            let Some(text) = self.texts.get(number as usize - 1) else {
                continue;
            };
            let path = board_file(&self.live.folder, number);
            let is_same = read_board_file(&path).is_ok_and(|bytes| bytes == text.as_bytes());
            if !is_same && self.rewritten.insert(number) {
                warnings.push(Warning::Rewritten { board: number });
            }
        }
        Ok(warnings)
    }
}
