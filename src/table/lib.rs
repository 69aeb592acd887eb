//! Compiles the texts of a room into its messages. A room has a file a language, `en.toml`, `it.toml` and `fr.toml`,
//! with a table for each enum of messages, in it a text for each variant, in one line:
//!
//! ```toml
//! NOTE = "note"                                           # a constant, which has no facts
//! [Text]
//! MoreFaults = "and {more} more {more?fault|faults}"      # Text::MoreFaults { more: usize }
//! [Text.Verdict]                                          # Text::Verdict(Verdict): a text for each variant of the fact
//! Passed = "passed"
//! "Crashed(signal)" = "crashed: signal {signal}"
//! [Reason]                                                # of another room: `impl Reason` in `room!`
//! Timeout = "took too long"
//! "Killed { signal, .. }" = "killed by signal {signal}"
//! ```
//!
//! The table of a struct has an entry for each variant of its first fact; an entry may say all facts of the struct.
//! How facts stand in a text: `Part` in `text.rs`. What is missing, misspelt or used by no one does not compile.

mod message;
mod pattern;
mod room;
mod text;

use std::path::{Path, PathBuf};

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::{DeriveInput, LitStr, Token, Type, Visibility};

use message::by_language;
use room::File;
use text::Part;

/// Says an enum, or a struct, by the table of its name, in the files of a folder below the package: `#[texts("words")]`.
#[proc_macro_attribute]
pub fn texts(
    folder: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    let folder = syn::parse_macro_input!(folder as LitStr);
    let tokens = TokenStream::from(item.clone());
    let item = syn::parse_macro_input!(item as DeriveInput);
    let files =
        room::read(&below_package(&folder)).map_err(|error| syn::Error::new(folder.span(), error));
    let message = files.and_then(|files| message::of_item(&files, &item));
    let message = message.unwrap_or_else(|error| {
        let (error, stub) = (error.into_compile_error(), quote!(::std::unimplemented!()));
        let stub = message::implementation(&item, &stub);
        quote!(#error #stub)
    });
    quote!(#tokens #message).into()
}

/// Makes the constants of a room, names all enums that its files say, and has it compiled again when a file changes:
/// `room!(pub "words": Text, KeyHelp, impl Reason);` An enum with `impl` is defined elsewhere; its texts are here.
#[proc_macro]
pub fn room(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let room = syn::parse_macro_input!(input as Room);
    let failed = |it: String| syn::Error::new(room.folder.span(), it).into_compile_error();
    let files = match room::read(&below_package(&room.folder)) {
        Ok(files) => files,
        Err(error) => return failed(error).into(),
    };
    let foreign = room
        .foreign
        .iter()
        .map(|of| message::of_foreign(&files, of).unwrap_or_else(syn::Error::into_compile_error));
    let foreign = TokenStream::from_iter(foreign);
    let constants = constants(&files, &room).unwrap_or_else(failed);
    quote!(#constants #foreign).into()
}

struct Room {
    visibility: Visibility,
    folder: LitStr,
    /// The names of all tables.
    enums: Vec<Ident>,
    /// Enums of other rooms.
    foreign: Vec<Type>,
}

impl Parse for Room {
    fn parse(input: ParseStream<'_>) -> syn::Result<Room> {
        let (visibility, folder) = (input.parse()?, input.parse()?);
        let mut room = Room { visibility, folder, enums: Vec::new(), foreign: Vec::new() };
        let _: Option<Token![:]> = input.parse()?;
        while !input.is_empty() {
            let of: Option<Token![impl]> = input.parse()?;
            let named: Type = input.parse()?;
            let path = pattern::path(&named);
            room.enums.extend(path.and_then(|it| Some(it.segments.last()?.ident.clone())));
            room.foreign.extend(of.map(|_| named));
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(room)
    }
}

fn below_package(folder: &LitStr) -> PathBuf {
    let package = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    Path::new(&package).join(folder.value())
}

/// Makes the constants of a room. What one file lacks, or has alone, is a mistake.
fn constants(files: &[File], room: &Room) -> Result<TokenStream, String> {
    for file in files {
        let unknown = file.tables.iter().find(|it| !room.enums.iter().any(|name| name == it.0));
        if let Some((table, (line, _))) = unknown {
            return Err(format!("{}:{line}: [{table}]: the room names no such enum", file.name));
        }
        let unknown = file.labels.iter().find(|label| !files[0].labels.contains_key(label.0));
        if let Some((name, entry)) = unknown {
            let what = format!("{} has no such constant", files[0].name);
            return Err(file.mistake(entry.line, name, &what));
        }
    }
    let visibility = &room.visibility;
    let constants = files[0].labels.keys().map(|name| {
        let texts = files.iter().map(|file| {
            let entry = file.labels.get(name);
            let entry = entry.ok_or_else(|| format!("{}: {name} is missing", file.name))?;
            let wrong = |what: &str| file.mistake(entry.line, name, what);
            match &text::parse(&entry.text).map_err(|error| wrong(&error))?[..] {
                [] => Ok(quote!("")),
                [Part::Words(words)] => Ok(quote!(#words)),
                _ => Err(wrong("a constant is words alone")),
            }
        });
        let texts = by_language(files, texts.collect::<Result<Vec<_>, _>>()?);
        let name = format_ident!("{name}");
        Ok(quote! {
            #visibility const #name: ::arbitro_words::Label =
                ::arbitro_words::Label(|language| match language { #texts });
        })
    });
    let constants = constants.collect::<Result<Vec<_>, String>>()?;
    let paths = files.iter().map(|file| file.path.display().to_string());
    Ok(quote! {
        #(#constants)*
        // Cargo compiles the room again when one of them changes.
        const _: &[&[u8]] = &[#(include_bytes!(#paths)),*];
    })
}

#[cfg(test)]
mod tests;
