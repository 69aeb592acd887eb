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

use super::event::{MatchEnd, MatchEvent};
use super::fault::{Clock, Detail};
use super::judgement::{Answer, judgement};
use super::slip::{Late, turn_began};
use super::warning::Warning;
use crate::board_file::read_board_file;
use crate::match_dir::{Arrival, Watch, board_file, board_number, publish};
use arbitro_rules::history::History;
use arbitro_rules::judge::Diagnose;
use arbitro_rules::notation::Strictness;
use arbitro_sandbox::At;
use arbitro_sandbox::FolderLock;

/// Configuration of a match in a folder.
#[derive(Clone, Debug)]
pub struct Live<G> {
    pub folder: PathBuf,
    /// The position of board 1; player 1 is to move.
    pub start: G,
    /// A draw after this many plies.
    pub ply_limit: Option<u32>,
    pub move_time: Duration,
    /// Additional time for each player's first answer, in which a person must start the program.
    pub start_time: Duration,
    /// Tolerates harmless format errors in a file, or not.
    pub strictness: Strictness,
    /// True to remove board files of an earlier match first; otherwise they are an error.
    pub fresh: bool,
}

/// Referees one match and passes every event to `tell` as it happens. The outcome is both the last
/// event and the return value.
///
/// # Errors
///
/// When the folder is unusable or a system call fails. An error of `tell` also ends the match.
pub fn referee_live<G: Diagnose>(
    live: &Live<G>,
    tell: &mut dyn FnMut(MatchEvent<G>) -> io::Result<()>,
) -> Result<MatchEnd, At> {
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
    let mut table = Table {
        live,
        line: History::new(live.start, live.ply_limit),
        texts: vec![G::write_board(&live.start.board())],
        rewritten: BTreeSet::new(),
    };
    publish(folder, 1, &table.texts[0]).map_err(failed("board_1.txt cannot be written"))?;
    let told = failed("the result cannot be reported");
    let outcome = loop {
        if let Some(end) = table.line.end() {
            break MatchEnd::Rules(end);
        }
        let ply = table.line.plies() as u64 + 1;
        let player = table.line.position().turn();
        tell(MatchEvent::Turn { player, ply, file: board_file(folder, ply + 1) }).map_err(told)?;
        let began = Instant::now();
        let allowed = table.allowed(ply);
        let least = G::shortest_text(&table.line.position().board());
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
                .slip(table.line.position()),
            }),
            Arrival::Board(read) => Answer::File(read),
        };
        let took = began.elapsed();
        for warning in table.rewritten_boards(&mut watch).map_err(failed("cannot be watched"))? {
            tell(MatchEvent::Warning(warning)).map_err(told)?;
        }
        let before = *table.line.position();
        let file = board_file(folder, ply + 1);
        match judgement(&before, ply, file, answer, live.strictness) {
            Err(fault) => break MatchEnd::Forfeit(*fault),
            Ok((mv, tolerated)) => {
                table.line.play(mv);
                table.texts.push(G::write_board(&table.line.position().board()));
                if !tolerated.is_empty() {
                    // The opponent gets the exact form: a stray newline must not decide a match.
                    publish(folder, ply + 1, &table.texts[ply as usize])
                        .map_err(failed("a board cannot be corrected"))?;
                }
                tell(MatchEvent::Move { player, ply, before, mv, took, cpu: None, tolerated })
                    .map_err(told)?;
            }
        }
        let (answered, ahead) = (ply + 1, ply + 2);
        if watch.is_earlier(ahead, answered) {
            // Its writer is not known. It was no answer, for there was nothing to answer.
            watch.expire(ahead);
            let warning = Warning::Ahead { board: ahead, answered };
            tell(MatchEvent::Warning(warning)).map_err(told)?;
        }
    };
    tell(MatchEvent::Ended(outcome.clone())).map_err(told)?;
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

struct Table<'a, G: Diagnose> {
    live: &'a Live<G>,
    line: History<G>,
    /// The exact text of every board so far.
    texts: Vec<String>,
    /// Boards whose rewriting was already reported.
    rewritten: BTreeSet<u64>,
}

impl<G: Diagnose> Table<'_, G> {
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
