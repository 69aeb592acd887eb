//! What this is, at a glance: what was played, by how many, and whether that is all of it.

use maud::{Markup, html};

use super::{View, frame, words};
use crate::rating::Hypothesis;

/// Lines of the journal that are told one by one.
const MOST_PROBLEMS: usize = 12;

impl View<'_> {
    pub(super) fn heading(&self) -> Markup {
        let (tally, settings) = (&self.results.tally, self.settings());
        let players = self.results.file.players.len() as u64;
        let forfeits: u64 = (0..tally.entrants())
            .flat_map(|it| tally.count(it).forfeits)
            .map(u64::from)
            .sum();
        html! {
            header {
                p .eyebrow { "Tournament report" }
                h1 { (frame::title(self)) }
                dl .facts {
                    (fact("Players", &words::count(players)))
                    (fact("Matches", &words::count(tally.matches())))
                    (fact("Plies", &words::count(tally.plies())))
                    (fact("Lost by forfeit", &words::count(forfeits)))
                    (fact("Seed", &settings.seed.to_string()))
                    (fact("State", if self.is_complete { "complete" } else { "incomplete" }))
                }
                (self.what_is_missing())
                (self.sequential_test())
            }
        }
    }

    fn what_is_missing(&self) -> Markup {
        let (results, tally) = (self.results, &self.results.tally);
        let open = results
            .schedule
            .total()
            .map(|total| total.saturating_sub(tally.matches()));
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
                            strong { "Not complete. " }
                            @match open.filter(|open| *open > 0) {
                                Some(open) => { (words::counted(open, "match is", "matches are")) " still open: " }
                                None => "Matches are still open: "
                            }
                            "the ranking may change."
                        }
                    }
                    @if tally.voids() > 0 {
                        p {
                            strong { "Void. " }
                            (words::counted(tally.voids(), "match counts", "matches count"))
                            " for nobody: the machine, and no player, was at fault."
                        }
                    }
                    @if results.repeated > 0 {
                        p {
                            strong { "Repeated. " }
                            (words::counted(results.repeated, "match is", "matches are"))
                            " in the journal more than once: the first counts."
                        }
                    }
                    @if results.end.torn > 0 {
                        p { strong { "Torn. " } "The last line of the journal was not written to its end, and does not count." }
                    }
                    @if self.gathered.unreadable > 0 {
                        p {
                            strong { "Not shown. " }
                            (words::counted(self.gathered.unreadable, "match counts, but its record cannot", "matches count, but their records cannot"))
                            " be read as a whole."
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
                    strong { "Damaged. " }
                    (words::counted(problems.len() as u64, "line of the journal does not", "lines of the journal do not"))
                    " count:"
                }
                ul .plain {
                    @for problem in problems.iter().take(MOST_PROBLEMS) {
                        li { "line " (problem.line) ": " (problem.damage.text()) }
                    }
                    @if problems.len() > MOST_PROBLEMS {
                        li { "and " (problems.len() - MOST_PROBLEMS) " more" }
                    }
                }
            }
        }
    }

    fn sequential_test(&self) -> Markup {
        html! {
            @if let Some(sprt) = &self.results.sprt {
                p {
                    "Sequential test of " code { (sprt.test()) } " Elo: log-likelihood ratio "
                    (format!("{:.2}", sprt.llr())) ", "
                    @match sprt.decision() {
                        Some(Hypothesis::H0) => "decided for the smaller difference."
                        Some(Hypothesis::H1) => "decided for the larger difference."
                        None => "not decided yet."
                    }
                }
            }
        }
    }
}

fn fact(name: &str, value: &str) -> Markup {
    html! { div { dt { (name) } dd { (value) } } }
}
