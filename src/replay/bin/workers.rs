//! The threads that read, search and think, so that keys never wait for any of it.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use ratatui::crossterm::event::Event;

use arbitro_records::{
    Collection, CollectionEntry, PlayedMove, Playthrough, Position, RecordsError,
};
use arbitro_replay::{Opinion, Question};
use arbitro_rules::GameId;
use arbitro_rules::language::Language;

/// Evaluates positions.
pub(crate) type Thinker = Box<dyn Fn(&Question) -> Result<Opinion, String> + Send>;

/// An event of the loop.
pub(crate) enum Happening {
    Terminal(Event),
    TerminalGone(io::Error),
    Signal(i32),
    /// More of a match has been read.
    Grown(Job, Box<Grown>),
    /// All of it has.
    Read(Job, Box<Result<Playthrough, RecordsError>>),
    /// A search is done.
    Found(String, Vec<usize>),
    SearchResult(Question, Result<Opinion, String>),
    /// A thread has panicked, and said so.
    Broken,
}

/// A match to read, for the how manieth time something is read: what came of an earlier one is no
/// longer of interest, though it may be of the same match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Job {
    number: u64,
    pub(crate) index: usize,
}

/// A stretch of a match, to be sent.
pub(crate) struct Grown {
    pub(crate) game: GameId,
    pub(crate) first_board: u64,
    pub(crate) boards: u64,
    pub(crate) positions: Vec<Position>,
    pub(crate) moves: Vec<PlayedMove>,
}

/// The threads, and what they were asked last.
pub(crate) struct Workers {
    collection: Arc<Collection>,
    jobs: Sender<Job>,
    current: Job,
    searches: Sender<(u64, String)>,
    /// The number of the last search: an older one gives up.
    search: Arc<AtomicU64>,
    questions: Sender<Question>,
}

impl Workers {
    pub(crate) fn new(
        collection: Collection,
        thinker: Thinker,
        sender: &Sender<Happening>,
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
            current: Job {
                number: 0,
                index: 0,
            },
            searches,
            search,
            questions,
        })
    }

    pub(crate) fn collection(&self) -> &Collection {
        &self.collection
    }

    /// Has a match read. A thread that is gone has said why.
    pub(crate) fn read(&mut self, index: usize) {
        self.current = Job {
            number: self.current.number + 1,
            index,
        };
        let _ = self.jobs.send(self.current);
    }

    pub(crate) fn is_current(&self, job: Job) -> bool {
        job == self.current
    }

    pub(crate) fn search(&self, text: String) {
        let number = self.search.fetch_add(1, Ordering::Relaxed) + 1;
        let _ = self.searches.send((number, text));
    }

    pub(crate) fn think(&self, question: Question) {
        let _ = self.questions.send(question);
    }
}

/// The way to the loop, which hears of it when the thread that has it panics.
struct Guarded(Sender<Happening>);

impl Guarded {
    fn send(&self, happening: Happening) -> bool {
        self.0.send(happening).is_ok()
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        if thread::panicking() {
            let _ = self.0.send(Happening::Broken);
        }
    }
}

/// The last of what waits: who asked for the others has gone on.
fn latest<T>(waiting: &Receiver<T>) -> Option<T> {
    let first = waiting.recv().ok()?;
    Some(waiting.try_iter().last().unwrap_or(first))
}

fn read(collection: &Collection, jobs: &Receiver<Job>, out: &Guarded) {
    while let Some(job) = latest(jobs) {
        let result = collection.playthrough_told(job.index, &mut |stretch| {
            let grown = Grown {
                game: stretch.game,
                first_board: stretch.first_board,
                boards: stretch.boards,
                positions: stretch.positions.to_vec(),
                moves: stretch.moves.to_vec(),
            };
            out.send(Happening::Grown(job, Box::new(grown)));
        });
        if !out.send(Happening::Read(job, Box::new(result))) {
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
        let is_it = |entry: &CollectionEntry| {
            let names = [&entry.names.x, &entry.names.o].into_iter().flatten();
            let title = Language::ALL.map(|it| entry.title.in_language(it));
            let names = names.map(String::as_str);
            let mut texts = [&*entry.id].into_iter().chain(title).chain(names);
            texts.any(|it| it.to_lowercase().contains(&wanted))
        };
        let found: Vec<usize> = (0..collection.len())
            .take_while(|_| last.load(Ordering::Relaxed) == number)
            .filter(|&index| collection.entry(index).is_ok_and(|it| is_it(&it)))
            .collect();
        let is_done = last.load(Ordering::Relaxed) == number;
        if is_done && !out.send(Happening::Found(text, found)) {
            return;
        }
    }
}

fn think(thinker: &Thinker, questions: &Receiver<Question>, out: &Guarded) {
    while let Some(question) = latest(questions) {
        let opinion = thinker(&question);
        if !out.send(Happening::SearchResult(question, opinion)) {
            return;
        }
    }
}
