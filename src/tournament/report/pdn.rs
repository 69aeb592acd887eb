//! `games.pdn`: the matches that count, one game each, for other programs.
//!
//! Nothing is replayed: moves are copied. At a text that is not a move, the game ends with a
//! comment.

use std::io::{self, Write};
use std::path::Path;

use super::ReportError;
use super::counted::{CountedLines, JournalMatch};
use crate::{Results, TournamentSettings, store};
use arbitro_records::pdn::{Written, capture_sign, write};
use arbitro_records::pdn_tags;
use arbitro_rules::draughts::{FirstColour, Rules, draughts_rules};

/// The file's name.
pub const PDN: &str = "games.pdn";

/// Writes `games.pdn` into a tournament's folder atomically; does nothing if the game is not
/// draughts.
///
/// # Errors
///
/// When the journal cannot be read or the file not written.
pub fn write_pdn(folder: &Path, results: &Results) -> Result<(), ReportError> {
    let counted = CountedLines::of(results);
    let settings = &results.file.settings;
    let Some(rules) = draughts_rules(settings.game) else {
        return Ok(());
    };
    let written = store(&folder.join(PDN), |out| {
        counted.each(folder, |it| write_game(out, settings, &rules, &it))?;
        Ok(())
    });
    written.map_err(|source| ReportError::Write { file: PDN, source })
}

fn write_game(
    out: &mut impl Write,
    settings: &TournamentSettings,
    rules: &Rules,
    played: &JournalMatch,
) -> io::Result<()> {
    let record = &played.record;
    let (id, event) = (played.id.to_string(), settings.event());
    let tags = pdn_tags(record, settings.game, &id, Some(&event));
    let fen = tags.iter().find(|(name, _)| name == "FEN");
    let second = match rules.first_colour {
        FirstColour::White => 'B',
        FirstColour::Black => 'W',
    };
    let game = Written {
        second_player_starts: fen.is_some_and(|(_, it)| it.starts_with(second)),
        tags,
        comment: None,
        moves: record.moves.split_whitespace().map(|it| (it, None)),
        capture_sign: capture_sign(settings.game),
    };
    write(out, rules, game)
}
