//! Matches read from what people keep them in: board files, records, PDN.

use std::fs;
use std::path::Path;

use arbitro_records::{Collection, Hints, MatchGame, RecordsError, ReplayedMatch, Source, Summary};
use arbitro_records::{from_boards, read_bytes};
use arbitro_rules::{GameId, Player};

use arbitro_testkit::games::project;
use arbitro_words::Language;

fn open(path: impl AsRef<Path>) -> Collection {
    Source::open(path.as_ref(), &Hints::default()).unwrap()
}

fn of_game(game: GameId) -> Hints {
    Hints { game: Some(game), ..Hints::default() }
}

fn pdn(text: &str) -> Collection {
    read_bytes(text.as_bytes().to_vec(), &Hints::default()).unwrap()
}

fn only(collection: &Collection) -> ReplayedMatch {
    assert_eq!(collection.len(), 1);
    collection.see(0).unwrap()
}

fn moves(match_: &ReplayedMatch) -> Vec<String> {
    match_.played.steps().map(|step| step.text).collect()
}

fn has_remark(match_: &ReplayedMatch, part: &str) -> bool {
    match_.notes().any(|note| note.to_string().contains(part))
}

#[test]
fn a_folder_of_boards_is_one_match_with_a_board_more_than_moves() {
    let folder = open(project("boards/matches/dama-finished"));
    let match_ = only(&folder);
    assert_eq!(match_.game, GameId::Dama);
    assert_eq!(match_.plies(), 36);
    for ply in 0..=match_.plies() {
        let number = match_.board_number(ply);
        let file = project("boards/matches/dama-finished").join(format!("board_{number}.txt"));
        assert_eq!(match_.played.board(ply), fs::read_to_string(file).unwrap());
    }
    assert!(match_.summary.winner.is_some(), "{:?}", match_.summary.reason);
    let first = &match_.played.step(0).unwrap();
    assert_eq!(first.player, Player::X);
    let [from, to] = first.action.path()[..] else { panic!("{first:?}") };
    let text = format!("({},{})-({},{})", from.row, from.column, to.row, to.column);
    assert_eq!(first.text, text);
}

#[test]
fn a_wrong_board_ends_the_match_and_is_explained() {
    let match_ = only(&open(project("boards/matches/dama-illegal-at-37")));
    let fault = match_.fault.as_ref().unwrap();
    assert_eq!((fault.ply, &*fault.reason), (37, "illegal_move"));
    assert_eq!(match_.plies(), 36);
    assert!(fault.text.is_some() && !fault.squares.is_empty());
    assert_eq!(match_.summary.winner, Some(Player::O));
    let ending = match_.conclusion(Language::English);
    assert!(ending.contains("illegal move"), "{ending}");
}

#[test]
fn every_sample_record_is_listed_and_played() {
    for name in ["records.jsonl", "quoridor.jsonl", "quoridor-5x5.jsonl"] {
        let records = open(project("boards/matches").join(name));
        for (index, entry) in records.entries().enumerate() {
            let entry = entry.unwrap();
            let match_ = records.see(index).unwrap();
            assert_eq!(match_.wrong, None, "{name} {}", entry.id);
            assert_eq!(entry.plies, Some(match_.plies() as u64));
            assert_eq!(records.find(&entry.id).unwrap(), index);
            assert_eq!(match_.played.walls_left(0).is_some(), match_.game == GameId::Quoridor);
        }
    }
}

#[test]
fn a_wrong_move_of_a_record_is_explained_in_the_judges_words() {
    let record = r#"{"v":1,"game":"italian","moves":"22-18 12-15 23-20 10-14 27-9"}"#;
    let match_ = only(&pdn(record));
    let wrong = match_.wrong.as_ref().unwrap();
    assert_eq!(wrong.ply, Some(5));
    assert_eq!(match_.plies(), 4);
    assert_eq!(wrong.diagnosis, Some("occupied"), "{:?}", wrong.why);
    let ending = match_.conclusion(Language::English);
    assert!(ending.contains("27-9"), "{ending}");
}

#[test]
fn a_move_onto_a_man_of_its_own_is_explained_by_the_squares_of_its_text() {
    let text = "[GameType \"20\"]\n\n1. 32-28 19-23 2. 28-33 0-2\n";
    let match_ = only(&pdn(text));
    let wrong = match_.wrong.as_ref().unwrap();
    // The board alone only shows that a man of 28 is gone.
    assert_eq!(wrong.diagnosis, Some("occupied"), "{:?}", wrong.why);
    let ending = match_.conclusion(Language::English);
    assert!(ending.contains("28 went to 33"), "{ending}");
}

#[test]
fn boards_in_memory_are_read_by_their_names_in_any_order() {
    let folder = project("boards/matches/quoridor-path-blocked-at-12");
    let mut files: Vec<(String, Vec<u8>)> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|it| (it.file_name().into_string().unwrap(), fs::read(it.path()).unwrap()))
        .collect();
    files.reverse();
    files.push(("board_7 (copy).txt".to_owned(), Vec::new()));
    let held = from_boards(files, &Hints::default()).unwrap();
    assert!(held.remarks()[0].to_string().contains("board_7 (copy).txt"));
    let (held, read) = (only(&held), only(&open(&folder)));
    assert_eq!(moves(&held), moves(&read));
    assert_eq!(held.fault, read.fault);
    assert_eq!(held.fault.unwrap().diagnosis.as_deref(), Some("path_blocked"));
}

#[test]
fn pdn_says_its_game_or_is_told_it() {
    let text = "[GameType \"20\"]\n\n1. 32-28 19-23 2. 28x19 14x23 1-1\n";
    let match_ = only(&pdn(text));
    assert_eq!(match_.game, GameId::International);
    assert_eq!(moves(&match_), ["32-28", "19-23", "28x19", "14x23"]);
    assert!(match_.summary.is_draw && match_.remarks.is_empty());
    let bare = b"1. 32-28 19-23 *".to_vec();
    let unnamed = read_bytes(bare.clone(), &Hints::default()).unwrap();
    let match_ = only(&unnamed);
    assert_eq!(match_.game, GameId::International);
    assert!(has_remark(&match_, "its moves fit international and frenchfree"));
    let told = read_bytes(bare, &of_game(GameId::Frenchfree)).unwrap();
    let match_ = only(&told);
    assert_eq!(match_.game, GameId::Frenchfree);
    assert_eq!(moves(&match_), ["32-28", "19-23"]);
}

/// Each text is a whole game of international with these moves, and a part of what is told of it.
#[test]
fn pdn_is_read_as_people_write_it_and_every_leniency_is_told() {
    let moves_then = ["32-28", "19-23", "28x19", "14x23"];
    for (text, remark) in [
        ("1. 32-28 19-23 2. 28x19 14x23 *", ""),
        ("1.32-28 19-23 2.28x19 14x23 *", ""),
        ("1 32-28 19-23 2 28x19 14x23 *", "without a dot"),
        ("1. 32-28 1... 19-23 2. 28x19 2... 14x23 *", ""),
        ("1. 32 - 28 19 - 23 2. 28 x 19 14 x 23 *", "blanks inside"),
        ("1. 32-28 19-23 2. 28:19 14*23 1-1", ""),
        ("1. 32-28! 19-23?! 2. 28x19 $3 14x23 *", "marks"),
        ("1. 32-28 (1. 31-27 {no (} (1. 33-28)) 19-23 2. 28x19 14x23 *", "variations"),
        ("1. 32-28 19-23 ; up to here\r\n% a line\r\n2. 28x19 14x23 *", ""),
        ("1. 32-28 {a \u{e9}} 19-23 2. 28\u{d7}19 14\u{d7}23 \u{bd}-\u{bd}", "not ASCII"),
        ("1. 32\u{2013}28 19\u{2013}23 2. 28x19 14x23 *", "not ASCII"),
        ("1. 3228 1923 2. 28x19 14x23 *", "between them"),
        ("1. 32-28 19-23 5. 28x19 14x23 *", "numbers do not fit"),
        ("1. 32-28 19-23 2. 28x19 14x23", "no result"),
        ("1. 32-28 19-23 oops 2. 28x19 14x23 *", "neither moves"),
    ] {
        for (before, after) in [("", "\n"), ("\u{feff}", "\r\n")] {
            let text = format!("{before}[GameType \"20,W,10,10,N2,0\"]{after}{after}{text}{after}");
            let match_ = only(&pdn(&text));
            assert_eq!(moves(&match_), moves_then, "{text}");
            match remark {
                "" => assert_eq!(match_.remarks, [], "{text}"),
                part => assert!(has_remark(&match_, part), "{text}: {:?}", match_.remarks),
            }
        }
    }
}

#[test]
fn a_square_named_by_its_column_alone_is_found_where_one_move_fits() {
    let start = "[GameType \"25\"]\n";
    let short = only(&pdn(&format!("{start}\n1. cd4 fg5 2. bc3 g5h4 3. d-e5 d:f4 *\n")));
    let long = ["c3-d4", "f6-g5", "b2-c3", "g5-h4", "d4-e5", "d6xf4"];
    assert_eq!(moves(&short), long);
    assert!(has_remark(&short, "by its column alone"));
    assert!(has_remark(&short, "between them"));
    // Two men of the same column could take to e5.
    let set_up = "[SetUp \"1\"]\n[FEN \"W:Wc3,c7:Bd4,d6,h8\"]\n";
    let unclear = only(&pdn(&format!("{start}{set_up}\n1. c:e5 *\n")));
    assert_eq!(moves(&unclear), [""; 0]);
    assert_eq!(unclear.wrong.unwrap().written.as_deref(), Some("c:e5"));
    let clear = only(&pdn(&format!("{start}{set_up}\n1. c3:e5 *\n")));
    assert_eq!(moves(&clear), ["c3xe5"]);
    assert_eq!(clear.remarks, []);
}

#[test]
fn a_capture_of_several_may_be_written_short_long_or_jump_by_jump() {
    let start = "[GameType \"21\"]\n[SetUp \"1\"]\n[FEN \"B:W7,15:B2\"]\n\n";
    for (text, is_habit) in [("1. 2x18", false), ("1. 2x11x18", false), ("1. 2x11 11x18", true)] {
        let match_ = only(&pdn(&format!("{start}{text} 0-1\n")));
        assert_eq!(moves(&match_), ["2x18"], "{text}");
        assert_eq!(match_.played.step(0).unwrap().action.path().len(), 3);
        assert_eq!(match_.played.step(0).unwrap().action.taken().len(), 2);
        assert_eq!(has_remark(&match_, "several moves"), is_habit, "{text}");
        assert_eq!(match_.summary.winner, Some(Player::X), "Black moves first and is x");
        assert_eq!(match_.summary.reason.as_deref(), Some("no_pieces"));
    }
    let unfinished = only(&pdn(&format!("{start}1. 2x11 *\n")));
    assert_eq!(unfinished.wrong.unwrap().diagnosis, Some("capture_unfinished"));
}

#[test]
fn an_ambiguous_capture_is_read_as_one_of_them_and_told() {
    let text =
        |written: &str| format!("[GameType \"21\"]\n[FEN \"B:W6,7,14,15:B2\"]\n\n1. {written} *\n");
    let match_ = only(&pdn(&text("2x18")));
    assert!(match_.wrong.is_none() && has_remark(&match_, "may be several captures"));
    assert_eq!(match_.played.step(0).unwrap().text, "2x11x18");
    // Written with the square on its way it is one of them.
    let match_ = only(&pdn(&text("2x9x18")));
    assert!(match_.wrong.is_none());
    assert_eq!(match_.played.step(0).unwrap().text, "2x9x18");
}

#[test]
fn a_fen_may_have_ranges_kings_a_full_stop_and_counters() {
    let text =
        "[FEN \"B:W 31-33, K5 : BK45,1-3.\"]\n[SetUp \"1\"]\n[GameType \"20\"]\n\n1... 1-6 *\n";
    let match_ = only(&pdn(text));
    assert_eq!(match_.played.fen(0), "B:WK5,31,32,33:B1,2,3,K45");
    assert_eq!(match_.played.step(0).unwrap().player, Player::O);
    let text = "[FEN \"W:W31:B1:H0:F1\"]\n[SetUp \"1\"]\n[GameType \"20\"]\n\n1. 31-27 *\n";
    let match_ = only(&pdn(text));
    assert!(has_remark(&match_, ":H0:F1"));
}

#[test]
fn the_tag_of_the_result_counts_and_its_contradiction_is_told() {
    let match_ = only(&pdn("[GameType \"20\"]\n[Result \"0-1\"]\n\n1. 32-28 1-0\n"));
    assert_eq!(match_.summary.winner, Some(Player::O));
    assert!(has_remark(&match_, "differ"));
}

#[test]
fn several_games_are_listed_by_their_tags_and_found_by_number() {
    let text = "[White \"A\"]\n[Black \"B\"]\n[GameType \"20\"]\n[Result \"2-0\"]\n\n1. 32-28 19-23 2-0\n\n[GameType \"25\"]\n[White \"C\"]\n\n1. c3-d4 d6-c5 *\n\n1. 32-28 *\n";
    let games = pdn(text);
    let entries: Vec<_> = games.entries().map(Result::unwrap).collect();
    assert_eq!(entries.len(), 3);
    assert_eq!(entries[0].winner, Some(Player::X));
    assert_eq!(entries[0].names.o.as_deref(), Some("B"));
    let game = |it: &Summary| it.game.as_ref().and_then(MatchGame::known);
    assert_eq!((game(&entries[1]), entries[1].plies), (Some(GameId::Russian), Some(2)));
    assert_eq!(games.find("2").unwrap(), 1);
    assert!(matches!(games.find("4"), Err(RecordsError::NoMatch { .. })));
    assert_eq!(game(&entries[2]), Some(GameId::International));
}

#[test]
fn a_folder_that_begins_later_has_a_gap_and_strays_is_shown_and_told() {
    let folder = tempfile::tempdir().unwrap();
    let boards = project("boards/matches/dama-finished");
    for number in [4, 5, 6, 8] {
        let name = format!("board_{number}.txt");
        fs::copy(boards.join(&name), folder.path().join(&name)).unwrap();
    }
    fs::write(folder.path().join("board_06.txt"), "").unwrap();
    fs::write(folder.path().join("notes.txt"), "").unwrap();
    let match_ = only(&open(folder.path()));
    assert_eq!(match_.first_board, 4);
    assert_eq!(match_.plies(), 2);
    assert_eq!(match_.played.step(0).unwrap().player, Player::O);
    for part in ["what was played before", "board_7.txt is missing", "board_06.txt"] {
        assert!(has_remark(&match_, part), "{part}: {:?}", match_.remarks);
    }
    assert!(!has_remark(&match_, "notes.txt"));
}

#[test]
fn a_record_over_several_lines_is_one_record() {
    let match_ =
        only(&pdn("{\n  \"v\": 1,\n  \"game\": \"dama\",\n  \"moves\": \"(2,1)-(3,0)\"\n}\n"));
    assert_eq!(match_.plies(), 1);
}

#[test]
fn a_folder_of_the_games_of_another_set_is_recognised_by_its_boards() {
    let match_ = only(&open(project("boards/matches/international-unfinished")));
    assert!(matches!(match_.game.known(), Some(GameId::International | GameId::Frenchfree)));
    assert_eq!(match_.fault, None);
    assert!(has_remark(&match_, "choose with --game"));
}
