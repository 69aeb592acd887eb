use arbitro::endgames::Solved;
use arbitro::rules::draughts::sets;
fn main() {
    let n: u8 = std::env::args().nth(1).unwrap().parse().unwrap();
    let which = std::env::args().nth(2).unwrap_or("dama".into());
    match which.as_str() {
        "dama" => run::<sets::Dama>(n),
        "guide" => run::<sets::Guide>(n),
        "english" => run::<sets::English>(n),
        "italian" => run::<sets::Italian>(n),
        "russian" => run::<sets::Russian>(n),
        "brazilian" => run::<sets::Brazilian>(n),
        _ => {}
    }
}
fn run<R: arbitro::rules::draughts::RuleSet>(n: u8) {
    let t = std::time::Instant::now();
    let mut s = Solved::<R>::nothing().unwrap();
    while s.pieces() < n {
        let (mut w, mut d, mut l, mut longest) = (0, 0, 0, 0);
        s.solve_one_more(&mut |m| {
            if n == 5 && m.material.pieces()==5 { println!("{:?} {m:?}", t.elapsed()); }
            w += m.wins; d += m.draws; l += m.losses; longest = longest.max(m.longest);
        }).unwrap();
        println!("{} pieces: {w} {d} {l} longest {longest} {:?}", s.pieces(), t.elapsed());
    }
    if let Some(p) = std::env::args().nth(3) { s.dump(&p); }
}
