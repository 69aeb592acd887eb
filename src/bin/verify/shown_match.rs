//! `verify match RECORDS --match ID`: one match of many, from its first ply to its last, and its
//! faults.

use std::fmt::Write;

use anyhow::Result;

use arbitro_records::MatchRecord;
use arbitro_rules::history::History;
use arbitro_rules::judge::Diagnose;
use arbitro_rules::notation::{Marks, Place, Strictness};
use arbitro_rules::plain_text::harmless;
use arbitro_words::{WallsLeft, say};

use crate::output::Output;
use crate::words::Text;

/// Moves on a line.
const IN_A_LINE: usize = 4;

/// Maximum lines shown of a text that is not a board.
const MAX_LINES: usize = 12;

/// Shows the moves of a checked record, its last board, and the board that lost it.
pub(crate) fn show<G: Diagnose>(record: &MatchRecord, output: &mut Output) -> Result<()> {
    let start = record.start.as_deref().map_or_else(|| Ok(G::start()), G::read_fen);
    // Faults of a record were already reported.
    let Ok(start) = start else { return Ok(()) };
    if let Some(players) = &record.players {
        let (x, o) = (harmless(&players.x.name), harmless(&players.o.name));
        output.tell(&Text::Players { x: &x, o: &o })?;
    }
    let mut line = History::<G>::new(start, None);
    let mut scratch = Vec::new();
    let mut text = String::new();
    for (place, written) in record.moves.split_ascii_whitespace().enumerate() {
        let Ok(mv) = line.position().read_move(written, &mut scratch) else {
            break;
        };
        line.play(mv);
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
    let position = line.position();
    let fault = record.fault.as_ref();
    let squares = fault.map(|it| it.squares.as_slice()).unwrap_or_default();
    let marks = || Marks(squares.iter().map(|&(row, column)| Place { row, column }).collect());
    let board = G::setup(&position.board());
    let number = line.plies() + 1;
    output.diagram(
        &format!("board_{number}.txt:"),
        &G::diagram(&board, &marks(), &say(&WallsLeft, output.language)),
    )?;
    let Some(fault) = fault else { return Ok(()) };
    let player = &fault.player;
    if let Some(why) = fault.explained(Some(position)) {
        output.tell(&Text::Fault { player, reason: &fault.reason, why: why.message() })?;
    }
    let Some(wrote) = &fault.wrote else {
        return Ok(());
    };
    let reading = G::read_board(wrote.as_bytes(), Strictness::Tolerant);
    let file = fault.file.as_deref();
    if let Some(setup) = &reading.setup {
        output.diagram(
            &output.say(&Text::Wrote { file, player }),
            &G::diagram(setup, &marks(), &say(&WallsLeft, output.language)),
        )?;
        return Ok(());
    }
    output.tell(&Text::WroteNoBoard { file, player })?;
    for line in wrote.lines().take(MAX_LINES) {
        output.line(&format!("    {:?}", line.chars().take(60).collect::<String>()))?;
    }
    Ok(())
}
