//! Likeness of programs in Python: disguised copies are found, independent programs are not.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use arbitro_grade::similarity::{Code, Fragment, Likeness, SimilaritySettings, Source, compare};
use arbitro_testkit::games::project;

/// Six players of Connect Four, written one by one, each of another idea.
const PLAYERS: [&str; 6] = ["rules", "negamax", "bits", "tree", "playouts", "threats"];
/// Programs of other purposes.
const OTHERS: [&str; 5] = [
    "players/python/player.py",
    "boards/games/breakthrough/rules.py",
    "tests/players/writing/ways.py",
    "scripts/pictures/explained.py",
    "scripts/packaging/module/__main__.py",
];

fn path(player: &str) -> String {
    format!("src/grade/tests/likeness/python/{player}.py")
}

fn read(path: &str) -> String {
    fs::read_to_string(project(path)).unwrap()
}

fn python<'a>(name: &'a str, text: &'a str) -> Source<'a> {
    Source { name, text: text.as_bytes(), language: Code::Python }
}

/// All pairs, however unlike.
fn compared(programs: &[(String, String)]) -> Likeness {
    let class: Vec<Source<'_>> = programs.iter().map(|(name, text)| python(name, text)).collect();
    let settings = SimilaritySettings { listed: 0.0, common_from: 1000, ..Default::default() };
    compare(&class, &[], &[], &settings)
}

fn score(one: &str, two: &str) -> f64 {
    let programs = [one, two].map(|it| (String::new(), it.to_owned()));
    compared(&programs).pairs.first().map_or(0.0, |pair| pair.score)
}

/// Eight disguises of a player, by name.
fn disguises(player: &str) -> BTreeMap<String, String> {
    let mut command = Command::new("python3");
    command.arg(project("src/grade/tests/likeness/disguise.py")).arg(project(&path(player)));
    let done = command.output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    serde_json::from_slice(&done.stdout).unwrap()
}

#[test]
fn eight_disguises_of_each_player_are_above_the_threshold_and_unrelated_programs_far_below() {
    let threshold = SimilaritySettings::default().threshold;
    // Each program with the name of its origin.
    let mut class = OTHERS.map(|it| (it.to_owned(), read(it))).to_vec();
    for player in PLAYERS {
        let text = read(&path(player));
        let disguises = disguises(player);
        assert_eq!(disguises.len(), 8);
        for (way, copy) in disguises {
            let score = score(&text, &copy);
            println!("{:5.1} % {player}, {way}", score * 100.0);
            assert!(score > threshold, "{player}, {way}: {score}");
            class.push((player.to_owned(), copy));
        }
        class.push((player.to_owned(), text));
    }
    let likeness = compared(&class);
    let origin = |member: usize| &likeness.members[member].name;
    let unrelated = likeness.pairs.iter().filter(|pair| origin(pair.left) != origin(pair.right));
    for pair in unrelated.take(5) {
        let (left, right) = (origin(pair.left), origin(pair.right));
        println!("{:5.1} % {left} {right}", pair.score * 100.0);
        assert!(pair.score < 0.3, "{left} {right}: {}", pair.score);
    }
    assert!(likeness.members.iter().all(|member| member.is_parsed && member.tokens > 200));
}

#[test]
fn what_is_written_in_another_way_has_the_same_tokens() {
    let within = |statement: &str| {
        let around = "    if a[b] > c and d(e, f):\n        return [a * b, c // d, e % f]\n";
        format!("def g():\n{around}{statement}{around}")
    };
    for (one, two) in [
        ("    x = f(y, z) + 1\n", "    x: 'List[int]' = f(y, z) + 1 # int\n"),
        ("    x = f(y, z)[1]\n", "    self.x = m.f(self.y,\n  z,)[\"one\"]; pass\n"),
        (
            "    x = f(y, 'z')\n",
            "    '''x\n):('''\n    x = f(\\\n y, rf'\\'{z[1]}({[' b\"\")\n    i += 1\n",
        ),
        ("    for x in f(y): x.z(a, b)\n", "    while (x < f(z)):\n\n        x.z(a, b)\n"),
        (
            "    if x: return f(y, z)\n    elif z: return -1, x\n    else: f(y, z, x)\n",
            "    if (x):\n      return f(y, z)\n    else:\n      if z: return (2, x)\n      f(y, z, x)\n",
        ),
        ("    x = f(lambda: y)\n    f(z, x)\n", "    x = f(lambda: y)\n    self.f(z, x)\n"),
        ("    x = sorted(y, key=lambda z: z[0])\n", "    x: T = sorted(y, key=lambda z: z[-1])\n"),
    ] {
        let [one, two] = [one, two].map(|it| (String::new(), within(it)));
        let likeness = compared(&[one, two.clone()]);
        let [left, right] = [0, 1].map(|it| likeness.members[it].tokens);
        let pair = &likeness.pairs[0];
        assert_eq!((left, pair.of_left, pair.of_right), (right, 1.0, 1.0), "{}", two.1);
    }
}

#[test]
fn parts_are_told_by_their_lines() {
    let [one, two] = ["rules", "negamax"].map(|it| read(&path(it)));
    let shift = u32::try_from(two.lines().count() + 1).unwrap();
    let both = [(String::new(), one.clone()), (String::new(), format!("{two}\n{one}"))];
    let likeness = compared(&both);
    let parts = &likeness.pairs[0].parts;
    let is_shifted = |it: &Fragment| {
        it.left.first + shift == it.right.first && it.left.last + shift == it.right.last
    };
    assert!(parts.iter().all(is_shifted), "{parts:?}");
    assert!(!parts.is_empty());
}

#[test]
fn a_short_copied_player_is_above_the_threshold() {
    let text = read(&path("rules"));
    let lines: Vec<&str> = text.lines().take(50).collect();
    let short = lines.join("\n");
    let score_of_copy = score(&short, &disguises("rules")["order"]);
    assert!(score_of_copy > 0.6, "{score_of_copy}");
    let stub = "from player import play\n\ndef choose(p):\n    return p.put((5, 3, p.turn))\n\n\
        play(choose)\n";
    assert!(score(stub, stub) < 0.3);
}

#[test]
fn the_kit_counts_for_nobody() {
    let kit = ["player", "game", "bot"].map(|it| read(&format!("boards/games/kit/{it}.py")));
    let [one, two] = ["rules", "negamax"].map(|it| read(&path(it)));
    let [one, two] = [one, two].map(|it| (String::new(), format!("{}\n{it}", kit.join("\n"))));
    let likeness = compared(&[one, two]);
    assert!(likeness.members.iter().all(|member| member.common > 300), "{:?}", likeness.members);
    assert!(likeness.pairs.iter().all(|pair| pair.score < 0.2), "{:?}", likeness.pairs);
}

#[test]
fn a_source_is_compared_with_those_of_its_own_language_alone() {
    let text = read(&path("rules"));
    let in_c = Source { language: Code::C, ..python("c", &text) };
    let class = [python("one", &text), in_c, python("two", &text), in_c];
    let pairs = |common: &[Source<'_>]| {
        let settings = SimilaritySettings { listed: 0.0, ..SimilaritySettings::default() };
        let pairs = compare(&class, &[], common, &settings).pairs;
        pairs.iter().map(|pair| (pair.left, pair.right)).collect::<Vec<_>>()
    };
    let mut all = pairs(&[]);
    all.sort_unstable();
    assert_eq!(all, [(0, 2), (1, 3)]);
    // Given code is of a language, too.
    assert_eq!(pairs(&[in_c]), [(0, 2)]);
    assert_eq!(pairs(&[python("", &text)]), [(1, 3)]);
    let languages = ["a/player.py", "player.cpp", "player.hpp", "Player.java", "py"];
    let languages = languages.map(|language| Code::from_path(Path::new(language)));
    assert_eq!(languages, [Some(Code::Python), Some(Code::C), Some(Code::C), None, None]);
}

#[test]
fn hopeless_texts_are_compared() {
    // Blocks in blocks, on which tree-sitter's grammar aborts.
    let mut nested: String = (0..2000).map(|it| format!("{}if 1:\n", " ".repeat(it))).collect();
    nested += &format!("{}x = f'a{{f(\"b\")}}c'\n", " ".repeat(2000));
    let texts = [
        nested,
        "(".repeat(200_000),
        "x)".repeat(200_000),
        "def ".repeat(200_000),
        "a.".repeat(200_000),
        "lambda:".repeat(100_000),
        "'''".repeat(99_999),
        "\\".repeat(100_000),
        "if x:".repeat(200_000),
        "\u{0}\u{feff}\r\u{c}'\\".repeat(100_000),
        "x=".repeat(200_000),
        String::new(),
    ];
    let class: Vec<_> = texts.into_iter().map(|text| (String::new(), text)).collect();
    let likeness = compared(&class);
    assert!(likeness.members.iter().all(|member| member.is_parsed));
}
