//! English.

use arbitro_html::text::counted;
use arbitro_sandbox::ToolEnd;

use super::{Label, Phrase};
use crate::conformance::Verdict;
use crate::marks::{PartName, points_text};

pub(super) const fn label(label: &Label) -> &'static str {
    match label {
        Label::Short(part) => match part {
            PartName::Builds => "Compiles",
            PartName::Warnings => "Warnings",
            PartName::Conformance => "Methods",
            PartName::Memory => "Memory",
            PartName::Strength => "Strategy",
            PartName::Limits => "Limits",
            PartName::Bonus => "Bonus",
        },
        Label::Board => "A board",
        Label::FileText => "The text of a file",
        Label::EachCheckIsApart => {
            "Each check is a separate program that uses your class, in its own folder. "
        }
        Label::AllPassed => "All of them passed.",
        Label::SameCause => "Apparently the same cause: ",
        Label::NotRun => "Not run",
        Label::NotJudged => "Not judged",
        Label::NeedWrongMethod => {
            "These need a method that is wrong. It is reported there, and costs points only once."
        }
        Label::BecauseOf => "Because of ",
        Label::PassedChecks => "The checks that passed",
        Label::Method => "Method",
        Label::Passed => "Passed",
        Label::Of => "Of",
        Label::Share | Label::Percentage => "Share",
        Label::ChecksByMethod => "Checks by method",
        Label::CheckNamed => " · check ",
        Label::Unwise => "unwise, but not forbidden",
        Label::NotCharged => "Told, and not charged",
        Label::CourseText => "The course’s text, in our words: ",
        Label::Call => "Call",
        Label::Expected => "Expected",
        Label::Got => "Got",
        Label::HowToReproduce => "How to reproduce",
        Label::SaveAs => "Save this as ",
        Label::BesideYour => " beside your ",
        Label::AndCourses => " and the course’s ",
        Label::AndRun => ", and run ",
        Label::ShowingProgram => "A program that shows it",
        Label::DotForSpace => ", with · for a space",
        Label::TheText => "The text",
        Label::CannotBeCompiled => "It cannot be compiled: ",
        Label::TheCompiler => "The compiler",
        Label::OtherFiles => " Other files, neither asked for nor read: ",
        Label::NoPlayerRead => "No player.cpp was read. ",
        Label::NothingRemoved => "Nothing was removed before compiling.",
        Label::TheseRemoved => {
            "These were removed before compiling: every include except player.hpp, and every pragma."
        }
        Label::Removed => "Removed",
        Label::TheseNoted => "These stay, but were noted:",
        Label::Noted => "Noted",
        Label::ParserStopped => "The parser did not finish, so nothing was noted.",
        Label::Line => "Line",
        Label::What => "What",
        Label::Text => "Text",
        Label::Compiles => "compiles",
        Label::With => " with ",
        Label::NoProgram => "no program",
        Label::AndWith => ", with ",
        Label::ForeignFiles => {
            "The compiler lists these files as read, which only player.hpp may include:"
        }
        Label::CompilerOutput => "What the compiler said",
        Label::LinkerOutput => "What the linker said",
        Label::NoWarningsWith => "No warnings with ",
        Label::StrictOutput => "What the compiler said with -Wall -Wextra",
        Label::OutputCut | Label::TextCut => "The rest is not shown.",
        Label::AgainstReference => "Against the reference players",
        Label::InTournament => "In the tournament of the class",
        Label::FirstMatch => "The first match",
        Label::FirstMatchFailed => {
            "One match does not count: it shows whether a legal move is made at all. Here it was not: "
        }
        Label::WasGiven => "It was given",
        Label::Wrote => "It wrote",
        Label::WholeMatchIn => "The whole match is in ",
        Label::Opponent => "Opponent",
        Label::Won => "Won",
        Label::Drawn => "Drawn",
        Label::Lost => "Lost",
        Label::LostByForfeit => "Lost by forfeit",
        Label::ReferenceMatches => "Matches against the reference players",
        Label::FirstForfeitAgainst => "The first forfeit against ",
        Label::Place => "Place ",
        Label::LostByForfeits => "Lost by forfeit: ",
        Label::FirstOfThem => "The first of them: ",
        Label::UnderValgrind => "Some of the checks again, under ",
        Label::BuiltWith => ", built with ",
        Label::NoErrors => "No errors were found.",
        Label::Unfinished => "Unfinished",
        Label::UnfinishedExercises => {
            "These exercises did not finish; what they would have shown is unknown."
        }
        Label::AtLine => " · line ",
        Label::SeenInExercise => " · first seen in the exercise ",
        Label::WayThere => "The way there",
        Label::ShowingCalls => "The calls that showed it",
        Label::ShowingUnderValgrind => "A program that shows it, under valgrind",
        Label::ToContent => "To the content",
        Label::Sections => "Sections",
        Label::NotReached => "Not reached: ",
        Label::NotDoneStrong => "Not done. ",
        Label::CostsNothing => "This costs no points. ",
        Label::PointsDistribution => "Distribution of points",
        Label::MostFailedChecks => "The checks that most submissions fail",
        Label::WhatWasNotDone => "What could not be done",
        Label::Marks => "Marks",
        Label::Distribution => "Distribution",
        Label::Checks => "Checks",
        Label::Likeness => "Likeness",
        Label::NotDone => "Not done",
        Label::NamesAll => {
            "For the teacher: this page names all students. A student’s own page names no other."
        }
        Label::Overview => "Overview of the class",
        Label::MarkingRun => "Marking run",
        Label::Submissions => "Submissions",
        Label::Median => "Median of the points",
        Label::Fails | Label::FailedBy => "Fail",
        Label::Proposed => "Proposed to fail",
        Label::NoSubmission => "No submission",
        Label::NotEverythingDone => "Not everything could be done.",
        Label::Number => "Number",
        Label::Student => "Student",
        Label::Total => "Total",
        Label::WithBonus => "With bonus",
        Label::Remarks => "Remarks",
        Label::HowToSort => {
            "By number; click a heading to sort. A dash is a part that could not be done; it is not in the total."
        }
        Label::ProposedToFail => "proposed to fail",
        Label::FailsBadge => "fails",
        Label::Acquitted => "acquitted",
        Label::NoPoints => "No submission has points.",
        Label::Check => "Check",
        Label::Asks => "What is asked",
        Label::NoneFailed => "All checks passed, or none was run.",
        Label::ManyFailSame => "Where many fail the same check, the course may be unclear.",
        Label::EverythingDone => "Everything was done.",
        Label::ConcernsAll => "This concerns all of them.",
        Label::Concerns => "This concerns ",
        Label::LeftOut => "Entries that are not submissions",
        Label::And => "and",
        Label::AndBetween => " and ",
        Label::HowPairsAreShown => {
            "Equal parts have the same number and colour on both sides; the numbers link them. Names, numbers, strings, comments and layout were ignored, and macros expanded. A score is a reason to look, not a verdict."
        }
        Label::NoEqualPart => "No part of one is found in the other.",
        Label::NamesBoth => "For the teacher: this page names both.",
        Label::PairScore => "Score: share of the shorter one in the other",
        Label::EqualParts => "Equal parts",
        Label::TokensInParts => "Tokens in them",
        Label::LongestPart => "In the longest",
        Label::Lines => "lines ",
        Label::NoneCompared => "Nobody was compared: ",
        Label::One => "One",
        Label::Other => "Other",
        Label::Score => "Score",
        Label::OfOne => "Of one",
        Label::OfOther => "Of other",
        Label::Longest => "Longest part",
        Label::State => "State",
        Label::SideBySide => "Side by side",
        Label::HowCompared => {
            "Programs are compared by their structure, without names, numbers, comments and layout. A score is the share of the shorter program found in the other, and a pair with a long common part is listed whatever its score: a reason to look, not a verdict. Acquit a pair with "
        }
        Label::WithReason => ", with the reason.",
        Label::Groups => "Groups",
        Label::Pairs => "Pairs",
        Label::SimilarPairs => "Similar pairs",
        Label::CommonCode => "Mostly common code",
        Label::Unparsed => "The parser did not finish these, so they were not compared: ",
        Label::BelowLimit => "below the bound",
        Label::MostToGain => "Where most points can be gained",
        Label::HandedInAndCompiled => "Handed in and compiled",
        Label::Points => "Points",
        Label::HandedIn => "Handed in",
        Label::Methods => "Methods",
        Label::Memory => "Memory",
        Label::Matches => "Matches",
        Label::HowFound => {
            "Everything here was found by running the player.cpp as it was handed in, without its includes and pragmas. Lines are those of that file."
        }
        Label::Marking => "Marking",
        Label::ChecksPassed => "Checks passed",
        Label::MemoryFaults => "Memory faults",
        Label::Tournament => "Tournament",
        Label::ProposedStrong => "Proposed to fail. ",
        Label::NoVerdict => {
            "This is not a verdict: a program found it, and the teacher decides. The points below do not count it."
        }
        Label::FailsStrong => "Fails. ",
        Label::ChangedByTeacher => "Changed by the teacher. ",
        Label::WithoutThis => " Without this it would be ",
        Label::NothingMarked => "Nothing was marked. ",
        Label::NoStepDone => "No step could be done; the reasons are below.",
        Label::Part => "Part",
        Label::Reason => "Why",
        Label::HandedInLate => "Handed in late",
        Label::HowRounded => {
            "Points are rounded to hundredths, part by part; the total is their sum. The bonus comes on top of the total."
        }
        Label::NotDoneNotCounted => {
            " What could not be done is not in the total, and costs nothing."
        }
    }
}

pub(super) fn phrase(phrase: &Phrase) -> String {
    match phrase {
        Phrase::Bytes(bytes) => counted(*bytes, "byte", "bytes"),
        Phrase::OtherChecks(checks) => counted(*checks as u64, "other check", "other checks"),
        Phrase::OtherFaults(faults) => counted(*faults as u64, "other finding", "other findings"),
        Phrase::Parts(parts) => counted(*parts as u64, "part", "parts"),
        Phrase::Times(times) => counted(*times, "time", "times"),
        Phrase::Tokens(tokens) => counted(*tokens as u64, "token", "tokens"),
        Phrase::Warnings(warnings) => counted(*warnings as u64, "warning", "warnings"),
        Phrase::MoreFailedChecks(more) => format!("And {more} more that some fail."),
        Phrase::MoreFiles(more) => {
            format!("{}, in the program below.", counted(*more as u64, "more file", "more files"))
        }
        Phrase::MorePairs(more) => format!("And {more} more, less similar, without a page."),
        Phrase::MoreParts(more) => format!("And {more} more."),
        Phrase::MorePieces(more) => {
            format!("And {}.", counted(*more as u64, "more piece", "more pieces"))
        }
        Phrase::TotalsOf(all) => format!("Totals of {all} submissions"),
        Phrase::MarkingOf(number) => format!("Marking of {number}"),
        Phrase::OutOf(part, whole) => format!("{part} of {whole}"),
        Phrase::Gain(points) => match points_text(*points) {
            one if one == "1" => "+1 point".into(),
            points => format!("+{points} points"),
        },
        Phrase::Cost(points) => match points_text(*points) {
            none if none == "0" => "no points of its own: charged elsewhere".into(),
            points => format!("\u{2212}{points}"),
        },
        Phrase::BlockAt { line, is_freed: true } => format!("The block was freed at line {line}."),
        Phrase::BlockAt { line, .. } => format!("The block comes from line {line}."),
        Phrase::ChecksFailed { failed, judged } => {
            format!("{} of {judged} did not pass.", counted(*failed as u64, "check", "checks"))
        }
        Phrase::PassedBy { passed, all } => format!(" · passed by {passed} of {all} submissions"),
        Phrase::Verdict(verdict) => match verdict {
            Verdict::Passed => "passed".into(),
            Verdict::Failed => "wrong answer".into(),
            Verdict::Crashed(signal) => format!("crashed: signal {signal}"),
            Verdict::TimedOut => "did not end".into(),
            Verdict::OutOfMemory => "used too much memory".into(),
            Verdict::LeftEarly(code) => format!("exited with code {code}"),
            Verdict::NotRun => "not run".into(),
            Verdict::NotJudged => "not judged".into(),
        },
        Phrase::LinesAround(line) => format!("Your lines around line {line}"),
        Phrase::Ending(ending) => match ending {
            None => "not begun, because earlier ones did not end".into(),
            Some(ToolEnd::Exited(code)) => format!("it exited with code {code}"),
            Some(ToolEnd::Killed(signal)) => format!("it was killed by signal {signal}"),
            Some(ToolEnd::OutOfTime) => "it did not end".into(),
            Some(ToolEnd::OutOfMemory) => "it used too much memory".into(),
            Some(ToolEnd::NeverBegan(why)) => format!("it cannot be run: {why}"),
        },
        Phrase::OfPlaces { of, points, results: [won, drawn, lost] } => {
            let unit = if (points - 1.0).abs() < 1e-9 { "point" } else { "points" };
            format!(" of {of}, with {points} {unit}: {won} won, {drawn} drawn, {lost} lost.")
        }
        Phrase::PointsInSteps(1) => "points".into(),
        Phrase::PointsInSteps(width) => format!("points, in steps of {width}"),
        Phrase::NoneSimilar(score) => format!("No pair is as similar as {score}."),
        Phrase::NoPair { score, tokens } => {
            format!("No pair scores {score} or more or has a part of {tokens} tokens or more.")
        }
        Phrase::Crowd { share, common } => format!(
            "At least {share} of each of these is code that more than {common} of the class has. It is ignored, so no pair is listed above for it. Either the course gave it out, or a copy went round: look at two of them."
        ),
        Phrase::OfName(name) => format!("Of \u{2068}{name}\u{2069}"),
        Phrase::TextOf(name) => format!("The text of {name}"),
    }
}
