//! `serve`: the page. Parses, calls the library, prints where it is, maps to an exit code.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, ensure};
use clap::{CommandFactory, Parser};

use arbitro_cli::command_line::parse;
use arbitro_cli::ending::message;
use arbitro_serve::{Server, Settings};

const EXAMPLES: &str = "\
Examples:
  serve
      then open the address that it prints
  serve --open
      and have the browser opened
  serve --results results
      with the tournaments of a folder to watch
  serve --port 0
      on any port that is free
  serve --bind 0.0.0.0
      for all in the network: only where you trust them

The page needs no network and no files beside this program. Ctrl-C ends it; matches in play are then gone.

Exit codes: 0 ended, 2 it could not serve.";

/// The page: play, watch and replay in a browser
#[derive(Debug, Parser)]
#[command(name = "serve", version, about = "The page: play, watch and replay in a browser", after_help = EXAMPLES)]
struct Cli {
    /// The port; 0 for any that is free
    #[arg(long, default_value_t = 8377, value_name = "PORT")]
    port: u16,
    /// The address to listen at; others than this machine's own let other machines in
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_name = "ADDRESS")]
    bind: IpAddr,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// A folder with the results of a tournament, or with several such folders, to watch and replay
    #[arg(long, value_name = "DIR")]
    results: Vec<PathBuf>,
}

fn main() -> ExitCode {
    if let Some(code) = arbitro_cli::manual::serve_if_asked(&Cli::command()) {
        return code;
    }
    match serve(parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(anstream::stderr(), "serve: {}", message(&error));
            ExitCode::from(2)
        }
    }
}

fn serve(cli: Cli) -> Result<()> {
    for folder in &cli.results {
        ensure!(
            folder.is_dir(),
            "--results {}: there is no such folder",
            folder.display()
        );
    }
    let server = Server::bind(Settings {
        bind: cli.bind,
        port: cli.port,
        results: cli.results,
        ..Settings::default()
    })?;
    if !cli.bind.is_loopback() {
        let _ = writeln!(
            anstream::stderr(),
            "serve: listening at {}: every machine that can reach this one can play here",
            cli.bind
        );
    }
    let page = format!("http://{}/", reachable(server.address()));
    server.run(|| {
        // Nobody may be reading; the server is wanted all the same.
        let mut out = anstream::stdout().lock();
        let _ = writeln!(out, "{page}").and_then(|()| out.flush());
        drop(out);
        if cli.open
            && let Err(error) = open(&page)
        {
            let _ = writeln!(
                anstream::stderr(),
                "serve: {}; open {page} yourself",
                message(&error)
            );
        }
    })?;
    Ok(())
}

/// An address that a browser on this machine can go to.
fn reachable(address: SocketAddr) -> SocketAddr {
    if !address.ip().is_unspecified() {
        return address;
    }
    let loopback = match address {
        SocketAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
        SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
    };
    SocketAddr::new(loopback, address.port())
}

/// Has the system open the page, and does not wait for it.
fn open(page: &str) -> Result<()> {
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else {
        "xdg-open"
    };
    let child = Command::new(opener)
        .arg(page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("the browser cannot be opened with {opener}"))?;
    // Someone must take note of its end.
    std::thread::spawn(move || {
        let mut child = child;
        let _ = child.wait();
    });
    Ok(())
}
