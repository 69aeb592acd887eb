//! Head and foot of the report.

use arbitro_html::frame::{head, script};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::View;
use super::words::{Label, Phrase};

pub(super) fn opening(view: &View<'_>) -> Markup {
    html! {
        (DOCTYPE)
        (PreEscaped(format!("<html lang=\"{}\">", view.language.code())))
        (head(&title(view), ""))
        (PreEscaped("<body>"))
        a .skip href="#ranking" { (view.say(&Label::ToRanking)) }
    }
}

pub(super) fn title(view: &View<'_>) -> String {
    let settings = view.settings();
    let title = Phrase::Title { format: settings.format, game: settings.game };
    view.say(&title).into_owned()
}

pub(super) fn navigation(view: &View<'_>) -> Markup {
    let has_play = !view.gathered.play.is_empty();
    html! {
        nav aria-label=(view.say(&Label::Sections)) {
            ul {
                @for (id, name) in [
                    ("ranking", view.say(&Label::Ranking)),
                    ("cross", view.say(&Label::CrossTable)),
                    ("endings", view.say(&Label::Endings)),
                    ("effort", view.say(&Label::Effort)),
                    ("play", view.say(&Label::Play)),
                    ("players", view.say(&Label::Players)),
                    ("about", view.say(&Label::Settings)),
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
                (view.say(&Label::MadeFrom)) code { "matches.jsonl" }
                (view.say(&Label::CheckedWith))
                code { (view.check_command()) }
            }
        }
        (script())
        (PreEscaped("</body></html>\n"))
    }
}
