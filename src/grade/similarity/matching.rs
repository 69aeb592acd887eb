//! Matching parts of two programs: runs of equal tokens, longest first, each token in at
//! most one of them, on both sides.

use std::collections::HashMap;

use super::fingerprints::Fingerprint;
use super::tokens::{GAP, Tokens};

/// The same tokens on both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Run {
    pub(super) left: usize,
    pub(super) right: usize,
    pub(super) length: usize,
}

/// Places of one fingerprint tried on each side; repetitive code has other fingerprints.
const MAX_PLACES: usize = 16;
/// Comparisons per token of both programs: bounds code that is made to repeat itself.
const WORK: usize = 100;

/// Runs of at least `shortest` equal tokens, in the order of the left program; longer runs claim their tokens first.
pub(super) fn runs(
    left: (&Tokens, &[Fingerprint]),
    right: (&Tokens, &[Fingerprint]),
    shortest: usize,
) -> Vec<Run> {
    let mut found = seeds(left, right);
    found.retain(|run| run.length >= shortest);
    found.sort_unstable_by_key(|it| (usize::MAX - it.length, it.left, it.right));
    let mut free_left = vec![true; left.0.kinds.len()];
    let mut free_right = vec![true; right.0.kinds.len()];
    let mut taken = Vec::new();
    for run in found {
        let is_free = |at: &usize| {
            free_left.get(run.left + at) == Some(&true)
                && free_right.get(run.right + at) == Some(&true)
        };
        let free: Vec<usize> = (0..run.length).filter(is_free).collect();
        for part in free.chunk_by(|one, two| one + 1 == *two) {
            let (Some(first), length) = (part.first(), part.len()) else {
                continue;
            };
            if length < shortest {
                continue;
            }
            let run = Run { left: run.left + first, right: run.right + first, length };
            free_left[run.left..run.left + length].fill(false);
            free_right[run.right..run.right + length].fill(false);
            taken.push(run);
        }
    }
    taken.sort_unstable();
    taken
}

/// Every shared fingerprint, made as long as it goes in both directions.
fn seeds(
    (left, left_prints): (&Tokens, &[Fingerprint]),
    (right, right_prints): (&Tokens, &[Fingerprint]),
) -> Vec<Run> {
    let mut places: HashMap<u64, Vec<usize>> = HashMap::new();
    for print in right_prints {
        let places = places.entry(print.hash).or_default();
        if places.len() < MAX_PLACES {
            places.push(print.at as usize);
        }
    }
    let mut uses: HashMap<u64, usize> = HashMap::new();
    // How far each diagonal is known on the left.
    let mut known: HashMap<isize, usize> = HashMap::new();
    let mut found = Vec::new();
    let mut work = WORK * (left.kinds.len() + right.kinds.len());
    for print in left_prints {
        let Some(places) = places.get(&print.hash) else {
            continue;
        };
        let uses = uses.entry(print.hash).or_default();
        *uses += 1;
        if *uses > MAX_PLACES {
            continue;
        }
        for &place in places {
            let at = print.at as usize;
            let diagonal = place as isize - at as isize;
            if known.get(&diagonal).is_some_and(|end| at < *end) {
                continue;
            }
            let run = extend(left, right, at, place);
            known.insert(diagonal, run.left + run.length);
            found.push(run);
            work = work.saturating_sub(run.length + 1);
            if work == 0 {
                return found;
            }
        }
    }
    found
}

/// The longest run of equal tokens through a place on each side.
fn extend(left: &Tokens, right: &Tokens, at: usize, place: usize) -> Run {
    let is_same = |pair: &(&u16, &u16)| pair.0 == pair.1 && *pair.0 != GAP;
    let (left_before, left_after) = left.kinds.split_at(at.min(left.kinds.len()));
    let (right_before, right_after) = right.kinds.split_at(place.min(right.kinds.len()));
    let forward = left_after.iter().zip(right_after).take_while(is_same);
    let back = left_before.iter().rev().zip(right_before.iter().rev()).take_while(is_same).count();
    Run { left: at - back.min(at), right: place - back.min(place), length: back + forward.count() }
}
