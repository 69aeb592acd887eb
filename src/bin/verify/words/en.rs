//! English.

use std::borrow::Cow;

use arbitro_engine::search::ExactValue;
use arbitro_records::Problem;
use arbitro_words::{Language, Loser, counted, say};

use super::{Text, did, ended, listed};
use crate::attack::Attack;
use crate::seems::Seems;

const HERE: Language = Language::English;

pub(super) fn words(text: &Text<'_>) -> Cow<'static, str> {
    match *text {
        Text::NextSteps { play, within } => format!(
            "verify: this referees a match; start its players within {within:?}, in this folder, in two other terminals:
  {play} 1
  {play} 2
For a whole tournament of the bundled players instead: Ctrl-C here, then `tournament`.
All other uses: `verify --help`."
        )
        .into(),
        Text::FirstBoard { first, file } => {
            format!("{first} is there; waiting for x (player 1) to write {file}").into()
        }
        Text::PlayersGoOn => {
            "the players still write boards here: end them, with Ctrl-C or kill".into()
        }
        Text::NoteLabel => "note".into(),
        Text::MoreFaults(more) => format!("  and {more} more (--all shows them)").into(),
        Text::MoreFindings(more) => format!("  and {more} more with something wrong (--all shows them)").into(),
        Text::Valid => "valid".into(),
        Text::Invalid => "invalid".into(),
        Text::BoardOf(game) => format!(" {game} board").into(),
        Text::FaultyBoardOf { game, faults } => {
            format!(" {game} board, {}", counted(faults as u64, "fault", "faults")).into()
        }
        Text::Legal => "legal".into(),
        Text::Plays { player, played } => format!(", {player} plays {played}").into(),
        Text::PlaysIn { player, played, took } => {
            format!(", {player} plays {played} ({} ms)", took.as_millis()).into()
        }
        Text::Illegal => "illegal".into(),
        Text::IllegalFor { player, why } => {
            let code = why.diagnosis.code.name();
            format!(" for {player}: {} ({code})", say(&why, HERE)).into()
        }
        Text::InvalidBoard => "invalid board".into(),
        Text::AfterTheMove => " after the move".into(),
        Text::Right => "right".into(),
        Text::Wrong => "wrong".into(),
        Text::Incomplete => "incomplete".into(),
        Text::NotJudged => "not judged".into(),
        Text::WithoutMoves => "without moves".into(),
        Text::Unjudged(None) => "nothing to judge".into(),
        Text::Unjudged(Some(why)) => say(why, HERE),
        Text::Because(why) => format!(": {}", words(why)).into(),
        Text::Plies { plies, how } => {
            format!(", {}, {}", counted(plies, "ply", "plies"), words(how)).into()
        }
        Text::Problem(Problem { ply: Some(ply), written: Some(written), text }) => {
            format!(" at ply {ply}: {written:?}: {}", say(text, HERE)).into()
        }
        Text::Problem(Problem { ply: Some(ply), written: None, text }) => {
            format!(" at ply {ply}: {}", say(text, HERE)).into()
        }
        Text::Problem(Problem { ply: None, text, .. }) => format!(": {}", say(text, HERE)).into(),
        Text::ResultLabel => "result".into(),
        Text::Outcome(Some(winner)) => format!("{winner} wins").into(),
        Text::Outcome(None) => "a draw".into(),
        Text::Reason { winner, reason: Some(reason) } => ended(reason, winner, HERE),
        Text::Reason { reason: None, .. } => "by the result".into(),
        Text::End { winner, reason } => {
            format!("{}: {}", words(&Text::Outcome(winner)), words(&Text::Reason { winner, reason }))
                .into()
        }
        Text::NoWinner { reason } => format!("no winner: {}", ended(reason, None, HERE)).into(),
        Text::NoResult => "no result claimed".into(),
        Text::NotOver { turn } => format!("not over, {turn} to move").into(),
        Text::Lost { player, reason } => did(Loser::Player(player), reason, HERE),
        Text::LostAt { player, file, ply } => {
            let file = file.map_or_else(String::new, |it| format!(" ({it})"));
            format!("{file} at ply {ply}: {} wins", !player).into()
        }
        Text::ValidOf { right, matches } => format!(", {right} of {matches} valid").into(),
        Text::BoardTotals { valid, boards } => {
            format!("{valid} of {} valid", counted(boards, "board", "boards")).into()
        }
        Text::Totals { matches, plies, wrong, not_judged, without_moves } => {
            let matches = counted(matches, "match", "matches");
            let plies = counted(plies, "ply", "plies");
            let mut total = format!("{matches}, {plies}, {wrong} with something wrong");
            if not_judged > 0 {
                total += &format!("; {not_judged} not judged");
            }
            if without_moves > 0 {
                total += &format!("; {without_moves} without moves");
            }
            total.into()
        }
        Text::NotRecords(it) => format!("no match record is in it: {}", seems(it)).into(),
        Text::NoBoards => "there is no board in it".into(),
        Text::Tolerated(it) => format!("tolerated: {}", say(&it, HERE)).into(),
        Text::Corrected(it) => {
            format!("tolerated, and corrected: {}", say(&it, HERE)).into()
        }
        Text::FaultsInBrackets => "the board, faults in brackets:".into(),
        Text::Before => "before:".into(),
        Text::After => "after:".into(),
        Text::Wrote { file, player } => {
            format!("{}, as {player} wrote it:", file.unwrap_or(ITS_FILE)).into()
        }
        Text::Players { x, o } => format!("  x is {x}, o is {o}").into(),
        Text::Fault { player, reason, why } => {
            let did = did(Loser::Named(player), reason, HERE);
            format!("  {did}: {}", say(&why, HERE)).into()
        }
        Text::WroteNoBoard { file, player } => {
            format!("  {}, as {player} wrote it, is no board:", file.unwrap_or(ITS_FILE)).into()
        }
        Text::Exact(ExactValue::Win(plies)) => format!("win in {plies}").into(),
        Text::Exact(ExactValue::Draw) => "draw".into(),
        Text::Exact(ExactValue::Loss(plies)) => format!("loss in {plies}").into(),
        Text::Leaves { count, depth, seconds, millions } => {
            let leaves = counted(count, "leaf", "leaves");
            format!("{leaves} at depth {depth}, {seconds:.3} s, {millions:.1} M moves/s").into()
        }
        Text::ChannelsLabel => "channels".into(),
        Text::Narrowed => "narrowed".into(),
        Text::Channels => ": a program sees how much memory and room the machine has left, and how busy it is".into(),
        Text::AttackLabel => "attack".into(),
        Text::Attack(it) => attack(it).into(),
        Text::Attacker(it) => format!(": a program {}", attack(it)).into(),
        Text::Denied => "denied".into(),
        Text::Succeeded => "succeeded".into(),
        Text::SucceededAsAllowed => "succeeded, as an approximate promise allows".into(),
        Text::Strangers => "programs of strangers".into(),
        Text::MayRun => "may be run here".into(),
        Text::MayRunWithGaps => "may be run here, with gaps".into(),
        Text::MayNotRun => "may not be run here".into(),
        Text::Gaps([]) | Text::RulesInEnglish => "".into(),
        Text::Gaps(gaps) => format!(": {}", listed(gaps, HERE)).into(),
    }
}

const ITS_FILE: &str = "its file";

const fn seems(seems: Seems) -> &'static str {
    match seems {
        Seems::Empty => "it is empty",
        Seems::Boards => {
            "it seems to be boards: each belongs in a file of its own, board_1.txt, board_2.txt and so on"
        }
        Seems::Utf16 => "it is UTF-16 text: save it as UTF-8",
        Seems::Archive => "it is an archive: unpack it first",
        Seems::Binary => "it is binary",
        Seems::Text => "it seems to be some other text",
    }
}

/// Says what a program does.
const fn attack(attack: Attack) -> &'static str {
    match attack {
        Attack::None => "does nothing wrong",
        Attack::ReadElsewhere => "reads a file that is not its own",
        Attack::WriteElsewhere => "writes a file outside its folder",
        Attack::ChangeModeElsewhere => "changes the mode of a file that is not its own",
        Attack::RunOwnFile => "runs a program that it wrote itself",
        Attack::TcpSocket => "opens a TCP socket",
        Attack::UdpSocket => "opens a UDP socket",
        Attack::UnixSocket => "opens a socket in its folder",
        Attack::SeeProcess => "finds another process",
        Attack::SignalProcess => "sends a signal to another process",
        Attack::ManyProcesses => "starts 200 processes",
        Attack::ManyThreads => "starts 200 threads",
        Attack::HugeFile => "writes a file of 1 GiB",
        Attack::ManyFiles => "fills its folder with 100 MiB",
        Attack::MuchMemory => "uses 300 MiB of memory and is not noticed",
        Attack::MuchMemoryInMany => "uses 300 MiB in ten processes and is not noticed",
        Attack::PageTables => "uses 48 MiB of 32 as page tables and is not noticed",
        Attack::Mappings => "uses 48 MiB of 32 for its list of mappings and is not noticed",
        Attack::Queues => "uses 48 MiB of 32 in queues of inotify and is not noticed",
        Attack::Pipes => "uses 48 MiB of 32 in pipes and is not noticed",
        Attack::Sockets => "uses 48 MiB of 32 in unread bytes of sockets and is not noticed",
        Attack::Epolls => "uses 48 MiB of 32 in entries of epoll and is not noticed",
        Attack::NewNamespace => "makes a namespace, the first step to being root",
        Attack::LockFile => "makes a system call that no player needs: it locks a file",
        Attack::HideTime => "computes in a process of its own that is not charged to it",
        Attack::ComputeWhileFrozen => "computes while it is frozen",
        Attack::Survive => "leaves a process behind",
        Attack::Compute => "computes for a while",
        Attack::HoldMemory => "uses memory for a while",
        Attack::HoldMappings => "holds mappings for a while",
        Attack::HoldEpolls => "holds entries of epoll for a while",
    }
}
