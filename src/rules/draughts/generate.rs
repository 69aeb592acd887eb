//! The kernel: every legal move of one side, for any row of the rule table.
//!
//! Generic over the rule set and the side, so that each of the sixteen combinations is compiled
//! with its own shifts and without the other sets' branches. Whole sets of men are moved at once
//! where only the number of moves is wanted.

use smallvec::SmallVec;

use super::board::Board;
use super::geometry::{Direction, geometry, step};
use super::moves::Sink;
use super::rule_set::{Capturing, Chain, Crowning, KingReach, MenCapture, Priority, RuleSet};
use crate::rules::Player;

/// The side to move, as a type.
pub(super) trait Side {
    type Opponent: Side<Opponent = Self>;
    const PLAYER: Player;
    /// Where its men go.
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

/// Hands every legal move of side `S` to `sink`: quiet moves in ascending order, each move once.
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

/// Whether side `S` has any legal move. Capturing never takes a move away without giving one.
pub(super) fn can_move<R: RuleSet, S: Side>(board: &Board) -> bool {
    let generator = Generator::new::<R, S>(board);
    generator.can_step::<R, S>() || generator.capturers::<R, S>().are_any()
}

/// What the player to move can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Nothing at all: the match is lost.
    Nothing,
    /// Steps only.
    Steps,
    /// Captures, and steps perhaps.
    Captures,
}

/// Hands every legal capture of side `S` to `sink`, and says what else there is if there is none.
#[inline(always)]
pub(super) fn generate_captures<R: RuleSet, S: Side, K: Sink>(
    board: &Board,
    sink: &mut K,
) -> Choice {
    let generator = Generator::new::<R, S>(board);
    let capturers = generator.capturers::<R, S>();
    if capturers.are_any() {
        generator.captures::<R, S, K>(&capturers, sink);
        Choice::Captures
    } else if generator.can_step::<R, S>() {
        Choice::Steps
    } else {
        Choice::Nothing
    }
}

/// Whether side `S` can capture anything.
#[inline(always)]
pub(super) fn can_capture<R: RuleSet, S: Side>(board: &Board) -> bool {
    Generator::new::<R, S>(board).capturers::<R, S>().are_any()
}

struct Generator {
    men: u64,
    kings: u64,
    enemy: u64,
    /// What men may capture: all of `enemy`, or its men only.
    men_prey: u64,
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

/// Whether men of side `S` capture in a direction.
#[inline(always)]
const fn men_capture<R: RuleSet, S: Side>(direction: Direction) -> bool {
    matches!(R::RULES.men_capture, MenCapture::AllWays)
        || direction as u8 == S::FORWARD[0] as u8
        || direction as u8 == S::FORWARD[1] as u8
}

/// A capture under way.
#[derive(Clone, Copy)]
struct Chase {
    from: u64,
    at: u64,
    captured: u64,
    /// One bit a capture, the latest lowest: whether a king was taken. Only the Italian rules ask.
    kings_on_path: u32,
}

impl Chase {
    /// Before the first capture.
    fn of(from: u64) -> Chase {
        Chase {
            from,
            at: from,
            captured: 0,
            kings_on_path: 0,
        }
    }
}

/// Stations already visited by the piece that is capturing: where it stood, what it had taken by
/// then, and in which order of kings. From the same station the same captures follow, so none is
/// walked twice: this is what makes each move come once, and keeps boards that were made to have
/// millions of routes affordable.
type Visited = SmallVec<[(u64, u64, u32); 16]>;

/// Moves that capture at least this many pieces can be reached by more than one route.
const fn shortest_round_trip<R: RuleSet>() -> u32 {
    match R::RULES.kings {
        // Four jumps of length two are the smallest closed way.
        KingReach::Short => 4,
        // Straight on after a capture there may be several squares to stop on the way.
        KingReach::Flying => 2,
    }
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
            men_prey: if R::RULES.men_take_kings {
                enemy
            } else {
                enemy & !board.kings
            },
            empty: geometry::<R>().squares & !(own | enemy),
        }
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
        S::FORWARD
            .into_iter()
            .any(|direction| self.steppers::<R>(self.men, direction) != 0)
            || Direction::ALL
                .into_iter()
                .any(|direction| self.steppers::<R>(self.kings, direction) != 0)
    }

    #[inline(always)]
    fn capturers<R: RuleSet, S: Side>(&self) -> Capturers {
        let mut men = [0; 4];
        for direction in Direction::ALL {
            if men_capture::<R, S>(direction) {
                men[direction as usize] = self.jumpers::<R>(self.men, self.men_prey, direction);
            }
        }
        Capturers {
            men,
            kings: self.capturing_kings::<R>(),
        }
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
                    // From every capturable piece look back along empty squares for a king.
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

    #[inline(always)]
    fn captures<R: RuleSet, S: Side, K: Sink>(&self, capturers: &Capturers, sink: &mut K) {
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
        } else if capturers.kings == 0 && !self.men_may_go_on::<R, S>(capturers) {
            // By far the most captures: equally ranked, one piece each.
            Self::single_jumps::<R, K>(&capturers.men, sink);
        } else {
            self.whole_captures::<R, S, K>(capturers, sink);
        }
    }

    /// Whether some man, having jumped once, finds more to capture. Of what it changes by that jump
    /// nothing matters to the next one, which can neither land where it came from nor take again
    /// what it took. A man crowned on the way that can then do more than a man counts as going on.
    #[inline(always)]
    fn men_may_go_on<R: RuleSet, S: Side>(&self, capturers: &Capturers) -> bool {
        let kings_do_more = R::RULES.kings == KingReach::Flying
            || R::RULES.men_capture == MenCapture::Forward
            || !R::RULES.men_take_kings;
        let mut jumpable_from = [0; 4];
        for direction in Direction::ALL {
            if men_capture::<R, S>(direction) {
                let back = direction.opposite();
                jumpable_from[direction as usize] =
                    step::<R>(self.men_prey & step::<R>(self.empty, back), back);
            }
        }
        let mut going_on = 0;
        for direction in Direction::ALL {
            if !men_capture::<R, S>(direction) {
                continue;
            }
            let jumpers = capturers.men[direction as usize];
            let landings = step::<R>(step::<R>(jumpers, direction), direction);
            let mut onward = 0;
            for next in Direction::ALL {
                // Straight back lies what was just taken.
                if next != direction.opposite() {
                    onward |= jumpable_from[next as usize];
                }
            }
            if R::RULES.crowning == Crowning::GoesOn && kings_do_more {
                onward |= crown_row::<R, S>();
            }
            going_on |= landings & onward;
        }
        going_on != 0
    }

    /// Captures of exactly one piece by a short jump, from the jumpers of each direction.
    #[inline(always)]
    fn single_jumps<R: RuleSet, K: Sink>(jumpers: &[u64; 4], sink: &mut K) {
        for direction in Direction::ALL {
            let mut jumpers = jumpers[direction as usize];
            if K::COUNTS_ONLY {
                sink.add(jumpers);
                continue;
            }
            while jumpers != 0 {
                let from = jumpers & jumpers.wrapping_neg();
                jumpers ^= from;
                let over = step::<R>(from, direction);
                sink.capture(from, step::<R>(over, direction), over, 0);
            }
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
            self.chase_with_man::<R, S, _>(Chase::of(from), &mut visited, sink);
        }
        let mut kings = capturers.kings;
        while kings != 0 {
            let from = kings & kings.wrapping_neg();
            kings ^= from;
            visited.clear();
            self.chase_with_king::<R, S, _>(Chase::of(from), &mut visited, sink);
        }
    }

    /// Whether the capturing piece came to this station before, by another route.
    #[inline(always)]
    fn is_known<R: RuleSet>(chase: &Chase, visited: &mut Visited) -> bool {
        if chase.captured.count_ones() < shortest_round_trip::<R>() {
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
    fn finish<R: RuleSet>(chase: &Chase, with_king: bool, sink: &mut impl Sink) {
        let rank = match R::RULES.priority {
            Priority::Free => 0,
            Priority::MostPieces => chase.captured.count_ones(),
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
        let prey = self.men_prey & !chase.captured;
        let free = self.empty | chase.from;
        let mut goes_on = false;
        for direction in Direction::ALL {
            if R::RULES.men_capture == MenCapture::Forward
                && direction != S::FORWARD[0]
                && direction != S::FORWARD[1]
            {
                continue;
            }
            let over = step::<R>(chase.at, direction) & prey;
            let to = step::<R>(over, direction) & free;
            if to == 0 {
                continue;
            }
            goes_on = true;
            let next = Chase {
                at: to,
                captured: chase.captured | over,
                kings_on_path: chase.kings_on_path << 1,
                ..chase
            };
            let crowned = to & crown_row::<R, S>() != 0;
            match R::RULES.crowning {
                Crowning::GoesOn if crowned => self.chase_with_king::<R, S, K>(next, visited, sink),
                Crowning::EndsMove if crowned => {
                    if !Self::is_known::<R>(&next, visited) {
                        Self::finish::<R>(&next, false, sink);
                    }
                }
                _ => self.chase_with_man::<R, S, K>(next, visited, sink),
            }
        }
        if !goes_on && chase.captured != 0 {
            Self::finish::<R>(&chase, false, sink);
        }
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
        let prey = self.enemy & !chase.captured;
        let free = self.empty | chase.from;
        let mut goes_on = false;
        for direction in Direction::ALL {
            let over = step::<R>(chase.at, direction) & prey;
            let to = step::<R>(over, direction) & free;
            if to == 0 {
                continue;
            }
            goes_on = true;
            let took_king = R::RULES.priority == Priority::Italian && over & self.men_prey == 0;
            let next = Chase {
                at: to,
                captured: chase.captured | over,
                kings_on_path: chase.kings_on_path << 1 | u32::from(took_king),
                ..chase
            };
            if !Self::is_known::<R>(&next, visited) {
                self.chase_with_short_king::<R, K>(next, visited, sink);
            }
        }
        if !goes_on && chase.captured != 0 {
            Self::finish::<R>(&chase, true, sink);
        }
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
            let behind = Chase {
                captured: chase.captured | over,
                ..chase
            };
            // Where it can go on from one of the squares behind the piece, it must.
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
                    Self::finish::<R>(&next, true, sink);
                }
            }
        }
        if !goes_on && chase.captured != 0 {
            Self::finish::<R>(&chase, true, sink);
        }
    }

    /// The first piece that a flying king can take in a direction and the squares on which it may
    /// land behind it; nothing, twice, if there is none.
    #[inline(always)]
    fn flight<R: RuleSet>(&self, chase: &Chase, direction: Direction) -> (u64, u64) {
        let free = self.empty | chase.from;
        let mut ahead = step::<R>(chase.at, direction);
        while ahead & free != 0 {
            ahead = step::<R>(ahead, direction);
        }
        // What has been taken already stays until the move ends, and blocks.
        let over = ahead & self.enemy & !chase.captured;
        let mut landings = 0;
        let mut landing = step::<R>(over, direction) & free;
        while landing != 0 {
            landings |= landing;
            landing = step::<R>(landing, direction) & free;
        }
        (over, landings)
    }
}
