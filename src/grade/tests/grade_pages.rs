//! The pages of a marking run: they show the findings, name no other student, and run nothing.

use arbitro_grade::conformance::{self, Finding, Verdict};
use arbitro_grade::dossier::{Bonus, Class, Dossier, Reading, StepResult};
use arbitro_grade::marks::{Weights, marks};
use arbitro_grade::memory::{FaultKind, MemoryReport};
use arbitro_grade::page::{overview, student};
use arbitro_grade::source::{Directive, Removed};
use arbitro_grade::submissions::{LeftOut, WhyLeftOut};
use arbitro_grade::words::Statement;
use arbitro_records::{MatchRecord, RecordedFault};
use arbitro_words::Language;

use crate::dossiers::{
    built, class, failed, faultless, follows, memory_fault, passed, rung, uncompiled, with_pair,
};

/// The page of the first of a class.
fn page_of_first(class: &Class, source: Option<&[u8]>) -> String {
    let marks = marks(class, &Weights::default());
    student(&class.dossiers[0], &marks[0], class, source, Language::English)
}

pub(crate) fn page(dossier: Dossier) -> String {
    page_of_first(&class(vec![dossier]), None)
}

pub(crate) fn overview_of(class: &Class) -> String {
    overview(class, &marks(class, &Weights::default()), Language::English)
}

/// A fault that a record has in these words.
fn said(text: &str) -> Option<RecordedFault> {
    Some(RecordedFault { text: Some(text.to_owned()), ..RecordedFault::default() })
}

#[test]
fn a_failed_check_is_shown_with_what_was_expected_what_came_and_how_to_reproduce_it() {
    let mut dossier = faultless("870001");
    dossier.conformance = StepResult::Found(vec![failed("pop/all", "three boards", "two boards")]);
    let page = page(dossier);
    for text in [
        "after all boards there is none left",
        "three boards",
        "two boards",
        "p1-&gt;pop()",
        "int main() { Player p(1); p.pop(); }",
        "wrong answer",
    ] {
        assert!(page.contains(text), "{text}");
    }
}

#[test]
fn a_failed_check_shows_the_board_that_was_put_in() {
    let all = conformance::all();
    let is_board =
        |(_, bytes): &(String, Vec<u8>)| bytes.starts_with(b"o   o") || bytes.contains(&b'X');
    let check = all.iter().find(|it| it.files.iter().any(is_board)).unwrap();
    let (name, bytes) = check.files.iter().find(|file| is_board(file)).unwrap();
    let mut dossier = faultless("870001");
    dossier.conformance =
        StepResult::Found(vec![Finding { id: check.id.clone(), ..failed(&check.id, "1", "2") }]);
    let page = page(dossier);
    let text = String::from_utf8(bytes.clone()).unwrap().replace(' ', "·");
    assert!(page.contains(name.as_str()));
    assert!(page.contains(&text), "{page}");
}

/// The page of a submission that fails one check.
fn page_of_answers(expected: &str, got: &str) -> String {
    let mut dossier = faultless("870001");
    dossier.conformance = StepResult::Found(vec![failed("pop/all", expected, got)]);
    page(dossier)
}

/// Returns the text under a heading, a block's attributes cut short.
fn shown_as(page: &str, heading: &str) -> String {
    let after = page.split(&format!("<dt>{heading}</dt>")).nth(1).unwrap();
    let answer = after.split("</dd>").next().unwrap();
    let block = " tabindex=\"0\" role=\"group\" aria-label=";
    assert!(answer.contains(block), "{answer}");
    answer.replace(block, " ")
}

#[test]
fn boards_are_shown_row_by_row_and_squares_that_differ_are_marked() {
    let empty = format!("{}\n", " ".repeat(15)).repeat(6);
    let page = page_of_answers(
        &format!("a legal move of player 1, from:\n{empty}  x            \n    o          "),
        &format!("a man went back:\n{empty}               \n  x o          "),
    );
    let empty = "· · · · · · · ·\n";
    assert_eq!(
        shown_as(&page, "Expected"),
        format!(
            "<dd><span>a legal move of player 1, from:</span><pre class=\"board\" \"A board\">{}· <mark>x</mark> · · · · · ·\n\
             · <mark>·</mark> o · · · · ·\n</pre>",
            empty.repeat(6)
        )
    );
    assert_eq!(
        shown_as(&page, "Got"),
        format!(
            "<dd><span>a man went back:</span><pre class=\"board\" \"A board\">{}· <mark>·</mark> · · · · · ·\n\
             · <mark>x</mark> o · · · · ·\n</pre>",
            empty.repeat(6)
        )
    );
    // As every square was asked for: a letter each.
    let squares = |last: &str| format!("\n{}{last}", "........\n".repeat(7));
    let page = page_of_answers(&squares(".x......"), &squares(".X......"));
    assert!(shown_as(&page, "Expected").ends_with("· <mark>x</mark> · · · · · ·\n</pre>"));
    assert!(shown_as(&page, "Got").ends_with("· <mark>X</mark> · · · · · ·\n</pre>"));
}

#[test]
fn the_text_of_a_file_is_shown_line_by_line_with_its_spaces_and_newlines() {
    let page = page_of_answers(
        r#"b.txt holds "x  \n   o""#,
        r#"it holds "x  \n  \t<b>\\n\"\n", 9 bytes instead of 8"#,
    );
    assert_eq!(
        shown_as(&page, "Expected"),
        "<dd><span>b.txt holds</span><pre class=\"board\" \"The text of a file\">x··\n\
         ··<mark>·</mark><mark>o</mark>\n</pre>"
    );
    let got = shown_as(&page, "Got");
    assert!(got.starts_with("<dd><span>it holds</span><pre class=\"board\""));
    assert!(got.contains(">x··\n··<mark>\\</mark><mark>t</mark><mark>&lt;</mark>"));
    assert!(got.contains("<mark>\\</mark><mark>&quot;</mark>\n<mark>↵</mark>\n</pre>"));
    assert!(got.ends_with("</pre><span>9 bytes instead of 8</span>"));
}

#[test]
fn a_memory_fault_is_shown_in_the_students_own_lines_whatever_ends_them() {
    let mut dossier = faultless("870001");
    dossier.memory = StepResult::Found(MemoryReport {
        faults: vec![memory_fault(FaultKind::Leak, 5)],
        ..MemoryReport::default()
    });
    let class = class(vec![dossier]);
    let text: Vec<String> = (1..=9).map(|line| format!("int l{line};")).collect();
    for end in ["\n", "\r\n", "\r"] {
        let page = page_of_first(&class, Some(text.join(end).as_bytes()));
        assert!(page.contains("<li class=\"at\"><span>5</span><code>int l5;</code></li>"));
        assert!(page.contains("int l2;") && page.contains("int l8;"));
        assert!(!page.contains("int l1;") && !page.contains("int l9;"));
    }
    // A line that is not in the file, or no file, is no reason to stop.
    assert!(page_of_first(&class, Some(b"one line")).contains("line 5"));
    assert!(page_of_first(&class, None).contains("line 5"));
}

#[test]
fn compiler_messages_and_what_was_taken_out_are_shown() {
    let said = "player.cpp:7:1: error: 'vector' does not name a type";
    let mut dossier = uncompiled("870001", said);
    if let StepResult::Found(Reading::Clean(findings)) = &mut dossier.text {
        findings.removed.push(Removed {
            line: 2,
            what: Directive::Include,
            text: "#include <vector>".to_owned(),
        });
    }
    let page = page(dossier);
    assert!(page.contains("player.cpp:7:1: error"));
    assert!(page.contains("#include &lt;vector&gt;"));
    assert!(page.contains("Fails. "));
}

#[test]
fn matches_and_forfeits_are_shown_with_the_first_fault() {
    let mut lost = rung("greedy", 2, 1, 7);
    lost.forfeits = vec![("illegal_move".to_owned(), 3)];
    lost.first_fault = said("the man on 27 went to 23");
    let mut dossier = faultless("870001");
    dossier.strength = StepResult::Found(vec![lost]);
    let page = page(dossier);
    for text in [
        "greedy",
        "3 × made an illegal move",
        "the man on 27 went to 23",
        "<strong>4</strong> of 9",
    ] {
        assert!(page.contains(text), "{text}");
    }
}

/// The headings and points of the list that the page begins with.
fn first_of_all(page: &str) -> Vec<String> {
    let Some(list) = page.split("<ol class=\"most\">").nth(1) else {
        return Vec::new();
    };
    assert!(page.find("<ol class=\"most\">") < page.find("id=\"marks-h\""));
    let list = list.split("</ol>").next().unwrap();
    let items = list.split("<li><strong>").skip(1);
    items
        .map(|item| item.split("</span>").next().unwrap())
        .map(|it| it.replace("</strong><span class=\"badge\">", " "))
        .collect()
}

#[test]
fn the_page_begins_with_three_parts_that_would_bring_points_faults_first() {
    assert_eq!(first_of_all(&page(faultless("870001"))), [""; 0]);
    let mut dossier = faultless("870001");
    let passes = dossier.conformance.found().unwrap()[..3].to_vec();
    dossier.conformance = StepResult::Found([passes, vec![failed("pop/all", "1", "2")]].concat());
    dossier.strength = StepResult::Found(vec![rung("greedy", 1, 0, 3)]);
    dossier.memory = StepResult::Found(MemoryReport {
        faults: vec![memory_fault(FaultKind::Leak, 5)],
        ..MemoryReport::default()
    });
    if let StepResult::Found(build) = &mut dossier.build {
        build.warnings.as_mut().unwrap().warnings = 1;
    }
    let page = page(dossier);
    let told = first_of_all(&page);
    assert_eq!(
        told,
        ["Correct methods +11.25 points", "Care with memory +3 points", "Strategy +15 points"],
        "{page}"
    );
    assert!(page.contains("<p>1 of 4 won against greedy.</p>"));
    // What kept everything else from being done is one thing to do.
    let page = self::page(uncompiled("870001", ""));
    assert_eq!(first_of_all(&page), ["Compiles +100 points"]);
}

#[test]
fn the_bonus_stands_apart_from_the_total() {
    let mut dossier = faultless("870001");
    if let StepResult::Found(place) = &mut dossier.contest {
        place.bonus = Bonus::Yes;
    }
    let page = page(dossier);
    assert!(page.contains("<dd>100 of 100</dd>") && page.contains("<dd>+5</dd>"));
    assert!(page.contains("100.0\u{a0}%") && !page.contains("105"));
}

#[test]
fn one_point_of_the_tournament_is_one() {
    let mut dossier = faultless("870001");
    assert!(page(dossier.clone()).contains(", with 8 points: "));
    if let StepResult::Found(place) = &mut dossier.contest {
        place.points = 1.0;
    }
    assert!(page(dossier).contains(", with 1 point: "));
}

#[test]
fn letters_that_are_not_seen_or_turn_the_text_are_marked() {
    let mut lost = rung("gre\u{202e}edy", 2, 1, 7);
    lost.first_fault = said("a\u{200b}b\u{1b}c\td");
    let mut dossier = faultless("870001");
    dossier.strength = StepResult::Found(vec![lost]);
    let page = page(dossier);
    assert!(page.contains("gre\u{fffd}edy"));
    assert!(page.contains("a\u{fffd}b\u{fffd}c d"));
}

#[test]
fn a_students_page_names_no_other_student_even_one_it_was_copied_from() {
    let mut class =
        with_pair(class(["00123", "77456", "77789"].map(faultless).to_vec()), 0, 1, 0.87);
    class.remarks.push(Statement::same("valgrind broke on 77789"));
    class
        .left_out
        .push(LeftOut { entry: "77999.rar".to_owned(), why: WhyLeftOut::NeitherFolderNorZip });
    let page = page_of_first(&class, Some(b"int main;"));
    assert!(page.contains("00123") && page.contains("Proposed to fail"));
    for other in ["77456", "77789", "77999"] {
        assert!(!page.contains(other), "{other}");
    }
}

#[test]
fn what_could_not_be_done_is_said_on_the_page_and_not_held_against_anybody() {
    let mut dossier = faultless("870001");
    dossier.memory =
        StepResult::NotDone(Statement::same("valgrind is not installed: apt-get install valgrind"));
    let class = class(vec![dossier, faultless("870002")]);
    for page in [page_of_first(&class, None), overview_of(&class)] {
        assert!(page.contains("apt-get install valgrind"));
    }
    assert!(page_of_first(&class, None).contains("85 of 85"));
}

#[test]
fn what_should_be_known_besides_is_not_called_undone() {
    let mut class = class(vec![faultless("870001"), faultless("870002")]);
    class.notes.push(Statement::same("a Swiss tournament was played"));
    let page = overview_of(&class);
    assert!(page.contains("a Swiss tournament was played"));
    assert!(page.contains("Everything was done."));
    assert!(!page.contains("Not everything"));
}

/// Text that does something wherever it is not escaped.
const HOSTILE: &str =
    "</pre></code><script>alert(1)</script><img src=x onerror=alert(2)>\u{202e}\" onload=\"x";

#[test]
fn nothing_of_a_stranger_becomes_part_of_the_page() {
    let mut dossier = uncompiled(HOSTILE, HOSTILE);
    dossier.layout.entries = vec![HOSTILE.to_owned()];
    let mut other = faultless(HOSTILE);
    other.conformance = StepResult::Found(vec![failed(HOSTILE, HOSTILE, HOSTILE)]);
    let mut fault = memory_fault(FaultKind::Leak, 1);
    (fault.what, fault.function) = (HOSTILE.to_owned(), Some(HOSTILE.to_owned()));
    fault.stack = vec![HOSTILE.to_owned(); 2];
    other.memory =
        StepResult::Found(MemoryReport { faults: vec![fault], ..MemoryReport::default() });
    let mut lost = rung(HOSTILE, 1, 1, 1);
    lost.forfeits = vec![(HOSTILE.to_owned(), 1)];
    lost.first_fault = said(HOSTILE);
    other.strength = StepResult::Found(vec![lost]);
    if let StepResult::Found(Reading::Clean(findings)) = &mut other.text {
        findings.removed.push(Removed {
            line: 1,
            what: Directive::Pragma,
            text: HOSTILE.to_owned(),
        });
    }
    let mut class = with_pair(class(vec![other, dossier]), 0, 1, 0.9);
    class.remarks.push(Statement::same(HOSTILE));
    class.notes.push(Statement::same(HOSTILE));
    let marks = marks(&class, &Weights::default());
    let source = Some(HOSTILE.as_bytes());
    let pages = |language| {
        [
            student(&class.dossiers[0], &marks[0], &class, source, language),
            student(&class.dossiers[1], &marks[1], &class, source, language),
            overview(&class, &marks, language),
        ]
    };
    for page in Language::ALL.into_iter().flat_map(pages) {
        assert_eq!(page.matches("<script").count(), 1, "the one of ours");
        assert!(!page.contains("<img") && !page.contains("\" onload"));
        assert!(page.contains("script-src 'sha256-"));
        assert!(page.contains("default-src 'none'"));
    }
}

#[test]
fn no_page_asks_a_network_for_anything() {
    let class = with_pair(class(["1", "2"].map(faultless).to_vec()), 0, 1, 0.9);
    for page in [page_of_first(&class, None), overview_of(&class)] {
        for word in ["http://", "https://", " src=", "<link", "@import", "url("] {
            assert!(!page.contains(word), "{word}");
        }
    }
}

#[test]
fn a_number_that_is_no_folders_name_leads_nowhere() {
    let page = overview_of(&class(vec![faultless("../../etc"), faultless("javascript:1")]));
    assert!(page.contains("../../etc"));
    assert!(!page.contains("href=\"students/..") && !page.contains("href=\"javascript"));
}

#[test]
fn the_same_evidence_gives_the_same_bytes() {
    let both = || with_pair(class(["1", "2"].map(faultless).to_vec()), 0, 1, 0.9);
    assert_eq!(overview_of(&both()), overview_of(&both()));
    assert_eq!(page_of_first(&both(), None), page_of_first(&both(), None));
}

#[test]
fn a_check_that_was_not_run_is_named_and_not_shown_as_a_wrong_answer() {
    let mut dossier = faultless("870001");
    let mut not_run = failed("pop/all", "to be run", "it was not, because of what hung");
    not_run.verdict = Verdict::NotRun;
    dossier.conformance = StepResult::Found(vec![failed("pop/one", "1", "2"), not_run]);
    let page = page(dossier);
    assert!(page.contains("<h3>Not run</h3>") && page.contains("it was not, because of what hung"));
    assert!(page.contains("id=\"check-pop/one\"") && !page.contains("id=\"check-pop/all\""));
}

#[test]
fn a_check_that_was_not_judged_is_named_under_the_method_it_follows_from() {
    let mut dossier = faultless("870001");
    let wrong = failed("cell/start", "x", "o");
    dossier.conformance = StepResult::Found(vec![wrong, follows("pop/all", "cell")]);
    let page = page(dossier);
    let (before, after) = page.split_once("<h3>Not judged</h3>").unwrap();
    assert!(before.contains("id=\"check-cell/start\""));
    assert!(
        after.contains("<code>cell</code>")
            && after.contains("after all boards there is none left")
    );
    // Where it is charged, with a check to look at.
    assert!(
        after.contains(">−22.5</span>") && after.contains("href=\"#check-cell/start\""),
        "{after}"
    );
    assert!(!page.contains("id=\"check-pop/all\""));
}

#[test]
fn what_costs_most_is_first_and_what_hides_much_is_told_in_the_overview() {
    let mut dossier = faultless("870001");
    let ids = ["pop/a", "pop/b", "cell/a", "move/a"];
    let mut findings = ids.map(passed).to_vec();
    findings.extend(["pop/c", "cell/b", "cell/c"].map(|it| failed(it, "x", "y")));
    let of_one = class(vec![Dossier {
        conformance: StepResult::Found(findings.clone()),
        ..dossier.clone()
    }]);
    let page = page_of_first(&of_one, None);
    let at = |id: &str| page.find(&format!("id=\"check-{id}\"")).unwrap();
    assert!(at("cell/b") < at("pop/c"));
    let hint = "Cell keeps 1 check of others from being judged: mended it would bring up to";
    assert!(!overview_of(&of_one).contains(hint));
    findings.push(follows("load/a", "cell"));
    dossier.conformance = StepResult::Found(findings);
    let overview = overview_of(&class(vec![dossier]));
    assert!(overview.contains(hint) && overview.contains("--only 870001"), "{overview}");
}

#[test]
fn the_courses_text_is_quoted_once_and_warnings_that_are_worth_nothing_say_so() {
    let mut dossier = faultless("870001");
    dossier.build = StepResult::Found(built(2));
    let wrong = ["pop/latest", "pop/all"].map(|it| failed(it, "x", it));
    dossier.conformance = StepResult::Found(wrong.to_vec());
    let page = page(dossier);
    assert_eq!(page.matches("pop() takes the latest board away.").count(), 1);
    assert!(page.contains("2 warnings with -Wall -Wextra, which costs nothing."));
}

#[test]
fn what_is_charged_to_another_method_names_it() {
    let mut dossier = faultless("870001");
    let all = ["wins/stuck", "loses/stuck"].map(passed).into_iter();
    let wrong = ["wins/no-o", "loses/no-o"].map(|it| failed(it, "true", "false"));
    dossier.conformance = StepResult::Found(all.chain(wrong).collect());
    let page = page(dossier);
    assert!(page.contains("loses 1 (−11.25), wins 1 (as loses)"), "{page}");
    assert!(page.contains(">no points of its own: charged as loses</span>"), "{page}");
}

#[test]
fn a_failed_check_names_the_sentence_that_it_goes_by() {
    let mut dossier = faultless("870001");
    dossier.conformance = StepResult::Found(vec![failed("pop/latest", "x", "o")]);
    let page = page(dossier);
    assert!(page.contains("in our words: pop() takes the latest board away."));
}

#[test]
fn a_failed_check_says_how_many_of_the_class_pass_it() {
    let mut dossiers = ["00123", "00456", "00789"].map(faultless);
    dossiers[0].conformance = StepResult::Found(vec![failed("pop/all", "1", "2")]);
    let page = page_of_first(&class(dossiers.to_vec()), None);
    assert!(page.contains("passed by 2 of 3 submissions"), "{page}");
}

#[test]
fn checks_that_fail_for_one_cause_stand_together() {
    let mut dossier = faultless("870001");
    dossier.conformance = StepResult::Found(vec![
        failed("pop/one", "nothing", "a crash of ours"),
        failed("load/a", "nothing", "the same"),
        failed("pop/two", "something", "a crash of ours"),
        failed("load/b", "nothing", "another"),
    ]);
    let class = class(vec![dossier]);
    let mark = marks(&class, &Weights::default()).remove(0);
    let html = student(&class.dossiers[0], &mark, &class, None, Language::English);
    assert_eq!(html.matches("Apparently the same cause: 1 other check").count(), 1);
    let places = [
        "check-pop/one",
        "Apparently the same cause",
        "check-pop/two",
        "check-load/a",
        "check-load/b",
    ];
    let at = places.map(|place| html.find(place).unwrap());
    assert!(at.is_sorted(), "{at:?}");
}

#[test]
fn a_failed_first_match_shows_the_board_that_was_written() {
    let board = "  o   o   o   o\n";
    let wrote = board.repeat(8);
    let mut dossier = faultless("870001");
    dossier.first_match = Some(MatchRecord {
        fault: Some(RecordedFault {
            text: Some("it wrote <b>nonsense</b>".to_owned()),
            wrote: Some(wrote.trim_end().to_owned()),
            ..RecordedFault::default()
        }),
        ..MatchRecord::default()
    });
    let class = class(vec![dossier]);
    let mark = marks(&class, &Weights::default()).remove(0);
    for language in [Language::English, Language::Italian] {
        let html = student(&class.dossiers[0], &mark, &class, None, language);
        assert!(html.contains("&lt;b&gt;nonsense") && html.contains("first-match.json"));
        assert!(html.matches("<pre class=\"board\"").count() >= 2 && html.contains("<mark>"));
    }
}

#[test]
fn the_checks_are_counted_the_same_wherever_a_page_counts_them() {
    let mut dossier = faultless("870001");
    let mut all =
        vec![passed("load/start"), passed("load/kings"), failed("operator()/a", "x", "o")];
    all.push(follows("pop/all", "operator()"));
    dossier.conformance = StepResult::Found(all);
    let class = class(vec![dossier]);
    let page = page_of_first(&class, None);
    for text in ["<dd>2 of 3</dd>", "1 check of 3 did not", "2 of 3 checks passed"] {
        assert!(page.contains(text), "{text}");
    }
    let row = overview_of(&class);
    let row = row.split("<td>operator()/a").nth(1).unwrap();
    assert!(
        row.starts_with("</td><td class=\"n\" data-v=\"1\">1</td><td class=\"n\" data-v=\"1\">1<")
    );
    assert!(!overview_of(&class).contains("after all boards there is none left"));
}
