//! `docs/limits.md`: the bounds in the code, with their values, what happens when they are exceeded, and the tests that
//! show it.
//!
//! Descriptions and values come from the constants themselves. The files in `xtask/limits` list the constants and their
//! tests.

mod constants;
mod value;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

use self::constants::{Constant, constants};
use crate::settings::files;
use crate::shell::{TaskResult, root};

const DOCUMENT: &str = "docs/limits.md";

/// The parts of the document: a title, a list, and the files whose bounds must all be in that list.
const PARTS: [(&str, &str, &[&str]); 3] = [
    ("The layer", "xtask/limits/layer.tsv", &["layer/src/*.rs"]),
    ("The program, and the components", "xtask/limits/host-runner.tsv", &["host-runner/src/*.rs", "component/*.rs"]),
    ("The page", "xtask/limits/page.tsv", &[]),
];

/// Words in a comment that indicate a bound.
const WORDS: [&str; 6] = ["maximum", "limit", "longest", "largest", "deepest", "timeout"];

const INTRODUCTION: &str = "\
# Limits

The bounds on size, number, depth and time in the code. Each names its value, what happens beyond it, and a test that
shows it. Those that somebody may want to change are [settings](settings.md), or options of the program.

This file is generated from the comments of the constants: change those, and run `cargo xtask limits`. The lists in
[`xtask/limits`](../xtask/limits) have the tests.
";

/// A row of a list: a constant, and the test that shows its effect.
struct Row {
    file: String,
    name: String,
    /// The test's file and name.
    test: Option<(String, String)>,
}

/// Writes the document.
pub(crate) fn write() -> TaskResult {
    let path = root().join(DOCUMENT);
    fs::write(&path, document()?).map_err(|error| format!("{DOCUMENT} cannot be written: {error}"))
}

/// Fails if the document is out of date, or if a bound is in no list.
pub(crate) fn check() -> TaskResult {
    let missing = missing()?;
    if !missing.is_empty() {
        return Err(format!("these bounds are in no list of xtask/limits:\n{}", missing.join("\n")));
    }
    if read(DOCUMENT)? == document()? {
        return Ok(());
    }
    Err(format!("{DOCUMENT} is not up to date: run `cargo xtask limits`"))
}

fn document() -> TaskResult<String> {
    let mut text = INTRODUCTION.to_owned();
    let mut files = BTreeMap::new();
    for (title, list, _) in PARTS {
        let _ = write!(text, "\n## {title}\n\n| constant | value | meaning | test |\n|---|---|---|---|\n");
        for row in rows(list)? {
            if !files.contains_key(&row.file) {
                files.insert(row.file.clone(), constants(&read(&row.file)?));
            }
            let constant = files[&row.file].iter().find(|constant| constant.name == row.name);
            let constant = constant.ok_or_else(|| format!("{list}: {} has no constant {}", row.file, row.name))?;
            let _ = writeln!(text, "{}", row.line(constant)?);
        }
    }
    Ok(text)
}

impl Row {
    fn line(&self, constant: &Constant) -> TaskResult<String> {
        let Self { file, name, test } = self;
        if constant.comment.is_empty() {
            return Err(format!("{file}: {name} has no comment of its own"));
        }
        let test = match test {
            None => "–".to_owned(),
            Some((test_file, test)) => {
                if !read(test_file)?.contains(test) {
                    return Err(format!("{file}: the test of {name}, {test:?}, is not in {test_file}"));
                }
                format!("[{}](../{test_file})", test.replace('|', "\\|"))
            }
        };
        let value = value::for_people(constant);
        let meaning = constant.comment.replace("[`", "`").replace("`]", "`").replace('|', "\\|");
        Ok(format!("| [`{name}`](../{file}) | {value} | {meaning} | {test} |"))
    }
}

/// Returns the bounds in the code that are in no list.
fn missing() -> TaskResult<Vec<String>> {
    let mut missing = Vec::new();
    for (_, list, patterns) in PARTS {
        let listed: BTreeSet<_> = rows(list)?.into_iter().map(|row| (row.file, row.name)).collect();
        if patterns.is_empty() {
            continue;
        }
        let sources = files(patterns)?.into_iter().filter(|(path, _)| !is_test(path));
        for (file, code) in sources {
            let bounds = constants(&code).into_iter().filter(is_bound);
            let unlisted = bounds.filter(|constant| !listed.contains(&(file.clone(), constant.name.clone())));
            missing.extend(unlisted.map(|constant| format!("{file}: {}", constant.name)));
        }
    }
    Ok(missing)
}

fn is_bound(constant: &Constant) -> bool {
    let comment = constant.comment.to_lowercase();
    value::is_number(constant) && WORDS.iter().any(|word| comment.contains(word))
}

fn rows(list: &str) -> TaskResult<Vec<Row>> {
    let row = |line: &str| {
        let mut cells = line.split('\t').map(str::to_owned);
        let (Some(file), Some(name), Some(test), None) = (cells.next(), cells.next(), cells.next(), cells.next())
        else {
            return Err(format!("{list}: three columns are expected in {line:?}"));
        };
        let test = match test.split_once(' ') {
            Some((test_file, test)) => Some((test_file.to_owned(), test.to_owned())),
            None if test == "-" => None,
            None => return Err(format!("{list}: the test of {name} has no name")),
        };
        Ok(Row { file, name, test })
    };
    read(list)?.lines().map(row).collect()
}

fn is_test(path: &str) -> bool {
    path.contains("/tests/") || path.ends_with("/tests.rs")
}

fn read(path: &str) -> TaskResult<String> {
    fs::read_to_string(root().join(path)).map_err(|error| format!("{path} cannot be read: {error}"))
}
