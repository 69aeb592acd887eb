//! Checks that requests come from our own page, and sets the security headers of every answer.
//!
//! A foreign page can make a browser on this machine send requests here. The `Host` header reveals
//! one that points its own name at this machine (DNS rebinding); `Origin` reveals the others.

use std::net::IpAddr;
use std::str::FromStr;
use std::sync::Arc;

use arbitro_rules::InvalidValue;
use axum::response::Response;
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::http::uri::Authority;
use hyper::{Method, Request, StatusCode};

use super::refusal::Refusal;

/// A name by which other machines address this one. It is compared, never resolved.
#[derive(Clone, Debug)]
pub struct HostName(String);

/// Maximum length of a name in DNS.
const MAX_HOST_LENGTH: usize = 253;

impl FromStr for HostName {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<HostName, InvalidValue> {
        let name = text.strip_suffix('.').unwrap_or(text);
        let is_label = |label: &str| {
            let is_fine = |it: u8| it.is_ascii_alphanumeric() || it == b'-' || it == b'_';
            !label.is_empty() && label.len() < 64 && label.bytes().all(is_fine)
        };
        if name.len() <= MAX_HOST_LENGTH && name.split('.').all(is_label) {
            return Ok(HostName(name.to_owned()));
        }
        let expected = "expected a name such as games.example.org, without http:// and port";
        Err(InvalidValue::new(text, |_| expected.to_owned()))
    }
}

/// The names by which clients may address this server.
#[derive(Clone, Debug)]
pub(super) struct AllowedHosts {
    bound: IpAddr,
    names: Arc<[HostName]>,
}

const HEADERS: [(HeaderName, HeaderValue); 4] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
             connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
];

/// Adds the headers that every answer has, where it has none of its own.
pub(super) fn finish(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(value);
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// The only value of a header; `Err` if it has several or is not text.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, ()> {
    let mut values = headers.get_all(name).iter();
    let first = values.next();
    match (first, values.next()) {
        (None, _) => Ok(None),
        (Some(one), None) => one.to_str().map(Some).map_err(|_| ()),
        (Some(_), Some(_)) => Err(()),
    }
}

/// Returns true if a page of this origin is one of the host that it was asked of. By TLS, too: a proxy
/// in front of this server may add that.
fn is_same_origin(origin: &str, host: &Authority) -> bool {
    let plain = origin.strip_prefix("http://").map(|strip_prefix| (strip_prefix, 80));
    let Some((named, default)) =
        plain.or_else(|| origin.strip_prefix("https://").map(|strip_prefix| (strip_prefix, 443)))
    else {
        return false;
    };
    let Ok(named) = named.parse::<Authority>() else {
        return false;
    };
    // No port is the default one; a port that is no number is none at all.
    let port =
        |it: &Authority| it.port_u16().or_else(|| (it.as_str() == it.host()).then_some(default));
    let is_same_port = port(&named).is_some_and(|it| port(host) == Some(it));
    named.host().eq_ignore_ascii_case(host.host()) && is_same_port && !named.as_str().contains('@')
}

impl AllowedHosts {
    pub(super) fn new(bound: IpAddr, names: Vec<HostName>) -> AllowedHosts {
        let names = names.into();
        AllowedHosts { bound, names }
    }

    /// Returns true for a loopback name, the address that the server is bound to, or a name that it
    /// was given. A server bound to every address accepts any address, but still no other name:
    /// only a name can be pointed at another machine.
    fn is_own_host(&self, host: &str) -> bool {
        let bare = host.strip_prefix('[').and_then(|strip_prefix| strip_prefix.strip_suffix(']'));
        match bare.unwrap_or(host).parse::<IpAddr>() {
            Ok(address) => {
                address.is_loopback() || address == self.bound || self.bound.is_unspecified()
            }
            Err(_) => {
                let host = host.strip_suffix('.').unwrap_or(host);
                let mut names = self.names.iter().map(|name| name.0.as_str());
                host.eq_ignore_ascii_case("localhost")
                    || names.any(|name| name.eq_ignore_ascii_case(host))
            }
        }
    }

    /// Refuses requests that were not meant for this server.
    pub(super) fn check<B>(&self, request: &Request<B>) -> Result<(), Refusal> {
        // The original's page comes from a web server that forwards these requests under names and
        // origins of its own. The server keeps no state for them, so there is nothing to protect.
        if request.uri().path().starts_with("/game/") {
            return Ok(());
        }
        let wrong_host = || {
            Refusal::new(
                StatusCode::MISDIRECTED_REQUEST,
                "wrong_host",
                "this server answers only to localhost, its own address and the names of --host; open the address that `serve` printed",
            )
        };
        let host = only(request.headers(), &header::HOST).map_err(|()| wrong_host())?;
        let host: Authority = host.and_then(|host| host.parse().ok()).ok_or_else(wrong_host)?;
        // A request line may contain a whole address; it must not contradict the header.
        let is_same = request
            .uri()
            .authority()
            .is_none_or(|authority| authority.as_str().eq_ignore_ascii_case(host.as_str()));
        if !self.is_own_host(host.host()) || !is_same || host.as_str().contains('@') {
            return Err(wrong_host());
        }
        if request.method() == Method::GET || request.method() == Method::HEAD {
            return Ok(());
        }
        let wrong_origin = || {
            Refusal::new(
                StatusCode::FORBIDDEN,
                "wrong_origin",
                "this request comes from another page; only the page of this server may do that",
            )
        };
        let origin = only(request.headers(), &header::ORIGIN).map_err(|()| wrong_origin())?;
        if origin.is_some_and(|origin| !is_same_origin(origin, &host)) {
            return Err(wrong_origin());
        }
        Ok(())
    }
}
