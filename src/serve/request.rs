//! Reads requests: their bodies, limited in size and time, and their parts.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

use axum::body::Bytes;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Query, Request};
use axum::response::Response;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::{StatusCode, header};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::connections::Slot;
use super::limits::Limits;
use super::refusal::Refusal;

pub(super) type Answered = Result<Response, Refusal>;
/// A part of an address.
pub(super) type Id<T = String> = Result<Path<T>, PathRejection>;
/// The fields of a query.
pub(super) type Fields = Query<BTreeMap<String, String>>;

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
    let stated = request.headers().get(header::CONTENT_LENGTH);
    let stated = stated.and_then(|stated| stated.to_str().ok()?.parse::<usize>().ok());
    if stated.is_some_and(|stated| stated > most) {
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

/// The media type of a request's body; empty if the request names none.
pub(super) fn media_type(request: &Request) -> &str {
    let value = request.headers().get(header::CONTENT_TYPE);
    let value = value.and_then(|value| value.to_str().ok()).unwrap_or_default();
    value.split(';').next().unwrap_or_default().trim()
}

/// The fields of a body, which is a JSON object.
pub(super) struct JsonFields(pub(super) Map<String, Value>);

impl JsonFields {
    /// Reads a body that is labelled as JSON: a form of another page cannot be.
    pub(super) async fn read(request: Request, limits: &Limits) -> Result<JsonFields, Refusal> {
        if !media_type(&request).eq_ignore_ascii_case("application/json") {
            return Err(Refusal::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "not_json",
                "a body must be JSON, with Content-Type: application/json",
            ));
        }
        JsonFields::read_unlabelled(request, limits).await
    }

    /// Reads a body, whatever its media type.
    pub(super) async fn read_unlabelled(
        request: Request,
        limits: &Limits,
    ) -> Result<JsonFields, Refusal> {
        let bytes = whole_body(request, limits.body_bytes, limits).await?;
        let fields = serde_json::from_slice(&bytes).map(JsonFields);
        fields.map_err(|why| Refusal::bad_json(format!("the body must be a JSON object: {why}")))
    }

    /// Takes a field that may be missing or null.
    pub(super) fn take_if_any<T: DeserializeOwned>(
        &mut self,
        name: &str,
    ) -> Result<Option<T>, Refusal> {
        let value = self.0.remove(name).unwrap_or_default();
        serde_json::from_value(value).map_err(|why| Refusal::bad_field(format!("{name}: {why}")))
    }

    pub(super) fn take<T: DeserializeOwned>(&mut self, name: &str) -> Result<T, Refusal> {
        let missing = || Refusal::bad_field(format!("the field {name:?} is missing"));
        self.take_if_any(name)?.ok_or_else(missing)
    }
}

/// Parses a field or a part of a query.
pub(super) fn parsed<T: FromStr<Err: Display>>(name: &str, text: &str) -> Result<T, Refusal> {
    text.parse().map_err(|why| Refusal::bad_field(format!("{name}: {why}")))
}
