//! Finds the compiler, asks its version, and runs it in the sandbox, also as the linker.

use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::why::{BuildFault, Tool, warnings, why};
use super::{Settings, ToolStep};
use crate::failure::Failure;
use crate::tool_run::bare_tool_run;
use crate::words::Statement;
use arbitro_rules::plain_text::{lines, one_line};
use arbitro_sandbox::{Keeper, Limits, ToolEnd, ToolRun};

/// A step's report, the files it read, and the file it made or the failure.
pub(super) type ToolResult = Result<(ToolStep, Vec<String>, Result<Vec<u8>, BuildFault>), Failure>;

const READ: &str = "player.d";

/// Size limit of a step's output; no honest player comes near it.
const MAX_FILE_BYTES: u64 = 64 << 20;
const MAX_FOLDER_BYTES: u64 = 256 << 20;

/// Bytes of diagnostics that are read, and that are kept.
const READ_DIAGNOSTICS: usize = 1 << 20;
const KEPT_DIAGNOSTICS: usize = 16 << 10;

const MAX_ERRORS: &str = "-fmax-errors=100";

#[derive(Debug)]
pub(super) struct Compiler {
    program: PathBuf,
    pub(super) version: String,
    pub(super) settings: Settings,
}

impl Compiler {
    pub(super) fn find(mut settings: Settings, keeper: &mut Keeper) -> Result<Compiler, Failure> {
        let named = settings.compiler.as_deref().unwrap_or(Path::new("g++"));
        let is_name = named.components().count() == 1;
        let found = if is_name { in_path(named) } else { std::path::absolute(named).ok() };
        let program = found.ok_or_else(|| match &settings.compiler {
            None => Failure::Host(Statement::NoCompiler),
            Some(program) => cannot_run(program, "it is not on the PATH"),
        })?;
        // One of its own, in a home for instance, has what it needs around it.
        let around = match program.parent() {
            Some(it) if it.ends_with("bin") => it.parent(),
            it => it,
        };
        let around = around.filter(|around| !is_name && around.components().count() > 1);
        settings.readable.extend(around.map(Path::to_owned));
        let mut compiler = Compiler { version: String::new(), settings, program };
        let mut tool_run = compiler.tool_run(vec!["--version".into()]);
        tool_run.output_bytes = 4096;
        let returned = tool_run.run(keeper)?;
        let output = String::from_utf8_lossy(&returned.output);
        let first = output.lines().next().unwrap_or_default();
        compiler.version = one_line(first, 120);
        let why = match returned.ending {
            ToolEnd::Exited(0) => return Ok(compiler),
            ToolEnd::NeverBegan(why) => why,
            other => format!("with --version it ends {other:?}"),
        };
        Err(cannot_run(&compiler.program, &why))
    }

    pub(super) fn compile(
        &self,
        files: &[(&str, &[u8])],
        source: &str,
        object: &str,
        more_flags: &[&str],
        keeper: &mut Keeper,
    ) -> ToolResult {
        // The assembler is fed through a pipe: else its complaints would name a file by chance.
        let usual = [MAX_ERRORS, "-pipe", "-MD", "-MF", READ, "-c", source, "-o", object];
        let more = [more_flags, &usual].concat();
        self.make(Tool::Compiler, files, &more, object, keeper)
    }

    pub(super) fn link(&self, objects: &[(&str, &[u8])], keeper: &mut Keeper) -> ToolResult {
        let names: Vec<&str> = objects.iter().map(|(name, _)| *name).collect();
        let more = [&names[..], &["-o", "program"]].concat();
        self.make(Tool::Linker, objects, &more, "program", keeper)
    }

    fn make(
        &self,
        tool: Tool,
        files: &[(&str, &[u8])],
        more: &[&str],
        result: &str,
        keeper: &mut Keeper,
    ) -> ToolResult {
        let flags = self.settings.flags.iter().map(OsString::from);
        let mut tool_run = self.tool_run(flags.chain(more.iter().map(OsString::from)).collect());
        tool_run.files = files.iter().map(|(name, it)| ((*name).to_owned(), it.to_vec())).collect();
        tool_run.wanted = vec![result.to_owned(), READ.to_owned()];
        let mut returned = tool_run.run(keeper)?;
        let read = returned.files.remove(READ).unwrap_or_default();
        let (diagnostics, is_cut) = lines(&returned.complaints, KEPT_DIAGNOSTICS);
        let step = ToolStep {
            diagnostics,
            is_cut: is_cut || returned.output_cut,
            warnings: warnings(&returned.complaints),
            millis: u64::try_from(returned.wall.as_millis()).unwrap_or(u64::MAX),
        };
        let made = match (&returned.ending, returned.files.remove(result)) {
            (ToolEnd::Exited(0), Some(made)) => Ok(made),
            (ToolEnd::NeverBegan(why), _) => return Err(cannot_run(&self.program, why)),
            _ => Err(why(tool, &returned)),
        };
        Ok((step, read_files(&read), made))
    }

    fn tool_run(&self, args: Vec<OsString>) -> ToolRun {
        let own = self.program.parent().unwrap_or(Path::new("/usr/bin"));
        let path = format!("{}:/usr/bin:/bin", own.display());
        let variables = [
            ("PATH", path.as_str()),
            // Messages in the words that are looked for, and in ASCII.
            ("LC_ALL", "C"),
            // The folder it begins in, and the only one it can write in.
            ("TMPDIR", "."),
            // The same source gives the same program on any day.
            ("SOURCE_DATE_EPOCH", "0"),
        ];
        let limits = Limits {
            memory_bytes: self.settings.memory_bytes,
            file_bytes: MAX_FILE_BYTES,
            folder_bytes: MAX_FOLDER_BYTES,
            ..Limits::default()
        };
        ToolRun {
            args,
            readable: self.settings.readable.clone(),
            variables: variables.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
            rest: self.settings.rest,
            cpu: self.settings.cpu,
            wanted_bytes: MAX_FILE_BYTES,
            output_bytes: READ_DIAGNOSTICS,
            ..bare_tool_run(&self.program, limits)
        }
    }
}

fn cannot_run(program: &Path, why: &str) -> Failure {
    let (program, why) = (format!("{program:?}"), why.to_owned());
    Failure::Host(Statement::CompilerFails { program, why })
}

/// Parses a dependency file as `make` does: after the colon, separated by spaces that no backslash escapes.
fn read_files(list: &[u8]) -> Vec<String> {
    let list = String::from_utf8_lossy(list);
    let (_, list) = list.split_once(':').unwrap_or_default();
    let mut files = vec![String::new()];
    let mut letters = list.chars();
    while let Some(letter) = letters.next() {
        let (letter, is_end) = match letter {
            '\\' => match letters.next() {
                Some('\n') | None => (' ', true),
                Some(escaped) => (escaped, false),
            },
            it => (it, it.is_whitespace()),
        };
        match files.last_mut() {
            Some(file) if !is_end => file.push(letter),
            _ => files.push(String::new()),
        }
    }
    files.retain(|file| !file.is_empty());
    files
}

/// Finds a program in the PATH; skips links to a compiler cache, which writes into the user's home.
pub(crate) fn in_path(name: &Path) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let is_program = |path: &PathBuf| {
        path.metadata().is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 != 0)
    };
    let is_cache = |path: &PathBuf| {
        let itself = path.canonicalize().unwrap_or_default();
        itself.file_name().is_some_and(|name| name == "ccache" || name == "distcc")
    };
    std::env::split_paths(&path)
        .map(|folder| folder.join(name))
        .filter(|path| path.is_absolute())
        .find(|path| is_program(path) && !is_cache(path))
}
