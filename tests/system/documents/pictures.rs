//! Pictures in the documents.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::Command;

use arbitro_testkit::games::project;

use super::links;
use crate::needs::skip;
use crate::programs::program;

#[test]
fn the_readmes_pictures_are_small() {
    let text = fs::read_to_string(project("README.md")).unwrap();
    let pictures: Vec<&str> = links(&text).filter(|it| it.ends_with(".png")).collect();
    assert_eq!(pictures.len(), 2, "{pictures:?}");
    for picture in pictures {
        let bytes = fs::read(project(picture)).unwrap();
        assert!(bytes.starts_with(b"\x89PNG"), "{picture}");
        assert!(bytes.len() < 120 << 10, "{picture}: {} bytes", bytes.len());
    }
}

/// Columns of the standings that the report's picture shows.
const SHOWN: [&str; 9] =
    ["place", "name", "points", "wins", "draws", "losses", "rating", "rating_low", "rating_high"];

fn shown(standings: &[u8]) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_reader(standings);
    let heads = reader.headers().unwrap().clone();
    let columns = SHOWN.map(|it| heads.iter().position(|head| head == it).unwrap());
    let rows = reader.records().map(|row| row.unwrap());
    rows.map(|row| columns.iter().map(|&it| row[it].to_owned()).collect()).collect()
}

#[test]
fn the_picture_of_the_report_shows_what_the_program_still_says() {
    let picture = fs::read(project("scripts/pictures/report.png")).unwrap();
    let mark = b"tEXtNumbers\0";
    let at = picture.windows(mark.len()).position(|it| it == mark);
    let at = at.expect("the picture does not carry its numbers");
    let length = u32::from_be_bytes(picture[at - 4..at].try_into().unwrap()) as usize;
    let numbers = &picture[at + mark.len()..at + 4 + length];
    // The commands of scripts/pictures/take.
    let folder = tempfile::tempdir().unwrap();
    let players = folder.path().join("players");
    for name in ["engine", "minimax-4", "minimax-2", "greedy", "random"] {
        fs::create_dir_all(players.join(name)).unwrap();
        let file = Path::new(name).join("player.toml");
        fs::copy(project("players").join(&file), players.join(&file)).unwrap();
    }
    let played = Command::new(program("tournament"))
        .args(["run", "players", "--out", "evening", "--quiet"])
        .args(["--openings", "random:4", "--games", "4"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&played.stderr);
    assert!(played.status.success(), "{said}");
    let standings = fs::read(folder.path().join("evening/standings.csv")).unwrap();
    assert_eq!(shown(numbers), shown(&standings), "take the pictures again: scripts/pictures/take");
}

#[test]
fn the_moving_picture_is_small_and_what_its_script_draws() {
    let readme = fs::read_to_string(project("README.md")).unwrap();
    let pictures: Vec<&str> = links(&readme).filter(|it| it.ends_with(".svg")).collect();
    assert_eq!(pictures, ["scripts/pictures/explained.svg"]);
    let picture = fs::read_to_string(project(pictures[0])).unwrap();
    assert!(picture.len() < 120 << 10, "{} bytes", picture.len());
    assert!(picture.contains("<animate ") && !picture.contains("<script"));
    // Python's own reader of XML, which the script asks before it writes, says whether it is well formed.
    let python = |args: &[&OsStr]| {
        let mut python = Command::new("python3");
        python.args(args).current_dir(project("."));
        python.output()
    };
    let reads = "import sys; from xml.etree import ElementTree as it; it.parse(sys.argv[1])";
    let Ok(read) = python(&["-c".as_ref(), reads.as_ref(), pictures[0].as_ref()]) else {
        assert!(std::env::var_os("CI").is_none(), "in CI python3 must be there");
        skip("no python3 (scripts/setup)");
        return;
    };
    assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("explained.svg");
    let programs = program("verify").parent().unwrap();
    let script = OsStr::new("scripts/pictures/explained.py");
    let drawn = python(&[script, programs.as_os_str(), file.as_os_str()]).unwrap();
    assert!(drawn.status.success(), "{}", String::from_utf8_lossy(&drawn.stderr));
    assert!(
        fs::read_to_string(file).unwrap() == picture,
        "scripts/pictures/take draws another one"
    );
}
