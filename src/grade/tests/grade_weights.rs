//! The weights file: what may stand in it, and what stands in the one that is written out.

use std::collections::BTreeSet;

use arbitro_grade::marks::{DEFAULT_TEXT, PLAYERS_TEXT, Weights};

/// The words of a weights file, each behind its table's.
fn words(text: &str) -> Vec<String> {
    let table: toml::Table = toml::from_str(text).unwrap();
    let inner = |(name, value): (&String, &toml::Value)| {
        let words = value.as_table().map(|it| it.keys().cloned().collect());
        let words: Vec<String> = words.unwrap_or_default();
        words.iter().map(|word| format!("{name}.{word}")).chain([name.clone()]).collect()
    };
    table.iter().flat_map(|it| -> Vec<String> { inner(it) }).collect()
}

#[test]
fn the_weights_file_that_is_written_out_says_what_holds_without_one() {
    let read = Weights::read(DEFAULT_TEXT).unwrap();
    assert_eq!(read, Weights::default());
    assert_eq!(Weights::read("").unwrap(), Weights::default());
    let again = toml::to_string(&read).unwrap();
    assert_eq!(Weights::read(&again).unwrap(), read);
    assert_eq!(Weights::read(PLAYERS_TEXT).unwrap(), Weights::default());
    // Everything that can be changed stands in the file of a course, so that a teacher sees it.
    let mut all: BTreeSet<String> = words(DEFAULT_TEXT).into_iter().collect();
    all.extend(words(PLAYERS_TEXT));
    // An empty list is not written again.
    all.remove("start");
    assert_eq!(all, words(&again).into_iter().collect());
}

#[test]
fn a_misspelt_word_in_the_weights_file_is_an_error_that_names_it() {
    let text = |text: &str| Weights::read(text).unwrap_err().to_string();
    assert!(text("[points]\nbuild = 3").contains("build"));
    assert!(text("aquitted = []").contains("aquitted"));
    assert!(text("[points]\nbuilds = 'many'").contains("builds"));
}

#[test]
fn weights_that_cannot_be_counted_with_are_errors() {
    let wrong = |text: &str| Weights::read(text).unwrap_err().to_string();
    for text in [
        "[points]\nbuilds = -1",
        "[points]\nbuilds = nan",
        "[points]\nbuilds = inf",
        "[memory]\nfurther = 1.5",
        "[likeness]\nthreshold = 60",
        "[conformance.weights]\n\"valid/*\" = -2",
        "[strength]\nrungs = [1, -1]",
    ] {
        assert!(wrong(text).contains("it must be from 0 to"), "{text}");
    }
    assert!(wrong("[strength]\nrungs = []").contains("rungs = []"));
    let nothing = "[points]\nbuilds=0\nwarnings=0\nconformance=0\nmemory=0\nstrength=0\nlimits=0";
    assert!(wrong(nothing).contains("gives no points"));
    assert!(wrong("acquitted = [['a1', 'A1']]").contains("pairs a1 with itself"));
}
