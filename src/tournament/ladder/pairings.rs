//! `pairings.jsonl`: each entry, rest, return and pairing of a standing tournament is a line with a checksum. This file
//! and `tournament.toml` decide which matches are played; the journal has their results.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::VERSIONS;
use crate::growing::phases::{first_version, versioned};
use crate::players::needed::Needed;
use crate::schedule::pairing::Pairing;
use crate::settings::tournament_file::PlayerEntry;
use crate::store::{open_if_there, open_to_append};
use arbitro_records::{RecordLine, RecordLines, Seal, seal, seal_of};

pub const PAIRINGS: &str = "pairings.jsonl";

/// Numbers of matches: each may leave a gap, which takes room.
const MAX_GAP: u64 = 10_000;

/// A line of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum LadderEvent {
    /// A version of a player comes, and those before it rest.
    Entry {
        entry: String,
        sha256: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        author: Option<String>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        needs: Vec<Needed>,
        /// True for a player of the organiser's, which is measured by and never changes.
        #[serde(default, skip_serializing_if = "is_false")]
        rung: bool,
    },
    /// A version that rested plays again, and the others of its player rest.
    Return {
        #[serde(rename = "return")]
        version: String,
        /// True if the organiser put it back, whichever version the folder has.
        #[serde(default, skip_serializing_if = "is_false")]
        asked: bool,
    },
    Rest {
        #[serde(rename = "rest")]
        version: String,
    },
    Pairing {
        pairing: u64,
        x: String,
        o: String,
        opening: u64,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// A line with its version, which comes first.
#[derive(Debug, Serialize, Deserialize)]
struct Written {
    v: u32,
    #[serde(flatten)]
    event: LadderEvent,
}

const VERSION: u32 = 1;

/// The contents of the file so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairings {
    /// The matches by their numbers, from 1; none where a line is damaged.
    pub(crate) matches: Vec<Option<Pairing>>,
    pub(crate) rests: Vec<bool>,
    /// Players of the organiser's.
    pub(crate) rungs: BTreeSet<usize>,
    /// For each name, the version that its folder had at last; none where it was gone.
    arrived: BTreeMap<String, usize>,
    places: BTreeMap<String, usize>,
    /// Matches of each pair so far.
    met: BTreeMap<[usize; 2], u64>,
    /// Numbers of the lines that are damaged, or contradict earlier ones: they do not count.
    pub damaged: Vec<u64>,
    lines: u64,
    whole: u64,
}

impl Pairings {
    /// Reads the lines appended since, and adds the players that entered.
    pub(crate) fn read_on(
        &mut self,
        folder: &Path,
        players: &mut Vec<PlayerEntry>,
    ) -> io::Result<()> {
        let Some(mut file) = open_if_there(&folder.join(PAIRINGS))? else { return Ok(()) };
        file.seek(SeekFrom::Start(self.whole))?;
        let mut lines = RecordLines::after(self.lines, self.whole, BufReader::new(file));
        while let Some(RecordLine { number, length, bytes, has_newline, .. }) = lines.advance()? {
            // What a kill tore, or what is just being written.
            if !has_newline {
                break;
            }
            let read = (seal_of(bytes) == Seal::Whole).then(|| serde_json::from_slice(bytes).ok());
            match read.flatten() {
                Some(Written { v, .. }) if v > VERSION => {
                    let why = format!("line {number} is of version {v}: use a newer arbitro");
                    return Err(io::Error::new(io::ErrorKind::InvalidData, why));
                }
                Some(Written { event, .. }) if self.take(&event, folder, players) => {}
                Some(_) | None => self.damaged.push(number),
            }
            self.lines = number;
            self.whole += length;
        }
        Ok(())
    }

    /// Adds a line. Returns false if it cannot be true.
    fn take(&mut self, event: &LadderEvent, folder: &Path, players: &mut Vec<PlayerEntry>) -> bool {
        match event {
            LadderEvent::Entry { entry, sha256, author, needs, rung } => {
                if self.places.contains_key(entry) {
                    return false;
                }
                self.rest_all(entry);
                let place = players.len();
                self.places.insert(entry.clone(), place);
                self.rests.push(false);
                self.rungs.extend(rung.then_some(place));
                self.arrived.insert(first_version(entry).to_owned(), place);
                players.push(PlayerEntry {
                    name: entry.clone(),
                    sha256: sha256.clone(),
                    author: author.clone(),
                    place: folder.join(VERSIONS).join(sha256),
                    needs: needs.clone(),
                });
            }
            LadderEvent::Return { version, asked } => {
                let Some(&place) = self.places.get(version) else { return false };
                self.rest_all(version);
                self.rests[place] = false;
                if !asked {
                    self.arrived.insert(first_version(version).to_owned(), place);
                }
            }
            LadderEvent::Rest { version } => {
                let Some(&place) = self.places.get(version) else { return false };
                self.rests[place] = true;
                self.arrived.remove(first_version(version));
            }
            LadderEvent::Pairing { pairing: id, x, o, opening } => {
                let (Some(&x), Some(&o)) = (self.places.get(x), self.places.get(o)) else {
                    return false;
                };
                let next = self.matches.len() as u64 + 1;
                if x == o || *id < next || *id - next > MAX_GAP {
                    return false;
                }
                (next..*id).for_each(|_| self.matches.push(None));
                let met = self.met.entry([x.min(o), x.max(o)]).or_default();
                let pair = *met / 2;
                *met += 1;
                let pairing = Pairing { id: *id, round: 1, x, o, opening: *opening, pair };
                self.matches.push(Some(pairing));
            }
        }
        true
    }

    /// Lets all versions of a player rest.
    fn rest_all(&mut self, version: &str) {
        for place in self.versions(first_version(version)) {
            self.rests[place] = true;
        }
    }

    /// The versions of a player that came, in their order.
    pub(crate) fn versions(&self, name: &str) -> Vec<usize> {
        let numbered = (1..).map(|number| self.places.get(&versioned(name, number)).copied());
        numbered.map_while(|it| it).collect()
    }

    pub(crate) fn next_version(&self, name: &str) -> String {
        versioned(name, self.versions(name).len() as u64 + 1)
    }

    pub fn place(&self, version: &str) -> Option<usize> {
        self.places.get(version).copied()
    }

    /// The version that a player's folder had at last.
    pub(crate) fn arrived(&self, name: &str) -> Option<usize> {
        self.arrived.get(name).copied()
    }

    /// The names of the players whose folders existed at the last look.
    pub(crate) fn present(&self) -> impl Iterator<Item = &String> {
        self.arrived.iter().filter(|&(_, it)| !self.rungs.contains(it)).map(|(name, _)| name)
    }

    /// The versions that play.
    pub fn in_use(&self) -> impl Iterator<Item = usize> {
        (0..self.rests.len()).filter(|&it| !self.rests[it])
    }

    pub(crate) fn next_number(&self) -> u64 {
        self.matches.len() as u64 + 1
    }
}

#[derive(Debug)]
pub struct Recorder {
    path: PathBuf,
    file: File,
    length: u64,
}

impl Recorder {
    /// Opens the file for appending, and cuts off an incomplete line at its end.
    pub fn open(folder: &Path, read: &Pairings) -> io::Result<Recorder> {
        let path = folder.join(PAIRINGS);
        let file = open_to_append(&path)?;
        file.set_len(read.whole)?;
        file.sync_all()?;
        File::open(folder)?.sync_all()?;
        Ok(Recorder { path, file, length: read.whole })
    }

    /// Appends these lines and syncs them; a failure leaves none of them.
    pub fn append(&mut self, events: &[LadderEvent]) -> io::Result<()> {
        let mut lines = String::new();
        for event in events {
            let line = serde_json::to_string(&Written { v: VERSION, event: event.clone() })?;
            lines.push_str(&seal(&line));
            lines.push('\n');
        }
        let written = self.file.write_all(lines.as_bytes()).and_then(|()| self.file.sync_data());
        if let Err(error) = written {
            // What cannot be removed here, the next reader takes for whole or torn lines, none of which was played.
            let _ = self.file.set_len(self.length);
            return Err(error);
        }
        self.length += lines.len() as u64;
        Ok(())
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}
