//! A server that was started together with its page ends with the last one, and no sooner.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use arbitro_serve::{ServerEnd, ServerSettings, Stay};
use arbitro_testkit::programs::wait_until;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::web_client::{Background, Client, in_background, server};

const SECOND: Duration = Duration::from_secs(1);

fn staying(stay: Stay) -> Background {
    let settings = ServerSettings { stay: Some(stay), ..ServerSettings::default() };
    in_background(settings)
}

/// Long enough for none of the tests to reach one of them.
const LONG: Stay = Stay {
    closed: Duration::from_secs(60),
    vanished: Duration::from_secs(60),
    unopened: Duration::from_secs(60),
};

/// A page as its server sees it.
struct Page {
    address: SocketAddr,
    name: &'static str,
    stream: Option<TcpStream>,
}

impl Page {
    fn open(address: SocketAddr, name: &'static str) -> Page {
        let page = Page { address, name, stream: None };
        assert_eq!(page.post(""), json!({}));
        page
    }

    fn post(&self, rest: &str) -> Value {
        let path = format!("/api/pages/{}{rest}", self.name);
        Client::to(self.address).ask("POST", &path, &[], "").json()
    }

    /// Opens the stream, and waits for its first word.
    fn with_stream(mut self) -> Page {
        let mut stream = TcpStream::connect(self.address).unwrap();
        let (name, address) = (self.name, self.address);
        write!(stream, "GET /api/pages/{name} HTTP/1.1\r\nHost: {address}\r\n\r\n").unwrap();
        let mut said = Vec::new();
        while !said.ends_with(b":\n\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            said.extend(byte);
        }
        let said = String::from_utf8(said).unwrap();
        assert!(said.contains("text/event-stream"), "{said}");
        self.stream = Some(stream);
        self
    }

    fn close(self) {
        self.post("/closed");
    }
}

fn is_there(address: SocketAddr) -> bool {
    TcpStream::connect(address).is_ok()
}

/// Each of these waits for seconds, and all wait at the same time.
#[test]
fn it_ends_when_the_last_of_its_pages_is_gone_and_no_sooner() {
    let cases: [fn(); 4] = [
        it_ends_when_the_last_of_its_pages_is_closed,
        it_waits_longer_for_a_page_that_is_gone_without_a_goodbye,
        it_ends_when_no_page_was_ever_opened_and_nothing_asks,
        time_in_which_it_was_stopped_does_not_count,
    ];
    std::thread::scope(|scope| {
        for case in cases {
            scope.spawn(case);
        }
    });
}

fn it_ends_when_the_last_of_its_pages_is_closed() {
    let server = staying(Stay { closed: 2 * SECOND, ..LONG });
    let address = server.address();
    let games = Client::to(address).get("/api/games").json();
    assert_eq!(games["counts_pages"], true);
    let first = Page::open(address, "first").with_stream();
    let second = Page::open(address, "second");
    first.close();
    // Its own stream is still to come: the browser gives it the place of the first.
    let second = second.with_stream();
    second.close();
    // A page that is loaded anew is another one.
    let again = Page::open(address, "again").with_stream();
    std::thread::sleep(3 * SECOND);
    assert!(is_there(address), "one page is open: neither the first nor the second ends it");
    again.close();
    let closed = Instant::now();
    assert_eq!(server.wait(), ServerEnd::Closed);
    let took = closed.elapsed();
    assert!(2 * SECOND <= took, "{took:?}");
    assert!(!is_there(address));
}

fn it_waits_longer_for_a_page_that_is_gone_without_a_goodbye() {
    let server = staying(Stay { closed: SECOND / 5, vanished: 2 * SECOND, ..LONG });
    let page = Page::open(server.address(), "page").with_stream();
    std::thread::sleep(3 * SECOND);
    assert!(is_there(server.address()), "a silent page is open");
    drop(page);
    let gone = Instant::now();
    assert_eq!(server.wait(), ServerEnd::Vanished);
    let took = gone.elapsed();
    assert!(2 * SECOND <= took, "{took:?}");
}

fn it_ends_when_no_page_was_ever_opened_and_nothing_asks() {
    let server = staying(Stay { unopened: 2 * SECOND, closed: SECOND / 2, ..LONG });
    let address = server.address();
    for _ in 0..6 {
        std::thread::sleep(SECOND / 2);
        assert_eq!(Client::to(address).get("/game/start").status, 200);
    }
    let asked = Instant::now();
    assert_eq!(server.wait(), ServerEnd::UnopenedGame);
    let took = asked.elapsed();
    assert!((2 * SECOND..LONG.vanished).contains(&took), "{took:?}");
}

#[test]
fn a_page_whose_end_overtakes_its_beginning_is_closed() {
    let server = staying(Stay { closed: SECOND / 5, ..LONG });
    let page = Page { address: server.address(), name: "hasty", stream: None };
    page.post("/closed");
    page.post("");
    assert_eq!(server.wait(), ServerEnd::Closed);
}

#[test]
fn a_server_that_stays_anyway_keeps_no_account_of_pages() {
    let server = server();
    let mut client = Client::to(server.address());
    let hello = client.ask("POST", "/api/pages/one", &[], "");
    assert_eq!(hello.json(), json!({}));
    assert_eq!(client.get("/api/games").json()["counts_pages"], false);
    assert_eq!(client.ask("GET", "/api/pages/one", &[], "").status, 204);
    for name in ["a%20b", "a.b", &"a".repeat(65)] {
        let path = format!("/api/pages/{name}");
        let status = client.ask("POST", &path, &[], "").status;
        assert_eq!(status, 400, "{name}");
    }
}

/// A browser: a program of its own that fetches the page, keeps the stream open and is killed in the end.
const BROWSER: &str = r#"#!/bin/bash
where=${1#http://}
where=${where%%/*}
exec 3<>"/dev/tcp/${where%:*}/${where#*:}"
printf 'GET / HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n' "$where" >&3
cat <&3 >"$0.page"
exec 3<>"/dev/tcp/${where%:*}/${where#*:}"
printf 'GET /api/pages/browser HTTP/1.1\r\nHost: %s\r\n\r\n' "$where" >&3
echo "$$ $1" >"$0.part"
mv "$0.part" "$0.opened"
exec cat <&3
"#;

/// `serve` with a folder of programs first on its PATH.
fn serve_with(opener: Option<&str>, folder: &Path, args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_serve"));
    command.args(args).env("PATH", folder);
    if let Some(script) = opener {
        let file = folder.join("xdg-open");
        fs::write(&file, script).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        let usual = std::env::var("PATH").unwrap();
        command.env("PATH", format!("{}:{usual}", folder.display()));
    }
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

fn printed(child: &mut Child) -> String {
    let mut line = String::new();
    let stdout = child.stdout.as_mut().unwrap();
    BufReader::new(stdout).read_line(&mut line).unwrap();
    line.trim_end().to_owned()
}

/// Returns its standard error until its end, and its exit code.
fn ended(child: Child) -> (String, Option<i32>) {
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    (said, output.status.code())
}

#[test]
fn it_opens_the_browser_at_a_games_board_and_ends_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["--port", "0", "--open", "italian", "--stay", "1s"];
    let mut child = serve_with(Some(BROWSER), folder.path(), &args);
    let page = printed(&mut child);
    assert!(page.ends_with("/#/play/italian"), "{page}");
    let opened = folder.path().join("xdg-open.opened");
    wait_until("the browser is opened", || opened.exists());
    let told = fs::read_to_string(opened).unwrap();
    let (browser, address) = told.trim_end().split_once(' ').unwrap();
    assert_eq!(address, page);
    let fetched = fs::read_to_string(folder.path().join("xdg-open.page")).unwrap();
    assert!(fetched.contains("<title>Arbitro</title>"), "{fetched}");
    std::thread::sleep(2 * SECOND);
    assert!(child.try_wait().unwrap().is_none(), "the browser is open");
    let browser = Pid::from_raw(browser.parse().unwrap()).unwrap();
    kill_process(browser, Signal::KILL).unwrap();
    let (said, code) = ended(child);
    assert!(said.contains("its last page was closed"), "{said}");
    assert_eq!(code, Some(0));
}

fn time_in_which_it_was_stopped_does_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["--port", "0", "--open", "--stay", "3s"];
    let mut child = serve_with(Some("#!/bin/sh\n"), folder.path(), &args);
    let page = printed(&mut child);
    let address = page.strip_prefix("http://").unwrap().trim_end_matches('/');
    Page::open(address.parse().unwrap(), "page").close();
    // It has looked once, and is in the middle of its time.
    std::thread::sleep(SECOND);
    let pid = Pid::from_child(&child);
    kill_process(pid, Signal::STOP).unwrap();
    std::thread::sleep(4 * SECOND);
    kill_process(pid, Signal::CONT).unwrap();
    std::thread::sleep(SECOND / 2);
    assert!(child.try_wait().unwrap().is_none(), "it has just woken");
    assert_eq!(ended(child).1, Some(0));
}

#[test]
fn without_a_program_that_opens_pages_it_says_the_address_and_goes_on() {
    let failing = "#!/bin/sh\nexit 3\n";
    for (opener, complaint) in [(None, "cannot be opened"), (Some(failing), "no browser")] {
        let folder = tempfile::tempdir().unwrap();
        let mut child = serve_with(opener, folder.path(), &["--port", "0", "--open", "quoridor"]);
        let page = printed(&mut child);
        let stderr = child.stderr.take().unwrap();
        let (tell, told) = mpsc::channel();
        std::thread::spawn(move || {
            let mut line = String::new();
            let _ = BufReader::new(stderr).read_line(&mut line);
            let _ = tell.send(line);
        });
        let line = told.recv_timeout(60 * SECOND).unwrap_or_default();
        assert!(
            line.contains(complaint) && line.contains(&format!("open {page} yourself")),
            "{line}"
        );
        let address = page.strip_prefix("http://").unwrap();
        let address = address.split('/').next().unwrap().parse().unwrap();
        assert_eq!(Client::to(address).get("/api/games").status, 200);
        kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
}

#[test]
fn it_takes_another_port_when_the_usual_one_is_taken() {
    // Another process may hold the port already.
    let _taken = TcpListener::bind("127.0.0.1:8377");
    let folder = tempfile::tempdir().unwrap();
    let mut child = serve_with(Some("#!/bin/sh\n"), folder.path(), &["--open"]);
    let page = printed(&mut child);
    let address = page.strip_prefix("http://").unwrap().trim_end_matches('/');
    let address: SocketAddr = address.parse().unwrap();
    assert_ne!(address.port(), 8377);
    assert_eq!(Client::to(address).get("/api/games").status, 200);
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    let (said, code) = ended(child);
    assert!(said.contains("8377 is taken") && said.contains(&address.port().to_string()), "{said}");
    assert_eq!(code, Some(0));
}

#[test]
fn a_game_that_is_none_is_refused_with_the_nearest_name() {
    let folder = tempfile::tempdir().unwrap();
    let child = serve_with(None, folder.path(), &["--open", "itallian"]);
    let (said, code) = ended(child);
    assert!(said.contains("did you mean italian?"), "{said}");
    assert_eq!(code, Some(2));
}

#[test]
fn the_help_states_the_times() {
    let help = Command::new(env!("CARGO_BIN_EXE_serve")).arg("--help").output();
    let help = String::from_utf8(help.unwrap().stdout).unwrap();
    let Stay { closed, vanished, unopened } = Stay::default();
    for time in [
        format!("[default: {}s]", closed.as_secs()),
        format!("{} s (--stay)", closed.as_secs()),
        format!("{} m after its pages vanished", vanished.as_secs() / 60),
        format!("{} m after its start", unopened.as_secs() / 60),
    ] {
        assert!(help.contains(&time), "{time}: {help}");
    }
}
