//! The levels: the original Quoridor's, each as it is described, and that every game has four.

use std::collections::BTreeSet;
use std::process::Command;
use std::time::{Duration, Instant};

use arbitro_engine::chooser::{Level, Levels, Means, Time};
use arbitro_engine::search::quoridor_levels::{extreme, hard, medium};
use arbitro_engine::search::{BestMoves, Evaluate};
use arbitro_rules::line::{Line, Start, open};
use arbitro_rules::notation::Notation;
use arbitro_rules::quoridor::{Move, Quoridor, Race};
use arbitro_rules::{Game, Player, Square};
use rand::RngExt;
use rand::rngs::SmallRng;

use crate::programs::program;
use arbitro_testkit::for_every_game;
use arbitro_testkit::games::seeded;

const WIN: i32 = 1_000_000;

fn at(line: &str) -> Quoridor {
    Quoridor::read_fen(line).unwrap()
}

/// The best moves by their names.
fn best(position: &Quoridor, found: Option<BestMoves<Move>>) -> String {
    let moves = found.unwrap().best.into_iter();
    let names: Vec<String> = moves.map(|mv| position.write_move(mv)).collect();
    names.join(" ")
}

/// The same position with the board rotated and the players exchanged.
fn turned(line: &str) -> String {
    let parts: Vec<&str> = line.split(':').collect();
    let size: u8 = parts[0].parse().unwrap();
    let square = |name: &str, of: u8| {
        let column = of - 1 - (name.as_bytes()[0] - b'a');
        let row = of + 1 - name[1..2].parse::<u8>().unwrap();
        format!("{}{row}", char::from(b'a' + column))
    };
    let pawn = |part: &str| format!("{}{}", square(&part[..2], size), &part[2..]);
    let turn = if parts[1] == "x" { "o" } else { "x" };
    let mut text = format!("{size}:{turn}:{}:{}", pawn(parts[3]), pawn(parts[2]));
    for (index, wall) in parts.get(4).map_or("", |part| part).split(',').enumerate() {
        if !wall.is_empty() {
            text.push(if index == 0 { ':' } else { ',' });
            text.push_str(&square(wall, size - 1));
            text.push_str(&wall[2..]);
        }
    }
    text
}

/// A random move, a wall in this share of the cases where there are any.
fn random_move(random: &mut SmallRng, position: &Quoridor, walls: f64) -> Move {
    let moves = position.legal_moves();
    let steps = moves.partition_point(|mv| matches!(mv, Move::Step { .. }));
    let is_wall = steps < moves.len() && random.random_bool(walls);
    let range = if is_wall { steps..moves.len() } else { 0..steps };
    moves[random.random_range(range)]
}

/// Positions of random games of several sizes, none of them over.
fn positions(seed: u64, games: usize, mut see: impl FnMut(&Quoridor)) {
    let mut random = seeded(seed);
    for (size, walls) in [(9, 10), (5, 4), (5, 9), (3, 1), (11, 8), (13, 20)] {
        for _ in 0..games {
            let share = random.random_range(0.1..0.9);
            let mut position = Quoridor::with_size(size, walls).unwrap();
            for _ in 0..60 {
                if position.end().is_some() {
                    break;
                }
                see(&position);
                position = position.after(random_move(&mut random, &position, share));
            }
        }
    }
}

#[test]
fn a_race_knows_the_steps_and_distances_of_its_position() {
    positions(31, 12, |position| {
        let race = Race::new(position);
        let (turn, board) = (position.turn(), position.board());
        let mut steps = race.steps(board.pawn(turn), board.pawn(!turn)).to_vec();
        steps.sort();
        assert_eq!(steps, position.steps(), "{}", position.write_fen());
        for player in [Player::X, Player::O] {
            let pawn = board.pawn(player);
            assert_eq!(race.distance(player, pawn), Some(position.distance(player)));
            let last = Square::new(board.goal_row(player), 0);
            assert!(race.is_goal(player, last) && !race.is_goal(!player, last));
        }
    });
}

#[test]
fn distances_behind_walls_are_those_of_the_walls_placed_one_by_one() {
    positions(32, 4, |position| {
        let moves = position.legal_moves().into_iter();
        let one_by_one: Vec<_> = moves
            .filter_map(|mv| match mv {
                Move::Step { .. } => None,
                Move::Wall(wall) => {
                    let next = position.after(mv);
                    Some((wall, [next.distance(Player::X), next.distance(Player::O)]))
                }
            })
            .collect();
        assert_eq!(position.distances_behind_walls(), one_by_one, "{}", position.write_fen());
    });
}

#[test]
fn medium_goes_where_it_gains_most_and_places_no_wall() {
    assert_eq!(best(&Quoridor::start(), medium(&Quoridor::start())), "e2");
    // Straight on stands a wall: going round it to the left takes a step less.
    let line = "9:x:d4,5:e9,5:d4h";
    for (line, expected) in [(line, "c4"), (&*turned(line), "g6")] {
        assert_eq!(best(&at(line), medium(&at(line))), expected, "{line}");
    }
    positions(33, 6, |position| {
        let found = medium(position).unwrap();
        let steps = position.legal_moves().into_iter();
        let steps: Vec<Move> = steps.filter(|mv| matches!(mv, Move::Step { .. })).collect();
        let worth = |mv: Move| {
            let next = position.after(mv);
            next.end().map_or(-next.evaluate(), |_| WIN - 1)
        };
        let most = steps.iter().map(|&mv| worth(mv)).max().unwrap();
        let all: Vec<Move> = steps.into_iter().filter(|&mv| worth(mv) == most).collect();
        assert_eq!((found.value, found.best), (most, all));
    });
}

#[test]
fn hard_and_extreme_take_a_win_in_one() {
    for line in ["9:x:c8,5:d2,5", "5:x:b4,2:c2,2", "9:x:c8,0:d2,0", "9:x:d8,9:e4,1:d8h"] {
        for line in [line.to_owned(), turned(line)] {
            let position = at(&line);
            if line.contains("d8h") || line.contains("e1h") {
                // No win in one here: the wall stands before the goal.
                assert_ne!(hard(&position).unwrap().value, WIN - 1, "{line}");
                continue;
            }
            for found in [hard(&position), extreme(&position, &mut |_| 0)] {
                let found = found.unwrap();
                assert_eq!(found.value, WIN - 1, "{line}");
                for &mv in &found.best {
                    let end = position.after(mv).end().unwrap();
                    assert_eq!(end.winner(), position.turn(), "{line}");
                }
            }
        }
    }
}

#[test]
fn extreme_prefers_the_nearer_of_two_wins() {
    // Two steps that cannot be stopped; the steps aside win as well, but later.
    let line = "9:x:c7,0:e7,0";
    for (line, expected) in [(line, "c8"), (&*turned(line), "g2")] {
        let found = extreme(&at(line), &mut |_| 0).unwrap();
        assert_eq!(found.value, WIN - 3);
        assert_eq!(best(&at(line), Some(found)), expected);
    }
}

#[test]
fn hard_places_the_worst_wall_against_a_pawn_three_steps_from_its_goal() {
    // o has three steps to go and a corridor of walls to its left and right: the lid hurts most.
    let line = "9:x:e3,4:e4,0:d3v,e3v";
    for line in [line.to_owned(), turned(line)] {
        let position = at(&line);
        let turn = position.turn();
        let found = hard(&position).unwrap();
        let after = |mv: &Move| position.after(*mv);
        let walls = position.legal_moves().into_iter();
        let most = walls
            .filter(|mv| matches!(mv, Move::Wall(_)))
            .map(|mv| -after(&mv).evaluate())
            .max()
            .unwrap();
        assert!(most > position.evaluate(), "a wall helps there");
        assert_eq!(found.value, most);
        assert!(!found.best.is_empty());
        for mv in &found.best {
            assert!(matches!(mv, Move::Wall(_)), "{line}");
            assert_eq!(-after(mv).evaluate(), most);
            assert!(after(mv).distance(!turn) > position.distance(!turn));
        }
    }
}

#[test]
fn hards_own_walls_decide_and_how_near_the_other_is() {
    let is_wall = |line: &str| {
        let found = hard(&at(line)).unwrap();
        matches!(found.best[0], Move::Wall(_))
    };
    for (line, expected) in [
        ("9:x:d2,1:e4,0", true),
        ("9:x:d2,1:e4,9", true),
        ("9:x:d2,0:e4,9", false),
        ("9:x:d2,0:e4,0", false),
        ("9:x:d2,9:e5,9", false),
        ("5:x:c2,1:b3,0", true),
        ("5:x:c2,0:b3,1", false),
    ] {
        assert_eq!(is_wall(line), expected, "{line}");
        assert_eq!(is_wall(&turned(line)), expected, "{line} turned");
    }
}

/// Minimax over steps alone, without pruning.
fn plain_steps(position: &Quoridor, depth: u32, ply: i32) -> i32 {
    if position.end().is_some() {
        return ply - WIN;
    }
    if depth == 0 {
        return position.evaluate();
    }
    let steps = position.legal_moves().into_iter();
    steps
        .filter(|mv| matches!(mv, Move::Step { .. }))
        .map(|mv| -plain_steps(&position.after(mv), depth - 1, ply + 1))
        .max()
        .unwrap()
}

/// The best of some moves, and their value, by [`plain_steps`] after each.
fn plain_best(position: &Quoridor, moves: &[Move], depth: u32) -> (i32, Vec<Move>) {
    let value = |mv: &Move| -plain_steps(&position.after(*mv), depth - 1, 1);
    let values: Vec<(Move, i32)> = moves.iter().map(|mv| (*mv, value(mv))).collect();
    let most = values.iter().map(|value| value.1).max().unwrap();
    let best = values.into_iter().filter(|value| value.1 == most);
    (most, best.map(|best| best.0).collect())
}

#[test]
fn extreme_finds_what_plain_minimax_finds_in_the_same_tree() {
    let mut with_walls = 0;
    positions(34, 3, |position| {
        let (mut moves, walls): (Vec<Move>, Vec<Move>) =
            position.legal_moves().into_iter().partition(|mv| matches!(mv, Move::Step { .. }));
        if position.board().walls_left(position.turn()) > 3 {
            let mut rated: Vec<(i32, Move)> =
                walls.into_iter().map(|mv| (position.after(mv).evaluate(), mv)).collect();
            rated.sort();
            moves.extend(rated.into_iter().take(3).map(|it| it.1));
            moves.sort();
            with_walls += 1;
        }
        let found = extreme(position, &mut |_| 0).unwrap();
        let plain = plain_best(position, &moves, 5);
        assert_eq!((found.value, found.best), plain, "{}", position.write_fen());
        assert_eq!(found.depth, 5);
    });
    assert!(with_walls > 100, "{with_walls}");
}

#[test]
fn hard_runs_as_plain_minimax_does_two_plies_ahead() {
    positions(35, 8, |position| {
        let found = hard(position).unwrap();
        if matches!(found.best[0], Move::Wall(_)) {
            return;
        }
        let steps = position.legal_moves().into_iter();
        let steps: Vec<Move> = steps.filter(|mv| matches!(mv, Move::Step { .. })).collect();
        let plain = plain_best(position, &steps, 2);
        assert_eq!((found.value, found.best), plain, "{}", position.write_fen());
    });
}

#[test]
fn extreme_keeps_three_walls_back() {
    // A wall is by far the best there: o is two steps from its goal, x eight.
    let line = |own: u32| format!("9:x:e1,{own}:a3,0");
    for (own, expected) in [(4, true), (3, false)] {
        for line in [line(own), turned(&line(own))] {
            let found = extreme(&at(&line), &mut |_| 0).unwrap();
            assert_eq!(matches!(found.best[0], Move::Wall(_)), expected, "{line}");
        }
    }
}

#[test]
fn which_of_equal_walls_extreme_looks_at_is_chance() {
    let mut asked = Vec::new();
    let start = Quoridor::start();
    extreme(&start, &mut |below| {
        asked.push(below);
        below - 1
    });
    // At the start a wall is in the way of both or of neither: all are equally good.
    let walls = start.distances_behind_walls();
    assert!(walls.iter().all(|(_, [x, o])| x == o));
    assert_eq!(asked, [128, 127, 126], "three of them are drawn");
}

fn with_seed<G: Game>(seed: u64) -> Means<G> {
    Means { seed, ..Means::default() }
}

fn ample() -> Time<'static> {
    Time::until(Instant::now() + Duration::from_secs(60))
}

/// A match at a position.
fn match_at<G: Levels>(position: &G, ply_limit: Option<u32>) -> Box<dyn Line> {
    open(G::ID, Start::Fen(&position.write_fen()), ply_limit).unwrap()
}

/// Returns the move that a level chooses there.
fn chosen<G: Levels>(level: Level, position: &G, seed: u64) -> G::Move {
    let mut line = match_at(position, None);
    G::at_level(level, with_seed(seed)).choose(&mut *line, ample()).unwrap().into()
}

#[test]
fn easy_comes_to_every_legal_move() {
    for line in ["5:x:c1,2:c5,2", "5:o:c2,1:c3,1:b2h", "9:o:e4,0:e6,1:e4h"] {
        let position = at(line);
        let moves: BTreeSet<Move> = position.legal_moves().into_iter().collect();
        let draws = 60 * moves.len() as u64;
        let came_to: BTreeSet<Move> =
            (0..draws).map(|seed| chosen(Level::Easy, &position, seed)).collect();
        assert_eq!(came_to, moves, "{line}");
    }
}

/// The moves of a match of two levels.
fn play<G: Levels>(start: G, x: Level, o: Level, seed: u64) -> (String, Option<Player>) {
    let mut line = match_at(&start, Some(G::PLY_LIMIT.min(120)));
    let mut strategies = [G::at_level(x, with_seed(seed)), G::at_level(o, with_seed(seed + 1))];
    loop {
        if let Some(end) = line.end() {
            return (line.moves(), end.winner());
        }
        let key = strategies[line.turn() as usize].choose(&mut *line, ample()).unwrap();
        assert!(line.legal().contains(&key));
        line.play(key);
    }
}

#[test]
fn the_same_seed_plays_the_same_match_and_another_another() {
    for size in [5, 9] {
        let start = Quoridor::with_size(size, 4).unwrap();
        for level in Level::ALL {
            let moves = |seed| play(start, level, Level::Easy, seed).0;
            assert_eq!(moves(11), moves(11), "{level}");
            let seeds: BTreeSet<String> = (0..8).map(|it| moves(100 + 2 * it)).collect();
            assert!(seeds.len() > 4, "{level}: {} of 8", seeds.len());
        }
    }
}

#[test]
fn hard_and_extreme_beat_easy_with_both_colours_on_boards_of_both_sizes() {
    for (size, walls) in [(5, 5), (9, 10)] {
        let start = Quoridor::with_size(size, walls).unwrap();
        for level in [Level::Hard, Level::Extreme] {
            let mut won = 0;
            for seed in 0..10 {
                won += u32::from(play(start, level, Level::Easy, seed).1 == Some(Player::X));
                won += u32::from(play(start, Level::Easy, level, seed).1 == Some(Player::O));
            }
            assert!(won >= 18, "{level} on {size}: {won} of 20");
        }
    }
}

#[test]
fn every_game_has_every_level() {
    for_every_game!(G => for level in [Level::Easy, Level::Medium, Level::Hard] {
        let position = G::start();
        let mv = chosen(level, &position, 3);
        assert!(position.legal_moves().contains(&mv), "{level} at {}", G::ID);
    });
    let error = "harder".parse::<Level>().unwrap_err().to_string();
    assert_eq!(error, "there is no level \"harder\"; there are easy, medium, hard, extreme");
    for level in Level::ALL {
        assert_eq!(level.name().parse(), Ok(level));
    }
}

#[test]
fn play_is_told_a_level_or_a_strategy_and_not_both() {
    let folder = tempfile::tempdir().unwrap();
    let play = |args: &[&str]| {
        let mut command = Command::new(program("play"));
        let output = command.args(["1", "--game", "quoridor"]).args(args);
        let output = output.arg("--dir").arg(folder.path()).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for more in [&["--strategy", "greedy"][..], &["--depth", "2"]] {
        let (code, complaint) = play(&[&["--level", "hard"], more].concat());
        assert_eq!(code, Some(2));
        assert!(complaint.contains("cannot be used with"), "{complaint}");
    }
    let (code, complaint) = play(&["--level", "harder"]);
    assert_eq!(code, Some(2));
    assert!(complaint.contains("there are easy, medium, hard, extreme"), "{complaint}");
    // On a board that is lost already it has nothing to do; which level it is does not matter then.
    let over = Quoridor::write_board(&at("5:x:c3,1:c1,1").board());
    std::fs::write(folder.path().join("board_1.txt"), over).unwrap();
    for level in Level::ALL {
        assert_eq!(play(&["--level", level.name()]), (Some(0), String::new()));
    }
}
