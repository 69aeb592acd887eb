//! A player's memory as the course asks for it, and what it stands on.

use std::collections::HashMap;
use std::fs;

use arbitro_player::{Memory, MemoryError};
use arbitro_rules::draughts::{Board, Dama};
use arbitro_rules::history::{History, Sequence};
use arbitro_rules::notation::{Cell, Notation, Strictness};
use arbitro_rules::{Game, Player};
use rand::RngExt;

use arbitro_testkit::games::{for_every_game, project, seeded};

fn dama_board(text: &str) -> Board {
    let reading = Dama::read_board(text.as_bytes(), Strictness::Strict);
    reading.board.unwrap_or_else(|| panic!("{:?}", reading.faults))
}

fn dama_fen(fen: &str) -> Board {
    Dama::read_fen(fen).unwrap().board()
}

#[expect(clippy::needless_pass_by_value, reason = "reads better where it is called")]
fn is_out_of_bounds<T>(result: Result<T, MemoryError>) -> bool {
    matches!(result, Err(MemoryError::IndexOutOfBounds(_)))
}

#[test]
fn only_1_and_2_are_players() {
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
    fs::write(&path, "something longer than a board, which is overwritten".repeat(9)).unwrap();
    let memory = Memory::<Dama>::new(2).unwrap();
    memory.init_board(&path).unwrap();
    assert_eq!(fs::read(&path).unwrap(), fs::read(project("boards/starts/dama.txt")).unwrap());
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
    assert_eq!(fs::read(file("latest")).unwrap(), fs::read(file("b")).unwrap());
    assert_eq!(fs::read(file("before")).unwrap(), fs::read(file("a")).unwrap());
    assert!(is_out_of_bounds(memory.store_board(&file("none"), 2)));

    assert_eq!(memory.piece(0, 1, 1).unwrap(), Cell::Man(Player::X));
    assert_eq!(memory.piece(0, 1, 0).unwrap(), Cell::Empty);
    assert_eq!(memory.piece(0, 0, 1).unwrap(), Cell::Empty, "light squares are empty");
    for (row, column) in [(8, 0), (0, 8), (-1, 0), (0, -1), (i64::MAX, 0)] {
        assert!(is_out_of_bounds(memory.piece(row, column, 0)));
    }
    assert!(is_out_of_bounds(memory.piece(0, 1, 2)));

    memory.pop().unwrap();
    assert_eq!(memory.boards(), [first]);
}

#[test]
fn a_failed_load_leaves_the_memory_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board_2.txt");
    let mut memory = Memory::<Dama>::new(1).unwrap();
    assert!(matches!(memory.load_board(&path), Err(MemoryError::MissingFile { .. })));
    assert!(matches!(memory.load_board(folder.path()), Err(MemoryError::MissingFile { .. })));
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
fn a_move_is_valid_for_any_player_that_could_have_made_it() {
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
    assert!(valid("W:W22:B2", "W:W22:B6"), "player 2's moves are moves too");
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
    assert_eq!(ask(&lone("      X        ")), (true, false, false, true, false));
    assert_eq!(ask(&lone("      O        ")), (false, true, true, false, true));
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
    assert_eq!((one.recurrence().unwrap(), two.recurrence().unwrap()), (1, 2));
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
            .args(["--exact", "history::a_million_boards_stay_under_64_mib", "--nocapture"])
            .env("ARBITRO_MEASURE_MEMORY", "1")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&status.stdout);
        assert!(status.status.success(), "{said}{}", String::from_utf8_lossy(&status.stderr));
        println!(
            "{}",
            said.lines().find(|line| line.contains("MiB for")).unwrap_or("the figure is missing")
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
    println!("{:.1} MiB for 1,000,000 boards", used as f64 / f64::from(1 << 20));
    assert!(used < 64 << 20, "{used} bytes");
    assert!(distinct.len() > 900, "the boards are mostly different: {}", distinct.len());
}

#[test]
fn a_line_knows_its_repetitions_and_takes_moves_back() {
    for_every_game!(G => {
        let mut random = seeded(53);
        let mut line = History::new(G::start(), None);
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
