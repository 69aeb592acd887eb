//! `analysis.jsonl`: how well each match of a tournament was played, a sealed line a match.
//!
//! It is made from the journal and can be made again; the journal is never touched. A line counts as
//! long as the match's own line is what it was when it was analysed. Lines are appended as matches are
//! done, so that what was done survives; in the end the file is put in the order of the matches, which
//! makes its bytes the same whatever the number of workers and however often it was begun again.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use thiserror::Error;

use super::counted::Counted;
use crate::{JOURNAL, Results, read_journal_line, store};
use arbitro_records::Playthrough;
use arbitro_records::analysis::{
    AnalysisError, NotKept, Summary, Terms, analyse_unless, in_order, table_pieces,
};
use arbitro_rules::history::MatchRecord;

/// Its name.
pub const ANALYSIS: &str = "analysis.jsonl";

/// A longer line is none of ours.
const MAX_LINE_BYTES: u64 = 1 << 16;

/// An analysis that failed.
#[derive(Debug, Error)]
pub enum AnalysingError {
    /// Of a match, or of the tables of endings.
    #[error(transparent)]
    Analysis(#[from] AnalysisError),
    /// The journal cannot be read again.
    #[error("{JOURNAL} cannot be read")]
    Journal(#[source] io::Error),
    /// The results cannot be read or written.
    #[error("{ANALYSIS} cannot be read or written")]
    File(#[source] io::Error),
}

/// The contents of `analysis.jsonl`.
#[derive(Debug, Default)]
pub struct KeptAnalysis {
    /// By match.
    pub summaries: BTreeMap<u64, Summary>,
    /// Lines that are not used, by number, and why.
    pub problems: Vec<(u64, NotKept)>,
}

/// Reads `analysis.jsonl` of a tournament's folder; what is not there is empty.
///
/// # Errors
///
/// When it cannot be read. Damaged lines are no error.
pub fn read_analysis(folder: &Path) -> io::Result<KeptAnalysis> {
    let mut kept = KeptAnalysis::default();
    let file = match File::open(folder.join(ANALYSIS)) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(kept),
        Err(error) => return Err(error),
    };
    let mut source = BufReader::new(file);
    let mut bytes = Vec::new();
    let mut number = 0;
    loop {
        bytes.clear();
        let mut piece = source.by_ref().take(MAX_LINE_BYTES);
        if piece.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(kept);
        }
        // A longer line comes in several pieces, none of which has a checksum that fits.
        number += 1;
        match Summary::from_line(bytes.trim_ascii_end()) {
            Ok(summary) => drop(kept.summaries.insert(summary.id, summary)),
            Err(problem) => kept.problems.push((number, problem)),
        }
    }
}

/// A match that is to be analysed.
struct Wanted {
    id: u64,
    offset: u64,
    checksum: u32,
}

/// Receives progress, and may stop the analysis.
pub trait OnLooker: Sync {
    /// So many of the matches that were not yet analysed are done.
    fn tell(&self, done: usize, of: usize);

    /// Returns true to stop the analysis.
    fn must_stop(&self) -> bool;
}

/// Analyses every match of a tournament that was not yet, by `jobs` workers, and keeps what was found.
/// Says how many matches were analysed now. The results must remember where matches are.
///
/// # Errors
///
/// When files or tables of endings cannot be used, or the onlooker wants it to stop: what was done
/// until then is kept.
pub fn analyse_tournament(
    folder: &Path,
    results: &Results,
    terms: &Terms,
    jobs: usize,
    onlooker: &dyn OnLooker,
) -> Result<usize, AnalysingError> {
    let game = results.file.settings.game;
    let depth = terms.depth_in(game);
    let pieces = table_pieces(game, terms.endgames.as_deref())?;
    let mut kept = read_analysis(folder)
        .map_err(AnalysingError::File)?
        .summaries;
    let mut wanted = Vec::new();
    let mut valid = BTreeMap::new();
    let counted = Counted::of(results);
    let read = counted.each(folder, |it| {
        if let Some(summary) = kept.remove(&it.id)
            && summary.of == it.checksum
        {
            let is_wanted = summary.depth == depth && summary.table_pieces == pieces;
            valid.insert(it.id, summary);
            if is_wanted {
                return Ok(());
            }
        }
        wanted.push(Wanted {
            id: it.id,
            offset: it.offset,
            checksum: it.checksum,
        });
        Ok(())
    });
    read.map_err(AnalysingError::Journal)?;
    let mut file = Appended::open(folder).map_err(AnalysingError::File)?;
    let mut done = 0;
    onlooker.tell(0, wanted.len());
    let analysed = in_order(
        jobs,
        wanted.len(),
        |piece| analyse_line(folder, &wanted[piece], terms, onlooker),
        |_, found| -> Result<(), AnalysingError> {
            if let Some(summary) = found? {
                file.append(&summary).map_err(AnalysingError::File)?;
                valid.insert(summary.id, summary);
            }
            done += 1;
            onlooker.tell(done, wanted.len());
            Ok(())
        },
    );
    drop(file);
    put_in_order(folder, &valid).map_err(AnalysingError::File)?;
    analysed.map(|()| done)
}

/// Nothing for a match that cannot even be begun.
fn analyse_line(
    folder: &Path,
    wanted: &Wanted,
    terms: &Terms,
    onlooker: &dyn OnLooker,
) -> Result<Option<Summary>, AnalysingError> {
    if onlooker.must_stop() {
        return Err(AnalysisError::Stopped.into());
    }
    let mut record: Option<MatchRecord> = None;
    read_journal_line(&folder.join(JOURNAL), wanted.offset, |line| {
        record = line.record().ok();
    })
    .map_err(AnalysingError::Journal)?;
    let Some(shown) = record.and_then(|it| Playthrough::of_record(it).ok()) else {
        return Ok(None);
    };
    let analysis = analyse_unless(&shown, terms, &|| onlooker.must_stop())?;
    let summary = Summary::of(wanted.id, wanted.checksum, &shown, &analysis);
    Ok(Some(summary))
}

/// `analysis.jsonl` while matches are analysed.
struct Appended(File);

impl Appended {
    fn open(folder: &Path) -> io::Result<Appended> {
        let path = folder.join(ANALYSIS);
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)?;
        // Whatever tore the last line: the next one begins on its own.
        let length = file.metadata()?.len();
        if length > 0 {
            use std::os::unix::fs::FileExt;
            let mut last = [0];
            file.read_exact_at(&mut last, length - 1)?;
            if last != *b"\n" {
                file.write_all(b"\n")?;
            }
        }
        Ok(Appended(file))
    }

    /// In one write, so that no line is there in part.
    fn append(&mut self, summary: &Summary) -> io::Result<()> {
        let mut line = summary.to_line();
        line.push('\n');
        self.0.write_all(line.as_bytes())
    }
}

fn put_in_order(folder: &Path, summaries: &BTreeMap<u64, Summary>) -> io::Result<()> {
    store(&folder.join(ANALYSIS), |out| {
        summaries
            .values()
            .try_for_each(|it| writeln!(out, "{}", it.to_line()))
    })
}
