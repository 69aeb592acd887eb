//! Writes the boards of a prepared match, each in the next of the ways that it is told.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{Result, Write};
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

fn publish(way: &str, name: &str, text: &str) -> Result<()> {
    let draft = || fs::write("draft", text).map(|()| "draft");
    match way {
        "plain" => fs::write(name, text),
        "rename" => fs::rename(draft()?, name),
        "copy" => fs::copy(draft()?, name).map(drop),
        "link" => fs::hard_link(draft()?, name).and_then(|()| fs::remove_file("draft")),
        "pieces" => {
            let mut file = OpenOptions::new().append(true).create(true).open(name)?;
            text.split_inclusive('\n').try_for_each(|line| {
                file.write_all(line.as_bytes())?;
                file.sync_all()
            })
        }
        "crlf" => fs::write(name, text.replace('\n', "\r\n")),
        "touched" => {
            fs::write(name, text)?;
            fs::set_permissions(name, Permissions::from_mode(0o600))?;
            chown(name, None, None)?;
            File::open(name)?.set_modified(UNIX_EPOCH)
        }
        _ => panic!("{way}"),
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut number: u32 = words[2].parse().unwrap();
    for way in words[1].split(',') {
        while !Path::new(&format!("board_{number}.txt")).exists() {
            std::thread::sleep(Duration::from_millis(2));
        }
        let name = format!("board_{}.txt", number + 1);
        let text = fs::read_to_string(Path::new(&words[0]).join(&name)).unwrap();
        publish(way, &name, &text).unwrap();
        number += 2;
    }
    std::thread::sleep(Duration::from_secs(600));
}
