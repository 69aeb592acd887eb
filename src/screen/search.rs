//! The next ply at which something happened.

use crate::records::PlayedMove;

/// What is looked for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Event {
    Capture,
    Crowning,
    Wall,
}

impl Event {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Event::Capture => "capture",
            Event::Crowning => "crowning",
            Event::Wall => "wall",
        }
    }

    fn happened(self, mv: &PlayedMove) -> bool {
        match self {
            Event::Capture => !mv.taken.is_empty(),
            Event::Crowning => mv.crowned,
            Event::Wall => mv.wall.is_some(),
        }
    }
}

/// The first ply after this one at whose move it happened; plies count from 1.
pub(super) fn next(moves: &[PlayedMove], ply: usize, event: Event) -> Option<usize> {
    let later = moves.iter().enumerate().skip(ply);
    later
        .filter(|(_, mv)| event.happened(mv))
        .map(|(index, _)| index + 1)
        .next()
}

/// The last one before it.
pub(super) fn previous(moves: &[PlayedMove], ply: usize, event: Event) -> Option<usize> {
    let earlier = moves.iter().enumerate().take(ply.saturating_sub(1));
    earlier
        .rev()
        .filter(|(_, mv)| event.happened(mv))
        .map(|(index, _)| index + 1)
        .next()
}
