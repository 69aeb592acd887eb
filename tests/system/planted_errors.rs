//! One-line errors in the rules of games, and how many of them `verify game` finds.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use arbitro_testkit::games::project;
use tempfile::TempDir;

use crate::compiled::compile;
use crate::needs::needs;
use crate::programs::{open_folder, program};
use arbitro_testkit::sizes::size;

/// Each error: the game, what its rules say, and what they say instead.
const ERRORS: &[(&str, &str, &str)] = &[
    // Connect Four.
    ("connect-four", "[\".......\"] * 6", "[\".......\"] * 7"),
    ("connect-four", "[\".......\"] * 6", "[\"......\"] * 6"),
    ("connect-four", "for column in range(7)", "for column in range(6)"),
    ("connect-four", "for column in range(7)", "for column in range(1, 7)"),
    ("connect-four", "for row in range(6)", "for row in range(5)"),
    ("connect-four", "empty[-1], column, p.turn", "empty[0], column, p.turn"),
    ("connect-four", "empty[-1], column, p.turn", "empty[-1], column, p.other"),
    ("connect-four", "empty[-1], column, p.turn", "empty[-1], column, \"x\""),
    ("connect-four", "p.name(empty[-1], column)", "p.name(0, 0)"),
    ("connect-four", "p.name(empty[-1], column)", "f\"{column} {empty[-1]}\""),
    ("connect-four", "(0, 6, 7, 8)", "(0, 6, 7)"),
    ("connect-four", "(0, 6, 7, 8)", "(0, 7, 8)"),
    ("connect-four", "(0, 6, 7, 8)", "(6, 7, 8)"),
    ("connect-four", "(0, 6, 7, 8)", "(0, 5, 6, 7)"),
    ("connect-four", "{{3}}", "{{2}}"),
    ("connect-four", "{{3}}", "{{4}}"),
    ("connect-four", "return p.other, {", "return p.turn, {"),
    ("connect-four", "if \".\" not in p.board", "if \"x\" not in p.board"),
    ("connect-four", "if \".\" not in p.board", "if False"),
    ("connect-four", "if empty:", "if empty and __import__(\"random\").random() < 0.9:"),
    // Breakthrough.
    ("breakthrough", "[\"oooooooo\"] * 2", "[\"oooooooo\"] * 1"),
    ("breakthrough", "[\"........\"] * 4", "[\"........\"] * 3 + [\".......\"]"),
    ("breakthrough", "-1 if p.turn == \"x\" else 1", "1 if p.turn == \"x\" else -1"),
    ("breakthrough", "-1 if p.turn == \"x\" else 1", "-1"),
    ("breakthrough", "for row in range(8)", "for row in range(7)"),
    ("breakthrough", "for column in range(8)", "for column in range(7)"),
    ("breakthrough", "!= p.turn:", "!= p.other:"),
    ("breakthrough", "(column - 1, column, column + 1)", "(column - 1, column)"),
    ("breakthrough", "(column - 1, column, column + 1)", "(column - 1, column + 1)"),
    ("breakthrough", "0 <= to < 8 and", "0 <= to < 7 and"),
    ("breakthrough", "0 <= to < 8 and", "to < 8 and"),
    ("breakthrough", " and to != column", ""),
    ("breakthrough", " and to != column", " and to > column"),
    ("breakthrough", "there == \".\" or there == p.other", "there == \".\" or there != \".\""),
    ("breakthrough", "(row, column, \".\"), ", ""),
    ("breakthrough", "(row, column, \".\")", "(row, column, \" \")"),
    ("breakthrough", "(row + step, to, p.turn)", "(row + step, to, p.turn.upper())"),
    ("breakthrough", "p.name(row, column) + p.name(row + step, to)", "p.name(row + step, to)"),
    ("breakthrough", "0 if p.other == \"x\" else 7", "0"),
    ("breakthrough", "0 if p.other == \"x\" else 7", "1 if p.other == \"x\" else 6"),
    ("breakthrough", "if p.other in p.rows", "if False and p.other in p.rows"),
    ("breakthrough", "if p.turn not in p.board", "if False"),
    // Othello.
    ("othello", "-1, 1, LINE - 1, LINE, LINE + 1", "-1, 1, LINE - 1, LINE"),
    ("othello", "{-LINE - 1, -LINE, -LINE + 1,", "{-LINE - 1, -LINE,"),
    ("othello", "{-LINE - 1, -LINE, -LINE + 1,", "{-LINE - 1, -LINE, -LINE + 2,"),
    ("othello", "const int LINE = 9;", "const int LINE = 8;"),
    ("othello", "at(to) == mine)", "at(to) != '.')"),
    ("othello", "while (at(to) == other)", "if (at(to) == other)"),
    ("othello", "to != cell; to -= step) board", "to != cell; to -= step) break; if (false) board"),
    ("othello", "board[cell] = mine;", "board[cell] = other;"),
    ("othello", "board[cell] = mine;", ""),
    ("othello", "if (board == before) return \"\";", ""),
    ("othello", "if (board[cell] != '.') continue;", "if (board[cell] == mine) continue;"),
    ("othello", "char('a' + cell % LINE), char('8' - cell / LINE)", "char('a' + cell % LINE)"),
    ("othello", "...ox...\\n...xo...", "...ox...\\n...ox..."),
    ("othello", "all.push_back({\"pass\", p.board})", "(void)0"),
    ("othello", "if (all.empty()) all.push_back", "all.push_back"),
    ("othello", " || !places(p.board, p.other, p.turn).empty()", ""),
    ("othello", "x > o ? 'x' : o > x ? 'o' : 0", "x < o ? 'x' : o < x ? 'o' : 0"),
    ("othello", "x > o ? 'x' : o > x ? 'o' : 0", "x > o ? 'x' : 'o'"),
    ("othello", "x > o ? 'x' : o > x ? 'o' : 0", "'x'"),
    // Hex.
    ("hex", "[\".\" * size] * size", "[\".\" * size] * (size - 1)"),
    ("hex", "for row, line in enumerate(p.rows):", "for row, line in enumerate(p.rows[:-1]):"),
    ("hex", "in enumerate(line):", "in list(enumerate(line))[1:]:"),
    ("hex", "p.put((row, column, p.turn))", "p.put((row, column, p.other))"),
    ("hex", "(-1, 1), ", ""),
    ("hex", "(1, 0), ", ""),
    ("hex", "(-1, 1), ", "(-1, -1), "),
    ("hex", "(-1, 1), ", "(-1, 1), (-1, -1), "),
    ("hex", "[(0, -1, column)", "[(0, 0, column)"),
    ("hex", "row == len(rows) - 1", "row == len(rows) - 2"),
    ("hex", "return p.other, {", "return p.turn, {"),
    ("hex", "return p.other, {", "return \"x\", {"),
    ("hex", "p.rows if side == \"x\" else", "p.rows if side == \"o\" else"),
    ("hex", "p.rows if side == \"x\" else list(zip(*p.rows))", "p.rows"),
    ("hex", "missing(p, p.other) == 0", "missing(p, p.turn) == 0"),
    ("hex", "(column, row, \"o\")", "(row, column, \"o\")"),
    ("hex", "elif may_swap:", "elif False:"),
    // Kalah.
    ("kalah", "if mover != p.turn:", "if False:"),
    ("kalah", "for house in range(6):", "for house in range(5):"),
    ("kalah", "and pits[house]:", "and pits[house] > 1:"),
    ("kalah", "(house + step) % 13", "(house + step) % 14"),
    ("kalah", "(house + step) % 13", "(house - step) % 13"),
    ("kalah", "+= 1 + pits[12 - last]", "+= pits[12 - last]"),
    ("kalah", "12 - last", "last + 7"),
    ("kalah", "if last < 6 and", "if"),
    ("kalah", "not any(pits[:6]) or", "not any(pits[:6]) and"),
    ("kalah", "not any(pits[:6])", "not any(pits[:7])"),
    ("kalah", "\"x\" if x > o else \"o\" if o > x", "\"o\" if x > o else \"x\" if o > x"),
    ("kalah", "\"x\" if x > o else \"o\" if o > x else None", "\"x\" if x >= o else \"o\""),
    ("kalah", "\"x\" if x > o else \"o\" if o > x else None", "\"x\""),
    ("kalah", "sum(pits[:7]), sum(pits[7:])", "sum(pits[:6]), sum(pits[7:13])"),
    ("kalah", "return pits, last == 6", "return pits, last == 5"),
    ("kalah", "pits[house], last = 0, way[-1]", "last = way[-1]"),
    ("kalah", "p.turn if again else p.other", "p.other"),
];

/// Matches that find most errors.
const MATCHES: [&str; 2] = ["--matches", "25"];
/// Errors of which one may be missed: some change only what random matches seldom meet.
const FOR_EACH_MISSED: usize = 10;

/// Copies a game with other rules.
pub(crate) fn copy(game: &str, to: &Path, change: impl Fn(String) -> String) {
    fs::create_dir_all(to.join("lessons")).unwrap();
    let bundled = project("boards/games").join(game);
    for folder in ["", "lessons"] {
        for entry in fs::read_dir(bundled.join(folder)).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_file() {
                fs::copy(&path, to.join(folder).join(path.file_name().unwrap())).unwrap();
            }
        }
    }
    let is_compiled = to.join("rules.cpp").exists();
    let file = to.join(if is_compiled { "rules.cpp" } else { "rules.py" });
    let rules = fs::read_to_string(&file).unwrap();
    fs::write(&file, change(rules)).unwrap();
    if is_compiled {
        compile("g++", &["-std=c++17", "-O1", "-w"], &file, &to.join("rules"));
    }
}

/// Checks the game of a folder; returns the exit code and what was said.
fn checked(folder: &Path, args: &[&str]) -> (Option<i32>, String) {
    let done = Command::new(program("verify"))
        .arg("game")
        .args(args)
        .arg(folder)
        .env("LC_ALL", "C")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&done.stdout) + String::from_utf8_lossy(&done.stderr);
    (done.status.code(), said.into_owned())
}

#[test]
fn the_sum_of_wins_and_draws_is_the_matches_and_a_lesson_is_named_as_its_author_knows_it() {
    needs!(containment);
    let folder = open_folder(0o755);
    copy("connect-four", folder.path(), |rules| rules.replacen("{3}", "{5}", 1));
    let (_, said) = checked(folder.path(), &MATCHES);
    let told = said.lines().find(|line| line.starts_with("of 25 matches x")).unwrap();
    let told = told.split_once(';').unwrap().0;
    let numbers = told.split(|it: char| !it.is_ascii_digit());
    let numbers: Vec<u64> = numbers.filter_map(|number| number.parse().ok()).collect();
    let [matches, wins, losses, draws] = numbers[..] else { panic!("{told}") };
    assert_eq!(matches, wins + losses + draws, "{told}");
    assert!(draws > 0, "{told}");
    fs::remove_file(folder.path().join("lessons/after-four-falling.after")).unwrap();
    let (code, said) = checked(folder.path(), &MATCHES);
    let why = "verify: lessons/after-four-falling.after: No such file or directory";
    assert!(code == Some(2) && said.lines().any(|line| line == why), "{said}");
}

/// A right game with the drafts of lessons that it writes, as a person keeps them.
fn with_drafts(game: &str) -> TempDir {
    let at = open_folder(0o755);
    copy(game, at.path(), |rules| rules);
    let drafts = at.path().join("lessons");
    let args = ["--matches", "100", "--lessons", drafts.to_str().unwrap()];
    let (code, said) = checked(at.path(), &args);
    assert_eq!(code, Some(0), "{game}: {said}");
    at
}

fn add_lessons(from: &Path, to: &Path) {
    for entry in fs::read_dir(from.join("lessons")).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, to.join("lessons").join(path.file_name().unwrap())).unwrap();
    }
}

#[test]
fn errors_of_one_line_are_found_and_right_rules_are_clean() {
    needs!(containment);
    // Each takes seconds.
    let apart = size("ARBITRO_TEST_ERRORS_APART", 30, 4);
    let errors: Vec<_> = ERRORS.iter().step_by(usize::try_from(apart).unwrap()).collect();
    let games: BTreeSet<&str> = errors.iter().map(|error| error.0).collect();
    let right: BTreeMap<_, _> = games.into_iter().map(|game| (game, with_drafts(game))).collect();
    let (next, missed) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(&&(game, from, to)) =
                    errors.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let at = open_folder(0o755);
                    copy(game, at.path(), |rules| {
                        let changed = rules.replacen(from, to, 1);
                        assert_ne!(changed, rules, "{game}: {from}");
                        changed
                    });
                    add_lessons(right[game].path(), at.path());
                    let (code, said) = checked(at.path(), &MATCHES);
                    if code == Some(0) {
                        missed.lock().unwrap().push((game, from, to));
                    } else {
                        assert_eq!(code, Some(1), "{game}: {from} -> {to}: {said}");
                    }
                }
            });
        }
    });
    let missed = missed.into_inner().unwrap();
    println!("{} of {} found, not: {missed:#?}", errors.len() - missed.len(), errors.len());
    assert!(missed.len() <= errors.len().div_ceil(FOR_EACH_MISSED), "{missed:#?}");
}

/// Connect Four that needs so many seconds for each answer.
fn slow(seconds: &str) -> TempDir {
    let at = open_folder(0o755);
    let moves = "    def moves(self, p):\n";
    let slower = format!("{moves}        __import__('time').sleep({seconds})\n");
    copy("connect-four", at.path(), |rules| rules.replacen(moves, &slower, 1));
    at
}

#[test]
fn rules_too_slow_for_an_evening_are_found_and_missing_lessons_are_advice() {
    needs!(containment);
    // A match has seven plies at least: too long for 999,000 of them, not for 870.
    let at = slow("0.005");
    fs::remove_dir_all(at.path().join("lessons")).unwrap();
    let (code, said) = checked(at.path(), &["--matches", "2"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("note: there are no lessons"), "{said}");
    let (code, said) = checked(at.path(), &["--matches", "2", "--players", "1000"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("a round robin of 1000 players"), "{said}");
}

#[test]
fn rules_whose_first_match_does_not_end_in_time_are_left_within_it() {
    needs!(containment);
    let at = slow("0.2");
    let (_, said) = checked(at.path(), &["--seconds", "1"]);
    let (_, plies) = said.split_once("1 random match, ").unwrap();
    let plies: u32 = plies.split_once(' ').unwrap().0.parse().unwrap();
    assert!(plies < 7, "{said}");
    // Nor are positions counted when the time is over.
    assert!(said.contains("perft: 7\n"), "{said}");
    assert!(!said.contains("there are no lessons"), "{said}");
}

/// A race to 20 by one or two steps, whose board grows, and whose score may be wrong.
const RACE: &str = "import sys
from game import Game
class Race(Game):
    def steps(self, p):
        return [int(it) for it in p.board.split()]
    def start(self):
        return '0 0'
    def moves(self, p):
        for step in (1, 2):
            steps = self.steps(p)
            steps[p.turn == 'o'] += step
            yield f'go{step}', ' '.join(map(str, steps))
    def end(self, p):
        x, o = self.steps(p)
        if max(x, o) >= 20:
            return ('x' if x > o else 'o'), f'{x} to {o}'
    def score(self, p):
        x, o = self.steps(p)
        return SIGN * (x - o if p.turn == 'x' else o - x)
Race().run()
";

fn race(sign: &str) -> TempDir {
    let at = open_folder(0o755);
    let toml = "name = \"race\"\ntitle = \"Race\"\ncommand = [\"python3\", \"rules.py\"]\n";
    fs::write(at.path().join("game.toml"), toml).unwrap();
    fs::copy(project("boards/games/kit/game.py"), at.path().join("game.py")).unwrap();
    let rules = RACE.replace("SIGN", sign);
    fs::write(at.path().join("rules.py"), rules).unwrap();
    at
}

#[test]
fn a_score_that_speaks_for_the_other_is_found_and_boards_without_signs_are_free() {
    needs!(containment);
    let right = race("1");
    let (code, said) = checked(right.path(), &["--matches", "100"]);
    assert_eq!(code, Some(0), "{said}");
    // Its board grows, and its ends differ in numbers alone.
    assert!(said.contains("note: ") && said.contains("give every board one size"), "{said}");
    assert_eq!(said.matches("is the game over on this board").count(), 2, "{said}");
    let wrong = race("-1");
    let (code, said) = checked(wrong.path(), &["--matches", "100", "--quiet"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("who won had the worse score at the end"), "{said}");
    let (_, said) = checked(right.path(), &["--matches", "5", "--quiet"]);
    assert!(said.ends_with("nothing wrong was found\n"), "{said}");
}

#[test]
fn drafts_of_lessons_show_each_end_and_find_a_wrong_winner() {
    needs!(containment);
    let at = open_folder(0o755);
    copy("connect-four", at.path(), |rules| rules);
    let drafts = at.path().join("lessons");
    fs::remove_dir_all(&drafts).unwrap();
    let write = ["--matches", "300", "--lessons", drafts.to_str().unwrap()];
    let (code, said) = checked(at.path(), &write);
    assert!(code == Some(0) && said.contains("5 drafts of lessons in "), "{said}");
    fs::write(drafts.join("start.before"), [".......\n"; 6].concat()).unwrap();
    fs::write(drafts.join("start.verdict"), "x to move\n").unwrap();
    assert_eq!(checked(at.path(), &["--matches", "1", "--quiet"]).0, Some(0));
    let rules = at.path().join("rules.py");
    let text = fs::read_to_string(&rules).unwrap();
    fs::write(&rules, text.replacen("return p.other, {", "return p.turn, {", 1)).unwrap();
    let (code, said) = checked(at.path(), &["--matches", "1", "--quiet"]);
    assert_eq!(code, Some(1), "{said}");
    assert_eq!(said.matches(" wins is expected, and the rules say ").count(), 2, "{said}");
    // Of the moves, both drafts hold: one for each player.
    assert_eq!(said.matches("lessons/move-").count(), 0, "{said}");
    fs::write(drafts.join("start.verdict"), "draw\n").unwrap();
    let (_, said) = checked(at.path(), &["--matches", "1", "--quiet"]);
    assert!(
        said.contains("lessons/start: draw is expected, and the rules say x to move"),
        "{said}"
    );
    fs::write(drafts.join("start.verdict"), "nobody\n").unwrap();
    let (_, said) = checked(at.path(), &["--matches", "1", "--quiet"]);
    assert!(said.contains("lessons/start.verdict: a verdict is `x MOVE`"), "{said}");
}

#[test]
fn drafts_of_lessons_show_moves_and_find_one_that_does_something_else() {
    needs!(containment);
    let at = open_folder(0o755);
    copy("kalah", at.path(), |rules| rules);
    let drafts = at.path().join("lessons");
    fs::remove_dir_all(&drafts).unwrap();
    let write = ["--matches", "100", "--quiet", "--lessons", drafts.to_str().unwrap()];
    assert_eq!(checked(at.path(), &write).0, Some(0));
    let rules = at.path().join("rules.py");
    let text = fs::read_to_string(&rules).unwrap();
    // A house that keeps the seeds that are sown.
    fs::write(&rules, text.replacen("pits[house], last = 0, way", "last = way", 1)).unwrap();
    let (code, said) = checked(at.path(), &MATCHES);
    assert!(code == Some(1) && said.contains("wrong: lessons/move-"), "{said}");
}

/// Connect Four with other rules, and with these lines in game.toml.
fn connect_four(toml: &str, changes: &[(&str, &str)]) -> TempDir {
    let at = open_folder(0o755);
    copy("connect-four", at.path(), |rules| {
        changes.iter().fold(rules, |rules, (from, to)| {
            assert!(rules.contains(from), "{from}");
            rules.replacen(from, to, 1)
        })
    });
    fs::remove_dir_all(at.path().join("lessons")).unwrap();
    let path = at.path().join("game.toml");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("\n[signs]", &format!("{toml}\n[signs]"), 1)).unwrap();
    at
}

/// The board beside the number of plies, which it does not show.
const COUNTED: (&str, &str) =
    ("(empty[-1], column, p.turn))", "(empty[-1], column, p.turn)), (p.state or 0) + 1");
/// The falling diagonal does not win.
const NO_FALLING: (&str, &str) = ("(0, 6, 7, 8)", "(0, 6, 7)");

#[test]
fn of_positions_with_a_state_left_and_right_are_compared_from_the_start_and_colours_are_not() {
    needs!(containment);
    let (code, said) = checked(connect_four("", &[COUNTED]).path(), &MATCHES);
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("note: ") && said.contains("symmetric = colours is not compared"),
        "{said}"
    );
    let (code, said) = checked(connect_four("", &[COUNTED, NO_FALLING]).path(), &MATCHES);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("wrong: the mirrored board ends otherwise"), "{said}");
    let leaning = ("[\".......\"] * 6", "[\".......\"] * 5 + [\"x......\"]");
    let (_, said) = checked(connect_four("", &[COUNTED, leaning]).path(), &MATCHES);
    assert!(said.contains("the start is not its own mirror image"), "{said}");
}

#[test]
fn lines_that_are_not_mirrored_are_named_and_change_places_with_the_colours() {
    needs!(containment);
    // Below the board the stones in hand: x's, then o's.
    let hands = [
        ("[\".......\"] * 6", "[\".......\"] * 6 + [\"21.....\"] * 2"),
        (
            "(empty[-1], column, p.turn))",
            "(empty[-1], column, p.turn), *((6 + (p.turn == 'o'), at, sign) for at, sign in \
             enumerate(str(int(p.rows[6 + (p.turn == 'o')].strip('.')) - 1).rjust(2, '0'))))",
        ),
        ("if \".\" not in p.board", "if \".\" not in \"\".join(p.rows[:6])"),
    ];
    let digits = |at: &TempDir| {
        let path = at.path().join("game.toml");
        let digits = (0..10).map(|it| format!("\n{it} = {{ is = \"other\" }}")).collect::<String>();
        fs::write(&path, fs::read_to_string(&path).unwrap() + &digits).unwrap();
    };
    let (unnamed, named) =
        (connect_four("", &hands), connect_four("unmirrored = [7, 8]\n", &hands));
    let wrong = connect_four("unmirrored = [7, 8]\n", &[&hands[..], &[NO_FALLING]].concat());
    for (at, expected) in [(&named, 0), (&unnamed, 1), (&wrong, 1)] {
        digits(at);
        let (code, said) = checked(at.path(), &MATCHES);
        assert_eq!(code, Some(expected), "{said}");
        assert_eq!(said.contains("mirrored board"), expected == 1, "{said}");
    }
}

#[test]
fn moves_to_one_board_are_told_and_wrong_where_the_second_cannot_be_played() {
    needs!(containment);
    let twice = |more: &str| {
        let drop = "yield p.name(empty[-1], column), p.put((empty[-1], column, p.turn))";
        let again = drop.replacen("p.name(empty[-1], column)", "f\"quick{column}\"", 1);
        let both = format!("{drop}\n                {again}{more}");
        checked(connect_four("", &[(drop, &both)]).path(), &MATCHES)
    };
    let (code, said) = twice("");
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("note: ") && said.contains("the moves a1 and quick0 lead to one board, "),
        "{said}"
    );
    let (code, said) = twice(", 1");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("a1 and quick0 lead to one board with different states"), "{said}");
}

#[test]
fn ends_that_the_last_move_never_wins_are_asked_about_until_a_lesson_names_a_winner() {
    needs!(containment);
    const ASKED: &str = "were lost by the player who moved last";
    let (_, said) = checked(connect_four("", &[]).path(), &MATCHES);
    assert!(!said.contains(ASKED), "{said}");
    let wrong = connect_four("", &[("return p.other, {", "return p.turn, {")]);
    let (code, said) = checked(wrong.path(), &MATCHES);
    assert!(code == Some(0) && said.contains("note: ") && said.contains(ASKED), "{said}");
    let lessons = wrong.path().join("lessons");
    let args = [&MATCHES[..], &["--lessons", lessons.to_str().unwrap()]].concat();
    checked(wrong.path(), &args);
    let (_, said) = checked(wrong.path(), &MATCHES);
    assert!(!said.contains(ASKED), "{said}");
}

#[test]
fn matches_that_the_limit_ends_are_counted() {
    needs!(containment);
    let at = open_folder(0o755);
    copy("breakthrough", at.path(), |rules| rules);
    let toml = at.path().join("game.toml");
    let text = fs::read_to_string(&toml).unwrap();
    fs::write(&toml, text.replacen("max_plies = 200", "max_plies = 3", 1)).unwrap();
    let (_, said) = checked(at.path(), &["--matches", "7"]);
    assert!(said.contains("7 matches: the limit of 3 plies"), "{said}");
    let (_, said) = checked(at.path(), &["--matches", "7", "--json"]);
    assert!(said.contains("\"limited\":7"), "{said}");
}

/// Errors whose program fails at the first question for moves.
const AT_THE_START: &[(&str, &str, &str)] = &[
    ("def moves", "def move", "NotImplementedError"),
    ("    def end(self, p):\n", "    def end(self, p):\n        [][1]\n", "IndexError"),
    ("p.name(empty[-1], column)", "\"a1\"", "it names the move a1 twice"),
    ("range(7)", "rang(7)", "name 'rang' is not defined"),
];

#[test]
fn rules_that_fail_at_the_first_question_are_wrong_and_nothing_else_is_told() {
    needs!(containment);
    for &(from, to, words) in AT_THE_START {
        let at = open_folder(0o755);
        copy("connect-four", at.path(), |rules| rules.replacen(from, to, 1));
        for args in [&[][..], &["--quiet"], &["--json"], &["--moves", ""]] {
            let (code, said) = checked(at.path(), args);
            assert_eq!(code, Some(1), "{args:?}: {said}");
            assert!(said.contains("was asked for moves: ") && said.contains(words), "{said}");
            assert!(said.contains("; to see it, type in its folder: printf "), "{said}");
            // What is wrong and how to see it, or one object.
            let lines = if args == ["--json"] { 1 } else { 2 };
            assert_eq!(said.lines().count(), lines, "{args:?}: {said}");
            assert!(lines == 1 || said.contains("  see it again: verify game "), "{said}");
        }
    }
}

#[test]
fn lessons_that_fail_with_the_program_are_not_told_again() {
    needs!(containment);
    let at = open_folder(0o755);
    let end = "    def end(self, p):\n";
    let failing = format!("{end}        assert p.board.count('x') < 1\n");
    copy("connect-four", at.path(), |rules| rules.replacen(end, &failing, 1));
    let (code, said) = checked(at.path(), &["--quiet"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("AssertionError") && !said.contains("lessons/"), "{said}");
}
