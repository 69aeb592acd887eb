//! What is said in Italian: as much as in English, about the same squares, and nothing left in English.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use arbitro_referee::check::{Mover, check_pair};
use arbitro_rules::judge::{Code, Diagnose, words};
use arbitro_rules::language::Language;
use arbitro_rules::notation::{MoveTextError, Notation, Strictness};
use arbitro_rules::with_game;
use arbitro_rules::{GameId, Player};
use arbitro_sandbox::{Guarantees, MemoryBy, NoMemoryGroup, Require, by_cause};
use arbitro_tournament::report::protection;

use crate::programs::program;
use arbitro_testkit::games::project;
use arbitro_testkit::italian::english_words;

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|it| it.unwrap().path()).collect();
    paths.sort();
    paths
}

fn of_case(folder: &Path) -> (GameId, Player) {
    let text = fs::read_to_string(folder.join("expected.toml")).unwrap();
    let expected: toml::Table = text.parse().unwrap();
    let player = if expected["to_move"].as_str() == Some("x") {
        Player::X
    } else {
        Player::O
    };
    (expected["game"].as_str().unwrap().parse().unwrap(), player)
}

/// What is said of an illegal move: its code, English, Italian, and the names of its squares.
fn told<G: Diagnose>(folder: &Path, mover: Player) -> (Code, String, String, Vec<String>) {
    let read =
        |name: &str| G::read_board(&fs::read(folder.join(name)).unwrap(), Strictness::Tolerant);
    let before = read("before.txt").board.unwrap();
    let report = check_pair::<G>(&before, &read("after.txt"), Mover::Given(mover));
    let diagnosis = report.verdict.diagnosis().unwrap();
    let said = words::said::<G>(diagnosis);
    let places = diagnosis.places().into_iter().chain(diagnosis.touched);
    (
        diagnosis.code,
        said.in_language(Language::English).to_owned(),
        said.in_language(Language::Italian).to_owned(),
        places.map(G::place_name).collect(),
    )
}

#[test]
fn every_diagnosis_names_the_same_squares_in_italian_and_leaves_nothing_english() {
    let mut seen = BTreeSet::new();
    for folder in sorted(&project("boards/illegal")) {
        if !folder.is_dir() {
            continue;
        }
        let (game, mover) = of_case(&folder);
        let (code, english, italian, squares) = with_game!(game, G => told::<G>(&folder, mover));
        seen.insert(code);
        assert_ne!(english, italian, "{}", folder.display());
        for square in squares {
            assert_eq!(
                english.contains(&square),
                italian.contains(&square),
                "{square} in {english:?} and in {italian:?}"
            );
        }
        let left = english_words(&italian);
        assert!(left.is_empty(), "{left:?} in {italian}");
        for fallback in ["sua casella", "altra casella", "alcune caselle"] {
            let is_of_rule = italian.contains("non finisce sulla sua casella")
                || italian.contains("non andare sulla sua casella");
            assert!(is_of_rule || !italian.contains(fallback), "{italian}");
        }
    }
    assert_eq!(seen, Code::ALL.into_iter().collect());
}

/// The Italian of one of the illegal moves.
fn italian_for(name: &str) -> String {
    let folder = project("boards/illegal").join(name);
    let (game, mover) = of_case(&folder);
    with_game!(game, G => told::<G>(&folder, mover)).2
}

#[test]
fn articles_gender_and_number_are_right() {
    for (name, sentence) in [
        (
            "dama-unchanged",
            "il tavoliere è rimasto uguale; il giocatore x deve muovere",
        ),
        (
            "dama-one-too-many-removed",
            "la pedina in (4,3) è andata in (2,5), e il pezzo in (5,2) è scomparso; è più di quanto questa mossa prenda",
        ),
        (
            "dama-two-jumps",
            "la pedina in (1,2) è andata in (5,6), e i pezzi in (2,3) e (4,5) sono scomparsi; è più di quanto questa mossa prenda",
        ),
        (
            "russian-touched-the-last-row",
            "la pedina arrivata in h4 ha toccato la sua ultima riga in d8 e da lì in poi deve essere una dama",
        ),
        (
            "brazilian-crowned-on-the-way",
            "la pedina arrivata in a3 è diventata dama, ma è solo passata dalla sua ultima riga in c1; deve restare una pedina",
        ),
    ] {
        assert_eq!(italian_for(name), sentence, "{name}");
    }
}

#[test]
fn every_fault_of_a_faulty_board_is_said_in_italian_with_the_same_numbers() {
    let digits = |text: &str| -> Vec<String> {
        let parts = text.split(|letter: char| !letter.is_ascii_digit());
        let mut numbers: Vec<String> = parts
            .filter(|it| !it.is_empty())
            .map(str::to_owned)
            .collect();
        numbers.sort();
        numbers
    };
    let mut count = 0;
    for path in sorted(&project("boards/faulty")) {
        if path.extension().is_none_or(|it| it != "txt") {
            continue;
        }
        let text = fs::read_to_string(path.with_extension("toml")).unwrap();
        let expected: toml::Table = text.parse().unwrap();
        let game: GameId = expected["game"].as_str().unwrap().parse().unwrap();
        let bytes = fs::read(&path).unwrap();
        let faults = with_game!(game, G => G::read_board(&bytes, Strictness::Strict).faults);
        for fault in faults {
            let english = words::fault_in(&fault, Language::English);
            let italian = words::fault_in(&fault, Language::Italian);
            let left = english_words(&italian);
            assert!(left.is_empty(), "{left:?} in {italian}, {}", path.display());
            // "no pawn" is a number in English only.
            if !english.contains(" 0 pawns") {
                assert_eq!(digits(&english), digits(&italian), "{english} / {italian}");
            }
            count += 1;
        }
    }
    assert!(count >= 60, "{count}");
}

#[test]
fn what_is_no_move_is_told_in_italian_too() {
    fn error<G: Diagnose>(text: &str) -> MoveTextError {
        G::start().read_move(text, &mut Vec::new()).unwrap_err()
    }
    for (error, sentence) in [
        (
            with_game!(GameId::Italian, G => error::<G>("hello")),
            "\"hello\", colonna 1: ci vuole una casella scura del tavoliere",
        ),
        (
            with_game!(GameId::Italian, G => error::<G>("21")),
            "\"21\", colonna 3: ci vuole '-' o 'x' e una casella",
        ),
        (
            with_game!(GameId::Quoridor, G => error::<G>("e7")),
            "\"e7\" non è qui una mossa legale del giocatore x; da lì può giocare d1, f1, e2",
        ),
        (
            with_game!(GameId::Quoridor, G => error::<G>("hello")),
            "\"hello\", colonna 1: ci vuole una casella del tavoliere, come e2, o un muro, come e3h",
        ),
    ] {
        assert_eq!(words::move_text_in(&error, Language::Italian), sentence);
        assert!(english_words(sentence).is_empty(), "{sentence}");
    }
}

#[test]
fn a_list_says_how_a_match_ended_and_its_column_is_wide_enough() {
    let winners = [None, Some(Player::X)];
    let said = |winner, reason| {
        let said = words::result_said(winner, reason);
        let [english, italian] = Language::ALL.map(|it| said.in_language(it).to_owned());
        (english, italian)
    };
    for reason in words::reasons().chain(["void"]) {
        for winner in winners {
            let (english, italian) = said(winner, Some(reason));
            assert!(english.ends_with(reason), "{english}");
            assert!(english_words(&italian).is_empty(), "{italian}");
            assert!(!italian.contains(reason) || reason == "crash", "{italian}");
            let width = italian.chars().count();
            assert!(width <= words::WIDEST_RESULT, "{italian}: {width}");
        }
    }
    for (winner, reason, expected) in [
        (
            Some(Player::O),
            Some("no_moves"),
            ("o wins no_moves", "vince o: nessuna mossa legale rimasta"),
        ),
        (
            Some(Player::O),
            Some("timeout"),
            ("o wins timeout", "vince o: tempo scaduto"),
        ),
        (Some(Player::X), None, ("x wins", "vince x")),
        (
            None,
            Some("repetition"),
            ("repetition", "patta per ripetizione"),
        ),
        (None, Some("void"), ("void", "annullata")),
        (None, Some("another"), ("another", "another")),
        (None, None, ("", "")),
    ] {
        let (english, italian) = said(winner, reason);
        assert_eq!((&*english, &*italian), expected);
    }
}

/// Everything that the sandbox may say of a machine.
fn every_machine() -> Vec<Guarantees> {
    let either = [false, true];
    // Plain processes.
    let mut all = vec![Guarantees::default()];
    let why = [NoMemoryGroup::Service, NoMemoryGroup::Login].map(Some);
    all.extend(why.map(|no_memory_group| Guarantees {
        warden: true,
        no_memory_group,
        ..Guarantees::default()
    }));
    for namespaces in either {
        for landlock in [0, 2, 6] {
            for seccomp in either {
                for own_user in either {
                    for (group, memory) in [
                        (false, MemoryBy::Sampling),
                        (true, MemoryBy::GroupV1),
                        (true, MemoryBy::GroupV2),
                    ] {
                        all.push(Guarantees {
                            warden: true,
                            no_namespaces: None,
                            limits_processes: own_user || seccomp,
                            namespaces,
                            landlock,
                            seccomp,
                            own_user,
                            group,
                            memory,
                            no_memory_group: None,
                            has_scope: own_user,
                        });
                    }
                }
            }
        }
    }
    all
}

#[test]
fn what_protects_a_match_and_what_is_missing_is_said_in_italian() {
    // Names that both languages have.
    let same = ["seccomp", "control group"];
    for machine in every_machine() {
        for guarantee in machine.list() {
            let said = protection::promise_said(guarantee.name);
            assert_ne!(said.in_language(Language::Italian), guarantee.name);
            let said = protection::mechanism_said(&guarantee.mechanism);
            let italian = said.in_language(Language::Italian);
            assert_eq!(said.in_language(Language::English), guarantee.mechanism);
            let is_same = italian == guarantee.mechanism;
            assert_eq!(is_same, same.contains(&italian), "{italian}");
            let how = protection::how_said(&guarantee.how());
            assert_eq!(how.in_language(Language::English), guarantee.how());
            let italian = how.in_language(Language::Italian);
            assert!(english_words(italian).is_empty(), "{italian}");
        }
        for require in [Require::Anything, Require::Safety, Require::Strict] {
            let weak = machine.weak(require);
            let Err(error) = machine.meet(require) else {
                assert!(weak.is_empty(), "{machine:?}, {require:?}");
                continue;
            };
            let said = protection::too_weak_said(&by_cause(&weak));
            assert_eq!(said.in_language(Language::English), error.to_string());
            let italian = said.in_language(Language::Italian);
            assert!(english_words(italian).is_empty(), "{italian}");
        }
    }
}

/// A binary with only these variables to tell it a language.
fn run(program: &Path, args: &[&str], variables: &[(&str, &str)]) -> Output {
    Command::new(program)
        .args(args)
        .current_dir(project(""))
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env_remove("LANG")
        .envs(variables.iter().copied())
        .output()
        .unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

const ILLEGAL: &[&str] = &[
    "move",
    "boards/illegal/dama-man-backwards/before.txt",
    "boards/illegal/dama-man-backwards/after.txt",
    "--to-move",
    "x",
];

#[test]
fn the_language_is_that_of_the_surroundings_unless_it_is_asked_for() {
    let verify = |more: &[&str], variables: &[(&str, &str)]| {
        let output = run(cargo_bin!("verify"), &[ILLEGAL, more].concat(), variables);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        text(&output)
    };
    let (english, italian) = ("never steps backwards", "non muove mai all'indietro");
    for (more, variables, expected) in [
        (&[][..], &[][..], english),
        (&[], &[("LANG", "it_IT.UTF-8")], italian),
        (&[], &[("LANG", "it_IT.UTF-8"), ("LC_ALL", "C")], english),
        (&[], &[("LANG", "C"), ("LC_ALL", "it_IT.UTF-8")], italian),
        (&[], &[("LANG", "fr_FR.UTF-8")], english),
        (
            &["--lang", "en"],
            &[("LANG", "it_IT"), ("LC_ALL", "it_IT")],
            english,
        ),
        (&["--lang", "it"], &[("LC_ALL", "C")], italian),
    ] {
        let text = verify(more, variables);
        assert!(text.contains(expected), "{more:?} {variables:?}: {text}");
    }
}

#[test]
fn what_programs_read_is_the_same_in_every_language() {
    let verify = cargo_bin!("verify");
    let replay = program("replay");
    for (program, args) in [
        (verify, ILLEGAL),
        (
            verify,
            &["board", "--game", "dama", "boards/faulty/dama-empty.txt"],
        ),
        (verify, &["match", "boards/matches/dama-illegal-at-37"]),
        (verify, &["match", "boards/matches/records.jsonl"]),
        (verify, &["match", "boards/matches/records.pdn"]),
        (replay, &["boards/matches/dama-illegal-at-37"]),
        (replay, &["boards/matches/records.jsonl"]),
        (verify, &["moves", "--exact", "--fen", "W:WK32:BK1,K5"]),
    ] {
        let json = [args, &["--json"]].concat();
        let english = run(program, &json, &[("LANG", "C")]);
        let italian = run(program, &json, &[("LANG", "it_IT.UTF-8")]);
        assert_eq!(text(&english), text(&italian), "{args:?}");
        assert!(
            !text(&english).is_empty() || !english.status.success(),
            "{args:?}"
        );
    }
}

#[test]
fn verify_and_replay_leave_nothing_english() {
    let verify = cargo_bin!("verify");
    let replay = program("replay");
    for (program, args) in [
        (verify, ILLEGAL),
        (verify, &["match", "boards/matches/dama-illegal-at-37"][..]),
        (verify, &["match", "boards/matches/dama-finished"]),
        (verify, &["match", "boards/matches/records.jsonl"]),
        (verify, &["match", "boards/matches/records.pdn"]),
        (
            verify,
            &[
                "match",
                "--game",
                "quoridor",
                "boards/matches/quoridor-path-blocked-at-12",
            ],
        ),
        (
            verify,
            &[
                "board",
                "--game",
                "quoridor",
                "boards/faulty/quoridor-a-bar-between-rows.txt",
            ],
        ),
        (verify, &["moves", "--exact", "--fen", "W:WK32:BK1,K5"]),
        (verify, &["perft", "3"]),
        (replay, &["--plain", "boards/matches/dama-illegal-at-37"]),
        (replay, &["--plain", "boards/matches/dama-finished"]),
        (replay, &["--plain", "boards/matches/records.jsonl"]),
        (
            replay,
            &[
                "--plain",
                "--game",
                "quoridor",
                "boards/matches/quoridor-path-blocked-at-12",
            ],
        ),
        (
            replay,
            &[
                "--plain",
                "--analyse",
                "--depth",
                "1",
                "boards/matches/dama-finished",
            ],
        ),
    ] {
        let output = run(program, &[args, &["--lang", "it"]].concat(), &[]);
        let told = text(&output);
        assert!(!told.is_empty(), "{args:?}: {output:?}");
        let left = english_words(&told);
        assert!(left.is_empty(), "{args:?}: {left:?} in {told}");
        let english = text(&run(program, &[args, &["--lang", "en"]].concat(), &[]));
        assert!(
            !english_words(&english).is_empty() || english != told,
            "{english}"
        );
    }
}
