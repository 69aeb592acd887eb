//! A simulated stage: time is a number, players are scripts, and a second judge compares.
//!
//! A referee plays a match of a seed on a [`world::World`], which writes down what truly happens. The judge
//! reads this trace, and says what the contract demands.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod acts;
mod by_hand;
mod by_hand_tests;
mod folder;
mod hand;
mod judge;
mod judge_tests;
mod kept;
mod laws;
mod lines_tests;
mod recorded;
mod script;
mod shrink;
mod side;
mod stage;
mod trace;
mod voice;
mod world;

use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use judge::{Branch, Ruling};
use script::{Match, random_match};
use strum::IntoEnumIterator;
use trace::{Slip, Terms, Trace, Verdict};
use world::World;

use crate::contest::{Contest, HostFailure};
use crate::event::MatchEnd;
use crate::fault::Detail;
use crate::{playing, slip};
use arbitro_rules::Player;
use arbitro_rules::judge::Wrong;
use arbitro_rules::line::{Start, open};

/// A referee. A host failure is void.
type Play<'a> = &'a dyn Fn(&mut World) -> Verdict;

/// The settings of a match, as a referee takes them.
fn contest(terms: &Terms) -> Contest {
    Contest {
        ply_limit: Some(terms.ply_limit),
        move_time: terms.move_time,
        cpu_time: terms.cpu_time,
        start_time: terms.start_time,
        strictness: terms.strictness,
        output_bytes: terms.output_bytes,
        ..Contest::usual(terms.game)
    }
}

/// Returns the judge's name for what is told besides the reason.
fn slip_of(detail: &Detail) -> Option<Slip> {
    if matches!(detail.wrong(), Some(Wrong::Named(named)) if named.is_early) {
        return Some(Slip::Early);
    }
    match detail.clone().slip_mut().and_then(Option::take)? {
        slip::Slip::Elsewhere { .. } => Some(Slip::Elsewhere),
        slip::Slip::Unfinished { .. } => Some(Slip::Unfinished),
        slip::Slip::Closed => Some(Slip::Closed),
        slip::Slip::Silent => Some(Slip::Silent),
        slip::Slip::File => Some(Slip::File),
        _ => None,
    }
}

/// Returns the judge's name for the end of a match.
fn verdict_of(end: &Result<MatchEnd, HostFailure>) -> Verdict {
    match end {
        Ok(MatchEnd::Rules(end)) => Verdict::Rules { winner: end.winner(), reason: end.reason() },
        Ok(MatchEnd::Forfeit(fault)) => {
            let (player, ply, reason) = (fault.player, fault.ply, fault.reason());
            Verdict::Forfeit { player, ply, reason, slip: slip_of(&fault.detail) }
        }
        Err(_) => Verdict::Void,
    }
}

/// The referee of real matches, or one with a flaw.
fn referee(world: &mut World, flaw: Option<playing::Flaw>) -> Verdict {
    let contest = contest(&world.terms);
    let start = open(world.terms.game, Start::Fen(&world.terms.start), None).unwrap();
    let mut game = if world.terms.by_hand {
        let boards = world.folder(Player::X).numbers();
        let game = playing::Match::in_folder(world, &*start, &contest, Path::new(""), boards);
        game.stage.publish(1, &game.texts[0]);
        game
    } else {
        playing::Match::new(world, &*start, &contest)
    };
    game.flaw = flaw;
    verdict_of(&game.play(&mut |_, _| Ok(())))
}

/// The referee of real matches.
fn real(world: &mut World) -> Verdict {
    referee(world, None)
}

/// A match that the judge has agreed with.
struct Agreed {
    branches: Vec<Branch>,
    silent: Option<&'static str>,
    is_disturbed: bool,
}

/// A match in which it has not.
struct Dispute {
    /// The judge's ruling, unless the referee panicked.
    ruling: Option<Ruling>,
    trace: Trace,
}

fn check(game: &Match, play: Play<'_>) -> Result<Agreed, Box<Dispute>> {
    let mut world = World::new(game);
    let Ok(verdict) = catch_unwind(AssertUnwindSafe(|| play(&mut world))) else {
        // Its trace is that of an end without a verdict.
        return Err(Box::new(Dispute { ruling: None, trace: world.end(Verdict::Void) }));
    };
    let is_disturbed = world.disturbances > 0;
    let trace = world.end(verdict);
    let judge::Judged { ruling, branches } = judge::verdict(&trace);
    let silent = match ruling {
        Ruling::Law(law) if law == verdict => None,
        Ruling::Silent(why) => Some(why),
        Ruling::Law(_) | Ruling::Breach(_) => {
            return Err(Box::new(Dispute { ruling: Some(ruling), trace }));
        }
    };
    Ok(Agreed { branches, silent, is_disturbed })
}

/// The sum of many matches.
#[derive(Debug, Default)]
struct Tally {
    matches: u64,
    disturbed: u64,
    branches: BTreeMap<Branch, u64>,
    silent: BTreeMap<&'static str, u64>,
}

/// Plays the matches of some seeds. The first that the judge disputes is shrunk and printed.
fn play_all(seeds: Range<u64>, play: Play<'_>) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        match check(&random_match(seed), play) {
            Ok(agreed) => {
                tally.matches += 1;
                tally.disturbed += u64::from(agreed.is_disturbed);
                for branch in agreed.branches {
                    *tally.branches.entry(branch).or_default() += 1;
                }
                if let Some(why) = agreed.silent {
                    *tally.silent.entry(why).or_default() += 1;
                }
            }
            Err(_) => panic!("{}", dispute(seed, play)),
        }
    }
    tally
}

/// Describes the smallest match that fails as that of a seed does.
fn dispute(seed: u64, play: Play<'_>) -> String {
    let kind = |ruling: Option<Ruling>| match ruling {
        Some(Ruling::Breach(why)) => why,
        Some(_) => "the verdict",
        None => "a panic",
    };
    let ruling_of = |game: &Match| check(game, play).err().map(|err| kind(err.ruling));
    let whole = random_match(seed);
    let first = ruling_of(&whole);
    let small = shrink::shrink(whole, &mut |game| ruling_of(game) == first);
    let Err(found) = check(&small, play) else {
        return format!("seed {seed} fails, but not again");
    };
    let Dispute { ruling, trace } = *found;
    format!("seed {seed}: the judge says {ruling:?}\n{:#?}\n{trace}", small.flaws)
}

/// The matches to play; `scripts/simulate` names more.
fn seeds() -> Range<u64> {
    let given = std::env::var("ARBITRO_SIMULATED").ok();
    given.map_or(0..10_000, |it| {
        let (from, to) = it.split_once("..").unwrap();
        from.parse().unwrap()..to.parse().unwrap()
    })
}

#[test]
#[expect(clippy::print_stdout, reason = "`scripts/simulate` shows what was reached")]
fn the_referee_and_the_judge_agree() {
    let tally = play_all(seeds(), &real);
    println!("{tally:#?}");
    assert!(tally.disturbed * 3 >= tally.matches, "{tally:#?}");
    let unreached: Vec<_> = BRANCHES.iter().filter(|it| !tally.branches.contains_key(it)).collect();
    assert!(unreached.is_empty(), "{unreached:?} of {tally:#?}");
    let silent: u64 = tally.silent.values().sum();
    assert!(silent * 10 < tally.matches, "{tally:#?}");
}

/// The branches of the judge that a few thousand matches reach. A player that is started when its first turn
/// begins cannot have written before.
const BRANCHES: [Branch; 32] = [
    Branch::HostFailed,
    Branch::Ahead,
    Branch::Occupied,
    Branch::FullByOthers,
    Branch::Memory,
    Branch::ProcessorTime,
    Branch::Output,
    Branch::Folder,
    Branch::Forged,
    Branch::Unreadable,
    Branch::WrongBoard,
    Branch::TooShort,
    Branch::CountedAsHeard,
    Branch::CountedAtGrace,
    Branch::CountedAtDeadline,
    Branch::EndOfRules,
    Branch::Crashed,
    Branch::Exited,
    Branch::KilledByHost,
    Branch::TakenByOthers,
    Branch::TimedOut,
    Branch::NeverClosed,
    Branch::AnsweredEarly,
    Branch::WrittenAgain,
    Branch::NotWrittenAgain,
    Branch::LineCounted,
    Branch::EarlyLineCounted,
    Branch::LineBeforeDeath,
    Branch::WrongLine,
    Branch::EarlyLineWrong,
    Branch::LongLine,
    Branch::NoLine,
];

#[test]
fn each_flaw_of_a_referee_is_found_by_three_matches_of_ten_thousand() {
    for flaw in playing::Flaw::iter() {
        let play = |world: &mut World| referee(world, Some(flaw));
        let is_found = |seed: &u64| check(&random_match(*seed), &play).is_err();
        let found: Vec<u64> = (0..10_000).filter(is_found).take(3).collect();
        assert_eq!(found.len(), 3, "{flaw:?}: {found:?}");
        let text = dispute(found[0], &play);
        assert!(text.lines().count() < 200, "{flaw:?} {text}");
    }
}

#[test]
fn the_same_seed_is_the_same_match() {
    for seed in 0..20 {
        let trace = || {
            let mut world = World::new(&random_match(seed));
            let verdict = real(&mut world);
            world.end(verdict).to_string()
        };
        assert_eq!(trace(), trace());
    }
}
