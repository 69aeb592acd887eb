//! The heading: the game, the number of players and matches, and the progress.

use std::fs;

use maud::{Markup, html};

use super::words::{self, ReportMessage};
use super::{View, frame};
use crate::report::terminal::{copies, matches};
use crate::words::TournamentMessage;
use crate::{journal, journals_in};
use arbitro_html::text::{self, Grouped};
use arbitro_words::Label;

/// Maximum journal problems listed one by one.
const MAX_PROBLEMS: usize = 12;

impl View<'_> {
    pub(super) fn heading(&self) -> Markup {
        let (tally, settings) = (&self.results.tally, self.settings());
        let players = self.results.players() as u64;
        let is_standing = self.results.schedule.is_standing();
        let forfeits = (0..tally.entrants()).map(|it| u64::from(tally.count(it).forfeited()));
        html! {
            header {
                p .eyebrow {
                    (self.say(&words::REPORT))
                    @if let Some(name) = self.folder.file_name() { " · " (text::line(&name.to_string_lossy(), 60)) }
                    " · " (frame::title(self))
                }
                @let mut verdict = self.verdict().into_iter();
                h1 .says {
                    @if !self.is_complete && !is_standing { span .so-far { (self.say(&matches(self.results))) } " " }
                    (verdict.next().unwrap_or_else(|| frame::title(self)))
                }
                @for sentence in verdict { p .verdict { (sentence) } }
                dl .facts {
                    (self.fact(&words::PLAYERS, &text::count(players)))
                    (self.fact(&words::MATCHES, &text::count(tally.matches())))
                    (self.fact(&words::PLIES, &text::count(tally.plies())))
                    (self.fact(&words::LOST_BY_FORFEIT, &text::count(forfeits.sum())))
                    (self.fact(&words::SEED, &settings.seed.to_string()))
                    @if let Some(day) = self.last_day() { (self.fact(&words::LAST_MATCH, &day)) }
                }
                (self.what_is_missing())
                @if let Some(copies) = copies(self.results) {
                    p { (self.say(&copies)) }
                }
                @let withdrawn = self.results.schedule.withdrawn().len();
                @if withdrawn > 0 { p { (self.say(&TournamentMessage::Withdrawn(withdrawn))) } }
            }
        }
    }

    /// The day of the last match: records have no date, but their journal has one.
    fn last_day(&self) -> Option<String> {
        let journals = journals_in(self.folder).ok()?.into_iter();
        let written = |number| fs::metadata(journal(self.folder, number)).ok()?.modified().ok();
        journals.filter_map(written).max().map(text::day)
    }

    pub(super) fn what_is_missing(&self) -> Markup {
        let results = self.results;
        let counted =
            |of: u64, what: fn(Grouped) -> ReportMessage<'static>| self.say(&what(Grouped(of)));
        let (voids, repeated) = (results.voids(), results.repeated);
        let unreadable = self.gathered.unreadable;
        let pairings = results.file.pairings.as_ref().map_or(0, |it| it.damaged.len() as u64);
        let notes = [
            (voids > 0, words::VOID, counted(voids, ReportMessage::Voids)),
            (repeated > 0, words::REPEATED, counted(repeated, ReportMessage::RepeatedMatches)),
            (results.torn() > 0, words::TORN, self.say(&words::LAST_LINE_TORN)),
            (unreadable > 0, words::NOT_SHOWN, counted(unreadable, ReportMessage::Unreadable)),
            (pairings > 0, words::DAMAGED, counted(pairings, ReportMessage::DamagedPairings)),
        ];
        let is_told = notes.iter().any(|note| note.0) || !results.problems.is_empty();
        html! {
            @if is_told {
                div .note role="note" {
                    @for (_, head, text) in notes.iter().filter(|note| note.0) {
                        p { strong { (self.say(head)) } (text) }
                    }
                    (self.damaged_lines())
                }
            }
        }
    }

    fn damaged_lines(&self) -> Markup {
        let problems = &self.results.problems;
        html! {
            @if !problems.is_empty() {
                p {
                    strong { (self.say(&words::DAMAGED)) }
                    (self.say(&ReportMessage::DamagedLines(Grouped(problems.len() as u64))))
                }
                ul .plain {
                    @for problem in problems.iter().take(MAX_PROBLEMS) {
                        li { (self.say(&ReportMessage::DamagedLine { line: problem.line, damage: problem.damage })) }
                    }
                    @if problems.len() > MAX_PROBLEMS {
                        li { (self.say(&ReportMessage::MoreLines(problems.len() - MAX_PROBLEMS))) }
                    }
                }
            }
        }
    }

    fn fact(&self, name: &Label, value: &str) -> Markup {
        html! { div { dt { (self.say(name)) } dd { (value) } } }
    }
}
