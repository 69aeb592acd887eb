//! The server: its socket, its connections with their limits, and its end.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use arbitro_cli::jobs::open_files;
use arbitro_games::RelayedGame;
use axum::body::Body;
use axum::response::IntoResponse;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use thiserror::Error;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{interval, sleep, timeout};

use super::app::{App, AppState};
use super::connections::{Connections, Slot};
use super::guard::{AllowedHosts, HostName, finish};
use super::limits::Limits;
use super::pages::{ServerEnd, Stay};
use super::routes::routes;
use super::search_slots::searches_at_a_time;

/// Address to listen on and content to show.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// The address to listen on: loopback, unless other machines may connect.
    pub bind: IpAddr,
    /// The port; 0 for any free one.
    pub port: u16,
    /// Names by which other machines may address this one.
    pub hosts: Vec<HostName>,
    /// Folders of tournaments to watch.
    pub results: Vec<PathBuf>,
    /// Games to play besides our own.
    pub games: Vec<Arc<RelayedGame>>,
    pub limits: Limits,
    /// Time to stay up without an open page; `None` to stay for ever.
    pub stay: Option<Stay>,
}

impl Default for ServerSettings {
    fn default() -> ServerSettings {
        ServerSettings {
            bind: Ipv4Addr::LOCALHOST.into(),
            port: 0,
            hosts: Vec::new(),
            results: Vec::new(),
            games: Vec::new(),
            limits: Limits::default(),
            stay: None,
        }
    }
}

/// An error that prevents serving.
#[derive(Debug, Error)]
pub enum ServeError {
    #[error(
        "port {0} is taken, perhaps by another serve: stop that one, or give another --port (0: any that is free)"
    )]
    PortTaken(u16),
    /// The address does not belong to this machine, or may not be used.
    #[error("cannot listen at {address}: {source}")]
    Bind { address: SocketAddr, source: io::Error },
    #[error("the server cannot start: {0}")]
    Start(io::Error),
}

/// A server that listens, and answers once it is run.
#[derive(Debug)]
pub struct Server {
    listener: std::net::TcpListener,
    address: SocketAddr,
    settings: ServerSettings,
}

impl Server {
    /// Starts listening.
    pub fn bind(settings: ServerSettings) -> Result<Server, ServeError> {
        let address = SocketAddr::new(settings.bind, settings.port);
        let listener =
            std::net::TcpListener::bind(address).map_err(|source| match source.kind() {
                io::ErrorKind::AddrInUse => ServeError::PortTaken(settings.port),
                _ => ServeError::Bind { address, source },
            })?;
        listener.set_nonblocking(true).map_err(ServeError::Start)?;
        let address = listener.local_addr().map_err(ServeError::Start)?;
        Ok(Server { listener, address, settings })
    }

    /// Returns the address it listens on.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until Ctrl-C, a termination signal, or the end of its pages. Calls `ready` once it
    /// handles both signals, because a program that learns the address may terminate the server at
    /// once.
    pub fn run(self, ready: impl FnOnce()) -> Result<ServerEnd, ServeError> {
        self.run_until(async {
            use tokio::signal::unix::{SignalKind, signal};
            let signals = [SignalKind::interrupt(), SignalKind::terminate()].map(signal);
            ready();
            let [Ok(mut interrupt), Ok(mut terminate)] = signals else {
                // If signals cannot be handled, their default effect also ends the server.
                return std::future::pending().await;
            };
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
        })
    }

    /// Serves until `end`, or the end of its pages.
    pub fn run_until(self, end: impl Future<Output = ()>) -> Result<ServerEnd, ServeError> {
        // Each connection needs one.
        open_files();
        super::assets::prepared_assets();
        let ServerSettings { hosts, limits, results, games, stay, .. } = self.settings;
        // Enough for reading files that one large tournament does not delay other requests.
        let blocking_threads = 8 + searches_at_a_time() + games.len();
        let app = Arc::new(AppState::new(limits, games, results, stay));
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_io()
            .enable_time()
            .worker_threads(2)
            .max_blocking_threads(blocking_threads)
            .thread_name("server")
            .build()
            .map_err(ServeError::Start)?;
        let served = runtime.block_on(async {
            let listener = TcpListener::from_std(self.listener)?;
            let names = AllowedHosts::new(self.address.ip(), hosts);
            Ok(serve(listener, &app, names, end).await)
        });
        runtime.shutdown_timeout(Duration::from_millis(200));
        served.map_err(ServeError::Start)
    }
}

/// Interval for closing connections whose clients do not take their answers.
const LOOK: Duration = Duration::from_secs(5);
/// Time for running requests to finish after shutdown was requested.
const LAST_ANSWERS: Duration = Duration::from_millis(300);
/// Maximum connections being told at once that there is no room.
const MAX_TURNED_AWAY: usize = 200;

async fn serve(
    listener: TcpListener,
    app: &App,
    names: AllowedHosts,
    end: impl Future<Output = ()>,
) -> ServerEnd {
    let limits = app.limits;
    let connections = Connections::new(limits.connections);
    let turned_away = Arc::new(Semaphore::new(MAX_TURNED_AWAY));
    let router = TowerToHyperService::new(routes(Arc::clone(app)));
    let mut look = interval(LOOK);
    let mut end = std::pin::pin!(end);
    let mut gone = std::pin::pin!(app.pages.gone());
    let ending = loop {
        let accepted = tokio::select! {
            () = &mut end => break ServerEnd::Asked,
            ending = &mut gone => break ending,
            _ = look.tick() => {
                connections.end_waiting_longer_than(limits.answer_time);
                continue;
            }
            accepted = listener.accept() => accepted,
        };
        let Ok((stream, _)) = accepted else {
            // Probably no file descriptor is left for the socket; free one, so that others are not
            // affected.
            connections.end_longest_waiting();
            sleep(Duration::from_millis(10)).await;
            continue;
        };
        match connections.admit() {
            Some(slot) => {
                let app = Arc::clone(app);
                tokio::spawn(attend(stream, slot, router.clone(), names.clone(), app));
            }
            None => {
                if let Ok(room) = Arc::clone(&turned_away).try_acquire_owned() {
                    tokio::spawn(async move {
                        turn_away(stream).await;
                        drop(room);
                    });
                }
            }
        }
    };
    drop(listener);
    connections.end_waiting_longer_than(Duration::ZERO);
    let done = async {
        while connections.working() > 0 {
            sleep(Duration::from_millis(5)).await;
        }
    };
    let _ = timeout(LAST_ANSWERS, done).await;
    ending
}

/// Serves one connection, request after request, until its client leaves or its slot is taken.
async fn attend(
    stream: TcpStream,
    slot: Slot,
    router: TowerToHyperService<axum::Router>,
    names: AllowedHosts,
    app: App,
) {
    let limits = app.limits;
    let _ = stream.set_nodelay(true);
    // One clone for each request in progress, this one for the connection: the slot is free once all are
    // gone.
    let place = slot.clone();
    let service = service_fn(move |mut request: Request<Incoming>| {
        let (router, slot, names) = (router.clone(), slot.clone(), names.clone());
        app.pages.heard();
        async move {
            let _works = slot.works();
            let response = match names.check(&request) {
                Err(refusal) => refusal.into_response(),
                Ok(()) => {
                    request.extensions_mut().insert(slot.clone());
                    let answered = router.call(request.map(Body::new)).await;
                    answered.unwrap_or_else(|never: Infallible| match never {})
                }
            };
            Ok::<_, Infallible>(finish(response))
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header_time)
        .max_buf_size(16 << 10)
        .serve_connection(TokioIo::new(stream), service);
    tokio::select! {
        // A client may disconnect at any time.
        _ = connection => {}
        () = place.ended() => {}
    }
}

const NO_ROOM: &str = "HTTP/1.1 503 Service Unavailable\r\n\
Content-Type: application/json\r\nContent-Length: 98\r\nConnection: close\r\nRetry-After: 2\r\n\
Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n\r\n\
{\"error\":{\"code\":\"too_many\",\"text\":\"too many requests are being answered: try again in a moment\"}}";

/// Answers that there is no room, and waits a moment for the client to read it: closing at once,
/// with unread input, would discard the answer.
async fn turn_away(stream: TcpStream) {
    let heard = async {
        stream.writable().await?;
        stream.try_write(NO_ROOM.as_bytes())?;
        rustix::net::shutdown(&stream, rustix::net::Shutdown::Write)?;
        let mut dropped = [0; 1024];
        loop {
            stream.readable().await?;
            match stream.try_read(&mut dropped) {
                Ok(0) => return Ok::<(), io::Error>(()),
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
    };
    let _ = timeout(Duration::from_millis(500), heard).await;
}
