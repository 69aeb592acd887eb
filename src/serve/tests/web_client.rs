//! A client for the tests of the page's server: bare sockets, so that it can also be a bad one.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::Duration;

use arbitro_serve::{Limits, ServeError, Server, ServerEnd, ServerSettings};
use serde_json::{Value, json};
use tokio::sync::oneshot;

/// A server on a free port, until it is dropped.
pub(crate) fn server() -> Background {
    server_with(Limits::default())
}

pub(crate) fn server_with(limits: Limits) -> Background {
    let settings = ServerSettings { limits, ..ServerSettings::default() };
    in_background(settings)
}

/// A server on its own thread; it ends when this is dropped.
pub(crate) struct Background {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<Result<ServerEnd, ServeError>>>,
}

pub(crate) fn in_background(settings: ServerSettings) -> Background {
    let server = Server::bind(settings).unwrap();
    let address = server.address();
    let (stop, stopped) = oneshot::channel::<()>();
    let end = async {
        let _ = stopped.await;
    };
    let thread = std::thread::spawn(move || server.run_until(end));
    Background { address, stop: Some(stop), thread: Some(thread) }
}

impl Background {
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Waits until it ends by itself, which it does only with [`ServerSettings::stay`].
    pub(crate) fn wait(mut self) -> ServerEnd {
        self.thread.take().unwrap().join().unwrap().unwrap()
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The server's answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(it, _)| it == name);
        found.map(|(_, value)| value.as_str())
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|why| panic!("{why}: {:?}", String::from_utf8_lossy(&self.body)))
    }

    /// The word and the sentence of a refusal.
    pub(crate) fn refusal(&self) -> (String, String) {
        let error = &self.json()["error"];
        let text = |key: &str| error[key].as_str().unwrap_or_default().to_owned();
        (text("code"), text("text"))
    }
}

/// One connection.
#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) stream: TcpStream,
    address: SocketAddr,
}

impl Client {
    pub(crate) fn to(address: SocketAddr) -> Client {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream.set_nodelay(true).unwrap();
        Client { stream, address }
    }

    /// Sends bytes as they are.
    pub(crate) fn send_raw(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).unwrap();
    }

    /// Reads one answer; `None` if the connection ends without one.
    pub(crate) fn read(&mut self, has_body: bool) -> Option<Answer> {
        self.answer(has_body).ok()
    }

    fn answer(&mut self, has_body: bool) -> std::io::Result<Answer> {
        let mut head = Vec::new();
        let mut byte = [0];
        while !head.ends_with(b"\r\n\r\n") {
            self.stream.read_exact(&mut byte)?;
            head.push(byte[0]);
        }
        let head = String::from_utf8(head).unwrap();
        let mut lines = head.lines();
        let status = lines.next().and_then(|it| it.split(' ').nth(1)?.parse().ok());
        let headers: Vec<(String, String)> = lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .collect();
        let mut answer = Answer {
            status: status.unwrap_or_else(|| panic!("no HTTP: {head}")),
            headers,
            body: Vec::new(),
        };
        let length = answer.header("content-length");
        let length = length.map_or(0, |length| length.parse().unwrap());
        if has_body && answer.status != 304 {
            answer.body = vec![0; length];
            self.stream.read_exact(&mut answer.body)?;
        }
        Ok(answer)
    }

    /// One request and its answer.
    pub(crate) fn ask(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Answer {
        let mut request = format!("{method} {path} HTTP/1.1\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            request.push_str(&format!("Host: {}\r\n", self.address));
        }
        for (name, value) in headers {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        if !body.is_empty() {
            request.push_str(&format!("Content-Length: {}\r\n", body.len()));
        }
        request.push_str("\r\n");
        request.push_str(body);
        self.send_raw(request.as_bytes());
        self.answer(method != "HEAD")
            .unwrap_or_else(|why| panic!("no answer to {method} {path}: {why}"))
    }

    pub(crate) fn get(&mut self, path: &str) -> Answer {
        self.ask("GET", path, &[], "")
    }

    pub(crate) fn post(&mut self, path: &str, body: &Value) -> Answer {
        let json = [("Content-Type", "application/json")];
        self.ask("POST", path, &json, &body.to_string())
    }

    /// Opens a match; its state.
    pub(crate) fn open(&mut self, order: &Value) -> Value {
        let answer = self.post("/api/matches", order);
        assert_eq!(answer.status, 201, "{order}: {:?}", answer.json());
        answer.json()
    }

    pub(crate) fn play(&mut self, state: &Value, text: &str) -> Answer {
        let path = format!("/api/matches/{}/move", id(state));
        self.post(&path, &json!({"ply": state["ply"], "move": text}))
    }

    pub(crate) fn act(&mut self, state: &Value, deed: &str) -> Answer {
        let path = format!("/api/matches/{}/{deed}", id(state));
        self.ask("POST", &path, &[], "")
    }

    /// The state once it is newer than this one.
    pub(crate) fn newer(&mut self, state: &Value) -> Value {
        let path = format!("/api/matches/{}?after={}", id(state), state["version"]);
        self.get(&path).json()
    }

    /// The state once the computer has moved.
    pub(crate) fn settled(&mut self, mut state: Value) -> Value {
        while state["thinking"] == true {
            state = self.newer(&state);
        }
        state
    }
}

pub(crate) fn id(state: &Value) -> &str {
    state["id"].as_str().unwrap()
}
