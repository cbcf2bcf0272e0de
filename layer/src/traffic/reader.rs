//! The reader of tapped bodies and messages: a background task, at most one at a time.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use bytes::Bytes;
use http::{Method, StatusCode};

use super::events::Event;
use super::exchange::{Exchange, Instant, ResponseHead};
use super::message::{From, Kind, Summary, TEXT_BYTES};
use super::queue::{End, Kept, Loss, Next, Tap};
use super::record::{Content, NO_MESSAGE, Passage, Record};
use super::recording::Recording;
use crate::model::RawJson;

/// Maximum number of messages in a batch that get their own records. A larger batch is not kept.
const BATCH: usize = 1_000;

/// Maximum number of characters that a note quotes from a content encoding. Longer quotes are cut off.
const ENCODING: usize = 100;

/// Maximum number of taps read in a row, after which other tasks can run.
const TAPS_AT_ONCE: usize = 8;

/// The time for collecting taps before they are read. Waking a reader costs more than a tap, so a reader keeps running
/// until no tap has arrived for this time.
const COLLECTING: Duration = Duration::from_millis(2);

/// Adds a tap to the queue, and has it read soon.
pub(super) fn push(recording: &Arc<Recording>, tap: Tap) {
    if recording.queue.push(tap) {
        start(recording);
    }
}

/// Reads the tapped data: in the background if the runtime's tasks can outlive a request, otherwise immediately.
fn start(recording: &Arc<Recording>) {
    let background = &recording.settings.background;
    if !background.outlives_requests() {
        while recording.read_next() || !recording.queue.rest() {}
        return;
    }
    let mut working = Working { recording: Arc::clone(recording), is_done: false };
    background.spawn(async move {
        let working = &mut working;
        let recording = &working.recording;
        loop {
            recording.settings.background.sleep(COLLECTING).await;
            if recording.read_all().await == 0 && recording.queue.rest() {
                break;
            }
        }
        working.is_done = true;
    });
}

/// A running reader. If its task is dropped, another reader can start.
struct Working {
    recording: Arc<Recording>,
    is_done: bool,
}

impl Drop for Working {
    fn drop(&mut self) {
        if !self.is_done {
            self.recording.queue.abandon();
        }
    }
}

impl Recording {
    /// Reads all tapped data, letting other tasks run in between. Returns the number of taps.
    async fn read_all(&self) -> usize {
        let mut read = 0;
        poll_fn(|cx| {
            while self.read_next() {
                read += 1;
                if read % TAPS_AT_ONCE == 0 {
                    cx.waker().wake_by_ref();
                    return Poll::Pending;
                }
            }
            Poll::Ready(read)
        })
        .await
    }

    /// Reads the next tap. Returns `false` if the queue is empty.
    fn read_next(&self) -> bool {
        match self.queue.next() {
            None => return false,
            Some(Next::Dropped(count)) => {
                let note = format!("{count} messages are missing, since they came faster than they could be read.");
                self.store(Instant::now(), From::Client, Passage::Unknown, 0, Content::Unread(note, None));
            }
            Some(Next::Tap(tap)) => self.read(tap),
        }
        true
    }

    fn read(&self, tap: Tap) {
        match tap {
            Tap::Request { exchange, at, body, end } => self.read_request(&exchange, at, &body, end),
            Tap::Response { exchange, at, body, end } => self.read_response(&exchange, at, &body, end),
            Tap::Events { exchange, at, part } => self.read_events(&exchange, at, &part),
            Tap::EventsEnd { exchange, at, end } => self.end_events(&exchange, at, end),
            Tap::NoResponse { exchange, at, end } => {
                exchange.span.cut();
                let note = match end {
                    End::Dropped => "The client closed the connection before the response.",
                    _ => "The service failed without a response.",
                };
                let passage = Passage::Http { exchange: &exchange, response: None };
                self.store(at, end.cause(), passage, 0, Content::Cut(note));
            }
            Tap::Stdio { session, is_of_other, is_from_client, at, text } => {
                let from = if is_from_client { From::Client } else { From::Server };
                self.read_body(at, from, &|| Passage::Stdio { session: &session, is_of_other }, &text);
            }
        }
    }

    fn read_request(&self, exchange: &Exchange, at: Instant, body: &Kept, end: End) {
        let passage = || Passage::Http { exchange, response: None };
        self.recall(exchange);
        if end != End::Complete {
            let note = "The request was not read to its end.";
            return self.store(at, From::Client, passage(), body.bytes, Content::Cut(note));
        }
        if body.bytes == 0 {
            return self.store(at, From::Client, passage(), 0, Content::Http);
        }
        if let Some(encoding) = exchange.headers.get("content-encoding") {
            return self.store(at, From::Client, passage(), body.bytes, compressed(encoding));
        }
        self.read_body(at, From::Client, &passage, body);
    }

    fn read_response(&self, exchange: &Exchange, at: Instant, body: &Kept, end: End) {
        let head = exchange.head();
        let passage = || Passage::Http { exchange, response: Some(head) };
        self.learn_session(exchange, head);
        if let Some(note) = end.note() {
            exchange.span.cut();
            return self.store(at, end.cause(), passage(), body.bytes, Content::Cut(note));
        }
        if let Some(encoding) = head.headers.get("content-encoding").filter(|_| body.bytes > 0) {
            exchange.span.status(head.status);
            return self.store(at, From::Server, passage(), body.bytes, compressed(encoding));
        }
        let content_type = head.headers.get("content-type").unwrap_or_default();
        if body.bytes > 0 && content_type.contains("json") {
            self.read_body(at, From::Server, &passage, body);
            if !exchange.learned.lock().is_answered {
                exchange.span.status(head.status);
            }
            return;
        }
        exchange.span.status(head.status);
        let is_usual =
            matches!(head.status, StatusCode::ACCEPTED | StatusCode::NO_CONTENT) && exchange.method == Method::POST;
        if !is_usual {
            self.store(at, From::Server, passage(), body.bytes, Content::Http);
        }
    }

    fn read_events(&self, exchange: &Exchange, at: Instant, part: &Kept) {
        let head = exchange.head();
        let passage = || Passage::Http { exchange, response: Some(head) };
        if part.bytes == 0 {
            self.learn_session(exchange, head);
            if exchange.method == Method::GET {
                self.store(at, From::Server, passage(), 0, Content::Http);
            }
            return;
        }
        let mut events = Vec::new();
        {
            let splitter = &mut exchange.learned.lock().splitter;
            match part.whole() {
                Ok(bytes) => splitter.push(&bytes, self.settings.message_bytes, |event| events.push(event)),
                Err(_) => splitter.lose(part.bytes),
            }
        }
        for event in events {
            match event {
                Event::Data(data) => {
                    let bytes = data.len() as u64;
                    self.read_messages(at, From::Server, &passage, data, bytes);
                }
                Event::Lost(bytes) => {
                    let note =
                        "The event is too large, or came faster than it could be read. It is not kept.".to_owned();
                    self.store(at, From::Server, passage(), bytes, Content::Unread(note, None));
                }
            }
        }
    }

    fn end_events(&self, exchange: &Exchange, at: Instant, end: End) {
        let is_answered = exchange.learned.lock().is_answered;
        let note = match end.note() {
            _ if is_answered => return,
            None if exchange.method == Method::POST => "The event stream ended without a response.",
            None => "The server closed the event stream.",
            Some(note) => note,
        };
        exchange.span.cut();
        let passage = Passage::Http { exchange, response: Some(exchange.head()) };
        self.store(at, end.cause(), passage, 0, Content::Cut(note));
    }

    /// Reads a whole body, if it was kept.
    fn read_body<'r>(&'r self, at: Instant, from: From, passage: &dyn Fn() -> Passage<'r>, body: &Kept) {
        let content = match body.whole() {
            Ok(bytes) => return self.read_messages(at, from, passage, bytes, body.bytes),
            Err(Loss::TooLarge) => Content::too_large(),
            Err(Loss::Behind) => {
                Content::Unread("The message came faster than it could be read. It is not kept.".to_owned(), None)
            }
        };
        self.store(at, from, passage(), body.bytes, content);
    }

    /// Reads a message or a batch.
    fn read_messages<'r>(
        &'r self,
        at: Instant,
        from: From,
        passage: &dyn Fn() -> Passage<'r>,
        text: Bytes,
        bytes: u64,
    ) {
        let unread = |note, reason| self.store(at, from, passage(), bytes, Content::Unread(note, reason));
        let json = match RawJson::parse(text) {
            Ok(json) => json,
            Err(error) => return unread(format!("The message is not JSON: {error}."), Some(NO_MESSAGE)),
        };
        if !json.get().starts_with('[') {
            return self.read_message(at, from, passage, &json, bytes);
        }
        match json.items(BATCH) {
            Ok(messages) => {
                for message in messages {
                    let bytes = message.get().len() as u64;
                    self.read_message(at, from, passage, &message, bytes);
                }
            }
            Err(_) => unread(format!("The batch has more than {BATCH} messages, and is not kept."), None),
        }
    }

    fn read_message<'r>(
        &'r self,
        at: Instant,
        from: From,
        passage: &dyn Fn() -> Passage<'r>,
        json: &RawJson,
        bytes: u64,
    ) {
        let content = Content::of_message(json, &self.settings.secrets);
        if let Some(summary) = content.summary() {
            self.learn(&passage(), from, summary, json);
        }
        self.store(at, from, passage(), bytes, content);
    }

    fn store(&self, at: Instant, from: From, passage: Passage<'_>, bytes: u64, content: Content) {
        Record { at, from, passage, bytes, content }.store(self);
    }

    /// Stores the facts that a message reveals about its exchange and client.
    fn learn(&self, passage: &Passage<'_>, from: From, summary: &Summary, message: &RawJson) {
        match passage {
            Passage::Http { exchange, .. } => {
                let mut learned = exchange.learned.lock();
                if learned.is_first(from, summary.kind) {
                    exchange.span.message(&exchange.headers, from, summary, message);
                }
                if from == From::Server {
                    learned.is_answered |= matches!(summary.kind, Kind::Response | Kind::Error);
                    return;
                }
                learned.is_named |= matches!(summary.kind, Kind::Request | Kind::Notification);
                if summary.client.is_some() {
                    learned.client.clone_from(&summary.client);
                }
                if summary.revision.is_some() {
                    learned.revision.clone_from(&summary.revision);
                }
            }
            Passage::Stdio { session, .. } => {
                if let Some(client) = &summary.client {
                    self.clients.remember(session, client);
                }
            }
            Passage::Unknown => {}
        }
    }

    /// Looks up the session's client, and takes the revision from the header.
    fn recall(&self, exchange: &Exchange) {
        let mut learned = exchange.learned.lock();
        let revision = exchange.headers.get("mcp-protocol-version").filter(|revision| revision.len() <= TEXT_BYTES);
        learned.revision = revision.map(str::to_owned);
        learned.client = exchange.session.as_ref().and_then(|session| self.clients.client(session));
    }

    /// Stores the session that starts with a response, and the client that started it.
    fn learn_session(&self, exchange: &Exchange, head: &ResponseHead) {
        let Some(session) = &head.session else { return };
        let mut learned = exchange.learned.lock();
        learned.session = Some(session.clone());
        if exchange.session.is_none() {
            exchange.span.session(session);
        }
        if let Some(client) = &learned.client {
            self.clients.remember(session, client);
        }
    }
}

impl End {
    /// Returns the side that ended the response.
    fn cause(self) -> From {
        if self == Self::Dropped { From::Client } else { From::Server }
    }

    /// Explains why a response is incomplete, as a sentence.
    fn note(self) -> Option<&'static str> {
        match self {
            Self::Complete => None,
            Self::Dropped => Some("The client closed the connection before the response was complete."),
            Self::Failed => Some("The response failed before it was complete."),
        }
    }
}

fn compressed(encoding: &str) -> Content {
    let encoding: String = encoding.escape_debug().take(ENCODING).collect();
    Content::Unread(format!("The message is compressed ({encoding}), and is not kept."), None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::traffic::TrafficSettings;

    #[test]
    fn other_tasks_run_between_a_few_taps() {
        let recording = Recording::new(TrafficSettings::new());
        for _ in 0..20 {
            let (session, mut text) = ("s".to_owned(), recording.queue.keep());
            text.push(Bytes::from_static(br#"{"method":"a"}"#), 100);
            recording.queue.push(Tap::Stdio {
                session,
                is_of_other: false,
                is_from_client: true,
                at: Instant(0),
                text,
            });
        }
        let mut reading = tokio_test::task::spawn(recording.read_all());
        for read in [8, 16] {
            assert!(reading.poll().is_pending());
            assert_eq!(recording.ring.range(), (1, read));
        }
        assert_eq!(reading.poll(), Poll::Ready(20));
    }
}
