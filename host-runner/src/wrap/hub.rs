//! The lines on their way from the pumps to the explorers.

use std::process::ExitStatus;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use bytes::Bytes;
use parking_lot::Mutex;

use super::frame::{Direction, Frame, Header, Line, MAX_NAME, Start, Totals, VERSION, microseconds};
use super::queue::Queue;

/// A session, and the queues for explorers that follow it.
#[derive(Debug)]
pub(super) struct Hub {
    session: String,
    name: String,
    started: SystemTime,
    /// True while an explorer follows, or before the first search for explorers. Otherwise lines are counted, but not
    /// kept.
    is_followed: AtomicBool,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    next: u64,
    messages: u64,
    queues: Vec<Arc<Queue>>,
    /// The first lines, until the courier has looked for explorers.
    begin: Option<Vec<(u64, Frame)>>,
    end: Option<Totals>,
}

/// Maximum number of lines kept until the courier has looked for explorers. When full, all of them are dropped.
const BEGIN: usize = 64;

/// A line from a pump.
pub(super) struct Copy {
    pub(super) direction: Direction,
    pub(super) time: SystemTime,
    pub(super) length: u64,
    pub(super) kept: Bytes,
    pub(super) is_complete: bool,
}

impl Hub {
    pub(super) fn new(name: &str) -> Self {
        Self {
            session: crate::random_token(),
            name: name.chars().filter(|character| !character.is_control()).take(MAX_NAME).collect(),
            started: SystemTime::now(),
            is_followed: AtomicBool::new(true),
            state: Mutex::new(State { next: 0, messages: 0, queues: Vec::new(), begin: Some(Vec::new()), end: None }),
        }
    }

    /// Returns true if an explorer follows, or may be found at the first search.
    pub(super) fn is_followed(&self) -> bool {
        self.is_followed.load(Ordering::Relaxed)
    }

    /// Gives a line its number, and queues it for each explorer.
    pub(super) fn publish(&self, copy: &Copy) {
        let mut state = self.state.lock();
        let seq = state.next;
        state.next += 1;
        state.messages += u64::from(copy.direction != Direction::Stderr);
        if state.queues.is_empty() && state.begin.is_none() {
            return;
        }
        let header = Header::Line(Line {
            seq,
            direction: copy.direction,
            at: microseconds(copy.time),
            length: copy.length,
            kept: copy.kept.len(),
            complete: copy.is_complete,
        });
        let frame = Frame { header, body: copy.kept.clone() };
        for queue in &state.queues {
            queue.push_line(seq, frame.clone());
        }
        state.begin.take_if(|begin| begin.len() >= BEGIN);
        if let Some(begin) = &mut state.begin {
            begin.push((seq, frame));
        }
    }

    /// Starts to queue lines for an explorer. The first frame is already in the queue.
    #[cfg_attr(not(unix), expect(dead_code, reason = "there is no courier"))]
    pub(super) fn follow(&self) -> Arc<Queue> {
        let queue = Arc::new(Queue::default());
        let mut state = self.state.lock();
        let (next, messages) = if state.begin.is_some() { (0, 0) } else { (state.next, state.messages) };
        let start = Start {
            version: VERSION,
            session: self.session.clone(),
            name: self.name.clone(),
            pid: std::process::id(),
            at: microseconds(self.started),
            next,
            messages,
        };
        queue.push(Header::Start(start).into());
        for (seq, frame) in state.begin.iter().flatten() {
            queue.push_line(*seq, frame.clone());
        }
        match state.end {
            Some(totals) => queue.push(Header::End(totals).into()),
            None => state.queues.push(Arc::clone(&queue)),
        }
        self.is_followed.store(true, Ordering::Relaxed);
        queue
    }

    /// Drops the first lines, now that the courier has looked for explorers.
    pub(super) fn forget_begin(&self) {
        let mut state = self.state.lock();
        state.begin = None;
        self.is_followed.store(!state.queues.is_empty(), Ordering::Relaxed);
    }

    /// Removes the queue for an explorer that has gone.
    #[cfg_attr(not(unix), expect(dead_code, reason = "there is no courier"))]
    pub(super) fn unfollow(&self, queue: &Arc<Queue>) {
        let mut state = self.state.lock();
        state.queues.retain(|other| !Arc::ptr_eq(other, queue));
        self.is_followed.store(!state.queues.is_empty(), Ordering::Relaxed);
    }

    /// Ends the session.
    pub(super) fn end(&self, status: ExitStatus) {
        let mut state = self.state.lock();
        #[cfg(unix)]
        let signal = std::os::unix::process::ExitStatusExt::signal(&status);
        #[cfg(not(unix))]
        let signal = None;
        let totals = Totals {
            at: microseconds(SystemTime::now()),
            code: status.code(),
            signal,
            next: state.next,
            messages: state.messages,
        };
        state.end = Some(totals);
        for queue in std::mem::take(&mut state.queues) {
            queue.push(Header::End(totals).into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_lines_before_the_first_search_are_dropped_together() {
        let copy = Copy {
            direction: Direction::ToAgent,
            time: SystemTime::now(),
            length: 1,
            kept: Bytes::from_static(b"x"),
            is_complete: true,
        };
        for (published, first, copied) in [(64, 0, 64), (65, 65, 0)] {
            let hub = Hub::new("test");
            for _ in 0..published {
                hub.publish(&copy);
            }
            let queue = hub.follow();
            let Header::Start(start) = queue.take().unwrap().header else { panic!("no start") };
            let lines = std::iter::from_fn(|| queue.take()).count();
            assert_eq!((start.next, start.messages, lines), (first, first, copied), "{published}");
        }
    }
}
