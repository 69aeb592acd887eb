//! `verify board FILE...`

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};

use arbitro_referee::board_file::read_board_file;
use arbitro_rules::judge::{Diagnose, words};
use arbitro_rules::language::{Language, Said, of_each};
use arbitro_rules::notation::quoridor::wall_name;
use arbitro_rules::notation::{
    BoardFault, BoardReading, Marks, Notation, Place, SetupFault, Strictness,
};
use arbitro_rules::said;
use arbitro_rules::with_game;
use arbitro_rules::{GameId, Player};

use crate::output::{Output, Tone, shown};
use arbitro_cli::exit::Exit;

#[derive(Debug, Args)]
pub(crate) struct BoardArgs {
    /// Board files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    strict: crate::StrictArgs,
}

pub(crate) fn run(game: GameId, args: &BoardArgs, output: &mut Output) -> Result<Exit> {
    with_game!(game, G => check_files::<G>(args, output))
}

fn check_files<G: Diagnose>(args: &BoardArgs, output: &mut Output) -> Result<Exit> {
    let mut exit = Exit::Yes;
    for path in &args.files {
        let done = check_file::<G>(path, args.strict.strictness(), output);
        let asked = json!({ "file": shown(path), "game": G::ID.name(), "valid": null });
        // The other files may still be read: each gets its answer.
        exit = exit.max(output.answer_or_complaint(done, asked)?);
    }
    Ok(exit)
}

fn check_file<G: Diagnose>(
    path: &Path,
    strictness: Strictness,
    output: &mut Output,
) -> Result<Exit> {
    let bytes = read_board_file(path)?;
    let reading = G::read_board(&bytes, strictness);
    let exit = output.settle(match reading.board {
        Some(_) => Exit::Yes,
        None => Exit::No,
    });
    if output.json {
        output.json(&report::<G>(&shown(path), &reading))?;
    } else {
        print(&shown(path), &reading, output)?;
        if let Some(hint) = other_game(&bytes).filter(|_| reading.setup.is_none()) {
            let hint = output.say(&hint).to_owned();
            output.note(&hint)?;
        }
    }
    Ok(exit)
}

fn report<G: Diagnose>(file: &str, reading: &BoardReading<G>) -> Value {
    json!({
        "file": file,
        "game": G::ID.name(),
        "valid": reading.board.is_some(),
        "fen": reading.board.as_ref().map(|board| G::new(*board, Player::X).write_fen()),
        "tolerated": reading.tolerated.iter().map(|it| it.name()).collect::<Vec<_>>(),
        "faults": faults_json(&reading.faults),
    })
}

/// Says which games would take these bytes for a playable board, if any do: a wrong `--game` is the
/// likeliest cause of a board that is wrong in every line.
pub(crate) fn other_game(bytes: &[u8]) -> Option<Said> {
    let fits: Vec<&str> = GameId::ALL
        .into_iter()
        .filter(|&game| with_game!(game, G => G::read_board(bytes, Strictness::Tolerant).board.is_some()))
        .map(GameId::name)
        .collect();
    let games = fits.join(", ");
    (!fits.is_empty()).then(|| {
        said!(
            "it is a board of {games}: say so with --game",
            "è un tavoliere di {games}: va detto con --game"
        )
    })
}

/// Every fault with its place and what was found, for programs.
pub(crate) fn faults_json(faults: &[BoardFault]) -> Vec<Value> {
    faults.iter().map(fault_json).collect()
}

fn fault_json(fault: &BoardFault) -> Value {
    let mut value = json!({ "kind": fault.kind(), "text": fault.to_string() });
    let (line, column) = fault.place();
    let mut put = |key: &str, it: Value| value[key] = it;
    if let Some(line) = line {
        put("line", line.into());
    }
    if let Some(column) = column {
        put("column", column.into());
    }
    match fault {
        BoardFault::LineCount {
            found, expected, ..
        }
        | BoardFault::LineLength {
            found, expected, ..
        } => {
            put("found", (*found).into());
            put("expected", (*expected).into());
        }
        BoardFault::BadSeparator { found, .. } | BoardFault::UnknownCharacter { found, .. } => {
            put("found", found.to_string().into());
        }
        BoardFault::Setup { fault, .. } => match fault {
            SetupFault::LightSquare { cell, .. } => put("found", cell.letter().to_string().into()),
            SetupFault::UnpromotedMan { player, .. } => put("found", player.to_string().into()),
            SetupFault::TooManyPieces {
                player,
                found,
                allowed,
            } => {
                put("player", player.to_string().into());
                put("found", (*found).into());
                put("allowed", (*allowed).into());
            }
            SetupFault::Pawns { player, found } => {
                put("player", player.to_string().into());
                put("found", (*found).into());
            }
            SetupFault::PathBlocked { player } => put("player", player.to_string().into()),
            SetupFault::BrokenWall { wall } | SetupFault::WallCross { wall } => {
                put("walls", json!([wall_name(*wall)]));
            }
            SetupFault::WallOverlap { first, second } => {
                put("walls", json!([wall_name(*first), wall_name(*second)]));
            }
            SetupFault::NoPieces | SetupFault::StrayHalf | SetupFault::Quoridor(_) => {}
        },
        BoardFault::WallsLeft { player, found, .. } => {
            put("player", player.to_string().into());
            put("found", found.as_str().into());
        }
        BoardFault::Unreadable { .. }
        | BoardFault::EmptyFile { .. }
        | BoardFault::TooLong { .. }
        | BoardFault::NotExact(_) => {}
    }
    value
}

/// The places that faults are about.
pub(crate) fn fault_places(faults: &[BoardFault]) -> Vec<Place> {
    faults
        .iter()
        .filter_map(|fault| match fault {
            BoardFault::Setup {
                fault:
                    SetupFault::LightSquare { place, .. } | SetupFault::UnpromotedMan { place, .. },
                ..
            } => Some(*place),
            _ => None,
        })
        .collect()
}

fn print<G: Diagnose>(file: &str, reading: &BoardReading<G>, output: &mut Output) -> Result<()> {
    let game = G::ID;
    match &reading.board {
        Some(_) => output.verdict(
            file,
            Tone::Good,
            &said!("valid", "valido"),
            &said!(" {game} board", " come tavoliere di {game}"),
        )?,
        None => {
            let faults = match reading.faults.len() {
                1 => said!("1 fault", "1 difetto"),
                count => said!("{count} faults", "{count} difetti"),
            };
            let rest = of_each(|language| {
                let faults = faults.in_language(language);
                match language {
                    Language::English => format!(" {game} board, {faults}"),
                    Language::Italian => format!(" come tavoliere di {game}, {faults}"),
                }
            });
            output.verdict(file, Tone::Bad, &said!("invalid", "non valido"), &rest)?;
        }
    }
    for &leniency in &reading.tolerated {
        let what = words::leniency_in(leniency, output.language);
        let told = said!("tolerated: {what}", "tollerato: {what}");
        output.note(told.in_language(output.language))?;
    }
    for fault in &reading.faults {
        let fault = words::fault_in(fault, output.language);
        output.line(&format!("  {fault}"))?;
    }
    if let (None, Some(setup)) = (&reading.board, &reading.setup) {
        output.diagram(
            &said!(
                "the board, faults in brackets:",
                "il tavoliere, i difetti fra parentesi:"
            ),
            &G::diagram(
                setup,
                &Marks(fault_places(&reading.faults)),
                output.language,
            ),
        )?;
    }
    Ok(())
}
