//! A step's tests, counted from the lines that test runners print.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::shell::{TaskResult, line_of, outcome};

/// A test that was run or ignored.
#[derive(Debug, PartialEq)]
pub(crate) struct Test {
    pub(crate) name: String,
    pub(crate) verdict: Verdict,
    /// `None` if the runner prints no times.
    pub(crate) time: Option<Duration>,
}

#[derive(Debug, PartialEq)]
pub(crate) enum Verdict {
    Passed,
    /// Failed at first, then passed in a second run, alone.
    PassedAtSecondTry,
    Failed,
    /// Ignored, with the reason.
    Ignored(String),
}

/// A step's tests.
#[derive(Debug, Default)]
pub(crate) struct Tally(Vec<Test>);

impl Tally {
    /// Runs tests and counts them, passing on their output line by line.
    pub(crate) fn run(&mut self, mut command: Command) -> TaskResult {
        let line = line_of(&command);
        eprintln!("\n$ {line}");
        let started = command.stdout(Stdio::piped()).spawn();
        let mut child = started.map_err(|error| format!("`{line}` cannot be started: {error}"))?;
        let mut stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let mut read = Vec::new();
        // The output need not be UTF-8. A pipe error counts as end of output.
        while stdout.read_until(b'\n', &mut read).is_ok_and(|length| length > 0) {
            std::io::stdout().write_all(&read).map_err(|error| format!("stdout cannot be written: {error}"))?;
            self.read(&String::from_utf8_lossy(&read));
            read.clear();
        }
        outcome(&line, child.wait())
    }

    fn read(&mut self, line: &str) {
        let line = line.trim_end();
        // The runner runs a file with failed tests again, with all its tests.
        let Some(second) = line.strip_suffix(" (second try)") else {
            self.0.extend(parse(line));
            return;
        };
        let Some(mut test) = parse(second) else { return };
        let first = self.0.iter().position(|first| first.name == test.name).map(|index| self.0.remove(index));
        let has_failed = first.is_some_and(|first| first.verdict == Verdict::Failed);
        if has_failed && test.verdict == Verdict::Passed {
            test.verdict = Verdict::PassedAtSecondTry;
        }
        self.0.push(test);
    }

    /// Adds the tests of a command that ran at the same time.
    pub(crate) fn add(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    pub(crate) fn tests(&self) -> &[Test] {
        &self.0
    }

    pub(crate) fn count(&self, is_counted: impl Fn(&Verdict) -> bool) -> usize {
        self.0.iter().filter(|test| is_counted(&test.verdict)).count()
    }
}

/// Parses a line from libtest or `layer/tests/reporter.js`, for example `test a::b ... ok <0.012s>`.
fn parse(line: &str) -> Option<Test> {
    let (name, rest) = line.strip_prefix("test ")?.split_once(" ... ")?;
    let (verdict, time) = match rest.rsplit_once(" <") {
        Some((verdict, time)) => (verdict, Some(time.strip_suffix("s>")?.parse().ok().map(Duration::from_secs_f64)?)),
        None => (rest, None),
    };
    let verdict = match verdict {
        "ok" => Verdict::Passed,
        "FAILED" => Verdict::Failed,
        _ => Verdict::Ignored(verdict.strip_prefix("ignored")?.trim_start_matches(", ").to_owned()),
    };
    Some(Test { name: name.to_owned(), verdict, time })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &[&str]) -> Vec<(String, Verdict)> {
        let mut tally = Tally::default();
        for line in lines {
            tally.read(line);
        }
        tally.0.into_iter().map(|test| (test.name, test.verdict)).collect()
    }

    #[test]
    fn each_verdict_is_read() {
        let passed = parse("test a::b ... ok <0.012s>").unwrap();
        assert_eq!((passed.name.as_str(), passed.verdict), ("a::b", Verdict::Passed));
        assert_eq!(passed.time, Some(Duration::from_millis(12)));
        assert_eq!(
            read(&[
                "test a ... ignored, needs spin\n",
                "test b ... ignored",
                "test c ... FAILED <1.000s>",
                "test d ... ok"
            ]),
            [
                ("a".to_owned(), Verdict::Ignored("needs spin".to_owned())),
                ("b".to_owned(), Verdict::Ignored(String::new())),
                ("c".to_owned(), Verdict::Failed),
                ("d".to_owned(), Verdict::Passed),
            ]
        );
    }

    #[test]
    fn other_lines_are_no_tests() {
        assert!(read(&["test result: ok. 3 passed; 0 failed", "running 3 tests", "test a ... maybe", ""]).is_empty());
    }

    #[test]
    fn a_second_try_replaces_the_first() {
        let first = ["test a ... FAILED <2.000s>", "test b ... ok <2.000s>", "test c ... FAILED <2.000s>"];
        let second = ["a ... ok", "b ... ok", "c ... FAILED"].map(|line| format!("test {line} <1.000s> (second try)"));
        let lines: Vec<_> = first.into_iter().chain(second.iter().map(String::as_str)).collect();
        let expected = [("a", Verdict::PassedAtSecondTry), ("b", Verdict::Passed), ("c", Verdict::Failed)];
        assert_eq!(read(&lines), expected.map(|(name, verdict)| (name.to_owned(), verdict)));
    }
}
