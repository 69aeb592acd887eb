//! `tournament run` as its users type it: strangers' players, formats, openings, tests, events.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::needs::needs;
use crate::tournament_program::{refused, tournament};

fn player(folder: &Path, name: &str, manifest: &str, script: &str) {
    let at = folder.join("players").join(name);
    fs::create_dir_all(&at).unwrap();
    fs::write(at.join("player.toml"), manifest).unwrap();
    fs::write(at.join("player.sh"), script).unwrap();
}

fn bundled(folder: &Path, name: &str, args: &str) {
    player(folder, name, &format!("command = [\"play\", {args}]"), "");
}

fn shell(folder: &Path, name: &str, script: &str) {
    player(folder, name, "command = [\"sh\", \"player.sh\"]", script);
}

fn succeeds(output: &Output) -> (String, String) {
    let errors = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(output.status.success(), "{errors}");
    (String::from_utf8(output.stdout.clone()).unwrap(), errors)
}

fn table(path: &Path) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_path(path)
        .unwrap();
    let row =
        |row: csv::Result<csv::StringRecord>| row.unwrap().iter().map(str::to_owned).collect();
    reader.records().map(row).collect()
}

/// The value of a column in the row that begins with these.
fn value(table: &[Vec<String>], name: &str, column: &str) -> String {
    let at = table[0].iter().position(|it| it == column).unwrap();
    let row = table
        .iter()
        .skip(1)
        .find(|row| row.iter().any(|it| it == name));
    row.unwrap_or_else(|| panic!("{name}: {table:?}"))[at].clone()
}

/// As player 1 it moves once, as it should; then, or as player 2 at once, it writes rubbish.
const ONE_MOVE: &str = r#"
echo "I am player $1" >&2
n=$1
if [ "$n" = 1 ]; then
    printf 'o   o   o   o  \n  o   o   o   o\no   o   o   o  \n               \nx              \n      x   x   x\nx   x   x   x  \n  x   x   x   x' > tried
    mv tried board_2.txt
    n=3
fi
while [ ! -e board_$n.txt ]; do sleep 0.01; done
echo rubbish > board_$((n + 1)).txt
sleep 60
"#;

#[test]
fn good_broken_and_hostile_players_are_ranked_and_every_loss_is_explained() {
    needs!(containment);
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    bundled(at, "greedy", "\"--strategy\", \"greedy\"");
    bundled(at, "random", "\"--strategy\", \"random\"");
    shell(at, "exits", "exit 3");
    shell(at, "rubbish", ONE_MOVE);
    player(
        at,
        "formula",
        "name = \"=1+1<script>\"\nauthor = \"@me\"\ncommand = [\"sh\", \"player.sh\"]",
        "kill -SEGV $$",
    );
    let args = [
        "run",
        "players",
        "--no-smoke",
        "--games",
        "2",
        "--out",
        "o",
        "-q",
    ];
    let (ranking, _) = succeeds(&tournament(at, &args));
    assert!(
        ranking.starts_with("dama, round-robin, 5 players, 20 matches, seed 1\n"),
        "{ranking}"
    );
    let out = at.join("o");
    let standings = table(&out.join("standings.csv"));
    assert_eq!(value(&standings, "exits", "exited"), "7");
    assert_eq!(
        value(&standings, "rubbish", "invalid_board"),
        "4",
        "against the other two the others fail first, or it does"
    );
    assert_eq!(value(&standings, "'=1+1<script>", "author"), "'@me");
    assert_ne!(value(&standings, "'=1+1<script>", "crash"), "0");
    assert_eq!(value(&standings, "greedy", "forfeits"), "0");
    assert_eq!(standings[0].len(), standings[1].len());

    let matches = table(&out.join("matches.csv"));
    assert_eq!(matches.len(), 21);
    let cross = table(&out.join("crosstable.csv"));
    assert_eq!(cross.len(), 6);
    assert_eq!(value(&cross, "exits", "greedy"), "0.0");
    assert_eq!(value(&cross, "greedy", "exits"), "2.0");
    assert_eq!(value(&cross, "greedy", "greedy"), "");

    // What is kept of a forfeit.
    let of = |loser: &str, reason: &str| {
        let rows = matches.iter().skip(1);
        let mut rows = rows.filter(|row| row[6] == reason && (row[3] == loser || row[4] == loser));
        rows.next()
            .unwrap_or_else(|| panic!("{loser} {reason}"))
            .clone()
    };
    let row = of("rubbish", "invalid_board");
    let kept = out.join("faults").join(&row[0]);
    let number: u64 = row[9].parse::<u64>().unwrap() + 1;
    assert_eq!(
        fs::read_to_string(kept.join(format!("board_{number}.txt"))).unwrap(),
        "rubbish\n"
    );
    assert!(kept.join(format!("board_{}.txt", number - 1)).exists());
    let seat = if row[3] == "rubbish" { 1 } else { 2 };
    let said = fs::read_to_string(kept.join(format!("player_{seat}.output.txt"))).unwrap();
    assert_eq!(said, format!("I am player {seat}\n"));

    // Everything in the journal holds without us.
    let check = Command::new(cargo_bin!("verify"))
        .env("LC_ALL", "C")
        .args(["match", "o/matches.jsonl"])
        .current_dir(at)
        .output()
        .unwrap();
    let (checked, _) = succeeds(&check);
    assert!(checked.ends_with(" 0 with something wrong\n"), "{checked}");

    let show = |id: &str| {
        let mut verify = Command::new(cargo_bin!("verify"));
        verify.env("LC_ALL", "C");
        verify.args(["match", "o/matches.jsonl", "--match", id]);
        verify.current_dir(at).output().unwrap()
    };
    let (shown, _) = succeeds(&show(&row[0]));
    assert!(
        shown.contains(" is rubbish") && shown.contains("as "),
        "{shown}"
    );
    assert!(
        shown.contains(" wrote it, is no board:\n    \"rubbish\"\n"),
        "{shown}"
    );
    assert!(refused(&show("999")).contains("there is no match 999 in it"));

    // The tables are made again from the journal alone.
    for file in ["standings.csv", "matches.csv", "crosstable.csv"] {
        fs::rename(out.join(file), at.join(file)).unwrap();
    }
    succeeds(&tournament(at, &["report", "o"]));
    for file in ["standings.csv", "matches.csv", "crosstable.csv"] {
        assert!(
            fs::read(out.join(file)).unwrap() == fs::read(at.join(file)).unwrap(),
            "{file}"
        );
    }
    let (json, _) = succeeds(&tournament(at, &["standings", "o", "--json"]));
    let lines: Vec<Value> = json
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[0]["place"], 1);
    assert!(lines.iter().any(|it| it["forfeits"]["exited"] == 7));
}

#[test]
fn who_makes_no_legal_move_in_a_first_match_is_left_out_with_the_reason() {
    needs!(containment);
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    bundled(at, "greedy", "\"--strategy\", \"greedy\"");
    shell(at, "exits", "echo sorry; exit 3");
    shell(at, "rubbish", ONE_MOVE);
    shell(at, "silent", "sleep 60");
    player(at, "none", "command = [\"./absent\"]", "");
    for walls in ["walls-1", "walls-2"] {
        player(at, walls, "command = [\"sh\"]\ngame = \"quoridor\"", "");
    }
    let args = [
        "run",
        "players",
        "--games",
        "1",
        "--out",
        "o",
        "--move-time",
        "1s",
        "--start-time",
        "2s",
    ];
    let (ranking, errors) = succeeds(&tournament(at, &args));
    assert!(ranking.contains("2 players, 1 matches"), "{ranking}");
    let file: toml::Table = fs::read_to_string(at.join("o/tournament.toml"))
        .unwrap()
        .parse()
        .unwrap();
    let left_out = file["left_out"].as_array().unwrap();
    assert_eq!(left_out.len(), 5);
    for part in [
        "exits: it did not make a single legal move: exited (it left with exit code 3)",
        "silent: it did not make a single legal move: timeout",
        "none: its command is not there: ./absent",
        "players/walls-1, players/walls-2: they play quoridor",
        "rubbish plays, but not well: ply 3: invalid_board",
    ] {
        assert!(errors.contains(part), "{part}: {errors}");
    }
    // Left out once is left out when it goes on.
    let (again, _) = succeeds(&tournament(
        at,
        &["run", "players", "--resume", "--out", "o"],
    ));
    assert!(again.contains("2 players, 1 matches"), "{again}");

    let alone = ["run", "players/greedy", "--out", "alone"];
    let said = refused(&tournament(at, &alone));
    assert!(
        said.contains("needs at least two players, one was found"),
        "{said}"
    );
    assert!(
        !at.join("alone").exists(),
        "nothing is begun that cannot be played"
    );
    let said = refused(&tournament(at, &["run"]));
    assert!(
        said.contains("no players: name folders or executables"),
        "{said}"
    );
}

#[test]
fn a_sequential_test_ends_when_it_is_decided_and_says_the_same_at_any_number_of_jobs() {
    needs!(containment);
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    bundled(at, "a", "\"--strategy\", \"minimax\", \"--depth\", \"2\"");
    bundled(at, "b", "\"--strategy\", \"random\"");
    let journal = |jobs: &str| {
        let out = format!("o{jobs}");
        let args = [
            "run",
            "players",
            "--sprt",
            "0,150",
            "-q",
            "--no-smoke",
            "--out",
            &out,
            "--jobs",
            jobs,
        ];
        let (ranking, _) = succeeds(&tournament(at, &args));
        assert!(ranking.contains("a against b: won "), "{ranking}");
        let verdict =
            "sequential test: a is stronger by 150 Elo rather than 0 (log-likelihood ratio ";
        assert!(ranking.contains(verdict), "{ranking}");
        let text = fs::read_to_string(at.join(&out).join("matches.jsonl")).unwrap();
        let moves = |line: &str| {
            let record: Value = serde_json::from_str(line).unwrap();
            (
                record["id"].clone(),
                record["moves"].clone(),
                record["start"].clone(),
            )
        };
        let standings = fs::read(at.join(&out).join("standings.csv")).unwrap();
        (text.lines().map(moves).collect::<Vec<_>>(), standings)
    };
    let (one, table) = journal("1");
    assert!(
        one.len() < 200 && one.len().is_multiple_of(2),
        "{}",
        one.len()
    );
    assert!(
        one[0].2 == one[1].2 && one[0].2.is_string(),
        "one opening with both colours"
    );
    let (three, same_table) = journal("3");
    assert!(one == three);
    assert!(table == same_table);
}

#[test]
fn events_are_json_lines_from_the_first_to_the_ranking() {
    needs!(containment);
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    bundled(at, "a", "\"--strategy\", \"greedy\"");
    bundled(at, "b", "\"--strategy\", \"random\"");
    let args = ["run", "players", "--events", "--out", "o", "--games", "3"];
    let (events, _) = succeeds(&tournament(at, &args));
    let events: Vec<Value> = events
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let kinds: Vec<&str> = events
        .iter()
        .map(|it| it["event"].as_str().unwrap())
        .collect();
    assert_eq!(
        kinds,
        ["began", "match", "match", "match", "ended", "standings"]
    );
    assert_eq!(
        (&events[0]["players"], &events[0]["matches"]),
        (&2.into(), &3.into())
    );
    assert_eq!(events[3]["done"], 3);
    assert_eq!(events[5]["ranking"].as_array().unwrap().len(), 2);
}

#[test]
fn matches_begin_where_the_openings_say() {
    needs!(containment);
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    bundled(at, "a", "\"--strategy\", \"greedy\"");
    bundled(at, "b", "\"--strategy\", \"random\"");
    let starts = |out: &str, args: &[&str]| -> Vec<Option<String>> {
        let common = ["run", "players", "--no-smoke", "-q", "--out", out];
        succeeds(&tournament(at, &[&common, args].concat()));
        let text = fs::read_to_string(at.join(out).join("matches.jsonl")).unwrap();
        let start = |line: &str| {
            let record: Value = serde_json::from_str(line).unwrap();
            record["start"].as_str().map(str::to_owned)
        };
        text.lines().map(start).collect()
    };
    assert_eq!(starts("none", &[]), [None, None]);
    let drawn = starts("drawn", &["--openings", "random:8", "--games", "6"]);
    assert_eq!(drawn.len(), 6);
    assert!(drawn.iter().all(Option::is_some));
    assert!(
        drawn.chunks(2).all(|pair| pair[0] == pair[1]),
        "both colours of each"
    );
    assert!(drawn[0] != drawn[2] && drawn[2] != drawn[4]);
    // Many games and no word about openings: only the first pair is from the usual start, and a line
    // says so. So it stays when it is gone on with.
    let args = [
        "run",
        "players",
        "--no-smoke",
        "--games",
        "4",
        "--out",
        "many",
    ];
    let said = tournament(at, &args);
    let told = String::from_utf8_lossy(&said.stderr).into_owned();
    assert_eq!(
        told.matches("from the second pair of matches on").count(),
        1,
        "{told}"
    );
    let many = starts("many", &["--resume"]);
    assert_eq!(many[..2], [None, None]);
    assert!(many[2].is_some() && many[2] == many[3], "{many:?}");
    // Boards as files have them, and positions in a line.
    let start =
        fs::read_to_string(arbitro_testkit::games::project("boards/starts/dama.txt")).unwrap();
    let one_less = start.replacen('o', " ", 1);
    fs::write(at.join("boards"), format!("# two\n{one_less}\n\n{start}\n")).unwrap();
    let listed = starts("boards1", &["--openings", "boards", "--games", "4"]);
    assert_eq!(listed[0], listed[1]);
    assert!(listed[0].is_some());
    assert_eq!(listed[2..], [None, None], "the usual start needs no words");
    fs::write(
        at.join("fens"),
        format!("{}\n", listed[0].as_deref().unwrap()),
    )
    .unwrap();
    assert_eq!(
        starts("fens1", &["--openings", "fens"]),
        [listed[0].clone(), listed[0].clone()]
    );

    for (contents, part) in [
        ("# nothing\n", "there is no position in it"),
        ("B:W22:B18\n", "line 1: player 2 is to move"),
        ("W:W99:B18\n", "line 1: no position"),
        ("x x x\n", "line 1: no playable board"),
    ] {
        fs::write(at.join("wrong"), contents).unwrap();
        let args = ["run", "players", "--openings", "wrong", "--out", "w"];
        let said = refused(&tournament(at, &args));
        assert!(said.contains(part), "{part}: {said}");
    }
    for wrong in ["random:3", "random:x", "random:1000"] {
        let said = refused(&tournament(
            at,
            &["run", "players", "--openings", wrong, "--out", "w"],
        ));
        assert!(said.contains("an even K up to 40"), "{said}");
    }
}

#[test]
fn a_bracket_is_seeded_by_the_table_of_an_earlier_tournament() {
    needs!(containment);
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for depth in ["1", "2", "3", "4"] {
        bundled(
            at,
            &format!("m{depth}"),
            &format!("\"--strategy\", \"minimax\", \"--depth\", {depth:?}"),
        );
    }
    succeeds(&tournament(
        at,
        &[
            "run",
            "players",
            "--out",
            "first",
            "-q",
            "--openings",
            "random:4",
        ],
    ));
    let first = table(&at.join("first/standings.csv"));
    let args = [
        "run",
        "players",
        "--format",
        "knockout",
        "--seeding",
        "first/standings.csv",
        "--out",
        "second",
        "-q",
    ];
    let (ranking, _) = succeeds(&tournament(at, &args));
    assert!(
        ranking.starts_with("dama, knockout, 4 players"),
        "{ranking}"
    );
    let matches = table(&at.join("second/matches.csv"));
    let met: Vec<&String> = [&matches[1][3], &matches[1][4]].into();
    assert!(
        met.contains(&&first[1][1]) && met.contains(&&first[4][1]),
        "the first meets the last: {met:?}"
    );
    let second = table(&at.join("second/standings.csv"));
    assert_eq!(value(&second, &second[1][1], "survived"), "2");
    fs::write(at.join("wrong.csv"), "place,player\n1,m1\n").unwrap();
    let said = refused(&tournament(
        at,
        &[
            "run",
            "players",
            "--format",
            "knockout",
            "--seeding",
            "wrong.csv",
            "--out",
            "w",
        ],
    ));
    assert!(said.contains("there is no column \"name\""), "{said}");
}

#[test]
fn an_italian_reader_is_told_in_italian_who_is_left_out() {
    needs!(containment);
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    player(at, "none", "command = [\"./absent\"]", "");
    let args = ["run", "players", "--no-smoke", "--out", "o", "--lang", "it"];
    // Nobody is left to play.
    let errors = refused(&tournament(at, &args));
    for part in ["escluso: ", "none: il suo comando non c'è: ./absent"] {
        assert!(errors.contains(part), "{errors}");
    }
}

#[test]
fn one_players_folder_never_keeps_the_others_from_playing_nor_writes_on_the_terminal() {
    needs!(containment);
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    bundled(at, "greedy", "\"--strategy\", \"greedy\"");
    bundled(at, "random", "\"--strategy\", \"random\"");
    let latin = at
        .join("players")
        .join(std::ffi::OsStr::from_bytes(b"M\xfcller"));
    fs::create_dir(&latin).unwrap();
    let text = "command = [\"play\", \"--strategy\", \"random\"]";
    fs::write(latin.join("player.toml"), text).unwrap();
    let long = "a".repeat(60_000);
    player(at, "long", &format!("command = [\"sh\", {long:?}]"), "");
    let forged = "\"\\u001b[31m\\nleft out: greedy: cheated\" = 1\ncommand = [\"sh\"]";
    player(at, "forged", forged, "");
    player(at, "esc\u{200b}ape", "command = [\"./\\u001b[31m\"]", "");
    let mut command = Command::new(cargo_bin!("tournament"));
    command.env("LC_ALL", "C");
    command
        .args(["run", "players", "--games", "1", "--out", "o", "-q"])
        // As on a terminal that shows colours.
        .env("CLICOLOR_FORCE", "1")
        .current_dir(at);
    let (ranking, errors) = succeeds(&command.output().unwrap());
    assert!(ranking.contains("3 players, 3 matches"), "{ranking}");
    assert!(!errors.contains(['\u{1b}', '\u{200b}']), "{errors:?}");
    assert_eq!(errors.lines().count(), 3, "{errors}");
    // And all are found again.
    succeeds(&tournament(at, &["run", "--resume", "--out", "o", "-q"]));
}

#[test]
fn who_was_told_apart_from_somebody_left_out_is_found_again() {
    needs!(containment);
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    bundled(at, "random", "\"--strategy\", \"random\"");
    let good = "name = \"Rossi\"\ncommand = [\"play\", \"--strategy\", \"greedy\"]";
    player(at, "a", good, "");
    let bad = "name = \"Rossi\"\ncommand = [\"sh\", \"player.sh\"]";
    player(at, "b", bad, "exit 3");
    let begun = tournament(at, &["run", "players", "--games", "1", "--out", "o", "-q"]);
    assert!(succeeds(&begun).0.contains("Rossi (a)"));
    for args in [
        ["run", "--resume", "--out", "o", "-q"].as_slice(),
        ["run", "players", "--resume", "--out", "o", "-q"].as_slice(),
    ] {
        let (ranking, _) = succeeds(&tournament(at, args));
        assert!(ranking.contains("Rossi (a)"), "{ranking}");
    }
}

#[test]
fn a_tournament_goes_on_when_nobody_reads_its_events_any_more() {
    needs!(containment);
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    bundled(at, "greedy", "\"--strategy\", \"greedy\"");
    bundled(at, "random", "\"--strategy\", \"random\"");
    let mut command = Command::new(cargo_bin!("tournament"));
    command.env("LC_ALL", "C");
    command
        .args(["run", "players", "--games", "6", "--out", "o", "--events"])
        .current_dir(at)
        .stdout(std::process::Stdio::piped());
    let mut run = command.spawn().unwrap();
    drop(run.stdout.take());
    assert!(run.wait().unwrap().success());
    let journal = fs::read_to_string(at.join("o/matches.jsonl")).unwrap();
    assert_eq!(journal.lines().count(), 6);
}

#[test]
fn a_table_of_ours_is_a_seeding_whatever_the_players_are_called() {
    needs!(containment);
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for (place, name) in [("a", "=1+1"), ("b", "'=1+1"), ("c", "'tis")] {
        let text = format!("name = {name:?}\ncommand = [\"play\", \"--strategy\", \"random\"]");
        player(at, place, &text, "");
    }
    let first = ["run", "players", "--games", "1", "--out", "first", "-q"];
    succeeds(&tournament(at, &first));
    let seeded = [
        "run", "players", "--format", "knockout", "--out", "second", "-q",
    ];
    let seeding = [&seeded[..], &["--seeding", "first/standings.csv"]].concat();
    succeeds(&tournament(at, &seeding));
}
