//! Programs that many tests need, compiled once: also for tests in other processes and later runs.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::programs::{kept_folder, open_to_all, within_reach};

/// Returns the folder that `build` fills. It is named by the hash of its inputs, filled under another
/// name and renamed when it is complete, so that no process sees half of it.
pub fn built_once(name: &str, inputs: &[&[u8]], build: impl FnOnce(&Path)) -> PathBuf {
    let mut hasher = DefaultHasher::new();
    inputs.hash(&mut hasher);
    let all = kept_folder();
    let folder = all.join(format!("{name}-{:016x}", hasher.finish()));
    if folder.exists() {
        return within_reach(&folder).to_owned();
    }
    let filling = tempfile::tempdir_in(&all).unwrap();
    build(filling.path());
    open_to_all(filling.path());
    if let Err(error) = fs::rename(filling.path(), &folder) {
        assert!(folder.exists(), "{}: {error}", folder.display());
    }
    within_reach(&folder).to_owned()
}

/// Compiles one source file.
pub fn compile(compiler: &str, flags: &[&str], source: &Path, program: &Path) {
    let status = Command::new(compiler)
        .args(flags)
        .arg("-o")
        .args([program, source])
        .status()
        .unwrap_or_else(|error| panic!("{compiler} is needed, see scripts/setup: {error}"));
    assert!(status.success(), "{}", source.display());
    open_to_all(program);
}
