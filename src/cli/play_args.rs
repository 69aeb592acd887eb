//! Options of `play`, and the program itself, for every binary that contains it.

use std::convert::Infallible;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;

use arbitro_engine::chooser::{
    Level, Levels, MAX_THREADS, Means, Strategy, StrategyKind, Time, useful_threads,
};
use arbitro_games::GameError;
use arbitro_hub::{HubPeer, PeerPlan};
use arbitro_player::hub::{HubSettings, serve_hub};
use arbitro_player::{Seat, SeatError, sit};
use arbitro_referee::RULES_FAILED;
use arbitro_referee::duration::parse_duration;
use arbitro_rules::with_game;
use arbitro_rules::{GameId, Player};

use crate::ending::message;
use crate::game_arg::{NeedsArg, OpenGame};
use crate::named_values::named;
use crate::play_lines::Bot;
use crate::player_game::{OpenPlayerGame, PlayerGame};

/// The command line of `play`.
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// The player: 1 or 2
    #[arg(value_name = "N", value_parser = parse_player, required_unless_present = "hub")]
    player: Option<Player>,
    /// The strategy: random, greedy, minimax, selective, mcts or engine [default: minimax]
    #[arg(long, value_name = "NAME")]
    strategy: Option<StrategyKind>,
    /// A strength instead of a strategy: easy, medium, hard or extreme, in every game
    #[arg(long, value_name = "NAME", conflicts_with_all = ["strategy", "depth"])]
    level: Option<Level>,
    /// The game, or the folder of another, which random, greedy and minimax play [default: dama; with --hub and --hub-engine international]
    #[arg(long, env = "ARBITRO_GAME", value_name = "GAME", value_parser = named::<PlayerGame>(GameId::ALL.map(GameId::name)), hide_possible_values = true)]
    game: Option<PlayerGame>,
    #[command(flatten)]
    needs: NeedsArg,
    /// Search depth in plies [default: minimax 4, selective 6, engine as deep as the time allows]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
    /// Positions (engine) or playouts (mcts) per move, instead of a time: the same moves on every
    /// machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Engine threads, at most one per core: several search deeper in the same time, but their
    /// moves are not reproducible, not even with --nodes or --depth [default: 1]
    #[arg(
        long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_THREADS)),
        conflicts_with_all = ["level", "hub_engine"],
    )]
    threads: Option<u16>,
    /// The time for a move, at most the referee's [default: the referee's, else 10s]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    move_time: Option<Duration>,
    /// The seed of random choices
    #[arg(long, env = "ARBITRO_SEED", default_value_t = 0)]
    seed: u64,
    /// The names of the moves that lead to the first board, in the game of a folder
    #[arg(long, env = "ARBITRO_OPENING", value_name = "MOVES", hide = true)]
    opening: Option<String>,
    /// The folder of endgame tables made by `scripts/endgames`, for the engine and mcts
    #[arg(long, env = "ARBITRO_ENDGAMES", value_name = "DIR")]
    endgames: Option<PathBuf>,
    /// The folder of the board files
    #[arg(long, default_value = ".", value_name = "DIR")]
    dir: PathBuf,
    /// Serve the engine to programs that speak Hub, on standard input and output, instead of
    /// playing a match
    #[arg(long, conflicts_with_all = [
        "player", "strategy", "level", "depth", "nodes", "move_time", "seed", "endgames", "dir",
    ])]
    hub: bool,
    /// Let an external engine that speaks Hub choose the moves
    #[arg(
        long, value_name = "PROGRAM",
        conflicts_with_all = ["hub", "strategy", "level", "endgames"],
    )]
    hub_engine: Option<PathBuf>,
    /// An argument of that engine; may be given more than once
    #[arg(long, value_name = "ARG", requires = "hub_engine", allow_hyphen_values = true)]
    hub_arg: Vec<OsString>,
    /// A parameter of that engine; may be given more than once
    #[arg(long, value_name = "NAME=VALUE", requires = "hub_engine", value_parser = parse_param)]
    hub_param: Vec<(String, String)>,
    /// The working directory of that engine [default: the current one]
    #[arg(long, value_name = "DIR", requires = "hub_engine")]
    hub_dir: Option<PathBuf>,
    /// Let a bot that answers by lines choose the moves: a command, such as "python3 bot.py"
    #[arg(
        long, value_name = "COMMAND",
        conflicts_with_all = ["hub", "hub_engine", "strategy", "level", "depth", "nodes", "threads", "endgames"],
    )]
    lines: Option<String>,
    /// The referee's time limit for starting, in milliseconds
    #[arg(long, env = "ARBITRO_START_MS", hide = true)]
    start_ms: Option<u64>,
    /// The referee's time limit for a move, in milliseconds
    #[arg(long, env = "ARBITRO_MOVE_MS", hide = true)]
    move_ms: Option<u64>,
    /// The referee's memory limit
    #[arg(long, env = "ARBITRO_MEMORY_BYTES", hide = true)]
    memory_bytes: Option<u64>,
    /// The referee's move limit, in plies
    #[arg(long, env = "ARBITRO_MAX_PLIES", hide = true)]
    max_plies: Option<u64>,
}

/// Maximum questions to a referee for one move, and moves of their answers. The time of an answer is not the player's,
/// and may be long.
const MAX_LISTED: u64 = 10_000;

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

/// Parses a parameter's name and value.
fn parse_param(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("it is written NAME=VALUE".to_owned()),
    }
}

/// Default size of the engine's table in MiB.
const DEFAULT_HASH_MIB: usize = 64;
/// Default time in which an external engine must be ready, if the referee gives none.
const DEFAULT_START_TIME: Duration = Duration::from_secs(5);
/// Share of its starting time that an external engine gets; the rest is for the process that starts it.
const START_SHARE: f64 = 0.9;

/// Plays until the match is over, or serves a program that speaks Hub. The failure of a game's rules has an exit
/// code of its own, by which the referee tells it from one of the player.
pub fn play(cli: &PlayArgs) -> Result<ExitCode> {
    match take_part(cli) {
        Err(error) if is_of_rules(&error) => {
            let _ = writeln!(anstream::stderr(), "play: {}", message(&error));
            Ok(ExitCode::from(RULES_FAILED))
        }
        done => done.map(|()| ExitCode::SUCCESS),
    }
}

fn is_of_rules(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        matches!(cause.downcast_ref(), Some(SeatError::Rules(_) | SeatError::NoSuchMove(_)))
            || matches!(cause.downcast_ref(), Some(GameError::Program { .. }))
    })
}

fn take_part(cli: &PlayArgs) -> Result<()> {
    if cli.hub || cli.hub_engine.is_some() {
        let game = open_game(cli, GameId::International)?.id;
        if game != GameId::International {
            bail!("the Hub protocol is for the international game, not for {game}");
        }
    }
    if cli.hub {
        return serve(cli);
    }
    let given = cli.move_ms.map(Duration::from_millis);
    let move_time = [cli.move_time, given].into_iter().flatten().min();
    let player = cli.player.context("which player, 1 or 2")?;
    let seat = Seat {
        player,
        folder: cli.dir.clone(),
        move_time: move_time.unwrap_or(Duration::from_secs(10)),
        max_plies: cli.max_plies,
    };
    if let Some(command) = &cli.lines {
        return let_bot_play(cli, command, &seat).with_context(|| player_name(&seat));
    }
    match &cli.hub_engine {
        Some(program) => let_engine_play(cli, program, &seat).with_context(|| player_name(&seat)),
        None => play_by_itself(cli, &seat),
    }
}

fn player_name(seat: &Seat) -> String {
    format!("player {}", seat.player.number())
}

fn open_game(cli: &PlayArgs, usual: GameId) -> Result<OpenPlayerGame> {
    // Of the rest of a player's memory, its rules take the most.
    let cache = cli.memory_bytes.map_or(usize::MAX, |memory_bytes| table_bytes(memory_bytes) / 2);
    let usual = || Ok(OpenGame::from(usual).into());
    cli.game.as_ref().map_or_else(usual, |game| game.open(&cli.needs, cache))
}

fn play_by_itself(cli: &PlayArgs, seat: &Seat) -> Result<()> {
    let opened = open_game(cli, GameId::Dama)?;
    let game = opened.id;
    let kind = cli.strategy.unwrap_or(StrategyKind::Minimax);
    if cli.threads.is_some() {
        check_threads(kind, game, cli.depth)?;
    }
    let mut strategy = with_game!(game, G => known_strategy::<G>(cli, kind)?, else card => {
        let strategy = kind.in_any_game(cli.seed, cli.depth).filter(|_| cli.level.is_none());
        strategy.with_context(|| {
            let player = player_name(seat);
            format!("{}: {player}: only random, greedy and minimax play any game", card.name)
        })?
    });
    let opening = cli.opening.as_deref();
    sit(seat, game, opening, &|| opened.waited(), |line, time| {
        let (before, mut is_late) = (opened.listed(), time.is_late);
        let is_late = Box::new(|| is_late() || opened.listed() - before > MAX_LISTED);
        Ok::<_, Infallible>(strategy.choose(line, Time { is_late, ..time }))
    })
    .with_context(|| player_name(seat))?;
    Ok(())
}

fn known_strategy<G: Levels>(cli: &PlayArgs, kind: StrategyKind) -> Result<Box<dyn Strategy>> {
    let oracle = || match &cli.endgames {
        Some(folder) => G::endings(folder).context("--endgames"),
        None => Ok(None),
    };
    let means = Means::<G> {
        seed: cli.seed,
        depth: cli.depth,
        nodes: cli.nodes,
        table: cli.memory_bytes.map(table_bytes),
        oracle: oracle()?,
        helpers: (1..useful_threads(threads(cli))).map(|_| oracle()).collect::<Result<_>>()?,
    };
    Ok(match cli.level {
        Some(level) => G::at_level(level, means),
        None => kind.strategy(means),
    })
}

fn threads(cli: &PlayArgs) -> usize {
    cli.threads.map_or(1, usize::from)
}

/// Refuses threads where nothing would use them.
fn check_threads(kind: StrategyKind, game: GameId, depth: Option<u32>) -> Result<()> {
    if kind != StrategyKind::Engine {
        bail!("--threads is for --strategy engine, not for {kind}");
    }
    if game == GameId::Quoridor && depth.is_none() {
        bail!(
            "--threads: in quoridor the engine searches with one thread, unless --depth is given"
        );
    }
    Ok(())
}

/// Environment variables of ours that are hidden from an engine; the protocol tells it the same.
const NOT_FOR_ENGINES: [&str; 6] = [
    "ARBITRO_GAME",
    "ARBITRO_MOVE_MS",
    "ARBITRO_START_MS",
    "ARBITRO_MAX_PLIES",
    "ARBITRO_SEED",
    "ARBITRO_ENDGAMES",
];

/// Plays with the moves of an external engine.
fn let_engine_play(cli: &PlayArgs, program: &Path, seat: &Seat) -> Result<()> {
    let start_time = cli.start_ms.map_or(DEFAULT_START_TIME, Duration::from_millis);
    let mut engine = HubPeer::start(PeerPlan {
        program: program.to_owned(),
        args: cli.hub_arg.clone(),
        folder: cli.hub_dir.clone(),
        hidden: NOT_FOR_ENGINES.map(Into::into).to_vec(),
        params: cli.hub_param.clone(),
        start_time: start_time.mul_f64(START_SHARE),
        move_time: seat.move_time,
        depth: cli.depth,
        nodes: cli.nodes,
    })?;
    let waited = || Duration::ZERO;
    sit(seat, GameId::International, None, &waited, |line, time| {
        engine.choose(line, time.deadline)
    })?;
    Ok(())
}

/// Plays with the moves of a bot that answers by lines.
fn let_bot_play(cli: &PlayArgs, command: &str, seat: &Seat) -> Result<()> {
    let opened = open_game(cli, GameId::Dama)?;
    let mut bot = Bot::start(command, seat.player)?;
    sit(seat, opened.id, cli.opening.as_deref(), &|| opened.waited(), |line, time| {
        bot.choose(line, time.late_at).map(Some)
    })?;
    Ok(())
}

/// Serves our engine over the Hub protocol.
fn serve(cli: &PlayArgs) -> Result<()> {
    let table = cli.memory_bytes.map(|bytes| table_bytes(bytes) >> 20);
    let settings =
        HubSettings { hash_mib: table.unwrap_or(DEFAULT_HASH_MIB), threads: threads(cli) };
    match serve_hub(io::stdin().lock(), io::stdout(), &settings) {
        // Broken pipe: the other end is gone.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        went => went.context("talking Hub"),
    }
}
