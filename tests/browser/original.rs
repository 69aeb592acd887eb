//! A page like the original Quoridor's, from a web server of its own that passes `/game/*` on.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

use serde_json::json;

use crate::browser::Browser;
use arbitro_testkit::original_quoridor::{LEVELS, nearest};
use arbitro_testkit::page_server::Serving;
use arbitro_testkit::sizes::one_or_all;

const PAGE: &str = include_str!("../data/original_quoridor.html");

/// Starts a web server that has the page and passes `/game/*` on to a port; its address.
fn web_server(port: &str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let port: u16 = port.parse().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            // A browser opens connections that it does not use.
            thread::spawn(move || pass_on(&stream?, port));
        }
    });
    address
}

/// Answers one request. Like usual proxies it keeps the browser's `Origin`.
fn pass_on(mut stream: &TcpStream, port: u16) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    let mut length = 0;
    while !head.ends_with("\r\n\r\n") {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let lower = line.to_ascii_lowercase();
        if let Some(value) = lower.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        if lower.starts_with("host:") {
            line = "Host: games.example\r\n".to_owned();
        }
        if !lower.starts_with("connection:") {
            head.push_str(&line);
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let path = head.split(' ').nth(1).unwrap();
    if !path.starts_with("/game/") {
        let page = if path == "/" { PAGE } else { "" };
        let length = page.len();
        return write!(
            stream,
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{page}"
        );
    }
    let mut upstream = TcpStream::connect(("127.0.0.1", port))?;
    let end = head.trim_end();
    write!(upstream, "{end}\r\nConnection: close\r\n\r\n")?;
    upstream.write_all(&body)?;
    std::io::copy(&mut upstream, &mut stream)?;
    Ok(())
}

#[test]
fn the_originals_page_plays_a_whole_match_against_every_level() {
    let Some(browser) = Browser::take() else {
        return;
    };
    let serving = Serving::start(&[]);
    let address = web_server(serving.port());
    let shown = || {
        let script = "return ['.p1', '.p2', '.valid', '.wall'].map((it) => document.querySelectorAll(it).length)
            .concat([state, alerts.splice(0)])";
        browser.eval(script, &[])
    };
    let click = |selector: &str| {
        browser.click(selector);
        let status = "document.querySelector('#status').textContent";
        browser.wait(&format!("{status} !== 'AI Thinking...'"));
        shown()
    };
    for level in one_or_all(LEVELS) {
        browser.open(&address, 1280, 900);
        // A dialog would stop the driver.
        browser.eval("window.alerts = []; window.alert = (it) => alerts.push(it)", &[]);
        let script = "document.querySelector('#difficulty').value = arguments[0]";
        browser.eval(script, &[json!(level)]);
        let begun = shown();
        assert_eq!(begun.as_array().unwrap()[..4], [json!(1), json!(1), json!(3), json!(0)]);
        let mut answer = click(".cell[data-at='5,5']");
        assert_eq!((&answer[4], &answer[5]), (&begun[4], &json!(["Invalid Move!"])));
        answer = click(".gap.h[data-at='1,1']");
        let mut state = answer[4].clone();
        assert_eq!(state["walls"][0], json!({"x": 1, "y": 1, "o": "h"}));
        assert_eq!(state["p1"]["walls"], 9);

        let mut turns = 0;
        let said = loop {
            assert_eq!((&answer[0], &answer[1]), (&json!(1), &json!(1)));
            assert_eq!(answer[3], state["walls"].as_array().unwrap().len());
            let to = nearest(&state);
            answer = click(&format!(".cell.valid[data-at='{},{}']", to[0], to[1]));
            state = answer[4].clone();
            if let Some(said) = answer[5].get(0) {
                break said.clone();
            }
            turns += 1;
            assert!(turns < 200, "{level} does not end: {state}");
        };
        let winner = match said.as_str() {
            Some("You win!") => ("p1", 1),
            Some("The AI wins!") => ("p2", 9),
            _ => panic!("{level}: {said}"),
        };
        assert_eq!(state[winner.0]["y"], winner.1, "{level}: {said}");
        assert!(browser.complaints().is_empty());
        println!("{level}: {said} {turns} turns");
    }
}
