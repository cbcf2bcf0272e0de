//! The queue of messages to one client. It is bounded in bytes, and a client cannot block it forever.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::exit::Exit;

/// Maximum number of bytes queued for one client. When full, the process's output is not read until there is room
/// again, but not for longer than `PATIENCE`. A message that is longer than this limit is queued alone.
const ROOM: usize = 4 << 20;

/// Maximum number of bytes queued for all clients together. A client whose message does not fit loses its stream.
const TOTAL_ROOM: usize = 256 << 20;

/// Timeout for a client to make room, after which the client loses its stream. Meanwhile, the process's output is not
/// read.
const PATIENCE: Duration = Duration::from_secs(5);

/// The room shared by all clients of a process.
#[derive(Clone, Debug)]
pub(super) struct TotalRoom(Arc<Semaphore>);

impl TotalRoom {
    pub(super) fn new() -> Self {
        Self(Arc::new(Semaphore::new(TOTAL_ROOM)))
    }
}

/// The sender of messages to one client.
#[derive(Clone, Debug)]
pub(super) struct Outbox {
    events: UnboundedSender<Event>,
    room: Arc<Semaphore>,
    total: TotalRoom,
}

/// The receiver of messages to one client.
pub(super) type Inbox = UnboundedReceiver<Event>;

#[derive(Debug)]
pub(super) enum Event {
    /// A message that precedes the response.
    Message(Held),
    /// The response, with its error code.
    Response(Held, Option<i64>),
    /// The reason the stream ended without a response.
    Lost(Loss),
}

/// A queued string, which takes up room until it is dropped.
#[derive(Debug)]
pub(super) struct Held {
    pub(super) text: Bytes,
    _room: [OwnedSemaphorePermit; 2],
}

/// The reason no response arrived.
#[derive(Clone, Debug)]
pub(super) struct Loss {
    /// A sentence.
    pub(super) reason: String,
    /// The `data` of the JSON-RPC error, as JSON.
    pub(super) data: Option<String>,
}

impl From<&str> for Loss {
    fn from(reason: &str) -> Self {
        Self { reason: reason.to_owned(), data: None }
    }
}

impl From<&Exit> for Loss {
    fn from(exit: &Exit) -> Self {
        Self { reason: exit.without_output().to_string(), data: exit.data() }
    }
}

impl Outbox {
    pub(super) fn new(total: &TotalRoom) -> (Self, Inbox) {
        let (events, inbox) = mpsc::unbounded_channel();
        (Self { events, room: Arc::new(Semaphore::new(ROOM)), total: total.clone() }, inbox)
    }

    /// Sends a message, once there is room. A client that does not make room in time loses its stream.
    pub(super) async fn message(&self, text: Bytes) {
        self.send(text, Event::Message).await;
    }

    /// Sends the response.
    pub(super) async fn response(&self, text: Bytes, code: Option<i64>) {
        self.send(text, |held| Event::Response(held, code)).await;
    }

    async fn send(&self, text: Bytes, event: impl FnOnce(Held) -> Event) {
        let permits = |limit: usize| u32::try_from(text.len().min(limit)).unwrap_or(u32::MAX);
        let total = Arc::clone(&self.total.0).try_acquire_many_owned(permits(TOTAL_ROOM));
        let room = Arc::clone(&self.room).acquire_many_owned(permits(ROOM));
        // While there is room, no timer is registered.
        let room = tokio::time::timeout(PATIENCE, room).await;
        match (room, total) {
            (Ok(Ok(room)), Ok(total)) => {
                // Fails if the client has gone.
                let _ = self.events.send(event(Held { text, _room: [room, total] }));
            }
            (Ok(Err(_)), _) => {}
            (Err(_), _) => self.lose("The client reads its messages too slowly, so its stream was ended."),
            (Ok(Ok(_)), Err(_)) => self.lose(
                "There is no room for the message, because other clients read theirs too slowly. The stream was ended.",
            ),
        }
    }

    /// Ends the stream without a response. Later messages are discarded.
    pub(super) fn lose(&self, loss: impl Into<Loss>) {
        if !self.room.is_closed() {
            self.room.close();
            // Fails if the client has gone.
            let _ = self.events.send(Event::Lost(loss.into()));
        }
    }

    /// Returns true if messages still reach the client.
    pub(super) fn is_open(&self) -> bool {
        !self.events.is_closed() && !self.room.is_closed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_client_that_does_not_read_loses_its_stream() {
        let total = TotalRoom::new();
        let (outbox, mut inbox) = Outbox::new(&total);
        outbox.message(vec![b'x'; ROOM + 1].into()).await;
        assert!(outbox.is_open());
        outbox.message("y".into()).await;
        assert!(!outbox.is_open());
        outbox.message("z".into()).await;
        assert!(matches!(inbox.recv().await, Some(Event::Message(held)) if held.text.len() == ROOM + 1));
        assert!(matches!(inbox.recv().await, Some(Event::Lost(_))));
        assert!(inbox.try_recv().is_err());
        assert_eq!(total.0.available_permits(), TOTAL_ROOM);
    }

    #[tokio::test]
    async fn a_client_is_not_blamed_for_the_room_that_others_take() {
        let total = TotalRoom::new();
        let taken = Arc::clone(&total.0).try_acquire_many_owned(u32::try_from(TOTAL_ROOM).unwrap()).unwrap();
        let (outbox, mut inbox) = Outbox::new(&total);
        outbox.message("x".into()).await;
        let Some(Event::Lost(Loss { reason, .. })) = inbox.recv().await else { panic!() };
        assert!(reason.contains("other clients"), "{reason}");
        drop(taken);
    }

    #[tokio::test]
    async fn a_client_that_reads_loses_nothing() {
        let (outbox, mut inbox) = Outbox::new(&TotalRoom::new());
        let sending = tokio::spawn(async move {
            for _ in 0..20 {
                outbox.message(vec![b'x'; ROOM / 2].into()).await;
            }
        });
        let mut count = 0;
        while let Some(Event::Message(_)) = inbox.recv().await {
            count += 1;
        }
        assert_eq!(count, 20);
        sending.await.unwrap();
    }
}
