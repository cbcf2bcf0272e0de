//! The MCP endpoint in front of the process: Streamable HTTP for 2026-07-28 and for revisions with sessions.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use http::header::{self, HeaderMap, HeaderValue};
use http::request::Parts;
use http::{Method, Request, Response, StatusCode};
use http_body::Body;

use super::console::ConsoleLevel;
use super::era::Era;
use super::errors;
use super::framing::{MAX_LINE, clipped};
use super::json::{Members, quoted};
use super::link::{Client, Link};
use super::message::{Kind, Message};
use super::options::{STATELESS, WITH_HANDSHAKE};
use super::outbox::{Event, Loss, Outbox};
use super::reply::{self, Source};
use super::server::StdioServer;
use super::sessions::{Session, SessionId};
use super::versions;
use crate::bodies::{self, BodyError, HeldRoom};
use crate::connect::{ServerBody, always_ready};

pub(super) const SESSION_ID: &str = "mcp-session-id";

/// Time to wait for a response that can be sent as JSON. After that, or if another message comes first, the reply is an
/// event stream.
const JSON_TIME: Duration = Duration::from_secs(1);

type Reply = Response<ServerBody>;

always_ready!(StdioServer, [Data: Send], respond);

/// Answers a request.
async fn respond<B>(server: StdioServer, request: Request<B>) -> Reply
where
    B: Body<Data: Send> + Send,
{
    let (head, body) = request.into_parts();
    let reply = match head.method {
        Method::POST => match read(&head, body).await {
            Ok((message, _room)) => post(&server, &head, &message).await,
            Err(refusal) => Err(refusal),
        },
        Method::GET => listen(&server, &head.headers).await,
        Method::DELETE => end_session(&server, &head.headers).await,
        _ => Err(method_not_allowed("GET, POST, DELETE")),
    };
    reply.unwrap_or_else(|refusal| refusal)
}

fn method_not_allowed(allowed: &'static str) -> Reply {
    let mut response = reply::empty(StatusCode::METHOD_NOT_ALLOWED);
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(allowed));
    response
}

pub(super) fn refusal(status: StatusCode, message: &str) -> Reply {
    reply::error(status, "null", errors::INVALID_REQUEST, message, None)
}

/// Reads a message from a POST body. The returned share of the budget must be kept as long as the message.
pub(super) async fn read<B>(head: &Parts, body: B) -> Result<(Message, HeldRoom), Reply>
where
    B: Body<Data: Send> + Send,
{
    let content_type = head.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    if !essence.eq_ignore_ascii_case("application/json") {
        let text = "The body must be a JSON-RPC message, with `Content-Type: application/json`.";
        return Err(refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, text));
    }
    let body = bodies::messages().read(body, MAX_LINE).await.map_err(unread)?;
    let text =
        String::from_utf8(body.bytes.into()).map_err(|_| refusal(StatusCode::BAD_REQUEST, "The body is not UTF-8."))?;
    if text.trim_start().starts_with('[') {
        let text = "MCP has not supported batches since 2025-06-18. Send each message on its own.";
        return Err(refusal(StatusCode::BAD_REQUEST, text));
    }
    let message = Message::parse(text).map_err(|invalid| reply::invalid(&invalid))?;
    Ok((message, body.room))
}

fn unread(error: BodyError) -> Reply {
    refusal(error.status(), &error.to_string())
}

async fn post(server: &StdioServer, head: &Parts, message: &Message) -> Result<Reply, Reply> {
    let id = message.id_or_null();
    let link = server.link().await.map_err(|exit| reply::down(id, &exit))?;
    let era = link.era.get().ok_or_else(|| refusal(StatusCode::SERVICE_UNAVAILABLE, "The server is starting."))?;
    let version = versions::stateless(&head.headers, message);
    match (era, version) {
        (Era::Stateless { .. }, Some(_)) => {
            if let Some(mismatch) = versions::mismatch(&head.headers, message) {
                return Err(reply::error(StatusCode::BAD_REQUEST, id, errors::HEADER_MISMATCH, &mismatch, None));
            }
            forward(&link, Client::Stateless, &head.headers, message).await
        }
        (Era::Stateless { supported }, None) => {
            let requested = message.string(&["protocolVersion"]).unwrap_or_else(|| "none".to_owned());
            let text = format!(
                "The server speaks MCP {STATELESS}, which has no sessions. If it also speaks an older revision, start \
                 mcp-ui without `--protocol`, or with that revision."
            );
            if WITH_HANDSHAKE.contains(&requested.as_str()) && link.is_told_of_agents.set(()).is_ok() {
                let note = format!("An agent that speaks MCP {requested} was refused. {text}");
                link.console.note(ConsoleLevel::Warning, &note);
            }
            Err(unsupported(id, &text, supported, &requested))
        }
        (Era::Handshake { version, .. }, Some(requested)) => {
            let text = format!("The server speaks MCP {version}. Begin a session with `initialize`.");
            Err(unsupported(id, &text, &format!("[{}]", quoted(version)), &requested))
        }
        (Era::Handshake { result, .. }, None) => in_session(server, &link, result, head, message, id).await,
    }
}

fn unsupported(id: &str, text: &str, supported: &str, requested: &str) -> Reply {
    let data = format!(r#"{{"supported":{supported},"requested":{}}}"#, quoted(requested));
    reply::error(StatusCode::BAD_REQUEST, id, errors::UNSUPPORTED_VERSION, text, Some(&data))
}

/// Answers a message that uses a revision with sessions.
async fn in_session(
    server: &StdioServer,
    link: &Arc<Link>,
    handshake: &str,
    head: &Parts,
    message: &Message,
    id: &str,
) -> Result<Reply, Reply> {
    if matches!(&message.kind, Kind::Request { method, .. } if method == "initialize") {
        return Ok(begin_session(server, link, handshake, message, id));
    }
    let session = session_of(link, &head.headers)?;
    match &message.kind {
        Kind::Request { method, .. } if method == "logging/setLevel" => {
            if let Some(session) = link.state.lock().sessions.get_mut(&session) {
                session.has_level = true;
            }
            forward(link, Client::Session(session), &head.headers, message).await
        }
        Kind::Request { method, .. } if method == "resources/unsubscribe" => {
            let uri = message.string(&["uri"]).unwrap_or_default();
            if link.state.lock().sessions.unsubscribe(&session, &uri) {
                return Ok(reply::json(StatusCode::OK, format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)));
            }
            forward(link, Client::Session(session), &head.headers, message).await
        }
        Kind::Response { .. } => {
            if !link.answer(&session, message).await {
                let text = "No server request with this id is waiting for this session's response.";
                return Err(refusal(StatusCode::BAD_REQUEST, text));
            }
            Ok(reply::empty(StatusCode::ACCEPTED))
        }
        _ => forward(link, Client::Session(session), &head.headers, message).await,
    }
}

/// Starts a session. The process has already had its handshake, so the result of that handshake is repeated.
fn begin_session(server: &StdioServer, link: &Arc<Link>, handshake: &str, message: &Message, id: &str) -> Reply {
    let announced = message.find(&["capabilities"]).ok().flatten();
    let announced = announced.and_then(|span| Members::at(&message.text, span));
    let names = ["sampling", "elicitation", "roots", "tasks"];
    let capabilities: HashSet<String> = names
        .iter()
        .filter(|name| announced.as_ref().is_some_and(|it| it.has(name)))
        .map(ToString::to_string)
        .collect();
    let mut state = link.state.lock();
    let client = message.string(&["clientInfo", "title"]).or_else(|| message.string(&["clientInfo", "name"]));
    let session = Session::new(server.role(), clipped(&client.unwrap_or_default()), capabilities);
    let (session, ended) = state.sessions.add(session);
    let texts = ended.map(|(id, ended)| state.forget(&id, ended)).unwrap_or_default();
    drop(state);
    for text in texts {
        link.send_at_once(text);
    }
    let mut response = reply::json(StatusCode::OK, format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{handshake}}}"#));
    let value = HeaderValue::from_str(&session).expect("hexadecimal digits are a valid header");
    response.headers_mut().insert(SESSION_ID, value);
    response
}

/// Finds a request's session. Refuses a missing id with 400, and an unknown id with 404.
fn session_of(link: &Link, headers: &HeaderMap) -> Result<SessionId, Reply> {
    let Some(id) = headers.get(SESSION_ID) else {
        let text = "The request has no `Mcp-Session-Id`. Begin a session with `initialize`.";
        return Err(refusal(StatusCode::BAD_REQUEST, text));
    };
    let found = id.to_str().ok().and_then(|id| Some(link.state.lock().sessions.touch(id)?.0));
    found.ok_or_else(|| {
        let text = "There is no such session. It may have ended with the process; begin a new one with `initialize`.";
        reply::error(StatusCode::NOT_FOUND, "null", errors::SESSION_NOT_FOUND, text, None)
    })
}

/// Forwards a request or a notification to the process.
async fn forward(link: &Arc<Link>, client: Client, headers: &HeaderMap, message: &Message) -> Result<Reply, Reply> {
    let id = match &message.kind {
        Kind::Request { id, .. } => message.raw(id.clone()),
        Kind::Notification { method } => {
            link.notify(&client, message, method).await;
            return Ok(reply::empty(StatusCode::ACCEPTED));
        }
        Kind::Response { .. } => {
            let text = "No request from the server is waiting for a response.";
            return Err(refusal(StatusCode::BAD_REQUEST, text));
        }
    };
    let is_stateless = client == Client::Stateless;
    let sent = link.request(client, message).await;
    let (mut inbox, running) = sent.map_err(|refusal| reply::refused(id, &refusal))?;
    let takes_events = takes_events(headers);
    loop {
        let event = if takes_events {
            tokio::time::timeout(JSON_TIME, inbox.recv()).await.ok()
        } else {
            Some(inbox.recv().await)
        };
        let first = match event {
            Some(Some(Event::Response(held, code))) => {
                let status = code.filter(|_| is_stateless).map_or(StatusCode::OK, reply::status_of);
                return Ok(reply::json(status, held.text.clone()));
            }
            Some(Some(Event::Lost(Loss { reason, data }))) => {
                let status = StatusCode::SERVICE_UNAVAILABLE;
                return Err(reply::error(status, id, errors::INTERNAL_ERROR, &reason, data.as_deref()));
            }
            Some(Some(Event::Message(_))) if !takes_events => continue,
            event => event.flatten(),
        };
        return Ok(reply::events(Source { first, inbox, id: Some(id.to_owned()), running: Some(running) }));
    }
}

/// Returns true if a client reads event streams. A client that sends no `Accept` accepts everything.
fn takes_events(headers: &HeaderMap) -> bool {
    let mut accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok()).peekable();
    accepted.peek().is_none() || accepted.any(|value| value.contains("text/event-stream") || value.contains("*/*"))
}

/// Opens a session's stream for messages that belong to no request.
async fn listen(server: &StdioServer, headers: &HeaderMap) -> Result<Reply, Reply> {
    let link = server.link().await.map_err(|exit| reply::down("null", &exit))?;
    if matches!(link.era.get(), Some(Era::Stateless { .. })) {
        return Err(method_not_allowed("POST"));
    }
    let id = session_of(&link, headers)?;
    let (outbox, inbox) = Outbox::new(&link.room);
    if let Some(session) = link.state.lock().sessions.get_mut(&id) {
        session.listen(outbox);
    }
    Ok(reply::events(Source { first: None, inbox, id: None, running: None }))
}

async fn end_session(server: &StdioServer, headers: &HeaderMap) -> Result<Reply, Reply> {
    let link = server.link().await.map_err(|exit| reply::down("null", &exit))?;
    link.end_session(&session_of(&link, headers)?);
    Ok(reply::empty(StatusCode::NO_CONTENT))
}
