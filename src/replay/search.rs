//! Finds the next or previous ply with a given event.

use arbitro_records::PlayedMove;
use arbitro_rules::language::Said;

/// An event to search for.
#[derive(Clone, Copy, Debug)]
pub(super) enum SearchEvent {
    Capture,
    Crowning,
    Wall,
}

impl SearchEvent {
    /// The message that no such event comes before or after a ply.
    pub(super) fn none(self, is_after: bool) -> Said {
        let (side, lato, place) =
            if is_after { ("after", "dopo", "après") } else { ("before", "prima di", "avant") };
        let (english, italian, french) = match self {
            SearchEvent::Capture => ("capture", "nessuna presa", "pas de prise"),
            SearchEvent::Crowning => {
                ("crowning", "nessuna pedina diventa dama", "pas de nouvelle dame")
            }
            SearchEvent::Wall => ("wall", "nessun muro", "pas de mur"),
        };
        Said::new(
            format!("no {english} {side} this ply"),
            format!("{italian} {lato} questa semimossa"),
            format!("{french} {place} ce coup"),
        )
    }

    fn has_happened(self, mv: &PlayedMove) -> bool {
        match self {
            SearchEvent::Capture => !mv.taken.is_empty(),
            SearchEvent::Crowning => mv.crowned,
            SearchEvent::Wall => mv.wall.is_some(),
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
