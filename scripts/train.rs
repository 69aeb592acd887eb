//! Fits the weights of the draughts evaluations to games of the program against itself, and says how
//! much they are worth against plain material. Run it through `scripts/train`.
//!
//! The same settings and seed give the same bytes, however many threads play: games are limited by
//! positions searched, never by time, each has a seed of its own, and they are taken in order. So a
//! training that was killed, and is started again with the same settings, goes on from the last chunk
//! of games it kept, and ends with the same bytes.

#![expect(
    clippy::print_stdout,
    reason = "a program for people: it answers by printing"
)]

#[path = "training/contest.rs"]
mod contest;
#[path = "training/glance.rs"]
mod glance;
#[path = "training/positions.rs"]
mod positions;
#[path = "training/progress.rs"]
mod progress;
#[path = "training/regression.rs"]
mod regression;
#[path = "training/samples.rs"]
mod samples;
#[path = "training/search.rs"]
mod search;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use arbitro_engine::search::draughts::{Tables, Weights, terms};
use arbitro_rules::draughts::{Draughts, RuleSet};
use arbitro_rules::with_game;
use arbitro_rules::{Game, GameId};
use clap::Parser;

use contest::{Pace, Score};
use positions::Samples;
use progress::{Progress, write_whole};
use regression::{Fit, fit};
use samples::{Play, Record, Tally, judged_positions, play_games};

/// Fits the weights of the draughts evaluations to self-play.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:
  scripts/train                          every set of draughts, into src/engine/search/draughts/weights
  scripts/train dama italian             two of them
  scripts/train --check dama             the weights in the repository against material
  scripts/train --lazy --games 40 --nodes 20000 english
                                         what a glance is worth
  scripts/train --games 500 --out /tmp/w english
  scripts/train --games 20000 --generations 4 --nodes 600 --hold 100 --jobs 2 \\
                international            a long run beside other work

A training can be stopped at any moment, even killed. Its progress is kept in
OUT/GAME.progress: started again with the same settings, it goes on after the
last games that were kept. The folder is removed at the end of each set; with
--keep, sets that are finished are not trained again either.")]
struct Options {
    /// The sets; all eight when none is named.
    games_to_train: Vec<GameId>,
    /// Match the weights in the repository against material instead.
    #[arg(long)]
    check: bool,
    /// Say what a position is worth at a glance by the weights in the repository, for `lazy.rs`.
    #[arg(long, conflicts_with = "check")]
    lazy: bool,
    /// Where the files go.
    #[arg(long, default_value = "src/engine/search/draughts/weights")]
    out: PathBuf,
    /// Games of each generation.
    #[arg(long, default_value_t = 1000)]
    games: usize,
    /// Generations: the first plays by material, each other by the weights of the one before.
    #[arg(long, default_value_t = 3)]
    generations: usize,
    /// Positions searched for a move, more or less.
    #[arg(long, default_value_t = 600)]
    nodes: u64,
    /// How strongly weights are held at zero; 20 on small boards, 500 on large ones unless given.
    #[arg(long)]
    hold: Option<f64>,
    /// Passes over the positions.
    #[arg(long, default_value_t = 24)]
    passes: usize,
    /// Pairs of games of a check at each pace.
    #[arg(long, default_value_t = 100)]
    pairs: usize,
    /// Plies that both look ahead in the first half of a check.
    #[arg(long, default_value_t = 6)]
    depth: u32,
    /// Time for a move in the second half of a check, in milliseconds.
    #[arg(long, default_value_t = 5)]
    move_ms: u64,
    /// Games played at the same time; changes no result but those by time.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// Where all chance comes from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games that are kept at a time; changes no result.
    #[arg(long, default_value_t = 250, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    chunk: u32,
    /// Keep the folder OUT/GAME.progress at the end.
    #[arg(long)]
    keep: bool,
}

/// One of so many judged positions is kept to learn what a glance is worth.
const KEPT_FOR_GLANCE: u64 = 31;

fn main() -> anyhow::Result<()> {
    let mut options = Options::parse();
    if options.games_to_train.is_empty() {
        let all = GameId::ALL.into_iter();
        options.games_to_train = all.filter(|&game| game != GameId::Quoridor).collect();
    }
    for &game in &options.games_to_train {
        ensure!(game != GameId::Quoridor, "quoridor has no weights");
        with_game!(game, G => G::run(&options))?;
    }
    Ok(())
}

/// What can be trained: not every game.
trait Trained {
    fn run(options: &Options) -> anyhow::Result<()>;
}

impl Trained for arbitro_rules::quoridor::Quoridor {
    fn run(_options: &Options) -> anyhow::Result<()> {
        anyhow::bail!("quoridor has no weights")
    }
}

impl<R: RuleSet> Trained for Draughts<R> {
    fn run(options: &Options) -> anyhow::Result<()> {
        let path = options.out.join(format!("{}.bin", Self::ID));
        if options.check || options.lazy {
            let bytes =
                std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            let weights = Weights::<R>::read(&bytes).with_context(|| path.display().to_string())?;
            if options.lazy {
                return glance(&weights, options);
            }
            check(&weights, options);
            return Ok(());
        }
        let folder = options.out.join(format!("{}.progress", Self::ID));
        let mut progress = Progress::open(&folder, &settings::<R>(options))?;
        let weights = train::<R>(options, &mut progress)?;
        write_whole(&path, &weights.write())?;
        if options.keep {
            return Ok(());
        }
        progress.remove(options.generations)
    }
}

/// How strongly weights are held at zero. By the loss on games that were left out: there is more to be
/// seen on the large board, and less of it in as many games.
fn hold<R: RuleSet>(options: &Options) -> f64 {
    let usual = if R::RULES.size > 8 { 500.0 } else { 20.0 };
    options.hold.unwrap_or(usual)
}

/// Returns all that the weights depend on, a line each.
fn settings<R: RuleSet>(options: &Options) -> String {
    format!(
        "training 1\ngame {}\ngames {}\ngenerations {}\nnodes {}\nhold {}\npasses {}\nseed {}\n\
         weights {}\n",
        R::ID,
        options.games,
        options.generations,
        options.nodes,
        hold::<R>(options),
        options.passes,
        options.seed,
        terms::<R>(),
    )
}

fn train<R: RuleSet>(options: &Options, progress: &mut Progress) -> anyhow::Result<Weights<R>> {
    let mut weights = Weights::zero();
    let mut samples = Samples::new();
    let finished = (0..options.generations)
        .take_while(|&generation| progress.weights::<R>(generation).is_some())
        .count();
    for generation in 0..options.generations {
        let start = Instant::now();
        let words = format!("{} generation {}", R::ID, generation + 1);
        // Games by plain material teach the first weights, and are too poor to keep after that.
        if generation == 1 {
            samples = Samples::new();
        }
        let known = (generation < finished)
            .then(|| progress.weights::<R>(generation))
            .flatten();
        // Only a generation that is still to be fitted needs games, and of the first only itself.
        let are_games_needed = finished < options.generations && (generation > 0 || finished == 0);
        let tally = if are_games_needed {
            collect(options, progress, generation, &weights, &mut samples)?
        } else {
            Tally::default()
        };
        if let Some((kept, report)) = known {
            weights = kept;
            println!("{report} (kept)");
            continue;
        }
        let played = start.elapsed();
        let how = Fit::new::<R>(hold::<R>(options), options.passes, options.seed);
        let found = fit(&samples, &how);
        weights = Weights::new(found.pairs());
        let report = format!(
            "{words}: {} games, {tally}; {} positions; a man is {:.3} logits; \
             left out games: loss {:.4}, by material {:.4}; played {:.0} s, all {:.0} s",
            options.games,
            samples.len(),
            100.0 * found.logits_per_unit,
            found.loss,
            found.loss_of_material,
            played.as_secs_f64(),
            start.elapsed().as_secs_f64(),
        );
        progress.keep_weights(generation, &weights, &report)?;
        println!("{report}");
    }
    Ok(weights)
}

/// Puts the games of a generation into `samples`: those that are kept, then those still to be played.
fn collect<R: RuleSet>(
    options: &Options,
    progress: &Progress,
    generation: usize,
    weights: &Weights<R>,
    samples: &mut Samples<R>,
) -> anyhow::Result<Tally> {
    let mut tally = Tally::default();
    let mut add = |game: &Record<R>| {
        tally.add(game);
        samples.add_game(&game.positions);
    };
    let take = |game| add(&game);
    let mut ledger = progress.games(generation, weights, options.games, take)?;
    let (kept, number) = (ledger.games(), generation + 1);
    if ledger.cut > 0 {
        let cut = ledger.cut;
        println!(
            "{} generation {number}: {cut} bytes are not whole games: cut off",
            R::ID
        );
    }
    if kept > 0 && kept < options.games {
        println!("{} generation {number}: goes on after {kept} games", R::ID);
    }
    let tables = Tables::new(weights);
    let play = Play {
        tables: &tables,
        nodes: options.nodes,
        games: options.games,
        jobs: options.jobs,
        seed: options.seed.wrapping_mul(1_000_003) + generation as u64,
        keep_every: None,
    };
    play_games::<R>(&play, kept, |game| {
        add(&game);
        ledger.add(&game, options.chunk as usize)
    })?;
    ledger.flush()?;
    Ok(tally)
}

/// Prints the row of a set for `lazy.rs`.
fn glance<R: RuleSet>(weights: &Weights<R>, options: &Options) -> anyhow::Result<()> {
    let tables = Tables::new(weights);
    let play = Play {
        tables: &tables,
        nodes: options.nodes,
        games: options.games,
        jobs: options.jobs,
        seed: options.seed,
        keep_every: Some(KEPT_FOR_GLANCE),
    };
    let judged = judged_positions::<R>(&play);
    let found = glance::fit(&judged, &tables).context("too few positions: play more games")?;
    println!(
        "{}: {:?}, {}; of {} positions enough for {}, wrong of {}",
        R::ID,
        found.lazy.weights,
        found.lazy.margin,
        judged.len(),
        found.spared,
        found.wrong,
    );
    Ok(())
}

fn check<R: RuleSet>(weights: &Weights<R>, options: &Options) {
    let (fitted, material) = (Tables::new(weights), Tables::new(&Weights::<R>::zero()));
    let paces = [
        (
            format!("depth {}", options.depth),
            Pace::Depth(options.depth),
        ),
        (
            format!("{} ms a move", options.move_ms),
            Pace::Time(Duration::from_millis(options.move_ms)),
        ),
    ];
    for (words, pace) in paces {
        let start = Instant::now();
        let score: Score = contest::contest::<R>(
            &fitted,
            &material,
            pace,
            options.pairs,
            options.seed,
            options.jobs,
        );
        println!(
            "{} fitted weights against material, {words}: {score}; {:.0} s",
            R::ID,
            start.elapsed().as_secs_f64()
        );
    }
}
