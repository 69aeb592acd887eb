//! The marking run in Italian: every sentence and every label of the English one, with the same numbers, and
//! nothing done again for it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

use arbitro_grade::build::{self, BuildFault, compiler_of};
use arbitro_grade::conformance::{
    self, CheckMessage, FORGED, Patience, Step, Stop, Verdict, Weight, method_in,
};
use arbitro_grade::contest::Shape;
use arbitro_grade::dossier::{Bonus, Course, Dossier, Reading, StepResult};
use arbitro_grade::failure::Failure;
use arbitro_grade::marks::{Mark, PartName, Weights, csv, marks};
use arbitro_grade::memory::{self, FaultKind, MemoryReport, Unfinished, exercises};
use arbitro_grade::page::{overview, student};
use arbitro_grade::source::{Directive, Remark, Remarkable, Removed, Unusable};
use arbitro_grade::submissions::{Contents, LeftOut, Names, WhyLeftOut, read};
use arbitro_grade::words::Statement;
use arbitro_records::RecordedFault;
use arbitro_referee::{Detail, Excess};
use arbitro_rules::GameId;
use arbitro_sandbox::{SandboxError, ToolEnd};
use arbitro_tournament::TournamentSettings;
use arbitro_words::{Language, Message, say};
use serde_json::Value;

use crate::dossiers::{
    built, class, failed, faultless, follows, memory_fault, not_built, passed, rung, uncompiled,
    with_pair,
};
use crate::grade_samples::keeper;
use crate::graded_class::{CLASS, again, dossier, grade, has_tools, lines, run, text};

/// The numbers in a text, in order of their digits.
fn numbers(text: &str) -> Vec<&str> {
    let parts = text.split(|text: char| !text.is_ascii_digit());
    let mut numbers: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    numbers.sort_unstable();
    numbers
}

/// Both languages are there, say something, differ and have the same numbers.
fn is_in_both(message: &impl Message) {
    let [one, other] = [Language::English, Language::Italian].map(|it| say(message, it));
    assert!(!one.trim().is_empty() && !other.trim().is_empty());
    assert_ne!(one, other);
    assert_eq!(numbers(&one), numbers(&other), "{one} / {other}");
}

/// Elements whose text is not a sentence of ours.
const RAW: [&str; 5] = ["code", "pre", "bdi", "style", "script"];

/// Returns the page's own texts: those outside of names and code, and the labels for screen readers.
fn labels(html: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut raw: Vec<&str> = Vec::new();
    for piece in html.split('<').skip(1) {
        let (tag, said) = piece.split_once('>').unwrap();
        let name = tag.split([' ', '/']).find(|part| !part.is_empty()).unwrap_or("");
        if RAW.contains(&name) {
            if tag.starts_with('/') {
                raw.pop();
            } else {
                raw.push(name);
            }
        }
        for start in ["aria-label=\"", " title=\""] {
            let value = tag.split_once(start).and_then(|(_, it)| it.split_once('"'));
            found.extend(value.map(|(it, _)| it.to_owned()));
        }
        if raw.is_empty() {
            found.insert(said.trim().to_owned());
        }
    }
    found.retain(|it| it.chars().any(char::is_alphabetic));
    found
}

/// Returns true if a text is the same in every language: a name, a word of C++ or of a tool, an
/// abbreviation.
fn is_data(text: &str) -> bool {
    const WORDS: [&str; 15] = [
        "bonus",
        "construct",
        "load",
        "Bonus",
        "Input:",
        "in",
        "SHA-256",
        "move",
        "pop",
        "wins",
        "loses",
        "recurrence",
        "true",
        "false",
        "1 warning",
    ];
    WORDS.contains(&text)
        || text.contains("g++")
        // Valgrind's own words, and the rows of a board.
        || text.contains("blocks are definitely lost")
        || text.starts_with("Invalid ")
        || text.chars().all(|letter| "xoXO. ".contains(letter))
        || !text.contains(' ') && text.contains(['/', '_', '(', '=', '.'])
        || text.starts_with("Player(")
        || text.chars().filter(|letter| letter.is_alphabetic()).count() == 1
}

/// No label of one page is on the other, and both have the same numbers.
fn say_the_same_in_other_words(english: &str, italian: &str) {
    assert!(english.contains("<html lang=\"en\">") && italian.contains("<html lang=\"it\">"));
    let (ours, theirs) = (labels(english), labels(italian));
    let both = ours.intersection(&theirs);
    let left: Vec<&String> = both.filter(|it| !is_data(it)).collect();
    assert!(left.is_empty(), "not translated: {left:#?}");
    assert!(ours.len() > 20, "{ours:?}");
    assert_eq!(numbers_shown(english), numbers_shown(italian));
}

/// All numbers that a page shows, sorted.
fn numbers_shown(html: &str) -> Vec<String> {
    let texts = html.split('<').filter_map(|it| Some(it.split_once('>')?.1));
    let texts = texts.collect::<Vec<_>>().join(" ");
    numbers(&texts).into_iter().map(str::to_owned).collect()
}

/// A submission in which as much as possible is wrong.
fn all_wrong(number: &str) -> Dossier {
    let mut dossier = faultless(number);
    dossier.layout.found = Contents::Player {
        path: "player.cpp".to_owned(),
        bytes: 1000,
        others: Names { first: vec!["notes.txt".to_owned(), "a.out".to_owned()], more: 3 },
    };
    if let StepResult::Found(Reading::Clean(findings)) = &mut dossier.text {
        let removed = [Directive::Include, Directive::Pragma, Directive::LineMarker].into_iter();
        findings.removed =
            removed.map(|what| Removed { line: 2, what, text: "#x".to_owned() }).collect();
        findings.more_removed = 7;
        let remarked = [Remarkable::Assembler, Remarkable::OwnMain]
            .into_iter()
            .chain([Remarkable::RunsByItself, Remarkable::GlobalObject]);
        findings.remarks =
            remarked.map(|what| Remark { line: 3, what, text: "x".to_owned() }).collect();
        findings.more_remarks = 1;
        findings.is_parsed = false;
    }
    dossier.build = StepResult::Found(built(3));
    let verdicts = [
        Verdict::Failed,
        Verdict::Crashed(11),
        Verdict::TimedOut,
        Verdict::OutOfMemory,
        Verdict::LeftEarly(3),
        Verdict::NotRun,
        Verdict::NotRun,
    ];
    let wrong = verdicts.into_iter().zip(conformance::all()).map(|(verdict, check)| {
        let mut finding = failed(&check.id, "1", "2");
        finding.verdict = verdict;
        finding.method = check.method.to_owned();
        if let Some(fault) = &mut finding.fault {
            fault.got = CheckMessage::NotRun(Stop::TooMuchLost { seconds: 120 });
        }
        finding
    });
    let rest = [passed("pop/all"), follows("recurrence/pop", "pop")];
    let mut findings: Vec<_> = wrong.chain(rest).collect();
    findings[0].weight = Weight::Notice;
    findings[1].method = "every_method".to_owned();
    dossier.conformance = StepResult::Found(findings);
    let kinds = [FaultKind::Leak, FaultKind::PossibleLeak, FaultKind::BadFree, FaultKind::Other];
    let mut faults: Vec<_> = kinds.map(|kind| memory_fault(kind, 2)).to_vec();
    faults[0].function = None;
    let endings = [
        None,
        Some(ToolEnd::Exited(4)),
        Some(ToolEnd::Killed(11)),
        Some(ToolEnd::OutOfTime),
        Some(ToolEnd::OutOfMemory),
    ];
    let unfinished = endings.into_iter().zip(exercises());
    let unfinished = unfinished.map(|(ending, exercise)| Unfinished {
        exercise: exercise.code.to_owned(),
        ending,
        ..Unfinished::default()
    });
    dossier.memory = StepResult::Found(MemoryReport {
        faults,
        unfinished: unfinished.collect(),
        ..MemoryReport::default()
    });
    let mut lost = rung("greedy", 2, 1, 19);
    let reasons = ["crash", "exited", "illegal_move", "invalid_board", "memory", "output"];
    lost.forfeits = reasons.map(|reason| (reason.to_owned(), 2)).to_vec();
    lost.forfeits.push(("timeout".to_owned(), 3));
    lost.forfeits.push(("unchanged".to_owned(), 3));
    let detail = Some(Detail::Output(Excess::Folder));
    lost.first_fault = Some(RecordedFault { detail, ..RecordedFault::default() });
    if let StepResult::Found(place) = &mut dossier.contest {
        (place.bonus, place.matches) = (Bonus::Yes, lost.clone());
    }
    dossier.strength = StepResult::Found(vec![lost]);
    dossier
}

fn not_done() -> Dossier {
    let why = || Statement::NoValgrind;
    Dossier {
        build: StepResult::NotDone(why()),
        conformance: StepResult::NotDone(why()),
        memory: StepResult::NotDone(why()),
        strength: StepResult::NotDone(why()),
        contest: StepResult::NotDone(why()),
        ..faultless("870007")
    }
}

/// A student who cheated in a match.
fn cheater(times: u32) -> Dossier {
    let mut dossier = faultless("870008");
    let mut lost = rung("greedy", 2, 1, 7);
    lost.forfeits = vec![("cheating".to_owned(), times)];
    dossier.strength = StepResult::Found(vec![lost]);
    dossier
}

fn unusable(number: &str) -> Dossier {
    let mut dossier = uncompiled(number, "");
    dossier.text = StepResult::Found(Reading::Unusable(Unusable::TooLarge { bytes: 5_000_000 }));
    dossier.build =
        StepResult::NotReached(Statement::Unusable(Unusable::TooLarge { bytes: 5_000_000 }));
    dossier
}

fn without_player(found: Contents) -> Dossier {
    let mut dossier = uncompiled("870010", "");
    let why = Statement::Contents(found.clone());
    dossier.layout.found = found;
    dossier.text = StepResult::NotReached(why.clone());
    dossier.build = StepResult::NotReached(why);
    dossier
}

fn every_found() -> Vec<Contents> {
    let path = || "a/b/player.cpp".to_owned();
    let names = |first: &[&str], more| Names {
        first: first.iter().map(|&it| it.to_owned()).collect(),
        more,
    };
    vec![
        Contents::Missing { others: names(&[], 0) },
        Contents::Missing { others: names(&["x.c"], 14) },
        Contents::TooMany { paths: names(&["player.cpp", "src/player.cpp"], 0) },
        Contents::TooDeep { path: path() },
        Contents::NotPlain { path: path() },
        Contents::PathTrick { path: path() },
        Contents::TooLarge { path: path(), most: 4096 },
        Contents::TooManyFiles { most: 10 },
        Contents::Encrypted { path: path() },
        Contents::DamagedZip { why: "no end".to_owned() },
        Contents::SameNumber,
    ]
}

const EVERY_WHY: [BuildFault; 8] = [
    BuildFault::CompileError,
    BuildFault::Undefined,
    BuildFault::OwnMain,
    BuildFault::LinkError,
    BuildFault::OutOfTime,
    BuildFault::OutOfMemory,
    BuildFault::TooLarge,
    BuildFault::CompilerBroke,
];

fn marks_of(dossier: Dossier) -> Vec<Mark> {
    marks(&class(vec![dossier]), &Weights::default())
}

#[test]
fn every_check_asks_its_question_in_both_languages() {
    let checks = conformance::all();
    for check in &checks {
        is_in_both(&check.asks);
        is_in_both(&check.text);
    }
    // None was given the Italian of another.
    let differ = |language| {
        let asks = checks.iter().map(|it| format!("{} {}", it.method, say(&it.asks, language)));
        asks.collect::<BTreeSet<String>>().len()
    };
    assert_eq!(differ(Language::English), differ(Language::Italian));
    // What is asked of all together, which needs no program.
    let mut go_on = || Ok(());
    let nothing = Path::new("/nowhere");
    let found = conformance::run(nothing, &[], &Patience::DEFAULT, &mut keeper(), &mut go_on);
    let found = found.unwrap();
    assert_eq!(found.len(), 3);
    for finding in found {
        is_in_both(&finding.asks());
        assert_eq!(method_in(&finding.method, Language::Italian), "tutti i metodi");
    }
    is_in_both(&Step::Seedings(1).message());
    is_in_both(&Step::Board(1, 2).message());
}

#[test]
fn every_reason_of_a_mark_is_in_both_languages() {
    let mut cases = vec![
        faultless("870001"),
        all_wrong("870002"),
        not_done(),
        unusable("870003"),
        uncompiled("870004", ""),
        cheater(1),
        cheater(2),
    ];
    cases.extend(every_found().into_iter().map(without_player));
    cases.extend(EVERY_WHY.map(|why| Dossier {
        build: StepResult::Found(not_built(why, "")),
        ..uncompiled("870005", "")
    }));
    let with = |change: fn(&mut Dossier)| {
        let mut dossier = faultless("870006");
        change(&mut dossier);
        dossier
    };
    cases.push(with(|it| it.conformance = StepResult::Found(Vec::new())));
    cases.push(with(|it| {
        let unjudged = ["pop/a", "pop/b"].map(|it| follows(it, "load_board"));
        it.conformance = StepResult::Found(unjudged.to_vec());
    }));
    cases.push(with(|it| {
        it.conformance = StepResult::Found(vec![failed(FORGED, "1", "2")]);
    }));
    cases.push(with(|it| it.strength = StepResult::Found(Vec::new())));
    cases.push(with(|it| {
        it.strength = StepResult::Found(vec![rung("greedy", 1, 1, 0)]);
    }));
    cases.push(with(|it| {
        it.build = StepResult::Found(built(0));
        if let StepResult::Found(build) = &mut it.build {
            build.warnings = None;
        }
    }));
    cases.push(with(|it| it.build = StepResult::Found(built(1))));
    for dossier in cases {
        for mark in marks_of(dossier) {
            for part in &mark.parts {
                is_in_both(&part.why);
                is_in_both(&part.name);
            }
            mark.failing.iter().for_each(is_in_both);
        }
    }
    let alike = with_pair(class(["1", "2"].map(faultless).to_vec()), 0, 1, 0.87);
    for mark in marks(&alike, &Weights::default()) {
        is_in_both(mark.failing.as_ref().unwrap());
    }
}

#[test]
fn whatever_reaches_a_page_as_a_sentence_is_in_both_languages() {
    every_found().iter().for_each(is_in_both);
    let left_out = [WhyLeftOut::NoNumber, WhyLeftOut::NeitherFolderNorZip];
    let unusable = [Unusable::TooLarge { bytes: 5 }];
    EVERY_WHY.iter().for_each(is_in_both);
    left_out.iter().for_each(is_in_both);
    unusable.iter().for_each(is_in_both);
    let shapes =
        [10, 300].map(|it| Shape::for_players(it, &TournamentSettings::usual(GameId::Dama)));
    shapes.iter().for_each(is_in_both);
    for signal in [4, 6, 7, 8, 11, 25, 31, 99] {
        let (ending, cpu) = (ToolEnd::Killed(signal), Duration::ZERO);
        is_in_both(&CheckMessage::Ended { ending, cpu, hung: None });
    }
    memory::made_of().for_each(|exercise_row| is_in_both(&exercise_row.name));
    let source = std::io::Error::from_raw_os_error(28);
    is_in_both(&Failure::caused(Statement::NotContained, &SandboxError::Io(source)).statement());
    is_in_both(&Failure::Stopped.statement());
    let nowhere = Path::new("/nowhere/at/all");
    let mut keeper = keeper();
    let unread = read(nowhere).unwrap_err();
    let mut go_on = || Ok(());
    let cpu = Duration::from_secs(1);
    let no_valgrind = memory::run(nowhere, nowhere, &[], cpu, &mut keeper, &mut go_on).unwrap_err();
    let settings = build::Settings { compiler: Some(nowhere.into()), ..build::Settings::default() };
    let no_compiler = compiler_of(settings, &mut keeper).unwrap_err();
    for error in [unread, no_valgrind, no_compiler] {
        is_in_both(&error.statement());
    }
}

#[test]
fn no_label_of_a_students_page_is_left_in_english() {
    let source: Option<&[u8]> = Some(b"int a;\nint b;\nint c;\n");
    let mut other = all_wrong("870009");
    other.build = StepResult::Found(not_built(BuildFault::OwnMain, "player.cpp:1: no"));
    let unread = without_player(Contents::SameNumber);
    let mut partly_judged = all_wrong("870005");
    let wrong = failed("operator()/all", "1", "0");
    partly_judged.conformance = StepResult::Found(vec![wrong, follows("pop/all", "operator()")]);
    for first in [
        faultless("870001"),
        all_wrong("870002"),
        not_done(),
        unusable("870003"),
        cheater(2),
        other,
        unread,
        partly_judged,
    ] {
        let class = class(vec![first, faultless("870020"), all_wrong("870030")]);
        let marks = marks(&class, &Weights::default());
        let [english, italian] = [Language::English, Language::Italian]
            .map(|language| student(&class.dossiers[0], &marks[0], &class, source, language));
        say_the_same_in_other_words(&english, &italian);
    }
}

#[test]
fn no_label_of_the_overview_is_left_in_english() {
    let dossiers = vec![
        faultless("870001"),
        all_wrong("870002"),
        not_done(),
        uncompiled("870004", ""),
        cheater(1),
    ];
    let mut full = with_pair(class(dossiers), 0, 1, 0.9);
    let shape = Shape::for_players(300, &TournamentSettings::usual(GameId::Dama));
    full.notes.push(Statement::Tournament(shape));
    full.remarks.push(Statement::NoPlayer);
    full.left_out
        .push(LeftOut { entry: "notes.txt".to_owned(), why: WhyLeftOut::NeitherFolderNorZip });
    if let StepResult::Found(likeness) = &mut full.likeness {
        likeness.crowd = vec![1];
        likeness.members[2].is_parsed = false;
    }
    let mut without = class(vec![faultless("870001")]);
    without.likeness = StepResult::NotDone(Statement::NotAmongOnly);
    for class in [full, without, class(Vec::new())] {
        let marks = marks(&class, &Weights::default());
        let [english, italian] = [Language::English, Language::Italian]
            .map(|language| overview(&class, &marks, language));
        say_the_same_in_other_words(&english, &italian);
    }
}

#[test]
fn the_sheet_differs_between_languages_in_nothing_but_its_reasons() {
    let class = class(vec![faultless("870001"), uncompiled("870004", "")]);
    let marks = marks(&class, &Weights::default());
    let [english, italian] = [Language::English, Language::Italian]
        .map(|language| text(&csv(&Course::Class, &marks, language)));
    assert_ne!(english, italian);
    let reason = "it does not compile";
    let motivo = "non compila";
    assert_eq!(english, italian.replace(motivo, reason));
}

#[test]
fn evidence_is_the_same_when_it_is_read_back() {
    let dossiers = vec![all_wrong("870002"), not_done(), unusable("870003")];
    let text = serde_json::to_string(&dossiers).unwrap();
    assert_eq!(serde_json::from_str::<Vec<Dossier>>(&text).unwrap(), dossiers);
}

#[test]
fn another_language_makes_pages_and_marks_anew_and_does_no_step_again() {
    if !has_tools() {
        return;
    }
    let (_folder, submissions, out) = again();
    let shown = || {
        let mut shown = vec![out.join("marks.csv"), out.join("overview.html")];
        let pages = CLASS.map(|it| out.join("students").join(it).join("index.html"));
        shown.extend(pages);
        shown.push(out.join("likeness/870001--870004.html"));
        let read = |path| fs::read_to_string(path).unwrap();
        shown.into_iter().map(read).collect::<Vec<String>>()
    };
    let before = shown();
    let output = run(&submissions, &out, &["--json", "--lang", "it"]);
    let said = lines(&output);
    assert!(text(&output.stderr).contains("si compila con -DARBITRO_COMPAT"));
    for line in said.values() {
        assert_eq!(line["done"], Value::Array(Vec::new()), "{line}");
    }
    let failed = said["870021"]["failed"].as_str().unwrap();
    assert!(failed.starts_with("non compila"), "{failed}");
    let italian = shown();
    let report = fs::read_to_string(out.join("tournament/report.html")).unwrap();
    assert!(report.contains("<html lang=\"it\">"), "that of the contest too");
    for (english, italian) in before.iter().zip(&italian).skip(1) {
        say_the_same_in_other_words(english, italian);
    }
    let rows = |sheet: &str| -> Vec<Vec<String>> {
        let mut reader = csv::Reader::from_reader(sheet.as_bytes());
        let rows = reader.records().map(|row| row.unwrap());
        rows.map(|row| {
            let cells = row.iter().enumerate().filter(|(at, _)| *at != 5);
            cells.map(|(_, it)| it.to_owned()).collect()
        })
        .collect()
    };
    assert_eq!(rows(&before[0]), rows(&italian[0]));
    assert_ne!(before[0], italian[0]);
    // The surroundings choose it too, and an English run gives the very same bytes as before.
    let by_surroundings = |locale: &str| {
        let mut command = grade(&submissions, &out, &["--quiet"]);
        command.env("LC_ALL", locale).output().unwrap()
    };
    let output = by_surroundings("C");
    assert!(text(&output.stdout).contains("FAILS: "));
    assert_eq!(shown(), before);
    let output = by_surroundings("it_IT.UTF-8");
    let said = text(&output.stdout);
    assert!(said.contains("INSUFFICIENTE: non compila"), "{said}");
    assert_eq!(shown(), italian);
}

/// A file of evidence or a dossier as another version might have written it.
fn as_it_was(mut value: Value) -> Value {
    for name in ["found", "conformance"] {
        if let Some(it) = value.get_mut(name) {
            *it = Value::from("as it was");
        }
    }
    value
}

#[test]
fn evidence_of_another_version_is_found_anew_and_not_misread() {
    if !has_tools() {
        return;
    }
    let (_folder, submissions, out) = again();
    let rewrite = |path: &Path| {
        let value: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        fs::write(path, as_it_was(value).to_string()).unwrap();
    };
    let before = dossier(&out, "870001");
    rewrite(&out.join("evidence/870001/conformance.json"));
    rewrite(&out.join("students/870001/dossier.json"));
    rewrite(&out.join("students/870004/dossier.json"));
    fs::remove_dir_all(submissions.join("870004")).unwrap();
    let more = ["--json", "--skip", "contest"];
    let said = lines(&run(&submissions, &out, &more));
    assert_eq!(said["870001"]["done"], Value::from(vec!["conformance"]));
    assert_eq!(dossier(&out, "870001")["conformance"], before["conformance"]);
    // The page of a removed student is deleted, whichever version made it.
    assert!(!out.join("students/870004").exists());
}

#[test]
fn every_part_has_a_name_in_both_languages() {
    PartName::CLASS.iter().chain(&PartName::PLAYERS).for_each(is_in_both);
}
