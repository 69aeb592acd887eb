//! Reading a page as far as the tests need it.

/// Tags that have no end.
const EMPTY: [&str; 4] = ["meta", "br", "!DOCTYPE", "input"];

/// A text as it stands in a page.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Returns the text between the tags, without style and script.
pub(crate) fn text_of(page: &str) -> String {
    let mut text = String::new();
    for (tag, after) in tags(page) {
        if !matches!(tag, "style" | "script") {
            text.push_str(after);
        }
    }
    text
}

/// Each tag without its brackets, and what stands behind it.
fn tags(page: &str) -> impl Iterator<Item = (&str, &str)> {
    page.split('<').skip(1).map(|part| {
        let (tag, after) = part.split_once('>').unwrap_or((part, ""));
        (tag, after)
    })
}

/// The first tag that is not closed, or not where it should be.
pub(crate) fn tag_that_is_not_closed(page: &str) -> Option<String> {
    let mut open: Vec<&str> = Vec::new();
    let mut is_script = false;
    for (tag, _) in tags(page) {
        let name = tag.split_whitespace().next().unwrap_or("");
        if is_script && name != "/script" {
            continue;
        }
        is_script = name == "script";
        match name.strip_prefix('/') {
            Some(closed) => {
                if open.pop() != Some(closed) {
                    return Some(closed.to_owned());
                }
            }
            None if EMPTY.contains(&name) => {}
            None => open.push(name),
        }
    }
    open.pop().map(str::to_owned)
}

fn values<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    let start = format!(" {attribute}=\"");
    page.split(start.as_str()).skip(1).filter_map(|part| part.split('"').next()).collect()
}

pub(crate) fn ids(page: &str) -> Vec<&str> {
    values(page, "id")
}

pub(crate) fn links(page: &str) -> Vec<&str> {
    values(page, "href")
}
