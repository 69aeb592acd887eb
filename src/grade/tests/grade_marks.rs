//! Marks: what is found turns into points by the weights, with a reason, and nothing else does.

use std::borrow::Cow;

use arbitro_grade::build::BuildFault;
use arbitro_grade::conformance::{
    self, CheckMessage, EVERY_METHOD, FORGED, Finding, Group, Verdict, Weight,
};
use arbitro_grade::dossier::{Bonus, Class, Course, Dossier, Reading, StepResult};
use arbitro_grade::marks::{Basis, Mark, Part, PartName, Weights, columns, csv, marks};
use arbitro_grade::source::{Remark, Remarkable};
use arbitro_grade::submissions::{Contents, Names};
use arbitro_grade::words::Statement;
use arbitro_rules::InvalidValue;
use arbitro_words::Language;

use crate::dossiers::{
    built, class, english, failed, faultless, follows, not_built, passed, rung, uncompiled,
    with_pair,
};

pub(crate) fn mark_of(dossier: Dossier) -> Mark {
    mark_by(dossier, "")
}

/// Points of which the rules are shown, whatever the usual ones are.
const POINTS: &str = "[points]\nwarnings = 5\nconformance = 40\n";

fn mark_by(dossier: Dossier, weights: &str) -> Mark {
    let weights = Weights::read(&format!("{weights}\n{POINTS}")).unwrap();
    marks(&class(vec![dossier]), &weights).remove(0)
}

pub(crate) fn part(mark: &Mark, name: PartName) -> &Part {
    mark.part(name).unwrap()
}

/// Returns the reason for failing, in English.
fn failed_for(mark: &Mark) -> Cow<'static, str> {
    english(mark.failing.as_ref().unwrap())
}

/// Returns the explanation of a part's points, in English.
pub(crate) fn why(mark: &Mark, name: PartName) -> Cow<'static, str> {
    english(&part(mark, name).why)
}

fn sheet(marks: &[Mark]) -> Vec<u8> {
    csv(&Course::Class, marks, Language::English)
}

fn lines(sheet: &[u8]) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(sheet);
    let rows = reader.records().map(|row| row.unwrap());
    rows.map(|row| row.iter().map(str::to_owned).collect()).collect()
}

fn cell<'a>(lines: &'a [Vec<String>], row: usize, column: &str) -> &'a str {
    let at = columns(&Course::Class).iter().position(|it| *it == column).unwrap();
    &lines[row][at]
}

#[test]
fn a_submission_without_a_fault_has_all_points_and_no_bonus() {
    let mark = mark_of(faultless("870001"));
    assert_eq!((mark.total, mark.of), (100.0, 100.0));
    assert_eq!(mark.failing, None);
    let names: Vec<PartName> = mark.parts.iter().map(|part| part.name).collect();
    assert_eq!(names, PartName::CLASS);
    assert!(PartName::CLASS.iter().all(|it| !why(&mark, *it).is_empty()));
}

#[test]
fn the_bonus_comes_on_top_of_the_total() {
    let mut best = faultless("870001");
    if let StepResult::Found(place) = &mut best.contest {
        (place.place, place.bonus) = (1, Bonus::Yes);
    }
    let mark = mark_of(best);
    assert_eq!((mark.total, mark.of), (105.0, 100.0));
    assert!(why(&mark, PartName::Bonus).contains("Place 1 of 9"));
}

#[test]
fn what_does_not_compile_fails_with_no_points() {
    let mark = mark_of(uncompiled("870001", "player.cpp:1:1: error: no\n"));
    assert_eq!((mark.total, mark.of), (0.0, 100.0));
    assert!(failed_for(&mark).contains("does not compile"));
    assert!(!mark.is_proposal());
    assert_eq!(part(&mark, PartName::Memory).basis, Basis::NotReached);
    let mut main = uncompiled("870001", "");
    main.build = StepResult::Found(not_built(BuildFault::OwnMain, ""));
    assert!(failed_for(&mark_of(main.clone())).contains("main"));
    if let StepResult::Found(Reading::Clean(findings)) = &mut main.text {
        let what = Remarkable::OwnMain;
        findings.remarks.push(Remark { line: 631, what, text: "int main() {}".to_owned() });
    }
    assert!(failed_for(&mark_of(main)).contains("main, at line 631"));
}

#[test]
fn who_hands_in_no_player_cpp_fails_and_is_told_what_was_there() {
    let mut empty = uncompiled("870001", "");
    empty.layout.found =
        Contents::Missing { others: Names { first: vec!["palyer.cpp".to_owned()], more: 0 } };
    let mark = mark_of(empty);
    assert!(failed_for(&mark).contains("palyer.cpp"));
    assert!(!mark.is_proposal());
}

#[test]
fn what_could_not_be_done_is_taken_out_of_the_total_and_said() {
    let mut dossier = faultless("870001");
    dossier.memory = StepResult::NotDone(Statement::same("valgrind is not there"));
    let mark = mark_of(dossier);
    assert_eq!((mark.total, mark.of), (85.0, 85.0));
    let memory = part(&mark, PartName::Memory);
    assert_eq!(memory.basis, Basis::NotDone);
    let said = why(&mark, PartName::Memory);
    assert!(said.contains("valgrind is not there"));
    assert!(said.contains("15 points are left out"));
    assert_eq!(mark.per_cent(), Some(100.0));
}

#[test]
fn without_a_compiler_nobody_fails_and_nothing_is_counted() {
    let not_done = || Statement::same("there is no g++");
    let mark = mark_of(Dossier {
        build: StepResult::NotDone(not_done()),
        conformance: StepResult::NotDone(not_done()),
        memory: StepResult::NotDone(not_done()),
        strength: StepResult::NotDone(not_done()),
        contest: StepResult::NotDone(not_done()),
        ..faultless("870001")
    });
    assert_eq!((mark.total, mark.of), (0.0, 0.0));
    assert_eq!((mark.failing.as_ref(), mark.per_cent()), (None, None));
}

#[test]
fn each_warning_beyond_the_free_ones_costs_its_points_and_never_more_than_there_are() {
    let with = |warnings: usize, weights: &str| {
        let mut dossier = faultless("870001");
        dossier.build = StepResult::Found(built(warnings));
        part(&mark_by(dossier, weights), PartName::Warnings).points
    };
    assert_eq!(with(3, ""), 3.5);
    assert_eq!(with(3, "[warnings]\nfree = 2"), 4.5);
    assert_eq!(with(1, "[warnings]\nfree = 2"), 5.0);
    assert_eq!(with(5000, ""), 0.0);
}

/// The points for the methods, and why, of these findings by these weights.
fn methods(findings: Vec<Finding>, weights: &str) -> (f64, String) {
    let mut dossier = faultless("870001");
    dossier.conformance = StepResult::Found(findings);
    let mark = mark_by(dossier, weights);
    let said = why(&mark, PartName::Conformance).into_owned();
    (part(&mark, PartName::Conformance).points, said)
}

#[test]
fn each_method_gives_the_same_points_however_many_checks_it_has() {
    let points = |weights: &str, notice: bool| {
        let mut wrong = failed("pop/all", "3", "2");
        if notice {
            wrong.weight = Weight::Notice;
        }
        let right = ["load/a", "load/b", "load/c", "load/d", "pop/one"].map(passed);
        let all = right.into_iter().chain([wrong]).collect();
        methods(all, weights).0
    };
    // Half of pop, which is half of all.
    assert_eq!(points("", false), 30.0);
    assert_eq!(points("", true), 40.0);
    assert_eq!(points("[conformance]\nnotice = 1", true), 30.0);
    // A method that counts three times what another does is three of four.
    assert_eq!(points("[conformance.weights]\n'pop/*' = 3", false), 25.0);
    // The longer pattern counts, and a check that counts nothing leaves its method to the others.
    let both = "[conformance.weights]\n'pop/*' = 3\n'pop/all' = 0";
    assert_eq!(points(both, false), 40.0);
    // Within a method a check counts by its weight: pop/all three of four.
    let within = "[conformance.weights]\n'pop/all' = 3\n'pop/one' = 1\n'load/*' = 2";
    assert_eq!(points(within, false), 25.0);
}

/// The findings of the course's checks, with the verdict of each.
pub(crate) fn course(verdict: impl Fn(&str) -> Verdict) -> Vec<Finding> {
    let all = conformance::all().into_iter();
    let finding = |it: conformance::Check| Finding {
        method: it.method.to_owned(),
        weight: it.weight,
        verdict: verdict(&it.id),
        ..passed(&it.id)
    };
    all.map(finding).collect()
}

/// The findings of the course's checks, of which only these fail.
fn only(wrong: &[&str]) -> Vec<Finding> {
    course(|id| if wrong.contains(&id) { Verdict::Failed } else { Verdict::Passed })
}

#[test]
fn exceptions_are_at_most_their_part_of_a_method_however_many_calls_must_throw() {
    // Three quarters of one method of fourteen, though eleven of its checks passed.
    let upside_down = only(&["cell/start", "cell/every-kind", "cell/history"]);
    let (points, said) = methods(upside_down.clone(), "");
    assert_eq!(points, 37.86);
    assert!(said.contains("; not passed: operator() 3 (−2.14). "));
    assert!(said.ends_with(
        "Each method counts the same, however many checks it has; the calls that must throw index_out_of_bounds are at most 25 % of it."
    ));
    let (points, said) = methods(upside_down, "[conformance]\nexceptions = 1");
    assert_eq!(points, 39.39);
    assert!(said.ends_with("however many checks it has."));
    // Of a method with one such check among many it counts as any other.
    for wrong in ["move/empty-history", "move/first", "move/game"] {
        let one = only(&[wrong]);
        let is_of_move = |it: &&Finding| it.method == "move" && it.weight == Weight::Fault;
        let many = one.iter().filter(is_of_move).count() as f64;
        let lost = 40.0 - methods(one, "").0;
        assert!((lost - 40.0 / 14.0 / many).abs() < 0.01, "{wrong}");
    }
}

#[test]
fn a_method_that_always_answers_the_same_keeps_half_of_its_points() {
    let whole = 40.0 / 14.0;
    for other in [Group::Yes, Group::Other] {
        let mut all = conformance::all();
        all.retain(|it| it.method == "valid_move" && it.group == other);
        let wrong = Vec::from_iter(all.iter().map(|it| it.id.as_str()));
        let lost = 40.0 - methods(only(&wrong), "").0;
        assert!((0.49..0.5).contains(&(lost / whole)), "{other:?}: {lost}");
    }
}

#[test]
fn all_and_none_of_the_checks_are_all_and_none_of_the_points() {
    assert_eq!(methods(course(|_| Verdict::Passed), "").0, 40.0);
    assert_eq!(methods(course(|_| Verdict::Failed), "").0, 0.0);
    assert_eq!(methods(course(|_| Verdict::NotRun), "").0, 0.0);
}

#[test]
fn what_is_found_in_all_checks_together_is_no_method() {
    let mut deceit = failed(FORGED, "no answer", "\"done\"");
    deceit.method = EVERY_METHOD.to_owned();
    let right = ["load/a", "load/b", "pop/a"].map(passed);
    let all = right.into_iter().chain([deceit]).collect();
    assert_eq!(methods(all, "").0, 30.0);
}

/// The points for the methods, and why, where one method is right, one is wrong, and so many cannot be judged.
fn with_not_judged(not_judged: usize) -> (f64, String) {
    let mut all = vec![failed("operator()/a", "x", "o")];
    all.extend(["a", "b", "c"].map(|it| passed(&format!("load/{it}"))));
    all.extend((0..not_judged).map(|at| follows(&format!("pop{at}/all"), "operator()")));
    methods(all, "")
}

#[test]
fn what_a_wrong_method_keeps_from_being_judged_earns_nothing_and_is_said() {
    assert_eq!(with_not_judged(0).0, 20.0);
    let (less, said) = with_not_judged(2);
    assert_eq!(less, 10.0);
    assert_eq!(
        said,
        "3 of 4 checks passed; not passed: operator() 1 (−10). Each method counts the same, however many checks it has. Not judged, because they need a method that is wrong, and so without points: operator() 2 (−20)."
    );
    // More that is not judged never earns more, and nothing known earns nothing.
    let by_not_judged: Vec<f64> = (0..30).map(|it| with_not_judged(it).0).collect();
    assert!(by_not_judged.is_sorted_by(|one, next| one >= next));
    let nothing = (0..30).map(|at| follows(&format!("pop/{at}"), "load_board"));
    assert_eq!(methods(nothing.collect(), "").0, 0.0);
}

/// Returns the loss of a class whose checks of these names fail, each with its wrong answer.
fn lost(wrong: &[(&str, &CheckMessage)]) -> f64 {
    let mut findings = only(&wrong.iter().map(|it| it.0).collect::<Vec<_>>());
    for (id, got) in wrong {
        let finding = findings.iter_mut().find(|finding| finding.id == *id).unwrap();
        let mut fault = failed(id, "", "").fault.unwrap();
        fault.expected = CheckMessage::Throws("index_out_of_bounds".to_owned());
        fault.got = (*got).clone();
        finding.fault = Some(fault);
    }
    40.0 - methods(findings, "").0
}

#[test]
fn what_methods_do_wrong_for_one_reason_is_charged_where_it_costs_most() {
    let value = CheckMessage::Same("false".to_owned());
    let [wins, loses] = ["wins/no-o", "loses/no-o"].map(|it| lost(&[(it, &value)]));
    let both = lost(&[("wins/no-o", &value), ("loses/no-o", &value)]);
    assert!((both - wins.max(loses)).abs() < 0.011);
    let two = lost(&[("wins/no-o", &value), ("loses/stuck", &value)]);
    assert!((two - wins - loses).abs() < 0.011);
    // Two that do nothing are two.
    let dead = [["wins/no-o", "wins/no-x"], ["loses/no-o", "loses/no-x"]];
    let each = dead.map(|dead| lost(&dead.map(|it| (it, &value))));
    let both = lost(&dead.as_flattened().iter().map(|it| (*it, &value)).collect::<Vec<_>>());
    assert!((both - each[0] - each[1]).abs() < 0.021, "{both} of {each:?}");
    let wrong = CheckMessage::Throws("invalid_board".to_owned());
    let thrown = ["pop/empty-history", "cell/row-below", "recurrence/empty-history"];
    let each = thrown.map(|thrown| lost(&[(thrown, &wrong)]));
    let all = lost(&thrown.map(|thrown| (thrown, &wrong)));
    assert!((all - each.into_iter().fold(0.0, f64::max)).abs() < 0.011, "{all} of {each:?}");
    // Guards that are missing are each a fault of its own.
    let missing = lost(&thrown.map(|thrown| (thrown, &CheckMessage::NoException)));
    assert!((missing - each.iter().sum::<f64>()).abs() < 0.021);
}

#[test]
fn the_reason_counts_all_that_was_judged_and_says_what_each_method_cost() {
    let mut noticed = failed("output/bounded", "little", "much");
    noticed.weight = Weight::Notice;
    let all = vec![passed("pop/all"), passed("pop/one"), noticed];
    let of = |weights: &str| methods(all.clone(), weights).1;
    assert!(of("").starts_with("All 2 checks passed."));
    assert!(of("[conformance]\nnotice = 1").contains("; not passed: output 1 (−20)."));
}

#[test]
fn the_reason_names_the_methods_that_are_wrong_the_worst_first() {
    let (_, said) = methods(
        vec![
            passed("load/a"),
            failed("wins/a", "true", "false"),
            failed("pop/a", "1", "2"),
            failed("pop/b", "1", "2"),
            passed("pop/c"),
        ],
        "",
    );
    assert!(said.starts_with("2 of 5 checks passed; not passed: wins 1 (−13.33), pop 2 (−8.89)."));
}

#[test]
fn strength_is_the_share_of_matches_won_rung_by_rung() {
    let points = |rungs: Vec<_>| {
        let mut dossier = faultless("870001");
        dossier.strength = StepResult::Found(rungs);
        part(&mark_of(dossier), PartName::Strength).points
    };
    let lost = |opponent| rung(opponent, 0, 0, 10);
    let (easy, middle) = (rung("random", 10, 0, 0), rung("greedy", 10, 0, 0));
    // 3, 2 and 1 of 6 sixths of 20.
    assert_eq!(points(vec![easy.clone(), lost("b"), lost("c")]), 10.0);
    assert_eq!(points(vec![lost("a"), middle.clone(), lost("c")]), 6.67);
    assert_eq!(points(vec![easy, middle, lost("c")]), 16.67);
    // A draw is half a win; a rung without matches does not count.
    assert_eq!(points(vec![rung("a", 5, 5, 0), rung("b", 0, 0, 0)]), 15.0);
    // A forfeit costs a win besides, and more than what the rung gives.
    let mut forfeited = rung("a", 5, 0, 5);
    forfeited.forfeits = vec![("crash".to_owned(), 4)];
    assert_eq!(points(vec![forfeited.clone()]), 2.0);
    forfeited.won = 0;
    assert_eq!(points(vec![rung("a", 10, 0, 0), forfeited]), 5.6);
}

#[test]
fn what_forfeits_half_of_the_matches_costs_more_than_one_method_or_one_fault_of_memory() {
    let points = |rungs: [[u32; 3]; 5]| {
        let mut dossier = faultless("870001");
        let rungs = rungs.map(|[won, drawn, forfeited]| {
            let mut rung = rung("one of five", won, drawn, 2 - won - drawn);
            rung.forfeits = vec![("illegal_move".to_owned(), forfeited)];
            rung
        });
        dossier.strength = StepResult::Found(rungs.to_vec());
        mark_by(dossier, "").total
    };
    let usual = points([[2, 0, 0], [2, 0, 0], [0, 2, 0], [0, 2, 0], [0, 0, 0]]);
    // A man takes a king: only in long matches, against who is stronger.
    let forfeits = points([[2, 0, 0], [2, 0, 0], [0, 1, 1], [0, 0, 2], [0, 0, 2]]);
    let weights = Weights::default();
    let method = weights.points.conformance / 14.0;
    let memory = weights.memory.invalid_write.max(weights.memory.bad_free);
    assert!(usual - forfeits > method.max(memory), "{usual} - {forfeits}");
}

#[test]
fn matches_lost_on_time_or_for_memory_cost_points_wherever_they_were_played() {
    let mut dossier = faultless("870001");
    if let StepResult::Found(rungs) = &mut dossier.strength {
        rungs[2].forfeits = vec![("illegal_move".to_owned(), 2), ("timeout".to_owned(), 1)];
    }
    if let StepResult::Found(place) = &mut dossier.contest {
        place.matches.forfeits = vec![("memory".to_owned(), 2)];
    }
    let mark = mark_of(dossier.clone());
    assert_eq!(part(&mark, PartName::Limits).points, 2.5);
    // Without a tournament the matches of the ladder remain.
    dossier.contest = StepResult::NotDone(Statement::same("nobody asked for it"));
    let mark = mark_of(dossier);
    assert_eq!(part(&mark, PartName::Limits).points, 7.5);
    assert_eq!(mark.of, 100.0);
    assert_eq!(part(&mark, PartName::Bonus).basis, Basis::NotDone);
}

/// Three, of whom the first two are as alike as this.
fn alike(score: f64) -> Class {
    let three = ["00123", "00456", "00789"].map(faultless).to_vec();
    with_pair(class(three), 0, 1, score)
}

#[test]
fn two_that_are_too_much_alike_are_both_proposed_to_fail_and_keep_their_points() {
    let marks = marks(&alike(0.87), &Weights::default());
    for mark in &marks[..2] {
        assert!(mark.is_proposal());
        assert!(failed_for(mark).contains("87 %"));
        assert_eq!(mark.total, 100.0);
    }
    assert_eq!(marks[0].alike[0].number, "00456");
    assert_eq!(marks[2].failing, None);
    assert!(marks[2].alike.is_empty());
}

#[test]
fn of_several_the_most_alike_comes_first_and_is_the_reason() {
    let marks = marks(&with_pair(alike(0.7), 0, 2, 0.95), &Weights::default());
    let others: Vec<&str> = marks[0].alike.iter().map(|it| &*it.number).collect();
    assert_eq!(others, ["00789", "00456"]);
    assert!(failed_for(&marks[0]).contains("95 %"));
}

#[test]
fn a_score_in_a_reason_is_never_more_than_it_is() {
    let weights = Weights::read("[likeness]\nthreshold = 0.5").unwrap();
    let marks = marks(&alike(0.59961), &weights);
    assert!(failed_for(&marks[0]).contains(": 59.9 % "));
}

#[test]
fn a_pardon_holds_however_the_letters_of_a_number_are_written() {
    let mut dossier = faultless("ab1");
    dossier.conformance = StepResult::Found(vec![failed(FORGED, "no answer", "\"done\"")]);
    assert_eq!(mark_by(dossier, "pardoned = ['AB1']").failing, None);
}

#[test]
fn the_reason_for_failing_names_nobody_else() {
    let marks = marks(&alike(0.87), &Weights::default());
    assert!(!failed_for(&marks[0]).contains("00456"));
    assert!(!failed_for(&marks[1]).contains("00123"));
}

#[test]
fn a_pair_below_the_threshold_is_nobodys_copy() {
    let fails = |score: f64, weights: &str| {
        let weights = Weights::read(weights).unwrap();
        marks(&alike(score), &weights)[0].failing.is_some()
    };
    assert!(fails(0.6, ""));
    assert!(!fails(0.5999, ""));
    assert!(!fails(0.87, "[likeness]\nthreshold = 0.9"));
}

#[test]
fn acquitting_a_pair_lifts_the_proposal_in_either_order_and_for_that_pair_alone() {
    for pair in ["['00123', '00456']", "['00456', '00123']"] {
        let weights = Weights::read(&format!("acquitted = [{pair}]")).unwrap();
        let marks = marks(&alike(0.87), &weights);
        assert_eq!((&marks[0].failing, &marks[1].failing), (&None, &None));
        assert!(marks[0].alike[0].is_acquitted);
    }
    let other = Weights::read("acquitted = [['00123', '00789']]").unwrap();
    assert!(marks(&alike(0.87), &other)[0].failing.is_some());
}

#[test]
fn numbers_in_the_weights_file_that_nobody_has_are_told() {
    let text = "acquitted = [['00123', '0456']]\npardoned = ['x', '00789']";
    let weights = Weights::read(text).unwrap();
    assert_eq!(weights.unknown_numbers(&alike(0.9)), ["0456", "x"]);
}

#[test]
fn a_match_lost_for_cheating_is_proposed_to_fail_unless_pardoned() {
    let mut dossier = faultless("870001");
    if let StepResult::Found(rungs) = &mut dossier.strength {
        rungs[0].forfeits = vec![("cheating".to_owned(), 1)];
    }
    let mark = mark_of(dossier.clone());
    assert!(mark.is_proposal() && failed_for(&mark).contains("cheating"));
    assert_eq!(mark_by(dossier, "pardoned = ['870001']").failing, None);
}

#[test]
fn answers_in_the_place_of_the_checks_are_proposed_to_fail_unless_pardoned() {
    let mut dossier = faultless("870001");
    let mut checks = vec![passed("pop/all"), failed(FORGED, "no answer", "\"done\"")];
    dossier.conformance = StepResult::Found(checks.clone());
    let mark = mark_of(dossier.clone());
    assert!(mark.is_proposal() && failed_for(&mark).contains("meant to deceive"));
    assert_eq!(mark_by(dossier.clone(), "pardoned = ['870001']").failing, None);
    checks[1] = passed(FORGED);
    dossier.conformance = StepResult::Found(checks);
    assert_eq!(mark_of(dossier).failing, None);
}

#[test]
fn what_does_not_compile_fails_for_that_and_not_as_a_proposal() {
    let mut class = alike(0.9);
    class.dossiers[0] = uncompiled("00123", "");
    let mark = marks(&class, &Weights::default()).remove(0);
    assert!(!mark.is_proposal());
    assert_eq!(mark.alike.len(), 1);
}

#[test]
fn the_total_is_the_sum_of_parts_rounded_to_hundredths() {
    let mut dossier = faultless("870001");
    let thirds = [passed("a/1"), passed("a/2"), failed("a/3", "1", "2")];
    dossier.conformance = StepResult::Found(thirds.to_vec());
    dossier.strength = StepResult::Found(vec![rung("random", 1, 0, 2)]);
    let mark = mark_of(dossier);
    assert_eq!(part(&mark, PartName::Conformance).points, 26.67);
    assert_eq!(part(&mark, PartName::Strength).points, 6.67);
    assert_eq!(mark.total, 73.34);
}

#[test]
fn the_sheet_has_a_header_and_a_line_for_each_in_the_order_of_the_class() {
    let marks = marks(&alike(0.87), &Weights::default());
    assert_eq!(sheet(&marks), sheet(&marks));
    let lines = lines(&sheet(&marks));
    assert_eq!(lines[0], columns(&Course::Class));
    assert_eq!(lines.len(), 4);
    assert_eq!(cell(&lines, 1, "number"), "00123");
    assert_eq!(cell(&lines, 1, "total"), "100.00");
    assert_eq!(cell(&lines, 1, "failed"), "proposed");
    assert_eq!(cell(&lines, 1, "alike"), "00456");
    assert_eq!(cell(&lines, 3, "failed"), "no");
}

#[test]
fn a_part_that_could_not_be_done_is_an_empty_cell_and_named() {
    let mut dossier = faultless("870001");
    dossier.memory = StepResult::NotDone(Statement::same("valgrind is not there"));
    let lines = lines(&sheet(&[mark_of(dossier)]));
    assert_eq!(cell(&lines, 1, "memory"), "");
    assert_eq!(cell(&lines, 1, "not_done"), "memory");
    assert_eq!(cell(&lines, 1, "of"), "85.00");
}

#[test]
fn no_cell_of_a_stranger_is_a_formula() {
    for number in ["-1", "=1+1", "+1", "@SUM(A1)"] {
        let mut dossier = uncompiled(number, "");
        dossier.layout.found =
            Contents::DamagedZip { why: "=HYPERLINK(\"x\"), \"a\"\nb".to_owned() };
        let three = vec![dossier, faultless("00456")];
        let class = with_pair(class(three), 0, 1, 0.9);
        let lines = lines(&sheet(&marks(&class, &Weights::default())));
        assert_eq!(cell(&lines, 1, "number"), format!("'{number}"));
        assert_eq!(cell(&lines, 2, "alike"), format!("'{number}"));
        for row in &lines[1..] {
            assert!(row.iter().all(|it| !it.starts_with(['=', '+', '-', '@'])));
        }
    }
}

#[test]
fn a_decision_acquits_a_pair_pardons_one_or_changes_its_points_and_needs_a_reason() {
    let decided = |of: &str, more: &str| {
        Weights::read(&format!("[[decisions]]\nof = [{of}]\n{more}\nwhy = 'seen'"))
    };
    let acquitted = decided("'00456', '00123'", "").unwrap();
    let pair = marks(&alike(0.87), &acquitted);
    assert_eq!((&pair[0].failing, &pair[1].failing), (&None, &None));
    assert_eq!(pair[0].alike[0].why.as_deref(), Some("seen"));
    let pardoned = decided("'00123'", "").unwrap();
    assert!(pardoned.pardons("00123") && !pardoned.acquits("00123", "00456"));
    assert!(marks(&alike(0.87), &pardoned)[0].failing.is_some());
    let changed = decided("'00123'", "points = 61.5").unwrap();
    let marks = marks(&alike(0.87), &changed);
    let changed = marks[0].changed.as_ref().unwrap();
    assert_eq!((marks[0].total, changed.from, changed.why.as_str()), (61.5, 100.0, "seen"));
    assert_eq!((&marks[0].failing, marks[1].failing.is_some()), (&None, true));
    assert_eq!(cell(&lines(&sheet(&marks)), 1, "decided"), "seen");
    let refused = |read: Result<Weights, InvalidValue>| read.unwrap_err().to_string();
    for (of, more) in [("", ""), ("'1', '2', '3'", ""), ("'1', '2'", "points = 3")] {
        assert!(refused(decided(of, more)).contains("has a decision about"));
    }
    let no_reason = Weights::read("[[decisions]]\nof = ['1']\nwhy = ' '");
    assert!(refused(no_reason).contains("has a decision about"));
    assert!(refused(decided("'a', 'A'", "")).contains("pairs a with itself"));
    assert!(refused(decided("'1'", "points = -1")).contains("it must be from 0 to"));
}
