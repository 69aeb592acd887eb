//! The law of marks: a further error never adds points.

use arbitro_grade::conformance::{Finding, Verdict};
use arbitro_grade::dossier::StepResult;
use arbitro_grade::marks::{Weights, marks};
use arbitro_testkit::sizes::is_long;

use crate::dossiers::{class, faultless, rung};
use crate::grade_blame::{Checked, MOST, Mutant, checked, mutants, points, with_each};
use crate::grade_samples::is_there;

/// Errors of which each pair is tried: what hides other errors, and what is hidden.
const ERRORS: [&str; 12] = [
    "load_board refuses boards of one player",
    "move leaves the board as it is",
    "wins sees no kings",
    "every Player is player 1",
    "load_board takes kings for men",
    "operator() dies where there is no board",
    "a new Player has the initial board",
    "recurrence leaves out the latest board",
    "load_board judges the move",
    "the end of a Player aborts",
    "a copy forgets the last board",
    "store_board has an offset that is one off",
];

/// Errors, and pairs of them that are compiled and checked, in the short form.
const SHORT: (usize, usize) = (3, 1);

fn errors() -> Vec<Mutant> {
    let count = if is_long() { ERRORS.len() } else { SHORT.0 };
    let all = mutants();
    let mut errors: Vec<Mutant> =
        all.into_iter().filter(|mutant| ERRORS[..count].contains(&mutant.name.as_str())).collect();
    assert_eq!(errors.len(), count);
    errors.sort_by_key(|error| ERRORS.iter().position(|name| *name == error.name));
    errors
}

/// What is found of a class that is wrong in two ways, if neither hides the other.
fn together(one: &[Finding], other: &[Finding]) -> Vec<Finding> {
    assert_eq!(one.len(), other.len());
    let worse = |(one, other): (&Finding, &Finding)| {
        let is_worse = other.verdict == Verdict::NotJudged || one.passed();
        if is_worse { other.clone() } else { one.clone() }
    };
    one.iter().zip(other).map(worse).collect()
}

/// With `--nocapture` it prints the points of each error and each pair.
#[test]
fn a_further_error_never_adds_points() {
    if !is_there("g++") {
        return;
    }
    let errors = errors();
    let found = with_each(&errors, |it| it.checked().findings);
    let alone: Vec<f64> = found.iter().map(|it| points(it)).collect();
    for (error, points) in errors.iter().zip(&alone) {
        println!("{points:5.2} | {}", error.name);
    }
    let all = (0..errors.len()).flat_map(|one| (one + 1..errors.len()).map(move |it| (one, it)));
    let (mut pairs, mut wrong) = (Vec::new(), Vec::new());
    for (one, other) in all {
        let Some(pair) = errors[one].with(&errors[other]) else {
            println!("not both: {} + {}", errors[one].name, errors[other].name);
            continue;
        };
        let computed = points(&together(&found[one], &found[other]));
        let least = alone[one].min(alone[other]);
        if computed > least + 0.005 {
            wrong.push(format!("computed {computed} of {least}: {}", pair.name));
        }
        pairs.push((pair, computed, least));
    }
    let tried = if is_long() { 12 } else { SHORT.1 };
    let apart = pairs.len() / tried;
    let tried: Vec<_> = pairs.into_iter().step_by(apart).take(tried).collect();
    let earned = with_each(&tried, |(pair, ..)| points(&pair.checked().findings));
    for ((pair, computed, least), earned) in tried.iter().zip(earned) {
        println!("{earned:5.2}, computed {computed:5.2}, of {least:5.2} | {}", pair.name);
        if earned > least + 0.005 {
            wrong.push(format!("{earned} of {least}: {}", pair.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The methods that a match calls.
const PLAYED: [&str; 4] = ["Player(int player_nr)", "load_board", "move", "store_board"];
/// Errors in them that no match meets.
const NEVER_MET: [&str; 4] = [
    "a new Player has the initial board",
    "load_board judges the move",
    "load_board refuses boards of one player",
    "player 0 is taken",
];

/// The points of a class that wins each match, or forfeits each.
fn total(won: u32, forfeited: u32) -> f64 {
    let mut dossier = faultless("870001");
    let mut all = rung("random", won, 0, forfeited);
    all.forfeits = vec![("crash".to_owned(), forfeited)];
    dossier.strength = StepResult::Found(vec![all]);
    marks(&class(vec![dossier]), &Weights::default())[0].total
}

#[test]
fn an_error_that_no_match_meets_costs_less_than_one_that_forfeits_each() {
    if !is_there("g++") {
        return;
    }
    let fatal = total(10, 0) - total(0, 10);
    let is_met = |it: &Mutant| it.breaks.iter().any(|it| PLAYED.contains(&it.as_str()));
    for (mutant, Checked { findings, .. }) in checked() {
        if !is_met(mutant) || NEVER_MET.contains(&mutant.name.as_str()) {
            let lost = MOST - points(findings);
            assert!(lost < fatal, "{lost} of {fatal}: {}", mutant.name);
        }
    }
}
