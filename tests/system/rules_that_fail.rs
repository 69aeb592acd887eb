//! Rules that fail in the midst of a match of our players: whatever happens, no player has lost.

use std::fs;
use std::time::{Duration, Instant};

use arbitro_testkit::games::project;

use crate::needs::needs;
use crate::programs::open_folder;
use crate::tournament_program::{timeless, tournament};

/// Ways to fail, each with a part of the last words.
const WAYS: [(&str, &str, &str); 12] = [
    ("exits", "sys.exit(7)", "exited with code 7"),
    ("exits well", "os._exit(0)", "exited with code 0"),
    ("killed", "os.kill(os.getpid(), 9)", "signal 9 killed it"),
    (
        "raises",
        "sys.stderr.write('x' * 1000000 + '\\n'); raise ValueError('why')",
        "ValueError: why",
    ),
    ("computes", "while True: pass", "it was late"),
    ("sleeps", "time.sleep(600)", "it was late"),
    ("deaf", "os.close(1); time.sleep(600)", "it was late"),
    ("orphans", "os.fork() and os._exit(5); time.sleep(600)", "exited with code 5"),
    (
        "floods",
        "sys.stdout.write('x' * (9 << 20)); sys.stdout.flush()",
        "longer than 8388608 bytes",
    ),
    ("grabs", "a = [b'x' * (1 << 20) for _ in range(600)]", "more than 512 MiB"),
    (
        "raves",
        "sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush(); time.sleep(600)",
        "not what was asked for",
    ),
    ("empties", "print('{\"moves\":[]}', flush=True); time.sleep(600)", "no moves and no end"),
];

#[test]
fn rules_that_fail_in_any_way_make_no_player_of_ours_lose() {
    needs!(containment);
    let text = fs::read_to_string(project("boards/games/connect-four/rules.py")).unwrap();
    let folder = open_folder(0o755);
    let at = folder.path();
    for (number, (name, how, words)) in WAYS.into_iter().enumerate() {
        let game = at.join(number.to_string());
        fs::create_dir(&game).unwrap();
        for file in ["game.py", "game.toml"] {
            fs::copy(project("boards/games/connect-four").join(file), game.join(file)).unwrap();
        }
        let head = "    def end(self, p):\n";
        let fails = format!("{head}        if p.board.count('x') > 3:\n            {how}\n");
        let failing = text.replace(head, &fails);
        assert_ne!(text, failing);
        fs::write(game.join("rules.py"), format!("import os, sys, time\n{failing}")).unwrap();
        let out = format!("out-{number}");
        let run =
            ["--game", &format!("./{number}"), "--out", &out, "-q", "--no-smoke", "--games", "1"];
        let began = Instant::now();
        let done = tournament(at, &run);
        let took = began.elapsed();
        let records = timeless(&at.join(&out));
        // Each of random, greedy and minimax-2 meets both others.
        assert_eq!((records.len(), done.status.code()), (3, Some(1)), "{name}: {done:?}");
        for record in &records {
            assert_eq!(record["reason"], "void", "{name}: {record}");
            assert!(record.to_string().contains(words), "{name}: {record}");
            assert_eq!(record["fault"], serde_json::Value::Null, "{name}: {record}");
        }
        // Of its processor time a busy machine gives it a part.
        let is_idle = how.contains("sleep");
        assert!(!is_idle || took < Duration::from_secs(60), "{name}: {took:?}");
    }
}
