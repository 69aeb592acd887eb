//! Builds a submission's `player.cpp` into two programs: the player of matches and the driver of the
//! conformance checks.
//!
//! Compiler, assembler and linker run in the sandbox, because their input is untrusted. Our own objects and
//! the header are compiled once, in [`Workshop::open`]. A submission is compiled with `-Wall -Wextra`, and once
//! more without unless that printed nothing. The compiler lists the files that it read (`-MD`): one that is
//! neither the header nor read by the header fails the build. The programs are as untrusted as their source.

mod compiler;
pub(crate) mod why;

use std::collections::BTreeSet;
use std::fmt;
use std::fs::{OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

pub(super) use self::compiler::in_path;
use self::compiler::{Compiler, ToolResult};
pub use self::why::{BuildFault, Outcome};
use crate::failure::Failure;
use crate::words::Statement;
use arbitro_rules::plain_text::one_line;
use arbitro_sandbox::Keeper;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The compiler, by its path or by its name in the `PATH`; without one, `g++`.
    pub compiler: Option<PathBuf>,
    pub flags: Vec<String>,
    /// Paths outside `/usr` and `/opt` that the compiler must be able to read.
    pub readable: Vec<PathBuf>,
    pub rest: Duration,
    pub cpu: Duration,
    pub memory_bytes: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            compiler: None,
            flags: vec!["-Ofast".to_owned()],
            readable: Vec::new(),
            rest: Duration::from_secs(60),
            cpu: Duration::from_secs(60),
            memory_bytes: 2 << 30,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Sources<'a> {
    pub header: &'a [u8],
    /// `play.cpp`, the `main` of a player in matches.
    pub play: &'a [u8],
    pub driver: &'a [u8],
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    pub compiler: String,
    pub flags: Vec<String>,
    pub outcome: Outcome,
    /// Files that it had the compiler read, and may not.
    pub foreign: Vec<String>,
    /// Compiling as it counts.
    pub compiling: ToolStep,
    /// Compiling with `-Wall -Wextra`, for the warnings; only if it compiles at all.
    pub warnings: Option<ToolStep>,
    pub linking: Option<ToolStep>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolStep {
    pub diagnostics: String,
    pub is_cut: bool,
    pub warnings: usize,
    pub millis: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build {
    pub evidence: Evidence,
    pub programs: Option<Programs>,
}

#[derive(Clone, PartialEq, Eq)]
pub struct Programs {
    pub player: Vec<u8>,
    pub driver: Vec<u8>,
}

impl fmt::Debug for Programs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (player, driver) = (self.player.len(), self.driver.len());
        write!(f, "Programs({player} bytes, {driver} bytes)")
    }
}

impl Programs {
    /// Writes them into a folder, as `play` and `driver`, which must not be there yet. The sandbox runs
    /// them under another user id than root's, which must be able to reach the folder.
    pub fn put_into(&self, folder: &Path) -> io::Result<[PathBuf; 2]> {
        Ok([
            put_program(folder, "play", &self.player)?,
            put_program(folder, "driver", &self.driver)?,
        ])
    }
}

pub(crate) fn put_program(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<PathBuf> {
    let path = folder.join(name);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(0o755);
    let mut file = options.open(&path)?;
    // Whatever the caller's umask is: the sandbox starts it under another user id.
    file.set_permissions(Permissions::from_mode(0o755))?;
    file.write_all(bytes)?;
    Ok(path)
}

/// A compiler and the kit's objects, compiled once for all submissions.
#[derive(Debug)]
pub struct Workshop {
    compiler: Compiler,
    header: Vec<u8>,
    /// The precompiled header, if the compiler makes one.
    read_header: Option<Vec<u8>>,
    /// Files that the header includes, and a submission therefore may include.
    allowed: BTreeSet<String>,
    play: Vec<u8>,
    driver: Vec<u8>,
}

pub fn compiler_of(settings: Settings, keeper: &mut Keeper) -> Result<String, Failure> {
    Ok(Compiler::find(settings, keeper)?.version)
}

const SOURCE: &str = "player.cpp";
const OBJECT: &str = "player.o";
const HEADER: &str = "player.hpp";
/// Maximum forbidden files that are named: the first usually includes all others.
const MAX_FOREIGN: usize = 10;
const READ_HEADER: &str = "player.hpp.gch";

impl Workshop {
    pub fn open(
        settings: Settings,
        sources: &Sources<'_>,
        keeper: &mut Keeper,
    ) -> Result<Workshop, Failure> {
        let compiler = Compiler::find(settings, keeper)?;
        let header = [(HEADER, sources.header)];
        let as_header = ["-x", "c++-header"];
        let (_, read, read_header) =
            compiler.compile(&header, HEADER, READ_HEADER, &as_header, keeper)?;
        let mut allowed: BTreeSet<String> = read.into_iter().collect();
        allowed.extend([SOURCE, HEADER, READ_HEADER].map(str::to_owned));
        // Who defines that, looking for a fault, has it read more, and means no harm.
        let checked = ["-D_GLIBCXX_DEBUG", "-E", "-x", "c++"];
        let (_, read, _) = compiler.compile(&header, HEADER, OBJECT, &checked, keeper)?;
        allowed.extend(read);
        let mut workshop = Workshop {
            header: sources.header.to_vec(),
            read_header: read_header.ok(),
            allowed,
            play: Vec::new(),
            driver: Vec::new(),
            compiler,
        };
        let mut ours = |name: &'static str, source: &[u8]| {
            let (step, _, made) = workshop.compile(name, source, &[], keeper)?;
            made.map_err(|fault| {
                let (name, diagnostics) = (name.to_owned(), step.diagnostics);
                Failure::Host(Statement::KitNotBuilt { name, fault, diagnostics })
            })
        };
        let play = ours("play.cpp", sources.play)?;
        let driver = ours("driver.cpp", sources.driver)?;
        (workshop.play, workshop.driver) = (play, driver);
        Ok(workshop)
    }

    pub fn build(&self, source: &[u8], keeper: &mut Keeper) -> Result<Build, Failure> {
        let strict = ["-Wall", "-Wextra"];
        let (step, mut read, made) = self.compile(SOURCE, source, &strict, keeper)?;
        // What broke off has not said all: no warnings would be praise for nothing.
        let warnings = made.is_ok().then(|| step.clone());
        let (compiling, made) = match made {
            // Asking for warnings changes no object; so where there are none, this is the one that counts.
            Ok(object) if step.diagnostics.is_empty() => (step, Ok(object)),
            // What fails while it is asked may yet be a program.
            _ => {
                let (step, also, made) = self.compile(SOURCE, source, &[], keeper)?;
                read.extend(also);
                (step, made)
            }
        };
        let foreign = self.foreign(&read);
        let is_foreign = !foreign.is_empty();
        let mut evidence = Evidence {
            foreign,
            compiler: self.compiler.version.clone(),
            flags: self.compiler.settings.flags.clone(),
            outcome: Outcome::Built,
            compiling,
            warnings: None,
            linking: None,
        };
        let object = match made {
            _ if is_foreign => return Ok(not_built(evidence, BuildFault::ForeignFile)),
            Ok(object) => object,
            Err(why) => return Ok(not_built(evidence, why)),
        };
        evidence.warnings = warnings;
        let (step, _, player) = self.link(&self.play, &object, keeper)?;
        evidence.linking = Some(step);
        let player = match player {
            Ok(player) => player,
            Err(why) => return Ok(not_built(evidence, why)),
        };
        match self.link(&self.driver, &object, keeper)? {
            (_, _, Ok(driver)) => {
                Ok(Build { evidence, programs: Some(Programs { player, driver }) })
            }
            (step, _, Err(why)) => {
                evidence.linking = Some(step);
                Ok(not_built(evidence, why))
            }
        }
    }

    /// Builds only the driver of a submission, for valgrind; or says why there is none.
    pub fn build_driver(
        &self,
        source: &[u8],
        keeper: &mut Keeper,
    ) -> Result<Result<Vec<u8>, BuildFault>, Failure> {
        let (_, read, made) = self.compile(SOURCE, source, &[], keeper)?;
        match made {
            _ if !self.foreign(&read).is_empty() => Ok(Err(BuildFault::ForeignFile)),
            Ok(object) => Ok(self.link(&self.driver, &object, keeper)?.2),
            Err(why) => Ok(Err(why)),
        }
    }

    fn compile(
        &self,
        name: &str,
        source: &[u8],
        more_flags: &[&str],
        keeper: &mut Keeper,
    ) -> ToolResult {
        let mut files = vec![(HEADER, &self.header[..]), (name, source)];
        files.extend(self.read_header.iter().map(|it| (READ_HEADER, &it[..])));
        self.compiler.compile(&files, name, OBJECT, more_flags, keeper)
    }

    fn foreign(&self, read: &[String]) -> Vec<String> {
        let mut foreign: Vec<String> = Vec::new();
        for file in read.iter().filter(|it| !self.allowed.contains(*it)) {
            let file = one_line(file, 200);
            if foreign.len() < MAX_FOREIGN && !foreign.contains(&file) {
                foreign.push(file);
            }
        }
        foreign
    }

    fn link(&self, ours: &[u8], object: &[u8], keeper: &mut Keeper) -> ToolResult {
        // Ours first: what a program does before everything else is done in this order.
        let objects = [("ours.o", ours), (OBJECT, object)];
        self.compiler.link(&objects, keeper)
    }
}

fn not_built(mut evidence: Evidence, why: BuildFault) -> Build {
    evidence.outcome = Outcome::NotBuilt(why);
    Build { evidence, programs: None }
}
