//! Texts as they are read, and what does not compile.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use syn::{DeriveInput, parse_quote};

use crate::message::{of_foreign, of_item};
use crate::room::{File, parse, read};
use crate::text::{self, Fact, Part};

fn words(text: &str) -> Part {
    Part::Words(text.to_owned())
}

fn fact(name: &str, fields: &[&str]) -> Fact {
    let fields = fields.iter().map(|field| (*field).to_owned()).collect();
    Fact { name: name.to_owned(), fields, function: None }
}

#[test]
fn facts_and_their_fields_stand_in_braces() {
    let parts = text::parse("ply {ply}: {mv.text}").unwrap();
    let [ply, mv] = [fact("ply", &[]), fact("mv", &["text"])].map(Part::Fact);
    assert_eq!(parts, [words("ply "), ply, words(": "), mv]);
}

#[test]
fn a_fact_that_a_language_leaves_out_is_named() {
    let parts = text::parse("a{!fact}").unwrap();
    assert_eq!(parts, [words("a"), Part::Unsaid(fact("fact", &[]))]);
}

#[test]
fn doubled_braces_are_braces() {
    assert_eq!(text::parse("{{bar:30}} {{pos}}").unwrap(), [words("{bar:30} {pos}")]);
}

#[test]
fn a_choice_without_names_has_two_texts_which_may_choose_again() {
    let parts = text::parse("{a?x {b?y|}|: z}").unwrap();
    let inner = Part::Either(fact("b", &[]), [vec![words("y")], vec![]]);
    let texts = [vec![words("x "), inner], vec![words(": z")]];
    assert_eq!(parts, [Part::Either(fact("a", &[]), texts)]);
}

#[test]
fn a_choice_with_names_loses_one_space_after_the_colon() {
    let parts =
        text::parse("{a?Win(plies): in {plies}|Draw:  x|Loss {by, at}: y}{n?0:|_: y}").unwrap();
    let win = ("Win(plies)".to_owned(), vec![words("in "), Part::Fact(fact("plies", &[]))]);
    let draw = ("Draw".to_owned(), vec![words(" x")]);
    let loss = ("Loss {by, at}".to_owned(), vec![words("y")]);
    let numbers = vec![("0".to_owned(), vec![]), ("_".to_owned(), vec![words("y")])];
    let first = Part::Match(fact("a", &[]), vec![win, draw, loss]);
    assert_eq!(parts, [first, Part::Match(fact("n", &[]), numbers)]);
}

#[test]
fn a_text_that_cannot_be_read_says_why() {
    let wrong = [
        ("a } b", "a } closes nothing; }} is a brace"),
        ("{a", "{a is followed by neither } nor ?"),
        ("{a?b|c", "a { is not closed"),
        ("{a b}", "{a is followed by neither } nor ?"),
        ("{}", "{ is not the name of a fact; {{ is a brace"),
        ("{a.}", "{a. is not the name of a fact; {{ is a brace"),
        ("{a?b}", "{a? chooses one of two texts, and 1 are here"),
        ("{a?X: b|c}", "{a? names a variant for some texts, not for all"),
    ];
    for (text, why) in wrong {
        assert_eq!(text::parse(text).unwrap_err(), why, "{text}");
    }
}

fn file(name: &str, language: &'static str, text: &str) -> File {
    File { readers: vec![language], ..parse(name.to_owned(), text).unwrap() }
}

/// Compiles an enum of one message with a count and an enum, with an Italian file.
fn mistakes(italian: &str) -> Vec<String> {
    let item: DeriveInput = parse_quote! {
        enum Text<'a> { Found { count: usize, event: &'a Event } }
    };
    let english = "[Text]\nFound = \"{count} {event?Wall: wall|Step: step}\"";
    let files = [file("en.toml", "English", english), file("it.toml", "Italian", italian)];
    let mistakes =
        of_item(&files, &item).map_or_else(|it| it.into_iter().collect(), |_| Vec::new());
    mistakes.iter().map(ToString::to_string).collect()
}

#[test]
fn each_mistake_names_file_line_and_entry() {
    let cases = [
        ("", "it.toml: Text.Found is missing"),
        (
            "\n[Text]\nFoun = ''\nFound = '{count}{event}'",
            "it.toml:3: Text.Foun: Text has no such variant",
        ),
        ("[Text]\nFound = '{event}'", "it.toml:2: Text.Found: the text does not say {count}"),
        ("[Text]\nFound = '{cuont}{event}'", "it.toml:2: Text.Found: {cuont} is not a fact of it"),
        (
            "[Text]\nFound = '{count} {event'",
            "it.toml:2: Text.Found: {event is followed by neither } nor ?",
        ),
        (
            "[Text]\nFound = '{count}{event.kind?Wall: a|Step: b}'",
            "it.toml:2: Text.Found: Wall: name the enum, as in Enum::Wall",
        ),
    ];
    for (italian, mistake) in cases {
        assert_eq!(mistakes(italian), [mistake], "{italian}");
    }
    assert!(mistakes("[Text]\nFound = '{count}{event?Wall: a|Step: b}'").is_empty());
}

#[test]
fn a_function_makes_what_is_said_of_a_fact_and_constants_are_said_by_name() {
    let call = Fact { function: Some("name".to_owned()), ..fact("mv", &["wall"]) };
    assert_eq!(text::parse("{name(mv.wall)}").unwrap(), [Part::Fact(call)]);
    let item: DeriveInput = parse_quote! { enum Text { Found } };
    let constant = file("en.toml", "English", "[Text]\nFound = 'at most {MAX_WALLS}'");
    let made = of_item(&[constant], &item).unwrap().to_string().replace(' ', "");
    assert!(made.contains("say(&MAX_WALLS,"), "{made}");
    assert_eq!(text::parse("{name(wall}").unwrap_err(), "{name(wall is not closed");
}

/// Compiles an enum of another room, with an Italian file.
fn of_another_room(english: &str, italian: &str) -> Result<String, Vec<String>> {
    let files = [file("en.toml", "English", english), file("it.toml", "Italian", italian)];
    let made = of_foreign(&files, &parse_quote!(judge::Fault<'_>));
    let told = |it: syn::Error| it.into_iter().map(|it| it.to_string()).collect();
    made.map(|made| made.to_string().replace(' ', "")).map_err(told)
}

#[test]
fn entries_for_an_enum_of_another_room_are_patterns_in_their_order() {
    let text = "[Fault]\n'Late { clock: Clock::Wall, .. }' = 'late'\n'Late { limit, .. }' = '{text(limit)}'\n'it @ Gone' = '{it}'";
    let made = of_another_room(text, text).unwrap();
    let arms = [
        "judge::Fault::Late{clock:Clock::Wall,..}",
        "judge::Fault::Late{limit,..}",
        "it@judge::Fault::Gone{..}",
    ];
    let places: Vec<_> = arms.map(|arm| made.find(arm).unwrap()).into_iter().collect();
    assert!(places.is_sorted(), "{made}");
    assert!(made.contains("&text(limit)") && made.contains("forjudge::Fault<'_>"), "{made}");
}

#[test]
fn a_variant_of_another_room_that_one_language_lacks_is_told() {
    let cases = [
        ("[Fault]\nGone = ''", "it.toml: Fault.Late is missing"),
        ("[Fault]\nLate = ''\nGone = ''\nGnoe = ''", "en.toml: Fault.Gnoe is missing"),
        (
            "[Fault]\nLate = ''\n'Gone(at)' = ''",
            "it.toml:3: Fault.Gone(at): the text does not say {at}",
        ),
        (
            "[Fault]\nLate = ''\n'Gone(at)' = '{at?Wall: x|_: y}'",
            "it.toml:3: Fault.Gone(at): Wall: name the enum, as in Enum::Wall",
        ),
        ("[Fault]\nLate = ''\n'Gone(' = ''", "it.toml:3: Fault.Gone(: Gone( is not a pattern"),
    ];
    for (italian, mistake) in cases {
        let told = of_another_room("[Fault]\nLate = ''\nGone = ''", italian).unwrap_err();
        assert_eq!(told[0], mistake, "{italian}");
    }
}

#[test]
fn the_first_fact_of_a_struct_chooses_and_all_may_be_said() {
    let item: DeriveInput = parse_quote! { struct Told { code: Code, mover: Player } };
    let text = "[Told]\n'Alike | Same' = '{mover}'\n'One(by)' = '{by}{mover?X: a|O: b}'";
    let made = of_item(&[file("en.toml", "English", text)], &item).unwrap().to_string();
    let made = made.replace(' ', "");
    assert!(made.contains("matchcode{Code::Alike{..}|Code::Same{..}=>"), "{made}");
    assert!(made.contains("Code::One(by)") && made.contains("Player::O{..}"), "{made}");
}

#[test]
fn a_name_that_a_pattern_gives_hides_the_fact_of_that_name() {
    let item: DeriveInput = parse_quote! { enum Text { Found { code: Option<Code> } } };
    let text = "[Text]\nFound = '{code?Some(code): {code?Wall: a|_: b}|None: c}'";
    let mistake = of_item(&[file("en.toml", "English", text)], &item).unwrap_err();
    assert_eq!(mistake.to_string(), "en.toml:2: Text.Found: Wall: name the enum, as in Enum::Wall");
}

#[test]
fn a_reader_of_another_language_gets_all_of_a_text_in_the_language_of_its_file() {
    let item: DeriveInput = parse_quote! { enum Text { Found { count: usize } } };
    let mut english = file("en.toml", "English", "[Text]\nFound = '{count?one|many}'");
    let alone = of_item(std::slice::from_ref(&english), &item).unwrap().to_string();
    assert!(!alone.contains("spoken"), "{alone}");
    english.readers.push("French");
    let made = of_item(&[english], &item).unwrap().to_string().replace(' ', "");
    assert!(made.contains("French=>::arbitro_words::Language::English,spoken=>spoken"), "{made}");
}

#[test]
fn a_file_that_is_not_toml_is_told_with_its_line() {
    let told = |text: &str| parse("it.toml".to_owned(), text).unwrap_err();
    assert!(
        told("A = 'x'\nA = 'y'").starts_with("it.toml:2: duplicate key"),
        "{}",
        told("A = 'x'\nA = 'y'")
    );
    assert_eq!(told("[Text]\nFound = 3"), "it.toml:2: Text.Found: a text is expected");
}

#[test]
fn a_room_says_which_languages_it_has() {
    let folder = std::env::temp_dir().join(format!("arbitro-table-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    let read = || {
        let files = read(&folder)?;
        Ok::<_, String>(files.into_iter().map(|file| file.readers).collect::<Vec<_>>())
    };
    write("en.toml", "only = ['en', 'it']");
    write("it.toml", "");
    assert_eq!(read().unwrap(), [vec!["English", "French"], vec!["Italian"]]);
    write("en.toml", "only = ['en', 'ti']");
    assert!(read().unwrap_err().ends_with("en.toml: only: ti is not a language"));
    write("en.toml", "");
    assert!(read().unwrap_err().contains("fr.toml: No such file"));
    std::fs::remove_dir_all(&folder).unwrap();
}
