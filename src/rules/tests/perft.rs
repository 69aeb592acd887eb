//! Perft: leaves at each depth, compared with the table of the rules.

use std::fs;

use arbitro_rules::draughts::{English, Thai};
use arbitro_rules::notation::Notation;
use arbitro_rules::{Game, GameId, Player};

use arbitro_testkit::games::project;
use arbitro_testkit::sizes::setting;

/// One line of the table.
struct PerftRow {
    game: GameId,
    /// `None`: the start position.
    fen: Option<String>,
    /// Leaves at depth 1, 2, 3 and so on.
    counts: Vec<u64>,
}

fn table() -> Vec<PerftRow> {
    let path = project("tests/data/perft.txt");
    let text = fs::read_to_string(&path).unwrap();
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let (game, rest) = line.split_once(' ').unwrap();
            let (position, counts) = rest.split_once(" = ").unwrap();
            PerftRow {
                game: game.parse().unwrap(),
                fen: (position != "start").then(|| position.to_owned()),
                counts: counts.split(' ').map(|count| count.parse().unwrap()).collect(),
            }
        })
        .collect()
}

/// Rows with more leaves than this are left to `scripts/perft-all`, which lifts it.
fn leaf_limit() -> u64 {
    setting("ARBITRO_PERFT_LEAVES", 30_000_000)
}

fn position<G: Notation>(fen: Option<&str>) -> G {
    fen.map_or_else(G::start, |fen| G::read_fen(fen).unwrap())
}

#[test]
fn every_count_of_the_table_comes_out() {
    let limit = leaf_limit();
    let (mut counted, mut skipped) = (0, 0);
    for PerftRow { game, fen, counts } in table() {
        for (depth, expected) in (1..).zip(counts) {
            if expected > limit {
                skipped += 1;
                continue;
            }
            let found =
                arbitro_rules::with_game!(game, G => position::<G>(fen.as_deref()).perft(depth));
            assert_eq!(
                found,
                expected,
                "{game} {} depth {depth}",
                fen.as_deref().unwrap_or("start")
            );
            counted += 1;
        }
    }
    println!(
        "{counted} counts compared, {skipped} beyond {limit} leaves left to scripts/perft-all"
    );
    assert!(counted >= 110, "the table has lost rows: {counted}");
}

/// Published tables count thai from the twelve men of the other games.
#[test]
fn thai_with_twelve_men_comes_out() {
    let start = Thai::new(English::start().board(), Player::X);
    let expected = [7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963648];
    for (depth, expected) in (1..).zip(expected) {
        assert_eq!(start.perft(depth), expected, "depth {depth}");
    }
}

#[test]
fn counting_in_bulk_equals_playing_every_move() {
    fn by_playing<G: Game>(position: &G, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        position
            .legal_moves()
            .into_iter()
            .map(|mv| by_playing(&position.after(mv), depth - 1))
            .sum()
    }
    for PerftRow { game, fen, counts } in table() {
        let depth = 5.min(counts.len() as u32);
        arbitro_rules::with_game!(game, G => {
            let position = position::<G>(fen.as_deref());
            assert_eq!(by_playing(&position, depth), position.perft(depth), "{game}");
        });
    }
}
