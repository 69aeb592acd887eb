//! Plays a match between two programs, each contained in a folder of its own.
//!
//! A program is started when its first turn comes, with all boards so far in its folder. It sees
//! boards only as the referee writes them, whatever its opponent wrote. It is frozen while the
//! opponent thinks. One thread waits for everything at once: files, deaths, memory, the clock.

mod disturbed;
mod turns;
mod weighing;

use std::num::NonZeroU64;
use std::os::fd::OwnedFd;
use std::time::Duration;

use rustix::event::epoll;

use super::contest::{Contest, Contestant, HostFailure, PlyTime, Report, failed};
use super::event::{MatchEnd, MatchEvent, Tell};
use super::last_words::last_words;
use super::seat::Seat;
use super::warning::Warning;
use crate::match_dir::Watcher;
use arbitro_rules::Player;
use arbitro_rules::line::Line;
use arbitro_sandbox::{Keeper, Plan};

/// Maximum lateness of a timer.
const SLACK: Duration = Duration::from_millis(4);

/// Plays matches one after the other on one thread; keeps between them what is slow to create.
#[derive(Debug)]
pub struct Arena {
    keeper: Keeper,
    /// One watcher for each seat: a player that floods its own queue must not flood its opponent's.
    watchers: [Watcher; 2],
    epoll: OwnedFd,
}

/// Maximum time for rerunning a player to learn why it died.
const MAX_RERUN: Duration = Duration::from_secs(1);

/// Tags of the epoll events.
const NEWS: u64 = 4;
const DEATH: u64 = 0;
const MEMORY: u64 = 2;

impl Arena {
    /// Creates an arena whose programs run as `keeper` starts them.
    ///
    /// # Errors
    ///
    /// When the system cannot provide the descriptors for waiting.
    pub fn new(keeper: Keeper) -> Result<Arena, HostFailure> {
        let build = || {
            // Timers may fire a little late, at a moment when the kernel looks at the clock anyway:
            // an exact timer for every ply, which nearly always is answered long before, costs more
            // than everything else in the wait.
            let slack = u64::try_from(SLACK.as_nanos()).ok().and_then(NonZeroU64::new);
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
        Ok(Arena { keeper, watchers, epoll })
    }

    pub fn keeper(&self) -> &Keeper {
        &self.keeper
    }

    /// Plays one match from a start in which player 1 is to move, and passes every event to `tell` as
    /// it happens.
    ///
    /// # Errors
    ///
    /// When the host is at fault: the match is void, and neither player has lost it.
    pub fn play(
        &mut self,
        start: &dyn Line,
        contest: &Contest,
        contestants: [&Contestant; 2],
        tell: Tell<'_>,
    ) -> Result<Report, HostFailure> {
        self.replay(start, contest, contestants, None, tell)
    }

    /// Plays one match whose earlier replays failed: `suspect` is the player that alone may have caused it
    /// each time, and loses if it does so again.
    ///
    /// # Errors
    ///
    /// As [`Arena::play`].
    pub fn replay(
        &mut self,
        start: &dyn Line,
        contest: &Contest,
        contestants: [&Contestant; 2],
        suspect: Option<Player>,
        tell: Tell<'_>,
    ) -> Result<Report, HostFailure> {
        let mut game = Match {
            arena: self,
            contest,
            contestants,
            texts: vec![start.board(0)],
            line: start.fork(contest.ply_limit),
            seats: [None, None],
            has_news: [false; 2],
            times: Vec::new(),
            warnings: Vec::new(),
        };
        let outcome = game.run(tell).or_else(|failure| {
            let failure = game.explained(failure);
            let lost = suspect.filter(|_| failure.suspect() == suspect);
            let lost = lost.and_then(|player| game.charged(player, &failure));
            lost.map(MatchEnd::Forfeit).ok_or(failure)
        });
        let report = outcome.and_then(|outcome| game.report(outcome));
        let rerun = report.as_ref().ok().and_then(|it| game.rerun(it));
        // However the match ended, both players must stop.
        let seats = std::mem::take(&mut game.seats);
        for seat in seats.into_iter().flatten() {
            let program = seat.leave();
            // A player may take a while to die; its events must not reach the next match.
            let forgotten = epoll::delete(&self.epoll, program.death_notice()).and_then(|()| {
                let alarm = program.memory_alarm();
                alarm.map_or(Ok(()), |alarm| epoll::delete(&self.epoll, alarm))
            });
            forgotten.map_err(|errno| failed("a player cannot be forgotten")(errno.into()))?;
            let dismissed = self.keeper.dismiss(program);
            dismissed.map_err(failed("a player cannot be ended"))?;
        }
        // A match that is played alone has the room alone. A keeper that is gone is found at the next start.
        let _ = self.keeper.make_room();
        let mut report = report?;
        if let MatchEnd::Forfeit(fault) = &mut report.outcome {
            if fault.detail.may_be_told_by_output()
                && let Some(traces) = &report.traces[index(fault.player)]
            {
                fault.printed = last_words(&traces.output);
            }
            if let (Some(plan), Some((ended, denied))) = (rerun, fault.detail.death()) {
                // A rerun only adds words to the report, so its failure is ignored.
                let within = contest.move_time.min(MAX_RERUN);
                *denied = self.keeper.denied_call(&plan, within, &ended).unwrap_or(None);
            }
        }
        tell(&*report.line, MatchEvent::Ended(report.outcome.clone()))
            .map_err(HostFailure::Telling)?;
        Ok(report)
    }
}

/// The state of a running match.
struct Match<'a> {
    arena: &'a mut Arena,
    contest: &'a Contest,
    contestants: [&'a Contestant; 2],
    line: Box<dyn Line>,
    /// The exact text of every board so far.
    texts: Vec<String>,
    seats: [Option<Seat>; 2],
    /// True for each player with unread events.
    has_news: [bool; 2],
    times: Vec<PlyTime>,
    warnings: Vec<Warning>,
}

impl Match<'_> {
    /// Returns the plan for rerunning a player that lost the match.
    fn rerun(&self, report: &Report) -> Option<Plan> {
        match &report.outcome {
            MatchEnd::Forfeit(fault) => Some(self.plan(fault.player)),
            MatchEnd::Rules(_) => None,
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
