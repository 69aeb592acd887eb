//! The page's files, built into the binary. A request's path is compared with this list, never with
//! the disk.

use std::io::Write;
use std::sync::OnceLock;

use axum::body::{Body, Bytes};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::StatusCode;
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use sha2::{Digest, Sha256};

use arbitro_html::frame::{PALETTE, SORT, TABLES};

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// Its path below `src/serve/assets/`, which is also its path on the server; three are the report's.
    pub path: &'static str,
    pub bytes: &'static [u8],
}

macro_rules! assets {
    ($($path:literal)*) => {
        /// All files of the page. A listed file that is missing does not compile; an unlisted one
        /// fails a test.
        pub const ASSETS: &[Asset] = &[
            Asset { path: "palette.css", bytes: PALETTE.as_bytes() },
            Asset { path: "tables.css", bytes: TABLES.as_bytes() },
            Asset { path: "sort.js", bytes: SORT.as_bytes() },
            $(Asset {
                path: $path,
                bytes: include_bytes!(concat!("assets/", $path)),
            }),*
        ];
    };
}

assets! {
    "index.html"
    "api.js"
    "board.css"
    "board.js"
    "cell_moves.js"
    "choice.js"
    "choosing.js"
    "dom.js"
    "draughts_picture.js"
    "grid.js"
    "home.js"
    "icon.svg"
    "lookup.js"
    "main.js"
    "match.js"
    "match_parts.js"
    "picture.js"
    "playthrough.js"
    "position.js"
    "presence.js"
    "quoridor_picture.js"
    "replay.js"
    "sign_picture.js"
    "sound.js"
    "speech.js"
    "style.css"
    "tournaments.js"
    "turn.js"
    "words.js"
    "words/en.js"
    "words/fr.js"
    "words/it.js"
}

impl Asset {
    /// Returns the media type, by the file's extension.
    fn media_type(&self) -> &'static str {
        match self.path.rsplit('.').next() {
            Some("html") => "text/html; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("svg") => "image/svg+xml",
            _ => "application/octet-stream",
        }
    }
}

/// An asset, ready to send.
#[derive(Debug)]
pub(super) struct PreparedAsset {
    tag: HeaderValue,
    /// The compressed form, if it is smaller.
    packed: Option<Bytes>,
}

/// All assets, prepared by the first call.
pub(super) fn prepared_assets() -> &'static [PreparedAsset] {
    static READY: OnceLock<Vec<PreparedAsset>> = OnceLock::new();
    READY.get_or_init(|| ASSETS.iter().map(prepare).collect())
}

fn prepare(asset: &Asset) -> PreparedAsset {
    let hash = Sha256::digest(asset.bytes);
    let hex: String = hash.iter().take(12).map(|it| format!("{it:02x}")).collect();
    let tag = HeaderValue::from_str(&format!("W/\"{hex}\""));
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    let packed = packer.write_all(asset.bytes).and_then(|()| packer.finish());
    PreparedAsset {
        // Letters and digits are valid in a header.
        tag: tag.unwrap_or(HeaderValue::from_static("W/\"\"")),
        packed: packed.ok().filter(|packed| packed.len() < asset.bytes.len()).map(Bytes::from),
    }
}

/// Splits a header's values into a list.
fn listed<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    let values = headers.get_all(name).into_iter();
    values.filter_map(|value| value.to_str().ok()).flat_map(|it| it.split(',')).map(str::trim)
}

fn accepts_gzip(headers: &HeaderMap) -> bool {
    listed(headers, &header::ACCEPT_ENCODING).any(|way| {
        let mut parts = way.split(';').map(str::trim);
        let is_it = parts.next().is_some_and(|part| part.eq_ignore_ascii_case("gzip"));
        is_it && !parts.any(|part| matches!(part, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

/// Returns the asset at a path, if there is one.
pub(super) fn answer(path: &str, asked: &HeaderMap) -> Option<Response> {
    let wanted = match path.strip_prefix('/')? {
        "" => "index.html",
        path => path,
    };
    let index = ASSETS.iter().position(|asset| asset.path == wanted)?;
    let (asset, ready) = (&ASSETS[index], &prepared_assets()[index]);
    let packed = ready.packed.clone().filter(|_| accepts_gzip(asked));
    // One tag for both forms: a weak one, because the content is the same.
    let is_known =
        listed(asked, &header::IF_NONE_MATCH).any(|it| it.as_bytes() == ready.tag.as_bytes());
    let mut response = Response::new(Body::empty());
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.media_type()));
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    headers.insert(header::ETAG, ready.tag.clone());
    // The browser must revalidate each time: another version of the program may answer next.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if is_known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return Some(response);
    }
    *response.body_mut() = match packed {
        Some(packed) => {
            let gzip = HeaderValue::from_static("gzip");
            response.headers_mut().insert(header::CONTENT_ENCODING, gzip);
            Body::from(packed)
        }
        None => Body::from(asset.bytes),
    };
    Some(response)
}
