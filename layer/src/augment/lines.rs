//! Event stream bytes, divided into events (HTML Living Standard, "Server-sent events").
//!
//! Lines pass as soon as they are complete. From its first data line on, an event is held back until it ends, so that
//! it can be replaced.

use bytes::{Bytes, BytesMut};

/// Divides a stream into pieces.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// The event being held back, or the start of a line.
    held: BytesMut,
    /// The position in `held` where the current line starts.
    line: usize,
    /// True once `held` contains a data line.
    has_data: bool,
    /// True while the rest of an overlong event passes.
    is_cut: bool,
    was_return: bool,
}

/// A part of a stream.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Bytes to pass on.
    Passed(Bytes),
    /// An event with data, starting at its first data line.
    Event(Bytes),
    /// The start of an overlong event. The rest follows as passed bytes.
    Cut(Bytes),
}

impl Lines {
    /// Takes the next bytes. An event longer than `limit` bytes is not held back.
    pub(super) fn push(&mut self, bytes: &[u8], limit: usize) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut rest = bytes;
        while let Some(at) = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            let (line, after) = rest.split_at(at + 1);
            let continues = line == b"\n" && self.was_return && self.held.len() == self.line;
            self.was_return = line.ends_with(b"\r");
            self.held.extend_from_slice(line);
            rest = after;
            if continues {
                // The second half of a `\r\n` that ended the previous line.
                self.line = self.held.len();
                if !self.has_data {
                    self.pass(&mut pieces);
                }
            } else {
                self.end_line(&mut pieces);
            }
        }
        self.held.extend_from_slice(rest);
        if !rest.is_empty() {
            self.was_return = false;
        }
        if self.held.len() > limit {
            let has_partial_line = self.line < self.held.len();
            let begin = self.take();
            pieces.push(if std::mem::replace(&mut self.is_cut, true) {
                Piece::Passed(begin)
            } else {
                Piece::Cut(begin)
            });
            // The remainder of a partial line must not count as an empty line.
            self.line = if has_partial_line { usize::MAX } else { 0 };
        }
        pieces
    }

    /// Returns the bytes still held back when the stream ends.
    pub(super) fn finish(&mut self) -> Option<Bytes> {
        let rest = self.take();
        (!rest.is_empty()).then_some(rest)
    }

    fn end_line(&mut self, pieces: &mut Vec<Piece>) {
        let line = self.held.get(self.line..).unwrap_or(b"...");
        let is_empty = matches!(line, b"\n" | b"\r");
        let is_data = line.starts_with(b"data");
        self.line = self.held.len();
        if is_empty && self.has_data {
            pieces.push(Piece::Event(self.take()));
        } else if self.is_cut {
            self.is_cut = !is_empty;
            self.pass(pieces);
        } else if is_data {
            self.has_data = true;
        } else if !self.has_data {
            self.pass(pieces);
        }
    }

    fn pass(&mut self, pieces: &mut Vec<Piece>) {
        pieces.push(Piece::Passed(self.take()));
    }

    fn take(&mut self) -> Bytes {
        (self.line, self.has_data) = (0, false);
        self.held.split().freeze()
    }
}

/// Returns an event's data.
pub(super) fn data(event: &[u8]) -> Vec<u8> {
    let lines: Vec<_> = lines(event).filter_map(|line| value(line)).collect();
    lines.join(&b'\n')
}

/// Returns the event with new data. Its other lines stay as they are.
pub(super) fn with_data(event: &[u8], data: &str) -> Bytes {
    let mut out = BytesMut::with_capacity(event.len() + data.len());
    for line in data.lines() {
        for part in [b"data: ".as_slice(), line.as_bytes(), b"\n"] {
            out.extend_from_slice(part);
        }
    }
    for line in lines(event).filter(|line| !line.is_empty() && value(line).is_none()) {
        out.extend_from_slice(line);
        out.extend_from_slice(b"\n");
    }
    out.extend_from_slice(b"\n");
    out.freeze()
}

/// Returns the lines without their terminators. A `\r\n` yields an extra empty line.
fn lines(event: &[u8]) -> impl Iterator<Item = &[u8]> {
    event.split(|byte| matches!(byte, b'\n' | b'\r'))
}

/// Returns the line's value if it is a data line.
fn value(line: &[u8]) -> Option<&[u8]> {
    let value = match line.strip_prefix(b"data")? {
        [] => &[],
        [b':', b' ', value @ ..] | [b':', value @ ..] => value,
        _ => return None,
    };
    Some(value)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pieces(chunks: &[&[u8]], limit: usize) -> Vec<Piece> {
        let mut lines = Lines::default();
        let mut pieces: Vec<_> = chunks.iter().flat_map(|chunk| lines.push(chunk, limit)).collect();
        pieces.extend(lines.finish().map(Piece::Passed));
        pieces
    }

    fn bytes(pieces: &[Piece]) -> Vec<u8> {
        let parts = pieces.iter().map(|piece| match piece {
            Piece::Passed(bytes) | Piece::Event(bytes) | Piece::Cut(bytes) => &bytes[..],
        });
        parts.collect::<Vec<_>>().concat()
    }

    fn events(pieces: &[Piece]) -> Vec<Vec<u8>> {
        let event = |piece: &Piece| if let Piece::Event(event) = piece { Some(data(event)) } else { None };
        pieces.iter().filter_map(event).collect()
    }

    #[test]
    fn only_lines_with_data_are_held_back() {
        let mut lines = Lines::default();
        let passed = |text: &'static str| Piece::Passed(text.into());
        assert_eq!(lines.push(b": ping\n\nid: 1\n", 100), [passed(": ping\n"), passed("\n"), passed("id: 1\n")]);
        assert_eq!(lines.push(b"data: {\nevent: x\n", 100), []);
        assert_eq!(lines.push(b"data:}\n\n", 100), [Piece::Event("data: {\nevent: x\ndata:}\n\n".into())]);
    }

    #[test]
    fn an_event_keeps_its_other_lines() {
        assert_eq!(data(b"data: {\r\nid: 7\r\ndata:}\r\n\r"), b"{\n}");
        assert_eq!(&with_data(b"data: {\r\nid: 7\r\ndata:}\r\n\r", "{\n1}")[..], b"data: {\ndata: 1}\nid: 7\n\n");
        assert_eq!(data(b"data\ndatabase: 1\ndata: a\n\n"), b"\na");
    }

    #[test]
    fn a_long_event_passes() {
        let pieces = pieces(&[b"data: 1234567890\ndata: 1\n", b"\ndata: b\n\n"], 12);
        assert_eq!(
            (bytes(&pieces), events(&pieces)),
            (b"data: 1234567890\ndata: 1\n\ndata: b\n\n".to_vec(), vec![b"b".to_vec()])
        );
        assert!(matches!(pieces[0], Piece::Cut(_)), "{pieces:?}");
    }

    proptest! {
        #[test]
        fn every_byte_passes_however_it_is_divided(
            text in "(data: ?[a-c]{0,3}|:|id: 1|\n|\r\n|\r|\n\n){0,20}",
            cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
            limit in 5_usize..40,
        ) {
            let mut cuts: Vec<_> = cuts.iter().map(|cut| cut.index(text.len() + 1)).collect();
            cuts.extend([0, text.len()]);
            cuts.sort_unstable();
            let chunks: Vec<_> = cuts.windows(2).map(|pair| &text.as_bytes()[pair[0]..pair[1]]).collect();
            prop_assert_eq!(bytes(&pieces(&chunks, limit)), text.as_bytes());
            prop_assert_eq!(events(&pieces(&chunks, 1_000)), events(&pieces(&[text.as_bytes()], 1_000)));
        }
    }
}
