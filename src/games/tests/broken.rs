//! Programs that do not keep their promises: each is the host's failure, told in words.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::time::{Duration, Instant};

use arbitro_rules::line::{Line, NoStart, Start, open};
use arbitro_testkit::needs;

use crate::{answering, folder_with, open_at};

/// Opens a match of a program that answers `{"v":1}`, starts with a dot, and answers any question for moves so.
/// Returns the last words.
fn last_words(name: &str, moves: &str) -> String {
    let folder =
        folder_with(name, "", &answering(&format!("def moves(board, state, turn):\n {moves}")));
    let game = open_at(folder.path()).unwrap();
    match open(game.id, Start::Usual, None) {
        Err(NoStart::Broken(words)) => words,
        other => panic!("{moves}: {other:?}"),
    }
}

#[test]
fn each_answer_that_is_none_is_told() {
    needs!(programs);
    let many = "[['m%d' % i, str(i)] for i in range(10001)]";
    for (number, (moves, expected)) in [
        ("return 'moves'", "its answer is not what was asked for: expected value"),
        ("return '[]'", "its answer is not what was asked for"),
        ("return {}", "its answer has no moves and no end"),
        ("return {'moves': []}", "its answer has no moves and no end"),
        ("return {'moves': [['a', 'b']], 'end': {'winner': 'x', 'why': 'w'}}", "moves and an end"),
        ("return {'moves': [['a']]}", "a move is [\"name\",\"board\",\"state\"]"),
        ("return {'moves': [['a', 'b', 'c', 'd', 'e']]}", "a move is [\"name\",\"board\",\"state\"]"),
        ("return {'moves': [['', 'b']]}", "\"\" is no name of a move"),
        ("return {'moves': [['a b', 'b']]}", "\"a b\" is no name of a move"),
        ("return {'moves': [['a\\n', 'b']]}", "\"a\\n\" is no name of a move"),
        ("return {'moves': [['\\x1b[2J', 'b']]}", "\"\\u{1b}[2J\" is no name of a move"),
        ("return {'moves': [['a' * 33, 'b']]}", "is no name of a move"),
        ("return {'moves': [['a', 'b'], ['a', 'c']]}", "it names the move a twice"),
        ("return {'moves': [['a', '']]}", "\"\" is no board"),
        ("return {'moves': [['a', 'b\\n']]}", "\"b\\n\" is no board"),
        ("return {'moves': [['a', 'b\\t']]}", "\"b\\t\" is no board"),
        ("return {'moves': [['a', 'x' * 8193]]}", "is no board: 1 to 8192 bytes"),
        ("return {'moves': [['a', 'b', 's' * 4097]]}", "a state has 4097 bytes; the most is 4096"),
        (&format!("return {{'moves': {many}}}"), "its answer has more than 10000 moves"),
        ("return {'end': {'winner': 'z', 'why': 'w'}}", "unknown variant `z`"),
        ("return {'end': {'winner': 'x', 'why': ''}}", "\"\" is no sentence"),
        ("return {'end': {'winner': None, 'why': '\\x1b[31mred'}}", "is no sentence: it has 1 to 80"),
        ("return {'end': {'winner': None, 'why': 'w' * 81}}", "is no sentence: it has 1 to 80"),
        ("return {'end': {'winner': 'x', 'why': 'w', 'cells': ['a01']}}", "\"a01\" is no name of a cell"),
        ("return {'end': {'winner': 'x', 'why': 'w', 'cells': ['a1'] * 65}}", "65 cells show why the match ended; the most is 64"),
        ("return '{\"moves\":' + '[' * 100000", "its answer is not what was asked for"),
        ("sys.stdout.buffer.write(b'{\"end\":{\"winner\":\"x\",\"why\":\"\\xff\"}}\\n')\n return ''", "it was not asked for"),
        ("sys.stdout.buffer.write(b'{\"end\":{\"winner\":\"x\",\"why\":\"\\xff\"}}\\n'); sys.stdout.flush(); time.sleep(1); exit()", "invalid unicode"),
        ("return '{}\\n{}'", "it printed a line that it was not asked for"),
        ("return 'x' * (8 << 20) + 'x'", "its answer is longer than 8388608 bytes"),
        ("exit(3)", "it exited with code 3"),
        ("os.kill(os.getpid(), 9)", "signal 9 killed it"),
        ("raise ValueError('what \\x1b[2J board')", "its last words: ValueError: what \\u{1b}[2J board"),
        ("sys.stderr.write('flood\\n' * 1000000 + 'last\\n'); exit(1)", "; its last words: last"),
    ]
    .into_iter()
    .enumerate()
    {
        let told = last_words(&format!("none-{number}"), moves);
        let head = format!("the program with the rules of none-{number} was asked for moves: ");
        assert!(told.starts_with(&head) && told.contains(expected), "{moves}: {told}");
    }
}

#[test]
fn a_million_moves_are_refused_without_keeping_them() {
    needs!(programs);
    let told =
        last_words("million", "return '{\"moves\":[' + ','.join(['[\"\",\"\"]'] * 900000) + ']}'");
    assert!(told.ends_with("its answer has more than 10000 moves"), "{told}");
}

#[test]
fn a_program_that_computes_for_ever_is_ended_after_its_processor_time() {
    needs!(programs);
    let told = last_words("busy", "while True: pass");
    assert!(told.contains("it was late: an answer has 2 s of processor time"), "{told}");
}

#[test]
fn a_program_that_never_answers_is_told_after_its_limit() {
    needs!(programs);
    let began = Instant::now();
    let told = last_words("asleep", "time.sleep(600)");
    assert!(told.contains("it was late: an answer has 2 s of processor time"), "{told}");
    // It is started again once.
    assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
}

#[test]
fn a_program_that_takes_more_memory_than_it_may_is_told() {
    needs!(programs);
    let told = last_words("hungry", "a = [b'x' * (1 << 20) for _ in range(2000)]");
    assert!(told.contains("it used more than 512 MiB of memory"), "{told}");
}

#[test]
fn a_program_that_does_not_begin_as_it_must_is_no_game() {
    needs!(programs);
    for (number, (program, expected)) in [
        ("print('{\"v\":2}', flush=True); input()", "its first line says version 2"),
        ("print('hello', flush=True); input()", "its answer is not what was asked for"),
        ("print('{\"v\":1,\"with\":\"\"}', flush=True); input()", "with has 1 to 200"),
        ("pass", "it exited with code 0; rules that are made with the kit end with NAME().run()"),
        ("raise SystemExit(4)", "was asked for the start: it exited with code 4"),
        ("print('{\"v\":1}\\n{\"board\":\".\"}', flush=True); input()", "it was not asked for"),
        (&answering("def start():\n return {'board': 'a\\n'}"), "\"a\\n\" is no board"),
        ("import nothing", "its last words: ModuleNotFoundError: No module named 'nothing'"),
    ]
    .into_iter()
    .enumerate()
    {
        let folder = folder_with(&format!("begins-{number}"), "", program);
        let told = open_at(folder.path()).unwrap_err().to_string();
        assert!(told.contains(expected), "{program}: {told}");
    }
}

/// A game of counting up, whose program first does this at the number 3.
fn counting(act: &str) -> String {
    answering(&format!(
        "def moves(board, state, turn):\n n = len(board)\n if n == 3:\n  {act}\n return {{'moves': [['m%d' % n, board + '.']]}}"
    ))
}

#[test]
fn a_program_that_dies_once_is_started_again_and_one_that_dies_twice_is_broken() {
    needs!(programs);
    // Each process lives for one answer: each dies, and another answers.
    let answer = "def moves(board, state, turn):\n say({'moves': [['m', board + '.']]}); exit()";
    let folder = folder_with("short-lived", "", &answering(answer));
    let game = open_at(folder.path()).unwrap();
    let mut line = open(game.id, Start::Usual, None).unwrap();
    play_on(&mut *line, 3);
    assert_eq!((line.plies(), line.broken()), (3, None));

    let folder = folder_with("dead", "", &counting("exit(5)"));
    let game = open_at(folder.path()).unwrap();
    let mut line = open(game.id, Start::Usual, None).unwrap();
    play_on(&mut *line, 2);
    assert!(line.broken().unwrap().contains("it exited with code 5"), "{:?}", line.broken());
    assert!(line.legal().is_empty() && line.end().is_none());
    // The position is left as any other, and the match goes on from the one before.
    assert!(line.undo() && line.broken().is_none());
}

fn play_on(line: &mut dyn Line, plies: usize) {
    for _ in 0..plies {
        let Some(&key) = line.legal().first() else { return };
        line.play(key);
    }
}

#[test]
fn a_program_that_answers_differently_when_asked_again_is_found() {
    needs!(programs);
    let liar = answering(
        "asked = set()\ndef moves(board, state, turn):\n again = board in asked\n asked.add(board)\n\
         \x20return {'moves': [['m', board + ('!' if again else '.')]]}",
    );
    let folder = folder_with("liar", "", &liar);
    let game = open_at(folder.path()).unwrap();
    let mut line = open(game.id, Start::Usual, None).unwrap();
    // One question of 64 is asked twice.
    play_on(&mut *line, 300);
    let words = line.broken().expect("it lies");
    assert!(words.contains("it was asked twice, and answered differently"), "{words}");
}

#[test]
fn an_answer_of_an_earlier_match_is_doubted_in_the_next() {
    needs!(programs);
    // What it reads elsewhere is no part of its question.
    let needed = crate::open_folder(0o755);
    let book = needed.path().join("book");
    fs::write(&book, ".").unwrap();
    fs::set_permissions(&book, Permissions::from_mode(0o644)).unwrap();
    let program = format!(
        "def moves(board, state, turn):\n return {{'moves': [['m', board + open({book:?}).read()]]}}"
    );
    let toml = format!("needs = [{:?}]", needed.path());
    let folder = folder_with("turncoat", &toml, &answering(&program));
    let game = open_at(folder.path()).unwrap();
    for text in [".", "!"] {
        fs::write(&book, text).unwrap();
        let mut line = open(game.id, Start::Usual, None).unwrap();
        play_on(&mut *line, 300);
        assert_eq!(line.broken().is_some(), text == "!", "{:?}", line.broken());
    }
}

#[test]
fn a_state_may_grow_to_its_limit_and_no_further() {
    needs!(programs);
    let growing =
        "def moves(board, state, turn):\n return {'moves': [['m', board, state + 'x' * 1024]]}";
    let folder = folder_with("growing", "", &answering(growing));
    let game = open_at(folder.path()).unwrap();
    let mut line = open(game.id, Start::Usual, None).unwrap();
    play_on(&mut *line, 4);
    assert!(line.broken().unwrap().contains("a state has 5120 bytes"), "{:?}", line.broken());
}

#[test]
fn a_fault_that_hangs_dies_or_lies_costs_its_sentence_alone() {
    needs!(programs);
    for (number, fault) in ["while True: pass", "exit(1)", "return {'text': '\\x1b'}", "return {}"]
        .into_iter()
        .enumerate()
    {
        let program = format!(
            "def moves(board, state, turn):\n return {{'moves': [['m', board + '.']]}}\ndef fault(q):\n {fault}"
        );
        let folder = folder_with(&format!("faulty-{number}"), "", &answering(&program));
        let game = open_at(folder.path()).unwrap();
        let mut line = open(game.id, Start::Usual, None).unwrap();
        let judged = line.judge(b"wrong", arbitro_rules::notation::Strictness::Strict);
        let wrong = judged.verdict.unwrap_err();
        let diagnosis = wrong.diagnosis().unwrap();
        assert_eq!(diagnosis.code.name(), "no_such_move", "{fault}");
        play_on(&mut *line, 1);
        assert_eq!(line.broken(), None, "{fault}");
    }
}

#[test]
fn a_board_may_have_8192_bytes() {
    needs!(programs);
    let large = "def moves(board, state, turn):\n return {'moves': [['m', 'x' * 8192]]}";
    let folder = folder_with("large", "", &answering(large));
    let game = open_at(folder.path()).unwrap();
    let mut line = open(game.id, Start::Usual, None).unwrap();
    play_on(&mut *line, 2);
    assert_eq!((line.board(1).len(), line.broken()), (8192, None));
}

#[test]
fn the_command_that_shows_a_failure_asks_the_same_question_by_hand() {
    needs!(programs);
    let folder = folder_with("by-hand", "", "raise SystemExit(4)");
    let ask = |command: &str| {
        let done = Command::new("sh").current_dir(folder.path()).args(["-c", command]).output();
        let done = done.unwrap();
        (String::from_utf8(done.stdout).unwrap(), done.status.code())
    };
    let told = open_at(folder.path()).unwrap_err().to_string();
    assert!(told.contains("it exited with code 4; to see it, type in its folder: "), "{told}");
    let (_, command) = told.split_once("folder: ").unwrap();
    assert_eq!(command, "echo '{\"ask\":\"start\"}' | python3 rules.py");
    assert_eq!(ask(command).1, Some(4));
    // A board of two lines, and signs that a shell would take for its own.
    let program = "def start():\n return {'board': \"$x'\\n..\", 'state': '`'}\n\
        def moves(board, state, turn):\n assert len(board) == 6 and state == '`', board\n \
        return {'moves': [[turn, board, state]]}";
    fs::write(folder.path().join("rules.py"), answering(program)).unwrap();
    let game = open_at(folder.path()).unwrap();
    let (answer, code) = ask(&game.by_hand(None));
    assert!(
        answer.contains("{\"moves\": [[\"x\", \"$x'\\n..\", \"`\"]]}") && code == Some(0),
        "{answer}"
    );
    let mut line = open(game.id, Start::Usual, None).unwrap();
    line.play(line.legal()[0]);
    assert!(ask(&game.by_hand(line.as_any().downcast_ref())).0.contains("[[\"o\", "));
}
