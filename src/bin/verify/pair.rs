//! `verify move BEFORE AFTER`

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::{Value, json};

use arbitro_referee::board_file::read_board_file;
use arbitro_referee::check::{Fault, FaultReason, Mover, Verdict, check_pair};
use arbitro_referee::match_dir::board_number;
use arbitro_rules::judge::{Diagnose, Diagnosis, words};
use arbitro_rules::language::Said;
use arbitro_rules::notation::{BoardFault, BoardReading, Marks, Strictness, board_cause, listed};
use arbitro_rules::with_game;
use arbitro_rules::{GameId, Player};

use crate::boards::{board_bytes, cause, fault_places, faults_json};
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

fn read<G: Diagnose>(
    path: &Path,
    strictness: Strictness,
) -> Result<(BoardReading<G>, Option<Said>)> {
    let bytes = board_bytes(path)?;
    let reading = G::read_board(&bytes, strictness);
    let cause = board_cause(&bytes, &reading).map(|it| it.said());
    Ok((reading, cause))
}

/// Reads a board, which must be playable.
pub(crate) fn read_playable<G: Diagnose>(path: &Path, strictness: Strictness) -> Result<G::Board> {
    let (reading, cause) = read::<G>(path, strictness)?;
    if let Some(board) = reading.board {
        return Ok(board);
    }
    let why = cause.map_or_else(|| listed(&reading.faults), |it| english(&it).to_owned());
    bail!("{}: not a playable {} board: {why}", shown(path), G::ID)
}

fn check<G: Diagnose>(args: &MoveArgs, output: &mut Output) -> Result<Exit> {
    let strictness = args.strict.strictness();
    let before =
        read_playable::<G>(&args.before, strictness).context("the board before the move")?;
    let (after, cause) = read::<G>(&args.after, strictness).context("the board after the move")?;
    let mover = match (args.to_move, board_number(&args.before)) {
        (Some(player), _) => Mover::Given(player),
        (None, Some(number)) => Mover::Given(Player::to_move_on(number)),
        (None, None) => Mover::Unknown,
    };
    let report = check_pair::<G>(&before, &after, mover);
    let exit = output.settle(match report.verdict {
        Verdict::Legal(_) => Exit::Yes,
        Verdict::Illegal(_) | Verdict::InvalidBoard(_) => Exit::No,
    });
    if output.json {
        let fault = FaultReason::of(report.verdict.clone(), &after, None).err();
        let mut value = json!({
            "before": shown(&args.before),
            "after": shown(&args.after),
            "game": G::ID.name(),
            "mover": report.before.turn().to_string(),
            "legal": exit == Exit::Yes,
            "move": null,
            "reason": fault.as_ref().map(FaultReason::name),
            "faults": faults_json(&after.faults),
        });
        if let Verdict::Legal(mv) = report.verdict {
            value["move"] = report.before.write_move(mv).into();
        }
        put_diagnosis::<G>(&mut value, report.verdict.diagnosis());
        output.json(&value)?;
        return Ok(exit);
    }
    let subject = format!("{} -> {}", shown(&args.before), shown(&args.after));
    let mover = report.before.turn();
    match &report.verdict {
        Verdict::Legal(mv) => {
            let played = report.before.write_move(*mv);
            let rest = Text::Plays { player: mover, played: &played };
            output.verdict(&subject, Tone::Good, &Text::Legal, &rest)?;
            return Ok(exit);
        }
        Verdict::Illegal(diagnosis) => {
            let (why, code) = (words::said::<G>(diagnosis), diagnosis.code.name());
            let rest = Text::IllegalFor { player: mover, why: &why, code };
            output.verdict(&subject, Tone::Bad, &Text::Illegal, &rest)?;
        }
        Verdict::InvalidBoard(diagnosis) => {
            output.verdict(&subject, Tone::Bad, &Text::InvalidBoard, &Text::AfterTheMove)?;
            explain::<G>(cause.as_ref(), &after.faults, diagnosis.as_ref(), output)?;
        }
    }
    let (setup, diagnosis) = (after.setup.as_ref(), report.verdict.diagnosis());
    draw_both::<G>(&report.before, setup, &after.faults, diagnosis, output)?;
    Ok(exit)
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
    value["text"] = diagnosis.map(words::english::<G>).into();
}

/// Explains a player's wrong board: its faults, the move's fault, both boards.
pub(crate) fn explain_fault<G: Diagnose>(
    fault: &Fault<G>,
    before: &G,
    output: &mut Output,
) -> Result<()> {
    let (faults, diagnosis) = (fault.reason.faults(), fault.reason.diagnosis());
    let bytes = read_board_file(&fault.file).ok();
    let cause = bytes.filter(|_| !faults.is_empty()).and_then(|it| cause::<G>(&it));
    explain::<G>(cause.as_ref(), faults, diagnosis, output)?;
    draw_both::<G>(before, fault.setup.as_ref(), faults, diagnosis, output)
}

fn explain<G: Diagnose>(
    cause: Option<&Said>,
    faults: &[BoardFault],
    diagnosis: Option<&Diagnosis>,
    output: &mut Output,
) -> Result<()> {
    output.faults(cause, faults)?;
    if let Some(diagnosis) = diagnosis {
        output.line(&format!(
            "  {} ({})",
            words::in_language::<G>(diagnosis, output.language),
            diagnosis.code.name()
        ))?;
    }
    Ok(())
}

/// Draws both boards, with the places of the diagnosis, or else of the faults, in brackets.
fn draw_both<G: Diagnose>(
    before: &G,
    after: Option<&G::Setup>,
    faults: &[BoardFault],
    diagnosis: Option<&Diagnosis>,
    output: &mut Output,
) -> Result<()> {
    let marks = Marks(diagnosis.map(Diagnosis::places).unwrap_or_default());
    output.diagram(
        &output.say(&Text::Before),
        &G::diagram(&G::setup(&before.board()), &marks, output.language),
    )?;
    if let Some(setup) = after {
        let marks = if marks.0.is_empty() { Marks(fault_places(faults)) } else { marks };
        let drawn = G::diagram(setup, &marks, output.language);
        output.diagram(&output.say(&Text::After), &drawn)?;
    }
    Ok(())
}
