//! `play`: plays one side of a match in a folder of board files.
//!
//! Parses, calls the player library, maps to an exit code. Unset options come from the environment
//! variables that the referee sets.

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
  play 1 --strategy engine --threads 4 --move-time 2s
      four threads, which search deeper
  play 1 --strategy engine --endgames results/endgames
  play 1 --strategy mcts --nodes 2000
      2000 playouts per move, however long they take
  play 2 --game quoridor --level hard
      a level instead of a strategy: one or the other
  play 2 --game boards/games/connect-four --strategy minimax --depth 4
      the game of a folder, which random, greedy and minimax play
  play --hub
      serve the engine to a program that speaks Hub
  play 1 --hub-engine scan/scan --hub-arg hub --hub-dir scan
      an external engine that speaks Hub chooses the moves

Strategies, weakest first: random; greedy captures the most at once; minimax looks a few plies ahead; \
selective looks ahead faster, with a finer evaluation for each game (in quoridor it is the extreme level of \
the original system); mcts is Monte Carlo tree search; engine searches as deep as the time allows (in \
quoridor it is mcts, unless --depth is given).

Levels, weakest first, in every game: easy, medium, hard, extreme. In draughts they are random, minimax \
with 2 plies, minimax with 6 plies, and the engine with a tenth of the time. In quoridor, easy plays any \
move, medium the step that gains most, hard looks two steps ahead and places walls against a pawn near its \
goal, and extreme is mcts with 1000 playouts.

With --threads the engine searches with several threads, at most one for each core that it may use. In a tournament a match has one core, so the engine uses one thread. With several threads, moves are not reproducible.

The engine and mcts use half of the referee's memory limit for their table or tree, and the whole time for \
a move unless --depth, --nodes or --move-time limit it.

Hub is a protocol for engines of international draughts, the only game of --hub and --hub-engine. With \
--hub, play reads requests from standard input and answers on standard output, until the input ends.

In a match, play waits for board_1.txt (player 2: board_2.txt), writes the next board, and so on. It exits \
when it has no legal move; the referee may stop it at any time.

Exit codes: 0 the match is over, 2 failure, 3 the program that knows the rules of a game fails.";

/// The command line of `play`.
#[derive(Debug, Parser)]
#[command(name = "play", version, about = "Plays one side of a match in a folder of board files", after_help = EXAMPLES)]
struct Cli {
    #[command(flatten)]
    args: arbitro_cli::play_args::PlayArgs,
}

fn main() -> ExitCode {
    if let Some(code) = arbitro_sandbox::serve_if_called() {
        return code;
    }
    if let Some(code) = arbitro_cli::begin(&Cli::command()) {
        return code;
    }
    match arbitro_cli::play_args::play(&parse::<Cli>().args) {
        Ok(code) => code,
        Err(error) => {
            let _ = writeln!(anstream::stderr(), "play: {}", message(&error));
            ExitCode::from(2)
        }
    }
}
