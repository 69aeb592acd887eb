//! The rules of a draughts set in a few sentences.

use super::ordinal;
use arbitro_rules::draughts::{
    Capturing, Chain, Crowning, DrawRules, KingLanding, KingReach, MenCapture, Priority, Rules,
};

/// The rules in a few sentences.
pub(super) fn in_short(rules: &Rules) -> Vec<String> {
    let size = rules.size;
    let mut said = vec![format!(
        "{size}×{size} squares, {} men each; men go one step diagonally forward.",
        rules.pieces()
    )];
    said.push(
        match rules.men_capture {
            MenCapture::Forward => "Men capture forward only.",
            MenCapture::AllWays => "Men capture forward and backward.",
        }
        .into(),
    );
    if !rules.men_take_kings {
        said.push("A man may not capture a king.".into());
    }
    said.push(
        match rules.kings {
            KingReach::Short => "Kings go one step in any direction.",
            KingReach::Flying => "Kings fly: any number of free squares in any direction.",
        }
        .into(),
    );
    if rules.kings == KingReach::Flying && rules.king_landing == KingLanding::JustBehind {
        said.push("A king that captures lands just behind the piece.".into());
    }
    said.push(
        match (rules.capturing, rules.chain) {
            (Capturing::Optional, Chain::Single) => {
                "Capturing is your choice, and a turn captures one piece at most."
            }
            (Capturing::Optional, Chain::Whole) => {
                "Capturing is your choice; a capture goes on as long as possible."
            }
            (Capturing::Forced, Chain::Single) => {
                "Capturing is compulsory, and a turn captures one piece."
            }
            (Capturing::Forced, Chain::Whole) => {
                "Capturing is compulsory and goes on as long as possible."
            }
        }
        .into(),
    );
    match rules.priority {
        Priority::Free => {}
        Priority::MostPieces => {
            said.push("The capture that takes the most pieces must be made.".into());
        }
        Priority::MostPiecesThenKings => said.push(
            "The capture that takes the most pieces must be made, and of these the one that takes the \
             most kings."
                .into(),
        ),
        Priority::KingFirst => {
            said.push("If a king can capture, a king must, and not a man.".into());
        }
        Priority::Italian => said.push(
            "Of several captures: the most pieces, then with a king, then the most kings, then the \
             king met first."
                .into(),
        ),
    }
    // With single captures, no man passes the last row during its move.
    if rules.chain == Chain::Whole {
        said.push(
            match rules.crowning {
                Crowning::EndsMove => {
                    "A man that reaches the last row is crowned, and its move ends."
                }
                Crowning::OnlyAtEnd => "A man is crowned only if its move ends on the last row.",
                Crowning::GoesOn => {
                    "A man that touches the last row in a capture is crowned at once and goes on."
                }
            }
            .into(),
        );
    }
    said.push("A player without pieces or without a legal move loses.".into());
    said.push(match rules.draws.repetitions {
        Some(times) => format!(
            "A draw when a position stands for the {} time, or after {} plies.",
            ordinal(times),
            rules.ply_limit
        ),
        None => format!("A draw after {} plies.", rules.ply_limit),
    });
    said.extend(slow_draws(&rules.draws));
    said
}

/// States in short the draws by moves that change too little.
fn slow_draws(draws: &DrawRules) -> Option<String> {
    let each = |plies: u16| format!("{} moves each", plies / 2);
    let mut said = Vec::new();
    if let Some(plies) = draws.quiet_plies {
        said.push(format!("{} by kings alone without a capture", each(plies)));
    }
    if let Some(plies) = draws.king_against_three_plies {
        said.push(format!("{} of one king against three pieces", each(plies)));
    }
    if let Some(plies) = draws.king_against_two_plies {
        said.push(format!("{} against two or fewer", each(plies)));
    }
    if let Some(moves) = draws.kings_against_one_moves {
        said.push(format!("{moves} moves of three kings or more against one"));
    }
    if let Some([two, four, six]) = draws.unchanged_plies {
        said.push(format!(
            "with kings on both sides and no capture or new king {} with up to three pieces, {} with \
             up to five, {} with up to seven",
            each(two),
            each(four),
            each(six)
        ));
    }
    (!said.is_empty()).then(|| format!("A draw, too, after {}.", said.join("; ")))
}
