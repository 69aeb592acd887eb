//! A request that is refused: a status, a word for programs, a sentence for people.

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use hyper::{StatusCode, header};
use serde::Serialize;
use serde_json::{Value, json};

use super::play::{Denied, RefusedOpening};

/// Why not.
#[derive(Clone, Debug)]
pub(super) struct Refusal {
    status: StatusCode,
    code: &'static str,
    text: String,
    /// Further keys beside code and text.
    more: Option<Value>,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, code: &'static str, text: impl Into<String>) -> Refusal {
        Refusal {
            status,
            code,
            text: text.into(),
            more: None,
        }
    }

    pub(super) fn bad_json(text: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, "bad_json", text)
    }

    pub(super) fn bad_field(text: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, "bad_field", text)
    }

    pub(super) fn no_match() -> Refusal {
        Refusal::new(
            StatusCode::NOT_FOUND,
            "no_such_match",
            "there is no such match, or it was put away after a long silence: begin a new one",
        )
    }

    pub(super) fn busy(text: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "too_many", text)
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) const fn status(&self) -> StatusCode {
        self.status
    }
}

impl From<RefusedOpening> for Refusal {
    fn from(why: RefusedOpening) -> Refusal {
        Refusal::bad_field(why.to_string())
    }
}

impl From<Denied> for Refusal {
    fn from(denied: Denied) -> Refusal {
        let text = denied.to_string();
        let code = match denied {
            Denied::Illegal(illegal) => {
                return Refusal {
                    status: StatusCode::UNPROCESSABLE_ENTITY,
                    code: "illegal_move",
                    more: Some(json!({
                        "diagnosis": &illegal.text,
                        "why": illegal.code,
                        "squares": illegal.squares,
                    })),
                    text,
                };
            }
            Denied::OldPly { .. } => "old_ply",
            Denied::NotYourTurn => "not_your_turn",
            Denied::Over => "match_over",
            Denied::NothingToUndo => "nothing_to_undo",
            Denied::EndedByHand(_) => "ended_by_hand",
        };
        Refusal::new(StatusCode::CONFLICT, code, text)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut error = json!({"code": self.code, "text": self.text});
        if let (Some(error), Some(Value::Object(more))) = (error.as_object_mut(), self.more) {
            error.extend(more);
        }
        let mut response = json_answer(self.status, &json!({ "error": error }));
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            let soon = header::HeaderValue::from_static("2");
            response.headers_mut().insert(header::RETRY_AFTER, soon);
        }
        response
    }
}

/// An answer in JSON.
pub(super) fn json_answer(status: StatusCode, value: &impl Serialize) -> Response {
    // Nothing that is answered has keys that are no text, which is all that could fail.
    let bytes = serde_json::to_vec(value).unwrap_or_default();
    let mut response = Response::new(Body::from(bytes));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        header::HeaderValue::from_static("application/json"),
    );
    response
}

/// The usual answer.
pub(super) fn ok(value: &impl Serialize) -> Response {
    json_answer(StatusCode::OK, value)
}
