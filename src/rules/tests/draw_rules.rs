//! Draws by history, per rule set, at the ply where they fall and not one earlier.

use arbitro_rules::draughts::{Dama, Draughts, Guide, International, Italian, RuleSet, Russian};
use arbitro_rules::history::{Line, LineEnd};
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
    let mut line = Line::new(Draughts::<R>::read_fen(fen).unwrap(), limit);
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
        play::<G>(
            "W:WK32,30:BK4,3",
            &["32-28", "4-8", "28-32", "8-4"],
            99,
            None
        ),
        (8, Some(LineEnd::Repetition(3)))
    );
    assert_eq!(
        play::<I>(kings, &TO_AND_FRO, 99, None),
        (12, Some(LineEnd::Repetition(4)))
    );
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
    let mut line = Line::new(G::read_fen(fen).unwrap(), None);
    while line.plies() < most && line.end().is_none() {
        let position = *line.position();
        let Some(mv) = position.legal_moves().into_iter().find(|&mv| {
            let next = position.after(mv);
            // Kings only, nothing taken, nothing offered, nothing seen before.
            next.board() != position.board()
                && G::places_of(mv).len() == 2
                && next
                    .legal_moves()
                    .iter()
                    .all(|&reply| G::places_of(reply).len() == 2)
                && !line.positions().contains(&next)
        }) else {
            break;
        };
        line.play(mv);
    }
    (line.plies(), line.end())
}

/// Plies of these moves, again and again, until a draw rule other than repetition applies.
fn plies_to_rule_draw<G: Notation>(fen: &str, moves: &[&str]) -> Option<(usize, &'static str)> {
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
    let quiet = "only kings moved, and nothing was taken, for too long";
    let two_pairs = "W:WK46,K47:BK1,K2";
    assert_eq!(
        plies_to_rule_draw::<International>(two_pairs, &["47-42", "2-8", "42-47", "8-2"]),
        Some((50, quiet))
    );
    assert_eq!(
        plies_to_rule_draw::<Italian>("W:WK32,30:BK1,3", &TO_AND_FRO),
        Some((80, quiet))
    );
    assert_eq!(
        plies_to_rule_draw::<Russian>("W:WKa1,Ka3:BKb8,Kd8", &["a3-b4", "d8-c7", "b4-a3", "c7-d8"]),
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
    let (two, three) = (
        "one king against two pieces or fewer for too long",
        "one king against three pieces for too long",
    );
    let shuffle = ["46-41", "50-44", "41-46", "44-50"];
    assert_eq!(
        plies_to_rule_draw::<International>("W:WK46:BK50,K45,35", &shuffle),
        Some((32, three))
    );
    assert_eq!(
        plies_to_rule_draw::<International>("W:WK46:BK50,K45", &shuffle),
        Some((10, two))
    );
    assert_eq!(
        plies_to_rule_draw::<International>("W:WK46:BK50", &shuffle),
        Some((10, two))
    );
    let as_white = ["50-44", "46-41", "44-50", "41-46"];
    assert_eq!(
        plies_to_rule_draw::<International>("W:WK50,K45,35:BK46", &as_white),
        Some((32, three))
    );
}

#[test]
fn a_line_ends_by_a_draw_rule_unless_a_position_recurs_first() {
    let (plies, end) = wander::<International>("W:WK46:BK50,K45", 500);
    assert_eq!(plies, 10);
    assert!(
        matches!(end, Some(LineEnd::RuleDraw(text)) if text.contains("two")),
        "{end:?}"
    );
    assert_eq!(end.unwrap().winner(), None);
}

#[test]
fn a_capture_or_a_mans_move_starts_the_count_anew() {
    let start = Italian::read_fen("W:WK29,21:BK1,K2").unwrap();
    let mut line = Line::new(start, None);
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
    let mut line = Line::new(Dama::read_fen("B:W18:B14").unwrap(), Some(1));
    let mv = line
        .position()
        .legal_moves()
        .into_iter()
        .find(|mv| mv.is_capture())
        .unwrap();
    line.play(mv);
    assert_eq!(
        line.end(),
        Some(LineEnd::Position(End::NoPieces(Player::X)))
    );
    assert_eq!(line.end().unwrap().winner(), Some(Player::O));
}

#[test]
fn a_player_without_a_legal_move_loses() {
    // The man in the corner is blocked by two men it cannot jump.
    let position = Dama::read_fen("W:W24:B20,15").unwrap();
    assert_eq!(position.end(), Some(End::NoMoves(Player::X)));
    assert_eq!(position.end().unwrap().winner(), Player::O);
}
