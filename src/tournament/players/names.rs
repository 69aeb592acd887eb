//! Gives entrants distinct names that do not deceive.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::Path;

use unicode_normalization::UnicodeNormalization;
use unicode_security::skeleton;

use super::entrant::Entrant;
use super::no_entrant::{NameFault, NoEntrant};
use crate::run::evidence::is_cut;

const MAX_NAME_LENGTH: usize = 80;

/// Returns true for characters that are invisible, or reverse the characters after them: with them
/// a name can look like another, or like something else. Covers more characters than plain text
/// does: joiners of an emoji or wide blanks are harmless in a sentence, but can make two names look
/// equal.
fn is_deceptive(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{2800}' | '\u{16fe4}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d159}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// A file name with deceptive characters replaced by a mark.
pub(crate) fn plain(name: &str) -> String {
    let visible = |letter| {
        if is_deceptive(letter) { '\u{fffd}' } else { letter }
    };
    name.chars().map(visible).collect()
}

/// Checks the name of a player. Those that end in `@` and digits are kept for later versions of players.
pub(super) fn checked_name(name: &str) -> Result<String, NoEntrant> {
    let name = checked_line(name)?;
    if is_of_version(&name) {
        let what =
            "a name does not end in @ and digits: so versions of a player are named".to_owned();
        return Err(NoEntrant::Manifest { what });
    }
    Ok(name)
}

fn is_of_version(name: &str) -> bool {
    let end = name.rsplit_once('@').map(|(_, end)| end);
    end.is_some_and(|end| !end.is_empty() && end.bytes().all(|byte| byte.is_ascii_digit()))
}

pub(crate) fn check_folder_name(name: &OsStr) -> Result<(), NameFault> {
    // A blank at its end is as invisible as those that are refused anywhere.
    let is_plain = |it: &&str| checked_line(it).is_ok_and(|line| line == **it);
    match name.to_str().filter(is_plain) {
        None => Err(NameFault::Unclear),
        Some(name) if is_cut(name) => Err(NameFault::Unclear),
        Some(name) if is_of_version(name) => Err(NameFault::Version),
        Some(_) => Ok(()),
    }
}

/// Checks a name in a manifest: it must be short and on one line.
pub(super) fn checked_line(name: &str) -> Result<String, NoEntrant> {
    let name = name.trim();
    let length = name.chars().count();
    if length == 0 || length > MAX_NAME_LENGTH || name.chars().any(is_deceptive) {
        return Err(NoEntrant::Manifest {
            what: format!(
                "a name has 1 to {MAX_NAME_LENGTH} characters, none of them invisible or a control character"
            ),
        });
    }
    Ok(name.to_owned())
}

/// Returns the look of a name: equal for names that differ only by the Unicode form of a letter, or by letters
/// that are taken for each other, such as a Cyrillic and a Latin a.
pub(crate) fn look(name: &str) -> String {
    let composed: String = name.nfkc().collect();
    skeleton(&composed).collect()
}

/// Appends the folder's name or a number to names that look the same.
pub(super) fn tell_apart(entrants: &mut [Entrant]) {
    entrants.sort_by(|a, b| a.place.cmp(&b.place));
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for entrant in entrants.iter() {
        *counts.entry(look(&entrant.name)).or_default() += 1;
    }
    counts.retain(|_, count| *count > 1);
    for entrant in entrants.iter_mut() {
        if counts.contains_key(&look(&entrant.name)) {
            let folder = folder_name(&entrant.place);
            entrant.name = format!("{} ({folder})", entrant.name);
        }
    }
    // Two folders in different places may share a name, and a manifest may choose a name made here.
    let all: BTreeSet<String> = entrants.iter().map(|entrant| look(&entrant.name)).collect();
    let mut taken = BTreeSet::new();
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    for entrant in entrants.iter_mut() {
        if taken.insert(look(&entrant.name)) {
            continue;
        }
        let number = numbers.entry(look(&entrant.name)).or_insert(1);
        entrant.name = loop {
            *number += 1;
            let name = format!("{} #{number}", entrant.name);
            if !all.contains(&look(&name)) && taken.insert(look(&name)) {
                break name;
            }
        };
    }
}

/// Gives newcomers names that look like none of these.
pub(crate) fn tell_from(newcomers: &mut [Entrant], names: &[&str]) {
    let mut taken: BTreeSet<String> = names.iter().map(|name| look(name)).collect();
    for entrant in newcomers {
        let folder = format!("{} ({})", entrant.name, folder_name(&entrant.place));
        let numbered = (2_u64..).map(|number| format!("{folder} #{number}"));
        let mut free = [entrant.name.clone(), folder.clone()].into_iter().chain(numbered);
        if let Some(name) = free.find(|it| taken.insert(look(it))) {
            entrant.name = name;
        }
    }
}

/// Name of a player's folder; for an executable, of the folder that contains it.
fn folder_name(place: &Path) -> String {
    let folder = if place.is_dir() { Some(place) } else { place.parent() };
    let name = folder.and_then(Path::file_name).unwrap_or_default();
    plain(&name.to_string_lossy())
}
