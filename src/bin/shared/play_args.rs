//! What `play` is told and does, for every binary that has it inside.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;

use arbitro::duration::parse_duration;
use arbitro::player::{Level, Levels, Means, Seat, StrategyKind, sit};
use arbitro::rules::{GameId, Player};
use arbitro::with_game;

/// A seat and a strategy, as typed.
#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// Which player: 1 or 2
    #[arg(value_name = "N", value_parser = parse_player)]
    player: Player,
    /// How it chooses: random, greedy, minimax, selective, mcts or engine [default: minimax]
    #[arg(long, value_name = "NAME")]
    strategy: Option<StrategyKind>,
    /// Instead of a strategy, how strong it is: easy, medium, hard or extreme, in every game
    #[arg(long, value_name = "NAME", conflicts_with_all = ["strategy", "depth"])]
    level: Option<Level>,
    /// The game
    #[arg(
        long,
        env = "ARBITRO_GAME",
        default_value = "dama",
        value_name = "GAME"
    )]
    game: GameId,
    /// Plies to look ahead [default: minimax 4, selective 6, engine as many as there is time for]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
    /// Positions that the engine looks at in a move, or plays of mcts, instead of a time: the same moves
    /// every time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The time for a move, no more than the referee gives [default: what it gives, else 10s]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    move_time: Option<Duration>,
    /// The seed of its choices among equals
    #[arg(long, env = "ARBITRO_SEED", default_value_t = 0)]
    seed: u64,
    /// The folder of endgame tables that `scripts/endgames` made, for the engine and mcts
    #[arg(long, env = "ARBITRO_ENDGAMES", value_name = "DIR")]
    endgames: Option<PathBuf>,
    /// The folder of the board files
    #[arg(long, default_value = ".", value_name = "DIR")]
    dir: PathBuf,
    /// The referee's time for a move, in milliseconds
    #[arg(long, env = "ARBITRO_MOVE_MS", hide = true)]
    move_ms: Option<u64>,
    /// The referee's limit of memory
    #[arg(long, env = "ARBITRO_MEMORY_BYTES", hide = true)]
    memory_bytes: Option<u64>,
    /// The referee's limit of plies
    #[arg(long, env = "ARBITRO_MAX_PLIES", hide = true)]
    max_plies: Option<u64>,
}

fn parse_player(text: &str) -> Result<Player, String> {
    match text {
        "1" => Ok(Player::X),
        "2" => Ok(Player::O),
        _ => Err("it is 1 or 2".to_owned()),
    }
}

/// The share of a player's memory that a table may have; the rest is the program and its stack.
fn table_bytes(memory: u64) -> usize {
    usize::try_from(memory / 2).unwrap_or(usize::MAX)
}

/// Plays until there is nothing to move.
pub(crate) fn play(cli: &PlayArgs) -> Result<()> {
    let given = cli.move_ms.map(Duration::from_millis);
    let move_time = [cli.move_time, given].into_iter().flatten().min();
    let seat = Seat {
        player: cli.player,
        folder: cli.dir.clone(),
        move_time: move_time.unwrap_or(Duration::from_secs(10)),
        max_plies: cli.max_plies,
    };
    with_game!(cli.game, G => {
        let oracle = match &cli.endgames {
            Some(folder) => G::endings(folder).context("--endgames")?,
            None => None,
        };
        let means = Means::<G> {
            seed: cli.seed,
            depth: cli.depth,
            nodes: cli.nodes,
            table: cli.memory_bytes.map(table_bytes),
            oracle,
        };
        let mut strategy = match cli.level {
            Some(level) => G::at_level(level, means),
            None => {
                let kind = cli.strategy.unwrap_or(StrategyKind::Minimax);
                kind.strategy::<G>(means)
            }
        };
        sit::<G>(&seat, &mut *strategy)
            .with_context(|| format!("player {}", cli.player.number()))?;
    });
    Ok(())
}
