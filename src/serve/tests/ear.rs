//! Listens to the news of a tournament, as a page does.

use std::io::Read;
use std::net::SocketAddr;

use crate::web_client::Client;

/// Signs of life after which no news are expected any more: a quiet stream gives one every 15 s.
const MAX_SIGNS: usize = 4;

/// News as they come, read from a bare socket.
pub(super) struct Ear {
    client: Client,
    heard: String,
}

impl Ear {
    pub(super) fn at(address: SocketAddr, id: &str) -> Ear {
        let mut client = Client::to(address);
        let path = format!("/api/tournaments/{id}/events?language=it");
        let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n");
        client.send_raw(request.as_bytes());
        Ear { client, heard: String::new() }
    }

    /// Listens until that was said, and returns what came before it.
    pub(super) fn until(&mut self, word: &str) -> String {
        let mut buffer = [0; 4096];
        while !self.heard.contains(word) {
            let signs = self.heard.matches("\n:\n\n").count();
            assert!(signs < MAX_SIGNS, "waited in vain for {word:?}: {:?}", self.heard);
            let read = self.client.stream.read(&mut buffer).unwrap();
            assert!(read > 0, "the news ended without {word:?}; last: {:?}", self.heard);
            self.heard.push_str(&String::from_utf8_lossy(&buffer[..read]));
        }
        let at = self.heard.find(word).unwrap();
        self.heard.drain(..at + word.len()).collect()
    }
}
