//! The client's language, as the request states it.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use hyper::header::{self, HeaderMap};
use hyper::http::request::Parts;

use arbitro_words::Language;

/// Language of an answer's sentences.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReaderLanguage(pub(super) Language);

/// The language that a request prefers.
pub(super) fn language_of(headers: &HeaderMap) -> Language {
    let accept = headers.get(header::ACCEPT_LANGUAGE);
    let accept = accept.and_then(|accept| accept.to_str().ok());
    accept.map_or(Language::English, Language::of_browser)
}

impl<S: Sync> FromRequestParts<S> for ReaderLanguage {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<ReaderLanguage, Infallible> {
        // A page cannot set the headers of an event stream.
        let asked = parts.uri.query().unwrap_or_default().split('&');
        let asked =
            asked.filter_map(|it| it.strip_prefix("language=")).find_map(|it| it.parse().ok());
        Ok(ReaderLanguage(asked.unwrap_or_else(|| language_of(&parts.headers))))
    }
}
