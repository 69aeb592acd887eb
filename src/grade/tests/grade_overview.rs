//! The page of the class, for the teacher.

use arbitro_grade::build::BuildFault;
use arbitro_grade::dossier::StepResult;
use arbitro_grade::page::pair_file;
use arbitro_grade::submissions::{LeftOut, WhyLeftOut};
use arbitro_grade::words::Statement;

use crate::dossiers::{class, failed, faultless, not_built, uncompiled, with_pair};
use crate::grade_pages::{overview_of, page};

#[test]
fn the_overview_leads_to_every_student_and_every_pair() {
    let class = with_pair(class(["00123", "00456", "00789"].map(faultless).to_vec()), 0, 2, 0.87);
    let page = overview_of(&class);
    for number in ["00123", "00456", "00789"] {
        assert!(page.contains(&format!("href=\"students/{number}/index.html\"")));
    }
    assert_eq!(pair_file("00123", "00789"), "likeness/00123--00789.html");
    assert!(page.contains("href=\"likeness/00123--00789.html\""));
    assert!(page.contains("proposed to fail"));
    assert!(page.contains("87.0\u{a0}%"));
}

#[test]
fn the_overview_begins_with_what_the_class_is_like() {
    let mut all = vec![faultless("1"), faultless("2"), uncompiled("3", "")];
    all[0].conformance = StepResult::Found(vec![failed("pop/all", "1", "2")]);
    let page = overview_of(&class(all));
    let verdicts: Vec<&str> = page.split("<p class=\"verdict\">").skip(1).collect();
    let [points, fail, check] = &verdicts[..] else { panic!("{page}") };
    assert!(points.starts_with("Half of the 3 submissions marked have "), "{points}");
    assert!(fail.starts_with("One fails.</p>"), "{fail}");
    assert!(
        check.starts_with("Most failed check: ") && check.contains(" (1 of 2).</p>"),
        "{check}"
    );
    assert!(page.find("verdict") < page.find("<dl"));
}

#[test]
fn the_row_of_a_proposal_names_its_partners_and_how_alike_they_are() {
    let class = with_pair(class(["00123", "00456", "00789"].map(faultless).to_vec()), 0, 2, 0.87);
    let page = overview_of(&class);
    let row =
        page.split("<tr>").find(|it| it.contains("data-v=") && it.contains(">00123<")).unwrap();
    let (_, partners) = row.split_once("≈ ").unwrap();
    assert!(partners.contains("students/00789/") && partners.contains("87.0\u{a0}%"), "{row}");
    assert!(!partners.contains("00456"));
}

#[test]
fn the_overview_lists_the_checks_that_most_fail_first() {
    let mut all = vec![faultless("1"), faultless("2"), faultless("3")];
    let wrong = |id: &str| failed(id, "1", "2");
    all[0].conformance = StepResult::Found(vec![wrong("pop/rare"), wrong("wins/often")]);
    all[1].conformance = StepResult::Found(vec![wrong("wins/often")]);
    let page = overview_of(&class(all));
    let (often, rare) = (page.find("wins/often"), page.find("pop/rare"));
    assert!(often.unwrap() < rare.unwrap());
    assert!(!page.contains("load/start"), "nobody fails it");
}

#[test]
fn the_overview_says_what_is_no_submission_and_who_fails() {
    let mut both = class(vec![faultless("1"), uncompiled("2", "")]);
    both.dossiers[1].build = StepResult::Found(not_built(BuildFault::OwnMain, ""));
    both.left_out
        .push(LeftOut { entry: "notes.txt".to_owned(), why: WhyLeftOut::NeitherFolderNorZip });
    let page = overview_of(&both);
    assert!(page.contains("notes.txt"));
    assert!(page.contains("it defines main"));
    assert!(page.contains("<dt>Fail</dt><dd>1</dd>"));
    assert!(page.contains("<dt>Median of the points</dt><dd>50</dd>"));
}

#[test]
fn a_narrow_screen_leaves_out_the_same_columns_of_the_marks_in_every_row_but_never_the_total() {
    let page = overview_of(&class(vec![faultless("1")]));
    let marks = page.split("id=\"marks\"").nth(1).unwrap().split("</section>").next().unwrap();
    let (head, row) = marks.split_once("<tbody>").unwrap();
    for shown in ["\"n\">Marks</th>", "\"n\">Total</th>", "\"n spare\">Share</th>"] {
        assert!(head.contains(shown), "{shown}: {head}");
    }
    assert_eq!(head.matches(" spare").count(), row.matches(" spare").count(), "{row}");
}

#[test]
fn an_empty_class_has_an_overview_too() {
    let page = overview_of(&class(Vec::new()));
    assert!(page.contains("No submission has points"));
}

#[test]
fn the_overview_has_the_totals_of_the_sheet_above_its_notes_and_code_without_ticks() {
    let mut of_one = class(vec![faultless("870001")]);
    of_one.notes = vec![Statement::Compat];
    let overview = overview_of(&of_one);
    let [marks, row, note] =
        [">Marks</th>", "students/870001", "<code>using namespace std;</code>"]
            .map(|it| overview.find(it).unwrap());
    assert!(marks < row && row < note && !overview.contains("`using"));
    // So on the pages of students, and where it is why a part could not be done.
    let mut dossier = faultless("870001");
    dossier.conformance = StepResult::NotDone(Statement::NotContained);
    for page in [page(dossier.clone()), overview_of(&class(vec![dossier]))] {
        assert!(page.contains("<code>verify doctor</code>") && !page.contains("`verify"), "{page}");
    }
}

#[test]
fn the_overview_tells_who_fails_from_whom_it_is_proposed_of() {
    let dossiers = vec![uncompiled("00123", ""), faultless("00456")];
    let overview = overview_of(&class(dossiers));
    assert!(overview.contains(">fails</span>") && !overview.contains(">proposed to fail</span>"));
    let dossiers = ["00123", "00456"].map(faultless).to_vec();
    let overview = overview_of(&with_pair(class(dossiers), 0, 1, 0.9));
    assert!(!overview.contains(">fails</span>") && overview.contains(">proposed to fail</span>"));
}

#[test]
fn a_score_is_never_shown_as_more_than_it_is() {
    let dossiers = ["00123", "00456"].map(faultless).to_vec();
    let overview = overview_of(&with_pair(class(dossiers), 0, 1, 0.5999));
    assert!(overview.contains("59.9\u{a0}%") && !overview.contains("data-v=\"0.5999\">60"));
}

#[test]
fn who_is_made_of_what_many_have_is_named_to_the_teacher() {
    let mut class = class(["00123", "00456"].map(faultless).to_vec());
    let title = "Mostly common code";
    assert!(!overview_of(&class).contains(title));
    if let StepResult::Found(likeness) = &mut class.likeness {
        likeness.crowd = vec![1];
    }
    let overview = overview_of(&class);
    let after = overview.split(title).nth(1).unwrap();
    let section = after.split("</section>").next().unwrap();
    assert!(section.contains("00456") && !section.contains("00123"));
}
