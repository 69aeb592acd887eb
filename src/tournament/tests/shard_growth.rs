//! Planned tournaments that grow, without playing.

use std::fs;
use std::path::Path;

use arbitro_tournament::{
    Change, GrowingPlan, Merged, Phase, Planned, PlayerEntry, Remember, Results, ShardWork,
    TOURNAMENT_FILE, TournamentError, TournamentFile, merge,
};

use super::shards::{journal, on_one_machine, planned, play_round};
use arbitro_testkit::journals::{name, settings, tournament};

const NEXT: &str = "tournament.next.toml";

fn plan_of_six(folder: &Path) -> Planned {
    planned(folder, tournament(settings(&[]), 6), 3)
}

/// The same tournament after a phase, to which a player comes.
fn with_one_more(file: &TournamentFile) -> TournamentFile {
    let mut grown = file.clone();
    let number = grown.players.len();
    grown.players.push(PlayerEntry {
        name: name(number),
        sha256: number.to_string(),
        author: None,
        place: format!("/p{number}").into(),
    });
    let change = Change::Add(vec![name(number)]);
    grown.phases.push(Phase { change, round: None, missed: 0 });
    grown
}

fn grow(folder: &Path, to: TournamentFile) -> Planned {
    let mut growing = GrowingPlan::open(folder).unwrap();
    assert!(matches!(growing.merge().unwrap(), Merged::Complete { .. }));
    growing.write(to).unwrap()
}

fn joined(folder: &Path) -> String {
    fs::read_to_string(folder.join("matches.jsonl")).unwrap()
}

#[test]
fn a_plan_that_grew_twice_joins_as_on_one_machine() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let mut plan = plan_of_six(at);
    play_round(&plan, 1);
    for round in 2..4 {
        plan = grow(at, with_one_more(&plan.file));
        assert_eq!((plan.plan.round, plan.plan.rounds), (round, round));
        assert!(plan.command(round, 0).ends_with(&format!("--round {round}")));
        play_round(&plan, round);
    }
    let matches = 8 * 7;
    assert_eq!(merge(&mut plan, None).unwrap(), Merged::Complete { matches });
    assert!(joined(at) == on_one_machine(&plan.file));
}

#[test]
fn a_plan_grows_only_once_all_before_has_been_played() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let plan = plan_of_six(at);
    play_round(&plan, 1);
    fs::remove_file(journal(&plan, 1, 1)).unwrap();
    let lacking = |at: &Path| match GrowingPlan::open(at).unwrap().merge().unwrap() {
        Merged::Lacking(flaws) => flaws.iter().map(|it| (it.round, it.shard)).collect::<Vec<_>>(),
        merged => panic!("{merged:?}"),
    };
    assert_eq!(lacking(at), [(1, 1)]);
    play_round(&plan, 1);
    // A round that has not begun, too.
    grow(at, with_one_more(&plan.file));
    assert_eq!(lacking(at), [(2, 0), (2, 1), (2, 2)]);
}

#[test]
fn whatever_a_kill_leaves_of_growing_is_read_by_all_and_ended_by_the_next_call() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let plan = plan_of_six(at);
    play_round(&plan, 1);
    let grown = with_one_more(&plan.file);
    let before = fs::read(at.join(TOURNAMENT_FILE)).unwrap();
    grow(at, grown.clone());
    let after = fs::read(at.join(TOURNAMENT_FILE)).unwrap();
    assert!(!at.join(NEXT).exists());

    // Killed before the file took its place: the plan is that of the new one.
    fs::write(at.join(NEXT), &after).unwrap();
    fs::write(at.join(TOURNAMENT_FILE), &before).unwrap();
    assert_eq!(Planned::read(at).unwrap().file, grown);
    // Readers that know no plan see all that was joined.
    assert_eq!(Results::read(at, Remember::Sums).unwrap().tally.matches(), 30);
    let mut new = Planned::read(at).unwrap();
    merge(&mut new, None).unwrap();
    assert!(!at.join(NEXT).exists());
    assert_eq!(fs::read(at.join(TOURNAMENT_FILE)).unwrap(), after);

    // Killed before the plan was written: what waits is of no plan.
    let other = toml::to_string(&with_one_more(&grown)).unwrap();
    fs::write(at.join(NEXT), &other).unwrap();
    assert_eq!(Planned::read(at).unwrap().file, grown);
    merge(&mut new, None).unwrap();
    assert_eq!(fs::read(at.join(TOURNAMENT_FILE)).unwrap(), after);
    fs::write(at.join(TOURNAMENT_FILE), &other).unwrap();
    assert!(matches!(Planned::read(at), Err(TournamentError::OtherTournament)));
}

#[test]
fn the_old_plan_is_neither_played_nor_merged_nor_finished_once_the_tournament_has_grown() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let mut old = plan_of_six(at);
    play_round(&old, 1);
    grow(at, with_one_more(&old.file));
    let plan = fs::read(at.join("plan.toml")).unwrap();
    let is_refused = |error: &TournamentError| {
        matches!(error, TournamentError::Grown { .. })
            && error.to_string().contains("has grown meanwhile: run the same command again")
    };
    assert!(is_refused(&ShardWork::open(&old, 0, Some(1)).unwrap_err()));
    assert!(is_refused(&merge(&mut old, None).unwrap_err()));
    assert!(is_refused(&old.finish().unwrap_err()));
    assert_eq!(fs::read(at.join("plan.toml")).unwrap(), plan);
}

#[test]
fn a_swiss_plan_grows_between_two_rounds() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let swiss = settings(&[("format", "swiss".into()), ("rounds", 3.into())]);
    let mut plan = planned(at, tournament(swiss, 6), 2);
    play_round(&plan, 1);
    let mut growing = GrowingPlan::open(at).unwrap();
    assert_eq!(growing.merge().unwrap(), Merged::Next { round: 2, matches: 6 });
    let mut grown = with_one_more(&plan.file);
    grown.phases[0].round = Some(2);
    plan = growing.write(grown.clone()).unwrap();
    assert_eq!((plan.plan.round, plan.plan.rounds), (2, 3));
    for round in 2..=3 {
        play_round(&plan, round);
        merge(&mut plan, None).unwrap();
    }
    assert!(joined(at) == on_one_machine(&grown));
    assert!(joined(at).contains(&name(6)));
}
