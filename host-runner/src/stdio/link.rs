//! The link between clients and one run of the process: pending requests in both directions, and sessions.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use parking_lot::Mutex;

use super::console::Console;
use super::era::Era;
use super::errors;
use super::exit::Exit;
use super::framing::clipped;
use super::message::{Invalid, Kind, Message};
use super::outbox::{Inbox, Loss, Outbox, TotalRoom};
use super::sessions::{SessionId, Sessions};
use super::writer::Writer;

/// Maximum number of simultaneous requests to the process. Additional requests get 503. The process's own requests to
/// clients have a separate limit of the same size, above which they get an error.
pub(super) const MAX_REQUESTS: usize = 1_000;

/// The link to one run of the process. It ends with that process.
#[derive(Debug)]
pub(super) struct Link {
    writer: Writer,
    pub(super) console: Console,
    /// Filled once the console says that an agent with an older revision was refused.
    pub(super) is_told_of_agents: OnceLock<()>,
    pub(super) room: TotalRoom,
    /// The time when the process was started, and its process id.
    pub(super) started: SystemTime,
    pub(super) process: Option<u32>,
    /// The revision that the process speaks, once known.
    pub(super) era: OnceLock<Era>,
    /// Never locked across an `await`.
    pub(super) state: Mutex<State>,
}

#[derive(Debug, Default)]
pub(super) struct State {
    last_id: u64,
    /// Requests to the process, by the id that the process sees.
    pub(super) pending: BTreeMap<u64, Pending>,
    /// Requests from the process to clients, by the id that the client sees.
    pub(super) asked: HashMap<u64, Asked>,
    pub(super) sessions: Sessions,
    closed: Option<Arc<Exit>>,
}

/// A request that the process has not answered yet.
#[derive(Debug)]
pub(super) struct Pending {
    /// The client's id, as JSON.
    pub(super) id: Box<str>,
    /// The client's progress token, as JSON.
    pub(super) token: Option<Box<str>>,
    pub(super) client: Client,
    pub(super) outbox: Outbox,
    /// The work for which the process may send log messages and questions; `None` for lists and similar requests.
    pub(super) work: Option<Work>,
    /// True if a stateless request asks for log messages.
    pub(super) wants_log: bool,
    pub(super) effect: Effect,
}

/// The client that sent a request to the process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Client {
    Session(SessionId),
    /// A 2026-07-28 request, which belongs to no session.
    Stateless,
    /// This program itself.
    Runner,
}

/// A request that runs server code.
#[derive(Debug)]
pub(super) struct Work {
    /// The tool name, if the request calls a tool.
    pub(super) tool: Option<Box<str>>,
}

/// The effect that a successful response has.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Effect {
    None,
    /// The session is subscribed to a resource.
    Subscribe(String),
    /// The result repeats the request id (`subscriptions/listen`).
    Listen,
}

/// A request from the process that a client has not answered yet.
#[derive(Debug)]
pub(super) struct Asked {
    /// The id that the process gave to the request, as JSON.
    pub(super) id: Box<str>,
    pub(super) session: SessionId,
    /// The request, if it can still be handed to another client.
    pub(super) question: Option<Arc<Message>>,
}

/// The reason a request did not reach the process.
#[derive(Debug)]
pub(super) enum Refusal {
    Full,
    Ended(Arc<Exit>),
    Invalid(Invalid),
}

impl Link {
    pub(super) fn new(writer: Writer, console: Console, process: Option<u32>) -> Self {
        Self {
            writer,
            process,
            console,
            is_told_of_agents: OnceLock::new(),
            room: TotalRoom::new(),
            started: SystemTime::now(),
            era: OnceLock::new(),
            state: Mutex::default(),
        }
    }

    /// Sends a request to the process. Its id and progress token are replaced by this program's own.
    pub(super) async fn request(
        self: &Arc<Self>,
        client: Client,
        request: &Message,
    ) -> Result<(Inbox, Running), Refusal> {
        let Kind::Request { id, method } = &request.kind else {
            return Err(Refusal::Invalid(Invalid::NotAMessage("the message is not a request")));
        };
        let token = request.progress_token().map_err(Refusal::Invalid)?;
        let (outbox, inbox) = Outbox::new(&self.room);
        let effect = match (method.as_str(), request.string(&["uri"])) {
            ("resources/subscribe", Some(uri)) => Effect::Subscribe(uri),
            ("subscriptions/listen", _) => Effect::Listen,
            _ => Effect::None,
        };
        let log_level = request.find(&["_meta", "io.modelcontextprotocol/logLevel"]);
        let pending = Pending {
            id: request.raw(id.clone()).into(),
            token: token.clone().map(|token| request.raw(token).into()),
            client,
            outbox,
            work: work_of(method, request),
            wants_log: log_level.map_err(|error| Refusal::Invalid(error.into()))?.is_some(),
            effect,
        };
        let number = self.begin(pending)?;
        let mut running = Running { link: Arc::clone(self), number, is_sent: false };
        let mut edits = vec![(id.clone(), number.to_string())];
        edits.extend(token.map(|token| (token, number.to_string())));
        self.send(request.with(edits)).await?;
        running.is_sent = true;
        Ok((inbox, running))
    }

    /// Sends a request from this program itself. `params` is JSON.
    pub(super) async fn ask(self: &Arc<Self>, method: &str, params: &str) -> Result<(Inbox, Running), Refusal> {
        let text = format!(r#"{{"jsonrpc":"2.0","id":0,"method":"{method}","params":{params}}}"#);
        let request = Message::parse(text).map_err(Refusal::Invalid)?;
        self.request(Client::Runner, &request).await
    }

    /// Adds a request. Returns the id that the process will see.
    fn begin(&self, pending: Pending) -> Result<u64, Refusal> {
        let mut state = self.state.lock();
        if let Some(exit) = &state.closed {
            return Err(Refusal::Ended(Arc::clone(exit)));
        }
        if state.pending.len() >= MAX_REQUESTS {
            return Err(Refusal::Full);
        }
        let number = state.new_id();
        state.pending.insert(number, pending);
        Ok(number)
    }

    /// Writes a message to the process.
    pub(super) async fn send(&self, text: String) -> Result<(), Refusal> {
        if self.writer.send(text).await.is_ok() {
            return Ok(());
        }
        let exit = self.state.lock().closed.clone();
        Err(Refusal::Ended(exit.unwrap_or_else(|| Arc::new(Exit::closed_stdin()))))
    }

    /// Writes a message to the process without waiting.
    pub(super) fn send_at_once(&self, text: String) {
        self.writer.send_at_once(text);
    }

    /// Waits until an answer to the process has been dropped, because the process keeps asking without reading the
    /// answers.
    pub(super) async fn overflow(&self) {
        self.writer.overflow().await;
    }

    /// Waits until the process has read the first message.
    pub(super) async fn read_by_process(&self) {
        self.writer.read_by_process().await;
    }

    pub(super) fn is_read_by_process(&self) -> bool {
        self.writer.is_read_by_process()
    }

    /// Ends all requests and streams, because the process has ended.
    pub(super) fn close(&self, exit: &Arc<Exit>) {
        self.writer.close();
        let mut state = self.state.lock();
        state.closed = Some(Arc::clone(exit));
        let State { pending, sessions, asked, .. } = &mut *state;
        asked.clear();
        let loss = Loss::from(&**exit);
        for request in std::mem::take(pending).into_values() {
            request.outbox.lose(loss.clone());
        }
        for (_, session) in std::mem::take(sessions).iter() {
            session.end_listening(&loss.reason);
        }
    }

    /// Ends a session. Returns false if it does not exist.
    pub(super) fn end_session(self: &Arc<Self>, id: &str) -> bool {
        let mut state = self.state.lock();
        let Some(ended) = state.sessions.remove(id) else { return false };
        let texts = state.forget(id, ended);
        drop(state);
        for text in texts {
            self.send_at_once(text);
        }
        true
    }
}

impl State {
    pub(super) fn new_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }

    /// Returns true if a request has had this id before.
    pub(super) fn is_used(&self, number: u64) -> bool {
        (1..=self.last_id).contains(&number)
    }

    /// Cleans up after a removed session. Returns messages for the process.
    pub(super) fn forget(&mut self, id: &str, ended: super::sessions::Session) -> Vec<String> {
        ended.end_listening("The session ended.");
        let mut texts = Vec::new();
        for uri in self.sessions.unneeded(ended) {
            // Nobody waits for the response, so it is ignored like one that arrives too late.
            let number = self.new_id();
            let uri = super::json::quoted(&uri);
            texts.push(format!(
                r#"{{"jsonrpc":"2.0","id":{number},"method":"resources/unsubscribe","params":{{"uri":{uri}}}}}"#
            ));
        }
        let unanswered: Vec<u64> =
            self.asked.iter().filter(|(_, asked)| &*asked.session == id).map(|(number, _)| *number).collect();
        for number in unanswered {
            if let Some(asked) = self.asked.remove(&number) {
                texts.push(errors::response(&asked.id, errors::INTERNAL_ERROR, "The client has disconnected.", None));
            }
        }
        texts
    }
}

/// A pending request. Dropping it before the response has arrived cancels the request.
#[derive(Debug)]
pub(super) struct Running {
    link: Arc<Link>,
    number: u64,
    is_sent: bool,
}

impl Drop for Running {
    fn drop(&mut self) {
        let unanswered = self.link.state.lock().pending.remove(&self.number);
        // The runner's own requests open the connection, and `initialize` must not be cancelled (2025-11-25,
        // "Cancellation").
        if self.is_sent && unanswered.is_some_and(|pending| pending.client != Client::Runner) {
            self.link.send_at_once(cancelled(self.number));
        }
    }
}

fn work_of(method: &str, request: &Message) -> Option<Work> {
    match method {
        "tools/call" => Some(Work { tool: request.string(&["name"]).map(|name| clipped(&name).into()) }),
        "prompts/get" | "resources/read" | "completion/complete" | "tasks/result" => Some(Work { tool: None }),
        _ => None,
    }
}

fn cancelled(number: u64) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{number},"reason":"client disconnected"}}}}"#
    )
}
