//! Reads the files of a room, with line numbers for errors.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use toml::de::{DeTable, DeValue};

/// The languages, by their files and by the variants of `Language`; English comes first, which readers of a language
/// get in rooms that are not in it.
pub(crate) const LANGUAGES: [(&str, &str); 3] =
    [("en", "English"), ("it", "Italian"), ("fr", "French")];

/// A language's file in a room.
#[derive(Debug)]
pub(crate) struct File {
    /// Its path as people name it.
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    /// The variants of `Language` that read it.
    pub(crate) readers: Vec<&'static str>,
    /// Codes of the only languages that the room has, if not all.
    pub(crate) only: Option<Vec<String>>,
    /// Constants.
    pub(crate) labels: BTreeMap<String, Entry>,
    /// A table an enum, with its line; its entries in their order.
    pub(crate) tables: BTreeMap<String, (usize, Vec<(String, Entry)>)>,
}

#[derive(Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) line: usize,
    pub(crate) text: String,
}

impl File {
    /// The entries of a table, by name.
    pub(crate) fn entries(&self, table: &str) -> impl Iterator<Item = (&str, &Entry)> {
        let table = self.tables.get(table).into_iter().flat_map(|table| &table.1);
        table.map(|(name, entry)| (&name[..], entry))
    }

    /// Says what is wrong with an entry, and where.
    pub(crate) fn mistake(&self, line: usize, entry: &str, what: &str) -> String {
        format!("{}:{line}: {entry}: {what}", self.name)
    }
}

/// Reads the files of a folder. `only = ["en", "it"]` in the first says that there are no others.
pub(crate) fn read(folder: &Path) -> Result<Vec<File>, String> {
    let mut files: Vec<File> = Vec::new();
    for (code, language) in LANGUAGES {
        let is_in = |only: &Vec<String>| only.iter().any(|it| it == code);
        if let Some(first) = files.first_mut()
            && !first.only.as_ref().is_none_or(is_in)
        {
            first.readers.push(language);
            continue;
        }
        let path = folder.join(code).with_extension("toml");
        let here = std::env::current_dir().unwrap_or_default();
        let name = path.strip_prefix(here).unwrap_or(&path).display().to_string();
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{name}: {error}"))?;
        let file = File { path, readers: vec![language], ..parse(name, &text)? };
        if file.only.is_some() && code != "en" {
            return Err(format!("{}: only en.toml says `only`", file.name));
        }
        let is_unknown = |name: &&String| !LANGUAGES.iter().any(|it| it.0 == **name);
        if let Some(unknown) = file.only.iter().flatten().find(is_unknown) {
            return Err(format!("{}: only: {unknown} is not a language", file.name));
        }
        files.push(file);
    }
    Ok(files)
}

pub(crate) fn parse(name: String, text: &str) -> Result<File, String> {
    let line = |at: usize| text[..at].matches('\n').count() + 1;
    let table = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        format!("{name}:{}: {}", line(at), error.message())
    })?;
    let (mut labels, mut tables, mut only) = (BTreeMap::new(), BTreeMap::new(), None);
    for (key, value) in table.into_inner() {
        let at = line(key.span().start);
        let key = key.into_inner().into_owned();
        let wrong = |key: &str, at: usize| format!("{name}:{at}: {key}: a text is expected");
        match value.into_inner() {
            DeValue::String(text) => {
                labels.insert(key, Entry { line: at, text: text.into_owned() });
            }
            DeValue::Array(names) if key == "only" => {
                let names = names.iter().map(|name| name.get_ref().as_str().map(str::to_owned));
                only = Some(names.collect::<Option<_>>().ok_or_else(|| wrong(&key, at))?);
            }
            DeValue::Table(entries) => {
                let entries = entries.into_iter().map(|(entry, value)| {
                    let at = line(entry.span().start);
                    let entry = entry.into_inner().into_owned();
                    let text = match value.into_inner() {
                        DeValue::String(text) => Some(text.into_owned()),
                        DeValue::Table(arms) => by_fact(&arms),
                        _ => None,
                    };
                    let text = text.ok_or_else(|| wrong(&format!("{key}.{entry}"), at))?;
                    Ok((entry, Entry { line: at, text }))
                });
                let mut entries = entries.collect::<Result<Vec<(_, Entry)>, String>>()?;
                entries.sort_by_key(|entry| entry.1.line);
                tables.insert(key, (at, entries));
            }
            _ => return Err(wrong(&key, at)),
        }
    }
    Ok(File { name, path: PathBuf::new(), readers: Vec::new(), only, labels, tables })
}

/// Makes one text of a table: a choice by the only fact, an arm a line.
fn by_fact(arms: &DeTable<'_>) -> Option<String> {
    let arms = arms.iter().map(|(pattern, text)| {
        Some(format!("{}: {}", pattern.get_ref(), text.get_ref().as_str()?))
    });
    Some(format!("{{it?{}}}", arms.collect::<Option<Vec<_>>>()?.join("|")))
}
