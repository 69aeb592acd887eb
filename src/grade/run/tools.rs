//! Tools of a marking run: the kit's sources, compilers opened when they are
//! first wanted, valgrind.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::evidence_cache::Key;
use super::settings::RunSettings;
use crate::build::{Sources, Workshop, compiler_of};
use crate::conformance::{self, Check, DRIVER, Patience};
use crate::kit::{COMPAT, HEADER, PLAY, SAMPLE};
use crate::memory::{self, Exercise, FLAGS};
use crate::words::Statement;
use arbitro_sandbox::Keeper;

/// Code of the kit, which the comparison ignores.
pub(super) const COMMON: [&[u8]; 2] = [SAMPLE.as_bytes(), PLAY.as_bytes()];

const SOURCES: Sources<'_> =
    Sources { header: HEADER.as_bytes(), play: PLAY.as_bytes(), driver: DRIVER.as_bytes() };

pub(super) const PATIENCE: Patience = Patience::DEFAULT;
pub(super) const MEMORY_CPU: Duration = Duration::from_secs(60);

/// The revision of each step: raised by hand with every change of what the step finds or how it stores
/// that, so that findings of another revision are made anew. A hash of our sources would throw a
/// class's evidence away with every comment that is touched.
const BUILD_REVISION: &str = "revision 2";
const CHECKS_REVISION: &str = "revision 8";
const MEMORY_REVISION: &str = "revision 5";
const SIMILARITY_REVISION: &str = "revision 3";
pub(super) const FIRST_MATCH_REVISION: &str = "revision 3";

pub(super) const SIMILARITY_SOURCES: [&str; 3] = [SAMPLE, PLAY, SIMILARITY_REVISION];

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Purpose {
    Playing,
    Memory,
}

/// Workshops by what they are for and whether the header says `using namespace std;`; or why there is none.
type Workshops = BTreeMap<(Purpose, bool), Result<Arc<Workshop>, Statement>>;

/// Everything that is ours and of this machine.
#[derive(Debug)]
pub(super) struct Tools<'a> {
    pub(super) settings: &'a RunSettings,
    pub(super) stop: &'a AtomicBool,
    /// The folder of running programs, which every user can reach.
    pub(super) workdir: &'a Path,
    pub(super) checks: Vec<Check>,
    pub(super) exercises: Vec<Exercise>,
    workshops: Mutex<Workshops>,
    /// The compiler's version line, or the reason that it is missing.
    pub(super) compiler: Result<String, Statement>,
    /// Path and version of valgrind, or the reason that it is not used.
    pub(super) valgrind: Result<(PathBuf, String), Statement>,
    pub(super) build_key: Key,
    pub(super) checks_key: Key,
    pub(super) memory_key: Key,
}

impl<'a> Tools<'a> {
    pub(super) fn find(
        settings: &'a RunSettings,
        stop: &'a AtomicBool,
        workdir: &'a Path,
        keeper: &mut Keeper,
    ) -> Tools<'a> {
        let (checks, exercises) = (conformance::all(), memory::exercises());
        let compiler =
            compiler_of(settings.build.clone(), keeper).map_err(|error| error.statement());
        let valgrind = memory::find_valgrind().and_then(|place| {
            let version = memory::version_of(&place, keeper)?;
            Ok((place, version))
        });
        let valgrind = valgrind.map_err(|error| error.statement());
        let all_settings = format!("{:?}", settings.build);
        let named = compiler.as_ref().map_or("", String::as_str);
        let of_valgrind = valgrind.as_ref().map_or("", |(_, version)| version);
        Tools {
            build_key: Key::for_step("build", &[HEADER, PLAY, DRIVER, BUILD_REVISION])
                .and(&all_settings)
                .and(named),
            checks_key: Key::for_step("conformance", &[CHECKS_REVISION])
                .and(format!("{checks:?}"))
                .and(format!("{PATIENCE:?}")),
            memory_key: Key::for_step("memory", &[HEADER, DRIVER, MEMORY_REVISION])
                .and(format!("{exercises:?}"))
                .and(&all_settings)
                .and(named)
                .and(of_valgrind),
            settings,
            stop,
            workdir,
            checks,
            exercises,
            workshops: Mutex::default(),
            compiler,
            valgrind,
        }
    }

    /// A workshop, opened when it is wanted for the first time.
    pub(super) fn workshop(
        &self,
        purpose: Purpose,
        is_compat: bool,
        keeper: &mut Keeper,
    ) -> Result<Arc<Workshop>, Statement> {
        let mut workshops = locked(&self.workshops);
        let open = || {
            let mut settings = self.settings.build.clone();
            let mut sources = SOURCES;
            if purpose == Purpose::Memory {
                settings.flags = FLAGS.map(str::to_owned).to_vec();
                // No match is played under valgrind.
                sources.play = b"";
            }
            if is_compat {
                settings.flags.push(COMPAT.to_owned());
            }
            let workshop = Workshop::open(settings, &sources, keeper);
            workshop.map(Arc::new).map_err(|error| error.statement())
        };
        let opened = workshops.entry((purpose, is_compat));
        opened.or_insert_with(open).clone()
    }
}

pub(super) fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
