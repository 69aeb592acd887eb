//! Counts of the matches that a look at the rules of a game plays.

const JOBS: u64 = 2;

/// What was counted.
#[derive(Clone, Copy, Default)]
pub(crate) struct Counts {
    pub(crate) matches: u64,
    pub(crate) plies: u64,
    /// Moves to choose from, of all positions together.
    pub(crate) moves: u64,
    pub(crate) most_moves: u64,
    /// Wins of x, and of o.
    pub(crate) won: [u64; 2],
    /// Matches that the limit of plies ended.
    pub(crate) limited: u64,
    /// Decided matches that the player won whose last score was the better one, and the worse one.
    pub(super) scored: [u64; 2],
    pub(super) micros: u128,
}

impl Counts {
    /// The share of x's wins, in percent, within which it lies in 95 of 100 cases (Wilson).
    pub(crate) fn interval_of_x(&self) -> (u64, u64) {
        const Z: f64 = 1.96;
        let (n, wins) = (self.matches.max(1) as f64, self.won[0] as f64);
        let (share, z2) = (wins / n, Z * Z);
        let middle = share + z2 / (2.0 * n);
        let width = Z * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
        let percent = |it: f64| (100.0 * it / (1.0 + z2 / n)).round().clamp(0.0, 100.0) as u64;
        (percent(middle - width), percent(middle + width))
    }

    pub(crate) fn ms_a_ply(&self) -> f64 {
        self.micros as f64 / 1000.0 / self.plies.max(1) as f64
    }

    /// The hours that the rules alone take for a round robin of so many players.
    pub(super) fn hours(&self, players: u64) -> f64 {
        let in_a_row = players * (players - 1) / JOBS;
        self.micros as f64 / 3.6e9 * in_a_row as f64 / self.matches.max(1) as f64
    }
}
