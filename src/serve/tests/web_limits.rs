//! Clients that are wrong, slow, broken or too many get a clear refusal, and other clients notice
//! nothing.

use std::io::Read;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use arbitro_serve::{HostName, Limits, ServerSettings};
use serde_json::{Value, json};

use crate::web_client::{Client, id, in_background, server, server_with};

const JSON: (&str, &str) = ("Content-Type", "application/json");

#[test]
fn a_host_name_that_is_not_ours_is_refused() {
    let server = server();
    let address = server.address();
    for host in [
        "evil.example",
        "evil.example:80",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "192.168.0.7",
        "0.0.0.0",
        "127.0.0.1@evil.example",
        "evil@localhost",
        "",
        "[::1",
    ] {
        let answer = Client::to(address).ask("GET", "/api/games", &[("Host", host)], "");
        assert_eq!(answer.status, 421, "{host:?}");
        assert_eq!(answer.refusal().0, "wrong_host");
    }
    let mut client = Client::to(address);
    for host in ["localhost", "LOCALHOST:8377", "127.0.0.1", "[::1]:8377", "127.0.0.1:1"] {
        let answer = client.ask("GET", "/api/games", &[("Host", host)], "");
        assert_eq!(answer.status, 200, "{host}");
    }
    let mut client = Client::to(address);
    let twice = [("Host", "localhost"), ("Host", "evil.example")];
    assert_eq!(client.ask("GET", "/", &twice, "").status, 421);
    let mut client = Client::to(address);
    let elsewhere = client.ask("GET", "http://evil.example/", &[("Host", "localhost")], "");
    assert_eq!(elsewhere.status, 421);
    let mut client = Client::to(address);
    client.send_raw(b"GET / HTTP/1.0\r\n\r\n");
    assert_eq!(client.read(true).unwrap().status, 421);
}

#[test]
fn a_name_that_the_server_was_given_is_its_own_for_reading_and_for_playing() {
    let settings = ServerSettings {
        hosts: vec!["Games.example.org.".parse().unwrap()],
        ..ServerSettings::default()
    };
    let server = in_background(settings);
    let mut client = Client::to(server.address());
    for (host, status) in [
        ("games.example.org", 200),
        ("GAMES.example.org.:8377", 200),
        ("example.org", 421),
        ("games.example.org.evil.example", 421),
    ] {
        let answer = client.ask("GET", "/api/games", &[("Host", host)], "");
        assert_eq!(answer.status, status, "{host}");
    }
    let body = json!({"game": "dama", "you": "both"}).to_string();
    for (host, origin, status) in [
        ("games.example.org", "http://games.example.org", 201),
        ("games.example.org", "http://evil.example", 403),
        // Behind a proxy with TLS.
        ("games.example.org", "https://games.example.org", 201),
        ("games.example.org", "https://GAMES.example.org", 201),
        ("games.example.org", "https://games.example.org:443", 201),
        ("games.example.org:443", "https://games.example.org", 201),
        ("games.example.org:80", "http://games.example.org", 201),
        ("games.example.org:8377", "https://games.example.org:8377", 201),
        ("[::1]:8377", "https://[::1]:8377", 201),
        ("[::1]", "https://[::1]", 201),
        ("games.example.org", "http://games.example.org:443", 403),
        ("games.example.org", "https://games.example.org:80", 403),
        ("games.example.org:80", "https://games.example.org", 403),
        ("games.example.org:8377", "https://games.example.org", 403),
        ("games.example.org", "https://games.example.org:8377", 403),
        ("games.example.org", "https://games.example.org:99999", 403),
        ("games.example.org", "https://games.example.org:", 403),
        ("games.example.org", "https://games.example.org.evil.example", 403),
        ("games.example.org", "https://games.example.org/", 403),
        ("games.example.org", "https://evil.example/games.example.org", 403),
        ("games.example.org", "https://evil.example#games.example.org", 403),
        ("games.example.org", "https://evilgames.example.org", 403),
        ("games.example.org", "https://evil@games.example.org", 403),
        ("games.example.org", "https://games.example.org@evil.example", 403),
        ("games.example.org", "https://games.example.org:443@evil.example", 403),
        ("games.example.org", "https://localhost", 403),
        ("games.example.org", "ftp://games.example.org", 403),
        ("games.example.org", "HTTPS://games.example.org", 403),
        ("games.example.org", "games.example.org", 403),
        ("games.example.org", "null", 403),
        ("games.example.org", "", 403),
        ("[::1]:8377", "https://[::2]:8377", 403),
        ("[::1]:8377", "https://[::1]", 403),
        ("[::1]:8377", "https://::1:8377", 403),
    ] {
        let headers = [("Host", host), JSON, ("Origin", origin)];
        let answer = client.ask("POST", "/api/matches", &headers, &body);
        assert_eq!(answer.status, status, "{host}, {origin}");
    }
    for none in ["", ".", "http://a", "a:80", "a..b", "a b", &"a".repeat(64)] {
        assert!(none.parse::<HostName>().is_err(), "{none:?}");
    }
}

#[test]
fn a_request_from_another_page_changes_nothing() {
    let server = server();
    let mut client = Client::to(server.address());
    let own = format!("http://{}", server.address());
    let body = json!({"game": "dama", "you": "both"}).to_string();
    let elsewhere = own.replace("http://", "https://evil@");
    for origin in ["http://evil.example", "null", "http://localhost:1", &elsewhere] {
        let headers = [JSON, ("Origin", origin)];
        let answer = client.ask("POST", "/api/matches", &headers, &body);
        assert_eq!((answer.status, answer.refusal().0.as_str()), (403, "wrong_origin"), "{origin}");
    }
    let headers = [JSON, ("Origin", own.as_str())];
    let answer = client.ask("POST", "/api/matches", &headers, &body);
    assert_eq!(answer.status, 201);
    let path = format!("/api/matches/{}", id(&answer.json()));
    let evil = [("Origin", "http://evil.example")];
    assert_eq!(client.ask("DELETE", &path, &evil, "").status, 403);
    assert_eq!(client.ask("POST", &format!("{path}/resign"), &evil, "").status, 403);
    assert_eq!(client.get(&path).json()["end"], Value::Null);
}

#[test]
fn a_body_that_is_not_what_was_asked_for_is_refused_with_the_reason() {
    let server = server();
    let address = server.address();
    let deep = "[".repeat(50_000);
    for (headers, body, status, code) in [
        (vec![], "{}", 415, "not_json"),
        (vec![("Content-Type", "text/plain")], "{}", 415, "not_json"),
        (vec![JSON], "", 400, "bad_json"),
        (vec![JSON], "{", 400, "bad_json"),
        (vec![JSON], "[]", 400, "bad_json"),
        (vec![JSON], "\"dama\"", 400, "bad_json"),
        (vec![JSON], deep.as_str(), 400, "bad_json"),
        (vec![JSON], "{\"game\":\"\\ud800\"}", 400, "bad_json"),
        (vec![JSON], "{}", 400, "bad_field"),
    ] {
        let answer = Client::to(address).ask("POST", "/api/matches", &headers, body);
        let (found, text) = answer.refusal();
        assert_eq!((answer.status, found.as_str()), (status, code), "{body:.20}: {text}");
    }
    let mut client = Client::to(address);
    let wrong = client.ask("PUT", "/api/matches", &[], "");
    assert_eq!((wrong.status, wrong.refusal().0.as_str()), (405, "wrong_method"));
    assert_eq!(client.get("/api/nothing").refusal().0, "no_such_address");
}

#[test]
fn a_body_that_is_too_long_is_refused_before_it_is_read() {
    let server = server();
    let address = server.address();
    // Announced and never sent.
    let mut client = Client::to(address);
    client.send_raw(
        b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
          Content-Length: 99999999999\r\n\r\n",
    );
    let answer = client.read(true).unwrap();
    assert_eq!((answer.status, answer.refusal().0.as_str()), (413, "too_large"));
    // Not announced, in pieces.
    let mut client = Client::to(address);
    client.send_raw(
        b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
          Transfer-Encoding: chunked\r\n\r\n",
    );
    let piece = format!("1000\r\n{}\r\n", " ".repeat(0x1000));
    for _ in 0..17 {
        client.send_raw(piece.as_bytes());
    }
    assert_eq!(client.read(true).unwrap().status, 413);
}

#[test]
fn slow_requests_are_cut_off_while_others_are_served() {
    let limits = Limits {
        header_time: Duration::from_millis(400),
        body_time: Duration::from_millis(400),
        ..Limits::default()
    };
    let server = server_with(limits);
    let address = server.address();
    let mut silent = Client::to(address);
    let mut half = Client::to(address);
    half.send_raw(b"GET / HTTP/1.1\r\nHost: loc");
    let mut bodiless = Client::to(address);
    bodiless.send_raw(
        b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
          Content-Length: 40\r\n\r\n{\"game\":",
    );
    assert_eq!(Client::to(address).get("/api/games").status, 200);
    let late = bodiless.read(true).unwrap();
    assert_eq!((late.status, late.refusal().0.as_str()), (408, "too_slow"));
    let begin = Instant::now();
    assert!(half.read(true).is_none_or(|it| it.status == 408));
    assert!(silent.read(true).is_none_or(|it| it.status == 408));
    assert!(begin.elapsed() < Duration::from_secs(20));
    assert_eq!(Client::to(address).get("/api/games").status, 200);
}

#[test]
fn headers_without_end_are_refused() {
    let server = server();
    let mut client = Client::to(server.address());
    let long = "a".repeat(100_000);
    // The server may have closed before all of it is sent.
    let _ = std::io::Write::write_all(
        &mut client.stream,
        format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {long}\r\n\r\n").as_bytes(),
    );
    assert!(client.read(false).is_none_or(|it| it.status == 431));
    assert_eq!(Client::to(server.address()).get("/").status, 200);
}

#[test]
fn invalid_http_closes_only_its_own_connection() {
    let server = server();
    for bytes in [
        &b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[..],
        b"hello?\r\n\r\n",
        b"GET  / HTTP/9.9\r\n\r\n",
        b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: -4\r\n\r\n",
        b"\0\0\0\0\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: local",
    ] {
        let mut client = Client::to(server.address());
        client.send_raw(bytes);
        let _ = client.stream.shutdown(std::net::Shutdown::Write);
        let mut heard = Vec::new();
        let _ = client.stream.read_to_end(&mut heard);
        assert!(!heard.starts_with(b"HTTP/1.1 2"), "{bytes:?}");
    }
    assert_eq!(Client::to(server.address()).get("/").status, 200);
}

/// Method, path, headers, body.
type Asked<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)], &'a str);

#[test]
fn every_answer_tells_the_browser_to_be_careful() {
    let server = server();
    let address = server.address();
    let asked: &[Asked<'_>] = &[
        ("GET", "/", &[], ""),
        ("HEAD", "/", &[], ""),
        ("GET", "/nowhere", &[], ""),
        ("GET", "/api/games", &[], ""),
        ("GET", "/api/nowhere", &[], ""),
        ("GET", "/api/matches/0", &[], ""),
        ("GET", "/", &[("Host", "evil.example")], ""),
        ("POST", "/api/matches", &[("Origin", "http://evil.example")], ""),
        ("POST", "/api/matches", &[JSON], "{"),
        ("DELETE", "/", &[], ""),
        ("GET", "/game/start", &[], ""),
    ];
    for &(method, path, headers, body) in asked {
        let answer = Client::to(address).ask(method, path, headers, body);
        let policy = answer.header("content-security-policy").unwrap_or_default();
        assert!(policy.starts_with("default-src 'none';"), "{method} {path}");
        assert!(policy.contains("frame-ancestors 'none'"), "{method} {path}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"), "{path}");
        assert!(answer.header("cache-control").is_some(), "{method} {path}");
    }
}

#[test]
fn no_path_leads_out_of_the_assets() {
    let server = server();
    for path in [
        "/../Cargo.toml",
        "/../../../../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2f..%2fetc%2fpasswd",
        "/words/../../Cargo.toml",
        "//etc/passwd",
        "/./index.html",
        "/index.html/",
        "/index.html%00.js",
        "/assets/index.html",
        "/etc/passwd",
        "/\\..\\..\\etc\\passwd",
    ] {
        let answer = Client::to(server.address()).ask("GET", path, &[], "");
        assert!([400, 404].contains(&answer.status), "{path}: {}", answer.status);
        let body = String::from_utf8_lossy(&answer.body);
        assert!(!body.contains("root:") && !body.contains("[package]"), "{path}");
    }
}

#[test]
fn two_thousand_silent_connections_do_not_disturb_a_game() {
    let server = server();
    let address = server.address();
    let mut player = Client::to(address);
    let order = json!({"game": "english", "you": "x", "level": "easy", "seed": 2});
    let mut state = player.open(&order);
    let mut silent: Vec<TcpStream> = Vec::new();
    for round in 0..20 {
        silent.extend((0..100).map(|_| TcpStream::connect(address).unwrap()));
        // A browser opens a connection anew where one was closed; so does this player.
        let mut player = Client::to(address);
        if state["end"].is_null() {
            let text = state["legal"][0]["text"].as_str().unwrap().to_owned();
            let answer = player.play(&state, &text);
            assert_eq!(answer.status, 200, "in round {round}");
            state = answer.json();
        }
    }
    assert_eq!(silent.len(), 2000);
    assert!(state["ply"].as_u64() >= Some(20) || !state["end"].is_null());
}

#[test]
fn a_connection_beyond_the_limit_is_answered_at_once_and_served_later() {
    let limits = Limits { connections: 3, wait: Duration::from_secs(3), ..Limits::default() };
    let server = server_with(limits);
    let address = server.address();
    let state = Client::to(address).open(&json!({"game": "dama", "you": "both"}));
    let waiting: Vec<_> = (0..3)
        .map(|_| {
            let state = state.clone();
            std::thread::spawn(move || Client::to(address).newer(&state)["version"].clone())
        })
        .collect();
    std::thread::sleep(Duration::from_millis(1000));
    let mut newcomer = Client::to(address);
    newcomer.send_raw(b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n");
    let turned_away = newcomer.read(true).unwrap();
    assert_eq!(turned_away.status, 503);
    assert_eq!(turned_away.refusal().0, "too_many");
    assert!(turned_away.header("content-security-policy").is_some());
    for waiting in waiting {
        assert_eq!(waiting.join().unwrap(), state["version"]);
    }
    assert_eq!(Client::to(address).get("/api/games").status, 200);
}

#[test]
fn excess_waiting_clients_are_told_to_retry() {
    let limits = Limits { waiting: 1, wait: Duration::from_secs(2), ..Limits::default() };
    let server = server_with(limits);
    let address = server.address();
    let state = Client::to(address).open(&json!({"game": "dama", "you": "both"}));
    let first = {
        let state = state.clone();
        std::thread::spawn(move || Client::to(address).newer(&state))
    };
    std::thread::sleep(Duration::from_millis(700));
    let path = format!("/api/matches/{}?after={}", id(&state), state["version"]);
    let second = Client::to(address).get(&path);
    assert_eq!((second.status, second.refusal().0.as_str()), (503, "too_many"));
    assert!(second.header("retry-after").is_some());
    first.join().unwrap();
}
