//! The time of players: what is on top of it, what of it an opponent can use, and what is given back.

use std::process::{Child, Command};
use std::time::Duration;

use arbitro_referee::{
    Answers, Arena, Clock, Contest, Contestant, Detail, Freezing, HostFailure, MatchEnd,
};
use arbitro_sandbox::{Guarantees, Keeper, MemoryBy, Processes, Require};

use crate::hostile::MAX_TRIES;
use crate::needs::needs;
use crate::tricks::{
    are_there, arena, executable, is_root, on_one_core, play, play_against, programs, summary,
    tricks, unhurried, usual,
};

#[test]
fn the_first_answer_of_either_player_has_the_start_time_on_top_and_no_other_has() {
    if !are_there() {
        return;
    }
    let contest = Contest {
        move_time: Duration::from_millis(400),
        start_time: Duration::from_millis(500),
        ..usual()
    };
    let player = |file: &str, trick: Option<&str>| Contestant {
        program: programs().join(file),
        args: trick.map(Into::into).into_iter().collect(),
        readable: Vec::new(),
        variables: Vec::new(),
        processes: Processes::Usual,
        answers: Answers::Files,
    };
    let honest = player("honest", None);
    let mut arena = arena();
    for (trick, plies, allowed) in [("sleep-at-start", [1, 2], "0.9 s"), ("sleep", [3, 4], "0.4 s")]
    {
        let sleeper = player("time", Some(trick));
        for (ply, pair) in plies.into_iter().zip([[&sleeper, &honest], [&honest, &sleeper]]) {
            let report =
                arena.play(&*crate::tricks::start(), &contest, pair, &mut |_, _| Ok(())).unwrap();
            let MatchEnd::Forfeit(forfeit) = &report.outcome else {
                panic!("{trick}: {}", summary(&report))
            };
            assert_eq!(
                (forfeit.ply, crate::tricks::sentence(forfeit)),
                (ply, format!("no board within {allowed}")),
                "{trick}"
            );
        }
    }
}

#[test]
fn a_player_can_use_its_opponents_time_only_without_freezing() {
    if !are_there() {
        return;
    }
    let mut arena = arena();
    for name in ["think-in-opponents-time", "child-thinks-in-opponents-time"] {
        let trick = tricks().into_iter().find(|trick| trick.name == name).unwrap();
        for (freezing, thinks) in
            [(Freezing::WhenNeeded, false), (Freezing::Always, false), (Freezing::Never, true)]
        {
            let contest = Contest { freezing, ..unhurried() };
            // On a busy processor it needs longer for what it wants to compute.
            let opponent = if thinks { "slower" } else { "slow" };
            let mut play = || {
                let played = play_against(opponent, &mut arena, &trick, &contest).unwrap();
                let has_thought = matches!(played.report.outcome, MatchEnd::Forfeit(_));
                (played, has_thought)
            };
            let (mut played, mut has_thought) = play();
            for _ in 1..MAX_TRIES {
                // Where all processors are busy it may run on for a while until the referee is let run,
                // or not be let run itself.
                if has_thought != thinks {
                    (played, has_thought) = play();
                }
            }
            assert_eq!(has_thought, thinks, "{name}, {freezing:?}: {}", summary(&played.report));
        }
    }
}

#[test]
fn processor_time_can_be_limited_and_counts_what_children_use() {
    if !are_there() {
        return;
    }
    let mut arena = arena();
    for name in ["children-burn-cpu", "short-lived-children", "spin"] {
        let trick = tricks().into_iter().find(|trick| trick.name == name).unwrap();
        let contest = Contest {
            // The tricks burn for a second of the clock: on a busy machine that is far less of the processor.
            cpu_time: Some(Duration::from_millis(60)),
            ..usual()
        };
        let played = play(&mut arena, &trick, &contest).unwrap();
        match &played.report.outcome {
            MatchEnd::Forfeit(forfeit) => assert!(
                matches!(forfeit.detail, Detail::Late { clock: Clock::Processor, .. }),
                "{name}: {}",
                summary(&played.report)
            ),
            MatchEnd::Rules(_) => panic!("{name}: {}", summary(&played.report)),
        }
    }
}

/// Load on this thread's core by other processes, until it is dropped.
pub(crate) struct Busy(Vec<Child>);

impl Busy {
    pub(crate) fn with(processes: usize) -> Busy {
        let spin = || {
            let mut shell = Command::new("/bin/sh");
            shell.args(["-c", "while :; do :; done"]).spawn().unwrap()
        };
        Busy((0..processes).map(|_| spin()).collect())
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        for process in &mut self.0 {
            process.kill().unwrap();
            process.wait().unwrap();
        }
    }
}

const VOID: &str = "void";

#[test]
fn a_player_gets_back_the_time_that_others_took_and_is_then_judged() {
    if !are_there() {
        return;
    }
    let trick = |name: &str| tricks().into_iter().find(|trick| trick.name == name).unwrap();
    let contest = Contest {
        move_time: Duration::from_millis(300),
        start_time: Duration::from_millis(500),
        ..usual()
    };
    let play =
        move |name: &str, arena: &mut Arena, contest: &Contest| play(arena, &trick(name), contest);
    // A machine that is busy with other work besides may be too busy each time: that is right, too.
    let usual = contest.clone();
    let ending = move |name: &str, arena: &mut Arena| {
        let judged = (0..3).find_map(|_| match play(name, arena, &usual) {
            Err(HostFailure::Overloaded { .. }) => None,
            played => Some(summary(&played.unwrap().report)),
        });
        judged.unwrap_or_else(|| VOID.to_owned())
    };
    on_one_core(move || {
        let others = Busy::with(3);
        let mut arena = arena();
        // A player that sleeps through its time has lost nothing to others.
        let ended = ending("sleep", &mut arena);
        assert!(ended.starts_with("`timeout` by x"), "sleep: {ended}");
        let ended = ending("spin", &mut arena);
        assert!(ended.starts_with("`timeout` by x") || ended == VOID, "spin: {ended}");
        // It computes for 7/10 of its limit, which takes three times the limit here.
        let ended = ending("children-burn-cpu", &mut arena);
        // Without control groups it cannot be known what others took from several processes.
        assert!(!ended.contains("timeout") || !is_root(), "{ended}");
        // Its own children are no others, however busy the core is.
        let ended = ending("children-outrun", &mut arena);
        let is_its_own = ended.contains("of processor time") || ended == VOID;
        assert!(is_its_own || !is_root(), "{ended}");
        drop(others);
        let _others = Busy::with(15);
        // That is too much to give back.
        let is_overloaded = (0..5).any(|_| {
            let failure = play("spin", &mut arena, &contest).err();
            matches!(failure, Some(HostFailure::Overloaded { .. }))
        });
        assert!(is_overloaded || !is_root());
    });
}

#[test]
fn a_player_that_is_one_process_gets_its_time_back() {
    needs!(containment);
    if !are_there() {
        return;
    }
    let all = Guarantees::probe(Some(&executable())).unwrap();
    let alone = Guarantees { memory: MemoryBy::Looks, ..all };
    let trick = |name: &str| tricks().into_iter().find(|trick| trick.name == name).unwrap();
    let [honest, spinning] = ["compute-half", "spin"].map(trick);
    let contest = Contest { move_time: Duration::from_millis(300), ..usual() };
    on_one_core(move || {
        let _others = Busy::with(3);
        let keeper = Keeper::start_with(Some(&executable()), alone, Require::Safety).unwrap();
        let mut arena = Arena::new(keeper).unwrap();
        let mut ended = |trick| match play(&mut arena, trick, &contest) {
            Ok(played) => summary(&played.report),
            Err(HostFailure::Overloaded { .. }) => VOID.to_owned(),
            Err(failure) => panic!("{failure}"),
        };
        for _ in 0..3 {
            let ended = ended(&honest);
            assert!(!ended.contains("timeout"), "compute-half: {ended}");
        }
        let ended = ended(&spinning);
        assert!(ended.starts_with("`timeout` by x") || ended == VOID, "spin: {ended}");
    });
}
