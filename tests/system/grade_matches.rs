//! Matches of a marking run that the host spoilt: no student loses by them.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use arbitro_grade::contest::earlier;
use arbitro_records::{MatchRecord, RecordedFault};
use arbitro_rules::Player;
use arbitro_tournament::{
    JOURNAL, Journal, JournalEnd, MatchResult, Next, Remember, Results, read_journals,
};
use serde_json::Value;

use crate::graded_class::{QUICK, copy, dossier, grade, has_tools, lines, text};
use crate::needs::{needs, root};
use crate::programs::{copy_program, descendants, program, wait_until};
use arbitro_testkit::games::project;
use arbitro_testkit::journals::{record, settings, tournament};

/// Matches against reference players, and nothing else.
const MATCHES: [&str; 11] = [
    "--json",
    "--jobs",
    "1",
    "--skip",
    "conformance",
    "--skip",
    "memory",
    "--skip",
    "likeness",
    "--skip",
    "contest",
];

fn records(folder: &Path) -> Vec<MatchRecord> {
    let mut records = Vec::new();
    let read = read_journals(folder, |line| {
        records.push(line.record().unwrap());
        Ok::<_, io::Error>(())
    });
    read.unwrap();
    records
}

/// Only for the one who made it, as a home is.
fn closed(folder: &Path) {
    fs::create_dir(folder).unwrap();
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700)).unwrap();
}

/// Ends the run during the first match, and what plays there with it, as who ends everything does.
fn end_in_the_first_match(mut command: Command) {
    let mut running = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let end = |pid: i32| {
        let pid = rustix::process::Pid::from_raw(pid).unwrap();
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
    };
    let mut playing = Vec::new();
    wait_until("programs of the contest run", || {
        playing = descendants(running.id());
        playing.retain(|pid| {
            let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&line)
                .split('\0')
                .next()
                .is_some_and(|part| part.ends_with("870018/play"))
        });
        !playing.is_empty()
    });
    playing.into_iter().for_each(end);
    end(i32::try_from(running.id()).unwrap());
    assert_ne!(running.wait().unwrap().code(), Some(0));
}

#[test]
fn matches_tell_submissions_from_what_the_host_does_to_them() {
    if !has_tools() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let [submissions, out, home] = ["submissions", "out", "home"].map(|it| folder.path().join(it));
    for number in ["870001", "870018"] {
        copy(&project("tests/submissions").join(number), &submissions.join(number));
    }
    // The second never ends making a player: asleep, for other tests need the processor.
    let hung = submissions.join("870018/player.cpp");
    let source = fs::read_to_string(&hung).unwrap();
    let asleep = source.replacen("while (rand() >= 0)", "while (pause())", 1);
    fs::write(&hung, format!("extern \"C\" int pause();\n{asleep}")).unwrap();
    end_in_the_first_match(grade(&submissions, &out, &MATCHES));
    let first_of = |number: &str| out.join("evidence").join(number).join("first_match.json");
    assert!(!first_of("870018").exists(), "it may have been ended");

    // The reference players are this program, so its folder must be closed to other users.
    closed(&home);
    let built = program("grade");
    let program = home.join("grade");
    copy_program(built, &program);
    let graded = || {
        let mut command = Command::new(&program);
        command.arg(&submissions).arg("--out").arg(&out);
        command.args(QUICK).args(MATCHES);
        command.arg("--lang=it").output().unwrap()
    };
    let output = graded();
    assert_eq!(lines(&output).len(), 2, "{}", text(&output.stderr));
    let ladder = out.join("ladder/870001");
    let played = records(&ladder);
    assert_eq!(played.len(), 2);
    let faults: Vec<_> = played.iter().filter_map(|it| it.fault.clone()).collect();
    assert_eq!(faults, [], "both play");
    let strength = &dossier(&out, "870018")["strength"]["not_reached"]["no_legal_move"];
    assert!(
        strength["fault"]["detail"]["late"].is_object()
            && strength["what"].to_string().contains("no board within"),
        "{strength}"
    );

    // What an earlier run kept of matches in which the other did not begin.
    let mut broken = played[0].clone();
    let [me, other] = match &broken.players {
        Some(players) if players.x.name == "870001" => ["x", "o"],
        _ => ["o", "x"],
    };
    broken.winner = Some(me.into());
    broken.reason = Some("crash".into());
    broken.fault = Some(RecordedFault {
        player: other.to_owned(),
        ply: 1,
        reason: "crash".to_owned(),
        text: Some("it cannot be started: Permission denied".to_owned()),
        ..RecordedFault::default()
    });
    fs::remove_file(ladder.join(JOURNAL)).unwrap();
    let nothing = JournalEnd::default();
    let mut journal = Journal::open(&ladder, 0, nothing).unwrap();
    journal.append(&broken).unwrap();
    journal.append(&played[1]).unwrap();
    drop(journal);
    graded();
    let again = records(&ladder);
    let told = |all: &[MatchRecord]| -> Vec<_> {
        let told = all.iter().map(|it| (it.moves.clone(), it.fault.clone()));
        told.collect()
    };
    assert_eq!(told(&again), told(&played));
}

#[test]
fn who_insists_on_the_names_of_boards_plays_and_who_prints_a_flood_loses_by_it() {
    if !has_tools() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let [submissions, out] = ["submissions", "out"].map(|it| folder.path().join(it));
    for number in ["870020", "870025"] {
        copy(&project("tests/submissions").join(number), &submissions.join(number));
    }
    let output = grade(&submissions, &out, &MATCHES).output().unwrap();
    assert_eq!(lines(&output).len(), 2, "{}", text(&output.stderr));
    let played = records(&out.join("ladder/870025"));
    let ends: Vec<_> = played.iter().map(|it| (it.plies, &it.fault)).collect();
    assert_eq!(ends.len(), 2, "{ends:?}");
    assert!(ends.iter().all(|end| end.1.is_none()), "{ends:?}");
    let rung = &dossier(&out, "870020")["strength"]["found"][0];
    assert_eq!((&rung["lost"], &rung["won"]), (&Value::from(1), &Value::from(0)));
    assert_eq!(rung["forfeits"], serde_json::json!([["output", 1]]));
    assert!(rung["first_fault"]["detail"]["output"].is_object(), "{rung}");
}

#[test]
fn a_closed_temporary_folder_costs_no_mark() {
    // An ordinary user's programs run as that user, to whom its own folders are open.
    if !has_tools() || !root() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let [submissions, out, temporary] =
        ["submissions", "out", "tmp"].map(|it| folder.path().join(it));
    copy(&project("tests/submissions/870001"), &submissions.join("870001"));
    closed(&temporary);
    let usual = folder.path().join("usual");
    let marks = |out: &Path, temporary: &Path| {
        let mut command = grade(&submissions, out, &MATCHES);
        let output = command.env("TMPDIR", temporary).output().unwrap();
        let complaints = text(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{complaints}");
        fs::read_to_string(out.join("marks.csv")).unwrap()
    };
    assert_eq!(marks(&out, &temporary), marks(&usual, Path::new("/tmp")));
}

#[test]
fn a_void_match_is_in_nobodys_count() {
    let folder = tempfile::tempdir().unwrap();
    let file = tournament(settings(&[("format", "swiss".into()), ("rounds", 2.into())]), 4);
    file.write(folder.path()).unwrap();
    let mut results = Results::from_file(file, folder.path(), Remember::Places).unwrap();
    let mut journal = results.open_journal(folder.path()).unwrap();
    while let Next::Match(it) = results.schedule.next_match() {
        let counted = match it.id {
            1 => MatchResult::Void,
            _ => MatchResult::Won(Player::X),
        };
        journal.append(&record(&it, counted)).unwrap();
        results.schedule.note(it.id, it.x, it.o, counted);
    }
    drop(journal);
    let outcome = earlier(folder.path()).unwrap();
    let counts = outcome.places.values().map(|(_, it)| &it.matches);
    let [won, drawn, lost] = counts
        .fold([0; 3], |[won, drawn, lost], it| [won + it.won, drawn + it.drawn, lost + it.lost]);
    assert_eq!([won, drawn, lost], [7, 0, 7], "{outcome:?}");
}

#[test]
fn weights_that_somebody_changed_are_not_written_over() {
    needs!(containment);
    let folder = tempfile::tempdir().unwrap();
    let [submissions, out] = ["submissions", "out"].map(|it| folder.path().join(it));
    fs::create_dir_all(submissions.join("00123")).unwrap();
    let others = folder.path().join("strict.toml");
    fs::write(&others, "[likeness]\nthreshold = 0.9\n").unwrap();
    let run = |more: &[&str]| {
        let mut command = grade(&submissions, &out, &["--skip", "memory"]);
        command.args(more).env("PATH", "/nowhere");
        text(&command.output().unwrap().stderr)
    };
    let said = "grade.toml is unchanged";
    assert!(!run(&[]).contains(said));
    let kept = out.join("grade.toml");
    let changed = fs::read_to_string(&kept).unwrap() + "\n# 00123 and 00456 told me\n";
    fs::write(&kept, &changed).unwrap();
    assert!(!run(&[]).contains(said), "they are those that are gone by");
    let complaints = run(&["--weights", others.to_str().unwrap()]);
    assert!(complaints.contains(said), "{complaints}");
    assert_eq!(fs::read_to_string(&kept).unwrap(), changed);
}
