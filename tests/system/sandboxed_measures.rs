//! What honest programs use is measured rightly, whatever counts it.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use arbitro_referee::{Arena, Contest, Contestant, MatchEvent};
use arbitro_rules::GameId;
use arbitro_rules::line::Line;
use arbitro_sandbox::{Ended, Guarantees, MemoryBy, Plan, Processes};
use rustix::process::{Pid, Signal, kill_process};

use crate::contained::{guarantees, keeper_with, plan};
use crate::needs::needs;
use crate::programs::{open_folder, open_to_all, wait_until};
use crate::sandboxing::wait_watching;
use crate::tricks::{are_there, programs, summary};

fn python(text: &str) -> Plan {
    plan("/usr/bin/python3", &["-c", text])
}

fn by_sampling() -> Guarantees {
    Guarantees { memory: MemoryBy::Sampling, ..guarantees() }
}

#[test]
fn memory_that_processes_share_is_counted_once() {
    let short_forks = "
for _ in range(100):
    for _ in range(4):
        if os.fork() == 0:
            os._exit(0)
    for _ in range(4):
        os.wait()";
    // Its memory is the parent's as long as it waits for somebody who writes.
    let slow_spawn = "
os.mkfifo('pipe')
os.posix_spawn('/bin/sh', ['sh', '-c', 'sleep 0.3; echo > pipe'], os.environ)
opening = [(os.POSIX_SPAWN_OPEN, 3, 'pipe', os.O_RDONLY, 0)]
os.posix_spawn('/bin/true', ['true'], {}, file_actions=opening)";
    for starts in [short_forks, slow_spawn] {
        let mut keeper = keeper_with(by_sampling());
        let text = format!("import os\nheld = bytearray(60 << 20){starts}");
        let mut program = keeper.contain(&python(&text)).unwrap();
        assert_eq!(wait_watching(&mut program), Ended::Exited(0), "{starts}");
        let usage = program.usage().unwrap();
        assert!(!usage.is_over_memory, "{usage:?}{starts}");
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
        program.end().unwrap();
    }
}

#[test]
fn a_queue_that_processes_share_is_counted_once() {
    let mut keeper = keeper_with(by_sampling());
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
    for memory in [guarantees().memory, MemoryBy::Sampling] {
        let mut keeper = keeper_with(Guarantees { memory, ..guarantees() });
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
        assert_eq!(ended, Ended::Exited(0), "{memory:?} {said}");
        let usage = program.usage().unwrap();
        assert!(!usage.is_over_memory, "{memory:?} {usage:?}");
    }
}

#[test]
fn processor_time_never_falls_when_a_child_is_reaped() {
    let mut keeper = keeper_with(Guarantees { group: false, ..by_sampling() });
    let text = "import os, time
for _ in range(20):
    if os.fork() == 0:
        while time.process_time() < 0.05:
            pass
        os._exit(0)
    os.wait()";
    let program = keeper.contain(&python(text)).unwrap();
    let mut most = Duration::ZERO;
    loop {
        let now = program.cpu_time();
        if program.is_gone() {
            break;
        }
        let now = now.unwrap();
        // The kernel counts in ticks.
        assert!(now + Duration::from_millis(20) >= most, "{most:?}, {now:?}");
        most = most.max(now);
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
