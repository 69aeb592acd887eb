//! Streams of server-sent events.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::response::Response;
use hyper::body::Frame;
use hyper::header::{self, HeaderValue};
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::limits::Limits;

/// Interval of keep-alive messages, which reveal that a client is gone.
pub(super) const KEEP_ALIVE: Duration = Duration::from_secs(15);
pub(super) const KEEP_ALIVE_MESSAGE: &str = ":\n\n";
/// Maximum messages queued for a slow client.
const MAX_QUEUED: usize = 8;

/// An answer that streams what the sender is given.
pub(super) fn event_stream() -> (mpsc::Sender<Bytes>, Response) {
    let (sender, receiver) = mpsc::channel(MAX_QUEUED);
    let mut response = Response::new(Body::new(EventStream(receiver)));
    let events = HeaderValue::from_static("text/event-stream");
    response.headers_mut().insert(header::CONTENT_TYPE, events);
    (sender, response)
}

/// Sends a message; returns false if the client is gone or does not take it in time.
pub(super) async fn is_taken(
    sender: &mpsc::Sender<Bytes>,
    message: impl Into<Bytes>,
    limits: &Limits,
) -> bool {
    let sent = timeout(limits.answer_time, sender.send(message.into())).await;
    matches!(sent, Ok(Ok(())))
}

#[derive(Debug)]
struct EventStream(mpsc::Receiver<Bytes>);

impl hyper::body::Body for EventStream {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.poll_recv(context).map(|received| received.map(|bytes| Ok(Frame::data(bytes))))
    }
}
