//! Generates captures: single ones for whole sets of men at once, longer ones piece by piece and
//! route by route, each move once.

use smallvec::SmallVec;

use super::{Capturers, Generator, Side, crown_row, has_several, men_capture};
use crate::draughts::geometry::{Direction, Square, step};
use crate::draughts::moves::{Move, Sink};
use crate::draughts::rule_set::{
    Chain, Crowning, KingLanding, KingReach, MenCapture, Priority, RuleSet,
};

/// A capture in progress.
#[derive(Clone, Copy)]
struct Chase {
    from: u64,
    at: u64,
    captured: u64,
    /// One bit for each capture, the latest lowest: set if a king was captured. Only the Italian
    /// rules use it.
    kings_on_path: u32,
}

impl Chase {
    /// A capture that has not begun.
    fn from_square(from: u64) -> Chase {
        Chase { from, at: from, captured: 0, kings_on_path: 0 }
    }
}

/// Stations already visited by the capturing piece: its square, what it had captured by then, and
/// in which order kings came. From the same station the same captures follow, so none is searched
/// twice. This makes each move come once, and keeps constructed boards with millions of routes
/// affordable.
type Visited = SmallVec<[(u64, u64, u32); 16]>;

/// The fewest captures after which two routes can end in the same move. Shorter captures need no
/// check for duplicates.
const fn shortest_round_trip<R: RuleSet>() -> u32 {
    match R::RULES.kings {
        // Four jumps of length two are the smallest closed route.
        KingReach::Short => 4,
        // Straight on after a capture there may be several squares to land on.
        KingReach::Flying => 2,
    }
}

/// Calls `of` for each direction, unrolled.
#[inline(always)]
fn by_direction<T>(mut of: impl FnMut(Direction) -> T) -> [T; 4] {
    const {
        assert!(matches!(
            Direction::ALL,
            [Direction::UpLeft, Direction::UpRight, Direction::DownRight, Direction::DownLeft]
        ));
    }
    [
        of(Direction::UpLeft),
        of(Direction::UpRight),
        of(Direction::DownRight),
        of(Direction::DownLeft),
    ]
}

impl Generator {
    #[inline(always)]
    pub(super) fn captures<R: RuleSet, S: Side, K: Sink>(
        &self,
        capturers: &Capturers,
        sink: &mut K,
    ) {
        if R::RULES.chain == Chain::Single {
            // A table row with flying kings and single captures would need its own code here.
            const {
                let is_single = matches!(R::RULES.chain, Chain::Single);
                assert!(!is_single || matches!(R::RULES.kings, KingReach::Short));
            };
            let mut jumpers = capturers.men;
            if capturers.kings != 0 {
                for direction in Direction::ALL {
                    jumpers[direction as usize] |=
                        self.jumpers::<R>(capturers.kings, self.enemy, direction);
                }
            }
            Self::single_jumps::<R, K>(&jumpers, sink);
        } else if capturers.kings == 0 && self.are_single::<R, S>(capturers) {
            // By far the most common captures: equally ranked, one piece each.
            Self::single_jumps::<R, K>(&capturers.men, sink);
        } else {
            self.whole_captures::<R, S, K>(capturers, sink);
        }
    }

    /// Returns the only capture, if it is a man's and ends after one jump; otherwise passes all
    /// captures to `sink`.
    #[inline(always)]
    pub(super) fn captures_but_one<R: RuleSet, S: Side, K: Sink>(
        &self,
        capturers: &Capturers,
        sink: &mut K,
    ) -> Option<Move> {
        let are_single = R::RULES.chain == Chain::Single || self.are_single::<R, S>(capturers);
        if capturers.kings != 0 || !are_single {
            self.captures::<R, S, K>(capturers, sink);
            return None;
        }
        let [a, b, c, d] = capturers.men;
        if has_several([a, b, c, d]) {
            Self::single_jumps::<R, K>(&capturers.men, sink);
            return None;
        }
        let over =
            by_direction(|direction| step::<R>(capturers.men[direction as usize], direction));
        let to = by_direction(|direction| step::<R>(over[direction as usize], direction));
        Some(Move {
            from: Square::lowest(a | b | c | d),
            to: Square::lowest(to[0] | to[1] | to[2] | to[3]),
            captured: over[0] | over[1] | over[2] | over[3],
        })
    }

    /// Returns true if the captures of men are all of one piece and of the same rank.
    #[inline(always)]
    fn are_single<R: RuleSet, S: Side>(&self, capturers: &Capturers) -> bool {
        let kings_count = R::RULES.priority == Priority::MostPiecesThenKings;
        if kings_count && self.enemy != self.enemy_men {
            return false;
        }
        !self.can_men_continue::<R, S>(capturers)
    }

    /// Returns true if some man finds more to capture after its first jump. The board need not be
    /// updated for that jump: the next one can neither land on its origin nor capture the same
    /// piece again. A man crowned on the way that could then do more than a man counts as
    /// continuing.
    #[inline(always)]
    fn can_men_continue<R: RuleSet, S: Side>(&self, capturers: &Capturers) -> bool {
        let kings_do_more = R::RULES.kings == KingReach::Flying
            || R::RULES.men_capture == MenCapture::Forward
            || !R::RULES.men_take_kings;
        let crowning = if R::RULES.crowning == Crowning::GoesOn && kings_do_more {
            crown_row::<R, S>()
        } else {
            0
        };
        let jumpable_from = by_direction(|direction| {
            if men_capture::<R, S>(direction) {
                let back = direction.opposite();
                step::<R>(self.men_prey::<R>() & step::<R>(self.empty, back), back)
            } else {
                0
            }
        });
        let going_on = by_direction(|direction| {
            let jumpers = capturers.men[direction as usize];
            let landings = step::<R>(step::<R>(jumpers, direction), direction);
            let onward = by_direction(|next| {
                // The piece just captured lies straight back.
                if next == direction.opposite() { 0 } else { jumpable_from[next as usize] }
            });
            landings & (onward[0] | onward[1] | onward[2] | onward[3] | crowning)
        });
        going_on[0] | going_on[1] | going_on[2] | going_on[3] != 0
    }

    /// Captures of exactly one piece by a short jump, from the jumpers of each direction.
    #[inline(always)]
    fn single_jumps<R: RuleSet, K: Sink>(jumpers: &[u64; 4], sink: &mut K) {
        let [up_left, up_right, down_right, down_left] = *jumpers;
        Self::jumps_towards::<R, K>(Direction::UpLeft, up_left, sink);
        Self::jumps_towards::<R, K>(Direction::UpRight, up_right, sink);
        Self::jumps_towards::<R, K>(Direction::DownRight, down_right, sink);
        Self::jumps_towards::<R, K>(Direction::DownLeft, down_left, sink);
    }

    #[inline(always)]
    fn jumps_towards<R: RuleSet, K: Sink>(direction: Direction, jumpers: u64, sink: &mut K) {
        if K::COUNTS_ONLY {
            sink.add(jumpers);
            return;
        }
        let mut jumpers = jumpers;
        while jumpers != 0 {
            let from = jumpers & jumpers.wrapping_neg();
            jumpers ^= from;
            let over = step::<R>(from, direction);
            sink.capture(from, step::<R>(over, direction), over, 0);
        }
    }

    #[inline(always)]
    fn whole_captures<R: RuleSet, S: Side, K: Sink>(&self, capturers: &Capturers, sink: &mut K) {
        let mut visited = Visited::new();
        let mut men = capturers.all_men();
        while men != 0 {
            let from = men & men.wrapping_neg();
            men ^= from;
            visited.clear();
            self.chase_with_man::<R, S, _>(Chase::from_square(from), &mut visited, sink);
        }
        let mut kings = capturers.kings;
        while kings != 0 {
            let from = kings & kings.wrapping_neg();
            kings ^= from;
            visited.clear();
            self.chase_with_king::<R, S, _>(Chase::from_square(from), &mut visited, sink);
        }
    }

    /// Returns true if the capturing piece reached this station before by another route.
    #[inline(always)]
    fn is_known<R: RuleSet>(chase: &Chase, visited: &mut Visited) -> bool {
        // This many captured pieces clear the set; counting bits takes longer.
        let mut rest = chase.captured;
        for _ in 1..shortest_round_trip::<R>() {
            rest &= rest.wrapping_sub(1);
        }
        if rest == 0 {
            return false;
        }
        let station = (chase.at, chase.captured, chase.kings_on_path);
        if visited.contains(&station) {
            return true;
        }
        visited.push(station);
        false
    }

    #[inline(always)]
    fn finish<R: RuleSet>(&self, chase: &Chase, with_king: bool, sink: &mut impl Sink) {
        let rank = match R::RULES.priority {
            Priority::Free => 0,
            Priority::MostPieces => chase.captured.count_ones(),
            Priority::MostPiecesThenKings => {
                let kings_taken = (chase.captured & !self.enemy_men).count_ones();
                chase.captured.count_ones() << 8 | kings_taken
            }
            Priority::KingFirst => u32::from(with_king),
            Priority::Italian => {
                // Compared from the first capture on: all paths that get this far are equally
                // long, so the one that meets a king earlier is the greater number.
                let kings_taken = chase.kings_on_path.count_ones();
                chase.captured.count_ones() << 24
                    | u32::from(with_king) << 20
                    | kings_taken << 16
                    | chase.kings_on_path
            }
        };
        sink.capture(chase.from, chase.at, chase.captured, rank);
    }

    fn chase_with_man<R: RuleSet, S: Side, K: Sink>(
        &self,
        chase: Chase,
        visited: &mut Visited,
        sink: &mut K,
    ) {
        if Self::is_known::<R>(&chase, visited) {
            return;
        }
        let [a, b, c, d] = Direction::ALL;
        let goes_on = self.chase_towards::<R, S, K>(a, &chase, visited, sink)
            | self.chase_towards::<R, S, K>(b, &chase, visited, sink)
            | self.chase_towards::<R, S, K>(c, &chase, visited, sink)
            | self.chase_towards::<R, S, K>(d, &chase, visited, sink);
        if !goes_on && chase.captured != 0 {
            self.finish::<R>(&chase, false, sink);
        }
    }

    /// Captures with a man in one direction, and continues if it can.
    #[inline(always)]
    fn chase_towards<R: RuleSet, S: Side, K: Sink>(
        &self,
        direction: Direction,
        chase: &Chase,
        visited: &mut Visited,
        sink: &mut K,
    ) -> bool {
        if !men_capture::<R, S>(direction) {
            return false;
        }
        let over = step::<R>(chase.at, direction) & self.men_prey::<R>() & !chase.captured;
        let to = step::<R>(over, direction) & (self.empty | chase.from);
        if to == 0 {
            return false;
        }
        let next = Chase {
            at: to,
            captured: chase.captured | over,
            kings_on_path: chase.kings_on_path << 1,
            ..*chase
        };
        let crowned = to & crown_row::<R, S>() != 0;
        match R::RULES.crowning {
            Crowning::GoesOn if crowned => self.chase_with_king::<R, S, K>(next, visited, sink),
            Crowning::EndsMove if crowned => {
                if !Self::is_known::<R>(&next, visited) {
                    self.finish::<R>(&next, false, sink);
                }
            }
            _ => self.chase_with_man::<R, S, K>(next, visited, sink),
        }
        true
    }

    fn chase_with_king<R: RuleSet, S: Side, K: Sink>(
        &self,
        chase: Chase,
        visited: &mut Visited,
        sink: &mut K,
    ) {
        if Self::is_known::<R>(&chase, visited) {
            return;
        }
        match R::RULES.kings {
            KingReach::Short => self.chase_with_short_king::<R, K>(chase, visited, sink),
            KingReach::Flying => self.chase_with_flying_king::<R, K>(chase, visited, sink),
        }
    }

    fn chase_with_short_king<R: RuleSet, K: Sink>(
        &self,
        chase: Chase,
        visited: &mut Visited,
        sink: &mut K,
    ) {
        let [a, b, c, d] = Direction::ALL;
        let goes_on = self.chase_short_towards::<R, K>(a, &chase, visited, sink)
            | self.chase_short_towards::<R, K>(b, &chase, visited, sink)
            | self.chase_short_towards::<R, K>(c, &chase, visited, sink)
            | self.chase_short_towards::<R, K>(d, &chase, visited, sink);
        if !goes_on && chase.captured != 0 {
            self.finish::<R>(&chase, true, sink);
        }
    }

    /// Captures with a short-range king in one direction, and continues if it can.
    #[inline(always)]
    fn chase_short_towards<R: RuleSet, K: Sink>(
        &self,
        direction: Direction,
        chase: &Chase,
        visited: &mut Visited,
        sink: &mut K,
    ) -> bool {
        let over = step::<R>(chase.at, direction) & self.enemy & !chase.captured;
        let to = step::<R>(over, direction) & (self.empty | chase.from);
        if to == 0 {
            return false;
        }
        let took_king = R::RULES.priority == Priority::Italian && over & self.enemy_men == 0;
        let next = Chase {
            at: to,
            captured: chase.captured | over,
            kings_on_path: chase.kings_on_path << 1 | u32::from(took_king),
            ..*chase
        };
        if !Self::is_known::<R>(&next, visited) {
            self.chase_with_short_king::<R, K>(next, visited, sink);
        }
        true
    }

    fn chase_with_flying_king<R: RuleSet, K: Sink>(
        &self,
        chase: Chase,
        visited: &mut Visited,
        sink: &mut K,
    ) {
        let mut goes_on = false;
        for direction in Direction::ALL {
            let (over, landings) = self.flight::<R>(&chase, direction);
            if landings == 0 {
                continue;
            }
            goes_on = true;
            let behind = Chase { captured: chase.captured | over, ..chase };
            // If it can continue from one of the squares behind the piece, it must.
            let mut onward = 0;
            let mut rest = landings;
            while rest != 0 {
                let at = rest & rest.wrapping_neg();
                rest ^= at;
                let next = Chase { at, ..behind };
                if Direction::ALL
                    .into_iter()
                    .any(|direction| self.flight::<R>(&next, direction).1 != 0)
                {
                    onward |= at;
                }
            }
            let mut rest = if onward != 0 { onward } else { landings };
            while rest != 0 {
                let at = rest & rest.wrapping_neg();
                rest ^= at;
                let next = Chase { at, ..behind };
                if Self::is_known::<R>(&next, visited) {
                    continue;
                }
                if onward != 0 {
                    self.chase_with_flying_king::<R, K>(next, visited, sink);
                } else {
                    self.finish::<R>(&next, true, sink);
                }
            }
        }
        if !goes_on && chase.captured != 0 {
            self.finish::<R>(&chase, true, sink);
        }
    }

    /// The first piece that a flying king can capture in a direction, and the squares behind it on
    /// which it may land; two empty sets if there is none.
    #[inline(always)]
    fn flight<R: RuleSet>(&self, chase: &Chase, direction: Direction) -> (u64, u64) {
        let free = self.empty | chase.from;
        let mut ahead = step::<R>(chase.at, direction);
        while ahead & free != 0 {
            ahead = step::<R>(ahead, direction);
        }
        // Captured pieces stay on the board until the move ends, and block.
        let over = ahead & self.enemy & !chase.captured;
        let mut landings = 0;
        let mut landing = step::<R>(over, direction) & free;
        if R::RULES.king_landing == KingLanding::JustBehind {
            return (over, landing);
        }
        while landing != 0 {
            landings |= landing;
            landing = step::<R>(landing, direction) & free;
        }
        (over, landings)
    }
}
