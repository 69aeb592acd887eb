//! Submissions that forge the answers of the driver that checks them: a forged answer does not count,
//! and is reported. Each attack would work if the driver's script could be read or its answers were
//! written to a file.

use std::fs;
use std::path::Path;

use arbitro_grade::conformance::{Check, FORGED, Finding, all};
use arbitro_grade::memory::{self, FaultKind, exercises};

use crate::dossiers::english;
use crate::grade_conformance::{checks_of, findings_of};
use crate::grade_samples::{FOR_VALGRIND, is_there, keeper};
use crate::programs::open_folder;
use arbitro_testkit::games::project;

/// A player that returns the same answers to every question.
const KNOWS_NOTHING: &str = "#include \"player.hpp\"\n\
    struct Player::Impl {};\n\
    Player::Player(int) {} Player::~Player() {} Player::Player(const Player&) {}\n\
    Player& Player::operator=(const Player&) { return *this; }\n\
    Player::piece Player::operator()(int, int, int) const { return e; }\n\
    void Player::load_board(const std::string&) {} void Player::store_board(const std::string&, int) const {}\n\
    void Player::init_board(const std::string&) const {} void Player::move() {} void Player::pop() {}\n\
    bool Player::valid_move() const { return true; } int Player::recurrence() const { return 77; }\n\
    bool Player::wins(int) const { return true; } bool Player::wins() const { return true; }\n\
    bool Player::loses(int) const { return true; } bool Player::loses() const { return true; }\n\
    extern \"C\" long syscall(long, ...);\n";

fn good() -> String {
    fs::read_to_string(project("players/cpp/player.cpp")).unwrap()
}

/// Some of all methods.
fn some_checks() -> Vec<Check> {
    all().into_iter().step_by(6).collect()
}

fn found(checks: &[Check], source: &str) -> Vec<Finding> {
    let folder = open_folder(0o755);
    let player = folder.path().join("player.cpp");
    fs::write(&player, source).unwrap();
    findings_of(checks, &player, folder.path())
}

fn passed(findings: &[Finding]) -> Vec<&str> {
    let passed = findings.iter().filter(|finding| finding.passed());
    passed.map(|passed| &*passed.id).collect()
}

#[test]
fn before_the_students_first_line_the_script_is_gone() {
    if !is_there("g++") {
        return;
    }
    // A player that can read the script knows the questions, and may exit before they come.
    let looks = "static bool seen = std::ifstream(\"script\").good() && (_Exit(0), true);\n";
    let findings = found(&some_checks(), &(good() + looks));
    let wrong: Vec<_> = findings.iter().filter(|finding| !finding.passed()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn answers_written_everywhere_before_main_are_no_answers_and_told() {
    if !is_there("g++") {
        return;
    }
    let everywhere = "static const char lies[] = \"0123456789abcdef done\\n0123456789abcdef done\\n0123456789abcdef end\\n\";\n\
        static bool forge() {\n\
            std::ofstream(\"answers\") << lies;\n\
            for (int fd = 3; fd < 256; ++fd) syscall(1, fd, lies, sizeof lies - 1);\n\
            _Exit(0);\n\
        }\n\
        static bool forged = forge();\n";
    let findings = found(&some_checks(), &(KNOWS_NOTHING.to_owned() + everywhere));
    assert_eq!(passed(&findings), ["output/bounded"]);
    let told = findings.iter().find(|finding| finding.id == FORGED).unwrap();
    let got = english(&told.fault.as_ref().unwrap().got);
    assert!(
        got.starts_with("\"0123456789abcdef done\" in the check construct/default, and "),
        "{got}"
    );
    let first = english(&findings[0].fault.as_ref().unwrap().got);
    assert_eq!(first, "a line not from the checking program: \"0123456789abcdef done\"");
}

#[test]
fn a_class_that_forks_has_forged_nothing() {
    if !is_there("g++") {
        return;
    }
    let source = good();
    let begin = "int times = 0;";
    assert!(source.contains(begin));
    let forks = "extern \"C\" int fork();\n".to_owned()
        + &source.replacen(begin, "fork();\n    int times = 0;", 1);
    let findings = found(&checks_of("recurrence"), &forks);
    let wrong: Vec<_> = findings.iter().filter(|finding| !finding.passed()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn answers_do_not_go_by_functions_that_a_student_can_write_anew() {
    if !is_there("g++") {
        return;
    }
    // Right is 1 in most checks of recurrence.
    let own_write = "extern \"C\" long write(int fd, const void* bytes, unsigned long size) {\n\
            char copy[4096]; unsigned long i;\n\
            for (i = 0; i < size && i < sizeof copy; ++i) copy[i] = ((const char*)bytes)[i];\n\
            if (i >= 3 && copy[i - 2] == '7' && copy[i - 3] == '7') { copy[i - 3] = '1'; copy[i - 2] = '\\n'; --i; }\n\
            syscall(1, fd, copy, i); return size;\n\
        }\n";
    let begin = "int times = 0;";
    assert!(good().contains(begin));
    let miscounts = good().replacen(begin, "if (true) return 77;\n    int times = 0;", 1);
    let declares = "\nextern \"C\" long syscall(long, ...);\n";
    let findings = found(&checks_of("recurrence"), &(miscounts + declares + own_write));
    let passed = passed(&findings);
    assert!(!passed.contains(&"recurrence/once"), "{passed:?}");
    let once = findings.iter().find(|finding| finding.id == "recurrence/once");
    assert_eq!(english(&once.unwrap().fault.as_ref().unwrap().got), "77");
}

#[test]
fn a_report_of_valgrinds_written_by_a_student_hides_no_leak() {
    if !is_there("g++") || !is_there("valgrind") {
        return;
    }
    let folder = open_folder(0o755);
    let leaking = project("tests/submissions/870004/player.cpp");
    let forging = "\nstatic bool forge() {\n\
            const char* clean = \"<?xml version=\\\"1.0\\\"?><valgrindoutput></valgrindoutput>\";\n\
            rename(\"valgrind.xml\", \"gone\");\n\
            std::ofstream(\"valgrind.xml\") << clean; std::cerr << clean; std::cout << clean;\n\
            return true;\n\
        }\n\
        static bool forged = forge();\n";
    let source = fs::read_to_string(leaking).unwrap() + forging;
    let player = folder.path().join("player.cpp");
    fs::write(&player, source).unwrap();
    let program = folder.path().join("program");
    FOR_VALGRIND.link(&player, &program);
    let mut exercises = exercises();
    exercises.retain(|exercise| exercise.code == "objects");
    let report = {
        let valgrind = memory::find_valgrind().unwrap();
        let cpu = std::time::Duration::from_secs(60);
        let mut go_on = || Ok(());
        let program: &Path = &program;
        memory::run(&valgrind, program, &exercises, cpu, &mut keeper(), &mut go_on)
    };
    let report = report.unwrap();
    assert!(report.unfinished.is_empty(), "{report:#?}");
    assert!(report.faults.iter().any(|fault| fault.kind == FaultKind::Leak), "{report:#?}");
}
