//! What was set, who took part, who did not, and what protected the matches.

use std::path::Path;

use maud::{Markup, html};

use super::{View, words};
use crate::duration::write_duration;
use crate::size::write_size;
use crate::tournament::{JOURNAL, Settings};

/// Openings that are listed; more are counted.
const MOST_POSITIONS: usize = 100;
/// Names in the seeding that are listed.
const MOST_SEEDED: usize = 400;

impl View<'_> {
    pub(super) fn about(&self) -> Markup {
        let file = &self.results.file;
        html! {
            section id="about" aria-labelledby="about-h" {
                h2 id="about-h" { "Settings and players" }
                (self.settings_list())
                (self.programs())
                @if !file.left_out.is_empty() {
                    h3 { "Left out" }
                    dl .pairs {
                        @for entry in &file.left_out {
                            dt { (words::line(&entry.place, 300)) }
                            dd { (words::line(&entry.why, 600)) }
                        }
                    }
                }
                h3 { "What protected the matches" }
                @if file.protection.is_empty() {
                    p .soft { "Nothing was recorded." }
                } @else {
                    dl .pairs {
                        @for (promise, how) in &file.protection {
                            dt { (words::line(promise, 60)) }
                            dd { (words::line(how, 600)) }
                        }
                    }
                }
            }
        }
    }

    fn settings_list(&self) -> Markup {
        let file = &self.results.file;
        html! {
            dl .pairs {
                dt { "Begun by" } dd { "arbitro " (words::line(&file.arbitro, 40)) }
                @for (name, value) in settings_in_words(&file.settings) { dt { (name) } dd { (value) } }
                @if !file.settings.seeding.is_empty() {
                    dt { "Seeding" }
                    dd {
                        @for (index, name) in file.settings.seeding.iter().take(MOST_SEEDED).enumerate() {
                            @if index > 0 { ", " }
                            (words::name(name))
                        }
                        @if file.settings.seeding.len() > MOST_SEEDED {
                            ", and " (file.settings.seeding.len() - MOST_SEEDED) " more"
                        }
                    }
                }
            }
            @if !file.settings.positions.is_empty() {
                details {
                    summary { (words::counted(file.settings.positions.len() as u64, "opening", "openings")) }
                    ol {
                        @for fen in file.settings.positions.iter().take(MOST_POSITIONS) {
                            li { code { (words::line(fen, 400)) } }
                        }
                    }
                    @if file.settings.positions.len() > MOST_POSITIONS {
                        p .soft { "And more, in " code { "tournament.toml" } "." }
                    }
                }
            }
        }
    }

    fn programs(&self) -> Markup {
        html! {
            h3 { "Programs" }
            div .box tabindex="0" role="region" aria-label="Programs" {
                table .sort {
                    caption { "Those who took part, in the order of names; the fingerprint is the beginning of the SHA-256 of what was run" }
                    thead { tr {
                        th scope="col" { "Name" }
                        th scope="col" { "Author" }
                        th scope="col" { "Fingerprint" }
                        th scope="col" { "Found in" }
                    } }
                    tbody {
                        @for (entrant, player) in self.results.file.players.iter().enumerate() {
                            tr {
                                th scope="row" .name { (self.link(entrant)) }
                                td { @if let Some(author) = &player.author { (words::name(author)) } @else { "–" } }
                                td { code title=(words::line(&player.sha256, 80)) { (words::line(&player.sha256, 12).trim_end_matches('…')) } }
                                td .name { (found_in(&player.place)) }
                            }
                        }
                    }
                }
            }
        }
    }

    /// What checks every match again.
    pub(super) fn check_command(&self) -> String {
        let journal = self.folder.join(JOURNAL);
        format!(
            "verify match {}",
            words::shell_word(&journal.to_string_lossy())
        )
    }
}

fn found_in(place: &Path) -> String {
    if place.as_os_str().is_empty() {
        "comes with Arbitro".to_owned()
    } else {
        words::line(&place.to_string_lossy(), 300)
    }
}

/// Every setting but the two lists, in the order of the file.
pub(crate) fn settings_in_words(settings: &Settings) -> Vec<(&'static str, String)> {
    let Settings {
        game,
        format,
        games,
        rounds,
        challenger,
        seeding: _,
        colours,
        openings,
        positions: _,
        points,
        move_time,
        start_time,
        cpu_time,
        memory,
        max_plies,
        seed,
        sprt,
    } = settings;
    let mut list = vec![
        ("Game", game.to_string()),
        ("Format", format.to_string()),
        ("Matches of every two that meet", games.to_string()),
    ];
    list.extend(rounds.map(|it| ("Rounds", it.to_string())));
    list.extend(
        challenger
            .as_ref()
            .map(|it| ("Challenger", words::line(it, 100))),
    );
    list.extend([
        ("Colours", colours.to_string()),
        ("Openings", openings.to_string()),
        ("Points for a win, a draw, a loss", points.to_string()),
        ("Time for a move", write_duration(*move_time)),
        ("On top for each first answer", write_duration(*start_time)),
        (
            "Processor time for a move",
            cpu_time.map_or_else(|| "not limited by itself".to_owned(), write_duration),
        ),
        ("Memory", write_size(*memory)),
        ("Draw after", format!("{max_plies} plies")),
        ("Seed", seed.to_string()),
    ]);
    list.extend(sprt.map(|it| ("Sequential test", format!("{it} Elo"))));
    list
}
