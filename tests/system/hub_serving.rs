//! Our engine as others meet it: asked in Hub, it answers in Hub, and hears `stop` at any time.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::programs::program;
use arbitro_hub::{Answer, Line, MAX_LINE_BYTES, read_hub_move, write_hub_position};
use arbitro_hub::{HubPeer, PeerPlan, TextFault, read_hub_position};
use arbitro_player::hub::{HubSettings, serve_hub};
use arbitro_rules::draughts::International;
use arbitro_rules::line::{Start, open};
use arbitro_rules::notation::Notation;
use arbitro_rules::{Game, GameId};
use arbitro_words::{Faults, Language, say};

/// Far longer than anything here takes on a machine that works.
const PATIENCE: Duration = Duration::from_secs(60);

/// A client of the engine.
struct Board {
    to_it: Option<UnixStream>,
    from_it: BufReader<UnixStream>,
    engine: Option<JoinHandle<std::io::Result<()>>>,
}

impl Board {
    fn new() -> Board {
        let (ours, theirs) = UnixStream::pair().unwrap();
        ours.set_read_timeout(Some(PATIENCE)).unwrap();
        let writer = theirs.try_clone().unwrap();
        let engine = thread::spawn(move || {
            serve_hub(BufReader::new(theirs), writer, &HubSettings { hash_mib: 8, threads: 1 })
        });
        Board {
            to_it: Some(ours.try_clone().unwrap()),
            from_it: BufReader::new(ours),
            engine: Some(engine),
        }
    }

    fn ready() -> Board {
        let mut board = Board::new();
        board.say("hub\ninit");
        board.until("ready");
        board
    }

    fn say(&mut self, text: &str) {
        let to_it = self.to_it.as_mut().unwrap();
        to_it.write_all(format!("{text}\n").as_bytes()).unwrap();
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.from_it.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// Everything up to an answer that begins so, and it.
    fn until(&mut self, command: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let line = self.hear();
            assert!(!line.is_empty(), "it left after {heard:?}");
            let is_it = line.split(' ').next() == Some(command);
            heard.push(line);
            if is_it {
                return heard;
            }
        }
    }

    fn done(&mut self) -> (String, Option<String>) {
        let last = self.until("done").pop().unwrap();
        match Answer::read(&Line::parse(&last).unwrap().unwrap()) {
            Answer::Done { mv, ponder } => (mv, ponder),
            other => panic!("{other:?}"),
        }
    }

    fn leaves(mut self) {
        let engine = self.engine.take().unwrap();
        engine.join().unwrap().unwrap();
    }
}

fn start() -> String {
    format!("pos pos={}", write_hub_position(&International::start()))
}

#[test]
fn it_says_who_it_is_then_waits_and_is_ready_when_told_to_begin() {
    let mut board = Board::new();
    board.say("hub");
    let heard = board.until("wait");
    assert!(heard[0].starts_with("id name=Arbitro version="), "{heard:?}");
    assert!(heard[1].starts_with("param name=variant value=normal type=enum"));
    assert!(heard[2].starts_with("param name=hash-mib value=8 type=int min=1 "));
    assert_eq!(heard[3], "param name=threads value=1 type=int min=1 max=256");
    board.say("set-param name=hash-mib value=4\nset-param name=threads value=2\nset-param name=variant value=normal\ninit");
    assert_eq!(board.hear(), "ready");
    board.say("quit");
    board.leaves();
}

#[test]
fn parameters_it_does_not_have_and_values_that_are_none_are_refused() {
    let mut board = Board::new();
    for (said, why) in [
        ("set-param name=book value=true", "there is no parameter book"),
        ("set-param name=hash-mib value=0", "a number from 1 to"),
        ("set-param name=hash-mib value=99999999999999", "a number from 1 to"),
        ("set-param name=threads value=257", "a number from 1 to 256"),
        ("set-param name=variant value=killer", "only normal"),
    ] {
        board.say(said);
        let heard = board.hear();
        assert!(heard.starts_with("error ") && heard.contains(why), "{heard}");
    }
    board.say("go think");
    assert!(board.hear().contains("init comes first"));
    board.say("init");
    board.until("ready");
    board.say("set-param name=hash-mib value=4");
    assert!(board.hear().contains("before init"));
}

#[test]
fn several_threads_stop_when_told() {
    let mut board = Board::new();
    board.say("set-param name=threads value=2\ninit");
    board.until("ready");
    for _ in 0..3 {
        board.say(&format!("{}\nlevel infinite\ngo analyze", start()));
        board.until("info");
        board.say("stop");
        let heard = board.until("done");
        assert!(heard.last().unwrap().starts_with("done move="), "{heard:?}");
    }
}

#[test]
fn a_search_of_a_depth_tells_each_depth_and_ends_with_a_legal_move() {
    let mut board = Board::ready();
    board.say(&format!("{}\nlevel depth=6\ngo think", start()));
    let heard = board.until("done");
    let depths: Vec<&str> = heard
        .iter()
        .filter(|it| it.starts_with("info "))
        .map(|it| it.split(' ').nth(1).unwrap())
        .collect();
    assert_eq!(depths, ["depth=1", "depth=2", "depth=3", "depth=4", "depth=5", "depth=6"]);
    let last = Line::parse(heard.last().unwrap()).unwrap().unwrap();
    let mv = read_hub_move(&International::start(), last.value("move").unwrap());
    assert!(mv.is_ok(), "{heard:?}");
}

#[test]
fn while_it_thinks_it_answers_ping_refuses_all_else_and_stops_when_told() {
    let mut board = Board::ready();
    board.say(&format!("{}\nlevel infinite\ngo analyze\nping", start()));
    let heard = board.until("pong");
    assert!(heard.iter().all(|it| !it.starts_with("done")), "{heard:?}");
    for asked in ["go think", "level depth=1", "new-game", &start(), "init"] {
        board.say(asked);
        let heard = board.until("error");
        let command = asked.split(' ').next().unwrap();
        let expected = format!("error message=\"{command}: a search is running");
        assert!(heard.last().unwrap().starts_with(&expected), "{heard:?}");
    }
    board.say("stop");
    board.done();
    board.say("stop\nponder-hit\nping");
    assert_eq!(board.hear(), "pong", "stop and ponder-hit without a search are nothing");
}

#[test]
fn pondering_it_waits_for_the_hit_and_only_then_counts_its_time() {
    let mut board = Board::ready();
    board.say(&format!("{}\nlevel move-time=0.2\ngo ponder", start()));
    thread::sleep(Duration::from_millis(600));
    board.say("ping");
    let heard = board.until("pong");
    assert!(heard.iter().all(|it| !it.starts_with("done")), "{heard:?}");
    board.say("ponder-hit");
    board.done();
    let begin = Instant::now();
    board.say(&format!("{}\nlevel move-time=0.2\ngo think", start()));
    board.done();
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
}

#[test]
fn every_form_of_a_clock_brings_a_move() {
    let mut board = Board::ready();
    for level in [
        "move-time=0.05",
        "time=1",
        "time=1 inc=0.05",
        "moves=20 time=1",
        "time=0",
        "time=-3",
        "nodes=500",
        "depth=3",
        "depth=0",
    ] {
        board.say(&format!("{}\nlevel {level}\ngo think", start()));
        board.done();
    }
}

#[test]
fn garbage_is_told_and_harms_nothing_that_comes_after() {
    let mut board = Board::ready();
    board.say(&"x".repeat(MAX_LINE_BYTES * 3));
    assert!(board.hear().contains("longer than"));
    board.say("pos pos=\"W");
    assert!(board.hear().contains("quotes are not closed"));
    board.say("\n   \nfly");
    assert!(board.hear().contains("there is no command 'fly'"));
    board.say("go think");
    assert!(board.hear().contains("level comes first"));
    board.say("level depth=2\npos pos=Wbb");
    assert!(board.hear().contains("this one has 3 characters"));
    board.say("go think");
    assert!(
        board.hear().contains("the last position was none"),
        "better no move than one for another position"
    );
    let lost = format!("pos pos=B{}w{}", "e".repeat(30), "e".repeat(19));
    board.say(&format!("{lost}\ngo think"));
    assert!(board.hear().contains("the match is over"));
    board.say(&format!("{}\ngo think", start()));
    board.done();
}

#[test]
fn the_hub_engine_exits_at_once_when_its_input_closes() {
    let mut board = Board::ready();
    board.say(&format!("{}\nlevel infinite\ngo analyze", start()));
    board.until("info");
    let begin = Instant::now();
    let to_it = board.to_it.take().unwrap();
    to_it.shutdown(std::net::Shutdown::Write).unwrap();
    board.leaves();
    assert!(begin.elapsed() < Duration::from_secs(20));
}

#[test]
fn it_plays_a_whole_match_against_itself_by_our_rules() {
    let mut board = Board::ready();
    board.say("level nodes=300");
    let mut position = International::start();
    let mut plies = 0;
    while position.end().is_none() && plies < 160 {
        board.say(&format!("pos pos={}\ngo think", write_hub_position(&position)));
        let (mv, ponder) = board.done();
        let mv = read_hub_move(&position, &mv).unwrap();
        position = position.after(mv);
        if let Some(expected) = ponder {
            assert!(read_hub_move(&position, &expected).is_ok(), "{expected}");
        }
        plies += 1;
    }
    assert!(plies > 40, "{plies}");
}

#[test]
fn a_position_that_came_before_is_known_from_the_moves_behind_pos() {
    // White is far behind; one move of its brings a position about for the third time, a draw.
    let mut position = International::read_fen("W:WK26:BK45,K50,1,2,5,6").unwrap();
    let start = write_hub_position(&position);
    let round = ["26-31", "50-44", "31-26", "44-50"];
    let moves: Vec<&str> = round.into_iter().cycle().take(10).collect();
    for text in &moves {
        position = position.after(read_hub_move(&position, text).unwrap());
    }
    let score = |moves: &str, pos: &str| {
        let mut board = Board::ready();
        board.say(&format!("pos pos={pos} moves=\"{moves}\"\nlevel depth=1\ngo analyze"));
        let heard = board.until("done");
        let info = heard.iter().rfind(|it| it.starts_with("info ")).unwrap();
        let line = Line::parse(info).unwrap().unwrap();
        line.value("score").unwrap().parse::<f64>().unwrap()
    };
    let with = score(&moves.join(" "), &start);
    let without = score("", &write_hub_position(&position));
    assert!(without < -1.0, "{without}");
    assert!(with.abs() < 0.005, "{with}");
}

#[test]
fn the_program_speaks_it_on_its_standard_streams_and_refuses_flags_that_mean_nothing_then() {
    let mut engine = Command::new(program("play"))
        .args(["--hub", "--threads", "3"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut to_it = engine.stdin.take().unwrap();
    let asked = format!("hub\ninit\n{}\nlevel depth=3\ngo think\n", start());
    to_it.write_all(asked.as_bytes()).unwrap();
    let mut from_it = BufReader::new(engine.stdout.take().unwrap()).lines();
    let threads = from_it.find(|it| it.as_ref().unwrap().starts_with("param name=threads value=3"));
    assert!(threads.is_some());
    let done = from_it.find(|it| it.as_ref().unwrap().starts_with("done move="));
    assert!(done.is_some());
    drop(to_it);
    assert!(engine.wait().unwrap().success());
    for flags in [
        &["--hub", "1"][..],
        &["--hub", "--game", "italian"],
        &["--hub", "--strategy", "engine"],
        &["--hub", "--level", "hard"],
        &["--hub", "--dir", "."],
        &["--hub", "--seed", "3"],
        &["--hub", "--endgames", "."],
        &["--hub", "--depth", "3"],
        &["--hub", "--hub-engine", "x"],
        &["--hub-arg", "x", "1"],
        &["--hub-engine", "x", "--game", "russian", "1"],
        &["--hub-engine", "x", "--strategy", "random", "1"],
    ] {
        let output = Command::new(program("play")).args(flags).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{flags:?}");
        assert!(!output.stderr.is_empty() && output.stdout.is_empty(), "{flags:?}");
    }
}

#[test]
fn our_engine_is_driven_through_a_match_from_both_sides() {
    let engine = |nodes: u64| {
        HubPeer::start(PeerPlan {
            program: program("play").to_owned(),
            args: vec!["--hub".into()],
            folder: None,
            params: vec![("hash-mib".to_owned(), "4".to_owned())],
            nodes: Some(nodes),
            hidden: Vec::new(),
            start_time: PATIENCE,
            move_time: PATIENCE,
            depth: None,
        })
        .unwrap()
    };
    let mut players = [engine(400), engine(100)];
    let mut line = open(GameId::International, Start::Usual, None).unwrap();
    while !line.legal().is_empty() && line.plies() < 120 {
        let deadline = Instant::now() + Duration::from_secs(30);
        let key = players[line.plies() % 2].choose(&*line, deadline).unwrap().unwrap();
        assert!(line.legal().contains(&key));
        line.play(key);
    }
    assert!(line.plies() > 30, "{}", line.plies());
}

#[test]
fn a_position_is_refused_in_the_same_words_as_a_board() {
    let crowded = format!("W{}{}", "w".repeat(40), "e".repeat(10));
    for text in
        [format!("W{}", "e".repeat(50)), format!("B{}w{}", "b".repeat(22), "e".repeat(27)), crowded]
    {
        let fault = read_hub_position(&text).unwrap_err();
        let TextFault::Unplayable(faults) = &fault else { panic!("{text}: {fault}") };
        let said = say(&Faults(faults), Language::English);
        assert_eq!(fault.to_string(), format!("not a playable position: {said}"), "{text}");
    }
}
