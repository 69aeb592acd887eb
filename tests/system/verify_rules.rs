//! `verify rules`: the rule books, printed.

use std::fs;
use std::process::Command;

use crate::programs::program;
use arbitro_rules::GameId;
use arbitro_testkit::games::project;
use arbitro_words::rule_book::rule_book;
use serde_json::Value;

fn printed(args: &[&str]) -> String {
    let output = Command::new(program("verify"))
        .env("LC_ALL", "C")
        .arg("rules")
        .args(args)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{args:?}: {output:?}");
    assert!(output.stderr.is_empty(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_rules_of_every_game_are_printed_as_the_documents_have_them() {
    for game in GameId::ALL {
        let text = printed(&["--game", game.name()]);
        assert_eq!(text, rule_book(game).text(), "{game}");
        // A picture is one line of the document and a drawn board here; all else is the same.
        let path = project("boards/rules").join(format!("{game}.md"));
        let document = fs::read_to_string(path).unwrap();
        let sentences = document.lines().filter(|line| !line.starts_with("!["));
        let mut lines = text.lines();
        for line in sentences.filter(|sentence| !sentence.is_empty()) {
            assert!(lines.any(|it| it == line), "{game}: {line}");
        }
    }
}

#[test]
fn rules_without_a_game_are_those_of_the_default_one_and_name_the_others() {
    let text = printed(&[]);
    let rest = text.strip_prefix(&rule_book(GameId::Dama).text()).unwrap();
    let others = rest.lines().filter(|line| line.contains("`verify rules --game "));
    assert_eq!(others.count(), GameId::ALL.len() - 1, "{rest}");
    let object: Value = serde_json::from_str(&printed(&["--json", "--game", "quoridor"])).unwrap();
    assert_eq!(object["text"], rule_book(GameId::Quoridor).text());
}
