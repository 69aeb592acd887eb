//! Checks before anything runs whether a program can be started on this machine, by reading its file: its
//! permissions, the interpreter of a script, the architecture and the loader of an ELF program. Each
//! cause comes with the command that mends it.

use std::env::consts::ARCH;
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{Access, Mode, OFlags, StatVfsMountFlags, access, statvfs};
use thiserror::Error;

/// Permission of all users to enter a folder or execute a file.
pub(super) const EXECUTE: u32 = 0o001;

/// The folders in which a player finds commands without a path.
pub const COMMANDS: [&str; 3] = ["/usr/local/bin", "/usr/bin", "/bin"];

/// Causes why a program cannot be started, each with its remedy.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CannotStart {
    #[error("{file} is not executable: chmod +x {file}", file = .0.display())]
    NotExecutable(PathBuf),
    #[error("{file} cannot be read: chmod a+r {file}", file = .0.display())]
    Unreadable(PathBuf),
    #[error(
        "{file} lies on a file system that is mounted noexec: move it to another folder",
        file = .0.display()
    )]
    NoExec(PathBuf),
    #[error("{file} is empty: put the program there", file = .0.display())]
    Empty(PathBuf),
    #[error(
        "the first line of {file} asks for {interpreter}, which is not installed: install it, or name \
         another there",
        file = .file.display()
    )]
    NoInterpreter { file: PathBuf, interpreter: String },
    #[error(
        "the first line of {file} ends with a carriage return: sed -i 's/\\r$//' {file}",
        file = .0.display()
    )]
    CarriageReturn(PathBuf),
    #[error(
        "{file} is neither a program of this system nor a script that names its interpreter: begin it \
         with #!/bin/sh, or whatever runs it",
        file = .0.display()
    )]
    NoProgram(PathBuf),
    #[error("{file} was built for {built_for}, this machine is {here}: build it here",
        file = .file.display())]
    OtherMachine { file: PathBuf, built_for: String, here: &'static str },
    #[error(
        "{file} needs the loader {loader}, which is not installed: build it here, or statically",
        file = .file.display()
    )]
    NoLoader { file: PathBuf, loader: String },
    #[error(
        "the sandbox cannot start {file}: {why}; programs and their interpreters must lie in the \
         player's folder or in the system's",
        file = .file.display()
    )]
    Refused { file: PathBuf, why: String },
}

impl CannotStart {
    /// The same of a file that was copied from `from` to `to`, told of the original.
    pub fn moved(mut self, to: &Path, from: &Path) -> CannotStart {
        let (CannotStart::NotExecutable(file)
        | CannotStart::Unreadable(file)
        | CannotStart::NoExec(file)
        | CannotStart::Empty(file)
        | CannotStart::NoInterpreter { file, .. }
        | CannotStart::CarriageReturn(file)
        | CannotStart::NoProgram(file)
        | CannotStart::OtherMachine { file, .. }
        | CannotStart::NoLoader { file, .. }
        | CannotStart::Refused { file, .. }) = &mut self;
        if let Ok(inner) = file.strip_prefix(to) {
            // Joined, an empty path would end in a slash.
            *file = from.join(inner).components().collect();
        }
        self
    }
}

/// The most of a script's first line that the kernel reads.
const FIRST_LINE: usize = 256;
/// Scripts whose interpreter is a script whose interpreter ...: the kernel follows no more.
const MAX_SCRIPTS: usize = 5;
/// The most of a program that is looked at for its loader.
const MAX_HEADERS: usize = 64 << 10;

/// Checks that a program can be started, as far as its file tells.
pub fn check_startable(program: &Path) -> Result<(), CannotStart> {
    check_script(program, MAX_SCRIPTS)
}

/// Refuses a file that exists and cannot be read.
pub fn check_readable(file: &Path) -> Result<(), CannotStart> {
    match access(file, Access::READ_OK) {
        Err(rustix::io::Errno::ACCESS) => Err(CannotStart::Unreadable(file.to_owned())),
        _ => Ok(()),
    }
}

/// Returns whether a path is on a file system that is mounted noexec.
pub(super) fn is_noexec(place: &Path) -> bool {
    statvfs(place).is_ok_and(|state| state.f_flag.contains(StatVfsMountFlags::NOEXEC))
}

fn check_script(program: &Path, scripts_left: usize) -> Result<(), CannotStart> {
    let file = || program.to_owned();
    if access(program, Access::EXEC_OK).is_err() {
        return Err(if is_noexec(program) {
            CannotStart::NoExec(file())
        } else {
            CannotStart::NotExecutable(file())
        });
    }
    let Ok(opened) = open_regular(program) else {
        // A program need not be readable to be executed; a script must be.
        return Err(CannotStart::Unreadable(file()));
    };
    let head = head(&opened).map_err(|_| CannotStart::Unreadable(file()))?;
    // Root opens it, but then cannot look at the program's open files.
    if opened.metadata().is_ok_and(|metadata| metadata.mode() & 0o444 == 0) {
        return Err(CannotStart::Unreadable(file()));
    }
    if head.is_empty() {
        return Err(CannotStart::Empty(file()));
    }
    if let Some(line) = head.strip_prefix(b"#!") {
        return check_interpreter(program, line, scripts_left);
    }
    if head.starts_with(b"\x7fELF") {
        return check_elf(program, &opened, &head);
    }
    Err(match foreign(&head) {
        Some(built_for) => {
            CannotStart::OtherMachine { file: file(), built_for: built_for.to_owned(), here: ARCH }
        }
        None => CannotStart::NoProgram(file()),
    })
}

/// Opens a regular file: never a device, nor a pipe that would block until something is written to it.
pub fn open_regular(path: &Path) -> io::Result<File> {
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOCTTY;
    let file = File::from(rustix::fs::open(path, flags, Mode::empty())?);
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("not a regular file")) }
}

fn head(file: &File) -> io::Result<Vec<u8>> {
    let mut head = Vec::with_capacity(FIRST_LINE);
    file.take(FIRST_LINE as u64).read_to_end(&mut head)?;
    Ok(head)
}

/// Systems that write programs of their own kind, by how these begin.
fn foreign(head: &[u8]) -> Option<&'static str> {
    const MACH: [&[u8]; 4] =
        [b"\xcf\xfa\xed\xfe", b"\xce\xfa\xed\xfe", b"\xca\xfe\xba\xbe", b"\xfe\xed\xfa\xcf"];
    if head.starts_with(b"MZ") {
        Some("Windows")
    } else if MACH.iter().any(|magic| head.starts_with(magic)) {
        Some("macOS, or for a Java machine")
    } else {
        None
    }
}

/// Checks that what a script's first line asks for is there. The kernel takes the first word as a path;
/// `env` takes the next as a command.
fn check_interpreter(script: &Path, line: &[u8], scripts_left: usize) -> Result<(), CannotStart> {
    let file = script.to_owned();
    let line = line.split(|&byte| byte == b'\n').next().unwrap_or_default();
    if line.ends_with(b"\r") {
        return Err(CannotStart::CarriageReturn(file));
    }
    let mut words = line.split(|byte| matches!(byte, b' ' | b'\t')).filter(|word| !word.is_empty());
    let Some(first) = words.next() else {
        return Err(CannotStart::NoProgram(file));
    };
    let missing = |name: &[u8]| CannotStart::NoInterpreter {
        file: script.to_owned(),
        interpreter: String::from_utf8_lossy(name).into_owned(),
    };
    let interpreter = Path::new(std::ffi::OsStr::from_bytes(first));
    // A relative path would be looked for in the match's folder, where nothing is.
    if !interpreter.is_absolute() || !interpreter.exists() {
        return Err(missing(first));
    }
    if interpreter.file_name().is_some_and(|name| name == "env") {
        let is_command = |word: &&[u8]| !word.starts_with(b"-") && !word.contains(&b'=');
        if let Some(command) = words.find(is_command) {
            let name = std::ffi::OsStr::from_bytes(command);
            let is_there = |folder: &str| Path::new(folder).join(name).exists();
            if !COMMANDS.iter().any(|folder| is_there(folder)) {
                return Err(missing(command));
            }
        }
        return Ok(());
    }
    if scripts_left == 0 {
        return Err(missing(first));
    }
    check_script(interpreter, scripts_left - 1).map_err(|_| missing(first))
}

/// The number of this machine's architecture in the header of a program.
#[cfg(target_arch = "x86_64")]
const MACHINE: u16 = 62;
/// The number of this machine's architecture in the header of a program.
#[cfg(target_arch = "aarch64")]
const MACHINE: u16 = 183;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
compile_error!("the number of this architecture in the header of a program is not known");

/// The type of the part of a program that names its loader.
const LOADER: u32 = 3;

/// Checks that a program in the ELF format is for this machine, and its loader there.
fn check_elf(program: &Path, opened: &File, head: &[u8]) -> Result<(), CannotStart> {
    let file = || program.to_owned();
    let other =
        |built_for: String| CannotStart::OtherMachine { file: file(), built_for, here: ARCH };
    let (class, order) = (head.get(4).copied(), head.get(5).copied());
    let machine = number(head, 18, 2).unwrap_or(0) as u16;
    if class != Some(2) || order != Some(1) || machine != MACHINE {
        return Err(other(machine_name(machine, class == Some(2))));
    }
    match loader(opened, head) {
        Some(loader) if !Path::new(std::ffi::OsStr::from_bytes(&loader)).exists() => {
            Err(CannotStart::NoLoader {
                file: file(),
                loader: String::from_utf8_lossy(&loader).into_owned(),
            })
        }
        // A header that cannot be read is the kernel's to judge.
        _ => Ok(()),
    }
}

fn machine_name(machine: u16, is_64: bool) -> String {
    match (machine, is_64) {
        (3, _) => "x86 of 32 bits".to_owned(),
        (40, _) => "ARM of 32 bits".to_owned(),
        (62, true) => "x86_64".to_owned(),
        (62, false) => "x86_64 with pointers of 32 bits".to_owned(),
        (183, _) => "aarch64".to_owned(),
        (243, _) => "RISC-V".to_owned(),
        (21, _) => "POWER".to_owned(),
        (number, _) => format!("a machine of another kind (ELF number {number})"),
    }
}

/// A number of so many bytes, the lowest first.
fn number(bytes: &[u8], at: usize, length: usize) -> Option<u64> {
    let part = bytes.get(at..at.checked_add(length)?)?;
    Some(part.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte)))
}

/// The loader that a program of 64 bits names, if it names one.
fn loader(opened: &File, head: &[u8]) -> Option<Vec<u8>> {
    let first = number(head, 32, 8)?;
    let size = usize::try_from(number(head, 54, 2)?).ok()?;
    let count = usize::try_from(number(head, 56, 2)?).ok()?;
    let mut headers = vec![0; size.checked_mul(count)?.min(MAX_HEADERS)];
    opened.read_exact_at(&mut headers, first).ok()?;
    let header = headers
        .chunks_exact(size.max(1))
        .find(|header| number(header, 0, 4) == Some(u64::from(LOADER)))?;
    let (at, length) = (number(header, 8, 8)?, number(header, 32, 8)?);
    let mut path = vec![0; usize::try_from(length).ok()?.min(FIRST_LINE)];
    opened.read_exact_at(&mut path, at).ok()?;
    let end = path.iter().position(|&byte| byte == 0)?;
    path.truncate(end);
    Some(path)
}

/// Returns true if all users may traverse every folder down to this one.
pub fn can_be_entered(folder: &Path) -> bool {
    folder.canonicalize().is_ok_and(|folder| {
        folder.ancestors().all(|folder| mode(folder).is_some_and(|mode| mode & EXECUTE != 0))
    })
}

pub(crate) fn mode(path: &Path) -> Option<u32> {
    Some(std::fs::metadata(path).ok()?.permissions().mode())
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn checked(contents: &[u8], mode: u32) -> Result<(), String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("player");
        fs::write(&file, contents).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        let folder = format!("{}/", folder.path().display());
        check_startable(&file).map_err(|why| why.to_string().replace(&folder, ""))
    }

    #[test]
    fn what_can_be_started_passes() {
        for contents in [
            &b"#!/bin/sh\necho\n"[..],
            b"#! /bin/sh -e\n",
            b"#!/usr/bin/env sh\n",
            b"#!/usr/bin/env -S sh -e\n",
            b"#!/usr/bin/env A=1 sh\n",
            b"#!/bin/sh",
        ] {
            assert_eq!(checked(contents, 0o755), Ok(()));
        }
        assert_eq!(check_startable(&std::env::current_exe().unwrap()), Ok(()));
    }

    #[test]
    fn every_cause_comes_with_the_line_that_mends_it() {
        let mut other = fs::read(std::env::current_exe().unwrap()).unwrap();
        other.truncate(4096);
        other[18] = 0xf3;
        other[19] = 0;
        for (contents, mode, expected) in [
            (&b"#!/bin/sh\n"[..], 0o644, "player is not executable: chmod +x player"),
            (b"", 0o755, "player is empty: put the program there"),
            (
                b"#!/bin/sh\r\necho\r\n",
                0o755,
                "the first line of player ends with a carriage return: sed -i 's/\\r$//' player",
            ),
            (
                b"#!/no/such/python\n",
                0o755,
                "the first line of player asks for /no/such/python, which is not installed: \
                 install it, or name another there",
            ),
            (
                b"#!/usr/bin/env no-such-python -u\n",
                0o755,
                "the first line of player asks for no-such-python, which is not installed: \
                 install it, or name another there",
            ),
            (
                b"#!bin/sh\n",
                0o755,
                "the first line of player asks for bin/sh, which is not installed: \
                 install it, or name another there",
            ),
            (
                b"print('hello')\n",
                0o755,
                "player is neither a program of this system nor a script that names its \
                 interpreter: begin it with #!/bin/sh, or whatever runs it",
            ),
        ] {
            assert_eq!(checked(contents, mode), Err(expected.to_owned()));
        }
        let here = std::env::consts::ARCH;
        for (contents, built_for) in [(&b"MZ\x90\0"[..], "Windows"), (&other, "RISC-V")] {
            let expected =
                format!("player was built for {built_for}, this machine is {here}: build it here");
            assert_eq!(checked(contents, 0o755), Err(expected));
        }
    }

    #[test]
    fn a_program_whose_loader_is_missing_is_told_which() {
        let mut program = fs::read(std::env::current_exe().unwrap()).unwrap();
        let head = program[..FIRST_LINE].to_vec();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("player");
        fs::write(&file, &program).unwrap();
        let Some(named) = loader(&File::open(&file).unwrap(), &head) else {
            // Built statically, this program names none.
            return;
        };
        let at = program.windows(named.len()).position(|part| part == named).unwrap();
        program[at + 1] = b'?';
        fs::write(&file, &program).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        assert!(matches!(check_startable(&file), Err(CannotStart::NoLoader { .. })));
    }

    #[test]
    fn headers_that_lie_are_read_without_harm() {
        let mut lying = vec![0u8; 64];
        lying[..6].copy_from_slice(b"\x7fELF\x02\x01");
        lying[18..20].copy_from_slice(&MACHINE.to_le_bytes());
        lying[20..].fill(0xff);
        assert_eq!(checked(&lying, 0o755), Ok(()));
    }
}
