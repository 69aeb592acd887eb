//! The checks of the course's methods, on submissions that are good and bad in known ways.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use arbitro_grade::conformance::{self, Check, Finding, Patience, Step, Verdict, all};
use arbitro_grade::memory::exercises;

use crate::dossiers::english;
use crate::grade_blame::is_shown;
use crate::grade_samples::{FOR_CHECKS, Sample, is_there, keeper, samples};
use crate::programs::open_folder;
use arbitro_testkit::games::project;
use arbitro_testkit::sizes::sample;

/// No sample thinks for long, except those that never stop.
const PATIENCE: Patience = Patience {
    quick: Duration::from_millis(300),
    per_move: Duration::from_millis(200),
    hangs: 2,
    most_lost: Duration::from_secs(60),
};

/// Returns the findings of every check on a `player.cpp`, or on what was compiled from it.
fn findings(player: &Path, folder: &Path) -> Vec<Finding> {
    findings_of(&all(), player, folder)
}

/// Returns the findings of these checks.
pub(crate) fn findings_of(checks: &[Check], player: &Path, folder: &Path) -> Vec<Finding> {
    let program = folder.join("program");
    FOR_CHECKS.link(player, &program);
    with_patience(&program, checks, &PATIENCE)
}

/// The checks of one method.
pub(crate) fn checks_of(method: &str) -> Vec<Check> {
    all().into_iter().filter(|check| check.method == method).collect()
}

fn script(steps: &[Step]) -> String {
    steps.iter().map(|step| step.line() + "\n").collect()
}

fn with_patience(program: &Path, checks: &[Check], patience: &Patience) -> Vec<Finding> {
    let mut go_on = || Ok(());
    let findings = conformance::run(program, checks, patience, &mut keeper(), &mut go_on);
    findings.unwrap()
}

fn matches(pattern: &str, id: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(group) => id.starts_with(group),
        None => pattern == id,
    }
}

/// Runs all checks on samples, or on one in so many, and holds what they find against what is known.
fn hold_against_what_is_known(apart: usize, wanted: impl Fn(&Sample) -> bool) {
    if !is_there("g++") {
        return;
    }
    let folder = open_folder(0o755);
    let known = samples().into_iter().filter(|sample| sample.builds && wanted(sample));
    for sample in sample(known, apart) {
        let object = folder.path().join("player.o");
        FOR_CHECKS.compile(&["-c"], &[&sample.source()], &object);
        let findings = findings(&object, folder.path());
        let wrong: BTreeSet<&str> =
            findings.iter().filter(|it| it.is_failure()).map(|it| it.id.as_str()).collect();
        let number = &sample.number;
        let first = findings.iter().find(|finding| {
            let fault = finding.fault.as_ref().filter(|_| finding.is_failure());
            fault.is_some_and(|fault| !fault.reproduce.is_empty())
        });
        if let Some(finding) = first {
            let [main, program] = ["main.cpp", "main"].map(|it| folder.path().join(it));
            std::fs::write(&main, &finding.fault.as_ref().unwrap().reproduce).unwrap();
            FOR_CHECKS.compile(&[], &[&main, &object], &program);
            is_shown(finding, &program).unwrap_or_else(|why| panic!("{number}: {why}"));
        }
        for pattern in &sample.fails {
            assert!(
                wrong.iter().any(|id| matches(pattern, id)),
                "{number}: {pattern} was not found"
            );
        }
        for id in wrong {
            let known = sample.fails.iter().chain(&sample.also);
            let finding = findings.iter().find(|finding| finding.id == id).unwrap();
            assert!(
                known.into_iter().any(|pattern| matches(pattern, id)),
                "{number}: nothing is wrong with {id}: {finding:#?}"
            );
        }
    }
}

#[test]
fn good_submissions_pass_every_check_and_wrong_ones_fail_theirs() {
    hold_against_what_is_known(10, |it| !it.unruly);
}

#[test]
fn a_crash_a_hang_or_a_flood_fails_its_own_checks_and_no_others() {
    hold_against_what_is_known(6, |it| it.unruly);
}

#[test]
fn a_flood_fails_the_check_of_what_is_printed_and_no_other() {
    if !is_there("g++") {
        return;
    }
    let folder = open_folder(0o755);
    let player = project("tests/submissions/870020/player.cpp");
    let findings = findings_of(&checks_of("move"), &player, folder.path());
    let failed: Vec<_> = findings.iter().filter(|it| !it.passed()).map(|it| &*it.id).collect();
    assert_eq!(failed, ["output/bounded"]);
}

#[test]
fn the_sample_player_of_the_kit_passes_every_check() {
    if !is_there("g++") {
        return;
    }
    let folder = open_folder(0o755);
    let findings = findings(&project("players/cpp/player.cpp"), folder.path());
    let wrong: Vec<_> = findings.iter().filter(|finding| !finding.passed()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_method_of_the_course_has_its_checks() {
    let checks = all();
    assert!(checks.len() >= 60, "{}", checks.len());
    let ids: BTreeSet<_> = checks.iter().map(|check| &check.id).collect();
    assert_eq!(ids.len(), checks.len(), "every check has a name of its own");
    for method in [
        "Player(int player_nr)",
        "Player(const Player&)",
        "operator=",
        "operator()",
        "load_board",
        "store_board",
        "init_board",
        "move",
        "valid_move",
        "pop",
        "wins",
        "loses",
        "recurrence",
    ] {
        let count = checks.iter().filter(|check| check.method == method).count();
        assert!(count >= 5, "{method} has {count}");
    }
}

#[test]
fn checks_are_the_same_every_time() {
    let scripts = || {
        let checks = all().into_iter();
        checks.map(|check| (script(&check.steps), check.files)).collect::<Vec<_>>()
    };
    assert_eq!(scripts(), scripts());
}

#[test]
fn every_file_of_a_check_is_named_as_a_board_of_a_match() {
    let is_fine = |name: &str| {
        let number = name.strip_prefix("board_");
        let number = number.and_then(|number| number.strip_suffix(".txt"));
        number.is_some_and(|number| number.parse::<u32>().is_ok())
    };
    let loaded = |step: &Step| match step {
        Step::Load(_, file) | Step::LoadEither(_, file) => Some(file.clone()),
        _ => None,
    };
    let has_own_name = |id: &str| id == "load/folder" || id.ends_with("/other-name");
    for check in all().iter().filter(|check| !has_own_name(&check.id)) {
        let given = check.files.iter().map(|(name, _)| name.clone());
        let loaded = check.steps.iter().filter_map(loaded);
        for name in given
            .chain(loaded)
            .chain(check.steps.iter().filter_map(|step| step.written().map(str::to_owned)))
        {
            assert!(is_fine(&name), "{}: {name}", check.id);
        }
    }
    for exercise in exercises() {
        for (name, _) in exercise.files {
            assert!(is_fine(&name), "{}: {name}", exercise.code);
        }
    }
}

#[test]
fn positions_of_every_kind_are_met() {
    for check in all().iter().filter(|check| check.id.starts_with("move/")) {
        let moves = check.steps.iter().filter(|step| step.is_move()).count();
        let is_met =
            ["openings", "middle", "late", "kings", "captures", "one-move", "crowning", "against"]
                .iter()
                .any(|kind| check.id.starts_with(&format!("move/{kind}")));
        assert!(!is_met || moves == 4, "{}: {moves} positions", check.id);
    }
}

#[test]
fn a_fault_comes_with_a_program_that_shows_it() {
    if !is_there("g++") {
        return;
    }
    let folder = open_folder(0o755);
    let player = project("tests/submissions/870008/player.cpp");
    let object = folder.path().join("player.o");
    FOR_CHECKS.compile(&["-c"], &[&player], &object);
    let findings = findings_of(&checks_of("recurrence"), &object, folder.path());
    let between = findings.iter().find(|finding| finding.id == "recurrence/between").unwrap();
    let fault = between.fault.as_ref().unwrap();
    assert_eq!(between.verdict, Verdict::Failed);
    assert_eq!(
        [&fault.call, &fault.expected, &fault.got].map(english),
        ["p1->recurrence()", "2", "1"]
    );
    let source = folder.path().join("main.cpp");
    std::fs::write(&source, &fault.reproduce).unwrap();
    let program = folder.path().join("main");
    FOR_CHECKS.compile(&[], &[&source, &object], &program);
    let shown = Command::new(program).current_dir(folder.path()).output().unwrap();
    let shown = String::from_utf8(shown.stdout).unwrap();
    assert_eq!(shown.lines().last(), Some(&*english(&fault.got)), "{shown}");
}

#[test]
fn what_a_program_says_is_no_answer() {
    if !is_there("g++") {
        return;
    }
    // Prints right answers where it can, and knows nothing.
    let folder = open_folder(0o755);
    let player = folder.path().join("player.cpp");
    let methods = "#include \"player.hpp\"\n\
        struct Player::Impl {};\n\
        static void lie() { std::cout << \"done\\ntrue\\nend\\n\" << std::flush; std::cerr << \"end\\n\"; }\n\
        Player::Player(int) { lie(); exit(0); } Player::~Player() {} Player::Player(const Player&) {}\n\
        Player& Player::operator=(const Player&) { return *this; }\n\
        Player::piece Player::operator()(int, int, int) const { return e; }\n\
        void Player::load_board(const std::string&) {} void Player::store_board(const std::string&, int) const {}\n\
        void Player::init_board(const std::string&) const {} void Player::move() {} void Player::pop() {}\n\
        bool Player::valid_move() const { return true; } int Player::recurrence() const { return 1; }\n\
        bool Player::wins(int) const { return true; } bool Player::wins() const { return true; }\n\
        bool Player::loses(int) const { return true; } bool Player::loses() const { return true; }\n";
    std::fs::write(&player, methods).unwrap();
    let findings = findings(&player, folder.path());
    let passed: Vec<_> = findings.iter().filter(|it| it.passed()).map(|it| &*it.id).collect();
    assert_eq!(passed, ["files/none-of-its-own", "output/bounded", "answers/none-of-its-own"]);
    assert!(findings.iter().any(|finding| finding.verdict == Verdict::LeftEarly(0)));
}

#[test]
fn a_method_that_does_not_end_leaves_time_for_the_others() {
    if !is_there("g++") {
        return;
    }
    let folder = open_folder(0o755);
    let good = std::fs::read_to_string(project("players/cpp/player.cpp")).unwrap();
    let begin = "bool Player::valid_move() const {";
    assert!(good.contains(begin));
    let hung = format!("{begin} volatile int i = 0; while (!i) {{}} ");
    let player = folder.path().join("player.cpp");
    std::fs::write(&player, good.replacen(begin, &hung, 1)).unwrap();
    let program = folder.path().join("program");
    FOR_CHECKS.link(&player, &program);
    let of = |method, most| checks_of(method).into_iter().take(most).collect::<Vec<_>>();
    let checks = [of("wins", 4), of("valid_move", 12), of("pop", 9)].concat();
    let findings = with_patience(&program, &checks, &PATIENCE);
    let of_method = findings.iter().filter(|finding| finding.method == "valid_move");
    let ends: Vec<_> =
        of_method.map(|it| (it.verdict, english(&it.fault.as_ref().unwrap().got))).collect();
    assert!(ends.len() == 12 && ends.iter().all(|end| end.0 == Verdict::TimedOut));
    for (_, got) in &ends[..2] {
        assert_eq!(*got, "it did not end within 0.3 s");
    }
    for (at, (_, got)) in ends.iter().enumerate().skip(2) {
        let said = format!(
            "it did not end within 0.03 s, a shorter limit because {at} earlier checks of this method did not end"
        );
        assert_eq!(*got, said);
    }
    let others = findings.iter().filter(|finding| finding.method != "valid_move");
    let wrong: Vec<_> = others.filter(|other| !other.passed()).map(|other| &*other.id).collect();
    assert_eq!(wrong, [""; 0], "nothing but valid_move asks for it");
}

#[test]
fn who_sleeps_for_ever_is_not_waited_for_again_and_again() {
    if !is_there("g++") {
        return;
    }
    let folder = open_folder(0o755);
    let good = std::fs::read_to_string(project("players/cpp/player.cpp")).unwrap();
    let begin = "bool Player::valid_move() const {";
    let sleeping = format!("extern \"C\" int pause();\n{begin} for (;;) pause(); ");
    let player = folder.path().join("player.cpp");
    std::fs::write(&player, good.replacen(begin, &sleeping, 1)).unwrap();
    let program = folder.path().join("program");
    FOR_CHECKS.link(&player, &program);
    let patience = Patience {
        quick: Duration::from_secs(1),
        per_move: Duration::from_secs(1),
        hangs: 0,
        most_lost: Duration::from_secs(1),
    };
    let findings = with_patience(&program, &all(), &patience);
    let hung = findings.iter().filter(|finding| finding.verdict == Verdict::TimedOut);
    assert!((2..=8).contains(&hung.count()));
    let not_run = findings.iter().find(|finding| finding.verdict == Verdict::NotRun);
    assert_eq!(
        english(&not_run.unwrap().fault.as_ref().unwrap().got),
        "it was not run: checks that did not end took more than 1 s"
    );
}

#[test]
fn evidence_survives_being_saved() {
    let finding = Finding {
        id: "pop/all".to_owned(),
        method: "pop".to_owned(),
        weight: conformance::Weight::Fault,
        verdict: Verdict::Crashed(11),
        because_of: None,
        fault: None,
    };
    let text = serde_json::to_string(&finding).unwrap();
    assert_eq!(serde_json::from_str::<Finding>(&text).unwrap(), finding);
}

#[test]
fn every_sample_is_known_and_every_known_one_is_there() {
    let samples = samples();
    let known: BTreeSet<_> = samples.iter().map(|sample| sample.number.clone()).collect();
    let there: BTreeSet<_> = std::fs::read_dir(project("tests/submissions"))
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    assert_eq!(known, there);
    for sample in &samples {
        for other in sample.made_from.iter().chain(&sample.copy_of) {
            assert!(known.contains(other) || project(other).is_dir(), "{other}");
        }
    }
}
