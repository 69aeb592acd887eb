//! A journal with matches that people ended: the tools read, rank, report and verify it.

use std::path::Path;
use std::process::Command;

use arbitro_records::MatchRecord;
use arbitro_rules::GameId;
use arbitro_testkit::folders::{Manners, made, read, records, rewrite, settings, write_folder};
use arbitro_tournament::Format;

use crate::programs::program;

/// The first plies of a match, which people ended then.
fn end_by_people(record: &mut MatchRecord, winner: Option<&str>, reason: &str) {
    const PLIES: usize = 4;
    let moves: Vec<&str> = record.moves.split(' ').take(PLIES).collect();
    assert_eq!(moves.len(), PLIES);
    record.moves = moves.join(" ");
    record.plies = Some(PLIES as u64);
    record.ms.truncate(PLIES);
    record.cpu_ms.truncate(PLIES);
    record.winner = winner.map(Into::into);
    record.reason = Some(reason.into());
    record.fault = None;
}

/// A round robin of two with an agreement and a resignation in it.
fn write_journal(folder: &Path) {
    let players = ["ada", "bob"].map(|it| made(it, None, Manners::Good));
    let settings = settings(GameId::Guide, Format::RoundRobin, 4);
    write_folder(folder, &settings, &players, 1.0);
    let mut all = records(folder);
    assert_eq!(all.len(), 4);
    end_by_people(&mut all[0], None, "agreed");
    end_by_people(&mut all[1], Some("x"), "resigned");
    end_by_people(&mut all[2], Some("o"), "resigned");
    end_by_people(&mut all[3], None, "agreed");
    rewrite(folder, &all);
}

/// Returns the output of a program, which must exit with 0.
fn printed(name: &str, arguments: &[&str]) -> String {
    let output = Command::new(program(name)).args(arguments).output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
    let code = output.status.code();
    assert_eq!(code, Some(0), "{name} {arguments:?}: {out}{err}");
    out
}

#[test]
fn a_journal_with_agreements_and_resignations_is_ranked_reported_and_right() {
    let folder = tempfile::tempdir().unwrap();
    write_journal(folder.path());
    let path = folder.path().to_str().unwrap();
    let results = read(folder.path());
    assert_eq!(results.tally.voids(), 0);
    assert_eq!(results.tally.matches(), 4);
    for entrant in 0..2 {
        let count = results.tally.count(entrant);
        assert_eq!(count.draws, 2, "{count:?}");
        assert_eq!(count.forfeits.iter().sum::<u32>(), 0, "{count:?}");
    }
    let standings = printed("tournament", &["standings", path]);
    assert!(standings.contains("ada") && standings.contains("bob"));
    printed("tournament", &["report", path]);
    let file = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let page = file("report.html");
    for told in ["draw: the players agreed", "resigned"] {
        assert!(page.contains(told), "{told}");
    }
    assert!(!page.contains("another reason"));
    let table = file("matches.csv");
    for word in ["agreed", "resigned"] {
        assert_eq!(table.matches(word).count(), 2, "{word}: {table}");
    }
    // The journal and the PDN that is made of it say the same.
    for (name, subcommand) in [("matches.jsonl", Some("match")), ("games.pdn", None)] {
        let file = folder.path().join(name);
        let mut arguments: Vec<&str> = subcommand.into_iter().collect();
        arguments.push(file.to_str().unwrap());
        let said = printed("verify", &arguments);
        for told in [": the players agreed", "x wins: o resigned", "o wins: x resigned"] {
            assert!(said.contains(told), "{name}: {told}: {said}");
        }
    }
}

#[test]
fn an_agreement_after_the_end_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.jsonl");
    let record = r#"{"v":1,"game":"guide","start":"W:W18:B","moves":"","reason":"agreed"}"#;
    std::fs::write(&path, format!("{record}\n")).unwrap();
    let output =
        Command::new(program("verify")).args(["match", path.to_str().unwrap()]).output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{out}");
    assert!(out.contains("over already: no_pieces"), "{out}");
}
