//! `verify moves --exact`, by tables in files and without.

use std::fs;
use std::path::Path;
use std::process::Command;

use arbitro_endgames::{Endgames, ExactValue, Solved, exact_moves, table_file_name, write_tables};
use arbitro_rules::draughts::{Dama, Italian, sets};
use arbitro_rules::notation::Notation;
use arbitro_rules::{Game, GameId};
use serde_json::{Value, json};

use crate::programs::program;
use arbitro_testkit::games::project;

struct Said {
    code: i32,
    out: String,
    complaint: String,
}

fn verify(args: &[&str]) -> Said {
    verify_in(&project(""), args)
}

fn verify_in(folder: &Path, args: &[&str]) -> Said {
    let output = Command::new(program("verify"))
        .env("LC_ALL", "C")
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap();
    Said {
        code: output.status.code().expect("it was not killed"),
        out: String::from_utf8(output.stdout).unwrap(),
        complaint: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn verify_says_what_each_move_is_worth_best_first() {
    let args = ["moves", "--exact", "--fen", "W:WK32,K22:BK1"];
    let said = verify(&args);
    assert_eq!(said.code, 0, "{}", said.complaint);
    let fen = Dama::read_fen("W:WK32,K22:BK1").unwrap();
    let solved = Solved::<sets::Dama>::up_to(3).unwrap();
    let valued = exact_moves(&mut &solved, &fen).unwrap();
    assert_eq!(said.out.lines().count(), valued.len());
    for (line, (mv, value)) in said.out.lines().zip(&valued) {
        let (text, value) = match value {
            ExactValue::Win(plies) => (fen.write_move(*mv), format!("win in {plies}")),
            ExactValue::Draw => (fen.write_move(*mv), "draw".to_owned()),
            ExactValue::Loss(plies) => (fen.write_move(*mv), format!("loss in {plies}")),
        };
        assert!(line.starts_with(&text) && line.ends_with(&value), "{line}");
    }
    let said = verify(&[&args[..], &["--json"]].concat());
    let line: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(line["moves"], json!(fen.write_moves()));
    assert_eq!(line["value"]["plies"].as_u64(), line["exact"][0]["plies"].as_u64());
    assert_eq!(line["exact"][0]["result"], "win");
    assert_eq!(line["exact"][0]["move"], fen.write_move(valued[0].0));
}

#[test]
fn verify_takes_tables_and_says_when_none_reaches_a_position() {
    let folder = tempfile::tempdir().unwrap();
    let solved = Solved::<sets::Italian>::up_to(3).unwrap();
    for pieces in 2..=3 {
        write_tables(&solved, pieces, folder.path()).unwrap();
    }
    let dir = folder.path().to_str().unwrap();
    let few = ["moves", "--exact", "--game", "italian", "--fen", "W:WK32:B5"];
    let with = verify(&[&few[..], &["--endgames", dir]].concat());
    assert_eq!(with.code, 0, "{}", with.complaint);
    assert_eq!(with.out, verify(&few).out);
    let italian = Italian::read_fen("W:WK32:B5").unwrap();
    assert_eq!(with.out.lines().count(), italian.legal_moves().len());

    for (args, complaint) in [
        (
            &["--exact"][..],
            "exact values need tables for positions of 24 pieces; in Arbitro's source, scripts/endgames DIR makes tables",
        ),
        (&["--exact", "--endgames", dir, "--game", "italian"], "lack positions of 24 pieces"),
        (&["--exact", "--endgames", dir], "there are no endgame tables for dama"),
        (&["--exact", "--game", "quoridor"], "endings of quoridor are not solved"),
        (&["--exact", "--game", "international"], "endings of international are not solved"),
        (&["--endgames", dir], "--exact"),
    ] {
        let said = verify(&[&["moves"], args].concat());
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{args:?}");
        assert!(said.complaint.contains(complaint), "{}", said.complaint);
    }

    let table = folder.path().join(table_file_name(GameId::Italian, 2));
    let mut bytes = fs::read(&table).unwrap();
    let last = bytes.len() - 5;
    bytes[last] ^= 1;
    fs::write(&table, bytes).unwrap();
    // A position whose moves lead into the damaged block.
    let mut tables = Endgames::<sets::Italian>::open(folder.path()).unwrap();
    let mut is_hit = |fen: &String| {
        Italian::read_fen(fen).is_ok_and(|position| {
            let mut next = position.legal_moves().into_iter();
            next.any(|mv| tables.value(&position.after(mv)).is_err())
        })
    };
    let fen = (1..=32)
        .flat_map(|white| (1..=32).map(move |black| (white, black)))
        .flat_map(|(white, black)| ["", "K"].map(|king| format!("W:W{king}{white}:B{king}{black}")))
        .find(&mut is_hit)
        .expect("some position is in the last block");
    let args = ["moves", "--exact", "--game", "italian", "--endgames", ".", "--fen"];
    let said = verify_in(folder.path(), &[&args[..], &[&fen]].concat());
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{fen}");
    assert!(said.complaint.contains("italian-2.endgames: damaged"), "{}", said.complaint);
}
