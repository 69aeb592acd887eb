//! Marks in the table that Moodle takes back: its grading worksheet, filled in.

use std::io::Read;
use std::path::Path;

use crate::dossier::{Class, Dossier};
use crate::failure::Failure;
use crate::marks::Mark;
use crate::submissions::moodle_name;
use arbitro_rules::language::Said;
use arbitro_rules::said_in_two as said;
use arbitro_sandbox::open_regular;
use arbitro_tournament::report::cell;

pub const WORKSHEET: &str = "moodle.csv";

const MAX_BYTES: u64 = 16 << 20;
const COLUMNS: [&str; 6] = [
    "Identifier",
    "Full name",
    "Email address",
    "Status",
    "Grade",
    "Maximum Grade",
];
/// The columns of interest as Moodle names them in English, Italian and French.
const GRADE: [&str; 4] = ["grade", "valutazione", "voto", "note"];
const MAXIMUM: [&str; 4] = [
    "maximum grade",
    "valutazione massima",
    "voto massimo",
    "note maximale",
];
const ID_NUMBER: [&str; 4] = [
    "id number",
    "codice identificativo",
    "matricola",
    "numéro d'identification",
];
/// Numbers that are named.
const MAX_NAMED: usize = 8;

/// A worksheet, and where in it is what is of interest. The identifier, as `Participant 4711`, is first.
pub(super) struct Worksheet {
    rows: Vec<csv::StringRecord>,
    delimiter: u8,
    has_mark: bool,
    grade: usize,
    maximum: usize,
    id_number: Option<usize>,
}

impl Worksheet {
    pub(super) fn read(path: &Path) -> Result<Worksheet, Failure> {
        let wrong = |why: String| {
            Failure::Host(said!(
                "{path:?} cannot be filled in as a grading worksheet of Moodle: {why}",
                "{path:?} non si può compilare come foglio di valutazione di Moodle: {why}",
            ))
        };
        let mut text = String::new();
        let file = open_regular(path).map_err(|error| wrong(error.to_string()))?;
        let read = file.take(MAX_BYTES + 1).read_to_string(&mut text);
        read.map_err(|error| wrong(error.to_string()))?;
        if text.len() as u64 > MAX_BYTES {
            return Err(wrong(format!("it is larger than {MAX_BYTES} bytes")));
        }
        let (has_mark, text) = match text.strip_prefix('\u{feff}') {
            Some(rest) => (true, rest),
            None => (false, text.as_str()),
        };
        let head = text.lines().next().unwrap_or_default();
        let often = |it: &u8| head.bytes().filter(|byte| byte == it).count();
        let delimiter = [b'\t', b';', b','].into_iter().max_by_key(often);
        let delimiter = delimiter.unwrap_or(b',');
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .delimiter(delimiter)
            .from_reader(text.as_bytes());
        let rows = reader.records().collect::<Result<Vec<_>, _>>();
        let rows = rows.map_err(|error| wrong(error.to_string()))?;
        Worksheet::of(rows, delimiter, has_mark).ok_or_else(|| {
            let why = "it has no columns \"Grade\" and \"Maximum Grade\"; take it from Moodle: \
                       the assignment's submissions, \"Download grading worksheet\"";
            wrong(why.to_owned())
        })
    }

    fn of(rows: Vec<csv::StringRecord>, delimiter: u8, has_mark: bool) -> Option<Worksheet> {
        let column = |names: &[&str]| {
            let mut titles = rows.first()?.iter();
            titles.position(|it| names.contains(&it.trim().to_lowercase().as_str()))
        };
        Some(Worksheet {
            grade: column(&GRADE)?,
            maximum: column(&MAXIMUM)?,
            id_number: column(&ID_NUMBER),
            rows,
            delimiter,
            has_mark,
        })
    }

    /// One for submissions that came from Moodle, if any did.
    pub(super) fn made(class: &Class) -> Option<Worksheet> {
        let mut rows = vec![csv::StringRecord::from(COLUMNS.to_vec())];
        for (name, number, _) in class.dossiers.iter().filter_map(whose) {
            let (identifier, name) = (format!("Participant {number}"), cell(name));
            let row = [
                &identifier,
                &name,
                "",
                "Submitted for grading",
                "",
                "100.00",
            ];
            rows.push(row.to_vec().into());
        }
        (rows.len() > 1).then(|| Worksheet::of(rows, b',', false))?
    }

    /// Returns the worksheet with the marks filled in, and remarks. A student proposed to fail keeps the cell
    /// unchanged: Moodle ignores an empty one.
    pub(super) fn filled(mut self, class: &Class, marks: &[Mark]) -> (Vec<u8>, Vec<Said>) {
        let (mut undecided, mut found) = (Vec::new(), vec![false; marks.len()]);
        for row in self.rows.iter_mut().skip(1) {
            let identifier = row.get(0).unwrap_or_default();
            let identifier = identifier.rsplit(' ').next().unwrap_or_default();
            let id_number = self
                .id_number
                .and_then(|at| row.get(at))
                .map_or("", str::trim);
            let is_it = |of: &&Dossier| {
                of.number.eq_ignore_ascii_case(id_number)
                    || whose(of).is_some_and(|(_, number, _)| number == identifier)
            };
            let Some(at) = class.dossiers.iter().position(|it| is_it(&it)) else {
                continue;
            };
            let Some(mark) = marks.get(at) else { continue };
            found[at] = true;
            let maximum = row.get(self.maximum).unwrap_or_default().replace(',', ".");
            match (maximum.trim().parse::<f64>(), mark.is_proposal) {
                (Ok(maximum), false) if maximum.is_finite() && mark.of > 0.0 => {
                    let grade = match mark.is_failed {
                        Some(_) => 0.0,
                        None => (mark.total / mark.of * maximum).min(maximum),
                    };
                    let grade = format!("{grade:.2}");
                    let mut cells: Vec<&str> = row.iter().collect();
                    if let Some(cell) = cells.get_mut(self.grade) {
                        *cell = &grade;
                    }
                    *row = cells.into();
                }
                _ => undecided.push(mark.number.as_str()),
            }
        }
        let absent = marks.iter().zip(&found).filter(|(_, found)| !**found);
        let absent: Vec<&str> = absent.map(|(it, _)| it.number.as_str()).collect();
        let mut told = Vec::new();
        if !undecided.is_empty() {
            let named = named(&undecided);
            told.push(said!(
                "{WORKSHEET}: these grades are unchanged, for you to decide: {named}",
                "{WORKSHEET}: i voti di queste restano com'erano, da decidere: {named}"
            ));
        }
        if !absent.is_empty() {
            let named = named(&absent);
            told.push(said!(
                "{WORKSHEET}: these submissions have no row in it: {named}",
                "{WORKSHEET}: queste consegne non vi hanno una riga: {named}"
            ));
        }
        let mark = if self.has_mark { "\u{feff}" } else { "" };
        let mut text = mark.as_bytes().to_vec();
        let mut table = csv::WriterBuilder::new()
            .delimiter(self.delimiter)
            .flexible(true)
            .from_writer(&mut text);
        for row in &self.rows {
            // Writing to memory does not fail.
            let _ = table.write_record(row);
        }
        drop(table);
        (text, told)
    }
}

fn whose(dossier: &Dossier) -> Option<(&str, &str, &str)> {
    moodle_name(dossier.layout.entries.first()?)
}

fn named(numbers: &[&str]) -> String {
    let first = numbers.iter().take(MAX_NAMED);
    let mut text = Vec::from_iter(first.copied()).join(", ");
    if numbers.len() > MAX_NAMED {
        text += &format!(", … ({})", numbers.len());
    }
    text
}
