//! Numbers of things.

/// A number of things that many sentences count.
#[derive(Clone, Copy, Debug)]
pub enum Count {
    Matches(u64),
    Plies(u64),
}

crate::said_by! {
    Count: count,
}
