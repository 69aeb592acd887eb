//! The caller's side of a keeper: starting it, giving it plans.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::channel;
use super::contained::{Contained, Released, SandboxError};
use super::guarantees::{self, Guarantees, MemoryBy, Require};
use super::keep::{Found, KEEPER, WITH_FILTER};
use super::plan::{Order, Plan};

/// The place where programs are started: a small process that clones itself for each. Dropping it
/// ends whatever still runs and leaves nothing behind.
///
/// It inherits the cores that the calling thread may use, and passes them on. The thread that starts
/// it must outlive it.
#[derive(Debug)]
pub struct Keeper {
    process: Child,
    /// `None` once it was told to go.
    connection: Option<OwnedFd>,
    guarantees: Guarantees,
    started: u32,
    released: Released,
    /// Ended, but perhaps not gone.
    dying: Vec<Contained>,
}

/// Programs that may still be on their way out. The kernel takes its time over some, without
/// computing; nobody has to wait for that.
const MOST_DYING: usize = 8;

/// User ids for programs, when the caller is root: from here on, 64 for every process id.
const FIRST_USER: u32 = 0x6000_0000;

impl Keeper {
    /// Starts a keeper and finds out what this machine gives.
    ///
    /// `executable` is a program whose `main` begins with
    /// [`serve_if_called`](super::serve_if_called); without one, this process's own.
    ///
    /// # Errors
    ///
    /// When it cannot be started, and when the machine gives less than is required.
    pub fn start(executable: Option<&Path>, require: Require) -> Result<Keeper, SandboxError> {
        let (mut keeper, found) = Keeper::launch(executable, true)?;
        keeper.guarantees = guarantees::probe(&mut keeper, &found)?;
        keeper.guarantees.meet(require)?;
        Ok(keeper)
    }

    /// Starts a keeper where it is known already what the machine gives; or is to be made use of.
    ///
    /// # Errors
    ///
    /// When it cannot be started, gives less than was known, or that is less than is required.
    pub fn start_with(
        executable: Option<&Path>,
        guarantees: Guarantees,
        require: Require,
    ) -> Result<Keeper, SandboxError> {
        guarantees.meet(require)?;
        let (mut keeper, found) = Keeper::launch(executable, guarantees.seccomp)?;
        if guarantees.namespaces
            && let Err(why) = found.namespaces
        {
            let what = format!("namespaces: {why}");
            return Err(SandboxError::Setup { what });
        }
        if guarantees.seccomp && !found.seccomp {
            let what = "seccomp is not there".to_owned();
            return Err(SandboxError::Setup { what });
        }
        let limits_memory = guarantees.memory != MemoryBy::Sampling;
        if guarantees.group && !found.group
            || limits_memory && found.memory_group != Some(guarantees.memory)
        {
            let what = "the control groups that were there are not there".to_owned();
            return Err(SandboxError::Setup { what });
        }
        keeper.guarantees = guarantees;
        Ok(keeper)
    }

    fn launch(
        executable: Option<&Path>,
        with_filter: bool,
    ) -> Result<(Keeper, Found), SandboxError> {
        let (ours, theirs) = channel::pair()?;
        // In a process group of its own: what is typed at a terminal is for the caller alone.
        let process = Command::new(executable.unwrap_or(Path::new("/proc/self/exe")))
            .arg0(KEEPER)
            .args(with_filter.then_some(WITH_FILTER))
            .env_clear()
            .stdin(Stdio::from(theirs))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        let keeper = Keeper {
            process,
            connection: Some(ours),
            guarantees: Guarantees::default(),
            started: 0,
            released: Released::default(),
            dying: Vec::new(),
        };
        let first = channel::receive::<Found>(keeper.connection()?)?;
        let Some((found, _)) = first else {
            return Err(SandboxError::Setup {
                what: "the keeper did not begin".to_owned(),
            });
        };
        Ok((keeper, found))
    }

    /// What holds for its programs.
    pub fn guarantees(&self) -> &Guarantees {
        &self.guarantees
    }

    /// Puts up every layer that the machine gives around a program that does not run yet:
    /// [`Contained::begin`] lets it. Until then its folder can be watched, and nothing is missed.
    ///
    /// # Errors
    ///
    /// When a layer cannot be set up.
    pub fn prepare(&mut self, plan: &Plan) -> Result<Contained, SandboxError> {
        let order = self.order(plan);
        self.contain_order(order, &[])
    }

    /// Like [`Keeper::prepare`], for a tool: what it says on its standard output and error goes to
    /// these two descriptors, for the caller to take as it comes, and of `/etc` it sees only what
    /// loading a program takes. Its files and arguments may be a submission's, and who has an account
    /// here is none of their business.
    ///
    /// # Errors
    ///
    /// When a layer cannot be set up.
    pub fn prepare_tool(
        &mut self,
        plan: &Plan,
        output: BorrowedFd<'_>,
        complaints: BorrowedFd<'_>,
    ) -> Result<Contained, SandboxError> {
        let order = Order {
            is_tool: true,
            ..self.order(plan)
        };
        self.contain_order(order, &[output, complaints])
    }

    fn order(&self, plan: &Plan) -> Order {
        Order {
            program: Some(plan.program.as_path().into()),
            args: plan.args.iter().map(Into::into).collect(),
            readable: plan
                .readable
                .iter()
                .map(|path| path.as_path().into())
                .collect(),
            variables: plan.variables.clone(),
            files: plan.files.clone(),
            limits: plan.limits,
            user: 0,
            layers: self.guarantees.layers(),
            number: 0,
            released: Vec::new(),
            touch_bytes: 0,
            is_tool: false,
        }
    }

    /// Like [`Keeper::prepare`], and the program begins at once.
    ///
    /// # Errors
    ///
    /// When a layer cannot be set up. A program that cannot be run is not an error: it ends at once.
    pub fn contain(&mut self, plan: &Plan) -> Result<Contained, SandboxError> {
        let program = self.prepare(plan)?;
        program.begin()?;
        Ok(program)
    }

    /// Like [`Keeper::contain`], for any order; the user id is filled in.
    pub(super) fn contain_order(
        &mut self,
        order: Order,
        said: &[BorrowedFd<'_>],
    ) -> Result<Contained, SandboxError> {
        let user = self.next_user().unwrap_or(0);
        self.started = self.started.wrapping_add(1);
        let released = self.released.lock().map(|mut it| std::mem::take(&mut *it));
        let order = Order {
            user,
            number: u64::from(self.started),
            released: released.unwrap_or_default(),
            ..order
        };
        let (ours, theirs) = channel::pair()?;
        let descriptors: Vec<_> = [theirs.as_fd()].iter().chain(said).copied().collect();
        channel::send(self.connection()?, &order, &descriptors)?;
        drop(descriptors);
        drop(theirs);
        Contained::welcome(ours, &order, &self.released)
    }

    /// Ends a program without waiting until it is gone: that is made sure of later, at the latest
    /// when the keeper is dropped.
    ///
    /// # Errors
    ///
    /// When the system fails.
    pub fn dismiss(&mut self, mut program: Contained) -> io::Result<()> {
        program.kill()?;
        self.dying.push(program);
        self.dying.retain(|program| !program.is_gone());
        while self.dying.len() > MOST_DYING {
            self.dying.remove(0).wait()?;
        }
        Ok(())
    }

    /// The user id that the next program gets; `None` if the caller is not root, and its programs
    /// have its own.
    pub fn next_user(&self) -> Option<u32> {
        let is_root = rustix::process::getuid().is_root();
        is_root.then(|| FIRST_USER + ((self.process.id() << 6) | (self.started & 63)))
    }

    fn connection(&self) -> io::Result<&OwnedFd> {
        self.connection
            .as_ref()
            .ok_or_else(|| io::Error::other("the keeper is gone"))
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.dying.clear();
        // It sees the connection close, ends what is left, and goes.
        self.connection = None;
        let _ = self.process.wait();
    }
}
