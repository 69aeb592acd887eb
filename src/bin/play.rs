//! `play`: one player of a match, sitting in a folder of board files.
//!
//! Parses, calls the kit, maps to an exit code. What a flag leaves open comes from the variables
//! that the referee sets.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Parser;

use arbitro::duration::parse_duration;
use arbitro::player::{Seat, StrategyKind, sit};
use arbitro::rules::{GameId, Player};
use arbitro::with_game;

const EXAMPLES: &str = "\
Examples:
  play 1 --strategy random                 player 1, in the current folder
  play 2 --strategy minimax --depth 6 --dir match
  play 1 --game italian --strategy greedy --seed 7

It waits for board_1.txt (player 2: board_2.txt), writes the next board, and so on. It leaves when
there is nothing to move; the referee may stop it at any time.

Exit codes: 0 the match is over for it, 2 it could not play.";

/// One player of a match, sitting in a folder of board files
#[derive(Debug, Parser)]
#[command(name = "play", version, about, after_help = EXAMPLES)]
struct Cli {
    /// Which player: 1 or 2
    #[arg(value_name = "N", value_parser = parse_player)]
    player: Player,
    /// How it chooses: random, greedy or minimax
    #[arg(long, default_value = "minimax", value_name = "NAME")]
    strategy: StrategyKind,
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

fn main() -> ExitCode {
    let cli = Cli::parse();
    match play(&cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            use std::io::Write;
            let _ = writeln!(anstream::stderr(), "play: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn play(cli: &Cli) -> Result<()> {
    let given = cli.move_ms.map(Duration::from_millis);
    let seat = Seat {
        player: cli.player,
        folder: cli.dir.clone(),
        move_time: cli.move_time.or(given).unwrap_or(Duration::from_secs(10)),
    };
    with_game!(cli.game, G => {
        let mut strategy = cli.strategy.strategy::<G>(cli.seed, cli.depth);
        sit::<G>(&seat, &mut *strategy)
            .with_context(|| format!("player {}", cli.player.number()))?;
    });
    Ok(())
}
