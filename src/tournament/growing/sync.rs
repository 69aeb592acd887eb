//! Brings a tournament in step with a folder of players: who is new, who changed, who is gone.

use std::path::Path;

use super::growth::{Growth, has_left, newest};
use crate::players::entrants::Entrants;
use crate::players::no_entrant::LeftOut;
use crate::results::Results;
use crate::settings::tournament_file::PlayerEntry;

/// What a folder changes in a tournament.
#[derive(Debug, Default)]
pub struct FolderSync {
    /// New players join, changed ones are replaced, and those whose files are no player any more leave.
    pub growth: Growth,
    /// Players whose places are no longer there.
    pub gone: Vec<String>,
    /// Players that have left, whose files are unchanged.
    pub resting: Vec<String>,
    /// Places of candidates that were left out before, and are unchanged.
    pub left_out_again: Vec<String>,
    /// Candidates who are left out now.
    pub left_out: Vec<LeftOut>,
    /// Number of unchanged players.
    pub unchanged: usize,
}

impl FolderSync {
    pub fn new(results: &Results, folder: &Path, found: Entrants) -> FolderSync {
        let file = &results.file;
        let mut sync = FolderSync { left_out: found.left_out, ..FolderSync::default() };
        let mut there = Vec::new();
        for entrant in found.entrants {
            there.push(entrant.place.clone());
            let place = entrant.place.display().to_string();
            let mut left_out = file.left_out.iter().filter(|it| it.place == place);
            // The same bytes by the same name are the same player, wherever they were unpacked.
            let is_same =
                |it: &&PlayerEntry| it.name == entrant.name && it.sha256 == entrant.sha256;
            let known = file.players.iter().rev().find(|player| player.place == entrant.place);
            let known = known.or_else(|| file.players.iter().find(is_same));
            let is_new = known.is_none_or(|it| it.sha256 != entrant.sha256);
            match known {
                _ if is_new && left_out.any(|it| it.sha256.as_ref() == Some(&entrant.sha256)) => {
                    sync.left_out_again.push(place);
                }
                None => sync.growth.add.push(entrant),
                Some(known) if is_new => {
                    let name = newest(file, &known.name).unwrap_or(known.name.clone());
                    sync.growth.replace.push((name, entrant));
                }
                Some(known) if has_left(results, &known.name) => {
                    // One that another place has replaced is no news.
                    if newest(file, &known.name).is_ok_and(|newest| newest == known.name) {
                        sync.resting.push(known.name.clone());
                    }
                }
                Some(_) => sync.unchanged += 1,
            }
        }
        let is_missing = |it: &&PlayerEntry| {
            it.place.starts_with(folder)
                && !there.contains(&it.place)
                && !has_left(results, &it.name)
        };
        for player in file.players.iter().filter(is_missing) {
            let is_at = |it: &LeftOut| it.path.canonicalize().is_ok_and(|it| it == player.place);
            if sync.left_out.iter().any(is_at) {
                sync.growth.drop.push(player.name.clone());
            } else {
                sync.gone.push(player.name.clone());
            }
        }
        sync
    }
}
