//! `verify` without a command: the course's verifier.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use serde_json::{Value, json};

use arbitro_records::RecordedFault;
use arbitro_referee::duration::parse_duration;
use arbitro_referee::match_dir::board_file;
use arbitro_referee::{Contest, MatchEnd, MatchEvent, referee_live};
use arbitro_rules::line::Line;
use arbitro_rules::{GameId, Player, card};
use arbitro_words::say;

use crate::next_steps;
use crate::one_move::{explain_fault, fault_json, read_playable};
use crate::printer::{Printer, Tone, english, shown};
use crate::words::{self, VerifyMessage, ended, lost};
use arbitro_cli::exit::Exit;

#[derive(Debug, Args)]
#[command(next_help_heading = "Refereeing a match (without a command)")]
pub(crate) struct LiveArgs {
    /// The folder of the match
    #[arg(long, value_name = "D", default_value = ".")]
    dir: PathBuf,
    /// A draw after this many plies [default: the game's]
    #[arg(long, value_name = "N")]
    pub(crate) max_plies: Option<u32>,
    /// The time for a move
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_duration)]
    move_time: Duration,
    /// Additional time for each player's first answer, so that you can start the player
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_duration)]
    start_time: Duration,
    /// The board to start from, player 1 to move [default: the game's start]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["size", "walls"])]
    start: Option<PathBuf>,
    #[command(flatten)]
    usual: crate::StartArgs,
    /// Remove board files of an earlier match first
    #[arg(long)]
    fresh: bool,
    #[command(flatten)]
    pub(crate) strict: crate::StrictArgs,
}

pub(crate) fn run(game: GameId, args: &LiveArgs, output: &mut Printer) -> Result<Exit> {
    let strictness = args.strict.strictness();
    let ply_limit = Some(args.max_plies.unwrap_or(card(game).ply_limit));
    let start = match &args.start {
        Some(path) => read_playable(game, path, Player::X, strictness).context("--start")?,
        None => args.usual.open(game)?,
    };
    let contest = Contest {
        ply_limit,
        move_time: args.move_time,
        start_time: args.start_time,
        strictness,
        ..Contest::usual(game)
    };
    // The bundled players are told only of games that they know by name.
    if game.look().is_none() && next_steps::are_wanted(&args.dir, output) {
        next_steps::tell(game, args.start_time + args.move_time, output)?;
    }
    let mut last = start.board(0);
    let mut written = 1;
    let mut slowest = Duration::ZERO;
    let outcome = referee_live(&args.dir, args.fresh, &contest, &*start, &mut |line, event| {
        match &event {
            MatchEvent::Turn { ply, .. } => written = ply + 1,
            // The first of each player had to be started.
            MatchEvent::Move { took, ply, .. } if *ply > 2 => slowest = slowest.max(*took),
            _ => {}
        }
        last = line.board(line.plies());
        tell(line, &event, output)?;
        // A person may be waiting for this line.
        output.flush()
    })?;
    let exit = match outcome {
        MatchEnd::Rules(_) => Exit::Yes,
        MatchEnd::Forfeit(forfeit) => {
            if !output.json {
                explain_fault(game, &RecordedFault::from_fault(&forfeit, game), &last, output)?;
            }
            Exit::No
        }
    };
    output.flush()?;
    if go_on(&args.dir, written, slowest) {
        // By hand nothing tells them the end.
        writeln!(anstream::stderr(), "verify: {}", output.say(&words::PLAYERS_GO_ON))?;
    }
    Ok(exit)
}

/// The least and the longest time in which players that have not noticed the end write another board, as the
/// course's own do.
const NOTICED: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(2)];
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Returns true if players whose slowest move took so long write another board although the match is over.
fn go_on(folder: &Path, last: u64, slowest: Duration) -> bool {
    let exists = |number: &u64| board_file(folder, *number).exists();
    // One is a slip, or an answer that came at the same moment. After two, each has answered, and they may have
    // played to their end while this program was not let run.
    let already = (last..).take_while(|it| exists(&(it + 1))).count() as u64;
    if already > 1 {
        return true;
    }
    let next = [last + already + 1, last + already + 2];
    // The next move may take as long, and so may the one after it.
    let [least, longest] = NOTICED;
    let end = Instant::now() + slowest.saturating_mul(2).clamp(least, longest);
    while Instant::now() < end {
        if next.iter().any(exists) {
            return true;
        }
        std::thread::sleep(LOOK_EVERY);
    }
    false
}

fn name(path: &Path) -> String {
    shown(Path::new(path.file_name().unwrap_or_default()))
}

/// The latest move of a line, as it is written.
fn latest(line: &dyn Line) -> String {
    let ply = line.plies().checked_sub(1);
    ply.and_then(|ply| line.step_at(ply)).map(|it| it.text).unwrap_or_default()
}

fn tell(line: &dyn Line, event: &MatchEvent, output: &mut Printer) -> io::Result<()> {
    if output.json {
        return match json_of(line, event) {
            Some(value) => output.json(&value),
            None => Ok(()),
        };
    }
    match event {
        MatchEvent::Turn { ply: 1, file, .. } => {
            let folder = file.parent().unwrap_or(Path::new("."));
            let first = shown(&board_file(folder, 1));
            output.tell(&VerifyMessage::FirstBoard { first: &first, file: &name(file) })
        }
        MatchEvent::Turn { .. } | MatchEvent::Waiting => Ok(()),
        MatchEvent::Move { player, ply, took, tolerated, .. } => {
            let board = format!("board_{}.txt", ply + 1);
            let played = latest(line);
            let rest =
                VerifyMessage::PlaysIn { player: *player, played: &played, ms: took.as_millis() };
            output.verdict(&board, Tone::Good, &words::LEGAL, &rest)?;
            let mut notes = tolerated.iter().map(|&it| VerifyMessage::Corrected(it));
            notes.try_for_each(|message| output.note(&output.say(&message)))
        }
        MatchEvent::Warning(warning) => output.note(&say(warning, output.language)),
        MatchEvent::Ended(MatchEnd::Rules(end)) => {
            let winner = end.winner();
            let tone = if winner.is_some() { Tone::Good } else { Tone::Note };
            let sentence = line.why().map(|why| output.program_sentence(why));
            let why = match &sentence {
                Some(sentence) => VerifyMessage::ProgramSays(sentence),
                None => VerifyMessage::Reason(Some(ended(end.reason().name(), winner))),
            };
            let result = output.say(&words::RESULT);
            output.verdict(
                &result,
                tone,
                &VerifyMessage::Outcome(winner),
                &VerifyMessage::Because(&why),
            )
        }
        MatchEvent::Ended(MatchEnd::Forfeit(forfeit)) => {
            let (player, ply) = (forfeit.player, forfeit.ply);
            let did = lost(player, forfeit.reason().name());
            let rest = VerifyMessage::LostAt { winner: !player, file: None, ply };
            output.verdict(&name(&forfeit.file), Tone::Bad, &did, &rest)
        }
    }
}

fn json_of(line: &dyn Line, event: &MatchEvent) -> Option<Value> {
    Some(match event {
        MatchEvent::Turn { .. } | MatchEvent::Waiting => return None,
        MatchEvent::Move { player, ply, took, tolerated, .. } => json!({
            "event": "move",
            "player": player,
            "ply": ply,
            "file": format!("board_{}.txt", ply + 1),
            "move": latest(line),
            "ms": took.as_millis() as u64,
            "tolerated": tolerated,
        }),
        MatchEvent::Warning(warning) => json!({ "event": "warning", "text": english(warning) }),
        MatchEvent::Ended(outcome) => {
            let mut value = json!({
                "event": "end",
                "game": line.game(),
                "winner": outcome.winner(),
                "reason": outcome.reason(),
                "fault": match outcome {
                    MatchEnd::Rules(_) => Value::Null,
                    MatchEnd::Forfeit(fault) => {
                        let (game, file) = (line.game(), &fault.file);
                        fault_json(game, &RecordedFault::from_fault(fault, game), file)
                    }
                },
            });
            if let Some(why) = line.why() {
                value["why"] = json!(why);
            }
            value
        }
    })
}
