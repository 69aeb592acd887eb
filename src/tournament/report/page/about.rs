//! The page's section on settings, players, candidates left out, and protection.

use std::path::Path;

use maud::{Markup, html};

use super::{View, words};
use crate::report::protection::{StoredHow, StoredPromise};
use crate::{JOURNAL, TournamentSettings};
use arbitro_referee::duration::write_duration;
use arbitro_referee::size::write_size;
use arbitro_rules::language::Language;
use arbitro_words::say;

/// Maximum openings listed; the rest is counted.
const MAX_POSITIONS: usize = 100;
/// Maximum names listed of the seeding.
const MAX_SEEDED: usize = 400;

impl View<'_> {
    pub(super) fn about(&self) -> Markup {
        let file = &self.results.file;
        html! {
            section id="about" aria-labelledby="about-h" {
                h2 id="about-h" { (self.say("Settings and players", "Impostazioni e giocatori", "Réglages et joueurs")) }
                (self.settings_list())
                (self.programs())
                @if !file.left_out.is_empty() {
                    h3 { (self.say("Left out", "Esclusi", "Écartés")) }
                    dl .pairs {
                        @for entry in &file.left_out {
                            dt { (words::line(&entry.place, 300)) }
                            dd { (words::line(&entry.why, 600)) }
                        }
                    }
                }
                h3 { (self.say("What protected the matches", "Che cosa ha protetto le partite", "Ce qui a protégé les parties")) }
                @if file.protection.is_empty() {
                    p .soft { (self.say("Nothing was recorded.", "Non è stato annotato nulla.", "Rien n’a été noté.")) }
                } @else {
                    dl .pairs {
                        @for (promise, how) in &file.protection {
                            dt { (words::line(&say(&StoredPromise(promise), self.language), 60)) }
                            dd { (words::line(&say(&StoredHow(how), self.language), 600)) }
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
                dt { (self.say("Begun by", "Iniziato da", "Commencé par")) } dd { "arbitro " (words::line(&file.arbitro, 40)) }
                @for (name, value) in settings_in(&file.settings, self.language) { dt { (name) } dd { (value) } }
                @if !file.settings.seeding.is_empty() {
                    dt { (self.say("Seeding", "Teste di serie", "Têtes de série")) }
                    dd {
                        @for (index, name) in file.settings.seeding.iter().take(MAX_SEEDED).enumerate() {
                            @if index > 0 { ", " }
                            (words::name(name))
                        }
                        @if file.settings.seeding.len() > MAX_SEEDED {
                            (self.say(", and ", ", e altri ", ", et ")) (file.settings.seeding.len() - MAX_SEEDED) (self.say(" more", "", " autres"))
                        }
                    }
                }
            }
            @if !file.settings.positions.is_empty() {
                details {
                    summary { (self.counted(file.settings.positions.len() as u64, ["opening", "openings"], ["apertura", "aperture"], ["ouverture", "ouvertures"])) }
                    ol {
                        @for fen in file.settings.positions.iter().take(MAX_POSITIONS) {
                            li { code { (words::line(fen, 400)) } }
                        }
                    }
                    @if file.settings.positions.len() > MAX_POSITIONS {
                        p .soft { (self.say("And more, in ", "E altre, in ", "Et d’autres, dans ")) code { "tournament.toml" } "." }
                    }
                }
            }
        }
    }

    fn programs(&self) -> Markup {
        html! {
            h3 { (self.say("Programs", "Programmi", "Programmes")) }
            div .box tabindex="0" role="group" aria-label=(self.say("Programs", "Programmi", "Programmes")) {
                table .sort {
                    caption {
                        (self.say(
                            "Those who took part, in the order of names; the fingerprint is the beginning of the SHA-256 of what was run",
                            "Chi ha partecipato, in ordine di nome; l'impronta è l'inizio dello SHA-256 di ciò che è stato eseguito", "Ceux qui ont participé, par ordre de nom ; l’empreinte est le début du SHA-256 de ce qui a été lancé"
                        ))
                    }
                    thead { tr {
                        th scope="col" { (self.say("Name", "Nome", "Nom")) }
                        th scope="col" { (self.say("Author", "Autore", "Auteur")) }
                        th scope="col" .spare { (self.say("Fingerprint", "Impronta", "Empreinte")) }
                        th scope="col" { (self.say("Found in", "Trovato in", "Trouvé dans")) }
                    } }
                    tbody {
                        @for (entrant, player) in self.results.file.players.iter().enumerate() {
                            tr {
                                th scope="row" .name { (self.link(entrant)) }
                                td { @if let Some(author) = &player.author { (words::name(author)) } @else { "–" } }
                                td .spare { code title=(words::line(&player.sha256, 80)) { (words::line(&player.sha256, 12).trim_end_matches('…')) } }
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
            self.say("comes with Arbitro", "viene con Arbitro", "fourni avec Arbitro").to_owned()
        } else {
            words::line(&place.to_string_lossy(), 300)
        }
    }

    /// Returns the command that verifies every match.
    pub(super) fn check_command(&self) -> String {
        let journal = self.folder.join(JOURNAL);
        format!("verify match {}", words::shell_word(&journal.to_string_lossy()))
    }
}

/// Lists every setting but the two lists, in the order of the file.
pub fn settings_in(
    settings: &TournamentSettings,
    language: Language,
) -> Vec<(&'static str, String)> {
    let say = |english: &'static str, italian: &'static str, french: &'static str| {
        language.pick(english, italian, french)
    };
    let TournamentSettings {
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
        (say("Game", "Gioco", "Jeu"), game.to_string()),
        (say("Format", "Formula", "Formule"), format.to_string()),
        (
            say("Matches of each pair", "Partite di ogni coppia", "Parties de chaque paire"),
            games.to_string(),
        ),
    ];
    list.extend(rounds.map(|it| (say("Rounds", "Turni di gioco", "Rondes"), it.to_string())));
    list.extend(
        challenger
            .as_ref()
            .map(|it| (say("Challenger", "Sfidante", "Challenger"), words::line(it, 100))),
    );
    list.extend([
        (say("Colours", "Colori", "Couleurs"), colours.to_string()),
        (say("Openings", "Aperture", "Ouvertures"), openings.to_string()),
        (
            say(
                "Points for a win, a draw, a loss",
                "Punti per chi vince, fa patta, perde",
                "Points pour un gain, une nulle, une perte",
            ),
            points.to_string(),
        ),
        (
            say("Time for a move", "Tempo per una mossa", "Temps par coup"),
            write_duration(*move_time),
        ),
        (
            say(
                "On top for each first answer",
                "In più per ogni prima risposta",
                "En plus pour chaque première réponse",
            ),
            write_duration(*start_time),
        ),
        (
            say(
                "Processor time for a move",
                "Tempo di processore per una mossa",
                "Temps de processeur par coup",
            ),
            cpu_time.map_or_else(
                || {
                    say("not limited by itself", "non limitato a parte", "pas de limite propre")
                        .to_owned()
                },
                write_duration,
            ),
        ),
        (say("Memory", "Memoria", "Mémoire"), write_size(*memory)),
        (
            say("Draw after", "Patta dopo", "Nulle après"),
            format!("{max_plies} {}", say("plies", "semimosse", "coups")),
        ),
        (say("Seed", "Seme", "Graine"), seed.to_string()),
    ]);
    list.extend(sprt.map(|it| {
        (say("Sequential test", "Test sequenziale", "Test séquentiel"), format!("{it} Elo"))
    }));
    list
}
