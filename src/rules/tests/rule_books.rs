//! The rule books: every column of the rule table shows in their sentences, and their numbers are those of
//! the rules as they were agreed.

use std::collections::BTreeSet;

use arbitro_rules::GameId;
use arbitro_rules::draughts::{
    Capturing, Chain, Crowning, DarkCorner, DrawRules, FirstColour, KingLanding, KingReach,
    MenCapture, Priority, Rules, SquareNames, draughts_rules,
};
use arbitro_words::rule_book::{RuleBookPart, draughts_sections, in_short, rule_book};

/// The sentences for a row of the table, without pictures.
fn sentences(game: GameId, rules: &Rules) -> Vec<String> {
    let parts = draughts_sections(game, rules).into_iter().flat_map(|section| section.parts);
    parts
        .flat_map(|part| match part {
            RuleBookPart::Text(text) => vec![text],
            RuleBookPart::Points(points) | RuleBookPart::Ranking(points) => points,
            RuleBookPart::Picture(_) => Vec::new(),
        })
        .collect()
}

/// The row with one column changed, for each column, with the column's name.
fn changed(row: Rules) -> Vec<(&'static str, Rules)> {
    // A new column must be named here.
    let Rules {
        size,
        men_rows,
        dark_corner,
        men_capture,
        men_take_kings,
        capturing,
        chain,
        priority,
        kings,
        king_landing,
        crowning,
        square_names,
        first_colour,
        ply_limit,
        draws,
    } = row;
    let DrawRules {
        repetitions,
        quiet_plies,
        king_against_three_plies,
        king_against_two_plies,
        kings_against_one_moves,
        unchanged_plies,
    } = draws;
    let more = |it: Option<u16>| Some(it.unwrap_or(0) + 2);
    let with = |draws: DrawRules| Rules { draws, ..row };
    let mut rows = vec![
        ("size", Rules { size: 18 - size, ..row }),
        ("men_rows", Rules { men_rows: men_rows - 1, ..row }),
        ("men_take_kings", Rules { men_take_kings: !men_take_kings, ..row }),
        ("ply_limit", Rules { ply_limit: ply_limit + 1, ..row }),
        (
            "repetitions",
            with(DrawRules { repetitions: Some(repetitions.unwrap_or(1) + 1), ..draws }),
        ),
        ("quiet_plies", with(DrawRules { quiet_plies: more(quiet_plies), ..draws })),
        (
            "king_against_three_plies",
            with(DrawRules { king_against_three_plies: more(king_against_three_plies), ..draws }),
        ),
        (
            "king_against_two_plies",
            with(DrawRules { king_against_two_plies: more(king_against_two_plies), ..draws }),
        ),
    ];
    let mut unchanged = unchanged_plies.unwrap_or([8; 3]);
    for pieces in 0..unchanged.len() {
        unchanged[pieces] += 2;
        rows.push((
            "unchanged_plies",
            with(DrawRules { unchanged_plies: Some(unchanged), ..draws }),
        ));
    }
    rows.push((
        "kings_against_one_moves",
        with(DrawRules { kings_against_one_moves: more(kings_against_one_moves), ..draws }),
    ));
    for other in [DarkCorner::Left, DarkCorner::Right] {
        if other != dark_corner {
            rows.push(("dark_corner", Rules { dark_corner: other, ..row }));
        }
    }
    for other in [MenCapture::Forward, MenCapture::AllWays] {
        if other != men_capture {
            rows.push(("men_capture", Rules { men_capture: other, ..row }));
        }
    }
    for other in [Capturing::Optional, Capturing::Forced] {
        if other != capturing {
            rows.push(("capturing", Rules { capturing: other, ..row }));
        }
    }
    for other in [Chain::Single, Chain::Whole] {
        if other != chain {
            rows.push(("chain", Rules { chain: other, ..row }));
        }
    }
    // No choice is forced where no capture is.
    for other in [
        Priority::Free,
        Priority::MostPieces,
        Priority::MostPiecesThenKings,
        Priority::KingFirst,
        Priority::Italian,
    ] {
        if other != priority && capturing == Capturing::Forced {
            rows.push(("priority", Rules { priority: other, ..row }));
        }
    }
    for other in [KingReach::Short, KingReach::Flying] {
        if other != kings {
            rows.push(("kings", Rules { kings: other, ..row }));
        }
    }
    for other in [KingLanding::Anywhere, KingLanding::JustBehind] {
        if other != king_landing && kings == KingReach::Flying {
            rows.push(("king_landing", Rules { king_landing: other, ..row }));
        }
    }
    // Where a turn is one jump, no man touches the last row on the way.
    for other in [Crowning::EndsMove, Crowning::OnlyAtEnd, Crowning::GoesOn] {
        if other != crowning && chain == Chain::Whole {
            rows.push(("crowning", Rules { crowning: other, ..row }));
        }
    }
    for other in [
        SquareNames::NumbersFromTop,
        SquareNames::NumbersFromBottomRight,
        SquareNames::Algebraic,
        SquareNames::Coordinates,
    ] {
        if other != square_names {
            rows.push(("square_names", Rules { square_names: other, ..row }));
        }
    }
    for other in [FirstColour::White, FirstColour::Black] {
        if other != first_colour {
            rows.push(("first_colour", Rules { first_colour: other, ..row }));
        }
    }
    rows
}

#[test]
fn another_row_of_the_table_is_another_text() {
    for game in GameId::ALL {
        let Some(row) = draughts_rules(game) else {
            continue;
        };
        let own = sentences(game, &row);
        for (column, other) in changed(row) {
            assert_ne!(sentences(game, &other), own, "{game}: {column} is not told");
        }
    }
}

/// A text on one line, as it is before it is broken into lines.
fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_numbers_are_those_that_were_agreed() {
    for (game, expected) in [
        (
            GameId::Dama,
            &[
                "8 rows and 8 columns",
                "starts with 12 men",
                "at its right",
                "never compulsory",
                "Repeating a position ends nothing.",
                "after 100 plies",
                "a capture `(2,5)x(4,3)`",
            ][..],
        ),
        (
            GameId::Guide,
            &["at its left", "third time", "80 plies in a row (40 moves", "after 200 plies"],
        ),
        (
            GameId::English,
            &["at its left", "from the bottom right", "player 1 is Black", "after 200 plies"],
        ),
        (
            GameId::Italian,
            &[
                "at its right",
                "never a king",
                "1. the capture that takes the most pieces; 2. a capture by a king",
                "fourth time",
                "80 plies in a row (40 moves",
                "after 200 plies",
            ],
        ),
        (
            GameId::International,
            &[
                "10 rows and 10 columns",
                "starts with 20 men",
                "numbers 1 to 50",
                "third time",
                "50 plies in a row (25 moves",
                "against three pieces with a king among them: a draw after 32 plies (16",
                "against one or two pieces with a king among them: a draw after 10 plies (5",
                "after 300 plies",
            ],
        ),
        (GameId::Frenchfree, &["Any capture will do", "after 300 plies"]),
        (GameId::Russian, &["is a king at once", "30 plies in a row (15 moves", "after 200 plies"]),
        (
            GameId::Brazilian,
            &[
                "must be made; men and kings",
                "30 plies in a row (15 moves",
                "a draw after 15 moves of the stronger side",
                "four or five pieces in all: 60 plies (30 moves",
                "after 200 plies",
            ],
        ),
        (
            GameId::Pool,
            &["player 1 is Black", "from the bottom right", "after 13 moves of the stronger side"],
        ),
        (
            GameId::Spanish,
            &["at its right", "takes the most kings must", "40 plies in a row (20 moves"],
        ),
        (GameId::Czech, &["A king that can capture must do so before any man", "third time"]),
        (GameId::Thai, &["starts with 8 men", "just behind it", "player 1 is Black"]),
        (GameId::Quoridor, &["9 rows and 9 columns", "10 walls", "third time", "after 300 plies"]),
    ] {
        let text = on_one_line(&rule_book(game).text());
        for part in expected {
            assert!(text.contains(part), "{game}: {part:?} is not in\n{text}");
        }
    }
}

#[test]
fn no_picture_is_missing() {
    for game in GameId::ALL {
        let Some(row) = draughts_rules(game) else {
            continue;
        };
        let mut expected: BTreeSet<&str> =
            ["start", "man", "king", "man-captures", "king-captures", "chain", "promotion"].into();
        if row.capturing == Capturing::Forced {
            expected.insert("choice");
        }
        if matches!(row.priority, Priority::Italian | Priority::KingFirst) {
            expected.insert("king-first");
        }
        if row.priority == Priority::MostPiecesThenKings {
            expected.insert("most-kings");
        }
        if !row.men_take_kings {
            expected.insert("man-and-king");
        }
        let book = rule_book(game);
        let found: BTreeSet<&str> =
            book.pictures().map(|it| it.file.strip_prefix(&format!("{game}-")).unwrap()).collect();
        assert_eq!(found, expected, "{game}");
    }
    assert_eq!(rule_book(GameId::Quoridor).pictures().count(), 5);
}

/// Checks that the pieces in the diagrams may do what the captions say.
#[test]
fn the_captions_are_right() {
    for (game, picture, caption) in [
        (
            "dama",
            "chain",
            "The man on (2,5) captures one man, never both. It may go to (3,6) or (4,3).",
        ),
        ("english", "man-captures", "The man on 15 must capture, and lands on 22."),
        ("guide", "man-captures", "The man on 18 must capture, and lands on 25 or 11."),
        (
            "italian",
            "king-first",
            "Both the king and the man could take one man. The king must: `23x14`.",
        ),
        (
            "international",
            "promotion",
            "The man on 11 captures two men by way of 2, ends its move on 13 and stays a man.",
        ),
        ("frenchfree", "choice", "The captures here: `44x33` or `37x17`. Either may be made."),
        (
            "russian",
            "promotion",
            "The man on b6 becomes a king on d8, goes on as a king, captures two men and ends its move on \
             h4, g5 or f6.",
        ),
        (
            "quoridor",
            "jump-aside",
            "A wall lies behind `o`: `x` on e5 may go to e4, d5, f5, d6 or f6, but not to e7.",
        ),
    ] {
        let book = rule_book(game.parse().unwrap());
        let file = format!("{game}-{picture}");
        let shown = book.pictures().find(|picture| picture.file == file).unwrap();
        assert_eq!(shown.caption, caption, "{file}");
    }
}

#[test]
fn a_terminal_shows_the_document_with_its_boards_drawn() {
    for game in GameId::ALL {
        let book = rule_book(game);
        let (document, text) = (book.markdown(), book.text());
        let mut expected = document.clone();
        for picture in book.pictures() {
            let drawn = picture.drawn();
            assert!(drawn.lines().count() >= 8, "{}", picture.file);
            expected =
                expected.replace(&format!("![{}]({}.svg)", picture.title, picture.file), &drawn);
        }
        assert_eq!(text, expected, "{game}");
        assert!(document.contains(&on_one_line(&in_short(game)[0])), "{game}");
        for line in document.lines().chain(text.lines()) {
            assert!(line.chars().count() <= 80, "{game}: {line}");
        }
    }
}
