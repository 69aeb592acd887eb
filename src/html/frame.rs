//! Head and script of every page. The content security policy forbids loading anything, and every
//! script but ours.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use maud::{Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

/// Colours and type of all pages; a stylesheet.
pub const PALETTE: &str = include_str!("palette.css");
/// Style of the report's tables and their charts, which the page of `serve` shows too.
pub const TABLES: &str = include_str!("tables.css");
/// Sorts a table by the column whose head is clicked; a module.
pub const SORT: &str = concat!("export ", include_str!("sort.js"));
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = concat!("\"use strict\";\n", include_str!("sort.js"), include_str!("page.js"));

/// What a page may do: show itself, and run [`script`].
pub fn policy() -> String {
    let hash = BASE64_STANDARD.encode(Sha256::digest(SCRIPT));
    format!(
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'"
    )
}

/// The head of a page in the common style, plus a style of its own. Its script is [`script`] or
/// none.
pub fn head(title: &str, own_style: &str) -> Markup {
    html! {
        head {
            meta charset="utf-8";
            meta http-equiv="Content-Security-Policy" content=(policy());
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="referrer" content="no-referrer";
            title { (title) }
            style { (PreEscaped(PALETTE)) (PreEscaped(TABLES)) (PreEscaped(STYLE)) (PreEscaped(own_style)) }
        }
    }
}

/// The page's script, which sorts tables and unfolds the targets of links. It goes at the page's
/// end.
pub fn script() -> Markup {
    html! { script { (PreEscaped(SCRIPT)) } }
}
