//! Requirements of tests on the place where they run. A test that lacks one says so and is counted; the
//! sum is printed at the end of `cargo test`. On a full machine in CI nothing may be lacking.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use arbitro_sandbox::Guarantees;
use landlock::{ABI, Access, AccessFs, CompatLevel, Compatible, Ruleset, RulesetAttr};

use crate::programs::{is_built, kept_folder, program};

/// The file that `tests/untested.rs` reads.
pub fn skipped_file() -> PathBuf {
    kept_folder().join("skipped")
}

/// Leaves a test that cannot be run here, and counts it.
#[macro_export]
macro_rules! needs {
    ($what:ident) => {
        if !$crate::needs::$what() {
            return;
        }
    };
}
pub use crate::needs;

/// Counts the calling test as skipped.
pub fn skip(reason: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or_default();
    println!("skipped: {reason}");
    let run = std::os::unix::process::parent_id();
    let mut file = OpenOptions::new().create(true).append(true).open(skipped_file()).unwrap();
    // In one piece: tests of other threads write there too.
    let line = format!("{run}\t{test}\t{reason}\n");
    file.write_all(line.as_bytes()).unwrap();
}

/// The file of a tool, if it is installed.
pub fn on_path(tool: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|path| path.join(tool)).find(|it| it.is_file())
}

/// Returns true if the programs are built, as they are before `cargo test` runs any test. With `-p` they may
/// not be.
pub fn programs() -> bool {
    let are_built = is_built("verify") && is_built("play");
    assert!(are_built || std::env::var_os("CI").is_none(), "cargo build --bins");
    if !are_built {
        skip("the programs are not built");
    }
    are_built
}

/// Returns true if untrusted programs are contained here.
pub fn containment() -> bool {
    let missing = lacks_for_containment();
    if let Some(reason) = missing {
        skip(reason);
    }
    missing.is_none()
}

/// Returns true if untrusted programs may start others here: control groups bound them.
pub fn groups() -> bool {
    let has_groups = found().has_groups();
    if !has_groups {
        skip("no control groups");
    }
    has_groups
}

fn found() -> Guarantees {
    static FOUND: OnceLock<Guarantees> = OnceLock::new();
    *FOUND.get_or_init(|| Guarantees::probe(Some(program("verify"))).unwrap())
}

/// The layer that is missing, if one is.
pub fn lacks_for_containment() -> Option<&'static str> {
    static MISSING: OnceLock<Option<&str>> = OnceLock::new();
    *MISSING.get_or_init(|| {
        let found = found();
        let missing = match found {
            // The tests' programs see each other elsewhere.
            _ if found.suffice() && found.namespaces => return None,
            Guarantees { supervisor: false, .. } => "no sandbox at all",
            Guarantees { namespaces: false, .. } => "no namespaces",
            Guarantees { landlock: 0, .. } => "no Landlock",
            Guarantees { seccomp: false, .. } => "no seccomp",
            _ => "no limit on processes",
        };
        // A sandbox that fails to find what is there must not silence its own tests.
        assert!(
            std::env::var_os("CI").is_none() || !(has_namespaces() && has_landlock()),
            "in CI all of the sandbox must be there: {found:?}"
        );
        Some(missing)
    })
}

/// Returns true if another program can make the namespaces that the sandbox takes.
fn has_namespaces() -> bool {
    let user: &[&str] = if is_root() { &[] } else { &["--user", "--map-current-user"] };
    Command::new("unshare")
        .args(user)
        .args(["--mount", "--net", "--ipc", "--pid", "--fork"])
        .args(["--mount-proc", "true"])
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

fn has_landlock() -> bool {
    Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(ABI::V1))
        .is_ok_and(|rules| rules.create().is_ok())
}

/// Returns true if this process is root's, and may give programs other user ids.
pub fn is_root() -> bool {
    rustix::process::getuid().is_root()
}

/// Returns true if the test is run by root.
pub fn root() -> bool {
    if !is_root() {
        skip("not root");
    }
    is_root()
}
