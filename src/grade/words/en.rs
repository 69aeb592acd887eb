//! English.

use std::borrow::Cow;

use super::{InTwo, Statement};
use crate::build::{BuildFault, Outcome};
use crate::contest::Shape;
use crate::run::{COMPAT, Task, WORKSHEET};
use crate::source::{Directive, MAX_BYTES, Remarkable, Unusable};
use crate::submissions::{Contents, Names, WhyLeftOut};

pub(super) fn table(text: &InTwo) -> Cow<'static, str> {
    text.english.into()
}

pub(super) fn statement(statement: &Statement) -> Cow<'static, str> {
    use self::statement as say;
    match statement {
        Statement::Same(text) => text.clone().into(),
        Statement::Caused { what, cause } => format!("{}: {cause}", say(what)).into(),
        Statement::Contents(found) => contents(found),
        Statement::Unusable(why) => unusable(why),
        Statement::Build(build) => outcome(build),
        Statement::ForValgrind { flags, fault } => {
            format!("built for valgrind, with {flags}: {}", build_fault(fault)).into()
        }
        Statement::NotCompiled => "it was not compiled".into(),
        Statement::NoLegalMove { what, .. } => {
            format!("it made no legal move in its first match: {what}").into()
        }
        Statement::Skipped(task) => format!("left out: --skip {}", task.name()).into(),
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
        )
        .into(),
        Statement::KitNotBuilt { name, fault, diagnostics } => format!(
            "{name} of the kit cannot be built: {}; check the flags and limits:\n{diagnostics}",
            build_fault(fault)
        )
        .into(),
        Statement::NoValgrind => {
            "valgrind is not installed, so memory cannot be checked; on Debian: apt-get install valgrind".into()
        }
        Statement::ValgrindFails { ending, words } => {
            format!("valgrind does not work here: it ended with {ending:?}: {words}").into()
        }
        Statement::NoPlaceToStart { error, .. } | Statement::NotCopiedToStart { error, .. } => {
            error.clone().into()
        }
        Statement::NothingStarts { folder, why } => format!(
            "{folder}: no program can be started from there: {why}; set TMPDIR to a folder that every user can enter and that is not mounted noexec"
        )
        .into(),
        Statement::FirstMatchesFail { error } => format!("the first matches: {error}").into(),
        Statement::StrengthFails { number, why } => {
            format!("{number} against the reference players: {}", say(why)).into()
        }
        Statement::TournamentFails(why) => {
            format!("the tournament of the class: {}", say(why)).into()
        }
        Statement::Unreadable(path) => {
            format!("{path} cannot be read; make it readable and run again").into()
        }
        Statement::Unwritable(path) => format!(
            "{path} cannot be written; make room, or make it writable, and run again"
        )
        .into(),
        Statement::NoFolderOfSubmissions(path) => format!(
            "{path} cannot be read as a folder of submissions, one entry for each student, nor as Moodle's zip of them"
        )
        .into(),
        Statement::NoZipOfSubmissions { path, why } => {
            format!("{path} cannot be read as a zip of submissions: {}", contents(why)).into()
        }
        Statement::NoSubmission { folder, entries } => format!(
            "{folder}: no submission found (entries: {entries}); a submission is a folder or a zip file named by a student number"
        )
        .into(),
        Statement::OnlyUnknown { number } => {
            format!("--only {number}: there is no submission with this number").into()
        }
        Statement::OneWithinOther { out, submissions } => format!(
            "{out} and {submissions}: one contains the other; choose an --out folder outside the submissions"
        )
        .into(),
        Statement::NotOfARun(out) => {
            format!("{out}: it is not empty, and not from a marking run; name a new folder").into()
        }
        Statement::InUse(out) => format!(
            "{out}: another marking run is writing into this folder; wait for its end"
        )
        .into(),
        Statement::NoWorksheet { path, why } => format!(
            "{path} cannot be filled in as a grading worksheet of Moodle: {why}"
        )
        .into(),
        Statement::OtherWeights { path } => {
            format!("{path} is unchanged: these marks use other weights").into()
        }
        Statement::StaysInPlace { number, folder } => format!(
            "{number} no longer has a submission; its page was removed, but {folder} stays, because it holds other files"
        )
        .into(),
        Statement::UnknownNumber { number } => format!(
            "the weights file names {number}, but there is no submission with this number"
        )
        .into(),
        Statement::UndecidedGrades { numbers } => format!(
            "{WORKSHEET}: these grades are unchanged, for you to decide: {numbers}"
        )
        .into(),
        Statement::WithoutRow { numbers } => {
            format!("{WORKSHEET}: these submissions have no row in it: {numbers}").into()
        }
        Statement::Stopped => {
            "stopped; the results so far are kept, and the same command continues".into()
        }
        Statement::Submissions => "submissions".into(),
        Statement::Building => "built".into(),
        Statement::Doing(doing) => task(doing),
        Statement::Step { number, step } => format!("{number} {}", say(step)).into(),
        Statement::Done { number } => format!("{number} done").into(),
        Statement::FirstMatches => "first matches, which do not count".into(),
        Statement::Played => "played".into(),
        Statement::Leader(name) => format!("ahead: {name}").into(),
        Statement::Compat => format!(
            "built with {COMPAT}: the header says `using namespace std;`; code that does not compile with it is built without it"
        )
        .into(),
        Statement::Tournament(shape) => tournament(shape),
        Statement::Crowd { count, share, named, more } => {
            let more = match more {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            format!(
                "likeness: {count} submissions are mostly code that more than {share} of the class has, which is ignored; check whether the course gave it out: {named}{more}"
            )
            .into()
        }
        Statement::OpenBonus { equals, room, names } => format!(
            "the bonus: {equals} are equal, and there is room for {room}: {names}; nobody of them has it until you decide (`[[decisions]]` in grade.toml), or --bonus-games N plays N more matches of each pair of them"
        )
        .into(),
    }
}

pub(super) fn names(Names { first, more }: &Names) -> Cow<'static, str> {
    let names = first.join(", ");
    match (&first[..], more) {
        ([], _) => "nothing".into(),
        (_, 0) => names.into(),
        (_, more) => format!("{names} and {more} more").into(),
    }
}

pub(super) fn contents(contents: &Contents) -> Cow<'static, str> {
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
        Contents::SameNumber => return "there is more than one entry with this number".into(),
    }
    .into()
}

pub(super) fn left_out(why: &WhyLeftOut) -> Cow<'static, str> {
    match why {
        WhyLeftOut::NoNumber => {
            "its name is not a student number: letters, digits, - and _, at most 64"
        }
        WhyLeftOut::NeitherFolderNorZip => "it is neither a folder nor a .zip",
    }
    .into()
}

pub(super) fn unusable(why: &Unusable) -> Cow<'static, str> {
    match why {
        Unusable::TooLarge { bytes } => {
            format!("the file has {bytes} bytes; at most {MAX_BYTES} are read").into()
        }
    }
}

pub(super) fn directive(what: &Directive) -> Cow<'static, str> {
    match what {
        Directive::Include => "include",
        Directive::Pragma => "pragma",
        Directive::LineMarker => "line marker",
    }
    .into()
}

pub(super) fn remarkable(what: &Remarkable) -> Cow<'static, str> {
    match what {
        Remarkable::Assembler => "assembler",
        Remarkable::OwnMain => "a main of its own",
        Remarkable::RunsByItself => "runs before or after main",
        Remarkable::GlobalObject => "an object outside every function",
    }
    .into()
}

pub(super) fn build_fault(fault: &BuildFault) -> Cow<'static, str> {
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
    .into()
}

pub(super) fn outcome(outcome: &Outcome) -> Cow<'static, str> {
    match outcome {
        Outcome::Built => "it compiles".into(),
        Outcome::NotBuilt(fault) => build_fault(fault),
    }
}

pub(super) fn tournament(shape: &Shape) -> Cow<'static, str> {
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
    .into()
}

pub(super) fn task(task: &Task) -> Cow<'static, str> {
    match task {
        Task::Conformance => "checked",
        Task::Memory => "under valgrind",
        Task::Likeness => "likeness",
        Task::Strength => "matches against the reference players",
        Task::Contest => "matches of the tournament",
    }
    .into()
}
