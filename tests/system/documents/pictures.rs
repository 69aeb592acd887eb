//! Pictures in the documents.

use std::fs;
use std::path::Path;
use std::process::Command;

use arbitro_testkit::games::project;

use super::links;
use crate::needs::{on_path, skip};
use crate::programs::program;

#[test]
fn the_readmes_pictures_are_small() {
    let text = fs::read_to_string(project("README.md")).unwrap();
    let pictures: Vec<&str> = links(&text).filter(|link| link.ends_with(".png")).collect();
    assert_eq!(pictures.len(), 2, "{pictures:?}");
    for picture in pictures {
        let bytes = fs::read(project(picture)).unwrap();
        assert!(bytes.starts_with(b"\x89PNG"), "{picture}");
        assert!(bytes.len() < 120 << 10, "{picture}: {} bytes", bytes.len());
    }
}

/// The text that a picture carries.
fn shown(picture: &Path) -> String {
    let bytes = fs::read(picture).unwrap();
    let mark = b"tEXtShown\0";
    let at = bytes.windows(mark.len()).position(|it| it == mark);
    let at = at.expect("the picture does not carry its text");
    let length = u32::from_be_bytes(bytes[at - 4..at].try_into().unwrap()) as usize;
    String::from_utf8(bytes[at + mark.len()..at + 4 + length].to_vec()).unwrap()
}

#[test]
fn taking_the_readmes_pictures_ends_and_they_are_what_it_takes() {
    if let Some(tool) =
        ["chromium", "chromedriver", "python3"].iter().find(|it| on_path(it).is_none())
    {
        assert!(std::env::var_os("CI").is_none(), "in CI {tool} must be there");
        skip(&format!("no {tool} (scripts/setup)"));
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    // Ten seconds on a quiet machine.
    let taken = Command::new("timeout")
        .arg("300")
        .arg(project("scripts/pictures/take"))
        .arg(folder.path())
        .env("BIN", program("verify").parent().unwrap())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&taken.stderr);
    assert!(taken.status.success(), "{}: {said}", taken.status);
    let again = "take the pictures again: scripts/pictures/take";
    for name in ["report.png", "page.png"] {
        let kept = project("scripts/pictures").join(name);
        assert_eq!(shown(&kept), shown(&folder.path().join(name)), "{name}: {again}");
    }
    let moving = "scripts/pictures/explained.svg";
    let readme = fs::read_to_string(project("README.md")).unwrap();
    assert_eq!(links(&readme).filter(|link| link.ends_with(".svg")).collect::<Vec<_>>(), [moving]);
    let picture = fs::read_to_string(project(moving)).unwrap();
    assert!(picture.len() < 120 << 10, "{} bytes", picture.len());
    assert!(picture.contains("<animate ") && !picture.contains("<script"));
    let drawn = fs::read_to_string(folder.path().join("explained.svg")).unwrap();
    assert!(drawn == picture, "{moving}: {again}");
}
