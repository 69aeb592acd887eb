//! `analysis.jsonl`: the quality of play in each match of a tournament, one sealed line a match.
//!
//! The file is derived from the journal, which is never touched. A line counts as long as the
//! match's own line has not changed since the analysis. Lines are appended as matches are finished,
//! so that an interruption loses nothing. In the end the file is sorted by match, which makes its
//! bytes independent of the number of workers and of interruptions.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use super::ReportError;
use super::counted::each_counted;
use crate::{Results, Spot, read_journal_line, store};
use arbitro_records::MatchRecord;
use arbitro_records::Playthrough;
use arbitro_records::analysis::{
    AnalysisError, AnalysisSettings, NotKept, Summary, analyse, in_order, table_pieces,
};
use arbitro_records::{RecordLine, RecordLines};
use arbitro_sandbox::open_regular;

pub const ANALYSIS: &str = "analysis.jsonl";

/// The contents of `analysis.jsonl`.
#[derive(Debug, Default)]
pub struct KeptAnalysis {
    /// Summaries by match.
    pub summaries: BTreeMap<u64, Summary>,
    /// Lines that are not used, by number, with the reason.
    pub problems: Vec<(u64, NotKept)>,
}

/// Reads `analysis.jsonl` of a tournament's folder; a missing file is empty.
/// Damaged lines are not an error.
pub fn read_analysis(folder: &Path) -> io::Result<KeptAnalysis> {
    let mut kept = KeptAnalysis::default();
    let file = match open_regular(&folder.join(ANALYSIS)) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(kept),
        Err(error) => return Err(error),
    };
    let mut lines = RecordLines::new(BufReader::new(file));
    while let Some(RecordLine { number, bytes, .. }) = lines.advance()? {
        match Summary::from_line(bytes.trim_ascii_end()) {
            Ok(summary) => drop(kept.summaries.insert(summary.id, summary)),
            Err(problem) => kept.problems.push((number, problem)),
        }
    }
    Ok(kept)
}

struct Wanted {
    id: u64,
    spot: Spot,
    checksum: u32,
}

/// Analyses all matches of a tournament that are not analysed yet, with `jobs` workers, and stores
/// the results, until `stop`. Returns the number of matches analysed. The results must remember the
/// places of matches. `tell` is called with the number of matches analysed so far, and the total.
/// If it fails or is stopped, the results so far are kept.
pub fn analyse_tournament(
    folder: &Path,
    results: &Results,
    terms: &AnalysisSettings,
    jobs: usize,
    stop: &AtomicBool,
    tell: impl Fn(usize, usize),
) -> Result<usize, ReportError> {
    let game = &results.file.settings.game;
    let not_ours = || AnalysisError::NotOurs { game: game.to_string() };
    let game = game.known().ok_or_else(not_ours)?;
    let depth = terms.depth_in(game);
    let pieces = table_pieces(game, terms.endgames.as_deref())?;
    let mut kept = read_analysis(folder).map_err(ReportError::Analysed)?.summaries;
    let mut wanted = Vec::new();
    let mut valid = BTreeMap::new();
    let read = each_counted(results, folder, |it| {
        if let Some(summary) = kept.remove(&it.id)
            && summary.of == it.checksum
        {
            let is_wanted = summary.depth == depth && summary.table_pieces == pieces;
            valid.insert(it.id, summary);
            if is_wanted {
                return Ok(());
            }
        }
        wanted.push(Wanted { id: it.id, spot: it.spot, checksum: it.checksum });
        Ok(())
    });
    read.map_err(ReportError::Journal)?;
    let mut file = Appended::open(folder).map_err(ReportError::Analysed)?;
    let mut done = 0;
    tell(0, wanted.len());
    let analysed = in_order(
        jobs,
        wanted.len(),
        |piece| analyse_line(folder, &wanted[piece], terms, stop),
        |_, found| -> Result<(), ReportError> {
            if let Some(summary) = found? {
                file.append(&summary).map_err(ReportError::Analysed)?;
                valid.insert(summary.id, summary);
            }
            done += 1;
            tell(done, wanted.len());
            Ok(())
        },
    );
    drop(file);
    put_in_order(folder, &valid).map_err(ReportError::Analysed)?;
    analysed.map(|()| done)
}

/// Analyses the match of a line; `None` if it cannot be started.
fn analyse_line(
    folder: &Path,
    wanted: &Wanted,
    terms: &AnalysisSettings,
    stop: &AtomicBool,
) -> Result<Option<Summary>, ReportError> {
    if stop.load(Ordering::Relaxed) {
        return Err(AnalysisError::Stopped.into());
    }
    let mut record: Option<MatchRecord> = None;
    read_journal_line(folder, wanted.spot, |line| {
        record = line.record().ok();
    })
    .map_err(ReportError::Journal)?;
    let Some(shown) = record.and_then(|it| Playthrough::of_record(it).ok()) else {
        return Ok(None);
    };
    let analysis = analyse(&shown, terms, &|| stop.load(Ordering::Relaxed))?;
    let summary = Summary::of(wanted.id, wanted.checksum, &shown, &analysis);
    Ok(Some(summary))
}

/// `analysis.jsonl`, open for appending.
struct Appended(File);

impl Appended {
    fn open(folder: &Path) -> io::Result<Appended> {
        let path = folder.join(ANALYSIS);
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        // If the last line is incomplete, begin a new one.
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

    /// Appends in a single write, so that no line is ever incomplete.
    fn append(&mut self, summary: &Summary) -> io::Result<()> {
        let mut line = summary.to_line();
        line.push('\n');
        self.0.write_all(line.as_bytes())
    }
}

fn put_in_order(folder: &Path, summaries: &BTreeMap<u64, Summary>) -> io::Result<()> {
    store(&folder.join(ANALYSIS), |out| {
        summaries.values().try_for_each(|it| writeln!(out, "{}", it.to_line()))
    })
}
