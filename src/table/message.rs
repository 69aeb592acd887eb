//! `Message` for an enum, a `match` over its variants; for a struct, by the variants of its first fact.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Data, DataEnum, DataStruct, DeriveInput, Error, Fields, Path, Type};

use crate::pattern;
use crate::room::{Entry, File};
use crate::text::{self, Fact, Part};

/// Makes `Message`; or lists all mistakes.
pub(crate) fn of_item(files: &[File], item: &DeriveInput) -> syn::Result<TokenStream> {
    let body = match &item.data {
        Data::Enum(data) => of_enum(files, &item.ident, data)?,
        Data::Struct(data) => of_struct(files, &item.ident, data)?,
        Data::Union(_) => return Err(Error::new(item.ident.span(), "messages are enums")),
    };
    Ok(implementation(item, &in_files(files, &body)))
}

/// A body said in the language of a file, where readers of another get it: counts and what stands in texts follow.
fn in_files(files: &[File], body: &TokenStream) -> TokenStream {
    let language = own("language");
    let arms = files.iter().filter(|file| file.readers.len() > 1).map(|file| {
        let mut readers = file.readers.iter().map(|it| format_ident!("{it}"));
        let first = readers.next();
        quote!(#(::arbitro_words::Language::#readers)|* => ::arbitro_words::Language::#first,)
    });
    let arms: Vec<_> = arms.collect();
    let spoken = (!arms.is_empty())
        .then(|| quote!(let #language = match #language { #(#arms)* spoken => spoken };));
    quote!(#spoken #body)
}

/// Makes `Message` for an enum of another room: its table says patterns, `"Variant { fact, .. }"`.
pub(crate) fn of_foreign(files: &[File], of: &Type) -> syn::Result<TokenStream> {
    let span = syn::spanned::Spanned::span(of);
    let path = pattern::path(of).ok_or_else(|| Error::new(span, "messages are enums"))?;
    let table = path.segments.last().map(|it| it.ident.to_string()).unwrap_or_default();
    let body = by_pattern(files, &table, &Facts(Vec::new()), &quote!(self), Some(&path), span)?;
    Ok(implemented(&quote!(), &of.to_token_stream(), &quote!(), &in_files(files, &body)))
}

fn of_enum(files: &[File], name: &Ident, data: &DataEnum) -> syn::Result<TokenStream> {
    let table = name.to_string();
    let mut mistakes = Mistakes(None);
    for file in files {
        for (entry, it) in file.entries(&table) {
            if !data.variants.iter().any(|variant| variant.ident == entry) {
                let what = format!("{table} has no such variant");
                mistakes
                    .add(name.span(), file.mistake(it.line, &format!("{table}.{entry}"), &what));
            }
        }
    }
    let arms = data.variants.iter().map(|variant| {
        let facts = Facts::of(&variant.fields, variant.ident.span());
        let must: Vec<_> = facts.0.iter().map(|it| it.0.clone()).collect();
        let entry_name = variant.ident.to_string();
        let texts = files.iter().map(|file| {
            let entry = file.entries(&table).find(|it| *it.0 == entry_name);
            let missing = || format!("{}: {table}.{entry_name} is missing", file.name);
            let text = entry.ok_or_else(missing).and_then(|(_, entry)| {
                facts.text(entry, &[], &must).map_err(|what| {
                    file.mistake(entry.line, &format!("{table}.{entry_name}"), &what)
                })
            });
            mistakes.or(variant.ident.span(), text)
        });
        let texts = by_language(files, texts.collect());
        let (name, language) = (&variant.ident, own("language"));
        let names = match variant.fields {
            Fields::Unit => TokenStream::new(),
            Fields::Unnamed(_) => quote!((#(#must),*)),
            Fields::Named(_) => quote!({ #(#must),* }),
        };
        quote!(Self::#name #names => match #language { #texts })
    });
    let arms: Vec<_> = arms.collect();
    mistakes.end(quote!(match self { #(#arms),* }))
}

fn of_struct(files: &[File], name: &Ident, data: &DataStruct) -> syn::Result<TokenStream> {
    let facts = Facts::of(&data.fields, name.span());
    let names = facts.0.iter().map(|it| &it.0);
    let Some((first, of)) = facts.0.first() else {
        return Err(Error::new(name.span(), "the first fact chooses the text"));
    };
    let of = pattern::path(of);
    let chosen =
        by_pattern(files, &name.to_string(), &facts, &quote!(#first), of.as_ref(), name.span())?;
    Ok(match data.fields {
        Fields::Named(_) => quote!({ let Self { #(#names),* } = self; #chosen }),
        _ => quote!({ let Self(#(#names),*) = self; #chosen }),
    })
}

/// Makes a `match` of a value in each language. The entries of the table are patterns, which need not be the same in
/// all languages, but are of the same variants; each says the facts that its pattern names.
fn by_pattern(
    files: &[File],
    table: &str,
    facts: &Facts<'_>,
    value: &TokenStream,
    of: Option<&Path>,
    span: Span,
) -> syn::Result<TokenStream> {
    let mut mistakes = Mistakes(None);
    let mut first: Option<BTreeSet<String>> = None;
    let languages = files.iter().map(|file| {
        let (mut arms, mut variants) = (TokenStream::new(), BTreeSet::new());
        for (name, entry) in file.entries(table) {
            let arm = pattern::read(name, of, span).and_then(|pattern| {
                let text = facts.text(entry, &pattern.names, &pattern.names)?;
                variants.extend(pattern.variants);
                let pattern = pattern.tokens;
                Ok(quote!(#pattern => #text,))
            });
            let wrong = |what: String| file.mistake(entry.line, &format!("{table}.{name}"), &what);
            arms.extend(mistakes.or(span, arm.map_err(wrong)));
        }
        let known = first.get_or_insert_with(|| variants.clone());
        for missing in known.difference(&variants) {
            mistakes.add(span, format!("{}: {table}.{missing} is missing", file.name));
        }
        for unknown in variants.difference(known) {
            mistakes.add(span, format!("{}: {table}.{unknown} is missing", files[0].name));
        }
        quote!(match #value { #arms })
    });
    let languages = languages.collect();
    let (texts, language) = (by_language(files, languages), own("language"));
    mistakes.end(quote!(match #language { #texts }))
}

/// The mistakes found so far.
struct Mistakes(Option<Error>);

impl Mistakes {
    fn add(&mut self, span: Span, what: String) {
        let error = Error::new(span, what);
        match &mut self.0 {
            Some(all) => all.combine(error),
            none => *none = Some(error),
        }
    }

    /// Keeps a mistake, and goes on without the text.
    fn or(&mut self, span: Span, text: Result<TokenStream, String>) -> TokenStream {
        text.unwrap_or_else(|what| {
            self.add(span, what);
            TokenStream::new()
        })
    }

    fn end(self, made: TokenStream) -> syn::Result<TokenStream> {
        self.0.map_or(Ok(made), Err)
    }
}

/// Makes the implementation around a body; a stub where texts are wrong, so that no use of the type is an error, too.
pub(crate) fn implementation(item: &DeriveInput, body: &TokenStream) -> TokenStream {
    let (generics, arguments, bounds) = item.generics.split_for_impl();
    let name = &item.ident;
    implemented(&quote!(#generics), &quote!(#name #arguments), &quote!(#bounds), body)
}

fn implemented(
    generics: &TokenStream,
    of: &TokenStream,
    bounds: &TokenStream,
    body: &TokenStream,
) -> TokenStream {
    let language = own("language");
    quote! {
        impl #generics ::arbitro_words::Message for #of #bounds {
            fn words(
                &self,
                #language: ::arbitro_words::Language,
            ) -> ::std::borrow::Cow<'static, str> {
                #body
            }
        }
    }
}

/// The arms of a `match` over the languages, in the order of the files.
pub(crate) fn by_language(files: &[File], texts: Vec<TokenStream>) -> TokenStream {
    let arms = files.iter().zip(texts).map(|(file, text)| {
        let languages = file.readers.iter().map(|it| format_ident!("{it}"));
        quote!(#(::arbitro_words::Language::#languages)|* => #text)
    });
    quote!(#(#arms),*)
}

/// A name of the generated code, which no fact of that name gets at.
fn own(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// The facts of a variant or a struct, by name.
struct Facts<'a>(Vec<(Ident, &'a Type)>);

impl<'a> Facts<'a> {
    /// Lists fields; the only one without a name is called `it`.
    fn of(fields: &'a Fields, span: Span) -> Facts<'a> {
        let name = |it: &Option<Ident>| it.clone().unwrap_or_else(|| Ident::new("it", span));
        Facts(fields.iter().map(|it| (name(&it.ident), &it.ty)).collect())
    }

    /// Makes the expression of a text, which says all facts that it must. `bound` are the names of its pattern.
    fn text(&self, entry: &Entry, bound: &[Ident], must: &[Ident]) -> Result<TokenStream, String> {
        let parts = text::parse(&entry.text)?;
        let mut used = BTreeSet::new();
        let says = self.says(&parts, bound, &mut used)?;
        if let Some(unused) = must.iter().find(|it| !used.contains(&it.to_string())) {
            return Err(format!("the text does not say {{{unused}}}"));
        }
        Ok(match &parts[..] {
            [] => quote!(::std::borrow::Cow::Borrowed("")),
            [Part::Words(words)] => quote!(::std::borrow::Cow::Borrowed(#words)),
            _ => {
                let out = own("out");
                quote!({ let mut #out = ::std::string::String::new(); #says #out.into() })
            }
        })
    }

    /// Makes statements that append the parts. `bound` are the names that patterns around them have given.
    fn says(
        &self,
        parts: &[Part],
        bound: &[Ident],
        used: &mut BTreeSet<String>,
    ) -> Result<TokenStream, String> {
        let (out, language) = (own("out"), own("language"));
        let mut says = TokenStream::new();
        for part in parts {
            says.extend(match part {
                Part::Words(words) => quote!(#out.push_str(#words);),
                Part::Fact(fact) => {
                    let fact = self.value(fact, bound, used)?;
                    quote!(#out.push_str(&::arbitro_words::say(#fact, #language));)
                }
                Part::Unsaid(fact) => {
                    let fact = self.value(fact, bound, used)?;
                    quote!(let _ = #fact;)
                }
                Part::Either(fact, [first, second]) => {
                    let fact = self.value(fact, bound, used)?;
                    let first = self.says(first, bound, used)?;
                    let second = self.says(second, bound, used)?;
                    quote! {
                        if ::arbitro_words::Choice::is_first(#fact, #language) { #first } else { #second }
                    }
                }
                Part::Match(fact, arms) => {
                    let value = self.value(fact, bound, used)?;
                    let (of, span) = self.chooses(fact, bound);
                    let arms = arms.iter().map(|(pattern, text)| {
                        let pattern = pattern::read(pattern, of.as_ref(), span)?;
                        let bound = [&pattern.names[..], bound].concat();
                        let (pattern, text) = (pattern.tokens, self.says(text, &bound, used)?);
                        Ok(quote!(#pattern => { #text }))
                    });
                    let arms = arms.collect::<Result<Vec<_>, String>>()?;
                    quote!(match #value { #(#arms)* })
                }
            });
        }
        Ok(says)
    }

    /// Makes a reference to a fact, its field or what a function returns of it.
    fn value(
        &self,
        fact: &Fact,
        bound: &[Ident],
        used: &mut BTreeSet<String>,
    ) -> Result<TokenStream, String> {
        let mut names = bound.iter().chain(self.0.iter().map(|it| &it.0));
        let is_constant = !fact.name.contains(char::is_lowercase);
        let constant = is_constant.then(|| Ident::new(&fact.name, Span::call_site()));
        let name = names.find(|it| *it == &fact.name).or(constant.as_ref());
        let name = name.ok_or_else(|| format!("{{{}}} is not a fact of it", fact.name))?;
        used.insert(fact.name.clone());
        let fields = fact.fields.iter().map(|it| Ident::new(it, name.span()));
        let value = if is_constant {
            quote!(&#name)
        } else if fact.fields.is_empty() {
            quote!(#name)
        } else {
            quote!(&#name #(.#fields)*)
        };
        let function = fact.function.as_ref().map(|it| Ident::new(it, name.span()));
        Ok(function.map_or(value.clone(), |function| quote!(&#function(#value))))
    }

    /// Finds the enum of a fact that chooses, if the texts need not name it, and a place for errors.
    fn chooses(&self, fact: &Fact, bound: &[Ident]) -> (Option<Path>, Span) {
        if let Some(name) = bound.iter().find(|it| *it == &fact.name) {
            return (None, name.span());
        }
        let known = self.0.iter().find(|it| it.0 == fact.name);
        let of = known
            .filter(|_| fact.fields.is_empty() && fact.function.is_none())
            .and_then(|it| pattern::path(it.1));
        (of, known.map_or_else(Span::call_site, |it| it.0.span()))
    }
}
