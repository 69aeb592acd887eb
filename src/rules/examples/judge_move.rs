//! Judges a move of Italian draughts by the positions before and after it:
//! `cargo run -p arbitro-rules --example judge_move W:W22,27:B18 B:W22,23:B18`.

use std::process::ExitCode;

use arbitro_rules::judge::judge;
use arbitro_rules::notation::Notation;
use arbitro_rules::{Game, draughts::Italian};
use arbitro_words::{Diagnosed, Language, say};

#[expect(clippy::print_stdout, reason = "it is a program")]
fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let fens: Vec<String> = std::env::args().skip(1).collect();
    let [before, after] = &fens[..] else {
        return Err("usage: judge_move BEFORE AFTER, two positions in FEN".into());
    };
    let read = |text| Italian::read_fen(text).map_err(|error| say(&error, Language::English));
    let (before, after) = (read(before)?, read(after)?);
    let (text, code) = match judge(&before, &after.board(), &mut Vec::new()) {
        Ok(mv) => (format!("legal: {}", before.write_move(mv)), ExitCode::SUCCESS),
        Err(diagnosis) => {
            let why = Diagnosed { game: Italian::ID, diagnosis: &diagnosis };
            (say(&why, Language::English).into_owned(), ExitCode::FAILURE)
        }
    };
    println!("{text}");
    Ok(code)
}
