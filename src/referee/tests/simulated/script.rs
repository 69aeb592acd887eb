//! Players and hosts from a seed: scripts whose times lie just before and just after every limit.

mod lines;

use std::time::Duration;

use arbitro_rules::GameId;
use arbitro_rules::notation::Strictness;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::trace::{Died, Exceeded, Terms};

/// All that a match depends on.
#[derive(Clone, Debug)]
pub(super) struct Match {
    pub(super) terms: Terms,
    pub(super) scripts: [Vec<Step>; 2],
    /// The times when others have a player's core.
    pub(super) others: [Vec<(Duration, Duration)>; 2],
    /// By hand: a player answers a board that stands whole before that is closed.
    pub(super) is_hasty: [bool; 2],
    pub(super) flaws: Flaws,
}

/// Flaws of the host: at every so manieth occasion, and by how much.
#[derive(Clone, Debug)]
pub(super) struct Flaws {
    pub(super) late_timer: Option<(u32, Duration)>,
    pub(super) late_stop: Option<(u32, Duration)>,
    pub(super) late_news: Option<(u32, Duration)>,
    pub(super) late_death: Option<(u32, Duration)>,
    pub(super) torn_read: Option<(u32, Duration)>,
    pub(super) slow_start: Option<(u32, Duration)>,
    /// The call of the referee that fails.
    pub(super) fails_at: Option<u32>,
    /// The time when others fill the players' folders.
    pub(super) others_fill: Option<Duration>,
    /// The events that fit into a queue.
    pub(super) queue: usize,
    pub(super) tells_creation: bool,
    /// Nothing is told of a folder: the referee must list it.
    pub(super) tells_nothing: bool,
    /// No alarm is given for memory: the referee must read it.
    pub(super) has_no_alarm: bool,
}

impl Flaws {
    pub(super) const NONE: Flaws = Flaws {
        late_timer: None,
        late_stop: None,
        late_news: None,
        late_death: None,
        torn_read: None,
        slow_start: None,
        fails_at: None,
        others_fill: None,
        queue: 16_384,
        tells_creation: false,
        tells_nothing: false,
        has_no_alarm: false,
    };
}

/// The next step of a program, while it runs. Numbers of boards count from that of its answer; a step that
/// makes no sense, such as to close what is not open, is nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Waits for its next board.
    Await,
    Sleep(Duration),
    /// Computes on all its cores, for so much processor time.
    Compute(Duration),
    Create(i8),
    /// Makes a file under another name.
    OpenOther,
    /// Opens its latest file again.
    OpenAgain,
    /// Writes into the file that it holds open; these are the contents then.
    Write(Content),
    Close,
    /// Starts a child that holds the file open, too.
    Fork,
    ChildCloses,
    Rename(i8),
    Link(i8),
    Folder(i8),
    Remove(i8),
    Hide,
    Forge,
    /// Rewrites its judged boards as they were, again and again.
    Flood,
    Exceed(Exceeded),
    Die(Died),
    // By lines.
    Print(Text),
    CloseOutput,
}

/// The output of a player that answers by lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Text {
    /// A line with the name of a legal move, as of its latest block.
    Legal,
    /// The same with blanks around it, and CRLF.
    Padded,
    /// The same with so many blanks.
    Broad(u32),
    /// The first half of that line.
    Head,
    /// The other half.
    Tail,
    /// That line without its newline.
    Name,
    Newline,
    /// A line with another name, which may be legal in its next turn.
    Guess,
    /// A line that is no name.
    Wrong,
    /// A line of so many bytes, without its newline.
    Flood(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Legal,
    /// The first bytes of a legal answer.
    Part(u16),
    Unchanged,
    Garbage,
}

/// Games and positions from which a few plies can reach an end.
const STARTS: [(GameId, &str); 8] = [
    (GameId::Dama, "W:W21,27,K30:B5,K3,10"),
    (GameId::Dama, "W:W22,K32:B18,K4"),
    (GameId::Dama, "W:WK29,26,31:BK4,7,2"),
    (GameId::Italian, "W:W21,K30:B5,K3,10"),
    (GameId::Russian, "W:WK21,K30,27:BK3,10"),
    (GameId::International, "W:W31,K46:B20,K5"),
    (GameId::Quoridor, "5:x:c3,1:c2,1:b2h"),
    (GameId::Quoridor, "3:x:b1,1:b3,1"),
];

struct Author {
    random: SmallRng,
    terms: Terms,
    steps: Vec<Step>,
}

const fn ms(time: u64) -> Duration {
    Duration::from_millis(time)
}

/// The match of a seed.
pub(super) fn random_match(seed: u64) -> Match {
    let mut random = SmallRng::seed_from_u64(seed);
    let move_time = ms([60, 150, 400][random.random_range(0..3)]);
    let (game, start) = STARTS[random.random_range(0..STARTS.len())];
    let mut terms = Terms {
        by_hand: random.random_bool(0.25),
        knows_writers: random.random_bool(0.75),
        game,
        start: start.to_owned(),
        ply_limit: random.random_range(2..24),
        strictness: Strictness::Tolerant,
        move_time,
        start_time: ms([0, 50, 100][random.random_range(0..3)]),
        cpu_time: [None, Some(move_time), Some(move_time / 2)][random.random_range(0..3)],
        cores: random.random_range(1..3),
        by_lines: [false, false],
        output_bytes: 1 << 20,
    };
    if !terms.by_hand {
        terms.by_lines = [random.random_bool(0.2), random.random_bool(0.2)];
        terms.output_bytes = [400, 70_000, 1 << 20][random.random_range(0..3)];
    }
    let mut author = Author { random, terms, steps: Vec::new() };
    let scripts = [0, 1].map(|at| author.script(at));
    let others = [author.others(), author.others()];
    let is_hasty = [author.one_in(2), author.one_in(2)];
    let flaws = author.flaws();
    Match { terms: author.terms, scripts, others, is_hasty, flaws }
}

impl Author {
    fn one_in(&mut self, many: u32) -> bool {
        self.random.random_range(0..many) == 0
    }

    fn any<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.random.random_range(0..of.len())]
    }

    /// A time just before, at, or just after a limit.
    fn about(&mut self, limit: Duration) -> Duration {
        let by = Duration::from_nanos(self.any(&[0, 1, 1_000, 100_000, 1_000_000, 5_000_000]));
        if self.random.random_bool(0.5) { limit + by } else { limit.saturating_sub(by) }
    }

    fn short(&mut self) -> Duration {
        let limit = self.any(&[ms(0), ms(2), ms(5), ms(20), ms(25), ms(40)]);
        self.about(limit)
    }

    fn long(&mut self) -> Duration {
        let (time, start) = (self.terms.move_time, self.terms.start_time);
        let limits = [time, time + start, time, ms(100), time / 10, time / 2, time * 9];
        let limit = self.any(&limits);
        self.about(limit)
    }

    fn sleep(&mut self) {
        let time = if self.one_in(12) { self.long() } else { self.short() };
        self.steps.push(Step::Sleep(time));
    }

    fn pause(&mut self) {
        if self.one_in(2) {
            self.sleep();
        }
    }

    fn script(&mut self, at: usize) -> Vec<Step> {
        self.steps = Vec::new();
        if self.terms.by_lines[at] {
            return self.script_by_lines();
        }
        for _ in 0..=self.terms.ply_limit / 2 {
            self.steps.push(Step::Await);
            self.think();
            if self.one_in(12) {
                self.err();
            }
            self.answer();
            if self.one_in(16) {
                self.pause();
                self.err();
            }
        }
        std::mem::take(&mut self.steps)
    }

    fn think(&mut self) {
        if self.one_in(3) {
            let limit = self.terms.cpu_time.unwrap_or(self.terms.move_time);
            let time = if self.one_in(12) { self.about(limit) } else { self.short() };
            self.steps.push(Step::Compute(time));
        }
        self.sleep();
    }

    /// Writes an answer, in one of the ways in which programs do.
    fn answer(&mut self) {
        use Step::{ChildCloses, Close, Create, Fork, Link, OpenAgain, OpenOther, Rename, Write};
        let legal = Write(Content::Legal);
        let bytes = self.random.random_range(0..130);
        let part = Write(Content::Part(bytes));
        let steps: &[Step] = match self.random.random_range(0..12) {
            0 | 1 => &[Create(0), legal, Close],
            2 => &[Create(0), part, legal, Close],
            3 | 4 => &[OpenOther, legal, Close, Rename(0)],
            5 => &[OpenOther, part, legal, Close, Link(0)],
            // Closed twice.
            6 => &[Create(0), part, Close, OpenAgain, legal, Close],
            7 => &[Create(0), Close, OpenAgain, part, legal, Close],
            // Named while it is open.
            8 => &[OpenOther, legal, Rename(0), Close],
            9 => &[OpenOther, part, Link(0), legal, Close],
            10 => &[OpenOther, legal, Fork, Close, Link(0), ChildCloses],
            _ => &[Create(0), legal, Fork, Close, ChildCloses],
        };
        // By hand a board that was written ahead must be written again.
        let again = self.terms.by_hand && self.one_in(3);
        for &step in again.then_some(&Step::Remove(0)).into_iter().chain(steps) {
            self.steps.push(step);
            if self.one_in(4) {
                self.pause();
            }
        }
    }

    /// Does something wrong or strange.
    fn err(&mut self) {
        use Step::{
            ChildCloses, Close, Compute, Create, Die, Exceed, Folder, Forge, Fork, Hide, Link,
            OpenAgain, OpenOther, Remove, Rename, Write,
        };
        let legal = Write(Content::Legal);
        let death = Die(self.any(&[Died::Exited, Died::Killed, Died::Exited, Died::ByHost]));
        let limits = [Exceeded::Memory, Exceeded::Output, Exceeded::Folder];
        let (excess, more) = (Exceed(self.any(&limits)), Exceed(self.any(&limits)));
        let content = self.any(&[Content::Unchanged, Content::Garbage, Content::Part(126)]);
        let long = self.long();
        let short = Step::Sleep(self.short());
        let steps: &[Step] = match self.random.random_range(0..25) {
            0 | 1 => &[death],
            2 => &[Create(0), legal, death],
            3 | 4 => &[excess],
            5 => &[Forge],
            6 => &[Folder(0)],
            7 => &[Folder(1)],
            8 => &[Create(2), legal, Close],
            9 => &[OpenOther, legal, Close, Rename(2)],
            10 => &[Create(4), Remove(4)],
            11 => &[Create(0), Write(content), Close],
            12 => &[OpenOther, legal, Hide, Close, Rename(0)],
            13 => &[Compute(long)],
            // Rewrites what was judged.
            14 => &[OpenAgain, Write(content), Close],
            15 => &[Remove(0), Create(0), Write(content), Close],
            16 => &[OpenOther, Write(content), Link(0), legal],
            // Of several reasons the first decides.
            17 => &[excess, more, Forge, death],
            18 => &[Forge, Create(0), Write(content), Close, death],
            19 => &[Step::Flood],
            20 | 21 => &[Step::Sleep(long), Step::Flood, Create(0), legal, Close, death],
            // A child goes on.
            22 => &[Create(0), Write(content), Fork, death, short, legal, ChildCloses],
            23 => &[OpenOther, Write(content), Fork, Link(0), Close, death, short, legal, short],
            _ => &[Step::Sleep(long)],
        };
        self.steps.extend_from_slice(steps);
    }

    fn others(&mut self) -> Vec<(Duration, Duration)> {
        let mut times = Vec::new();
        let mut from = Duration::ZERO;
        if !self.one_in(4) {
            return times;
        }
        for _ in 0..self.random.random_range(1..6) {
            from += self.short() + self.short();
            let time = self.terms.move_time;
            let allowed = time + self.terms.start_time;
            let limit = self.any(&[ms(2), time / 10, time, time * 8, allowed * 8, allowed / 10]);
            let to = from + self.about(limit);
            times.push((from, to));
            from = to + ms(1);
        }
        times
    }

    fn flaws(&mut self) -> Flaws {
        let mut flaws = Flaws::NONE;
        flaws.tells_creation = self.one_in(3);
        if self.one_in(3) {
            return flaws;
        }
        let flaw = |one_in, author: &mut Author| {
            let time = author.short();
            let every = author.random.random_range(1..5);
            author.one_in(one_in).then_some((every, time))
        };
        flaws.late_news = flaw(2, self);
        flaws.torn_read = flaw(2, self);
        flaws.late_timer = flaw(4, self);
        flaws.late_stop = flaw(4, self);
        flaws.late_death = flaw(4, self);
        flaws.slow_start = flaw(4, self);
        if self.one_in(6) {
            flaws.queue = self.random.random_range(0..4);
        }
        flaws.tells_nothing = self.one_in(12);
        flaws.has_no_alarm = self.one_in(4);
        if self.one_in(20) {
            flaws.fails_at = Some(self.random.random_range(1..300));
        }
        if self.one_in(20) {
            flaws.others_fill = Some(self.random.random_range(1..12) * self.long());
        }
        flaws
    }
}
