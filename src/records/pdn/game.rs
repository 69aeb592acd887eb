//! Recognises the game of a PDN entry, and replays the entry as that game.

use super::play::see_as;
use crate::error::RecordsError;
use crate::matches::remark::Remark;
use crate::matches::replayed_match::{ReplayedMatch, Unjudged, Wrong};
use crate::reading::hints::Hints;
use crate::words::{Games, RecordMessage};
use arbitro_pdn::{Game, Habit, NamedGame, decoded, game_of_type, game_of_words, game_type};
use arbitro_rules::GameId;
use arbitro_words::Quoted;

/// The games that are tried on an entry whose tags name none, the most played first. The course's
/// game allows most and comes last: an entry is shown as it only if nothing else fits.
const TRIED: [GameId; 8] = [
    GameId::International,
    GameId::English,
    GameId::Italian,
    GameId::Russian,
    GameId::Brazilian,
    GameId::Frenchfree,
    GameId::Guide,
    GameId::Dama,
];

/// The game that an entry's tags name, or else the caller. A variant that is not played here counts
/// more than GameType, which programs write without looking.
pub(super) fn named_game(pdn: &Game<'_>, hints: &Hints) -> Option<NamedGame> {
    let ours = pdn.tag_value("ArbitroGame");
    if let Some(game) = ours.and_then(|ours| decoded(ours).0.parse().ok()) {
        return Some(NamedGame::Ours(game));
    }
    let by_type = pdn.tag_value("GameType").and_then(game_of_type);
    let by_words = match named_variant(pdn) {
        Some(foreign @ NamedGame::Words(_)) => return Some(foreign),
        ours => ours,
    };
    by_type.or(by_words).or_else(|| hints.game.map(NamedGame::Ours))
}

fn named_variant(pdn: &Game<'_>) -> Option<NamedGame> {
    let mut values = ["Variant", "GameVariant"].into_iter();
    values.find_map(|name| game_of_words(&decoded(pdn.tag_value(name)?).0))
}

/// Returns the game that the tags or the caller name; `None` if only the moves can tell.
pub(crate) fn game_by_tags(pdn: &Game<'_>, hints: &Hints) -> Result<Option<GameId>, RecordMessage> {
    match named_game(pdn, hints) {
        None => Ok(None),
        Some(NamedGame::Ours(game)) if game.is_draughts() => Ok(Some(game)),
        Some(game) => Err(RecordMessage::NoPdn(game)),
    }
}

/// Plays an entry. One that only its moves tell the game of is seen as the first that fits.
pub(crate) fn see_pdn(
    pdn: &Game<'_>,
    hints: &Hints,
    id: String,
    place: &str,
) -> Result<ReplayedMatch, RecordsError> {
    let is_junk = pdn.habits.has(Habit::Junk);
    let not_judged = |why| RecordsError::NotJudged {
        id: id.clone(),
        place: place.to_owned(),
        why: Box::new(why),
        has_moves: pdn.moves > 0 || is_junk,
    };
    let mut replayed = match game_by_tags(pdn, hints).map_err(not_judged)? {
        Some(game) => {
            let mut replayed = see_as(game, pdn, id, place)?;
            replayed.remarks.extend(type_remark(pdn, game));
            replayed
        }
        None => game_by_moves(pdn, &id, place).map_err(not_judged)?,
    };
    if pdn.moves == 0 {
        replayed.unjudged = Some(if is_junk {
            Unjudged::Because(RecordMessage::NoMoves)
        } else {
            Unjudged::WithoutMoves
        });
    }
    Ok(replayed)
}

/// Sees an entry without a named game as the games that all its moves fit. Each game is tried
/// once, so the time is at most eight times that of a named game.
pub(crate) fn game_by_moves(
    pdn: &Game<'_>,
    id: &str,
    place: &str,
) -> Result<ReplayedMatch, RecordMessage> {
    let mut fitting: Vec<ReplayedMatch> = Vec::new();
    let mut furthest: Option<ReplayedMatch> = None;
    for game in TRIED {
        // A start that is no position of a game excludes that game.
        let Ok(seen) = see_as(game, pdn, id.to_owned(), place) else {
            continue;
        };
        // Every move is one of this game, whatever the result.
        if seen.wrong.as_ref().is_none_or(|it| matches!(it.why, RecordMessage::OtherResult { .. }))
        {
            fitting.push(seen);
        } else if furthest.as_ref().is_none_or(|furthest| furthest.plies() < seen.plies()) {
            furthest = Some(seen);
        }
    }
    let games: Vec<GameId> = fitting.iter().filter_map(|it| it.game.known()).collect();
    let Some(first) = fitting.first() else {
        let furthest = furthest.and_then(|furthest| {
            let Wrong { ply, written, why, .. } = furthest.wrong?;
            let (game, ply, text) = (furthest.game.known()?, ply?, Quoted(written?));
            Some(Box::new(RecordMessage::FitsUpTo { game, ply, text, why: Box::new(why) }))
        });
        return Err(RecordMessage::NoneFits { furthest });
    };
    let verdict = |it: &ReplayedMatch| (it.summary.winner, it.summary.is_draw, it.wrong.is_some());
    if fitting.iter().any(|replayed| verdict(replayed) != verdict(first)) {
        return Err(RecordMessage::VerdictsDiffer { games: Games(games) });
    }
    let is_one_reason = fitting.iter().all(|it| it.summary.reason == first.summary.reason);
    let mut seen = fitting.swap_remove(0);
    seen.others = games[1..].to_vec();
    seen.remarks.push(Remark::on_all(RecordMessage::Fit { games: Games(games) }));
    if !is_one_reason {
        seen.summary.reason = None;
    }
    Ok(seen)
}

/// Returns a remark if the GameType tag is missing or contradicts the game.
pub(super) fn type_remark(pdn: &Game<'_>, game: GameId) -> Option<Remark> {
    let Some(value) = pdn.tag_value("GameType") else {
        let is_named = pdn.tag_value("ArbitroGame").is_some() || named_variant(pdn).is_some();
        return (!is_named).then(|| Remark::on_all(RecordMessage::NoGameType { game }));
    };
    let (value, _) = decoded(value);
    let ours = game_type(game);
    let number = value.split(',').next().unwrap_or_default().trim();
    (ours != Some(number)).then(|| {
        let value: String = value.chars().take(30).collect();
        Remark::on_all(RecordMessage::OtherGameType { value, game })
    })
}
