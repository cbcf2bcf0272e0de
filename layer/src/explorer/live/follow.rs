//! One live request's events, with comments while the server is silent, and an error if it is silent for too long.

use std::sync::Arc;
use std::time::Duration;

use futures_util::stream::{self, Stream, StreamExt as _};
use http::StatusCode;

use super::event::{Abandoned, Event};
use crate::backend::{Backend, Exchange, LiveRequest, LiveResult, Message, Reply};
use crate::catch_panic::catch_panic;
use crate::runtime::{Background, Elapsed};

/// Idle time before a comment is sent, which keeps the connection alive.
pub(super) const HEARTBEAT: Duration = Duration::from_secs(15);

/// Runs a live request, and returns its events.
///
/// `patience` returns how long the server may be silent: at the start (`None`), and after each message. `too_long`
/// creates the error message if it is silent for longer.
pub(super) fn follow(
    backend: Arc<dyn Backend>,
    live: LiveRequest,
    clock: Background,
    patience: impl Fn(Option<&Message>) -> Duration + Send + Sync + 'static,
    too_long: impl Fn(Duration) -> String + Send + Sync + 'static,
) -> impl Stream<Item = Event> + Send + Unpin + 'static {
    let exchange = backend.live(live);
    let following = Following { exchange, clock, silence: patience(None), silent: Duration::ZERO, patience, too_long };
    Box::pin(stream::unfold(Some(following), |following| async move {
        let mut following = following?;
        let event = catch_panic("the backend", following.next()).await;
        match event.unwrap_or(Event::End(Err(Abandoned::Panicked))) {
            end @ Event::End(_) => Some((end, None)),
            event => Some((event, Some(following))),
        }
    }))
}

/// A live request that is being followed.
struct Following<P, T> {
    exchange: Exchange<LiveResult>,
    clock: Background,
    /// The maximum time without a message from the server.
    silence: Duration,
    /// The time since the server's last message.
    silent: Duration,
    patience: P,
    too_long: T,
}

impl<P: Fn(Option<&Message>) -> Duration, T: Fn(Duration) -> String> Following<P, T> {
    /// Waits for the next event.
    async fn next(&mut self) -> Event {
        let pause = HEARTBEAT.min(self.silence.saturating_sub(self.silent));
        match self.clock.timeout(pause, self.exchange.next()).await {
            Ok(Some(Reply::Message(message))) => {
                (self.silent, self.silence) = (Duration::ZERO, (self.patience)(Some(&message)));
                Event::Message(message)
            }
            Ok(Some(Reply::Result(result))) => Event::End(Ok(result)),
            Ok(None) => Event::End(Err(Abandoned::Panicked)),
            Err(Elapsed(_)) => {
                self.silent = self.silent.saturating_add(pause);
                if self.silent < self.silence {
                    return Event::Heartbeat;
                }
                let message = (self.too_long)(self.silence);
                Event::End(Err(Abandoned::Failed(StatusCode::GATEWAY_TIMEOUT, message)))
            }
        }
    }
}
