//! Runs many tasks in parallel and delivers their results in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;

/// Maximum finished tasks that wait for an earlier one, for each worker.
const MAX_AHEAD: usize = 4;

/// Runs the tasks `0..count` on `jobs` workers and passes the results to `take` in order, so that
/// `take` sees the same with any number of workers. When `take` fails, no further task starts, and
/// its error is returned.
pub fn in_order<T: Send, E>(
    jobs: usize,
    count: usize,
    work: impl Fn(usize) -> T + Sync,
    mut take: impl FnMut(usize, T) -> Result<(), E>,
) -> Result<(), E> {
    let jobs = jobs.clamp(1, count.max(1));
    if jobs == 1 {
        return (0..count).try_for_each(|piece| take(piece, work(piece)));
    }
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (done, finished) = sync_channel(jobs * MAX_AHEAD);
        for _ in 0..jobs {
            let (done, next, work) = (done.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let piece = next.fetch_add(1, Ordering::Relaxed);
                    // The receiver is gone, so nothing is left to do.
                    if piece >= count || done.send((piece, work(piece))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(done);
        let mut waiting = BTreeMap::new();
        let mut expected = 0;
        for (piece, found) in finished {
            waiting.insert(piece, found);
            while let Some(found) = waiting.remove(&expected) {
                if let Err(error) = take(expected, found) {
                    next.store(count, Ordering::Relaxed);
                    return Err(error);
                }
                expected += 1;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_arrive_in_order_with_any_number_of_workers() {
        for jobs in [0, 1, 3, 50] {
            let mut taken = Vec::new();
            let work = |piece: usize| {
                if piece.is_multiple_of(7) {
                    thread::yield_now();
                }
                piece * 2
            };
            let done: Result<(), ()> = in_order(jobs, 40, work, |piece, found| {
                taken.push((piece, found));
                Ok(())
            });
            assert_eq!(done, Ok(()));
            assert_eq!(taken, (0..40).map(|it| (it, it * 2)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_consumer_can_stop_the_workers() {
        for jobs in [1, 3] {
            let done = in_order(
                jobs,
                1000,
                |piece| piece,
                |_, found| {
                    if found == 5 { Err("enough") } else { Ok(()) }
                },
            );
            assert_eq!(done, Err("enough"));
        }
    }
}
