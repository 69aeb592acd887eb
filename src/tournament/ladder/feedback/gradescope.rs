//! `results.json`, as Gradescope reads it: what was tried, and the text of `told.txt`. Ranks are no score.

use serde_json::{Value, json};

use super::Verdict;
use super::content::MAX_SENTENCE;
use super::words::{GOOD, LadderMessage, NOT_TRIED, STARTS};
use crate::run::smoke::Smoke;
use arbitro_rules::Player;
use arbitro_rules::plain_text::one_line;
use arbitro_words::{Language, Message, say};

pub(super) fn results(verdict: &Verdict, text: &str, language: Language) -> String {
    let names: [&dyn Message; 3] = [&STARTS, &LadderMessage::Side(1), &LadderMessage::Side(2)];
    let faults = faults(verdict).into_iter().flatten();
    let test = |(name, fault): (&dyn Message, Option<&dyn Message>)| {
        let (score, status) = if fault.is_none() { (1, "passed") } else { (0, "failed") };
        let output = one_line(&say(fault.unwrap_or(&GOOD), language), MAX_SENTENCE);
        json!({
            "name": say(name, language), "score": score, "max_score": 1, "status": status,
            "output": output, "visibility": "visible",
        })
    };
    let tests: Vec<Value> = names.into_iter().zip(faults).map(test).collect();
    let score = tests.iter().filter(|test| test["score"] == 1).count();
    let results = json!({
        "score": score, "max_score": tests.len(), "output": text, "visibility": "visible",
        "tests": tests,
    });
    format!("{results}\n")
}

/// The parts of the trial, each with its fault, if any: that it starts, and that it moves by the rules as each player. None if
/// the trial is not over, or says nothing of the player.
fn faults(verdict: &Verdict) -> Option<[Option<&dyn Message>; 3]> {
    match verdict {
        Verdict::Trial(Smoke::Plays) | Verdict::PlaysSlowly => Some([None; 3]),
        Verdict::Trial(Smoke::Falters(faults)) => {
            let of = |side: Player| faults.iter().find(|fault| fault.side == side);
            let of = |side| of(side).map(|trial_fault| trial_fault as &dyn Message);
            Some([None, of(Player::X), of(Player::O)])
        }
        Verdict::Trial(Smoke::Fails { fault, .. }) => Some([None, Some(fault), Some(&NOT_TRIED)]),
        Verdict::LeftOut(why) => Some([Some(why), Some(&NOT_TRIED), Some(&NOT_TRIED)]),
        Verdict::Trial(Smoke::Untried(_)) | Verdict::Rests | Verdict::Waits => None,
    }
}
