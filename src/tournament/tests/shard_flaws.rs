//! Flaws of shards' journals: found, reported, and mended by playing again.

use std::fs;
use std::path::Path;

use super::shards::{journal, line, on_one_machine, planned, play_round, result, schedule};
use arbitro_records::seal;
use arbitro_rules::Player;
use arbitro_testkit::journals::{settings, tournament};
use arbitro_tournament::{
    Damage, Dealing, FlawKind, MatchResult, Merged, Opened, Planned, ShardWork, merge, status,
};

/// Status of a shard: done, void, damaged, double.
type ShardCounts = (u64, u64, u64, u64);

/// Flaws by shard, and what status says, after a round robin of five in three shards was spoilt.
fn flaws_of(spoil: impl Fn(&Planned)) -> (Vec<(u32, FlawKind)>, Vec<ShardCounts>) {
    let folder = tempfile::tempdir().unwrap();
    let file = tournament(settings(&[]), 5);
    let whole = on_one_machine(&file);
    let mut planned = planned(folder.path(), file, 3);
    play_round(&planned, 1);
    spoil(&planned);
    let Merged::Lacking(flaws) = merge(&mut planned, None).unwrap() else {
        panic!("nothing was found wrong");
    };
    assert!(!folder.path().join("matches.jsonl").exists());
    let told = status(&planned).unwrap();
    let told = told.shards.iter();
    let told = told.map(|it| (it.done, it.void, it.damaged, it.double));
    let found = (flaws.iter().map(|it| (it.shard, it.kind.clone())).collect(), told.collect());
    // What the told command does: it puts aside what cannot count, and plays what is missing.
    for flaw in &flaws {
        let opened = ShardWork::open(&planned, flaw.shard, None).unwrap();
        let Opened::Work(work) = opened else {
            panic!("nothing to do");
        };
        let (done, all) = (work.done(), work.matches());
        drop(work);
        if done < all {
            let path = journal(&planned, 1, flaw.shard);
            // A journal is opened without what is torn at its end.
            let mut there = fs::read_to_string(&path).unwrap_or_default();
            there.truncate(there.rfind('\n').map_or(0, |at| at + 1));
            let lacking = whole.lines().filter(|line| {
                let record: serde_json::Value = serde_json::from_str(line).unwrap();
                let id = record["id"].as_u64().unwrap();
                let is_ours = Dealing::new(1..21, 2, 3).shard_of(id) == Some(flaw.shard);
                is_ours && !there.contains(line)
            });
            let lacking: Vec<String> = lacking.map(|line| format!("{line}\n")).collect();
            assert_eq!(lacking.len() as u64, all - done);
            fs::write(path, format!("{there}{}", lacking.concat())).unwrap();
        }
    }
    let merged = merge(&mut planned, None).unwrap();
    assert_eq!(merged, Merged::Complete { matches: 20 });
    let joined = fs::read_to_string(folder.path().join("matches.jsonl")).unwrap();
    assert!(joined == whole);
    found
}

fn edit(path: &Path, change: impl FnOnce(Vec<String>) -> Vec<String>) {
    let text = fs::read_to_string(path).unwrap();
    let lines = change(text.lines().map(str::to_owned).collect());
    fs::write(path, lines.iter().map(|it| format!("{it}\n")).collect::<String>()).unwrap();
}

fn id_of(line: &str) -> u64 {
    let record: serde_json::Value = serde_json::from_str(line).unwrap();
    record["id"].as_u64().unwrap()
}

#[test]
fn an_unplayed_shard_is_reported_with_its_first_match() {
    let (flaws, told) = flaws_of(|planned| {
        fs::remove_dir_all(planned.shard_folder(1, 1)).unwrap();
    });
    let first = (1..21).find(|&id| Dealing::new(1..21, 2, 3).shard_of(id) == Some(1));
    let part = Dealing::new(1..21, 2, 3).part(1);
    let missing = FlawKind::Missing {
        matches: part.matches(),
        first: first.unwrap(),
        void: 0,
        is_running: false,
    };
    assert_eq!(flaws, [(1, missing)]);
    assert_eq!(told[1], (0, 0, 0, 0));
}

#[test]
fn a_damaged_line_and_one_of_another_tournament_are_told_and_kept_aside() {
    let (flaws, told) = flaws_of(|planned| {
        let other = tournament(settings(&[]), 7);
        let foreign = on_one_machine(&other).lines().next_back().unwrap().to_owned();
        edit(&journal(planned, 1, 2), |mut lines| {
            lines[0] = lines[0].replace("no_moves", "no_mouse").replace("move_limit", "mouse");
            lines.push(foreign);
            lines.push("nonsense".to_owned());
            lines
        });
    });
    assert_eq!(told[2].2, 3);
    let damages: Vec<_> = flaws
        .iter()
        .filter_map(|(_, kind)| match kind {
            FlawKind::Damaged { damage, .. } => Some(*damage),
            _ => None,
        })
        .collect();
    assert_eq!(damages, [Damage::Seal, Damage::Foreign, Damage::Seal]);
    assert!(matches!(flaws[0], (2, FlawKind::Missing { matches: 1, .. })));
}

#[test]
fn a_match_that_is_there_twice_counts_once_if_both_say_the_same() {
    let (flaws, told) = flaws_of(|planned| {
        edit(&journal(planned, 1, 0), |mut lines| {
            // The same but for times.
            let body = lines[0].split(",\"checksum\"").next().unwrap().to_owned();
            let again = seal(&format!("{}}}", body.replace("1.5", "2.5")));
            assert_ne!(again, lines[0]);
            lines.push(again);
            lines
        });
    });
    assert!(matches!(flaws[..], [(0, FlawKind::Double { agrees: true, .. })]), "{flaws:?}");
    assert_eq!(told[0].3, 1);
}

#[test]
fn a_match_that_is_there_twice_with_different_results_is_played_again() {
    let (flaws, _) = flaws_of(|planned| {
        let schedule = schedule(&planned.file);
        edit(&journal(planned, 1, 0), |mut lines| {
            let it = schedule.listed(id_of(&lines[0])).unwrap();
            let other = match result(&it) {
                MatchResult::Drawn => MatchResult::Won(Player::O),
                _ => MatchResult::Drawn,
            };
            // The wrong one first: neither is believed.
            lines.insert(0, line(&it, other).trim_end().to_owned());
            lines
        });
    });
    assert!(matches!(flaws[..], [(0, FlawKind::Double { agrees: false, .. })]), "{flaws:?}");
}

#[test]
fn a_match_in_two_shards_is_told_with_what_both_say() {
    for differs in [false, true] {
        let (flaws, _) = flaws_of(|planned| {
            let schedule = schedule(&planned.file);
            let text = fs::read_to_string(journal(planned, 1, 1)).unwrap();
            let it = schedule.listed(id_of(text.lines().next().unwrap())).unwrap();
            let counted = match (differs, result(&it)) {
                (false, same) => same,
                (true, MatchResult::Drawn) => MatchResult::Won(Player::X),
                (true, _) => MatchResult::Drawn,
            };
            edit(&journal(planned, 1, 2), |mut lines| {
                lines.insert(0, line(&it, counted).trim_end().to_owned());
                lines
            });
        });
        let [(2, FlawKind::Stray { home: 1, line: 1, agrees, .. })] = flaws[..] else {
            panic!("{flaws:?}");
        };
        assert_eq!(agrees, Some(!differs));
    }
}

#[test]
fn a_void_match_is_open_until_it_was_played() {
    let (flaws, told) = flaws_of(|planned| {
        let schedule = schedule(&planned.file);
        edit(&journal(planned, 1, 1), |mut lines| {
            let it = schedule.listed(id_of(&lines[0])).unwrap();
            // One that was played after all, and one that was not.
            let other = schedule.listed(id_of(&lines[1])).unwrap();
            lines[0] = line(&it, MatchResult::Void).trim_end().to_owned();
            lines.insert(0, line(&other, MatchResult::Void).trim_end().to_owned());
            lines
        });
    });
    assert!(matches!(flaws[..], [(1, FlawKind::Missing { matches: 1, void: 1, .. })]), "{flaws:?}");
    assert_eq!(told[1].1, 1);
}

#[test]
fn a_torn_last_line_costs_its_match_alone() {
    let (flaws, _) = flaws_of(|planned| {
        let path = journal(planned, 1, 0);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(path, &text[..text.len() - 9]).unwrap();
    });
    assert!(matches!(flaws[..], [(0, FlawKind::Missing { matches: 1, .. })]), "{flaws:?}");
}
