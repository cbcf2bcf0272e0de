//! A connection's lifecycle: the stream, negotiation, its end, and the next connection.

use std::sync::Arc;
use std::time::{Duration, Instant};

use http::{Request, StatusCode, header};
use http_body_util::Empty;
use tokio::sync::{mpsc, watch};

use super::super::console::{Console, ConsoleSource};
use super::super::exit::Exit;
use super::super::link::Link;
use super::super::message::Message;
use super::super::negotiate::{self, Opening};
use super::super::options::{ProtocolChoice, Questions, WITH_HANDSHAKE};
use super::super::restart::Restarts;
use super::super::supervisor::{self, Control, Phase};
use super::super::writer::Writer;
use super::events::Events;
use super::posts;
use crate::connect::ServerBody;
use crate::upstream::{HttpServer, redirect};

/// The task that maintains the connection.
pub(super) struct Connection {
    pub(super) http: HttpServer,
    pub(super) init_timeout: Duration,
    pub(super) console: Console,
    pub(super) phase: watch::Sender<Phase>,
    pub(super) control: mpsc::Receiver<Control>,
}

/// An event stream, and the server at the URL for messages.
type Streams = (Events<ServerBody>, HttpServer);

impl Connection {
    pub(super) async fn run(mut self) {
        let mut restarts = Restarts::default();
        loop {
            self.phase.send_replace(Phase::Starting);
            let (mut exit, control) = self.run_once().await;
            match control {
                Some(Control::ShutDown) => {
                    self.phase.send_replace(Phase::Down(Arc::new(exit)));
                    return;
                }
                Some(Control::Restart) => continue,
                None => {}
            }
            exit.restarts_in = restarts.after(&exit, Instant::now());
            self.console.push(ConsoleSource::Runner, &exit.to_string());
            let delay = exit.restarts_in;
            self.phase.send_replace(Phase::Down(Arc::new(exit)));
            if !supervisor::pause(&mut self.control, delay).await {
                return;
            }
        }
    }

    /// Connects once, and waits until the connection ends.
    async fn run_once(&mut self) -> (Exit, Option<Control>) {
        let (writer, lines) = Writer::new();
        let link = Arc::new(Link::new(writer, self.console.clone(), None));
        let (http, limit) = (self.http.clone(), self.init_timeout);
        let phase = &self.phase;
        let connected = async {
            let late = |_| {
                let seconds = limit.as_secs_f64();
                Exit { is_late: true, ..Exit::unstarted(format!("The server was not ready within {seconds} s.")) }
            };
            let streams = tokio::time::timeout(limit, connect(&http)).await.map_err(late)?;
            let (events, messages) = streams.map_err(Exit::unstarted)?;
            let sending = posts::send_all(lines, messages, Arc::clone(&link));
            let reading = read(events, &link);
            let negotiated = async {
                let choice = ProtocolChoice::Handshake(WITH_HANDSHAKE[0]);
                let negotiated = negotiate::negotiate(&link, choice, limit, Opening::Initialize, Questions::All);
                let era = tokio::time::timeout(limit, negotiated).await.map_err(late)?;
                let era = era.map_err(|failure| Exit::unstarted(failure.reason))?;
                // Cannot fail, because `era` is set once per link.
                let _ = link.era.set(era);
                phase.send_replace(Phase::Ready(Arc::clone(&link)));
                std::future::pending::<()>().await;
                Ok(())
            };
            let reason = tokio::select! {
                reason = reading => reason,
                failed = negotiated => return failed,
                () = sending => "ended",
            };
            let exit = Exit::unstarted(format!("The server {reason}."));
            Err(Exit { before_ready: link.era.get().is_none(), ..exit })
        };
        let (exit, control) = tokio::select! {
            ended = connected => (ended.err(), None),
            control = self.control.recv() => (None, Some(control.unwrap_or(Control::ShutDown))),
        };
        let exit = exit.unwrap_or_else(|| Exit::unstarted("The connection was closed.".to_owned()));
        link.close(&Arc::new(exit.clone()));
        (exit, control)
    }
}

/// Opens the stream, whose first event contains the URL for messages (2024-11-05, "HTTP with SSE").
async fn connect(http: &HttpServer) -> Result<Streams, String> {
    let request = Request::get("/").header(header::ACCEPT, "text/event-stream").body(Empty::new());
    let response = http.send(request.map_err(|error| error.to_string())?).await.map_err(|error| error.to_string())?;
    let content_type = response.headers().get(header::CONTENT_TYPE).map(|value| value.as_bytes().to_ascii_lowercase());
    let is_stream = content_type.is_some_and(|value| value.starts_with(b"text/event-stream"));
    if response.status() != StatusCode::OK || !is_stream {
        return Err(format!("The server offers no event stream: it responded with {}.", response.status()));
    }
    let mut events = Events::new(response.into_body());
    let event = events.next().await.map_err(|reason| format!("The server {reason}."))?;
    if event.kind != "endpoint" {
        return Err("The server's first event does not give the URL for messages.".to_owned());
    }
    let url = redirect::resolve(&http.url(), event.data.trim());
    let Some(path) = url.as_ref().and_then(|url| redirect::same_origin(&http.url(), url)) else {
        let named: String = event.data.chars().take(300).collect();
        return Err(format!(
            "The server asks for messages to be sent to {named:?}, which is another server. mcp-ui refuses, so that \
             credentials never reach it."
        ));
    };
    Ok((events, http.at(path)))
}

/// Relays the server's messages. Returns the reason the messages ended.
async fn read(mut events: Events<ServerBody>, link: &Arc<Link>) -> &'static str {
    loop {
        let event = match events.next().await {
            Ok(event) if event.kind == "message" => event,
            Ok(_) => continue,
            Err(reason) => return reason,
        };
        match Message::parse_all(event.data) {
            Ok(messages) => {
                for message in messages {
                    link.receive(message).await;
                }
            }
            Err(invalid) => link.note(&format!("The server sent an event that is not MCP: {invalid}.")),
        }
    }
}
