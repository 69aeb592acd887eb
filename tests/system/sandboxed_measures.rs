//! What honest programs use is measured rightly, whatever counts it.

use std::fs;

use arbitro_sandbox::{Ended, Guarantees, MemoryBy, Plan};

use crate::contained::{guarantees, keeper_with, plan};
use crate::programs::wait_until;
use crate::sandboxing::wait_watching;

fn python(text: &str) -> Plan {
    plan("/usr/bin/python3", &["-c", text])
}

#[test]
fn a_file_with_several_names_or_holders_takes_its_room_once() {
    let mut keeper = keeper_with(Guarantees {
        namespaces: false,
        ..guarantees()
    });
    let deleted = "
held = open('file', 'wb')
held.write(bytes(12 << 20))
held.flush()
os.unlink('file')
copies = [os.dup(held.fileno()) for _ in range(4)]";
    let linked = "
with open('file', 'wb') as file:
    file.write(bytes(12 << 20))
for number in range(4):
    os.link('file', f'name{number}')";
    for fills in [deleted, linked] {
        let text = format!("import os, time{fills}\nopen('done', 'w')\ntime.sleep(60)");
        let mut program = keeper.contain(&python(&text)).unwrap();
        assert!(program.must_look_at_folder());
        // Others take room on the disk meanwhile: the folder itself is looked at.
        let others = program.folder().join("../others");
        fs::write(&others, vec![1; 40 << 20]).unwrap();
        wait_until(|| program.folder().join("done").exists() || program.is_gone());
        assert!(!program.is_folder_full().unwrap(), "{fills}");
        program.end().unwrap();
    }
}

#[test]
fn a_queue_that_processes_share_is_counted_once() {
    let mut keeper = keeper_with(Guarantees {
        memory: MemoryBy::Sampling,
        ..guarantees()
    });
    let text = "import ctypes, os, time
assert ctypes.CDLL(None).inotify_init() >= 0
for _ in range(14):
    if os.fork() == 0:
        time.sleep(0.3)
        os._exit(0)
for _ in range(14):
    os.wait()";
    let mut program = keeper.contain(&python(text)).unwrap();
    assert_eq!(wait_watching(&mut program), Ended::Exited(0));
    let usage = program.usage().unwrap();
    assert!(!usage.is_over_memory, "{usage:?}");
}
