//! Likeness: disguised copies are found, independent programs are not, and the page shows where.

use std::fs;

use arbitro_grade::similarity::{Likeness, Pair, Settings, Side, Submission, compare, page};
use arbitro_rules::language::Language;

use arbitro_testkit::games::project;

#[path = "likeness/disguise.rs"]
mod disguise;
#[path = "likeness/generate.rs"]
mod generate;

const PROGRAMS: [&str; 6] = ["linked", "vectors", "bits", "classes", "strings", "random"];

/// Six programs that were written one by one, in different styles.
fn independent() -> Vec<(String, String)> {
    let read = |name: &&str| {
        let text =
            fs::read_to_string(project(&format!("src/grade/tests/likeness/{name}.cpp"))).unwrap();
        ((*name).to_owned(), text)
    };
    PROGRAMS.iter().map(read).collect()
}

/// All pairs, however unlike.
fn compared(programs: &[(String, String)]) -> Likeness {
    let submissions: Vec<Submission<'_>> = programs
        .iter()
        .map(|(name, text)| Submission {
            name,
            text: text.as_bytes(),
        })
        .collect();
    let settings = Settings {
        listed: 0.0,
        ..Settings::default()
    };
    compare(&submissions, &[], &settings)
}

/// The score of two programs.
fn score(one: &str, two: &str) -> f64 {
    let programs = [one, two].map(|it| ("it".to_owned(), it.to_owned()));
    compared(&programs).pairs.first().map_or(0.0, |it| it.score)
}

#[test]
fn independent_programs_score_below_thirty_per_cent() {
    let likeness = compared(&independent());
    for pair in &likeness.pairs {
        let name = |it: usize| &likeness.members[it].name;
        println!(
            "{:5.1} % {} {}",
            pair.score * 100.0,
            name(pair.left),
            name(pair.right)
        );
        assert!(pair.score < 0.3);
    }
    assert!(likeness.groups.is_empty());
    assert!(
        likeness
            .members
            .iter()
            .all(|it| it.is_parsed && it.tokens > 500)
    );
}

#[test]
fn pairs_are_listed_from_the_bound_on_by_which_they_are_too_much_alike() {
    let usual = Settings::default();
    let low = usual.held_to(0.2);
    assert_eq!((low.threshold, low.listed), (0.2, 0.2));
    let high = usual.held_to(0.9);
    assert_eq!((high.threshold, high.listed), (0.9, usual.listed));
}

#[test]
fn a_copy_that_half_the_class_has_is_told_though_it_makes_no_pairs() {
    let original = generate::program(1, 300);
    let copies = 30;
    let mut class: Vec<(String, String)> = (0..copies)
        .map(|it| (format!("copy {it}"), disguise::copy(&original)))
        .collect();
    class.extend((0..30).map(|it| (format!("own {it}"), generate::program(100 + it, 300))));
    let likeness = compared(&class);
    let alike = likeness.pairs.iter().filter(|it| it.score >= 0.6);
    assert_eq!(alike.count(), 0);
    assert_eq!(likeness.crowd, (0..copies).collect::<Vec<_>>());
    let [copy, own] = [&likeness.members[0], &likeness.members[copies]];
    assert!(copy.shared > copy.tokens && own.shared < own.tokens / 2);
    // Where they are few, they are pairs.
    let few = compared(&class[20..40]);
    assert!(few.crowd.is_empty() && few.groups == [(0..10).collect::<Vec<_>>()]);
}

#[test]
fn a_pair_at_the_very_bound_is_a_group() {
    let text = generate::program(1, 100);
    let same = ["one", "other"].map(|name| Submission {
        name,
        text: text.as_bytes(),
    });
    let likeness = compare(&same, &[], &Settings::default().held_to(1.0));
    assert_eq!(likeness.pairs[0].score, 1.0);
    assert_eq!(likeness.groups, [[0, 1]]);
}

#[test]
fn what_many_have_is_common_from_the_stated_size_of_a_class_on() {
    let texts: Vec<String> = (0..10)
        .map(|it| generate::program(if it < 4 { 1 } else { it }, 100))
        .collect();
    let class: Vec<Submission<'_>> = texts
        .iter()
        .map(|text| Submission {
            name: "it",
            text: text.as_bytes(),
        })
        .collect();
    let crowd = |common_from| {
        let settings = Settings {
            common_from,
            ..Settings::default()
        };
        compare(&class, &[], &settings).crowd.len()
    };
    assert_eq!((crowd(10), crowd(11)), (4, 0));
}

#[test]
fn a_disguised_copy_scores_above_eighty_per_cent() {
    for (name, text) in independent() {
        let copy = disguise::copy(&text);
        let score = score(&text, &copy);
        println!("{:5.1} % {name}", score * 100.0);
        assert!(score > 0.8, "{name}: {score}");
    }
}

#[test]
fn dead_code_and_cut_functions_leave_the_score_high() {
    for (name, text) in independent() {
        let split = score(&text, &disguise::split(&text));
        let [rare, often] = [10, 5].map(|every| score(&text, &disguise::padded(&text, every)));
        println!(
            "{name}: split {:.1} %, dead code every 10th {:.1} %, every 5th {:.1} %",
            split * 100.0,
            rare * 100.0,
            often * 100.0
        );
        assert!(split > 0.8 && rare > 0.6 && often > 0.4, "{name}");
    }
}

#[test]
fn code_of_given_files_counts_for_nobody() {
    let [(_, kit), (_, own), (_, others), ..] = &independent()[..] else {
        panic!()
    };
    let programs = [own, others].map(|it| format!("{kit}\n{it}"));
    let with_kit = programs.each_ref().map(|it| Submission {
        name: "it",
        text: it.as_bytes(),
    });
    let settings = Settings {
        listed: 0.0,
        ..Settings::default()
    };
    let score = |common: &[&[u8]]| {
        let pairs = compare(&with_kit, common, &settings).pairs;
        pairs.first().map_or(0.0, |it| it.score)
    };
    assert!(score(&[]) > 0.4, "{}", score(&[]));
    assert!(
        score(&[kit.as_bytes()]) < 0.1,
        "{}",
        score(&[kit.as_bytes()])
    );
    // A kit with other names is the same kit.
    assert!(score(&[disguise::copy(kit).as_bytes()]) < 0.15);
}

#[test]
fn what_a_large_class_shares_counts_for_nobody_and_a_copy_still_does() {
    let [(_, lecture), ..] = &independent()[..] else {
        panic!()
    };
    let mut programs: Vec<(String, String)> = (0..60)
        .map(|seed| {
            (
                seed.to_string(),
                format!("{lecture}\n{}", generate::program(seed, 300)),
            )
        })
        .collect();
    programs.push(("copy".to_owned(), disguise::copy(&programs[4].1)));
    let likeness = compared(&programs);
    assert_eq!(likeness.groups, [[4, 60]]);
    assert!(likeness.members.iter().all(|it| it.common > 500));
    // In a small class it counts.
    let small = compared(&programs[..10]);
    assert!(small.members.iter().all(|it| it.common == 0));
    let (least, most) = (small.pairs[44].score, likeness.pairs[1].score);
    assert!(least > most + 0.1, "{least} {most}");
}

#[test]
fn a_copy_with_much_added_is_found_and_a_stub_is_not_blamed() {
    let [(_, text), ..] = &independent()[..] else {
        panic!()
    };
    let longer = format!("{text}\n{}", generate::program(1, 1000));
    assert!(score(text, &longer) > 0.95);
    let stub = "#include \"player.hpp\"\nPlayer::~Player() { delete pimpl; }\n\
        void Player::pop() { if (pimpl == nullptr) throw player_exception(); pimpl = nullptr; }\n";
    assert!(score(stub, stub) < 0.3);
}

#[test]
fn a_copy_in_a_program_twelve_times_as_long_is_listed_as_settings_are_without_a_word() {
    let [(_, text), ..] = &independent()[..] else {
        panic!()
    };
    let longer = format!("{}\n{}", disguise::copy(text), generate::program(1, 5000));
    let submissions = [text, &longer].map(|it| Submission {
        name: "it",
        text: it.as_bytes(),
    });
    let likeness = compare(&submissions, &[], &Settings::default());
    let [short, long] = [0, 1].map(|it| likeness.members[it].tokens);
    assert!(long > 12 * short, "{long} tokens and {short}");
    let scores: Vec<f64> = likeness.pairs.iter().map(|it| it.score).collect();
    assert!(matches!(scores[..], [score] if score > 0.8), "{scores:?}");
}

#[test]
fn groups_are_connected_and_the_largest_comes_first() {
    let [(_, one), (_, two), (_, three), ..] = &independent()[..] else {
        panic!()
    };
    let texts = [
        three,
        one,
        two,
        &disguise::copy(two),
        &disguise::copy(one),
        &disguise::split(two),
    ];
    let programs: Vec<(String, String)> = texts
        .iter()
        .map(|it| (String::new(), (*it).clone()))
        .collect();
    let likeness = compared(&programs);
    assert_eq!(likeness.groups, [vec![2, 3, 5], vec![1, 4]]);
    assert_eq!(likeness, compared(&programs));
}

#[test]
fn parts_say_where_the_same_code_is() {
    let function = "int sum(const int* list, int many) {\n  int sum = 0;\n  for (int i = 0; i < many; i++) {\n    \
        if (list[i] % 3 == 1) sum += list[i] * 2;\n    else sum -= i;\n  }\n  return sum;\n}\n";
    let one = format!("void first(char c) {{ c = 'x'; }}\n\n\n{function}");
    let two = format!(
        "{}\nbool last() {{ return true; }}\n",
        disguise::copy(function)
    );
    let likeness = compared(&[(String::new(), one), (String::new(), two)]);
    let [part] = likeness.pairs[0].parts[..] else {
        panic!("{:?}", likeness.pairs)
    };
    assert_eq!((part.left.first, part.left.last), (4, 10));
    assert!(part.right.first >= 3 && part.right.last <= 22, "{part:?}");
}

#[test]
fn the_page_shows_equal_parts_and_lets_nothing_in() {
    let hostile = "<script>alert(1)</script>\u{202e}";
    let [(_, text), ..] = &independent()[..] else {
        panic!()
    };
    let one = format!("{text}\n// </code></li>{hostile}\n");
    let two = disguise::copy(&one);
    let likeness = compared(&[
        (hostile.to_owned(), one.clone()),
        ("b".to_owned(), two.clone()),
    ]);
    let side = |name, text: &'_ str| Side {
        name,
        text: Box::leak(text.as_bytes().to_vec().into_boxed_slice()),
    };
    let html = page(
        side(hostile, &one),
        side("b", &two),
        &likeness.pairs[0],
        Language::English,
    );
    assert!(
        !html.contains("<script")
            && !html.contains('\u{202e}')
            && !html.contains("</code></li>&lt;")
    );
    assert!(
        html.contains("default-src 'none'")
            && html.contains("prefers-color-scheme: dark")
            && html.contains("@media print")
    );
    for number in 1..=likeness.pairs[0].parts.len() {
        for (here, there) in [("l", "r"), ("r", "l")] {
            let anchor = format!("id=\"{here}{number}\" href=\"#{there}{number}\"");
            assert!(html.contains(&anchor), "{anchor}");
        }
    }
}

#[test]
fn the_page_of_a_pair_never_shows_a_score_as_more_than_it_is() {
    let text = "int main() {}";
    let two = ["a", "b"].map(|it| (it.to_owned(), text.to_owned()));
    let mut pair = Pair {
        left: 0,
        right: 1,
        score: 0.5996,
        of_left: 0.5996,
        of_right: 0.2,
        parts: Vec::new(),
    };
    let shown = |pair: &Pair| {
        let [one, two] = two.each_ref().map(|(name, text)| Side {
            name,
            text: text.as_bytes(),
        });
        page(one, two, pair, Language::English)
    };
    let html = shown(&pair);
    assert!(html.contains("<dd>59.9\u{a0}%</dd>") && !html.contains(">60"));
    pair.score = 0.6;
    assert!(shown(&pair).contains("<dd>60.0\u{a0}%</dd>"));
}

#[test]
fn hopeless_texts_are_compared_in_little_time() {
    let texts = [
        "x;".repeat(100_000),
        "{".repeat(200_000),
        "for(;;i++)".repeat(20_000),
        "a<".repeat(20_000),
        "\u{0}\u{1}((((".repeat(20_000),
        String::new(),
    ];
    let programs: Vec<(String, String)> = texts.into_iter().map(|it| (String::new(), it)).collect();
    let start = std::time::Instant::now();
    let likeness = compared(&programs);
    println!("{:?}, {:?}", start.elapsed(), likeness.members);
    assert!(start.elapsed().as_secs() < 60);
}
