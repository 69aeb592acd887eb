//! External engines that are driven by the Hub protocol: the requests they get, and every way in
//! which they can fail.

use std::path::Path;
use std::time::{Duration, Instant};

use arbitro_hub::{HubPeer, PeerFault, PeerPlan, read_hub_move};
use arbitro_rules::draughts::International;
use arbitro_rules::line::{Start, open};
use arbitro_rules::notation::Notation;
use arbitro_rules::{Game, GameId};

/// Answers the greeting, with a parameter or two.
const GREETS: &str = "read hub; echo id name=Toy version=1; \
    echo 'param name=variant value=normal type=enum values=\"normal killer\"'; \
    echo 'param name=book value=true type=bool'; echo wait; ";
/// Reads requests up to `init` and logs them in `log`.
const BEGINS: &str = "while read -r line; do echo \"$line\" >> log; \
    [ \"$line\" = init ] && break; done; echo ready; ";

fn plan(folder: &Path, script: &str) -> PeerPlan {
    PeerPlan {
        program: "/bin/sh".into(),
        args: vec!["-c".into(), script.into()],
        folder: Some(folder.to_owned()),
        hidden: Vec::new(),
        params: Vec::new(),
        start_time: Duration::from_secs(10),
        move_time: Duration::from_secs(10),
        depth: None,
        nodes: None,
    }
}

/// Asks for the last move of a match that is played so far.
fn ask(
    peer: &mut HubPeer,
    start: International,
    moves: &[&str],
    time: Duration,
) -> Result<String, PeerFault> {
    let mut line = open(GameId::International, Start::Fen(&start.write_fen()), None).unwrap();
    for text in moves {
        let position = International::read_fen(&line.fen(line.plies())).unwrap();
        line.play(read_hub_move(&position, text).unwrap().into());
    }
    peer.choose(&*line, Instant::now() + time).map(|key| line.step(key.unwrap()).text)
}

/// Returns the result of an engine that runs this script once it is ready, from the usual start.
fn after_ready(script: &str, move_time: Duration) -> Result<String, PeerFault> {
    asked_for(script, move_time, move_time.mul_f64(0.9))
}

/// Like [`after_ready`], with another time that the view allows.
fn asked_for(script: &str, move_time: Duration, allowed: Duration) -> Result<String, PeerFault> {
    let folder = tempfile::tempdir().unwrap();
    let script = format!("{GREETS}{BEGINS}{script}");
    let mut plan = plan(folder.path(), &script);
    plan.move_time = move_time;
    let mut peer = HubPeer::start(plan).unwrap();
    ask(&mut peer, International::start(), &[], allowed)
}

fn started(script: &str) -> Result<HubPeer, PeerFault> {
    let folder = tempfile::tempdir().unwrap();
    let mut plan = plan(folder.path(), script);
    plan.start_time = Duration::from_millis(1500);
    HubPeer::start(plan)
}

#[test]
fn an_engine_is_told_the_position_the_level_and_to_think_and_its_move_is_ours() {
    let folder = tempfile::tempdir().unwrap();
    let script = format!(
        "{GREETS}{BEGINS}while read -r line; do echo \"$line\" >> log; \
         case \"$line\" in 'go think') echo 'info depth=1 pv=32-28'; echo 'what is this'; \
         echo 'done move=32-28 ponder=17-22';; esac; done"
    );
    let mut settings = plan(folder.path(), &script);
    settings.params =
        vec![("book".to_owned(), "false".to_owned()), ("variant".to_owned(), "normal".to_owned())];
    let mut peer = HubPeer::start(settings).unwrap();
    assert_eq!(peer.name(), "Toy");
    let mv = ask(&mut peer, International::start(), &[], Duration::from_secs(20)).unwrap();
    assert_eq!(mv, "32-28");
    let log = std::fs::read_to_string(folder.path().join("log")).unwrap();
    let told: Vec<&str> = log.lines().collect();
    assert_eq!(
        told[..3],
        [
            "set-param name=book value=false",
            "init",
            "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
        ],
        "only what differs is set"
    );
    let time: f64 = told[3].strip_prefix("level move-time=").unwrap().parse().unwrap();
    assert!((15.0..20.0).contains(&time), "less than there is: {time}");
    assert_eq!(told[4], "go think");
}

#[test]
fn an_engine_is_told_the_king_moves_since_the_last_move_that_lasts() {
    let folder = tempfile::tempdir().unwrap();
    let script = format!(
        "{GREETS}{BEGINS}while read -r line; do echo \"$line\" >> log; \
         [ \"$line\" = 'go think' ] && echo 'done move=31-26'; done"
    );
    let mut settings = plan(folder.path(), &script);
    settings.nodes = Some(500);
    let mut peer = HubPeer::start(settings).unwrap();
    let start = International::read_fen("B:WK26:BK45,K50,2").unwrap();
    // A man's move lasts; what the kings do after it can be taken back.
    let played = ["2-7", "26-31", "50-44"];
    ask(&mut peer, start, &played, Duration::from_secs(20)).unwrap();
    let log = std::fs::read_to_string(folder.path().join("log")).unwrap();
    let pos = log.lines().find(|line| line.starts_with("pos ")).unwrap();
    assert!(pos.starts_with("pos pos=W") && pos.ends_with(" moves=\"26-31 50-44\""), "{pos}");
    assert!(log.contains("level nodes=500\n"), "{log}");
}

#[test]
fn engine_errors_before_the_first_move_are_reported() {
    let fault = |script: &str| started(script).unwrap_err().to_string();
    assert!(fault("exec sleep 30").starts_with("the hub engine did not say wait within 1500 ms"));
    assert!(
        fault(&format!("{GREETS}read init; echo error message=\\\"no data\\\"; exec sleep 30"))
            .contains("did not say ready within 1500 ms of its start; it said: no data")
    );
    assert!(fault("exit 3").contains("has exited (exit status: 3)"));
    assert!(
        fault("read hub; echo 'param name=variant value=killer values=\"killer bt\"'; echo wait; exec sleep 9")
            .contains("variant \"killer bt\"")
    );
    let fault = PeerPlan { program: "/no/such/engine".into(), ..plan(Path::new("/"), "") };
    let fault = HubPeer::start(fault).unwrap_err().to_string();
    assert!(fault.contains("/no/such/engine cannot be started"), "{fault}");
}

#[test]
fn a_parameter_that_an_engine_does_not_have_is_told_with_those_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let with = |name: &str, value: &str| {
        let mut plan = plan(folder.path(), &format!("{GREETS}{BEGINS}"));
        plan.params = vec![(name.to_owned(), value.to_owned())];
        HubPeer::start(plan).unwrap_err().to_string()
    };
    assert_eq!(
        with("bok", "true"),
        "the hub engine has no parameter \"bok\"; it has: variant, book"
    );
    assert!(with("variant", "killer").contains("is to play variant \"killer\""));
}

#[test]
fn a_variant_that_an_engine_does_not_begin_with_is_set() {
    let folder = tempfile::tempdir().unwrap();
    let script = format!(
        "read hub; echo 'param name=variant value=killer values=\"normal killer\"'; echo wait; {BEGINS}"
    );
    HubPeer::start(plan(folder.path(), &script)).unwrap();
    let log = std::fs::read_to_string(folder.path().join("log")).unwrap();
    assert_eq!(log, "set-param name=variant value=normal\ninit\n");
}

#[test]
fn moves_that_are_none_or_not_legal_are_the_engines_fault() {
    for (said, why) in [
        (
            "done move=32-29",
            "\"32-29\" is not a legal move here; from there it can go 32-27, 32-28",
        ),
        ("done move=20-25", "that piece has no legal move"),
        ("done move=best", "is not written as a move"),
        ("done", "is not written as a move"),
    ] {
        let fault = after_ready(
            &format!("read p; read l; read g; echo '{said}'; exec sleep 9"),
            Duration::from_secs(10),
        );
        let fault = fault.unwrap_err().to_string();
        assert!(fault.starts_with("the hub engine's move: ") && fault.contains(why), "{fault}");
    }
}

#[test]
fn an_engine_that_leaves_or_says_too_much_or_no_text_is_not_waited_for() {
    let begin = Instant::now();
    let long = Duration::from_secs(60);
    let gone = after_ready("read p; read l; read g; kill -SEGV $$", long).unwrap_err();
    assert!(gone.to_string().contains("has exited (signal: 11"), "{gone}");
    let flood = after_ready("exec yes info depth=1", long).unwrap_err();
    assert!(flood.to_string().contains("more than 16 MiB"), "{flood}");
    let endless = after_ready("exec cat /dev/zero", long).unwrap_err();
    assert!(matches!(endless, PeerFault::Flood { .. }), "{endless}");
    let line =
        after_ready("head -c 20000 /dev/zero | tr '\\0' a; echo; exec sleep 60", long).unwrap_err();
    assert!(matches!(line, PeerFault::Line(_)), "{line}");
    assert!(begin.elapsed() < long, "{:?}", begin.elapsed());
}

#[test]
fn a_late_engine_is_told_to_stop_and_then_given_up() {
    let allowed = Duration::from_millis(300);
    // 7 s to answer, so that a host which stops everything for a moment breaks nothing.
    let obeys = "read p; read l; read g; read stop; [ \"$stop\" = stop ] && echo done move=32-28; exec sleep 60";
    let moved = asked_for(obeys, Duration::from_secs(100), allowed);
    assert_eq!(moved.unwrap(), "32-28");
    let begin = Instant::now();
    let sleeps = "read p; read l; read g; exec sleep 60";
    let late = asked_for(sleeps, Duration::from_secs(2), allowed).unwrap_err();
    assert!(
        late.to_string().contains("no move within")
            && late.to_string().contains("even after `stop`"),
        "{late}"
    );
    assert!(begin.elapsed() < Duration::from_secs(30));
}

#[test]
fn an_engine_that_does_not_read_does_not_hold_up_who_writes() {
    let folder = tempfile::tempdir().unwrap();
    // It answers without having read a word.
    let script = format!("{GREETS}{BEGINS}exec yes done move=32-28");
    let mut peer = HubPeer::start(plan(folder.path(), &script)).unwrap();
    let fault = (0..3000)
        .find_map(|_| ask(&mut peer, International::start(), &[], Duration::from_secs(10)).err());
    assert!(matches!(fault, Some(PeerFault::Deaf)), "{fault:?}");
}

#[test]
fn an_engine_ends_with_who_drives_it() {
    let folder = tempfile::tempdir().unwrap();
    let script = format!("{GREETS}{BEGINS}echo $$ > pid; exec sleep 300");
    let peer = HubPeer::start(plan(folder.path(), &script)).unwrap();
    let pid_file = folder.path().join("pid");
    let pid = || std::fs::read_to_string(&pid_file).unwrap_or_default();
    let begin = Instant::now();
    while !pid().ends_with('\n') {
        assert!(begin.elapsed() < Duration::from_secs(120), "the engine never told its number");
        std::thread::sleep(Duration::from_millis(5));
    }
    let pid = pid();
    let process = Path::new("/proc").join(pid.trim());
    assert!(process.exists());
    drop(peer);
    assert!(!process.exists());
}
