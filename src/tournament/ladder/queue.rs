//! The jobs of a standing tournament's workers: trials and matches.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::Seated;
use crate::schedule::pairing::Pairing;

/// A version that has not played yet.
#[derive(Debug)]
pub(super) struct Candidate {
    /// The name of its folder.
    pub(super) name: String,
    pub(super) seated: Seated,
    /// True once it was too slow for the trial's short time: it is tried again with the tournament's.
    pub(super) is_slow: bool,
}

#[derive(Debug)]
pub(super) enum Job {
    Match(Pairing, [Arc<Seated>; 2]),
    Trial(Box<Candidate>),
}

/// The jobs that a worker takes: one worker is kept for trials, so that nobody waits for one behind matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Duty {
    Trials,
    Matches,
    Both,
}

#[derive(Debug, Default)]
struct Waiting {
    trials: Vec<Candidate>,
    /// Second trials stand among matches: they take as long.
    matches: VecDeque<Job>,
    is_closed: bool,
}

#[derive(Debug, Default)]
pub(super) struct Queue {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a job; `None` once the queue is closed.
    pub(super) fn take(&self, duty: Duty) -> Option<Job> {
        let mut waiting = self.lock();
        loop {
            if waiting.is_closed {
                return None;
            }
            if duty != Duty::Matches && !waiting.trials.is_empty() {
                return Some(Job::Trial(Box::new(waiting.trials.remove(0))));
            }
            if duty != Duty::Trials
                && let Some(job) = waiting.matches.pop_front()
            {
                return Some(job);
            }
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Lets a candidate wait for its trial, in place of an older version of it that still waits. Those who were late before
    /// wait behind those who were not.
    pub(super) fn try_out(&self, candidate: Candidate, was_late: impl Fn(&str) -> bool) {
        let mut waiting = self.lock();
        waiting.trials.retain(|it| it.name != candidate.name);
        let behind = was_late(&candidate.name);
        let place = waiting.trials.iter().position(|it| !behind && was_late(&it.name));
        let place = place.unwrap_or(waiting.trials.len());
        waiting.trials.insert(place, candidate);
        self.changed.notify_all();
    }

    pub(super) fn add(&self, job: Job) {
        self.lock().matches.push_back(job);
        self.changed.notify_all();
    }

    /// The matches that wait.
    pub(super) fn matches(&self) -> usize {
        self.lock().matches.len()
    }

    /// Lets every worker end after its job.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }
}
