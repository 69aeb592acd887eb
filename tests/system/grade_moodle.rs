//! The teacher's pipeline: Moodle's download in, its worksheet filled in, past years beside, another
//! compiler.

use std::fs;
use std::io::Write;
use std::path::Path;

use arbitro_testkit::games::project;
use zip::write::SimpleFileOptions;

use crate::grade_samples::is_there;
use crate::graded_class::{run, text};
use crate::programs::{make_executable, open_folder, open_to_all};

const QUICK: [&str; 8] =
    ["--skip", "memory", "--skip", "conformance", "--skip", "strength", "--skip", "contest"];

pub(crate) fn zip(files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, contents) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(contents).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn sample(number: &str) -> Vec<u8> {
    fs::read(project("tests/submissions").join(number).join("player.cpp")).unwrap()
}

fn graded(submissions: &Path, out: &Path, more: &[&str]) -> (Option<i32>, String, String) {
    let output = run(submissions, out, &[&QUICK[..], more].concat());
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn moodles_zip_is_marked_and_its_worksheet_filled_in() {
    if !is_there("g++") {
        return;
    }
    let folder = open_folder(0o755);
    let [class, past, sheet, out] =
        ["class.zip", "2024", "worksheet.csv", "out"].map(|it| folder.path().join(it));
    let of = |number: &str| zip(&[("x/player.cpp", sample(number))]);
    let all = zip(&[
        ("Anna Rossi_4711_assignsubmission_file/870003.zip", of("870003")),
        (
            "Ugo Bo_4712_assignsubmission_file/player.cpp",
            b"#include \"player.hpp\"\nint x = ;\n".to_vec(),
        ),
        ("Eva, \"Eve\" Li_4713_assignsubmission_file/870004.zip", of("870004")),
    ]);
    fs::write(&class, all).unwrap();
    let old = past.join("860001");
    fs::create_dir_all(&old).unwrap();
    fs::write(old.join("player.cpp"), sample("870004")).unwrap();
    let rows = "\u{feff}Identifier,\"Full name\",\"Email address\",Status,Grade,\"Maximum Grade\",\"Feedback comments\"\r\n\
        \"Participant 4711\",\"Anna Rossi\",a@x.it,\"Submitted for grading\",,30.00,=untouched\r\n\
        \"Participant 4712\",\"Ugo Bo\",u@x.it,\"Submitted for grading\",,30.00,\r\n\
        \"Participant 4713\",\"Eva, \"\"Eve\"\" Li\",e@x.it,\"Submitted for grading\",,30.00,\r\n\
        \"Participant 4799\",\"Nul La\",n@x.it,\"No submission\",,30.00,\r\n";
    fs::write(&sheet, rows).unwrap();
    let [past, sheet] = [&past, &sheet].map(|it| it.to_str().unwrap());
    let (code, said, told) = graded(&class, &out, &["--against", past, "--worksheet", sheet]);
    assert_eq!(code, Some(1), "{said}{told}");
    assert!(said.contains("4712") && said.contains("FAILS: it does not compile"), "{said}");
    assert!(said.contains("fails? it is too similar to another submission"), "{said}");
    let filled = fs::read_to_string(out.join("moodle.csv")).unwrap();
    // The teacher's comment and the cells of the undecided stay.
    let expected = "\u{feff}Identifier,Full name,Email address,Status,Grade,Maximum Grade,Feedback comments\n\
        Participant 4711,Anna Rossi,a@x.it,Submitted for grading,30.00,30.00,=untouched\n\
        Participant 4712,Ugo Bo,u@x.it,Submitted for grading,0.00,30.00,Points: 0 of 10. Most to gain: (1) Compiles +10: It does not compile.\n\
        Participant 4713,\"Eva, \"\"Eve\"\" Li\",e@x.it,Submitted for grading,,30.00,\n\
        Participant 4799,Nul La,n@x.it,No submission,,30.00,\n";
    assert_eq!(filled, expected);
    assert!(
        told.contains("moodle.csv: these grades are unchanged, for you to decide: 4713"),
        "{told}"
    );
    // Each page goes back in its folder, without those that are still to be decided.
    let packed = fs::File::open(out.join("feedback.zip")).unwrap();
    let packed = zip::ZipArchive::new(packed).unwrap();
    let packed = packed.file_names().map(|name| name.unwrap().into_owned());
    assert_eq!(
        packed.collect::<Vec<_>>(),
        [
            "Anna Rossi_4711_assignsubmission_file_/marks.html",
            "Ugo Bo_4712_assignsubmission_file_/marks.html",
        ]
    );
    let list = fs::read_to_string(out.join("public.csv")).unwrap();
    assert_eq!(list, "number,total,of\n4711,10.00,10.00\n4712,0.00,10.00\n4713,,10.00\n");
    assert!(said.contains("4711  Anna Rossi, a@x.it "), "{said}");
    assert!(
        said.contains("\nsimilar: 4713 and 2024_860001, 96.5 % of the shorter one: likeness/4713--2024_860001.html\nfor Moodle: moodle.csv"),
        "{said}"
    );
    // The past is compared and nothing else.
    let overview = fs::read_to_string(out.join("overview.html")).unwrap();
    assert!(overview.contains("2024_860001") && !overview.contains("students/2024_860001"));
    assert!(out.join("likeness/4713--2024_860001.html").is_file());
    assert!(!out.join("students/2024_860001").exists());
    assert!(!fs::read_to_string(out.join("students/4713/index.html")).unwrap().contains("860001"));
    // Acquitted it has its grade; and without a worksheet one is made.
    let weights = out.join("grade.toml");
    let mut decided = fs::read_to_string(&weights).unwrap();
    decided += "[[decisions]]\nof = [\"2024_860001\", \"4713\"]\nwhy = \"its own of last year\"\n\
        [[decisions]]\nof = [\"4712\"]\npoints = 9\nwhy = \"a slip of one letter\"\n";
    fs::write(&weights, decided).unwrap();
    let (_, _, told) = graded(&class, &out, &["--against", past]);
    assert!(!told.contains("the weights name"), "{told}");
    let made = fs::read_to_string(out.join("moodle.csv")).unwrap();
    assert!(
        made.starts_with(
            "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Feedback comments\n"
        ),
        "{made}"
    );
    assert!(
        made.contains(
            "\nParticipant 4713,\"Eva, \"\"Eve\"\" Li\",,Submitted for grading,100.00,100.00,Points: 10 of 10.\n"
        ),
        "{made}"
    );
    let overview = fs::read_to_string(out.join("overview.html")).unwrap();
    assert!(overview.contains("its own of last year"));
    let page = fs::read_to_string(out.join("students/4712/index.html")).unwrap();
    assert!(page.contains("a slip of one letter") && page.contains("Without this it would be 0."));
    assert!(
        made.contains("\nParticipant 4712,Ugo Bo,,Submitted for grading,90.00,100.00,"),
        "{made}"
    );
    // Code that the course gave out does not count.
    let base = old.join("player.cpp");
    let (_, said, _) = graded(&class, &out, &["--against", past, "--base", base.to_str().unwrap()]);
    assert!(
        !fs::read_to_string(out.join("overview.html")).unwrap().contains("2024_860001"),
        "{said}"
    );
    let wrong = folder.path().join("wrong.csv");
    fs::write(&wrong, "a,b\n1,2\n").unwrap();
    let (code, _, told) = graded(&class, &out, &["--worksheet", wrong.to_str().unwrap()]);
    assert!(code == Some(2) && told.contains("no columns \"Grade\""), "{told}");
}

#[test]
fn the_compiler_is_the_one_that_is_named() {
    if !is_there("g++") {
        return;
    }
    let folder = open_folder(0o755);
    let [class, out, tools] = ["class", "out", "mine/bin"].map(|it| folder.path().join(it));
    fs::create_dir_all(class.join("870003")).unwrap();
    fs::write(class.join("870003/player.cpp"), sample("870003")).unwrap();
    fs::create_dir_all(&tools).unwrap();
    let mine = tools.join("own-g++");
    let script =
        "#!/bin/sh\n[ \"$1\" = --version ] && echo 'my own 9.4' && exit\nexec g++ \"$@\"\n";
    fs::write(&mine, script).unwrap();
    make_executable(&mine);
    open_to_all(folder.path());
    let (code, said, told) = graded(&class, &out, &["--cxx", mine.to_str().unwrap()]);
    assert_eq!(code, Some(0), "{said}{told}");
    let page = fs::read_to_string(out.join("students/870003/index.html")).unwrap();
    assert!(page.contains("my own 9.4"), "{page}");
    let (code, _, told) = graded(&class, &out, &["--cxx", "no-such-g++"]);
    assert!(code == Some(2) && told.contains("no-such-g++") && told.contains("PATH"), "{told}");
}
