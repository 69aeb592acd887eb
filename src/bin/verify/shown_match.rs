//! `verify match RECORDS --match ID`: one match of many, from its first ply to its last, and its
//! faults.

use std::fmt::Write;

use anyhow::Result;

use arbitro_records::MatchRecord;
use arbitro_rules::GameId;
use arbitro_rules::notation::{Marks, diagram};
use arbitro_rules::plain_text::harmless;
use arbitro_words::{Ending, Loser, WallsLeft, say};

use crate::output::Output;
use crate::words::Text;

/// Moves on a line.
const IN_A_LINE: usize = 4;

/// Maximum lines shown of a text that is not a board.
const MAX_LINES: usize = 12;

/// Shows the moves of a checked record, its last board, and the board that lost it.
pub(crate) fn show(game: GameId, record: &MatchRecord, output: &mut Output) -> Result<()> {
    // Faults of a record were already reported.
    let Ok(mut line) = record.open(game) else { return Ok(()) };
    if let Some(players) = &record.players {
        let (x, o) = (harmless(&players.x.name), harmless(&players.o.name));
        output.tell(&Text::Players { x: &x, o: &o })?;
    }
    let mut text = String::new();
    for (place, written) in record.moves.split_ascii_whitespace().enumerate() {
        let Ok(key) = line.read(written) else {
            break;
        };
        line.play(key);
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
    let walls_left = say(&WallsLeft, output.language);
    let number = line.plies() + 1;
    let board = line.board(line.plies());
    if let Some(drawn) = diagram(game, board.as_bytes(), &marks, &walls_left) {
        output.diagram(&format!("board_{number}.txt:"), &drawn)?;
    }
    let Some(fault) = fault else { return Ok(()) };
    let player = &fault.player;
    if let Some(why) = fault.explained(game) {
        let loser = Some(Loser::Named(player));
        let did = Ending::Sentence { reason: &fault.reason, loser };
        output.tell(&Text::Fault { did, why: why.message() })?;
    }
    let Some(wrote) = &fault.wrote else {
        return Ok(());
    };
    let file = fault.file.as_deref();
    if let Some(drawn) = diagram(game, wrote.as_bytes(), &marks, &walls_left) {
        output.diagram(&output.say(&Text::Wrote { file, player }), &drawn)?;
        return Ok(());
    }
    output.tell(&Text::WroteNoBoard { file, player })?;
    for line in wrote.lines().take(MAX_LINES) {
        output.line(&format!("    {:?}", line.chars().take(60).collect::<String>()))?;
    }
    Ok(())
}
