//! `game/`: a copy of the folder of a tournament's game, from which the tournament goes on.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::error::{TournamentError, failed};
use arbitro_sandbox::{Beneath, Size, copy_folder, everything};

/// The folder of a tournament's game, if it is not compiled in.
pub const GAME: &str = "game";

/// Copies the folder of a game into the folder of its tournament. Who could not read the folder cannot read this
/// copy. It is made under a temporary name first, so that an interrupted copy leaves nothing.
pub fn keep_game(game: &Path, is_private: bool, folder: &Path) -> Result<(), TournamentError> {
    let mode = if is_private { 0o700 } else { 0o755 };
    let there = folder.join(GAME);
    if there.exists() {
        fs::remove_dir_all(&there).map_err(failed(&there))?;
    }
    let beside = tempfile::Builder::new()
        .prefix(".new-")
        .permissions(Permissions::from_mode(0o755))
        .tempdir_in(folder)
        .map_err(failed(folder))?;
    let opened = Beneath::open(game).map_err(failed(game))?;
    let same: fn(u32) -> u32 = |rights| rights;
    let copied = copy_folder(&opened, game, beside.path(), everything, Size::OF_A_PROGRAM, same);
    copied.map_err(|(path, error)| failed(&path)(error))?;
    fs::set_permissions(&beside, Permissions::from_mode(mode)).map_err(failed(&there))?;
    fs::rename(beside.keep(), &there).map_err(failed(&there))
}
