//! Evidence of forfeits besides their records: `faults/ID/`, with the boards and both players' output.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::forfeit::Evidence;
use super::lock::LOCK;
use crate::players::no_entrant::{LeftOut, NoEntrant};
use arbitro_rules::plain_text;

/// Maximum evidence folders kept for each player, those of the first matches.
const MAX_EVIDENCE: usize = 50;

const FAULTS: &str = "faults";

/// Stores the evidence of forfeits in `faults/ID/`.
pub(crate) struct EvidenceStore<'a> {
    folder: &'a Path,
    first_ones: Mutex<FirstOnes>,
}

/// The first matches that each player lost by forfeit.
#[derive(Default)]
pub(super) struct FirstOnes(BTreeMap<usize, BTreeSet<u64>>);

impl FirstOnes {
    /// Adds a match, and returns the one whose evidence is one too many.
    pub(crate) fn add(&mut self, id: u64, loser: usize) -> Option<u64> {
        let matches = self.0.entry(loser).or_default();
        matches.insert(id);
        if matches.len() > MAX_EVIDENCE { matches.pop_last() } else { None }
    }
}

pub(super) fn remove_evidence(folder: &Path, id: u64) -> io::Result<()> {
    match fs::remove_dir_all(folder.join(FAULTS).join(id.to_string())) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        Ok(()) | Err(_) => Ok(()),
    }
}

impl EvidenceStore<'_> {
    pub(crate) fn new(folder: &Path) -> EvidenceStore<'_> {
        EvidenceStore { folder, first_ones: Mutex::default() }
    }

    /// Stores the evidence of a match that `loser` lost.
    pub(crate) fn keep(&self, id: u64, loser: usize, evidence: &Evidence) -> io::Result<()> {
        {
            let mut first_ones = self.first_ones.lock().unwrap_or_else(PoisonError::into_inner);
            match first_ones.add(id, loser) {
                Some(last) if last == id => return Ok(()),
                Some(last) => remove_evidence(self.folder, last)?,
                None => {}
            }
        }
        evidence.write(&self.folder.join(FAULTS).join(id.to_string()))
    }
}

impl Evidence {
    /// Writes it into a new folder.
    pub(crate) fn write(&self, folder: &Path) -> io::Result<()> {
        // A killed run may have left evidence of a match that is not in the journal.
        make_anew(folder)?;
        let (number, board) = &self.before;
        fs::write(folder.join(format!("board_{number}.txt")), board)?;
        if let Some(bytes) = &self.wrong_file {
            fs::write(folder.join(format!("board_{}.txt", number + 1)), bytes)?;
        }
        if let Some((path, bytes)) = &self.stray {
            fs::write(folder.join(escaped_file_name(path)), bytes)?;
        }
        for (what, of_each) in [("output", &self.output), ("sent", &self.sent)] {
            for (number, bytes) in (1..).zip(of_each) {
                if bytes.is_empty() {
                    continue;
                }
                // A terminal obeys what is printed on it, also when a file is shown there.
                let (shown, _) = plain_text::lines(bytes, usize::MAX);
                fs::write(folder.join(format!("player_{number}.{what}.txt")), &shown)?;
                if shown.as_bytes() != bytes {
                    fs::write(folder.join(format!("player_{number}.{what}.raw")), bytes)?;
                }
            }
        }
        Ok(())
    }
}

/// Folder of the players that a trial match left out.
pub const LEFT_OUT: &str = "left_out";
/// File with the reason why a player was left out.
const WHY: &str = "why.txt";
/// Maximum bytes of a folder's name.
const MAX_NAME: usize = 100;

/// Keeps the evidence of players that their trial match left out in `left_out/NAME/`. Returns the folder
/// of each player, in the order of `left_out`; `None` for those that played no trial match.
pub fn keep_left_out(out: &Path, left_out: &[LeftOut]) -> io::Result<Vec<Option<PathBuf>>> {
    let all = out.join(LEFT_OUT);
    let mut taken = BTreeSet::new();
    let mut keep = |left_out: &LeftOut| {
        let NoEntrant::Smoke(trial) = &left_out.why else {
            return Ok(None);
        };
        let name = escaped_file_name(&trial.name);
        let mut names = (2..).map(|number| format!("{name}-{number}"));
        let mut free = name.clone();
        while !taken.insert(free.to_lowercase()) {
            free = names.next().unwrap_or_default();
        }
        let folder = all.join(free);
        trial.evidence.write(&folder)?;
        fs::write(folder.join(WHY), format!("{}\n", left_out.why))?;
        Ok(Some(folder))
    };
    left_out.iter().map(&mut keep).collect()
}

/// Returns true if a folder holds nothing but players that an earlier run left out.
pub fn has_only_left_out(folder: &Path) -> bool {
    let Ok(entries) = fs::read_dir(folder) else {
        return false;
    };
    let names = entries.map(|entry| entry.map(|it| it.file_name()));
    // A part has locked it before it begins.
    let mut names = names.filter(|name| name.as_ref().map_or(true, |it| it != LOCK));
    matches!(names.next(), Some(Ok(name)) if name == LEFT_OUT) && names.next().is_none()
}

/// A player's name as the name of a folder: what may have a meaning there is escaped as in addresses.
pub fn escaped_file_name(name: &str) -> String {
    let mut whole = String::new();
    for part in escaped(name) {
        if whole.len() + part.len() > MAX_NAME {
            break;
        }
        whole.push_str(&part);
    }
    whole
}

/// Returns true if the name of a player's folder is not all of its name: that of another player may be the same.
pub(crate) fn is_cut(name: &str) -> bool {
    escaped(name).map(|escaped| escaped.len()).sum::<usize>() > MAX_NAME
}

/// The letters of a name, those escaped that may have a meaning in a path.
fn escaped(name: &str) -> impl Iterator<Item = String> {
    name.chars().enumerate().map(|(at, letter)| {
        let is_plain =
            letter.is_alphanumeric() || matches!(letter, '-' | '_') || letter == '.' && at > 0;
        let mut bytes = [0; 4];
        let bytes = letter.encode_utf8(&mut bytes);
        if is_plain {
            bytes.to_owned()
        } else {
            bytes.bytes().map(|byte| format!("%{byte:02X}")).collect()
        }
    })
}

/// Creates an empty folder, replacing whatever is there.
fn make_anew(folder: &Path) -> io::Result<()> {
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
    use crate::players::no_entrant::FailedTrial;
    use crate::{Alone, TrialFault};
    use arbitro_records::RecordedFault;
    use arbitro_rules::{GameId, Player};

    #[test]
    fn output_is_kept_as_it_is_and_so_that_a_terminal_obeys_nothing_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let evidence = Evidence {
            before: (1, "board".to_owned()),
            wrong_file: None,
            stray: None,
            output: [b"\x1b[2Jred\n".to_vec(), b"plain\n".to_vec()],
            sent: [b"1 10000\n".to_vec(), Vec::new()],
        };
        let kept = EvidenceStore::new(folder.path());
        kept.keep(1, 0, &evidence).unwrap();
        let read = |name: &str| fs::read(folder.path().join("faults/1").join(name)).ok();
        assert_eq!(read("player_1.output.txt").unwrap(), b"\\u{1b}[2Jred\n");
        assert_eq!(read("player_1.output.raw").unwrap(), b"\x1b[2Jred\n");
        assert_eq!(read("player_2.output.txt").unwrap(), b"plain\n");
        assert_eq!(read("player_2.output.raw"), None);
        assert_eq!(read("player_1.sent.txt").unwrap(), b"1 10000\n");
        assert_eq!(read("player_2.sent.txt"), None);
    }

    fn exited() -> TrialFault {
        let fault =
            RecordedFault { text: Some("it exited with code 1".to_owned()), ..Default::default() };
        TrialFault { game: GameId::Dama, side: Player::X, fault, alone: Alone::Not, is_bare: false }
    }

    fn left_out(name: &str) -> LeftOut {
        LeftOut {
            path: "player".into(),
            why: NoEntrant::Smoke(Box::new(FailedTrial {
                name: name.to_owned(),
                sha256: String::new(),
                fault: exited(),
                evidence: Evidence {
                    before: (1, "board".to_owned()),
                    wrong_file: None,
                    stray: Some(("out/board_2.txt".to_owned(), b"stray".to_vec())),
                    output: [b"a traceback".to_vec(), Vec::new()],
                    sent: Default::default(),
                },
            })),
        }
    }

    #[test]
    fn players_that_were_left_out_are_kept_by_names_that_lead_nowhere_else() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path();
        let names = ["../..", "a b", "A B", ".hidden", "caffè", &"long ".repeat(99)];
        let all: Vec<LeftOut> = names.map(left_out).into_iter().collect();
        for _ in 0..2 {
            let kept = keep_left_out(out, &all).unwrap();
            let kept: Vec<String> = kept
                .iter()
                .map(|it| it.as_ref().unwrap().file_name().unwrap())
                .map(|it| it.to_str().unwrap().to_owned())
                .collect();
            assert_eq!(kept[..5], ["%2E.%2F..", "a%20b", "A%20B-2", "%2Ehidden", "caffè"]);
            assert!(kept[5].len() <= MAX_NAME);
            assert!(has_only_left_out(out));
        }
        let folder = out.join("left_out/a%20b");
        let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
        assert_eq!(read(WHY), "it made no legal move: it exited with code 1\n");
        assert_eq!(read("player_1.output.txt"), "a traceback");
        assert_eq!(read("board_1.txt"), "board");
        assert_eq!(read("out%2Fboard_2.txt"), "stray");
        fs::write(out.join("tournament.toml"), "").unwrap();
        assert!(!has_only_left_out(out));
    }

    #[test]
    fn evidence_of_a_fault_belongs_to_one_match() {
        let folder = tempfile::tempdir().unwrap();
        let killed = Evidence {
            before: (3, "before".to_owned()),
            wrong_file: Some(b"wrong".to_vec()),
            stray: Some(("board_5.txt".to_owned(), b"stray".to_vec())),
            output: [b"said".to_vec(), Vec::new()],
            sent: Default::default(),
        };
        let again = Evidence { before: (5, "before".to_owned()), ..Evidence::default() };
        for evidence in [killed, again] {
            let kept = EvidenceStore::new(folder.path());
            kept.keep(7, 0, &evidence).unwrap();
        }
        let kept = fs::read_dir(folder.path().join("faults/7")).unwrap();
        let names: Vec<_> = kept.map(|it| it.unwrap().file_name()).collect();
        assert_eq!(names, ["board_5.txt"]);
    }
}
