//! The caller's side: starting a program, waiting for it, ending it.

use std::io::{self, BufRead, BufReader, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};
use thiserror::Error;

use super::guarantees::Guarantees;
use super::keeper::{KEEPER, this_executable};
use super::plan::{Limits, Order, Plan};

/// Why a program is not running: the host's trouble, never the program's.
#[derive(Debug, Error)]
pub enum SandboxError {
    /// A layer is missing without which nothing is contained.
    #[error("this machine cannot contain a hostile program: {missing}")]
    TooWeak {
        /// What is missing.
        missing: String,
    },
    /// Setting a layer up failed.
    #[error("the sandbox cannot be set up: {what}")]
    Setup {
        /// What failed.
        what: String,
    },
    /// The system said no.
    #[error("the sandbox cannot be set up")]
    Io(#[from] io::Error),
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// By itself, with this code.
    Exited(i32),
    /// By a signal, its own or another's.
    Killed(i32),
    /// It never began: it is no program that can be run.
    NeverBegan(String),
    /// By us, with everything it had started.
    Ended,
}

/// A program in its sandbox. Dropping it ends it, and waits until nothing of it is left.
#[derive(Debug)]
pub struct Contained {
    keeper: Child,
    /// Readable when the whole namespace is gone.
    warden: OwnedFd,
    control: BufReader<ChildStdout>,
    ended: Option<Ended>,
}

impl Contained {
    /// Starts a program with every layer that the machine gives.
    ///
    /// `keeper` is an executable whose `main` begins with [`serve_if_called`](super::serve_if_called);
    /// without one, this process's own.
    ///
    /// # Errors
    ///
    /// When the machine's layers do not suffice, unless `even_if_unsafe`, and when one cannot be set
    /// up. A program that cannot be run is not an error: it ends at once.
    pub fn start(
        plan: &Plan,
        keeper: Option<&Path>,
        guarantees: &Guarantees,
        even_if_unsafe: bool,
    ) -> Result<Contained, SandboxError> {
        if !guarantees.suffice() && !even_if_unsafe {
            let weak = guarantees
                .list()
                .into_iter()
                .filter(|it| it.mechanism.starts_with("needs"));
            let missing = weak
                .map(|it| format!("{}: {}", it.name, it.mechanism))
                .collect::<Vec<_>>()
                .join("; ");
            return Err(SandboxError::TooWeak { missing });
        }
        let order = Order {
            program: plan.program.as_path().into(),
            args: plan.args.iter().map(Into::into).collect(),
            folder: plan.folder.as_path().into(),
            readable: plan
                .readable
                .iter()
                .map(|path| path.as_path().into())
                .collect(),
            variables: plan.variables.clone(),
            limits: plan.limits,
            user: plan.user,
            caller: std::process::id(),
            with_namespaces: guarantees.namespaces,
            with_landlock: guarantees.landlock > 0,
            with_seccomp: guarantees.seccomp,
        };
        Contained::from_order(&order, keeper)
    }

    fn from_order(order: &Order, keeper: Option<&Path>) -> Result<Contained, SandboxError> {
        let mut keeper = Command::new(keeper.unwrap_or(this_executable()))
            .arg0(KEEPER)
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let setup = |what: &str| SandboxError::Setup {
            what: what.to_owned(),
        };
        let mut line = serde_json::to_vec(order).map_err(io::Error::from)?;
        line.push(b'\n');
        let mut stdin = keeper
            .stdin
            .take()
            .ok_or_else(|| setup("no pipe to the keeper"))?;
        stdin.write_all(&line)?;
        let stdout = keeper
            .stdout
            .take()
            .ok_or_else(|| setup("no pipe from the keeper"))?;
        let mut control = BufReader::new(stdout);
        let first = said(&mut control)?;
        let warden = first
            .strip_prefix("warden ")
            .and_then(|number| number.parse().ok())
            .and_then(Pid::from_raw)
            .and_then(|pid| pidfd_open(pid, PidfdFlags::empty()).ok());
        let Some(warden) = warden else {
            drop(stdin);
            let _ = keeper.wait();
            return Err(setup(first.strip_prefix("error ").unwrap_or(&first)));
        };
        let mut contained = Contained {
            keeper,
            warden,
            control,
            ended: None,
        };
        // Held fast, it may begin.
        stdin.write_all(b"\n")?;
        drop(stdin);
        let second = said(&mut contained.control)?;
        match second.split_once(' ') {
            None if second == "started" => {}
            Some(("cannot", why)) => contained.ended = Some(Ended::NeverBegan(why.to_owned())),
            Some(("error", what)) => return Err(setup(what)),
            _ => return Err(setup("the warden died")),
        }
        Ok(contained)
    }

    /// Something that is readable when nothing of the program is left.
    pub fn pidfd(&self) -> impl AsFd + '_ {
        self.warden.as_fd()
    }

    /// Waits until the program has ended by itself, and everything it had started with it.
    ///
    /// # Errors
    ///
    /// When the system fails.
    pub fn wait(mut self) -> io::Result<Ended> {
        self.bury()
    }

    /// Ends the program and everything it had started.
    ///
    /// # Errors
    ///
    /// When the system fails.
    pub fn end(mut self) -> io::Result<Ended> {
        self.kill()?;
        self.bury()
    }

    fn kill(&self) -> io::Result<()> {
        match pidfd_send_signal(&self.warden, Signal::KILL) {
            Ok(()) | Err(rustix::io::Errno::SRCH) => Ok(()),
            Err(errno) => Err(errno.into()),
        }
    }

    /// Waits for the keeper, which waits for the warden, which ends last of its namespace.
    fn bury(&mut self) -> io::Result<Ended> {
        if let Some(ended) = &self.ended {
            let ended = ended.clone();
            self.keeper.wait()?;
            return Ok(ended);
        }
        let line = said(&mut self.control)?;
        self.keeper.wait()?;
        let number = |text: &str| text.parse().unwrap_or(0);
        let ended = match line.split_once(' ') {
            Some(("exited", code)) => Ended::Exited(number(code)),
            Some(("killed", signal)) => Ended::Killed(number(signal)),
            _ => Ended::Ended,
        };
        self.ended = Some(ended.clone());
        Ok(ended)
    }
}

impl Drop for Contained {
    fn drop(&mut self) {
        // After `wait` or `end` both find nothing left to do.
        let _ = self.kill();
        let _ = self.keeper.wait();
    }
}

/// The next line from keeper or warden; empty when both are gone.
fn said(control: &mut BufReader<ChildStdout>) -> io::Result<String> {
    let mut line = String::new();
    control.read_line(&mut line)?;
    Ok(line.trim_end().to_owned())
}

impl Guarantees {
    /// Finds out what this machine gives, by trying: each layer is put on a program that does
    /// nothing.
    ///
    /// # Errors
    ///
    /// When not even a program without any layer can be started.
    pub fn probe(keeper: Option<&Path>) -> Result<Guarantees, SandboxError> {
        let folder = tempfile::tempdir()?;
        let attempt = |namespaces, landlock, seccomp| {
            let order = Order {
                program: Path::new("/bin/true").into(),
                args: Vec::new(),
                folder: folder.path().into(),
                readable: Vec::new(),
                variables: Vec::new(),
                limits: Limits::default(),
                user: probe_user(),
                caller: std::process::id(),
                with_namespaces: namespaces,
                with_landlock: landlock,
                with_seccomp: seccomp,
            };
            Contained::from_order(&order, keeper)?
                .wait()
                .map_err(SandboxError::from)
        };
        // Root's program gets another user id, which must be able to come here.
        let open: PathBuf = folder.path().to_owned();
        std::fs::set_permissions(&open, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
        let plain = attempt(false, false, false)?;
        if plain != Ended::Exited(0) {
            return Err(SandboxError::Setup {
                what: format!("/bin/true ended with {plain:?}"),
            });
        }
        let holds = |result: Result<Ended, SandboxError>| matches!(result, Ok(Ended::Exited(0)));
        let has_landlock = holds(attempt(false, true, false));
        Ok(Guarantees {
            namespaces: holds(attempt(true, false, false)),
            landlock: if has_landlock { landlock_version() } else { 0 },
            seccomp: holds(attempt(false, false, true)),
            own_user: rustix::process::getuid().is_root(),
        })
    }
}

/// A user id that nobody has, and no other probe at this moment, since limits on processes count by
/// user id.
fn probe_user() -> u32 {
    1_000_000_000 + std::process::id()
}

fn landlock_version() -> u32 {
    use landlock::{ABI, Access, AccessFs, CompatLevel, Compatible, Ruleset, RulesetAttr};
    let known = [ABI::V1, ABI::V2, ABI::V3, ABI::V4, ABI::V5, ABI::V6];
    let is_there = |abi: ABI| {
        let strict = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
        strict
            .handle_access(AccessFs::from_all(abi))
            .and_then(|rules| rules.create())
            .is_ok()
    };
    known
        .into_iter()
        .zip(1..)
        .filter(|&(abi, _)| is_there(abi))
        .map(|(_, version)| version)
        .max()
        .unwrap_or(1)
}
