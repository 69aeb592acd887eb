//! `serve`: serves the page. Parses, calls the library, prints the address, maps to an exit code.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::{CommandFactory, Parser};

use arbitro_cli::command_line::parse;
use arbitro_cli::ending::exit_code;
use arbitro_cli::game_arg::NeedsArg;
use arbitro_cli::program_name::beside;
use arbitro_games::{NamedFolder, RelayedGame, open_relayed};
use arbitro_referee::duration::parse_duration;
use arbitro_rules::GameId;
use arbitro_serve::{HostName, ServeError, Server, ServerEnd, ServerSettings, Stay};

const DEFAULT_PORT: u16 = 8377;
/// Number of following ports tried before any free one.
const OTHER_PORTS: u16 = 9;
/// A browser command that fails after this time had already opened the page.
const OPENING: Duration = Duration::from_secs(10);

const EXAMPLES: &str = "\
Examples:
  serve
      then open the address that it prints
  serve --open
      also opens it in the browser
  serve --open italian
      opens the board of a game
  serve --game boards/games/connect-four
      with a game of your own; its rules run in a sandbox
  serve --results results
      with a folder's tournaments to watch
  serve --port 0
      on any free port
  serve --bind 0.0.0.0 --host games.example.org
      for the whole network, also by its name: only if you trust it

The page needs no network and no other files. Ctrl-C ends the program, and with it all matches in play. \
Without --open nothing else ends it.

With --open it takes another port if 8377 is taken, and ends by itself:
  20 s (--stay) after its last page was closed; a reload does not end it
  30 m after its pages vanished, for example when the browser crashed
  10 m after its start, if no page was opened

A tab in the background counts as open. Time during which the machine sleeps does not count.

Exit codes: 0 stopped, 2 failure.";

/// The command line of `serve`.
#[derive(Debug, Parser)]
#[command(name = "serve", version, about = "Serves a page to play, watch and replay matches in a browser", after_help = EXAMPLES)]
struct Cli {
    /// The port; 0 for any free one [default: 8377; with --open, another if that is taken]
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// The address to listen on; other machines can connect unless it is a loopback address
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_name = "ADDRESS")]
    bind: IpAddr,
    /// A name by which other machines open the page, besides its address; may be given more than once
    #[arg(long, value_name = "NAME")]
    host: Vec<HostName>,
    /// Open the page in the browser, at the board of a game if given, and end with its last page
    #[arg(long, value_name = "GAME", value_parser = arbitro_cli::named_values::game(), hide_possible_values = true)]
    open: Option<Option<GameId>>,
    /// Time to stay up after the last page was closed [default: 20s]
    #[arg(long, value_name = "TIME", value_parser = parse_duration, requires = "open")]
    stay: Option<Duration>,
    /// The folder of a game of your own, to play besides ours; may be given more than once
    #[arg(long, value_name = "FOLDER")]
    game: Vec<NamedFolder>,
    #[command(flatten)]
    needs: NeedsArg,
    /// A folder with a tournament's results, or with several such folders, to watch and replay
    #[arg(long, value_name = "DIR")]
    results: Vec<PathBuf>,
}

fn main() -> ExitCode {
    if let Some(code) = arbitro_cli::begin(&Cli::command()) {
        return code;
    }
    exit_code("serve", serve(&parse()).map(|()| ExitCode::SUCCESS))
}

fn serve(cli: &Cli) -> Result<()> {
    for folder in &cli.results {
        ensure!(folder.is_dir(), "--results {}: there is no such folder", folder.display());
    }
    let games = cli.game.iter().map(|it| relayed(it, &cli.needs));
    let games = games.collect::<Result<Vec<_>>>()?;
    let server = bind(cli, &games)?;
    if !cli.bind.is_loopback() {
        complain(&format!(
            "listening at {}: every machine that can reach this one can play here",
            cli.bind
        ));
    }
    let view = match cli.open {
        Some(Some(game)) => format!("#/play/{game}"),
        _ => String::new(),
    };
    let page = format!("http://{}/{view}", reachable(server.address()));
    let ending = server.run(|| {
        // Standard output may be closed; the server runs all the same.
        let mut out = anstream::stdout().lock();
        let _ = writeln!(out, "{page}").and_then(|()| out.flush());
        drop(out);
        if cli.open.is_some() {
            open(page);
        }
    })?;
    match ending {
        ServerEnd::Asked => {}
        ServerEnd::Closed => complain("ended: its last page was closed"),
        ServerEnd::Vanished => complain("ended: its pages have been silent for a long time"),
        ServerEnd::UnopenedGame => complain("ended: no page was opened"),
    }
    Ok(())
}

/// Opens a game in a process of its own: this one, which the network reaches, contains no program.
fn relayed(named: &NamedFolder, needs: &NeedsArg) -> Result<Arc<RelayedGame>> {
    let program = beside("tournament").context("where this program is")?;
    let mut args = vec!["rules".into()];
    args.extend(needs.needs.iter().flat_map(|need| ["--needs".into(), need.clone().into()]));
    let game = open_relayed(program, args, named);
    Ok(Arc::new(game.with_context(|| format!("--game {named}"))?))
}

fn complain(text: &str) {
    let _ = writeln!(anstream::stderr(), "serve: {text}");
}

/// Listens on the requested port, or on the default one. If a browser is opened, which is given the
/// port, the next free port also works. The first free one is used, so that the page finds the
/// settings that the browser stores for that address.
fn bind(cli: &Cli, games: &[Arc<RelayedGame>]) -> Result<Server, ServeError> {
    let others = DEFAULT_PORT + 1..=DEFAULT_PORT + OTHER_PORTS;
    let ports: Vec<u16> = match (cli.port, cli.open) {
        (Some(port), _) => vec![port],
        (None, None) => vec![DEFAULT_PORT],
        (None, Some(_)) => std::iter::once(DEFAULT_PORT).chain(others).chain([0]).collect(),
    };
    let stay = cli
        .open
        .map(|_| Stay { closed: cli.stay.unwrap_or(Stay::default().closed), ..Stay::default() });
    let mut bound = Err(ServeError::PortTaken(DEFAULT_PORT));
    for port in ports {
        bound = Server::bind(ServerSettings {
            bind: cli.bind,
            port,
            hosts: cli.host.clone(),
            results: cli.results.clone(),
            games: games.to_vec(),
            stay,
            ..ServerSettings::default()
        });
        if !matches!(bound, Err(ServeError::PortTaken(_))) {
            break;
        }
    }
    if let (Ok(server), None) = (&bound, cli.port)
        && server.address().port() != DEFAULT_PORT
    {
        complain(&format!(
            "port {DEFAULT_PORT} is taken, perhaps by another serve: listening at {}",
            server.address().port()
        ));
    }
    bound
}

/// The address that a browser on this machine can open.
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

/// Opens the page with the system's browser, without waiting for it. Errors are reported; the user
/// can still open the address by hand.
fn open(page: String) {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let spawned = Command::new(opener)
        .arg(&page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let mut child = match spawned {
        Ok(child) => child,
        Err(error) => {
            complain(&format!(
                "the browser cannot be opened with {opener} ({error}): open {page} yourself"
            ));
            return;
        }
    };
    // It may run as long as the browser, and its parent must reap it.
    std::thread::spawn(move || {
        let begun = Instant::now();
        let ended = child.wait();
        if ended.is_ok_and(|ended| !ended.success()) && begun.elapsed() < OPENING {
            complain(&format!("{opener} has found no browser: open {page} yourself"));
        }
    });
}
