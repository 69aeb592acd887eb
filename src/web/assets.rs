//! The page's files, inside the binary. A request's path is compared with this list and with nothing
//! on the disk.

use std::sync::OnceLock;

use axum::body::Body;
use axum::response::Response;
use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::{Method, StatusCode};
use sha2::{Digest, Sha256};

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// Its path below `src/web/assets/`, which is also its path on the server.
    pub path: &'static str,
    /// Its bytes.
    pub bytes: &'static [u8],
}

macro_rules! assets {
    ($($path:literal)*) => {
        /// Every file of the page. One that is listed and missing does not compile; one that is there
        /// and not listed fails a test.
        pub const ASSETS: &[Asset] = &[
            $(Asset {
                path: $path,
                bytes: include_bytes!(concat!("assets/", $path)),
            }),*
        ];
    };
}

assets! {
    "index.html"
}

impl Asset {
    /// What it is, by the end of its name.
    const fn kind(&self) -> &'static str {
        let path = self.path.as_bytes();
        match path {
            [.., b'h', b't', b'm', b'l'] => "text/html; charset=utf-8",
            [.., b'.', b'j', b's'] => "text/javascript; charset=utf-8",
            [.., b'.', b'c', b's', b's'] => "text/css; charset=utf-8",
            [.., b'j', b's', b'o', b'n'] => "application/json",
            [.., b'.', b's', b'v', b'g'] => "image/svg+xml",
            [.., b'.', b'p', b'n', b'g'] => "image/png",
            [.., b'.', b'i', b'c', b'o'] => "image/x-icon",
            [.., b'm', b'a', b'n', b'i', b'f', b'e', b's', b't'] => "application/manifest+json",
            _ => "application/octet-stream",
        }
    }
}

/// The tag of each asset: some of its hash.
fn tags() -> &'static [HeaderValue] {
    static TAGS: OnceLock<Vec<HeaderValue>> = OnceLock::new();
    TAGS.get_or_init(|| {
        let tag = |asset: &Asset| {
            let hash = Sha256::digest(asset.bytes);
            let hex: String = hash.iter().take(12).map(|it| format!("{it:02x}")).collect();
            HeaderValue::from_str(&format!("\"{hex}\"")).ok()
        };
        let tags = ASSETS.iter().map(tag);
        tags.map(|tag| tag.unwrap_or(HeaderValue::from_static("\"\"")))
            .collect()
    })
}

/// The asset at a path, if there is one.
pub(super) fn answer(method: &Method, path: &str, headers: &HeaderMap) -> Option<Response> {
    let wanted = match path.strip_prefix('/')? {
        "" => "index.html",
        path => path,
    };
    let index = ASSETS.iter().position(|asset| asset.path == wanted)?;
    let (asset, tag) = (&ASSETS[index], tags()[index].clone());
    // A browser may name several.
    let known = headers.get(header::IF_NONE_MATCH);
    let known = known.and_then(|it| it.to_str().ok()).unwrap_or_default();
    let is_known = known
        .split(',')
        .any(|it| it.trim().trim_start_matches("W/").as_bytes() == tag.as_bytes());
    let mut response = Response::new(if is_known {
        Body::empty()
    } else {
        Body::from(asset.bytes)
    });
    if is_known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    debug_assert!(method == Method::GET || method == Method::HEAD);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.kind()));
    headers.insert(header::ETAG, tag);
    // To be kept, and asked for each time: another version of the program may be the next to answer.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Some(response)
}
