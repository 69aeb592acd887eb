//! The `grade` binary with a real compiler and valgrind: a small class through it, machines that lack
//! something, runs that are killed, and submissions that look where they should not.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use arbitro_grade::build::Settings as BuildSettings;
use arbitro_grade::contest::Shape;
use arbitro_grade::strength::ladder;
use arbitro_rules::GameId;
use arbitro_sandbox::FolderLock;
use arbitro_tournament::{Format, TournamentSettings};
use arbitro_words::{Language, say};
use serde_json::Value;

use crate::grade_samples::is_there;
use crate::graded_class::{
    CLASS, First, again, copy, dossier, failed_checks, files, first, grade, has_tools, lines, run,
    text,
};
use crate::needs::needs;
use crate::programs::{descendants, open_folder, open_to_all, program, wait_until};
use arbitro_testkit::games::project;
use arbitro_testkit::sizes::one_or_all;

#[test]
fn a_small_class_is_graded_and_each_fault_is_in_the_evidence() {
    if !has_tools() {
        return;
    }
    let First { folder, output } = first();
    let said = text(&output.stdout);
    let out = folder.join("out");
    assert_eq!(output.status.code(), Some(1), "{said}{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("built with -DARBITRO_COMPAT"));
    let numbers: Vec<&str> = said.lines().map(|line| &line[..6]).take(CLASS.len()).collect();
    assert_eq!(numbers, CLASS, "{said}");
    assert!(said.contains("870021    0.00 of 100  FAILS: it does not compile"), "{said}");
    let sheet = fs::read_to_string(out.join("marks.csv")).unwrap();
    let numbers: Vec<&str> = sheet.lines().skip(1).map(|line| &line[..6]).collect();
    assert_eq!(numbers, CLASS, "{sheet}");
    for number in CLASS {
        for file in ["index.html", "dossier.json", "player.cpp", "cleaned.cpp", "diagnostics.txt"] {
            assert!(out.join("students").join(number).join(file).is_file(), "{number}: {file}");
        }
    }
    for file in
        ["overview.html", "grade.toml", "likeness/870001--870004.html", "tournament/report.html"]
    {
        assert!(out.join(file).is_file(), "{file}");
    }
    let good = dossier(&out, "870001");
    assert_eq!(failed_checks(&good), Vec::<&str>::new());
    assert_eq!(good["memory"]["found"]["faults"], Value::Array(Vec::new()));
    let rungs = good["strength"]["found"].as_array().unwrap();
    let opponents: Vec<&str> = rungs.iter().map(|it| it["opponent"].as_str().unwrap()).collect();
    assert_eq!(opponents, ["random", "greedy"]);
    assert_eq!(good["contest"]["found"]["of"], 2);
    let leaking = dossier(&out, "870004");
    assert_eq!(leaking["memory"]["found"]["faults"][0]["kind"], "leak");
    let broken = dossier(&out, "870021");
    assert!(broken["build"]["found"]["outcome"]["not_built"] == "compile_error", "{broken}");
    assert_eq!(broken["memory"]["not_reached"]["build"]["not_built"], "compile_error");
    let diagnostics = out.join("students/870021/diagnostics.txt");
    assert!(fs::read_to_string(diagnostics).unwrap().contains("error: "));
    // The tournament is one like any other.
    let standings = Command::new(program("tournament"))
        .env("LC_ALL", "C")
        .arg("standings")
        .arg(out.join("tournament"))
        .output()
        .unwrap();
    let standings = text(&standings.stdout);
    assert!(
        standings.contains("2 players, 1 match") && standings.contains("870004"),
        "{standings}"
    );
}

#[test]
fn a_second_run_does_nothing_and_says_the_same() {
    if !has_tools() {
        return;
    }
    let (_folder, submissions, out) = again();
    let before = files(&out);
    let output = run(&submissions, &out, &[]);
    assert_eq!(text(&output.stdout).replace(&*out.to_string_lossy(), ""), {
        let said = text(&first().output.stdout);
        said.replace(&*first().folder.join("out").to_string_lossy(), "")
    });
    assert!(files(&out) == before, "a file was written");
    let lines = lines(&run(&submissions, &out, &["--json"]));
    assert!(lines.values().all(|value| value["done"] == Value::Array(Vec::new())), "{lines:?}");
    let kept = ["build", "conformance", "memory", "strength", "contest"];
    assert_eq!(lines["870001"]["kept"], Value::from(kept.to_vec()));
    assert_eq!(lines["870021"]["kept"], Value::from(vec!["build"]));
    // Forged evidence is not believed, and found again.
    let path = out.join("evidence/870021/build.json");
    fs::write(&path, "{\"key\":\"").unwrap();
    let lines = self::lines(&run(&submissions, &out, &["--json", "--skip", "memory"]));
    assert_eq!(lines["870021"]["done"], Value::from(vec!["build"]));
    assert_eq!(lines["870001"]["done"], Value::Array(Vec::new()));
    assert_eq!(dossier(&out, "870001")["memory"]["not_done"]["skipped"], "memory");
}

#[test]
fn one_alone_is_graded_again_and_cannot_see_the_others() {
    if !has_tools() {
        return;
    }
    let (folder, submissions, out) = again();
    let before = dossier(&out, "870004");
    let good = fs::read_to_string(project("tests/submissions/870001/player.cpp")).unwrap();
    let seeing = |paths: &[String]| {
        let opens = paths.iter().map(|path| format!("std::ifstream({path:?}).good() || "));
        let opens: String = opens.collect();
        format!(
            "{good}\nstatic bool sees() {{ return {opens}false; }}\nstatic bool seen = sees() && (std::ofstream(\"seen\") << 1);\n"
        )
    };
    let path = |file: &str| folder.path().join(file).display().to_string();
    let secrets = [
        path("out/marks.csv"),
        path("out/students/thief/dossier.json"),
        path("out/students/870004/player.cpp"),
        path("out/evidence/870004/play"),
        path("submissions/870004/player.cpp"),
        path("submissions/thief/player.cpp"),
        "../870004/player.cpp".to_owned(),
        "../870004/driver".to_owned(),
        "/etc/passwd".to_owned(),
    ];
    let taking = format!("asm(\".incbin {:?}\");\n{good}", path("out/marks.csv"))
        .replace("incbin \"", "incbin \\\"")
        .replace("csv\"\"", "csv\\\"\"");
    let alone = [
        ("thief", seeing(&secrets)),
        // What it sees would be noticed.
        ("seer", seeing(&["/usr/bin/env".to_owned()])),
        // Nor can the compiler.
        ("taker", taking),
    ];
    let mut more = vec!["--json", "--skip", "memory", "--skip", "strength"];
    for (number, source) in &alone {
        fs::create_dir(submissions.join(number)).unwrap();
        fs::write(submissions.join(number).join("player.cpp"), source).unwrap();
        more.extend(["--only", number]);
    }
    let output = run(&submissions, &out, &more);
    let lines = lines(&output);
    assert_eq!(lines.len(), 6, "{}", text(&output.stderr));
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(lines["thief"]["done"], Value::from(vec!["build", "conformance"]));
    assert!(lines["870001"]["kept"] == Value::Array(Vec::new()));
    let thief = dossier(&out, "thief");
    assert_eq!(failed_checks(&thief), Vec::<&str>::new());
    assert_eq!(thief["contest"]["not_done"], "not_in_tournament");
    assert_eq!(dossier(&out, "870004"), before);
    let sheet = fs::read_to_string(out.join("marks.csv")).unwrap();
    assert_eq!(sheet.lines().count(), 7, "{sheet}");
    assert_eq!(failed_checks(&dossier(&out, "seer")), ["files/none-of-its-own"]);
    let said = text(&fs::read(out.join("students/taker/diagnostics.txt")).unwrap());
    assert!(
        said.contains("marks.csv")
            && dossier(&out, "taker")["build"]["found"]["outcome"]["not_built"].is_string(),
        "{said}"
    );
    // A student who is not there.
    let output = run(&submissions, &out, &["--only", "nobody"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("--only nobody: there is no submission with this number")
    );
}

#[test]
fn without_a_tool_the_rest_is_done_and_it_says_how_to_get_it() {
    if !has_tools() {
        return;
    }
    let (folder, submissions, out) = again();
    let tools = folder.path().join("tools");
    fs::create_dir(&tools).unwrap();
    let nothing = folder.path().join("nothing");
    let with_path = |out: &Path| {
        let mut command = grade(&submissions, out, &["--quiet"]);
        command.env("PATH", &tools).output().unwrap()
    };
    let output = with_path(&nothing);
    let complaints = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(complaints.contains("g++ is missing; on Debian: apt-get install g++"), "{complaints}");
    assert!(complaints.contains("valgrind is not installed"), "{complaints}");
    assert!(nothing.join("likeness/870001--870004.html").is_file());
    let sheet = fs::read_to_string(nothing.join("marks.csv")).unwrap();
    assert_eq!(sheet.lines().count(), 1 + CLASS.len(), "{sheet}");
    assert_eq!(dossier(&nothing, "870001")["build"]["not_done"], "no_compiler");

    symlink("/usr/bin/g++", tools.join("g++")).unwrap();
    open_to_all(folder.path());
    let output = with_path(&out);
    let complaints = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        complaints.contains("apt-get install valgrind") && !complaints.contains("g++ is missing"),
        "{complaints}"
    );
    let good = dossier(&out, "870001");
    assert!(
        good["memory"]["not_done"] == "no_valgrind" && good["contest"]["found"].is_object(),
        "{good}"
    );
}

#[test]
fn killed_at_any_time_it_leaves_whole_files_and_no_folder_and_goes_on() {
    if !has_tools() {
        return;
    }
    let folder = open_folder(0o755);
    let [submissions, out] = ["submissions", "out"].map(|it| folder.path().join(it));
    for number in ["870003", "870021"] {
        copy(&project("tests/submissions").join(number), &submissions.join(number));
    }
    let temporary = folder.path().join("temporary");
    fs::create_dir(&temporary).unwrap();
    open_to_all(&temporary);
    let more = ["--json", "--jobs", "1", "--skip", "memory"];
    for millis in one_or_all([300, 1000, 2000]) {
        let mut child = grade(&submissions, &out, &more)
            .env("TMPDIR", &temporary)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // What the times are for begins when there is a folder to leave files in.
        wait_until("the results' folder is made", || out.exists());
        std::thread::sleep(Duration::from_millis(millis));
        child.kill().unwrap();
        child.wait().unwrap();
        wait_until("the temporary folder is empty", || {
            fs::read_dir(&temporary).unwrap().next().is_none()
        });
        for (path, (bytes, ..)) in files(&out) {
            let is_new = path.file_name().unwrap().to_string_lossy().starts_with(".new-");
            if !is_new && path.extension().is_some_and(|extension| extension == "json") {
                serde_json::from_slice::<Value>(&bytes).unwrap();
            }
        }
    }
    let lines = lines(&run(&submissions, &out, &more));
    assert_eq!(lines.len(), 2);
    assert_eq!(failed_checks(&dossier(&out, "870003")), Vec::<&str>::new());
}

#[test]
fn a_run_that_is_ended_with_what_it_started_goes_on_and_blames_nobody() {
    if !has_tools() {
        return;
    }
    let folder = open_folder(0o755);
    let [submissions, out] = ["submissions", "out"].map(|it| folder.path().join(it));
    let number = "870003";
    copy(&project("tests/submissions").join(number), &submissions.join(number));
    let more = ["--json", "--jobs", "1", "--skip", "strength", "--skip", "contest"];
    let end = |pid: i32| {
        let pid = rustix::process::Pid::from_raw(pid).unwrap();
        rustix::process::kill_process(pid, rustix::process::Signal::TERM).is_ok()
    };
    // The compiler of what was handed in, the program that is checked, the one that is watched: each of
    // them that begins dies, until no other does. What was found is complete then, and the run is
    // ended before it can have been kept.
    let is_compiler: fn(&[&str]) -> bool = |line| {
        let mut pairs = line.windows(2);
        line[0].ends_with("/cc1plus")
            && pairs.any(|pair| pair[0] != "-dumpbase" && pair[1] == "player.cpp")
    };
    let is_checked: fn(&[&str]) -> bool = |line| line[0].ends_with("/driver");
    let is_watched: fn(&[&str]) -> bool =
        |line| line[0].contains("valgrind") && line.iter().any(|it| it.ends_with("/driver"));
    for is_wanted in one_or_all([is_compiler, is_checked, is_watched]) {
        let mut running = grade(&submissions, &out, &more)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut latest = None;
        wait_until("programs begin, and begin no more once ended", || {
            let found = descendants(running.id()).into_iter();
            let wanted = found.filter(|&pid| {
                let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
                let line = String::from_utf8_lossy(&line);
                is_wanted(&line.split('\0').collect::<Vec<_>>())
            });
            if wanted.filter(|&pid| end(pid)).count() > 0 {
                latest = Some(Instant::now());
            }
            latest.is_some_and(|latest| latest.elapsed() > Duration::from_millis(150))
        });
        let _ = end(i32::try_from(running.id()).unwrap());
        running.wait().unwrap();
    }
    assert_eq!(lines(&run(&submissions, &out, &more)).len(), 1);
    let found = dossier(&out, number);
    assert_eq!(found["build"]["found"]["outcome"], "built", "{found}");
    assert_eq!(failed_checks(&found), Vec::<&str>::new());
    let memory = &found["memory"]["found"];
    assert_eq!(memory["faults"], Value::Array(Vec::new()));
    assert_eq!(memory["unfinished"].as_array().map_or(0, Vec::len), 0, "{memory}");
}

#[test]
fn asked_to_stop_it_does_not_wait_for_a_compiler() {
    if !has_tools() {
        return;
    }
    let folder = open_folder(0o755);
    let [submissions, out] = ["submissions", "out"].map(|it| folder.path().join(it));
    copy(&project("tests/submissions").join("870003"), &submissions.join("870003"));
    let running = grade(&submissions, &out, &[])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let signal = |pid: i32, signal| {
        let pid = rustix::process::Pid::from_raw(pid).unwrap();
        rustix::process::kill_process(pid, signal).is_ok()
    };
    // One that is stopped takes all the time that it may have.
    wait_until("a compiler runs", || {
        descendants(running.id()).into_iter().any(|pid| {
            let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            let is_compiler = String::from_utf8_lossy(&line).contains("/cc1plus");
            is_compiler && signal(pid, rustix::process::Signal::STOP)
        })
    });
    let asked = Instant::now();
    // Twice, as `timeout` does.
    for _ in 0..2 {
        signal(i32::try_from(running.id()).unwrap(), rustix::process::Signal::TERM);
        std::thread::sleep(Duration::from_millis(1));
    }
    let output = running.wait_with_output().unwrap();
    assert!(asked.elapsed() < BuildSettings::default().rest / 3, "{:?}", asked.elapsed());
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("grade: stopped"), "{}", text(&output.stderr));
}

#[test]
fn what_a_killed_run_left_of_programs_is_taken_away_by_the_next() {
    needs!(containment);
    let folder = open_folder(0o755);
    let [submissions, out, temporary] =
        ["submissions", "out", "tmp"].map(|it| folder.path().join(it));
    fs::create_dir_all(submissions.join("00123")).unwrap();
    let [old, busy, other] = ["arbitro-grade-old", "arbitro-grade-busy", "other"]
        .map(|name| temporary.join(name).join("870001"));
    for folder in [&old, &busy, &other] {
        fs::create_dir_all(folder).unwrap();
        fs::write(folder.join("driver"), "").unwrap();
    }
    open_to_all(folder.path());
    let link = temporary.join("arbitro-grade-link");
    symlink(temporary.join("other"), &link).unwrap();
    let lock = FolderLock::take(busy.parent().unwrap()).unwrap();
    let mut command = grade(&submissions, &out, &["--skip", "memory"]);
    command.env("PATH", "/nowhere").env("TMPDIR", &temporary);
    command.output().unwrap();
    let left = |it: &Path| it.join("driver").is_file();
    assert!(!old.parent().unwrap().exists());
    assert!(left(&busy) && left(&other) && link.exists() && lock.is_some());
    assert_eq!(fs::read_dir(&temporary).unwrap().count(), 3, "its own is gone");
}

#[test]
fn nobody_who_listens_changes_no_exit_code() {
    if !is_there("g++") {
        return;
    }
    let folder = open_folder(0o755);
    let [submissions, out] = ["submissions", "out"].map(|it| folder.path().join(it));
    fs::create_dir_all(submissions.join("00123")).unwrap();
    let skipped = ["--skip", "memory"];
    let mut command = grade(&submissions, &out, &skipped);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let status = command.stdout(writer).stderr(Stdio::null()).status();
    let with_listener = grade(&submissions, &out, &skipped).output().unwrap();
    assert_eq!(status.unwrap().code(), Some(1));
    assert_eq!(with_listener.status.code(), Some(1));
}

#[test]
fn a_large_class_plays_a_swiss_tournament_and_says_why() {
    let terms = TournamentSettings::usual(GameId::Dama);
    let small = Shape::for_players(40, &terms);
    assert_eq!((small.format(), small.matches), (Format::RoundRobin, Some(1560)));
    let large = Shape::for_players(300, &terms);
    assert_eq!(large.format(), Format::Swiss);
    let matches = large.matches.unwrap();
    assert!((300..9_000).contains(&matches), "{matches}");
    assert_eq!(
        say(&large, Language::English),
        format!(
            "the tournament: 300 submissions, Swiss, {matches} matches; a round robin would have 89700"
        )
    );
}

#[test]
fn reference_players_are_the_weakest_first_whatever_the_order_of_their_names() {
    let bundled = ["grade".into(), "reference-player".into()];
    let names = ["engine", "random"].map(str::to_owned);
    let entrants = ladder(GameId::Dama, &names, &bundled).unwrap();
    let names: Vec<&str> = entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    assert_eq!(names, ["random", "engine"]);
    let nobody = ladder(GameId::Dama, &["me".to_owned()], &bundled).unwrap_err();
    assert!(
        nobody
            .to_string()
            .starts_with("there is no reference player named \"me\"; there are random, ")
    );
}
