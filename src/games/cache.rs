//! Caches answers of a program of rules.

use std::collections::HashMap;
use std::sync::Arc;

use crate::answer::Answer;
use crate::question::QuestionHash;

/// Maximum bytes of all answers together, unless the caller has less memory.
pub(crate) const MAX_BYTES: usize = 256 << 20;
/// Bytes of an entry besides its texts.
const ENTRY_BYTES: usize = 128;

#[derive(Debug)]
pub(crate) struct Cache {
    answers: HashMap<QuestionHash, Arc<Answer>>,
    bytes: usize,
    most: usize,
}

impl Cache {
    /// A cache for answers of at most so many bytes together.
    pub(crate) fn new(most: usize) -> Cache {
        Cache { answers: HashMap::new(), bytes: 0, most }
    }

    pub(crate) fn get(&self, question: &QuestionHash) -> Option<Arc<Answer>> {
        self.answers.get(question).cloned()
    }

    /// Keeps an answer. When there is no more room, all others are forgotten: each can be asked again.
    pub(crate) fn keep(&mut self, question: QuestionHash, answer: &Arc<Answer>) {
        let bytes = answer.bytes() + ENTRY_BYTES;
        if self.bytes + bytes > self.most {
            *self = Cache::new(self.most);
        }
        if self.answers.insert(question, Arc::clone(answer)).is_none() {
            self.bytes += bytes;
        }
    }
}
