//! `games.pdn`: the matches that count, one game each, for other programs.
//!
//! Nothing is replayed: moves are copied. At a text that is not a move, the game ends with a
//! comment.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;

use super::ReportError;
use super::counted::{CountedLines, JournalMatch};
use crate::{Results, TournamentSettings, store};
use arbitro_records::pdn::{Written, game_type, write};
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
    let name = |of: fn(&arbitro_rules::history::Players) -> &arbitro_rules::history::Named| {
        record.players.as_ref().map_or("?", |it| &of(it).name)
    };
    let (x, o) = (name(|it| &it.x), name(|it| &it.o));
    let player_1_is_white = rules.first_colour == FirstColour::White;
    let (white, black) = if player_1_is_white { (x, o) } else { (o, x) };
    let result = match record.winner.as_deref() {
        None => "1/2-1/2",
        Some(winner) if (winner == "x") == player_1_is_white => "1-0",
        Some(_) => "0-1",
    };
    let TournamentSettings {
        game, format, seed, ..
    } = settings;
    let round = record.round.map_or("?".to_owned(), |it| it.to_string());
    let mut tags: Vec<(&str, Cow<'_, str>)> = vec![
        ("Event", format!("{game}, {format}, seed {seed}").into()),
        ("Site", "?".into()),
        ("Round", round.into()),
        ("White", white.into()),
        ("Black", black.into()),
        ("Result", result.into()),
    ];
    tags.extend(game_type(*game).map(|it| ("GameType", it.into())));
    if let Some(start) = &record.start {
        tags.push(("SetUp", "1".into()));
        tags.push(("FEN", start.into()));
    }
    tags.extend(
        record
            .reason
            .as_deref()
            .map(|it| ("Termination", it.into())),
    );
    tags.push(("ArbitroGame", game.name().into()));
    tags.push(("ArbitroMatch", played.id.to_string().into()));
    let game = Written {
        tags: tags
            .into_iter()
            .map(|(name, value)| (name.into(), value))
            .collect(),
        comment: None,
        moves: record.moves.split_whitespace().map(|it| (it, None)),
        second_player_starts: record
            .start
            .as_deref()
            .is_some_and(|fen| fen.starts_with(if player_1_is_white { 'B' } else { 'W' })),
        result,
    };
    write(out, rules, game)
}
