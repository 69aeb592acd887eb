//! PDN as collections hold it: entries that name no game, and the ways in which people write moves.

use arbitro_records::{
    Collection, Hints, MatchGame, RecordsError, ReplayedMatch, Unjudged, read_bytes,
};
use arbitro_rules::{GameId, Player};
use arbitro_words::{Language, say};

fn open(text: impl AsRef<[u8]>) -> Collection {
    read_bytes(text.as_ref().to_vec(), &Hints::default()).unwrap()
}

fn seen(text: impl AsRef<[u8]>) -> Vec<Result<ReplayedMatch, RecordsError>> {
    let entries = open(text);
    (0..entries.len()).map(|index| entries.see(index)).collect()
}

/// The verdict on a text of one entry.
fn judged(text: impl AsRef<[u8]>) -> ReplayedMatch {
    let mut all = seen(text);
    assert!(all.len() == 1 && all[0].as_ref().is_ok_and(|all| all.unjudged.is_none()), "{all:?}");
    all.remove(0).unwrap()
}

/// Returns the reason why a text of one entry is not judged.
fn not_judged(text: &str) -> String {
    match &seen(text)[..] {
        [Err(RecordsError::NotJudged { why, has_moves: true, .. })] => {
            say(&**why, Language::English).into_owned()
        }
        [Ok(ReplayedMatch { unjudged: Some(Unjudged::Because(why)), .. })] => {
            say(why, Language::English).into_owned()
        }
        other => panic!("{other:?}"),
    }
}

fn fitting(judged: &ReplayedMatch) -> Vec<GameId> {
    judged.game.known().into_iter().chain(judged.others.clone()).collect()
}

/// Asserts that a text is a right game of so many plies, with a remark.
fn assert_read(text: impl AsRef<[u8]>, game: GameId, plies: usize, remark: &str) {
    let judged = judged(&text);
    let about = String::from_utf8_lossy(text.as_ref()).into_owned();
    assert!(judged.wrong.is_none(), "{about}: {:?}", judged.wrong);
    assert_eq!((judged.game.known(), judged.plies()), (Some(game), plies), "{about}");
    let remarks: Vec<String> = judged.remarks.iter().map(ToString::to_string).collect();
    assert!(remarks.iter().any(|it| it.contains(remark)), "{remarks:?}");
}

#[test]
fn a_game_is_told_by_its_moves_where_exactly_one_fits() {
    let english = judged("[Black \"A\"]\n\n1. 11-15 23-19 2. 8-11 22-17 1-0\n");
    assert_eq!(fitting(&english), [GameId::English]);
    assert_eq!(english.summary.winner, Some(Player::X), "1-0 is a win of the first player");
    assert!(english.remarks[0].to_string().contains("fit english"));
}

#[test]
fn games_that_fit_and_agree_share_the_verdict_and_are_named() {
    let several = judged("1. 32-28 19-23 2. 28x19 14x23 1-1\n");
    assert_eq!(fitting(&several), [GameId::International, GameId::Frenchfree]);
    assert!(several.wrong.is_none() && several.summary.is_draw);
    let text = several.remarks.last().unwrap().to_string();
    assert!(text.contains("international and frenchfree"), "{text}");
}

#[test]
fn a_game_that_nothing_here_fits_is_not_judged_and_never_dama() {
    let why = not_judged("[Event \"e\"]\n\n1. 32-28 19-23 2. 28-22 *\n");
    assert!(why.contains("no game here fits its moves"), "{why}");
    assert!(why.contains("international fits up to ply 3"), "{why}");
    assert!(not_judged("[Event \"e\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n").contains("no game here"));
    assert!(not_judged("[Event \"e\"]\n\n1. foo bar\n").contains("not moves"));
    assert!(read_bytes(b"1. foo bar\n".to_vec(), &Hints::default()).is_err());
}

#[test]
fn a_game_that_is_not_played_here_is_named_whatever_its_moves_fit() {
    let moves = "\n\n1. 32-28 19-23 2. 28x19 14x23 *\n";
    for (tags, named) in [
        ("[GameType \"40\"]", "GameType 40, Frisian draughts"),
        ("[GameType \"23,W,8,8,A0,0\"]", "GameType 23, pool checkers"),
        ("[GameType \"77\"]", "GameType 77"),
        ("[GameType \"20\"]\n[Variant \"Frisian\"]", "Frisian"),
        ("[GameVariant \"Turkish draughts\"]", "Turkish draughts"),
        ("[ArbitroGame \"quoridor\"]", "quoridor"),
    ] {
        let text = format!("{tags}{moves}");
        let why = not_judged(&text);
        assert!(why.ends_with(named), "{why}");
        let shown = open(&text).see(0).unwrap_err().to_string();
        assert!(shown.ends_with(named), "{shown}");
        assert_eq!(open(&text).entry(0).unwrap().game, None);
    }
}

#[test]
fn other_tags_name_the_game() {
    for (variant, game) in [
        ("American/English", GameId::English),
        ("Brazilian", GameId::Brazilian),
        ("Russian draughts", GameId::Russian),
        ("American pool checkers", GameId::Pool),
        ("Czech", GameId::Czech),
    ] {
        let text = format!("[Variant \"{variant}\"]\n\n1. c3-d4 b6-c5 2. d4xb6 a7xc5 *\n");
        let judged = judged(text);
        assert_eq!(fitting(&judged), [game]);
        assert_eq!(judged.remarks, []);
    }
}

#[test]
fn the_list_and_the_replay_show_the_game_that_the_verdict_names() {
    let text = "[Black \"A\"]\n[White \"B\"]\n[Result \"1-0\"]\n\n1. 11-15 23-19 1-0\n";
    let entry = open(text).entry(0).unwrap();
    let shown = open(text).see(0).unwrap();
    let english: MatchGame = GameId::English.into();
    assert_eq!((entry.game, shown.game), (Some(english.clone()), english));
    assert_eq!((entry.winner, shown.summary.winner), (Some(Player::X), Some(Player::X)));
    assert_eq!(entry.names.x.as_deref(), Some("A"), "Black moves first");
}

#[test]
fn an_entry_without_moves_is_no_match_and_keeps_its_tags() {
    let text = "[Event \"a\"]\n[FEN \"W:W31:B1\"]\n[GameType \"20\"]\n\n[Event \"b\"]\n[Result \"0-1\"]\n\n1. 11-15 *\n";
    let all: Vec<ReplayedMatch> = seen(text).into_iter().map(Result::unwrap).collect();
    assert_eq!((&all[0].unjudged, all[0].plies()), (&Some(Unjudged::WithoutMoves), 0));
    assert!(all[1].unjudged.is_none() && all[1].game == GameId::English);
    assert_eq!(all.len(), 2);
}

#[test]
fn squares_may_be_padded() {
    let numbers = "1. 33-28 17-22 2. 28x17 12x21 3. 39-33  7-12 4. 44-39  1- 7 *\n";
    assert_read(numbers, GameId::International, 8, "blanks inside");
    let letters = "[GameType \"25\"]\n\n1. c3- d4 d6- c5 2. b2- c3 *\n";
    assert_read(letters, GameId::Russian, 3, "blanks inside");
    let capture = "[GameType \"21\"]\n[FEN \"B:W7,15,31:B2\"]\n\n1. 2x 11x 18 31-27 *\n";
    assert_read(capture, GameId::English, 2, "blanks inside");
}

#[test]
fn quiet_moves_may_be_written_like_captures() {
    let text = "1. 11x15 23-18 2. 8x11 27x23 *\n";
    assert_read(text, GameId::English, 4, "written like captures");
    // Where a capture is compulsory, a quiet move stays wrong.
    let text = "[GameType \"20\"]\n\n1. 32-28 19-23 2. 28x22 *\n";
    assert_eq!(judged(text).wrong.unwrap().ply, Some(3));
}

#[test]
fn marks_and_commas_are_left_out() {
    for text in [
        "1. 32-28* 19-23* 2. 28x19+ 14x23+ *\n",
        "1. 32-28, 19-23, 2. 28x19, 14x23 *\n",
        "1. 32-28,19-23 2. 28x19!?+ 14x23* *\n",
    ] {
        assert_read(text, GameId::International, 4, "commas are left out");
    }
    let open_end = judged("1. 32-28 19-23 2. 28x19 14x23*\n");
    assert_eq!(open_end.plies(), 4);
}

#[test]
fn a_text_behind_a_move_needs_no_blank() {
    let text = "[Event \"e\"]\n\n1. 11-15 23-19 2. 8-11Red oversteps the time 0-1\n";
    assert_read(text, GameId::English, 3, "neither moves");
}

#[test]
fn comments_clocks_and_variations_may_stand_anywhere() {
    let text = "[Event \"e\"] {before} ; a line\n\n{[%clock w0:10:00 B0:10:00]} 1. {a} 32-28 {b} (1. 31-27 {c} (1. 33-29) 17-21) 19-23 {[%clock W0:10:00 b0:09:58]}\n2. (2. 28-22) 28x19 {x (not a variation} 14x23 {end} *\n";
    assert_read(text, GameId::International, 4, "variations");
}

#[test]
fn names_may_be_latin_1_or_code_page_850() {
    for (byte, encoding) in [(0xe9_u8, "Latin-1"), (0x82, "code page 850")] {
        let mut text = b"[White \"Ren".to_vec();
        text.push(byte);
        text.extend(b" D\"]\n[GameType \"20\"]\n\n1. 32-28 *\n");
        assert_read(&text, GameId::International, 1, encoding);
        let name = open(&text).entry(0).unwrap().names.x.unwrap();
        assert_eq!(name, "Ren\u{e9} D");
    }
    // A curly apostrophe of Windows is not a letter.
    let text = b"[White \"A\"]\n[GameType \"20\"]\n\n1. 32-28 {White\x92s} *\n";
    assert_read(text, GameId::International, 1, "Latin-1");
}

#[test]
fn a_result_may_be_written_twice_or_in_points_of_its_own() {
    let text = "[Event \"a\"]\n\n1. 11-15 23-19 1-0 1-0\n[Event \"b\"]\n\n1. 11-15 *\n";
    assert_eq!(seen(text).len(), 2);
    let text = "[Result \"4-6\"]\n[GameType \"20\"]\n\n1. 32-28 19-23 4-6\n";
    assert_read(text, GameId::International, 2, "points");
}

#[test]
fn games_need_no_result_and_no_blank_line_between_them() {
    let text = "[Event \"a\"]\n1. 11-15 23-19 2. 8-11\n[Event \"b\"]\n1. 11-15 *\n1. 9-14 22-18\n\n1. 9-13 *\n";
    let plies: Vec<usize> = seen(text).into_iter().map(|it| it.unwrap().plies()).collect();
    assert_eq!(plies, [3, 1, 2, 1]);
}

#[test]
fn later_moves_decide_between_captures_written_alike() {
    let start = "[GameType \"21\"]\n[FEN \"B:W6,7,14,15,32:B2\"]\n\n";
    // Only the capture of 6 and 14 leaves a piece on 7.
    let judged = judged(format!("{start}1. 2x18 7-2 *\n"));
    assert!(judged.wrong.is_none(), "{:?}", judged.wrong);
    assert_eq!(judged.plies(), 2);
    let told = judged.remarks.iter().map(ToString::to_string);
    assert!(told.into_iter().any(|it| it.contains("several captures")));
}

#[test]
fn a_result_is_wrong_only_where_the_last_position_decided_otherwise() {
    let won = "[GameType \"20\"]\n[FEN \"W:W28:B22\"]\n";
    let at = |result: &str| judged(format!("{won}[Result \"{result}\"]\n\n1. 28x17 {result}\n"));
    for result in ["0-1", "1/2-1/2"] {
        let wrong = at(result).wrong.expect(result);
        assert_eq!((wrong.ply, wrong.written.as_deref()), (Some(2), Some(result)));
    }
    for result in ["1-0", "2-0", "*", "0-0"] {
        assert!(at(result).wrong.is_none(), "{result}");
    }
    // One of two results is the position's.
    let two = judged(format!("{won}[Result \"0-1\"]\n\n1. 28x17 1-0\n"));
    assert!(two.wrong.is_none() && two.summary.winner == Some(Player::X));
    // Players resign and run out of time in any position.
    let resigned = judged("[GameType \"20\"]\n\n1. 32-28 19-23 0-1\n");
    assert!(resigned.wrong.is_none() && resigned.summary.winner == Some(Player::O));
    // Programs differ in what 1-0 says where Black moves first.
    for result in ["1-0", "0-1"] {
        let text = format!("[GameType \"21\"]\n[FEN \"B:W7:B2\"]\n\n1. 2x11 {result}\n");
        let english = judged(text);
        assert!(english.wrong.is_none() && english.summary.winner == Some(Player::X));
    }
    let shown = open(format!("{won}\n1. 28x17 0-1\n")).see(0).unwrap();
    assert_eq!(shown.wrong.unwrap().written.as_deref(), Some("0-1"));
}
