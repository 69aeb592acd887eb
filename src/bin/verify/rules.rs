//! `verify rules`

use std::borrow::Cow;

use anyhow::{Context, Result};
use serde_json::json;

use arbitro_cli::exit::Exit;
use arbitro_cli::game_arg::OpenGame;
use arbitro_cli::program_name::program_command;
use arbitro_games::Game;
use arbitro_rules::GameId;
use arbitro_rules::plain_text::lines;
use arbitro_words::rule_book::{self, rule_book};

use crate::printer::Printer;
use crate::words;
use arbitro_words::{Language, own_text};

pub(crate) const EXAMPLES: &str = "\
Examples:
  verify rules
      of dama, the default game
  verify rules --game italian
  verify rules --game quoridor | less";

/// The title of a game that is not compiled in, and its rules as its folder has them, if it has any.
fn of_folder(written: &Game, language: Language) -> Result<(Cow<'static, str>, Option<String>)> {
    let look = written.id.look().context("the game's look")?;
    let title = own_text(&look.title, language);
    let text = written.rules_text(language.code())?;
    Ok((title.into(), text.map(|text| lines(text.as_bytes(), text.len()).0)))
}

/// Prints the rule book of a game; without `--game`, also lists the other games.
pub(crate) fn run(opened: &OpenGame, is_named: bool, output: &mut Printer) -> Result<Exit> {
    let game = opened.id;
    let (title, text) = match &opened.written {
        Some(written) => of_folder(written, output.language)?,
        None => (rule_book::title(game), Some(rule_book(game).text())),
    };
    let is_written = text.is_some();
    let text = text.unwrap_or_else(|| format!("# {title}\n"));
    if output.json {
        output.json(&json!({ "game": game, "title": title, "text": text }))?;
        return Ok(Exit::Yes);
    }
    let note = words::RULES_IN_ENGLISH.of(output.language);
    if !note.is_empty() && opened.written.is_none() {
        output.note(note)?;
    }
    output.line(text.trim_end())?;
    if !is_written {
        output.note(words::NO_RULES_TEXT.of(output.language))?;
    }
    if !is_named {
        output.line("\n## Other games\n")?;
        for other in GameId::ALL.into_iter().filter(|&it| it != game) {
            output.line(&format!(
                "- {}: `{} rules --game {other}`",
                rule_book::title(other),
                program_command("verify")
            ))?;
        }
    }
    Ok(Exit::Yes)
}
