//! The form of a text: words with facts in braces.

/// A piece of a text.
#[derive(Debug, PartialEq)]
pub(crate) enum Part {
    Words(String),
    /// `{fact}`, `{fact.field}`, `{function(fact)}` or a `{CONSTANT}` of the room, in the same language.
    Fact(Fact),
    /// `{!fact}`: a fact that this language does not say.
    Unsaid(Fact),
    /// `{fact?first|second}`: one or many of a count, yes or no, there or not.
    Either(Fact, [Vec<Part>; 2]),
    /// `{fact?Variant: text|Variant(name): text|Variant {a, b}: text}`, also `0: text|_: text`: an arm of a `match` each,
    /// with its pattern.
    Match(Fact, Vec<(String, Vec<Part>)>),
}

/// The name of a fact, the path of fields to its value, and a function of the room that converts the value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fact {
    pub(crate) name: String,
    pub(crate) fields: Vec<String>,
    pub(crate) function: Option<String>,
}

pub(crate) fn parse(text: &str) -> Result<Vec<Part>, String> {
    parts(&mut { text }, false)
}

/// Reads to the end of the text, or of an arm.
fn parts(rest: &mut &str, is_arm: bool) -> Result<Vec<Part>, String> {
    let (mut parts, mut words) = (Vec::new(), String::new());
    loop {
        let end = rest.find(|it| matches!(it, '{' | '}') || is_arm && it == '|');
        let (plain, after) = rest.split_at(end.unwrap_or(rest.len()));
        words += plain;
        *rest = after;
        if eat(rest, "{{") {
            words.push('{');
        } else if is_arm && rest.starts_with(['|', '}']) || !is_arm && rest.is_empty() {
            break;
        } else if eat(rest, "}}") {
            words.push('}');
        } else if eat(rest, "{") {
            if !words.is_empty() {
                parts.push(Part::Words(std::mem::take(&mut words)));
            }
            parts.push(braces(rest)?);
        } else if rest.is_empty() {
            return Err("a { is not closed".to_owned());
        } else {
            return Err("a } closes nothing; }} is a brace".to_owned());
        }
    }
    if !words.is_empty() {
        parts.push(Part::Words(words));
    }
    Ok(parts)
}

/// Reads what follows a brace, and the one that closes it.
fn braces(rest: &mut &str) -> Result<Part, String> {
    let is_unsaid = eat(rest, "!");
    let is_path = |it: char| it.is_alphanumeric() || matches!(it, '_' | '.');
    let mut path = word(rest, is_path);
    let function = eat(rest, "(").then(|| std::mem::replace(&mut path, word(rest, is_path)));
    if function.is_some() && !eat(rest, ")") {
        return Err(format!("{{{}({path} is not closed", function.unwrap_or_default()));
    }
    let mut names = path.split('.').map(str::to_owned);
    let (name, fields) = (names.next().unwrap_or_default(), Vec::from_iter(names));
    let fact = Fact { name, fields, function: function.map(str::to_owned) };
    let is_name = |it: &String| syn::parse_str::<syn::Ident>(it).is_ok();
    if ![&fact.name].into_iter().chain(&fact.fields).chain(&fact.function).all(is_name) {
        return Err(format!("{{{path} is not the name of a fact; {{{{ is a brace"));
    }
    if eat(rest, "}") {
        return Ok(if is_unsaid { Part::Unsaid(fact) } else { Part::Fact(fact) });
    }
    if !eat(rest, "?") {
        return Err(format!("{{{path} is followed by neither }} nor ?"));
    }
    let mut arms = Vec::new();
    loop {
        let pattern = pattern(rest);
        arms.push((pattern, parts(rest, true)?));
        if !eat(rest, "|") {
            break;
        }
    }
    eat(rest, "}");
    let count = arms.len();
    if arms.iter().all(|(pattern, _)| pattern.is_none()) {
        let texts: Vec<_> = arms.into_iter().map(|(_, text)| text).collect();
        let wrong = |_| format!("{{{path}? chooses one of two texts, and {count} are here");
        return Ok(Part::Either(fact, texts.try_into().map_err(wrong)?));
    }
    let named = arms.into_iter().map(|(pattern, text)| Some((pattern?, text)));
    let unnamed = || format!("{{{path}? names a variant for some texts, not for all");
    Ok(Part::Match(fact, named.collect::<Option<_>>().ok_or_else(unnamed)?))
}

/// Reads the pattern that an arm begins with, if it does: up to a colon outside brackets.
fn pattern(rest: &mut &str) -> Option<String> {
    let mut depth = 0_usize;
    let mut ends = rest.char_indices().map_while(|(at, it)| {
        let is_path = rest[at..].starts_with("::") || rest[..at].ends_with(':');
        match it {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth > 0 => depth -= 1,
            '|' | '}' if depth == 0 => return None,
            _ => {}
        }
        Some((it == ':' && depth == 0 && !is_path).then_some(at))
    });
    let pattern = &rest[..ends.find_map(|end| end)?];
    let (path, fields) = pattern.split_at(pattern.find(['(', ' ']).unwrap_or(pattern.len()));
    let is_path = path.starts_with(|it: char| it.is_uppercase() || it.is_numeric() || it == '_')
        && path.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | ':'));
    if !is_path || !(fields.is_empty() || fields.ends_with([')', '}'])) {
        return None;
    }
    let text = &rest[pattern.len() + 1..];
    *rest = text.strip_prefix(' ').unwrap_or(text);
    Some(pattern.to_owned())
}

fn word<'a>(rest: &mut &'a str, is_in: impl Fn(char) -> bool) -> &'a str {
    let end = rest.find(|it| !is_in(it)).unwrap_or(rest.len());
    let (word, after) = rest.split_at(end);
    *rest = after;
    word
}

fn eat(rest: &mut &str, sign: &str) -> bool {
    rest.strip_prefix(sign).map(|after| *rest = after).is_some()
}
