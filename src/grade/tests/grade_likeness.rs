//! Likeness: disguised copies are found, independent programs are not, and the page shows where.

use std::fs;

use arbitro_grade::page::pair as page;
use arbitro_grade::similarity::{
    Code, Fragment, LONG, Likeness, Pair, SimilaritySettings, Source, compare,
};
use arbitro_words::Language;

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

fn c<'a>(name: &'a str, text: &'a str) -> Source<'a> {
    Source { name, text: text.as_bytes(), language: Code::C }
}

/// All pairs, however unlike.
fn compared(programs: &[(String, String)]) -> Likeness {
    let submissions: Vec<Source<'_>> = programs.iter().map(|(name, text)| c(name, text)).collect();
    let settings = SimilaritySettings { listed: 0.0, ..SimilaritySettings::default() };
    compare(&submissions, &[], &[], &settings)
}

/// The score of two programs.
fn score(one: &str, two: &str) -> f64 {
    let programs = [one, two].map(|it| ("it".to_owned(), it.to_owned()));
    compared(&programs).pairs.first().map_or(0.0, |pair| pair.score)
}

#[test]
fn independent_programs_score_below_thirty_per_cent() {
    let likeness = compared(&independent());
    for pair in &likeness.pairs {
        let name = |it: usize| &likeness.members[it].name;
        println!(
            "{:5.1} %, {} tokens, {} {}",
            pair.score * 100.0,
            pair.longest,
            name(pair.left),
            name(pair.right)
        );
        assert!(pair.score < 0.3);
    }
    assert!(likeness.groups.is_empty());
    assert!(likeness.members.iter().all(|member| member.is_parsed && member.tokens > 500));
}

#[test]
fn pairs_are_listed_from_the_bound_on_by_which_they_are_too_much_alike() {
    let usual = SimilaritySettings::default();
    let low = usual.with_threshold(0.2);
    assert_eq!((low.threshold, low.listed), (0.2, 0.2));
    let high = usual.with_threshold(0.9);
    assert_eq!((high.threshold, high.listed), (0.9, usual.listed));
}

#[test]
fn a_copy_that_half_the_class_has_is_told_though_it_makes_no_pairs() {
    let original = generate::program(1, 300);
    let copies = 30;
    let mut class: Vec<(String, String)> =
        (0..copies).map(|it| (format!("copy {it}"), disguise::copy(&original))).collect();
    class.extend((0..30).map(|it| (format!("own {it}"), generate::program(100 + it, 300))));
    let likeness = compared(&class);
    let alike = likeness.pairs.iter().filter(|pair| pair.score >= 0.6);
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
    let same = ["one", "other"].map(|name| c(name, &text));
    let likeness = compare(&same, &[], &[], &SimilaritySettings::default().with_threshold(1.0));
    assert_eq!(likeness.pairs[0].score, 1.0);
    assert_eq!(likeness.groups, [[0, 1]]);
}

#[test]
fn what_many_have_is_common_from_the_stated_size_of_a_class_on() {
    let texts: Vec<String> =
        (0..10).map(|it| generate::program(if it < 4 { 1 } else { it }, 100)).collect();
    let class: Vec<Source<'_>> = texts.iter().map(|text| c("it", text)).collect();
    let crowd = |common_from| {
        let settings = SimilaritySettings { common_from, ..SimilaritySettings::default() };
        compare(&class, &[], &[], &settings).crowd.len()
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
    let [(_, kit), (_, own), (_, others), ..] = &independent()[..] else { panic!() };
    let programs = [own, others].map(|it| format!("{kit}\n{it}"));
    let with_kit = programs.each_ref().map(|each_ref| c("it", each_ref));
    let settings = SimilaritySettings { listed: 0.0, ..SimilaritySettings::default() };
    let score = |common: &[Source<'_>]| {
        let pairs = compare(&with_kit, &[], common, &settings).pairs;
        pairs.first().map_or(0.0, |pair| pair.score)
    };
    assert!(score(&[]) > 0.4, "{}", score(&[]));
    assert!(score(&[c("", kit)]) < 0.1, "{}", score(&[c("", kit)]));
    // A kit with other names is the same kit.
    assert!(score(&[c("", &disguise::copy(kit))]) < 0.15);
}

#[test]
fn what_a_large_class_shares_counts_for_nobody_and_a_copy_still_does() {
    let [(_, lecture), ..] = &independent()[..] else { panic!() };
    let mut programs: Vec<(String, String)> = (0..60)
        .map(|seed| (seed.to_string(), format!("{lecture}\n{}", generate::program(seed, 300))))
        .collect();
    programs.push(("copy".to_owned(), disguise::copy(&programs[4].1)));
    let likeness = compared(&programs);
    assert_eq!(likeness.groups, [[4, 60]]);
    assert!(likeness.members.iter().all(|member| member.common > 500));
    // In a small class it counts.
    let small = compared(&programs[..10]);
    assert!(small.members.iter().all(|member| member.common == 0));
    let (least, most) = (small.pairs[44].score, likeness.pairs[1].score);
    assert!(least > most + 0.1, "{least} {most}");
}

#[test]
fn a_copy_with_much_added_is_found_and_a_stub_is_not_blamed() {
    let [(_, text), ..] = &independent()[..] else { panic!() };
    let longer = format!("{text}\n{}", generate::program(1, 1000));
    assert!(score(text, &longer) > 0.95);
    let stub = "#include \"player.hpp\"\nPlayer::~Player() { delete pimpl; }\n\
        void Player::pop() { if (pimpl == nullptr) throw player_exception(); pimpl = nullptr; }\n";
    assert!(score(stub, stub) < 0.3);
}

#[test]
fn a_copy_in_a_program_twelve_times_as_long_is_listed_as_settings_are_without_a_word() {
    let [(_, text), ..] = &independent()[..] else { panic!() };
    let longer = format!("{}\n{}", disguise::copy(text), generate::program(1, 5000));
    let submissions = [text, &longer].map(|it| c("it", it));
    let likeness = compare(&submissions, &[], &[], &SimilaritySettings::default());
    let [short, long] = [0, 1].map(|it| likeness.members[it].tokens);
    assert!(long > 12 * short, "{long} tokens and {short}");
    let scores: Vec<f64> = likeness.pairs.iter().map(|pair| pair.score).collect();
    assert!(matches!(scores[..], [score] if score > 0.8), "{scores:?}");
}

#[test]
fn groups_are_connected_and_the_largest_comes_first() {
    let [(_, one), (_, two), (_, three), ..] = &independent()[..] else { panic!() };
    let texts =
        [three, one, two, &disguise::copy(two), &disguise::copy(one), &disguise::split(two)];
    let programs: Vec<(String, String)> =
        texts.iter().map(|text| (String::new(), (*text).clone())).collect();
    let likeness = compared(&programs);
    assert_eq!(likeness.groups, [vec![2, 3, 5], vec![1, 4]]);
    assert_eq!(likeness, compared(&programs));
}

#[test]
fn parts_say_where_the_same_code_is() {
    let function = "int sum(const int* list, int many) {\n  int sum = 0;\n  for (int i = 0; i < many; i++) {\n    \
        if (list[i] % 3 == 1) sum += list[i] * 2;\n    else sum -= i;\n  }\n  return sum;\n}\n";
    let one = format!("void first(char c) {{ c = 'x'; }}\n\n\n{function}");
    let two = format!("{}\nbool last() {{ return true; }}\n", disguise::copy(function));
    let likeness = compared(&[(String::new(), one), (String::new(), two)]);
    let [part] = likeness.pairs[0].parts[..] else { panic!("{:?}", likeness.pairs) };
    assert_eq!((part.left.first, part.left.last), (4, 10));
    assert!(part.right.first >= 3 && part.right.last <= 22, "{part:?}");
}

#[test]
fn the_page_shows_equal_parts_and_lets_nothing_in() {
    let hostile = "<script>alert(1)</script>\u{202e}";
    let [(_, text), ..] = &independent()[..] else { panic!() };
    let one = format!("{text}\n// </code></li>{hostile}\n");
    let two = disguise::copy(&one);
    let likeness = compared(&[(hostile.to_owned(), one.clone()), ("b".to_owned(), two.clone())]);
    let side = |name, text: &'_ str| c(name, Box::leak(text.to_owned().into_boxed_str()));
    let html = page(side(hostile, &one), side("b", &two), &likeness.pairs[0], Language::English);
    assert!(
        !html.contains("<script>alert")
            && !html.contains('\u{202e}')
            && !html.contains("</code></li>&lt;")
    );
    assert!(
        html.contains("default-src 'none'")
            && html.contains("color-scheme: light dark")
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
        longest: 0,
        parts: Vec::new(),
    };
    let shown = |pair: &Pair| {
        let [one, two] = two.each_ref().map(|(name, text)| c(name, text));
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

/// Hides a copy behind macros.
fn behind_macros(text: &str) -> String {
    let words =
        [("while", "mentre"), ("for", "per"), ("if", "se"), ("return", "rendi"), ("int", "intero")];
    let mut copy = String::new();
    for (word, other) in words {
        copy += &format!("#define {other} {word}\n");
    }
    copy += "#define SEI(a, b) \\\n  ((a) + \\\n   (b))\n";
    let mut word = String::new();
    for letter in text.chars().chain(['\n']) {
        if letter.is_alphanumeric() || letter == '_' {
            word.push(letter);
            continue;
        }
        let other = words.iter().find(|it| it.0 == word);
        copy += other.map_or(word.as_str(), |it| it.1);
        copy.push(letter);
        word.clear();
    }
    copy
}

#[test]
fn a_copy_behind_macros_scores_as_the_copy_itself() {
    for (name, text) in independent() {
        let copy = behind_macros(&text);
        let likeness = compared(&[(String::new(), text.clone()), (String::new(), copy)]);
        let pair = &likeness.pairs[0];
        let itself = score(&text, &text);
        println!("{:5.1} % of {:5.1} % {name}", pair.score * 100.0, itself * 100.0);
        assert!(pair.score > itself - 0.03, "{name}: {}", pair.score);
        // Seven lines stand before it, and every token is in its own line.
        let shifted = |it: &Fragment| {
            it.right.first == it.left.first + 8 && it.right.last == it.left.last + 8
        };
        assert!(
            pair.parts.iter().filter(|part| shifted(part)).count() * 2 > pair.parts.len(),
            "{:?}",
            pair.parts
        );
    }
}

#[test]
fn macros_with_arguments_are_put_in() {
    let body =
        |call: &str| format!("int f(int* a, int n) {{ int s = 0; {call} return s; }}\n").repeat(3);
    let plain = body(
        "for (int i = 0; i < n; i++) { s += a[i] * (n - 1); while (s > 3) { s--; a[s] = n; } }",
    );
    let hidden = "#define EACH(i, n, ...) for (int i = 0; i < n; i++) { __VA_ARGS__ }\n\
        #define JOIN(a, b) a ## b\n#define EMPTY\n#define UNLESS(x) JOIN(whi, le) (x)\n"
        .to_owned()
        + &body("EACH(i, n, EMPTY s += a[i] * (n - 1);\n UNLESS(s > 3) { s--; a[s] = n; })");
    let likeness = compared(&[(String::new(), plain), (String::new(), hidden)]);
    let [one, two] = [0, 1].map(|it| likeness.members[it].tokens);
    assert_eq!(one, two);
    assert_eq!(likeness.pairs[0].of_left, 1.0);
}

#[test]
fn macros_that_grow_without_an_end_are_given_up() {
    let mut text = "#define A0 x = x + 1;\n".to_owned();
    for it in 1..60 {
        text += &format!(
            "#define A{it} A{0} A{0} A{0}\n#define E{it}(x) E{0}(x x) E{0}(x) A{it}\n",
            it - 1
        );
    }
    text += "#define SELF SELF SELF\nvoid f() { A59 E59(1) SELF A3 }\n";
    text += &"void g() { E59(f( A59 }\n".repeat(2000);
    let most = 5 * text.len() + (1 << 16);
    let likeness = compared(&[(String::new(), text.clone()), (String::new(), text)]);
    println!("{:?}, at most {most}", likeness.members);
    assert!(likeness.members.iter().all(|member| (6000..=most).contains(&member.tokens)));
}

#[test]
fn a_long_part_in_two_long_programs_is_listed_though_its_share_is_small() {
    let [(_, text), ..] = &independent()[..] else { panic!() };
    let within = |seed| {
        format!("{}\n{text}\n{}", generate::program(seed, 2000), generate::program(seed + 1, 2000))
    };
    let texts = [within(1), within(3), generate::program(5, 4000)];
    let class: Vec<Source<'_>> = texts.iter().map(|text| c("it", text)).collect();
    let likeness = compare(&class, &[], &[], &SimilaritySettings::default());
    println!(
        "{} lines, {:?}",
        text.lines().count(),
        likeness
            .pairs
            .iter()
            .map(|pair| (pair.left, pair.right, pair.score, pair.longest))
            .collect::<Vec<_>>()
    );
    let [pair] = &likeness.pairs[..] else { panic!("{:?}", likeness.pairs.len()) };
    assert_eq!((pair.left, pair.right), (0, 1));
    assert!(pair.score < 0.3 && pair.longest >= LONG, "{} {}", pair.score, pair.longest);
    assert!(likeness.groups.is_empty());
}

#[test]
fn past_years_are_compared_with_the_class_and_not_with_each_other() {
    let texts: Vec<String> = (0..3).map(|it| generate::program(it, 300)).collect();
    let copy = disguise::copy(&texts[2]);
    let named = |name: &'static str, text: &'static str| c(name, text);
    let leak = |text: &str| -> &'static str { Box::leak(text.to_owned().into_boxed_str()) };
    let class = [named("a", leak(&texts[0])), named("b", leak(&copy))];
    let past = [
        named("old", leak(&texts[2])),
        named("older", leak(&texts[2])),
        named("other", leak(&texts[1])),
    ];
    let likeness = compare(&class, &past, &[], &SimilaritySettings::default());
    let pairs: Vec<_> = likeness.pairs.iter().map(|pair| (pair.left, pair.right)).collect();
    assert_eq!(pairs, [(1, 2), (1, 3)]);
    let is_past: Vec<bool> = likeness.members.iter().map(|member| member.is_past).collect();
    assert_eq!(is_past, [false, false, true, true, true]);
}
