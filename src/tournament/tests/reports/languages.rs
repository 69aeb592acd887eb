//! The page in other languages: every text of the English one that is no data is another one.

use std::fs;
use std::path::Path;
use std::time::Duration;

use arbitro_referee::{Clock, Detail};
use arbitro_rules::GameId;
use arbitro_tournament::Format;
use arbitro_tournament::report::{PAGE, Width, duel_text_in, ranking_text_in, write_all};
use arbitro_words::Language;

use arbitro_testkit::folders::{
    Made, Manners, made, read, records, rewrite, settings, write_folder,
};
use arbitro_testkit::languages::{OTHERS, english_words};

/// Words that English and another language have, and such as data has.
const SHARED: &[&str] = &[
    "points",
    "Points",
    "Direct",
    "total",
    "Format",
    "Challenger",
    "quoridor",
    "italian",
    "lt",
    "gt",
    "Elo",
    "SB",
    "Buchholz",
    "arbitro",
    "dama",
    "player",
    "toml",
    "command",
    "no",
    "ms",
    "MiB",
    "submissions",
    "late",
    "of",
    "its",
    "own",
    "an",
    "on",
    "number",
    "KiB",
    "µs",
    "round",
    "robin",
    "balanced",
    "none",
    "swiss",
    "knockout",
    "gauntlet",
    "random",
    "usual",
    "CPU",
];

/// Elements that hold data: commands, names, players' output.
const QUOTED: &[&str] = &["code", "bdi", "pre", "script"];

/// The texts of a page with what they stand in, and what people are told of by `title` and `aria-label`.
fn texts(page: &str) -> Vec<(String, String)> {
    let mut texts = Vec::new();
    let mut within: Vec<String> = Vec::new();
    let page = page.split_once("<body>").unwrap().1;
    for piece in page.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').unwrap();
        let name = tag.split([' ', '/']).find(|part| !part.is_empty()).unwrap_or("").to_owned();
        if tag.starts_with('/') {
            within.pop();
        } else {
            for attribute in [" title=\"", " aria-label=\""] {
                if let Some((_, value)) = tag.split_once(attribute) {
                    let value = value.split('"').next().unwrap();
                    texts.push((attribute.trim().to_owned(), value.to_owned()));
                }
            }
            if !["br", "hr"].contains(&&*name) {
                within.push(name);
            }
        }
        texts.push((within.last().cloned().unwrap_or_default(), text.to_owned()));
        if text.is_empty() && within.last().is_some_and(|it| it == "script") {
            break;
        }
    }
    texts
}

fn players() -> Vec<Made> {
    vec![
        made("A-1", Some("B-2"), Manners::Good),
        made("A-2", None, Manners::Illegal),
        made("A-3", None, Manners::Late),
        made("A-4", None, Manners::Unlucky),
    ]
}

/// A tournament in which much happened, with the referee's own sentences.
fn folder(game: GameId, format: Format) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = settings(game, format, 6);
    if format == Format::Gauntlet {
        settings.challenger = Some("A-1".to_owned());
    }
    write_folder(folder.path(), &settings, &players(), 0.9);
    let mut records = records(folder.path());
    for fault in records.iter_mut().filter_map(|record| record.fault.as_mut()) {
        if fault.reason == "timeout" {
            let allowed = Duration::from_secs(1);
            fault.text = Some("no board within 1 s".to_owned());
            fault.detail = Some(Detail::Late { allowed, clock: Clock::Wall, slip: None });
        }
    }
    rewrite(folder.path(), &records);
    folder
}

fn page(folder: &Path, language: Language) -> String {
    let results = read(folder);
    write_all(folder, &results, &results.standings(), language).unwrap();
    fs::read_to_string(folder.join(PAGE)).unwrap()
}

/// Returns true if a text may be the same in two languages.
fn is_data(within: &str, text: &str) -> bool {
    let is_quoted = QUOTED.contains(&within);
    let mut words = text.split(|it: char| !it.is_alphabetic()).filter(|it| it.chars().count() > 1);
    let is_fingerprint = text.len() > 10 && text.chars().all(|letter| letter.is_ascii_hexdigit());
    is_quoted || is_fingerprint || words.all(|word| SHARED.contains(&word))
}

#[test]
fn every_text_of_the_page_that_is_no_data_differs_by_language() {
    for (game, format) in [
        (GameId::Dama, Format::RoundRobin),
        (GameId::Quoridor, Format::Swiss),
        (GameId::Italian, Format::Gauntlet),
        (GameId::Italian, Format::Knockout),
    ] {
        let folder = folder(game, format);
        let english = page(folder.path(), Language::English);
        assert!(english.contains("<html lang=\"en\">"));
        let english = texts(&english);
        assert!(english.len() > 200);
        for language in OTHERS {
            let other = page(folder.path(), language);
            assert!(other.contains(&format!("<html lang=\"{}\">", language.code())));
            let others = texts(&other);
            assert_eq!(english.len(), others.len(), "the same parts, {game} {format} {language:?}");
            let mut wrong = Vec::new();
            for ((within, one), (_, other)) in english.iter().zip(&others) {
                if one == other && !is_data(within, one) {
                    wrong.push(format!("in <{within}>, in both: {one:?}"));
                }
                if !QUOTED.contains(&&**within) {
                    let mut left = english_words(other);
                    left.retain(|it| !SHARED.contains(&&**it));
                    if !left.is_empty() {
                        wrong.push(format!("{left:?} in {other:?}"));
                    }
                }
            }
            wrong.sort();
            wrong.dedup();
            assert!(wrong.is_empty(), "{game} {format} {language:?}:\n{}", wrong.join("\n"));
        }
    }
}

#[test]
fn a_forfeit_is_told_in_every_language() {
    let folder = folder(GameId::Italian, Format::RoundRobin);
    for (language, late) in
        OTHERS.into_iter().zip(["nessun tavoliere entro 1 s", "pas de plateau en 1 s"])
    {
        let page = page(folder.path(), language);
        assert!(page.contains(late));
        let whys: Vec<&str> = page.split("<p class=\"why\">").skip(1).collect();
        assert!(whys.len() > 3, "{}", whys.len());
        for why in whys {
            let why = why.split('<').next().unwrap();
            assert!(english_words(why).is_empty(), "{why}");
        }
    }
}

#[test]
fn a_sentence_without_data_is_shown_as_it_was_kept() {
    let folder = folder(GameId::Italian, Format::RoundRobin);
    let mut records = records(folder.path());
    for fault in records.iter_mut().filter_map(|record| record.fault.as_mut()) {
        fault.text = Some("the referee of another day said this".to_owned());
        fault.detail = None;
    }
    rewrite(folder.path(), &records);
    for language in OTHERS {
        let page = page(folder.path(), language);
        assert!(page.contains("the referee of another day said this"));
    }
}

#[test]
fn the_ranking_of_a_terminal_is_in_columns_in_every_language() {
    let folder = folder(GameId::Dama, Format::RoundRobin);
    let results = read(folder.path());
    let told =
        |language| ranking_text_in(&results, &results.standings(), Width::First(2), None, language);
    let english = told(Language::English);
    let end = |text: &str, word: &str| text.find(word).map(|it| text[..it].chars().count());
    for (language, words) in [
        (Language::Italian, ["giocatore", "punti", "vinte", "patte", "perse", "forfait"]),
        (Language::French, ["joueur", "points", "gagnées", "nulles", "perdues", "forfaits"]),
    ] {
        let other = told(language);
        assert_eq!(english.lines().count(), other.lines().count());
        let head = other.lines().nth(1).unwrap();
        for word in words {
            assert!(head.contains(word), "{head}");
        }
        let left = english_words(&other.replace("--resume", ""));
        assert!(left.is_empty(), "{left:?} in {other}");
        // Ratings end where their heading ends.
        let rating_end = end(head, "  95 %").unwrap();
        for row in other.lines().skip(2).take(2) {
            let around: String = row.chars().skip(rating_end - 1).take(3).collect();
            assert!(around.starts_with(|around: char| around.is_ascii_digit()), "{other}");
            assert!(around.ends_with("  "), "{other}");
        }
    }
}

#[test]
fn two_players_are_compared_in_every_language() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(GameId::Dama, Format::RoundRobin, 4);
    let two = [made("A-1", None, Manners::Good), made("A-2", None, Manners::Good)];
    write_folder(folder.path(), &settings, &two, 1.0);
    let results = read(folder.path());
    for (language, begins) in
        OTHERS.into_iter().zip(["A-1 contro A-2: vinte ", "A-1 contre A-2 : gagnées "])
    {
        let text = duel_text_in(&results, &results.standings(), language).unwrap();
        assert!(text.starts_with(begins), "{text}");
        assert!(english_words(&text).is_empty(), "{text}");
    }
}
