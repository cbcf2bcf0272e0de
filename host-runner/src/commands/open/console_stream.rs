//! The console as server-sent events: `state` whenever the process state changes, and `lines`.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use bytes::Bytes;
use futures_util::stream;
use http::Response;
use mcp_ui_host::{
    Console, ConsoleLevel, ConsoleLine, ConsoleSource, ProcessState, ProcessStates, ServerBody, StdioOnDemand,
    StdioServer,
};
use serde_json::{Value, json};
use tokio::sync::OwnedSemaphorePermit;

use super::event_stream::{self, event};

/// Maximum number of lines in an event. The rest follows in later events.
const LINES: usize = 256;

/// Interval for checking the agent count and the second process.
const LOOK: Duration = Duration::from_secs(1);

/// Idle time after which a comment is sent, to find out if the page is gone.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// A page that follows the console. It takes lines from the ring buffer when its connection has room for them. A slow
/// page therefore uses no memory, but misses lines, which shows as a gap in their numbers.
pub(super) struct ConsoleStream {
    console: Console,
    server: StdioServer,
    /// The second process, for the newest MCP revision, if there can be one.
    newest: Option<StdioOnDemand>,
    states: ProcessStates,
    /// The state last sent to the page, and the time of the last event.
    state: Value,
    sent: Instant,
    /// The console's name.
    name: Arc<str>,
    /// The next line's number.
    next: u64,
    #[expect(dead_code, reason = "it is kept for its destructor")]
    permit: OwnedSemaphorePermit,
}

impl ConsoleStream {
    /// Starts after the line with the id `last`, or at the first line if that id belongs to another console.
    pub(super) fn new(
        server: &StdioServer,
        newest: Option<StdioOnDemand>,
        name: &Arc<str>,
        last: Option<&str>,
        permit: OwnedSemaphorePermit,
    ) -> Self {
        let last = last.and_then(|id| id.split_once('-')).filter(|(console, _)| *console == &**name);
        let last: Option<u64> = last.and_then(|(_, number)| number.parse().ok());
        let console = server.console().clone();
        let next = last.map_or(0, |number| number.saturating_add(1).min(console.next_number()));
        Self {
            console,
            server: server.clone(),
            newest,
            states: server.states(),
            state: Value::Null,
            sent: Instant::now(),
            name: Arc::clone(name),
            next,
            permit,
        }
    }

    pub(super) fn into_response(self) -> Response<ServerBody> {
        event_stream::response(stream::unfold(self, async |mut stream| Some((stream.next_event().await?, stream))))
    }

    /// Waits for the next event. Returns `None` after the process has been shut down.
    async fn next_event(&mut self) -> Option<Bytes> {
        let event = loop {
            tokio::select! {
                biased;
                state = self.states.next() => {
                    self.state = self.state_json(&state?).await;
                    break event("state", None, &self.state);
                }
                () = self.console.written(self.next) => break self.lines(),
                () = tokio::time::sleep(LOOK) => {
                    let state = self.server.state();
                    let json = self.state_json(&state).await;
                    if matches!(state, ProcessState::Ready { .. }) && json != self.state {
                        self.state = json;
                        break event("state", None, &self.state);
                    }
                    if self.sent.elapsed() >= KEEP_ALIVE {
                        break Bytes::from_static(b":\n\n");
                    }
                }
            }
        };
        self.sent = Instant::now();
        Some(event)
    }

    /// The process state, together with the second process's state.
    async fn state_json(&self, state: &ProcessState) -> Value {
        let mut json = state_json(state);
        let newest = self.newest.as_ref().and_then(StdioOnDemand::state);
        if let (ProcessState::Ready { .. }, Some(newest)) = (state, newest) {
            json["revision"] = self.server.revision().await.unwrap_or_default().into();
            json["agents"] = self.server.agents().into();
            json["newest"] = second_json(&newest);
        }
        json
    }

    fn lines(&mut self) -> Bytes {
        let lines = self.console.lines_from(self.next, LINES);
        let last = lines.last().map_or(self.next, |line| line.number);
        self.next = last + 1;
        let lines: Vec<_> = lines.iter().map(|line| line_json(line)).collect();
        event("lines", Some(&format!("{}-{last}", self.name)), &lines)
    }
}

fn line_json(line: &ConsoleLine) -> Value {
    let source = match line.source {
        ConsoleSource::Stdout => "stdout",
        ConsoleSource::Runner => "runner",
        _ => "stderr",
    };
    let level = match line.level {
        ConsoleLevel::Warning => "warning",
        ConsoleLevel::Error => "error",
        _ => "info",
    };
    json!({ "number": line.number, "time": milliseconds(line.time), "source": source, "level": level, "text": line.text })
}

fn state_json(state: &ProcessState) -> Value {
    match state {
        ProcessState::Ready { since, process } => {
            json!({ "state": "ready", "since": milliseconds(*since), "pid": process })
        }
        ProcessState::Down(exit) => {
            // The remaining time, because the page counts down from now, by its own clock.
            let restarts_in = exit.restarts_in.map(|delay| {
                let passed = exit.time.elapsed().unwrap_or_default();
                u64::try_from(delay.saturating_sub(passed).as_millis()).unwrap_or(u64::MAX)
            });
            json!({
                "state": "down",
                "time": milliseconds(exit.time),
                "reason": exit.sentence(),
                "staysDown": exit.stays_down(),
                "restartsIn": restarts_in,
                "stderr": exit.stderr,
            })
        }
        _ => json!({ "state": "starting" }),
    }
}

/// The second process's state, without details that change all the time.
fn second_json(state: &ProcessState) -> Value {
    match state {
        ProcessState::Ready { .. } => json!({ "state": "ready" }),
        ProcessState::Down(exit) => json!({ "state": "down", "reason": exit.sentence() }),
        _ => json!({ "state": "starting" }),
    }
}

/// Converts a time to JavaScript's format: milliseconds since 1970.
fn milliseconds(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
