//! Submissions that are players of any game: each becomes a folder that a tournament takes.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::choice::{File, FileKind, is_litter};
use super::files::{MAX_ZIP_DEPTH, MAX_ZIPS, ReadError, Zips};
use super::{Contents, Submissions, read_each};
use crate::digest::in_hexadecimal;
use crate::failure::{Failure, if_there};
use arbitro_tournament::MANIFEST;
use sha2::{Digest, Sha256};

const MAX_PLAYER_BYTES: u64 = 64 << 20;
const MAX_PLAYER_FILES: usize = 2000;
/// Beginnings of files that can be started. Zips made elsewhere do not say it.
const STARTED: [&[u8]; 2] = [b"\x7fELF", b"#!"];

/// Reads players into one folder each, by number. `start` is the command of those without a player.toml.
pub fn read_players(class: &Path, into: &Path, start: &[String]) -> Result<Submissions, Failure> {
    fs::create_dir_all(into).map_err(Failure::unwritable(into))?;
    let mut hashes = BTreeMap::new();
    let mut class = read_each(class, &mut |number, files, zips| {
        let files = open_zips(files, zips, 0)?;
        let new = into.join(format!(".new-{number}"));
        let there = into.join(number);
        if_there(fs::remove_dir_all(&new)).map_err(Failure::unwritable(&new))?;
        let (found, hash) = write(files, zips, &new, start)?;
        if_there(fs::remove_dir_all(&there))
            .and_then(|_| fs::rename(&new, &there))
            .map_err(Failure::unwritable(&there))?;
        hashes.insert(number.to_owned(), in_hexadecimal(&hash));
        Ok((found, None))
    })?;
    for it in &mut class.all {
        it.sha256 = hashes.remove(&it.number);
    }
    remove_gone(into, &class).map_err(Failure::unwritable(into))?;
    Ok(class)
}

/// The files of use; where there are zips alone, those in them.
fn open_zips(mut files: Vec<File>, zips: &mut Zips, depth: usize) -> Result<Vec<File>, ReadError> {
    files.retain(|file| !file.path.iter().any(|part| is_litter(part)));
    if files.is_empty() || !files.iter().all(File::is_zip) || depth == MAX_ZIP_DEPTH {
        return Ok(files);
    }
    if files.len() > MAX_ZIPS {
        return Err(Contents::TooManyFiles { most: MAX_ZIPS }.into());
    }
    let mut inner = Vec::new();
    for zip in &files {
        inner.extend(zips.within(zip, false)?);
    }
    open_zips(inner, zips, depth + 1)
}

fn is_manifest(file: &File) -> bool {
    file.path.last().is_some_and(|name| name == MANIFEST)
}

/// The folder that the player is in: that of the one manifest, else the deepest that has all files.
fn root(files: &[File]) -> Vec<String> {
    let folder = |it: &File| it.path[..it.path.len().saturating_sub(1)].to_vec();
    let mut manifests = files.iter().filter(|file| is_manifest(file));
    if let (Some(only), None) = (manifests.next(), manifests.next()) {
        return folder(only);
    }
    let mut folders = files.iter().map(folder);
    let first = folders.next().unwrap_or_default();
    folders.fold(first, |common, folder| {
        let same = common.iter().zip(&folder).take_while(|(one, other)| one == other).count();
        common[..same].to_vec()
    })
}

fn write(
    files: Vec<File>,
    zips: &mut Zips,
    folder: &Path,
    start: &[String],
) -> Result<(Contents, Vec<u8>), ReadError> {
    let root = root(&files);
    let has_none = !files.iter().any(is_manifest);
    let mut bytes = 0;
    let mut count = 0;
    let mut hash = Sha256::new();
    fs::create_dir(folder).map_err(Failure::unwritable(folder))?;
    for file in files {
        let Some(path) = file.path.strip_prefix(&root[..]) else { continue };
        match file.kind {
            FileKind::Plain => {}
            FileKind::NotPlain => {
                return Err(Contents::NotPlain { path: file.printable_path() }.into());
            }
            FileKind::Trick => {
                return Err(Contents::PathTrick { path: file.printable_path() }.into());
            }
        }
        count += 1;
        if count > MAX_PLAYER_FILES {
            return Err(Contents::TooManyFiles { most: MAX_PLAYER_FILES }.into());
        }
        let most = MAX_PLAYER_BYTES - bytes;
        let text = zips.bytes(&file.place, file.printable_path(), most)?;
        bytes += text.len() as u64;
        hash.update(format!("{path:?} {} ", text.len()));
        hash.update(&text);
        let to = folder.join(path.iter().collect::<PathBuf>());
        put(&to, &text).map_err(|error| match error.kind() {
            // In a zip one name may stand twice, and a file's name be a folder's.
            ErrorKind::AlreadyExists | ErrorKind::NotADirectory | ErrorKind::InvalidFilename => {
                Contents::DamagedZip { why: format!("{}: {error}", file.printable_path()) }.into()
            }
            _ => ReadError::from(Failure::unwritable(&to)(error)),
        })?;
    }
    let manifest = folder.join(MANIFEST);
    if !start.is_empty() && has_none {
        let command = toml::Table::from_iter([("command".to_owned(), start.to_vec().into())]);
        put(&manifest, command.to_string().as_bytes()).map_err(Failure::unwritable(&manifest))?;
    }
    Ok((Contents::Folder { files: count, bytes }, hash.finalize().to_vec()))
}

fn put(path: &Path, text: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::OpenOptions::new().write(true).create_new(true).open(path)?.write_all(text)?;
    if STARTED.iter().any(|it| text.starts_with(it)) {
        fs::set_permissions(path, Permissions::from_mode(0o755))?;
    }
    Ok(())
}

/// Removes the folders of those who handed in nothing any more.
fn remove_gone(into: &Path, class: &Submissions) -> io::Result<()> {
    for entry in fs::read_dir(into)? {
        let entry = entry?;
        let is_there = |number: &str| entry.file_name().to_str() == Some(number);
        let has_folder = |found: &Contents| matches!(found, Contents::Folder { .. });
        let mut all = class.all.iter();
        if !all.any(|it| is_there(&it.number) && has_folder(&it.layout.found)) {
            if_there(fs::remove_dir_all(entry.path()))?;
        }
    }
    Ok(())
}
