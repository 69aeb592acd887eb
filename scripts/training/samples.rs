//! Games of the program against itself, and the quiet positions in them with how the game ended.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use arbitro_engine::search::SearchedSet;
use arbitro_engine::search::draughts::Tables;
use arbitro_engine::search::engine::{
    Engine, Limits, MAX_EVAL, SearchResult, Situation, TimeSignal,
};
use arbitro_rules::draughts::{Draughts, Move};
use arbitro_rules::history::History;
use arbitro_rules::{Game, Player};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::glance::Judged;
use crate::positions::{Outcome, Position};
use crate::search::{Bound, Search};

/// Openings whose value is further from even than this are not played.
const EVEN: i32 = 100;
/// The last plies before the ply limit say nothing: whoever is winning there has no time left for it.
const NO_TIME_LEFT: u64 = 30;
/// Plies in a row without progress after which positions are not taken: they are all alike.
const SHUFFLING: u32 = 12;
/// And after so many the game is taken for drawn.
const DRAWN: u32 = 40;
/// A player who is ahead by this much at so many moves in a row is taken to win.
const DECIDED: (i32, u32) = (600, 8);
/// Positions further from even than this teach nothing.
const CLEAR: i32 = 1500;
/// Bytes of the table of an engine that looks at some thousand positions for a move.
const TABLE: usize = 1 << 20;

/// What games are played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Play {
    pub(crate) nodes: u64,
    pub(crate) games: usize,
    pub(crate) jobs: usize,
    pub(crate) seed: u64,
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
        write!(f, "x won {x}, o {o}, drawn {drawn}, {} plies each", self.plies / games)
    }
}

/// Returns a start a few random plies into the game, about even in a short search.
fn opening<R: SearchedSet>(random: &mut SmallRng, engine: &mut Engine<Draughts<R>>) -> Draughts<R> {
    loop {
        let plies = random.random_range(5..=10);
        let mut position = Draughts::<R>::start();
        for _ in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.after(moves[random.random_range(0..moves.len())]);
        }
        engine.clear();
        let found = engine
            .think(&Situation::alone(position), Limits::nodes(1000), &mut || TimeSignal::Continue);
        if found.is_some_and(|it| it.value.abs() <= EVEN) {
            return position;
        }
    }
}

/// Plays the games from number `first` on and hands them to `take` in order.
pub(crate) fn play_games<R: SearchedSet>(
    play: &Play,
    first: usize,
    take: impl FnMut(Record<R>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let work = |game| self_play(play, game, |_| {});
    in_order(first..play.games, play.jobs, work, take)
}

/// Plays all the games, searches each of their positions by `tables`, and returns one of so many of the
/// positions that were evaluated on the way.
pub(crate) fn judged_positions<R: SearchedSet>(
    play: &Play,
    tables: &Tables,
    keep_every: u64,
) -> Vec<Judged<R>> {
    let games = in_parallel(play.games, play.jobs, |game| {
        let mut search = Search::<R>::new(tables, play.seed_of(game));
        search.keep_every = Some(keep_every);
        let bound = Bound { depth: 20, nodes: play.nodes };
        self_play(play, game, |position| {
            search.choose(position, &[], bound);
        });
        search.kept
    });
    games.into_iter().flatten().collect()
}

impl Play {
    fn seed_of(&self, game: usize) -> u64 {
        self.seed.wrapping_mul(0x9e37_79b9) + game as u64
    }
}

/// A finished game: its result and its quiet positions.
#[derive(Clone, Debug)]
pub(crate) struct Record<R> {
    pub(crate) outcome: Outcome,
    pub(crate) plies: usize,
    pub(crate) positions: Vec<Position<R>>,
}

/// Plays a game of the engine against itself, and shows `visit` each position.
///
/// The weights are those that the program was built with. The engine searches several times as fast as
/// a search that takes weights by reference would, so the games are better and there are more of them.
fn self_play<R: SearchedSet>(
    play: &Play,
    game: usize,
    mut visit: impl FnMut(&Draughts<R>),
) -> Record<R> {
    let mut random = SmallRng::seed_from_u64(play.seed_of(game));
    let mut engine = Engine::<Draughts<R>>::new(TABLE);
    let start = opening::<R>(&mut random, &mut engine);
    engine.clear();
    let limit = Draughts::<R>::PLY_LIMIT;
    let mut line = History::new(start, Some(limit));
    let mut earlier = Vec::new();
    let mut kept: Vec<(Draughts<R>, i16)> = Vec::new();
    let (mut shuffled, mut decided) = (0, 0);
    let winner = loop {
        if let Some(end) = line.end() {
            break end.winner();
        }
        if shuffled >= DRAWN {
            break None;
        }
        let position = *line.position();
        visit(&position);
        let plies_left = u64::from(limit) - line.plies() as u64;
        let situation = Situation { position, earlier: &earlier, clock: line.clock(), plies_left };
        let limits = Limits::nodes(play.nodes);
        let found = engine.think(&situation, limits, &mut || TimeSignal::Continue);
        let Some(SearchResult { best, value, .. }) = found else {
            break None;
        };
        let leader = if value > 0 { position.turn() } else { !position.turn() };
        let is_far = value.abs() > DECIDED.0;
        decided = if is_far { decided + 1 } else { 0 };
        if value.abs() > MAX_EVAL || decided >= DECIDED.1 {
            break Some(leader);
        }
        let is_quiet = !position.legal_moves().iter().any(Move::is_capture);
        let has_time = plies_left > NO_TIME_LEFT;
        if is_quiet && has_time && shuffled < SHUFFLING && value.abs() < CLEAR {
            let for_x = match position.turn() {
                Player::X => value,
                Player::O => -value,
            };
            kept.push((position, for_x as i16));
        }
        earlier.push(position.key());
        let moved = position.board().piece(best.from);
        let is_by_king = moved.is_some_and(|(_, is_king)| is_king);
        shuffled = if is_by_king && !best.is_capture() { shuffled + 1 } else { 0 };
        line.play(best);
    };
    let outcome = Outcome::of(winner);
    let positions = kept.iter();
    let positions = positions.map(|(position, value)| Position::new(position, *value, outcome));
    Record { outcome, plies: line.plies(), positions: positions.collect() }
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
