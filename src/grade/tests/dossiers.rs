//! Dossiers by hand: what a marking run might have found, piece by piece.

use std::borrow::Cow;

use arbitro_grade::build::{BuildFault, Evidence, Outcome, ToolStep};
use arbitro_grade::conformance::{CheckMessage, Fault, Finding, Verdict, Weight};
use arbitro_grade::dossier::{Bonus, Class, Course, Dossier, Place, Reading, Rung, StepResult};
use arbitro_grade::memory::{FaultKind, MemoryFault, MemoryReport};
use arbitro_grade::similarity::{Fragment, Likeness, LineRange, Member, Pair, SimilaritySettings};
use arbitro_grade::source::Findings;
use arbitro_grade::submissions::{Contents, Layout, Names};
use arbitro_grade::words::Statement;
use arbitro_words::{Language, Message, say};

/// A message as most tests read it.
pub(crate) fn english(message: &impl Message) -> Cow<'static, str> {
    say(message, Language::English)
}

/// A submission in which nothing is wrong: it builds, passes four checks, leaks nothing, wins everything
/// and stands in the middle of the tournament.
pub(crate) fn faultless(number: &str) -> Dossier {
    let ids = ["construct/player-1", "load/start", "move/legal", "pop/all"];
    Dossier {
        player: None,
        number: number.to_owned(),
        layout: Layout {
            entries: vec![number.to_owned()],
            found: Contents::Player {
                path: "player.cpp".to_owned(),
                bytes: 1000,
                others: Names::default(),
            },
        },
        sha256: Some("ab".repeat(32)),
        text: StepResult::Found(Reading::Clean(Findings {
            removed: Vec::new(),
            more_removed: 0,
            remarks: Vec::new(),
            more_remarks: 0,
            is_parsed: true,
        })),
        build: StepResult::Found(built(0)),
        conformance: StepResult::Found(ids.map(passed).to_vec()),
        memory: StepResult::Found(MemoryReport::default()),
        first_match: None,
        strength: StepResult::Found(vec![
            rung("random", 10, 0, 0),
            rung("greedy", 10, 0, 0),
            rung("deep", 10, 0, 0),
        ]),
        contest: StepResult::Found(Place {
            place: 4,
            of: 9,
            points: 8.0,
            matches: rung("the field", 8, 0, 8),
            bonus: Bonus::No,
        }),
    }
}

/// Evidence of a successful build with so many warnings.
pub(crate) fn built(warnings: usize) -> Evidence {
    let line = "player.cpp:3:5: warning: unused variable 'a'\n";
    Evidence {
        compiler: "g++ 12.2.0".to_owned(),
        flags: vec!["-Ofast".to_owned()],
        outcome: Outcome::Built,
        foreign: Vec::new(),
        compiling: step("", 0),
        warnings: Some(step(&line.repeat(warnings), warnings)),
        linking: Some(step("", 0)),
    }
}

/// Evidence of a failed build.
pub(crate) fn not_built(why: BuildFault, said: &str) -> Evidence {
    Evidence {
        outcome: Outcome::NotBuilt(why),
        compiling: step(said, 0),
        warnings: None,
        linking: None,
        ..built(0)
    }
}

fn step(said: &str, warnings: usize) -> ToolStep {
    ToolStep { diagnostics: said.to_owned(), is_cut: false, warnings, millis: 900 }
}

/// A submission that does not compile, and what follows from it.
pub(crate) fn uncompiled(number: &str, said: &str) -> Dossier {
    let not_reached = || Statement::Build(Outcome::NotBuilt(BuildFault::CompileError));
    Dossier {
        build: StepResult::Found(not_built(BuildFault::CompileError, said)),
        conformance: StepResult::NotReached(not_reached()),
        memory: StepResult::NotReached(not_reached()),
        strength: StepResult::NotReached(not_reached()),
        contest: StepResult::NotReached(not_reached()),
        ..faultless(number)
    }
}

pub(crate) fn passed(id: &str) -> Finding {
    Finding {
        id: id.to_owned(),
        method: id.split('/').next().unwrap().to_owned(),
        weight: Weight::Fault,
        verdict: Verdict::Passed,
        because_of: None,
        fault: None,
    }
}

pub(crate) fn failed(id: &str, expected: &str, got: &str) -> Finding {
    Finding {
        verdict: Verdict::Failed,
        fault: Some(Fault {
            call: CheckMessage::Same("p1->pop()".to_owned()),
            expected: CheckMessage::Same(expected.to_owned()),
            got: CheckMessage::Same(got.to_owned()),
            reproduce: "#include \"player.hpp\"\nint main() { Player p(1); p.pop(); }\n".to_owned(),
        }),
        ..passed(id)
    }
}

/// A check that could not be judged, because a method that it needs is wrong.
pub(crate) fn follows(id: &str, method: &str) -> Finding {
    Finding {
        verdict: Verdict::NotJudged,
        because_of: Some(method.to_owned()),
        ..failed(id, "to be judged", "not judged")
    }
}

/// A rung with so many matches won, drawn and lost, none by forfeit.
pub(crate) fn rung(opponent: &str, won: u32, drawn: u32, lost: u32) -> Rung {
    Rung {
        opponent: opponent.to_owned(),
        won,
        drawn,
        lost,
        forfeits: Vec::new(),
        first_fault: None,
    }
}

pub(crate) fn memory_fault(kind: FaultKind, line: u64) -> MemoryFault {
    MemoryFault {
        kind,
        what: "24 bytes in 1 blocks are definitely lost".to_owned(),
        line: Some(line),
        function: Some("Player::pop()".to_owned()),
        stack: vec![
            format!("Player::pop() (player.cpp:{line})"),
            "Player::~Player() (player.cpp:9)".to_owned(),
        ],
        times: 3,
        bytes: 24,
        exercise: "objects".to_owned(),
        check: String::new(),
        cause: None,
        is_free: false,
        allocation: None,
        died_in: None,
        is_freed: false,
        calls: vec![CheckMessage::Same("delete p0".to_owned())],
        reproduce: "int main() {}\n".to_owned(),
    }
}

/// A class of these, without similar pairs.
pub(crate) fn class(dossiers: Vec<Dossier>) -> Class {
    let members = dossiers.iter().map(|dossier| Member {
        name: dossier.number.clone(),
        tokens: 900,
        common: 0,
        shared: 0,
        is_parsed: true,
        is_past: false,
    });
    Class {
        course: Course::Class,
        likeness: StepResult::Found(Likeness {
            settings: SimilaritySettings::default(),
            members: members.collect(),
            pairs: Vec::new(),
            groups: Vec::new(),
            crowd: Vec::new(),
        }),
        left_out: Vec::new(),
        remarks: Vec::new(),
        notes: Vec::new(),
        dossiers,
    }
}

/// The same class where two, by their places, are as alike as this.
pub(crate) fn with_pair(mut class: Class, left: usize, right: usize, score: f64) -> Class {
    let lines = |first| LineRange { first, last: first + 20 };
    if let StepResult::Found(likeness) = &mut class.likeness {
        likeness.pairs.push(Pair {
            left,
            right,
            score,
            of_left: score,
            of_right: score / 2.0,
            longest: 300,
            parts: vec![Fragment { left: lines(3), right: lines(40), tokens: 300 }],
        });
        if score >= likeness.settings.threshold {
            likeness.groups.push(vec![left, right]);
        }
    }
    class
}
