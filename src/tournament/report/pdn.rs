//! `games.pdn`: the matches that count, one game each, for other programs.
//!
//! Nothing is replayed: moves are copied. At a text that is not a move, the game ends with a
//! comment.

use std::io::{self, Write};

use super::counted::JournalMatch;
use crate::TournamentSettings;
use arbitro_pdn::{Written, capture_sign, write};
use arbitro_records::pdn_tags;
use arbitro_rules::GameId;
use arbitro_rules::draughts::{FirstColour, Rules};

pub(super) fn write_game(
    out: &mut impl Write,
    settings: &TournamentSettings,
    (game, rules): &(GameId, Rules),
    played: &JournalMatch,
) -> io::Result<()> {
    let record = &played.record;
    let (id, event) = (played.id.to_string(), settings.event());
    let tags = pdn_tags(record, *game, &id, Some(&event));
    let fen = tags.iter().find(|(name, _)| name == "FEN");
    let second = match rules.first_colour {
        FirstColour::White => 'B',
        FirstColour::Black => 'W',
    };
    let written = Written {
        second_player_starts: fen.is_some_and(|(_, it)| it.starts_with(second)),
        tags,
        comment: None,
        moves: record.moves.split_whitespace().map(|word| (word, None)),
        capture_sign: capture_sign(*game),
    };
    write(out, rules, written)
}
