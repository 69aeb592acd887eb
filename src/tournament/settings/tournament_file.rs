//! `tournament.toml`: the settings, the players, and the protection of a tournament.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::tournament_settings::{Format, TournamentSettings};
use crate::error::TournamentError;
use crate::folder::TOURNAMENT_FILE;
use crate::growing::phases::{Phase, Stay, stays};
use crate::ladder::Pairings;
use crate::players::entrant::Entrant;
use crate::players::needed::Needed;
use crate::players::no_entrant::{LeftOut, NoEntrant};
use crate::schedule::error::ScheduleError;
use crate::schedule::{Part, Schedule};
use crate::store::store;
use arbitro_sandbox::{Guarantees, open_regular};

/// Maximum size in bytes: more than any possible number of players needs.
const MAX_FILE_BYTES: u64 = 64 << 20;

/// The contents of `tournament.toml`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TournamentFile {
    /// Version of Arbitro that began the tournament.
    pub arbitro: String,
    /// SHA-256 of the program that plays it, as `sha256sum` prints it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program_sha256: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parts: Option<u32>,
    /// Everything that decides what is played.
    pub settings: TournamentSettings,
    /// Strength and mechanism of each promise of the sandbox, on the machine that began the
    /// tournament.
    pub protection: BTreeMap<String, String>,
    #[serde(rename = "player")]
    pub players: Vec<PlayerEntry>,
    /// The candidates left out, with reasons.
    #[serde(default, rename = "left_out", skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOutEntry>,
    /// The phases after the first one, in order.
    #[serde(default, rename = "phase", skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<Phase>,
    /// Of a standing tournament, what was paired so far; its players stand there, too.
    #[serde(skip)]
    pub pairings: Option<Pairings>,
}

/// A player that takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerEntry {
    pub name: String,
    pub sha256: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// Path of the player; empty for bundled players.
    #[serde(with = "any_path")]
    pub place: PathBuf,
    /// The folders elsewhere that it reads.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<Needed>,
}

/// Stores a path as text, or as bytes if it is not UTF-8: an odd folder name must not stop a
/// tournament.
mod any_path {
    use std::ffi::OsString;
    use std::os::unix::ffi::{OsStrExt, OsStringExt};
    use std::path::{Path, PathBuf};

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Text(PathBuf),
        Bytes(Vec<u8>),
    }

    pub(super) fn serialize<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
        match path.to_str() {
            Some(text) => serializer.serialize_str(text),
            None => path.as_os_str().as_bytes().serialize(serializer),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<PathBuf, D::Error> {
        Ok(match Written::deserialize(deserializer)? {
            Written::Text(path) => path,
            Written::Bytes(bytes) => OsString::from_vec(bytes).into(),
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOutEntry {
    pub place: String,
    /// Of a player that played a trial match: it is not tried again while it stays the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    pub why: String,
}

impl TournamentFile {
    /// Creates the contents to write before the first match.
    pub fn new(
        settings: TournamentSettings,
        entrants: &[Entrant],
        left_out: &[LeftOut],
        guarantees: &Guarantees,
    ) -> TournamentFile {
        let protection = guarantees.list().into_iter();
        TournamentFile {
            arbitro: env!("CARGO_PKG_VERSION").to_owned(),
            program_sha256: None,
            parts: None,
            pairings: pairings_of(&settings),
            settings,
            protection: protection.map(|it| (it.promise.to_string(), it.how())).collect(),
            players: entrants.iter().map(entry).collect(),
            left_out: left_out.iter().map(left_out_entry).collect(),
            phases: Vec::new(),
        }
    }

    pub fn read(folder: &Path) -> Result<TournamentFile, TournamentError> {
        let source = open_regular(&folder.join(TOURNAMENT_FILE));
        let mut file = TournamentFile::parse(source.map_err(TournamentError::Unreadable)?)?;
        file.read_pairings(folder).map_err(TournamentError::Pairings)?;
        Ok(file)
    }

    /// Reads what was paired since, in a standing tournament.
    pub(crate) fn read_pairings(&mut self, folder: &Path) -> io::Result<()> {
        let players = &mut self.players;
        self.pairings.as_mut().map_or(Ok(()), |pairings| pairings.read_on(folder, players))
    }

    fn parse(source: impl Read) -> Result<TournamentFile, TournamentError> {
        let mut text = String::new();
        source
            .take(MAX_FILE_BYTES)
            .read_to_string(&mut text)
            .map_err(TournamentError::Unreadable)?;
        let mut file: TournamentFile = toml::from_str(&text)?;
        file.pairings = pairings_of(&file.settings);
        // Beyond it is no number of parts.
        if file.parts.is_some_and(|parts| Part::new(1, parts).is_none()) {
            return Err(TournamentError::Parts);
        }
        Ok(file)
    }

    /// Writes the file into a tournament's folder. A file that would not be read again as it is, is not written.
    pub fn write(&self, folder: &Path) -> Result<(), TournamentError> {
        let text = toml::to_string(self)?;
        self.check_read_back(&text)?;
        let written = store(&folder.join(TOURNAMENT_FILE), |file| file.write_all(text.as_bytes()));
        written.map_err(TournamentError::Unwritable)
    }

    /// Reads the text as every later command will, before a match is played that none of them could count.
    fn check_read_back(&self, text: &str) -> Result<(), TournamentError> {
        let mut read = TournamentFile::parse(text.as_bytes())
            .map_err(|why| TournamentError::NotReadBack(Some(Box::new(why))))?;
        let game = std::mem::replace(&mut read.settings.game, self.settings.game.clone());
        // The rules of a game that is not compiled in are not read back, but its name and look.
        let is_same_game =
            game.name() == self.settings.game.name() && game.look() == self.settings.game.look();
        if is_same_game && read == *self { Ok(()) } else { Err(TournamentError::NotReadBack(None)) }
    }

    /// Refuses a program that differs from the one that the tournament began with, byte for byte.
    pub fn check_program(&self, here: &str) -> Result<(), TournamentError> {
        match &self.program_sha256 {
            Some(begun) if begun != here => Err(TournamentError::OtherProgram {
                begun_version: self.arbitro.clone(),
                begun: begun.clone(),
                here_version: env!("CARGO_PKG_VERSION").to_owned(),
                here: here.to_owned(),
            }),
            Some(_) | None => Ok(()),
        }
    }

    /// Appends players, and forgets that they were left out before.
    pub(crate) fn enter<'a>(&mut self, newcomers: impl Iterator<Item = &'a Entrant>) {
        for newcomer in newcomers {
            self.players.push(entry(newcomer));
            let place = newcomer.place.display().to_string();
            self.left_out.retain(|left_out_entry| left_out_entry.place != place);
        }
    }

    /// Adds candidates that were left out, each once.
    pub fn leave_out(&mut self, left_out: &[LeftOut]) {
        for entry in left_out.iter().map(left_out_entry) {
            self.left_out.retain(|left_out_entry| left_out_entry.place != entry.place);
            self.left_out.push(entry);
        }
    }

    /// Returns an entrant for each player, by name. One that plays no more has no program.
    pub fn entrants_in_order(&self, playing: Vec<Entrant>) -> Vec<Entrant> {
        let mut playing: BTreeMap<String, Entrant> =
            playing.into_iter().map(|it| (it.name.clone(), it)).collect();
        let seated = |it: &PlayerEntry| playing.remove(&it.name).unwrap_or_else(|| absent(it));
        self.players.iter().map(seated).collect()
    }

    /// Returns the phases of each player, or nothing if they make no sense.
    pub fn stays(&self) -> Vec<Stay> {
        stays(&self.names(), &self.phases).unwrap_or_default()
    }

    /// Creates the schedule, without finished matches.
    pub fn schedule(&self) -> Result<Schedule, ScheduleError> {
        match &self.pairings {
            Some(pairings) => Ok(Schedule::recorded(&self.settings, pairings)),
            None => Schedule::of_phases(&self.settings, &self.names(), &self.phases),
        }
    }

    pub fn names(&self) -> Vec<&str> {
        self.players.iter().map(|player| player.name.as_str()).collect()
    }

    /// Lists the players that differ from those at the tournament's beginning.
    pub fn players_that_differ(&self, entrants: &[Entrant]) -> Vec<String> {
        let of = |players: Vec<PlayerEntry>| -> BTreeMap<String, String> {
            let pairs = players.into_iter().map(|player| (player.name, player.sha256));
            pairs.collect()
        };
        let before = of(self.players.clone());
        let now = of(entrants.iter().map(entry).collect());
        let gone = before.keys().filter(|name| !now.contains_key(*name));
        let gone = gone.map(|name| format!("{name} is gone"));
        let others = now.iter().filter_map(|(name, sha256)| match before.get(name) {
            None => Some(format!("{name} is new")),
            Some(was) if was != sha256 => Some(format!("{name} is another program now")),
            Some(_) => None,
        });
        gone.chain(others).collect()
    }
}

/// What is paired in a tournament before its first match.
fn pairings_of(settings: &TournamentSettings) -> Option<Pairings> {
    (settings.format == Format::Standing).then(Pairings::default)
}

fn entry(entrant: &Entrant) -> PlayerEntry {
    PlayerEntry {
        name: entrant.name.clone(),
        sha256: entrant.sha256.clone(),
        author: entrant.author.clone(),
        place: entrant.place.clone(),
        needs: entrant.needs.clone(),
    }
}

fn left_out_entry(left_out: &LeftOut) -> LeftOutEntry {
    let LeftOut { path, why } = left_out;
    let sha256 = match why {
        NoEntrant::Smoke(trial) => Some(trial.sha256.clone()),
        _ => None,
    };
    LeftOutEntry { place: path.display().to_string(), sha256, why: with_causes(why) }
}

/// A player that plays no more.
fn absent(player: &PlayerEntry) -> Entrant {
    let PlayerEntry { name, sha256, author, place, needs } = player.clone();
    Entrant { name, sha256, author, place, needs, ..Entrant::default() }
}

/// Formats an error with its causes on one line.
pub fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        // Some errors include their cause in their own text.
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = error.source();
    }
    text
}
