//! A player, as the second judge knows it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Duration;

use arbitro_rules::Reason;

use super::judge::{Branch, Voice};
use super::trace::{Act, Died, Exceeded};

/// A file of a player.
#[derive(Clone, Debug)]
pub(super) struct File {
    pub(super) content: Rc<[u8]>,
    pub(super) writers: u32,
    pub(super) is_readable: bool,
}

/// The way in which a name came into the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Name {
    Created {
        file: usize,
        /// It was closed since.
        was_closed: bool,
    },
    Renamed(usize),
    Linked {
        file: usize,
        /// Its content then.
        content: Rc<[u8]>,
    },
    NoFile,
}

impl Name {
    pub(super) fn file(&self) -> Option<usize> {
        match self {
            Name::Created { file, .. } | Name::Renamed(file) | Name::Linked { file, .. } => {
                Some(*file)
            }
            Name::NoFile => None,
        }
    }
}

/// The file under the answer's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stands {
    Nothing,
    /// Made, and never closed.
    Open,
    /// Closed, and opened for writing again.
    OpenAgain,
    Unreadable,
    Board(Rc<[u8]>),
}

/// What is known of a player.
#[derive(Clone, Debug, Default)]
pub(super) struct Side {
    pub(super) files: BTreeMap<usize, File>,
    /// The names of boards that it made, and when it last did something to each.
    pub(super) names: BTreeMap<u64, (Name, Duration)>,
    pub(super) cores: u32,
    pub(super) used: Duration,
    pub(super) others_have: bool,
    pub(super) taken: Duration,
    pub(super) is_over: Vec<Exceeded>,
    pub(super) is_filled_by_others: bool,
    /// The boards that it was given and wrote into.
    pub(super) forged: Vec<u64>,
    pub(super) was_told_of_forgery: bool,
    /// The boards that the referee heard were closed or renamed into place.
    pub(super) told: BTreeSet<u64>,
    /// The board that it was given last, until that is told. The first comes with its program.
    pub(super) given: Option<u64>,
    pub(super) death: Option<Died>,
    pub(super) told_death: Option<Duration>,
    /// When it was last asked to stop, and what others had taken then.
    pub(super) asked_to_stop: Option<(Duration, Duration)>,
    pub(super) is_stopped: bool,
    /// Ripe events that were left when the referee last asked.
    pub(super) left: usize,
    pub(super) has_answered: bool,
    /// Its output, if it answers by lines.
    pub(super) voice: Voice,
    /// What it had used when its last answer was made, and when the turn ended.
    pub(super) used_before: (Duration, Duration),
}

impl Side {
    pub(super) fn does(&mut self, act: &Act, now: Duration) {
        let mut name = |number: u64, name: Name| self.names.insert(number, (name, now));
        match *act {
            Act::Creates { number, file } => {
                name(number, Name::Created { file, was_closed: false });
                self.file(file).writers += 1;
            }
            Act::Opens { file } => self.file(file).writers += 1,
            Act::Writes { file, ref content } => self.file(file).content = Rc::clone(content),
            Act::Closes { file } => {
                let state = self.file(file);
                state.writers = state.writers.saturating_sub(1);
                for (name, touched) in self.names.values_mut() {
                    if let Name::Created { file: it, was_closed } = name
                        && *it == file
                    {
                        (*was_closed, *touched) = (true, now);
                    }
                }
            }
            Act::Renames { number, file } => {
                name(number, Name::Renamed(file));
            }
            Act::Links { number, file } => {
                let content = Rc::clone(&self.file(file).content);
                self.names.insert(number, (Name::Linked { file, content }, now));
            }
            Act::MakesFolder { number } => {
                name(number, Name::NoFile);
            }
            Act::Hides { file } => self.file(file).is_readable = false,
            Act::Removes { number } => {
                self.names.remove(&number);
            }
            Act::Forges { number } => self.forged.push(number),
            Act::Prints { ref bytes } => self.voice.print(bytes),
            Act::ClosesOutput => self.voice.is_closed = true,
        }
    }

    pub(super) fn file(&mut self, file: usize) -> &mut File {
        let new = || File { content: Rc::from([]), writers: 0, is_readable: true };
        self.files.entry(file).or_insert_with(new)
    }

    /// What stands under a number and was put there since the turn began.
    pub(super) fn stands(&self, number: u64, began: Duration) -> Stands {
        let Some((name, touched)) = self.names.get(&number) else {
            return Stands::Nothing;
        };
        if *touched < began {
            return Stands::Nothing;
        }
        let Some(file) = name.file().and_then(|file| self.files.get(&file)) else {
            return Stands::Unreadable;
        };
        match name {
            Name::Created { was_closed: false, .. } => Stands::Open,
            Name::Created { .. } if file.writers > 0 => Stands::OpenAgain,
            _ if !file.is_readable => Stands::Unreadable,
            _ => Stands::Board(Rc::clone(&file.content)),
        }
    }

    /// The bytes under a number, however they came there.
    pub(super) fn length(&self, number: u64) -> usize {
        let file = self.names.get(&number).and_then(|(name, _)| name.file());
        file.and_then(|file| self.files.get(&file)).map_or(0, |it| it.content.len())
    }

    pub(super) fn is_open(&self, number: u64) -> bool {
        let file = self.names.get(&number).and_then(|(name, _)| name.file());
        file.and_then(|file| self.files.get(&file)).is_some_and(|it| it.writers > 0)
    }

    pub(super) fn is_renamed_and_open(&self, number: u64) -> bool {
        match self.names.get(&number) {
            Some((Name::Renamed(file), _)) => self.files.get(file).is_some_and(|it| it.writers > 0),
            _ => false,
        }
    }

    pub(super) fn is_still(&self) -> bool {
        self.is_stopped || self.death.is_some()
    }
}

/// The excesses of a player, in the order in which it decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Excess {
    Memory,
    ProcessorTime,
    Output,
    Folder,
    Forged,
}

impl Excess {
    pub(super) fn reason(self) -> (Reason, Branch) {
        match self {
            Excess::Memory => (Reason::Memory, Branch::Memory),
            Excess::ProcessorTime => (Reason::Timeout, Branch::ProcessorTime),
            Excess::Output => (Reason::Output, Branch::Output),
            Excess::Folder => (Reason::Output, Branch::Folder),
            Excess::Forged => (Reason::Cheating, Branch::Forged),
        }
    }
}

impl Side {
    /// Returns the deciding one of its excesses.
    pub(super) fn excess(&self, is_over_time: bool, has_forged: bool) -> Option<Excess> {
        let is_over = |limit| self.is_over.contains(&limit);
        [
            (is_over(Exceeded::Memory), Excess::Memory),
            (is_over_time, Excess::ProcessorTime),
            (is_over(Exceeded::Output), Excess::Output),
            (is_over(Exceeded::Folder), Excess::Folder),
            (has_forged, Excess::Forged),
        ]
        .into_iter()
        .find_map(|(is_so, excess)| is_so.then_some(excess))
    }
}
