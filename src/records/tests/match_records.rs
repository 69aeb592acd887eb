//! Records of matches: read back as they were written, refused with the reason, and what they claim
//! held against their moves.

use std::collections::BTreeSet;
use std::fs;

use arbitro_records::{MatchRecord, RecordError, RecordedFault, ReplayedMatch};
use arbitro_rules::GameId;
use arbitro_testkit::games::project;
use arbitro_words::{Language, say};

fn record(game: &str, moves: &str) -> MatchRecord {
    MatchRecord { v: 1, game: game.to_owned(), moves: moves.to_owned(), ..MatchRecord::default() }
}

fn problem(record: &MatchRecord) -> Option<String> {
    match ReplayedMatch::by_rules(GameId::Italian.into(), record.clone(), 1) {
        Ok(seen) => seen.wrong.map(|wrong| say(&wrong.why, Language::English).into_owned()),
        Err(error) => Some(say(&error.why, Language::English).into_owned()),
    }
}

#[test]
fn a_record_is_read_back_as_it_was_written() {
    let line = record("italian", "21-17 10-14").to_line();
    let (game, read) = MatchRecord::from_line(&line).unwrap();
    assert_eq!((game.name(), read), ("italian", record("italian", "21-17 10-14")));
    let with_more = line.replace("\"v\":1", "\"v\":1,\"weather\":{\"x\":900}");
    assert!(MatchRecord::from_line(&with_more).is_ok(), "fields of other rooms are left alone");
}

#[test]
fn the_fault_and_the_limit_of_a_record_are_read_where_they_are() {
    let line = record("italian", "").to_line();
    let (_, plain) = MatchRecord::from_line(&line).unwrap();
    assert_eq!((plain.fault, plain.max_plies), (None, None));
    let fault = r#""fault":{"player":"o","ply":4,"file":"board_5.txt","reason":"crash","text":""}"#;
    let with_fault = line.replace("\"fault\":null", &format!("\"max_plies\":90,{fault}"));
    let (_, claims) = MatchRecord::from_line(&with_fault).unwrap();
    let RecordedFault { player, ply, reason, .. } = claims.fault.unwrap();
    assert_eq!((player.as_str(), ply, reason.as_str()), ("o", 4, "crash"));
    assert_eq!(claims.max_plies, Some(90));
    let bad = line.replace("\"fault\":null", "\"fault\":7");
    assert!(matches!(MatchRecord::from_line(&bad), Err(RecordError::Json(_))));
}

#[test]
fn an_invalid_record_is_refused_with_the_reason() {
    let refused = |line: &str| MatchRecord::from_line(line).unwrap_err();
    assert!(matches!(refused("not json"), RecordError::Json(_)));
    assert!(matches!(refused("{\"v\":1}"), RecordError::Json(_)));
    assert!(matches!(refused(&record("chess", "").to_line()), RecordError::Game(_)));
    assert!(matches!(
        refused("{\"v\":2,\"game\":\"dama\",\"moves\":\"\"}"),
        RecordError::Newer { found: 2 }
    ));
    assert!(matches!(refused("{\"v\":9,\"plies\":[]}"), RecordError::Newer { found: 9 }));
}

#[test]
fn a_record_that_claims_what_did_not_happen_is_found_out() {
    let played = record("italian", "22-18 12-15 18-14");
    let claiming = |plies, winner: Option<&str>, reason: Option<&str>| MatchRecord {
        plies,
        winner: winner.map(Into::into),
        reason: reason.map(Into::into),
        ..played.clone()
    };
    for right in [
        claiming(Some(3), None, None),
        claiming(None, None, Some("move_limit")),
        claiming(None, None, Some("void")),
        claiming(None, Some("x"), Some("timeout")),
        claiming(None, Some("o"), Some("cheating")),
    ] {
        assert_eq!(problem(&right), None, "{right:?}");
    }
    for (wrong, text) in [
        (claiming(Some(4), None, None), "it claims 4 plies, but has 3"),
        (claiming(None, Some("x"), None), "it names a winner but no reason"),
        (claiming(None, Some("z"), None), "its winner is \"z\"; it can be x, o or null"),
        (
            claiming(None, Some("x"), Some("no_pieces")),
            "it claims no_pieces, but the match is not over in its last position",
        ),
        (
            claiming(None, Some("o"), Some("timeout")),
            "it claims that o won by timeout, but it was x",
        ),
        (
            claiming(None, Some("x"), Some("move_limit")),
            "it claims that x won by move_limit, but it was nobody",
        ),
        (claiming(None, None, Some("boredom")), "there is no reason \"boredom\""),
        (
            MatchRecord { moves: "22-18 12-15 18-15".to_owned(), ..played.clone() },
            "the man on 18 went to 15, which was not empty; a capture jumps over a piece, it does not land on it",
        ),
        (
            MatchRecord { start: Some("W:W1".to_owned()), ..played.clone() },
            "column 5: found \"\", expected ':' and a list of pieces",
        ),
    ] {
        assert_eq!(problem(&wrong).as_deref(), Some(text));
    }
    // x has no piece left after this: the match is over, and nothing may follow.
    let over = MatchRecord {
        start: Some("B:W18:B14".to_owned()),
        moves: "14x21".to_owned(),
        ..played.clone()
    };
    let claim =
        MatchRecord { winner: Some("o".into()), reason: Some("no_pieces".into()), ..over.clone() };
    assert_eq!(problem(&claim), None);
    let on = MatchRecord { moves: "14x21 21-25".to_owned(), ..over };
    assert_eq!(
        problem(&on).as_deref(),
        Some("the match was over before it (no_pieces), yet moves follow")
    );
}

#[test]
fn a_match_that_its_position_decides_has_no_other_reason() {
    let claim = |winner: Option<&str>, reason: &str| MatchRecord {
        start: Some("B:W18:B14".to_owned()),
        winner: winner.map(Into::into),
        reason: Some(reason.into()),
        ..record("italian", "14x21")
    };
    assert_eq!(problem(&claim(Some("o"), "no_pieces")), None);
    for (winner, reason, text) in [
        (None, "move_limit", "it claims move_limit, but its last position is no_pieces"),
        (None, "void", "it claims void, but the match was over already: no_pieces"),
        (Some("o"), "cheating", "it claims cheating, but the match was over already: no_pieces"),
        (Some("o"), "timeout", "it claims timeout, but the match was over already: no_pieces"),
    ] {
        assert_eq!(problem(&claim(winner, reason)).as_deref(), Some(text));
    }
    // Kings that go to and fro: the fourth time the same position stands it is a draw.
    let repeated = MatchRecord {
        start: Some("W:WK32:BK1".to_owned()),
        reason: Some("move_limit".into()),
        ..record("italian", &["32-28 1-5 28-32 5-1"; 3].join(" "))
    };
    assert_eq!(
        problem(&repeated).as_deref(),
        Some("it claims move_limit, but its last position is repetition")
    );
}

#[test]
fn the_limit_of_plies_is_held_against_the_moves() {
    let claim = |moves: &str, reason: &str, max_plies: Option<u64>| {
        let record = MatchRecord {
            winner: (reason == "timeout").then(|| "x".into()),
            reason: Some(reason.into()),
            max_plies,
            ..record("italian", moves)
        };
        problem(&record)
    };
    let three = "22-18 12-15 18-14";
    assert_eq!(claim(three, "move_limit", Some(3)), None);
    assert_eq!(claim(three, "timeout", Some(4)), None);
    for (moves, reason, max_plies, text) in [
        (three, "move_limit", Some(4), "it claims move_limit after 3 plies, but its limit is 4"),
        (three, "move_limit", Some(2), "its limit is 2 plies, yet it has 3 plies"),
        (
            three,
            "timeout",
            Some(3),
            "it claims timeout, but the match was over already: move_limit",
        ),
        ("", "move_limit", None, "it claims move_limit, but nothing was played"),
    ] {
        assert_eq!(claim(moves, reason, max_plies).as_deref(), Some(text));
    }
}

#[test]
fn a_forfeit_has_a_winner_and_it_is_not_the_one_at_fault() {
    let claim = |winner: Option<&str>, reason: &str, fault: Option<(&str, u64, &str)>| {
        let record = MatchRecord {
            winner: winner.map(Into::into),
            reason: Some(reason.into()),
            fault: fault.map(|(player, ply, reason)| RecordedFault {
                player: player.to_owned(),
                ply,
                reason: reason.to_owned(),
                ..RecordedFault::default()
            }),
            ..record("italian", "22-18 12-15 18-14")
        };
        problem(&record)
    };
    for right in [
        claim(Some("x"), "timeout", Some(("o", 4, "timeout"))),
        claim(Some("x"), "cheating", Some(("o", 4, "cheating"))),
        claim(Some("o"), "output", Some(("x", 3, "output"))),
    ] {
        assert_eq!(right, None);
    }
    for (winner, reason, fault, text) in [
        (
            None,
            "cheating",
            None,
            "it claims cheating, by which one player wins, but names no winner",
        ),
        (None, "timeout", None, "it claims that nobody won by timeout, but it was x"),
        (
            Some("x"),
            "cheating",
            Some(("x", 4, "cheating")),
            "it claims that x won by cheating, but it was o",
        ),
        (Some("x"), "crash", Some(("x", 4, "crash")), "its fault is x's, but it was o's turn"),
        (
            Some("x"),
            "crash",
            Some(("o", 4, "timeout")),
            "it claims crash, but its fault is \"timeout\"",
        ),
        (
            Some("x"),
            "crash",
            Some(("o", 3, "crash")),
            "its fault is at ply 3, but the ply after its moves is 4",
        ),
        (
            Some("x"),
            "output",
            Some(("y", 4, "output")),
            "the player of its fault is \"y\"; it can be x or o",
        ),
        (
            None,
            "move_limit",
            Some(("o", 4, "move_limit")),
            "it claims move_limit, which is no player's fault, yet it names a fault",
        ),
    ] {
        assert_eq!(claim(winner, reason, fault).as_deref(), Some(text));
    }
}

#[test]
fn the_recorded_matches_of_quoridor_are_right_and_end_in_several_ways() {
    let mut ends = BTreeSet::new();
    for file in ["quoridor.jsonl", "quoridor-5x5.jsonl"] {
        let path = project("boards/matches").join(file);
        for line in fs::read_to_string(&path).unwrap().lines() {
            let (game, record) = MatchRecord::from_line(line).unwrap();
            assert_eq!(game, GameId::Quoridor, "{file}");
            let seen = ReplayedMatch::by_rules(game, record.clone(), 1).unwrap();
            assert_eq!(seen.wrong, None, "{file}: {line}");
            let diagnosis = record.fault.and_then(|fault| fault.diagnosis);
            let words = [record.winner.as_deref(), record.reason.as_deref()];
            ends.insert((file, words.map(|word| word.map(str::to_owned)), diagnosis));
        }
    }
    let end = |file, winner: &str, reason: &str, diagnosis: Option<&str>| {
        (file, [winner, reason].map(|it| Some(it.to_owned())), diagnosis.map(str::to_owned))
    };
    let blocked = Some("path_blocked");
    let expected = [
        end("quoridor-5x5.jsonl", "o", "goal", None),
        end("quoridor-5x5.jsonl", "x", "goal", None),
        end("quoridor.jsonl", "o", "goal", None),
        end("quoridor.jsonl", "x", "goal", None),
        end("quoridor.jsonl", "o", "invalid_board", blocked),
        end("quoridor.jsonl", "x", "invalid_board", blocked),
    ];
    assert_eq!(ends, BTreeSet::from(expected));
}

/// The fault of a record whose line has this detail.
fn fault_with(detail: &str) -> RecordedFault {
    let fault = format!(
        r#"{{"player":"x","ply":1,"reason":"timeout","text":"too slow","detail":{detail}}}"#
    );
    let line =
        record("italian", "").to_line().replace("\"fault\":null", &format!("\"fault\":{fault}"));
    MatchRecord::from_line(&line).unwrap().1.fault.unwrap()
}

#[test]
fn a_detail_is_said_in_every_language_and_one_that_is_not_understood_is_left_alone() {
    let said = |detail| {
        let fault = fault_with(detail);
        say(&fault.message(GameId::Italian).unwrap(), Language::Italian).into_owned()
    };
    assert_eq!(
        said(r#"{"late":{"allowed":"1500ms","clock":"wall"}}"#),
        "nessun tavoliere entro 1.5 s"
    );
    for other in [
        "null",
        "7",
        r#"{"teleported":{"far":true}}"#,
        r#"{"late":{"allowed":"for ever","clock":"wall"}}"#,
        r#"{"board":{"illegal":{"code":"occupied","mover":"x","from":[200,1],"faults":1}}}"#,
    ] {
        assert_eq!(said(other), "too slow", "{other}");
    }
}

#[test]
fn a_detail_of_another_reason_is_a_false_claim() {
    let late = fault_with(r#"{"late":{"allowed":"2s","clock":"wall"}}"#);
    let full = fault_with(r#"{"output":"folder"}"#);
    let claims = |fault| MatchRecord {
        reason: Some("timeout".into()),
        winner: Some("o".into()),
        fault: Some(fault),
        ..record("italian", "")
    };
    assert_eq!(problem(&claims(late)), None);
    let told = problem(&claims(full)).unwrap();
    assert_eq!(told, "it claims timeout, but its fault is \"output\"");
}
