//! The rules of a draughts set in a few sentences.

use arbitro_rules::draughts::{
    Capturing, Chain, DrawRules, KingLanding, KingReach, Priority, Rules,
};

use super::words::{self, InShort, Ordinal, RuleBookMessage};
use super::written;

/// The rules in a few sentences.
pub(super) fn in_short(rules: &Rules) -> Vec<String> {
    let mut said = vec![
        written(&RuleBookMessage::SquaresInShort { size: rules.size, men: rules.pieces() }),
        written(&InShort::Men(rules.men_capture)),
    ];
    if !rules.men_take_kings {
        said.push(written(&words::MEN_TAKE_NO_KINGS_IN_SHORT));
    }
    said.push(written(&InShort::Kings(rules.kings)));
    if rules.kings == KingReach::Flying && rules.king_landing == KingLanding::JustBehind {
        said.push(written(&words::LANDS_BEHIND_IN_SHORT));
    }
    said.push(written(match (rules.capturing, rules.chain) {
        (Capturing::Optional, Chain::Single) => &words::CHOICE_OF_ONE,
        (Capturing::Optional, Chain::Whole) => &words::CHOICE_OF_ALL,
        (Capturing::Forced, Chain::Single) => &words::DUTY_OF_ONE,
        (Capturing::Forced, Chain::Whole) => &words::DUTY_OF_ALL,
    }));
    if rules.priority != Priority::Free {
        said.push(written(&InShort::Priority(rules.priority)));
    }
    // With single captures, no man passes the last row during its move.
    if rules.chain == Chain::Whole {
        said.push(written(&InShort::Crowning(rules.crowning)));
    }
    said.push(written(&words::END_IN_SHORT));
    said.push(draw(rules.draws.repetitions, rules.ply_limit));
    said.extend(slow_draws(&rules.draws));
    said
}

/// States in short the draws by repetition and by the ply limit.
pub(super) fn draw(repetitions: Option<u32>, plies: u32) -> String {
    written(&RuleBookMessage::DrawInShort {
        times: repetitions.map(|count| Ordinal { count }),
        plies,
    })
}

/// States in short the draws by moves that change too little.
fn slow_draws(draws: &DrawRules) -> Option<String> {
    let unchanged =
        |[three, five, seven]: [u16; 3]| RuleBookMessage::Unchanged { three, five, seven };
    let draws = [
        draws.quiet_plies.map(RuleBookMessage::KingsAlone),
        draws.king_against_three_plies.map(RuleBookMessage::AgainstThree),
        draws.king_against_two_plies.map(RuleBookMessage::AgainstTwo),
        draws.kings_against_one_moves.map(RuleBookMessage::AgainstOne),
        draws.unchanged_plies.map(unchanged),
    ];
    let said: Vec<String> = draws.iter().flatten().map(written).collect();
    (!said.is_empty()).then(|| written(&RuleBookMessage::SlowDraws(said.join("; "))))
}
