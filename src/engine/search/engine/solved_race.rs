//! Quoridor when nobody has walls left: solved.
//!
//! Then the walls stay as they are, and a position is two squares and a turn: few enough to know
//! the value of every one, by working backwards from the ends. A race is solved when it has come
//! up often enough to be worth it.

use std::collections::VecDeque;

use crate::search::{Exact, Oracle};
use arbitro_rules::quoridor::{Quoridor, Race, Square};
use arbitro_rules::{Game, Player};

/// Races that are kept.
const KEPT: usize = 32;
/// A race is solved when it has been asked about so often.
const WORTH_IT: u32 = 64;

/// The races that came up lately.
#[derive(Debug)]
pub(super) struct Races {
    slots: Vec<Slot>,
}

/// The walls of a race, and its values once they are known.
#[derive(Debug, Default)]
struct Slot {
    walls: Option<Walls>,
    asked: u32,
    race: Option<SolvedRace>,
}

/// What stays as it is: the board with its pawns and walls left taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Walls(u64);

impl Default for Races {
    fn default() -> Races {
        Races {
            slots: (0..KEPT).map(|_| Slot::default()).collect(),
        }
    }
}

impl Oracle<Quoridor> for Races {
    fn exact(&mut self, position: &Quoridor) -> Option<Exact> {
        let board = position.board();
        if board.walls_left(Player::X) != 0 || board.walls_left(Player::O) != 0 {
            return None;
        }
        let walls = Walls(position.walls_key());
        let slot = &mut self.slots[walls.0 as usize % KEPT];
        if slot.walls != Some(walls) {
            *slot = Slot {
                walls: Some(walls),
                ..Slot::default()
            };
        }
        slot.asked += 1;
        if slot.race.is_none() && slot.asked >= WORTH_IT {
            slot.race = Some(SolvedRace::solve(position));
        }
        slot.race.as_ref().map(|race| race.value(position))
    }
}

/// The plies to the end from every position, even to lose and odd to win, and draws.
#[derive(Debug)]
struct SolvedRace {
    size: usize,
    plies: Vec<u16>,
}

/// Nobody gets to the end by force.
const NEVER: u16 = u16::MAX;

/// Two squares, and whose pawn moves next.
#[derive(Clone, Copy)]
struct Runners {
    pawns: [Square; 2],
    turn: Player,
}

impl SolvedRace {
    fn index(&self, runners: Runners) -> usize {
        let [x, o] = runners
            .pawns
            .map(|Square { row, column }| usize::from(row) * self.size + usize::from(column));
        (x * self.size * self.size + o) * 2 + runners.turn as usize
    }

    fn value(&self, position: &Quoridor) -> Exact {
        let board = position.board();
        let runners = Runners {
            pawns: [Player::X, Player::O].map(|player| board.pawn(player)),
            turn: position.turn(),
        };
        match self.plies[self.index(runners)] {
            NEVER => Exact::Draw,
            plies if plies % 2 == 1 => Exact::Win(plies),
            plies => Exact::Loss(plies),
        }
    }

    /// Works backwards: who can step to a position that is lost for the other wins; who can only
    /// step to positions that the other wins loses.
    fn solve(position: &Quoridor) -> SolvedRace {
        let size = position.board().size();
        let race = Race::new(position);
        let count = 2 * (size * size).pow(2);
        let mut solved = SolvedRace {
            size,
            plies: vec![NEVER; count],
        };
        // Where each position leads to, at most five steps, and how many of these are not known to
        // be won by the other.
        let mut earlier = Lists::new(count);
        let mut open = vec![0_u8; count];
        let mut known = VecDeque::new();
        for runners in every_runners(&race, size) {
            let at = solved.index(runners);
            let [own, enemy] = [runners.turn, !runners.turn].map(|it| runners.pawns[it as usize]);
            if race.is_goal(!runners.turn, enemy) {
                // The other has just arrived.
                solved.plies[at] = 0;
                known.push_back(at);
                continue;
            }
            for to in race.steps(own, enemy) {
                let mut next = Runners {
                    turn: !runners.turn,
                    ..runners
                };
                next.pawns[runners.turn as usize] = to;
                earlier.push(solved.index(next), at);
                open[at] += 1;
            }
        }
        while let Some(at) = known.pop_front() {
            let plies = solved.plies[at] + 1;
            let is_win = plies % 2 == 1;
            for before in earlier.of(at) {
                if solved.plies[before] != NEVER {
                    continue;
                }
                open[before] -= 1;
                if is_win || open[before] == 0 {
                    solved.plies[before] = plies;
                    known.push_back(before);
                }
            }
        }
        solved
    }
}

/// Every two squares with a path to the goal, and both turns, but where the player to move has
/// arrived already.
fn every_runners(race: &Race, size: usize) -> impl Iterator<Item = Runners> + '_ {
    let squares = (0..size * size).map(move |at| Square::new((at / size) as u8, (at % size) as u8));
    let pairs = squares
        .clone()
        .flat_map(move |x| squares.clone().map(move |o| [x, o]));
    pairs
        .filter(|&[x, o]| {
            x != o && race.distance(Player::X, x).is_some() && race.distance(Player::O, o).is_some()
        })
        .flat_map(|pawns| [Player::X, Player::O].map(|turn| Runners { pawns, turn }))
        .filter(|it| !race.is_goal(it.turn, it.pawns[it.turn as usize]))
}

/// A list of numbers for each number, all in one place.
struct Lists {
    /// The latest entry of each list, plus one; 0 for none.
    latest: Vec<u32>,
    /// Each entry and the one before it of the same list.
    entries: Vec<(u32, u32)>,
}

impl Lists {
    fn new(count: usize) -> Lists {
        Lists {
            latest: vec![0; count],
            entries: Vec::with_capacity(4 * count),
        }
    }

    fn push(&mut self, list: usize, entry: usize) {
        // Less than two times 225 squared, five times.
        self.entries.push((entry as u32, self.latest[list]));
        self.latest[list] = self.entries.len() as u32;
    }

    fn of(&self, list: usize) -> impl Iterator<Item = usize> + '_ {
        let mut next = self.latest[list];
        std::iter::from_fn(move || {
            let (entry, before) = *self.entries.get((next as usize).checked_sub(1)?)?;
            next = before;
            Some(entry as usize)
        })
    }
}
