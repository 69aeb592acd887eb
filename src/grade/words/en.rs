//! English.

use super::{BuildOutput, InTwo, Statement};
use crate::build::why::{BuildFault, Outcome};
use crate::contest::CloseCall;
use crate::kit::COMPAT;
use crate::marks::points_text;
use crate::run::task::Task;
use crate::shape::Shape;
use crate::source::{Directive, MAX_BYTES, Remarkable, Unusable};
use crate::submissions::contents::{Contents, Names, WhyLeftOut};

pub(super) fn table(text: &InTwo) -> &'static str {
    text.english
}

pub(super) fn statement(statement: &Statement) -> String {
    use self::statement as say;
    match statement {
        Statement::Same(text) => text.clone(),
        Statement::Caused { what, cause } => format!("{}: {cause}", say(what)),
        Statement::Contents(found) => contents(found),
        Statement::Unusable(why) => unusable(why),
        Statement::Build(build) => outcome(build).into(),
        Statement::ForValgrind { flags, fault } => {
            format!("built for valgrind, with {flags}: {}", build_fault(fault))
        }
        Statement::NotCompiled => "it was not compiled".into(),
        Statement::NoLegalMove { what, .. } => {
            format!("it made no legal move in its first match: {what}")
        }
        Statement::Skipped(task) => format!("left out: --skip {}", task.name()),
        Statement::NotAmongOnly => "left out: --only names others".into(),
        Statement::NotPlayed => "it was not played".into(),
        Statement::NotInTournament => {
            "it did not play in the tournament; run without --only".into()
        }
        Statement::TournamentNotAmongOnly => "the tournament is played without --only".into(),
        Statement::NoPlayer => "nobody can play".into(),
        Statement::OnePlayer => "only one submission can play".into(),
        Statement::NotCompiledForWarnings => "it was not compiled for warnings".into(),
        Statement::NoCheckThatCounts => "no check that counts was run".into(),
        Statement::NoReferenceMatch => "no match against a reference player was played".into(),
        Statement::NoMatch => "no match was played".into(),
        Statement::NotContained => {
            "submissions cannot be contained on this machine; `verify doctor` says why".into()
        }
        Statement::NoCompiler => {
            "submissions cannot be built, checked or played: g++ is missing; on Debian: apt-get install g++".into()
        }
        Statement::CompilerFails { program, why } => format!(
            "submissions cannot be built: {program} cannot be run: {why}; on Debian: apt-get install g++"
        ),
        Statement::KitNotBuilt { name, fault, diagnostics } => format!(
            "{name} of the kit cannot be built: {}; check the flags and limits:\n{diagnostics}",
            build_fault(fault)
        ),
        Statement::NoValgrind => {
            "valgrind is not installed, so memory cannot be checked; on Debian: apt-get install valgrind".into()
        }
        Statement::ValgrindFails { ending, words } => {
            format!("valgrind does not work here: it ended with {ending:?}: {words}")
        }
        Statement::NoPlaceToStart { error, .. } => error.clone(),
        Statement::NothingStarts { folder, why } => format!(
            "{folder}: no program can be started from there: {why}; set TMPDIR to a folder that every user can enter and that is not mounted noexec"
        ),
        Statement::FirstMatchesFail { error } => format!("the first matches: {error}"),
        Statement::StrengthFails { number, why } => {
            format!("{number} against the reference players: {}", say(why))
        }
        Statement::TournamentFails(why) => {
            format!("the tournament of the class: {}", say(why))
        }
        Statement::Unreadable(path) => {
            format!("{path} cannot be read; make it readable and run again")
        }
        Statement::Unwritable(path) => format!(
            "{path} cannot be written; make room, or make it writable, and run again"
        ),
        Statement::NoFolderOfSubmissions(path) => format!(
            "{path} cannot be read as a folder of submissions, one entry for each student, nor as Moodle's zip of them"
        ),
        Statement::NoZipOfSubmissions { path, why } => {
            format!("{path} cannot be read as a zip of submissions: {}", contents(why))
        }
        Statement::NoSubmission { folder, entries } => format!(
            "{folder}: no submission found (entries: {entries}); a submission is a folder or a zip file named by a student number"
        ),
        Statement::OnlyUnknown { number } => {
            format!("--only {number}: there is no submission with this number")
        }
        Statement::OneWithinOther { out, submissions } => format!(
            "{out} and {submissions}: one contains the other; choose an --out folder outside the submissions"
        ),
        Statement::NotOfARun(out) => {
            format!("{out}: it is not empty, and not from a marking run; name a new folder")
        }
        Statement::InUse(out) => format!(
            "{out}: another marking run is writing into this folder; wait for its end"
        ),
        Statement::NoWorksheet { path, why } => format!(
            "{path} cannot be filled in as a grading worksheet of Moodle: {why}"
        ),
        Statement::OtherWeights { path } => {
            format!("{path} is unchanged: these marks use other weights")
        }
        Statement::StaysInPlace { number, folder } => format!(
            "{number} no longer has a submission; its page was removed, but {folder} stays, because it holds other files"
        ),
        Statement::UnknownNumber { number } => format!(
            "the weights file names {number}, but there is no submission with this number"
        ),
        Statement::UndecidedGrades { file, numbers } => format!(
            "{file}: these grades are unchanged, for you to decide: {numbers}"
        ),
        Statement::WithoutRow { file, numbers } => {
            format!("{file}: these submissions have no row in it: {numbers}")
        }
        Statement::Stopped => {
            "stopped; the results so far are kept, and the same command continues".into()
        }
        Statement::Submissions => "submissions".into(),
        Statement::Building => "built".into(),
        Statement::Doing(doing) => task(doing).into(),
        Statement::Step { number, step } => format!("{number} {}", say(step)),
        Statement::Done { number } => format!("{number} done"),
        Statement::FirstMatches => "first matches, which do not count".into(),
        Statement::Played => "played".into(),
        Statement::Leader(name) => format!("ahead: {name}"),
        Statement::Compat => format!(
            "built with {COMPAT}: the header says `using namespace std;`; code that does not compile with it is built without it"
        ),
        Statement::Tournament(shape) => tournament(shape),
        Statement::Crowd { count, share, named, more } => {
            let more = match more {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            format!(
                "likeness: {count} submissions are mostly code that more than {share} of the class has, which is ignored; check whether the course gave it out: {named}{more}"
            )
        }
        Statement::CloseBonus(CloseCall { above, below, sure }) => format!(
            "the bonus: {} with {} points has it, {} with {} has not; that the first is the stronger one is {sure} % sure",
            above.0,
            points_text(above.1 as f64 / 100.0),
            below.0,
            points_text(below.1 as f64 / 100.0)
        ),
        Statement::HandedInNothing { count: 1, names } => format!("1 handed in nothing: {names}"),
        Statement::HandedInNothing { count, names } => {
            format!("{count} handed in nothing: {names}")
        }
        Statement::OpenBonus { equals, room, names } => format!(
            "the bonus: {equals} are equal, and there is room for {room}: {names}; nobody of them has it until you decide (`[[decisions]]` in grade.toml), or --bonus-games N plays N more matches of each pair of them"
        ),
    }
}

pub(super) fn names(Names { first, more }: &Names) -> String {
    let names = first.join(", ");
    match (&first[..], more) {
        ([], _) => "nothing".into(),
        (_, 0) => names,
        (_, more) => format!("{names} and {more} more"),
    }
}

pub(super) fn contents(contents: &Contents) -> String {
    match contents {
        Contents::Player { path, bytes, .. } => format!("{path}, {bytes} bytes"),
        Contents::Missing { others } => {
            format!("there is no player.cpp; there is {}", names(others))
        }
        Contents::TooMany { paths } => {
            format!("there is more than one player.cpp: {}", names(paths))
        }
        Contents::TooDeep { path } => {
            format!("player.cpp is too deep, at {path}: it belongs at the top, or in one folder")
        }
        Contents::NotPlain { path } => format!("{path} is not a regular file"),
        Contents::PathTrick { path } => format!("{path} leads out of the zip"),
        Contents::TooLarge { path, most } => {
            format!("{path} is larger than {most} bytes, the most that is read")
        }
        Contents::TooManyFiles { most } => format!("there are more than {most} files"),
        Contents::Encrypted { path } => format!("{path} needs a password"),
        Contents::DamagedZip { why } => format!("the zip cannot be read: {why}"),
        Contents::SameNumber => "there is more than one entry with this number".into(),
    }
}

pub(super) fn left_out(why: &WhyLeftOut) -> &'static str {
    match why {
        WhyLeftOut::NoNumber => {
            "its name is not a student number: letters, digits, - and _, at most 64"
        }
        WhyLeftOut::NeitherFolderNorZip => "it is neither a folder nor a .zip",
    }
}

pub(super) fn unusable(why: &Unusable) -> String {
    match why {
        Unusable::TooLarge { bytes } => {
            format!("the file has {bytes} bytes; at most {MAX_BYTES} are read")
        }
    }
}

pub(super) fn directive(what: &Directive) -> &'static str {
    match what {
        Directive::Include => "include",
        Directive::Pragma => "pragma",
        Directive::LineMarker => "line marker",
    }
}

pub(super) fn remarkable(what: &Remarkable) -> &'static str {
    match what {
        Remarkable::Assembler => "assembler",
        Remarkable::OwnMain => "a main of its own",
        Remarkable::RunsByItself => "runs before or after main",
        Remarkable::GlobalObject => "an object outside every function",
    }
}

pub(super) fn build_fault(fault: &BuildFault) -> &'static str {
    match fault {
        BuildFault::CompileError => "it does not compile",
        BuildFault::ForeignFile => {
            "a hidden include makes the compiler read a file other than player.hpp"
        }
        BuildFault::Undefined => "it compiles, but something it must define is missing",
        BuildFault::OwnMain => "it defines main, which player.cpp must not do",
        BuildFault::LinkError => "it compiles, but does not link",
        BuildFault::OutOfTime => "building it takes too long",
        BuildFault::OutOfMemory => "building it takes too much memory",
        BuildFault::TooLarge => "the built program is too large",
        BuildFault::CompilerBroke => "the compiler crashed on it",
    }
}

pub(super) fn outcome(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Built => "it compiles",
        Outcome::NotBuilt(fault) => build_fault(fault),
    }
}

pub(super) const fn build_output(output: &BuildOutput) -> &'static str {
    match output {
        BuildOutput::Compiling => "compiling",
        BuildOutput::Strict => "with -Wall -Wextra",
        BuildOutput::Linking => "linking",
        BuildOutput::Nothing => "no output\n",
        BuildOutput::More => "\n... and more\n",
    }
}

pub(super) fn tournament(shape: &Shape) -> String {
    let Shape { players, of_round_robin, .. } = shape;
    let matches = shape.matches.unwrap_or(*of_round_robin);
    match shape.is_swiss {
        false => {
            format!("the tournament: {players} submissions, round robin, {matches} matches")
        }
        true => format!(
            "the tournament: {players} submissions, Swiss, {matches} matches; a round robin would have {of_round_robin}"
        ),
    }
}

pub(super) fn task(task: &Task) -> &'static str {
    match task {
        Task::Conformance => "checked",
        Task::Memory => "under valgrind",
        Task::Likeness => "likeness",
        Task::Strength => "matches against the reference players",
        Task::Contest => "matches of the tournament",
    }
}
