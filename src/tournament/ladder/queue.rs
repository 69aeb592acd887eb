//! The jobs of a standing tournament's workers: trials and matches.

use std::sync::Arc;

use super::StagedPlayer;
use crate::run::job_queue::JobQueue;
use crate::schedule::pairing::Pairing;

/// A version that has not played yet.
#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) name: String,
    pub(super) player: StagedPlayer,
    /// True once it was too slow for the trial's short time: it is tried again with the tournament's.
    pub(super) is_slow: bool,
}

#[derive(Debug)]
pub(super) enum Job {
    Match(Pairing, [Arc<StagedPlayer>; 2]),
    Trial(Box<Candidate>),
}

impl Job {
    /// The candidate of a first trial. Second trials stand among matches: they take as long.
    pub(super) fn first_trial(&self) -> Option<&Candidate> {
        match self {
            Job::Trial(candidate) if !candidate.is_slow => Some(candidate),
            Job::Trial(_) | Job::Match(..) => None,
        }
    }
}

/// Queues the trial of a candidate, which replaces an older version of it in the queue. Trials come before matches, and
/// candidates that were too slow before come last among the trials.
pub(super) fn try_out(
    queue: &JobQueue<Job>,
    candidate: Candidate,
    was_late: impl Fn(&str) -> bool,
) {
    queue.change(|jobs| {
        jobs.retain(|job| job.first_trial().is_none_or(|it| it.name != candidate.name));
        let is_before = |it: &Candidate| was_late(&candidate.name) || !was_late(&it.name);
        let behind = jobs.iter().take_while(|job| job.first_trial().is_some_and(is_before)).count();
        jobs.insert(behind, Job::Trial(Box::new(candidate)));
    });
}
