//! A child process in memory, for the fuzz targets in `host-runner/fuzz`.
#![expect(missing_docs, reason = "no user sees this module")]

use std::sync::Arc;

use tokio::io::AsyncRead;

use super::console::Console;
use super::exit::Exit;
use super::link::{Client, Link};
use super::message::{Kind, Message};
use super::outbox::Event;
use super::pipes;
use super::writer::Writer;

/// An event that a client got: a message, or the end of its request.
#[derive(Debug)]
pub enum Outcome {
    Message(String),
    Response(String),
    Lost,
}

/// Sends each request to a process as a separate client, lets the process write `stdout`, and closes the link. The
/// process sees the ids 1, 2, …. Returns each client's events, or `None` for a request that was refused.
pub async fn relay<R: AsyncRead + Unpin>(requests: &[String], stdout: R) -> Vec<Option<Vec<Outcome>>> {
    let (writer, _lines) = Writer::new();
    let link = Arc::new(Link::new(writer, Console::new(), None));
    let mut clients = Vec::new();
    for request in requests {
        let client = match Message::parse(request.clone()) {
            Ok(request) => link.request(Client::Stateless, &request).await.ok(),
            Err(_) => None,
        };
        clients.push(client);
    }
    let _end = pipes::read_stdout(stdout, Arc::clone(&link)).await;
    link.close(&Arc::new(Exit::closed_stdin()));
    let outcomes = clients.into_iter().map(|client| {
        let (mut inbox, running) = client?;
        drop(running);
        let mut outcomes = Vec::new();
        while let Ok(event) = inbox.try_recv() {
            let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("messages are UTF-8");
            outcomes.push(match event {
                Event::Message(held) => Outcome::Message(text(&held.text)),
                Event::Response(held, _) => Outcome::Response(text(&held.text)),
                Event::Lost(_) => Outcome::Lost,
            });
        }
        Some(outcomes)
    });
    outcomes.collect()
}

/// Replaces the id of each message in a string. Returns each message before and after the replacement, or `None` if the
/// text has no messages.
pub fn with_other_ids(text: &str, id: &str) -> Option<Vec<(String, String)>> {
    let messages = Message::parse_all(text.to_owned()).ok()?;
    let edited = messages.into_iter().map(|message| {
        let edits = match &message.kind {
            Kind::Request { id: span, .. } | Kind::Response { id: Some(span), .. } => {
                vec![(span.clone(), id.to_owned())]
            }
            Kind::Notification { .. } | Kind::Response { id: None, .. } => Vec::new(),
        };
        (message.text.clone(), message.with(edits))
    });
    Some(edited.collect())
}
