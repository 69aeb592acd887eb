//! Access to the endgame tables of each game.

use arbitro_engine::search::SearchedSet;
use std::path::Path;

use arbitro_engine::endgames::{Endgames, TableError};
use arbitro_engine::search::engine::Think;
use arbitro_engine::search::{ExactValue, Oracle};
use arbitro_rules::draughts::Draughts;
use arbitro_rules::notation::Notation;
use arbitro_rules::quoridor::Quoridor;

/// A game whose positions can be judged.
pub(super) trait HasTables: Notation + Think {
    /// The opened tables.
    type Tables: Oracle<Self> + Send + 'static;

    /// Opens the tables in a folder; `None` for a game without tables.
    fn open(folder: &Path) -> Result<Option<Self::Tables>, TableError>;

    /// Takes the error of the last lookup, if there was one.
    fn fault(tables: &mut Self::Tables) -> Option<TableError>;

    /// Maximum pieces in the tables.
    fn pieces(tables: &Self::Tables) -> u8;
}

impl<R: SearchedSet> HasTables for Draughts<R> {
    type Tables = Endgames<R>;

    fn open(folder: &Path) -> Result<Option<Endgames<R>>, TableError> {
        if R::RULES.size != 8 {
            return Ok(None);
        }
        Endgames::open(folder).map(Some)
    }

    fn fault(tables: &mut Endgames<R>) -> Option<TableError> {
        tables.take_error()
    }

    fn pieces(tables: &Endgames<R>) -> u8 {
        let summaries = tables.summaries().map(|it| it.material.pieces());
        summaries.max().unwrap_or(0)
    }
}

/// The tables of Quoridor, which has none.
#[derive(Debug)]
pub(super) struct NoTables;

impl Oracle<Quoridor> for NoTables {
    fn exact(&mut self, _position: &Quoridor) -> Option<ExactValue> {
        None
    }
}

impl HasTables for Quoridor {
    type Tables = NoTables;

    fn open(_folder: &Path) -> Result<Option<NoTables>, TableError> {
        Ok(None)
    }

    fn fault(_tables: &mut NoTables) -> Option<TableError> {
        None
    }

    fn pieces(_tables: &NoTables) -> u8 {
        0
    }
}
