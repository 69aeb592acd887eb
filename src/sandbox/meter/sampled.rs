//! Whatever processes are found, for programs that nothing limits: trusted ones, tools without control
//! groups, and those that a caller starts without protection. Children that end between two looks are
//! missed.

use std::io;
use std::time::Duration;

use super::super::plan::Limits;
use super::super::tree::Tree;
use super::{Looked, Meter};

#[derive(Debug)]
pub(crate) struct Sampled {
    /// `None` for a plain process that has not begun.
    tree: Option<Tree>,
    memory: Looked,
}

impl Sampled {
    pub(crate) fn new(tree: Option<Tree>, limits: &Limits) -> Sampled {
        Sampled { tree, memory: Looked::new(limits) }
    }
}

impl Meter for Sampled {
    fn tree(&self) -> Option<&Tree> {
        self.tree.as_ref()
    }

    fn cpu(&mut self) -> io::Result<Duration> {
        self.tree.as_ref().map_or(Ok(Duration::ZERO), Tree::cpu_time)
    }

    fn is_exact(&self) -> bool {
        false
    }

    fn is_over_memory(&mut self) -> io::Result<bool> {
        if let Some(tree) = &self.tree
            && self.memory.is_due()
        {
            if self.memory.is_slow_due() {
                self.memory.kernel_bytes = tree.kernel_memory()?;
            }
            let bytes = tree.memory(self.memory.limit, self.memory.most_threads)?;
            self.memory.note(bytes, bytes);
        }
        Ok(self.memory.is_over())
    }

    fn peak(&self) -> io::Result<u64> {
        Ok(self.memory.peak)
    }

    fn look_every(&self) -> Option<Duration> {
        Some(self.memory.every())
    }
}
