//! The registry of written games: those whose rules a program knows.
//!
//! A game is interned once for each name and hash of its rules, so that a [`GameId`] stays a copy. What is
//! interned is never freed, which is why there is a limit.

use std::fmt::Debug;
use std::sync::{Mutex, PoisonError};

use crate::card::Card;
use crate::line::{Line, NoStart, Start};
use crate::look::{Look, cell_name};
use crate::{GameId, InvalidValue};

pub const MAX_WRITTEN: usize = 256;
const MAX_NAME: usize = 32;
const MAX_WORD: usize = 64;

pub trait WrittenRules: Debug + Send + Sync {
    /// Opens a match. Without a ply limit it may never end.
    fn open(
        &self,
        game: GameId,
        start: Start<'_>,
        ply_limit: Option<u32>,
    ) -> Result<Box<dyn Line>, NoStart>;
}

/// The part of a [`Card`] that only a written game has.
#[derive(Debug)]
pub struct Written {
    pub look: Look,
    /// The board that a match begins with.
    pub first: String,
    pub(crate) rules: Box<dyn WrittenRules>,
}

/// A written game that is to be named.
#[derive(Debug)]
pub struct NewGame {
    pub name: String,
    pub ply_limit: u32,
    /// The board that a match begins with, which tells its size.
    pub first: String,
    pub look: Look,
    pub rules: Box<dyn WrittenRules>,
}

static INTERNED: Mutex<Vec<&'static Card>> = Mutex::new(Vec::new());

impl GameId {
    /// Names a written game. A game that was named before, with the same hash of its rules, stays as it is.
    pub fn intern(game: NewGame) -> Result<GameId, InvalidValue> {
        check_name(&game.name)?;
        let mut interned = INTERNED.lock().unwrap_or_else(PoisonError::into_inner);
        let hash_of = |card: &Card| card.written.map(|written| &written.look.sha256);
        let is_same =
            |card: &&&Card| card.name == game.name && hash_of(card) == Some(&game.look.sha256);
        if let Some(card) = interned.iter().find(is_same) {
            return Ok(GameId::Written(card));
        }
        if interned.len() >= MAX_WRITTEN {
            let most = format!("a process plays at most {MAX_WRITTEN} games that are not its own");
            return Err(InvalidValue(most));
        }
        let cells = game.look.cells(&game.first);
        let card = Box::leak(Box::new(Card {
            name: game.name.leak(),
            ply_limit: game.ply_limit,
            size: cells.map_or(0, |rows| rows.len()),
            lines: game.first.split('\n').count(),
            player_1_is_white: true,
            place_name: cell_name,
            written: Some(Box::leak(Box::new(Written {
                look: game.look,
                first: game.first,
                rules: game.rules,
            }))),
        }));
        interned.push(card);
        Ok(GameId::Written(card))
    }

    /// Returns the written game that was last named so in this process.
    pub fn written(name: &str) -> Option<GameId> {
        let interned = INTERNED.lock().unwrap_or_else(PoisonError::into_inner);
        interned.iter().rev().find(|card| card.name == name).map(|card| GameId::Written(card))
    }

    /// The look of a written game; `None` for a game that is compiled in.
    pub fn look(self) -> Option<&'static Look> {
        match self {
            GameId::Written(card) => card.written.map(|written| &written.look),
            _ => None,
        }
    }
}

/// Checks the name of a written game: `name`, or `name:WORD` where its program plays many games.
pub fn check_name(text: &str) -> Result<(), InvalidValue> {
    let (name, word) = text.split_once(':').map_or((text, None), |(name, word)| (name, Some(word)));
    let is_plain = |it: u8| matches!(it, b'a'..=b'z' | b'0'..=b'9' | b'-');
    let is_word = |it: u8| is_plain(it) || b"_=,.()".contains(&it);
    let has = |text: &str, most: usize, allowed: &dyn Fn(u8) -> bool| {
        (1..=most).contains(&text.len()) && text.bytes().all(allowed)
    };
    if !has(name, MAX_NAME, &is_plain) || word.is_some_and(|word| !has(word, MAX_WORD, &is_word)) {
        return Err(InvalidValue::new(text, |text| format!("{text:?} is not a game's name")));
    }
    if GameId::ALL.iter().any(|game| game.name() == name) {
        return Err(InvalidValue::new(name, |name| format!("{name} is a game of this program")));
    }
    Ok(())
}
