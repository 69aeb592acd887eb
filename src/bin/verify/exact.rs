//! `verify moves --exact`: the value of each move with best play.

use std::path::Path;

use anyhow::{Result, bail};
use serde_json::{Value, json};

use arbitro_endgames::{Endgames, ExactValue, Oracle, Solved, exact_moves};
use arbitro_rules::Game;
use arbitro_rules::draughts::{Draughts, RuleSet};
use arbitro_rules::notation::Notation;

use crate::printer::Printer;
use crate::words::VerifyMessage;
use arbitro_cli::exit::Exit;

/// Maximum pieces solved without tables: it takes about a second.
const MAX_WITHOUT_TABLES: u32 = 4;

pub(crate) fn print<R: RuleSet>(
    position: &Draughts<R>,
    folder: Option<&Path>,
    output: &mut Printer,
) -> Result<Exit> {
    let (value, moves) = values(position, folder)?;
    if output.json {
        let moves: Vec<Value> = moves
            .into_iter()
            .map(|(mv, value)| {
                let mut json = value_json(value);
                json["move"] = position.write_move(mv).into();
                json
            })
            .collect();
        output.json(&json!({
            "game": R::ID,
            "fen": position.write_fen(),
            "to_move": position.turn(),
            "moves": position.write_moves(),
            "value": value_json(value),
            "exact": moves,
        }))?;
    } else {
        let texts: Vec<String> = moves.iter().map(|&(mv, _)| position.write_move(mv)).collect();
        let width = texts.iter().map(String::len).max().unwrap_or(0);
        for (text, (_, value)) in texts.iter().zip(moves) {
            let value = output.say(&VerifyMessage::Exact(value));
            output.line(&format!("{text:<width$}  {value}"))?;
        }
    }
    Ok(Exit::Yes)
}

fn value_json(value: ExactValue) -> Value {
    match value {
        ExactValue::Win(plies) => json!({ "result": "win", "plies": plies }),
        ExactValue::Draw => json!({ "result": "draw", "plies": null }),
        ExactValue::Loss(plies) => json!({ "result": "loss", "plies": plies }),
    }
}

type Values<G> = (ExactValue, Vec<(<G as Game>::Move, ExactValue)>);

fn ask<R: RuleSet>(
    oracle: &mut dyn Oracle<Draughts<R>>,
    position: &Draughts<R>,
) -> Option<Values<Draughts<R>>> {
    Some((oracle.exact(position)?, exact_moves(oracle, position)?))
}

fn values<R: RuleSet>(
    position: &Draughts<R>,
    folder: Option<&Path>,
) -> Result<Values<Draughts<R>>> {
    let pieces = position.board().pieces().count() as u32;
    if let Some(folder) = folder {
        let mut tables = Endgames::<R>::open(folder)?;
        if let Some(values) = ask(&mut tables, position) {
            return Ok(values);
        }
        if let Some(fault) = tables.take_error() {
            return Err(fault.into());
        }
    }
    if pieces <= MAX_WITHOUT_TABLES {
        let solved = Solved::<R>::up_to(pieces as u8)?;
        if let Some(values) = ask(&mut &solved, position) {
            return Ok(values);
        }
    }
    let tables = match folder {
        Some(folder) => format!("the tables in {} lack", folder.display()),
        None => "exact values need tables for".to_owned(),
    };
    bail!(
        "{tables} positions of {pieces} pieces; in Arbitro's source, scripts/endgames DIR makes tables \
         (up to {} pieces); then add --endgames DIR",
        arbitro_endgames::MAX_PIECES
    )
}
