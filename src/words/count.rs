//! Numbers of things, and what they are of.

/// A number of things that many sentences count.
#[derive(Clone, Copy, Debug)]
pub enum Count {
    Matches(u64),
    Plies(u64),
}

/// The label of the walls that players have left.
#[derive(Clone, Copy, Debug)]
pub struct WallsLeft;

crate::said_by! {
    Count: count,
    WallsLeft: walls_left,
}
