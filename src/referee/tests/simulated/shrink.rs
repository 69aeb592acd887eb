//! Makes a failing match smaller: fewer steps, fewer flaws of the host, fewer plies.

use super::script::{Flaws, Match};

/// The smallest match found by leaving parts out that still fails.
pub(super) fn shrink(mut game: Match, fails: &mut dyn FnMut(&Match) -> bool) -> Match {
    loop {
        let before = size(&game);
        for smaller in [without_flaws, without_others, without_steps, without_plies] {
            game = smaller(game, fails);
        }
        if size(&game) == before {
            return game;
        }
    }
}

fn size(game: &Match) -> usize {
    let flaws = FLAWS.iter().filter(|drop| drop(&mut game.flaws.clone())).count();
    let steps: usize = game.scripts.iter().map(Vec::len).sum();
    let others: usize = game.others.iter().map(Vec::len).sum();
    flaws + steps + others + game.terms.ply_limit as usize
}

/// Each drops one flaw; returns false if it was not there.
const FLAWS: [fn(&mut Flaws) -> bool; 12] = [
    |it| it.late_timer.take().is_some(),
    |it| it.late_stop.take().is_some(),
    |it| it.late_news.take().is_some(),
    |it| it.late_death.take().is_some(),
    |it| it.torn_read.take().is_some(),
    |it| it.slow_start.take().is_some(),
    |it| it.fails_at.take().is_some(),
    |it| it.others_fill.take().is_some(),
    |it| std::mem::replace(&mut it.queue, Flaws::NONE.queue) != Flaws::NONE.queue,
    |it| std::mem::take(&mut it.tells_creation),
    |it| std::mem::take(&mut it.tells_nothing),
    |it| std::mem::take(&mut it.has_no_alarm),
];

fn without_flaws(mut game: Match, fails: &mut dyn FnMut(&Match) -> bool) -> Match {
    for drop in FLAWS {
        let mut smaller = game.clone();
        if drop(&mut smaller.flaws) && fails(&smaller) {
            game = smaller;
        }
    }
    game
}

fn without_others(mut game: Match, fails: &mut dyn FnMut(&Match) -> bool) -> Match {
    for player in 0..2 {
        let whole = game.others[player].clone();
        game = without(game, &whole, &|game, kept| game.others[player] = kept, fails);
    }
    game
}

fn without_steps(mut game: Match, fails: &mut dyn FnMut(&Match) -> bool) -> Match {
    for player in 0..2 {
        let whole = game.scripts[player].clone();
        game = without(game, &whole, &|game, kept| game.scripts[player] = kept, fails);
    }
    game
}

/// Leaves out as much of a list as it can: the half, then smaller pieces.
fn without<T: Clone>(
    mut game: Match,
    whole: &[T],
    put: &dyn Fn(&mut Match, Vec<T>),
    fails: &mut dyn FnMut(&Match) -> bool,
) -> Match {
    let mut kept = whole.to_vec();
    let mut piece = kept.len();
    while piece > 0 {
        // From the end: what comes later depends on what came before.
        let mut end = kept.len();
        while end > 0 {
            let begin = end.saturating_sub(piece);
            let mut fewer = kept.clone();
            fewer.drain(begin..end);
            let mut smaller = game.clone();
            put(&mut smaller, fewer.clone());
            if fails(&smaller) {
                (game, kept) = (smaller, fewer);
            }
            end = begin.min(kept.len());
        }
        piece /= 2;
    }
    game
}

fn without_plies(mut game: Match, fails: &mut dyn FnMut(&Match) -> bool) -> Match {
    while game.terms.ply_limit > 1 {
        let mut smaller = game.clone();
        smaller.terms.ply_limit -= 1;
        if !fails(&smaller) {
            break;
        }
        game = smaller;
    }
    game
}
