//! Matches against the reference players, and the tournament. The other students stay unnamed.

use maud::{Markup, PreEscaped, html};

use super::answers::answer;
use super::layout::{SENTENCE, block, sentence, step, table};
use super::words::{self, PageMessage};
use crate::dossier::{Bonus, Course, Dossier, FIRST_MATCH, Place, RuleFindings, Rung};
use crate::words::{self as statements, MAX_FAULT_CHARS};
use arbitro_html::text;
use arbitro_records::{MatchGame, MatchRecord, RecordedFault, ReplayedMatch, svg};
use arbitro_rules::Game;
use arbitro_rules::draughts::Dama;
use arbitro_rules::notation::Notation;
use arbitro_rules::plain_text::{marked_line, shell_word};
use arbitro_tournament::report::page::words::forfeit;
use arbitro_words::{Label, Language, say};

#[derive(Clone, Copy)]
pub(super) struct Matches<'a> {
    course: &'a Course,
    language: Language,
}

pub(super) fn section(dossier: &Dossier, course: &Course, language: Language) -> Markup {
    let page = Matches { course, language };
    html! {
        @if let Some(record) = &dossier.first_match { (page.first(record)) }
        @if let Some(player) = &dossier.player {
            h3 { (say(&words::AGAINST_CHANCE, language)) }
            (step(&player.rules, language, |found| page.rules(found, &dossier.number)))
        }
        h3 { (say(&words::AGAINST_REFERENCE, language)) }
        (step(&dossier.strength, language, |rungs| ladder(rungs, page)))
        h3 { (say(&words::IN_TOURNAMENT, language)) }
        (step(&dossier.contest, language, |place| contest(place, page)))
    }
}

impl Matches<'_> {
    /// Renders the illegal answer beside the board it was given.
    fn first(self, record: &MatchRecord) -> Markup {
        let language = self.language;
        let fault = record.fault.as_ref();
        let text = fault.map(|fault| fault_text(fault, self));
        html! {
            h3 { (say(&words::FIRST_MATCH, language)) }
            p {
                (say(&words::FIRST_MATCH_FAILED, language))
                (sentence(text.as_deref().or(record.reason.as_deref()).unwrap_or("?")))
            }
            @match self.course {
                Course::Class => {
                    @let before = Dama::write_board(&Dama::start().board());
                    @if let Some(wrote) = fault.and_then(|fault| fault.wrote.as_deref()) {
                        dl .pairs {
                            dt { (say(&words::WAS_GIVEN, language)) } dd { (answer(&before, wrote, language)) }
                            dt { (say(&words::WROTE, language)) } dd { (answer(wrote, &before, language)) }
                        }
                    }
                }
                Course::Players(game, _) => (self.boards(record, game)),
            }
            p .soft .small { (say(&words::WHOLE_MATCH_IN, language)) code { (FIRST_MATCH) } "." }
        }
    }

    /// Renders the kinds of forfeits, each with its first match.
    fn rules(self, found: &RuleFindings, number: &str) -> Markup {
        let Course::Players(game, named) = self.course else { return Markup::default() };
        let language = self.language;
        html! {
            (ladder(&[Rung { first_fault: None, ..found.matches.clone() }], self))
            @for kind in &found.kinds {
                @if let Some(fault) = &kind.record.fault {
                    h4 { (kind.times) " × " (forfeit(&fault.reason, language)) }
                    p { (sentence(&fault_text(fault, self))) }
                    (self.boards(&kind.record, game))
                    @if !kind.legal.is_empty() {
                        p { (say(&words::LEGAL_MOVES, language)) code { (text::line(&kind.legal.join(" "), SENTENCE)) } }
                    }
                    p .soft .small {
                        (say(&words::SEE_IT_AGAIN, language))
                        code { "replay rules/" (number) " --match " (kind.id) }
                        ", " code { (legal_moves(&kind.record, game, named)) } "."
                    }
                }
            }
        }
    }

    /// Draws the board before a fault, and what was written instead of the next.
    fn boards(self, record: &MatchRecord, game: &MatchGame) -> Markup {
        let fault = record.fault.as_ref();
        let squares = fault.map_or(&[][..], |fault| &fault.squares);
        let before =
            ReplayedMatch::of_record(record.clone()).ok().and_then(|it| it.board_before_fault());
        let wrote = fault.and_then(|fault| fault.wrote.as_deref());
        let drawn = |board: &str, label: &Label| {
            let label = say(label, self.language);
            html! { dd {
                @match game.scene(board, squares) {
                    Some(scene) => div .drawn { (PreEscaped(svg::file(&scene, &label))) },
                    None => (block(&text::lines(board, 14, 60), &label)),
                }
            } }
        };
        html! { dl .pairs {
            @if let Some(before) = &before {
                dt { (say(&words::WAS_GIVEN, self.language)) } (drawn(before, &words::WAS_GIVEN))
            }
            @if let Some(wrote) = wrote {
                dt { (say(&words::WROTE, self.language)) } (drawn(wrote, &words::WROTE))
            }
        } }
    }
}

/// The command that lists the legal moves at the end of a record.
fn legal_moves(record: &MatchRecord, game: &MatchGame, named: &str) -> String {
    let fen = record.start.as_deref().filter(|_| game.look().is_none());
    let names = record.start.as_deref().filter(|_| game.look().is_some());
    let fen = fen.map_or_else(String::new, |fen| format!(" --fen {}", shell_word(fen)));
    let moves = format!("{} {}", names.unwrap_or_default(), record.moves);
    format!("verify moves --game {}{fen} --moves {}", shell_word(named), shell_word(moves.trim()))
}

fn forfeits(rung: &Rung, language: Language) -> String {
    let all = rung.forfeits.iter();
    let kinds: Vec<String> =
        all.map(|(reason, count)| format!("{count} × {}", forfeit(reason, language))).collect();
    kinds.join(", ")
}

fn ladder(rungs: &[Rung], page: Matches<'_>) -> Markup {
    let language = page.language;
    let columns = [
        (words::OPPONENT, ""),
        (words::WON, "n"),
        (words::DRAWN, "n"),
        (words::LOST, "n"),
        (words::LOST_BY_FORFEIT, ""),
    ];
    let rows = html! { tbody { @for rung in rungs { tr {
        th scope="row" { (text::name(&rung.opponent)) }
        td .n { (rung.won) } td .n { (rung.drawn) } td .n { (rung.lost) }
        td { @if rung.forfeits.is_empty() { "–" } @else { (forfeits(rung, language)) } }
    } } } };
    html! {
        (table(&words::REFERENCE_MATCHES, language, "fit", &columns, &rows))
        @for rung in rungs {
            @if let Some(fault) = &rung.first_fault {
                p {
                    (say(&words::FIRST_FORFEIT_AGAINST, language)) (text::name(&rung.opponent)) ": "
                    (sentence(&fault_text(fault, page)))
                }
            }
        }
    }
}

/// Says a fault, with a mark for each letter that is not seen.
fn fault_text(fault: &RecordedFault, page: Matches<'_>) -> String {
    marked_line(&statements::fault_text(fault, page.course.known(), page.language), MAX_FAULT_CHARS)
}

fn contest(place: &Place, page: Matches<'_>) -> Markup {
    let language = page.language;
    let matches = &place.matches;
    html! {
        p {
            (say(&words::PLACE, language)) strong { (place.place) }
            (say(&PageMessage::of_places(place), language))
            @if place.bonus == Bonus::Yes { span .badge { "bonus" } }
        }
        @if !matches.forfeits.is_empty() { p {
            (say(&words::LOST_BY_FORFEITS, language)) (forfeits(matches, language)) "."
        } }
        @if let Some(fault) = &matches.first_fault {
            p { (say(&words::FIRST_OF_THEM, language)) (sentence(&fault_text(fault, page))) }
        }
    }
}
