//! The kernel: generates the legal moves of one side, for any row of the rule table.
//!
//! It is generic over rule set and side, so that each combination is compiled with
//! its own shifts and without the branches of other sets. When only the number of moves is needed,
//! whole sets of men are moved at once. This module finds the pieces that can capture; `captures`
//! follows each capture.

mod captures;

use super::board::Board;
use super::geometry::{Direction, geometry, step};
use super::moves::{Move, Sink};
use super::rule_set::{Capturing, KingReach, MenCapture, RuleSet};
use crate::Player;

/// The side to move, as a type.
pub(super) trait Side {
    type Opponent: Side<Opponent = Self>;
    const PLAYER: Player;
    /// Directions in which its men move.
    const FORWARD: [Direction; 2];
}

pub(super) enum SideX {}
pub(super) enum SideO {}

impl Side for SideX {
    type Opponent = SideO;
    const PLAYER: Player = Player::X;
    const FORWARD: [Direction; 2] = [Direction::UpLeft, Direction::UpRight];
}

impl Side for SideO {
    type Opponent = SideX;
    const PLAYER: Player = Player::O;
    const FORWARD: [Direction; 2] = [Direction::DownRight, Direction::DownLeft];
}

/// The row on which a side's men are crowned.
#[inline(always)]
pub(super) const fn crown_row<R: RuleSet, S: Side>() -> u64 {
    match S::PLAYER {
        Player::X => geometry::<R>().top_row,
        Player::O => geometry::<R>().bottom_row,
    }
}

/// Passes every legal move of side `S` to `sink`: quiet moves in ascending order, each move once.
#[inline(always)]
pub(super) fn generate<R: RuleSet, S: Side, K: Sink>(board: &Board, sink: &mut K) {
    let generator = Generator::new::<R, S>(board);
    let capturers = generator.capturers::<R, S>();
    match R::RULES.capturing {
        Capturing::Optional => {
            generator.quiets::<R, S, K>(sink);
            generator.captures::<R, S, K>(&capturers, sink);
        }
        Capturing::Forced if capturers.are_any() => {
            generator.captures::<R, S, K>(&capturers, sink);
        }
        Capturing::Forced => generator.quiets::<R, S, K>(sink),
    }
}

/// Returns true if side `S` has a legal move. An obligation to capture never leaves a side without
/// moves.
pub(super) fn can_move<R: RuleSet, S: Side>(board: &Board) -> bool {
    let generator = Generator::new::<R, S>(board);
    generator.can_step::<R, S>() || generator.capturers::<R, S>().are_any()
}

/// Kind of moves that the player to move has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AvailableMoves {
    /// No moves: the match is lost.
    Nothing,
    /// Quiet moves only.
    Steps,
    /// Captures, and possibly quiet moves.
    Captures,
}

/// Returns the kind of moves that side `S` has.
#[inline(always)]
pub(super) fn choice<R: RuleSet, S: Side>(board: &Board) -> AvailableMoves {
    let generator = Generator::new::<R, S>(board);
    if generator.capturers::<R, S>().are_any() {
        AvailableMoves::Captures
    } else if generator.can_step::<R, S>() {
        AvailableMoves::Steps
    } else {
        AvailableMoves::Nothing
    }
}

/// Returns the only capture of side `S` if that is cheap to see; otherwise passes all legal
/// captures to `sink`.
#[inline(always)]
pub(super) fn generate_captures<R: RuleSet, S: Side, K: Sink>(
    board: &Board,
    sink: &mut K,
) -> Option<Move> {
    let generator = Generator::new::<R, S>(board);
    let capturers = generator.capturers::<R, S>();
    generator.captures_but_one::<R, S, K>(&capturers, sink)
}

/// Passes every quiet move of side `S`, which must not be forced to capture, to `sink`.
#[inline(always)]
pub(super) fn generate_steps<R: RuleSet, S: Side, K: Sink>(board: &Board, sink: &mut K) {
    Generator::new::<R, S>(board).quiets::<R, S, K>(sink);
}

/// The moves that were generated first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstMoves {
    /// All moves; they are in the list.
    All,
    /// All captures; they are in the list. Quiet moves follow.
    Captures,
    /// A hinted quiet move; nothing is in the list. Other moves exist, but unless it is the
    /// `likely` one, none that captures or crowns.
    Step(Move),
}

/// Moves that a search expects to be good, by their codes.
#[derive(Clone, Copy, Debug)]
pub struct MoveHints {
    /// The most likely move, tried before everything else.
    pub likely: Option<u16>,
    /// Moves tried next in positions without captures or crownings.
    pub else_quiet: [u16; 2],
}

/// Finds a hinted quiet move, or else passes the moves of side `S` to `sink`: if captures are
/// optional, at first only those.
#[inline(always)]
pub(super) fn generate_first<R: RuleSet, S: Side, K: Sink>(
    board: &Board,
    hints: &MoveHints,
    sink: &mut K,
) -> FirstMoves {
    let generator = Generator::new::<R, S>(board);
    let capturers = generator.capturers::<R, S>();
    if capturers.are_any() {
        let steps_too = R::RULES.capturing == Capturing::Optional && generator.can_step::<R, S>();
        if steps_too && let Some(step) = hints.likely.and_then(|it| generator.step_of::<R, S>(it)) {
            return FirstMoves::Step(step);
        }
        generator.captures::<R, S, K>(&capturers, sink);
        return if steps_too { FirstMoves::Captures } else { FirstMoves::All };
    }
    if generator.can_choose_step::<R, S>() {
        let found = match hints.likely {
            Some(likely) => generator.step_of::<R, S>(likely),
            None if generator.can_crown::<R, S>() => None,
            None => {
                let [first, second] = hints.else_quiet;
                (generator.step_of::<R, S>(first)).or_else(|| generator.step_of::<R, S>(second))
            }
        };
        if let Some(step) = found {
            return FirstMoves::Step(step);
        }
    }
    generator.quiets::<R, S, K>(sink);
    FirstMoves::All
}

#[inline(always)]
pub(super) fn can_capture<R: RuleSet, S: Side>(board: &Board) -> bool {
    Generator::new::<R, S>(board).capturers::<R, S>().are_any()
}

struct Generator {
    men: u64,
    kings: u64,
    enemy: u64,
    enemy_men: u64,
    empty: u64,
}

/// The pieces that can capture.
struct Capturers {
    /// Men, by the direction of their first jump.
    men: [u64; 4],
    kings: u64,
}

impl Capturers {
    #[inline(always)]
    fn all_men(&self) -> u64 {
        self.men[0] | self.men[1] | self.men[2] | self.men[3]
    }

    #[inline(always)]
    fn are_any(&self) -> bool {
        self.all_men() | self.kings != 0
    }
}

/// Returns true if men of side `S` capture in this direction.
#[inline(always)]
const fn men_capture<R: RuleSet, S: Side>(direction: Direction) -> bool {
    matches!(R::RULES.men_capture, MenCapture::AllWays)
        || direction as u8 == S::FORWARD[0] as u8
        || direction as u8 == S::FORWARD[1] as u8
}

/// Returns true if the sets hold several bits in all; a bit in two sets counts twice.
#[inline(always)]
fn has_several<const N: usize>(sets: [u64; N]) -> bool {
    let (mut some, mut several) = (0, 0);
    for set in sets {
        several |= set & set.wrapping_sub(1) | if set == 0 { 0 } else { some };
        some |= set;
    }
    several != 0
}

impl Generator {
    #[inline(always)]
    fn new<R: RuleSet, S: Side>(board: &Board) -> Generator {
        let own = board.of(S::PLAYER);
        let enemy = board.of(<S::Opponent as Side>::PLAYER);
        Generator {
            men: own & !board.kings,
            kings: own & board.kings,
            enemy,
            enemy_men: enemy & !board.kings,
            empty: geometry::<R>().squares & !(own | enemy),
        }
    }

    /// The pieces that men may capture.
    #[inline(always)]
    fn men_prey<R: RuleSet>(&self) -> u64 {
        if R::RULES.men_take_kings { self.enemy } else { self.enemy_men }
    }

    /// Those of `pieces` that have an empty square next to them in a direction.
    #[inline(always)]
    fn steppers<R: RuleSet>(&self, pieces: u64, direction: Direction) -> u64 {
        pieces & step::<R>(self.empty, direction.opposite())
    }

    /// Those of `pieces` that can jump over a neighbour out of `prey` in a direction.
    #[inline(always)]
    fn jumpers<R: RuleSet>(&self, pieces: u64, prey: u64, direction: Direction) -> u64 {
        let back = direction.opposite();
        pieces & step::<R>(prey & step::<R>(self.empty, back), back)
    }

    #[inline(always)]
    fn can_step<R: RuleSet, S: Side>(&self) -> bool {
        S::FORWARD.into_iter().any(|direction| self.steppers::<R>(self.men, direction) != 0)
            || Direction::ALL
                .into_iter()
                .any(|direction| self.steppers::<R>(self.kings, direction) != 0)
    }

    /// Returns true only if there are several steps. May miss some where kings fly.
    #[inline(always)]
    fn can_choose_step<R: RuleSet, S: Side>(&self) -> bool {
        let men = S::FORWARD.map(|direction| self.steppers::<R>(self.men, direction));
        let kings = if self.kings == 0 {
            [0; 4]
        } else {
            Direction::ALL.map(|direction| self.steppers::<R>(self.kings, direction))
        };
        let [a, b] = men;
        let [c, d, e, f] = kings;
        has_several([a, b, c, d, e, f])
    }

    #[inline(always)]
    fn can_crown<R: RuleSet, S: Side>(&self) -> bool {
        let [a, b] = S::FORWARD.map(|direction| step::<R>(self.men, direction));
        (a | b) & self.empty & crown_row::<R, S>() != 0
    }

    /// The quiet move with this code, if it is legal.
    #[inline(always)]
    fn step_of<R: RuleSet, S: Side>(&self, code: u16) -> Option<Move> {
        let mv = Move::of_step_code(code)?;
        let (from, to) = (mv.from.bit(), mv.to.bit());
        if to & self.empty == 0 {
            return None;
        }
        let is_step = if from & self.men != 0 {
            let [a, b] = S::FORWARD.map(|direction| step::<R>(from, direction));
            (a | b) & to != 0
        } else {
            from & self.kings != 0
                && Direction::ALL.into_iter().any(|direction| {
                    let mut at = step::<R>(from, direction) & self.empty;
                    if R::RULES.kings == KingReach::Flying {
                        while at & !to != 0 {
                            at = step::<R>(at, direction) & self.empty;
                        }
                    }
                    at & to != 0
                })
        };
        is_step.then_some(mv)
    }

    #[inline(always)]
    fn capturers<R: RuleSet, S: Side>(&self) -> Capturers {
        let mut men = [0; 4];
        for direction in Direction::ALL {
            if men_capture::<R, S>(direction) {
                men[direction as usize] =
                    self.jumpers::<R>(self.men, self.men_prey::<R>(), direction);
            }
        }
        Capturers { men, kings: self.capturing_kings::<R>() }
    }

    /// Kings that can capture; with flying kings, those that see a capturable piece.
    #[inline(always)]
    fn capturing_kings<R: RuleSet>(&self) -> u64 {
        if self.kings == 0 {
            return 0;
        }
        match R::RULES.kings {
            KingReach::Short => {
                self.jumpers::<R>(self.kings, self.enemy, Direction::ALL[0])
                    | self.jumpers::<R>(self.kings, self.enemy, Direction::ALL[1])
                    | self.jumpers::<R>(self.kings, self.enemy, Direction::ALL[2])
                    | self.jumpers::<R>(self.kings, self.enemy, Direction::ALL[3])
            }
            KingReach::Flying => {
                let mut capturing = 0;
                for direction in Direction::ALL {
                    let back = direction.opposite();
                    // From every capturable piece, look back along empty squares for a king.
                    let mut seen_from = step::<R>(self.enemy & step::<R>(self.empty, back), back);
                    while seen_from != 0 {
                        capturing |= seen_from & self.kings;
                        seen_from = step::<R>(seen_from & self.empty, back);
                    }
                }
                capturing
            }
        }
    }

    #[inline(always)]
    fn quiets<R: RuleSet, S: Side, K: Sink>(&self, sink: &mut K) {
        if K::COUNTS_ONLY {
            for direction in S::FORWARD {
                sink.add(step::<R>(self.men, direction) & self.empty);
            }
            if self.kings != 0 {
                for direction in Direction::ALL {
                    let mut to = step::<R>(self.kings, direction) & self.empty;
                    sink.add(to);
                    if R::RULES.kings == KingReach::Flying {
                        while to != 0 {
                            to = step::<R>(to, direction) & self.empty;
                            sink.add(to);
                        }
                    }
                }
            }
            return;
        }
        let mut movers = self.steppers::<R>(self.men, S::FORWARD[0])
            | self.steppers::<R>(self.men, S::FORWARD[1]);
        if self.kings != 0 {
            for direction in Direction::ALL {
                movers |= self.steppers::<R>(self.kings, direction);
            }
        }
        while movers != 0 {
            let from = movers & movers.wrapping_neg();
            movers ^= from;
            let mut to;
            if from & self.kings == 0 {
                to = (step::<R>(from, S::FORWARD[0]) | step::<R>(from, S::FORWARD[1])) & self.empty;
            } else {
                to = 0;
                for direction in Direction::ALL {
                    let mut ray = step::<R>(from, direction) & self.empty;
                    to |= ray;
                    if R::RULES.kings == KingReach::Flying {
                        while ray != 0 {
                            ray = step::<R>(ray, direction) & self.empty;
                            to |= ray;
                        }
                    }
                }
            }
            sink.quiets(from, to);
        }
    }
}
