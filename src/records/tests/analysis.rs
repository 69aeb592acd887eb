//! Blunders in positions made by hand: the analysis blames the player who erred, and no other.

use arbitro_endgames::{ExactValue, Solved, exact_moves, write_tables};
use arbitro_engine::search::engine::{Engine, Limits, Situation, Think, TimeSignal};
use arbitro_records::MatchRecord;
use arbitro_records::analysis::{
    AnalysisError, AnalysisSettings, BLUNDER, MatchAnalysis, MoveQuality, PlayQuality, SLIP, Value,
    analyse,
};
use arbitro_records::{Hints, ReplayedMatch, Source};
use arbitro_rules::draughts::sets;
use arbitro_rules::history::History;
use arbitro_rules::notation::Notation;
use arbitro_rules::with_game;
use arbitro_rules::{Game, GameId, Player};
use rand::RngExt;

use arbitro_testkit::games::{project, seeded, thrown_positions};
use arbitro_testkit::sizes::one_or_all;

/// A match by its moves.
fn played(game: GameId, start: Option<&str>, moves: &str) -> ReplayedMatch {
    let record = MatchRecord {
        v: 1,
        game: game.to_string(),
        start: start.map(str::to_owned),
        moves: moves.to_owned(),
        ..MatchRecord::default()
    };
    let shown = ReplayedMatch::of_record(record).unwrap();
    assert!(shown.wrong.is_none(), "{:?}", shown.wrong);
    shown
}

fn never() -> bool {
    false
}

fn terms(depth: u32) -> AnalysisSettings {
    AnalysisSettings { depth: Some(depth), ..AnalysisSettings::default() }
}

fn analysed(game: GameId, start: &str, moves: &str, depth: u32) -> MatchAnalysis {
    analyse(&played(game, Some(start), moves), &terms(depth), &never).unwrap()
}

/// A match of one who plays against itself.
fn match_of<G: Notation>(mut choose: impl FnMut(&G) -> G::Move, plies: usize) -> ReplayedMatch {
    let mut line = History::new(G::start(), None);
    let mut texts = Vec::new();
    while texts.len() < plies && line.end().is_none() {
        let mv = choose(line.position());
        texts.push(line.position().write_move(mv));
        line.play(mv);
    }
    played(G::ID, None, &texts.join(" "))
}

/// Returns a player that searches as far as these limits.
fn by_search<G: Think>(bytes: usize, limits: Limits) -> impl FnMut(&G) -> G::Move {
    move |position| {
        let situation = Situation::alone(*position);
        let mut engine = Engine::<G>::new(bytes);
        let thought = engine.think(&situation, limits, &mut || TimeSignal::Continue);
        thought.unwrap().best
    }
}

/// Returns a player that moves at random.
fn by_chance<G: Game>(seed: u64) -> impl FnMut(&G) -> G::Move {
    let mut random = seeded(seed);
    move |position| {
        let moves = position.legal_moves();
        moves[random.random_range(0..moves.len())]
    }
}

/// A first move that throws something away, and what is better.
const BLUNDERS: &[(GameId, &str, &str)] = &[
    (GameId::Dama, "W:W22,23,30,32:B1,2,3,14", "(2,3)-(3,2)"),
    (GameId::English, "B:W18,29,30,31:B10,11,2,4", "10-14"),
    (GameId::International, "W:W32,35,46,50:B22,1,2,3", "32-28"),
];

#[test]
fn losing_a_man_is_a_blunder() {
    for &(game, start, moves) in BLUNDERS {
        let analysis = analysed(game, start, moves, 6);
        let judged = &analysis.moves[0];
        assert_eq!(judged.verdict, MoveQuality::Blunder, "{game}: {judged:?}");
        assert!(judged.lost >= BLUNDER, "{game}: {judged:?}");
        assert_ne!(judged.best.as_deref(), Some(moves), "{game}");
        assert_eq!(analysis.worst(), Some(judged));
        assert_eq!(analysis.quality_of(judged.player).blunders, 1);
        assert_eq!(analysis.quality_of(!judged.player).moves, 0);
    }
}

#[test]
fn playing_the_named_better_move_is_no_blunder() {
    for &(game, start, moves) in BLUNDERS {
        let better = analysed(game, start, moves, 6).moves[0].best.clone();
        let analysis = analysed(game, start, &better.unwrap(), 6);
        assert_eq!(analysis.moves[0].verdict, MoveQuality::Kept, "{game}");
        assert_eq!(analysis.worst(), None, "{game}");
    }
}

#[test]
fn a_win_that_is_missed_is_a_blunder_and_a_result_changed_is_worse_than_any_score() {
    // The last man can be taken, and is not.
    let missed = analysed(GameId::Dama, "W:W22,27:B18", "(1,4)-(2,5)", 6);
    let judged = &missed.moves[0];
    assert_eq!(judged.best.as_deref(), Some("(2,3)x(4,1)"));
    assert_eq!(judged.best_value, Some(Value::WinIn(1)));
    assert_eq!(judged.verdict, MoveQuality::Blunder);
    // A step before the goal it turns round; the other is then the first.
    let turned = analysed(GameId::Quoridor, "5:x:a4,0:e3,0", "a3 e2 a4 e1", 6);
    let judged = &turned.moves[0];
    assert_eq!(judged.best.as_deref(), Some("a5"));
    assert_eq!(judged.best_value, Some(Value::WinIn(1)));
    assert!(matches!(judged.played_value, Some(Value::LossIn(_))), "{judged:?}");
    assert!(judged.changed_result && judged.verdict == MoveQuality::Blunder);
    assert_eq!(turned.worst().map(|worst| worst.ply), Some(1));
    // A position that was lost already cannot be lost again, and is not held against the player.
    assert_eq!(turned.moves[2].verdict, MoveQuality::Lost, "{turned:?}");
    assert_eq!(turned.quality_of(Player::X).judged, 1);
    assert!(turned.moves[1..].iter().all(|mv| mv.lost < SLIP));
}

#[test]
fn with_tables_exact_results_count_and_a_slower_win_is_still_one() {
    let tables = tempfile::tempdir().unwrap();
    let solved = Solved::<sets::Dama>::up_to(3).unwrap();
    for pieces in 2..=3 {
        write_tables(&solved, pieces, tables.path()).unwrap();
    }
    let terms = AnalysisSettings { depth: Some(2), endgames: Some(tables.path().to_owned()) };
    let (mut thrown_away, mut slower) = (0, 0);
    thrown_positions::<sets::Dama>(5, 4000, |position| {
        if position.board().pieces().count() > 3 || position.end().is_some() {
            return;
        }
        let mut tables = &solved;
        let Some(known) = exact_moves(&mut tables, position) else {
            return;
        };
        let (best, worst) = (known[0].1, known[known.len() - 1]);
        if known.len() < 2 || !matches!(best, ExactValue::Win(_)) || best == worst.1 {
            return;
        }
        let text = position.write_move(worst.0);
        let shown = played(GameId::Dama, Some(&position.write_fen()), &text);
        let analysis = analyse(&shown, &terms, &never).unwrap();
        let judged = &analysis.moves[0];
        assert!(judged.exact && analysis.table_pieces == 3, "{judged:?}");
        assert_eq!(judged.changed_result, !matches!(worst.1, ExactValue::Win(_)));
        if judged.changed_result {
            assert_eq!(judged.verdict, MoveQuality::Blunder, "{judged:?}");
            assert!(judged.best_value.unwrap().to_string().ends_with("(table)"));
            thrown_away += 1;
        } else {
            assert_eq!((judged.verdict, judged.lost), (MoveQuality::Kept, 0.0));
            slower += 1;
        }
    });
    assert!(thrown_away >= 10 && slower >= 10, "{thrown_away} {slower}");

    // Games without tables are judged without.
    let race = played(GameId::Quoridor, Some("5:x:a4,0:e3,0"), "a5");
    assert_eq!(analyse(&race, &terms, &never).unwrap().table_pieces, 0);
    let nowhere = AnalysisSettings { endgames: Some(tables.path().join("nowhere")), ..terms };
    let shown = played(GameId::Dama, Some("W:WK1:BK32"), "");
    let error = analyse(&shown, &nowhere, &never);
    assert!(matches!(error, Err(AnalysisError::Endgames(_))));
}

/// Sums up both players' moves in some matches.
fn conduct(matches: &[ReplayedMatch]) -> PlayQuality {
    let mut all = PlayQuality::default();
    for shown in matches {
        let analysis = analyse(shown, &terms(6), &never).unwrap();
        all.add_all(analysis.quality_of(Player::X));
        all.add_all(analysis.quality_of(Player::O));
    }
    all
}

#[test]
fn a_judge_finds_no_fault_with_its_own_moves() {
    for game in [GameId::Dama, GameId::International, GameId::Quoridor] {
        let own = with_game!(game, G => {
            // With a table of the size that its searches have.
            conduct(&[match_of::<G>(by_search(16 << 20, Limits::depth(6)), 40)])
        });
        assert!(own.judged > 12, "{game}: {own:?}");
        assert_eq!((own.kept, own.lost), (own.judged, 0.0), "{game}: {own:?}");
    }
}

#[test]
fn an_engine_loses_little_and_chance_much() {
    fn both<G: Notation + Think>() -> [PlayQuality; 2] {
        // Of one match a few moves decide, for the engine looks further than who judges it.
        let engine = [10_000, 20_000]
            .map(|nodes| match_of::<G>(by_search(4 << 20, Limits::nodes(nodes)), 40));
        let chance = [1, 2].map(|seed| match_of::<G>(by_chance(seed), 40));
        [conduct(&engine), conduct(&chance)]
    }
    for game in one_or_all([GameId::Dama, GameId::International, GameId::Quoridor]) {
        let [engine, chance] = with_game!(game, G => both::<G>());
        let [little, much] = [&engine, &chance].map(|it| it.mean_lost().unwrap());
        assert!(5.0 * little < much, "{game}: {engine:?} {chance:?}");
    }
}

#[test]
fn the_analysis_of_a_move_is_independent_of_its_neighbours() {
    for game in [GameId::Dama, GameId::International, GameId::Quoridor] {
        let shown = with_game!(game, G => match_of::<G>(by_chance(11), 30));
        let whole = analyse(&shown, &terms(4), &never).unwrap();
        assert_eq!(whole, analyse(&shown, &terms(4), &never).unwrap());
        let texts: Vec<String> = shown.played.steps().skip(20).map(|step| step.text).collect();
        let rest = analysed(game, &shown.played.fen(20), &texts.join(" "), 4);
        for (late, mut early) in rest.moves.iter().zip(whole.moves[20..].iter().cloned()) {
            early.ply -= 20;
            assert_eq!(*late, early, "{game}");
        }
    }
}

#[test]
fn the_only_move_is_not_judged() {
    // The man on 10 must take.
    let analysis = analysed(GameId::English, "B:W15,32:B1,10", "10x19", 4);
    assert_eq!(analysis.moves[0].verdict, MoveQuality::Only);
    let of_x = analysis.quality_of(Player::X);
    assert_eq!((of_x.moves, of_x.judged, of_x.share()), (1, 0, None));
}

#[test]
fn a_forfeited_match_is_analysed_up_to_its_fault() {
    let path = project("boards/matches/dama-illegal-at-37");
    let collection = Source::open(&path, &Hints::default()).unwrap();
    let shown = collection.see(0).unwrap();
    let analysis = analyse(&shown, &terms(3), &never).unwrap();
    assert_eq!(analysis.moves.len(), 36);
}
