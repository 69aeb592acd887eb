//! The matching against all matchings of small graphs, one by one.

use arbitro_matching::{best_matching, max_weight};
use proptest::prelude::*;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

type Edges = Vec<(usize, usize, i128)>;

/// The most pairs and the most weight with them, over every matching of the vertices not `used`.
fn best_by_trying(vertices: usize, edges: &[(usize, usize, i128)], used: u32) -> (usize, i128) {
    let Some(first) = (0..vertices).find(|vertex| used >> vertex & 1 == 0) else {
        return (0, 0);
    };
    let mut best = best_by_trying(vertices, edges, used | 1 << first);
    for (a, b, weight) in edges {
        let other = if *a == first { *b } else { *a };
        if (*a == first || *b == first) && a != b && used >> other & 1 == 0 {
            let (pairs, rest) = best_by_trying(vertices, edges, used | 1 << first | 1 << other);
            best = best.max((pairs + 1, rest + weight));
        }
    }
    best
}

/// Checks a matching and returns its size and weight.
fn worth(mates: &[Option<usize>], edges: &[(usize, usize, i128)]) -> (usize, i128) {
    let mut sum = (0, 0);
    for (vertex, mate) in mates.iter().enumerate() {
        let Some(mate) = *mate else { continue };
        assert_eq!(mates[mate], Some(vertex), "mates must agree");
        if vertex < mate {
            let joins = |(a, b, _): &&(usize, usize, i128)| {
                (*a, *b) == (vertex, mate) || (*b, *a) == (vertex, mate)
            };
            let heaviest = edges.iter().filter(joins).map(|edge| edge.2).max();
            sum = (sum.0 + 1, sum.1 + heaviest.expect("a pair must be an edge"));
        }
    }
    sum
}

fn check(vertices: usize, edges: &[(usize, usize, i128)]) {
    let mates = best_matching(vertices, edges);
    assert_eq!(mates.len(), vertices);
    assert_eq!(worth(&mates, edges), best_by_trying(vertices, edges, 0), "{edges:?}");
}

fn random_edges(dice: &mut StdRng, vertices: usize, density: f64, spread: i128) -> Edges {
    let mut edges = Vec::new();
    for a in 0..vertices {
        for b in a + 1..vertices {
            if dice.random_bool(density) {
                edges.push((a, b, dice.random_range(-spread..=spread)));
            }
        }
    }
    edges
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_matching_has_more_pairs_or_more_weight(
        vertices in 0_usize..=9,
        edges in prop::collection::vec((0_usize..9, 0_usize..9, -6_i128..=6), 0..=30),
    ) {
        let inside = |edge: &(usize, usize, i128)| edge.0 < vertices && edge.1 < vertices;
        check(vertices, &edges.into_iter().filter(inside).collect::<Edges>());
    }
}

#[test]
fn sparse_dense_tied_and_spread_graphs_are_all_matched_best() {
    let mut dice = StdRng::seed_from_u64(1);
    for round in 0..30_000 {
        let vertices = round % 10;
        let density = [0.25, 0.4, 0.6, 0.8, 1.0][round / 10 % 5];
        let spread = [0, 1, 2, 5, 40, 1_000_000_000_000][round / 50 % 6];
        check(vertices, &random_edges(&mut dice, vertices, density, spread));
    }
}

#[test]
fn twelve_vertices_with_nested_blossoms_are_matched_best() {
    let mut dice = StdRng::seed_from_u64(2);
    for round in 0..600 {
        let spread = [1, 3, 9, 30, 200][round % 5];
        let density = [0.25, 0.35, 0.5][round / 5 % 3];
        check(12, &random_edges(&mut dice, 12, density, spread));
    }
}

#[test]
fn more_pairs_win_over_any_weight() {
    let mates = best_matching(4, &[(0, 1, -1000), (1, 2, 1000), (2, 3, -1000)]);
    assert_eq!(mates, [Some(1), Some(0), Some(3), Some(2)]);
}

#[test]
fn loops_strangers_and_lighter_parallels_are_passed_over() {
    let edges = [(0, 0, 9), (0, 7, 9), (0, 1, 5), (1, 0, 1), (1, 2, 4), (0, 2, 4)];
    assert_eq!(best_matching(3, &edges), [Some(1), Some(0), None]);
}

#[test]
fn the_greatest_weights_do_not_overflow() {
    let mut dice = StdRng::seed_from_u64(3);
    for round in 0..4_000 {
        let vertices = 2 + round % 8;
        let bound = max_weight(vertices);
        let mut edges = random_edges(&mut dice, vertices, 0.7, 1);
        for edge in &mut edges {
            edge.2 *= bound;
        }
        check(vertices, &edges);
        for edge in &mut edges {
            edge.2 = edge.2.signum().saturating_mul(i128::MAX);
        }
        best_matching(vertices, &edges);
    }
}

#[test]
fn large_graphs_with_known_answers_are_matched_best() {
    // Weight -(i - j)²: neighbours meet. Shuffled names must not matter.
    let mut dice = StdRng::seed_from_u64(4);
    for size in [60, 61, 128] {
        let mut names: Vec<usize> = (0..size).collect();
        for i in (1..size).rev() {
            names.swap(i, dice.random_range(0..=i));
        }
        let mut edges = Edges::new();
        for a in 0..size {
            for b in 0..a {
                let apart = (names[a] as i128 - names[b] as i128).pow(2);
                edges.push((a, b, -apart));
            }
        }
        let mates = best_matching(size, &edges);
        assert_eq!(worth(&mates, &edges), (size / 2, -(size as i128 / 2)));
    }
}
