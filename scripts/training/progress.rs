//! Progress of a training on disk, so that it can be killed at any moment and resumed.
//!
//! A folder for each rule set: `progress.txt` has the settings and, at the end, a line with the report,
//! `weights.bin` the weights, `games` the games. Games are appended in chunks of whole games, in order
//! of their numbers. Each chunk has a checksum, and a key of the settings, which name the weights that
//! played: what belongs to another training is not believed. What is not believed is played or fitted
//! again, which gives the same bytes.
//!
//! A chunk has 24 bytes of header: the letters `ARBT`, then in 32 bits each the key, the number of its
//! first game, how many games it has, the bytes after the header, and the CRC-32 of all the rest. A
//! game has its result in a byte, its plies and its positions counted in 32 bits each, and the
//! positions. All numbers have their low byte first.

use std::fs::{self, File, OpenOptions};
use std::io::{BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use arbitro_engine::search::draughts::Weights;
use arbitro_rules::draughts::RuleSet;
use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

use crate::positions::{Outcome, PACKED, Position};
use crate::samples::Record;

const LETTERS: [u8; 4] = *b"ARBT";
const HEADER: usize = 24;
const LIST: &str = "progress.txt";
const GAMES: &str = "games";
const WEIGHTS: &str = "weights.bin";
/// A file that is open for writing, since a folder cannot be locked over NFS.
const LOCK: &str = "lock";

/// A finished training, as `progress.txt` has it.
struct Finished {
    weights: u32,
    report: String,
}

/// The progress folder of a training, locked while it is used.
pub(crate) struct Progress {
    folder: PathBuf,
    settings: String,
    finished: Option<Finished>,
    _lock: File,
}

impl Progress {
    /// Opens the folder, or makes it. `settings` are lines that must be the same as before.
    pub(crate) fn open(folder: &Path, settings: &str) -> anyhow::Result<Progress> {
        let shown = folder.display();
        fs::create_dir_all(folder).with_context(|| format!("cannot create {shown}"))?;
        let path = folder.join(LOCK);
        let lock =
            File::create(&path).with_context(|| format!("cannot open {}", path.display()))?;
        match flock(&lock, FlockOperation::NonBlockingLockExclusive) {
            Err(Errno::WOULDBLOCK) => {
                bail!("another training uses {shown}: wait for its end, or name another --out");
            }
            locked => locked.with_context(|| format!("cannot lock {}", path.display()))?,
        }
        let mut progress = Progress {
            folder: folder.to_path_buf(),
            settings: settings.to_owned(),
            finished: None,
            _lock: lock,
        };
        let path = folder.join(LIST);
        match fs::read(&path) {
            Ok(bytes) => progress.read_list(&bytes)?,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let own = [folder.join(LOCK), temporary_of(&path)];
                let mut others = fs::read_dir(folder)?;
                if others.any(|other| other.is_ok_and(|it| !own.contains(&it.path()))) {
                    bail!(
                        "{shown} has no {LIST}: remove the folder to train from the start, or name \
                         another --out"
                    );
                }
                progress.write_list()?;
            }
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", path.display()));
            }
        }
        Ok(progress)
    }

    fn read_list(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let text = String::from_utf8_lossy(bytes);
        let Some(lines) = text.strip_prefix(&self.settings) else {
            let mut pairs = self.settings.lines().zip(text.lines());
            let difference = pairs.find(|(now, before)| now != before);
            let difference = difference.map_or(String::new(), |(now, before)| {
                let before: String = before.escape_default().take(80).collect();
                format!(" (\"{before}\", now \"{now}\")")
            });
            bail!(
                "{} is of a training with other settings{difference}: remove the folder to train from \
                 the start, or name another --out",
                self.folder.display()
            );
        };
        self.finished = lines.strip_suffix('\n').and_then(|line| {
            let (weights, report) = line.strip_prefix("weights ")?.split_once(": ")?;
            Some(Finished {
                weights: u32::from_str_radix(weights, 16).ok()?,
                report: report.to_owned(),
            })
        });
        Ok(())
    }

    fn write_list(&self) -> anyhow::Result<()> {
        let mut text = self.settings.clone();
        if let Some(Finished { weights, report }) = &self.finished {
            text += &format!("weights {weights:08x}: {report}\n");
        }
        write_whole(&self.folder.join(LIST), text.as_bytes())
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Returns the weights of a finished training and its report; `None` if they are to be fitted.
    pub(crate) fn weights<R: RuleSet>(&self) -> Option<(Weights<R>, &str)> {
        let finished = self.finished.as_ref()?;
        let bytes = fs::read(self.file(WEIGHTS)).ok()?;
        if bytes.is_empty() || crc32fast::hash(&bytes) != finished.weights {
            return None;
        }
        Some((Weights::read(&bytes).ok()?, &finished.report))
    }

    /// Keeps the fitted weights.
    pub(crate) fn keep_weights<R: RuleSet>(
        &mut self,
        weights: &Weights<R>,
        report: &str,
    ) -> anyhow::Result<()> {
        let bytes = weights.write();
        write_whole(&self.file(WEIGHTS), &bytes)?;
        self.finished =
            Some(Finished { weights: crc32fast::hash(&bytes), report: report.to_owned() });
        self.write_list()
    }

    /// Opens the games. Hands those that are kept to `take`, up to `limit`, and cuts off what is torn,
    /// changed or of another training.
    pub(crate) fn games<R: RuleSet>(
        &self,
        limit: usize,
        take: impl FnMut(Record<R>),
    ) -> anyhow::Result<Ledger> {
        let path = self.file(GAMES);
        let key = crc32fast::hash(self.settings.as_bytes());
        Ledger::open(&path, key, limit, take)
            .with_context(|| format!("cannot keep games in {}", path.display()))
    }

    /// Removes the files of the training, and the folder if nothing else is in it.
    pub(crate) fn remove(self) -> anyhow::Result<()> {
        let weights = self.file(WEIGHTS);
        let list = self.file(LIST);
        // The list last: without it the folder would be refused.
        for path in [
            self.file(GAMES),
            temporary_of(&weights),
            weights,
            temporary_of(&list),
            list,
            self.file(LOCK),
        ] {
            match fs::remove_file(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    return Err(error).with_context(|| format!("cannot remove {}", path.display()));
                }
                _ => {}
            }
        }
        match fs::remove_dir(&self.folder) {
            Err(error) if error.kind() != ErrorKind::DirectoryNotEmpty => {
                Err(error).with_context(|| format!("cannot remove {}", self.folder.display()))
            }
            _ => Ok(()),
        }
    }
}

/// The games of an earlier training, which are fitted together with those of a new one.
pub(crate) struct Earlier {
    folder: PathBuf,
    /// Checksum of the settings, which all the games depend on.
    pub(crate) key: u32,
    games: usize,
}

impl Earlier {
    /// Reads what was trained in a progress folder of this rule set.
    pub(crate) fn open<R: RuleSet>(folder: &Path) -> anyhow::Result<Earlier> {
        let path = folder.join(LIST);
        let shown = path.display();
        let text = fs::read_to_string(&path).with_context(|| {
            format!("cannot read {shown}: was that training started with --keep?")
        })?;
        // The line with the report is not of the settings.
        let is_report = |line: &&str| line.starts_with("weights ") && line.contains(": ");
        let lines = text.split_inclusive('\n').filter(|line| !is_report(line));
        let settings: String = lines.collect();
        let value = |key: &str| settings.lines().find_map(|line| line.strip_prefix(key));
        let id = R::ID.to_string();
        if value("game ") != Some(&id) {
            bail!("{shown} is not of {id}");
        }
        let games = value("games ").and_then(|value| value.parse().ok());
        Ok(Earlier {
            folder: folder.to_owned(),
            key: crc32fast::hash(settings.as_bytes()),
            games: games.with_context(|| format!("{shown} does not say how many games"))?,
        })
    }

    /// Hands all the games to `take`.
    pub(crate) fn games<R: RuleSet>(&self, mut take: impl FnMut(Record<R>)) -> anyhow::Result<()> {
        let path = self.folder.join(GAMES);
        let file = File::open(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let (found, _) = read_games_of(&file, self.key, self.games, &mut take)?;
        if found != self.games {
            bail!(
                "{} has {found} whole games of {}: end that training first",
                path.display(),
                self.games
            );
        }
        Ok(())
    }
}

/// The file of the games, open to append.
pub(crate) struct Ledger {
    file: File,
    key: u32,
    /// Games that are kept.
    games: usize,
    /// Bytes at the end that were not believed, and are cut off.
    pub(crate) cut: u64,
    /// Games since the last chunk, as bytes.
    waiting: Vec<u8>,
    waiting_games: usize,
}

impl Ledger {
    fn open<R: RuleSet>(
        path: &Path,
        key: u32,
        limit: usize,
        mut take: impl FnMut(Record<R>),
    ) -> anyhow::Result<Ledger> {
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path)?;
        let total = file.metadata()?.len();
        let (games, whole) = read_games_of(&file, key, limit, &mut take)?;
        file.set_len(whole)?;
        file.seek(SeekFrom::Start(whole))?;
        Ok(Ledger { file, key, games, cut: total - whole, waiting: Vec::new(), waiting_games: 0 })
    }

    /// Returns how many games are kept.
    pub(crate) fn games(&self) -> usize {
        self.games
    }

    /// Adds the next game; every `chunk` games are written.
    pub(crate) fn add<R: RuleSet>(&mut self, game: &Record<R>, chunk: usize) -> anyhow::Result<()> {
        self.waiting.push(game.outcome as u8);
        for count in [game.plies, game.positions.len()] {
            self.waiting.extend((count as u32).to_le_bytes());
        }
        for position in &game.positions {
            position.write(&mut self.waiting);
        }
        self.waiting_games += 1;
        if self.waiting_games >= chunk {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes the games since the last chunk as one.
    pub(crate) fn flush(&mut self) -> anyhow::Result<()> {
        if self.waiting_games == 0 {
            return Ok(());
        }
        let mut bytes = LETTERS.to_vec();
        let counts = [self.games, self.waiting_games, self.waiting.len()];
        bytes.extend(self.key.to_le_bytes());
        for count in counts {
            bytes.extend(u32::try_from(count)?.to_le_bytes());
        }
        bytes.extend(checksum(&bytes, &self.waiting).to_le_bytes());
        bytes.append(&mut self.waiting);
        self.file.write_all(&bytes)?;
        self.file.sync_data()?;
        self.games += self.waiting_games;
        self.waiting_games = 0;
        Ok(())
    }
}

/// Hands the games of all whole chunks to `take`, up to `limit`. Returns how many games and bytes they
/// have.
fn read_games_of<R: RuleSet>(
    file: &File,
    key: u32,
    limit: usize,
    take: &mut impl FnMut(Record<R>),
) -> std::io::Result<(usize, u64)> {
    let total = file.metadata()?.len();
    let (mut games, mut whole) = (0, 0);
    let mut reader = BufReader::new(file);
    while let Some((records, bytes)) = read_chunk(&mut reader, key, games, total - whole)? {
        if games + records.len() > limit {
            break;
        }
        games += records.len();
        whole += bytes;
        records.into_iter().for_each(&mut *take);
    }
    Ok((games, whole))
}

fn checksum(header: &[u8], body: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(header);
    hasher.update(body);
    hasher.finalize()
}

/// Reads the chunk that begins with game `first`, and how many bytes it has; `None` at the end of what
/// is whole. `left` bytes are left in the file.
fn read_chunk<R: RuleSet>(
    reader: &mut impl Read,
    key: u32,
    first: usize,
    left: u64,
) -> std::io::Result<Option<(Vec<Record<R>>, u64)>> {
    let Some(left) = left.checked_sub(HEADER as u64) else {
        return Ok(None);
    };
    let mut header = [0; HEADER];
    reader.read_exact(&mut header)?;
    let (numbers, _) = header[4..].as_chunks::<4>();
    let numbers = numbers.iter().map(|&bytes| u32::from_le_bytes(bytes));
    let numbers: Vec<u32> = numbers.collect();
    let &[found_key, found_first, count, length, found_checksum] = &numbers[..] else {
        return Ok(None);
    };
    let is_next = header[..4] == LETTERS && found_key == key && found_first as usize == first;
    // Not more than the file has, whatever the header says: nothing else is allocated.
    if !is_next || count == 0 || u64::from(length) > left {
        return Ok(None);
    }
    let mut body = vec![0; length as usize];
    reader.read_exact(&mut body)?;
    if checksum(&header[..HEADER - 4], &body) != found_checksum {
        return Ok(None);
    }
    let records = read_games(&body).filter(|game| game.len() == count as usize);
    Ok(records.map(|records| (records, HEADER as u64 + u64::from(length))))
}

/// Reads the games of a chunk; `None` if the bytes are not whole games.
fn read_games<R: RuleSet>(mut bytes: &[u8]) -> Option<Vec<Record<R>>> {
    let mut games = Vec::new();
    while let Some((&outcome, rest)) = bytes.split_first() {
        let outcome = Outcome::from_byte(outcome)?;
        let (&plies, rest) = rest.split_first_chunk::<4>()?;
        let (&count, rest) = rest.split_first_chunk::<4>()?;
        let length = (u32::from_le_bytes(count) as usize).checked_mul(PACKED)?;
        let (positions, rest) = rest.split_at_checked(length)?;
        let (positions, _) = positions.as_chunks::<PACKED>();
        let positions = positions.iter().map(|position| Position::read(position, outcome));
        games.push(Record {
            outcome,
            plies: u32::from_le_bytes(plies) as usize,
            positions: positions.collect::<Option<_>>()?,
        });
        bytes = rest;
    }
    Some(games)
}

/// Writes a file under a temporary name and renames it, so that it is never seen half written.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let written = temporary_of(path);
    let write = || {
        let mut file = File::create(&written)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&written, path)
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

fn temporary_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use arbitro_rules::Game;
    use arbitro_rules::draughts::{Draughts, sets};

    use super::*;

    const COUNT: usize = 5;
    const KEY: u32 = 77;

    fn record(game: usize) -> Record<sets::Dama> {
        let mut position = Draughts::start();
        let outcome = [Outcome::XWins, Outcome::Draw, Outcome::OWins][game % 3];
        let positions = (0..game).map(|ply| {
            let moves = position.legal_moves();
            position = position.after(moves[(game + ply) % moves.len()]);
            Position::new(&position, 5 - ply as i16, outcome)
        });
        Record { outcome, positions: positions.collect(), plies: 40 + game }
    }

    /// Adds what is missing in chunks of two games, and returns how many games were kept before.
    fn complete(path: &Path) -> usize {
        let mut kept = Vec::new();
        let mut ledger =
            Ledger::open::<sets::Dama>(path, KEY, COUNT, |it| kept.push(it)).expect("a ledger");
        assert_eq!(kept.len(), ledger.games());
        for (game, found) in kept.iter().enumerate() {
            let expected = record(game);
            assert_eq!(found.outcome, expected.outcome);
            assert_eq!(found.plies, expected.plies);
            let pairs = found.positions.iter().zip(&expected.positions);
            assert!(pairs.into_iter().all(|(a, b)| a.observe() == b.observe()));
            assert_eq!(found.positions.len(), expected.positions.len());
        }
        for game in kept.len()..COUNT {
            ledger.add(&record(game), 2).expect("a place for a game");
        }
        ledger.flush().expect("a place for games");
        kept.len()
    }

    #[test]
    fn torn_or_changed_chunks_are_not_believed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games");
        assert_eq!(complete(&path), 0);
        let whole = fs::read(&path).expect("the games");
        assert_eq!(complete(&path), COUNT);
        assert_eq!(fs::read(&path).expect("the games"), whole);
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).expect("a torn file");
            assert!(matches!(complete(&path), 0 | 2 | 4), "{length} bytes");
            assert_eq!(fs::read(&path).expect("the games"), whole, "{length} bytes");
        }
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 1 << (at % 8);
            fs::write(&path, &changed).expect("a changed file");
            assert!(complete(&path) < COUNT, "byte {at}");
            assert_eq!(fs::read(&path).expect("the games"), whole, "byte {at}");
        }
        let longer = [&whole[..], &whole[..]].concat();
        fs::write(&path, longer).expect("games twice");
        assert_eq!(complete(&path), COUNT);
        assert_eq!(fs::read(&path).expect("the games"), whole);
    }

    #[test]
    fn games_of_another_training_are_not_believed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games");
        complete(&path);
        let ledger = Ledger::open::<sets::Dama>(&path, KEY + 1, COUNT, |_| ());
        assert_eq!(ledger.expect("a ledger").games(), 0);
    }

    #[test]
    fn chunks_whose_checksum_is_right_are_still_checked() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games");
        for body in [&[3; 9][..], &[1; 9], &[0, 0, 0, 0, 0, 255, 255, 255, 255], &[2]] {
            let mut bytes = LETTERS.to_vec();
            for number in [KEY, 0, 1, body.len() as u32] {
                bytes.extend(number.to_le_bytes());
            }
            bytes.extend(checksum(&bytes, body).to_le_bytes());
            bytes.extend(body);
            fs::write(&path, bytes).expect("a forged file");
            assert_eq!(complete(&path), 0, "{body:?}");
        }
    }
}
