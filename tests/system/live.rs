//! `verify` without a command, and `play`: two players in one folder, started by hand.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::live_match::{Player, Referee, build, build_of, recorded, start, tool, verify};
use crate::programs::{program, wait_until};
use arbitro_testkit::games::project;

#[test]
fn two_bundled_players_play_a_whole_match_of_every_game() {
    for game in arbitro_rules::GameId::ALL {
        let game = game.name();
        let referee = Referee::new(&["--game", game, "--max-plies", "120"]);
        let folder = referee.folder.path().to_owned();
        let _one = referee.play(1, &["--game", game, "--strategy", "greedy"]);
        let _two = referee.play(2, &["--game", game, "--strategy", "minimax", "--depth", "3"]);
        let copy = tempfile::tempdir().unwrap();
        let (events, code) = {
            let mut referee = referee;
            let mut events = Vec::new();
            loop {
                let event = referee.event();
                let is_end = event["event"] == "end";
                events.push(event);
                if is_end {
                    break;
                }
            }
            for entry in fs::read_dir(&folder).unwrap() {
                let path = entry.unwrap().path();
                fs::copy(&path, copy.path().join(path.file_name().unwrap())).unwrap();
            }
            (events, referee.child.wait().unwrap().code())
        };
        let end = &events[events.len() - 1];
        assert_eq!((code, &end["fault"]), (Some(0), &Value::Null), "{game}: {end}");
        let plies = events.iter().filter(|event| event["event"] == "move").count();
        assert!(plies > 20, "{game}: {plies}");
        // Judged again from the boards alone it is the same match.
        let again = verify(&[
            "match",
            "--json",
            "--game",
            game,
            "--max-plies",
            "120",
            copy.path().to_str().unwrap(),
        ]);
        let again: Value = serde_json::from_slice(&again.stdout).unwrap();
        assert_eq!((&again["plies"], &again["valid"]), (&plies.into(), &true.into()), "{again}");
        assert_eq!(
            (&again["winner"], &again["reason"]),
            (&end["winner"], &end["reason"]),
            "{game}"
        );
    }
}

#[test]
fn the_same_seed_plays_the_same_match() {
    let moves = |seed: &str| {
        let referee = Referee::new(&["--max-plies", "40"]);
        let _one = referee.play(1, &["--strategy", "random", "--seed", seed]);
        let _two = referee.play(2, &["--strategy", "random", "--seed", seed]);
        let (events, _) = referee.finish();
        events
            .iter()
            .map(|event| event["move"].as_str().unwrap_or("").to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(moves("7"), moves("7"));
    assert_ne!(moves("7"), moves("8"));
}

#[test]
fn a_player_written_for_the_course_works_unchanged() {
    let Some(compiler) = tool("g++") else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = build(compiler, "tests/players/course_style.cpp", folder.path());
    let referee = Referee::new(&["--max-plies", "16"]);
    let _one = start(&program, 1, &referee);
    let _two = referee.play(2, &["--strategy", "greedy"]);
    let (end, code) = referee.end();
    assert_eq!((code, &end["reason"]), (0, &"move_limit".into()), "{end}");
}

#[test]
fn the_example_players_in_other_languages_play_whole_matches() {
    let built = tempfile::tempdir().unwrap();
    let mut players = Vec::new();
    if tool("python3").is_some() {
        players.push(project("players/python/player.py"));
    }
    if let Some(compiler) = tool("gcc") {
        players.push(build(compiler, "players/c/player.c", built.path()));
    }
    if let Some(compiler) = tool("g++") {
        let sources = ["players/cpp/play.cpp", "players/cpp/player.cpp"];
        players.push(build_of(compiler, &sources, &built.path().join("play")));
    }
    if tool("bash").is_some() {
        players.push(project("players/shell/player.sh"));
    }
    for (index, one) in players.iter().enumerate() {
        // Each meets the next as player 1, so that each plays both sides.
        let two = &players[(index + 1) % players.len()];
        let referee = Referee::new(&[]);
        let _players = [start(one, 1, &referee), start(two, 2, &referee)];
        let (end, code) = referee.end();
        assert_eq!(
            (code, &end["fault"]),
            (0, &Value::Null),
            "{} {}: {end}",
            one.display(),
            two.display()
        );
    }
}

#[test]
fn a_board_is_judged_as_soon_as_it_is_there() {
    let mut referee = Referee::new(&[]);
    for number in 2..=9 {
        referee.write(number, recorded(number));
        let event = referee.event();
        assert_eq!((&event["event"], &event["ply"]), (&"move".into(), &(number - 1).into()));
        assert_eq!(event["player"], if number % 2 == 0 { "x" } else { "o" });
        assert!(event["ms"].as_u64().unwrap() < 2_000, "{event}");
    }
}

#[test]
fn each_wrong_answer_loses_for_its_own_reason() {
    let start = fs::read_to_string(project("boards/starts/dama.txt")).unwrap();
    let backwards = fs::read_to_string(project("boards/faulty/dama-thirteen-men.txt")).unwrap();
    let two_moves = recorded(3);
    for (board, reason, diagnosis) in [
        (start.into_bytes(), "unchanged", "unchanged"),
        (two_moves, "illegal_move", "moved_opponent"),
        (backwards.into_bytes(), "invalid_board", ""),
        (b"rubbish".repeat(20), "invalid_board", ""),
        (vec![b'x'; 5_000_000], "invalid_board", ""),
    ] {
        let referee = Referee::new(&[]);
        referee.write(2, &board);
        let (end, code) = referee.end();
        assert_eq!(code, 1);
        assert_eq!((&end["reason"], &end["winner"]), (&reason.into(), &"o".into()), "{end}");
        assert_eq!((&end["fault"]["player"], &end["fault"]["ply"]), (&"x".into(), &1.into()));
        assert!(end["fault"]["file"].as_str().unwrap().ends_with("board_2.txt"));
        if !diagnosis.is_empty() {
            assert_eq!(end["fault"]["diagnosis"], diagnosis);
        }
        assert!(end["fault"]["text"].as_str().unwrap().len() > 10, "{end}");
    }
}

#[test]
fn a_non_file_in_place_of_a_board_is_an_invalid_board() {
    type Maker = fn(&Path);
    let makers: [(&str, Maker); 3] = [
        ("folder", |path| fs::create_dir(path).unwrap()),
        ("pipe", |path| {
            assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
        }),
        ("link", |path| {
            std::os::unix::fs::symlink("/dev/zero", path).unwrap();
        }),
    ];
    for (what, make) in makers {
        let referee = Referee::new(&[]);
        // Made elsewhere and moved in: inotify tells of that, not of a new folder or pipe.
        let elsewhere = tempfile::tempdir_in(referee.folder.path()).unwrap();
        let made = elsewhere.path().join("made");
        make(&made);
        fs::rename(&made, referee.board(2)).unwrap();
        let (end, code) = referee.end();
        assert_eq!((code, &end["reason"]), (1, &"invalid_board".into()), "{what}: {end}");
        assert_eq!(end["fault"]["faults"][0]["kind"], "unreadable", "{what}");
    }
}

#[test]
fn a_player_that_writes_no_board_in_time_loses() {
    let referee = Referee::new(&["--move-time", "100ms", "--start-time", "100ms"]);
    let (end, code) = referee.end();
    assert_eq!((code, &end["reason"], &end["winner"]), (1, &"timeout".into(), &"o".into()));
    assert_eq!(end["fault"]["text"], "no board within 0.2 s");
    // The second answer of a player has the time of a move alone.
    let mut referee = Referee::new(&["--move-time", "200ms", "--start-time", "20s"]);
    for number in 2..=3 {
        referee.write(number, recorded(number));
        referee.event();
    }
    let (end, _) = referee.end();
    assert_eq!(
        (&end["fault"]["ply"], &end["fault"]["text"]),
        (&3.into(), &"no board within 0.2 s".into())
    );
}

#[test]
fn half_a_board_gets_a_moment_for_the_rest() {
    use std::io::Write;
    let mut referee = Referee::new(&[]);
    let board = recorded(2);
    referee.write(2, &board[..40]);
    sleep(Duration::from_millis(20));
    fs::OpenOptions::new()
        .append(true)
        .open(referee.board(2))
        .unwrap()
        .write_all(&board[40..])
        .unwrap();
    assert_eq!(referee.event()["event"], "move");
    // Without anything it is an invalid board, not a match that never goes on.
    referee.write(3, b"");
    let (end, _) = referee.end();
    assert_eq!((&end["reason"], &end["fault"]["player"]), (&"invalid_board".into(), &"o".into()));
}

#[test]
fn a_harmless_slip_is_mended_before_the_opponent_sees_it() {
    let mut referee = Referee::new(&[]);
    let exact = recorded(2);
    referee.write(2, [&exact[..], b"\n"].concat());
    let event = referee.event();
    assert_eq!(event["tolerated"], serde_json::json!(["final_newline"]));
    assert_eq!(fs::read(referee.board(2)).unwrap(), exact);
    referee.write(3, recorded(3));
    assert_eq!(referee.event()["ply"], 2, "the match goes on");

    let strict = Referee::new(&["--strict"]);
    strict.write(2, [&exact[..], b"\n"].concat());
    let (end, _) = strict.end();
    assert_eq!(end["reason"], "invalid_board");
    assert_eq!(end["fault"]["faults"][0]["kind"], "final_newline");
}

#[test]
fn a_board_ahead_of_its_turn_is_told_and_counts_once_it_is_written_again() {
    let mut referee = Referee::new(&[]);
    referee.write(3, recorded(3));
    sleep(Duration::from_millis(50));
    referee.write(2, recorded(2));
    assert_eq!(referee.event()["event"], "move");
    let warning = referee.event();
    assert_eq!(warning["event"], "warning");
    let told = warning["text"].as_str().unwrap();
    assert!(told.contains("board_3.txt was written before board_2.txt"), "{told}");
    referee.write(3, recorded(3));
    let event = referee.event();
    assert_eq!((&event["event"], &event["ply"]), (&"move".into(), &2.into()));
    referee.write(4, recorded(3));
    let (end, code) = referee.end();
    assert_eq!((code, &end["reason"]), (1, &"unchanged".into()));
}

/// Starts a match of so many plies in a folder, and waits for its first board.
fn begun(plies: &str, folder: &Path) -> Child {
    let mut verify = Command::new(program("verify"));
    verify.env("LC_ALL", "C").args(["--max-plies", plies, "--dir"]);
    let verify = verify.arg(folder).stdout(Stdio::piped());
    let child = verify.stderr(Stdio::piped()).spawn().unwrap();
    wait_until("the first board is written", || folder.join("board_1.txt").exists());
    child
}

#[test]
fn players_that_write_on_after_the_end_are_told_as_late_as_they_move() {
    let folder = tempfile::tempdir().unwrap();
    let child = begun("3", folder.path());
    for (number, wait) in [(2, 0), (3, 0), (4, 700), (5, 700)] {
        sleep(Duration::from_millis(wait));
        let board = folder.path().join(format!("board_{number}.txt"));
        fs::write(board, recorded(number)).unwrap();
    }
    let said = String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap();
    assert!(said.contains("still write boards here"), "{said}");
}

#[test]
fn players_that_have_played_to_their_end_before_verify_looked_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let child = begun("2", folder.path());
    for number in 2..=5 {
        fs::write(folder.path().join(format!("board_{number}.txt")), recorded(number)).unwrap();
    }
    let said = String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap();
    assert!(said.contains("still write boards here"), "{said}");
}

#[test]
fn players_that_write_on_after_the_end_are_told() {
    for writes_on in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        let path = |number: u32| folder.path().join(format!("board_{number}.txt"));
        let mut child = begun("2", folder.path());
        for number in [2, 3] {
            fs::write(path(number), recorded(number)).unwrap();
        }
        let mut number = 4;
        while writes_on && child.try_wait().unwrap().is_none() {
            fs::write(path(number), recorded(3)).unwrap();
            number += 1;
            sleep(Duration::from_millis(5));
        }
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{said}");
        assert_eq!(said.contains("still write boards here"), writes_on, "{said}");
    }
}

#[test]
fn a_board_ahead_of_its_turn_that_is_not_written_again_is_no_answer() {
    let referee = Referee::new(&["--move-time", "300ms", "--start-time", "300ms"]);
    referee.write(3, recorded(3));
    sleep(Duration::from_millis(50));
    referee.write(2, recorded(2));
    let (end, code) = referee.end();
    assert_eq!((code, &end["reason"], &end["winner"]), (1, &"timeout".into(), &"x".into()));
}

#[test]
fn a_board_that_is_whole_may_be_answered_before_its_writer_closes_it() {
    let mut referee = Referee::new(&[]);
    let mut open = File::create(referee.folder.path().join("board_2.txt")).unwrap();
    open.write_all(&recorded(2)).unwrap();
    referee.write(3, recorded(3));
    drop(open);
    for ply in 1..=2 {
        let event = referee.event();
        assert_eq!((&event["event"], &event["ply"]), (&"move".into(), &ply.into()), "{event}");
    }
}

#[test]
fn a_judged_board_that_is_changed_is_told_and_decides_nothing() {
    let mut referee = Referee::new(&[]);
    referee.write(2, recorded(2));
    referee.event();
    referee.write(1, recorded(3));
    referee.write(3, recorded(3));
    let event = referee.event();
    assert_eq!(event["text"], "board_1.txt was changed after it was judged");
    assert_eq!(referee.event()["ply"], 2);
}

#[test]
fn one_folder_has_one_referee() {
    let mut referee = Referee::new(&[]);
    let folder = referee.folder.path().to_str().unwrap().to_owned();
    for args in [&["--dir", &folder][..], &["--fresh", "--dir", &folder]] {
        let second = verify(args);
        assert_eq!(second.status.code(), Some(2));
        let complaint = String::from_utf8_lossy(&second.stderr).into_owned();
        assert!(complaint.contains("another verify is refereeing in this folder"), "{complaint}");
    }
    referee.write(2, recorded(2));
    assert_eq!(referee.event()["event"], "move", "the first goes on unharmed");
}

#[test]
fn boards_of_an_earlier_match_are_left_alone_unless_asked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_owned();
    for (name, text) in [
        ("board_1.txt", "old"),
        ("board_9.txt", "old"),
        ("notes.txt", "mine"),
        ("board_x.txt", "mine"),
    ] {
        fs::write(path.join(name), text).unwrap();
    }
    let refused = verify(&["--dir", path.to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(2));
    let complaint = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(complaint.contains("board files of an earlier match are here (2);"), "{complaint}");
    assert_eq!(fs::read(path.join("board_1.txt")).unwrap(), b"old");

    let fresh =
        Referee::in_folder(folder, &["--fresh", "--move-time", "1ms", "--start-time", "1ms"]);
    wait_until("the old boards are removed", || !path.join("board_9.txt").exists());
    assert_eq!(fs::read(path.join("notes.txt")).unwrap(), b"mine");
    assert_eq!(fs::read(path.join("board_x.txt")).unwrap(), b"mine");
    drop(fresh);
}

#[test]
fn a_match_can_start_from_any_board_and_end_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let start = folder.path().join("start.txt");
    let text = <arbitro_rules::draughts::Dama as arbitro_rules::notation::Notation>::write_board(
        &arbitro_rules::Game::board(
            &<arbitro_rules::draughts::Dama as arbitro_rules::notation::Notation>::read_fen(
                "W:W24:B20,15",
            )
            .unwrap(),
        ),
    );
    fs::write(&start, text).unwrap();
    let referee = Referee::new(&["--start", start.to_str().unwrap()]);
    let (end, code) = referee.end();
    assert_eq!((code, &end["reason"], &end["winner"]), (0, &"no_moves".into(), &"o".into()));

    let refused = verify(&[
        "--dir",
        folder.path().to_str().unwrap(),
        "--start",
        project("boards/faulty/dama-thirteen-men.txt").to_str().unwrap(),
    ]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        !folder.path().join("board_1.txt").exists(),
        "nothing is written for a match that cannot be"
    );
}

#[test]
fn text_for_people_names_boards_moves_and_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_owned();
    let child = Command::new(program("verify"))
        .env("LC_ALL", "C")
        .current_dir(&path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    wait_until("the first board is written", || path.join("board_1.txt").exists());
    fs::write(path.join("board_2.txt"), recorded(2)).unwrap();
    fs::write(path.join("board_3.txt"), recorded(2)).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.starts_with("./board_1.txt is there; waiting for x (player 1) to write board_2.txt\n"),
        "{text}"
    );
    assert!(text.contains("board_2.txt: legal, x plays (2,"), "{text}");
    assert!(
        text.contains(
            "board_3.txt: o left the board as it was at ply 2: x wins\n  the board is unchanged; o must move"
        ),
        "{text}"
    );
}

#[test]
fn a_player_that_cannot_play_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let play = |args: &[&str]| {
        let output =
            Command::new(program("play")).args(args).current_dir(folder.path()).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    fs::write(folder.path().join("board_1.txt"), "rubbish").unwrap();
    let (code, complaint) = play(&["1"]);
    assert_eq!(code, Some(2));
    assert!(complaint.contains("player 1: ./board_1.txt: not a playable board"), "{complaint}");
    for (args, expected) in [
        (&["3"][..], "it is 1 or 2"),
        (
            &["1", "--strategy", "luck"],
            "there is no strategy \"luck\"; there are random, greedy, minimax",
        ),
        (&["1", "--move-time", "10"], "\"10\" is not a time"),
        (&["1", "--threads", "2"], "--threads is for --strategy engine, not for minimax"),
        (&["1", "--strategy", "engine", "--threads", "257"], "write a whole number from 1 to 256"),
        (&["1", "--strategy=engine", "--threads=2", "--game=quoridor"], "unless --depth is given"),
        (&["1", "--level", "extreme", "--threads", "2"], "cannot be used with"),
        (&["1", "--dir", "no/such/folder"], "no/such/folder: cannot be watched"),
        (&[], "<N>"),
    ] {
        let (code, complaint) = play(args);
        assert_eq!(code, Some(2), "{args:?}");
        assert!(complaint.contains(expected), "{args:?}: {complaint}");
    }
}

#[test]
fn a_player_leaves_when_there_is_nothing_to_move() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("board_1.txt"),
        format!("{}X              ", "               \n".repeat(7)),
    )
    .unwrap();
    // o has no piece: nothing to do for either player.
    let output = Command::new(program("play"))
        .args(["1", "--game", "english"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!folder.path().join("board_2.txt").exists());
}

#[test]
fn a_waiting_player_costs_nothing() {
    let folder = Rc::new(tempfile::tempdir().unwrap());
    let player = Player::start(Command::new(program("play")).arg("1"), &folder);
    let ticks = || {
        let stat = fs::read_to_string(format!("/proc/{}/stat", player.child.id())).unwrap();
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split(' ').collect();
        fields[12].parse::<u64>().unwrap() + fields[13].parse::<u64>().unwrap()
    };
    // It is asleep once it watches the folder.
    sleep(Duration::from_millis(300));
    let before = ticks();
    sleep(Duration::from_millis(500));
    assert!(ticks() - before <= 1, "it used {} ticks of CPU while waiting", ticks() - before);
}
