//! `serve` as a program: what it prints, how it ends.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Output, Stdio};

use rustix::process::{Pid, Signal, kill_process};

use crate::web_client::Client;

fn serve(args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_serve"));
    command.args(args);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// The address that it prints.
fn printed(child: &mut Child) -> String {
    let mut line = String::new();
    let stdout = child.stdout.as_mut().unwrap();
    BufReader::new(stdout).read_line(&mut line).unwrap();
    line.trim_end().to_owned()
}

fn failed(args: &[&str]) -> (Option<i32>, String) {
    let Output { status, stderr, .. } = serve(args).wait_with_output().unwrap();
    (status.code(), String::from_utf8(stderr).unwrap())
}

#[test]
fn it_prints_its_address_serves_there_and_ends_with_ctrl_c() {
    for signal in [Signal::INT, Signal::TERM] {
        let mut child = serve(&["--port", "0"]);
        let page = printed(&mut child);
        let address = page.strip_prefix("http://").unwrap().trim_end_matches('/');
        let answer = Client::to(address.parse().unwrap()).get("/api/games");
        assert_eq!(answer.status, 200);
        kill_process(Pid::from_child(&child), signal).unwrap();
        let mut complaints = String::new();
        let mut stderr = child.stderr.take().unwrap();
        stderr.read_to_string(&mut complaints).unwrap();
        assert_eq!((child.wait().unwrap().code(), complaints.as_str()), (Some(0), ""));
    }
}

#[test]
fn a_port_that_is_taken_is_said_with_what_to_do() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let (code, complaint) = failed(&["--port", &port]);
    assert_eq!(code, Some(2));
    assert!(complaint.contains(&port) && complaint.contains("--port"), "{complaint}");
}

#[test]
fn an_address_or_a_folder_that_is_not_there_is_said() {
    let (code, complaint) = failed(&["--port", "0", "--bind", "203.0.113.7"]);
    assert_eq!(code, Some(2));
    assert!(complaint.contains("203.0.113.7"), "{complaint}");
    let (code, complaint) = failed(&["--port", "0", "--results", "/no/such/folder"]);
    assert_eq!(code, Some(2));
    assert!(complaint.contains("/no/such/folder"), "{complaint}");
}

#[test]
fn listening_to_others_is_warned_of() {
    let mut child = serve(&["--port", "0", "--bind", "0.0.0.0"]);
    assert!(printed(&mut child).starts_with("http://127.0.0.1:"));
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let ended = child.wait_with_output().unwrap();
    let warning = String::from_utf8(ended.stderr).unwrap();
    assert!(warning.contains("every machine"), "{warning}");
}

/// A client that has read the address may send Ctrl-C at once.
#[test]
fn ctrl_c_is_heard_from_the_moment_the_address_is_told() {
    for _ in 0..20 {
        let mut child = serve(&["--port", "0"]);
        printed(&mut child);
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0), "ended, not killed");
    }
}

#[test]
fn help_has_examples() {
    let help = Command::new(env!("CARGO_BIN_EXE_serve")).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    for part in ["Examples:", "--port", "--bind", "--open", "--results", "Exit codes"] {
        assert!(help.contains(part), "{part}");
    }
}
