//! The lines printed by a running program.

use std::io::{BufRead as _, BufReader, Read};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

/// The time after which a test fails instead of waiting forever.
pub(crate) const PATIENCE: Duration = Duration::from_mins(2);

/// The lines in a program's output, read by a thread so that the program never waits for the test.
pub(crate) struct Lines(pub(crate) Receiver<String>);

impl Lines {
    pub(crate) fn of(output: impl Read + Send + 'static) -> Self {
        let (sender, lines) = mpsc::channel();
        let read = BufReader::new(output).lines();
        thread::spawn(move || read.map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Self(lines)
    }

    /// Waits for the first line that satisfies a condition. `wanted` describes it.
    pub(crate) fn find(&self, wanted: &str, is_wanted: impl Fn(&str) -> bool) -> String {
        let mut others = Vec::new();
        loop {
            let line = self.0.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no {wanted} in {others:?}"));
            if is_wanted(&line) {
                return line;
            }
            others.push(line);
        }
    }

    /// Waits for a line that contains this text.
    pub(crate) fn containing(&self, text: &str) -> String {
        self.find(&format!("{text:?}"), |line| line.contains(text))
    }
}
