//! The page's section on settings, players, candidates left out, and protection.

use std::borrow::Cow;
use std::path::Path;

use maud::{Markup, html};
use toml::Value;

use super::View;
use super::words::{self, ReportMessage};
use crate::report::protection::{StoredHow, StoredPromise};
use crate::{FLAGS, Flag, Format, GAME, OF_STANDING, TournamentSettings, journal, parts_in};
use arbitro_html::text::{self, Grouped};
use arbitro_records::MatchGame;
use arbitro_rules::plain_text::shell_word;
use arbitro_words::{Language, say};

/// Maximum openings listed; the rest is counted.
const MAX_POSITIONS: usize = 100;
/// Maximum names listed of the seeding.
const MAX_SEEDED: usize = 400;

impl View<'_> {
    pub(super) fn about(&self) -> Markup {
        let file = &self.results.file;
        html! {
            section id="about" aria-labelledby="about-h" {
                h2 id="about-h" { (self.say(&words::SETTINGS_AND_PLAYERS)) }
                (self.settings_list())
                (self.programs())
                (self.phases())
                @if !file.left_out.is_empty() {
                    h3 { (self.say(&words::LEFT_OUT)) }
                    dl .pairs {
                        @for entry in &file.left_out {
                            dt { (text::line(&entry.place, 300)) }
                            dd { (text::line(&entry.why, 600)) }
                        }
                    }
                }
                h3 { (self.say(&words::PROTECTION)) }
                dl .pairs {
                    @for (promise, how) in &file.protection {
                        dt { (text::line(&self.say(&StoredPromise(promise)), 60)) }
                        dd { (text::line(&self.say(&StoredHow(how)), 600)) }
                    }
                }
            }
        }
    }

    fn settings_list(&self) -> Markup {
        let file = &self.results.file;
        html! {
            dl .pairs {
                dt { (self.say(&words::BEGUN_BY)) } dd { "arbitro " (text::line(&file.arbitro, 40)) }
                @for (name, value) in settings_in(&file.settings, self.language) { dt { (name) } dd { (value) } }
                @if !file.settings.seeding.is_empty() {
                    dt { (self.say(&words::SEEDING)) }
                    dd {
                        @for (index, name) in file.settings.seeding.iter().take(MAX_SEEDED).enumerate() {
                            @if index > 0 { ", " }
                            (text::name(name))
                        }
                        @if file.settings.seeding.len() > MAX_SEEDED {
                            (self.say(&ReportMessage::MoreSeeded(file.settings.seeding.len() - MAX_SEEDED)))
                        }
                    }
                }
            }
            @if !file.settings.positions.is_empty() {
                details {
                    summary { (self.say(&ReportMessage::Openings(Grouped(file.settings.positions.len() as u64)))) }
                    ol {
                        @for fen in file.settings.positions.iter().take(MAX_POSITIONS) {
                            li { code { (text::line(fen, 400)) } }
                        }
                    }
                    @if file.settings.positions.len() > MAX_POSITIONS {
                        p .soft { (self.say(&words::MORE_OPENINGS_IN)) code { "tournament.toml" } "." }
                    }
                }
            }
        }
    }

    fn programs(&self) -> Markup {
        html! {
            h3 { (self.say(&words::PROGRAMS)) }
            div .box tabindex="0" role="group" aria-label=(self.say(&words::PROGRAMS)) {
                table .sort {
                    caption { (self.say(&words::HOW_PROGRAMS_ARE_LISTED)) }
                    thead { tr {
                        th scope="col" { (self.say(&words::NAME)) }
                        th scope="col" { (self.say(&words::AUTHOR)) }
                        th scope="col" .spare { (self.say(&words::FINGERPRINT)) }
                        th scope="col" { (self.say(&words::FOUND_IN)) }
                    } }
                    tbody {
                        @for (entrant, player) in self.results.file.players.iter().enumerate() {
                            tr {
                                th scope="row" .name { (self.link(entrant)) }
                                td { @if let Some(author) = &player.author { (text::name(author)) } @else { "–" } }
                                td .spare { code title=(text::line(&player.sha256, 80)) { (text::line(&player.sha256, 12).trim_end_matches('…')) } }
                                td .name { (self.found_in(&player.place)) }
                            }
                        }
                    }
                }
            }
        }
    }

    fn found_in(&self, place: &Path) -> String {
        if place.as_os_str().is_empty() {
            self.say(&words::BUNDLED).into_owned()
        } else {
            text::line(&place.to_string_lossy(), 300)
        }
    }

    /// Returns the command that verifies every match.
    pub(super) fn check_command(&self) -> String {
        // While parts have journals of their own, the folder is all of them.
        let has_parts = parts_in(self.folder).is_ok_and(|parts| !parts.is_empty());
        let all = if has_parts { self.folder.to_owned() } else { journal(self.folder, 0) };
        let rules = rules_flag(self.folder, self.folder, &self.settings().game);
        format!("verify match{rules} {}", shell_word(&all.to_string_lossy()))
    }
}

/// Returns `--game` with the rules that a tournament keeps in its folder, if it keeps any; `named` is the folder as the
/// command names it.
pub(crate) fn rules_flag(folder: &Path, named: &Path, game: &MatchGame) -> String {
    if !folder.join(GAME).is_dir() {
        return String::new();
    }
    let word = game.name().split_once(':').map(|(_, word)| format!(":{word}"));
    let rules = named.join(GAME);
    let rules = rules.to_string_lossy() + word.as_deref().unwrap_or_default();
    format!(" --game {}", shell_word(&rules))
}

/// Lists every setting that the format has but the two lists, in the order of their flags.
pub fn settings_in(
    settings: &TournamentSettings,
    language: Language,
) -> Vec<(Cow<'static, str>, String)> {
    let written = toml::Table::try_from(settings).unwrap_or_default();
    let value = |flag: &Flag| {
        Some(match (flag.name, written.get(&flag.setting())) {
            ("cpu-time", None) => say(&words::NO_CPU_LIMIT, language).into_owned(),
            ("max-plies", _) => {
                say(&ReportMessage::MaxPlies(Grouped(settings.max_plies.into())), language)
                    .into_owned()
            }
            ("sprt", Some(elo)) => format!("{} Elo", elo.as_str()?),
            (_, Some(Value::String(it))) => text::line(it, 100),
            (_, Some(Value::Integer(it))) => it.to_string(),
            _ => return None,
        })
    };
    let line = |it: &Flag| Some((say(&it.label, language), value(it)?));
    let is_standing = settings.format == Format::Standing;
    let flags = FLAGS.iter().filter(|flag| !is_standing || OF_STANDING.contains(&flag.name));
    flags.filter_map(line).collect()
}
