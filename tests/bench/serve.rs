//! The page's server under load: how soon `easy` answers, how much memory open games take, what
//! silent connections do to the rest.
//!
//!     cargo bench --bench serve
//!     ARBITRO_BENCH_MOVES=10000 cargo bench --bench serve
//!
//! It is the real program in a process of its own, over loopback sockets.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    dead_code,
    reason = "a bench fails by panicking and answers by printing; the client is shared with the tests"
)]

#[path = "../../src/serve/tests/web_client.rs"]
mod web_client;

use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use arbitro_rules::GameId;
use rustix::process::{Pid, Resource, Signal, getrlimit, kill_process, setrlimit};
use serde_json::{Value, json};
use web_client::Client;

struct Served {
    child: Child,
    address: SocketAddr,
}

impl Served {
    fn start() -> Served {
        let mut child = Command::new(env!("CARGO_BIN_EXE_serve"))
            .args(["--port", "0"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().trim_start_matches("http://");
        let address = address.trim_end_matches('/').parse().unwrap();
        Served { child, address }
    }

    /// Memory that is its own and there, in KiB.
    fn resident(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }
}

impl Served {
    /// Processor time so far, in milliseconds: what other work on the machine does not change.
    fn processor_ms(&self) -> f64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        let after_name = stat.rsplit(')').next().unwrap();
        let mut fields = after_name.split_whitespace().skip(11);
        let mut ticks = || fields.next().unwrap().parse::<f64>().unwrap();
        (ticks() + ticks()) * 1e3 / rustix::param::clock_ticks_per_second() as f64
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = kill_process(Pid::from_child(&self.child), Signal::INT);
        let _ = self.child.wait();
    }
}

/// Games of all kinds in turn.
fn open_games(client: &mut Client, count: usize) -> Vec<Value> {
    (0..count)
        .map(|number| {
            let game = GameId::ALL[number % GameId::ALL.len()].name();
            client.open(&json!({"game": game, "you": "x", "level": "easy", "seed": number}))
        })
        .collect()
}

/// The times of so many moves, spread over the games; what is over begins anew.
fn moves(client: &mut Client, games: &mut [Value], count: usize) -> Vec<Duration> {
    let mut times = Vec::with_capacity(count);
    let mut chance: usize = 7;
    for number in 0..count {
        let slot = number % games.len();
        if !games[slot]["end"].is_null() {
            let path = format!("/api/matches/{}", web_client::id(&games[slot]));
            client.ask("DELETE", &path, &[], "");
            let game = games[slot]["game"].clone();
            let order = json!({"game": game, "you": "x", "level": "easy", "seed": number});
            games[slot] = client.open(&order);
        }
        let legal = games[slot]["legal"].as_array().unwrap();
        chance = (chance * 75 + 74) % 65_537;
        let text = legal[chance % legal.len()]["text"].as_str().unwrap().to_owned();
        let begin = Instant::now();
        let answer = client.play(&games[slot], &text);
        times.push(begin.elapsed());
        assert_eq!(answer.status, 200);
        games[slot] = answer.json();
    }
    times
}

fn show(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let part = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!(
        "{what}: median {:.2} ms, p99 {:.2} ms, worst {:.2} ms ({} moves)",
        part(0.5),
        part(0.99),
        part(1.0),
        times.len()
    );
}

fn main() {
    let count: usize =
        std::env::var("ARBITRO_BENCH_MOVES").ok().and_then(|var| var.parse().ok()).unwrap_or(2000);
    let cores = std::thread::available_parallelism().unwrap();
    let load = std::fs::read_to_string("/proc/loadavg").unwrap();
    println!("{cores} cores, load {}", load.trim());

    for run in 1..=3 {
        let served = Served::start();
        let mut client = Client::to(served.address);
        let mut games = open_games(&mut client, 100);
        let before = served.processor_ms();
        let times = moves(&mut client, &mut games, count);
        let each = (served.processor_ms() - before) / count as f64;
        show(&format!("run {run}: a move by easy, 100 games open"), times);
        println!("  {each:.3} ms of processor time each, both moves and the answer");
    }

    let served = Served::start();
    let mut client = Client::to(served.address);
    client.get("/api/games");
    let before = served.resident();
    let mut games = open_games(&mut client, 1000);
    let begun = served.resident();
    moves(&mut client, &mut games, 20_000);
    println!(
        "memory: {before} KiB at first, {begun} KiB with 1000 games begun, {} KiB after 20 moves in each",
        served.resident()
    );

    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    setrlimit(Resource::Nofile, limit).unwrap();
    let begin = Instant::now();
    let silent: Vec<TcpStream> =
        (0..10_000).map_while(|_| TcpStream::connect(served.address).ok()).collect();
    println!(
        "{} silent connections opened in {:.2} s",
        silent.len(),
        begin.elapsed().as_secs_f64()
    );
    let mut client = Client::to(served.address);
    let times = moves(&mut client, &mut games, count);
    show("a move by easy, 1000 games open, after them", times);
    println!("memory then: {} KiB", served.resident());

    // While extreme thinks in fifty matches, the others are played on.
    let order = json!({"game": "international", "you": "o", "level": "extreme"});
    for _ in 0..50 {
        client.open(&order);
    }
    let times = moves(&mut client, &mut games, count.min(1000));
    show("a move by easy while extreme thinks in 50 matches", times);
    println!("memory then: {} KiB", served.resident());
}
