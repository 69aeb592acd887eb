//! Explanations in other languages: complete, about the same squares, and with no English left.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use arbitro_referee::{Activity, Clock, Detail, Excess, Slip};
use arbitro_rules::judge::{Code, Diagnose, judge_file};
use arbitro_rules::notation::{MoveTextError, Notation, Strictness};
use arbitro_rules::with_game;
use arbitro_rules::{GameId, Player};
use arbitro_sandbox::{Guarantees, MemoryBy, NoMemoryGroup, Require, by_cause};
use arbitro_tournament::report::protection::{Protection, StoredHow, TooWeak};
use arbitro_words::{Diagnosed, Ending, Language, OfFault, reasons, result_width, say};

use crate::needs::needs;
use crate::programs::program;
use arbitro_testkit::games::project;
use arbitro_testkit::languages::{OTHERS, english_words, foreign_words};

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn of_case(folder: &Path) -> (GameId, Player) {
    let text = fs::read_to_string(folder.join("expected.toml")).unwrap();
    let expected: toml::Table = text.parse().unwrap();
    let player = if expected["to_move"].as_str() == Some("x") { Player::X } else { Player::O };
    (expected["game"].as_str().unwrap().parse().unwrap(), player)
}

/// Explains an illegal move: its code, the sentence, and the names of its squares.
fn told<G: Diagnose>(folder: &Path, mover: Player) -> (Code, [String; 3], Vec<String>) {
    let read =
        |name: &str| G::read_board(&fs::read(folder.join(name)).unwrap(), Strictness::Tolerant);
    let before = read("before.txt").board.unwrap();
    let after = fs::read(folder.join("after.txt")).unwrap();
    let (_, verdict) = judge_file(&G::new(before, mover), &after, Strictness::Tolerant);
    let wrong = verdict.unwrap_err();
    let diagnosis = wrong.diagnosis().unwrap();
    let places = diagnosis.places().into_iter().chain(diagnosis.touched);
    (
        diagnosis.code,
        Language::ALL.map(|it| say(&Diagnosed { game: G::ID, diagnosis }, it).into_owned()),
        places.map(G::place_name).collect(),
    )
}

#[test]
fn every_diagnosis_names_the_same_squares_in_every_language_and_leaves_nothing_english() {
    let mut seen = BTreeSet::new();
    for folder in sorted(&project("boards/illegal")) {
        if !folder.is_dir() {
            continue;
        }
        let (game, mover) = of_case(&folder);
        let (code, said, squares) = with_game!(game, G => told::<G>(&folder, mover));
        seen.insert(code);
        let [english, italian, french] = &said;
        for other in [italian, french] {
            assert_ne!(english, other, "{}", folder.display());
            for square in &squares {
                assert_eq!(
                    english.contains(square),
                    other.contains(square),
                    "{square} in {english:?} and in {other:?}"
                );
            }
            let left = english_words(other);
            assert!(left.is_empty(), "{left:?} in {other}");
            // What is said where squares are not known, but for the rules that say so themselves.
            let of_rules = [
                "non finisce sulla sua casella",
                "non andare sulla sua casella",
                "pas aller sur sa case",
            ];
            let rest = of_rules.iter().fold(other.to_owned(), |it, rule| it.replace(rule, ""));
            for fallback in [
                "sua casella",
                "altra casella",
                "alcune caselle",
                "sa case",
                "autre case",
                "quelques cases",
            ] {
                assert!(!rest.contains(fallback), "{other}");
            }
        }
        assert_ne!(italian, french);
    }
    let is_ours =
        |code: &Code| !matches!(code, Code::MustPass | Code::NoSuchMove | Code::ByTheProgram);
    assert_eq!(seen, Code::ALL.into_iter().filter(is_ours).collect());
}

/// Returns the explanation of one of the illegal moves.
fn said_of(name: &str) -> [String; 3] {
    let folder = project("boards/illegal").join(name);
    let (game, mover) = of_case(&folder);
    with_game!(game, G => told::<G>(&folder, mover)).1
}

#[test]
fn articles_gender_and_number_are_right() {
    for (name, italian, french) in [
        (
            "dama-unchanged",
            "il tavoliere è rimasto uguale; il giocatore x deve muovere",
            "le plateau n’a pas changé ; le joueur x doit jouer",
        ),
        (
            "dama-one-too-many-removed",
            "la pedina in (4,3) è andata in (2,5), e il pezzo in (5,2) è scomparso; è più di quanto questa mossa prenda",
            "le pion en (4,3) est allé en (2,5), et la pièce en (5,2) a disparu ; c’est plus que ce coup ne prend",
        ),
        (
            "dama-two-jumps",
            "la pedina in (1,2) è andata in (5,6), e i pezzi in (2,3) e (4,5) sono scomparsi; è più di quanto questa mossa prenda",
            "le pion en (1,2) est allé en (5,6), et les pièces en (2,3) et (4,5) ont disparu ; c’est plus que ce coup ne prend",
        ),
        (
            "russian-touched-the-last-row",
            "la pedina arrivata in h4 ha toccato la sua ultima riga in d8 e da lì in poi deve essere una dama",
            "le pion arrivé en h4 a touché sa dernière rangée en d8 et doit être une dame à partir de là",
        ),
        (
            "brazilian-crowned-on-the-way",
            "la pedina arrivata in a3 è diventata dama, ma è solo passata dalla sua ultima riga in c1; deve restare una pedina",
            "le pion arrivé en a3 est devenu dame, mais il n’a fait que passer par sa dernière rangée en c1 ; il doit rester un pion",
        ),
    ] {
        assert_eq!(said_of(name)[1..], [italian, french], "{name}");
    }
}

#[test]
fn every_fault_of_a_faulty_board_is_said_in_every_language_with_the_same_numbers() {
    let mut count = 0;
    for path in sorted(&project("boards/faulty")) {
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let text = fs::read_to_string(path.with_extension("toml")).unwrap();
        let expected: toml::Table = text.parse().unwrap();
        let game: GameId = expected["game"].as_str().unwrap().parse().unwrap();
        let bytes = fs::read(&path).unwrap();
        let faults = with_game!(game, G => G::read_board(&bytes, Strictness::Strict).faults);
        for fault in faults {
            let english = say(&fault, Language::English);
            for other in OTHERS.map(|language| say(&fault, language)) {
                assert_ne!(english, other);
                let left = english_words(&other);
                assert!(left.is_empty(), "{left:?} in {other}, {}", path.display());
                // "no pawn" is a number in English only.
                if !english.contains(" 0 pawns") {
                    assert_eq!(digits(&english), digits(&other), "{english} / {other}");
                }
            }
            count += 1;
        }
    }
    assert!(count >= 60, "{count}");
}

#[test]
fn illegal_moves_are_reported_in_every_language() {
    fn error<G: Diagnose>(text: &str) -> MoveTextError {
        G::start().read_move(text, &mut Vec::new()).unwrap_err()
    }
    for (error, italian, french) in [
        (
            with_game!(GameId::Italian, G => error::<G>("hello")),
            "\"hello\", colonna 1: ci vuole una casella scura del tavoliere",
            "\"hello\", colonne 1 : il faut une case foncée du plateau",
        ),
        (
            with_game!(GameId::Italian, G => error::<G>("21")),
            "\"21\", colonna 3: ci vuole '-' o 'x' e una casella",
            "\"21\", colonne 3 : il faut '-' ou 'x' et une case",
        ),
        (
            with_game!(GameId::Quoridor, G => error::<G>("e7")),
            "\"e7\" non è qui una mossa legale del giocatore x; da lì può giocare d1, f1, e2",
            "\"e7\" n’est pas ici un coup légal du joueur x ; de là, il peut jouer d1, f1, e2",
        ),
        (
            with_game!(GameId::Quoridor, G => error::<G>("hello")),
            "\"hello\", colonna 1: ci vuole una casella del tavoliere, come e2, o un muro, come e3h",
            "\"hello\", colonne 1 : il faut une case du plateau, comme e2, ou un mur, comme e3h",
        ),
    ] {
        let said = OTHERS.map(|language| say(&error, language));
        assert_eq!(said, [italian, french]);
        for sentence in said {
            assert!(english_words(&sentence).is_empty(), "{sentence}");
        }
    }
}

#[test]
fn a_list_says_how_a_match_ended_and_its_column_is_wide_enough() {
    let said = |winner, reason| {
        Language::ALL.map(|language| say(&Ending::Result { winner, reason }, language).into_owned())
    };
    for reason in reasons().map(arbitro_rules::Reason::name).chain(["void"]) {
        let label = say(&Ending::Label(reason), Language::English);
        let is_drawn = label.starts_with("draw");
        let winner = (!is_drawn && reason != "void").then_some(Player::X);
        let each = Language::ALL.into_iter().zip(said(winner, Some(reason)));
        for (language, result) in each {
            let is_english = language == Language::English;
            assert!(is_english || english_words(&result).is_empty(), "{result}");
            // Codes are for programs; some are words.
            assert!(!result.contains('_'), "{result}");
            let width = result.chars().count();
            assert!(width <= result_width(language), "{result}: {width}");
        }
    }
    for (winner, reason, expected) in [
        (
            Some(Player::O),
            Some("no_moves"),
            [
                "o wins: x has no legal move",
                "vince o: x non ha mosse legali",
                "o gagne : x n’a pas de coup légal",
            ],
        ),
        (
            Some(Player::O),
            Some("timeout"),
            [
                "o wins: x took too long",
                "vince o: x ci ha messo troppo",
                "o gagne : x a mis trop de temps",
            ],
        ),
        (Some(Player::X), None, ["x wins", "vince x", "x gagne"]),
        (
            None,
            Some("repetition"),
            [
                "draw: the position was repeated",
                "patta: la posizione si è ripetuta",
                "nulle : la position s’est répétée",
            ],
        ),
        (None, Some("void"), ["void", "annullata", "annulée"]),
        (None, Some("another"), ["another"; 3]),
        (None, None, [""; 3]),
    ] {
        assert_eq!(said(winner, reason), expected);
    }
}

/// The numbers of a text, sorted.
fn digits(text: &str) -> Vec<String> {
    let parts = text.split(|letter: char| !letter.is_ascii_digit());
    let mut numbers: Vec<String> = parts.filter(|it| !it.is_empty()).map(str::to_owned).collect();
    numbers.sort();
    numbers
}

#[test]
fn every_sentence_of_the_referee_about_a_forfeit_is_said_in_every_language() {
    let late =
        |slip| Detail::Late { allowed: Duration::from_millis(1500), clock: Clock::Wall, slip };
    let killed = |signal| Detail::Killed { signal, denied: None, slip: None };
    let exited = |denied, slip| Detail::Exited { code: 3, denied, slip };
    let mut all = vec![
        late(None),
        late(Some(Slip::Elsewhere { wrote: "Board_2.txt".to_owned() })),
        late(Some(Slip::Printed)),
        late(Some(Slip::ReadInput)),
        late(Some(Slip::Pass)),
        late(Some(Slip::Unclosed { is_empty: false })),
        late(Some(Slip::Unclosed { is_empty: true })),
        Detail::Late { allowed: Duration::from_millis(2000), clock: Clock::Processor, slip: None },
        Detail::Memory { limit: 64 << 20 },
        Detail::WatcherKilled,
        exited(None, None),
        exited(None, Some(Slip::Printed)),
        exited(Some("io_setup".to_owned()), None),
        Detail::Killed { signal: 42, denied: None, slip: Some(Slip::Printed) },
        Detail::Output(Excess::File(64 << 20)),
        Detail::Output(Excess::File(64 << 10)),
        Detail::Output(Excess::Printed(64 << 10)),
        Detail::Output(Excess::Folder),
        Detail::Output(Excess::Room),
        Detail::Ahead(4),
        Detail::Occupied(4),
        Detail::NotItsOwn(4),
    ];
    all.extend([4, 5, 6, 7, 8, 11, 13, 14, 15, 24, 31, 42].map(killed));
    let busy = [Activity::Computed, Activity::Waited, Activity::AllWaited];
    let busy = busy.map(|it| (late(None), Some(it)));
    for (detail, activity) in all.into_iter().map(|detail| (detail, None)).chain(busy) {
        let said = |language| {
            let detail = Ok(&detail);
            let of = OfFault { game: Some(GameId::Dama), ply: 1, detail, activity, printed: None };
            say(&of, language)
        };
        let english = said(Language::English);
        let others = OTHERS.map(said);
        assert_ne!(others[0], others[1]);
        for other in &others {
            assert_ne!(*other, english);
            assert_eq!(digits(other), digits(&english));
            let left = english_words(other);
            assert!(left.is_empty(), "{left:?} in {other}");
        }
        // Nothing of a name is left as English calls it.
        let name = english.split_once(", ").map_or("-", |(_, name)| name);
        assert!(others.iter().all(|other| !other.ends_with(name)), "{others:?}");
    }
}

#[test]
fn marks_are_in_english_for_a_french_reader() {
    needs!(containment);
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().to_str().unwrap();
    let told = |language| {
        let args = [at, "--out", "/dev/null/none", "--lang", language];
        String::from_utf8(run(program("grade"), &args, &[]).stderr).unwrap()
    };
    let [english, italian, french] = ["en", "it", "fr"].map(told);
    assert!(english.contains("no submission found"), "{english}");
    assert_eq!(english, french);
    assert_ne!(english, italian);
}

/// Everything that the sandbox may say of a machine.
fn every_machine() -> Vec<Guarantees> {
    let either = [false, true];
    // Plain processes.
    let mut all = vec![Guarantees::default()];
    let why = [NoMemoryGroup::Service, NoMemoryGroup::Login].map(Some);
    all.extend(why.map(|no_memory_group| Guarantees {
        supervisor: true,
        no_memory_group,
        ..Guarantees::default()
    }));
    for namespaces in either {
        for landlock in [0, 2, 6] {
            for (seccomp, one_process) in [(false, false), (true, false), (true, true)] {
                for own_user in either {
                    for memory in [MemoryBy::Looks, MemoryBy::GroupV1, MemoryBy::GroupV2] {
                        all.push(Guarantees {
                            supervisor: true,
                            no_namespaces: None,
                            read_only: namespaces,
                            limits_processes: own_user || seccomp,
                            one_process,
                            counts_threads: memory != MemoryBy::GroupV2,
                            namespaces,
                            landlock,
                            seccomp,
                            own_user,
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
fn active_and_missing_protections_are_reported_in_every_language() {
    // Names that English has too.
    let same = [
        (Language::Italian, "seccomp"),
        (Language::Italian, "control group"),
        (Language::French, "seccomp"),
    ];
    for machine in every_machine() {
        for guarantee in machine.list() {
            let promise = Protection::Promise(guarantee.promise);
            let mechanism = Protection::Mechanism(guarantee.mechanism);
            let how = guarantee.how();
            let text = say(&mechanism, Language::English);
            let stored = say(&StoredHow(&how), Language::English);
            assert_eq!(stored, format!("{}: {text}", guarantee.strength));
            for other in OTHERS {
                assert_ne!(say(&promise, other), say(&promise, Language::English));
                let mechanism = say(&mechanism, other);
                let is_same = mechanism == text;
                assert_eq!(is_same, same.contains(&(other, &*mechanism)), "{mechanism}");
                let how = say(&StoredHow(&how), other);
                assert!(english_words(&how).is_empty(), "{how}");
            }
            for layer in machine.layers_of(guarantee.promise) {
                for other in OTHERS.map(|language| say(&Protection::Layer(layer), language)) {
                    assert!(english_words(&other).is_empty(), "{other}");
                }
            }
        }
        for require in [Require::Anything, Require::Safety, Require::Strict] {
            let weak = machine.weak(require);
            assert_eq!(machine.meet(require).is_ok(), weak.is_empty(), "{machine:?}, {require:?}");
            if weak.is_empty() {
                continue;
            }
            let causes = by_cause(&weak);
            for other in OTHERS.map(|language| say(&TooWeak(&causes), language)) {
                assert!(english_words(&other).is_empty(), "{other}");
            }
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
        let output = run(program("verify"), &[ILLEGAL, more].concat(), variables);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        text(&output)
    };
    let (english, italian, french) =
        ("never steps backwards", "non muove mai all'indietro", "ne fait jamais de pas en arrière");
    for (more, variables, expected) in [
        (&[][..], &[][..], english),
        (&[], &[("LANG", "it_IT.UTF-8")], italian),
        (&[], &[("LANG", "it_IT.UTF-8"), ("LC_ALL", "C")], english),
        (&[], &[("LANG", "C"), ("LC_ALL", "it_IT.UTF-8")], italian),
        (&[], &[("LANG", "fr_FR.UTF-8")], french),
        (&[], &[("LANG", "de_DE.UTF-8")], english),
        (&["--lang", "fr"], &[("LC_ALL", "it_IT")], french),
        (&["--lang", "en"], &[("LANG", "it_IT"), ("LC_ALL", "it_IT")], english),
        (&["--lang", "it"], &[("LC_ALL", "C")], italian),
    ] {
        let text = verify(more, variables);
        assert!(text.contains(expected), "{more:?} {variables:?}: {text}");
    }
}

#[test]
fn machine_readable_output_is_the_same_in_every_language() {
    let verify = program("verify");
    let replay = program("replay");
    for (program, args) in [
        (verify, ILLEGAL),
        (verify, &["board", "--game", "dama", "boards/faulty/dama-empty.txt"]),
        (verify, &["match", "boards/matches/dama-illegal-at-37"]),
        (verify, &["match", "boards/matches/records.jsonl"]),
        (verify, &["match", "boards/matches/records.pdn"]),
        (replay, &["boards/matches/dama-illegal-at-37"]),
        (replay, &["boards/matches/records.jsonl"]),
        (verify, &["moves", "--exact", "--fen", "W:WK32:BK1,K5"]),
    ] {
        let json = [args, &["--json"]].concat();
        let english = run(program, &json, &[("LANG", "C")]);
        for locale in ["it_IT.UTF-8", "fr_FR.UTF-8"] {
            let other = run(program, &json, &[("LANG", locale)]);
            assert_eq!(text(&english), text(&other), "{args:?} {locale}");
        }
        assert!(!text(&english).is_empty() || !english.status.success(), "{args:?}");
    }
}

#[test]
fn verify_and_replay_leave_nothing_english() {
    let verify = program("verify");
    let replay = program("replay");
    for (program, args) in [
        (verify, ILLEGAL),
        (verify, &["match", "boards/matches/dama-illegal-at-37"][..]),
        (verify, &["match", "boards/matches/dama-finished"]),
        (verify, &["match", "boards/matches/records.jsonl"]),
        (verify, &["match", "boards/matches/records.pdn"]),
        (verify, &["match", "--game", "quoridor", "boards/matches/quoridor-path-blocked-at-12"]),
        (verify, &["board", "--game", "quoridor", "boards/faulty/quoridor-a-bar-between-rows.txt"]),
        (verify, &["moves", "--exact", "--fen", "W:WK32:BK1,K5"]),
        (verify, &["perft", "3"]),
        (replay, &["--plain", "boards/matches/dama-illegal-at-37"]),
        (replay, &["--plain", "boards/matches/dama-finished"]),
        (replay, &["--plain", "boards/matches/records.jsonl"]),
        (replay, &["--plain", "--game", "quoridor", "boards/matches/quoridor-path-blocked-at-12"]),
        (replay, &["--plain", "--analyse", "--depth", "1", "boards/matches/dama-finished"]),
    ] {
        let english = text(&run(program, &[args, &["--lang", "en"]].concat(), &[]));
        for language in OTHERS {
            let output = run(program, &[args, &["--lang", language.code()]].concat(), &[]);
            let told = text(&output);
            assert!(!told.is_empty(), "{args:?}: {output:?}");
            let left = foreign_words(&told, language);
            assert!(left.is_empty(), "{args:?}: {left:?} in {told}");
            assert_ne!(english, told);
        }
    }
}

#[test]
fn a_tournament_leaves_nothing_of_another_language() {
    needs!(containment);
    let folder = tempfile::tempdir().unwrap();
    for (number, language) in (1..).zip(OTHERS) {
        // The code of Italian is an English word.
        let out = folder.path().join(number.to_string());
        let out = out.to_str().unwrap();
        let lang = ["--lang", language.code()];
        let play = ["run", "players/random", "players/greedy", "--max-plies", "6", "--best", "50%"];
        let played =
            run(program("tournament"), &[&play[..], &["-q", "--out", out], &lang].concat(), &[]);
        let standings = run(program("tournament"), &[&["standings", out][..], &lang].concat(), &[]);
        for output in [played, standings] {
            let told = text(&output);
            let left = foreign_words(&told, language);
            assert!(output.status.success() && left.is_empty(), "{left:?} in {told}: {output:?}");
        }
    }
}
