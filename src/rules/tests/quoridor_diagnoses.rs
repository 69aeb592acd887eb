//! Diagnoses of Quoridor are true, and one fault is never explained by others. Both are decided here
//! without the diagnoser, on two boards.

use std::collections::{BTreeSet, HashMap, VecDeque};

use crate::english;
use arbitro_rules::judge::{Code, Diagnose, Diagnosis, is_reached};
use arbitro_rules::notation::Notation;
use arbitro_rules::notation::quoridor::{QuoridorSetup, wall_name};
use arbitro_rules::quoridor::{Direction, Quoridor, Wall};
use arbitro_rules::{Game, Player, Square};
use rand::RngExt;
use rand::rngs::SmallRng;

use super::diagnoses::boards_a_game;
use super::quoridor_texts::{careless, changed};
use arbitro_testkit::games::seeded;

struct Boards<'a> {
    mover: Player,
    before: &'a QuoridorSetup,
    after: &'a QuoridorSetup,
}

fn pawn(setup: &QuoridorSetup, at: Square) -> Option<Player> {
    let (row, column) = at.indices();
    setup.pawns[row][column]
}

fn distance(a: Square, b: Square) -> u8 {
    a.row.abs_diff(b.row) + a.column.abs_diff(b.column)
}

/// Returns true if half a wall is drawn between two neighbours.
fn is_walled(setup: &QuoridorSetup, a: Square, b: Square) -> bool {
    let lower = a.min(b);
    if a.row == b.row {
        setup.has_half(Direction::Vertical, lower)
    } else {
        setup.has_half(Direction::Horizontal, lower)
    }
}

fn neighbours(size: usize, at: Square) -> impl Iterator<Item = Square> {
    let steps = [(0, 1), (1, 0), (0, usize::MAX), (usize::MAX, 0)];
    steps.into_iter().filter_map(move |(rows, columns)| {
        let (row, column) = at.indices();
        let (row, column) = (row.wrapping_add(rows), column.wrapping_add(columns));
        (row < size && column < size).then_some(Square::at(row, column))
    })
}

/// Returns true if the pawn on a square has a path to its goal, past every drawn half.
fn has_path(setup: &QuoridorSetup, from: Square, player: Player) -> bool {
    let goal = match player {
        Player::X => setup.size as u8 - 1,
        Player::O => 0,
    };
    let mut seen = BTreeSet::from([from]);
    let mut queue = VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        for next in neighbours(setup.size, at) {
            if !is_walled(setup, at, next) && seen.insert(next) {
                queue.push_back(next);
            }
        }
    }
    seen.iter().any(|place| place.row == goal)
}

/// The squares a pawn may go to, by the rules alone.
fn steps(setup: &QuoridorSetup, from: Square) -> Vec<Square> {
    let mut steps = Vec::new();
    for next in neighbours(setup.size, from).filter(|&it| !is_walled(setup, from, it)) {
        if pawn(setup, next).is_none() {
            steps.push(next);
            continue;
        }
        let beyond = neighbours(setup.size, next)
            .filter(|&neighbour| neighbour != from && !is_walled(setup, next, neighbour));
        let (straight, aside): (Vec<Square>, Vec<Square>) =
            beyond.partition(|it| it.row == from.row || it.column == from.column);
        steps.extend(if straight.is_empty() { aside } else { straight });
    }
    steps
}

fn is_overlapping(a: Wall, b: Wall) -> bool {
    let (a_at, b_at) = (a.square, b.square);
    let along = match a.direction {
        Direction::Horizontal => a_at.row == b_at.row,
        Direction::Vertical => a_at.column == b_at.column,
    };
    a.direction == b.direction && along && distance(a_at, b_at) == 1
}

impl Boards<'_> {
    /// The walls whose middle is new.
    fn placed(&self) -> Vec<Wall> {
        let mut placed = self.after.walls();
        placed.retain(|&wall| !self.before.has_wall(wall));
        placed
    }

    fn named(&self, names: &[String]) -> Option<Vec<Wall>> {
        let all = [Direction::Horizontal, Direction::Vertical];
        let all = all.into_iter().flat_map(|direction| {
            let size = self.before.size as u8 - 1;
            let squares = (0..size).flat_map(move |row| (0..size).map(move |it| (row, it)));
            squares.map(move |(row, column)| Wall::new(Square::new(row, column), direction))
        });
        let all: HashMap<String, Wall> = all.map(|wall| (wall_name(wall), wall)).collect();
        names.iter().map(|name| all.get(name).copied()).collect()
    }

    /// Returns true if the diagnosis is true of the two boards.
    fn is_true(&self, diagnosis: &Diagnosis) -> bool {
        let (before, after) = (self.before, self.after);
        if before.size != after.size {
            return diagnosis.code == Code::OtherSize;
        }
        let Some(walls) = self.named(diagnosis.walls()) else {
            return false;
        };
        if let (Some(from), Some(to)) = (diagnosis.from, diagnosis.to) {
            return self.is_true_of_pawn(diagnosis, from, to);
        }
        let is_new = |wall: &Wall| self.placed().contains(wall);
        let left = |setup: &QuoridorSetup, player: Player| setup.walls_left[player as usize];
        let is_whole = |wall: &Wall| after.has_wall(*wall) && after.has_both_halves(*wall);
        match (diagnosis.code, &walls[..], &diagnosis.others[..]) {
            (Code::Unchanged, [], []) => before == after,
            (Code::GameOver, [], &[at]) => match pawn(before, at) {
                Some(Player::X) => usize::from(at.row) == before.size - 1,
                Some(Player::O) => at.row == 0,
                None => false,
            },
            (Code::Vanished, [], &[at]) => {
                pawn(before, at).is_some_and(|player| after.pawns_of(player).is_empty())
            }
            (Code::Vanished, gone, _) => {
                !gone.is_empty() && gone.iter().all(|it| before.has_wall(*it) && !is_whole(it))
            }
            (Code::Appeared, [], &[at]) => pawn(after, at).is_some_and(|player| {
                let is_step = |it: &Square| steps(before, before.pawns_of(player)[0]).contains(it);
                let pawns = after.pawns_of(player);
                let has_left = pawns.iter().all(|&it| pawn(before, it) != Some(player));
                let others = pawns.iter().filter(|&&pawn| pawn != at);
                // Where one of two new pawns is a step, the other is the one that appeared.
                let is_other = player != self.mover || !has_left || !is_step(&at);
                pawn(before, at) != Some(player)
                    && pawns.len() > 1
                    && (is_other || others.copied().any(|other| is_step(&other)))
            }),
            (Code::MovedOpponent, [wall], _) => {
                is_new(wall)
                    && left(before, self.mover) == left(after, self.mover)
                    && left(before, !self.mover) == left(after, !self.mover) + 1
            }
            (Code::WallOverlap, &[new, old], _) => {
                is_new(&new) && before.has_wall(old) && is_overlapping(new, old)
            }
            (Code::WallCross, &[one, other], _) => {
                one == other.across()
                    && [(one, other), (other, one)].into_iter().any(|(drawn, hidden)| {
                        let stray = after.stray_halves();
                        let is_its = |&&(direction, at): &&(Direction, Square)| {
                            direction == hidden.direction && hidden.halves().contains(&at)
                        };
                        after.has_wall(drawn) && stray.iter().filter(is_its).count() == 2
                    })
            }
            (Code::WallBroken, [], &[half]) => {
                let is_stray = |&(_, at): &(Direction, Square)| at == half;
                after.stray_halves().iter().any(is_stray)
            }
            (Code::WallBroken, broken, _) => {
                !broken.is_empty() && broken.iter().all(|it| after.has_wall(*it) && !is_whole(it))
            }
            (Code::PathBlocked, [wall], &[at]) => {
                is_new(wall) && pawn(after, at).is_some_and(|pawn| !has_path(after, at, pawn))
            }
            (Code::NoWallsLeft, [wall], _) => is_new(wall) && left(before, self.mover) == 0,
            (Code::TwoActions, several, _) => several.len() > 1 && several.iter().all(is_new),
            (Code::WallsMiscounted, _, _) => self.is_true_count(diagnosis),
            _ => false,
        }
    }

    fn is_true_count(&self, diagnosis: &Diagnosis) -> bool {
        diagnosis.miscount().is_some_and(|miscount| {
            let placed = if miscount.player == self.mover { self.placed().len() } else { 0 };
            self.after.walls_left[miscount.player as usize] == miscount.found
                && self.before.walls_left[miscount.player as usize] == miscount.expected + placed
                && miscount.found != miscount.expected
        })
    }

    fn is_true_of_pawn(&self, diagnosis: &Diagnosis, from: Square, to: Square) -> bool {
        let (before, after) = (self.before, self.after);
        let went = |player: Player| {
            pawn(before, from) == Some(player)
                && pawn(after, from) != Some(player)
                && pawn(after, to) == Some(player)
        };
        if diagnosis.code == Code::MovedOpponent {
            return went(!self.mover);
        }
        let is_step = steps(before, from).contains(&to);
        let is_onto = pawn(before, to) == Some(!self.mover);
        let jumped = neighbours(before.size, from)
            .find(|&it| pawn(before, it).is_some() && distance(it, to) == 1 && it != to);
        went(self.mover)
            && match diagnosis.code {
                Code::Occupied => is_onto,
                Code::ThroughWall => distance(from, to) == 1 && is_walled(before, from, to),
                Code::WrongDistance => !is_step && distance(from, to) > 1 && jumped.is_none(),
                Code::JumpBlocked => {
                    !is_step && jumped.is_some_and(|it| diagnosis.others == [it]) && !is_onto
                }
                Code::TwoActions => !self.placed().is_empty(),
                Code::WallsMiscounted => is_step && self.is_true_count(diagnosis),
                _ => false,
            }
    }
}

/// Positions of random games, and where a wrong board may follow.
fn positions(
    random: &mut SmallRng,
    size: usize,
    count: usize,
    mut see: impl FnMut(&mut SmallRng, &Quoridor),
) {
    for _ in 0..count {
        let mut position = Quoridor::with_size(size, 3).unwrap();
        for _ in 0..25 {
            see(random, &position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.after(moves[random.random_range(0..moves.len())]);
        }
    }
}

#[test]
fn every_diagnosis_of_a_wrong_board_is_true_of_it() {
    let boards = boards_a_game();
    let mut random = seeded(74);
    let (mut made, mut wrong) = (0, Vec::new());
    let mut seen = BTreeSet::new();
    while made < boards {
        let size = [3, 5, 9][random.random_range(0..3)];
        positions(&mut random, size, 20, |random, position| {
            let after = if random.random() {
                changed(random, position)
            } else {
                careless(random, position)
            };
            if is_reached(position, &after) {
                return;
            }
            made += 1;
            let before = Quoridor::setup(&position.board());
            let diagnosis = position.diagnose(&after);
            seen.insert(diagnosis.code);
            let boards = Boards { mover: position.turn(), before: &before, after: &after };
            if !boards.is_true(&diagnosis) {
                let text = english::<Quoridor>(&diagnosis);
                let fen = position.write_fen();
                wrong.push(format!("{fen}: {text}\n{}", drawn(&after)));
            }
        });
    }
    assert!(
        wrong.is_empty(),
        "{} of {made}:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(5)].join("\n")
    );
    assert!(seen.len() >= 15, "{seen:?}");
}

fn drawn(setup: &QuoridorSetup) -> String {
    let halves = [Direction::Horizontal, Direction::Vertical].map(|direction| {
        let size = setup.size;
        let places = (0..size).flat_map(|row| (0..size).map(move |it| Square::at(row, it)));
        let drawn: Vec<_> = places.filter(|&place| setup.has_half(direction, place)).collect();
        drawn.iter().map(|it| format!("({},{})", it.row, it.column)).collect::<String>()
    });
    let names: Vec<String> = setup.walls().into_iter().map(wall_name).collect();
    format!(
        "x {:?} o {:?} walls {names:?} above {} right {} left {:?}",
        setup.pawns_of(Player::X),
        setup.pawns_of(Player::O),
        halves[0],
        halves[1],
        setup.walls_left
    )
}

/// Every board that one fault makes of a turn, with the codes that name the fault.
fn boards_of_one_fault(position: &Quoridor) -> Vec<(Vec<Code>, QuoridorSetup)> {
    let (mover, board) = (position.turn(), position.board());
    let before = Quoridor::setup(&board);
    let size = before.size;
    let squares = || (0..size).flat_map(move |row| (0..size).map(move |it| Square::at(row, it)));
    let all_walls = || {
        let all = [Direction::Horizontal, Direction::Vertical];
        let inner = squares().filter(move |it| usize::from(it.row.max(it.column)) + 1 < size);
        inner.flat_map(move |at| all.map(|direction| Wall::new(at, direction)))
    };
    let placed = |setup: &QuoridorSetup, wall: Wall| {
        let mut after = setup.clone();
        after.draw(wall);
        let left = &mut after.walls_left[mover as usize];
        *left = left.saturating_sub(1);
        after
    };
    let moved = |setup: &QuoridorSetup, from: Square, to: Square| {
        let mut after = setup.clone();
        *after.pawn_mut(to) = after.pawn_mut(from).take();
        after
    };
    let mut made = vec![(vec![Code::Unchanged], before.clone())];
    let from = board.pawn(mover);
    let wrong_step = [Code::Occupied, Code::ThroughWall, Code::JumpBlocked, Code::WrongDistance];
    for to in squares().filter(|&square| square != from) {
        made.push((wrong_step.to_vec(), moved(&before, from, to)));
    }
    let wrong_wall = [Code::WallOverlap, Code::WallCross, Code::PathBlocked, Code::NoWallsLeft];
    for wall in all_walls().filter(|&wall| !before.has_wall(wall)) {
        made.push((wrong_wall.to_vec(), placed(&before, wall)));
    }
    for mv in position.legal_moves() {
        let turn = Quoridor::setup(&position.after(mv).board());
        let enemy = board.pawn(!mover);
        for at in squares() {
            if pawn(&turn, at).is_none() {
                made.push((vec![Code::MovedOpponent], moved(&turn, enemy, at)));
                for player in [mover, !mover] {
                    let mut after = turn.clone();
                    *after.pawn_mut(at) = Some(player);
                    made.push((vec![Code::Appeared], after));
                }
            } else {
                let mut after = turn.clone();
                *after.pawn_mut(at) = None;
                made.push((vec![Code::Vanished], after));
            }
            let mut after = turn.clone();
            let (row, column) = at.indices();
            if row + 1 < size {
                after.above[row][column] ^= true;
            } else {
                after.walls_left[column % 2] += 1;
            }
            made.push((vec![Code::WallBroken, Code::Vanished, Code::WallsMiscounted], after));
        }
        let was_wall = turn.walls() != before.walls();
        if was_wall {
            let mut after = turn.clone();
            after.walls_left[mover as usize] += 1;
            if let Some(left) = after.walls_left[!mover as usize].checked_sub(1) {
                after.walls_left[!mover as usize] = left;
                made.push((vec![Code::MovedOpponent], after));
            }
        }
        for second in all_walls() {
            let is_apart =
                |it: Wall| it != second && it != second.across() && !is_overlapping(it, second);
            if turn.walls_left[mover as usize] > 0 && turn.walls().into_iter().all(is_apart) {
                made.push((vec![Code::TwoActions], placed(&turn, second)));
            }
        }
    }
    made
}

#[test]
fn a_single_fault_is_named_and_never_explained_by_others() {
    let mut random = seeded(75);
    let mut checked = 0;
    for (size, count) in [(3, 4), (5, 1)] {
        positions(&mut random, size, count, |_, position| {
            let mut names: HashMap<String, Vec<Code>> = HashMap::new();
            let made = boards_of_one_fault(position);
            for (codes, after) in &made {
                names.entry(drawn(after)).or_default().extend(codes);
            }
            for (_, after) in made {
                if position.end().is_some() || is_reached(position, &after) {
                    continue;
                }
                checked += 1;
                let diagnosis = position.diagnose(&after);
                let codes = &names[&drawn(&after)];
                assert!(
                    codes.contains(&diagnosis.code),
                    "{}: {}, not {codes:?}\n{}",
                    position.write_fen(),
                    english::<Quoridor>(&diagnosis),
                    drawn(&after)
                );
            }
        });
    }
    assert!(checked > 10_000, "{checked}");
}
