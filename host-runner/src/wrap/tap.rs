//! Splits one direction's bytes into lines, and keeps a bounded part of each.

use std::sync::Arc;
use std::time::SystemTime;

use bytes::Bytes;

use super::frame::{Direction, MAX_KEPT};
use super::hub::{Copy, Hub};

#[derive(Debug)]
pub(super) struct Tap {
    hub: Arc<Hub>,
    direction: Direction,
    /// The kept part of the line, if the line arrived in several reads.
    kept: Vec<u8>,
    /// The number of bytes already read in the line.
    length: u64,
    /// True if bytes in the line were omitted, so that later bytes must not be kept either.
    is_cut: bool,
}

impl Tap {
    pub(super) fn new(hub: &Arc<Hub>, direction: Direction) -> Self {
        Self { hub: Arc::clone(hub), direction, kept: Vec::new(), length: 0, is_cut: false }
    }

    /// Observes bytes that are about to be relayed.
    pub(super) fn feed(&mut self, mut bytes: &[u8]) {
        let time = SystemTime::now();
        while let Some(end) = memchr::memchr(b'\n', bytes) {
            let (line, rest) = bytes.split_at(end);
            self.extend(line);
            self.publish(time, true);
            bytes = &rest[1..];
        }
        self.extend(bytes);
    }

    /// Observes the end of the stream.
    pub(super) fn finish(&mut self) {
        self.publish(SystemTime::now(), false);
    }

    fn extend(&mut self, part: &[u8]) {
        self.length += part.len() as u64;
        if self.is_cut || part.is_empty() {
            return;
        }
        let room = if self.hub.is_followed() { MAX_KEPT - self.kept.len() } else { 0 };
        self.kept.extend_from_slice(&part[..part.len().min(room)]);
        self.is_cut = part.len() > room;
    }

    fn publish(&mut self, time: SystemTime, is_complete: bool) {
        let kept = Bytes::from(std::mem::take(&mut self.kept));
        let length = std::mem::take(&mut self.length);
        self.is_cut = false;
        if length > 0 {
            self.hub.publish(&Copy { direction: self.direction, time, length, kept, is_complete });
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::wrap::frame::Header;

    /// The queued lines: the kept bytes, the full length, and true if the line is complete.
    fn lines(hub: &Arc<Hub>, chunks: &[&[u8]]) -> Vec<(Vec<u8>, u64, bool)> {
        let queue = hub.follow();
        let mut tap = Tap::new(hub, Direction::ToServer);
        for chunk in chunks {
            tap.feed(chunk);
        }
        tap.finish();
        std::iter::from_fn(|| queue.take())
            .filter_map(|frame| match frame.header {
                Header::Line(line) => Some((frame.body.to_vec(), line.length, line.complete)),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn a_long_line_is_cut() {
        let chunk = vec![b'x'; MAX_KEPT - 1];
        let hub = Arc::new(Hub::new("test"));
        let lines = lines(&hub, &[&chunk, b"yz", b"!\nnext"]);
        assert_eq!(lines[0].0.len(), MAX_KEPT);
        assert!(lines[0].0.ends_with(b"xy"));
        assert_eq!(lines[0].1, MAX_KEPT as u64 + 2);
        assert_eq!(lines[1], (b"next".to_vec(), 4, false));
    }

    #[test]
    fn a_line_that_began_before_the_explorer_came_is_only_counted() {
        let hub = Arc::new(Hub::new("test"));
        hub.forget_begin();
        let mut tap = Tap::new(&hub, Direction::ToServer);
        tap.feed(b"{\"a\":1}\n{\"b\"");
        let queue = hub.follow();
        tap.feed(b":2}\n{\"c\":3}\n");
        let Header::Start(start) = queue.take().unwrap().header else { panic!("no start") };
        assert_eq!((start.next, start.messages), (1, 1));
        let (cut, whole) = (queue.take().unwrap(), queue.take().unwrap());
        assert!(matches!(cut.header, Header::Line(line) if line.kept == 0 && line.length == 7 && line.seq == 1));
        assert_eq!(&whole.body[..], b"{\"c\":3}");
    }

    proptest! {
        #[test]
        fn lines_do_not_depend_on_the_reads(
            text in proptest::collection::vec(prop_oneof![Just(b'\n'), Just(b'\r'), any::<u8>()], 0..200),
            cuts in proptest::collection::vec(1_usize..20, 0..40),
        ) {
            let mut chunks = Vec::new();
            let mut rest = text.as_slice();
            for cut in cuts {
                let (chunk, others) = rest.split_at(cut.min(rest.len()));
                chunks.push(chunk);
                rest = others;
            }
            chunks.push(rest);
            let expected: Vec<_> = text
                .split_inclusive(|byte| *byte == b'\n')
                .map(|line| (line.strip_suffix(b"\n").unwrap_or(line), line.ends_with(b"\n")))
                .filter(|(line, _)| !line.is_empty())
                .map(|(line, is_complete)| (line.to_vec(), line.len() as u64, is_complete))
                .collect();
            prop_assert_eq!(lines(&Arc::new(Hub::new("test")), &chunks), expected);
        }
    }
}
