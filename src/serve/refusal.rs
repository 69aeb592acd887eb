//! Refused requests: a status, a code for programs, a sentence for people.

use axum::body::Body;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::{StatusCode, header};
use serde::Serialize;
use serde_json::{Value, json};

use super::play::{Denied, spot};
use super::reader::language_of;
use arbitro_cli::called::as_called;
use arbitro_rules::language::{Language, Said, of_each};
use arbitro_rules::line::NoStart;
use arbitro_rules::said;
use arbitro_words::say;

/// A refused request: status and reason.
#[derive(Clone, Debug)]
pub(super) struct Refusal {
    status: StatusCode,
    code: &'static str,
    text: Said,
    /// Further JSON keys besides code and text.
    more: Option<Value>,
    /// A second key with the sentence as its value.
    again: Option<&'static str>,
}

/// A sentence for people in every language, or one for authors of clients in English.
pub(super) trait Words {
    fn said(self) -> Said;
}

impl Words for Said {
    fn said(self) -> Said {
        self
    }
}

impl Words for &str {
    fn said(self) -> Said {
        Said::same(self)
    }
}

impl Words for String {
    fn said(self) -> Said {
        Said::same(self)
    }
}

impl Refusal {
    pub(super) fn new(status: StatusCode, code: &'static str, text: impl Words) -> Refusal {
        Refusal { status, code, text: text.said(), more: None, again: None }
    }

    pub(super) fn bad_json(text: impl Words) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, "bad_json", text)
    }

    pub(super) fn bad_field(text: impl Words) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, "bad_field", text)
    }

    pub(super) fn no_match() -> Refusal {
        Refusal::new(
            StatusCode::NOT_FOUND,
            "no_such_match",
            said!(
                "there is no such match, or it was closed after a long pause: begin a new one",
                "questa partita non c'è, o è stata chiusa dopo una lunga inattività: se ne può iniziare una nuova",
                "cette partie n’existe pas, ou elle a été fermée après une longue inactivité : commencez-en une nouvelle"
            ),
        )
    }

    pub(super) fn busy(text: impl Words) -> Refusal {
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "too_many", text)
    }

    /// The sentence in English.
    pub(super) fn text(&self) -> &str {
        self.text.in_language(Language::English)
    }

    pub(super) fn answer(&self, language: Language) -> Response {
        let said = self.text.in_language(language);
        let text = as_called(said);
        let mut error = json!({"code": self.code, "text": text});
        if let Some(again) = self.again {
            error[again] = text.into();
        }
        if let (Some(error), Some(Value::Object(more))) = (error.as_object_mut(), &self.more) {
            error.extend(more.clone());
        }
        let mut response = json_answer(self.status, &json!({ "error": error }));
        // Messages to authors of clients are English in every language.
        let spoken = if said == self.text() { Language::English } else { language };
        let spoken = header::HeaderValue::from_static(spoken.code());
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_LANGUAGE, spoken);
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            let soon = header::HeaderValue::from_static("2");
            headers.insert(header::RETRY_AFTER, soon);
        }
        response
    }

    pub(super) const fn status(&self) -> StatusCode {
        self.status
    }
}

impl Refusal {
    /// Explains an unusable start to the person who wrote it; `field` is the request's name for it.
    pub(super) fn no_start(field: &str, why: &NoStart) -> Refusal {
        let field = match why {
            NoStart::Fen(_) | NoStart::Board { .. } => field,
            NoStart::Quoridor(_) | NoStart::OneSize(_) => "size and walls",
        };
        Refusal::bad_field(of_each(|language| {
            let why = say(why, language);
            match language {
                Language::English | Language::Italian => format!("{field}: {why}"),
                Language::French => format!("{field} : {why}"),
            }
        }))
    }
}

impl From<Denied> for Refusal {
    fn from(denied: Denied) -> Refusal {
        let text = denied.said();
        let code = match denied {
            Denied::Illegal(illegal) => {
                return Refusal {
                    status: StatusCode::UNPROCESSABLE_ENTITY,
                    code: "illegal_move",
                    more: Some(json!({
                        "why": illegal.code,
                        "squares": illegal.squares.into_iter().map(spot).collect::<Vec<_>>(),
                    })),
                    again: Some("diagnosis"),
                    text,
                };
            }
            Denied::OldPly { .. } => "old_ply",
            Denied::NotYourTurn => "not_your_turn",
            Denied::Over => "match_over",
            Denied::NothingToUndo => "nothing_to_undo",
            Denied::Resigned | Denied::Late | Denied::Agreed => "ended_by_hand",
            Denied::OfferStands => "draw_offered",
            Denied::Declined => "draw_declined",
            Denied::NoOffer => "no_offer",
        };
        Refusal::new(StatusCode::CONFLICT, code, text)
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
    headers.insert(header::CONTENT_TYPE, header::HeaderValue::from_static("application/json"));
    response
}

/// Answers with a value as JSON.
pub(super) fn ok(value: &impl Serialize) -> Response {
    json_answer(StatusCode::OK, value)
}
