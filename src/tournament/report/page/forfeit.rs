//! A forfeit: extracted while the journal is read, and shown with its boards.

use arbitro_rules::Player;

use maud::{Markup, html};

use super::View;
use super::words::{self, ReportLabel, ReportMessage};
use arbitro_html::text;
use arbitro_records::{MatchRecord, RecordedFault, ReplayedMatch, svg};
use arbitro_words::Faults;

/// A forfeit as the page shows it.
#[derive(Debug)]
pub(super) struct Forfeit {
    pub(super) loss: Loss,
    /// The later matches that the player lost in the same way: only the first one's board is shown.
    pub(super) again: Vec<u64>,
    fault: RecordedFault,
    /// `None` if the record's moves cannot be played.
    before: Option<String>,
}

pub(super) const MAX_MARKS: usize = 24;
/// Maximum characters shown of a sentence.
pub(super) const MAX_SENTENCE: usize = 700;

pub(super) fn forfeit(loss: Loss, record: &MatchRecord, fault: &RecordedFault) -> Forfeit {
    let replayed = ReplayedMatch::of_record(record.clone()).ok();
    let before = replayed.and_then(|it| it.board_before_fault());
    let mut fault = fault.clone();
    fault.squares.truncate(MAX_MARKS);
    Forfeit { loss, again: Vec::new(), fault, before }
}

/// The rule that a fault is against, whatever the squares; the sentence of one that is against none.
fn kind_of(fault: &RecordedFault) -> Option<&str> {
    fault.diagnosis.as_deref().or(fault.text.as_deref())
}

impl Forfeit {
    /// Returns true if the record of another match gives the same reason, by the same rule.
    pub(super) fn is_like(&self, other: &RecordedFault) -> bool {
        self.loss.reason == other.reason && kind_of(&self.fault) == kind_of(other)
    }

    /// Matches that were lost like this.
    pub(super) fn times(&self) -> u64 {
        1 + self.again.len() as u64
    }
}

impl View<'_> {
    /// Draws a forfeit with both boards, and says where to find more.
    pub(super) fn forfeit(&self, forfeit: &Forfeit) -> Markup {
        let Forfeit { loss, fault, .. } = forfeit;
        let (ply, game) = (fault.ply, &self.settings().game);
        html! {
            article .forfeit data-reason=(loss.reason) {
                h5 {
                    (words::forfeit(&loss.reason, self.language)) " "
                    span .soft {
                        (self.say(&ReportMessage::ForfeitIn { id: loss.id, round: loss.round, ply, player: ReportLabel::Side(loss.colour) }))
                    }
                    (self.link(loss.opponent))
                }
                p .why { @if let Some(why) = fault.message(game.known()) { (text::line(&self.say(&why), MAX_SENTENCE)) } @else { (self.say(&words::RECORD_SAYS_NO_MORE)) } }
                @if !forfeit.again.is_empty() { p .soft { (words::repeated(loss.id, &forfeit.again, self.language)) } }
                div .boards {
                    @match forfeit.before.as_ref().and_then(|before| game.scene(before, &fault.squares)) {
                        Some(before) => figure {
                            figcaption {
                                (self.say(&ReportMessage::BoardBefore { ply, player: ReportLabel::Side(loss.colour) }))
                            }
                            (svg::element(&before, &self.say(&ReportMessage::Board(ply)), self.language))
                        }
                        None => p .soft { (self.say(&words::NOT_REPLAYABLE)) }
                    }
                    (self.written(forfeit))
                }
                p .replay {
                    (self.match_link(loss.id, &self.say(&words::WALK_THROUGH))) " · "
                    (self.say(&words::CHECK_IT)) code { (self.check_command()) " --match " (loss.id) }
                    @if self.folder.join("faults").join(loss.id.to_string()).is_dir() {
                        (self.say(&words::EVIDENCE_IN)) code { "faults/" (loss.id) "/" }
                    }
                }
            }
        }
    }

    fn written(&self, forfeit: &Forfeit) -> Markup {
        let number = forfeit.fault.ply.saturating_add(1);
        let Some(text) = &forfeit.fault.wrote else {
            return html! { p .soft { (self.say(&ReportMessage::NotWritten(number))) } };
        };
        html! {
            @match self.settings().game.read_scene(text.as_bytes()) {
                Some((wrote, faults)) => figure {
                    figcaption {
                        (self.say(&ReportMessage::AsWritten(number)))
                        @if !faults.is_empty() { ": " (text::line(&self.say(&Faults(&faults)), 200)) }
                    }
                    (svg::element(&wrote.marked(&forfeit.fault.squares), &self.say(&ReportMessage::FaultyBoard(number)), self.language))
                }
                None => figure {
                    figcaption { (self.say(&ReportMessage::Undrawable(number))) }
                    pre tabindex="0" aria-label=(self.say(&words::WRITTEN)) { (text::lines(text, 14, 60)) }
                }
            }
        }
    }
}

#[derive(Debug)]
pub(super) struct Loss {
    pub(super) id: u64,
    pub(super) round: Option<u32>,
    pub(super) opponent: usize,
    /// The opponent's colour.
    pub(super) colour: Player,
    pub(super) reason: String,
    pub(super) plies: u64,
}
