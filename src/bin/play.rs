//! `play`: one player of a match, sitting in a folder of board files.
//!
//! Parses, calls the kit, maps to an exit code. What a flag leaves open comes from the variables
//! that the referee sets.

use std::io::Write;
use std::process::ExitCode;

use arbitro_cli::command_line::parse;
use arbitro_cli::ending::message;
use clap::{CommandFactory, Parser};

const EXAMPLES: &str = "\
Examples:
  play 1 --strategy random
      player 1, in the current folder
  play 2 --strategy minimax --depth 6 --dir match
  play 1 --game italian --strategy greedy --seed 7
  play 2 --strategy engine --move-time 200ms
  play 1 --strategy engine --nodes 20000
      the same moves every time, on every machine
  play 1 --strategy engine --endgames results/endgames
  play 1 --strategy mcts --nodes 2000
      2000 walks down its tree a move, whatever the time
  play 2 --game quoridor --level hard
      a level instead of a strategy: one or the other
  play --hub
      an engine for boards that speak Hub, no player of a match
  play 1 --hub-engine scan/scan --hub-arg hub --hub-dir scan
      somebody's engine that speaks Hub chooses

Strategies, the weakest first: random; greedy, what gains most at once; minimax, a few plies ahead; \
selective, the same with a finer evaluation of each game's own and faster, and in quoridor the extreme \
level of the original system; mcts, a tree grown where it promises most; engine, as deep as there is time \
for (in quoridor it is such a tree too, unless --depth is given).

Levels, the weakest first, in every game. In draughts: random, minimax 2 plies ahead, minimax 6 plies \
ahead, and the engine with a tenth of the time. In quoridor: easy any move, medium the step that gains \
most, hard two steps ahead and walls against a pawn near its goal, extreme 1000 walks of mcts.

The engine and mcts keep what they have seen in half of the memory that the referee gives them, and use \
the whole time for a move unless --depth, --nodes or --move-time say less.

Hub is the protocol of engines of international draughts, and that is the one game of --hub and \
--hub-engine. With --hub it answers on standard output what is said on standard input, until that ends.

It waits for board_1.txt (player 2: board_2.txt), writes the next board, and so on. It leaves when \
there is nothing to move; the referee may stop it at any time.

Exit codes: 0 the match is over for it, 2 it could not play.";

/// One player of a match, sitting in a folder of board files
#[derive(Debug, Parser)]
#[command(name = "play", version, about = "One player of a match, sitting in a folder of board files", after_help = EXAMPLES)]
struct Cli {
    #[command(flatten)]
    args: arbitro_cli::play_args::PlayArgs,
}

fn main() -> ExitCode {
    if let Some(code) = arbitro_cli::manual::serve_if_asked(&Cli::command()) {
        return code;
    }
    match arbitro_cli::play_args::play(&parse::<Cli>().args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(anstream::stderr(), "play: {}", message(&error));
            ExitCode::from(2)
        }
    }
}
