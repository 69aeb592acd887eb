//! The program of this package begins, and says which it is.

use std::process::Command;

#[test]
fn it_says_its_version() {
    let said = Command::new(env!("CARGO_BIN_EXE_replay")).arg("--version").output();
    let said = String::from_utf8(said.unwrap().stdout).unwrap();
    assert_eq!(said, concat!("replay ", env!("CARGO_PKG_VERSION"), "\n"));
}
