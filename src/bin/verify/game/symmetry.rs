//! Changes of the board that change no game.

use std::collections::BTreeMap;
use std::time::Instant;

use arbitro_games::{Game, Symmetry};
use arbitro_rules::history::LineEnd;
use arbitro_rules::line::{Line, Start, open};
use arbitro_rules::notation::Strictness;
use arbitro_rules::{Look, Player, SignOwner};

use crate::words::Finding;

/// A change of boards that the rules must not notice.
pub(super) struct Mirror {
    symmetry: Symmetry,
    /// Ways to turn the board of which one must hold: those that the start and all matches so far allow.
    ways: Vec<Way>,
    /// The lines that are not turned, the top one being 1.
    unmirrored: Vec<usize>,
    partners: BTreeMap<char, char>,
}

#[derive(Clone, Copy)]
struct Way {
    turn: Turn,
    /// True if the lines that are not turned change places.
    swaps: bool,
}

/// A turn of the board.
#[derive(Clone, Copy, PartialEq)]
enum Turn {
    None,
    LeftRight,
    UpsideDown,
    Half,
    /// Columns become rows.
    Transposed,
}

impl Turn {
    fn of(self, rows: &[&str]) -> Vec<String> {
        let is_square = rows.iter().all(|row| row.len() == rows.len());
        if self == Turn::Transposed && is_square {
            let column = |at| rows.iter().map(|row| char::from(row.as_bytes()[at])).collect();
            return (0..rows.len()).map(column).collect();
        }
        let mut rows: Vec<String> = rows.iter().map(|&row| row.to_owned()).collect();
        if matches!(self, Turn::LeftRight | Turn::Half) {
            rows = rows.iter().map(|row| row.chars().rev().collect()).collect();
        }
        if matches!(self, Turn::UpsideDown | Turn::Half) {
            rows.reverse();
        }
        rows
    }
}

impl Mirror {
    /// A symmetry of a game with this start; `None` if the start has it not.
    pub(super) fn new(game: &Game, look: &Look, symmetry: Symmetry, start: &str) -> Option<Mirror> {
        let turns = match symmetry {
            Symmetry::LeftRight => &[Turn::LeftRight][..],
            Symmetry::HalfTurn => &[Turn::Half],
            Symmetry::Colours => {
                &[Turn::None, Turn::UpsideDown, Turn::Half, Turn::LeftRight, Turn::Transposed]
            }
        };
        let both = [false, true].into_iter();
        let mut ways: Vec<Way> =
            both.flat_map(|swaps| turns.iter().map(move |&turn| Way { turn, swaps })).collect();
        let is_of_colours = symmetry == Symmetry::Colours;
        let partners = if is_of_colours { partners(look) } else { BTreeMap::new() };
        let unmirrored = game.unmirrored().to_vec();
        ways.retain(|way| !way.swaps || is_of_colours && unmirrored.len() > 1);
        let mut mirror = Mirror { symmetry, ways: Vec::new(), unmirrored, partners };
        ways.retain(|&way| !is_of_colours || mirror.is_alike(&mirror.image(way, start), start));
        mirror.ways = ways;
        (!mirror.ways.is_empty()).then_some(mirror)
    }

    fn image(&self, way: Way, board: &str) -> String {
        let rows = board.split('\n').enumerate();
        let is_fixed = |at: usize| self.unmirrored.contains(&(at + 1));
        let (fixed, turned): (Vec<_>, Vec<_>) = rows.partition(|row| is_fixed(row.0));
        let of = |rows: Vec<(usize, &'_ str)>, turn: Turn| {
            turn.of(&rows.into_iter().map(|row| row.1).collect::<Vec<_>>()).into_iter()
        };
        let mut fixed = of(fixed, if way.swaps { Turn::UpsideDown } else { Turn::None });
        let mut turned = of(turned, way.turn);
        let rows = (0..).map_while(|at| if is_fixed(at) { fixed.next() } else { turned.next() });
        let turned = rows.collect::<Vec<_>>().join("\n");
        turned.chars().map(|letter| self.partners.get(&letter).copied().unwrap_or(letter)).collect()
    }

    /// Compares two boards but for the lines that are not turned, which may say who is to move.
    fn is_alike(&self, one: &str, other: &str) -> bool {
        let mut lines = one.split('\n').zip(other.split('\n')).zip(1..);
        lines.all(|((one, other), line)| one == other || self.unmirrored.contains(&line))
    }

    fn player(&self, player: Player) -> Player {
        match self.symmetry {
            Symmetry::LeftRight | Symmetry::HalfTurn => player,
            Symmetry::Colours => !player,
        }
    }

    /// Compares each position of a match with its image; returns a difference and the ply. Positions with a state
    /// are reached by the images of all moves, as a state has none.
    pub(super) fn compare(
        &mut self,
        line: &dyn Line,
        has_state: bool,
        until: Option<Instant>,
    ) -> Option<(usize, Finding)> {
        let differences = self.ways.iter().map(|&way| match self.symmetry {
            Symmetry::Colours if has_state => Some((0, Finding::StateOfColours)),
            _ => self.difference(way, line, has_state, until),
        });
        let compared: Vec<_> = self.ways.iter().copied().zip(differences).collect();
        let holding = compared.iter().filter(|it| it.1.is_none()).map(|it| it.0);
        let holding: Vec<Way> = holding.collect();
        if !holding.is_empty() {
            self.ways = holding;
            return None;
        }
        // The way that held longest is the one that was meant.
        let found = compared.into_iter().filter_map(|(way, it)| it.map(|it| (way, it)));
        let (way, found) = found.max_by_key(|it| it.1.0)?;
        self.ways = vec![way];
        Some(found)
    }

    fn difference(
        &self,
        way: Way,
        line: &dyn Line,
        has_state: bool,
        until: Option<Instant>,
    ) -> Option<(usize, Finding)> {
        let usual = || open(line.game(), Start::Usual, None).ok();
        let (mut ours, mut theirs) = (usual()?, usual()?);
        for ply in 0..=line.plies() {
            if until.is_some_and(|until| Instant::now() >= until) {
                break;
            }
            let board = self.image(way, &ours.board(ply));
            if has_state && ply == 0 && board != theirs.board(0) {
                return Some((0, Finding::StateOfStart));
            }
            if has_state && ply > 0 {
                let key = theirs.judge(board.as_bytes(), Strictness::Strict).verdict.ok()?;
                theirs.play(key);
            } else if !has_state {
                let (bytes, turn) = (board.as_bytes(), self.player(ours.turn()));
                let start = Start::Board { bytes, turn, strictness: Strictness::Strict };
                theirs = open(line.game(), start, None).ok()?;
            }
            if theirs.broken().is_some() {
                break;
            }
            if let Some(finding) = self.differ(way, &mut *ours, &mut *theirs, board) {
                return Some((ply, finding));
            }
            let Some(step) = line.step_at(ply) else { break };
            let key = ours.read(&step.text).ok()?;
            ours.play(key);
        }
        None
    }

    /// Compares the moves and the end of a position with those of its image.
    fn differ(
        &self,
        way: Way,
        ours: &mut dyn Line,
        theirs: &mut dyn Line,
        board: String,
    ) -> Option<Finding> {
        let end = rules_end(ours).map(|rules_end| rules_end.map(|player| self.player(player)));
        if end != rules_end(theirs) {
            return Some(Finding::OtherEnd { board });
        }
        let mut mine: Vec<_> = ours.successors().iter().map(|it| self.image(way, it)).collect();
        mine.sort();
        let theirs = theirs.successors();
        if end.is_some() || mine.iter().eq(&theirs) {
            return None;
        }
        Some(Finding::OtherMoves { mine: mine.len(), theirs: theirs.len(), board })
    }
}

/// The end that the rules themselves make, and the winner.
fn rules_end(line: &dyn Line) -> Option<Option<Player>> {
    match line.end() {
        Some(LineEnd::Rules(winner)) => Some(winner),
        Some(_) | None => None,
    }
}

/// For each sign of a player the other's with the same picture, in their order; x and o where no sign is a player's.
fn partners(look: &Look) -> BTreeMap<char, char> {
    let of = |owner: SignOwner| look.signs.iter().filter(move |(_, it)| it.is == owner);
    let mut partners = BTreeMap::new();
    for (&sign, of_x) in of(SignOwner::X) {
        let mut free = of(SignOwner::O)
            .filter(|(it, of_o)| of_o.shape == of_x.shape && !partners.contains_key(*it));
        if let Some(&other) = free.next().map(|it| it.0) {
            partners.insert(sign, other);
            partners.insert(other, sign);
        }
    }
    if partners.is_empty() {
        partners.extend([('x', 'o'), ('o', 'x')]);
    }
    partners
}
