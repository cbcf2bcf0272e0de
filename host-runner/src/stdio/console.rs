//! The child process's output besides messages, and its lifecycle events, in a bounded ring.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::SystemTime;

use anstream::adapter::strip_str;
use parking_lot::Mutex;
use tokio::sync::watch;

/// Maximum number of stored lines. When full, the oldest lines are dropped.
const MAX_LINES: usize = 10_000;

/// Maximum total size of stored lines, in bytes. When full, the oldest lines are dropped.
const MAX_BYTES: usize = 1 << 20;

/// The console of a [`StdioServer`](super::StdioServer): its process's stderr, any stdout text that is not MCP, and the
/// times when the process started and ended. The last 10,000 lines are kept, but at most 1 MiB.
///
/// Clones share their lines.
#[derive(Clone, Debug)]
pub struct Console {
    ring: Arc<Mutex<Ring>>,
    next: watch::Sender<u64>,
}

/// A line in a [`Console`].
#[derive(Debug)]
#[non_exhaustive]
pub struct ConsoleLine {
    /// The line number, counted from 0. A gap in the numbers means that lines were discarded.
    pub number: u64,
    /// The time when the line was read.
    pub time: SystemTime,
    /// The line's source.
    pub source: ConsoleSource,
    /// The line's severity. Text on stderr is not interpreted.
    pub level: ConsoleLevel,
    /// The text, without escape sequences and other control characters.
    pub text: String,
}

/// The source that wrote a [`ConsoleLine`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConsoleSource {
    /// The process, on stderr.
    Stderr,
    /// The process, on stdout. The line is not an MCP message, so it should have gone to stderr.
    Stdout,
    /// The [`StdioServer`](super::StdioServer), about the process.
    Runner,
}

/// A [`ConsoleLine`]'s severity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConsoleLevel {
    /// Nothing is known to be wrong. All stderr lines have this level.
    Info,
    /// The process does something wrong, such as writing text to stdout.
    Warning,
    /// The process has failed.
    Error,
}

#[derive(Debug, Default)]
struct Ring {
    lines: VecDeque<Arc<ConsoleLine>>,
    bytes: usize,
}

impl Console {
    pub(super) fn new() -> Self {
        Self { ring: Arc::default(), next: watch::Sender::new(0) }
    }

    /// Adds a line written by the process.
    pub(super) fn push(&self, source: ConsoleSource, text: &str) {
        let level = if source == ConsoleSource::Stdout { ConsoleLevel::Warning } else { ConsoleLevel::Info };
        self.add(source, level, text);
    }

    /// Adds a line about the process.
    pub(super) fn note(&self, level: ConsoleLevel, text: &str) {
        self.add(ConsoleSource::Runner, level, text);
    }

    fn add(&self, source: ConsoleSource, level: ConsoleLevel, text: &str) {
        let text = printable(text);
        let mut ring = self.ring.lock();
        let number = *self.next.borrow();
        ring.bytes += text.len();
        ring.lines.push_back(Arc::new(ConsoleLine { number, time: SystemTime::now(), source, level, text }));
        while ring.lines.len() > MAX_LINES || ring.bytes > MAX_BYTES {
            let Some(discarded) = ring.lines.pop_front() else { break };
            ring.bytes -= discarded.text.len();
        }
        self.next.send_replace(number + 1);
    }

    /// The next line's number.
    pub fn next_number(&self) -> u64 {
        *self.next.borrow()
    }

    /// Returns up to `count` stored lines, starting with the first whose number is at least `number`.
    pub fn lines_from(&self, number: u64, count: usize) -> Vec<Arc<ConsoleLine>> {
        let ring = self.ring.lock();
        let first = ring.lines.partition_point(|line| line.number < number);
        ring.lines.range(first..).take(count).map(Arc::clone).collect()
    }

    /// Returns a source's last lines.
    pub fn last_lines(&self, source: ConsoleSource, count: usize) -> Vec<Arc<ConsoleLine>> {
        let ring = self.ring.lock();
        let mut lines: Vec<_> =
            ring.lines.iter().rev().filter(|line| line.source == source).take(count).map(Arc::clone).collect();
        lines.reverse();
        lines
    }

    /// Completes when a line with this or a higher number has been written.
    pub async fn written(&self, number: u64) {
        // The sender is alive as long as `self`.
        let _ = self.next.subscribe().wait_for(|next| *next > number).await;
    }
}

/// Removes escape sequences and other control characters, except tabs.
fn printable(text: &str) -> String {
    let is_removed = |character: char| character.is_control() && character != '\t';
    // The usual case, which must be cheap: a process may write gigabytes. Every escape sequence begins with a control
    // character.
    if !text.contains(is_removed) {
        return text.to_owned();
    }
    strip_str(text).to_string().replace(is_removed, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_and_control_characters_are_removed() {
        let console = Console::new();
        console.push(ConsoleSource::Stderr, "\u{1b}[31mred\u{1b}[0m\tand \u{7}\u{1b}]0;title\u{7}plain\r");
        assert_eq!(console.lines_from(0, 9)[0].text, "red\tand plain");
        console.push(ConsoleSource::Stderr, "\u{9b}31mné… \u{85}✓");
        assert_eq!(console.lines_from(1, 9)[0].text, "31mné… ✓");
    }

    #[test]
    fn the_ring_keeps_the_last_lines() {
        let console = Console::new();
        for number in 0..MAX_LINES + 5 {
            console.push(ConsoleSource::Stderr, &number.to_string());
        }
        let kept = console.lines_from(0, usize::MAX);
        assert_eq!((kept.len(), kept[0].number, kept[0].text.as_str()), (MAX_LINES, 5, "5"));
        assert_eq!(console.lines_from(MAX_LINES as u64, 2).len(), 2);

        console.push(ConsoleSource::Stdout, &"x".repeat(MAX_BYTES));
        assert_eq!(console.lines_from(0, usize::MAX).len(), 1);
        assert_eq!(console.last_lines(ConsoleSource::Stderr, 9).len(), 0);
    }
}
