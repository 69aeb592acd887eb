//! Head and foot of the report.

use arbitro_html::frame::{head, script};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::View;
use super::words;
use arbitro_rules::said;

pub(super) fn opening(view: &View<'_>) -> Markup {
    html! {
        (DOCTYPE)
        (PreEscaped(format!("<html lang=\"{}\">", view.language.code())))
        (head(&title(view), ""))
        (PreEscaped("<body>"))
        a .skip href="#ranking" { (view.say("To the ranking", "Alla classifica", "Au classement")) }
    }
}

/// Returns the page's title.
pub(super) fn title(view: &View<'_>) -> String {
    let settings = view.settings();
    let format = words::format(settings.format, view.language);
    let game = settings.game;
    view.tell(&said!("{format} of {game}", "{format}: {game}", "{format} : {game}"))
}

pub(super) fn navigation(view: &View<'_>) -> Markup {
    let has_play = !view.gathered.play.is_empty();
    html! {
        nav aria-label=(view.say("Sections", "Sezioni", "Chapitres")) {
            ul {
                @for (id, name) in [
                    ("ranking", view.say("Ranking", "Classifica", "Classement")),
                    ("cross", view.say("Cross table", "Tabella incrociata", "Grille")),
                    ("endings", view.say("Endings", "Esiti", "Fins")),
                    ("effort", view.say("Time and memory", "Tempo e memoria", "Temps et mémoire")),
                    ("play", view.say("Play", "Gioco", "Jeu")),
                    ("players", view.say("Players", "Giocatori", "Joueurs")),
                    ("about", view.say("Settings", "Impostazioni", "Réglages")),
                ] {
                    @if id != "play" || has_play { li { a href=(format!("#{id}")) { (name) } } }
                }
            }
        }
    }
}

pub(super) fn before_sections() -> Markup {
    PreEscaped("<main>".to_owned())
}

pub(super) fn after_players() -> Markup {
    PreEscaped("</section>".to_owned())
}

pub(super) fn closing(view: &View<'_>) -> Markup {
    html! {
        (PreEscaped("</main>"))
        footer {
            p {
                (view.say("Made from ", "Fatto da ", "Fait à partir de ")) code { "matches.jsonl" }
                (view.say(
                    ", which holds every match, move by move, and with which all of this can be checked: ",
                    ", che contiene ogni partita, mossa per mossa, e con cui tutto questo si può controllare: ", ", qui contient chaque partie, coup par coup, et avec quoi tout ceci se vérifie : "
                ))
                code { (view.check_command()) }
            }
        }
        (script())
        (PreEscaped("</body></html>\n"))
    }
}
