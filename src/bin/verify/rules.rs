//! `verify rules`

use anyhow::Result;
use serde::Serialize;

use arbitro_cli::called::called;
use arbitro_cli::exit::Exit;
use arbitro_rules::GameId;
use arbitro_words::rule_book::{rule_book, title};

use crate::output::Output;
use crate::words;

pub(crate) const EXAMPLES: &str = "\
Examples:
  verify rules
      of dama, the default game
  verify rules --game italian
  verify rules --game quoridor | less";

#[derive(Serialize)]
struct RulesAnswer<'a> {
    game: GameId,
    title: &'a str,
    text: String,
}

/// Prints the rule book of a game; without `--game`, also lists the other games.
pub(crate) fn run(game: GameId, is_named: bool, output: &mut Output) -> Result<Exit> {
    let book = rule_book(game);
    if output.json {
        output.json(&RulesAnswer { game, title: &title(game), text: book.text() })?;
        return Ok(Exit::Yes);
    }
    let note = words::RULES_IN_ENGLISH.of(output.language);
    if !note.is_empty() {
        output.note(note)?;
    }
    output.line(book.text().trim_end())?;
    if !is_named {
        output.line("\n## Other games\n")?;
        for other in GameId::ALL.into_iter().filter(|&it| it != game) {
            output.line(&format!(
                "- {}: `{} rules --game {other}`",
                title(other),
                called("verify")
            ))?;
        }
    }
    Ok(Exit::Yes)
}
