//! Prints matches as plain text.

use std::borrow::Borrow;
use std::io::{self, Write};

use arbitro_records::{Remark, Seen, ShownGame, Summary};
use arbitro_replay::words::{self, Text};
use arbitro_rules::notation::{Marks, diagram, drawn_from_signs};
use arbitro_rules::plain_text::harmless;
use arbitro_rules::{Player, Sign, Square};
use arbitro_words::{Language, WALLS_LEFT, own_text, result_width, say};

/// Maximum line width for moves.
const WIDTH: usize = 78;
/// Maximum lines shown of a text that is not a board.
const MAX_LINES: usize = 12;

pub(crate) fn print_remarks<R: Borrow<Remark>>(
    out: &mut impl Write,
    remarks: impl IntoIterator<Item = R>,
    language: Language,
) -> io::Result<()> {
    let note = words::NOTE.of(language);
    remarks
        .into_iter()
        .map(|it| harmless(&say(it.borrow(), language)))
        .try_for_each(|it| writeln!(out, "  {note}: {it}"))
}

/// Prints a list of matches, one a line.
pub(crate) fn print_list(
    out: &mut impl Write,
    entry: &Summary,
    language: Language,
) -> io::Result<()> {
    let plies = entry.plies.map_or_else(String::new, |it| it.to_string());
    let (id, title) = (harmless(&entry.id), harmless(&say(entry, language)));
    let result = harmless(&say(&entry.result(), language));
    let width = result_width(language);
    writeln!(out, "{id:>8}  {plies:>4}  {result:<width$}  {title}")
}

/// Prints a match under the ending of the whole: heading, moves, last board, fault.
pub(crate) fn print_match(
    out: &mut impl Write,
    shown: &Seen,
    ending: &str,
    language: Language,
) -> io::Result<()> {
    writeln!(out, "{}", harmless(&say(&shown.summary, language)))?;
    writeln!(out, "{}", harmless(ending))?;
    let say = |text: Text<'_>| harmless(&say(&text, language));
    print_remarks(out, shown.notes(), language)?;
    if !shown.pdn.preface.is_empty() {
        writeln!(out, "  {}", harmless(&shown.pdn.preface))?;
    }
    print_signs(out, shown, language)?;
    print_moves(out, shown, |ply, text| match shown.claim.ms.get(ply) {
        Some(ms) => format!("{text} {ms:.0}ms"),
        None => text,
    })?;
    let fault = shown.fault.as_ref();
    let mut marks = fault.map(|it| it.squares.clone()).unwrap_or_default();
    if let Some(wrong) = shown.wrong_move() {
        marks.extend(&wrong.squares);
    }
    let plies = shown.plies();
    let number = shown.board_number(plies);
    let over = if fault.is_some() || shown.summary.winner.is_none() && !shown.summary.is_draw {
        say(Text::ToMove(shown.turn()))
    } else {
        String::new()
    };
    writeln!(out, "board_{number}.txt{over}:")?;
    print_board(out, &shown.game, &shown.played.board(plies), &marks, language)?;
    if let Some(text) = Text::cannot_play(shown) {
        writeln!(out, "{}", say(text))?;
        if let Some(board) = shown.wrong_move().and_then(|it| it.board.as_ref()) {
            writeln!(out, "{}", words::WOULD_HAVE_MADE.of(language))?;
            print_board(out, &shown.game, board, &marks, language)?;
        }
    }
    if let Some(text) = Text::fault(shown) {
        writeln!(out, "{}", say(text))?;
    }
    let Some((fault, wrote)) = fault.and_then(|it| Some((it, it.wrote.as_ref()?))) else {
        return Ok(());
    };
    let (file, player) = (fault.file.as_deref(), fault.player.as_str());
    writeln!(out, "{}", say(Text::Wrote { file, player }))?;
    print_board(out, &shown.game, wrote, &marks, language)
}

/// Prints a board as a drawing, or its text if it is not a board.
pub(crate) fn print_board(
    out: &mut impl Write,
    game: &ShownGame,
    text: &str,
    marks: &[Square],
    language: Language,
) -> io::Result<()> {
    let marks = Marks(marks.to_vec());
    let drawn = match (game.known(), game.look()) {
        (_, Some(look)) => drawn_from_signs(look, text, &marks),
        (Some(game), None) => diagram(game, text.as_bytes(), &marks, WALLS_LEFT.of(language)),
        (None, None) => None,
    };
    match drawn {
        Some(diagram) => write!(out, "{}", diagram.coloured),
        None => print_text(out, text),
    }
}

/// Prints a text that cannot be drawn, each line in quotes.
fn print_text(out: &mut impl Write, text: &str) -> io::Result<()> {
    let mut lines = text.lines().take(MAX_LINES);
    lines.try_for_each(|it| {
        let line: String = it.chars().take(60).collect();
        writeln!(out, "    {line:?}")
    })
}

/// Names the signs that have names.
fn print_signs(out: &mut impl Write, shown: &Seen, language: Language) -> io::Result<()> {
    let Some(look) = shown.game.look() else { return Ok(()) };
    let name = |(sign, it): (&char, &Sign)| {
        Some(format!("{sign} {}", harmless(own_text(it.title.as_ref()?, language))))
    };
    let names: Vec<String> = look.signs.iter().filter_map(name).collect();
    if names.is_empty() { Ok(()) } else { writeln!(out, "  {}", names.join(", ")) }
}

/// Prints the moves as `text` spells them, a turn's two moves together, as many turns a line as fit.
pub(crate) fn print_moves(
    out: &mut impl Write,
    shown: &Seen,
    text: impl Fn(usize, String) -> String,
) -> io::Result<()> {
    let steps = shown.played.steps().enumerate();
    let texts: Vec<String> = steps.map(|(ply, it)| text(ply, it.text)).collect();
    let cell = texts.iter().map(String::len).max().unwrap_or(0) + 2;
    let number = (texts.len() / 2 + 1).to_string().len() + 2;
    let turn = number + 2 * cell;
    let in_a_line = (WIDTH / turn.max(1)).max(1);
    let second_begins = !texts.is_empty() && shown.played.turn(0) == Player::O;
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
    for (ply, step) in shown.played.steps().enumerate() {
        if let Some(comment) = shown.comment(ply) {
            writeln!(out, "  {} {}: {}", ply + 1, text(ply, step.text), harmless(comment))?;
        }
    }
    Ok(())
}
