//! `verify rules`

use anyhow::Result;
use serde_json::json;

use arbitro_cli::called::called;
use arbitro_cli::exit::Exit;
use arbitro_rules::GameId;
use arbitro_rules::rule_book::{RuleBook, rule_book, title};

use crate::output::Output;
use crate::words::Text;

pub(crate) const EXAMPLES: &str = "\
Examples:
  verify rules
      of dama, the default game
  verify rules --game italian
  verify rules --game quoridor | less";

/// Prints the rule book of a game; without `--game`, also lists the other games.
pub(crate) fn run(game: GameId, is_named: bool, output: &mut Output) -> Result<Exit> {
    let book = rule_book(game);
    if output.json {
        output.json(&as_json(&book))?;
        return Ok(Exit::Yes);
    }
    let note = output.say(&Text::RulesInEnglish);
    if !note.is_empty() {
        output.note(&note)?;
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

fn as_json(book: &RuleBook) -> serde_json::Value {
    json!({
        "game": book.game.name(),
        "title": title(book.game),
        "text": book.text(),
    })
}
