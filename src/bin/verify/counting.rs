//! `verify moves` and `verify perft`

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use serde_json::json;

use arbitro_engine::with_endgames;
use arbitro_referee::match_dir::board_number;
use arbitro_rules::draughts::Draughts;
use arbitro_rules::judge::Diagnose;
use arbitro_rules::notation::Strictness;
use arbitro_rules::with_game;
use arbitro_rules::{GameId, Player};

use crate::exact;
use crate::output::{Output, complaint};
use crate::pair::read_playable;
use crate::parse_player;
use crate::words::Text;
use arbitro_cli::exit::Exit;

/// Options for a position.
#[derive(Debug, Args)]
struct PositionArgs {
    /// The position in FEN [default: the standard start]
    #[arg(long, value_name = "FEN", conflicts_with_all = ["board", "to_move", "size", "walls"])]
    fen: Option<String>,
    /// The position's board file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["size", "walls"])]
    board: Option<PathBuf>,
    /// The player to move on --board, x or o [default: from the number in its name, else x]
    #[arg(long, value_name = "PLAYER", requires = "board", value_parser = parse_player)]
    to_move: Option<Player>,
    /// Moves to play first, separated by spaces
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    #[command(flatten)]
    start: crate::StartArgs,
}

impl PositionArgs {
    fn position<G: Diagnose>(&self) -> Result<G> {
        let mut position = match (&self.fen, &self.board) {
            (Some(fen), _) => G::read_fen(fen).map_err(|it| complaint(&it)).context("--fen")?,
            (None, Some(path)) => {
                let board = read_playable::<G>(path, Strictness::Tolerant)?;
                let by_name = || board_number(path).map_or(Player::X, Player::to_move_on);
                G::new(board, self.to_move.unwrap_or_else(by_name))
            }
            (None, None) => self.start.position::<G>()?,
        };
        let mut scratch = Vec::new();
        for (index, text) in
            self.moves.iter().flat_map(|moves| moves.split_whitespace()).enumerate()
        {
            let mv = position
                .read_move(text, &mut scratch)
                .map_err(|it| complaint(&it))
                .with_context(|| format!("--moves, number {}", index + 1))?;
            position = position.after(mv);
        }
        Ok(position)
    }
}

#[derive(Debug, Args)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Each move's value with best play, in plies, best first; only with few pieces: up to 4
    /// without tables, 5 with them
    #[arg(long)]
    exact: bool,
    /// The folder of endgame tables made by scripts/endgames [default: ARBITRO_ENDGAMES]
    #[arg(long, value_name = "DIR", requires = "exact")]
    endgames: Option<PathBuf>,
}

impl MovesArgs {
    fn endgames(&self) -> Option<PathBuf> {
        let by_variable = || std::env::var_os("ARBITRO_ENDGAMES").filter(|it| !it.is_empty());
        self.endgames.clone().or_else(|| by_variable().map(PathBuf::from))
    }
}

#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    /// Depth in plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=60))]
    depth: u32,
    #[command(flatten)]
    position: PositionArgs,
    /// Also print the count below each move
    #[arg(long)]
    divide: bool,
}

pub(crate) fn moves(game: GameId, args: &MovesArgs, output: &mut Output) -> Result<Exit> {
    let done = if args.exact {
        let done = with_endgames!(game, R => {
            let position = args.position.position::<Draughts<R>>();
            position.and_then(|it| exact::print(&it, args.endgames().as_deref(), output))
        });
        done.unwrap_or_else(|| Err(anyhow!("--exact: endings of {game} are not solved")))
    } else {
        with_game!(game, G => print_moves::<G>(args, output))
    };
    output.answer_or_complaint(done, json!({ "game": game, "moves": null }))
}

fn print_moves<G: Diagnose>(args: &MovesArgs, output: &mut Output) -> Result<Exit> {
    let position = args.position.position::<G>()?;
    if output.json {
        output.json(&json!({
            "game": G::ID,
            "fen": position.write_fen(),
            "to_move": position.turn(),
            "moves": position.write_moves(),
        }))?;
    } else {
        for text in position.write_moves() {
            output.line(&text)?;
        }
    }
    Ok(Exit::Yes)
}

pub(crate) fn perft(game: GameId, args: &PerftArgs, output: &mut Output) -> Result<Exit> {
    let done = with_game!(game, G => count::<G>(args, output));
    let asked = json!({ "game": game, "depth": args.depth, "count": null });
    output.answer_or_complaint(done, asked)
}

fn count<G: Diagnose>(args: &PerftArgs, output: &mut Output) -> Result<Exit> {
    let position = args.position.position::<G>()?;
    let start = Instant::now();
    let mut divided = Vec::new();
    let count = if args.divide && args.depth > 0 {
        for mv in position.legal_moves() {
            divided.push((position.write_move(mv), position.after(mv).perft(args.depth - 1)));
        }
        divided.iter().map(|(_, count)| count).sum()
    } else {
        position.perft(args.depth)
    };
    let seconds = start.elapsed().as_secs_f64();
    let per_second = if seconds > 0.0 { count as f64 / seconds } else { 0.0 };
    if output.json {
        output.json(&json!({
            "game": G::ID,
            "fen": position.write_fen(),
            "depth": args.depth,
            "count": count,
            "seconds": seconds,
            "moves_per_second": per_second,
            "divide": args.divide.then(|| BTreeMap::from_iter(divided)),
        }))?;
    } else {
        for (text, count) in divided {
            output.line(&format!("{text} {count}"))?;
        }
        let (millions, depth) = (per_second / 1e6, args.depth);
        output.tell(&Text::Leaves { count, depth, seconds, millions })?;
    }
    Ok(Exit::Yes)
}
