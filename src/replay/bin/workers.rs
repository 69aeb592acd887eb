//! Threads that read, search and evaluate, so that keys never wait for them.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use ratatui::crossterm::event::Event;

use arbitro_records::{Collection, RecordsError, Seen, Summary};
use arbitro_replay::{Evaluation, EvaluationRequest};
use arbitro_words::{Language, say};

/// Evaluates positions.
pub(crate) type Thinker = Box<dyn Fn(&EvaluationRequest) -> Result<Evaluation, String> + Send>;

pub(crate) enum LoopEvent {
    Terminal(Event),
    TerminalGone(io::Error),
    Signal(i32),
    /// More plies of a match were read, of so many boards.
    Grown(Job, Box<Seen>, u64),
    /// A match was read to its end.
    Read(Job, Box<Result<Seen, RecordsError>>),
    /// A match that is being played was read anew.
    Followed(Box<Seen>),
    /// A list search finished.
    Found(String, Vec<usize>),
    Evaluated(EvaluationRequest, Result<Evaluation, String>),
    /// A thread panicked, after printing why.
    Broken,
}

/// A request to read a match. `number` counts requests: results of older ones are dropped, even for
/// the same match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Job {
    number: u64,
    pub(crate) index: usize,
}

/// The threads, and the latest request to each.
pub(crate) struct Workers {
    collection: Arc<Collection>,
    jobs: Sender<Job>,
    current: Job,
    searches: Sender<(u64, String)>,
    /// Number of the latest search; older searches stop when it changes.
    search: Arc<AtomicU64>,
    questions: Sender<EvaluationRequest>,
}

impl Workers {
    pub(crate) fn new(
        collection: Collection,
        thinker: Thinker,
        sender: &Sender<LoopEvent>,
    ) -> io::Result<Workers> {
        let collection = Arc::new(collection);
        let (jobs, to_read) = channel();
        let (searches, to_search) = channel();
        let (questions, to_think) = channel();
        let search = Arc::new(AtomicU64::new(0));
        let (source, out) = (Arc::clone(&collection), Guarded(sender.clone()));
        thread::Builder::new().spawn(move || read(&source, &to_read, &out))?;
        let (source, out) = (Arc::clone(&collection), Guarded(sender.clone()));
        let last = Arc::clone(&search);
        thread::Builder::new().spawn(move || find(&source, &to_search, &last, &out))?;
        let out = Guarded(sender.clone());
        thread::Builder::new().spawn(move || think(&thinker, &to_think, &out))?;
        Ok(Workers {
            collection,
            jobs,
            current: Job { number: 0, index: 0 },
            searches,
            search,
            questions,
        })
    }

    pub(crate) fn collection(&self) -> &Collection {
        &self.collection
    }

    /// Requests a match. A reading thread that is gone has already reported why.
    pub(crate) fn read(&mut self, index: usize) {
        self.current = Job { number: self.current.number + 1, index };
        let _ = self.jobs.send(self.current);
    }

    pub(crate) fn is_current(&self, job: Job) -> bool {
        job == self.current
    }

    pub(crate) fn search(&self, text: String) {
        let number = self.search.fetch_add(1, Ordering::Relaxed) + 1;
        let _ = self.searches.send((number, text));
    }

    pub(crate) fn think(&self, question: EvaluationRequest) {
        let _ = self.questions.send(question);
    }
}

/// A sender that reports [`LoopEvent::Broken`] if its thread panics.
struct Guarded(Sender<LoopEvent>);

impl Guarded {
    fn send(&self, happening: LoopEvent) -> bool {
        self.0.send(happening).is_ok()
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        if thread::panicking() {
            let _ = self.0.send(LoopEvent::Broken);
        }
    }
}

/// Returns the newest waiting request; the user has moved on from the older ones.
fn latest<T>(waiting: &Receiver<T>) -> Option<T> {
    let first = waiting.recv().ok()?;
    Some(waiting.try_iter().last().unwrap_or(first))
}

fn read(collection: &Collection, jobs: &Receiver<Job>, out: &Guarded) {
    while let Some(job) = latest(jobs) {
        let result = collection.see_growing(job.index, &mut |seen, boards| {
            out.send(LoopEvent::Grown(job, Box::new(seen), boards));
        });
        if !out.send(LoopEvent::Read(job, Box::new(result))) {
            return;
        }
    }
}

fn find(
    collection: &Collection,
    searches: &Receiver<(u64, String)>,
    last: &AtomicU64,
    out: &Guarded,
) {
    while let Some((number, text)) = latest(searches) {
        let wanted = text.to_lowercase();
        let is_it = |entry: &Summary| {
            let names = [&entry.names.x, &entry.names.o].into_iter().flatten();
            let title = Language::ALL.map(|it| say(entry, it));
            let names = names.map(String::as_str);
            let title = title.iter().map(|it| &**it);
            let mut texts = [&*entry.id].into_iter().chain(title).chain(names);
            texts.any(|it| it.to_lowercase().contains(&wanted))
        };
        let found: Vec<usize> = (0..collection.len())
            .take_while(|_| last.load(Ordering::Relaxed) == number)
            .filter(|&index| collection.entry(index).is_ok_and(|it| is_it(&it)))
            .collect();
        let is_done = last.load(Ordering::Relaxed) == number;
        if is_done && !out.send(LoopEvent::Found(text, found)) {
            return;
        }
    }
}

fn think(thinker: &Thinker, questions: &Receiver<EvaluationRequest>, out: &Guarded) {
    while let Some(question) = latest(questions) {
        let opinion = thinker(&question);
        if !out.send(LoopEvent::Evaluated(question, opinion)) {
            return;
        }
    }
}
