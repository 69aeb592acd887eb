//! Similarity of submissions: tokens by the parser, winnowed fingerprints function by function,
//! pairs by an inverted index, matching parts as evidence, groups.
//!
//! **The score of a pair** is the share of the shorter program that is found in the other: tokens in
//! matching runs over tokens of the shorter one, at least `MIN_TOKENS`. So padding a copy does not lower its
//! score. Each token matches at most once. A pair with a long matching part is listed whatever its score.
//!
//! Macros are expanded first. Left out: code of the kits and of given common files, and, in a large class, code
//! that a large share of it has. Past years are compared with the class and not with each other.

mod fingerprints;
mod macros;
mod matching;
mod python;
mod tokens;

use std::collections::HashSet;
use std::path::Path;

use serde::{Deserialize, Serialize};

use self::fingerprints::{Fingerprint, every_hash, winnow};
use self::matching::{Run, runs};
use self::tokens::{GAP, Grammar, Tokens};

/// The language of a source. Sources of two languages are not compared with each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// C or C++.
    C,
    Python,
}

impl Code {
    /// Returns the language by the end of a file's name; none of what cannot be compared.
    pub fn from_path(path: &Path) -> Option<Code> {
        match path.extension()?.to_str()? {
            "c" | "cc" | "cpp" | "cxx" | "h" | "hpp" => Some(Code::C),
            "py" => Some(Code::Python),
            _ => None,
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    pub name: &'a str,
    pub text: &'a [u8],
    pub language: Code,
}

/// The kits' files, which every comparison leaves out.
const KIT: [(Code, &[u8]); 6] = [
    (Code::C, include_bytes!("../../../boards/games/kit/bot.cpp")),
    (Code::C, include_bytes!("../../../boards/games/kit/game.hpp")),
    (Code::C, include_bytes!("../../../boards/games/kit/player.hpp")),
    (Code::Python, include_bytes!("../../../boards/games/kit/bot.py")),
    (Code::Python, include_bytes!("../../../boards/games/kit/game.py")),
    (Code::Python, include_bytes!("../../../boards/games/kit/player.py")),
];

/// Tokens in a fingerprint: nothing shorter matches.
const RUN: usize = 14;
/// Window of winnowing: one of so many consecutive fingerprints is kept.
const WINDOW: usize = 4;
/// Minimum token count in a score; in Python half of it.
const MIN_TOKENS: usize = 200;
/// Pairs with a matching part of at least so many tokens are listed, too.
pub const LONG: usize = 150;
/// Code found in a larger share of the class is ignored as common.
pub const COMMON_SHARE: f64 = 0.3;

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct SimilaritySettings {
    /// Pairs with at least this score are listed with their evidence.
    pub listed: f64,
    /// Pairs with at least this score form groups.
    pub threshold: f64,
    /// Minimum class size for ignoring common code.
    pub common_from: usize,
}

impl SimilaritySettings {
    /// Sets the failing threshold; lowers the listing threshold to it, so that every proposed pair is listed.
    pub fn with_threshold(self, threshold: f64) -> SimilaritySettings {
        SimilaritySettings { threshold, listed: self.listed.min(threshold), ..self }
    }
}

impl Default for SimilaritySettings {
    fn default() -> SimilaritySettings {
        SimilaritySettings { listed: 0.3, threshold: 0.6, common_from: 50 }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Likeness {
    pub settings: SimilaritySettings,
    /// The submissions, in the order given, and then those of past years.
    pub members: Vec<Member>,
    /// The listed pairs, the most similar first.
    pub pairs: Vec<Pair>,
    /// Groups connected by pairs above the threshold, the largest first; positions in `members`.
    pub groups: Vec<Vec<usize>>,
    /// Members that consist mostly of common code: listed in no pair, so the teacher should look at them.
    pub crowd: Vec<usize>,
}

impl Likeness {
    pub(super) fn name(&self, member: usize) -> &str {
        self.members.get(member).map_or("?", |member| &member.name)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    pub name: String,
    pub tokens: usize,
    pub common: usize,
    /// Those of them that were left out for being had by many.
    pub shared: usize,
    pub is_parsed: bool,
    pub is_past: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    /// The one that was given first, as a position in the members.
    pub left: usize,
    pub right: usize,
    /// From 0 to 1: the share of the shorter one that is in the other.
    pub score: f64,
    pub of_left: f64,
    pub of_right: f64,
    pub longest: usize,
    /// Matching parts, in the order of the left one.
    pub parts: Vec<Fragment>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fragment {
    pub left: LineRange,
    pub right: LineRange,
    pub tokens: usize,
}

/// Lines of a file, from 1, the last included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineRange {
    pub first: u32,
    pub last: u32,
}

/// A share in per cent, to a tenth, and never more than it is: 59.96 % is below a bound of 60 %.
pub fn floor_per_cent(share: f64) -> f64 {
    (share * 1000.0 + 1e-6).floor() / 10.0
}

/// The same as pages show it.
pub(super) fn per_cent(share: f64) -> String {
    format!("{:.1}\u{a0}%", floor_per_cent(share))
}

struct Program {
    tokens: Tokens,
    prints: Vec<Fingerprint>,
    /// Its tokens: all, those without given files, and those that count.
    whole: usize,
    own: usize,
    count: usize,
    /// The minimum token count in its score.
    least: usize,
}

/// Compares all pairs, and each submission with those of past years.
pub fn compare(
    submissions: &[Source<'_>],
    past: &[Source<'_>],
    common: &[Source<'_>],
    settings: &SimilaritySettings,
) -> Likeness {
    let grammar = Grammar::new();
    let tokens = |language, text| match language {
        Code::C => grammar.tokens(text),
        Code::Python => python::tokens(text),
    };
    let common = common.iter().map(|it| (it.language, it.text)).chain(KIT);
    let hashes = |(language, text)| every_hash(&tokens(language, text).kinds, RUN);
    let known: HashSet<u64> = common.flat_map(hashes).map(|it| it.1).collect();
    let class = submissions.len();
    let submissions = submissions.iter().chain(past);
    let mut programs: Vec<Program> = Vec::new();
    for it in submissions.clone() {
        let tokens = tokens(it.language, it.text);
        let least = match it.language {
            Code::C => MIN_TOKENS,
            // A line has half as many tokens as in C++: 3.7, and 7.2.
            Code::Python => MIN_TOKENS / 2,
        };
        let whole = tokens.count();
        let mut program = Program { prints: Vec::new(), whole, own: 0, count: 0, least, tokens };
        program.leave_out(&known);
        program.own = program.count;
        programs.push(program);
    }
    let shared = shared_by_many(&programs[..class], settings);
    if !shared.is_empty() {
        programs.iter_mut().for_each(|program| program.leave_out(&shared));
    }
    let pairs = candidates(&programs, class, settings).into_iter();
    let mut pairs: Vec<Pair> = pairs.map(|at| pair(&programs, at)).collect();
    pairs.retain(|pair| pair.score >= settings.listed || pair.longest >= LONG);
    pairs.sort_by(|one, two| {
        let order = two.score.total_cmp(&one.score);
        order.then((one.left, one.right).cmp(&(two.left, two.right)))
    });
    let members = submissions.zip(&programs).enumerate();
    let members = members.map(|(at, (submission, program))| Member {
        name: submission.name.to_owned(),
        tokens: program.count,
        common: program.whole - program.count,
        shared: program.own - program.count,
        is_parsed: program.tokens.is_parsed,
        is_past: at >= class,
    });
    let is_in_crowd = |(at, it): (usize, &Program)| {
        let of = it.own.max(it.least) as f64;
        let shared = it.own - it.count;
        (shared > 0 && shared as f64 >= settings.threshold * of).then_some(at)
    };
    let crowd = programs[..class].iter().enumerate();
    Likeness {
        members: members.collect(),
        crowd: crowd.filter_map(is_in_crowd).collect(),
        groups: groups(programs.len(), &pairs, settings.threshold),
        pairs,
        settings: *settings,
    }
}

impl Program {
    /// Leaves out the code that has one of the hashes, and keeps fingerprints of the rest.
    fn leave_out(&mut self, known: &HashSet<u64>) {
        let hashes = every_hash(&self.tokens.kinds, RUN);
        for (place, _) in hashes.iter().filter(|hash| known.contains(&hash.1)) {
            let end = (place + RUN).min(self.tokens.kinds.len());
            self.tokens.kinds[*place..end].fill(GAP);
        }
        let hashes = every_hash(&self.tokens.kinds, RUN);
        self.prints = winnow(&hashes, WINDOW);
        self.count = self.tokens.count();
    }
}

fn index(programs: &[Program]) -> Vec<(u64, usize)> {
    let prints = programs.iter().enumerate();
    let mut all: Vec<(u64, usize)> = prints
        .flat_map(|(number, program)| program.prints.iter().map(move |print| (print.hash, number)))
        .collect();
    all.sort_unstable();
    all
}

fn shared_by_many(programs: &[Program], settings: &SimilaritySettings) -> HashSet<u64> {
    if programs.len() < settings.common_from {
        return HashSet::new();
    }
    let most = programs.len() as f64 * COMMON_SHARE;
    let index = index(programs);
    let same = index.chunk_by(|one, two| one.0 == two.0);
    let common = same.filter(|same| same.chunk_by(|one, two| one.1 == two.1).count() as f64 > most);
    common.filter_map(|it| it.first()).map(|it| it.0).collect()
}

/// Pairs that share enough fingerprints, the first of each in the class.
fn candidates(
    programs: &[Program],
    class: usize,
    settings: &SimilaritySettings,
) -> Vec<(usize, usize)> {
    let many = programs.len();
    let mut shared = vec![0_u32; class * many];
    let index = index(programs);
    let mut owners: Vec<(usize, u32)> = Vec::new();
    for same in index.chunk_by(|one, two| one.0 == two.0) {
        owners.clear();
        for of_one in same.chunk_by(|one, two| one.1 == two.1) {
            let times = u32::try_from(of_one.len()).unwrap_or(u32::MAX);
            owners.extend(of_one.first().map(|it| (it.1, times)));
        }
        for (place, (left, times)) in owners.iter().enumerate() {
            for (right, others) in owners.iter().skip(place + 1) {
                if let Some(count) = shared.get_mut(left * many + right) {
                    *count = count.saturating_add(*times.min(others));
                }
            }
        }
    }
    // A run of tokens that matches may hold fewer fingerprints than its length has a right to.
    let least = settings.listed / 3.0;
    let long = (LONG / (2 * WINDOW)) as f64;
    let is_near = |&(left, right): &(usize, usize)| {
        let count = f64::from(shared[left * many + right]);
        let prints = |it: usize| programs[it].prints.len();
        let shorter = prints(left).min(prints(right)) as f64;
        count > 0.0 && count >= long.min(least * shorter)
    };
    let pairs = (0..class).flat_map(|left| (left + 1..many).map(move |right| (left, right)));
    pairs.filter(is_near).collect()
}

fn pair(programs: &[Program], at: (usize, usize)) -> Pair {
    let (left, right) = at;
    let [one, two] = [&programs[left], &programs[right]];
    let [ours, theirs] = [one, two].map(|it| (&it.tokens, &it.prints[..]));
    let runs = runs(ours, theirs, RUN);
    let same: usize = runs.iter().map(|run| run.length).sum();
    let share = |of: usize| {
        let share = same as f64 / of.max(1) as f64;
        (share * 1e4).round() / 1e4
    };
    let parts = parts(&one.tokens, &two.tokens, &runs);
    Pair {
        left,
        right,
        score: share(one.count.min(two.count).max(one.least)),
        of_left: share(one.count),
        of_right: share(two.count),
        longest: parts.iter().map(|part| part.tokens).max().unwrap_or(0),
        parts,
    }
}

/// Runs as lines; those that follow each other closely on both sides are one part.
fn parts(one: &Tokens, two: &Tokens, runs: &[Run]) -> Vec<Fragment> {
    let lines = |tokens: &Tokens, from: usize, length: usize| {
        let part = tokens.lines.get(from..from + length).unwrap_or_default();
        LineRange {
            first: part.iter().copied().min().unwrap_or(1),
            last: part.iter().copied().max().unwrap_or(1),
        }
    };
    let is_close = |before: usize, after: usize| (before..=before + RUN).contains(&after);
    let together = runs.chunk_by(|before, after| {
        is_close(before.left + before.length, after.left)
            && is_close(before.right + before.length, after.right)
    });
    let whole = |runs: &[Run]| {
        let (first, last) = (runs.first()?, runs.last()?);
        Some(Fragment {
            left: lines(one, first.left, last.left + last.length - first.left),
            right: lines(two, first.right, last.right + last.length - first.right),
            tokens: runs.iter().map(|run| run.length).sum(),
        })
    };
    together.filter_map(whole).collect()
}

fn groups(many: usize, pairs: &[Pair], threshold: f64) -> Vec<Vec<usize>> {
    let mut group: Vec<usize> = (0..many).collect();
    for pair in pairs.iter().filter(|pair| pair.score >= threshold) {
        let (one, two) = (group[pair.left], group[pair.right]);
        group.iter_mut().filter(|it| **it == one.max(two)).for_each(|it| *it = one.min(two));
    }
    let members = |of: usize| -> Vec<usize> { (0..many).filter(|it| group[*it] == of).collect() };
    let mut groups: Vec<Vec<usize>> = (0..many).map(members).filter(|it| it.len() > 1).collect();
    groups.sort_by_key(|group| (usize::MAX - group.len(), group.first().copied()));
    groups
}
