//! A forfeit: extracted while the journal is read, and shown with its boards.

use std::path::Path;

use maud::{Markup, html};

use super::View;
use super::gather::Loss;
use super::words;
use crate::JOURNAL;
use arbitro_records::position_before;
use arbitro_records::svg::Picture;
use arbitro_records::{MatchRecord, RecordedFault};
use arbitro_rules::Player;
use arbitro_rules::judge::Diagnose;
use arbitro_rules::language::Said;
use arbitro_rules::notation::{Place, Strictness};
use arbitro_rules::said;
use arbitro_words::{Faults, in_each};

/// A forfeit as the page shows it.
#[derive(Debug)]
pub(super) struct ForfeitDetails {
    pub(super) loss: Loss,
    /// The later matches that the player lost in the same way: only the first one's board is shown.
    pub(super) again: Vec<u64>,
    ply: u64,
    /// The sentence of the record.
    recorded: Option<String>,
    text: Option<Said>,
    /// `None` if the record's moves cannot be played.
    before: Option<Picture>,
    wrote: Wrote,
    marks: Vec<Place>,
}

/// The player's illegal answer.
#[derive(Debug)]
enum Wrote {
    Nothing,
    /// A file that can be drawn, and its fault if it is not a board.
    Board(Box<Picture>, Option<Said>),
    /// Any other text, shortened.
    Text(String),
}

/// Maximum matches of a repeated fault that are named.
const MAX_AGAIN: usize = 12;
/// Maximum squares marked.
const MAX_MARKS: usize = 24;
/// Maximum characters shown of a sentence.
const MAX_SENTENCE: usize = 700;

/// Extracts the details of a forfeit.
pub(super) fn forfeit<G: Diagnose<Setup: Into<Picture>>>(
    loss: Loss,
    record: &MatchRecord,
    fault: &RecordedFault,
) -> ForfeitDetails {
    let before = position_before::<G>(record, fault);
    let wrote = match fault.wrote.as_deref() {
        None => Wrote::Nothing,
        Some(text) => {
            let reading = G::read_board(text.as_bytes(), Strictness::Tolerant);
            match reading.setup {
                Some(setup) => {
                    let faults =
                        (!reading.faults.is_empty()).then(|| in_each(&Faults(&reading.faults)));
                    Wrote::Board(Box::new(setup.into()), faults)
                }
                None => Wrote::Text(words::lines(text, 14, 60)),
            }
        }
    };
    ForfeitDetails {
        loss,
        again: Vec::new(),
        ply: fault.ply,
        recorded: fault.text.clone(),
        text: fault
            .explained(before.as_ref())
            .map(|it| in_each(&it.message()).map(|it| words::line(it, MAX_SENTENCE))),
        before: before.map(|it| G::setup(&it.board()).into()),
        wrote,
        marks: fault
            .squares
            .iter()
            .take(MAX_MARKS)
            .map(|&(row, column)| Place::new(row, column))
            .collect(),
    }
}

impl ForfeitDetails {
    /// Returns true if the record of another match gives the same reason, in the same words.
    pub(super) fn is_like(&self, other: &RecordedFault) -> bool {
        self.loss.reason == other.reason && self.recorded == other.text
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
        let said = forfeit.text.as_ref().map(|it| it.in_language(self.language));
        html! {
            article .forfeit {
                h5 {
                    (words::forfeit(&loss.reason, self.language)) " "
                    span .soft {
                        (self.say("· match ", "· partita ", "· partie ")) (loss.id)
                        @if let Some(round) = loss.round { (self.say(", round ", ", turno di gioco ", ", ronde ")) (round) }
                        (self.say(", ply ", ", semimossa ", ", coup ")) (ply) (self.say(", as ", ", da ", ", comme ")) (self.side(loss.colour))
                        (self.say(" against ", " contro ", " contre "))
                    }
                    (self.link(loss.opponent))
                }
                p .why { (said.unwrap_or(self.say("The record does not say more.", "Il verbale non dice altro.", "Le procès-verbal n’en dit pas plus."))) }
                @if !forfeit.again.is_empty() { p .soft { (self.repeated(forfeit)) } }
                div .boards {
                    @match &forfeit.before {
                        Some(before) => figure {
                            figcaption {
                                (self.board(*ply)) (self.say(", before: ", ", prima: tocca al ", ", avant : au "))
                                (self.side(loss.colour)) (self.say(" to move", "", " de jouer"))
                            }
                            (self.drawing.board(before, &forfeit.marks, &self.board(*ply)))
                        }
                        None => p .soft { (self.say("The moves of the record do not lead to this board.", "Le mosse del verbale non portano a questo tavoliere.", "Les coups du procès-verbal ne mènent pas à ce plateau.")) }
                    }
                    (self.written(forfeit))
                }
                p .replay {
                    (self.say("Check it: ", "Per controllarla: ", "Pour la vérifier : ")) code { (self.replay_command(loss.id)) }
                    @if has_evidence(self.folder, loss.id) {
                        (self.say(" · evidence in ", " · prove in ", " · preuves dans ")) code { "faults/" (loss.id) "/" }
                    }
                }
            }
        }
    }

    /// Says how often, and in which matches, the same happened again.
    fn repeated(&self, forfeit: &ForfeitDetails) -> String {
        let times = forfeit.times();
        let first = forfeit.loss.id;
        let named: Vec<String> =
            forfeit.again.iter().take(MAX_AGAIN).map(ToString::to_string).collect();
        let named = named.join(", ");
        let more = forfeit.again.len().saturating_sub(MAX_AGAIN);
        let more = match more {
            0 => Said::same(""),
            _ => said!(" and {more} more", " e altre {more}", " et {more} autres"),
        };
        let more = more.in_language(self.language);
        self.tell(&said!(
            "{times} times, first in match {first}; again in {named}{more}",
            "{times} volte, la prima nella partita {first}; di nuovo nelle partite {named}{more}",
            "{times} fois, d’abord dans la partie {first} ; encore dans {named}{more}"
        ))
    }

    fn written(&self, forfeit: &ForfeitDetails) -> Markup {
        let number = forfeit.ply.saturating_add(1);
        html! {
            @match &forfeit.wrote {
                Wrote::Nothing => p .soft { (self.board(number)) (self.say(" was not written, or not kept.", " non è stato scritto, o non è stato conservato.", " n’a pas été écrit, ou pas gardé.")) }
                Wrote::Board(wrote, faults) => figure {
                    figcaption {
                        (self.board(number)) (self.say(", as it was written", ", com'è stato scritto", ", tel qu’il a été écrit"))
                        @if let Some(faults) = faults { ": " (words::line(faults.in_language(self.language), 200)) }
                    }
                    (self.drawing.board(wrote, &forfeit.marks, &self.tell(&said!("Faulty board {number}", "Tavoliere sbagliato {number}", "Plateau fautif {number}"))))
                }
                Wrote::Text(text) => figure {
                    figcaption {
                        (self.board(number))
                        (self.say(
                            ", as it was written: no board that can be drawn",
                            ", com'è stato scritto: nessun tavoliere che si possa disegnare", ", tel qu’il a été écrit : aucun plateau qu’on puisse dessiner"
                        ))
                    }
                    pre tabindex="0" aria-label=(self.say("What was written", "Che cosa è stato scritto", "Ce qui a été écrit")) { (text) }
                }
            }
        }
    }

    fn board(&self, number: u64) -> String {
        self.tell(&said!("Board {number}", "Tavoliere {number}", "Plateau {number}"))
    }

    /// Describes a player in a match, by number and letter.
    pub(super) fn side(&self, player: Player) -> &'static str {
        match player {
            Player::X => self.say("player 1 (x)", "giocatore 1 (x)", "joueur 1 (x)"),
            Player::O => self.say("player 2 (o)", "giocatore 2 (o)", "joueur 2 (o)"),
        }
    }

    /// Returns the command that replays a match of this tournament.
    fn replay_command(&self, id: u64) -> String {
        let journal = self.folder.join(JOURNAL);
        let journal = words::shell_word(&journal.to_string_lossy());
        format!("verify match {journal} --match {id}")
    }
}

fn has_evidence(folder: &Path, id: u64) -> bool {
    folder.join("faults").join(id.to_string()).is_dir()
}
