//! The jobs that wait for the workers of a run.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

#[derive(Debug)]
pub(crate) struct JobQueue<J> {
    /// `None` once it is closed.
    waiting: Mutex<Option<VecDeque<J>>>,
    changed: Condvar,
}

impl<J> JobQueue<J> {
    pub(crate) fn new() -> JobQueue<J> {
        JobQueue { waiting: Mutex::new(Some(VecDeque::new())), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Option<VecDeque<J>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the first job that the worker may do; `None` once the queue is closed.
    pub(crate) fn take(&self, may_do: impl Fn(&J) -> bool) -> Option<J> {
        let mut waiting = self.lock();
        loop {
            let jobs = waiting.as_mut()?;
            if let Some(at) = jobs.iter().position(&may_do) {
                return jobs.remove(at);
            }
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Changes the jobs that wait.
    pub(crate) fn change(&self, change: impl FnOnce(&mut VecDeque<J>)) {
        self.lock().as_mut().map(change);
        self.changed.notify_all();
    }

    pub(crate) fn count(&self, is_counted: impl Fn(&J) -> bool) -> usize {
        self.lock().iter().flatten().filter(|j| is_counted(j)).count()
    }

    /// Forgets the jobs, and lets every worker end after its own.
    pub(crate) fn close(&self) {
        *self.lock() = None;
        self.changed.notify_all();
    }
}
