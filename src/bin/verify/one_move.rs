//! `verify move BEFORE AFTER`

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use clap::Args;
use serde_json::{Value, json};

use arbitro_records::RecordedFault;
use arbitro_referee::match_dir::board_number;
use arbitro_referee::{Detail, Wrong};
use arbitro_rules::judge::Diagnosis;
use arbitro_rules::line::{Line, NoStart, Start, judge_pair, open};
use arbitro_rules::notation::{Scene, Strictness};
use arbitro_rules::{GameId, Player};
use arbitro_words::{Diagnosed, WALLS_LEFT, say};

use crate::boards::{board_bytes, faults_json};
use crate::parse_player;
use crate::printer::{Printer, Tone, english, shown};
use crate::words::{self, VerifyMessage};
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

pub(crate) fn run(game: GameId, args: &MoveArgs, output: &mut Printer) -> Result<Exit> {
    let done = check(game, args, output);
    let asked = json!({
        "before": shown(&args.before),
        "after": shown(&args.after),
        "game": game,
        "legal": null,
    });
    output.answer_or_complaint(done, asked)
}

/// Describes a start that is not playable.
fn not_playable(game: GameId, path: &Path, why: &NoStart) -> anyhow::Error {
    anyhow!("{}: not a playable {game} board: {}", shown(path), english(why))
}

/// Opens a match at a board, which must be playable.
pub(crate) fn read_playable(
    game: GameId,
    path: &Path,
    turn: Player,
    strictness: Strictness,
) -> Result<Box<dyn Line>> {
    let bytes = board_bytes(path)?;
    open(game, Start::Board { bytes: &bytes, turn, strictness }, None)
        .map_err(|why| not_playable(game, path, &why))
}

fn check(game: GameId, args: &MoveArgs, output: &mut Printer) -> Result<Exit> {
    let strictness = args.strict.strictness();
    let before = board_bytes(&args.before).context("the board before the move")?;
    let mover = args.to_move.or_else(|| board_number(&args.before).map(Player::to_move_on));
    let after = board_bytes(&args.after).context("the board after the move")?;
    let (line, judgement) = judge_pair(game, &before, &after, mover, strictness)
        .map_err(|why| not_playable(game, &args.before, &why))
        .context("the board before the move")?;
    let exit = output.record(if judgement.verdict.is_ok() { Exit::Yes } else { Exit::No });
    if output.json {
        let wrong = judgement.verdict.as_ref().err();
        let mut value = json!({
            "before": shown(&args.before),
            "after": shown(&args.after),
            "game": game,
            "mover": line.turn(),
            "legal": exit == Exit::Yes,
            "move": judgement.verdict.as_ref().ok().map(|&key| line.step(key).text),
            "reason": wrong.map(Wrong::reason),
            "faults": faults_json(wrong.map_or(&[], Wrong::faults)),
        });
        put_diagnosis(game, &mut value, wrong.and_then(Wrong::diagnosis));
        output.json(&value)?;
        return Ok(exit);
    }
    let subject = format!("{} -> {}", shown(&args.before), shown(&args.after));
    let player = line.turn();
    match &judgement.verdict {
        Ok(key) => {
            let played = line.step(*key).text;
            let rest = VerifyMessage::Plays { player, played: &played };
            output.verdict(&subject, Tone::Good, &words::LEGAL, &rest)?;
        }
        Err(wrong) => {
            match wrong {
                Wrong::Illegal(diagnosis) | Wrong::Unchanged(diagnosis) => {
                    let rest = VerifyMessage::IllegalFor {
                        player,
                        why: Diagnosed { game, diagnosis },
                        code: diagnosis.code.name(),
                    };
                    output.verdict(&subject, Tone::Bad, &words::ILLEGAL, &rest)?;
                }
                // No file of a board is named by a move.
                Wrong::Turned { .. } | Wrong::Misshapen { .. } | Wrong::Named(_) => {
                    output.remark(
                        &format!("{subject}:"),
                        Tone::Bad,
                        &output.say(&words::ILLEGAL),
                        "",
                    )?;
                    output.faults(wrong.leading_cause(), wrong.faults())?;
                }
                Wrong::Invalid { .. } => {
                    output.verdict(
                        &subject,
                        Tone::Bad,
                        &words::INVALID_BOARD,
                        &words::AFTER_THE_MOVE,
                    )?;
                    explain(game, wrong, output)?;
                }
            }
            draw_both(game, [&before, &after], wrong, output)?;
        }
    }
    Ok(exit)
}

/// A player's fault, for programs.
pub(crate) fn fault_json(game: GameId, fault: &RecordedFault, file: &Path) -> Value {
    let mut value = json!({
        "player": fault.player,
        "ply": fault.ply,
        "file": shown(file),
        "reason": fault.reason,
    });
    let wrong = fault.detail.as_ref().and_then(Detail::wrong);
    put_diagnosis(game, &mut value, wrong.and_then(Wrong::diagnosis));
    value["faults"] = faults_json(wrong.map_or(&[], Wrong::faults)).into();
    value["text"] = fault.text.as_deref().into();
    value
}

/// Adds a diagnosis to a JSON object.
pub(crate) fn put_diagnosis(game: GameId, value: &mut Value, diagnosis: Option<&Diagnosis>) {
    value["diagnosis"] = json!(diagnosis.map(|diagnosis| diagnosis.code));
    value["squares"] = json!(diagnosis.map(Diagnosis::places).unwrap_or_default());
    value["rule"] = diagnosis.and_then(|diagnosis| diagnosis.rule).into();
    value["instead"] = diagnosis.and_then(|diagnosis| diagnosis.instead.clone()).into();
    value["walls"] = json!(diagnosis.map(Diagnosis::walls).unwrap_or_default());
    let text = diagnosis.map(|diagnosis| english(&Diagnosed { game, diagnosis }));
    value["text"] = text.into();
}

/// Explains a player's wrong board: its faults, the move's fault, both boards.
pub(crate) fn explain_fault(
    game: GameId,
    fault: &RecordedFault,
    before: &str,
    output: &mut Printer,
) -> Result<()> {
    let Some(wrong) = fault.detail.as_ref().and_then(Detail::wrong) else {
        let sentence = fault.message(game).map(|message| output.say(&message)).unwrap_or_default();
        return Ok(output.line(&format!("  {sentence}"))?);
    };
    explain(game, wrong, output)?;
    let wrote = fault.wrote.as_deref().unwrap_or_default().as_bytes();
    draw_both(game, [before.as_bytes(), wrote], wrong, output)
}

fn explain(game: GameId, wrong: &Wrong, output: &mut Printer) -> Result<()> {
    output.faults(wrong.leading_cause(), wrong.faults())?;
    if let Some(diagnosis) = wrong.diagnosis() {
        let sentence = say(&Diagnosed { game, diagnosis }, output.language);
        output.line(&format!("  {sentence} ({})", diagnosis.code.name()))?;
    }
    Ok(())
}

/// Draws the boards before and after, as far as they can be drawn, with the places of the diagnosis,
/// or else of the faults, in brackets.
fn draw_both(
    game: GameId,
    [before, after]: [&[u8]; 2],
    wrong: &Wrong,
    output: &mut Printer,
) -> Result<()> {
    let moved = wrong.diagnosis().map(Diagnosis::places).unwrap_or_default();
    let boards = [(words::BEFORE, before, moved), (words::AFTER, after, wrong.places())];
    for (title, board, marks) in boards {
        if let Some((scene, _)) = Scene::read(game, board) {
            let drawn = scene.marked(&marks).diagram(WALLS_LEFT.of(output.language));
            output.diagram(&output.say(&title), &drawn)?;
        }
    }
    Ok(())
}
