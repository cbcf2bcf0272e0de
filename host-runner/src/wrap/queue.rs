//! The bounded queue of frames for one explorer. Lines that do not fit are counted, and become a gap.

use std::collections::VecDeque;

use parking_lot::Mutex;
use tokio::sync::Notify;

use super::frame::{Frame, Header};

/// Maximum number of waiting bytes, including an allowance per line. Additional lines are dropped, and become a gap.
const ROOM: usize = 8 << 20;

/// The allowance per line.
const OVERHEAD: usize = 256;

#[derive(Debug, Default)]
pub(super) struct Queue {
    waiting: Mutex<Waiting>,
    filled: Notify,
}

#[derive(Debug, Default)]
struct Waiting {
    frames: VecDeque<Frame>,
    bytes: usize,
    /// The lines after the last frame that did not fit.
    gap: Option<(u64, u64)>,
}

impl Queue {
    /// Appends a line, or counts it if there is no room.
    pub(super) fn push_line(&self, seq: u64, frame: Frame) {
        let mut waiting = self.waiting.lock();
        let size = frame.body.len() + OVERHEAD;
        // After a gap, half the queue must be free, so that gaps are few and long.
        let room = if waiting.gap.is_some() { ROOM / 2 } else { ROOM };
        if waiting.bytes + size > room {
            let (from, _) = waiting.gap.unwrap_or((seq, seq));
            waiting.gap = Some((from, seq + 1));
        } else {
            waiting.close_gap();
            waiting.bytes += size;
            waiting.frames.push_back(frame);
        }
        drop(waiting);
        self.filled.notify_one();
    }

    /// Appends the first or the last frame, which always fits.
    pub(super) fn push(&self, frame: Frame) {
        let mut waiting = self.waiting.lock();
        waiting.close_gap();
        waiting.frames.push_back(frame);
        drop(waiting);
        self.filled.notify_one();
    }

    /// Takes the first frame.
    pub(super) fn take(&self) -> Option<Frame> {
        let mut waiting = self.waiting.lock();
        if waiting.frames.is_empty() {
            waiting.close_gap();
        }
        let frame = waiting.frames.pop_front()?;
        if matches!(frame.header, Header::Line(_)) {
            waiting.bytes -= frame.body.len() + OVERHEAD;
        }
        Some(frame)
    }

    /// Waits for the first frame, and takes it.
    pub(super) async fn next(&self) -> Frame {
        loop {
            if let Some(frame) = self.take() {
                return frame;
            }
            self.filled.notified().await;
        }
    }
}

impl Waiting {
    /// Appends the gap, if any.
    fn close_gap(&mut self) {
        if let Some((from, to)) = self.gap.take() {
            self.frames.push_back(Header::Gap { from, to }.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wrap::frame::{Direction, Line};

    fn line(seq: u64, kept: usize) -> Frame {
        let line = Line { seq, direction: Direction::ToAgent, at: 0, length: 0, kept, complete: true };
        Frame { header: Header::Line(line), body: vec![0; kept].into() }
    }

    /// Takes everything: line numbers, and gap bounds.
    fn taken(queue: &Queue) -> Vec<(u64, u64)> {
        std::iter::from_fn(|| queue.take())
            .filter_map(|frame| match frame.header {
                Header::Line(line) => Some((line.seq, line.seq)),
                Header::Gap { from, to } => Some((from, to)),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn what_finds_no_room_becomes_a_gap() {
        let queue = Queue::default();
        let size = ROOM / 4 - OVERHEAD;
        for seq in 0..7 {
            queue.push_line(seq, line(seq, size));
        }
        // One line was taken, but less than half the queue is free.
        assert!(matches!(queue.take().unwrap().header, Header::Line(Line { seq: 0, .. })));
        queue.push_line(7, line(7, size));
        assert_eq!(taken(&queue), [(1, 1), (2, 2), (3, 3), (4, 8)]);
        queue.push_line(8, line(8, size));
        assert_eq!(taken(&queue), [(8, 8)]);
    }

    #[test]
    fn a_gap_comes_before_what_follows_it() {
        let queue = Queue::default();
        for seq in 0..3 {
            queue.push_line(seq, line(seq, ROOM / 2 - OVERHEAD));
        }
        queue.take().unwrap();
        queue.take().unwrap();
        queue.push_line(3, line(3, 1));
        queue.push(Header::Gap { from: 90, to: 91 }.into());
        assert_eq!(taken(&queue), [(2, 3), (3, 3), (90, 91)]);
        assert_eq!(queue.waiting.lock().bytes, 0);
    }
}
