//! A player's memory as the course asks for it, and records of matches.

use std::collections::HashMap;
use std::fs;

use arbitro::check::check_record;
use arbitro::history::{
    Line, MatchRecord, Memory, MemoryError, RecordError, RecordedFault, Sequence,
};
use arbitro::language::Language;
use arbitro::notation::{Cell, Notation, Strictness};
use arbitro::rules::draughts::{Board, Dama, Italian};
use arbitro::rules::{Game, Player};
use rand::RngExt;

use crate::games::{for_every_game, project, seeded};

fn dama_board(text: &str) -> Board {
    let reading = Dama::read_board(text.as_bytes(), Strictness::Strict);
    reading
        .board
        .unwrap_or_else(|| panic!("{:?}", reading.faults))
}

fn dama_fen(fen: &str) -> Board {
    Dama::read_fen(fen).unwrap().board()
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "reads better where it is called"
)]
fn is_out_of_bounds<T>(result: Result<T, MemoryError>) -> bool {
    matches!(result, Err(MemoryError::IndexOutOfBounds(_)))
}

#[test]
fn players_are_1_and_2_and_nobody_else() {
    assert_eq!(Memory::<Dama>::new(1).unwrap().player(), Player::X);
    assert_eq!(Memory::<Dama>::new(2).unwrap().player(), Player::O);
    for number in [0, 3, -1, i64::MAX, i64::MIN] {
        assert!(is_out_of_bounds(Memory::<Dama>::new(number)));
    }
}

#[test]
fn an_empty_memory_answers_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut memory = Memory::<Dama>::new(1).unwrap();
    let path = folder.path().join("board_1.txt");
    assert!(is_out_of_bounds(memory.piece(0, 1, 0)));
    assert!(is_out_of_bounds(memory.store_board(&path, 0)));
    assert!(!path.exists(), "nothing is written");
    assert!(is_out_of_bounds(memory.wins(1)) && is_out_of_bounds(memory.loses(2)));
    assert!(is_out_of_bounds(memory.wins_self()) && is_out_of_bounds(memory.loses_self()));
    assert!(is_out_of_bounds(memory.recurrence()));
    assert!(is_out_of_bounds(memory.valid_move()));
    assert!(is_out_of_bounds(memory.pop()));
}

#[test]
fn the_initial_board_is_the_course_file_to_the_byte_and_leaves_the_memory_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board_1.txt");
    fs::write(
        &path,
        "something longer than a board, which is overwritten".repeat(9),
    )
    .unwrap();
    let memory = Memory::<Dama>::new(2).unwrap();
    memory.init_board(&path).unwrap();
    assert_eq!(
        fs::read(&path).unwrap(),
        fs::read(project("boards/starts/dama.txt")).unwrap()
    );
    assert_eq!(fs::metadata(&path).unwrap().len(), 127);
    assert!(memory.boards().is_empty());
}

#[test]
fn boards_are_loaded_and_stored_by_offset() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let mut memory = Memory::<Dama>::new(1).unwrap();
    let (first, second) = (Dama::start().board(), dama_fen("B:W18:B10"));
    for (name, board) in [("a", &first), ("b", &second)] {
        fs::write(file(name), Dama::write_board(board)).unwrap();
        memory.load_board(&file(name)).unwrap();
    }
    memory.store_board(&file("latest"), 0).unwrap();
    memory.store_board(&file("before"), 1).unwrap();
    assert_eq!(
        fs::read(file("latest")).unwrap(),
        fs::read(file("b")).unwrap()
    );
    assert_eq!(
        fs::read(file("before")).unwrap(),
        fs::read(file("a")).unwrap()
    );
    assert!(is_out_of_bounds(memory.store_board(&file("none"), 2)));

    assert_eq!(memory.piece(0, 1, 1).unwrap(), Cell::Man(Player::X));
    assert_eq!(memory.piece(0, 1, 0).unwrap(), Cell::Empty);
    assert_eq!(
        memory.piece(0, 0, 1).unwrap(),
        Cell::Empty,
        "light squares are empty"
    );
    for (row, column) in [(8, 0), (0, 8), (-1, 0), (0, -1), (i64::MAX, 0)] {
        assert!(is_out_of_bounds(memory.piece(row, column, 0)));
    }
    assert!(is_out_of_bounds(memory.piece(0, 1, 2)));

    memory.pop().unwrap();
    assert_eq!(memory.boards(), [first]);
}

#[test]
fn what_cannot_be_loaded_leaves_the_memory_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board_2.txt");
    let mut memory = Memory::<Dama>::new(1).unwrap();
    assert!(matches!(
        memory.load_board(&path),
        Err(MemoryError::MissingFile { .. })
    ));
    assert!(matches!(
        memory.load_board(folder.path()),
        Err(MemoryError::MissingFile { .. })
    ));
    fs::write(&path, "x").unwrap();
    match memory.load_board(&path) {
        Err(MemoryError::InvalidBoard { faults, .. }) => assert!(faults.len() >= 2, "{faults:?}"),
        other => panic!("{other:?}"),
    }
    assert!(memory.boards().is_empty());
    assert!(matches!(
        memory.init_board(&folder.path().join("no/such/folder")),
        Err(MemoryError::MissingFile { .. })
    ));
}

#[test]
fn a_move_is_valid_for_whoever_could_have_made_it() {
    let mut memory = Memory::<Dama>::new(1).unwrap();
    let mut valid = |older: &str, newer: &str| {
        for fen in [older, newer] {
            memory.push(dama_fen(fen));
        }
        memory.valid_move().unwrap()
    };
    // The course's two examples: (2,3) takes (3,4) and lands on (4,5); a king from (7,6) to (5,6).
    assert!(valid("W:W22:B19,2", "B:W15:B2"));
    assert!(!valid("W:WK4:B21", "B:WK12:B21"));
    assert!(
        valid("W:W22:B2", "W:W22:B6"),
        "player 2's moves are moves too"
    );
    assert!(!valid("W:W22:B2", "W:W22:B2"), "an unchanged board is not");
    assert!(!valid("W:W22:B2", "W:W18:B6"), "both at once is not");
}

#[test]
fn from_the_initial_board_only_player_1_moves() {
    let start = Dama::start().board();
    for (player, expected) in [(Player::X, true), (Player::O, false)] {
        let position = Dama::new(start, player);
        for mv in position.legal_moves() {
            let mut memory = Memory::<Dama>::new(2).unwrap();
            memory.push(start);
            memory.push(position.after(mv).board());
            assert_eq!(memory.valid_move().unwrap(), expected);
        }
    }
}

#[test]
fn winning_is_a_matter_of_pieces_alone() {
    let mut memory = Memory::<Dama>::new(1).unwrap();
    let mut ask = |text: &str| {
        memory.push(dama_board(text));
        (
            memory.wins(1).unwrap(),
            memory.wins(2).unwrap(),
            memory.loses(1).unwrap(),
            memory.wins_self().unwrap(),
            memory.loses_self().unwrap(),
        )
    };
    let empty = "               ";
    let lone = |piece: &str| format!("{}\n{piece}", [empty; 7].join("\n"));
    assert_eq!(
        ask(&lone("      X        ")),
        (true, false, false, true, false)
    );
    assert_eq!(
        ask(&lone("      O        ")),
        (false, true, true, false, true)
    );
    // x is stuck in the corner: it has lost the match, but not by pieces.
    let stuck = format!(
        "{}\n    o          \n  o            \nx              \n               ",
        [empty; 4].join("\n")
    );
    assert_eq!(ask(&stuck), (false, false, false, false, false));
    assert!(is_out_of_bounds(memory.wins(3)) && is_out_of_bounds(memory.loses(0)));
}

#[test]
fn recurrence_counts_equal_boards_the_latest_included() {
    let [a, b, c, d] = ["W:W18:B2", "W:W18:B6", "W:W18:B7", "W:W18:B3"].map(dama_fen);
    let mut memory = Memory::<Dama>::new(1).unwrap();
    let counts: Vec<u32> = [a, b, c, b, d, b, a, b]
        .into_iter()
        .map(|board| {
            memory.push(board);
            memory.recurrence().unwrap()
        })
        .collect();
    assert_eq!(counts, [1, 1, 1, 2, 1, 3, 2, 4]);
    memory.pop().unwrap();
    memory.pop().unwrap();
    assert_eq!(memory.recurrence().unwrap(), 3);
}

#[test]
fn copies_go_their_own_ways() {
    let mut one = Memory::<Dama>::new(1).unwrap();
    one.push(dama_fen("W:W18:B2"));
    let mut two = one.clone();
    two.push(dama_fen("W:W18:B2"));
    one.push(dama_fen("W:W18:B3"));
    assert_eq!(
        (one.recurrence().unwrap(), two.recurrence().unwrap()),
        (1, 2)
    );
    two.pop().unwrap();
    two.pop().unwrap();
    assert_eq!((one.boards().len(), two.boards().len()), (2, 0));
}

#[test]
fn a_sequence_counts_like_counting_by_hand_through_any_pushes_and_pops() {
    let mut random = seeded(51);
    let mut sequence = Sequence::default();
    let mut plain: Vec<u64> = Vec::new();
    for step in 0..200_000 {
        // Waves: it grows through several sizes of its table and shrinks again, to nothing too.
        let growing = (step / 20_000) % 2 == 0;
        if plain.is_empty() || random.random_bool(if growing { 0.7 } else { 0.3 }) {
            let item = random.random_range(0..3_000);
            sequence.push(item);
            plain.push(item);
        } else {
            assert_eq!(sequence.pop(), plain.pop());
        }
        if step % 17 == 0 {
            let latest = plain.last();
            let by_hand = plain.iter().filter(|item| Some(*item) == latest).count();
            assert_eq!(sequence.recurrence() as usize, by_hand, "step {step}");
        }
    }
    assert_eq!(sequence.items(), plain);
    while sequence.pop().is_some() {}
    assert_eq!(sequence.recurrence(), 0);
}

/// Bytes this process holds, by the kernel's count.
fn resident_bytes() -> usize {
    let text = fs::read_to_string("/proc/self/statm").unwrap();
    text.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
}

#[test]
fn a_million_boards_stay_under_64_mib() {
    // In a process of its own, where nothing else is counted.
    if std::env::var_os("ARBITRO_MEASURE_MEMORY").is_none() {
        let status = std::process::Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "history::a_million_boards_stay_under_64_mib",
                "--nocapture",
            ])
            .env("ARBITRO_MEASURE_MEMORY", "1")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&status.stdout);
        assert!(
            status.status.success(),
            "{said}{}",
            String::from_utf8_lossy(&status.stderr)
        );
        println!(
            "{}",
            said.lines()
                .find(|line| line.contains("MiB for"))
                .unwrap_or("the figure is missing")
        );
        return;
    }
    let before = resident_bytes();
    let mut memory = Memory::<Dama>::new(1).unwrap();
    let mut random = seeded(52);
    let mut distinct = HashMap::new();
    let mut position = Dama::start();
    while memory.boards().len() < 1_000_000 {
        let moves = position.legal_moves();
        position = match moves.len() {
            0 => Dama::start(),
            count => position.after(moves[random.random_range(0..count)]),
        };
        memory.push(position.board());
        // Only a sample, so that the check does not itself take the memory it measures.
        if memory.boards().len().is_multiple_of(1000) {
            *distinct.entry(position.key()).or_insert(0u32) += 1;
        }
    }
    let used = resident_bytes() - before;
    println!(
        "{:.1} MiB for 1,000,000 boards",
        used as f64 / f64::from(1 << 20)
    );
    assert!(used < 64 << 20, "{used} bytes");
    assert!(
        distinct.len() > 900,
        "the boards are mostly different: {}",
        distinct.len()
    );
}

#[test]
fn a_line_knows_its_repetitions_and_takes_moves_back() {
    for_every_game!(G => {
        let mut random = seeded(53);
        let mut line = Line::new(G::start(), None);
        let mut seen: Vec<G> = vec![G::start()];
        for _ in 0..300 {
            let moves = line.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            if random.random_bool(0.2) && line.plies() > 0 {
                line.undo();
                seen.pop();
            } else {
                line.play(moves[random.random_range(0..moves.len())]);
                seen.push(*line.position());
            }
            let position = seen[seen.len() - 1];
            assert_eq!(*line.position(), position);
            assert_eq!(line.recurrence() as usize, seen.iter().filter(|it| **it == position).count());
        }
    });
}

fn record(game: &str, moves: &str) -> MatchRecord {
    MatchRecord {
        v: 1,
        game: game.to_owned(),
        moves: moves.to_owned(),
        ..MatchRecord::default()
    }
}

fn problem(record: &MatchRecord) -> Option<String> {
    check_record::<Italian>(record, &mut Vec::new())
        .problem
        .map(|problem| problem.text.in_language(Language::English).to_owned())
}

#[test]
fn a_record_is_read_back_as_it_was_written() {
    let line = record("italian", "21-17 10-14").to_line();
    let (game, read) = MatchRecord::from_line(&line).unwrap();
    assert_eq!(
        (game.name(), read),
        ("italian", record("italian", "21-17 10-14"))
    );
    let with_more = line.replace("\"v\":1", "\"v\":1,\"weather\":{\"x\":900}");
    assert!(
        MatchRecord::from_line(&with_more).is_ok(),
        "fields of other rooms are left alone"
    );
}

#[test]
fn the_fault_and_the_limit_of_a_record_are_read_where_they_are() {
    let line = record("italian", "").to_line();
    let (_, plain) = MatchRecord::from_line(&line).unwrap();
    assert_eq!((plain.fault, plain.max_plies), (None, None));
    let fault = r#""fault":{"player":"o","ply":4,"file":"board_5.txt","reason":"crash","text":""}"#;
    let with_fault = line.replace("\"fault\":null", &format!("\"max_plies\":90,{fault}"));
    let (_, claims) = MatchRecord::from_line(&with_fault).unwrap();
    let RecordedFault {
        player,
        ply,
        reason,
        ..
    } = claims.fault.unwrap();
    assert_eq!((player.as_str(), ply, reason.as_str()), ("o", 4, "crash"));
    assert_eq!(claims.max_plies, Some(90));
    let bad = line.replace("\"fault\":null", "\"fault\":7");
    assert!(matches!(
        MatchRecord::from_line(&bad),
        Err(RecordError::Json(_))
    ));
}

#[test]
fn what_is_not_a_record_is_refused_with_the_reason() {
    let refused = |line: &str| MatchRecord::from_line(line).unwrap_err();
    assert!(matches!(refused("not json"), RecordError::Json(_)));
    assert!(matches!(refused("{\"v\":1}"), RecordError::Json(_)));
    assert!(matches!(
        refused(&record("chess", "").to_line()),
        RecordError::Game(_)
    ));
    assert!(matches!(
        refused("{\"v\":2,\"game\":\"dama\",\"moves\":\"\"}"),
        RecordError::Newer { found: 2 }
    ));
    assert!(matches!(
        refused("{\"v\":9,\"plies\":[]}"),
        RecordError::Newer { found: 9 }
    ));
}

#[test]
fn a_record_that_claims_what_did_not_happen_is_found_out() {
    let played = record("italian", "22-18 12-15 18-14");
    let claiming = |plies, winner: Option<&str>, reason: Option<&str>| MatchRecord {
        plies,
        winner: winner.map(str::to_owned),
        reason: reason.map(str::to_owned),
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
        (
            claiming(Some(4), None, None),
            "it claims 4 plies, its moves are 3",
        ),
        (
            claiming(None, Some("x"), None),
            "it names a winner but no reason",
        ),
        (
            claiming(None, Some("z"), None),
            "its winner is \"z\"; it can be x, o or null",
        ),
        (
            claiming(None, Some("x"), Some("no_pieces")),
            "it claims no_pieces, but the match is not over in its last position",
        ),
        (
            claiming(None, Some("o"), Some("timeout")),
            "it claims that o won by timeout, it was x",
        ),
        (
            claiming(None, Some("x"), Some("move_limit")),
            "it claims that x won by move_limit, it was nobody",
        ),
        (
            claiming(None, None, Some("boredom")),
            "there is no reason \"boredom\"",
        ),
        (
            MatchRecord {
                moves: "22-18 12-15 18-15".to_owned(),
                ..played.clone()
            },
            "\"18-15\" is not a legal move of x here; from there it can go 18-13, 18-14",
        ),
        (
            MatchRecord {
                start: Some("W:W1".to_owned()),
                ..played.clone()
            },
            "its start: column 5: found \"\", expected ':' and a list of pieces",
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
    let claim = MatchRecord {
        winner: Some("o".to_owned()),
        reason: Some("no_pieces".to_owned()),
        ..over.clone()
    };
    assert_eq!(problem(&claim), None);
    let on = MatchRecord {
        moves: "14x21 21-25".to_owned(),
        ..over
    };
    assert_eq!(
        problem(&on).as_deref(),
        Some("the match was over before this ply (no_pieces), yet moves follow")
    );
}

#[test]
fn a_match_that_its_position_decides_has_no_other_reason() {
    let claim = |winner: Option<&str>, reason: &str| MatchRecord {
        start: Some("B:W18:B14".to_owned()),
        winner: winner.map(str::to_owned),
        reason: Some(reason.to_owned()),
        ..record("italian", "14x21")
    };
    assert_eq!(problem(&claim(Some("o"), "no_pieces")), None);
    for (winner, reason, text) in [
        (
            None,
            "move_limit",
            "it claims move_limit, its last position is no_pieces",
        ),
        (
            None,
            "void",
            "it claims void, but the match was over already: no_pieces",
        ),
        (
            Some("o"),
            "cheating",
            "it claims cheating, but the match was over already: no_pieces",
        ),
        (
            Some("o"),
            "timeout",
            "it claims timeout, but the match was over already: no_pieces",
        ),
    ] {
        assert_eq!(problem(&claim(winner, reason)).as_deref(), Some(text));
    }
    // Kings that go to and fro: the fourth time the same position stands it is a draw.
    let repeated = MatchRecord {
        start: Some("W:WK32:BK1".to_owned()),
        reason: Some("move_limit".to_owned()),
        ..record("italian", &["32-28 1-5 28-32 5-1"; 3].join(" "))
    };
    assert_eq!(
        problem(&repeated).as_deref(),
        Some("it claims move_limit, its last position is repetition")
    );
}

#[test]
fn the_limit_of_plies_is_held_against_the_moves() {
    let claim = |moves: &str, reason: &str, max_plies: Option<u64>| {
        let record = MatchRecord {
            winner: (reason == "timeout").then(|| "x".to_owned()),
            reason: Some(reason.to_owned()),
            max_plies,
            ..record("italian", moves)
        };
        problem(&record)
    };
    let three = "22-18 12-15 18-14";
    assert_eq!(claim(three, "move_limit", Some(3)), None);
    assert_eq!(claim(three, "timeout", Some(4)), None);
    for (moves, reason, max_plies, text) in [
        (
            three,
            "move_limit",
            Some(4),
            "it claims move_limit after 3 plies, its limit is 4",
        ),
        (
            three,
            "move_limit",
            Some(2),
            "its limit is 2 plies, yet it has 3 plies",
        ),
        (
            three,
            "timeout",
            Some(3),
            "it claims timeout, but the match was over already: move_limit",
        ),
        (
            "",
            "move_limit",
            None,
            "it claims move_limit, but nothing was played",
        ),
    ] {
        assert_eq!(claim(moves, reason, max_plies).as_deref(), Some(text));
    }
}

#[test]
fn a_forfeit_has_a_winner_and_it_is_not_the_one_at_fault() {
    let claim = |winner: Option<&str>, reason: &str, fault: Option<(&str, u64, &str)>| {
        let record = MatchRecord {
            winner: winner.map(str::to_owned),
            reason: Some(reason.to_owned()),
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
        (
            None,
            "timeout",
            None,
            "it claims that nobody won by timeout, it was x",
        ),
        (
            Some("x"),
            "cheating",
            Some(("x", 4, "cheating")),
            "it claims that x won by cheating, it was o",
        ),
        (
            Some("x"),
            "crash",
            Some(("x", 4, "crash")),
            "its fault is x's, but it was o's turn",
        ),
        (
            Some("x"),
            "crash",
            Some(("o", 4, "timeout")),
            "it claims crash, its fault is \"timeout\"",
        ),
        (
            Some("x"),
            "crash",
            Some(("o", 3, "crash")),
            "its fault is at ply 3, the ply after its moves is 4",
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
            "it claims move_limit, which is nobody's fault, yet it names a fault",
        ),
    ] {
        assert_eq!(claim(winner, reason, fault).as_deref(), Some(text));
    }
}
