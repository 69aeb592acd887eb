//! Evidence of forfeits besides their records: `faults/ID/`, with the boards and both players' output.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use super::table::Evidence;

/// Maximum evidence folders kept for each player, first come.
pub(super) const MAX_EVIDENCE: u32 = 50;

/// Folder of the evidence.
pub(super) const FAULTS: &str = "faults";

/// Stores the evidence of forfeits in `faults/ID/`.
pub(super) struct Evidences<'a> {
    folder: &'a Path,
    kept: Mutex<BTreeMap<usize, u32>>,
}

impl Evidences<'_> {
    pub(super) fn new(folder: &Path) -> Evidences<'_> {
        Evidences {
            folder,
            kept: Mutex::new(BTreeMap::new()),
        }
    }

    /// Stores the evidence of a match that `loser` lost.
    pub(super) fn keep(&self, id: u64, loser: usize, evidence: &Evidence) -> io::Result<()> {
        {
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            let kept = kept.entry(loser).or_default();
            if *kept >= MAX_EVIDENCE {
                return Ok(());
            }
            *kept += 1;
        }
        let folder = self.folder.join(FAULTS).join(id.to_string());
        // A killed run may have left evidence of a match that is not in the journal.
        make_anew(&folder)?;
        let (number, board) = &evidence.before;
        fs::write(folder.join(format!("board_{number}.txt")), board)?;
        if let Some(bytes) = &evidence.wrong_file {
            fs::write(folder.join(format!("board_{}.txt", number + 1)), bytes)?;
        }
        for (number, output) in (1..).zip(&evidence.output) {
            if !output.is_empty() {
                fs::write(folder.join(format!("player_{number}.output.txt")), output)?;
            }
        }
        Ok(())
    }
}

/// Creates an empty folder, replacing whatever is there.
pub(super) fn make_anew(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => {}
    }
    fs::create_dir_all(folder)
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn evidence_of_a_fault_belongs_to_one_match() {
        let folder = tempfile::tempdir().unwrap();
        let killed = Evidence {
            before: (3, "before".to_owned()),
            wrong_file: Some(b"wrong".to_vec()),
            output: [b"said".to_vec(), Vec::new()],
        };
        let again = Evidence {
            before: (5, "before".to_owned()),
            ..Evidence::default()
        };
        for evidence in [killed, again] {
            let kept = Evidences::new(folder.path());
            kept.keep(7, 0, &evidence).unwrap();
        }
        let kept = fs::read_dir(folder.path().join("faults/7")).unwrap();
        let names: Vec<_> = kept.map(|it| it.unwrap().file_name()).collect();
        assert_eq!(names, ["board_5.txt"]);
    }
}
