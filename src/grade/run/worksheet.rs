//! Marks in the table that Moodle takes back: its grading worksheet, filled in.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use super::feedback::{comment, is_replaceable};
use super::lateness::days_late;
use crate::dossier::{Class, Dossier};
use crate::failure::Failure;
use crate::marks::{Mark, Person};
use crate::submissions::{is_number, moodle_name};
use crate::words::Statement;
use arbitro_rules::plain_text::one_line;
use arbitro_sandbox::open_regular;
use arbitro_tournament::report::{cell, text_of_cell};
use arbitro_words::Language;

pub const WORKSHEET: &str = "moodle.csv";

const MAX_BYTES: u64 = 16 << 20;
const COLUMNS: [&str; 7] = [
    "Identifier",
    "Full name",
    "Email address",
    "Status",
    "Grade",
    "Maximum Grade",
    "Feedback comments",
];
/// The columns of interest, in the order of [`TITLES`].
#[derive(Clone, Copy)]
enum Column {
    Grade,
    Maximum,
    IdNumber,
    FullName,
    Email,
    Status,
    Submitted,
    Due,
    Comments,
}

/// Their titles in English, Italian and French.
const TITLES: [&[&str]; 9] = [
    &["grade", "valutazione", "voto", "note"],
    &["maximum grade", "valutazione massima", "voto massimo", "note maximale"],
    &["id number", "codice identificativo", "matricola", "numéro d'identification"],
    &["full name", "nome completo", "nome e cognome", "cognome e nome", "nom complet"],
    &["email address", "indirizzo email", "adresse de courriel", "email"],
    &["status", "stato", "statut", "état"],
    &[
        "last modified (submission)",
        "ultima modifica (consegna)",
        "ultima modifica (invio)",
        "dernière modification (travail remis)",
    ],
    &["due date", "data di scadenza", "scadenza", "termine consegne", "date de remise"],
    &[
        "feedback comments",
        "commenti di feedback",
        "commento di feedback",
        "commenti",
        "feedback par commentaires",
        "commentaires",
    ],
];
const MAX_TEXT: usize = 100;
const MAX_LISTED: usize = 300;
const MAX_NAMED: usize = 8;

/// A worksheet, and where in it is what is of interest. The identifier, as `Participant 4711`, is first.
#[derive(Debug)]
pub struct Worksheet {
    rows: Vec<csv::StringRecord>,
    delimiter: u8,
    has_mark: bool,
    columns: [Option<usize>; TITLES.len()],
}

impl Worksheet {
    pub fn read(path: &Path) -> Result<Worksheet, Failure> {
        let wrong =
            |why: String| Failure::Host(Statement::NoWorksheet { path: format!("{path:?}"), why });
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
        let delimiter = [b'\t', b';', b','].into_iter().max_by_key(often).unwrap_or(b',');
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .delimiter(delimiter)
            .from_reader(text.as_bytes());
        let rows = reader.records().collect::<Result<Vec<_>, _>>();
        let rows = rows.map_err(|error| wrong(error.to_string()))?;
        Worksheet::from_rows(rows, delimiter, has_mark).ok_or_else(|| {
            let why = "it has no columns \"Grade\" and \"Maximum Grade\"; take it from Moodle: \
                       the assignment's submissions, \"Download grading worksheet\"";
            wrong(why.to_owned())
        })
    }

    fn from_rows(rows: Vec<csv::StringRecord>, delimiter: u8, has_mark: bool) -> Option<Worksheet> {
        let titles = rows.first()?;
        let columns = TITLES.map(|names| {
            titles.iter().position(|title| names.contains(&title.trim().to_lowercase().as_str()))
        });
        let worksheet = Worksheet { rows, delimiter, has_mark, columns };
        let is_of_grades = [Column::Grade, Column::Maximum].map(|it| worksheet.at(it).is_some());
        (is_of_grades == [true; 2]).then_some(worksheet)
    }

    const fn at(&self, column: Column) -> Option<usize> {
        self.columns[column as usize]
    }

    /// One for submissions that came from Moodle, if any did.
    pub fn made(class: &Class) -> Option<Worksheet> {
        let mut rows = vec![csv::StringRecord::from(COLUMNS.to_vec())];
        for (name, number, _) in class.dossiers.iter().filter_map(whose) {
            let (identifier, name) = (format!("Participant {number}"), cell(name));
            let row = [&identifier, &name, "", "Submitted for grading", "", "100.00", ""];
            rows.push(row.to_vec().into());
        }
        (rows.len() > 1).then(|| Worksheet::from_rows(rows, b',', false))?
    }

    /// Returns the place in the class of each row's student: by Moodle's number where the submission came from
    /// Moodle, because another's ID number may be the same, else by the ID number.
    fn owners(&self, class: &Class) -> Vec<Option<usize>> {
        let (mut by_participant, mut by_number) = (BTreeMap::new(), BTreeMap::new());
        for (at, dossier) in class.dossiers.iter().enumerate() {
            match whose(dossier) {
                Some((_, number, _)) => by_participant.insert(number, at),
                None => by_number.insert(dossier.number.to_ascii_lowercase(), at),
            };
        }
        let owner = |row: &csv::StringRecord| {
            let of_moodle = participant(row).and_then(|it| by_participant.get(it));
            let id_number = text(row, self.at(Column::IdNumber)).to_ascii_lowercase();
            of_moodle.or_else(|| by_number.get(&id_number)).copied()
        };
        self.rows.iter().map(owner).collect()
    }

    /// Fills in what a row tells of a student.
    fn tell(&self, row: &csv::StringRecord, person: &mut Person) {
        let cell = |column| text(row, self.at(column));
        let of = |column| one_line(text_of_cell(cell(column)), MAX_TEXT);
        let name = of(Column::FullName);
        if !name.is_empty() {
            person.name = name;
        }
        (person.id_number, person.email) = (of(Column::IdNumber), of(Column::Email));
        if person.participant.is_none() {
            person.participant = participant(row).map(str::to_owned);
        }
        person.days_late =
            days_late(cell(Column::Status), cell(Column::Submitted), cell(Column::Due));
    }

    /// Returns the worksheet with grades and comments filled in, and remarks. A student proposed to fail keeps
    /// the cells unchanged: Moodle ignores an empty one. So does a comment that the teacher wrote.
    pub fn filled(
        mut self,
        class: &Class,
        marks: &[Mark],
        language: Language,
    ) -> (Vec<u8>, Vec<Statement>) {
        let owners = self.owners(class);
        let (mut undecided, mut found) = (Vec::new(), vec![false; marks.len()]);
        let mut nothing: Vec<String> = Vec::new();
        let columns = self.columns;
        let place = |column: Column| columns[column as usize];
        let of_person = [Column::FullName, Column::IdNumber, Column::Email].map(place);
        for (row, owner) in self.rows.iter_mut().zip(owners).skip(1) {
            // Moodle finds a row by its identifier, and so these may be changed.
            let is_of_person = |at| of_person.contains(&Some(at));
            let cells = row.iter().enumerate().map(|(at, it)| {
                if is_of_person(at) { cell(text_of_cell(it)) } else { it.to_owned() }
            });
            *row = cells.collect();
            let Some(at) = owner else {
                let whose = [place(Column::IdNumber), place(Column::FullName), Some(0)];
                let name = whose.into_iter().map(|it| text(row, it)).find(|it| !it.is_empty());
                nothing.extend(name.map(|name| one_line(name, MAX_TEXT)));
                continue;
            };
            let Some(mark) = marks.get(at) else { continue };
            found[at] = true;
            let maximum = text(row, place(Column::Maximum)).replace(',', ".");
            match (maximum.trim().parse::<f64>(), mark.is_proposal()) {
                (Ok(maximum), false) if maximum.is_finite() && mark.of > 0.0 => {
                    let grade = match mark.failing {
                        Some(_) => 0.0,
                        None => (mark.total / mark.of * maximum).min(maximum),
                    };
                    let grade = format!("{grade:.2}");
                    let mut cells: Vec<&str> = row.iter().collect();
                    if let Some(cell) = place(Column::Grade).and_then(|at| cells.get_mut(at)) {
                        *cell = &grade;
                    }
                    let comment = comment(mark, language);
                    if let Some(cell) = place(Column::Comments).and_then(|at| cells.get_mut(at))
                        && is_replaceable(cell)
                    {
                        *cell = &comment;
                    }
                    *row = cells.into();
                }
                _ => undecided.push(mark.number.as_str()),
            }
        }
        let absent = marks.iter().zip(&found).filter(|(_, found)| !**found);
        let absent: Vec<&str> = absent.map(|(it, _)| it.number.as_str()).collect();
        let mut remarks = Vec::new();
        if !undecided.is_empty() {
            remarks.push(Statement::UndecidedGrades {
                file: WORKSHEET.to_owned(),
                numbers: named(&undecided),
            });
        }
        if !absent.is_empty() {
            remarks.push(Statement::WithoutRow {
                file: WORKSHEET.to_owned(),
                numbers: named(&absent),
            });
        }
        if !nothing.is_empty() {
            let names = nothing.iter().take(MAX_LISTED).cloned().collect::<Vec<_>>().join(", ");
            remarks.push(Statement::HandedInNothing { count: nothing.len(), names });
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
        (text, remarks)
    }
}

/// Students of a class in its order, as the worksheet and Moodle's entries name them.
pub fn people(worksheet: Option<&Worksheet>, class: &Class) -> Vec<Person> {
    let of_entry = |dossier: &Dossier| {
        let (name, number, _) = whose(dossier)?;
        Some(Person {
            participant: Some(number.to_owned()),
            name: one_line(name, MAX_TEXT),
            ..Person::default()
        })
    };
    let known = class.dossiers.iter();
    let mut people: Vec<Person> = known.map(|it| of_entry(it).unwrap_or_default()).collect();
    let Some(worksheet) = worksheet else {
        return people;
    };
    let owners = worksheet.owners(class);
    for (row, owner) in worksheet.rows.iter().zip(owners).skip(1) {
        if let Some(person) = owner.and_then(|at| people.get_mut(at)) {
            worksheet.tell(row, person);
        }
    }
    people
}

fn whose(dossier: &Dossier) -> Option<(&str, &str, &str)> {
    moodle_name(dossier.layout.entries.first()?)
}

/// A cell, without blanks around it.
fn text(row: &csv::StringRecord, column: Option<usize>) -> &str {
    column.and_then(|at| row.get(at)).map_or("", str::trim)
}

/// Moodle's number in the identifier, `Participant 4711`.
fn participant(row: &csv::StringRecord) -> Option<&str> {
    let number = text(row, Some(0)).rsplit(' ').next()?;
    let is_fine = is_number(number) && number.bytes().all(|byte| byte.is_ascii_digit());
    is_fine.then_some(number)
}

fn named(numbers: &[&str]) -> String {
    let mut text = Vec::from_iter(numbers.iter().take(MAX_NAMED).copied()).join(", ");
    if numbers.len() > MAX_NAMED {
        text += &format!(", … ({})", numbers.len());
    }
    text
}
