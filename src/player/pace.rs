//! Stops a search whose single steps may take long.

use std::time::{Duration, Instant};

/// The pace of a search in a game whose program is asked for each position.
pub(crate) struct Pace {
    deadline: Instant,
    latest: Instant,
    slowest: Duration,
}

impl Pace {
    pub(crate) fn new(began: Instant, deadline: Instant) -> Pace {
        Pace { deadline, latest: began, slowest: Duration::ZERO }
    }

    /// Returns true if two more steps as slow as the slowest one end after the deadline: the next, and the one that
    /// enters the position of the chosen move. Called after each step.
    pub(crate) fn is_late(&mut self, now: Instant) -> bool {
        self.slowest = self.slowest.max(now.saturating_duration_since(self.latest));
        self.latest = now;
        now + 2 * self.slowest >= self.deadline
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, Instant, Pace};

    #[test]
    fn a_search_of_slow_steps_stops_while_there_is_time_for_two_more() {
        let began = Instant::now();
        let at = |ms| began + Duration::from_millis(ms);
        let mut pace = Pace::new(began, at(1000));
        let late = [100, 400, 401, 402, 403].map(|ms| pace.is_late(at(ms)));
        assert_eq!(late, [false, true, true, true, true]);
        let mut pace = Pace::new(began, at(1000));
        let late = [1, 2, 100, 102, 800, 900, 999].map(|ms| pace.is_late(at(ms)));
        assert_eq!(late, [false, false, false, false, true, true, true]);
    }

    #[test]
    fn a_search_of_fast_steps_stops_at_its_deadline() {
        let began = Instant::now();
        let mut pace = Pace::new(began, began + Duration::from_millis(10));
        let late = |ms| pace.is_late(began + Duration::from_millis(ms));
        let first = (0..=20).map(late).position(|it| it);
        assert_eq!(first, Some(8));
    }
}
