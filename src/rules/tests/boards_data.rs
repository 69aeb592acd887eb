//! The boards under `boards/`, each with its expected answer beside it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::english;
use arbitro_rules::judge::{Code, Diagnose, Wrong, judge_file};
use arbitro_rules::notation::Strictness;
use arbitro_rules::notation::quoridor::wall_name;
use arbitro_rules::with_game;
use arbitro_rules::{Game, GameId, Player, Square};
use serde::Deserialize;
use toml::Table;

use arbitro_testkit::games::project;

fn sorted(folder: &Path, keep: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|path| keep(path))
        .collect();
    found.sort();
    assert!(!found.is_empty(), "{} has nothing in it", folder.display());
    found
}

fn read<T: for<'de> Deserialize<'de>>(path: &Path) -> T {
    let text =
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn player(letter: &str) -> Player {
    match letter {
        "x" => Player::X,
        "o" => Player::O,
        other => panic!("no player {other}"),
    }
}

fn board<G: Diagnose>(path: &Path) -> G::Board {
    let reading = G::read_board(&fs::read(path).unwrap(), Strictness::Strict);
    reading.board.unwrap_or_else(|| panic!("{}: {:?}", path.display(), reading.faults))
}

#[test]
fn the_start_of_every_game_is_its_file_to_the_byte() {
    for game in GameId::ALL {
        let path = project("boards/starts").join(format!("{game}.txt"));
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(
            with_game!(game, G => <G as arbitro_rules::notation::Notation>::write_board(&G::start().board())),
            text,
            "{game}"
        );
        with_game!(game, G => assert_eq!(board::<G>(&path), G::start().board(), "{game}"));
    }
}

#[derive(Deserialize)]
struct Faulty {
    game: String,
    text: String,
    tolerated: Vec<String>,
    #[serde(default)]
    faults: Vec<Table>,
}

/// The faults of a board as the data files write them, without the sentence.
fn found_faults<G: Diagnose>(bytes: &[u8]) -> (BTreeSet<String>, BTreeSet<String>) {
    let reading = G::read_board(bytes, Strictness::Tolerant);
    assert_eq!(reading.board.is_some(), reading.faults.is_empty());
    let tolerated = reading.tolerated.iter().map(|it| it.name().to_owned()).collect();
    let faults = reading.faults.iter().map(|fault| {
        use arbitro_rules::notation::{BoardFault, SetupFault};
        let mut parts = BTreeMap::new();
        let (line, column) = fault.place();
        parts.extend(line.map(|line| ("line", line.to_string())));
        parts.extend(column.map(|column| ("column", column.to_string())));
        match fault {
            BoardFault::LineCount { found, expected, .. }
            | BoardFault::LineLength { found, expected, .. } => {
                parts.insert("found", found.to_string());
                parts.insert("expected", expected.to_string());
            }
            BoardFault::BadSeparator { found, .. } | BoardFault::UnknownCharacter { found, .. } => {
                parts.insert("found", found.to_string());
            }
            BoardFault::Setup { fault, .. } => match fault {
                SetupFault::LightSquare { cell, .. } => {
                    parts.insert("found", cell.letter().to_string());
                }
                SetupFault::UnpromotedMan { player, .. } => {
                    parts.insert("found", player.to_string());
                }
                SetupFault::TooManyPieces { player, found, allowed } => {
                    parts.insert("player", player.to_string());
                    parts.insert("found", found.to_string());
                    parts.insert("allowed", allowed.to_string());
                }
                SetupFault::Pawns { player, found } => {
                    parts.insert("player", player.to_string());
                    parts.insert("found", found.to_string());
                }
                SetupFault::PathBlocked { player } => {
                    parts.insert("player", player.to_string());
                }
                SetupFault::BrokenWall { wall } | SetupFault::WallCross { wall } => {
                    parts.insert("walls", wall_name(*wall));
                }
                SetupFault::WallOverlap { first, second } => {
                    let walls = format!("{} {}", wall_name(*first), wall_name(*second));
                    parts.insert("walls", walls);
                }
                SetupFault::NoPieces | SetupFault::StrayHalf | SetupFault::Quoridor(_) => {}
            },
            BoardFault::WallsLeft { player, found, .. } => {
                parts.insert("player", player.to_string());
                parts.insert("found", found.clone());
            }
            _ => {}
        }
        format!("{} {parts:?}", fault.kind())
    });
    (faults.collect(), tolerated)
}

fn as_text(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        toml::Value::Integer(number) => number.to_string(),
        other => panic!("neither text nor a number: {other:?}"),
    }
}

#[test]
fn every_fault_of_every_faulty_board_is_found_and_none_invented() {
    let files =
        sorted(&project("boards/faulty"), |path| path.extension().is_some_and(|it| it == "txt"));
    assert!(files.len() >= 60, "only {} faulty boards", files.len());
    let mut wrong = Vec::new();
    for path in &files {
        let expected: Faulty = read(&path.with_extension("toml"));
        assert!(!expected.text.is_empty());
        let bytes = fs::read(path).unwrap();
        let game: GameId = expected.game.parse().unwrap();
        let (faults, tolerated) = with_game!(game, G => found_faults::<G>(&bytes));
        let wanted: BTreeSet<String> = expected
            .faults
            .iter()
            .map(|table| {
                let parts: BTreeMap<&str, String> = table
                    .iter()
                    .filter(|(key, _)| *key != "kind")
                    .map(|(key, value)| (key.as_str(), as_text(value)))
                    .collect();
                format!("{} {parts:?}", table["kind"].as_str().unwrap())
            })
            .collect();
        if faults != wanted || tolerated != expected.tolerated.into_iter().collect() {
            wrong.push(format!(
                "{}: {tolerated:?}\n  invented: {:?}\n  missed: {:?}",
                path.display(),
                faults.difference(&wanted).collect::<Vec<_>>(),
                wanted.difference(&faults).collect::<Vec<_>>()
            ));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), files.len(), wrong.join("\n"));
}

#[derive(Deserialize)]
struct Illegal {
    game: String,
    to_move: String,
    diagnosis: String,
    squares: Vec<[u8; 2]>,
    rule: Option<u8>,
    text: String,
}

fn diagnose_files<G: Diagnose>(
    folder: &Path,
    mover: Player,
) -> (Option<String>, Vec<[u8; 2]>, Option<u8>, String) {
    let before = board::<G>(&folder.join("before.txt"));
    let after = fs::read(folder.join("after.txt")).unwrap();
    let wrong = judge_file(&G::new(before, mover), &after, Strictness::Strict).1.err();
    let Some(diagnosis) = wrong.as_ref().and_then(Wrong::diagnosis) else {
        return (None, Vec::new(), None, String::new());
    };
    (
        Some(diagnosis.code.name().to_owned()),
        diagnosis.places().iter().map(|place| [place.row, place.column]).collect(),
        diagnosis.rule,
        english::<G>(diagnosis),
    )
}

#[test]
fn every_illegal_move_gets_the_reason_a_person_would_name() {
    let folders = sorted(&project("boards/illegal"), Path::is_dir);
    assert!(folders.len() >= 60, "only {} illegal moves", folders.len());
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for folder in &folders {
        let expected: Illegal = read(&folder.join("expected.toml"));
        let game: GameId = expected.game.parse().unwrap();
        let (code, squares, rule, text) =
            with_game!(game, G => diagnose_files::<G>(folder, player(&expected.to_move)));
        seen.insert(expected.diagnosis.clone());
        if code.as_ref() != Some(&expected.diagnosis)
            || squares != expected.squares
            || rule != expected.rule
        {
            wrong.push(format!(
                "{}: {}\n  expected {} {:?} {:?}\n  found    {code:?} {squares:?} {rule:?} {text}",
                folder.file_name().unwrap().display(),
                expected.text,
                expected.diagnosis,
                expected.squares,
                expected.rule,
            ));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), folders.len(), wrong.join("\n"));
    // Written games have no boards here.
    let ours =
        |code: &Code| !matches!(code, Code::MustPass | Code::NoSuchMove | Code::ByTheProgram);
    let all = Code::ALL.into_iter().filter(ours).map(|code| code.name().to_owned());
    let all: BTreeSet<String> = all.collect();
    assert_eq!(
        all.difference(&seen).collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "codes without an example"
    );
}

/// Returns the expected explanation of one of the illegal moves.
fn words_for(name: &str) -> String {
    let folder = project("boards/illegal").join(name);
    let Illegal { game, to_move, .. } = read(&folder.join("expected.toml"));
    let game: GameId = game.parse().unwrap();
    with_game!(game, G => diagnose_files::<G>(&folder, player(&to_move))).3
}

#[test]
fn a_man_that_had_to_be_crowned_on_its_way_hears_on_which_square() {
    assert_eq!(
        words_for("russian-touched-the-last-row"),
        "the man that came to h4 touched its last row on d8 and must be a king from there on"
    );
    assert_eq!(
        words_for("guide-touched-the-last-row"),
        "the man that came to 12 touched its last row on 3 and must be a king from there on"
    );
}

#[test]
fn a_man_that_only_passed_its_last_row_hears_on_which_square() {
    assert_eq!(
        words_for("international-crowned-on-the-way"),
        "the man that came to 15 became a king, but it only passed its last row on 4; it must stay a man"
    );
    assert_eq!(
        words_for("brazilian-crowned-on-the-way"),
        "the man that came to a3 became a king, but it only passed its last row on c1; it must stay a man"
    );
}

#[test]
fn one_piece_is_gone_and_several_are() {
    assert_eq!(
        words_for("dama-one-too-many-removed"),
        "the man on (4,3) went to (2,5), and the piece on (5,2) is gone; that is more than this move captures"
    );
    assert_eq!(
        words_for("dama-two-jumps"),
        "the man on (1,2) went to (5,6), and the pieces on (2,3) and (4,5) are gone; that is more than this move captures"
    );
}

#[derive(Deserialize)]
struct Lesson {
    game: String,
    to_move: String,
    title: String,
    text: String,
    r#move: LessonMove,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum LessonMove {
    Piece { from: [u8; 2], to: [u8; 2], captured: Vec<[u8; 2]> },
    Wall { wall: String },
}

fn learn<G: Diagnose>(folder: &Path, lesson: &Lesson) -> Result<(), String> {
    let before = board::<G>(&folder.join("before.txt"));
    let after = fs::read(folder.join("after.txt")).unwrap();
    let before = G::new(before, player(&lesson.to_move));
    let mv = judge_file(&before, &after, Strictness::Strict).1.map_err(|wrong| {
        wrong.diagnosis().map_or_else(|| "invalid board".to_owned(), english::<G>)
    })?;
    let (from, to, captured) = match &lesson.r#move {
        LessonMove::Piece { from, to, captured } => (from, to, captured),
        LessonMove::Wall { wall } => {
            let text = before.write_move(mv);
            return if text == *wall { Ok(()) } else { Err(format!("found the wall {text}")) };
        }
    };
    let mut wanted: Vec<Square> =
        captured.iter().map(|&[row, column]| Square::new(row, column)).collect();
    wanted.sort();
    let mut places = vec![Square::new(from[0], from[1]), Square::new(to[0], to[1])];
    places.extend(wanted);
    let found = G::places_of(mv);
    if found == places { Ok(()) } else { Err(format!("found the move {found:?}")) }
}

#[test]
fn every_lesson_is_a_legal_move_and_the_one_it_names() {
    let mut games = BTreeSet::new();
    for game_folder in sorted(&project("boards/lessons"), Path::is_dir) {
        for folder in sorted(&game_folder, Path::is_dir) {
            let lesson: Lesson = read(&folder.join("lesson.toml"));
            assert!(!lesson.title.is_empty() && !lesson.text.is_empty(), "{}", folder.display());
            let game: GameId = lesson.game.parse().unwrap();
            assert_eq!(game_folder.file_name().unwrap().to_str(), Some(game.name()));
            games.insert(game.name());
            if let Err(why) = with_game!(game, G => learn::<G>(&folder, &lesson)) {
                panic!("{}: {why}", folder.display());
            }
        }
    }
    assert_eq!(games.len(), GameId::ALL.len(), "every game has lessons");
}
