//! The shims' sessions, and their last lines in a bounded ring.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::SystemTime;

use bytes::Bytes;
use parking_lot::Mutex;
use tokio::sync::watch;

use super::frame::Direction;
#[cfg(unix)]
use super::frame::{Line, Start, Totals, time};

/// Maximum number of stored records. When full, the oldest records are dropped.
const MAX_RECORDS: usize = 10_000;

/// Maximum total size of stored lines, in bytes. When full, the oldest records are dropped.
const MAX_BYTES: usize = 16 << 20;

/// Maximum number of stored sessions. A new session replaces an ended one, or is refused if all sessions are running.
#[cfg(unix)]
const MAX_SESSIONS: usize = 256;

/// Sessions between agents and the servers they start through `mcp-ui wrap`. The last 256 sessions are stored, with
/// their last 10,000 records, but at most 16 MiB of lines.
///
/// Clones share their contents.
#[derive(Clone, Debug)]
pub struct Sessions {
    state: Arc<Mutex<State>>,
    next: watch::Sender<u64>,
}

/// A session: a server started by an agent.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Session {
    /// The session number, counted from 0.
    pub number: u64,
    /// The server's name: its program or package.
    pub name: String,
    /// The process id of `mcp-ui wrap`.
    pub process: u32,
    /// The time when the server was started.
    pub started: SystemTime,
    /// The session's end, if it has ended.
    pub end: Option<End>,
    /// The number of messages between agent and server, including those before the explorer started.
    pub messages: u64,
    /// The number of lines not received: those before the explorer started, and those that did not fit in the queue.
    pub missed: u64,
    id: String,
    next: u64,
}

/// The end of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct End {
    /// The time of the end.
    pub time: SystemTime,
    /// The reason for the end.
    pub outcome: Outcome,
}

/// The reason a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The server exited with this code.
    Code(i32),
    /// The server was terminated by this signal.
    Signal(i32),
    /// The connection to `mcp-ui wrap` was lost. It may come back.
    Lost,
}

/// An event in a session.
#[derive(Debug)]
#[non_exhaustive]
pub struct Record {
    /// The record number, counted from 0 across all sessions. A gap in the numbers means that records were discarded.
    pub number: u64,
    /// The session number.
    pub session: u64,
    /// The event.
    pub event: Event,
}

/// The event kinds.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event {
    /// The session has started, or its connection has come back.
    Started,
    /// The agent or the server has written a line.
    Message(Message),
    /// Lines that were not received: from the first number up to, but not including, the second.
    Gap(u64, u64),
    /// The session ended.
    Ended(End),
}

/// A line written by the agent or the server.
#[derive(Debug)]
#[non_exhaustive]
pub struct Message {
    /// The line's number in its session, counted from 0 across all directions.
    pub seq: u64,
    /// The direction.
    pub direction: Direction,
    /// The time when `mcp-ui wrap` read the end of the line.
    pub time: SystemTime,
    /// The whole line's length, without its line feed.
    pub length: u64,
    /// The first 256 KiB of the line. It may be neither JSON nor UTF-8.
    pub bytes: Bytes,
    /// False if the stream ended within the line.
    pub is_complete: bool,
}

#[derive(Debug, Default)]
struct State {
    sessions: VecDeque<Session>,
    #[cfg(unix)]
    next_session: u64,
    records: VecDeque<Arc<Record>>,
    bytes: usize,
}

impl Sessions {
    /// Creates an empty store.
    pub fn new() -> Self {
        Self { state: Arc::default(), next: watch::Sender::new(0) }
    }

    /// The stored sessions, the oldest first.
    pub fn sessions(&self) -> Vec<Session> {
        self.state.lock().sessions.iter().cloned().collect()
    }

    /// A session, if it is stored.
    pub fn session(&self, number: u64) -> Option<Session> {
        self.state.lock().sessions.iter().find(|session| session.number == number).cloned()
    }

    /// The next record's number.
    pub fn next_number(&self) -> u64 {
        *self.next.borrow()
    }

    /// Returns up to `count` stored records, starting with the first whose number is at least `number`.
    pub fn records_from(&self, number: u64, count: usize) -> Vec<Arc<Record>> {
        let state = self.state.lock();
        let first = state.records.partition_point(|record| record.number < number);
        state.records.range(first..).take(count).map(Arc::clone).collect()
    }

    /// Completes once a record with this or a higher number exists.
    pub async fn recorded(&self, number: u64) {
        // The sender is alive as long as `self`.
        let _ = self.next.subscribe().wait_for(|next| *next > number).await;
    }
}

impl Default for Sessions {
    fn default() -> Self {
        Self::new()
    }
}

/// Stores frames from the listener. An error means that the shim violates the protocol.
#[cfg(unix)]
impl Sessions {
    /// Starts a session, or resumes one whose connection was lost. Returns its number.
    pub(super) fn start(&self, start: Start) -> Result<u64, &'static str> {
        let mut state = self.state.lock();
        let state = &mut *state;
        let known = state.sessions.iter_mut().find(|session| session.id == start.session);
        let (number, from) = if let Some(session) = known {
            if !session.end.is_some_and(|end| end.outcome == Outcome::Lost) {
                return Err("the session is already connected");
            }
            if start.next < session.next {
                return Err("the number of the next message is lower than one already reached");
            }
            session.end = None;
            session.messages = start.messages;
            (session.number, session.next)
        } else {
            if state.sessions.len() >= MAX_SESSIONS {
                let ended = state.sessions.iter().position(|session| session.end.is_some());
                state.sessions.remove(ended.ok_or("there are too many sessions")?);
            }
            let number = state.next_session;
            state.next_session += 1;
            state.sessions.push_back(Session {
                number,
                name: start.name,
                process: start.pid,
                started: time(start.at),
                end: None,
                messages: start.messages,
                missed: 0,
                id: start.session,
                next: 0,
            });
            (number, 0)
        };
        self.push(state, number, Event::Started);
        self.miss(state, number, from, start.next)?;
        Ok(number)
    }

    pub(super) fn line(&self, number: u64, line: &Line, bytes: Bytes) -> Result<(), &'static str> {
        let mut state = self.state.lock();
        let next = state.session(number)?.next;
        self.miss(&mut state, number, next, line.seq)?;
        let session = state.session(number)?;
        session.next = line.seq.checked_add(1).ok_or("a number is too large")?;
        session.messages = session.messages.saturating_add(u64::from(line.direction != Direction::Stderr));
        let message = Message {
            seq: line.seq,
            direction: line.direction,
            time: time(line.at),
            length: line.length,
            bytes,
            is_complete: line.complete,
        };
        self.push(&mut state, number, Event::Message(message));
        Ok(())
    }

    pub(super) fn gap(&self, number: u64, from: u64, to: u64) -> Result<(), &'static str> {
        let mut state = self.state.lock();
        if state.session(number)?.next != from {
            return Err("a gap is in the wrong place");
        }
        self.miss(&mut state, number, from, to)
    }

    pub(super) fn end(&self, number: u64, totals: &Totals) -> Result<(), &'static str> {
        let mut state = self.state.lock();
        let next = state.session(number)?.next;
        self.miss(&mut state, number, next, totals.next)?;
        let session = state.session(number)?;
        session.messages = totals.messages;
        let outcome = match (totals.code, totals.signal) {
            (Some(code), None) => Outcome::Code(code),
            (None, Some(signal)) => Outcome::Signal(signal),
            _ => return Err("`end` needs either `code` or `signal`"),
        };
        let end = End { time: time(totals.at), outcome };
        session.end = Some(end);
        self.push(&mut state, number, Event::Ended(end));
        Ok(())
    }

    /// Marks a session as lost if its end was not recorded.
    pub(super) fn lose(&self, number: u64) {
        let mut state = self.state.lock();
        if let Ok(session) = state.session(number)
            && session.end.is_none()
        {
            let end = End { time: SystemTime::now(), outcome: Outcome::Lost };
            session.end = Some(end);
            self.push(&mut state, number, Event::Ended(end));
        }
    }

    /// Records missed lines, if any.
    fn miss(&self, state: &mut State, number: u64, from: u64, to: u64) -> Result<(), &'static str> {
        let count = to.checked_sub(from).ok_or("the numbers of its messages do not increase")?;
        if count > 0 {
            let session = state.session(number)?;
            session.next = to;
            session.missed = session.missed.saturating_add(count);
            self.push(state, number, Event::Gap(from, to));
        }
        Ok(())
    }

    fn push(&self, state: &mut State, session: u64, event: Event) {
        let number = *self.next.borrow();
        state.bytes += event.size();
        state.records.push_back(Arc::new(Record { number, session, event }));
        while state.records.len() > MAX_RECORDS || state.bytes > MAX_BYTES {
            let Some(discarded) = state.records.pop_front() else { break };
            state.bytes -= discarded.event.size();
        }
        self.next.send_replace(number + 1);
    }
}

#[cfg(unix)]
impl State {
    fn session(&mut self, number: u64) -> Result<&mut Session, &'static str> {
        self.sessions.iter_mut().find(|session| session.number == number).ok_or("the session has been discarded")
    }
}

#[cfg(unix)]
impl Event {
    fn size(&self) -> usize {
        if let Self::Message(message) = self { message.bytes.len() } else { 0 }
    }
}

#[cfg(all(test, unix))]
mod tests;
