//! The program of this package begins, and says which it is.

use std::process::Command;

#[test]
fn it_says_its_version() {
    let said = Command::new(env!("CARGO_BIN_EXE_grade")).arg("--version").output();
    let said = String::from_utf8(said.unwrap().stdout).unwrap();
    assert_eq!(said, concat!("grade ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn a_missing_folder_of_submissions_is_named_and_nothing_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let grade = Command::new(env!("CARGO_BIN_EXE_grade"))
        .args(["class", "--game", "english", "--out", "marks", "--quiet"])
        .current_dir(folder.path())
        .env("LC_ALL", "C")
        .output()
        .unwrap();
    let stderr = String::from_utf8(grade.stderr).unwrap();
    assert!(stderr.contains("\"class\" cannot be read as a folder of submissions"), "{stderr}");
    assert_eq!(grade.status.code(), Some(2));
    assert!(!folder.path().join("marks").exists());
}
