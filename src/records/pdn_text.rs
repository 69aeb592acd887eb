//! Writes a match as PDN.

use std::borrow::Cow;
use std::io::{self, Write};

use super::error::RecordsError;
use super::pdn::{PdnOutcome, Written, game_type, write};
use super::pdn_match::player_1_is_white;
use super::playthrough::Playthrough;
use arbitro_rules::Player;
use arbitro_rules::draughts::draughts_rules;

/// Writes a match as PDN 3.0. A match from PDN keeps its tags; otherwise tags are made from what is
/// known. Our own tags `ArbitroGame` and `ArbitroMatch` hold the game, for games without a
/// GameType, and the match's id.
///
/// # Errors
///
/// For games other than draughts, and when `out` fails.
pub fn write_pdn(out: &mut impl Write, shown: &Playthrough) -> Result<(), RecordsError> {
    let rules = draughts_rules(shown.game).ok_or(RecordsError::NoSuchForm {
        game: shown.game,
        form: "PDN",
        why: "PDN is for draughts",
    })?;
    let tags = if shown.tags.is_empty() {
        usual_tags(shown)
    } else {
        let own = shown.tags.iter();
        own.map(|(name, value)| (Cow::Borrowed(&**name), Cow::Borrowed(&**value)))
            .collect()
    };
    let tagged = tags.iter().find(|(name, _)| name == "Result");
    let result = tagged
        .map(|(_, value)| value.trim().to_owned())
        .filter(|it| PdnOutcome::of(it.as_bytes()).is_some())
        .unwrap_or_else(|| outcome(shown).text().to_owned());
    let first = shown.positions.first().map_or(Player::X, |it| it.turn);
    let game = Written {
        tags,
        comment: shown.comment.as_deref(),
        moves: shown
            .moves
            .iter()
            .map(|it| (&*it.text, it.comment.as_deref())),
        second_player_starts: first == Player::O,
        result: &result,
    };
    write(out, &rules, game).map_err(refused)
}

fn refused(source: io::Error) -> RecordsError {
    RecordsError::Write {
        path: "the PDN".into(),
        source,
    }
}

fn outcome(shown: &Playthrough) -> PdnOutcome {
    match shown.winner {
        Some(winner) if (winner == Player::X) == player_1_is_white(shown.game) => PdnOutcome::White,
        Some(_) => PdnOutcome::Black,
        None if shown.is_draw => PdnOutcome::Draw,
        None => PdnOutcome::Open,
    }
}

fn usual_tags(shown: &Playthrough) -> Vec<(Cow<'_, str>, Cow<'_, str>)> {
    let named = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
    let (x, o) = (named(&shown.names.x), named(&shown.names.o));
    let (white, black) = if player_1_is_white(shown.game) {
        (x, o)
    } else {
        (o, x)
    };
    let round = shown
        .record
        .round
        .map_or("?".to_owned(), |it| it.to_string());
    let mut tags: Vec<(&str, Cow<'_, str>)> = vec![
        ("Event", "?".into()),
        ("Site", "?".into()),
        ("Date", "????.??.??".into()),
        ("Round", round.into()),
        ("White", white.into()),
        ("Black", black.into()),
        ("Result", outcome(shown).text().into()),
    ];
    tags.extend(game_type(shown.game).map(|it| ("GameType", it.into())));
    if let Some(start) = &shown.record.start {
        tags.push(("SetUp", "1".into()));
        tags.push(("FEN", start.into()));
    }
    tags.extend(shown.reason.as_deref().map(|it| ("Termination", it.into())));
    tags.push(("ArbitroGame", shown.game.name().into()));
    tags.push(("ArbitroMatch", (&*shown.id).into()));
    tags.into_iter()
        .map(|(name, value)| (name.into(), value))
        .collect()
}
