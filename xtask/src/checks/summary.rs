//! The summary at the end of `cargo xtask test`: each step's time and test counts, the slowest tests, and the tests
//! that were ignored or passed only on the second try.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Duration;

use super::Step;
use super::tally::{Tally, Test, Verdict};
use crate::shell::target;

/// The number of slow tests to list.
const SLOWEST: usize = 20;

/// The maximum target folder size for a complete run, in bytes.
const MAX_TARGET: u64 = 8_000_000_000;

/// A completed step.
pub(super) struct Ended {
    pub(super) step: Step,
    pub(super) time: Duration,
    pub(super) tally: Tally,
}

/// Prints the summary.
pub(super) fn print(steps: &[Ended]) {
    println!("\n{}", text(steps));
    let size = size(&target());
    let excess = if size > MAX_TARGET { ", which is too much" } else { "" };
    println!("target folder: {:.1} GB of {:.0}{excess}", gigabytes(size), gigabytes(MAX_TARGET));
    println!("{}", closing_line(steps));
}

fn text(steps: &[Ended]) -> String {
    let mut text = String::from("step          seconds  passed  failed  ignored  second try\n");
    for Ended { step, time, tally } in steps {
        let counts =
            counts(tally).map(|count| if tally.tests().is_empty() { String::new() } else { count.to_string() });
        let [passed, failed, ignored, second] = counts;
        let seconds = time.as_secs();
        let line = format!("{:<12}  {seconds:>7}  {passed:>6}  {failed:>6}  {ignored:>7}  {second:>10}", step.name());
        writeln!(text, "{}", line.trim_end()).expect("a string takes everything");
    }
    let total: Duration = steps.iter().map(|step| step.time).sum();
    writeln!(text, "{:<12}  {:>7}", "total", total.as_secs()).expect("a string takes everything");
    let lists = [
        ("The slowest tests", slowest(steps)),
        ("Failed", named(steps, |verdict| (*verdict == Verdict::Failed).then(String::new))),
        (
            "Passed only on the second try",
            named(steps, |verdict| (*verdict == Verdict::PassedAtSecondTry).then(String::new)),
        ),
        (
            "Ignored",
            named(steps, |verdict| match verdict {
                Verdict::Ignored(reason) => Some(format!(": {reason}")),
                _ => None,
            }),
        ),
    ];
    for (title, lines) in lists.iter().filter(|(_, lines)| !lines.is_empty()) {
        write!(text, "\n{title}:\n  {}\n", lines.join("\n  ")).expect("a string takes everything");
    }
    text
}

fn counts(tally: &Tally) -> [usize; 4] {
    [
        tally.count(|verdict| matches!(verdict, Verdict::Passed | Verdict::PassedAtSecondTry)),
        tally.count(|verdict| *verdict == Verdict::Failed),
        tally.count(|verdict| matches!(verdict, Verdict::Ignored(_))),
        tally.count(|verdict| *verdict == Verdict::PassedAtSecondTry),
    ]
}

/// Returns every test, with its step's name.
fn tests(steps: &[Ended]) -> impl Iterator<Item = (String, &Test)> {
    steps.iter().flat_map(|ended| ended.tally.tests().iter().map(|test| (ended.step.name(), test)))
}

fn slowest(steps: &[Ended]) -> Vec<String> {
    let mut timed: Vec<_> = tests(steps).filter(|(_, test)| test.time.is_some()).collect();
    timed.sort_by_key(|(_, test)| std::cmp::Reverse(test.time));
    let seconds = |test: &Test| test.time.unwrap_or_default().as_secs_f64();
    timed.iter().take(SLOWEST).map(|(step, test)| format!("{:>6.1} s  {step}: {}", seconds(test), test.name)).collect()
}

/// Lists the tests whose verdict has a note.
fn named(steps: &[Ended], note: fn(&Verdict) -> Option<String>) -> Vec<String> {
    let line = |(step, test): (String, &Test)| Some(format!("{step}: {}{}", test.name, note(&test.verdict)?));
    tests(steps).filter_map(line).collect()
}

/// Returns the totals for all steps, in a form known to programs that read test output.
fn closing_line(steps: &[Ended]) -> String {
    let mut sums = [0; 4];
    for step in steps {
        for (sum, count) in sums.iter_mut().zip(counts(&step.tally)) {
            *sum += count;
        }
    }
    let [passed, failed, ignored, _] = sums;
    format!("{passed} passed, {failed} failed, {ignored} skipped")
}

/// Returns a folder's size in bytes. Files that are deleted meanwhile do not count.
fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    entries
        .map(|entry| match entry.metadata() {
            Ok(metadata) if metadata.is_dir() => size(&entry.path()),
            Ok(metadata) => metadata.len(),
            Err(_) => 0,
        })
        .sum()
}

#[expect(clippy::cast_precision_loss, reason = "one decimal is shown")]
fn gigabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e9
}
