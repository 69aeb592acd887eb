//! The page's files as they are served.

use std::collections::BTreeSet;

use arbitro_serve::ASSETS;
use walkdir::WalkDir;

use crate::web_client::{Client, server};
use arbitro_testkit::games::project;

#[test]
fn every_file_of_the_page_is_inside_the_binary() {
    let folder = project("src/serve/assets");
    let mut there: BTreeSet<String> = WalkDir::new(&folder)
        .into_iter()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let path = entry.path().strip_prefix(&folder).unwrap();
            path.to_str().unwrap().to_owned()
        })
        .collect();
    // These are the report's.
    there.extend(["palette.css", "tables.css", "sort.js"].map(str::to_owned));
    let listed: BTreeSet<String> = ASSETS.iter().map(|it| it.path.to_owned()).collect();
    assert_eq!(listed, there, "the list in src/serve/assets.rs is not what the folder has");
    assert_eq!(listed.len(), ASSETS.len(), "each once");
}

#[test]
fn the_whole_page_as_it_is_sent_is_below_150_kib() {
    let server = server();
    let mut client = Client::to(server.address());
    let packed = [("Accept-Encoding", "gzip, deflate, br")];
    let sent: usize = ASSETS
        .iter()
        .map(|it| client.ask("GET", &format!("/{}", it.path), &packed, "").body.len())
        .sum();
    println!("{} files, {sent} bytes as sent", ASSETS.len());
    assert!(sent < 150 << 10, "{sent} bytes");
}

#[test]
fn an_asset_is_sent_as_what_it_is_and_again_only_when_it_has_changed() {
    let server = server();
    let mut client = Client::to(server.address());
    let page = client.get("/");
    assert_eq!(page.status, 200);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(page.body, client.get("/index.html").body);
    assert_eq!(page.header("content-encoding"), None);
    let tag = page.header("etag").unwrap().to_owned();
    let known = client.ask("GET", "/", &[("If-None-Match", &tag)], "");
    assert_eq!((known.status, known.header("etag")), (304, Some(tag.as_str())));
    let other = client.ask("GET", "/", &[("If-None-Match", "W/\"other\"")], "");
    assert_eq!(other.status, 200);
    for asset in ASSETS {
        let answer = client.get(&format!("/{}", asset.path));
        assert_eq!(answer.body, asset.bytes, "{}", asset.path);
        let kind = answer.header("content-type").unwrap();
        assert_ne!(kind, "application/octet-stream", "{}", asset.path);
        let gzip = [("Accept-Encoding", "gzip")];
        let packed = client.ask("GET", &format!("/{}", asset.path), &gzip, "");
        if packed.header("content-encoding") == Some("gzip") {
            assert_eq!(packed.body[..2], [0x1f, 0x8b], "{}", asset.path);
            assert!(packed.body.len() < asset.bytes.len(), "{}", asset.path);
        }
    }
    let refused = client.ask("GET", "/", &[("Accept-Encoding", "gzip;q=0")], "");
    assert_eq!(refused.header("content-encoding"), None);
}

#[test]
fn unknown_addresses_link_to_the_start_page() {
    let server = server();
    let lost = Client::to(server.address()).get("/somewhere");
    assert_eq!(lost.status, 404);
    let body = String::from_utf8(lost.body).unwrap();
    assert!(body.contains("href=\"/\""));
}
