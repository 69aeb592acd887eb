//! Makes the marks of a class, and writes what people look at.

use super::class::Work;
use super::event::Event;
use super::evidence_cache::put;
use super::output;
use super::settings::RunSettings;
use super::source_text::SourceText;
use super::worksheet::{WORKSHEET, Worksheet, people};
use crate::dossier::Class;
use crate::failure::Failure;
use crate::marks::{Mark, marks};
use crate::words::Statement;

#[derive(Clone, Debug, PartialEq)]
pub struct Graded {
    pub class: Class,
    /// The marks, in the order of the class.
    pub marks: Vec<Mark>,
    pub work: Vec<Work>,
    /// Set when there is something to give back to Moodle.
    pub is_of_moodle: bool,
    pub is_incomplete: bool,
}

pub(super) fn publish(
    settings: &RunSettings,
    mut class: Class,
    work: Vec<Work>,
    is_incomplete: bool,
    texts: &[&SourceText],
    worksheet: Option<Worksheet>,
    tell: &mut dyn FnMut(Event),
) -> Result<Graded, Failure> {
    let out = &settings.out;
    for number in settings.weights.unknown_numbers(&class) {
        let remark = Statement::UnknownNumber { number: number.to_owned() };
        tell(Event::Note(remark.clone()));
        class.notes.push(remark);
    }
    let mut marks = marks(&class, &settings.weights);
    for (mark, person) in marks.iter_mut().zip(people(worksheet.as_ref(), &class)) {
        mark.add_person(person, &settings.weights.late);
    }
    for left in output::remove_gone(out, &class)? {
        tell(Event::Note(left));
    }
    let others =
        output::write(out, &class, texts, &marks, &settings.weights_text, settings.language)?;
    let mut remarks = Vec::from_iter(others);
    let worksheet = worksheet.or_else(|| Worksheet::made(&class));
    let is_of_moodle = worksheet.is_some();
    if let Some(worksheet) = worksheet {
        let (text, about) = worksheet.filled(&class, &marks, settings.language);
        put(&out.join(WORKSHEET), &text)?;
        remarks.extend(about);
        output::feedback(out, &marks)?;
    }
    remarks.into_iter().for_each(|remark| tell(Event::Note(remark)));
    Ok(Graded { class, marks, work, is_of_moodle, is_incomplete })
}
