//! Matches read from what people keep them in: board files, records, PDN.

use std::fs;
use std::path::Path;

use arbitro::records::{Collection, Hints, Kind, Playthrough, RecordsError, Source};
use arbitro::records::{from_boards, read_bytes};
use arbitro::rules::{GameId, Player};

use crate::games::project;

fn open(path: impl AsRef<Path>) -> Collection {
    Source::open(path.as_ref(), &Hints::default()).unwrap()
}

fn of_game(game: GameId) -> Hints {
    Hints {
        game: Some(game),
        ..Hints::default()
    }
}

fn pdn(text: &str) -> Collection {
    read_bytes(text.as_bytes().to_vec(), &Hints::default()).unwrap()
}

fn only(collection: &Collection) -> Playthrough {
    assert_eq!(collection.len(), 1);
    collection.playthrough(0).unwrap()
}

fn moves(match_: &Playthrough) -> Vec<&str> {
    match_.moves.iter().map(|it| &*it.text).collect()
}

fn has_remark(match_: &Playthrough, part: &str) -> bool {
    match_
        .remarks
        .iter()
        .any(|it| it.to_string().contains(part))
}

#[test]
fn a_folder_of_boards_is_one_match_with_a_board_more_than_moves() {
    let folder = open(project("boards/matches/dama-finished"));
    assert_eq!(folder.kind(), Kind::Boards);
    let match_ = only(&folder);
    assert_eq!(match_.game, GameId::Dama);
    assert_eq!(match_.positions.len(), match_.moves.len() + 1);
    for (index, position) in match_.positions.iter().enumerate() {
        let number = match_.board_number(index);
        let file = project("boards/matches/dama-finished").join(format!("board_{number}.txt"));
        assert_eq!(position.board, fs::read_to_string(file).unwrap());
    }
    assert!(match_.winner.is_some(), "{}", match_.ending);
    let first = &match_.moves[0];
    assert_eq!(first.player, Player::X);
    assert_eq!(
        first.text,
        format!(
            "({},{})-({},{})",
            first.path[0].row, first.path[0].column, first.path[1].row, first.path[1].column
        )
    );
}

#[test]
fn a_wrong_board_ends_the_match_and_is_explained() {
    let match_ = only(&open(project("boards/matches/dama-illegal-at-37")));
    let fault = match_.fault.as_ref().unwrap();
    assert_eq!((fault.ply, &*fault.reason), (37, "illegal_move"));
    assert_eq!(match_.moves.len(), 36);
    assert!(fault.text.is_some() && !fault.squares.is_empty());
    assert_eq!(match_.winner, Some(Player::O));
    assert!(match_.ending.contains("illegal move"), "{}", match_.ending);
}

#[test]
fn every_sample_record_is_listed_and_played() {
    for name in ["records.jsonl", "quoridor.jsonl", "quoridor-5x5.jsonl"] {
        let records = open(project("boards/matches").join(name));
        assert_eq!(records.kind(), Kind::Records);
        for entry in records.entries() {
            let entry = entry.unwrap();
            let match_ = records.playthrough(entry.index).unwrap();
            assert_eq!(match_.wrong, None, "{name} {}", entry.id);
            assert_eq!(entry.plies, Some(match_.moves.len() as u64));
            assert_eq!(records.find(&entry.id).unwrap(), entry.index);
            assert_eq!(
                match_.positions[0].walls_left.is_some(),
                match_.game == GameId::Quoridor
            );
        }
    }
}

#[test]
fn a_wrong_move_of_a_record_is_explained_in_the_judges_words() {
    let record = r#"{"v":1,"game":"italian","moves":"22-18 12-15 23-20 10-14 27-9"}"#;
    let match_ = only(&pdn(record));
    let wrong = match_.wrong.as_ref().unwrap();
    assert_eq!(wrong.ply, 5);
    assert_eq!(match_.moves.len(), 4);
    assert_eq!(wrong.diagnosis, Some("occupied"), "{}", wrong.why);
    assert!(match_.ending.contains("27-9"), "{}", match_.ending);
}

#[test]
fn boards_in_memory_are_read_by_their_names_in_any_order() {
    let folder = project("boards/matches/quoridor-path-blocked-at-12");
    let mut files: Vec<(String, Vec<u8>)> = fs::read_dir(&folder)
        .unwrap()
        .map(|it| it.unwrap())
        .map(|it| {
            (
                it.file_name().into_string().unwrap(),
                fs::read(it.path()).unwrap(),
            )
        })
        .collect();
    files.reverse();
    files.push(("board_7 (copy).txt".to_owned(), Vec::new()));
    let held = from_boards(files, &Hints::default()).unwrap();
    assert!(held.remarks()[0].to_string().contains("board_7 (copy).txt"));
    let (held, read) = (only(&held), only(&open(&folder)));
    assert_eq!(moves(&held), moves(&read));
    assert_eq!(held.fault, read.fault);
    assert_eq!(
        held.fault.unwrap().diagnosis.as_deref(),
        Some("path_blocked")
    );
}

#[test]
fn pdn_says_its_game_or_is_told_it() {
    let text = "[GameType \"20\"]\n\n1. 32-28 19-23 2. 28x19 14x23 1-1\n";
    let match_ = only(&pdn(text));
    assert_eq!(match_.game, GameId::International);
    assert_eq!(moves(&match_), ["32-28", "19-23", "28x19", "14x23"]);
    assert!(match_.is_draw && has_remark(&match_, "points"));
    let bare = b"1. 32-28 19-23 *".to_vec();
    let unknown = read_bytes(bare.clone(), &Hints::default()).unwrap();
    assert!(matches!(
        unknown.playthrough(0),
        Err(RecordsError::WhichGame { .. })
    ));
    let told = read_bytes(bare, &of_game(GameId::International)).unwrap();
    assert_eq!(moves(&only(&told)), ["32-28", "19-23"]);
}
