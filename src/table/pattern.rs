//! The patterns of arms: parts of Rust in a text.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::quote;
use syn::{Path, PathArguments, Type};

/// A pattern as Rust has it.
pub(crate) struct Pattern {
    pub(crate) tokens: TokenStream,
    /// The names that it gives.
    pub(crate) names: Vec<Ident>,
    /// The variants that it is of.
    pub(crate) variants: Vec<String>,
}

/// Reads a pattern. `of` is the enum, whose path a text leaves out.
pub(crate) fn read(text: &str, of: Option<&Path>, span: Span) -> Result<Pattern, String> {
    let tokens = text.parse::<TokenStream>().map_err(|_| format!("{text} is not a pattern"))?;
    let tokens = at(tokens, span);
    let mut pattern =
        Pattern { tokens: TokenStream::new(), names: Vec::new(), variants: Vec::new() };
    collect_names(tokens.clone(), &mut pattern.names);
    let mut tokens = tokens.into_iter().peekable();
    let mut begins = true;
    while let Some(token) = tokens.next() {
        let name = token.to_string();
        let is_path = precedes_colon(tokens.peek());
        if !begins || !name.starts_with(char::is_uppercase) {
            begins = name == "|" || name == "@";
            pattern.tokens.extend([token]);
            continue;
        }
        match of {
            Some(of) if !is_path => pattern.tokens.extend(quote!(#of::)),
            None if !is_path && !matches!(&name[..], "Some" | "None" | "Ok" | "Err") => {
                return Err(format!("{text}: name the enum, as in Enum::{name}"));
            }
            _ => {}
        }
        pattern.tokens.extend([token]);
        if !is_path && !matches!(tokens.peek(), Some(TokenTree::Group(_))) {
            pattern.tokens.extend(quote!({ .. }));
        }
        pattern.variants.push(name);
        begins = false;
    }
    Ok(pattern)
}

/// The path of a type without its arguments; `None` if it is no path.
pub(crate) fn path(mut of: &Type) -> Option<Path> {
    while let Type::Reference(it) = of {
        of = &it.elem;
    }
    let Type::Path(of) = of else { return None };
    let mut of = of.path.clone();
    of.segments.last_mut()?.arguments = PathArguments::None;
    Some(of)
}

/// Collects the names that tokens give; what a colon follows is a field.
fn collect_names(tokens: TokenStream, names: &mut Vec<Ident>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) => collect_names(group.stream(), names),
            TokenTree::Ident(name) if !precedes_colon(tokens.peek()) => {
                let text = name.to_string();
                if text.starts_with(char::is_lowercase) && text != "true" && text != "false" {
                    names.push(name);
                }
            }
            _ => {}
        }
    }
}

fn precedes_colon(next: Option<&TokenTree>) -> bool {
    matches!(next, Some(TokenTree::Punct(it)) if it.as_char() == ':')
}

/// Moves tokens to a place of the code, which errors then show.
fn at(tokens: TokenStream, span: Span) -> TokenStream {
    let moved = tokens.into_iter().map(|mut token| {
        if let TokenTree::Group(group) = &token {
            token = Group::new(group.delimiter(), at(group.stream(), span)).into();
        }
        token.set_span(span);
        token
    });
    moved.collect()
}
