//! The folder that comes out: marks, pages and the evidence beside them. Every file is either whole or as
//! it was, and one that would not change is left alone.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use super::evidence_cache::{no_json, put};
use super::feedback::{FEEDBACK, feedback_zip};
use super::source_text::SourceText;
use crate::build::Evidence;
use crate::dossier::{Class, FIRST_MATCH};
use crate::failure::{Failure, if_there};
use crate::marks::{Mark, csv, public};
use crate::page;
use crate::similarity::{Likeness, Source};
use crate::words::{BuildOutput, Statement};
use arbitro_sandbox::FolderLock;
use arbitro_words::{Language, say};

pub const WEIGHTS: &str = "grade.toml";
pub const MARKS: &str = "marks.csv";
const PUBLIC: &str = "public.csv";
pub const OVERVIEW: &str = "overview.html";

pub fn student_folder(out: &Path, number: &str) -> PathBuf {
    out.join("students").join(number)
}

/// The dossier of an earlier run, or what of it a type has.
pub(super) fn earlier_dossier<T: DeserializeOwned>(out: &Path, number: &str) -> Option<T> {
    let text = fs::read(student_folder(out, number).join(DOSSIER)).ok()?;
    serde_json::from_slice(&text).ok()
}

/// Returns true if an earlier run wrote a dossier of this number, in whatever version.
fn has_dossier(out: &Path, number: &str) -> bool {
    #[derive(serde::Deserialize)]
    struct Numbered {
        number: String,
    }
    earlier_dossier::<Numbered>(out, number).is_some_and(|numbered| numbered.number == number)
}

/// Writes everything that people look at; never overwrites the weights, and reports if they differ.
pub(super) fn write(
    out: &Path,
    class: &Class,
    texts: &[&SourceText],
    marks: &[Mark],
    weights: &str,
    language: Language,
) -> Result<Option<Statement>, Failure> {
    for ((dossier, text), mark) in class.dossiers.iter().zip(texts).zip(marks) {
        let folder = student_folder(out, &dossier.number);
        fs::create_dir_all(&folder).map_err(Failure::unwritable(&folder))?;
        let json = serde_json::to_vec_pretty(dossier).map_err(no_json(&folder))?;
        let first_match = dossier.first_match.as_ref().map(|it| it.to_line() + "\n");
        let diagnostics = dossier.build.found().map(|it| diagnostics_text(it, language));
        let html = page::student(dossier, mark, class, text.source.as_deref(), language);
        let files = [
            first_match.as_deref().map(str::as_bytes),
            text.source.as_deref(),
            text.cleaned.as_deref().filter(|_| dossier.player.is_none()),
            diagnostics.as_deref().map(str::as_bytes),
            Some(html.as_bytes()),
            Some(&json[..]),
        ];
        for (name, bytes) in STUDENT_FILES.into_iter().zip(files) {
            match bytes {
                Some(bytes) => put(&folder.join(name), bytes)?,
                None => remove(&folder.join(name))?,
            }
        }
    }
    if let Some(likeness) = class.likeness.found() {
        pairs(out, likeness, texts, language)?;
    }
    put(&out.join(OVERVIEW), page::overview(class, marks, language).as_bytes())?;
    put(&out.join(MARKS), &csv(&class.course, marks, language))?;
    put(&out.join(PUBLIC), &public(marks))?;
    let path = out.join(WEIGHTS);
    match if_there(fs::read(&path)).map_err(Failure::unwritable(&path))? {
        Some(there) if there == weights.as_bytes() => Ok(None),
        Some(_) => Ok(Some(Statement::OtherWeights { path: path.display().to_string() })),
        None => {
            put(&path, weights.as_bytes())?;
            Ok(None)
        }
    }
}

/// Writes the zip of pages that Moodle takes back, without those of students proposed to fail: no page goes
/// out that accuses before the teacher decides.
pub(super) fn feedback(out: &Path, marks: &[Mark]) -> Result<(), Failure> {
    let mut pages = Vec::new();
    for mark in marks.iter().filter(|mark| !mark.is_proposal()) {
        let path = student_folder(out, &mark.number).join(PAGE);
        let page = fs::read(&path).map_err(Failure::unreadable(&path))?;
        pages.push((&mark.person, page));
    }
    let zip = feedback_zip(pages).map_err(Failure::context(FEEDBACK))?;
    put(&out.join(FEEDBACK), &zip)
}

/// The pages of pairs; those of an earlier run go.
fn pairs(
    out: &Path,
    likeness: &Likeness,
    texts: &[&SourceText],
    language: Language,
) -> Result<(), Failure> {
    let folder = &out.join("likeness");
    fs::create_dir_all(folder).map_err(Failure::unwritable(folder))?;
    let mut names = BTreeSet::new();
    let side = |at: usize| {
        let name = &likeness.members.get(at)?.name;
        let text = texts.iter().find(|text| text.number == *name)?;
        let (text, code) = (text.cleaned.as_deref()?, text.code);
        Some(Source { name, text, language: code })
    };
    for pair in likeness.pairs.iter().take(page::MAX_PAIRS) {
        let (Some(left), Some(right)) = (side(pair.left), side(pair.right)) else {
            continue;
        };
        let name = page::pair_file(left.name, right.name);
        put(&out.join(&name), page::pair(left, right, pair, language).as_bytes())?;
        names.insert(out.join(name));
    }
    for entry in fs::read_dir(folder).map_err(Failure::unwritable(folder))? {
        let entry = entry.map_err(Failure::unwritable(folder))?;
        if !names.contains(&entry.path()) && is_page_of_pair(&entry.path()) {
            remove(&entry.path())?;
        }
    }
    Ok(())
}

/// Returns true for a page written by a run; the teacher may keep other files beside them.
fn is_page_of_pair(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    let pair = name.and_then(|name| name.strip_suffix(".html")?.split_once("--"));
    let Some((left, right)) = pair else {
        return false;
    };
    let mut start = Vec::new();
    let read = fs::File::open(path).and_then(|open| open.take(4096).read_to_end(&mut start));
    let start = String::from_utf8_lossy(&start);
    let is_ours = |language| {
        let title = page::pair_title(left, right, language);
        start.contains(&format!("<title>{title}</title>"))
    };
    read.is_ok() && Language::ALL.into_iter().any(is_ours)
}

const DOSSIER: &str = "dossier.json";
const PAGE: &str = "index.html";
const STUDENT_FILES: [&str; 6] =
    [FIRST_MATCH, "player.cpp", "cleaned.cpp", "diagnostics.txt", PAGE, DOSSIER];

/// Removes pages of students who have no submission any more; reports folders with files that grade did not write.
pub(super) fn remove_gone(out: &Path, class: &Class) -> Result<Vec<Statement>, Failure> {
    let students = out.join("students");
    let mut remarks = Vec::new();
    let entries = if_there(fs::read_dir(&students)).map_err(Failure::unwritable(&students))?;
    let Some(entries) = entries else {
        return Ok(Vec::new());
    };
    for entry in entries {
        let folder = entry.map_err(Failure::unwritable(&students))?.path();
        let number = folder.file_name().and_then(|name| name.to_str());
        let Some(number) = number.filter(|it| class.dossiers.iter().all(|of| of.number != **it))
        else {
            continue;
        };
        // Only what has its dossier is known to be of a run, whichever version wrote that.
        if !has_dossier(out, number) {
            continue;
        }
        // The dossier last, so that a run that is stopped here goes on with it.
        for name in STUDENT_FILES {
            remove(&folder.join(name))?;
        }
        if fs::remove_dir(&folder).is_err() {
            remarks.push((number.to_owned(), folder.display().to_string()));
        }
    }
    remarks.sort();
    let stays = |(number, folder)| Statement::StaysInPlace { number, folder };
    Ok(remarks.into_iter().map(stays).collect())
}

fn remove(path: &Path) -> Result<(), Failure> {
    if_there(fs::remove_file(path)).map_err(Failure::unwritable(path))?;
    Ok(())
}

fn diagnostics_text(build: &Evidence, language: Language) -> String {
    let mut text = format!("{}\n{}\n", build.compiler, say(&build.outcome, language));
    let steps = [
        (BuildOutput::Compiling, Some(&build.compiling)),
        (BuildOutput::Strict, build.warnings.as_ref()),
        (BuildOutput::Linking, build.linking.as_ref()),
    ];
    for (name, step) in steps {
        let Some(step) = step else { continue };
        let name = say(&name, language);
        text += &format!("\n== {name}: g++ {}\n", build.flags.join(" "));
        text += &match &step.diagnostics {
            none if none.is_empty() => say(&BuildOutput::Nothing, language),
            diagnostics => diagnostics.into(),
        };
        if step.is_cut {
            text += &say(&BuildOutput::More, language);
        }
    }
    text
}

/// The folder of evidence; its presence shows that a folder holds results of a run.
pub(super) const EVIDENCE: &str = "evidence";

/// Makes the folder of results, if it may be that, and takes it.
pub(super) fn open(out: &Path, submissions: &Path) -> Result<FolderLock, Failure> {
    let unwritable = |error| Failure::unwritable(out)(error);
    // Before anything is made: where it would be.
    let there = |path: &Path| path.ancestors().find_map(|folder| folder.canonicalize().ok());
    let absolute = std::path::absolute(out).map_err(unwritable)?;
    let handed_in = submissions.canonicalize().map_err(Failure::no_submissions(submissions))?;
    let nearest = there(&absolute).unwrap_or_else(|| absolute.clone());
    let is_there = out.exists();
    if nearest.starts_with(&handed_in) || is_there && handed_in.starts_with(&nearest) {
        let (out, submissions) = (format!("{out:?}"), format!("{submissions:?}"));
        return Err(Failure::Host(Statement::OneWithinOther { out, submissions }));
    }
    let is_empty = fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_none());
    if out.is_file() {
        return Err(Failure::Host(Statement::OutIsFile(format!("{out:?}"))));
    }
    if is_there && !out.join(EVIDENCE).is_dir() && !is_empty {
        return Err(Failure::Host(Statement::NotOfARun(format!("{out:?}"))));
    }
    fs::create_dir_all(out).map_err(unwritable)?;
    let lock = FolderLock::take(out).map_err(unwritable)?;
    lock.ok_or_else(|| Failure::Host(Statement::InUse(format!("{out:?}"))))
}
