//! One match of a tournament: a folder, two players, a referee.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use thiserror::Error;

use crate::history::{MatchRecord, Named, Players, RECORD_VERSION};
use crate::judge::Diagnose;
use crate::notation::Strictness;
use crate::referee::{Event, Live, LiveError, Outcome, referee_live};
use crate::rules::{Game, Player};

/// A player program of this project's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Its name in the ranking.
    pub name: String,
    /// The program.
    pub program: PathBuf,
    /// What it is given before its number.
    pub args: Vec<String>,
}

/// A match that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// Its record, which can be checked without us.
    pub record: MatchRecord,
    /// Who won.
    pub winner: Option<Player>,
    /// Whether it was lost by somebody's own doing.
    pub was_forfeit: bool,
}

/// Why a match could not be played: the host's trouble.
#[derive(Debug, Error)]
pub enum TableError {
    /// A player cannot be started.
    #[error("{}: cannot be started", program.display())]
    Start {
        /// Which program.
        program: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The referee cannot go on.
    #[error(transparent)]
    Referee(#[from] LiveError),
}

/// A started player that does not outlive its match.
struct Started(Child);

impl Drop for Started {
    fn drop(&mut self) {
        // It may have left already; either way it is gone after this.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What trusted players have at the most before something is wrong with the machine.
const START_TIME: Duration = Duration::from_secs(30);

/// Plays one match in an empty folder.
///
/// # Errors
///
/// When a player cannot be started or the folder fails.
pub fn play_match<G: Diagnose>(
    id: u64,
    folder: &Path,
    players: [&Entrant; 2],
    seed: u64,
    move_time: Duration,
) -> Result<Played, TableError> {
    let live = Live {
        folder: folder.to_owned(),
        start: G::start(),
        ply_limit: Some(G::PLY_LIMIT),
        move_time,
        start_time: START_TIME,
        strictness: Strictness::Tolerant,
        fresh: false,
    };
    let mut started: Vec<Started> = Vec::new();
    let mut moves: Vec<String> = Vec::new();
    let mut trouble = None;
    let outcome = referee_live::<G>(&live, &mut |event| {
        match event {
            // The folder is watched and the first board is there: now they may come.
            Event::Turn { ply: 1, .. } => {
                for (number, entrant) in (1..).zip(players) {
                    let child = start::<G>(entrant, number, folder, seed, move_time);
                    match child {
                        Ok(child) => started.push(child),
                        Err(source) => {
                            trouble = Some(entrant.program.clone());
                            return Err(source);
                        }
                    }
                }
            }
            Event::Move { before, mv, .. } => moves.push(before.write_move(mv)),
            Event::Turn { .. } | Event::Warning(_) | Event::Ended(_) => {}
        }
        Ok(())
    });
    drop(started);
    let outcome = match (outcome, trouble) {
        (Err(LiveError::Io { source, .. }), Some(program)) => {
            return Err(TableError::Start { program, source });
        }
        (outcome, _) => outcome?,
    };
    let winner = outcome.winner();
    let named = |entrant: &Entrant| Named {
        name: entrant.name.clone(),
        sha256: None,
    };
    let record = MatchRecord {
        v: RECORD_VERSION,
        id: Some(id.into()),
        game: G::ID.name().to_owned(),
        players: Some(Players {
            x: named(players[0]),
            o: named(players[1]),
        }),
        start: None,
        plies: Some(moves.len() as u64),
        moves: moves.join(" "),
        winner: winner.map(|winner| winner.to_string()),
        reason: Some(outcome.reason().to_owned()),
    };
    Ok(Played {
        record,
        winner,
        was_forfeit: matches!(outcome, Outcome::Forfeit(_)),
    })
}

fn start<G: Game>(
    entrant: &Entrant,
    number: u32,
    folder: &Path,
    seed: u64,
    move_time: Duration,
) -> io::Result<Started> {
    Command::new(&entrant.program)
        .args(&entrant.args)
        .arg(number.to_string())
        .current_dir(folder)
        .env("ARBITRO_GAME", G::ID.name())
        .env("ARBITRO_MOVE_MS", move_time.as_millis().to_string())
        .env("ARBITRO_MAX_PLIES", G::PLY_LIMIT.to_string())
        .env("ARBITRO_SEED", seed.to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map(Started)
}
