//! Solved races: Quoridor positions in which neither player has walls left.
//!
//! The walls on the board no longer change, so a position is two squares and a turn: few enough to
//! solve all of them by retrograde analysis. A race is solved only after it has been asked for
//! often enough to repay the work.

use std::collections::VecDeque;

use arbitro_endgames::{ExactValue, Oracle};
use arbitro_rules::quoridor::{Quoridor, Race};
use arbitro_rules::{Game, Player, Square};

/// Number of races in the cache.
const MAX_RACES: usize = 32;
/// Number of requests after which a race is solved.
const SOLVE_AFTER: u32 = 64;

/// A cache of races, indexed by the walls on the board.
#[derive(Debug)]
pub(super) struct RaceCache {
    slots: Vec<CachedRace>,
}

/// A cached race, solved once it has been asked for often enough.
#[derive(Debug, Default)]
struct CachedRace {
    walls: Option<Walls>,
    requests: u32,
    race: Option<SolvedRace>,
}

/// Hash key of the walls on the board, without pawns and walls left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Walls(u64);

impl Default for RaceCache {
    fn default() -> RaceCache {
        RaceCache { slots: (0..MAX_RACES).map(|_| CachedRace::default()).collect() }
    }
}

impl Oracle<Quoridor> for RaceCache {
    fn exact(&mut self, position: &Quoridor) -> Option<ExactValue> {
        let board = position.board();
        if board.walls_left(Player::X) != 0 || board.walls_left(Player::O) != 0 {
            return None;
        }
        let walls = Walls(position.walls_key());
        let slot = &mut self.slots[walls.0 as usize % MAX_RACES];
        if slot.walls != Some(walls) {
            *slot = CachedRace { walls: Some(walls), ..CachedRace::default() };
        }
        slot.requests += 1;
        if slot.race.is_none() && slot.requests >= SOLVE_AFTER {
            slot.race = Some(SolvedRace::solve(position));
        }
        slot.race.as_ref().map(|race| race.value(position))
    }
}

/// Plies to the end from every position of a race: even when the player to move loses, odd when it
/// wins, [`NO_FORCED_END`] for a draw.
#[derive(Debug)]
struct SolvedRace {
    size: usize,
    plies: Vec<u16>,
}

/// Neither player can force a win.
const NO_FORCED_END: u16 = u16::MAX;

/// A position of a race: both pawns, x first, and the player to move.
#[derive(Clone, Copy)]
struct RaceState {
    pawns: [Square; 2],
    turn: Player,
}

impl SolvedRace {
    fn index(&self, state: RaceState) -> usize {
        let [x, o] = state
            .pawns
            .map(|Square { row, column }| usize::from(row) * self.size + usize::from(column));
        (x * self.size * self.size + o) * 2 + state.turn as usize
    }

    fn value(&self, position: &Quoridor) -> ExactValue {
        let board = position.board();
        let state = RaceState {
            pawns: [Player::X, Player::O].map(|player| board.pawn(player)),
            turn: position.turn(),
        };
        match self.plies[self.index(state)] {
            NO_FORCED_END => ExactValue::Draw,
            plies if plies % 2 == 1 => ExactValue::Win(plies),
            plies => ExactValue::Loss(plies),
        }
    }

    /// Retrograde analysis: a step to a position that the opponent loses wins; when every step
    /// leads to positions that the opponent wins, the position is lost.
    fn solve(position: &Quoridor) -> SolvedRace {
        let size = position.board().size();
        let race = Race::new(position);
        let count = 2 * (size * size).pow(2);
        let mut solved = SolvedRace { size, plies: vec![NO_FORCED_END; count] };
        // The predecessors of each position, and its successors that are not yet known to be won by
        // the opponent.
        let mut predecessors = Predecessors::new(count);
        let mut open_moves = vec![0_u8; count];
        let mut known = VecDeque::new();
        for state in all_states(&race, size) {
            let at = solved.index(state);
            let [own, enemy] = [state.turn, !state.turn].map(|player| state.pawns[player as usize]);
            if race.is_goal(!state.turn, enemy) {
                // The opponent has just arrived.
                solved.plies[at] = 0;
                known.push_back(at);
                continue;
            }
            for to in race.steps(own, enemy) {
                let mut next = RaceState { turn: !state.turn, ..state };
                next.pawns[state.turn as usize] = to;
                predecessors.push(solved.index(next), at);
                open_moves[at] += 1;
            }
        }
        // First in, first out: positions become known in order of plies. So the first value of a
        // position is its nearest win or its farthest loss, and never changes.
        while let Some(at) = known.pop_front() {
            let plies = solved.plies[at] + 1;
            let is_win = plies % 2 == 1;
            for before in predecessors.entries_of(at) {
                if solved.plies[before] != NO_FORCED_END {
                    continue;
                }
                open_moves[before] -= 1;
                if is_win || open_moves[before] == 0 {
                    solved.plies[before] = plies;
                    known.push_back(before);
                }
            }
        }
        solved
    }
}

/// All positions from which both pawns can reach their goals, except those where the player to move
/// has already arrived.
fn all_states(race: &Race, size: usize) -> impl Iterator<Item = RaceState> + '_ {
    let squares = (0..size * size).map(move |at| Square::new((at / size) as u8, (at % size) as u8));
    let pairs = squares.clone().flat_map(move |x| squares.clone().map(move |o| [x, o]));
    pairs
        .filter(|&[x, o]| {
            x != o && race.distance(Player::X, x).is_some() && race.distance(Player::O, o).is_some()
        })
        .flat_map(|pawns| [Player::X, Player::O].map(|turn| RaceState { pawns, turn }))
        .filter(|it| !race.is_goal(it.turn, it.pawns[it.turn as usize]))
}

/// Linked lists in one vector: the predecessors of each position.
struct Predecessors {
    /// The latest entry of each list plus one; 0 for an empty list.
    latest: Vec<u32>,
    /// Each entry, with the one before it in the same list.
    entries: Vec<(u32, u32)>,
}

impl Predecessors {
    fn new(count: usize) -> Predecessors {
        Predecessors { latest: vec![0; count], entries: Vec::with_capacity(4 * count) }
    }

    fn push(&mut self, list: usize, entry: usize) {
        // At most 5 entries for each of 2 * 225^2 positions: this fits into a u32.
        self.entries.push((entry as u32, self.latest[list]));
        self.latest[list] = self.entries.len() as u32;
    }

    fn entries_of(&self, list: usize) -> impl Iterator<Item = usize> + '_ {
        let mut next = self.latest[list];
        std::iter::from_fn(move || {
            let (entry, before) = *self.entries.get((next as usize).checked_sub(1)?)?;
            next = before;
            Some(entry as usize)
        })
    }
}
