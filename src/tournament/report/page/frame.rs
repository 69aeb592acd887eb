//! Head and foot of the report.

use arbitro_html::frame::{head, script};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::View;
use super::words::{self, ReportLabel, ReportMessage};

pub(super) fn opening(view: &View<'_>) -> Markup {
    html! {
        (DOCTYPE)
        (PreEscaped(format!("<html lang=\"{}\">", view.language.code())))
        (head(&title(view), ""))
        (PreEscaped("<body>"))
        a .skip href="#ranking" { (view.say(&words::TO_RANKING)) }
    }
}

pub(super) fn title(view: &View<'_>) -> String {
    let settings = view.settings();
    let title = ReportMessage::Title {
        format: ReportLabel::Format(settings.format),
        game: settings.game.name(),
    };
    view.say(&title).into_owned()
}

pub(super) fn navigation(view: &View<'_>) -> Markup {
    html! {
        nav aria-label=(view.say(&words::SECTIONS)) {
            ul {
                @for (id, name) in [
                    ("ranking", view.say(&words::RANKING)),
                    ("cross", view.say(&words::CROSS_TABLE)),
                    ("endings", view.say(&words::ENDINGS)),
                    ("effort", view.say(&words::EFFORT)),
                    ("players", view.say(&words::PLAYERS)),
                    ("about", view.say(&words::SETTINGS)),
                ] {
                    li { a href=(format!("#{id}")) { (name) } }
                }
            }
        }
    }
}

pub(super) fn closing(view: &View<'_>) -> Markup {
    html! {
        (PreEscaped("</main>"))
        footer {
            p {
                (view.say(&words::MADE_FROM)) code { "matches.jsonl" }
                (view.say(&words::CHECKED_WITH))
                code { (view.check_command()) }
            }
        }
        (script())
        (PreEscaped("</body></html>\n"))
    }
}
