//! `Message` for an enum, a `match` over its variants; for a struct, by the variants of its first fact.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Data, DataEnum, DataStruct, DeriveInput, Error, Fields, Generics, Path, Type};

use crate::pattern::{self, Pattern};
use crate::room::{Entry, File};
use crate::text::{self, Fact, Part};

/// Makes `Message`.
pub(crate) fn of_item(files: &[File], item: &DeriveInput) -> syn::Result<TokenStream> {
    let body = match &item.data {
        Data::Enum(data) => of_enum(files, &item.ident, data)?,
        Data::Struct(data) => of_struct(files, &item.ident, data)?,
        Data::Union(_) => return Err(Error::new(item.ident.span(), "messages are enums")),
    };
    Ok(implementation(item, &in_files(files, &body)))
}

/// A body in the language of the file, where readers of another language read it; counts and nested messages follow.
fn in_files(files: &[File], body: &TokenStream) -> TokenStream {
    let language = own("language");
    let arms = files.iter().filter(|file| file.readers.len() > 1).map(|file| {
        let mut readers = file.readers.iter().map(|reader| format_ident!("{reader}"));
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
    let table = path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
    let read = patterns(Facts(Vec::new()), Some(&path), span);
    let body = by_variant(files, (&table, span), &quote!(self), BTreeMap::new(), &read)?;
    Ok(implemented(&Generics::default(), &of.to_token_stream(), &in_files(files, &body)))
}

fn of_enum(files: &[File], name: &Ident, data: &DataEnum) -> syn::Result<TokenStream> {
    let table = name.to_string();
    let variants = data.variants.iter().map(|it| (it.ident.to_string(), it.ident.span()));
    let read = |entry: &str| {
        let variant = data.variants.iter().find(|variant| variant.ident == entry);
        let variant = variant.ok_or_else(|| format!("{table} has no such variant"))?;
        let name = &variant.ident;
        let facts = Facts::from_fields(&variant.fields, name.span());
        let names: Vec<_> = facts.0.iter().map(|it| it.0.clone()).collect();
        let fields = match variant.fields {
            Fields::Unit => TokenStream::new(),
            Fields::Unnamed(_) => quote!((#(#names),*)),
            Fields::Named(_) => quote!({ #(#names),* }),
        };
        let tokens = quote!(Self::#name #fields);
        Ok((Pattern { tokens, names, variants: vec![entry.to_owned()] }, facts))
    };
    by_variant(files, (&table, name.span()), &quote!(self), variants.collect(), &read)
}

fn of_struct(files: &[File], name: &Ident, data: &DataStruct) -> syn::Result<TokenStream> {
    let facts = Facts::from_fields(&data.fields, name.span());
    let Some((first, Some(of))) = facts.0.first().cloned() else {
        return Err(Error::new(name.span(), "the first fact chooses the text"));
    };
    let names: Vec<_> = facts.0.iter().map(|it| it.0.clone()).collect();
    let (table, of) = (name.to_string(), pattern::path(of));
    let read = patterns(facts, of.as_ref(), name.span());
    let chosen = by_variant(files, (&table, name.span()), &quote!(#first), BTreeMap::new(), &read)?;
    Ok(match data.fields {
        Fields::Named(_) => quote!({ let Self { #(#names),* } = self; #chosen }),
        _ => quote!({ let Self(#(#names),*) = self; #chosen }),
    })
}

/// The pattern of an entry, and the facts that its text may say.
type Arm<'a> = Result<(Pattern, Facts<'a>), String>;

/// Reads the entry of a table as a pattern, whose names join the facts.
fn patterns<'a>(facts: Facts<'a>, of: Option<&Path>, span: Span) -> impl Fn(&str) -> Arm<'a> {
    move |entry| {
        let pattern = pattern::read(entry, of, span)?;
        let facts = facts.with(&pattern.names);
        Ok((pattern, facts))
    }
}

/// Makes a `match` of a value in each language; or lists all mistakes. The entries of the table, read as patterns, need
/// not be the same in all languages, but are of the same variants: those that are `known`, or else those of the first
/// file. Each says the facts that its pattern names.
fn by_variant<'a>(
    files: &[File],
    (table, span): (&str, Span),
    value: &TokenStream,
    mut known: BTreeMap<String, Span>,
    read: &dyn Fn(&str) -> Arm<'a>,
) -> syn::Result<TokenStream> {
    let mut mistakes = Vec::new();
    let mut languages = Vec::new();
    for file in files {
        let (mut arms, mut variants) = (TokenStream::new(), BTreeMap::new());
        for (name, entry) in file.entries(table) {
            let arm = read(name).and_then(|(pattern, facts)| {
                variants.extend(pattern.variants.into_iter().map(|variant| (variant, span)));
                let (text, pattern) = (facts.text(entry, &pattern.names)?, pattern.tokens);
                Ok(quote!(#pattern => #text,))
            });
            match arm {
                Ok(arm) => arms.extend(arm),
                Err(what) => {
                    let what = file.mistake(entry.line, &format!("{table}.{name}"), &what);
                    mistakes.push(Error::new(span, what));
                }
            }
        }
        if known.is_empty() {
            known.clone_from(&variants);
        }
        let lacks = |file: &File, all: &BTreeMap<String, Span>, has: &BTreeMap<String, Span>| {
            let missing = all.iter().filter(|it| !has.contains_key(it.0));
            let what = |it: &str| format!("{}: {table}.{it} is missing", file.name);
            Vec::from_iter(missing.map(|(it, span)| Error::new(*span, what(it))))
        };
        mistakes.extend(lacks(file, &known, &variants));
        mistakes.extend(lacks(&files[0], &variants, &known));
        languages.push(quote!(match #value { #arms }));
    }
    let mistakes = mistakes.into_iter().reduce(|mut all, it| {
        all.combine(it);
        all
    });
    let (texts, language) = (by_language(files, languages), own("language"));
    mistakes.map_or_else(|| Ok(quote!(match #language { #texts })), Err)
}

/// Makes the implementation around a body; a stub where texts are wrong, so that no use of the type is an error, too.
pub(crate) fn implementation(item: &DeriveInput, body: &TokenStream) -> TokenStream {
    let (name, arguments) = (&item.ident, item.generics.split_for_impl().1);
    implemented(&item.generics, &quote!(#name #arguments), body)
}

fn implemented(generics: &Generics, of: &TokenStream, body: &TokenStream) -> TokenStream {
    let (generics, _, bounds) = generics.split_for_impl();
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
        let languages = file.readers.iter().map(|reader| format_ident!("{reader}"));
        quote!(#(::arbitro_words::Language::#languages)|* => #text)
    });
    quote!(#(#arms),*)
}

/// A name of the generated code, which no fact of that name gets at.
fn own(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// The facts that a text may say, by name, with the types of those that no pattern gave. The last of a name is meant.
struct Facts<'a>(Vec<(Ident, Option<&'a Type>)>);

impl<'a> Facts<'a> {
    /// Lists fields; the only one without a name is called `it`.
    fn from_fields(fields: &'a Fields, span: Span) -> Facts<'a> {
        let name = |it: &Option<Ident>| it.clone().unwrap_or_else(|| Ident::new("it", span));
        Facts(fields.iter().map(|field| (name(&field.ident), Some(&field.ty))).collect())
    }

    /// Adds the names of a pattern.
    fn with(&self, names: &[Ident]) -> Facts<'a> {
        let names = names.iter().map(|name| (name.clone(), None));
        Facts(self.0.iter().cloned().chain(names).collect())
    }

    fn find(&self, name: &str) -> Option<&(Ident, Option<&'a Type>)> {
        self.0.iter().rev().find(|it| it.0 == name)
    }

    /// Makes the expression of a text, which says all facts that it must.
    fn text(&self, entry: &Entry, must: &[Ident]) -> Result<TokenStream, String> {
        let parts = text::parse(&entry.text)?;
        let mut used = BTreeSet::new();
        let says = self.says(&parts, &mut used)?;
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

    /// Makes statements that append the parts.
    fn says(&self, parts: &[Part], used: &mut BTreeSet<String>) -> Result<TokenStream, String> {
        let (out, language) = (own("out"), own("language"));
        let mut says = TokenStream::new();
        for part in parts {
            says.extend(match part {
                Part::Words(words) => quote!(#out.push_str(#words);),
                Part::Fact(fact) => {
                    let fact = self.value(fact, used)?;
                    quote!(#out.push_str(&::arbitro_words::say(#fact, #language));)
                }
                Part::Unsaid(fact) => {
                    let fact = self.value(fact, used)?;
                    quote!(let _ = #fact;)
                }
                Part::Either(fact, [first, second]) => {
                    let fact = self.value(fact, used)?;
                    let (first, second) = (self.says(first, used)?, self.says(second, used)?);
                    quote! {
                        if ::arbitro_words::Choice::is_first(#fact, #language) { #first } else { #second }
                    }
                }
                Part::Match(fact, arms) => {
                    let value = self.value(fact, used)?;
                    let (of, span) = self.chooses(fact);
                    let arms = arms.iter().map(|(pattern, text)| {
                        let Pattern { tokens, names, .. } = pattern::read(pattern, of.as_ref(), span)?;
                        let text = self.with(&names).says(text, used)?;
                        Ok(quote!(#tokens => { #text }))
                    });
                    let arms = arms.collect::<Result<Vec<_>, String>>()?;
                    quote!(match #value { #(#arms)* })
                }
            });
        }
        Ok(says)
    }

    /// Makes a reference to a fact, its field or what a function returns of it.
    fn value(&self, fact: &Fact, used: &mut BTreeSet<String>) -> Result<TokenStream, String> {
        let is_constant = !fact.name.contains(char::is_lowercase);
        let constant = is_constant.then(|| Ident::new(&fact.name, Span::call_site()));
        let name = self.find(&fact.name).map(|it| &it.0).or(constant.as_ref());
        let name = name.ok_or_else(|| format!("{{{}}} is not a fact of it", fact.name))?;
        used.insert(fact.name.clone());
        let fields = fact.fields.iter().map(|field| Ident::new(field, name.span()));
        let value = if is_constant || !fact.fields.is_empty() {
            quote!(&#name #(.#fields)*)
        } else {
            quote!(#name)
        };
        let function = fact.function.as_ref().map(|function| Ident::new(function, name.span()));
        Ok(function.map_or(value.clone(), |function| quote!(&#function(#value))))
    }

    /// Finds the enum of a fact that chooses, if the texts need not name it, and a place for errors.
    fn chooses(&self, fact: &Fact) -> (Option<Path>, Span) {
        let Some((name, of)) = self.find(&fact.name) else {
            return (None, Span::call_site());
        };
        let is_whole = fact.fields.is_empty() && fact.function.is_none();
        (of.filter(|_| is_whole).and_then(pattern::path), name.span())
    }
}
