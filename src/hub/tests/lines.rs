//! The lines of Hub: read into types and written again, and what is no line, position or move.

use arbitro_hub::{
    Answer, Go, Info, Line, LineFault, MAX_LINE_BYTES, Request, RequestFault, SearchBounds,
    TextFault, read_hub_move, read_hub_position, write_hub_move, write_hub_position,
};
use arbitro_rules::draughts::International;
use arbitro_rules::notation::Notation;
use arbitro_rules::{Game, Player};
use proptest::prelude::*;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Plays random games of at most `plies` plies each and shows every position of them.
fn random_positions(seed: u64, games: usize, plies: usize, mut see: impl FnMut(&International)) {
    let mut random = StdRng::seed_from_u64(seed);
    for _ in 0..games {
        let mut position = International::start();
        for _ in 0..plies {
            see(&position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.after(moves[random.random_range(0..moves.len())]);
        }
    }
}

fn line(text: &str) -> Line {
    Line::parse(text).unwrap().unwrap()
}

fn request(text: &str) -> Result<Request, RequestFault> {
    Request::read(&line(text))
}

#[test]
fn lines_that_engines_and_boards_write_come_back_as_they_were() {
    for text in [
        "hub",
        "id name=Scan version=3.1 author=\"Fabien Letouzey\" country=France",
        "param name=variant value=normal type=enum values=\"normal killer bt\"",
        "param name=book-file value=\"\" type=string",
        "info depth=21 score=-0.01 nodes=31261613 pv=\"32-28 17-22 28x17x22\"",
        "go think",
        "error message=\"a = b\"",
    ] {
        assert_eq!(line(text).to_string(), text);
    }
    let spaced = line("  level   move-time = 1.5\t ");
    assert_eq!(spaced.to_string(), "level move-time=1.5");
    assert_eq!(Line::parse("  "), Ok(None));
    assert_eq!(Line::read(b"ping\r"), Ok(Some(Line::new("ping"))));
}

#[test]
fn an_invalid_hub_line_is_refused_with_the_place() {
    let fault = |text: &str| Line::parse(text).unwrap_err();
    assert_eq!(fault("pos moves=\"1-2"), LineFault::OpenQuotes { column: 11 });
    assert_eq!(fault("pos =W"), LineFault::NoName { column: 5 });
    assert_eq!(fault("level depth="), LineFault::NoName { column: 13 });
    assert_eq!(fault("id name=\"a\"b"), LineFault::NoSpace { column: 12 });
    assert_eq!(fault("a\u{1b}[31m"), LineFault::NotText);
    assert_eq!(Line::read(b"ping \xff"), Err(LineFault::NotText));
    assert_eq!(fault(&"a ".repeat(500)), LineFault::Many);
    assert_eq!(fault(&"a".repeat(MAX_LINE_BYTES + 1)), LineFault::Long);
}

#[test]
fn positions_come_back_and_white_is_player_1_on_the_high_numbers() {
    let start = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
    assert_eq!(write_hub_position(&International::start()), start);
    // The same position by its numbers in FEN, which names White and Black too.
    let fen = International::read_fen("B:WK4,26,36,37:B39,K49").unwrap();
    let text = write_hub_position(&fen);
    assert_eq!((text.len(), &text[..1]), (51, "B"));
    let there: Vec<(usize, char)> = text.char_indices().skip(1).filter(|it| it.1 != 'e').collect();
    let expected = [(4, 'W'), (26, 'w'), (36, 'w'), (37, 'w'), (39, 'b'), (49, 'B')];
    assert_eq!(there, expected);
    assert_eq!(read_hub_position(&text), Ok(fen));
    random_positions(1, 40, 120, |position| {
        assert_eq!(read_hub_position(&write_hub_position(position)), Ok(*position));
    });
}

#[test]
fn an_invalid_hub_position_is_refused_with_the_reason() {
    let fault = |text: &str| read_hub_position(text).unwrap_err();
    assert_eq!(fault("Wbb"), TextFault::Length { found: 3 });
    let fifty = "e".repeat(50);
    assert!(matches!(fault(&format!("X{fifty}")), TextFault::Letter { column: 1, found: 'X', .. }));
    let odd = format!("W{}x{}", "e".repeat(10), "e".repeat(39));
    assert!(matches!(fault(&odd), TextFault::Letter { column: 12, found: 'x', .. }));
    // A white man on its last row is no man any more.
    let uncrowned = format!("Ww{}", "e".repeat(49));
    assert!(matches!(fault(&uncrowned), TextFault::Unplayable(_)));
    assert!(matches!(fault(&format!("W{}", "w".repeat(50))), TextFault::Unplayable(_)));
}

#[test]
fn every_legal_move_comes_back_whatever_the_order_of_what_it_takes() {
    let mut captures = 0;
    let mut several = 0;
    random_positions(2, 60, 150, |position| {
        for mv in position.legal_moves() {
            let text = write_hub_move(mv);
            assert_eq!(read_hub_move(position, &text), Ok(mv), "{text}");
            if !mv.is_capture() {
                assert_eq!(text, position.write_move(mv), "as in every other notation");
                continue;
            }
            captures += 1;
            let mut squares: Vec<&str> = text.split('x').collect();
            several += usize::from(squares.len() > 3);
            squares[2..].reverse();
            assert_eq!(read_hub_move(position, &squares.join("x")), Ok(mv));
        }
    });
    assert!(captures > 200 && several > 20, "{captures} {several}");
}

#[test]
fn a_move_that_is_none_or_may_be_several_is_refused_with_the_choice() {
    let start = International::start();
    for text in ["", "32", "32-28-23", "32-28x", "032-28", "32-51", "0-5", "a1-b2", "32 - 28"] {
        assert!(matches!(read_hub_move(&start, text), Err(TextFault::NotMove { .. })), "{text}");
    }
    let fault = read_hub_move(&start, "32-23").unwrap_err();
    assert!(fault.to_string().contains("from there it can go 32-27, 32-28"), "{fault}");
    assert!(
        matches!(read_hub_move(&start, "32x28"), Err(TextFault::NotLegal { .. })),
        "no capture is there"
    );
    // Two ways round from 46 to 5, which take different pieces.
    let mut found = 0;
    random_positions(3, 400, 160, |position| {
        let moves = position.legal_moves();
        for mv in &moves {
            let twins = moves.iter().filter(|it| (it.from, it.to) == (mv.from, mv.to)).count();
            if mv.is_capture() && twins > 1 {
                found += 1;
                let text = write_hub_move(*mv);
                let ends: Vec<&str> = text.split('x').take(2).collect();
                let fault = read_hub_move(position, &ends.join("x")).unwrap_err();
                assert!(matches!(fault, TextFault::Ambiguous { .. }), "{fault}");
            }
        }
    });
    assert!(found > 0, "such positions were met");
}

#[test]
fn requests_come_back_as_they_were() {
    let start = International::start();
    let first = start.legal_moves()[0];
    let second = start.after(first).legal_moves()[3];
    let level = SearchBounds {
        moves: Some(9),
        time: Some(std::time::Duration::from_millis(291_587)),
        ..SearchBounds::default()
    };
    for (asked, text) in [
        (Request::Hub, Some("hub")),
        (Request::Init, Some("init")),
        (Request::Ping, Some("ping")),
        (Request::Stop, Some("stop")),
        (Request::PonderHit, Some("ponder-hit")),
        (Request::NewGame, Some("new-game")),
        (Request::Quit, Some("quit")),
        (Request::Go(Go::Analyze), Some("go analyze")),
        (Request::Level(level), Some("level moves=9 time=291.587")),
        (Request::Level(SearchBounds::default()), Some("level infinite")),
        (
            Request::SetParam { name: "book-file".to_owned(), value: String::new() },
            Some("set-param name=book-file value=\"\""),
        ),
        (Request::Position { start, moves: vec![first, second] }, None),
    ] {
        let line = asked.line();
        if let Some(text) = text {
            assert_eq!(line.to_string(), text);
        }
        assert_eq!(request(&line.to_string()), Ok(asked), "{line}");
    }
    assert_eq!(
        request("go think later=yes"),
        Ok(Request::Go(Go::Think)),
        "what is not known is passed over"
    );
}

#[test]
fn an_invalid_hub_request_is_refused_with_the_reason() {
    let said = |text: &str| request(text).unwrap_err().to_string();
    assert_eq!(said("jump high"), "there is no command \"jump\"");
    assert_eq!(said("pos"), "pos without pos");
    assert_eq!(said("go"), "go without think, ponder or analyze");
    assert_eq!(said("set-param name=x"), "set-param without value");
    for bad in ["move-time=soon", "depth=-1", "nodes=1.5", "time=NaN", "inc=inf"] {
        assert!(said(&format!("level {bad}")).starts_with("level: "), "{bad}");
    }
    let start = write_hub_position(&International::start());
    assert!(said(&format!("pos pos={start} moves=\"32-28 32-28\"")).starts_with("pos: move 2: "));
}

#[test]
fn answers_are_read_as_far_as_they_are_understood() {
    let read = |text: &str| Answer::read(&line(text));
    for text in [
        "wait",
        "ready",
        "pong",
        "done move=32-28 ponder=17-22",
        "info depth=3 score=-0.25 nodes=120 time=0.010 nps=1.50 pv=\"32-28 17-22\"",
        "param name=threads value=1 type=int min=1 max=16",
        "error message=\"no such thing\"",
    ] {
        assert_eq!(read(text).line().unwrap().to_string(), text);
    }
    assert_eq!(read("mood mood=good"), Answer::Other);
    assert_eq!(
        read("info depth=deep score=3"),
        Answer::Info(Info { score: Some(3.0), ..Info::default() })
    );
}

#[test]
fn white_moves_first_and_the_colours_stay_with_their_players() {
    let start = read_hub_position(&write_hub_position(&International::start())).unwrap();
    assert_eq!(start.turn(), Player::X);
    let mv = read_hub_move(&start, "31-27").unwrap();
    let text = write_hub_position(&start.after(mv));
    assert_eq!((&text[..1], &text[27..28], &text[31..32]), ("B", "w", "e"));
}

proptest! {
    #[test]
    fn no_bytes_whatever_do_harm(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        if let Ok(Some(line)) = Line::read(&bytes) {
            let _ = Request::read(&line);
            let _ = Answer::read(&line);
            prop_assert_eq!(Line::parse(&line.to_string()).unwrap(), Some(line));
        }
    }

    #[test]
    fn no_text_whatever_does_harm(text in "[-x0-9WBwbe\" =a-z]{0,80}") {
        let _ = read_hub_move(&International::start(), &text);
        let _ = read_hub_position(&text);
        if let Ok(Some(line)) = Line::parse(&text) {
            let _ = Request::read(&line);
        }
    }
}
