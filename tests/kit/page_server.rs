//! The server of the page as its tests start it, and the plain HTTP that they speak, with it and with
//! the browser's driver.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::programs::program;

/// Time after which a missing answer counts as never.
const MAX_WAIT: Duration = Duration::from_secs(40);

/// A server of the page, on a port of its own, ended with the value.
pub struct Serving {
    child: Child,
    /// `http://127.0.0.1:PORT`
    pub address: String,
}

impl Serving {
    pub fn start(arguments: &[&str]) -> Serving {
        Serving::start_at("0", arguments)
    }

    pub fn start_at(port: &str, arguments: &[&str]) -> Serving {
        let mut child = Command::new(program("serve"))
            .args(["--port", port])
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().trim_end_matches('/').to_owned();
        Serving { child, address }
    }

    pub fn port(&self) -> &str {
        self.address.rsplit(':').next().unwrap()
    }

    /// Returns the server's answer to a GET outside the page.
    pub fn get(&self, path: &str) -> Value {
        request(self.port(), "GET", path, None)
    }

    pub fn post(&self, path: &str, body: &Value) -> Value {
        request(self.port(), "POST", path, Some(&body.to_string()))
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// One request on a connection of its own, JSON both ways.
pub fn request(port: &str, method: &str, path: &str, body: Option<&str>) -> Value {
    let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
    stream.set_read_timeout(Some(MAX_WAIT)).unwrap();
    let mut head =
        format!("{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n");
    if let Some(body) = body {
        write!(head, "Content-Type: application/json\r\nContent-Length: {}\r\n", body.len())
            .unwrap();
    }
    head.push_str("\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(body.unwrap_or("").as_bytes()).unwrap();
    // The driver says how long its answer is, and keeps the connection open all the same.
    let mut stream = BufReader::new(stream);
    let mut length = None;
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).unwrap();
        let line = line.trim_end().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(count) = line.strip_prefix("content-length:") {
            length = Some(count.trim().parse::<usize>().unwrap());
        }
    }
    let mut answer = vec![0; length.unwrap()];
    stream.read_exact(&mut answer).unwrap();
    serde_json::from_slice(&answer).unwrap()
}
