//! Pairs the vertices of a graph: `cargo run -p arbitro-matching --example pairs 0-1=5 1-2=11 2-3=5`.

use arbitro_matching::best_matching;

/// Reads an edge, `0-1=5`: two vertices and a weight.
fn edge(text: &str) -> Option<(usize, usize, i128)> {
    let (ends, weight) = text.split_once('=')?;
    let (a, b) = ends.split_once('-')?;
    Some((a.parse().ok()?, b.parse().ok()?, weight.parse().ok()?))
}

#[expect(clippy::print_stdout, reason = "it is a program")]
fn main() -> Result<(), String> {
    let read = |it: String| edge(&it).ok_or_else(|| format!("{it:?} is no edge, such as 0-1=5"));
    let edges = std::env::args().skip(1).map(read).collect::<Result<Vec<_>, _>>()?;
    // The matching takes memory for every pair of vertices.
    const MAX_VERTICES: usize = 1000;
    let vertices = edges.iter().map(|&(a, b, _)| a.max(b).saturating_add(1)).max().unwrap_or(0);
    if vertices > MAX_VERTICES {
        return Err(format!("at most {MAX_VERTICES} vertices"));
    }
    for (vertex, mate) in best_matching(vertices, &edges).into_iter().enumerate() {
        match mate {
            Some(mate) if vertex < mate => println!("{vertex} with {mate}"),
            Some(_) => {}
            None => println!("{vertex} alone"),
        }
    }
    Ok(())
}
