//! `verify moves` and `verify perft`

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use serde_json::json;

use arbitro_endgames::with_endgames;
use arbitro_referee::match_dir::board_number;
use arbitro_rules::draughts::Draughts;
use arbitro_rules::history::History;
use arbitro_rules::line::{Line, Start, open};
use arbitro_rules::notation::Strictness;
use arbitro_rules::with_game;
use arbitro_rules::{Game, GameId, Player};

use crate::exact;
use crate::one_move::read_playable;
use crate::parse_player;
use crate::printer::{Printer, complaint};
use crate::words::VerifyMessage;
use arbitro_cli::exit::Exit;
use arbitro_words::Decimals;

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
    /// Opens a match at the position.
    fn open(&self, game: GameId) -> Result<Box<dyn Line>> {
        let mut line = match (&self.fen, &self.board) {
            (Some(fen), _) => open(game, Start::Fen(fen), None)
                .map_err(|error| complaint(&error))
                .context("--fen")?,
            (None, Some(path)) => {
                let by_name = || board_number(path).map_or(Player::X, Player::to_move_on);
                let turn = self.to_move.unwrap_or_else(by_name);
                read_playable(game, path, turn, Strictness::Tolerant)?
            }
            (None, None) => self.start.open(game)?,
        };
        let moves = self.moves.iter().flat_map(|moves| moves.split_whitespace());
        for (index, text) in moves.enumerate() {
            let key = line
                .read(text)
                .map_err(|error| complaint(&error))
                .with_context(|| format!("--moves, number {}", index + 1))?;
            line.play(key);
            if let Some(words) = line.broken() {
                bail!("{words}");
            }
        }
        Ok(line)
    }
}

/// The position of a line in its game's own type.
fn position<G: Game>(line: &dyn Line) -> Option<G> {
    line.as_any().downcast_ref::<History<G>>().map(|downcast_ref| *downcast_ref.position())
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

pub(crate) fn moves(game: GameId, args: &MovesArgs, output: &mut Printer) -> Result<Exit> {
    let done = if args.exact {
        args.position.open(game).and_then(|line| {
            let done = with_endgames!(game, R => {
                let position = position::<Draughts<R>>(&*line);
                position.map(|position| exact::print(&position, args.endgames().as_deref(), output))
            });
            let none = || Err(anyhow!("--exact: endings of {game} are not solved"));
            done.flatten().unwrap_or_else(none)
        })
    } else {
        print_moves(game, args, output)
    };
    output.answer_or_complaint(done, json!({ "game": game, "moves": null }))
}

fn print_moves(game: GameId, args: &MovesArgs, output: &mut Printer) -> Result<Exit> {
    let line = args.position.open(game)?;
    let moves: Vec<String> = line.legal().into_iter().map(|key| line.step(key).text).collect();
    if output.json {
        output.json(&json!({
            "game": game,
            "fen": line.fen(line.plies()),
            "to_move": line.turn(),
            "moves": moves,
        }))?;
    } else {
        for text in moves {
            output.line(&text)?;
        }
    }
    Ok(Exit::Yes)
}

pub(crate) fn perft(game: GameId, args: &PerftArgs, output: &mut Printer) -> Result<Exit> {
    let done = count(game, args, output);
    let asked = json!({ "game": game, "depth": args.depth, "count": null });
    output.answer_or_complaint(done, asked)
}

fn count(game: GameId, args: &PerftArgs, output: &mut Printer) -> Result<Exit> {
    let mut line = args.position.open(game)?;
    let start = Instant::now();
    let leaves = |line: &dyn Line, depth: u32| {
        with_game!(
            game,
            G => Ok(position::<G>(line).map_or(0, |position| position.perft(depth))),
            else _ => line.fork(None).leaves(depth).map_err(anyhow::Error::msg)
        )
    };
    let mut divided = Vec::new();
    let count = if args.divide && args.depth > 0 {
        for key in line.legal() {
            let text = line.step(key).text;
            line.play(key);
            divided.push((text, leaves(&*line, args.depth - 1)?));
            line.undo();
        }
        divided.iter().map(|(_, count)| count).sum()
    } else {
        leaves(&*line, args.depth)?
    };
    let seconds = start.elapsed().as_secs_f64();
    let per_second = if seconds > 0.0 { count as f64 / seconds } else { 0.0 };
    if output.json {
        output.json(&json!({
            "game": game,
            "fen": line.fen(line.plies()),
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
        output.tell(&VerifyMessage::Leaves {
            count,
            depth,
            seconds: Decimals(seconds),
            millions: Decimals(millions),
        })?;
    }
    Ok(Exit::Yes)
}
