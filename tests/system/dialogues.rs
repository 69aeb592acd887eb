//! Programs that are asked on their standard input: each question has one line for an answer, within limits.

use std::path::Path;
use std::time::{Duration, Instant};

use arbitro_sandbox::{
    AnswerLimits, Dialogue, Guarantees, Keeper, Limits, MemoryBy, NoAnswer, Plan, Processes,
    Require,
};

use crate::needs::{needs, skip};
use crate::programs::program;
use crate::tool_runs::{guarantees, keeper_with};

const LIMITS: AnswerLimits = AnswerLimits { time: Duration::from_secs(5), bytes: 1 << 20 };
const COMPLAINT_BYTES: usize = 64 << 10;

fn begin(keeper: &mut Keeper, text: &str) -> Dialogue {
    let plan = Plan {
        program: "/usr/bin/python3".into(),
        args: vec!["-c".into(), text.into()],
        readable: Vec::new(),
        variables: Vec::new(),
        folder_variable: None,
        files: Vec::new(),
        limits: Limits { memory_bytes: 64 << 20, ..Limits::default() },
        processes: Processes::Usual,
    };
    Dialogue::begin(keeper, &plan, COMPLAINT_BYTES).unwrap()
}

/// This machine as it is, without memory limits of the kernel, and without namespaces.
fn machines() -> [Guarantees; 3] {
    let all = guarantees();
    let of_one = Guarantees { memory: MemoryBy::Looks, ..all };
    [all, of_one, Guarantees { namespaces: false, read_only: false, ..of_one }]
}

#[test]
fn a_program_answers_each_question_with_a_line_and_its_complaints_are_kept() {
    let mut keeper = keeper_with(guarantees());
    // What it complains of is written before it answers, so that all of it is there then.
    let mut echo = begin(
        &mut keeper,
        "import sys\nprint('ready', flush=True)\nfor line in sys.stdin:\n sys.stderr.write('heard\\n'*20000)\n print(len(line), flush=True)\nsys.stderr.write('over\\n')",
    );
    assert_eq!(echo.ask(b"", LIMITS).unwrap(), Ok(b"ready".to_vec()));
    // Longer than a pipe is.
    for length in [1, 3_000_000, 2] {
        let question = "x".repeat(length - 1) + "\n";
        let answer = echo.ask(question.as_bytes(), LIMITS).unwrap();
        assert_eq!(answer, Ok(length.to_string().into_bytes()));
    }
    let complaints = echo.take_complaints().unwrap();
    assert!(complaints.len() <= COMPLAINT_BYTES && complaints.ends_with(b"heard\n"));
}

#[test]
fn a_program_that_is_late_dies_floods_or_answers_twice_gives_no_answer() {
    needs!(containment);
    let late = AnswerLimits { time: Duration::from_millis(300), ..LIMITS };
    for machine in machines() {
        let verify = Some(program("verify"));
        let mut keeper = Keeper::start_with(verify, machine, Require::Safety).unwrap();
        for (text, limits, expected) in [
            ("import time; time.sleep(60)", late, NoAnswer::Late(late)),
            ("while True: pass", late, NoAnswer::Late(late)),
            ("input(); exit(7)", LIMITS, NoAnswer::Exited(7)),
            ("import os; os.kill(os.getpid(), 11)", LIMITS, NoAnswer::Killed(11)),
            ("while True: print('x' * 4096, end='')", LIMITS, NoAnswer::TooLong(1 << 20)),
            ("print('a\\nb')", LIMITS, NoAnswer::Unasked),
            ("a = [b'x' * (1 << 20) for _ in range(1000)]", LIMITS, NoAnswer::Memory(64 << 20)),
        ] {
            let answer = begin(&mut keeper, text).ask(b"?\n", limits).unwrap();
            assert_eq!(answer, Err(expected), "{text}: {machine:?}");
        }
    }
}

/// It works in short turns, of which nine tenths are a rest, or all of them.
#[test]
fn the_time_in_which_a_program_does_not_run_is_counted_by_itself() {
    let mut keeper = keeper_with(guarantees());
    let limits = AnswerLimits { time: Duration::from_secs(1), ..LIMITS };
    let mut ask = |text: &str| {
        let began = Instant::now();
        let answer = begin(&mut keeper, text).ask(b"?\n", limits).unwrap();
        (answer, began.elapsed())
    };
    // 0.6 s of each, which is more than the limit together.
    let turns = "import time\nfor _ in range(6):\n time.sleep(0.1)\n until = time.process_time() + 0.1\n \
                 while time.process_time() < until: pass\nprint('done')";
    assert_eq!(ask(turns).0, Ok(b"done".to_vec()));
    let (answer, took) = ask("import time\nwhile True: time.sleep(0.01)");
    assert_eq!(answer, Err(NoAnswer::Late(limits)));
    assert!(took < Duration::from_secs(10), "{took:?}");
}

#[test]
fn a_program_of_node_that_is_asked_finds_the_settings_of_its_runtime() {
    let Some(node) =
        ["/usr/local/bin/node", "/usr/bin/node"].iter().find(|it| Path::new(it).exists())
    else {
        return skip("no node");
    };
    let mut keeper = keeper_with(guarantees());
    let text = "require('readline').createInterface({ input: process.stdin }).on('line', it => console.log(it.length))";
    let plan = Plan {
        program: node.into(),
        args: vec!["-e".into(), text.into()],
        limits: Limits { memory_bytes: 512 << 20, ..Limits::default() },
        ..Plan::default()
    };
    let mut program = Dialogue::begin(&mut keeper, &plan, COMPLAINT_BYTES).unwrap();
    assert_eq!(program.ask(b"four\n", LIMITS).unwrap(), Ok(b"4".to_vec()));
}

#[test]
fn a_line_that_was_printed_before_the_question_is_noticed() {
    let mut keeper = keeper_with(guarantees());
    let mut program = begin(
        &mut keeper,
        "import sys\nprint('a', flush=True)\ninput()\nprint('b')\nprint('c', flush=True)\nprint('-', file=sys.stderr)\ninput()",
    );
    assert_eq!(program.ask(b"", LIMITS).unwrap(), Ok(b"a".to_vec()));
    assert_eq!(program.ask(b"?\n", LIMITS).unwrap(), Err(NoAnswer::Unasked));
}
