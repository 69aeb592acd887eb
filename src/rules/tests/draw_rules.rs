//! Draws by history, per rule set, at the ply where they fall and not one earlier.

use arbitro_rules::draughts::{
    Brazilian, Dama, Draughts, DrawClock, DrawRule, Guide, International, Italian, RuleSet, Russian,
};
use arbitro_rules::history::{History, LineEnd};
use arbitro_rules::notation::Notation;
use arbitro_rules::{End, Game, Player};

use arbitro_testkit::games::SetOf;

/// Plays moves in turn, again and again, until the match is over or `most` plies are played.
fn play<R: RuleSet>(
    fen: &str,
    moves: &[&str],
    most: usize,
    limit: Option<u32>,
) -> (usize, Option<LineEnd>) {
    let mut line = History::new(Draughts::<R>::read_fen(fen).unwrap(), limit);
    let mut scratch = Vec::new();
    for text in moves.iter().cycle().take(most) {
        if line.end().is_some() {
            break;
        }
        let mv = line.position().read_move(text, &mut scratch).unwrap();
        line.play(mv);
    }
    (line.plies(), line.end())
}

/// Two kings that walk to and fro far from each other.
const TO_AND_FRO: [&str; 4] = ["32-28", "1-5", "28-32", "5-1"];

#[test]
fn a_position_that_stands_too_often_is_a_draw() {
    type I = <Italian as SetOf>::Set;
    type G = <Guide as SetOf>::Set;
    let kings = "W:WK32,30:BK1,3";
    assert_eq!(
        play::<G>("W:WK32,30:BK4,3", &["32-28", "4-8", "28-32", "8-4"], 99, None),
        (8, Some(LineEnd::Repetition(3)))
    );
    assert_eq!(play::<I>(kings, &TO_AND_FRO, 99, None), (12, Some(LineEnd::Repetition(4))));
}

#[test]
fn in_dama_repetition_ends_nothing_but_the_move_limit_does() {
    type D = <Dama as SetOf>::Set;
    let fen = "W:WK32,30:BK1,3";
    assert_eq!(play::<D>(fen, &TO_AND_FRO, 1000, None), (1000, None));
    assert_eq!(
        play::<D>(fen, &TO_AND_FRO, 1000, Some(Dama::PLY_LIMIT)),
        (100, Some(LineEnd::MoveLimit(100)))
    );
}

/// Walks a king around so that no position recurs, as long as it can.
fn wander<G: Notation>(fen: &str, most: usize) -> (usize, Option<LineEnd>) {
    let mut line = History::new(G::read_fen(fen).unwrap(), None);
    while line.plies() < most && line.end().is_none() {
        let position = *line.position();
        let Some(mv) = position.legal_moves().into_iter().find(|&mv| {
            let next = position.after(mv);
            // Kings only, nothing taken, nothing offered, nothing seen before.
            next.board() != position.board()
                && G::places_of(mv).len() == 2
                && next.legal_moves().iter().all(|&reply| G::places_of(reply).len() == 2)
                && !line.positions().contains(&next)
        }) else {
            break;
        };
        line.play(mv);
    }
    (line.plies(), line.end())
}

/// Plies of these moves, again and again, until a draw rule other than repetition applies.
fn plies_to_rule_draw<G: Notation>(fen: &str, moves: &[&str]) -> Option<(usize, DrawRule)> {
    let mut position = G::read_fen(fen).unwrap();
    let (mut clock, mut scratch) = (G::DrawClock::default(), Vec::new());
    for (plies, text) in (1..500).zip(moves.iter().cycle()) {
        let mv = position.read_move(text, &mut scratch).unwrap();
        let next = position.after(mv);
        clock = position.tick(clock, mv, &next);
        position = next;
        if let Some(rule) = position.drawn_by(clock) {
            return Some((plies, rule));
        }
    }
    None
}

#[test]
fn kings_moving_for_too_long_is_a_draw() {
    let quiet = DrawRule::OnlyKings;
    let two_pairs = "W:WK46,K47:BK1,K2";
    assert_eq!(
        plies_to_rule_draw::<International>(two_pairs, &["47-42", "2-8", "42-47", "8-2"]),
        Some((50, quiet))
    );
    assert_eq!(plies_to_rule_draw::<Italian>("W:WK32,30:BK1,3", &TO_AND_FRO), Some((80, quiet)));
    assert_eq!(
        plies_to_rule_draw::<Russian>(
            "W:WKa1,Kc1,Ke1,Kg1:BKb8,Kd8,Kf8,Kh8",
            &["c1-b2", "f8-g7", "b2-c1", "g7-f8"]
        ),
        Some((30, quiet))
    );
    assert_eq!(
        plies_to_rule_draw::<Dama>("W:WK32,30:BK1,3", &TO_AND_FRO),
        None,
        "dama has no such rule"
    );
}

#[test]
fn one_king_against_few_is_a_draw_sooner() {
    let (two, three) = (DrawRule::KingAgainstTwo, DrawRule::KingAgainstThree);
    let shuffle = ["46-41", "50-44", "41-46", "44-50"];
    assert_eq!(
        plies_to_rule_draw::<International>("W:WK46:BK50,K45,35", &shuffle),
        Some((32, three))
    );
    assert_eq!(plies_to_rule_draw::<International>("W:WK46:BK50,K45", &shuffle), Some((10, two)));
    assert_eq!(plies_to_rule_draw::<International>("W:WK46:BK50", &shuffle), Some((10, two)));
    let as_white = ["50-44", "46-41", "44-50", "41-46"];
    assert_eq!(
        plies_to_rule_draw::<International>("W:WK50,K45,35:BK46", &as_white),
        Some((32, three))
    );
}

#[test]
fn a_capture_does_not_start_the_count_of_a_lone_king_anew() {
    let position = International::read_fen("W:WK46:B28,K5,K45").unwrap();
    let mv = position.read_move("46x23", &mut Vec::new()).unwrap();
    let next = position.after(mv);
    let before = DrawClock { alone: 31, ..DrawClock::default() };
    let clock = position.tick(before, mv, &next);
    assert_eq!((clock.alone, clock.alone_against_two), (32, 0));
    assert_eq!(next.drawn_by(clock), Some(DrawRule::KingAgainstThree));
}

#[test]
fn on_64_squares_three_kings_have_fifteen_moves_against_one() {
    // Counted are the moves of the stronger side: Black's fourteen or fifteen do not matter.
    let rule = DrawRule::KingsAgainstOne;
    let white_first = ["c1-d2", "h8-g7", "d2-c1", "g7-h8"];
    assert_eq!(
        plies_to_rule_draw::<Brazilian>("W:WKc1,Ke1,Kg1,Ka3:BKh8", &white_first),
        Some((29, rule))
    );
    let black_first = ["h8-g7", "c1-d2", "g7-h8", "d2-c1"];
    assert_eq!(
        plies_to_rule_draw::<Brazilian>("B:WKc1,Ke1,Kg1,Ka3:BKh8", &black_first),
        Some((30, rule))
    );
}

#[test]
fn on_64_squares_few_pieces_that_do_not_change_are_a_draw() {
    let two = ["a1-b2", "h2-g1", "b2-a1", "g1-h2"];
    assert_eq!(plies_to_rule_draw::<Russian>("W:WKa1:BKh2", &two), Some((10, DrawRule::Unchanged)));
    for (fen, limit) in [
        ("W:WKa1:BKh2", 10),
        ("W:WKa1,c1:BKh2", 10),
        ("W:WKa1,c1:BKh2,h8", 60),
        ("W:WKa1,c1,e1:BKh2,h8", 60),
        ("W:WKa1,c1,e1:BKh2,h8,f8", 120),
        ("W:WKa1,c1,e1,g1:BKh2,h8,f8", 120),
    ] {
        let position = Russian::read_fen(fen).unwrap();
        let after = |unchanged| {
            let clock = DrawClock { unchanged, ..DrawClock::default() };
            position.drawn_by(clock)
        };
        assert_eq!(after(limit - 1), None, "{fen}");
        assert_eq!(after(limit), Some(DrawRule::Unchanged), "{fen}");
    }
    let clock = DrawClock { unchanged: 500, ..DrawClock::default() };
    for none in ["W:WKa1,c1,e1,g1:BKh2,h8,f8,d8", "W:WKa1,c1:Bh8,f8"] {
        let position = Russian::read_fen(none).unwrap();
        assert_eq!(position.drawn_by(clock), None, "{none}");
    }
}

#[test]
fn a_capture_or_a_new_king_starts_the_count_of_few_pieces_anew_and_a_mans_move_does_not() {
    for (fen, mv, counted) in [
        ("W:WKa1,c3:BKh8,f8", "c3-d4", 10),
        ("W:WKa1,b4:BKh8,c5", "b4xd6", 0),
        ("W:WKa1,c7:BKh8,f8", "c7-b8", 0),
        ("W:WKa1,c3:Bh8,f8", "c3-d4", 0),
    ] {
        let position = Russian::read_fen(fen).unwrap();
        let mv = position.read_move(mv, &mut Vec::new()).unwrap();
        let clock = DrawClock { unchanged: 9, ..DrawClock::default() };
        let next = position.tick(clock, mv, &position.after(mv));
        assert_eq!(next.unchanged, counted, "{fen}");
    }
}

#[test]
fn a_line_ends_by_a_draw_rule_unless_a_position_recurs_first() {
    let (plies, end) = wander::<International>("W:WK46:BK50,K45", 500);
    assert_eq!(plies, 10);
    assert!(end == Some(LineEnd::RuleDraw(DrawRule::KingAgainstTwo)), "{end:?}");
    assert_eq!(end.unwrap().winner(), None);
}

#[test]
fn a_capture_or_a_mans_move_starts_the_count_anew() {
    let start = Italian::read_fen("W:WK29,21:BK1,K2").unwrap();
    let mut line = History::new(start, None);
    let mut scratch = Vec::new();
    let shuffle = ["29-25", "1-5", "25-29", "5-1"];
    for text in shuffle.iter().take(3).chain(&["5-1", "21-17"]) {
        let mv = line.position().read_move(text, &mut scratch).unwrap();
        line.play(mv);
    }
    // 80 plies from the man's move on, not from the start.
    assert_eq!(line.end(), None);
    let position = *line.position();
    let clock = position.tick(Default::default(), line.moves()[4], &position);
    assert_eq!(clock.quiet, 0);
}

#[test]
fn the_position_comes_before_every_draw_rule() {
    // x's last piece is taken on the very ply that would be the limit.
    let mut line = History::new(Dama::read_fen("B:W18:B14").unwrap(), Some(1));
    let mv = line.position().legal_moves().into_iter().find(|mv| mv.is_capture()).unwrap();
    line.play(mv);
    assert_eq!(line.end(), Some(LineEnd::Position(End::NoPieces(Player::X))));
    assert_eq!(line.end().unwrap().winner(), Some(Player::O));
}

#[test]
fn a_player_without_a_legal_move_loses() {
    // The man in the corner is blocked by two men it cannot jump.
    let position = Dama::read_fen("W:W24:B20,15").unwrap();
    assert_eq!(position.end(), Some(End::NoMoves(Player::X)));
    assert_eq!(position.end().unwrap().winner(), Player::O);
}
