//! A match between two programs, each contained, in a folder of its own.
//!
//! A program is started when its first turn comes, with all boards so far in its folder. It sees
//! only boards in the referee's own rendering, whatever its opponent wrote. While the other thinks it
//! does not run. One thread waits for everything at once: files, deaths, memory, the clock.

mod turns;
mod weighing;

use std::io;
use std::num::NonZeroU64;
use std::os::fd::OwnedFd;
use std::time::Duration;

use rustix::event::epoll;

use super::contest::{Contest, Contestant, HostFailure, PlyTime, Report, failed};
use super::event::{MatchEnd, MatchEvent};
use super::seat::Seat;
use crate::match_dir::Watcher;
use arbitro_rules::Player;
use arbitro_rules::history::Line;
use arbitro_rules::judge::Diagnose;
use arbitro_sandbox::{Keeper, Plan};

/// Maximum lateness of a timer.
const SLACK: Duration = Duration::from_millis(4);

/// A thread's place for matches, one after the other: it keeps what is slow to make.
#[derive(Debug)]
pub struct Arena {
    keeper: Keeper,
    /// One for each seat: a player that drowns its own in news must not drown its opponent's.
    watchers: [Watcher; 2],
    epoll: OwnedFd,
}

/// Maximum time of a player that is run once more to learn why it died.
const LONGEST_RERUN: Duration = Duration::from_secs(1);

/// Tags of the epoll events.
const NEWS: u64 = 4;
const DEATH: u64 = 0;
const MEMORY: u64 = 2;

impl Arena {
    /// A place for matches; programs run where and as `keeper` starts them.
    ///
    /// # Errors
    ///
    /// When the system has no more of what waiting takes.
    pub fn new(keeper: Keeper) -> Result<Arena, HostFailure> {
        let build = || {
            // Timers may ring a little late, when the kernel looks at the clock anyway: setting one for
            // every ply that is answered long before costs more than all else that waiting takes.
            let slack = u64::try_from(SLACK.as_nanos())
                .ok()
                .and_then(NonZeroU64::new);
            rustix::thread::set_current_timer_slack(slack)?;
            let watchers = [Watcher::new()?, Watcher::new()?];
            let epoll = epoll::create(epoll::CreateFlags::CLOEXEC)?;
            for (seat, watcher) in (0..).zip(&watchers) {
                let data = epoll::EventData::new_u64(NEWS + seat);
                if let Some(news) = watcher.news() {
                    epoll::add(&epoll, news, data, epoll::EventFlags::IN)?;
                }
            }
            Ok((watchers, epoll))
        };
        let (watchers, epoll) = build().map_err(failed("files cannot be watched"))?;
        Ok(Arena {
            keeper,
            watchers,
            epoll,
        })
    }

    pub fn keeper(&self) -> &Keeper {
        &self.keeper
    }

    /// Plays one match and tells every event as it happens.
    ///
    /// # Errors
    ///
    /// Fails if the host is at fault: the match is void, and neither player has lost it.
    pub fn play<G: Diagnose>(
        &mut self,
        contest: &Contest<G>,
        contestants: [&Contestant; 2],
        tell: &mut dyn FnMut(MatchEvent<G>) -> io::Result<()>,
    ) -> Result<Report<G>, HostFailure> {
        let mut game = Match {
            arena: self,
            contest,
            contestants,
            line: Line::new(contest.start, contest.ply_limit),
            texts: vec![G::write_board(&contest.start.board())],
            seats: [None, None],
            has_news: [false; 2],
            times: Vec::new(),
            warnings: Vec::new(),
            wrong_file: None,
        };
        let outcome = game.run(tell);
        let report = outcome.and_then(|outcome| game.report(outcome));
        let rerun = report.as_ref().ok().and_then(|it| game.rerun(it));
        // Whatever happened, nothing goes on.
        let seats = std::mem::take(&mut game.seats);
        for seat in seats.into_iter().flatten() {
            let program = seat.leave();
            // It may take its time to die, and the next match must not hear of it.
            let forgotten = epoll::delete(&self.epoll, program.death_notice()).and_then(|()| {
                let alarm = program.memory_alarm();
                alarm.map_or(Ok(()), |alarm| epoll::delete(&self.epoll, alarm))
            });
            forgotten.map_err(|errno| failed("a player cannot be forgotten")(errno.into()))?;
            let dismissed = self.keeper.dismiss(program);
            dismissed.map_err(failed("a player cannot be ended"))?;
        }
        let mut report = report?;
        if let (MatchEnd::Forfeit(forfeit), Some(plan)) = (&mut report.outcome, rerun) {
            // Only words depend on it, so that it may fail.
            let within = contest.move_time.min(LONGEST_RERUN);
            forfeit.denied_call = self.keeper.denied_call(&plan, within).unwrap_or(None);
        }
        tell(MatchEvent::Ended(report.outcome.clone())).map_err(HostFailure::Telling)?;
        Ok(report)
    }
}

/// A match while it is played.
struct Match<'a, G: Diagnose> {
    arena: &'a mut Arena,
    contest: &'a Contest<G>,
    contestants: [&'a Contestant; 2],
    line: Line<G>,
    /// The exact text of every board so far.
    texts: Vec<String>,
    seats: [Option<Seat>; 2],
    /// True for each player with notices not yet read.
    has_news: [bool; 2],
    times: Vec<PlyTime>,
    warnings: Vec<String>,
    wrong_file: Option<Vec<u8>>,
}

impl<G: Diagnose> Match<'_, G> {
    /// Returns how to run a player once more that died and so lost the match.
    fn rerun(&self, report: &Report<G>) -> Option<Plan> {
        match &report.outcome {
            MatchEnd::Forfeit(forfeit) if forfeit.is_death() => Some(self.plan(forfeit.player)),
            MatchEnd::Forfeit(_) | MatchEnd::Rules(_) => None,
        }
    }
}

/// The seat of a player.
fn index(player: Player) -> usize {
    match player {
        Player::X => 0,
        Player::O => 1,
    }
}
