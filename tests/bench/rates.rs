//! Benchmarks the rules as ratios against a simple mailbox generator in the same run.
//!
//!     cargo bench --bench rates            15 rounds
//!     ARBITRO_BENCH_ROUNDS=50 cargo bench --bench rates
//!
//! A harness of our own rather than criterion or divan, because what counts here is ratios on a
//! noisy machine: every round measures each thing once, one after the other, so that a slow moment
//! hits all of them, and the ratio is taken within the round. Every measurement asserts the count
//! it timed: a fast wrong answer fails.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench fails by panicking and answers by printing"
)]

mod quoridor_levels;

use std::hint::black_box;
use std::time::Instant;

use arbitro_engine::search::draughts::assess;
use arbitro_player::Memory;
use arbitro_records::MatchRecord;
use arbitro_records::ReplayedMatch;
use arbitro_rules::draughts::{Dama, Draughts, RuleSet, sets};
use arbitro_rules::notation::{Notation, Strictness};
use arbitro_rules::quoridor::{Direction, Move, Quoridor, Wall};
use arbitro_rules::with_game;
use arbitro_rules::{Game, GameId};
use arbitro_testkit::reference::quoridor as plain_quoridor;

/// Something to time: its name, what it counts, how many of those one call does.
struct Measured {
    name: String,
    unit: &'static str,
    work: Box<dyn Fn() -> u64>,
    /// Units per second, one for each round.
    rates: Vec<f64>,
}

impl Measured {
    fn new(
        name: impl Into<String>,
        unit: &'static str,
        work: impl Fn() -> u64 + 'static,
    ) -> Measured {
        Measured { name: name.into(), unit, work: Box::new(work), rates: Vec::new() }
    }

    fn run(&mut self) {
        let start = Instant::now();
        let done = (self.work)();
        self.rates.push(done as f64 / start.elapsed().as_secs_f64());
    }
}

fn counting(game: GameId, depth: u32, leaves: u64) -> Measured {
    Measured::new(format!("perft {game} {depth}"), "moves", move || {
        let found = with_game!(game, G => black_box(G::start()).perft(depth));
        assert_eq!(found, leaves, "{game} {depth}");
        found
    })
}

fn mailbox(name: &'static str, depth: u32, leaves: u64) -> Measured {
    let rules = arbitro_testkit::reference::rules(name).unwrap();
    Measured::new(format!("mailbox {name} {depth}"), "moves", move || {
        let found = arbitro_testkit::reference::perft(
            &black_box(arbitro_testkit::reference::Position::start(rules)),
            depth,
        );
        assert_eq!(found, leaves, "{name} {depth}");
        found
    })
}

/// The same generator through its plain interface, as a first program would use it: a list of moves
/// for every position, each move with a list of what it takes.
fn mailbox_lists(name: &'static str, depth: u32, leaves: u64) -> Measured {
    fn count(position: &arbitro_testkit::reference::Position, depth: u32) -> u64 {
        let moves = position.legal_moves();
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.iter().map(|mv| count(&position.play(mv), depth - 1)).sum()
    }
    let rules = arbitro_testkit::reference::rules(name).unwrap();
    Measured::new(format!("mailbox lists {name} {depth}"), "moves", move || {
        let found = count(&black_box(arbitro_testkit::reference::Position::start(rules)), depth);
        assert_eq!(found, leaves, "{name} {depth}");
        found
    })
}

/// Plays the records of `boards/matches` again, many times over.
fn verifying() -> Measured {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/boards/matches/records.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    Measured::new("verify stored matches", "plies", move || {
        let mut plies = 0;
        for line in std::iter::repeat_n(text.lines(), 100).flatten() {
            let (game, record) = MatchRecord::from_line(line).unwrap();
            let seen = ReplayedMatch::by_rules(game, record, 1).unwrap();
            assert_eq!(seen.wrong, None);
            plies += seen.plies() as u64;
        }
        plies
    })
}

fn reading_boards() -> Measured {
    let text = Dama::write_board(&Dama::start().board());
    Measured::new("read dama boards", "boards", move || {
        let boards = 100_000;
        for _ in 0..boards {
            let reading = Dama::read_board(black_box(text.as_bytes()), Strictness::Tolerant);
            assert!(reading.board.is_some());
        }
        boards
    })
}

fn remembering() -> Measured {
    let mut positions = vec![Dama::start()];
    while positions.len() < 5_000 {
        let position = positions[positions.len() - 1];
        let moves = position.legal_moves();
        let next = moves.get(positions.len() % moves.len().max(1));
        positions.push(next.map_or_else(Dama::start, |&mv| position.after(mv)));
    }
    Measured::new("remember boards", "boards", move || {
        let mut memory = Memory::<Dama>::new(1).unwrap();
        for position in std::iter::repeat_n(&positions, 40).flatten() {
            memory.push(position.board());
        }
        assert!(memory.recurrence().unwrap() >= 40);
        memory.boards().len() as u64
    })
}

fn counting_quoridor(depth: u32, leaves: u64) -> Measured {
    Measured::new(format!("perft quoridor {depth}"), "moves", move || {
        let found = black_box(Quoridor::start()).perft(depth);
        assert_eq!(found, leaves);
        found
    })
}

fn plain_quoridor(depth: u32, leaves: u64) -> Measured {
    Measured::new(format!("plain quoridor {depth}"), "moves", move || {
        let start = plain_quoridor::Position::start(9, 10);
        let found = plain_quoridor::perft(&black_box(start), depth);
        assert_eq!(found, leaves);
        found
    })
}

/// Positions of quoridor from the tenth ply on in games of as many steps as walls, each as both
/// generators keep it.
fn middle_games() -> Vec<(Quoridor, plain_quoridor::Position)> {
    let mut found = Vec::new();
    let mut chance: u64 = 1;
    let mut one_of = |count: usize| {
        // A step of Knuth's MMIX generator; its high bits are the good ones.
        chance =
            chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (chance >> 33) as usize % count
    };
    while found.len() < 2_000 {
        let mut position = Quoridor::start();
        let mut plain = plain_quoridor::Position::start(9, 10);
        for ply in 0..36 {
            if position.end().is_some() {
                break;
            }
            if ply >= 10 {
                found.push((position, plain));
            }
            let moves = position.legal_moves();
            let steps = moves.partition_point(|mv| matches!(mv, Move::Step { .. }));
            let mv = if steps == moves.len() || one_of(2) == 0 {
                moves[one_of(steps)]
            } else {
                moves[steps + one_of(moves.len() - steps)]
            };
            position = position.after(mv);
            plain = plain.play(match mv {
                Move::Step { to, .. } => ('s', to.row.into(), to.column.into()),
                Move::Wall(Wall { direction, square }) => {
                    let kind = match direction {
                        Direction::Horizontal => 'h',
                        Direction::Vertical => 'v',
                    };
                    (kind, square.row.into(), square.column.into())
                }
            });
        }
    }
    found
}

/// Lists of legal moves in the middle of games, every wall checked.
fn listing_quoridor() -> [Measured; 2] {
    let positions = middle_games();
    let expected: usize = positions.iter().map(|(_, plain)| plain.legal_moves().len()).sum();
    let plain: Vec<_> = positions.iter().map(|(_, plain)| *plain).collect();
    let fast: Vec<_> = positions.iter().map(|(fast, _)| *fast).collect();
    [
        Measured::new("plain quoridor lists", "positions", move || {
            let found: usize = plain.iter().map(|it| black_box(it).legal_moves().len()).sum();
            assert_eq!(found, expected);
            plain.len() as u64
        }),
        Measured::new("quoridor lists", "positions", move || {
            let mut moves = Vec::new();
            let rounds = 20;
            for _ in 0..rounds {
                let mut found = 0;
                for position in &fast {
                    black_box(position).legal_moves_into(&mut moves);
                    found += moves.len();
                }
                assert_eq!(found, expected);
            }
            rounds * fast.len() as u64
        }),
    ]
}

/// Values of positions of random games and of all that follow them, as a search meets them.
fn assessing<R: RuleSet>() -> Measured {
    let mut positions = Vec::new();
    let mut position = Draughts::<R>::start();
    while positions.len() < 3_000 {
        let moves = position.legal_moves();
        positions.extend(moves.iter().map(|&mv| position.after(mv)));
        let place = positions.len() * 7 % moves.len().max(1);
        position = moves.get(place).map_or_else(Draughts::start, |&mv| position.after(mv));
    }
    let expected: i32 = positions.iter().map(assess).sum();
    Measured::new(format!("assess {}", R::ID), "positions", move || {
        let rounds = 100;
        for _ in 0..rounds {
            let sum: i32 = positions.iter().map(|position| assess(black_box(position))).sum();
            assert_eq!(sum, expected);
        }
        rounds * positions.len() as u64
    })
}

/// Speed ratio of two measurements of the same round: median, minimum and maximum.
fn ratio(all: &[Measured], of: &str, to: &str) -> String {
    let rates = |name: &str| &all.iter().find(|it| it.name == name).unwrap().rates;
    let pairs = rates(of).iter().zip(rates(to));
    let mut ratios: Vec<f64> = pairs.map(|(rate, base)| rate / base).collect();
    let middle = median(&mut ratios);
    let (least, most) = (ratios[0], ratios[ratios.len() - 1]);
    format!("{of} to {to}: {middle:.0}x ({least:.0} .. {most:.0})")
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or("unknown");
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    format!("{}, {cores} cores, one used", model.trim_start_matches([' ', '\t', ':']))
}

fn main() {
    // Asked for the list of tests, as test runners do with every target: there is none.
    if std::env::args().any(|arg| arg == "--list") {
        return;
    }
    let rounds =
        std::env::var("ARBITRO_BENCH_ROUNDS").map_or(15, |text| text.parse().expect("a number"));
    let mut all = vec![
        mailbox("english", 8, 845_931),
        mailbox_lists("english", 7, 179_740),
        mailbox("dama", 6, 189_143),
        mailbox("italian", 8, 828_783),
        mailbox("international", 7, 1_049_442),
        counting(GameId::English, 10, 18_391_564),
        counting(GameId::Italian, 10, 17_761_384),
        counting(GameId::International, 8, 6_483_961),
        counting(GameId::Dama, 8, 13_019_316),
        counting(GameId::Guide, 9, 4_570_543),
        counting(GameId::Russian, 9, 4_570_586),
        counting(GameId::Brazilian, 9, 4_431_766),
        counting(GameId::Frenchfree, 8, 6_595_075),
        verifying(),
        reading_boards(),
        remembering(),
        counting_quoridor(3, 2_062_264),
        counting_quoridor(4, 247_569_030),
        plain_quoridor(2, 16_677),
        assessing::<sets::Dama>(),
        assessing::<sets::English>(),
        assessing::<sets::Russian>(),
        assessing::<sets::International>(),
    ];
    all.extend(listing_quoridor());
    all.extend(quoridor_levels::choosing());
    println!("machine: {}", machine());
    println!("command: cargo bench --bench rates, {rounds} rounds, each thing once a round");
    for _ in 0..rounds {
        for measured in &mut all {
            measured.run();
        }
    }
    let quoridor = [
        ratio(&all, "perft quoridor 4", "plain quoridor 2"),
        ratio(&all, "quoridor lists", "plain quoridor lists"),
        ratio(&all, "quoridor hard", "plain quoridor hard"),
        ratio(&all, "quoridor extreme", "plain quoridor extreme"),
    ];
    let times = quoridor_levels::times(&all);
    let (fast, plain) = (all[0].rates.clone(), all[1].rates.clone());
    println!(
        "{:<25} {:>9} {:>18}  {:>22}  {:>22}",
        "", "M/s", "spread", "to mailbox", "to mailbox lists"
    );
    for Measured { name, unit, rates, .. } in &mut all {
        let to = |base: &[f64]| {
            let mut ratios: Vec<f64> =
                rates.iter().zip(base).map(|(rate, base)| rate / base).collect();
            let middle = median(&mut ratios);
            let (least, most) = (ratios[0], ratios[ratios.len() - 1]);
            format!("{middle:.1}x ({least:.1} .. {most:.1})")
        };
        let (to_fast, to_plain) = (to(&fast), to(&plain));
        let rate = median(rates) / 1e6;
        let spread = format!("{:.2} .. {:.2}", rates[0] / 1e6, rates[rates.len() - 1] / 1e6);
        println!("{name:<25} {rate:>9.2} {spread:>18}  {to_fast:>22}  {to_plain:>22}  {unit}");
    }
    println!("ratios: to the two english mailbox counts of the same round");
    for line in quoridor.into_iter().chain(times) {
        println!("{line}");
    }
}
