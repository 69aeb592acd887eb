//! Reads requests: the body, limited in size and time, and its fields by name.

use axum::body::{Body, Bytes};
use axum::extract::Request;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::{StatusCode, header};
use serde_json::{Map, Value};

use super::connections::Slot;
use super::limits::Limits;
use super::refusal::Refusal;

/// Reads the whole body of a request, at most `most` bytes.
///
/// Meanwhile the connection counts as waiting for its client, so that clients who never finish
/// cannot keep others out.
pub(super) async fn whole_body(
    request: Request,
    most: usize,
    limits: &Limits,
) -> Result<Bytes, Refusal> {
    let too_large = || {
        Refusal::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "too_large",
            format!("the request's body is larger than {most} bytes"),
        )
    };
    let said = request.headers().get(header::CONTENT_LENGTH);
    let said = said.and_then(|it| it.to_str().ok()?.parse::<usize>().ok());
    if said.is_some_and(|it| it > most) {
        return Err(too_large());
    }
    let (parts, body) = request.into_parts();
    let _waiting = parts.extensions.get::<Slot>().map(Slot::waits_for_client);
    let whole = Limited::new(body, most).collect();
    match tokio::time::timeout(limits.body_time, whole).await {
        Ok(Ok(whole)) => Ok(whole.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_large()),
        Ok(Err(error)) => Err(Refusal::new(
            StatusCode::BAD_REQUEST,
            "broken_body",
            format!("the request's body cannot be read: {error}"),
        )),
        Err(_) => Err(Refusal::new(
            StatusCode::REQUEST_TIMEOUT,
            "too_slow",
            format!(
                "the request's body did not arrive within {} seconds",
                limits.body_time.as_secs()
            ),
        )),
    }
}

/// The fields of a JSON object; every body is one.
#[derive(Debug)]
pub(super) struct Fields(Map<String, Value>);

impl Fields {
    /// Reads a body as a JSON object.
    pub(super) async fn read(request: Request, limits: &Limits) -> Result<Fields, Refusal> {
        let kind = request.headers().get(header::CONTENT_TYPE);
        let kind = kind.and_then(|it| it.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            return Err(Refusal::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "not_json",
                "a body must be JSON, with Content-Type: application/json",
            ));
        }
        Fields::read_unlabelled(request, limits).await
    }

    /// Reads a body as a JSON object, whatever its content type.
    pub(super) async fn read_unlabelled(
        request: Request,
        limits: &Limits,
    ) -> Result<Fields, Refusal> {
        let bytes = whole_body(request, limits.body_bytes, limits).await?;
        match serde_json::from_slice(&bytes) {
            Ok(Value::Object(fields)) => Ok(Fields(fields)),
            Ok(_) => Err(Refusal::bad_json("the body must be a JSON object: {...}")),
            Err(why) => Err(Refusal::bad_json(format!("the body is not JSON: {why}"))),
        }
    }

    /// The whole object.
    pub(super) fn into_value(self) -> Value {
        Value::Object(self.0)
    }

    fn given(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    pub(super) fn text_if_any(&self, name: &str) -> Result<Option<&str>, Refusal> {
        match self.given(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(wrong(name, "a text", other)),
        }
    }

    pub(super) fn text(&self, name: &str) -> Result<&str, Refusal> {
        self.text_if_any(name)?.ok_or_else(|| missing(name))
    }

    pub(super) fn number_if_any(&self, name: &str) -> Result<Option<u64>, Refusal> {
        match self.given(name) {
            None => Ok(None),
            Some(value) => match value.as_u64() {
                Some(number) => Ok(Some(number)),
                None => Err(wrong(name, "a whole number", value)),
            },
        }
    }

    pub(super) fn number(&self, name: &str) -> Result<u64, Refusal> {
        self.number_if_any(name)?.ok_or_else(|| missing(name))
    }

    /// A list of texts with their milliseconds: `[{"text": ..., "ms": ...}, ...]`.
    pub(super) fn timed_texts(&self, name: &str) -> Result<Vec<(&str, u64)>, Refusal> {
        let list = self.given(name).ok_or_else(|| missing(name))?;
        let timed = list.as_array().map(|all| all.iter());
        let all = timed.and_then(|all| {
            all.map(|it| it["text"].as_str().zip(it["ms"].as_u64())).collect::<Option<Vec<_>>>()
        });
        all.ok_or_else(|| wrong(name, "a list of text and ms", list))
    }

    /// A text parsed into a type.
    pub(super) fn parsed<T: std::str::FromStr<Err: std::fmt::Display>>(
        &self,
        name: &str,
    ) -> Result<Option<T>, Refusal> {
        self.text_if_any(name)?
            .map(|text| text.parse().map_err(|why| Refusal::bad_field(format!("{name}: {why}"))))
            .transpose()
    }
}

fn missing(name: &str) -> Refusal {
    Refusal::bad_field(format!("the field {name:?} is missing"))
}

fn wrong(name: &str, expected: &str, found: &Value) -> Refusal {
    let found: String = found.to_string().chars().take(40).collect();
    Refusal::bad_field(format!("{name}: expected {expected}, found {found}"))
}

pub(super) fn has_body(request: &Request<Body>) -> bool {
    let headers = request.headers();
    let length = headers.get(header::CONTENT_LENGTH);
    length.is_some_and(|it| it != "0") || headers.contains_key(header::TRANSFER_ENCODING)
}
