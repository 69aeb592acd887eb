//! What `play` is told and does, for every binary that has it inside.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;

use arbitro::duration::parse_duration;
use arbitro::player::{Level, Levels, Seat, StrategyKind, sit};
use arbitro::rules::{GameId, Player};
use arbitro::with_game;

/// A seat and a strategy, as typed.
#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// Which player: 1 or 2
    #[arg(value_name = "N", value_parser = parse_player)]
    player: Player,
    /// How it chooses: random, greedy or minimax [default: minimax]
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
    /// Plies that minimax looks ahead
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// The time for a move [default: what the referee gives, else 10s]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    move_time: Option<Duration>,
    /// The seed of its choices among equals
    #[arg(long, env = "ARBITRO_SEED", default_value_t = 0)]
    seed: u64,
    /// The folder of the board files
    #[arg(long, default_value = ".", value_name = "DIR")]
    dir: PathBuf,
    /// The referee's time for a move, in milliseconds
    #[arg(long, env = "ARBITRO_MOVE_MS", hide = true)]
    move_ms: Option<u64>,
}

fn parse_player(text: &str) -> Result<Player, String> {
    match text {
        "1" => Ok(Player::X),
        "2" => Ok(Player::O),
        _ => Err("it is 1 or 2".to_owned()),
    }
}

/// Plays until there is nothing to move.
pub(crate) fn play(cli: &PlayArgs) -> Result<()> {
    let given = cli.move_ms.map(Duration::from_millis);
    let seat = Seat {
        player: cli.player,
        folder: cli.dir.clone(),
        move_time: cli.move_time.or(given).unwrap_or(Duration::from_secs(10)),
    };
    with_game!(cli.game, G => {
        let mut strategy = match cli.level {
            Some(level) => G::at_level(level, cli.seed),
            None => {
                let kind = cli.strategy.unwrap_or(StrategyKind::Minimax);
                kind.strategy::<G>(cli.seed, cli.depth)
            }
        };
        sit::<G>(&seat, &mut *strategy)
            .with_context(|| format!("player {}", cli.player.number()))?;
    });
    Ok(())
}
