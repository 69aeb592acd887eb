//! The result that a PDN game claims, and its comparison with the one that its moves lead to.

use super::play::known;
use crate::matches::replayed_match::Wrong;
use crate::words::RecordMessage;
use arbitro_pdn::{Game, PdnOutcome, decoded};
use arbitro_rules::line::Line;
use arbitro_rules::{Player, Reason, card};

/// The outcome by the Result tag.
pub(super) fn result_tag(pdn: &Game<'_>) -> Option<PdnOutcome> {
    PdnOutcome::from_text(pdn.tag_value("Result")?.trim_ascii())
}

/// The outcome by the Result tag, or else by the result after the moves.
pub(crate) fn outcome(pdn: &Game<'_>) -> Option<PdnOutcome> {
    let tag = result_tag(pdn);
    tag.filter(|tag| *tag != PdnOutcome::Open).or(pdn.result).or(tag)
}

/// The winner by an outcome, whose first number is the first player's, whichever colour that has.
pub(crate) fn winner(outcome: Option<PdnOutcome>) -> Option<Player> {
    match outcome? {
        PdnOutcome::First => Some(Player::X),
        PdnOutcome::Second => Some(Player::O),
        PdnOutcome::Draw | PdnOutcome::BothLost | PdnOutcome::Open => None,
    }
}

/// Other programs' words for a draw by agreement, in lower case.
const AGREED: [&str; 5] =
    ["agreement", "by agreement", "draw agreed", "draw by agreement", "mutual agreement"];
/// Other programs' words for a resignation, in lower case.
const RESIGNED: [&str; 4] = ["resign", "resigns", "resignation", "by resignation"];

/// Returns the reason that Termination gives, in the contract's words or in other programs' words for
/// `agreed` and `resigned`. `void` decides no match, but is written like a reason.
pub(crate) fn reason(pdn: &Game<'_>) -> Option<Reason> {
    let value = pdn.tag_value("Termination")?;
    let is = |word: &str| value.trim_ascii().eq_ignore_ascii_case(word.as_bytes());
    let word = std::str::from_utf8(value).ok().and_then(|from_utf8| from_utf8.parse().ok());
    word.or_else(|| AGREED.into_iter().any(is).then_some(Reason::Agreed))
        .or_else(|| RESIGNED.into_iter().any(is).then_some(Reason::Resigned))
}

/// Returns true if Termination leaves the cause open: it is missing, or says that nothing unusual
/// happened. Other programs write a loss on time or an adjudication there.
pub(super) fn is_normal(pdn: &Game<'_>) -> bool {
    known(pdn, "Termination").is_none_or(|it| it.eq_ignore_ascii_case("normal"))
}

/// The reason for an end that the rules do not explain: a draw was agreed, a win was a resignation.
pub(super) fn by_people(outcome: Option<PdnOutcome>) -> Option<Reason> {
    match outcome? {
        PdnOutcome::First | PdnOutcome::Second => Some(Reason::Resigned),
        PdnOutcome::Draw => Some(Reason::Agreed),
        PdnOutcome::BothLost | PdnOutcome::Open => None,
    }
}

/// Compares the results that a game claims with the one that its moves lead to. Returns the claim as a fault if
/// none of them is right. An open result, or that of a game lost by both players, claims nothing of the position.
pub(super) fn check_claimed_result(
    pdn: &Game<'_>,
    line: &dyn Line,
    winner_there: Player,
    reason: Reason,
) -> Option<Wrong> {
    // Where Black moves first, some programs write 1-0 for Black and some for White.
    let has_our_tag = pdn.tag_value("ArbitroGame").or(pdn.tag_value("ArbitroMatch"));
    let may_mean_either = !card(line.game()).player_1_is_white && has_our_tag.is_none();
    let is_claim = |it: &PdnOutcome| match it {
        PdnOutcome::Draw => true,
        PdnOutcome::First | PdnOutcome::Second => !may_mean_either,
        PdnOutcome::Open | PdnOutcome::BothLost => false,
    };
    let end = pdn.result.filter(|result| *result != PdnOutcome::Open);
    let stated: Vec<PdnOutcome> = result_tag(pdn).into_iter().chain(end).collect();
    let is_right = |it: &PdnOutcome| winner(Some(*it)) == Some(winner_there);
    if stated.iter().any(is_right) || !stated.iter().all(is_claim) {
        return None;
    }
    let text = match result_tag(pdn) {
        Some(_) => pdn.tag_value("Result")?,
        None => pdn.result_text,
    };
    let text = decoded(text.trim_ascii()).0;
    Some(Wrong::next(
        line,
        &text,
        RecordMessage::OtherResult { winner_there, reason: reason.name() },
    ))
}
