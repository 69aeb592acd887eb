//! The rule books in `boards/rules`: they and their pictures are what the code makes of the rules.
//!
//! `ARBITRO_WRITE_RULES=1` writes them anew instead of comparing.

use std::collections::BTreeMap;
use std::fs;

use arbitro_records::svg;
use arbitro_rules::GameId;
use arbitro_words::rule_book::rule_book;

use arbitro_testkit::games::project;

/// Every file of the folder by its name.
fn made() -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for game in GameId::ALL {
        let book = rule_book(game);
        for picture in book.pictures() {
            let name = format!("{}.svg", picture.file);
            let drawn = svg::illustration(picture).unwrap();
            assert_eq!(files.insert(name.clone(), drawn), None, "{name} twice");
        }
        files.insert(format!("{game}.md"), book.markdown());
    }
    files
}

#[test]
fn the_folder_holds_what_the_rules_say_and_nothing_else() {
    let folder = project("boards/rules");
    let made = made();
    if std::env::var_os("ARBITRO_WRITE_RULES").is_some() {
        for entry in fs::read_dir(&folder).unwrap() {
            fs::remove_file(entry.unwrap().path()).unwrap();
        }
        for (name, text) in &made {
            fs::write(folder.join(name), text).unwrap();
        }
    }
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        found.insert(name, fs::read_to_string(&path).unwrap());
    }
    let names = |of: &BTreeMap<String, String>| of.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&found), names(&made));
    for (name, text) in made {
        assert!(
            found[&name] == text,
            "boards/rules/{name} is not what the rules say: ARBITRO_WRITE_RULES=1 writes it anew"
        );
    }
}

#[test]
fn each_picture_of_a_document_is_a_file_beside_it() {
    for game in GameId::ALL {
        let book = rule_book(game);
        let text = book.markdown();
        let links: Vec<&str> =
            text.split("](").skip(1).filter_map(|part| part.split(')').next()).collect();
        let pictures: Vec<String> = book.pictures().map(|it| it.file.clone() + ".svg").collect();
        assert_eq!(links, pictures, "{game}");
        assert!(pictures.len() >= 4, "{game}");
    }
}
