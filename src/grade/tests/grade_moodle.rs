//! Moodle, both ways: names and late days come from its worksheet; grades, comments and pages go back.

use std::fs;
use std::io::{Cursor, Read};

use arbitro_grade::dossier::{Class, Course, Dossier};
use arbitro_grade::marks::{Mark, Person, Weights, csv, marks, public};
use arbitro_grade::page::{overview, student};
use arbitro_grade::run::{Worksheet, comment, days_late, feedback_zip, people};
use arbitro_words::Language;

use crate::dossiers::{class, faultless, uncompiled, with_pair};

const HEAD: &str = "Identifier,Full name,ID number,Email address,Status,Grade,Maximum Grade,\
    Last modified (submission),Due date,Feedback comments\n";

fn worksheet(rows: &str) -> Worksheet {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("worksheet.csv");
    fs::write(&path, format!("{HEAD}{rows}")).unwrap();
    Worksheet::read(&path).unwrap()
}

fn of_moodle(mut dossier: Dossier, name: &str) -> Dossier {
    let entry = format!("{name}_{}_assignsubmission_file", dossier.number);
    dossier.layout.entries = vec![entry];
    dossier
}

fn marked(class: &Class, sheet: Option<&Worksheet>, weights: &str) -> Vec<Mark> {
    let weights = Weights::read(weights).unwrap();
    let mut all = marks(class, &weights);
    for (mark, person) in all.iter_mut().zip(people(sheet, class)) {
        mark.add_person(person, &weights.late);
    }
    all
}

fn table(bytes: &[u8]) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(bytes);
    let rows = reader.records().map(|row| row.unwrap());
    rows.map(|row| row.iter().map(str::to_owned).collect()).collect()
}

#[test]
fn lateness_is_read_from_the_status_or_from_the_dates_and_a_day_begun_is_a_day() {
    let by_status = [
        ("Submitted for grading", 0),
        ("Submitted for grading - 3 mins 31 secs late - Released - ", 1),
        ("Submitted for grading - 1 day late", 1),
        ("Submitted for grading - 1 day 2 hours late", 2),
        ("Submitted for grading - 5 days 20 hours early", 0),
        ("Submitted for grading - late", 1),
        ("Consegnato - 2 giorni 5 ore in ritardo", 3),
        ("Remis - en retard de 3 jours", 3),
        ("No submission - Related - 4 days", 0),
        ("99999999999999999999 days late", 1),
        ("18446744073709551615 years late", u32::MAX),
    ];
    for (status, days) in by_status {
        assert_eq!(days_late(status, "", ""), days, "{status}");
    }
    let due = "Wednesday, 10 June 2026, 11:59 PM";
    let by_dates = [
        (due, 0),
        ("Wednesday, 10 June 2026, 12:30 AM", 0),
        ("Thursday, 11 June 2026, 12:00 AM", 1),
        ("Thursday, June 11, 2026, 11:59 PM", 1),
        ("venerdì, 12 giugno 2026, 00:05", 2),
        ("martedì, 10 giugno 2027, 23:59", 365),
        ("-", 0),
        ("31 Nonember 2026, 99:99", 0),
        (":", 0),
    ];
    for (submitted, days) in by_dates {
        assert_eq!(days_late("", submitted, due), days, "{submitted}");
    }
    let leap = |from: &str, to: &str| days_late("", to, from);
    assert_eq!(leap("28 February 2028, 10:00", "1 March 2028, 10:00"), 2);
    assert_eq!(leap("31 December 2026, 23:00", "1 January 2027, 1:00"), 1);
    // Moodle minds an extension in the status; the dates do not know it.
    let extended = "Submitted for grading - Extension granted until: Friday, 12 June 2026, 9:00 PM";
    assert_eq!(days_late(extended, "12 June 2026, 8:00 PM", due), 0);
}

#[test]
fn late_days_cost_nothing_unless_the_weights_say_so_and_never_touch_the_bonus() {
    let sheet =
        "Participant 7,Anna Rossi,870001,a@x.it,Submitted for grading - 3 days late,,30.00,,,\n";
    let class = class(vec![faultless("870001")]);
    let sheet = worksheet(sheet);
    let with = |weights: &str| marked(&class, Some(&sheet), weights).remove(0);
    let free = with("");
    assert_eq!((free.total, free.late.unwrap().cost), (100.0, 0.0));
    let late = with("[late]\nfree = 1\neach = 5");
    assert_eq!((late.total, late.of), (90.0, 100.0));
    let page = student(&class.dossiers[0], &late, &class, None, Language::English);
    assert!(page.contains("Handed in late") && page.contains("3 days late."), "{page}");
    let rows = table(&csv(&Course::Class, &[late], Language::English));
    assert_eq!(rows[1][18..], ["Anna Rossi", "870001", "3", "10.00"]);
    let all = with("[late]\neach = 1000");
    assert_eq!((all.total, all.late.unwrap().cost), (0.0, 100.0));
    let decided =
        with("[late]\neach = 5\n[[decisions]]\nof = ['870001']\npoints = 99\nwhy = 'ill'");
    assert_eq!((decided.total, decided.changed.unwrap().from), (99.0, 85.0));
}

#[test]
fn a_row_belongs_to_moodles_number_and_not_to_anothers_id_number_that_is_the_same() {
    let rows = "Participant 12,Ugo Bo,4711,u@x.it,,,30.00,,,\n\
        Participant 4711,Anna Rossi,870001,a@x.it,,,30.00,,,\n";
    let class = class(vec![of_moodle(faultless("4711"), "Anna Rossi")]);
    let people = people(Some(&worksheet(rows)), &class);
    assert_eq!(people[0].label(), "Anna Rossi, 870001");
    let (filled, _) = worksheet(rows).filled(&class, &marked(&class, None, ""), Language::English);
    let rows = table(&filled);
    assert_eq!((rows[1][5].as_str(), rows[2][5].as_str()), ("", "30.00"));
}

#[test]
fn names_are_for_the_teacher_and_stay_text_in_every_table() {
    let rows = "Participant 1,\"=cmd|' /C calc'!A0\",\"@SUM(1)\",a@x.it,,,30.00,,,\n\
        Participant 2,<b>Ugo</b>\u{1b}[31m,870002,u@x.it,,,30.00,,,\n";
    let class = class(vec![of_moodle(faultless("1"), "Anna"), of_moodle(faultless("2"), "Ugo")]);
    let all = marked(&class, Some(&worksheet(rows)), "");
    let (filled, _) = worksheet(rows).filled(&class, &all, Language::English);
    let cells = &table(&filled)[1];
    assert_eq!(cells[1..3], ["'=cmd|' /C calc'!A0", "'@SUM(1)"]);
    let rows = table(&csv(&Course::Class, &all, Language::English));
    assert_eq!(rows[1][18], "'=cmd|' /C calc'!A0");
    assert_eq!(rows[1][19], "'@SUM(1)");
    let page = overview(&class, &all, Language::English);
    assert!(page.contains("&lt;b&gt;Ugo") && !page.contains('\u{1b}'));
    for (dossier, mark) in class.dossiers.iter().zip(&all) {
        let page = student(dossier, mark, &class, None, Language::English);
        assert!(!page.contains("Ugo") && !page.contains("cmd"));
    }
    // What is no student number might name the student.
    let list = table(&public(&all));
    assert_eq!(list[0], ["number", "total", "of"]);
    assert_eq!(list[1], ["1", "100.00", "100.00"]);
    assert_eq!(list[2], ["870002", "100.00", "100.00"]);
}

#[test]
fn the_public_list_says_nothing_of_those_proposed_to_fail() {
    let class = class(vec![faultless("1"), faultless("2"), uncompiled("3", "")]);
    let list = table(&public(&marked(&with_pair(class, 0, 1, 0.9), None, "")));
    let totals: Vec<&str> = list.iter().map(|row| row[1].as_str()).collect();
    assert_eq!(totals, ["total", "", "", "0.00"]);
}

#[test]
fn a_comment_says_what_would_bring_the_most_and_leaves_the_teachers_alone() {
    let mut leaky = faultless("1");
    leaky.conformance = uncompiled("1", "").conformance;
    let class = class(vec![
        of_moodle(leaky, "A"),
        of_moodle(faultless("2"), "B"),
        of_moodle(faultless("3"), "C"),
    ]);
    let all = marked(&class, None, "");
    let said = comment(&all[0], Language::English);
    assert!(
        said.starts_with("Points: 55 of 100. Most to gain: (1) Correct methods +45: "),
        "{said}"
    );
    assert_eq!(comment(&all[1], Language::Italian), "Punti: 100 su 100.");
    let rows = "Participant 1,A,,,,,30,,,\nParticipant 2,B,,,,,30,,,well done\n\
        Participant 3,C,,,,,30,,,Punti: 3 su 100.\n";
    let (filled, _) = worksheet(rows).filled(&class, &all, Language::English);
    let rows = table(&filled);
    let comments: Vec<&str> = rows[1..].iter().map(|row| row[9].as_str()).collect();
    assert_eq!(comments, [said.as_str(), "well done", "Points: 100 of 100."]);
}

#[test]
fn the_feedback_zip_has_moodles_folders_and_no_name_leaves_them() {
    let person = |name: &str, number: Option<&str>| Person {
        participant: number.map(str::to_owned),
        name: name.to_owned(),
        ..Person::default()
    };
    let people = [
        person("Zoë D'Arco", Some("4713")),
        person("../../etc/pass_wd", Some("4711")),
        person("C:\\x\0..", Some("4712")),
        person("..", Some("4714")),
        person("Anna", None),
    ];
    let pages = || people.iter().map(|person| (person, person.name.clone().into_bytes()));
    let zip = feedback_zip(pages()).unwrap();
    assert_eq!(zip, feedback_zip(pages()).unwrap());
    let mut zip = zip::ZipArchive::new(Cursor::new(zip)).unwrap();
    let names = zip.file_names().map(|name| name.unwrap().into_owned());
    let names: Vec<String> = names.collect();
    assert_eq!(
        names,
        [
            "C x_4712_assignsubmission_file_/marks.html",
            "Student_4714_assignsubmission_file_/marks.html",
            "Zoë D'Arco_4713_assignsubmission_file_/marks.html",
            "etc pass wd_4711_assignsubmission_file_/marks.html",
        ]
    );
    let mut page = String::new();
    zip.by_index(3).unwrap().read_to_string(&mut page).unwrap();
    assert_eq!(page, "../../etc/pass_wd");
}
