//! Games of the program against itself, and the quiet positions in them with how the game ended.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use arbitro_engine::search::draughts::Tables;
use arbitro_rules::Game;
use arbitro_rules::draughts::{Draughts, Move, RuleSet};
use arbitro_rules::history::Line;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::glance::Judged;
use crate::positions::{Outcome, Position};
use crate::search::{Bound, Search, WIN};

/// Openings whose value is further from even than this are not played.
const EVEN: i32 = 120;
/// The last plies before the ply limit say nothing: whoever is winning there has no time left for it.
const NO_TIME_LEFT: u32 = 30;
/// Plies in a row without progress after which positions are not taken: they are all alike.
const SHUFFLING: u32 = 12;
/// And after so many the game is taken for drawn.
const DRAWN: u32 = 40;

/// What games are played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Play<'a> {
    pub(crate) tables: &'a Tables,
    pub(crate) nodes: u64,
    pub(crate) games: usize,
    pub(crate) jobs: usize,
    pub(crate) seed: u64,
    /// Of so many positions that are judged, one is kept; none if nobody wants them.
    pub(crate) keep_every: Option<u64>,
}

/// How games ended.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    x: usize,
    o: usize,
    drawn: usize,
    plies: usize,
}

impl Tally {
    pub(crate) fn add<R>(&mut self, game: &Record<R>) {
        match game.outcome {
            Outcome::XWins => self.x += 1,
            Outcome::OWins => self.o += 1,
            Outcome::Draw => self.drawn += 1,
        }
        self.plies += game.plies;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = (self.x + self.o + self.drawn).max(1);
        let Tally { x, o, drawn, .. } = self;
        write!(
            f,
            "x won {x}, o {o}, drawn {drawn}, {} plies each",
            self.plies / games
        )
    }
}

/// A start a few random plies into the game, about even in a short search.
pub(crate) fn opening<R: RuleSet>(random: &mut SmallRng, tables: &Tables) -> Draughts<R> {
    let mut search = Search::<R>::new(tables, random.random());
    let bound = Bound {
        depth: 6,
        nodes: 2000,
        deadline: None,
    };
    loop {
        let plies = random.random_range(6..=9);
        let mut position = Draughts::<R>::start();
        for _ in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.after(moves[random.random_range(0..moves.len())]);
        }
        let value = search
            .choose(&position, &[], bound)
            .map_or(WIN, |it| it.value);
        if value.abs() <= EVEN {
            return position;
        }
    }
}

/// Plays the games from number `first` on and hands them to `take` in order.
pub(crate) fn play_games<R: RuleSet>(
    play: &Play<'_>,
    first: usize,
    mut take: impl FnMut(Record<R>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let work = |game| play_game(play, game);
    in_order(first..play.games, play.jobs, work, |game| take(game.record))
}

/// Plays all the games and gives the positions that were judged on the way, one of so many.
pub(crate) fn judged_positions<R: RuleSet>(play: &Play<'_>) -> Vec<Judged<R>> {
    let games = in_parallel(play.games, play.jobs, |game| play_game(play, game).judged);
    games.into_iter().flatten().collect()
}

/// A finished game: its result and its quiet positions.
#[derive(Clone, Debug)]
pub(crate) struct Record<R> {
    pub(crate) outcome: Outcome,
    pub(crate) plies: usize,
    pub(crate) positions: Vec<Position<R>>,
}

/// What a game leaves.
struct Played<R> {
    record: Record<R>,
    judged: Vec<Judged<R>>,
}

fn play_game<R: RuleSet>(play: &Play<'_>, game: usize) -> Played<R> {
    let mut random = SmallRng::seed_from_u64(play.seed.wrapping_mul(0x9e37_79b9) + game as u64);
    self_play(play, &mut random)
}

/// The results of `work` for 0, 1, 2 .. in order, whichever thread had which.
pub(crate) fn in_parallel<T: Send>(
    count: usize,
    jobs: usize,
    work: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let mut results = Vec::new();
    let Ok(()) = in_order(0..count, jobs, work, |result| {
        results.push(result);
        Ok::<(), Infallible>(())
    });
    results
}

/// Does `work` for each of the numbers on `jobs` threads, and hands each result to `take` as soon as
/// those before it are there. Ends with the first error of `take`.
fn in_order<T: Send, E>(
    numbers: Range<usize>,
    jobs: usize,
    work: impl Fn(usize) -> T + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(numbers.start);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= numbers.end || sender.send((index, work(index))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut wanted = numbers.start;
        let mut early = BTreeMap::new();
        for (index, result) in receiver {
            early.insert(index, result);
            while let Some(result) = early.remove(&wanted) {
                wanted += 1;
                take(result)?;
            }
        }
        Ok(())
    })
}

fn self_play<R: RuleSet>(play: &Play<'_>, random: &mut SmallRng) -> Played<R> {
    let start = opening::<R>(random, play.tables);
    let limit = Draughts::<R>::PLY_LIMIT;
    let mut line = Line::new(start, Some(limit));
    let mut search = Search::<R>::new(play.tables, random.random());
    search.keep_every = play.keep_every;
    let mut keys = Vec::new();
    let mut kept: Vec<Draughts<R>> = Vec::new();
    let mut shuffled = 0;
    let winner = loop {
        if let Some(end) = line.end() {
            break end.winner();
        }
        if shuffled >= DRAWN {
            break None;
        }
        let position = *line.position();
        let bound = Bound {
            depth: 20,
            nodes: play.nodes,
            deadline: None,
        };
        let Some(choice) = search.choose(&position, &keys, bound) else {
            break None;
        };
        // A win that is seen to its end is one.
        if choice.value.abs() > WIN - 200 {
            let is_mine = choice.value > 0;
            break Some(if is_mine {
                position.turn()
            } else {
                !position.turn()
            });
        }
        let is_quiet = !position.legal_moves().iter().any(Move::is_capture);
        let has_time = (line.plies() as u32) + NO_TIME_LEFT < limit;
        if is_quiet && has_time && shuffled < SHUFFLING {
            kept.push(position);
        }
        keys.push(position.key());
        line.play(choice.mv);
        let moved = position.board().piece(choice.mv.from);
        let is_king = moved.is_some_and(|(_, is_king)| is_king);
        shuffled = if is_king && !choice.mv.is_capture() {
            shuffled + 1
        } else {
            0
        };
    };
    let outcome = Outcome::of(winner);
    let positions = kept.iter().map(|it| Position::new(it, outcome));
    Played {
        record: Record {
            outcome,
            plies: line.plies(),
            positions: positions.collect(),
        },
        judged: search.kept,
    }
}
