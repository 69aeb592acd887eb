//! A judged match, printed and as JSON, whatever its source is.

use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};

use arbitro_records::{ReplayedMatch, SourceKind};
use arbitro_rules::plain_text::harmless;
use arbitro_rules::{Player, Reason};
use arbitro_words::{Quoted, say};

use crate::one_move::{explain_fault, fault_json};
use crate::printer::{Printer, Tone, english};
use crate::words::{self, VerifyMessage, ended, lost};

/// The id as its source has it.
pub(crate) fn id_of(kind: SourceKind, seen: &ReplayedMatch) -> Value {
    match kind {
        SourceKind::Pdn => json!(seen.summary.id),
        SourceKind::Records | SourceKind::Boards => json!(seen.claim.id),
    }
}

/// A judged match as JSON.
fn judged_json(kind: SourceKind, source: &str, seen: &ReplayedMatch, is_right: bool) -> Value {
    let notes: Vec<_> = seen.remarks.iter().map(ToString::to_string).collect();
    let mut answer = json!({
        "source": source,
        "game": seen.game,
        "valid": is_right,
        "plies": seen.plies(),
        "winner": seen.summary.winner,
        "reason": seen.summary.reason,
        "problem": seen.wrong.as_ref().map(|it| json!({ "ply": it.ply, "text": english(&it.why) })),
        "fault": seen.fault,
        "warnings": seen.claim.warnings,
    });
    match (kind, seen.game.known()) {
        (SourceKind::Boards, Some(game)) => {
            let file = |it: &str| Path::new(source).join(it);
            let fault = seen.fault.as_ref();
            answer["fault"] = fault
                .map(|it| fault_json(game, it, &file(it.file.as_deref().unwrap_or_default())))
                .into();
            answer["warnings"] = notes.into();
            return answer;
        }
        (SourceKind::Pdn, _) => answer["notes"] = notes.into(),
        _ => {}
    }
    answer["id"] = id_of(kind, seen);
    // Several games fit and agree: none of them is the game.
    if !seen.others.is_empty() {
        answer["game"] = Value::Null;
        let others = seen.others.iter().map(|it| it.name());
        answer["games"] = std::iter::once(seen.game.name()).chain(others).collect();
    }
    answer
}

/// Prints a judged match, as text or as JSON.
pub(crate) fn print_judged(
    kind: SourceKind,
    source: &str,
    seen: &ReplayedMatch,
    is_right: bool,
    output: &mut Printer,
) -> Result<()> {
    if output.json {
        return Ok(output.json(&judged_json(kind, source, seen, is_right))?);
    }
    let lost_by = seen.fault.as_ref().filter(|_| kind == SourceKind::Boards);
    let lost_by = lost_by.and_then(|it| Some((it, Player::of_letter(&it.player)?)));
    if let Some(wrong) = &seen.wrong {
        let (ply, written) = (wrong.ply, wrong.quoted().map(Quoted));
        let problem = VerifyMessage::Problem { ply, written, text: &wrong.why };
        output.verdict(source, Tone::Bad, &words::WRONG, &problem)?;
    } else if let Some((fault, player)) = lost_by {
        let (file, ply) = (fault.file.as_deref().map(harmless), fault.ply);
        let rest = VerifyMessage::LostAt { winner: !player, file: file.as_deref(), ply };
        output.verdict(source, Tone::Bad, &lost(player, &fault.reason), &rest)?;
    } else {
        let is_by_program = seen.summary.reason.as_deref() == Some(Reason::Rules.name());
        let why = seen.claim.why.as_ref().filter(|_| is_by_program);
        let why = why.map(|it| output.program_sentence(it));
        let how = &how_it_ended(kind, seen, why.as_deref());
        let rest = VerifyMessage::Plies { plies: seen.plies() as u64, how };
        output.verdict(source, Tone::Good, &words::RIGHT, &rest)?;
    }
    if output.quiet {
        return Ok(());
    }
    if let (Some((fault, _)), Some(game)) = (lost_by, seen.game.known()) {
        explain_fault(game, fault, &seen.played.board(seen.plies()), output)?;
    }
    for remark in &seen.remarks {
        output.note(&say(remark, output.language))?;
    }
    Ok(())
}

/// How a match ended; `why` is the sentence of the program that knows the rules, if it ended it.
fn how_it_ended<'a>(
    kind: SourceKind,
    seen: &'a ReplayedMatch,
    why: Option<&'a str>,
) -> VerifyMessage<'a> {
    let winner = seen.summary.winner;
    match (why, seen.summary.reason.as_deref()) {
        (Some(why), _) => VerifyMessage::EndWhy { winner, why },
        (None, reason) if winner.is_some() || seen.summary.is_draw => {
            VerifyMessage::End { winner, why: reason.map(|it| ended(it, winner)) }
        }
        (None, Some(reason)) if kind != SourceKind::Pdn => {
            VerifyMessage::NoWinner { why: ended(reason, None) }
        }
        _ if kind == SourceKind::Boards => VerifyMessage::NotOver { turn: seen.turn() },
        _ => VerifyMessage::NoResult,
    }
}
