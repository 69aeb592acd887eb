//! Players that know no more of a game than the match.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use arbitro_engine::chooser::{Strategy, StrategyKind, Time};
use arbitro_engine::search::minimax_of_line;
use arbitro_rules::line::{Line, Start, open};
use arbitro_rules::{GameId, Player};
use arbitro_testkit::toys::{CONNECT_FOUR, TIC_TAC_TOE};

/// A match of a game after these moves.
fn after(game: GameId, moves: &str) -> Box<dyn Line> {
    let mut line = open(game, Start::Usual, None).unwrap();
    for text in moves.split_ascii_whitespace() {
        let key = line.read(text).unwrap();
        line.play(key);
    }
    line
}

/// The time that no search here needs.
fn ample() -> Time<'static> {
    Time::until(Instant::now() + Duration::from_secs(3600))
}

fn strategy(kind: StrategyKind, depth: Option<u32>, seed: u64) -> Box<dyn Strategy> {
    kind.in_any_game(seed, depth).unwrap()
}

fn chosen(kind: StrategyKind, depth: Option<u32>, line: &mut dyn Line, seed: u64) -> String {
    let key = strategy(kind, depth, seed).choose(line, ample()).unwrap();
    line.step(key).text
}

/// The winner of a match of a random player and minimax of this depth.
fn won_against_minimax(game: GameId, depth: u32, seed: u64) -> Option<Player> {
    let mut line = after(game, "");
    let minimax = strategy(StrategyKind::Minimax, Some(depth), seed);
    let mut players = [strategy(StrategyKind::Random, None, seed), minimax];
    while line.end().is_none() {
        let key = players[line.turn() as usize].choose(&mut *line, ample()).unwrap();
        line.play(key);
    }
    line.end().unwrap().winner()
}

#[test]
fn every_move_is_chosen_by_chance_and_the_same_one_by_the_same_seed() {
    let mut line = after(CONNECT_FOUR.game(), "d1 d2");
    let of_seed = |line: &mut dyn Line, seed| chosen(StrategyKind::Random, None, line, seed);
    let found: BTreeSet<String> = (0..100).map(|seed| of_seed(&mut *line, seed)).collect();
    assert_eq!(found.len(), 7, "{found:?}");
    assert_eq!(of_seed(&mut *line, 5), of_seed(&mut *line, 5));
    assert_eq!(line.moves(), "d1 d2", "the match is left as it was");
}

#[test]
fn a_greedy_player_wins_at_once_or_takes_the_best_estimate() {
    let mut line = after(CONNECT_FOUR.game(), "d1 a1 d2 a2 d3 b1");
    for seed in 0..20 {
        assert_eq!(chosen(StrategyKind::Greedy, None, &mut *line, seed), "d4");
    }
    // Of the player who is to move after it: the worse for that one, the better.
    let estimate = |line: &dyn Line| {
        let is_there = line.moves().ends_with("g1");
        Some(if is_there { -7 } else { 7 })
    };
    let mut line = after(CONNECT_FOUR.game(), "d1");
    let found = minimax_of_line(&mut *line, 1, &estimate, &mut || false).unwrap();
    assert_eq!(found.best.iter().map(|&it| line.step(it).text).collect::<Vec<_>>(), ["g1"]);
}

#[test]
fn minimax_defends_against_a_win_that_a_greedy_player_does_not_see() {
    let mut line = after(CONNECT_FOUR.game(), "d1 a1 d2 a2 d3");
    let seeds = 0..20;
    let by_greedy: BTreeSet<String> =
        seeds.clone().map(|seed| chosen(StrategyKind::Greedy, None, &mut *line, seed)).collect();
    assert!(by_greedy.len() > 1, "{by_greedy:?}");
    for seed in seeds {
        assert_eq!(chosen(StrategyKind::Minimax, Some(2), &mut *line, seed), "d4");
    }
}

#[test]
fn a_whole_game_is_searched_to_its_value() {
    let mut line = after(TIC_TAC_TOE.game(), "a1");
    let mut never = || false;
    let all = minimax_of_line(&mut *line, 8, &|_| Some(1), &mut never).unwrap();
    // Only the middle holds against a corner.
    assert_eq!((all.value, all.depth), (0, 8));
    assert_eq!(all.best.iter().map(|&it| line.step(it).text).collect::<Vec<_>>(), ["b2"]);
    for seed in 0..3 {
        assert_ne!(won_against_minimax(TIC_TAC_TOE.game(), 8, seed), Some(Player::X));
    }
}

#[test]
fn a_search_that_is_late_gives_the_moves_of_its_last_whole_depth() {
    let mut line = after(CONNECT_FOUR.game(), "d1");
    let mut asked = 0;
    let found = minimax_of_line(&mut *line, 30, &|_| Some(0), &mut || {
        asked += 1;
        asked > 1000
    });
    let found = found.unwrap();
    assert!((2..30).contains(&found.depth), "{}", found.depth);
    assert_eq!(line.moves(), "d1");
}

#[test]
fn a_search_that_is_late_at_once_gives_the_best_of_the_moves_that_it_looked_at() {
    let mut line = after(CONNECT_FOUR.game(), "d1");
    for (in_time, looked_at) in [(0, 1), (2, 3), (6, 7)] {
        let mut asked = 0;
        let found = minimax_of_line(&mut *line, 30, &|_| Some(0), &mut || {
            asked += 1;
            asked > in_time
        });
        let found = found.unwrap();
        assert_eq!((found.depth, found.best.len()), (1, looked_at));
    }
}

/// Without estimates the moves that it has no time for are no worse, but for those that end the match.
#[test]
fn a_search_without_estimates_chooses_among_all_moves_however_late_it_is() {
    let best = |moves: &str, in_time| {
        let mut line = after(CONNECT_FOUR.game(), moves);
        let mut asked = 0;
        let found = minimax_of_line(&mut *line, 30, &|_| None, &mut || {
            asked += 1;
            asked > in_time
        });
        found.unwrap().best.into_iter().map(|it| line.step(it).text).collect::<Vec<_>>()
    };
    assert_eq!(best("d1", 3).len(), 7);
    assert_eq!(best("a1 b1 a2 b2 a3 b3", 3).len(), 7);
    assert_eq!(best("a1 b1 a2 b2 a3 b3", 5), ["a4"]);
}

#[test]
fn nothing_is_chosen_where_the_match_is_over() {
    let mut line = after(TIC_TAC_TOE.game(), "a1 b1 c1 a2 b2 c2 b3 a3 c3");
    for kind in [StrategyKind::Random, StrategyKind::Greedy] {
        assert_eq!(strategy(kind, None, 1).choose(&mut *line, ample()), None);
    }
}
