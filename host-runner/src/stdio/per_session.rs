//! A separate process for each session.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::join_all;
use http::{HeaderMap, Method, Request, Response, StatusCode};
use http_body::Body;
use http_body_util::Full;
use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::AbortHandle;
use tower_service::Service;

use super::console::Console;
use super::endpoint::{self, SESSION_ID};
use super::errors;
use super::in_use::{InUse, held, until_unused};
use super::json::quoted;
use super::message::{Kind, Message};
use super::options::{ProtocolChoice, StdioCommand, StdioOptions, WITH_HANDSHAKE};
use super::reply;
use super::server::StdioServer;
use super::sessions::IDLE;
use super::versions;
use crate::connect::{ServerBody, always_ready};

/// Maximum number of processes. A new session replaces one that has been idle for long enough, or else gets 503.
const MAX_PROCESSES: usize = 16;

/// Divisor for the idle time: after a tenth of it, a session gives way to a new session if there is no more room. Many
/// clients disappear without ending their session by DELETE.
const GIVES_WAY: u32 = 10;

/// The observer for a process's console. It gets the process's number, and is stopped when the session ends.
type Observer = dyn Fn(Console, u64) -> AbortHandle + Send + Sync;

/// A command as a tower service that speaks Streamable HTTP, with a separate process for each of up to 16 sessions. The
/// process ends with its session: by DELETE, after 10 minutes without a request or an open stream, or after one minute
/// if another session needs its place.
///
/// MCP 2026-07-28 requests belong to no session, so they are refused with a list of the older revisions.
///
/// ```no_run
/// use mcp_ui_host::{Console, StdioCommand, StdioOptions, StdioServers};
///
/// # #[tokio::main] async fn main() {
/// let command = StdioCommand::new("npx").args(["-y", "@modelcontextprotocol/server-everything"]);
/// let print = |console: Console, number: u64| {
///     let printing = async move {
///         let mut next = 0;
///         loop {
///             console.written(next).await;
///             for line in console.lines_from(next, 100) {
///                 next = line.number + 1;
///                 eprintln!("server {number}: {}", line.text);
///             }
///         }
///     };
///     tokio::spawn(printing).abort_handle()
/// };
/// let servers = StdioServers::new(command, StdioOptions::new(), print);
/// # fn is_service<S: tower::Service<http::Request<http_body_util::Full<bytes::Bytes>>>>(_: S) {}
/// # is_service(servers);
/// # }
/// ```
#[derive(Clone)]
pub struct StdioServers(Arc<Shared>);

struct Shared {
    command: StdioCommand,
    options: StdioOptions,
    observer: Box<Observer>,
    idle: Duration,
    room: Arc<Semaphore>,
    started: AtomicU64,
    sessions: Mutex<HashMap<String, Arc<Session>>>,
}

/// A session with its process.
struct Session {
    process: InUse,
    observer: AbortHandle,
    _room: OwnedSemaphorePermit,
}

impl StdioServers {
    /// Creates the service. Processes are started with their sessions. `observer` is called with each process's console
    /// and number, and its task is stopped when the session ends.
    pub fn new(
        command: StdioCommand,
        options: StdioOptions,
        observer: impl Fn(Console, u64) -> AbortHandle + Send + Sync + 'static,
    ) -> Self {
        Self::with_idle_time(command, options, observer, IDLE)
    }

    fn with_idle_time(
        command: StdioCommand,
        mut options: StdioOptions,
        observer: impl Fn(Console, u64) -> AbortHandle + Send + Sync + 'static,
        idle: Duration,
    ) -> Self {
        if matches!(options.protocol, ProtocolChoice::Auto | ProtocolChoice::Both) {
            options.protocol = ProtocolChoice::Handshake(WITH_HANDSHAKE[0]);
        }
        Self(Arc::new(Shared {
            command,
            options,
            observer: Box::new(observer),
            idle,
            room: Arc::new(Semaphore::new(MAX_PROCESSES)),
            started: AtomicU64::new(0),
            sessions: Mutex::default(),
        }))
    }

    /// Stops all processes.
    pub async fn shut_down(&self) {
        self.0.room.close();
        let sessions: Vec<_> = self.0.sessions.lock().drain().map(|(_, session)| session).collect();
        join_all(sessions.iter().map(|session| session.process.server.shut_down())).await;
    }

    async fn respond<B>(self, request: Request<B>) -> Response<ServerBody>
    where
        B: Body<Data: Send> + Send + 'static,
    {
        if request.headers().contains_key(SESSION_ID) {
            return self.in_session(request).await;
        }
        let (head, body) = request.into_parts();
        if head.method != Method::POST {
            let text = "The request has no `Mcp-Session-Id`. Begin a session with `initialize`.";
            return endpoint::refusal(StatusCode::BAD_REQUEST, text);
        }
        let (message, _room) = match endpoint::read(&head, body).await {
            Ok(read) => read,
            Err(refusal) => return refusal,
        };
        match &message.kind {
            Kind::Request { method, .. } if method == "initialize" => {
                let body = Full::new(Bytes::from(message.text.clone()));
                self.begin(Request::from_parts(head, body), &message).await
            }
            _ => no_session(&head.headers, &message),
        }
    }

    async fn in_session<B>(self, request: Request<B>) -> Response<ServerBody>
    where
        B: Body<Data: Send> + Send + 'static,
    {
        let id = request.headers().get(SESSION_ID).and_then(|id| id.to_str().ok()).unwrap_or_default().to_owned();
        let session = self.0.sessions.lock().get(&id).cloned();
        let Some(session) = session else {
            let text = "There is no such session. It may have ended; begin a new one with `initialize`.";
            return reply::error(StatusCode::NOT_FOUND, "null", errors::SESSION_NOT_FOUND, text, None);
        };
        let is_end = request.method() == Method::DELETE;
        session.process.touch();
        let Ok(response) = session.process.server.clone().call(request).await;
        // A restarted process has lost its session.
        if is_end || response.status() == StatusCode::NOT_FOUND {
            self.0.end(&id);
        }
        held(response, session)
    }

    /// Starts a process for a new session.
    async fn begin(self, request: Request<Full<Bytes>>, message: &Message) -> Response<ServerBody> {
        let Some(room) = self.0.make_room().await else {
            let text = format!(
                "{MAX_PROCESSES} agents already have a process of their own, which is the maximum. End a session with \
                 DELETE, or start mcp-ui without --per-client."
            );
            let status = StatusCode::SERVICE_UNAVAILABLE;
            return reply::error(status, message.id_or_null(), errors::INTERNAL_ERROR, &text, None);
        };
        let server = StdioServer::start(self.0.command.clone(), self.0.options.clone());
        let number = self.0.started.fetch_add(1, Ordering::Relaxed) + 1;
        let observer = (self.0.observer)(server.console().clone(), number);
        let session = Arc::new(Session { process: InUse::new(server), observer, _room: room });
        let Ok(response) = session.process.server.clone().call(request).await;
        let id = response.headers().get(SESSION_ID).and_then(|id| id.to_str().ok()).map(str::to_owned);
        match id.filter(|id| self.0.add(id, &session)) {
            Some(id) => drop(tokio::spawn(end_when_idle(Arc::downgrade(&self.0), id, self.0.idle))),
            None => session.process.server.shut_down().await,
        }
        held(response, session)
    }
}

/// Returns the response to a message that belongs to no session.
fn no_session(headers: &HeaderMap, message: &Message) -> Response<ServerBody> {
    let id = message.id_or_null();
    let text = "Each agent has a process of its own here. Begin a session with `initialize`.";
    match versions::stateless(headers, message) {
        Some(requested) => {
            let supported = WITH_HANDSHAKE.map(quoted).join(",");
            let data = format!(r#"{{"supported":[{supported}],"requested":{}}}"#, quoted(&requested));
            reply::error(StatusCode::BAD_REQUEST, id, errors::UNSUPPORTED_VERSION, text, Some(&data))
        }
        None => reply::error(StatusCode::BAD_REQUEST, id, errors::INVALID_REQUEST, text, None),
    }
}

/// Ends a session that has been idle for some time.
async fn end_when_idle(shared: Weak<Shared>, id: String, idle: Duration) {
    until_unused(|| shared.upgrade()?.sessions.lock().get(&id).cloned(), idle).await;
    if let Some(shared) = shared.upgrade() {
        shared.end(&id);
    }
}

impl Shared {
    /// Adds a session. Returns false after the shutdown, when no session may start.
    fn add(&self, id: &str, session: &Arc<Session>) -> bool {
        let mut sessions = self.sessions.lock();
        let may_begin = !self.room.is_closed();
        if may_begin {
            sessions.insert(id.to_owned(), Arc::clone(session));
        }
        may_begin
    }

    /// Returns room for a process. If there is no room, ends the session that has been unused for the longest time.
    /// Returns `None` if all sessions are in use.
    async fn make_room(&self) -> Option<OwnedSemaphorePermit> {
        let room = || Arc::clone(&self.room);
        if let Ok(permit) = room().try_acquire_owned() {
            return Some(permit);
        }
        self.end(&self.longest_unused()?);
        room().acquire_owned().await.ok()
    }

    /// Returns the session that has been unused for the longest time, if that is long enough.
    fn longest_unused(&self) -> Option<String> {
        let sessions = self.sessions.lock();
        // Responses that are being read hold references.
        let unread = sessions.iter().filter(|(_, session)| Arc::strong_count(session) == 1);
        let (unused, id) = unread.map(|(id, session)| (session.process.unused(), id)).max()?;
        (unused >= self.idle / GIVES_WAY).then(|| id.clone())
    }

    /// Ends a session and its process.
    fn end(&self, id: &str) {
        if let Some(session) = self.sessions.lock().remove(id) {
            tokio::spawn(async move { session.process.server.shut_down().await });
        }
    }
}

impl AsRef<InUse> for Session {
    fn as_ref(&self) -> &InUse {
        &self.process
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.observer.abort();
    }
}

always_ready!(StdioServers, [Data: Send], StdioServers::respond);

impl fmt::Debug for StdioServers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StdioServers").field("sessions", &self.0.sessions.lock().len()).finish_non_exhaustive()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn servers(idle: Duration) -> StdioServers {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/children/server.py");
        let observer = |_, _| tokio::spawn(std::future::pending::<()>()).abort_handle();
        let command = StdioCommand::new("python3").args([script]);
        StdioServers::with_idle_time(command, StdioOptions::new(), observer, idle)
    }

    async fn begin(servers: &mut StdioServers) -> Response<ServerBody> {
        let initialize = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
        let request =
            Request::post("/").header("content-type", "application/json").body(Full::<Bytes>::from(initialize));
        let Ok(response) = servers.call(request.unwrap()).await;
        response
    }

    async fn open_stream(servers: &mut StdioServers, session: &Response<ServerBody>) -> Response<ServerBody> {
        let request = Request::get("/").header(SESSION_ID, &session.headers()[SESSION_ID]);
        let Ok(stream) = servers.call(request.body(Full::<Bytes>::default()).unwrap()).await;
        stream
    }

    #[tokio::test]
    async fn a_session_that_is_not_used_ends() {
        let idle = Duration::from_millis(500);
        let mut servers = servers(idle);
        let session = begin(&mut servers).await;
        let stream = open_stream(&mut servers, &session).await;
        assert_eq!(stream.status(), StatusCode::OK);
        tokio::time::sleep(idle * 3).await;
        assert_eq!(servers.0.sessions.lock().len(), 1);
        drop(stream);
        while servers.0.room.available_permits() < MAX_PROCESSES {
            tokio::time::sleep(idle).await;
        }
        assert!(servers.0.sessions.lock().is_empty());
    }

    #[tokio::test]
    async fn a_new_session_takes_the_place_of_the_one_unused_for_longest() {
        let mut servers = servers(Duration::from_mins(1));
        // Room for two.
        let room = || Arc::clone(&servers.0.room).try_acquire_owned().unwrap();
        let _taken: Vec<_> = (2..MAX_PROCESSES).map(|_| room()).collect();
        let first = begin(&mut servers).await;
        let second = begin(&mut servers).await;
        assert_eq!(begin(&mut servers).await.status(), StatusCode::SERVICE_UNAVAILABLE);

        let stream = open_stream(&mut servers, &first).await;
        tokio::time::sleep(Duration::from_secs(6)).await;
        assert_eq!(begin(&mut servers).await.status(), StatusCode::OK);
        assert_eq!(open_stream(&mut servers, &second).await.status(), StatusCode::NOT_FOUND);
        assert_eq!(begin(&mut servers).await.status(), StatusCode::SERVICE_UNAVAILABLE);
        drop(stream);
    }
}
