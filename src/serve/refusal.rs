//! Refused requests: a status, a code for programs, a sentence for people.

use axum::body::Body;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::StatusCode;
use hyper::header::{self, HeaderValue};
use serde::Serialize;
use serde_json::json;

use super::play::{Denial, squares_json};
use super::reader_language::language_of;
use arbitro_cli::program_name::with_program_names;
use arbitro_rules::line::NoStart;
use arbitro_words::{Language, say};

/// A refused request.
#[arbitro_table::texts("words")]
#[derive(Clone, Debug)]
pub(crate) enum Refusal {
    Denial(Denial),
    /// An unusable start; `field` is the request's name for it.
    NoStart {
        field: &'static str,
        why: NoStart,
    },
    /// A match of a game that is not played here, or not known.
    NotJudged(arbitro_records::RecordMessage),
    NoAddress,
    NoMatch,
    NoTournament,
    NoMatchOfTournament,
    NoUpload,
    TooLong,
    /// The match moved on before an offer was answered, or a hint was found.
    OldOffer,
    OldHint,
    OldMove,
    TooManyMatches,
    TooManySearches,
    TooManyUploads,
    TooManyWaiting,
    TooManyWatching,
    Broken,
    /// A mistake of a client, for its authors, in English.
    OfClient(Mistake),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mistake {
    status: StatusCode,
    code: &'static str,
    text: String,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, code: &'static str, text: impl Into<String>) -> Refusal {
        Refusal::OfClient(Mistake { status, code, text: text.into() })
    }

    pub(super) fn bad_json(text: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, "bad_json", text)
    }

    pub(super) fn bad_field(text: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, "bad_field", text)
    }

    pub(super) const fn no_start(field: &'static str, why: NoStart) -> Refusal {
        let field = match why {
            NoStart::Fen(_)
            | NoStart::Board { .. }
            | NoStart::Moves(_)
            | NoStart::NoRules
            | NoStart::Broken(_) => field,
            NoStart::Quoridor(_) | NoStart::OneSize(_) => "size and walls",
        };
        Refusal::NoStart { field, why }
    }

    /// Its status, and its code for programs.
    pub(super) const fn kind(&self) -> (StatusCode, &'static str) {
        match self {
            Refusal::Denial(denied) => match denied {
                Denial::IllegalMove(_) => (StatusCode::UNPROCESSABLE_ENTITY, "illegal_move"),
                Denial::OldPly { .. } => (StatusCode::CONFLICT, "old_ply"),
                Denial::NotYourTurn => (StatusCode::CONFLICT, "not_your_turn"),
                Denial::Over => (StatusCode::CONFLICT, "match_over"),
                Denial::NothingToUndo => (StatusCode::CONFLICT, "nothing_to_undo"),
                Denial::Resigned | Denial::Late | Denial::Agreed => {
                    (StatusCode::CONFLICT, "ended_by_hand")
                }
                Denial::OfferStands => (StatusCode::CONFLICT, "offer_stands"),
                Denial::Declined => (StatusCode::CONFLICT, "offer_declined"),
                Denial::NoOffer => (StatusCode::CONFLICT, "no_offer"),
            },
            Refusal::NoStart { .. } => (StatusCode::BAD_REQUEST, "bad_field"),
            Refusal::NotJudged(_) => (StatusCode::UNPROCESSABLE_ENTITY, "no_records"),
            Refusal::NoAddress => (StatusCode::NOT_FOUND, "no_such_address"),
            Refusal::NoMatch | Refusal::NoMatchOfTournament => {
                (StatusCode::NOT_FOUND, "no_such_match")
            }
            Refusal::NoTournament => (StatusCode::NOT_FOUND, "no_such_tournament"),
            Refusal::NoUpload => (StatusCode::NOT_FOUND, "no_such_replay"),
            Refusal::TooLong => (StatusCode::UNPROCESSABLE_ENTITY, "too_long"),
            Refusal::OldOffer | Refusal::OldHint | Refusal::OldMove => {
                (StatusCode::CONFLICT, "changed")
            }
            Refusal::TooManyMatches
            | Refusal::TooManySearches
            | Refusal::TooManyUploads
            | Refusal::TooManyWaiting
            | Refusal::TooManyWatching => (StatusCode::SERVICE_UNAVAILABLE, "too_many"),
            Refusal::Broken => (StatusCode::INTERNAL_SERVER_ERROR, "broken"),
            Refusal::OfClient(it) => (it.status, it.code),
        }
    }

    pub(super) fn answer(&self, language: Language) -> Response {
        let (status, code) = self.kind();
        let text = say(self, language);
        let text = with_program_names(&text);
        let mut error = json!({"code": code, "text": text});
        if let Refusal::Denial(Denial::IllegalMove(illegal)) = self {
            error["diagnosis"] = error["text"].clone();
            error["why"] = illegal.code().into();
            error["squares"] = json!(squares_json(illegal.squares()));
        }
        let mut response = json_answer(status, &json!({ "error": error }));
        let is_english = matches!(self, Refusal::OfClient(_));
        let language = if is_english { Language::English } else { language };
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(language.code()));
        if status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        }
        response
    }
}

impl From<Denial> for Refusal {
    fn from(denied: Denial) -> Refusal {
        Refusal::Denial(denied)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        // English; the layer that knows the client's language may replace the text.
        let mut response = self.answer(Language::English);
        response.extensions_mut().insert(self);
        response
    }
}

/// Translates refusals into the client's language.
pub(super) async fn in_the_readers_language(request: Request, next: Next) -> Response {
    let language = language_of(request.headers());
    let response = next.run(request).await;
    match response.extensions().get::<Refusal>() {
        Some(refusal) if language != Language::English => refusal.answer(language),
        _ => response,
    }
}

pub(super) fn json_answer(status: StatusCode, value: &impl Serialize) -> Response {
    // No answer has keys other than strings, which is the only possible error.
    let bytes = serde_json::to_vec(value).unwrap_or_default();
    let mut response = Response::new(Body::from(bytes));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// Answers with a value as JSON.
pub(super) fn ok(value: &impl Serialize) -> Response {
    json_answer(StatusCode::OK, value)
}
