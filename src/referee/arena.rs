//! Plays matches between two contained programs, one after the other on one thread.

use std::time::Duration;

use super::contest::{Contest, Contestant, HostFailure, Report, failed};
use super::disturbed::{charged, explained, unless_rules_failed};
use super::event::{MatchEnd, MatchEvent, Tell};
use super::last_words::last_words;
use super::playing::{Match, index};
use super::stage::{ContainedStage, EventPoll};
use super::warning::Warning;
use arbitro_rules::Player;
use arbitro_rules::line::Line;
use arbitro_sandbox::Keeper;

/// Plays matches; keeps between them what is slow to create.
#[derive(Debug)]
pub struct Arena {
    keeper: Keeper,
    event_poll: EventPoll,
}

/// Maximum time for rerunning a player to learn why it died.
const MAX_RERUN: Duration = Duration::from_secs(1);

impl Arena {
    /// Creates an arena whose programs run as `keeper` starts them.
    pub fn new(keeper: Keeper) -> Result<Arena, HostFailure> {
        let event_poll = EventPoll::new().map_err(failed("files cannot be watched"))?;
        Ok(Arena { keeper, event_poll })
    }

    pub fn keeper(&self) -> &Keeper {
        &self.keeper
    }

    /// Plays one match from a start in which player 1 is to move, and passes every event to `tell` as
    /// it happens.
    /// If the host fails, the match is void: neither player has lost it.
    pub fn play(
        &mut self,
        start: &dyn Line,
        contest: &Contest,
        contestants: [&Contestant; 2],
        tell: Tell<'_>,
    ) -> Result<Report, HostFailure> {
        self.replay(start, contest, contestants, None, tell)
    }

    /// Plays one match whose earlier replays failed. The `suspect` alone may have caused it each time, and loses
    /// if it does so again.
    pub fn replay(
        &mut self,
        start: &dyn Line,
        contest: &Contest,
        contestants: [&Contestant; 2],
        suspect: Option<Player>,
        tell: Tell<'_>,
    ) -> Result<Report, HostFailure> {
        let (keeper, event_poll) = (&mut self.keeper, &self.event_poll);
        let mut stage = ContainedStage::new(keeper, event_poll, start, contest, contestants);
        let mut game = Match::new(&mut stage, start, contest);
        let outcome = game.play(tell).or_else(|failure| {
            let failure = explained(failure, game.stage);
            let lost = suspect.filter(|_| failure.suspect() == suspect);
            let lost = lost.and_then(|player| charged(&mut game, player, &failure));
            lost.map(MatchEnd::Forfeit).ok_or(failure)
        });
        let outcome =
            outcome.and_then(|outcome| unless_rules_failed(outcome, game.stage, contestants));
        let report = outcome.and_then(|outcome| report(outcome, &mut game, contest));
        let rerun = report.as_ref().ok().and_then(|report| match &report.outcome {
            MatchEnd::Forfeit(fault) => Some(game.stage.plan(fault.player, &game.texts)),
            MatchEnd::Rules(_) => None,
        });
        // However the match ended, both players are killed.
        drop(game);
        stage.kill_players()?;
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

/// Collects the match's result and both players' telemetry.
fn report(
    outcome: MatchEnd,
    game: &mut Match<'_, ContainedStage<'_>>,
    contest: &Contest,
) -> Result<Report, HostFailure> {
    let was_forfeit = matches!(outcome, MatchEnd::Forfeit(_));
    let mut traces = [None, None];
    for player in [Player::X, Player::O] {
        game.hear_all(player)?;
    }
    for player in [Player::X, Player::O] {
        let Some(of_player) = game.stage.traces(player, was_forfeit)? else {
            continue;
        };
        traces[index(player)] = Some(of_player);
        game.warn_of_changed(player)?;
        let (count, names) = game.stage.extra_files(player)?;
        if count > 0 {
            game.warnings.push(Warning::Left { player, count, names });
        }
    }
    Ok(Report {
        outcome,
        line: game.line.fork(contest.ply_limit),
        times: std::mem::take(&mut game.times),
        traces,
        warnings: std::mem::take(&mut game.warnings),
    })
}
