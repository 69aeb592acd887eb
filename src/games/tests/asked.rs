//! Bundled players that ask their referee about the rules.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use arbitro_games::{Game, ProgramLine, RelayedGame, RulesAnswerer, open_asked};
use arbitro_rules::line::{Line, Start, open};

use crate::{answering, folder_with, open_at, open_named};

fn match_of(game: &Game) -> Box<dyn Line> {
    open(game.id, Start::Usual, None).unwrap()
}

fn answer(line: &dyn Line) -> (RulesAnswerer, OwnedFd) {
    line.as_any().downcast_ref::<ProgramLine>().unwrap().answer().unwrap()
}

fn asked(channel: OwnedFd) -> RelayedGame {
    open_asked(channel, 1 << 20).unwrap()
}

#[test]
fn a_player_that_asks_knows_the_same_rules() {
    let game =
        open_named(arbitro_testkit::games::project("boards/games/connect-four").to_str().unwrap());
    let game = game.unwrap();
    let (answering, channel) = answer(&*match_of(&game));
    let asked = asked(channel);
    let mut line = open(asked.id, Start::Usual, None).unwrap();
    assert_eq!((asked.id, line.leaves(4)), (game.id, Ok(2401)));
    for name in "a1 b1 a2 b2 a3 b3 a4".split(' ') {
        let key = line.read(name).unwrap();
        line.play(key);
    }
    let why = line.why().unwrap();
    assert_eq!((&*why.english, why.italian.as_deref()), ("four in a row", Some("quattro in fila")));
    assert_eq!((answering.failure(), answering.is_awaited()), (None, false));
    assert!(answering.took() > Duration::ZERO && asked.waited() >= answering.took());
}

const SLOW: &str = "def moves(board, state, turn):\n if board != '.':\n  time.sleep(0.2)\n  \
                    assert board == '..'\n return {'moves': [['m', board + '.']], 'score': 0.5}";

#[test]
fn the_time_of_an_answer_and_its_failure_are_told_to_the_referee() {
    let folder = folder_with("slow", "", &answering(SLOW));
    let game = open_at(folder.path()).unwrap();
    let (answering, channel) = answer(&*match_of(&game));
    let asked = asked(channel);
    let mut line = open(asked.id, Start::Usual, None).unwrap();
    answering.begin_turn();
    let key = line.legal()[0];
    line.play(key);
    assert_eq!(line.as_any().downcast_ref::<ProgramLine>().unwrap().score(), Some(0.5));
    assert!((200..2000).contains(&answering.took().as_millis()), "{:?}", answering.took());
    answering.begin_turn();
    assert_eq!((answering.took(), answering.failure()), (Duration::ZERO, None));
    let key = line.legal()[0];
    line.play(key);
    let words = line.broken().unwrap().to_owned();
    assert!(words.ends_with("its last words: AssertionError"), "{words}");
    assert_eq!(answering.failure(), Some(words));
}

#[test]
fn a_question_is_one_from_when_it_was_asked_until_its_answer() {
    let folder = folder_with("slow-again", "", &answering(SLOW));
    let game = open_at(folder.path()).unwrap();
    let (answering, channel) = answer(&*match_of(&game));
    let mut player = File::from(channel);
    answering.begin_turn();
    let began = Instant::now();
    // It says that it has asked long before it could.
    let question =
        "{\"sent\":1,\"ask\":\"moves\",\"board\":\"..\",\"state\":\"\",\"turn\":\"o\"}\n";
    player.write_all(question.as_bytes()).unwrap();
    assert!(answering.is_awaited());
    let mut line = String::new();
    let mut answers = BufReader::new(player);
    for _ in 0..2 {
        line.clear();
        answers.read_line(&mut line).unwrap();
    }
    assert!(line.starts_with("{\"moves\":[[\"m\","), "{line}");
    assert!(!answering.is_awaited());
    assert!(answering.took() <= began.elapsed());
    assert!(answering.took() >= Duration::from_millis(200));
}

#[test]
fn what_is_no_question_of_a_player_has_no_answer() {
    let folder = folder_with(
        "plain",
        "",
        &answering("def moves(b, s, t):\n return {'moves': [['m', b + '.']]}"),
    );
    let game = open_at(folder.path()).unwrap();
    let tell = |line: &str| {
        let (answering, channel) = answer(&*match_of(&game));
        let mut player = File::from(channel);
        // The other end may have heard enough.
        let _ = player.write_all(line.as_bytes());
        let mut answers = BufReader::new(player).lines().skip(1);
        (answers.next().and_then(Result::ok).unwrap_or_default(), answering)
    };
    let long = format!(
        "{{\"ask\":\"moves\",\"board\":\"{}\",\"state\":\"\",\"turn\":\"x\"}}\n",
        ".".repeat(8193)
    );
    for line in [
        "moves\n",
        "{\"ask\":\"end\"}\n",
        "{\"ask\":\"moves\",\"board\":\".\",\"state\":\"\",\"turn\":\"z\"}\n",
        "{\"ask\":\"fault\",\"board\":\".\",\"state\":\"\",\"turn\":\"x\",\"wrote\":\".\"}\n",
        &long,
    ] {
        let (told, answering) = tell(line);
        assert!(told.starts_with("{\"broken\":"), "{line}: {told}");
        assert!(answering.failure().is_some(), "{line}");
    }
    let (told, answering) = tell(&"x".repeat(3 << 20));
    assert_eq!((&*told, answering.failure(), answering.is_awaited()), ("", None, false));
    assert_eq!(match_of(&game).leaves(2), Ok(1), "the rules live on");
}
