//! Tells which game a PDN entry is of, and checks the entry as that game.

use super::collection::{Checked, JudgedMatch};
use super::error::RecordsError;
use super::pdn::{Game, Habit, NamedGame, decoded, game_of_type, game_of_words, game_type};
use super::pdn_match::judged_as;
use super::remark::Remark;
use super::replayed::Problem;
use super::source::Hints;
use crate::words::{Games, Text};
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
    if let Some(game) = ours.and_then(|it| decoded(it).0.parse().ok()) {
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

/// The game of an entry, told without its moves.
pub(super) enum ToldGame {
    /// A tag names it, or the caller does.
    Named(GameId),
    /// Only its moves can tell.
    Unnamed,
}

/// Returns the game that tags or the caller tell.
pub(super) fn told_game(pdn: &Game<'_>, hints: &Hints) -> Result<ToldGame, Text> {
    match named_game(pdn, hints) {
        None => Ok(ToldGame::Unnamed),
        Some(NamedGame::Ours(game)) if game.is_draughts() => Ok(ToldGame::Named(game)),
        Some(game) => Err(Text::NoPdn(game)),
    }
}

/// Checks the moves of an entry without building positions to show.
pub(super) fn check_pdn(
    pdn: &Game<'_>,
    hints: &Hints,
    id: String,
    place: &str,
) -> Result<Checked, RecordsError> {
    if pdn.moves == 0 {
        return Ok(if pdn.habits.has(Habit::Junk) {
            Checked::NotJudged { id, why: Text::NoMoves }
        } else {
            Checked::WithoutMoves { id }
        });
    }
    let game = match told_game(pdn, hints) {
        Ok(ToldGame::Named(game)) => game,
        Ok(ToldGame::Unnamed) => {
            return Ok(match fitting_game(pdn, &id, place) {
                Ok((_, judged)) => Checked::Judged(Box::new(judged)),
                Err(why) => Checked::NotJudged { id, why },
            });
        }
        Err(why) => return Ok(Checked::NotJudged { id, why }),
    };
    let mut judged = judged_as(game, pdn, id, place)?;
    judged.remarks.extend(type_remark(pdn, game));
    Ok(Checked::Judged(Box::new(judged)))
}

/// Judges an entry without a named game as the games that all its moves fit. Each game is tried
/// once, so the time is at most eight times that of a named game.
pub(super) fn fitting_game(
    pdn: &Game<'_>,
    id: &str,
    place: &str,
) -> Result<(GameId, JudgedMatch), Text> {
    let mut fitting: Vec<(GameId, JudgedMatch)> = Vec::new();
    let mut furthest: Option<(GameId, JudgedMatch)> = None;
    for game in TRIED {
        // A start that is no position of a game excludes that game.
        let Ok(judged) = judged_as(game, pdn, id.to_owned(), place) else {
            continue;
        };
        if judged.fits {
            fitting.push((game, judged));
        } else if furthest.as_ref().is_none_or(|it| it.1.plies < judged.plies) {
            furthest = Some((game, judged));
        }
    }
    let games: Vec<GameId> = fitting.iter().map(|it| it.0).collect();
    let Some((_, first)) = fitting.first() else {
        let furthest = furthest.and_then(|(game, it)| {
            let Problem { ply, written, text } = it.problem?;
            let (ply, text, why) = (ply?, Quoted(written?), Box::new(text));
            Some(Box::new(Text::FitsUpTo { game, ply, text, why }))
        });
        return Err(Text::NoneFits { furthest });
    };
    let verdict = |it: &JudgedMatch| (it.winner.clone(), it.is_draw, it.problem.is_some());
    if fitting.iter().any(|(_, it)| verdict(it) != verdict(first)) {
        return Err(Text::VerdictsDiffer { games: Games(games) });
    }
    let is_one_reason = fitting.iter().all(|(_, it)| it.reason == first.reason);
    let (game, mut judged) = fitting.swap_remove(0);
    judged.others = games[1..].to_vec();
    judged.remarks.push(Remark::on_all(Text::Fit { games: Games(games) }));
    if !is_one_reason {
        judged.reason = None;
    }
    Ok((game, judged))
}

/// Returns a remark if the GameType tag is missing or contradicts the game.
pub(super) fn type_remark(pdn: &Game<'_>, game: GameId) -> Option<Remark> {
    let Some(value) = pdn.tag_value("GameType") else {
        let is_named = pdn.tag_value("ArbitroGame").is_some() || named_variant(pdn).is_some();
        return (!is_named).then(|| Remark::on_all(Text::NoGameType { game }));
    };
    let (value, _) = decoded(value);
    let ours = game_type(game);
    let number = value.split(',').next().unwrap_or_default().trim();
    (ours != Some(number)).then(|| {
        let value: String = value.chars().take(30).collect();
        Remark::on_all(Text::OtherGameType { value, game })
    })
}
