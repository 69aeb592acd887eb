//! Finds the next or previous ply with a given event.

use arbitro_records::PlayedMove;

#[derive(Clone, Copy, Debug)]
pub enum SearchEvent {
    Capture,
    Crowning,
    Wall,
}

impl SearchEvent {
    fn has_happened(self, mv: &PlayedMove) -> bool {
        match self {
            SearchEvent::Capture => !mv.action.taken().is_empty(),
            SearchEvent::Crowning => mv.action.crowns(),
            SearchEvent::Wall => mv.action.wall().is_some(),
        }
    }
}

/// The first ply after `ply` at which the event happened. Plies count from 1.
pub(super) fn next(moves: &[PlayedMove], ply: usize, event: SearchEvent) -> Option<usize> {
    let later = moves.iter().enumerate().skip(ply);
    later.filter(|(_, mv)| event.has_happened(mv)).map(|(index, _)| index + 1).next()
}

/// The last ply before `ply` at which the event happened.
pub(super) fn previous(moves: &[PlayedMove], ply: usize, event: SearchEvent) -> Option<usize> {
    let earlier = moves.iter().enumerate().take(ply.saturating_sub(1));
    earlier.rev().filter(|(_, mv)| event.has_happened(mv)).map(|(index, _)| index + 1).next()
}
