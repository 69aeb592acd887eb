//! Plays a PDN game.

use std::borrow::Cow;

use super::claimed_result::{
    by_people, check_claimed_result, is_normal, outcome, reason, result_tag, winner,
};
use super::moves::PdnReading;
use crate::error::RecordsError;
use crate::matches::played_moves::PlayedMoves;
use crate::matches::remark::Remark;
use crate::matches::replayed_match::{PdnNotes, ReplayedMatch, Summary};
use crate::record::match_record::{MatchRecord, Named, RECORD_VERSION};
use crate::words::RecordMessage;
use arbitro_pdn::{Game, Habit, Habits, PdnOutcome, decoded, tag_value};
use arbitro_rules::history::{Both, LineEnd};
use arbitro_rules::line::Line;
use arbitro_rules::{GameId, Player, Reason, card};

/// Returns the value of a tag, unless it means unknown.
pub(crate) fn known(pdn: &Game<'_>, name: &str) -> Option<String> {
    let (value, _) = tag_value(pdn.tag_value(name)?);
    let value = value.trim();
    (!value.is_empty() && value != "?" && value != "-").then(|| value.to_owned())
}

/// The names of x and o: player 1 is White or Black, depending on the game.
pub(crate) fn names(pdn: &Game<'_>, game: GameId) -> Both<Option<String>> {
    let (white, black) = (known(pdn, "White"), known(pdn, "Black"));
    if card(game).player_1_is_white {
        Both { x: white, o: black }
    } else {
        Both { x: black, o: white }
    }
}

/// Sees a game of PDN as one of this game.
pub(super) fn see_as(
    game: GameId,
    pdn: &Game<'_>,
    id: String,
    place: &str,
) -> Result<ReplayedMatch, RecordsError> {
    let mut habits = pdn.habits;
    let start = start(pdn, &mut habits);
    let start = start.as_deref();
    let reading =
        PdnReading::read(pdn, game, start, habits).map_err(|why| RecordsError::Start {
            place: place.to_owned(),
            fen: start.unwrap_or_default().chars().take(60).collect(),
            why,
        })?;
    let mut habits = reading.habits;
    let tags: Vec<(String, String)> = pdn
        .tags
        .iter()
        .map(|(name, value)| {
            let (value, encoding) = tag_value(value);
            habits.extend(encoding);
            (decoded(name).0.into_owned(), value.into_owned())
        })
        .collect();
    if let (Some(tag), Some(end)) = (result_tag(pdn), pdn.result)
        && tag != end
        // The star that separates games is no result.
        && end != PdnOutcome::Open
    {
        habits.add(Habit::TwoResults);
    }
    if pdn.result.is_none() && pdn.moves > 0 {
        habits.add(Habit::NoResult);
    }
    let mut remarks: Vec<Remark> =
        habits.iter().map(|habit| Remark::on_all(RecordMessage::Habit(habit))).collect();
    if let Some((ply, end)) = reading.passed {
        let reason = end.reason().name();
        remarks.push(Remark::on_all(RecordMessage::PassedDraw { ply, reason }));
    }
    let outcome = outcome(pdn);
    let mut winner = winner(outcome);
    let mut reason = reason(pdn);
    let mut wrong = reading.wrong;
    let end = reading.line.end().filter(|_| wrong.is_none());
    if let Some(claimed @ (Reason::Agreed | Reason::Resigned)) = reason
        && (end.is_some() || by_people(outcome) != Some(claimed))
    {
        reason = None;
        remarks.push(Remark::on_all(RecordMessage::NotAllowedEnd { claimed: claimed.name() }));
    }
    if let Some(LineEnd::Position(end)) = end {
        wrong = check_claimed_result(pdn, &*reading.line, end.winner(), end.reason());
        if winner.is_some() && wrong.is_none() {
            winner = Some(end.winner());
            reason = reason.or(Some(end.reason()));
        }
    } else if let (Some(end), Some(PdnOutcome::Draw)) = (end, outcome) {
        reason = reason.or(Some(end.reason()));
    }
    let is_by_the_position =
        |it: &Reason| matches!(it, Reason::NoPieces | Reason::NoMoves | Reason::Goal);
    if let Some(claimed) = reason.filter(is_by_the_position)
        && (wrong.is_none() || end.is_some())
        && end.map(LineEnd::reason) != Some(claimed)
    {
        reason = None;
        remarks.push(Remark::on_all(RecordMessage::NotTheEnd { claimed: claimed.name() }));
    }
    // A game without moves was not resigned but never started.
    let is_open = end.is_none() && wrong.is_none() && reading.passed.is_none();
    if is_open && reading.line.plies() > 0 && is_normal(pdn) {
        reason = reason.or(by_people(outcome));
    }
    let names = names(pdn, game);
    let claim = recorded(pdn, &id, &names, winner, reason, &*reading.line);
    let played = PlayedMoves::Line(reading.line);
    let replayed = ReplayedMatch::new(game.into(), claim, 1, played, wrong);
    Ok(ReplayedMatch {
        summary: Summary {
            id,
            names,
            round: known(pdn, "Round"),
            winner,
            is_draw: outcome == Some(PdnOutcome::Draw),
            reason: reason.map(Into::into),
            ..replayed.summary
        },
        pdn: PdnNotes { tags, preface: reading.preface, comments: reading.comments },
        remarks,
        ..replayed
    })
}

fn recorded(
    pdn: &Game<'_>,
    id: &str,
    names: &Both<Option<String>>,
    winner: Option<Player>,
    reason: Option<Reason>,
    line: &dyn Line,
) -> MatchRecord {
    let players = (names.x.is_some() || names.o.is_some()).then(|| {
        let named = |name: &Option<String>| Named {
            name: name.clone().unwrap_or_else(|| "?".to_owned()),
            sha256: None,
        };
        Both { x: named(&names.x), o: named(&names.o) }
    });
    MatchRecord {
        v: RECORD_VERSION,
        id: Some(id.parse::<u64>().map_or_else(|_| id.into(), Into::into)),
        round: known(pdn, "Round").and_then(|it| it.parse().ok()),
        game: line.game().name().to_owned(),
        players,
        start: line.start_fen(),
        moves: line.moves(),
        plies: Some(line.plies() as u64),
        winner: winner.map(Into::into).filter(|_| reason.is_some()),
        reason: reason.map(Into::into),
        ..MatchRecord::default()
    }
}

/// The text of the start, if the tags state one.
fn start<'a>(pdn: &Game<'a>, habits: &mut Habits) -> Option<Cow<'a, str>> {
    let set_up = pdn.tag_value("SetUp").map(<[u8]>::trim_ascii);
    let Some(raw) = pdn.tag_value("FEN").filter(|it| !it.trim_ascii().is_empty()) else {
        if set_up.is_some_and(|set_up| set_up != b"0") {
            habits.add(Habit::SetUp);
        }
        return None;
    };
    if set_up.is_some_and(|set_up| set_up != b"1") {
        habits.add(Habit::SetUp);
    }
    let (value, _) = tag_value(raw);
    // Only counters follow the pieces of both colours.
    if value.matches(':').count() > 2 {
        habits.add(Habit::FenFields);
    }
    Some(value)
}
