//! The page's list of phases: who came when, and who plays no more.

use maud::{Markup, html};

use super::View;
use super::words::{self, ReportMessage};
use crate::{Change, Phase, predecessor};
use arbitro_html::text;

/// Maximum names of a phase that are listed.
const MAX_NAMED: usize = 100;

impl View<'_> {
    pub(super) fn phases(&self) -> Markup {
        let phases = &self.results.file.phases;
        html! {
            @if !phases.is_empty() {
                h3 { (self.say(&words::PHASES)) }
                dl .pairs {
                    @for (number, phase) in (2..).zip(phases) {
                        dt { (number) }
                        dd { (self.phase(phase)) }
                    }
                }
            }
        }
    }

    fn phase(&self, Phase { change, round, .. }: &Phase) -> String {
        let named = |names: &[String]| {
            let names: Vec<String> =
                names.iter().take(MAX_NAMED).map(|name| text::line(name, 100)).collect();
            names.join(", ")
        };
        let what = match change {
            Change::Drop(names) => self.say(&ReportMessage::Dropped(&named(names))),
            Change::Replace(names) => {
                let before: Vec<String> = names.iter().filter_map(|it| predecessor(it)).collect();
                let (names, before) = (&named(names), &named(&before));
                self.say(&ReportMessage::Replaced { names, before })
            }
            Change::Add(names) => self.say(&ReportMessage::Added(&named(names))),
            Change::More(more) if round.is_some() => self.say(&ReportMessage::MoreRounds(*more)),
            Change::More(more) => self.say(&ReportMessage::MoreMatches(*more)),
        };
        match round {
            Some(round) => {
                self.say(&ReportMessage::FromRound { round: *round, what: &what }).into_owned()
            }
            None => what.into_owned(),
        }
    }
}
