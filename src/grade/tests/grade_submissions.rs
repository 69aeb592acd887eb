//! Submissions as students hand them in, and as an attacker might: every entry is found or reported, and
//! nothing is followed, unpacked or guessed.

use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use arbitro_grade::submissions::{
    Contents, MAX_SOURCE_BYTES, MAX_ZIP_BYTES, Names, Submission, WhyLeftOut, read,
};
use arbitro_words::{Language, say};
use zip::unstable::write::FileOptionsExt;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

fn put(folder: &Path, path: &str, contents: impl AsRef<[u8]>) {
    let path = folder.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, contents).unwrap();
}

fn packed() -> SimpleFileOptions {
    SimpleFileOptions::default().compression_method(CompressionMethod::Deflated)
}

/// A zip with these files.
fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, contents) in files {
        zip.start_file(*name, packed()).unwrap();
        zip.write_all(contents).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// The one submission in a folder that `fill` fills.
fn one(fill: impl FnOnce(&Path)) -> Submission {
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path());
    let mut submissions = read(folder.path()).unwrap();
    assert_eq!(submissions.all.len(), 1, "{submissions:?}");
    assert!(submissions.left_out.is_empty(), "{submissions:?}");
    submissions.all.remove(0)
}

fn one_zip(bytes: &[u8]) -> Submission {
    one(|folder| put(folder, "123.zip", bytes))
}

/// Returns the fault of a submission without a usable `player.cpp`.
fn fault(submission: Submission) -> Contents {
    assert_eq!(submission.source, None, "{submission:?}");
    submission.layout.found
}

const SOURCE: &[u8] = b"// \xff\0 bytes\r\n#include \"player.hpp\"\n";

#[test]
fn a_player_is_found_in_the_layouts_that_people_make() {
    let others = |names: &[&str]| Names {
        first: names.iter().map(|&name| name.to_owned()).collect(),
        more: 0,
    };
    for (files, path, rest) in [
        (&["player.cpp"][..], "player.cpp", &[][..]),
        (&["Player.CPP"], "Player.CPP", &[]),
        (&["123/player.cpp"], "123/player.cpp", &[]),
        (
            &[
                "123/player.cpp",
                "__MACOSX/123/._player.cpp",
                "__MACOSX/player.cpp",
                "123/.DS_Store",
                ".git/player.cpp",
                "._player.cpp",
            ],
            "123/player.cpp",
            &[],
        ),
        (
            &["player.cpp", "player.hpp", "notes/deep/er/report.txt"],
            "player.cpp",
            &["notes/deep/er/report.txt", "player.hpp"],
        ),
    ] {
        let contents = |name: &&str| if name == &path { SOURCE } else { b"no" };
        let in_folder = one(|folder| {
            for name in files {
                put(&folder.join("123"), name, contents(name));
            }
        });
        let all: Vec<(&str, &[u8])> = files.iter().map(|name| (*name, contents(name))).collect();
        for submission in [in_folder, one_zip(&zip(&all))] {
            assert_eq!(submission.number, "123");
            assert_eq!(submission.source.as_deref(), Some(SOURCE), "{files:?}");
            let expected = Contents::Player {
                path: path.to_owned(),
                bytes: SOURCE.len() as u64,
                others: others(rest),
            };
            assert_eq!(submission.layout.found, expected, "{files:?}");
        }
    }
    // Some tools for Windows write names so.
    let windows = one_zip(&zip(&[("123\\player.cpp", SOURCE)]));
    assert_eq!(windows.source.as_deref(), Some(SOURCE));
}

#[test]
fn other_layouts_are_told_with_what_is_there() {
    for (files, words) in [
        (&[][..], "there is no player.cpp; there is nothing"),
        (&["main.cpp", "b/player.c"], "there is no player.cpp; there is b/player.c, main.cpp"),
        (
            &["player.cpp", "old/player.cpp"],
            "there is more than one player.cpp: old/player.cpp, player.cpp",
        ),
        (
            &["player.cpp", "Player.cpp"],
            "there is more than one player.cpp: Player.cpp, player.cpp",
        ),
        (
            &["work/src/player.cpp"],
            "player.cpp is too deep, at work/src/player.cpp: it belongs at the top, or in one folder",
        ),
    ] {
        let in_folder = one(|folder| {
            fs::create_dir(folder.join("123")).unwrap();
            for name in files {
                put(&folder.join("123"), name, SOURCE);
            }
        });
        let all: Vec<(&str, &[u8])> = files.iter().map(|name| (*name, SOURCE)).collect();
        for submission in [in_folder, one_zip(&zip(&all))] {
            assert_eq!(say(&fault(submission), Language::English), words);
        }
    }
    let many: Vec<String> = (10..40).map(|it| format!("{it}\x1b[31m{}", "x".repeat(200))).collect();
    let all: Vec<(&str, &[u8])> = many.iter().map(|name| (name.as_str(), SOURCE)).collect();
    let Contents::Missing { others } = fault(one_zip(&zip(&all))) else {
        panic!("there is none");
    };
    assert_eq!((others.first.len(), others.more), (12, 18));
    let shown = say(&others, Language::English);
    assert!(shown.starts_with("10\\u{1b}[31mxxx") && shown.ends_with("… and 18 more"), "{shown}");
}

#[test]
fn submissions_come_sorted_and_entries_that_are_none_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let source: &[(&str, &[u8])] = &[("player.cpp", SOURCE)];
    put(folder.path(), "s30/player.cpp", SOURCE);
    put(folder.path(), "200.ZIP", zip(source));
    put(folder.path(), "100_a-B/player.cpp", SOURCE);
    put(folder.path(), "77/player.cpp", SOURCE);
    put(folder.path(), "77.zip", zip(source));
    put(folder.path(), "S30.zip", zip(source));
    put(folder.path(), "300.rar", "Rar!");
    put(folder.path(), "names.csv", "1,2");
    put(folder.path(), ".DS_Store", "x");
    put(folder.path(), "Anna Rossi/player.cpp", SOURCE);
    put(folder.path(), "a\x1b[31m.zip", zip(source));
    put(folder.path(), &format!("{}/player.cpp", "9".repeat(65)), SOURCE);
    let elsewhere = tempfile::tempdir().unwrap();
    put(elsewhere.path(), "player.cpp", "secret");
    symlink(elsewhere.path(), folder.path().join("400")).unwrap();
    let submissions = read(folder.path()).unwrap();
    let told: Vec<_> =
        submissions.all.iter().map(|it| (it.number.as_str(), it.source.is_some())).collect();
    assert_eq!(told, [("100_a-B", true), ("200", true), ("77", false), ("S30", false)]);
    assert_eq!(submissions.all[2].layout.found, Contents::SameNumber);
    assert_eq!(submissions.all[2].layout.entries, ["77", "77.zip"]);
    let left_out: Vec<_> =
        submissions.left_out.iter().map(|it| (it.entry.as_str(), it.why)).collect();
    let nines = "9".repeat(65);
    assert_eq!(
        left_out,
        [
            ("300.rar", WhyLeftOut::NeitherFolderNorZip),
            ("400", WhyLeftOut::NeitherFolderNorZip),
            (nines.as_str(), WhyLeftOut::NoNumber),
            ("Anna Rossi", WhyLeftOut::NoNumber),
            ("a\\u{1b}[31m.zip", WhyLeftOut::NoNumber),
            ("names.csv", WhyLeftOut::NeitherFolderNorZip),
        ]
    );
    assert!(read(&folder.path().join("nowhere")).is_err());
}

#[test]
fn links_pipes_and_devices_are_not_followed() {
    let elsewhere = tempfile::tempdir().unwrap();
    put(elsewhere.path(), "player.cpp", "secret");
    let secret = elsewhere.path().join("player.cpp");
    let link = one(|folder| {
        fs::create_dir(folder.join("123")).unwrap();
        symlink(&secret, folder.join("123/player.cpp")).unwrap();
    });
    let pipe = one(|folder| {
        fs::create_dir(folder.join("123")).unwrap();
        let path = folder.join("123/player.cpp");
        assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    });
    let inside_zip = {
        let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
        let target = secret.to_str().unwrap();
        zip.add_symlink("player.cpp", target, packed()).unwrap();
        one_zip(&zip.finish().unwrap().into_inner())
    };
    for submission in [link, pipe, inside_zip] {
        let path = "player.cpp".to_owned();
        assert_eq!(fault(submission), Contents::NotPlain { path });
    }
    let linked_folder = one(|folder| {
        fs::create_dir(folder.join("123")).unwrap();
        symlink(elsewhere.path(), folder.join("123/src")).unwrap();
    });
    let words = "there is no player.cpp; there is src";
    assert_eq!(say(&fault(linked_folder), Language::English), words);
}

#[test]
fn bombs_are_told_whatever_they_say_of_their_size() {
    let bomb = vec![0; 2 * MAX_SOURCE_BYTES as usize];
    let too_large = |path: &str, most| Contents::TooLarge { path: path.to_owned(), most };
    let expected = too_large("player.cpp", MAX_SOURCE_BYTES);
    let honest = zip(&[("player.cpp", &bomb)]);
    assert!(honest.len() < 100_000, "it is no bomb");
    assert_eq!(fault(one_zip(&honest)), expected);
    // The same, but it says that it is small, at both places where a size is written.
    let mut liar = honest;
    let size = u32::try_from(bomb.len()).unwrap().to_le_bytes();
    let places: Vec<usize> = (0..liar.len() - 4).filter(|&at| liar[at..at + 4] == size).collect();
    assert!(!places.is_empty());
    for at in places {
        liar[at..at + 4].copy_from_slice(&100u32.to_le_bytes());
    }
    let found = fault(one_zip(&liar));
    let is_told = found == expected || matches!(found, Contents::DamagedZip { .. });
    assert!(is_told, "{found:?}");
    let in_folder = one(|folder| put(folder, "123/player.cpp", &bomb));
    assert_eq!(fault(in_folder), expected);
    // What is as large as may be is read.
    let most = vec![b' '; MAX_SOURCE_BYTES as usize];
    let fine = one_zip(&zip(&[("player.cpp", &most)]));
    assert_eq!(fine.source.map(|source| source.len()), Some(most.len()));
    let large = one(|folder| {
        let file = fs::File::create(folder.join("123.zip")).unwrap();
        file.set_len(MAX_ZIP_BYTES + 1).unwrap();
    });
    assert_eq!(fault(large), too_large("123.zip", MAX_ZIP_BYTES));
    // What else is in it is never unpacked.
    let beside = one_zip(&zip(&[("player.cpp", SOURCE), ("bomb", &bomb)]));
    assert_eq!(beside.source.as_deref(), Some(SOURCE));
}

#[test]
fn too_many_files_are_told() {
    let names: Vec<String> = (0..10_001).map(|it| format!("f{it}")).collect();
    let all: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    let expected = Contents::TooManyFiles { most: 10_000 };
    assert_eq!(fault(one_zip(&zip(&all))), expected);
    let in_folder = one(|folder| {
        fs::create_dir(folder.join("123")).unwrap();
        for name in &names {
            fs::write(folder.join("123").join(name), "").unwrap();
        }
    });
    assert_eq!(fault(in_folder), expected);
}

#[test]
fn a_zip_with_two_files_of_one_name_is_told() {
    let mut bytes = zip(&[("player.cpp", b"one"), ("plaXer.cpp", SOURCE)]);
    // No tool makes such a zip unasked.
    let at = |bytes: &[u8]| bytes.windows(6).position(|it| it == b"plaXer");
    while let Some(place) = at(&bytes) {
        bytes[place + 3] = b'y';
    }
    let told = say(&fault(one_zip(&bytes)), Language::English);
    assert_eq!(told, "there is more than one player.cpp: player.cpp, player.cpp");
}

#[test]
fn paths_that_lead_out_of_a_zip_are_told_and_nothing_is_written_anywhere() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("all");
    for path in ["../player.cpp", "/player.cpp", "a/../../player.cpp", "C:\\player.cpp"] {
        put(&inner, "123.zip", zip(&[(path, SOURCE)]));
        let submission = read(&inner).unwrap().all.remove(0);
        match fault(submission) {
            Contents::PathTrick { path: told } => assert!(told.ends_with("player.cpp"), "{told}"),
            other => panic!("{path}: {other:?}"),
        }
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(left.len(), 1, "{path}");
        // Beside a player in its place it is only told.
        put(&inner, "123.zip", zip(&[(path, b"no"), ("player.cpp", SOURCE)]));
        let submission = read(&inner).unwrap().all.remove(0);
        assert_eq!(submission.source.as_deref(), Some(SOURCE));
        let Contents::Player { others, .. } = submission.layout.found else {
            panic!("{path}");
        };
        assert!(others.first[0].ends_with("player.cpp"), "{others:?}");
    }
}

#[test]
fn damaged_and_encrypted_zips_are_told() {
    let good = zip(&[("player.cpp", &SOURCE.repeat(100))]);
    let mut wrong_sum = good.clone();
    // In the packed data: it no longer is what the sum was made of.
    let at = good.windows(10).position(|it| it == b"player.cpp").unwrap() + 20;
    wrong_sum[at] ^= 0x10;
    for bytes in [&b""[..], b"no zip at all", &good[..good.len() / 2], &good[20..], &wrong_sum] {
        match fault(one_zip(bytes)) {
            Contents::DamagedZip { why } => assert!(!why.is_empty()),
            other => panic!("{other:?}"),
        }
    }
    // Nor does any other damage do harm.
    for at in 0..good.len() {
        for bit in [0x01, 0x80] {
            let mut damaged = good.clone();
            damaged[at] ^= bit;
            one_zip(&damaged);
        }
    }
    let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let locked = packed().with_deprecated_encryption(b"word").unwrap();
    zip.start_file("player.cpp", locked).unwrap();
    zip.write_all(SOURCE).unwrap();
    let path = "player.cpp".to_owned();
    let bytes = zip.finish().unwrap().into_inner();
    assert_eq!(fault(one_zip(&bytes)), Contents::Encrypted { path });
}

const MOODLE: &str = "assignsubmission_file";

/// The files of Moodle's download of a class, by name.
fn moodle_class() -> Vec<(String, Vec<u8>)> {
    let inner = zip(&[("870001/player.cpp", SOURCE)]);
    let two = zip(&[("player.cpp", SOURCE), ("old/player.cpp", SOURCE)]);
    let nested = zip(&[("again.zip", &inner)]);
    let of = |name: &str, file: &str| format!("{name}_{MOODLE}/{file}");
    vec![
        (of("Anna Rossi_4711", "870001.zip"), inner.clone()),
        (of("Ugo Nìo_4712", "player.cpp"), SOURCE.to_vec()),
        (of("Due_4713", "870003.zip"), two),
        (of("Un O_4714", "a.zip"), nested),
        (of("Nul_4715", "report.pdf"), b"pdf".to_vec()),
        (of("Rotto_4716", "a.zip"), b"no zip".to_vec()),
        (of("Mille_4717", "a.zip"), inner.clone()),
        (of("Mille_4717", "b.zip"), inner.clone()),
        ("Mille_4717_assignsubmission_onlinetext/onlinetext.html".to_owned(), b"<p>".to_vec()),
        (format!("Flat One_4718_{MOODLE}_870008.zip"), inner),
        (format!("Flat Two_4719_{MOODLE}_player.cpp"), SOURCE.to_vec()),
        (format!("Flat Two_4719_{MOODLE}_notes.txt"), b"no".to_vec()),
    ]
}

#[test]
fn a_download_of_moodle_is_read_as_it_comes_zipped_or_not() {
    let class = moodle_class();
    let folder = tempfile::tempdir().unwrap();
    for (name, contents) in &class {
        put(&folder.path().join("class"), name, contents);
    }
    let all: Vec<(&str, &[u8])> = class.iter().map(|(name, it)| (name.as_str(), &it[..])).collect();
    put(folder.path(), "class.zip", zip(&all));
    for place in ["class", "class.zip"] {
        let submissions = read(&folder.path().join(place)).unwrap();
        assert!(submissions.left_out.is_empty(), "{:?}", submissions.left_out);
        let told: Vec<(&str, String)> = submissions
            .all
            .iter()
            .map(|it| {
                let said = say(&it.layout.found, Language::English);
                assert_eq!(it.source.is_some(), matches!(it.layout.found, Contents::Player { .. }));
                assert!(it.source.as_deref().is_none_or(|source| source == SOURCE));
                (it.number.as_str(), said.into_owned())
            })
            .collect();
        let bytes = format!(", {} bytes", SOURCE.len());
        let expected = [
            ("4711", format!("870001.zip/870001/player.cpp{bytes}")),
            ("4712", format!("player.cpp{bytes}")),
            (
                "4713",
                "there is more than one player.cpp: 870003.zip/old/player.cpp, 870003.zip/player.cpp".to_owned(),
            ),
            ("4714", format!("a.zip/again.zip/870001/player.cpp{bytes}")),
            ("4715", "there is no player.cpp; there is report.pdf".to_owned()),
        ];
        assert_eq!(told[..5], expected, "{place}");
        assert!(matches!(submissions.all[5].layout.found, Contents::DamagedZip { .. }));
        assert!(told[6].1.contains("a.zip/870001/player.cpp, b.zip/870001/player.cpp"), "{told:?}");
        assert_eq!(
            told[7..],
            [
                ("4718", format!("870008.zip/870001/player.cpp{bytes}")),
                ("4719", format!("player.cpp{bytes}")),
            ]
        );
        assert_eq!(submissions.all[0].layout.entries, [format!("Anna Rossi_4711_{MOODLE}")]);
    }
}

#[test]
fn a_hostile_download_is_told_and_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let bomb = vec![0; 2 * MAX_SOURCE_BYTES as usize];
    let mut deep = zip(&[("player.cpp", SOURCE)]);
    for _ in 0..4 {
        deep = zip(&[("in.zip", &deep)]);
    }
    let many: Vec<(String, Vec<u8>)> =
        (0..5).map(|it| (format!("{it}.zip"), deep.clone())).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|(name, it)| (name.as_str(), &it[..])).collect();
    let of = |number: &str, file: &str| format!("A_{number}_{MOODLE}/{file}");
    let class = [
        (of("1", "a.zip"), zip(&[("player.cpp", &bomb)])),
        (of("2", "a.zip"), deep),
        (of("3", "a.zip"), zip(&many)),
        (of("4", "../player.cpp"), SOURCE.to_vec()),
        ("../5_assignsubmission_file/player.cpp".to_owned(), SOURCE.to_vec()),
        ("/A_6_assignsubmission_file/player.cpp".to_owned(), SOURCE.to_vec()),
        ("A b_x_assignsubmission_file/player.cpp".to_owned(), SOURCE.to_vec()),
    ];
    let all: Vec<(&str, &[u8])> = class.iter().map(|(name, it)| (name.as_str(), &it[..])).collect();
    put(folder.path(), "class.zip", zip(&all));
    let submissions = read(&folder.path().join("class.zip")).unwrap();
    let found: Vec<&Contents> = submissions.all.iter().map(|it| &it.layout.found).collect();
    assert!(submissions.all.iter().all(|it| it.source.is_none()), "{found:?}");
    assert!(matches!(found[0], Contents::TooLarge { .. }), "{found:?}");
    assert!(matches!(found[1], Contents::Missing { .. }), "{found:?}");
    assert!(matches!(found[2], Contents::TooManyFiles { most: 4 }), "{found:?}");
    assert!(matches!(found[3], Contents::PathTrick { .. }), "{found:?}");
    let left: Vec<&str> = submissions.left_out.iter().map(|it| it.entry.as_str()).collect();
    assert_eq!(
        left,
        [
            "../5_assignsubmission_file/player.cpp",
            "/A_6_assignsubmission_file/player.cpp",
            "A b_x_assignsubmission_file"
        ]
    );
    let outside: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(outside.len(), 1);
    fs::write(folder.path().join("none.zip"), "no zip").unwrap();
    let error = read(&folder.path().join("none.zip")).unwrap_err().to_string();
    assert!(error.contains("cannot be read as a zip of submissions"), "{error}");
}
