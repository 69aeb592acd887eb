//! Matches of real programs, recorded: asked the same again without programs, folders and time, the referee
//! tells the same. So a verdict depends on nothing but the answers of the stage.

use std::any::Any;
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::script::random_match;
use super::trace::Verdict;
use super::world::World;
use super::{contest, verdict_of};
use crate::board_file::BoardFileError;
use crate::contest::{Answers, Contest, Contestant, Freezing, HostFailure, failed};
use crate::match_dir::{FolderEvent, publish};
use crate::playing::Match;
use crate::slip::SlipEvidence;
use crate::stage::{
    Abilities, BoardRead, ContainedStage, Death, EventPoll, FolderStage, GiveResult, Limit,
    PrintedLine, Room, Stage, Tick, WakeEvents, Writer,
};
use arbitro_rules::line::{Line, Start, open};
use arbitro_rules::notation::UnreadableFile;
use arbitro_rules::{GameId, Player};
use arbitro_sandbox::{Keeper, Processes, Require};
use arbitro_testkit::games::seeded;
use arbitro_testkit::needs::needs;
use arbitro_testkit::programs::{program, within_reach};
use arbitro_testkit::sizes::setting;
use rand::RngExt;
use rustix::process::{Pid, Signal, kill_process_group};

/// A question of the referee, and the answer of the stage.
type RulesQuestions = (String, Box<dyn Any>);

/// A stage that records what it was asked. Without a stage it answers as recorded, and no other question.
struct Tape<S> {
    stage: RefCell<Option<S>>,
    record: RefCell<VecDeque<RulesQuestions>>,
}

impl<S: Stage> Tape<S> {
    fn recording(stage: S) -> Tape<S> {
        Tape { stage: RefCell::new(Some(stage)), record: RefCell::default() }
    }

    /// Ends the recording.
    fn rewound(&mut self) -> Option<S> {
        self.stage.take()
    }

    fn ask<T: Clone + 'static>(
        &self,
        question: fmt::Arguments<'_>,
        ask: impl FnOnce(&mut S) -> T,
    ) -> T {
        let question = question.to_string();
        let mut record = self.record.borrow_mut();
        if let Some(stage) = &mut *self.stage.borrow_mut() {
            let answer = ask(stage);
            record.push_back((question, Box::new(answer.clone())));
            return answer;
        }
        let (asked, answer) = record.pop_front().unwrap();
        assert_eq!(question, asked, "the referee asks something else than it did");
        *answer.downcast().unwrap()
    }

    /// Asks what may fail. A failure is told by its words, recording or not.
    fn try_to<T: Clone + 'static>(
        &self,
        question: fmt::Arguments<'_>,
        ask: impl FnOnce(&mut S) -> Result<T, HostFailure>,
    ) -> Result<T, HostFailure> {
        let in_words = |failure| format!("{failure:?}");
        let answer = self.ask(question, |it| ask(it).map_err(in_words));
        answer.map_err(|why| failed("a recorded call")(io::Error::other(why)))
    }
}

impl<S: Stage> Stage for Tape<S> {
    fn now(&self) -> Tick {
        self.ask(format_args!("now"), |it| it.now())
    }

    fn can(&self, player: Player) -> Abilities {
        self.ask(format_args!("can {player:?}"), |it| it.can(player))
    }

    fn wait(&mut self, until: Tick) -> Result<WakeEvents, HostFailure> {
        self.try_to(format_args!("wait {until:?}"), |it| it.wait(until))
    }

    fn news(
        &mut self,
        player: Player,
        tell: &mut dyn FnMut(FolderEvent),
    ) -> Result<bool, HostFailure> {
        let (all, is_more) = self.try_to(format_args!("news {player:?}"), |it| {
            let mut all = Vec::new();
            let is_more = it.news(player, &mut |news| all.push(news))?;
            Ok((all, is_more))
        })?;
        all.into_iter().for_each(tell);
        Ok(is_more)
    }

    fn list(&mut self, player: Player) -> Result<Vec<u64>, HostFailure> {
        self.try_to(format_args!("list {player:?}"), |it| it.list(player))
    }

    fn give(&mut self, player: Player, boards: &[String]) -> Result<GiveResult, HostFailure> {
        self.try_to(format_args!("give {player:?} {boards:?}"), |it| it.give(player, boards))
    }

    fn question(&mut self, player: Player, text: &str) -> Result<GiveResult, HostFailure> {
        self.try_to(format_args!("question {player:?} {text}"), |it| it.question(player, text))
    }

    fn answer_line(&mut self, player: Player) -> Result<Option<PrintedLine>, HostFailure> {
        self.try_to(format_args!("said {player:?}"), |it| it.answer_line(player))
    }

    fn read(&mut self, player: Player, number: u64) -> Result<BoardRead, HostFailure> {
        let read = self.try_to(format_args!("read {player:?} {number}"), |it| {
            it.read(player, number).map(|seen| seen.map_err(|error| error.reason()))
        })?;
        let path = PathBuf::new();
        Ok(read.map_err(|why| match why {
            UnreadableFile::Missing => BoardFileError::Missing { path },
            UnreadableFile::NotAFile => BoardFileError::NotAFile { path },
            UnreadableFile::Io => BoardFileError::Io { path, source: io::ErrorKind::Other.into() },
        }))
    }

    fn writer(&mut self, player: Player, number: u64) -> Result<Writer, HostFailure> {
        self.try_to(format_args!("writer {player:?} {number}"), |it| it.writer(player, number))
    }

    fn slip(
        &mut self,
        player: Player,
        line: &dyn Line,
        began: Tick,
    ) -> Result<Option<SlipEvidence>, HostFailure> {
        let plies = line.plies();
        self.try_to(format_args!("slip {player:?} {plies} {began:?}"), |it| {
            it.slip(player, line, began)
        })
    }

    fn correct(&mut self, number: u64, text: &str) -> Result<(), HostFailure> {
        self.try_to(format_args!("correct {number} {text}"), |it| it.correct(number, text))
    }

    fn run(&mut self, player: Player) -> Result<(), HostFailure> {
        self.try_to(format_args!("run {player:?}"), |it| it.run(player))
    }

    fn stop(&mut self, player: Player) -> Result<(), HostFailure> {
        self.try_to(format_args!("stop {player:?}"), |it| it.stop(player))
    }

    fn keep_stopped(&mut self, player: Player) -> Result<(), HostFailure> {
        self.try_to(format_args!("keep_stopped {player:?}"), |it| it.keep_stopped(player))
    }

    fn has_stopped(&mut self, player: Player) -> Result<bool, HostFailure> {
        self.try_to(format_args!("has_stopped {player:?}"), |it| it.has_stopped(player))
    }

    fn is_over(&mut self, player: Player, limit: Limit) -> Result<bool, HostFailure> {
        self.try_to(format_args!("is_over {player:?} {limit:?}"), |it| it.is_over(player, limit))
    }

    fn room(&mut self, player: Player) -> Result<Room, HostFailure> {
        self.try_to(format_args!("room {player:?}"), |it| it.room(player))
    }

    fn used(&mut self, player: Player) -> Result<Duration, HostFailure> {
        self.try_to(format_args!("used {player:?}"), |it| it.used(player))
    }

    fn measure(&mut self, player: Player, used: Duration, due: Tick) -> Result<(), HostFailure> {
        self.try_to(format_args!("measure {player:?} {used:?} {due:?}"), |it| {
            it.measure(player, used, due)
        })
    }

    fn taken(&mut self, player: Player) -> Result<Duration, HostFailure> {
        self.try_to(format_args!("taken {player:?}"), |it| it.taken(player))
    }

    fn is_dead(&mut self, player: Player) -> bool {
        self.ask(format_args!("is_dead {player:?}"), |it| it.is_dead(player))
    }

    fn death(&mut self, player: Player) -> Result<Death, HostFailure> {
        self.try_to(format_args!("death {player:?}"), |it| it.death(player))
    }
}

/// Plays a match, in a folder or not; returns its verdict, and all that it told.
fn play<S: Stage>(
    tape: &mut Tape<S>,
    start: &dyn Line,
    contest: &Contest,
    folder: Option<&Path>,
) -> (Verdict, Vec<String>) {
    let mut game = match folder {
        Some(folder) => Match::in_folder(tape, start, contest, folder, Vec::new()),
        None => Match::new(tape, start, contest),
    };
    let mut told = Vec::new();
    let end = game.play(&mut |_, event| {
        told.push(format!("{event:?}"));
        Ok(())
    });
    for player in [Player::X, Player::O] {
        let heard = game.hear_all(player).and_then(|()| game.warn_of_changed(player));
        told.push(format!("{heard:?}"));
    }
    told.push(format!("{:?} {:?} {:?} {end:?}", game.texts, game.times, game.warnings));
    (verdict_of(&end), told)
}

/// Deeds of a player once its first board is there. `first` and `second` are legal as boards 2 and 3.
const DEEDS: [&str; 28] = [
    "honest",
    "honest",
    "honest",
    "honest",
    "exit 3",
    "kill -9 $$",
    "rest",
    "while :; do :; done",
    "answer > $a; exit 3",
    "answer > $a; rest",
    "answer > x; mv x $a; rest",
    "answer > x; ln x $a; rest",
    "answer > x; ln -s x $a; rest",
    "answer > board_$((n + 2)).txt; answer > $a; rest",
    "answer > $a; answer > board_$((n + 3)).txt; rest",
    "answer | head -c 9 > $a; rest",
    "answer | head -c 9 > $a; sleep 0.03; answer > $a; rest",
    "answer | head -c 9 > $a; exit 3",
    "exec 7> $a; answer >&7; rest",
    "exec 7> $a; answer >&7; sleep 0.04; exec 7>&-; rest",
    "mkdir $a; rest",
    "umask 777; answer > $a; rest",
    "head -c 300 /dev/urandom > $a; rest",
    "forge $n; answer > $a; rest",
    "head -c 200000 /dev/full; answer > $a; rest",
    "then_does 'exit 3'",
    "then_does 'forge $((n + 2)); rest'",
    "then_does 'answer > board_$((n + 5)).txt; exit 3'",
];

const SHELL: &str = r#"
n=$1
a=board_$((n + 1)).txt
rest() { sleep 9; }
answer() { if [ $n = 1 ]; then printf %s "$first"; else printf %s "$second"; fi; }
forge() { echo forged > x; mv -f x board_$1.txt; }
honest() { exec "$play" $n --strategy random; }
then_does() {
    "$play" $n --strategy random &
    while [ ! -e board_$((n + 3)).txt ]; do sleep 0.002; done
    eval "$1"
}
while [ ! -e board_$n.txt ]; do sleep 0.002; done
"#;

/// Deeds of a player by lines at each of its questions, of which a legal answer is `name`.
const SAYINGS: [&str; 18] = [
    "echo $name",
    "echo $name",
    "echo $name",
    "echo $name",
    "echo \" $name \"",
    "printf %s $name; sleep 0.005; echo",
    "printf %s $name; rest",
    "echo $name; echo $name",
    "echo $name; printf %s $name",
    "echo $name; exit 3",
    "echo $name; exec >&-; rest",
    "echo $name > board_2.txt; rest",
    "echo $name > board_2.txt; exit 3",
    "echo no",
    "exec >&-; rest",
    "head -c 70000 /dev/zero; rest",
    "head -c 200000 /dev/full >&2; echo $name; rest",
    "while :; do :; done",
];

const SPEAKER: &str = r#"
rest() { sleep 9; }
asked() {
    read -r head && read -r name rest_of_names && read -r rows || rest
    while [ $rows -gt 0 ]; do read -r row; rows=$((rows - 1)); done
}
"#;

/// A match of two of these, its times so short that some are late.
struct Real {
    start: Box<dyn Line>,
    contest: Contest,
    contestants: [Contestant; 2],
}

impl Real {
    /// Some players of contained matches answer by lines.
    fn of(seed: u64, is_contained: bool) -> Real {
        let mut random = seeded(seed);
        let game = GameId::ALL[random.random_range(0..GameId::ALL.len())];
        let start = open(game, Start::Usual, None).unwrap();
        let mut line = start.fork(None);
        let mut variables = vec![("play".to_owned(), player_program().display().to_string())];
        for name in ["first", "second"] {
            let legal = line.legal();
            line.play(legal[random.random_range(0..legal.len())]);
            variables.push((name.to_owned(), line.board(line.plies())));
        }
        let contest = Contest {
            ply_limit: Some(random.random_range(4..10)),
            move_time: Duration::from_millis(random.random_range(50..100)),
            start_time: Duration::from_millis(random.random_range(0..100)),
            cpu_time: random.random_bool(0.3).then_some(Duration::from_millis(20)),
            output_bytes: 100_000,
            seed,
            freezing: [Freezing::WhenNeeded, Freezing::Always][random.random_range(0..2)],
            ..Contest::usual(game)
        };
        let contestants = [0, 1].map(|_| {
            let answers = if is_contained && random.random_bool(0.4) {
                Answers::Lines
            } else {
                Answers::Files
            };
            let script = match answers {
                Answers::Files => format!("{SHELL}{}", DEEDS[random.random_range(0..DEEDS.len())]),
                Answers::Lines => {
                    let saying = SAYINGS[random.random_range(0..SAYINGS.len())];
                    format!("{SPEAKER}while asked; do {saying}; done")
                }
            };
            Contestant {
                program: "/bin/sh".into(),
                args: ["-c", &script, "sh"].map(Into::into).to_vec(),
                readable: vec![player_program().to_owned()],
                variables: variables.clone(),
                processes: Processes::Usual,
                answers,
            }
        });
        Real { start, contest, contestants }
    }

    /// Plays it in the sandbox, and once more from the record.
    fn contained(&self, keeper: &mut Keeper, event_poll: &EventPoll) -> Verdict {
        let [one, two] = &self.contestants;
        let stage =
            ContainedStage::new(keeper, event_poll, &*self.start, &self.contest, [one, two]);
        let mut tape = Tape::recording(stage);
        let told = play(&mut tape, &*self.start, &self.contest, None);
        tape.rewound().unwrap().kill_players().unwrap();
        self.again(&mut tape, None, told)
    }

    /// Plays it in a folder, and once more from the record.
    fn by_hand(&self) -> Verdict {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let mut tape = Tape::recording(FolderStage::new(path).unwrap());
        let _players = [1, 2].map(|number| self.start(number, path));
        publish(path, 1, &self.start.board(0)).unwrap();
        let told = play(&mut tape, &*self.start, &self.contest, Some(path));
        tape.rewound();
        self.again(&mut tape, Some(path), told)
    }

    fn start(&self, number: usize, folder: &Path) -> Group {
        let contestant = &self.contestants[number - 1];
        let mut command = Command::new(&contestant.program);
        command.args(&contestant.args).arg(number.to_string()).envs(contestant.variables.clone());
        command.env("ARBITRO_GAME", self.start.game().name()).current_dir(folder);
        command.stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        Group(command.spawn().unwrap())
    }

    fn again<S: Stage>(
        &self,
        tape: &mut Tape<S>,
        folder: Option<&Path>,
        (verdict, told): (Verdict, Vec<String>),
    ) -> Verdict {
        let again = play(tape, &*self.start, &self.contest, folder);
        assert_eq!(again, (verdict, told), "seed {}", self.contest.seed);
        assert!(tape.record.get_mut().is_empty(), "seed {}", self.contest.seed);
        verdict
    }
}

/// A program with all that it has started, which ends with it.
struct Group(Child);

impl Drop for Group {
    fn drop(&mut self) {
        let _ = kill_process_group(Pid::from_child(&self.0), Signal::KILL);
        let _ = self.0.wait();
    }
}

fn player_program() -> &'static Path {
    within_reach(program("play"))
}

/// The matches on each stage; `scripts/simulate --real` names more.
fn matches() -> u64 {
    setting("ARBITRO_RECORDED", 30)
}

/// Plays matches and shows what decided them.
#[expect(clippy::print_stdout, reason = "`scripts/simulate` shows what was reached")]
fn play_all(stage: &str, is_contained: bool, mut play: impl FnMut(&Real) -> Verdict) {
    let mut reasons: BTreeMap<&str, u64> = BTreeMap::new();
    for seed in 0..matches() {
        let reason = match play(&Real::of(seed, is_contained)) {
            Verdict::Rules { reason, .. } | Verdict::Forfeit { reason, .. } => reason.name(),
            Verdict::Void => "void",
        };
        *reasons.entry(reason).or_default() += 1;
    }
    println!("{stage}: {} matches: {reasons:?}", matches());
    assert!(reasons.len() > 1, "{stage}: {reasons:?}");
}

#[test]
fn contained_matches_are_judged_the_same_from_their_record() {
    needs!(programs);
    needs!(containment);
    let executable = within_reach(program("verify"));
    let mut keeper = Keeper::start(Some(executable), Require::Safety).unwrap();
    let event_poll = EventPoll::new().unwrap();
    play_all("contained", true, |it| it.contained(&mut keeper, &event_poll));
}

#[test]
fn matches_by_hand_are_judged_the_same_from_their_record() {
    needs!(programs);
    play_all("by hand", false, Real::by_hand);
}

#[test]
fn a_record_with_another_answer_is_noticed() {
    let mut noticed = 0;
    for seed in 0..100 {
        let script = random_match(seed);
        let terms = &script.terms;
        let contest = contest(terms);
        let start = open(terms.game, Start::Fen(&terms.start), None).unwrap();
        let mut tape = Tape::recording(World::new(&script));
        let told = play(&mut tape, &*start, &contest, None);
        tape.rewound();
        let is_line = |answer: &dyn Any| {
            answer.downcast_ref().is_some_and(
                |downcast_ref: &Result<Option<PrintedLine>, String>| *downcast_ref != Ok(None),
            )
        };
        let is_answer = |(question, answer): &&mut RulesQuestions| {
            question.starts_with("read") || question.starts_with("said") && is_line(&**answer)
        };
        let Some((question, answer)) = tape.record.get_mut().iter_mut().find(is_answer) else {
            continue;
        };
        let bytes = vec![b'x'; 5_000];
        *answer = if question.starts_with("read") {
            Box::new(Ok::<Result<Vec<u8>, UnreadableFile>, String>(Ok(bytes)))
        } else {
            Box::new(Ok::<_, String>(Some(PrintedLine { bytes, is_early: false })))
        };
        let play = || play(&mut tape, &*start, &contest, None);
        let again = std::panic::catch_unwind(std::panic::AssertUnwindSafe(play));
        noticed += u64::from(again.is_err() || again.is_ok_and(|again| again != told));
    }
    assert!(noticed > 80, "{noticed}");
}
