//! The heading: the game, the number of players and matches, and the progress.

use maud::{Markup, html};

use super::words::{Label, Phrase};
use super::{View, frame};
use crate::report::terminal::copies;
use arbitro_html::text;

/// Maximum journal problems listed one by one.
const MAX_PROBLEMS: usize = 12;

impl View<'_> {
    pub(super) fn heading(&self) -> Markup {
        let (tally, settings) = (&self.results.tally, self.settings());
        let players = self.results.file.players.len() as u64;
        let forfeits: u64 =
            (0..tally.entrants()).flat_map(|it| tally.count(it).forfeits).map(u64::from).sum();
        html! {
            header {
                p .eyebrow { (self.say(&Label::Report)) }
                h1 { (frame::title(self)) }
                dl .facts {
                    (self.fact(&Label::Players, &text::count(players)))
                    (self.fact(&Label::Matches, &text::count(tally.matches())))
                    (self.fact(&Label::Plies, &text::count(tally.plies())))
                    (self.fact(&Label::LostByForfeit, &text::count(forfeits)))
                    (self.fact(&Label::Seed, &settings.seed.to_string()))
                    @let state = if self.is_complete { Label::Complete } else { Label::Incomplete };
                    (self.fact(&Label::State, &self.say(&state)))
                }
                (self.what_is_missing())
                @if let Some(copies) = copies(self.results) {
                    p { (self.say(&copies)) }
                }
                (self.sequential_test())
            }
        }
    }

    fn what_is_missing(&self) -> Markup {
        let (results, tally) = (self.results, &self.results.tally);
        let open = results.schedule.total().map(|total| total.saturating_sub(tally.matches()));
        let is_told = !self.is_complete
            || tally.voids() > 0
            || !results.problems.is_empty()
            || results.repeated > 0
            || results.end.torn > 0
            || self.gathered.unreadable > 0;
        html! {
            @if is_told {
                div .note role="note" {
                    @if !self.is_complete {
                        p {
                            strong { (self.say(&Label::NotComplete)) }
                            (self.say(&Phrase::StillOpen(open.filter(|open| *open > 0))))
                        }
                    }
                    @if tally.voids() > 0 {
                        p {
                            strong { (self.say(&Label::Void)) }
                            (self.say(&Phrase::Voids(tally.voids())))
                        }
                    }
                    @if results.repeated > 0 {
                        p {
                            strong { (self.say(&Label::Repeated)) }
                            (self.say(&Phrase::RepeatedMatches(results.repeated)))
                        }
                    }
                    @if results.end.torn > 0 {
                        p {
                            strong { (self.say(&Label::Torn)) }
                            (self.say(&Label::LastLineTorn))
                        }
                    }
                    @if self.gathered.unreadable > 0 {
                        p {
                            strong { (self.say(&Label::NotShown)) }
                            (self.say(&Phrase::Unreadable(self.gathered.unreadable)))
                        }
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
                    strong { (self.say(&Label::Damaged)) }
                    (self.say(&Phrase::DamagedLines(problems.len() as u64)))
                }
                ul .plain {
                    @for problem in problems.iter().take(MAX_PROBLEMS) {
                        li { (self.say(&Phrase::DamagedLine { line: problem.line, damage: problem.damage })) }
                    }
                    @if problems.len() > MAX_PROBLEMS {
                        li { (self.say(&Phrase::MoreLines(problems.len() - MAX_PROBLEMS))) }
                    }
                }
            }
        }
    }

    fn sequential_test(&self) -> Markup {
        html! {
            @if let Some(sprt) = &self.results.sprt {
                p {
                    (self.say(&Label::SequentialTestOf)) code { (sprt.test()) }
                    (self.say(&Phrase::Sequential { llr: sprt.llr(), decision: sprt.decision() }))
                }
            }
        }
    }

    fn fact(&self, name: &Label, value: &str) -> Markup {
        html! { div { dt { (self.say(name)) } dd { (value) } } }
    }
}
