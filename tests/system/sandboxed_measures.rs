//! What honest programs use is measured rightly, whatever counts it.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use arbitro_referee::{Answers, Arena, Contest, Contestant, MatchEvent};
use arbitro_rules::GameId;
use arbitro_rules::line::Line;
use arbitro_sandbox::{Ended, Guarantees, Keeper, MemoryBy, Plan, Processes, Require};
use rustix::process::{Pid, Signal, kill_process};

use crate::contained::{executable, guarantees, keeper_with, plan};
use crate::needs::needs;
use crate::programs::{open_folder, open_to_all, wait_until};
use crate::sandboxing::wait_watching;
use crate::tricks::{are_there, programs, summary};

fn python(text: &str) -> Plan {
    plan("/usr/bin/python3", &["-c", text])
}

/// Starts untrusted programs as where there are no control groups: each is one process.
pub(crate) fn keeper_of_one() -> Keeper {
    let without_groups = Guarantees { memory: MemoryBy::Looks, ..guarantees() };
    Keeper::start_with(Some(executable()), without_groups, Require::Safety).unwrap()
}

#[test]
fn what_would_be_in_no_process_is_refused_to_one() {
    needs!(containment);
    let refused = "
import ctypes, mmap, os
def is_refused(act):
    try:
        act()
    except OSError:
        return True
libc = ctypes.CDLL(None)
shared = lambda: mmap.mmap(-1, 4096, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS)
validated = lambda: mmap.mmap(-1, 4096, 3 | mmap.MAP_ANONYMOUS)
acts = [os.fork, shared, validated, lambda: open('/dev/zero', 'r+b')]
first = sum(1 << at for at, act in enumerate(acts) if not is_refused(act))
cloned = [libc.syscall(56, flags, 0, 0, 0, 0) for flags in (17, 0x4000 | 17, 0x4100 | 17)]
own = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
own[0] = 1
os._exit(first + 16 * (cloned != [-1, -1, -1]))";
    let mut one = keeper_of_one();
    assert_eq!(one.contain(&python(refused)).unwrap().wait().unwrap(), Ended::Exited(0));
    needs!(groups);
    let mut any = Keeper::start_with(Some(executable()), guarantees(), Require::Safety).unwrap();
    let ended = any.contain(&python(refused)).unwrap().wait().unwrap();
    assert_ne!(ended, Ended::Exited(0), "what groups count is allowed");
}

#[test]
fn a_peak_of_one_process_that_no_look_saw_is_noticed_by_the_next_and_at_its_end() {
    needs!(containment);
    let mut keeper = keeper_of_one();
    let grow = |mib: u32| format!("held = bytearray({mib} << 20)\ndel held\n");
    for (mib, is_over) in [(200, true), (50, false)] {
        let mut ended = keeper.contain(&python(&grow(mib))).unwrap();
        assert_eq!(ended.wait().unwrap(), Ended::Exited(0));
        assert_eq!(ended.is_over_memory().unwrap(), is_over, "{mib} MiB, by its last account");
        let stays = "open('done', 'w')\nimport time\ntime.sleep(60)";
        let mut living = keeper.contain(&python(&(grow(mib) + stays))).unwrap();
        let done = living.folder().join("done");
        wait_until("it has taken and given back", || done.exists());
        assert_eq!(living.is_over_memory().unwrap(), is_over, "{mib} MiB, by one look");
        living.kill_and_wait().unwrap();
    }
}

#[test]
fn the_time_of_one_process_is_exact_to_its_end_with_threads_that_have_ended() {
    needs!(containment);
    let text = "
import threading, time
def burn():
    until = time.thread_time() + 0.03
    while time.thread_time() < until:
        pass
for _ in range(5):
    thread = threading.Thread(target=burn)
    thread.start()
    thread.join()
print(time.process_time())";
    let mut keeper = keeper_of_one();
    let mut program = keeper.contain(&python(text)).unwrap();
    let mut latest = Duration::ZERO;
    while !program.is_gone() {
        let now = program.cpu_time().unwrap();
        assert!(now >= latest, "{latest:?}, {now:?}");
        latest = now;
    }
    assert_eq!(program.wait().unwrap(), Ended::Exited(0));
    let said = String::from_utf8(program.output(100).unwrap()).unwrap();
    let own = Duration::from_secs_f64(said.trim().parse().unwrap());
    let all = program.cpu_time().unwrap();
    assert!(all >= own && own >= Duration::from_millis(150), "{all:?}, {own:?}");
}

#[test]
fn a_deleted_file_that_is_mapped_takes_the_room_of_the_largest() {
    let mut keeper = keeper_with(Guarantees { namespaces: false, ..guarantees() });
    let text = "
import ctypes, os, sys, time
libc = ctypes.CDLL(None)
for number in range(int(sys.argv[1])):
    file = open('file', 'w+b')
    file.truncate(16 << 20)
    # Readable and shared. Python's own mappings keep the file open.
    libc.mmap(None, 4096, 1, 1, file.fileno(), 0)
    file.close()
    os.unlink('file')
open('done', 'w')
time.sleep(60)";
    for (files, is_full) in [("1", false), ("3", true)] {
        let plan = plan("/usr/bin/python3", &["-c", text, files]);
        let mut program = keeper.contain(&plan).unwrap();
        let done = program.folder().join("done");
        wait_until("the files are mapped", || done.exists() || program.is_gone());
        program.forget_look_at_folder();
        assert_eq!(program.is_folder_full().unwrap(), is_full, "{files}");
        program.kill_and_wait().unwrap();
    }
}

#[test]
fn a_file_with_several_names_or_holders_takes_its_room_once() {
    let mut keeper = keeper_with(Guarantees { namespaces: false, ..guarantees() });
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
        wait_until("the player has filled its folder, or is gone", || {
            program.folder().join("done").exists() || program.is_gone()
        });
        assert!(!program.is_folder_full().unwrap(), "{fills}");
        program.kill_and_wait().unwrap();
    }
}

#[test]
fn a_memory_controller_of_version_1_that_root_may_use_is_found_to_work() {
    needs!(containment);
    needs!(root);
    let controller = Path::new("/sys/fs/cgroup/memory");
    let group = controller.join(format!("arbitro-test-{}", std::process::id()));
    if fs::create_dir(&group).is_err() {
        println!("no memory controller of version 1, as on most machines");
        return;
    }
    fs::remove_dir(&group).unwrap();
    assert_eq!(guarantees().memory, MemoryBy::GroupV1);
}

#[test]
fn pages_of_a_file_that_the_kernel_can_take_back_are_no_memory_of_the_program() {
    let folder = open_folder(0o755);
    let table = folder.path().join("table");
    fs::write(&table, vec![1; 160 << 20]).unwrap();
    open_to_all(folder.path());
    for mut keeper in [keeper_with(guarantees()), keeper_of_one()] {
        let text = "import mmap, sys, time
file = open(sys.argv[1], 'rb')
table = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
assert sum(table[::4096]) == 160 << 8
time.sleep(0.1)";
        let table_path = table.to_str().unwrap();
        let plan = Plan {
            readable: vec![table.clone()],
            ..plan("/usr/bin/python3", &["-c", text, table_path])
        };
        let mut program = keeper.contain(&plan).unwrap();
        let ended = wait_watching(&mut program);
        let said = String::from_utf8(program.output(4096).unwrap()).unwrap();
        assert_eq!(ended, Ended::Exited(0), "{:?} {said}", keeper.guarantees());
        assert!(!program.is_over_memory().unwrap(), "{:?}", keeper.guarantees());
    }
}

#[test]
fn the_time_of_a_player_begins_when_its_sandbox_is_built() {
    if !are_there() {
        return;
    }
    let mut arena = Arena::new(keeper_with(guarantees())).unwrap();
    // Only this thread's child: other tests have keepers too.
    let children = fs::read_to_string("/proc/thread-self/children").unwrap();
    let keeper = Pid::from_raw(children.trim().parse().unwrap()).unwrap();
    let contest = Contest {
        ply_limit: Some(2),
        move_time: Duration::from_millis(500),
        start_time: Duration::ZERO,
        ..Contest::usual(GameId::Dama)
    };
    let honest = Contestant {
        program: programs().join("honest"),
        args: Vec::new(),
        readable: Vec::new(),
        variables: Vec::new(),
        processes: Processes::Usual,
        answers: Answers::Files,
    };
    let build_slowly = &mut |_: &dyn Line, event: MatchEvent| {
        if matches!(event, MatchEvent::Turn { .. }) {
            kill_process(keeper, Signal::STOP)?;
            thread::spawn(move || {
                thread::sleep(Duration::from_millis(700));
                kill_process(keeper, Signal::CONT)
            });
        }
        Ok(())
    };
    let report = arena.play(&*crate::tricks::start(), &contest, [&honest, &honest], build_slowly);
    let report = report.unwrap();
    assert_eq!(report.line.plies(), 2, "{}", summary(&report));
}
