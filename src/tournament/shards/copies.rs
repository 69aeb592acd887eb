//! `players/SHA256/`: copies of a plan's players, named by their hash.
//!
//! A copy counts once its hash was checked. Anything but files, folders and links is neither copied nor
//! hashed.

use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::super::entrant::{Entrant, LeftOut, MANIFEST, NoEntrant};
use super::super::entrants::held_entrant;
use super::super::error::{TournamentError, failed};
use super::super::tournament_file::with_causes;
use super::plan::Planned;
use arbitro_rules::GameId;
use arbitro_sandbox::{Beneath, Size, Staging, copy_file, copy_folder, everything};

const PLAYERS: &str = "players";
/// The folder of a tournament's game, if it is not compiled in.
pub const GAME: &str = "game";

/// Copies players into a tournament's folder. Returns those that were copied, and those that cannot
/// be.
pub fn copy_players(
    entrants: Vec<Entrant>,
    folder: &Path,
    game: GameId,
    (staging, bundled): (&mut Staging, &[OsString]),
) -> Result<(Vec<Entrant>, Vec<LeftOut>), TournamentError> {
    let copies = folder.join(PLAYERS);
    Planned::make(&copies)?;
    let mut copied = Vec::new();
    let mut left_out = Vec::new();
    for entrant in entrants {
        let there = copies.join(&entrant.sha256);
        let is_there =
            find(&there, game, bundled, staging)?.is_ok_and(|it| it.sha256 == entrant.sha256);
        if !is_there {
            copy(&entrant.place, (&there, 0o755), &copies)?;
        }
        let what = match find(&there, game, bundled, staging)? {
            Ok(copy) if copy.sha256 == entrant.sha256 => {
                copied.push(entrant);
                continue;
            }
            Ok(_) => "it changed meanwhile".to_owned(),
            Err(why) => with_causes(&why),
        };
        fs::remove_dir_all(&there).map_err(failed(&there))?;
        left_out.push(LeftOut { path: entrant.place, why: NoEntrant::NotCopied { what } });
    }
    Ok((copied, left_out))
}

/// Finds the players of a plan of this game in their copies, in the plan's order.
pub fn copied_players(
    planned: &Planned,
    game: GameId,
    (staging, bundled): (&mut Staging, &[OsString]),
) -> Result<Vec<Entrant>, TournamentError> {
    let copies = planned.folder.join(PLAYERS);
    let mut entrants = Vec::new();
    let mut differences = Vec::new();
    for player in &planned.file.players {
        let name = &player.name;
        match find(&copies.join(&player.sha256), game, bundled, staging)? {
            Ok(found) if found.sha256 == player.sha256 => entrants.push(Entrant {
                name: name.clone(),
                author: player.author.clone(),
                ..found
            }),
            Ok(found) => differences.push(format!(
                "{name} has SHA-256 {} now, planned was {}",
                found.sha256, player.sha256
            )),
            Err(why) => differences.push(format!("{name}: {}", with_causes(&why))),
        }
    }
    if differences.is_empty() {
        Ok(entrants)
    } else {
        Err(TournamentError::OtherPlayers(differences))
    }
}

/// Finds the player in a copy: the folder, or the one file in it.
fn find(
    copy: &Path,
    game: GameId,
    bundled: &[OsString],
    staging: &mut Staging,
) -> Result<Result<Entrant, NoEntrant>, TournamentError> {
    let place = match only_file(copy) {
        _ if copy.join(MANIFEST).exists() => copy.to_owned(),
        Ok(file) => file,
        Err(why) => return Ok(Err(why)),
    };
    Ok(held_entrant(place.as_path().into(), place.clone(), game, bundled, staging)?)
}

fn only_file(copy: &Path) -> Result<PathBuf, NoEntrant> {
    let mut files = fs::read_dir(copy)?;
    let file = files.next().ok_or(NoEntrant::Nothing)??;
    match files.next() {
        Some(_) => Err(NoEntrant::Nothing),
        None => Ok(file.path()),
    }
}

/// Copies the folder of a game into the folder of its tournament, from where the tournament goes on. Who could not
/// read the folder cannot read this copy.
pub fn keep_game(game: &Path, is_private: bool, folder: &Path) -> Result<(), TournamentError> {
    let mode = if is_private { 0o700 } else { 0o755 };
    copy(game, (&folder.join(GAME), mode), folder)
}

/// Copies a folder or a player under a temporary name first, so that an interrupted copy leaves nothing under
/// the final name.
fn copy(place: &Path, (there, mode): (&Path, u32), copies: &Path) -> Result<(), TournamentError> {
    if there.exists() {
        fs::remove_dir_all(there).map_err(failed(there))?;
    }
    let beside = tempfile::Builder::new()
        .prefix(".new-")
        .permissions(Permissions::from_mode(0o755))
        .tempdir_in(copies)
        .map_err(failed(copies))?;
    let same: fn(u32) -> u32 = |rights| rights;
    let copied = if place.is_dir() {
        let opened = Beneath::open(place).map_err(failed(place))?;
        copy_folder((&opened, place), beside.path(), everything, Size::OF_A_PROGRAM, same).map(drop)
    } else {
        let name = place.file_name().unwrap_or_default();
        // An executable named like the manifest would be taken for one.
        let name: PathBuf = if name == MANIFEST { "player".into() } else { name.into() };
        copy_file(place, &beside.path().join(name), same)
    };
    copied.map_err(|(path, error)| failed(&path)(error))?;
    fs::set_permissions(&beside, Permissions::from_mode(mode)).map_err(failed(there))?;
    fs::rename(beside.keep(), there).map_err(failed(there))
}
