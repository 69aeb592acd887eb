//! A match behind one door is the match of its game's own type.

use std::fmt::Debug;

use arbitro_rules::history::History;
use arbitro_rules::judge::{Diagnose, judge_file};
use arbitro_rules::line::{Line, Start, open};
use arbitro_rules::notation::Strictness;
use arbitro_rules::quoridor::Quoridor;
use arbitro_rules::{GameId, with_game};
use rand::RngExt;
use rand::rngs::SmallRng;

use arbitro_testkit::games::seeded;
use arbitro_testkit::sizes::short_or_long;

/// Compares everything that both can be asked where they are.
fn is_same<G: Diagnose>(line: &mut dyn Line, generic: &History<G>) {
    let position = generic.position();
    assert_eq!((line.game(), line.turn(), line.plies()), (G::ID, position.turn(), generic.plies()));
    assert_eq!(line.end(), generic.end());
    let ply = line.plies();
    assert_eq!(line.board(ply), G::write_board(&position.board()));
    assert_eq!(line.fen(ply), position.write_fen());
    let legal: Vec<G::Move> = line.legal().into_iter().map(Into::into).collect();
    assert_eq!(legal, position.legal_moves());
}

/// A text or a board with some of its bytes changed.
fn spoiled(text: &str, random: &mut SmallRng) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..random.random_range(1..4) {
        let at = random.random_range(0..bytes.len());
        bytes[at] = b" xXoO.-|\n19eh"[random.random_range(0..13)];
    }
    bytes
}

fn same<A: Debug + PartialEq, B: Debug>(ours: Result<A, B>, theirs: Result<A, B>) {
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => assert_eq!(ours, theirs),
        (ours, theirs) => assert_eq!(format!("{ours:?}"), format!("{theirs:?}")),
    }
}

/// Plays a random match both ways, with wrong boards and texts on the way.
fn play<G: Diagnose>(start: &str, plies: usize, random: &mut SmallRng) {
    let mut line = open(G::ID, Start::Fen(start), Some(200)).unwrap();
    let mut generic = History::new(G::read_fen(start).unwrap(), Some(200));
    for _ in 0..plies {
        is_same(&mut *line, &generic);
        let position = *generic.position();
        let moves = position.legal_moves();
        let Some(&mv) = moves.get(random.random_range(0..moves.len().max(1))) else { break };
        let text = position.write_move(mv);
        let board = G::write_board(&position.after(mv).board());
        for bytes in [board.clone().into_bytes(), spoiled(&board, random)] {
            let (tolerated, verdict) = judge_file(&position, &bytes, Strictness::Tolerant);
            let judgement = line.judge(&bytes, Strictness::Tolerant);
            assert_eq!(judgement.tolerated, tolerated);
            same(judgement.verdict.map(G::Move::from), verdict);
        }
        let wrong = String::from_utf8(spoiled(&text, random)).unwrap();
        let read = line.read(&wrong).map(G::Move::from);
        if let Err(error) = read.clone() {
            let attempt = line.attempt(&wrong, error);
            assert!(attempt.board.is_none() || attempt.diagnosis.is_some(), "{attempt:?}");
        }
        same(read, position.read_move(&wrong, &mut Vec::new()));
        let key = line.read(&text).unwrap();
        assert_eq!(G::Move::from(key), mv);
        let step = line.step(key);
        assert_eq!((&step.text, step.player), (&text, position.turn()));
        let (mut touched, mut places) = (step.action.touched(), G::places_of(mv));
        touched.sort();
        places.sort();
        assert_eq!(touched, places);
        line.play(key);
        generic.play(mv);
        if random.random_bool(0.1) {
            assert!(line.undo());
            generic.undo();
        }
    }
    assert_eq!(line.start_fen().is_none(), generic.positions()[0] == G::start());
    let moves = line.moves();
    let mut again = open(G::ID, Start::Fen(start), None).unwrap();
    for text in moves.split_whitespace() {
        let key = again.read(text).unwrap();
        again.play(key);
    }
    assert_eq!(again.fen(again.plies()), generic.position().write_fen());
}

#[test]
fn a_line_is_the_history_of_its_game() {
    for game in GameId::ALL {
        with_game!(game, G => {
            let mut random = seeded(70);
            for number in 0..short_or_long(9, 60) {
                let mut start: G = arbitro_rules::Game::start();
                // A third begin after random plies.
                for _ in 0..(if number % 3 == 0 { 20 } else { 0 }) {
                    let moves = arbitro_rules::Game::legal_moves(&start);
                    if moves.is_empty() { break }
                    start = arbitro_rules::Game::after(&start, moves[random.random_range(0..moves.len())]);
                }
                let start = arbitro_rules::notation::Notation::write_fen(&start);
                play::<G>(&start, 60, &mut random);
            }
        });
    }
}

#[test]
fn lines_of_quoridor_are_the_same_on_every_board() {
    let mut random = seeded(71);
    for size in [3, 5, 7, 9, 11, 13, 15] {
        for walls in [0, 1, 10] {
            let start = Start::Sized { size: Some(size), walls: Some(walls) };
            if let Ok(line) = open(GameId::Quoridor, start, None) {
                play::<Quoridor>(&line.fen(0), 60, &mut random);
            }
        }
    }
}
