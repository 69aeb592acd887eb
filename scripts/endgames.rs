use arbitro::endgames::*;
use arbitro::rules::draughts::sets;
use arbitro::rules::draughts::*;
use arbitro::rules::*;
fn main() {
    let n: u8 = std::env::args().nth(1).unwrap().parse().unwrap();
    let which = std::env::args().nth(2).unwrap_or("dama".into());
    let game: arbitro::rules::GameId = which.parse().unwrap();
    arbitro::with_endgames!(game, R => run::<R>(n));
}
fn run<R: arbitro::rules::draughts::RuleSet>(n: u8) {
    let t = std::time::Instant::now();
    let p = std::env::args().nth(3).unwrap();
    let p = std::path::Path::new(&p);
    let mut s = Solved::<R>::nothing().unwrap();
    if let Ok(e) = Endgames::<R>::open(p) { s = Solved::of_tables(&e).unwrap(); }
    println!("read {:?}", t.elapsed());
    while s.pieces() < n {
        let (mut w, mut d, mut l, mut longest) = (0, 0, 0, 0);
        s.solve_one_more(&mut |m| {
            w += m.wins; d += m.draws; l += m.losses; longest = longest.max(m.longest);
        }).unwrap();
        println!("{} pieces: {w} {d} {l} longest {longest} {:?}", s.pieces(), t.elapsed());
        write_tables(&s, s.pieces(), p).unwrap();
        println!("written {:?}", t.elapsed());
    }
    let t = std::time::Instant::now();
    let mut e = Endgames::<R>::open(p).unwrap();
    println!("open {:?}", t.elapsed());
    e.check().unwrap();
    println!("check {:?}", t.elapsed());
    // random positions
    let mut ps = Vec::new();
    let mut x = 88172645463325252u64;
    let mut r = move |n: u64| { x ^= x << 13; x ^= x >> 7; x ^= x << 17; (x >> 11) % n };
    while ps.len() < 200000 {
        let m = Material::all(n);
        let m = m[r(m.len() as u64) as usize];
        let sq: Vec<Square> = Draughts::<R>::GEOMETRY.iter().collect();
        let mut f = [String::new(), String::new()];
        let mut used = vec![];
        let _ = (&sq, &mut used, m);
        let mut put = |k: bool, side: usize, f: &mut [String;2]| loop {
            let q = r(32);
            let row = q / 4;
            if used.contains(&q) || (!k && row == if side==0 {0} else {7}) { continue }
            used.push(q);
            if !f[side].is_empty() { f[side].push(','); }
            if k { f[side].push('K'); }
            f[side].push_str(&format!("{}", q+1));
            break;
        };
        for _ in 0..m.mover.men { put(false, 0, &mut f); }
        for _ in 0..m.mover.kings { put(true, 0, &mut f); }
        for _ in 0..m.other.men { put(false, 1, &mut f); }
        for _ in 0..m.other.kings { put(true, 1, &mut f); }
        let fen = format!("W:W{}:B{}", f[0], f[1]);
        ps.push(<Draughts<R> as arbitro::notation::Notation>::read_fen(&fen).unwrap());
    }
    for _ in 0..3 {
        let t = std::time::Instant::now();
        let mut bad = 0;
        for p in &ps { if e.value(p).unwrap() != s.value(p) { bad += 1; } }
        println!("probe {:?} each, bad {bad}", t.elapsed() / ps.len() as u32);
        let _ = ps[0].turn();
    }
}
