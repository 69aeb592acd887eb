//! Diagrams of a draughts rule book: pieces placed by hand, moves from the game's own generator.
//!
//! Places are given for a board whose dark corner is at the left, and mirrored for the others.

use super::words::Number;
use super::{ENGLISH, Illustration, RuleBookPart, either};
use crate::Label;
use arbitro_rules::draughts::{DarkCorner, Rules};
use arbitro_rules::line::{Start, open};
use arbitro_rules::notation::{Cell, Setup, Strictness};
use arbitro_rules::{GameId, Player, Square, card};

/// Makes the diagrams of a game.
pub(super) struct Scenes<'r> {
    pub(super) game: GameId,
    pub(super) rules: &'r Rules,
}

/// File name and title of a diagram.
pub(super) struct Diagram {
    pub(super) file: &'static str,
    pub(super) title: Label,
}

impl Scenes<'_> {
    /// The place of a diagram, given for a dark corner at the left.
    pub(super) fn place(&self, row: usize, column: usize) -> Square {
        match self.rules.dark_corner {
            DarkCorner::Left => Square::at(row, column),
            DarkCorner::Right => Square::at(row, self.rules.size - 1 - column),
        }
    }

    pub(super) fn name(&self, place: Square) -> String {
        (card(self.game).place_name)(place)
    }

    /// A diagram with player 1 to move, in which the moves of one piece, or of all, are marked.
    ///
    /// `None` if these pieces are not a board of the game.
    pub(super) fn picture(
        &self,
        diagram: &Diagram,
        pieces: &[(Cell, usize, usize)],
        of: Option<(usize, usize)>,
        caption: impl Fn(&Legal) -> String,
    ) -> Option<RuleBookPart> {
        let size = self.rules.size;
        let mut setup = Setup::empty(size);
        for &(cell, row, column) in pieces {
            let place = self.place(row, column);
            let (row, column) = place.indices();
            *setup.cells.get_mut(row)?.get_mut(column)? = cell;
        }
        let of = of.map(|(row, column)| self.place(row, column));
        let board = setup.text();
        let legal = legal(self.game, &board, of)?;
        Some(RuleBookPart::Picture(Illustration {
            game: self.game,
            file: format!("{}-{}", self.game, diagram.file),
            title: diagram.title.of(ENGLISH),
            board,
            marks: legal.places(),
            caption: caption(&legal),
        }))
    }
}

/// Legal moves of a diagram.
pub(super) struct Legal {
    /// From, to and captured squares, in the order of the moves.
    pub(super) moves: Vec<Vec<Square>>,
    pub(super) texts: Vec<String>,
    /// Names of the squares that the moves lead to.
    pub(super) targets: Vec<String>,
}

impl Legal {
    pub(super) fn places(&self) -> Vec<Square> {
        let mut places: Vec<Square> = Vec::new();
        for place in self.moves.iter().flat_map(|mv| mv.iter().take(2)) {
            if !places.contains(place) {
                places.push(*place);
            }
        }
        places
    }

    /// Formats the targets: `a`, `a or b`.
    pub(super) fn to(&self) -> String {
        either(&self.targets)
    }

    /// The moves in the game's notation.
    pub(super) fn written(&self) -> String {
        let texts: Vec<String> = self.texts.iter().map(|text| format!("`{text}`")).collect();
        either(&texts)
    }

    pub(super) fn captured(&self) -> Number {
        let captured = self.moves.iter().map(|mv| mv.len().saturating_sub(2));
        Number { count: captured.max().unwrap_or_default() }
    }
}

pub(super) fn legal(game: GameId, board: &str, of: Option<Square>) -> Option<Legal> {
    let (bytes, strictness) = (board.as_bytes(), Strictness::Strict);
    let line = open(game, Start::Board { bytes, turn: Player::X, strictness }, None).ok()?;
    let mut legal = Legal { moves: Vec::new(), texts: Vec::new(), targets: Vec::new() };
    for step in line.legal().into_iter().map(|key| line.step(key)) {
        let places = step.action.touched();
        let [from, to, ..] = places[..] else { continue };
        if of.is_some_and(|square| square != from) {
            continue;
        }
        legal.texts.push(step.text);
        let target = (card(game).place_name)(to);
        if !legal.targets.contains(&target) {
            legal.targets.push(target);
        }
        legal.moves.push(places);
    }
    Some(legal)
}
