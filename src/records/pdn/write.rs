//! Writes a match as PDN.

use std::borrow::Cow;
use std::io::Write;

use crate::error::RecordsError;
use crate::matches::replayed_match::ReplayedMatch;
use crate::record::claimed::Claimed;
use crate::record::match_record::{MatchRecord, Named};
use crate::record::play::is_draw;
use arbitro_pdn::{PdnOutcome, Tag, Written, capture_sign, game_type, write};
use arbitro_referee::At;
use arbitro_rules::draughts::draughts_rules;
use arbitro_rules::history::Both;
use arbitro_rules::line::{Start, open};
use arbitro_rules::{GameId, Player, card};

/// Writes a match as PDN 3.0. A match from PDN keeps its tags; otherwise tags are made from what is
/// known, with the event that the match belongs to.
pub fn write_pdn(
    out: &mut impl Write,
    shown: &ReplayedMatch,
    event: Option<&str>,
) -> Result<(), RecordsError> {
    let known = shown.game.known().and_then(|game| Some((game, draughts_rules(game)?)));
    let (game, rules) = known.ok_or_else(|| RecordsError::NoSuchForm {
        game: shown.game.to_string(),
        form: "PDN",
        why: "PDN is for draughts",
    })?;
    let mut tags = if shown.pdn.tags.is_empty() {
        pdn_tags(&shown.claim, game, &shown.summary.id, event)
    } else {
        let own = shown.pdn.tags.iter();
        own.map(|(name, value)| (Cow::Borrowed(&**name), Cow::Borrowed(&**value))).collect()
    };
    state_result(&mut tags, shown, game);
    let preface = &shown.pdn.preface;
    let texts: Vec<String> = shown.played.steps().map(|step| step.text).collect();
    let moves = texts.iter().enumerate();
    let written = Written {
        tags,
        comment: (!preface.is_empty()).then_some(preface),
        moves: moves.map(|(ply, text)| (&**text, shown.comment(ply))),
        second_player_starts: shown.played.turn(0) == Player::O,
        capture_sign: capture_sign(game),
    };
    let written = write(out, &rules, written);
    written.map_err(|source| At::io("the PDN".as_ref(), "cannot be written", source).into())
}

/// Spells the result as the GameType does. A result that stands only after the moves becomes a tag,
/// because the star replaces it there.
fn state_result(tags: &mut Vec<Tag<'_>>, shown: &ReplayedMatch, game: GameId) {
    let result = outcome(shown.summary.winner, shown.summary.is_draw).text(game).into();
    match tags.iter_mut().find(|(name, _)| name == "Result") {
        None => tags.push(("Result".into(), result)),
        Some((_, value)) => match PdnOutcome::from_text(value.trim().as_bytes()) {
            // What the match does not hold: both lost, or points of the event's own.
            None | Some(PdnOutcome::BothLost) => {}
            Some(_) => *value = result,
        },
    }
}

fn outcome(winner: Option<Player>, is_draw: bool) -> PdnOutcome {
    match winner {
        Some(Player::X) => PdnOutcome::First,
        Some(Player::O) => PdnOutcome::Second,
        None if is_draw => PdnOutcome::Draw,
        None => PdnOutcome::Open,
    }
}

/// The PDN tags of a recorded match. Our own tags hold what PDN has no tag for: `ArbitroGame` the
/// game, if it has no GameType, and `ArbitroMatch` the match's id. A record has no date.
pub fn pdn_tags<'a>(
    record: &'a MatchRecord,
    game: GameId,
    id: &'a str,
    event: Option<&'a str>,
) -> Vec<Tag<'a>> {
    let name =
        |of: fn(&Both<Named>) -> &Named| record.players.as_ref().map_or("?", |both| &of(both).name);
    let (x, o) = (name(|it| &it.x), name(|it| &it.o));
    let (white, black) = if card(game).player_1_is_white { (x, o) } else { (o, x) };
    let round = record.round.map_or("?".to_owned(), |round| round.to_string());
    let winner = record.winner.as_ref().and_then(Claimed::known);
    let is_draw = is_draw(winner, record.reason.as_ref());
    let result = outcome(winner, is_draw).text(game);
    let mut tags: Vec<(&str, Cow<'_, str>)> = vec![
        ("Event", event.unwrap_or("?").into()),
        ("Site", "?".into()),
        ("Round", round.into()),
        ("White", white.into()),
        ("Black", black.into()),
        ("Result", result.into()),
    ];
    tags.extend(game_type(game).map(|game_type| ("GameType", game_type.into())));
    if let Some(start) = &record.start {
        tags.push(("SetUp", "1".into()));
        tags.push(("FEN", pdn_fen(game, start)));
    }
    tags.extend(record.reason.as_deref().map(|reason| ("Termination", reason.into())));
    if game_type(game).is_none() {
        tags.push(("ArbitroGame", game.name().into()));
    }
    tags.push(("ArbitroMatch", id.into()));
    tags.into_iter().map(|(name, value)| (name.into(), value)).collect()
}

/// A record's start as PDN 3.0 restricts it, however it is spelled; what is no position stays.
fn pdn_fen(game: GameId, start: &str) -> Cow<'_, str> {
    open(game, Start::Fen(start), None).map_or(start.into(), |open| open.fen(0).into())
}
