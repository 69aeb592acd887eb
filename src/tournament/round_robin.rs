//! Who meets whom.

/// One match to be played: the places of both players in the list of entrants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Player 1.
    pub x: usize,
    /// Player 2.
    pub o: usize,
    /// Which of the matches of these two, with these colours, from 0.
    pub game: u32,
}

/// Every two entrants against each other, as often with either colour, in an order that depends on
/// nothing but the numbers.
pub fn round_robin(entrants: usize, games: u32) -> impl Iterator<Item = Pairing> {
    (0..games).flat_map(move |game| {
        (0..entrants).flat_map(move |x| {
            (0..entrants)
                .filter(move |&o| o != x)
                .map(move |o| Pairing { x, o, game })
        })
    })
}
