//! FEN and move notation: round trips, names of squares, ambiguities and errors.

use arbitro_rules::draughts::{
    Brazilian, Dama, Draughts, English, Guide, International, Italian, RuleSet, Russian, sets,
};
use arbitro_rules::notation::{MoveTextError, Notation};
use arbitro_rules::{Game, Square};
use arbitro_words::{Language, say};

use arbitro_testkit::games::{
    SetOf, for_every_draughts_set, for_every_game, random_positions, thrown_positions,
};

#[test]
fn a_position_written_as_fen_is_read_back_as_itself() {
    for_every_game!(G => random_positions::<G>(21, 30, 150, |position| {
        let fen = position.write_fen();
        assert_eq!(G::read_fen(&fen).as_ref(), Ok(position), "{fen}");
    }));
}

#[test]
fn fen_is_read_as_people_write_it() {
    let start = International::start();
    for fen in [
        "W:W31-50:B1-20",
        "W:B1-20:W31-50.",
        " w : w31-50 : b1 - 20 ",
        "W:W31,32,33,34,35,36,37,38,39,40,41-50:B1-10,11-20",
        "W:W31-50:B1-20:H0:F1",
        "W:W31-50:B1-20:F1.",
        "\"W:W31-50:B1-20.\"",
        " \" W : W31-50 : B1-20 : H0 : F1 . \" ",
    ] {
        assert_eq!(International::read_fen(fen).as_ref(), Ok(&start), "{fen}");
    }
    let russian = Russian::read_fen("B:Wa1,Kc3:BKh8").unwrap();
    assert_eq!(russian.write_fen(), "B:WKc3,a1:BKh8", "from the top row down, like numbers");
    assert_eq!(
        English::start().write_fen(),
        "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
    );
}

#[test]
fn fen_is_written_without_blanks_ranges_counters_or_a_full_stop() {
    for_every_draughts_set!(G => random_positions::<G>(5, 20, 100, |position| {
        let fen = position.write_fen();
        assert!(!fen.contains([' ', '-', '.', '"', 'H', 'F']), "{fen}");
        assert_eq!(fen.matches(':').count(), 2, "{fen}");
    }));
}

#[test]
fn wrong_fen_says_where_and_what_was_expected() {
    let error = |fen: &str| say(&International::read_fen(fen).unwrap_err(), Language::English);
    for (fen, expected) in [
        ("", "column 1: found \"\", expected W or B"),
        ("X:W1:B2", "column 1: found \"X:W1:B2\", expected W or B"),
        ("W", "column 2: found \"\", expected ':' and a list of pieces"),
        ("W:W1:W2", "column 6: found \"W2\", expected the other colour's pieces"),
        ("W:W51:B1", "column 4: found \"51:B1\", expected a dark square of the board"),
        ("W:W50,:B1", "column 7: found \":B1\", expected a dark square of the board"),
        ("W:W50-40:B1", "column 7: found \"40:B1\", expected a number not below the range's first"),
        ("W:W50,50:B1", "column 7: the square 50 is named twice"),
        ("W:W50:B1:G3", "column 10: found \"G3\", expected H or F and a number"),
        ("W:W50:B1:H", "column 11: found \"\", expected a number"),
        ("\"W:W50:B1", "column 10: found \"\", expected the closing quote"),
        ("W:W50:B1\"", "column 9: found \"\\\"\", expected the end of the position"),
        ("W:W50:B1 x", "column 10: found \"x\", expected the end of the position"),
        ("W:W:B", "not a playable position: there is no piece on the board"),
        ("W:W1:B2", "not a playable position: a man of x on its last row: it must be a king there"),
        ("W:W6-50:BK1", "not a playable position: x has 45 pieces, but at most 20 are possible"),
    ] {
        assert_eq!(error(fen), expected, "{fen}");
    }
    let long = format!("W:W{}:B1", "50,".repeat(1000));
    assert!(error(&long).starts_with("column 1025:"));
}

#[test]
fn squares_have_the_names_of_each_game() {
    let corner = Square::at(0, 0);
    assert_eq!(Dama::place_name(Square::at(2, 3)), "(2,3)");
    assert_eq!(Italian::place_name(Square::at(7, 0)), "1", "top left, as player 1 sees it");
    assert_eq!(Italian::place_name(Square::at(0, 7)), "32");
    assert_eq!(International::place_name(Square::at(9, 1)), "1");
    assert_eq!(International::place_name(corner), "46");
    assert_eq!(English::place_name(Square::at(0, 6)), "1", "player 1 moves first and has 1 to 12");
    assert_eq!(English::place_name(Square::at(7, 1)), "32");
    assert_eq!(Guide::place_name(Square::at(7, 1)), "1");
    assert_eq!(Russian::place_name(corner), "a1");
    assert_eq!(Brazilian::place_name(Square::at(7, 7)), "h8");
    assert_eq!(Italian::place_name(corner), "(0,0)", "a light square has no number");
}

#[test]
fn every_legal_move_is_written_unlike_all_others_and_read_back() {
    let mut written = 0;
    for_every_game!(G => {
        let mut scratch = Vec::new();
        random_positions::<G>(31, 60, 200, |position| {
            let moves = position.legal_moves();
            let mut texts = std::collections::HashSet::new();
            for &mv in &moves {
                let text = position.write_move(mv);
                assert_eq!(position.read_move(&text, &mut scratch), Ok(mv), "{text} in {}", position.write_fen());
                assert!(texts.insert(text.clone()), "{text} twice in {}", position.write_fen());
                written += 1;
            }
        });
    });
    assert!(written > 100_000, "{written}");
}

#[test]
fn every_move_of_any_position_at_all_is_read_back_as_itself() {
    fn check<R: RuleSet>() {
        let mut scratch = Vec::new();
        thrown_positions::<R>(32, 6_000, |position| {
            for mv in position.legal_moves() {
                let text = position.write_move(mv);
                let read = position.read_move(&text, &mut scratch);
                assert_eq!(read, Ok(mv), "{} {}", R::ID, position.write_fen());
            }
        });
    }
    for_every_draughts_set!(G => check::<<G as SetOf>::Set>());
}

#[test]
fn a_text_with_every_landing_is_that_move_even_if_a_longer_one_passes_there_too() {
    fn check<R: RuleSet>(fen: &str, short: &str, long: &str) {
        let position = Draughts::<R>::read_fen(fen).unwrap();
        let mut scratch = Vec::new();
        let mut read = |text: &str| position.read_move(text, &mut scratch).unwrap();
        let (one, other) = (read(short), read(long));
        assert_ne!(one, other, "{short} and {long}");
        assert_eq!([position.write_move(one), position.write_move(other)], [short, long]);
    }
    check::<sets::Russian>("W:WKf6,Kg3:BKb8,e7,b6,b4,b2,Kf2", "f6xa1", "f6xd8xa5xc3xa1");
    check::<sets::Guide>(
        "B:WK11,K15,K17,K18,K20,K24,K25,K26,K27:B3,6,13,19,28,K30",
        "30x23x32",
        "30x21x14x23x32",
    );
}

#[test]
fn captures_with_the_same_ends_are_told_apart_by_the_way() {
    let mut found_twins = 0;
    let mut scratch = Vec::new();
    random_positions::<International>(41, 3000, 160, |position| {
        let moves = position.legal_moves();
        for &mv in &moves {
            let ends =
                |other: &&arbitro_rules::draughts::Move| (other.from, other.to) == (mv.from, mv.to);
            if moves.iter().filter(ends).count() < 2 {
                continue;
            }
            found_twins += 1;
            let text = position.write_move(mv);
            assert!(text.matches('x').count() >= 2, "{text} names the way");
            let squares: Vec<&str> = text.split('x').collect();
            let short = format!("{}x{}", squares[0], squares[squares.len() - 1]);
            match position.read_move(&short, &mut scratch) {
                Err(MoveTextError::Ambiguous { could_be, .. }) => assert!(could_be.contains(&text)),
                other => panic!("{short} in {}: {other:?}", position.write_fen()),
            }
            let captured: Vec<String> = International::places_of(mv)[2..]
                .iter()
                .map(|&place| International::place_name(place))
                .collect();
            let by_pieces =
                format!("{}x{}x{}", squares[0], captured.join("x"), squares[squares.len() - 1]);
            // The captured squares may be written instead of the way, unless they happen to be one.
            if let Ok(read) = position.read_move(&by_pieces, &mut scratch) {
                assert_eq!(read, mv, "{by_pieces}");
            }
        }
    });
    assert!(found_twins >= 20, "only {found_twins} such moves came up");
}

#[test]
fn moves_are_read_in_every_way_people_write_them() {
    let dama = Dama::read_fen("W:W22:B19").unwrap();
    let mut scratch = Vec::new();
    let capture = dama.read_move("(2,3)x(4,5)", &mut scratch).unwrap();
    for text in
        ["(2,3)-(4,5)", " (2, 3) x (4, 5) ", "22x15", "22-15", "22:15", "d3xf5", "D3Xf5", "d3*f5"]
    {
        assert_eq!(dama.read_move(text, &mut scratch), Ok(capture), "{text}");
    }
    assert_eq!(dama.write_move(capture), "(2,3)x(4,5)", "as the course writes it");
}

#[test]
fn a_wrong_move_says_what_would_be_right() {
    let start = Italian::start();
    let mut scratch = Vec::new();
    let mut error =
        |text: &str| say(&start.read_move(text, &mut scratch).unwrap_err(), Language::English);
    assert_eq!(error(""), "\"\", column 1: expected a dark square of the board");
    assert_eq!(error("22"), "\"22\", column 3: expected '-' or 'x' and a square");
    assert_eq!(error("22-"), "\"22-\", column 4: expected a dark square of the board");
    assert_eq!(error("22-18!"), "\"22-18!\", column 6: expected '-', 'x' or the end of the move");
    assert_eq!(error("22-33"), "\"22-33\", column 4: expected a dark square of the board");
    assert_eq!(
        error("22-17"),
        "\"22-17\" is not a legal move of x here; from there it can go 22-18, 22-19"
    );
    assert_eq!(
        error("25-21"),
        "\"25-21\" is not a legal move of x here: that piece has no legal move"
    );
    assert_eq!(
        error("22x18"),
        "\"22x18\" is not a legal move of x here; from there it can go 22-18, 22-19"
    );
    assert!(error(&"22-18-".repeat(100)).contains("column 201"));
}
