//! `verify match RECORDS --match ID`: one match of many, from its first ply to its last, and its
//! faults.

use anyhow::Result;

use arbitro_records::ReplayedMatch;
use arbitro_rules::plain_text::{harmless, quoted_lines};
use arbitro_words::{Ending, Loser, WALLS_LEFT, say};

use crate::printer::Printer;
use crate::words::VerifyMessage;

/// Moves on a line.
const IN_A_LINE: usize = 4;

/// Shows the moves of a judged match, its last board, and the board that lost it.
pub(crate) fn show(seen: &ReplayedMatch, output: &mut Printer) -> Result<()> {
    let plies = seen.plies();
    let names = &seen.summary.names;
    if let (Some(x), Some(o)) = (&names.x, &names.o) {
        let (x, o) = (harmless(x), harmless(o));
        output.tell(&VerifyMessage::Players { x: &x, o: &o })?;
    }
    let moves = seen.played.steps().zip(1..).map(|(step, ply)| {
        let ms = seen.claim.ms.get(ply - 1);
        let ms = ms.map_or_else(String::new, |ms| format!(" {ms:.0} ms"));
        format!("  {:<26}", format!("{ply}. {}{ms}", step.text))
    });
    for line in moves.collect::<Vec<_>>().chunks(IN_A_LINE) {
        output.line(line.concat().trim_end())?;
    }
    let fault = seen.fault.as_ref();
    let marks = fault.map_or(&[][..], |fault| &fault.squares);
    let walls_left = say(&WALLS_LEFT, output.language);
    let number = seen.board_number(plies);
    let draw = |board: &str| Some(seen.game.scene(board, marks)?.diagram(&walls_left));
    if let Some(drawn) = draw(&seen.played.board(plies)) {
        output.diagram(&format!("board_{number}.txt:"), &drawn)?;
    }
    let Some(fault) = fault else { return Ok(()) };
    let player = &fault.player;
    if let Some(why) = fault.message(seen.game.known()) {
        let loser = Some(Loser::Named(player));
        let did = Ending::Sentence { reason: &fault.reason, loser };
        output.tell(&VerifyMessage::Fault { did, why })?;
    }
    let Some(wrote) = &fault.wrote else {
        return Ok(());
    };
    let file = fault.file.as_deref();
    if let Some(drawn) = draw(wrote) {
        output.diagram(&output.say(&VerifyMessage::Wrote { file, player }), &drawn)?;
        return Ok(());
    }
    output.tell(&VerifyMessage::WroteNoBoard { file, player })?;
    Ok(quoted_lines(wrote).try_for_each(|line| output.line(&line))?)
}
