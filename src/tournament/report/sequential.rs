//! Tells a sequential test in one sentence, the same in every output.

use super::interval_text::Interval;
use crate::Results;
use crate::rating::{Hypothesis, Rating};
use crate::run::sprt_watch::MAX_REPEATED;
use crate::words::{Comparison, Estimate, Verdict};
use arbitro_html::text;
use arbitro_words::{Decimals, Language, Signed, say};

const MAX_NAME_LENGTH: usize = 60;

/// Says who was tested against whom, what was decided, and the estimate, which a stopped test overstates.
/// `None` if the tournament is no sequential test.
pub fn test_text_in(results: &Results, language: Language) -> Option<String> {
    let sprt = results.sprt.as_ref()?;
    let name = |it: usize| text::line(&results.file.players[it].name, MAX_NAME_LENGTH);
    let [one, other] = results.tested()?.map(name);
    let (elo0, elo1) = (sprt.test().elo0(), sprt.test().elo1());
    let verdict = match sprt.decision() {
        Some(Hypothesis::H0) => Verdict::Decided { by: elo0, than: elo1 },
        Some(Hypothesis::H1) => Verdict::Decided { by: elo1, than: elo0 },
        None if sprt.repeats() => Verdict::Repeats { elo0, elo1, pairs: MAX_REPEATED },
        None => Verdict::Open { elo0, elo1 },
    };
    let (low, high) = sprt.test().bounds();
    let pairs = sprt.pairs().iter().sum();
    let (elo, reach) = difference(&sprt.rating());
    let is_stopped = sprt.decision().is_some();
    let estimate = (pairs > 0).then_some(Estimate { elo, reach, is_stopped });
    let (low, high, llr) = (Decimals(low), Decimals(high), Decimals(sprt.llr()));
    let (one, other) = (&*one, &*other);
    let test = Comparison::Sequential { one, other, verdict, llr, low, high, pairs, estimate };
    Some(say(&test, language).into_owned())
}

/// The Elo difference of two players, from the first one's rating relative to the mean of both.
pub(super) fn difference(rating: &Rating) -> (Signed<1>, Interval) {
    let reach = Interval::between(rating.low, rating.high, |elo| format!("{:+.1}", 2.0 * elo));
    // Without a negative zero.
    (Signed(2.0 * rating.rating + 0.0), reach)
}
