//! English.

use std::borrow::Cow;

use super::{Duel, Head, Open, Sequential, Text};
use crate::rating::Hypothesis;
use crate::report::Interval;
use crate::report::protection::{Protection, TooWeak};
use crate::shards::FlawKind;
use crate::{Damage, TrialFault};
use arbitro_records::analysis::NotKept;
use arbitro_sandbox::{Mechanism, Promise};
use arbitro_words::{Count, Language, counted, say};

pub(super) fn damage(damage: &Damage) -> Cow<'static, str> {
    match damage {
        Damage::Seal => say(&NotKept::Seal, Language::English),
        Damage::TooLong => "it is longer than any record".into(),
        Damage::Form => "it is no record of a match that this program can read".into(),
        Damage::Early => {
            "it follows from a match that is missing: not yet known to be of this tournament".into()
        }
        Damage::Foreign => "it is no match of this tournament".into(),
    }
}

pub(super) fn trial_fault(fault: &TrialFault) -> String {
    let advice = match fault.is_alone {
        true => {
            "; here it is one process: if it starts others, write processes = 8 into its player.toml"
        }
        false => "",
    };
    fault.said(Some("it"), ": ", Language::English) + advice
}

pub(super) fn flaw(flaw: &FlawKind) -> String {
    match flaw {
        FlawKind::Missing { matches, first, void, is_running } => {
            let which = match matches {
                1 => format!("match {first} is missing"),
                _ => format!("{matches} matches are missing, the first is {first}"),
            };
            let void = match void {
                0 => String::new(),
                1 => "; 1 was void, because the machine was too busy, or failed".to_owned(),
                _ => format!("; {void} were void, because the machine was too busy, or failed"),
            };
            let running = if *is_running { "; it is being played now" } else { "" };
            format!("{which}{void}{running}")
        }
        FlawKind::Damaged { line, damage } => {
            format!("line {line}: {}", say(damage, Language::English))
        }
        FlawKind::Double { id, agrees } => {
            format!("match {id} is there more than once, {}", the_same(*agrees))
        }
        FlawKind::Stray { id, line, home, agrees: None } => {
            format!("line {line}: match {id} belongs to shard {home}, where it is missing")
        }
        FlawKind::Stray { id, line, home, agrees: Some(agrees) } => {
            let same = the_same(*agrees);
            format!("line {line}: match {id} belongs to shard {home}, where it is too, {same}")
        }
    }
}

const fn the_same(agrees: bool) -> &'static str {
    if agrees { "with the same result" } else { "with different results" }
}

pub(super) fn interval(interval: &Interval) -> Cow<'static, str> {
    match interval {
        Interval::Bounded { low, high } => format!("{low} to {high}").into(),
        Interval::AtLeast(low) => format!("{low} or more").into(),
        Interval::AtMost(high) => format!("{high} or less").into(),
        Interval::Unknown => "unknown".into(),
    }
}

pub(super) fn protection(protection: &Protection) -> Cow<'static, str> {
    match protection {
        Protection::Promise(Promise::SystemCalls) => "system calls".into(),
        Protection::Promise(promise) => promise.to_string().into(),
        Protection::Layer(layer) => layer.to_string().into(),
        Protection::Strength(strength) => strength.to_string().into(),
        Protection::Mechanism(it) => mechanism(*it),
    }
}

fn mechanism(mechanism: Mechanism) -> Cow<'static, str> {
    let text = match mechanism {
        Mechanism::Landlock(version) => return format!("Landlock, version {version}").into(),
        Mechanism::NeedsLandlock => "needs Landlock (Linux 5.13)",
        Mechanism::NetworkNamespaceAndSeccomp => {
            "network namespace without interfaces, and seccomp: no sockets"
        }
        Mechanism::NetworkNamespace => "network namespace without interfaces",
        Mechanism::SeccompNoSockets => "seccomp: no sockets",
        Mechanism::NeedsNamespacesOrSeccomp => "needs namespaces or seccomp",
        Mechanism::ProcessNamespace => "process-id namespace: nobody else can be seen or signalled",
        Mechanism::OwnUser => "a user id of its own",
        Mechanism::NeedsNamespacesOrRoot => "needs namespaces, or root",
        Mechanism::EndedByNamespace => "process-id namespace: the kernel ends it as a whole",
        Mechanism::DescendantsEnded => "needs namespaces: descendants are looked for and ended",
        Mechanism::OwnPartOfProc => {
            "Landlock: of /proc its own part; seccomp: signals to itself alone"
        }
        Mechanism::OneProcess => "one process: it can start no other",
        Mechanism::OneProcessThreadsByUser => {
            "one process: it can start no other; threads by a limit on a user id of its own"
        }
        Mechanism::OneProcessThreadsCounted => {
            "one process: it can start no other; seccomp: each new thread is counted"
        }
        Mechanism::OneProcessThreadsAsMemory => {
            "one process: it can start no other; its threads count as memory"
        }
        Mechanism::FolderLookedAt => "file size limit, and a look at its folder now and then",
        Mechanism::NeedsSeccomp => "needs seccomp",
        Mechanism::Seccomp => "seccomp",
        Mechanism::LimitOnOwnUser => "limit on a user id of its own",
        Mechanism::ExemptUser => "the kernel exempts this user id from the limit",
        Mechanism::LimitInUserNamespace => "limit in a user namespace of its own",
        Mechanism::OwnFileSystem => "a file system of its own, and the file size limit",
        Mechanism::FileSizeOnly => "needs namespaces: file size limit only",
        Mechanism::SampledNeedsDelegate => {
            "sampled every millisecond (a program may be over it for that long), without lists of mappings: needs Delegate=yes in this \
             systemd unit"
        }
        Mechanism::SampledNeedsScope => {
            "sampled every millisecond (a program may be over it for that long), without lists of mappings: needs --scope"
        }
        Mechanism::SampledNeedsGroup => {
            "sampled every millisecond (a program may be over it for that long), without lists of mappings: needs a control group that \
             limits memory"
        }
        Mechanism::GroupInScope => "control group, version 2, in a systemd scope of its own",
        Mechanism::GroupV1 => "control group, version 1",
        Mechanism::GroupV2 => "control group, version 2",
        Mechanism::ClockAndGroup => "the referee's clock; processor time by control group",
        Mechanism::ClockAndTicks => "the referee's clock; processor time in ticks of the kernel",
        Mechanism::PlainProcess => "a plain process of yours: nothing is kept from it",
        Mechanism::PlainProcessGroup => {
            "a plain process: its process group and its descendants are ended"
        }
        Mechanism::PlainFileSize => "a plain process: file size limit only",
        Mechanism::PlainLookedAt => "a plain process: looked at every millisecond",
        Mechanism::PlainStopSignals => "a plain process: stop signals",
        Mechanism::ControlGroup => "control group",
        Mechanism::StopSignals => "stop signals: needs a control group",
    };
    text.into()
}

pub(super) fn too_weak(weak: &TooWeak<'_>) -> String {
    let missing = weak.list(Language::English, |promises, is_one, how| {
        format!("{promises} {} {how}", if is_one { "is" } else { "are" })
    });
    format!("this machine cannot contain a hostile program: {missing}")
}

pub(super) fn text(text: &Text<'_>) -> Cow<'static, str> {
    match text {
        Text::Head(it) => return head(*it).into(),
        Text::Played { game, format, players, matches, open, seed } => {
            let count = |matches| say(&Count::Matches(matches), Language::English);
            let matches = match open {
                None => count(*matches).into_owned(),
                Some(Open { of: Some(all) }) => format!("{matches} of {} so far", count(*all)),
                Some(Open { of: None }) => format!("{} so far", count(*matches)),
            };
            format!("{game}, {format}, {players} players, {matches}, seed {seed}")
        }
        Text::InGroup(group) => format!(" in group {group}"),
        Text::NotListed(rest) => format!("      and {rest} more, in standings.csv"),
        Text::Best(share) => format!("* among the best {} %", share.in_percent()),
        Text::Unlinked { groups } => {
            format!("ratings can be compared within a group only: {groups} groups never met")
        }
        Text::Copies { low, high, games, matches, others } => {
            let played = match games {
                1 => format!("the same game in all {matches} matches"),
                _ => format!("{games} different games in {matches} matches"),
            };
            let others = match others {
                0 => String::new(),
                1 => " (and 1 more pair of players)".to_owned(),
                _ => format!(" (and {others} more pairs of players)"),
            };
            format!(
                "copies: {low} and {high} played {played}{others}; ratings count each game once, \
                 --openings random:6 gives different ones"
            )
        }
        Text::Voids { voids, open } => {
            let again = match open {
                0 => String::new(),
                _ if open == voids => match voids {
                    1 => ": --resume plays it again",
                    _ => ": --resume plays them again",
                }
                .to_owned(),
                _ => format!(": --resume plays {open} of them again"),
            };
            let voids = match voids {
                1 => "1 match is void".to_owned(),
                _ => format!("{voids} matches are void"),
            };
            format!("{voids}, because the machine was too busy, or failed{again}")
        }
        Text::Duel(Duel {
            one,
            other,
            results: [wins, draws, losses],
            score,
            elo,
            reach,
            sure,
        }) => {
            format!(
                "{one} against {other}: won {wins}, drawn {draws}, lost {losses}, \
                 {score:.1} % of the points\n\
                 Elo {elo:+.1}, 95 % {}; {one} is the stronger one with {sure:.1} %\n",
                interval(reach)
            )
        }
        Text::Pairs { one, pairs } => {
            let [a, b, c, d, e] = pairs;
            format!(
                "pairs from one opening with 0, 0.5, 1, 1.5, 2 points for {one}: \
                 {a} {b} {c} {d} {e}\n"
            )
        }
        Text::Sequential(Sequential { one, elo, decision, llr, bounds: (low, high), pairs }) => {
            let [elo0, elo1] = elo;
            let stronger = |by, than| format!("{one} is stronger by {by} Elo rather than {than}");
            let verdict = match decision {
                Some(Hypothesis::H1) => stronger(elo1, elo0),
                Some(Hypothesis::H0) => stronger(elo0, elo1),
                None => "not decided".to_owned(),
            };
            format!(
                "sequential test: {verdict} (log-likelihood ratio {llr:.2}, \
                 bounds {low:.2} and {high:.2}, {})\n",
                counted(u64::from(*pairs), "pair", "pairs")
            )
        }
    }
    .into()
}

const fn head(head: Head) -> &'static str {
    match head {
        Head::Player => "player",
        Head::Points => "points",
        Head::Won => "won",
        Head::Drawn => "drawn",
        Head::Lost => "lost",
        Head::Forfeits => "forfeits",
        Head::Rating => "rating",
    }
}
