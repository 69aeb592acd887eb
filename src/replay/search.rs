//! Finds the next or previous ply with a given event.

use arbitro_records::Played;
use arbitro_rules::line::Step;

#[derive(Clone, Copy, Debug)]
pub enum SearchEvent {
    Capture,
    Crowning,
    Wall,
}

impl SearchEvent {
    fn has_happened(self, mv: &Step) -> bool {
        match self {
            SearchEvent::Capture => !mv.action.taken().is_empty(),
            SearchEvent::Crowning => mv.action.crowns(),
            SearchEvent::Wall => mv.action.wall().is_some(),
        }
    }
}

/// The first ply after `ply` at which the event happened. Plies count from 1.
pub(super) fn next(played: &Played, ply: usize, event: SearchEvent) -> Option<usize> {
    (ply + 1..=played.plies()).find(|&it| happens(played, it, event))
}

/// The last ply before `ply` at which the event happened.
pub(super) fn previous(played: &Played, ply: usize, event: SearchEvent) -> Option<usize> {
    (1..ply).rev().find(|&it| happens(played, it, event))
}

fn happens(played: &Played, ply: usize, event: SearchEvent) -> bool {
    played.step(ply - 1).is_some_and(|it| event.has_happened(&it))
}
