//! A forfeit: extracted while the journal is read, and shown with its boards.

use std::path::Path;

use maud::{Markup, html};

use super::View;
use super::gather::Loss;
use super::words::{self, Named, Phrase};
use crate::JOURNAL;
use arbitro_html::text;
use arbitro_records::{Explained, MatchRecord, RecordedFault, ShownGame, board_before};
use arbitro_rules::Square;
use arbitro_rules::notation::{BoardFault, Picture};
use arbitro_rules::plain_text::shell_word;
use arbitro_words::Faults;

/// A forfeit as the page shows it.
#[derive(Debug)]
pub(super) struct ForfeitDetails {
    pub(super) loss: Loss,
    /// The later matches that the player lost in the same way: only the first one's board is shown.
    pub(super) again: Vec<u64>,
    ply: u64,
    /// The rule that was broken, or else the sentence of the record.
    kind: Option<String>,
    why: Option<Explained>,
    /// `None` if the record's moves cannot be played.
    before: Option<Picture>,
    wrote: Wrote,
    marks: Vec<Square>,
}

/// The player's illegal answer.
#[derive(Debug)]
enum Wrote {
    Nothing,
    /// A file that can be drawn, and its faults if it is not a board.
    Board(Box<Picture>, Vec<BoardFault>),
    /// Any other text, shortened.
    Text(String),
}

const MAX_MARKS: usize = 24;
/// Maximum characters shown of a sentence.
const MAX_SENTENCE: usize = 700;

/// Extracts the details of a forfeit.
pub(super) fn forfeit(
    game: &ShownGame,
    loss: Loss,
    record: &MatchRecord,
    fault: &RecordedFault,
) -> ForfeitDetails {
    let before = board_before(game, record, fault);
    let wrote = match fault.wrote.as_deref() {
        None => Wrote::Nothing,
        Some(text) => match game.read_picture(text.as_bytes()) {
            Some((picture, faults)) => Wrote::Board(Box::new(picture), faults),
            None => Wrote::Text(text::lines(text, 14, 60)),
        },
    };
    ForfeitDetails {
        loss,
        again: Vec::new(),
        ply: fault.ply,
        kind: kind_of(fault).map(str::to_owned),
        why: fault.explained(game.known()),
        before: before.map(|it| game.picture(&it)),
        wrote,
        marks: fault.squares.iter().take(MAX_MARKS).copied().collect(),
    }
}

/// The rule that a fault is against, whatever the squares; the sentence of one that is against none.
fn kind_of(fault: &RecordedFault) -> Option<&str> {
    fault.diagnosis.as_deref().or(fault.text.as_deref())
}

impl ForfeitDetails {
    /// Returns true if the record of another match gives the same reason, by the same rule.
    pub(super) fn is_like(&self, other: &RecordedFault) -> bool {
        self.loss.reason == other.reason && self.kind.as_deref() == kind_of(other)
    }

    /// Matches that were lost like this.
    pub(super) fn times(&self) -> u64 {
        1 + self.again.len() as u64
    }
}

impl View<'_> {
    /// Draws a forfeit with both boards, and says where to find more.
    pub(super) fn forfeit(&self, forfeit: &ForfeitDetails) -> Markup {
        let ForfeitDetails { loss, ply, .. } = forfeit;
        html! {
            article .forfeit data-reason=(loss.reason) {
                h5 {
                    (words::forfeit(&loss.reason, self.language)) " "
                    span .soft {
                        (self.say(&Phrase::ForfeitIn { id: loss.id, round: loss.round, ply: *ply, player: Named::Side(loss.colour) }))
                    }
                    (self.link(loss.opponent))
                }
                p .why { @if let Some(why) = &forfeit.why { (text::line(&self.say(&why.message()), MAX_SENTENCE)) } @else { (self.say(&words::RECORD_SAYS_NO_MORE)) } }
                @if !forfeit.again.is_empty() { p .soft { (words::repeated(loss.id, &forfeit.again, self.language)) } }
                div .boards {
                    @match &forfeit.before {
                        Some(before) => figure {
                            figcaption {
                                (self.say(&Phrase::BoardBefore { ply: *ply, player: Named::Side(loss.colour) }))
                            }
                            (self.drawing.board(before, &forfeit.marks, &self.say(&Phrase::Board(*ply))))
                        }
                        None => p .soft { (self.say(&words::NOT_REPLAYABLE)) }
                    }
                    (self.written(forfeit))
                }
                p .replay {
                    (self.walk_through(loss.id))
                    (self.say(&words::CHECK_IT)) code { (self.replay_command(loss.id)) }
                    @if has_evidence(self.folder, loss.id) {
                        (self.say(&words::EVIDENCE_IN)) code { "faults/" (loss.id) "/" }
                    }
                }
            }
        }
    }

    fn written(&self, forfeit: &ForfeitDetails) -> Markup {
        let number = forfeit.ply.saturating_add(1);
        html! {
            @match &forfeit.wrote {
                Wrote::Nothing => p .soft { (self.say(&Phrase::NotWritten(number))) }
                Wrote::Board(wrote, faults) => figure {
                    figcaption {
                        (self.say(&Phrase::AsWritten(number)))
                        @if !faults.is_empty() { ": " (text::line(&self.say(&Faults(faults)), 200)) }
                    }
                    (self.drawing.board(wrote, &forfeit.marks, &self.say(&Phrase::FaultyBoard(number))))
                }
                Wrote::Text(text) => figure {
                    figcaption { (self.say(&Phrase::Undrawable(number))) }
                    pre tabindex="0" aria-label=(self.say(&words::WRITTEN)) { (text) }
                }
            }
        }
    }

    /// Returns the command that replays a match of this tournament.
    fn replay_command(&self, id: u64) -> String {
        let journal = self.folder.join(JOURNAL);
        let journal = shell_word(&journal.to_string_lossy()).into_owned();
        format!("verify match {journal} --match {id}")
    }
}

fn has_evidence(folder: &Path, id: u64) -> bool {
    folder.join("faults").join(id.to_string()).is_dir()
}
