use arbitro::rules::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let id: GameId = a[1].parse().unwrap();
    let d: u32 = a[2].parse().unwrap();
    for depth in 1..=d {
    let t = std::time::Instant::now();
    let n = arbitro::with_game!(id, G => G::start().perft(depth));
    let s = t.elapsed().as_secs_f64();
    println!("{depth} {n} {s:.3} {:.1} M/s", n as f64 / s / 1e6);
    }
}
