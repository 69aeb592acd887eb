//! What is drawn and said of a match, on the screen as in print.

use arbitro_records::{MatchGame, ReplayedMatch, Summary};
use arbitro_rules::Square;
use arbitro_rules::plain_text::{harmless, quoted_lines};
use arbitro_words::{Language, WALLS_LEFT, result_width, say};

use super::words::{self, ReplayMessage};

/// Draws a board in colours, or quotes the lines of a text that is not one.
pub fn board_lines(
    game: &MatchGame,
    text: &str,
    marks: &[Square],
    language: Language,
) -> Vec<String> {
    match game.scene(text, marks) {
        Some(scene) => {
            let drawn = scene.diagram(WALLS_LEFT.of(language)).coloured;
            drawn.lines().map(str::to_owned).collect()
        }
        None => quoted_lines(text).collect(),
    }
}

/// The name of the board after so many plies, and who is to move there.
pub fn board_caption(seen: &ReplayedMatch, ply: usize, language: Language) -> String {
    let summary = &seen.summary;
    let is_over = seen.fault.is_none() && (summary.winner.is_some() || summary.is_draw);
    let turn = if is_over && ply == seen.plies() {
        String::new()
    } else {
        say(&ReplayMessage::ToMove(seen.played.turn(ply)), language).into_owned()
    };
    format!("board_{}.txt{turn}:", seen.board_number(ply))
}

/// The sentences about the fault or the wrong move.
pub fn fault_texts(seen: &ReplayedMatch, language: Language) -> impl Iterator<Item = String> {
    let texts = ReplayMessage::cannot_play(seen).into_iter().chain(ReplayMessage::fault(seen));
    texts.map(move |text| harmless(&say(&text, language)))
}

/// Returns the illegal board that a player wrote or that its move would have made, under its
/// caption.
pub fn bad_board(seen: &ReplayedMatch, language: Language) -> Option<(String, &str)> {
    let board = seen.fault_board()?;
    let caption = match &seen.fault {
        Some(fault) if seen.wrong_move().is_none_or(|wrong_move| wrong_move.board.is_none()) => {
            let text = ReplayMessage::Wrote { file: fault.file.as_deref(), player: &fault.player };
            harmless(&say(&text, language))
        }
        _ => words::WOULD_HAVE_MADE.of(language).to_owned(),
    };
    Some((caption, board))
}

/// Formats an entry of a list of matches as one line, its id in so many columns.
pub fn entry_line(entry: &Summary, wide: usize, language: Language) -> String {
    let plies = entry.plies.map_or_else(String::new, |plies| plies.to_string());
    let (id, title) = (harmless(&entry.id), harmless(&say(entry, language)));
    let (result, width) = (harmless(&say(&entry.result(), language)), result_width(language));
    format!("{id:>wide$}  {plies:>4}  {result:<width$}  {title}")
}
