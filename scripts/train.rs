//! Fits the weights of the draughts evaluations to games of the engine against itself. Run it through
//! `scripts/train`.
//!
//! The engine plays with the weights it was built with, so each run is a generation, and the next one
//! begins with a build.
//!
//! The same settings and seed give the same bytes, however many threads play: games are limited by
//! positions searched, never by time, each has a seed of its own, and they are taken in order. So a
//! training that was killed, and is started again with the same settings, goes on from the last chunk
//! of games it kept, and ends with the same bytes.

#![expect(clippy::print_stdout, reason = "a program for people: it answers by printing")]

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

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, ensure};
use arbitro_engine::search::SearchedSet;
use arbitro_engine::search::draughts::{Tables, Weights, built_in_file, terms};
use arbitro_rules::draughts::{Draughts, RuleSet};
use arbitro_rules::with_game;
use arbitro_rules::{Game, GameId};
use clap::Parser;

use positions::Samples;
use progress::{Earlier, Progress, write_whole};
use regression::{Fit, fit};
use samples::{Play, Record, Tally, judged_positions, play_games};

/// Fits the weights of the draughts evaluations to self-play.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:
  scripts/train                          every set of draughts, into src/engine/search/draughts/weights
  scripts/train dama italian             two of them
  scripts/train --lazy --games 40 --nodes 20000 english
                                         the row of a set for lazy.rs
  scripts/train --games 500 --out /tmp/w english
  scripts/train --games 30000 --jobs 2 international
                                         a long run, next to other work
  scripts/train --keep --out /tmp/first --seed 1 italian
  scripts/train --earlier /tmp/first --seed 2 italian
                                         weights from the games of two runs

You may stop or kill a training run at any time. Its progress is kept in
OUT/GAME.progress: started again with the same settings, it continues after
the last games saved. The folder is removed at the end of each set; with
--keep, finished sets are not trained again.")]
struct Options {
    /// Sets to train; all eight if none is named.
    games_to_train: Vec<GameId>,
    /// Fit the lazy evaluation to the weights in the repository, for `lazy.rs`.
    #[arg(long)]
    lazy: bool,
    /// The folder for the files.
    #[arg(long, default_value = "src/engine/search/draughts/weights")]
    out: PathBuf,
    /// Games.
    #[arg(long, default_value_t = 20_000)]
    games: usize,
    /// Positions searched per move.
    #[arg(long, default_value_t = 1500)]
    nodes: u64,
    /// Strength of the pull of weights towards zero [default: 10 on small boards, 30 on large ones].
    #[arg(long)]
    hold: Option<f64>,
    /// The search value's share in the training target, from 0 to 1; the rest is the game's result.
    #[arg(long, default_value_t = 0.7, value_parser = share)]
    blend: f64,
    /// Passes over the positions.
    #[arg(long, default_value_t = 8)]
    passes: usize,
    /// Games played at the same time; changes no result.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// The seed of all random choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games saved at a time; changes no result.
    #[arg(long, default_value_t = 250, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    chunk: u32,
    /// Keep the folder OUT/GAME.progress at the end.
    #[arg(long)]
    keep: bool,
    /// Also fit the games of an earlier run: its OUT folder, kept with --keep; may be given more than once.
    #[arg(long, value_name = "OUT")]
    earlier: Vec<PathBuf>,
}

/// One of so many evaluated positions is kept to fit the lazy evaluation.
const KEPT_FOR_LAZY: u64 = 31;

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse::<f64>().ok();
    let share = share.filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "a number from 0 to 1 is expected".to_owned())
}

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

impl<R: SearchedSet> Trained for Draughts<R> {
    fn run(options: &Options) -> anyhow::Result<()> {
        let path = options.out.join(format!("{}.bin", Self::ID));
        if options.lazy {
            let bytes =
                std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            let weights = Weights::<R>::read(&bytes).with_context(|| path.display().to_string())?;
            return glance(&weights, options);
        }
        let folder = progress_folder::<R>(&options.out);
        let earlier = options.earlier.iter();
        let earlier = earlier.map(|out| Earlier::open::<R>(&progress_folder::<R>(out)));
        let earlier = earlier.collect::<anyhow::Result<Vec<_>>>()?;
        let mut progress = Progress::open(&folder, &settings::<R>(options, &earlier))?;
        let weights = train::<R>(options, &earlier, &mut progress)?;
        write_whole(&path, &weights.write())?;
        if options.keep {
            return Ok(());
        }
        progress.remove()
    }
}

fn progress_folder<R: RuleSet>(out: &Path) -> PathBuf {
    out.join(format!("{}.progress", R::ID))
}

/// Returns how strongly weights are held at zero: on the large board more is seen only seldom.
fn hold<R: RuleSet>(options: &Options) -> f64 {
    let usual = if R::RULES.size > 8 { 30.0 } else { 10.0 };
    options.hold.unwrap_or(usual)
}

/// Returns all that the weights depend on, a line each.
fn settings<R: RuleSet>(options: &Options, earlier: &[Earlier]) -> String {
    let mut settings = format!(
        "training 2\ngame {}\ngames {}\nnodes {}\nhold {}\nblend {}\npasses {}\nseed {}\n\
         weights {}\nplayed by {:08x}\n",
        R::ID,
        options.games,
        options.nodes,
        hold::<R>(options),
        options.blend,
        options.passes,
        options.seed,
        terms::<R>(),
        crc32fast::hash(built_in_file::<R>()),
    );
    for training in earlier {
        settings += &format!("earlier {:08x}\n", training.key);
    }
    settings
}

fn train<R: SearchedSet>(
    options: &Options,
    earlier: &[Earlier],
    progress: &mut Progress,
) -> anyhow::Result<Weights<R>> {
    if let Some((weights, report)) = progress.weights::<R>() {
        println!("{report} (kept)");
        return Ok(weights);
    }
    let start = Instant::now();
    let mut samples = Samples::<R>::new();
    for training in earlier {
        training.games(|game| samples.add_game(&game.positions))?;
    }
    let tally = collect(options, progress, &mut samples)?;
    let played = start.elapsed();
    let how = Fit::new::<R>(hold::<R>(options), options.passes, options.blend, options.seed);
    let found = fit(&samples, &how);
    let weights = Weights::new(found.pairs());
    let report = format!(
        "{}: {} games, {tally}; {} positions; a man is {:.3} logits; \
         left out games: loss {:.4}, by material {:.4}; played {:.0} s, all {:.0} s",
        R::ID,
        options.games,
        samples.len(),
        100.0 * found.logits_per_unit,
        found.loss,
        found.loss_of_material,
        played.as_secs_f64(),
        start.elapsed().as_secs_f64(),
    );
    progress.keep_weights(&weights, &report)?;
    println!("{report}");
    Ok(weights)
}

/// Puts the games into `samples`: those that are kept, then those still to be played.
fn collect<R: SearchedSet>(
    options: &Options,
    progress: &Progress,
    samples: &mut Samples<R>,
) -> anyhow::Result<Tally> {
    let mut tally = Tally::default();
    let mut add = |game: &Record<R>| {
        tally.add(game);
        samples.add_game(&game.positions);
    };
    let mut ledger = progress.games(options.games, |game| add(&game))?;
    let kept = ledger.games();
    if ledger.cut > 0 {
        println!("{}: {} bytes are not whole games: cut off", R::ID, ledger.cut);
    }
    if kept > 0 && kept < options.games {
        println!("{}: goes on after {kept} games", R::ID);
    }
    play_games::<R>(&play(options), kept, |game| {
        add(&game);
        ledger.add(&game, options.chunk as usize)
    })?;
    ledger.flush()?;
    Ok(tally)
}

fn play(options: &Options) -> Play {
    Play { nodes: options.nodes, games: options.games, jobs: options.jobs, seed: options.seed }
}

/// Prints the row of a set for `lazy.rs`.
fn glance<R: SearchedSet>(weights: &Weights<R>, options: &Options) -> anyhow::Result<()> {
    let tables = Tables::new(weights);
    let judged = judged_positions::<R>(&play(options), &tables, KEPT_FOR_LAZY);
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
