//! `Message` for an enum: a `match` over its variants, and over the languages in each.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};
use syn::{Data, DeriveInput, Error, Fields, PathArguments, Type, Variant};

use crate::room::File;
use crate::text::{self, Fact, Part, Pattern};

/// Makes `Message`; or lists all mistakes.
pub(crate) fn of_enum(files: &[File], item: &DeriveInput) -> syn::Result<TokenStream> {
    let Data::Enum(data) = &item.data else {
        return Err(Error::new(item.ident.span(), "messages are enums"));
    };
    let table = item.ident.to_string();
    let mut mistakes: Vec<Error> = Vec::new();
    for file in files {
        let entries = file.tables.get(&table).into_iter().flat_map(|it| &it.1);
        for (name, entry) in entries.filter(|it| !data.variants.iter().any(|v| v.ident == it.0)) {
            let what = format!("{table} has no such variant");
            let what = file.mistake(entry.line, &format!("{table}.{name}"), &what);
            mistakes.push(Error::new(item.ident.span(), what));
        }
    }
    let language = own("language");
    let arms = data.variants.iter().map(|variant| {
        let facts = Facts(facts(variant));
        let texts = files.iter().map(|file| {
            let text = facts.text(file, &table, &variant.ident);
            text.unwrap_or_else(|what| {
                mistakes.push(Error::new(variant.ident.span(), what));
                TokenStream::new()
            })
        });
        let texts = by_language(files, texts.collect());
        let (name, names) = (&variant.ident, facts.0.iter().map(|it| &it.0));
        let names = match variant.fields {
            Fields::Unit => TokenStream::new(),
            Fields::Unnamed(_) => quote!((#(#names),*)),
            Fields::Named(_) => quote!({ #(#names),* }),
        };
        quote!(Self::#name #names => match #language { #texts })
    });
    let arms: Vec<_> = arms.collect();
    let all = mistakes.into_iter().reduce(|mut all, it| {
        all.combine(it);
        all
    });
    if let Some(all) = all {
        return Err(all);
    }
    Ok(implementation(item, &quote!(match self { #(#arms),* })))
}

/// Makes the implementation around a body; a stub where texts are wrong, so that no use of the enum is an error, too.
pub(crate) fn implementation(item: &DeriveInput, body: &TokenStream) -> TokenStream {
    let (name, language) = (&item.ident, own("language"));
    let (generics, arguments, bounds) = item.generics.split_for_impl();
    quote! {
        impl #generics ::arbitro_words::Message for #name #arguments #bounds {
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

/// The facts of a variant; the only one without a name is called `it`.
fn facts(variant: &Variant) -> Vec<(Ident, &Type)> {
    let name =
        |it: &Option<Ident>| it.clone().unwrap_or_else(|| Ident::new("it", variant.ident.span()));
    variant.fields.iter().map(|it| (name(&it.ident), &it.ty)).collect()
}

/// A name of the generated code, which no fact of that name gets at.
fn own(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// The facts of a variant, by name.
struct Facts<'a>(Vec<(Ident, &'a Type)>);

impl Facts<'_> {
    /// Makes the expression of a variant's text in a language, which says every fact.
    fn text(&self, file: &File, table: &str, variant: &Ident) -> Result<TokenStream, String> {
        let name = format!("{table}.{variant}");
        let entry = file.tables.get(table).and_then(|it| it.1.get(&variant.to_string()));
        let entry = entry.ok_or_else(|| format!("{}: {name} is missing", file.name))?;
        let wrong = |what: String| file.mistake(entry.line, &name, &what);
        let parts = text::parse(&entry.text).map_err(wrong)?;
        let mut used = BTreeSet::new();
        let says = self.says(&parts, &[], &mut used).map_err(wrong)?;
        if let Some((unused, _)) = self.0.iter().find(|it| !used.contains(&it.0.to_string())) {
            return Err(wrong(format!("the text does not say {{{unused}}}")));
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

    /// Makes statements that append the parts. `bound` are the names that arms around them have given.
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
                    let arms = arms.iter().map(|(pattern, text)| {
                        let (pattern, names) = self.pattern(fact, pattern)?;
                        let bound: Vec<Ident> = names.into_iter().chain(bound.iter().cloned()).collect();
                        let text = self.says(text, &bound, used)?;
                        Ok(quote!(#pattern => { #text }))
                    });
                    let arms = arms.collect::<Result<Vec<_>, String>>()?;
                    quote!(match #value { #(#arms)* })
                }
            });
        }
        Ok(says)
    }

    /// Makes a reference to a fact or its field.
    fn value(
        &self,
        fact: &Fact,
        bound: &[Ident],
        used: &mut BTreeSet<String>,
    ) -> Result<TokenStream, String> {
        let mut names = bound.iter().chain(self.0.iter().map(|it| &it.0));
        let name = names.find(|it| *it == &fact.name);
        let name = name.ok_or_else(|| format!("{{{}}} is not a fact of it", fact.name))?;
        used.insert(fact.name.clone());
        let fields = fact.fields.iter().map(|it| Ident::new(it, name.span()));
        Ok(if fact.fields.is_empty() { quote!(#name) } else { quote!(&#name #(.#fields)*) })
    }

    /// Makes the pattern of an arm, and the names that it gives to a variant's fields.
    fn pattern(&self, fact: &Fact, pattern: &Pattern) -> Result<(TokenStream, Vec<Ident>), String> {
        let (variant, fields, is_tuple) = match pattern {
            Pattern::AnyOther => return Ok((quote!(_), Vec::new())),
            Pattern::Number(number) => {
                let number = Literal::u64_unsuffixed(*number);
                return Ok((quote!(#number), Vec::new()));
            }
            Pattern::Variant { name, fields, is_tuple } => (name, fields, *is_tuple),
        };
        let (name, of) = self.0.iter().find(|it| it.0 == fact.name).ok_or_else(|| {
            format!("{{{}?{variant}: ..}} does not choose by a fact of the variant", fact.name)
        })?;
        let mut of = *of;
        while let Type::Reference(it) = of {
            of = &it.elem;
        }
        let Type::Path(of) = of else {
            return Err(format!("{{{}}} is no enum", fact.name));
        };
        if !fact.fields.is_empty() {
            return Err(format!("{{{}?{variant}: ..}} chooses by the field of a fact", fact.name));
        }
        let mut of = of.path.clone();
        if let Some(last) = of.segments.last_mut() {
            last.arguments = PathArguments::None;
        }
        let variant = Ident::new(variant, name.span());
        let names: Vec<_> = fields.iter().map(|it| Ident::new(it, name.span())).collect();
        let pattern = match &names[..] {
            [] => quote!(#of::#variant { .. }),
            _ if is_tuple => quote!(#of::#variant(#(#names),*)),
            _ => quote!(#of::#variant { #(#names),* }),
        };
        Ok((pattern, names))
    }
}
