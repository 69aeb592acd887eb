//! Texts of marks.

use std::borrow::Cow;

use arbitro_rules::plain_text::one_line;
use arbitro_table::texts;
use arbitro_tournament::report::page::words::forfeit;
use arbitro_words::{Choice, Label, Language, Message, say};

use super::mark::{Late, Mark, PartName};
use super::reasons::{CheckCharge, CheckCounts, KindCost, MemoryCosts, MethodLoss, RungScore, Why};
use crate::conformance::method_in;
use crate::dossier::Bonus;
use crate::memory::FaultKind;
use crate::points::{is_free, points_text};
use crate::words::capital;

arbitro_table::room!(
    pub(crate) "marks/words": impl Why, Failing, RungScore, Faults, impl PartName, Late, MarksMessage, Cost
);

/// Maximum methods named in a reason.
const MAX_NAMED: usize = 8;

/// Memory faults of a kind.
#[texts("marks/words")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Faults {
    pub(crate) kind: FaultKind,
    pub(crate) count: usize,
}

/// The comment on a mark in Moodle's worksheet: the points, and what would bring the most.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Comment<'a>(pub(crate) &'a Mark);

/// Letters of each reason in a comment.
const MAX_REASON: usize = 160;

/// Reasons and comments, by what was computed for them.
#[texts("marks/words")]
enum MarksMessage<'a> {
    Checks {
        passed: usize,
        judged: usize,
        is_passed: bool,
        are_weighed: bool,
        wrong: Option<MessageList<MarksMessage<'a>>>,
        has_more: bool,
        // Per cent.
        exceptions: Option<Points>,
        not_run: usize,
        because_of: Option<MessageList<MarksMessage<'a>>>,
    },
    Memory(Option<MessageList<MarksMessage<'a>>>),
    // What costs points.
    Method {
        method: MethodName<'a>,
        count: usize,
        cost: Cost<'a>,
    },
    Faults {
        faults: Faults,
        cost: Cost<'a>,
    },
    Unfinished {
        count: usize,
        cost: Cost<'a>,
    },
    AfterCrash(Cost<'a>),
    // What mending the method that hides most would bring, with what it hides itself.
    Hidden {
        method: MethodName<'a>,
        checks: usize,
        most: Points,
        number: &'a str,
    },
    Comment {
        begin: Label,
        points: Points,
        of: Points,
        bonus: Option<Points>,
        late: Option<&'a Late>,
        penalty: Option<Points>,
        gains: Option<MessageList<MarksMessage<'a>>>,
    },
    // A kind of forfeit.
    Kind {
        what: String,
        times: u32,
        cost: Option<Points>,
    },
    Gain {
        number: usize,
        name: PartName,
        lost: Points,
        why: CutReason<'a>,
    },
}

/// The cost of a fault, or the method that pays in its place.
#[texts("marks/words")]
enum Cost<'a> {
    As(MethodName<'a>),
    Points(Points),
}

impl<'a> Cost<'a> {
    fn new(points: f64, payer: Option<&'a String>) -> Cost<'a> {
        let payer = payer.filter(|_| points_text(points) == "0");
        payer.map_or(Cost::Points(Points(points)), |payer| Cost::As(MethodName(payer)))
    }
}

struct Points(f64);

impl Message for Points {
    fn words(&self, _: Language) -> Cow<'static, str> {
        points_text(self.0).into()
    }
}

impl Choice for Points {
    fn is_first(&self, _: Language) -> bool {
        points_text(self.0) == "1"
    }
}

/// Messages in a row.
struct MessageList<T> {
    messages: Vec<T>,
    between: &'static str,
}

impl<T: Message> Message for MessageList<T> {
    fn words(&self, language: Language) -> Cow<'static, str> {
        let all = self.messages.iter().map(|message| say(message, language));
        all.collect::<Vec<_>>().join(self.between).into()
    }
}

fn joined<T>(
    messages: impl IntoIterator<Item = T>,
    between: &'static str,
) -> Option<MessageList<T>> {
    let messages = Vec::from_iter(messages);
    (!messages.is_empty()).then_some(MessageList { messages, between })
}

struct MethodName<'a>(&'a str);

impl Message for MethodName<'_> {
    fn words(&self, language: Language) -> Cow<'static, str> {
        method_in(self.0, language).into_owned().into()
    }
}

/// A sentence without its full stop, to be put into another.
struct OpenSentence<'a, M>(&'a M);

impl<M: Message> Message for OpenSentence<'_, M> {
    fn words(&self, language: Language) -> Cow<'static, str> {
        say(self.0, language).trim().trim_end_matches('.').to_owned().into()
    }
}

/// A message as a sentence begins with it.
struct Capital<'a, M>(&'a M);

impl<M: Message> Message for Capital<'_, M> {
    fn words(&self, language: Language) -> Cow<'static, str> {
        capital(&say(self.0, language)).into()
    }
}

/// A reason, cut for a comment.
struct CutReason<'a>(&'a Why);

impl Message for CutReason<'_> {
    fn words(&self, language: Language) -> Cow<'static, str> {
        cut_at_item(&say(self.0, language), MAX_REASON).into()
    }
}

// Functions in texts.
fn open<M>(message: &M) -> OpenSentence<'_, M> {
    OpenSentence(message)
}

fn sentence<M>(message: &M) -> Capital<'_, M> {
    Capital(message)
}

fn points(points: &f64) -> Points {
    Points(*points)
}

fn listed(rungs: &[RungScore]) -> Option<MessageList<&RungScore>> {
    joined(rungs, "; ")
}

fn charged(kinds: &[KindCost]) -> Option<MessageList<KindCost>> {
    joined(kinds.iter().cloned(), ", ")
}

impl Message for KindCost {
    fn words(&self, language: Language) -> Cow<'static, str> {
        let what = forfeit(&self.reason, language);
        // Others are charged as exceeded limits.
        let cost = (self.cost > 0.0).then_some(Points(self.cost));
        say(&MarksMessage::Kind { what, times: self.times, cost }, language)
    }
}

fn method<'a>(loss: &'a MethodLoss, charges: &'a [CheckCharge]) -> MarksMessage<'a> {
    let mut own = charges.iter().filter(|charge| charge.method == loss.method);
    let cost = Cost::new(loss.points, own.find_map(|it| it.payer.as_ref()));
    MarksMessage::Method { method: MethodName(&loss.method), count: loss.checks, cost }
}

impl Message for CheckCounts {
    fn words(&self, language: Language) -> Cow<'static, str> {
        let method = |method_loss| method(method_loss, &self.charges);
        let text = MarksMessage::Checks {
            passed: self.passed,
            judged: self.judged,
            is_passed: self.passed == self.judged,
            are_weighed: self.are_weighed,
            wrong: joined(self.wrong.iter().take(MAX_NAMED).map(method), ", "),
            has_more: self.wrong.len() > MAX_NAMED,
            exceptions: self.exceptions.map(|share| Points(share * 100.0)),
            not_run: self.not_run,
            because_of: joined(self.because_of.iter().map(method), ", "),
        };
        say(&text, language)
    }
}

/// The gain of mending one method, where it keeps much from being judged.
#[derive(Clone, Copy, Debug)]
pub struct Hidden<'a>(&'a Mark, &'a MethodLoss);

/// Share of the points for the methods from which on a method hides much.
const MUCH: f64 = 0.1;

impl Mark {
    /// Returns what hides so much that it is worth to mend it, and to mark again.
    pub fn hidden(&self) -> Option<Hidden<'_>> {
        let most = self.checks()?.because_of.first()?;
        let of = self.part(PartName::Conformance)?.of;
        (most.points > MUCH * of).then_some(Hidden(self, most))
    }
}

impl Message for Hidden<'_> {
    fn words(&self, language: Language) -> Cow<'static, str> {
        let Hidden(mark, loss) = self;
        let wrong = mark.checks().into_iter().flat_map(|check| &check.wrong);
        let own: f64 = wrong.filter(|it| it.method == loss.method).map(|wrong| wrong.points).sum();
        let hidden = MarksMessage::Hidden {
            method: MethodName(&loss.method),
            checks: loss.checks,
            most: Points(loss.points + own),
            number: &mark.number,
        };
        say(&hidden, language)
    }
}

impl Message for MemoryCosts {
    fn words(&self, language: Language) -> Cow<'static, str> {
        let cost = |kind, points| {
            let payer = self.elsewhere.iter().find(|it| it.0 == kind);
            Cost::new(points, payer.map(|payer| &payer.1))
        };
        let faults = self.faults.iter().map(|&(kind, count, points)| MarksMessage::Faults {
            faults: Faults { kind, count },
            cost: cost(Some(kind), points),
        });
        let unfinished = match self.unfinished {
            (0, points) if points <= 0.0 => None,
            (0, points) => Some(MarksMessage::AfterCrash(cost(None, points))),
            (count, points) => Some(MarksMessage::Unfinished { count, cost: cost(None, points) }),
        };
        say(&MarksMessage::Memory(joined(faults.chain(unfinished), ", ")), language)
    }
}

impl Message for Comment<'_> {
    fn words(&self, language: Language) -> Cow<'static, str> {
        let (mark, gains) = (self.0, self.0.gains());
        let gains = (1..).zip(&gains).map(|(number, (part, lost))| MarksMessage::Gain {
            number,
            name: part.name,
            lost: Points(*lost),
            why: CutReason(&part.why),
        });
        let late = mark.late.as_ref();
        let costs = |points: f64| (points > 0.0).then_some(Points(points));
        let text = MarksMessage::Comment {
            begin: COMMENT,
            points: Points(mark.without_bonus()),
            of: Points(mark.of),
            bonus: costs(mark.bonus()),
            late,
            penalty: late.and_then(|late| costs(late.cost)),
            gains: joined(gains, ""),
        };
        say(&text, language)
    }
}

/// A text cut behind one of its items, if it is longer than so many letters.
fn cut_at_item(text: &str, most: usize) -> String {
    let whole = one_line(text, usize::MAX);
    let Some((end, _)) = whole.char_indices().nth(most) else {
        return whole;
    };
    let items = [", ", "; ", ". "].into_iter().filter_map(|it| whole[..end].rfind(it));
    match items.max() {
        Some(end) => format!("{} ...", &whole[..=end].trim_end_matches([',', ';', ' '])),
        None => one_line(text, most),
    }
}
