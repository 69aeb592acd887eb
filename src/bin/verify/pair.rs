//! `verify move BEFORE AFTER`

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::{Value, json};

use arbitro_referee::check::{Mover, check_pair};
use arbitro_referee::match_dir::board_number;
use arbitro_referee::{Fault, Wrong};
use arbitro_rules::judge::{Diagnose, Diagnosis};
use arbitro_rules::notation::{Marks, Strictness, board_cause, listed};
use arbitro_rules::with_game;
use arbitro_rules::{GameId, Player};
use arbitro_words::{Diagnosed, OfFault, WallsLeft, say};

use crate::boards::{board_bytes, faults_json};
use crate::output::{Output, Tone, english, shown};
use crate::parse_player;
use crate::words::Text;
use arbitro_cli::exit::Exit;

#[derive(Debug, Args)]
pub(crate) struct MoveArgs {
    /// The board before the move
    before: PathBuf,
    /// The board after it
    after: PathBuf,
    /// The player who moved, x or o [default: from the number in BEFORE's name (board_1: x,
    /// board_2: o), else from the boards]
    #[arg(long, value_name = "PLAYER", value_parser = parse_player)]
    to_move: Option<Player>,
    #[command(flatten)]
    strict: crate::StrictArgs,
}

pub(crate) fn run(game: GameId, args: &MoveArgs, output: &mut Output) -> Result<Exit> {
    let done = with_game!(game, G => check::<G>(args, output));
    let asked = json!({
        "before": shown(&args.before),
        "after": shown(&args.after),
        "game": game.name(),
        "legal": null,
    });
    output.answer_or_complaint(done, asked)
}

/// Reads a board, which must be playable.
pub(crate) fn read_playable<G: Diagnose>(path: &Path, strictness: Strictness) -> Result<G::Board> {
    let bytes = board_bytes(path)?;
    let reading = G::read_board(&bytes, strictness);
    if let Some(board) = reading.board {
        return Ok(board);
    }
    let cause = board_cause(&bytes, &reading);
    let why = cause.map_or_else(|| listed(&reading.faults), |it| english(&it).into_owned());
    bail!("{}: not a playable {} board: {why}", shown(path), G::ID)
}

fn check<G: Diagnose>(args: &MoveArgs, output: &mut Output) -> Result<Exit> {
    let strictness = args.strict.strictness();
    let before =
        read_playable::<G>(&args.before, strictness).context("the board before the move")?;
    let after = board_bytes(&args.after).context("the board after the move")?;
    let mover = match (args.to_move, board_number(&args.before)) {
        (Some(player), _) => Mover::Given(player),
        (None, Some(number)) => Mover::Given(Player::to_move_on(number)),
        (None, None) => Mover::Unknown,
    };
    let report = check_pair::<G>(&before, &after, strictness, mover);
    let exit = output.settle(if report.verdict.is_ok() { Exit::Yes } else { Exit::No });
    if output.json {
        let wrong = report.verdict.as_ref().err();
        let mut value = json!({
            "before": shown(&args.before),
            "after": shown(&args.after),
            "game": G::ID.name(),
            "mover": report.before.turn().to_string(),
            "legal": exit == Exit::Yes,
            "move": report.verdict.as_ref().ok().map(|&mv| report.before.write_move(mv)),
            "reason": wrong.map(Wrong::reason),
            "faults": faults_json(&report.reading.faults),
        });
        put_diagnosis::<G>(&mut value, wrong.and_then(Wrong::diagnosis));
        output.json(&value)?;
        return Ok(exit);
    }
    let subject = format!("{} -> {}", shown(&args.before), shown(&args.after));
    let player = report.before.turn();
    match &report.verdict {
        Ok(mv) => {
            let played = report.before.write_move(*mv);
            let rest = Text::Plays { player, played: &played };
            output.verdict(&subject, Tone::Good, &Text::Legal, &rest)?;
        }
        Err(wrong) => {
            match wrong {
                Wrong::Illegal(diagnosis) | Wrong::Unchanged(diagnosis) => {
                    let rest =
                        Text::IllegalFor { player, why: Diagnosed { game: G::ID, diagnosis } };
                    output.verdict(&subject, Tone::Bad, &Text::Illegal, &rest)?;
                }
                Wrong::Invalid { .. } => {
                    let rest = Text::AfterTheMove;
                    output.verdict(&subject, Tone::Bad, &Text::InvalidBoard, &rest)?;
                    explain::<G>(wrong, output)?;
                }
            }
            draw_both::<G>(&report.before, report.reading.setup.as_ref(), wrong, output)?;
        }
    }
    Ok(exit)
}

/// A player's fault, for programs.
pub(crate) fn fault_json<G: Diagnose>(fault: &Fault) -> Value {
    let mut value = json!({
        "player": fault.player.to_string(),
        "ply": fault.ply,
        "file": shown(&fault.file),
        "reason": fault.reason(),
    });
    let wrong = fault.detail.wrong();
    put_diagnosis::<G>(&mut value, wrong.and_then(Wrong::diagnosis));
    value["faults"] = faults_json(wrong.map_or(&[], Wrong::faults)).into();
    value["text"] = english(&OfFault::of(fault, G::ID)).into();
    value
}

/// Adds a diagnosis to a JSON object.
pub(crate) fn put_diagnosis<G: Diagnose>(value: &mut Value, diagnosis: Option<&Diagnosis>) {
    value["diagnosis"] = diagnosis.map(|it| it.code.name()).into();
    value["squares"] = match diagnosis {
        Some(it) => it.places().iter().map(|place| json!([place.row, place.column])).collect(),
        None => json!([]),
    };
    value["rule"] = diagnosis.and_then(|it| it.rule).into();
    value["instead"] = diagnosis.and_then(|it| it.instead.clone()).into();
    value["walls"] = diagnosis.map_or_else(|| json!([]), |it| json!(it.walls()));
    let text = diagnosis.map(|diagnosis| english(&Diagnosed { game: G::ID, diagnosis }));
    value["text"] = text.into();
}

/// Explains a player's wrong board: its faults, the move's fault, both boards.
pub(crate) fn explain_fault<G: Diagnose>(
    fault: &Fault,
    before: &G,
    output: &mut Output,
) -> Result<()> {
    let Some(wrong) = fault.detail.wrong() else {
        let said = say(&OfFault::of(fault, G::ID), output.language);
        return Ok(output.line(&format!("  {said}"))?);
    };
    explain::<G>(wrong, output)?;
    let wrote = fault.wrote.as_deref();
    let setup = wrote.and_then(|it| G::read_board(it, Strictness::Tolerant).setup);
    draw_both::<G>(before, setup.as_ref(), wrong, output)
}

fn explain<G: Diagnose>(wrong: &Wrong, output: &mut Output) -> Result<()> {
    output.faults(wrong.cause(), wrong.faults())?;
    if let Some(diagnosis) = wrong.diagnosis() {
        let said = say(&Diagnosed { game: G::ID, diagnosis }, output.language);
        output.line(&format!("  {said} ({})", diagnosis.code.name()))?;
    }
    Ok(())
}

/// Draws both boards, with the places of the diagnosis, or else of the faults, in brackets.
fn draw_both<G: Diagnose>(
    before: &G,
    after: Option<&G::Setup>,
    wrong: &Wrong,
    output: &mut Output,
) -> Result<()> {
    let moved = wrong.diagnosis().map(Diagnosis::places).unwrap_or_default();
    output.diagram(
        &output.say(&Text::Before),
        &G::diagram(&G::setup(&before.board()), &Marks(moved), &say(&WallsLeft, output.language)),
    )?;
    if let Some(setup) = after {
        let drawn = G::diagram(setup, &Marks(wrong.places()), &say(&WallsLeft, output.language));
        output.diagram(&output.say(&Text::After), &drawn)?;
    }
    Ok(())
}
