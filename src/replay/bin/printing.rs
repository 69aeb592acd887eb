//! Prints matches as plain text.

use std::borrow::Borrow;
use std::io::{self, Write};

use arbitro_records::{MatchGame, Remark, ReplayedMatch};
use arbitro_replay::{bad_board, board_caption, board_lines, fault_texts, words};
use arbitro_rules::plain_text::harmless;
use arbitro_rules::{Player, Sign, Square};
use arbitro_words::{Language, own_text, say};

/// Maximum line width for moves.
const WIDTH: usize = 78;

pub(crate) fn print_remarks<R: Borrow<Remark>>(
    out: &mut impl Write,
    remarks: impl IntoIterator<Item = R>,
    language: Language,
) -> io::Result<()> {
    let note = words::NOTE.of(language);
    remarks
        .into_iter()
        .map(|remark| harmless(&say(remark.borrow(), language)))
        .try_for_each(|it| writeln!(out, "  {note}: {it}"))
}

/// Prints the title of a match, its ending and the remarks about it.
pub(crate) fn print_heading(
    out: &mut impl Write,
    replayed: &ReplayedMatch,
    ending: &str,
    language: Language,
) -> io::Result<()> {
    writeln!(out, "{}", harmless(&say(&replayed.summary, language)))?;
    writeln!(out, "{}", harmless(ending))?;
    print_remarks(out, replayed.notes(), language)
}

/// Prints a match under the ending of the whole: heading, moves, last board, fault.
pub(crate) fn print_match(
    out: &mut impl Write,
    replayed: &ReplayedMatch,
    ending: &str,
    language: Language,
) -> io::Result<()> {
    print_heading(out, replayed, ending, language)?;
    if !replayed.pdn.preface.is_empty() {
        writeln!(out, "  {}", harmless(&replayed.pdn.preface))?;
    }
    print_signs(out, replayed, language)?;
    print_moves(out, replayed, |ply, text| match replayed.claim.ms.get(ply) {
        Some(ms) => format!("{text} {ms:.0}ms"),
        None => text,
    })?;
    let (marks, plies) = (replayed.fault_squares(), replayed.plies());
    writeln!(out, "{}", board_caption(replayed, plies, language))?;
    print_board(out, &replayed.game, &replayed.played.board(plies), &marks, language)?;
    for text in fault_texts(replayed, language) {
        writeln!(out, "{text}")?;
    }
    let Some((caption, bad)) = bad_board(replayed, language) else { return Ok(()) };
    writeln!(out, "{caption}")?;
    print_board(out, &replayed.game, bad, &marks, language)
}

/// Prints a board as a drawing, or its text if it is not a board.
pub(crate) fn print_board(
    out: &mut impl Write,
    game: &MatchGame,
    text: &str,
    marks: &[Square],
    language: Language,
) -> io::Result<()> {
    board_lines(game, text, marks, language).iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// Names the signs that have names.
fn print_signs(
    out: &mut impl Write,
    replayed: &ReplayedMatch,
    language: Language,
) -> io::Result<()> {
    let Some(look) = replayed.game.look() else { return Ok(()) };
    let name = |(sign, it): (&char, &Sign)| {
        Some(format!("{sign} {}", harmless(own_text(it.title.as_ref()?, language))))
    };
    let names: Vec<String> = look.signs.iter().filter_map(name).collect();
    if names.is_empty() { Ok(()) } else { writeln!(out, "  {}", names.join(", ")) }
}

/// Prints the moves as `text` spells them, a turn's two moves together, as many turns a line as fit.
pub(crate) fn print_moves(
    out: &mut impl Write,
    replayed: &ReplayedMatch,
    text: impl Fn(usize, String) -> String,
) -> io::Result<()> {
    let steps = replayed.played.steps().enumerate();
    let texts: Vec<String> = steps.map(|(ply, it)| text(ply, it.text)).collect();
    let cell = texts.iter().map(String::len).max().unwrap_or(0) + 2;
    let number = (texts.len() / 2 + 1).to_string().len() + 2;
    let turn = number + 2 * cell;
    let in_a_line = (WIDTH / turn.max(1)).max(1);
    let second_begins = !texts.is_empty() && replayed.played.turn(0) == Player::O;
    let mut line = String::new();
    let mut turns = 0;
    // If the second player begins, the first place of the first turn stays empty.
    let empty = second_begins.then(|| "...".to_owned());
    let cells: Vec<&String> = empty.iter().chain(&texts).collect();
    for (index, pair) in cells.chunks(2).enumerate() {
        let label = format!("{}.", index + 1);
        line.push_str(&format!("{label:>number$}"));
        for text in pair {
            line.push_str(&format!(" {text:<width$}", width = cell - 1));
        }
        turns += 1;
        if turns % in_a_line == 0 {
            writeln!(out, "{}", line.trim_end())?;
            line.clear();
        }
    }
    if !line.is_empty() {
        writeln!(out, "{}", line.trim_end())?;
    }
    for (ply, step) in replayed.played.steps().enumerate() {
        if let Some(comment) = replayed.comment(ply) {
            writeln!(out, "  {} {}: {}", ply + 1, text(ply, step.text), harmless(comment))?;
        }
    }
    Ok(())
}
