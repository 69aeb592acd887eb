//! Tools that run to their end in the sandbox: what they left comes back, and nothing they do costs more
//! than their limits.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use arbitro_sandbox::{
    Guarantees, Keeper, Limits, MemoryBy, Require, SandboxError, ToolEnd, ToolOutput, ToolRun,
};

use crate::needs::needs;
use crate::programs::{open_folder, program};

pub(crate) fn guarantees() -> Guarantees {
    Guarantees::probe(Some(program("verify"))).unwrap()
}

pub(crate) fn keeper_with(guarantees: Guarantees) -> Keeper {
    Keeper::start_with(Some(program("verify")), guarantees, Require::Anything).unwrap()
}

fn script(text: &str) -> ToolRun {
    ToolRun {
        program: "/bin/sh".into(),
        args: vec!["-c".into(), text.into()],
        readable: Vec::new(),
        variables: vec![("PATH".to_owned(), "/usr/bin:/bin".to_owned())],
        files: Vec::new(),
        limits: Limits::default(),
        rest: Duration::from_secs(20),
        cpu: Duration::from_secs(20),
        wanted: Vec::new(),
        wanted_bytes: 1 << 20,
        output_bytes: 4096,
    }
}

fn python(text: &str) -> ToolRun {
    ToolRun {
        program: "/usr/bin/python3".into(),
        args: vec!["-c".into(), text.into()],
        ..script("")
    }
}

fn run(tool_run: &ToolRun) -> ToolOutput {
    tool_run.run(&mut keeper_with(guarantees())).unwrap()
}

#[test]
fn a_tool_run_brings_back_what_was_printed_and_written_and_how_it_ended() {
    let mut keeper = keeper_with(guarantees());
    let binary: Vec<u8> = (0..=255).cycle().take(300_000).collect();
    let tool_run = ToolRun {
        files: vec![("given".to_owned(), binary.clone()), ("empty".to_owned(), Vec::new())],
        wanted: vec!["copy".to_owned(), "never".to_owned()],
        ..script("cat given empty > copy; echo out; echo err >&2; echo > left; rm given; exit 7")
    };
    for _ in 0..2 {
        let returned = tool_run.run(&mut keeper).unwrap();
        assert_eq!(returned.ending, ToolEnd::Exited(7));
        assert_eq!(returned.output, b"out\n");
        assert_eq!(returned.complaints, b"err\n");
        assert!(!returned.output_cut);
        assert_eq!(returned.files.keys().collect::<Vec<_>>(), ["copy"]);
        assert_eq!(returned.files["copy"], binary);
        assert_eq!(returned.strays, ["left"]);
        assert!(returned.refused.is_empty());
        assert!(returned.wall < Duration::from_secs(20) && returned.cpu < returned.wall * 8);
    }
    let ending = |tool_run: &ToolRun| tool_run.run(&mut keeper_with(guarantees())).unwrap().ending;
    assert_eq!(ending(&script("kill -SEGV $$")), ToolEnd::Killed(11));
    let none = ToolRun { program: "/etc/passwd".into(), ..script("") };
    assert!(matches!(ending(&none), ToolEnd::NeverBegan(_)));
}

#[test]
fn an_endless_tool_ends_in_time_whether_it_computes_waits_or_stops_itself() {
    for guarantees in with_and_without_groups() {
        let mut keeper = keeper_with(guarantees);
        let short = Duration::from_millis(300);
        for (text, rest, cpu) in [
            ("while :; do :; done", Duration::from_secs(60), short),
            ("while :; do :; done & while :; do :; done", Duration::from_secs(60), short),
            ("sleep 60", short, Duration::from_secs(60)),
            ("kill -STOP $$", short, Duration::from_secs(60)),
            ("trap '' TERM INT HUP; sleep 60 & wait", short, short),
        ] {
            let start = Instant::now();
            let tool_run = ToolRun { rest, cpu, ..script(text) };
            let returned = tool_run.run(&mut keeper).unwrap();
            assert_eq!(returned.ending, ToolEnd::OutOfTime, "{text}");
            assert!(start.elapsed() > short / 3, "{text}");
            assert!(start.elapsed() < Duration::from_secs(30), "{text}");
        }
    }
}

#[test]
fn a_tool_that_others_keep_from_the_core_is_not_late() {
    let is_over = AtomicBool::new(false);
    let cores = std::thread::available_parallelism().unwrap().get();
    // Each of them computes for a moment, and waits for its turn.
    let text = "for i in 1 2 3; do python3 -c 'for i in range(10000000): pass'; done";
    let rest = Duration::from_millis(500);
    let returned = thread::scope(|scope| {
        for _ in 0..cores * 4 {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let returned = with_and_without_groups()
            .map(|group| ToolRun { rest, ..script(text) }.run(&mut keeper_with(group)));
        is_over.store(true, Ordering::Relaxed);
        returned
    });
    for returned in returned.map(Result::unwrap) {
        assert_eq!(returned.ending, ToolEnd::Exited(0), "{returned:?}");
        assert!(returned.wall > rest * 2, "{returned:?}");
    }
}

/// Runs of a tool: where groups limit all of it together, and where each of its processes has the limit.
fn with_and_without_groups() -> [Guarantees; 2] {
    let all = guarantees();
    [all, Guarantees { memory: MemoryBy::Looks, ..all }]
}

#[test]
fn a_tool_that_takes_too_much_memory_is_ended_and_so_is_one_whose_child_does() {
    let grow = "held = []
for _ in range(30): held.append(bytearray(10 << 20))";
    let in_a_child = format!(
        "import os, sys
if os.fork() == 0:
    {}
    os._exit(0)
sys.exit(os.waitstatus_to_exitcode(os.wait()[1]) != 0)",
        grow.replace('\n', "\n    ")
    );
    let wide = Limits { memory_bytes: 600 << 20, ..Limits::default() };
    for guarantees in with_and_without_groups() {
        let mut keeper = keeper_with(guarantees);
        for text in [grow, &in_a_child] {
            let narrowly = python(text).run(&mut keeper).unwrap();
            assert_eq!(narrowly.ending, ToolEnd::OutOfMemory, "{text}: {guarantees:?}");
            let returned = ToolRun { limits: wide, ..python(text) }.run(&mut keeper).unwrap();
            assert_eq!(returned.ending, ToolEnd::Exited(0), "{text}");
            assert!(returned.peak_kib > 290 << 10, "{}", returned.peak_kib);
        }
        // What it only says of memory is its own.
        let said = "import sys; print('std::bad_alloc', file=sys.stderr); sys.exit(3)";
        assert_eq!(python(said).run(&mut keeper).unwrap().ending, ToolEnd::Exited(3));
    }
}

#[test]
fn a_tool_without_groups_has_a_few_processes_and_each_its_processor_time() {
    needs!(containment);
    let [_, without] = with_and_without_groups();
    let mut keeper = keeper_with(without);
    let started = |text: &str, keeper: &mut Keeper| {
        let returned = python(text).run(keeper).unwrap();
        (returned.ending, String::from_utf8(returned.output).unwrap().trim().parse::<u32>())
    };
    let many = "import os, time
for number in range(100):
    try:
        if os.fork() == 0: time.sleep(60)
    except BlockingIOError:
        break
print(number)";
    let (ending, number) = started(many, &mut keeper);
    assert_eq!(ending, ToolEnd::Exited(0));
    assert!((1..8).contains(&number.unwrap()), "a few");
    // Its child uses the time, and it waits; or goes, which ends the child.
    let cpu = Duration::from_millis(300);
    for (text, ending) in [
        ("(while :; do :; done) & wait; exit 0", ToolEnd::OutOfTime),
        ("(while :; do :; done) & exit 4", ToolEnd::Exited(4)),
    ] {
        let start = Instant::now();
        let tool_run = ToolRun { cpu, rest: Duration::from_secs(60), ..script(text) };
        assert_eq!(tool_run.run(&mut keeper).unwrap().ending, ending, "{text}");
        assert!(start.elapsed() < Duration::from_secs(50), "{text}");
    }
}

/// The memory of this process, in bytes.
fn own_memory() -> u64 {
    let text = fs::read_to_string("/proc/self/statm").unwrap();
    let pages: u64 = text.split(' ').nth(1).unwrap().parse().unwrap();
    pages * 4096
}

#[test]
fn a_flood_is_cut_without_making_the_program_wait_or_our_memory_grow() {
    let before = own_memory();
    // More than any file of it could take, and the last word is said all the same.
    let flood = "head -c 200000000 /dev/full; head -c 200000000 /dev/full >&2; echo > done";
    let returned = run(&ToolRun { wanted: vec!["done".to_owned()], ..script(flood) });
    assert_eq!(returned.ending, ToolEnd::Exited(0));
    assert_eq!(returned.output, [0; 4096]);
    assert_eq!(returned.complaints, [0; 4096]);
    assert!(returned.output_cut);
    assert!(returned.files.contains_key("done"));
    let grown = own_memory().saturating_sub(before);
    assert!(grown < 100 << 20, "{grown} bytes more");
    // What ends by being ended has said what it had said.
    // On a busy machine a shell takes long to begin.
    let endless = ToolRun { cpu: Duration::from_secs(2), ..script("yes") };
    let returned = run(&endless);
    assert_eq!(returned.ending, ToolEnd::OutOfTime);
    assert!(returned.output.starts_with(b"y\ny\n") && returned.output_cut);
}

#[test]
fn only_plain_files_of_a_fair_size_come_back() {
    let elsewhere = tempfile::tempdir().unwrap();
    let secret = elsewhere.path().join("secret");
    fs::write(&secret, "secret").unwrap();
    let text = format!(
        "ln -s {} link; mkfifo pipe; mkdir folder; truncate -s 16M sparse; head -c 600000 /dev/full > one; head -c 600000 /dev/full > two; echo fine > plain; touch 'a b' ../escaped",
        secret.display()
    );
    let names = ["link", "pipe", "folder", "sparse", "one", "two", "plain", "absent"];
    let returned = run(&ToolRun { wanted: names.map(str::to_owned).to_vec(), ..script(&text) });
    assert_eq!(returned.refused, ["link", "pipe", "folder", "sparse", "two"]);
    assert_eq!(returned.files.keys().collect::<Vec<_>>(), ["one", "plain"]);
    assert_eq!(returned.strays, ["a b"]);
}

#[test]
fn names_left_behind_are_told_in_order_cut_and_printable() {
    let text = "import os
for i in range(500):
    open('\\x1b[31m' + 'long' * 30 + str(i), 'w')
open('!first', 'w')";
    let returned = run(&python(text));
    assert_eq!(returned.ending, ToolEnd::Exited(0));
    assert_eq!(returned.strays.len(), 32);
    assert_eq!(returned.strays[0], "!first");
    assert!(returned.strays.iter().all(|name| name.len() < 60 && !name.contains('\x1b')));
}

#[test]
fn a_tool_that_cannot_be_set_up_is_the_hosts_trouble() {
    needs!(containment);
    let mut keeper = keeper_with(guarantees());
    let files = |names: &[&str]| {
        let files = names.iter().map(|&name| (name.to_owned(), b"x".to_vec()));
        files.collect::<Vec<_>>()
    };
    for names in [&["../escape"][..], &["a/b"], &[".."], &[""], &["same", "same"]] {
        let tool_run = ToolRun { files: files(names), ..script("exit 0") };
        let refused = tool_run.run(&mut keeper);
        assert!(matches!(refused, Err(SandboxError::Name { .. })), "{names:?}");
    }
    let large =
        ToolRun { files: vec![("large".to_owned(), vec![0; 40 << 20])], ..script("exit 0") };
    let refused = large.run(&mut keeper).unwrap_err();
    assert!(refused.to_string().contains("\"large\" does not fit"), "{refused}");
    // And the keeper is none the worse for it.
    let fine = script("exit 3").run(&mut keeper).unwrap();
    assert_eq!(fine.ending, ToolEnd::Exited(3));
}

#[test]
fn a_tool_reads_nothing_but_the_system_and_what_it_is_given() {
    needs!(containment);
    let all = guarantees();
    let open = Guarantees { landlock: 0, ..all };
    // As open as files can be: what denies must be the sandbox, not the mode.
    let elsewhere = open_folder(0o777);
    let secret = elsewhere.path().join("secret");
    fs::write(&secret, "the secret").unwrap();
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o666)).unwrap();
    for path in [secret.to_str().unwrap(), "/etc/passwd"] {
        let read = script(&format!("cat {path}"));
        let given = ToolRun { readable: vec![path.into()], ..read.clone() };
        let said = |tool_run: &ToolRun, guarantees| {
            let returned = tool_run.run(&mut keeper_with(guarantees)).unwrap();
            String::from_utf8(returned.output).unwrap()
        };
        assert_eq!(said(&read, all), "", "{path}");
        assert_ne!(said(&read, open), "", "{path} is denied by something else");
        assert_ne!(said(&given, all), "", "{path} was given");
    }
}
