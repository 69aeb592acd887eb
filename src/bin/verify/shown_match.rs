//! `verify match RECORDS --match ID`: one match of many, from its first ply to its last, and its
//! faults.

use std::fmt::Write;

use anyhow::Result;

use arbitro_records::{MatchRecord, ShownGame};
use arbitro_rules::notation::{Marks, diagram, drawn_from_signs};
use arbitro_rules::plain_text::harmless;
use arbitro_words::{Ending, Loser, WALLS_LEFT, say};

use crate::output::Output;
use crate::words::Text;

/// Moves on a line.
const IN_A_LINE: usize = 4;

/// Maximum lines shown of a text that is not a board.
const MAX_LINES: usize = 12;

/// Shows the moves of a checked record, its last board, and the board that lost it.
pub(crate) fn show(game: &ShownGame, record: &MatchRecord, output: &mut Output) -> Result<()> {
    // Faults of a record were already reported.
    let Some((plies, board)) = last_board(game, record) else { return Ok(()) };
    if let Some(players) = &record.players {
        let (x, o) = (harmless(&players.x.name), harmless(&players.o.name));
        output.tell(&Text::Players { x: &x, o: &o })?;
    }
    let mut text = String::new();
    for (place, written) in record.moves.split_ascii_whitespace().take(plies).enumerate() {
        let ms = record.ms.get(place);
        let ms = ms.map_or_else(String::new, |it| format!(" {it:.0} ms"));
        let cell = format!("{}. {written}{ms}", place + 1);
        // Writing to a string never fails.
        let _ = write!(text, "  {cell:<26}");
        if (place + 1) % IN_A_LINE == 0 {
            output.line(text.trim_end())?;
            text.clear();
        }
    }
    if !text.is_empty() {
        output.line(text.trim_end())?;
    }
    let fault = record.fault.as_ref();
    let marks = Marks(fault.map(|it| it.squares.clone()).unwrap_or_default());
    let walls_left = say(&WALLS_LEFT, output.language);
    let number = plies + 1;
    let draw = |board: &str| match (game.known(), game.look()) {
        (_, Some(look)) => drawn_from_signs(look, board, &marks),
        (Some(game), None) => diagram(game, board.as_bytes(), &marks, &walls_left),
        (None, None) => None,
    };
    if let Some(drawn) = draw(&board) {
        output.diagram(&format!("board_{number}.txt:"), &drawn)?;
    }
    let Some(fault) = fault else { return Ok(()) };
    let player = &fault.player;
    if let Some(why) = fault.message(game.known()) {
        let loser = Some(Loser::Named(player));
        let did = Ending::Sentence { reason: &fault.reason, loser };
        output.tell(&Text::Fault { did, why })?;
    }
    let Some(wrote) = &fault.wrote else {
        return Ok(());
    };
    let file = fault.file.as_deref();
    if let Some(drawn) = draw(wrote) {
        output.diagram(&output.say(&Text::Wrote { file, player }), &drawn)?;
        return Ok(());
    }
    output.tell(&Text::WroteNoBoard { file, player })?;
    for line in wrote.lines().take(MAX_LINES) {
        output.line(&format!("    {:?}", line.chars().take(60).collect::<String>()))?;
    }
    Ok(())
}

/// The plies of a record that can be played, and the board after them.
fn last_board(game: &ShownGame, record: &MatchRecord) -> Option<(usize, String)> {
    let Some(game) = game.known() else {
        let first = record.first.clone()?;
        let last = record.boards.boards(&first).last().unwrap_or(first);
        return Some((record.boards.len(), last));
    };
    let mut line = record.open(game).ok()?;
    for text in record.moves.split_ascii_whitespace() {
        let Ok(key) = line.read(text) else {
            break;
        };
        line.play(key);
    }
    Some((line.plies(), line.board(line.plies())))
}
