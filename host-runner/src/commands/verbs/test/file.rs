//! A test file, as users write it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Read as _;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use mcp_ui_host::ProtocolChoice;
use serde::Deserialize;
use serde_saphyr::{Location, Spanned};

use super::saved_calls;
use super::test_case::{Answer, Test};
use super::yaml::{one_or_more, sentence};
use crate::commands::Failure;

/// Maximum size of a test file, in bytes. A larger file is refused.
const MAX_FILE: u64 = 16 << 20;

/// A test file. `docs/testing.md` describes its members.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct TestFile {
    pub(super) server: Option<Spanned<ServerEntry>>,
    /// The lock's folder, relative to the file.
    pub(super) lock: Option<PathBuf>,
    pub(super) defaults: Defaults,
    pub(super) tests: Vec<Spanned<Test>>,
}

/// The server under test: either a command or a URL.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ServerEntry {
    #[serde(default, deserialize_with = "one_or_more")]
    pub(super) command: Vec<String>,
    #[serde(default)]
    pub(super) env: BTreeMap<String, String>,
    pub(super) cwd: Option<PathBuf>,
    pub(super) url: Option<String>,
    #[serde(default)]
    pub(super) headers: BTreeMap<String, String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Defaults {
    pub(super) max_ms: Option<u64>,
    /// The protocol revisions. The tests run with each.
    pub(super) revisions: Vec<Spanned<String>>,
}

impl TestFile {
    /// Reads and checks a test file.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, or is invalid. The error contains the line number.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let shown = path.display();
        let mut text = String::new();
        File::open(path)
            .and_then(|file| file.take(MAX_FILE + 1).read_to_string(&mut text))
            .map_err(|error| Failure::wrong_file(format!("{shown} cannot be read: {error}.")))
            .map_err(|failure| failure.hint("If this is the command of a server, put `--` before it."))?;
        if text.len() as u64 > MAX_FILE {
            return Err(Failure::wrong_file(format!("{shown} is larger than {} MiB.", MAX_FILE >> 20)));
        }
        if let Some(tests) = saved_calls::parse(&text) {
            let tests = tests.map_err(|why| Failure::wrong_file(format!("{shown}: {why}")))?;
            return Ok(Self { tests: tests.into_iter().map(unplaced).collect(), ..Self::default() });
        }
        let file = Self::parse(&text).map_err(|(line, why)| Failure::wrong_file(format!("{shown}:{line}: {why}")))?;
        if file.tests.is_empty() && file.lock.is_none() {
            return Err(Failure::wrong_file(format!("{shown} has neither `tests` nor a `lock`.")));
        }
        Ok(file)
    }

    /// Parses a test file's text. An error is the line and the reason.
    pub(super) fn parse(text: &str) -> Result<Self, (u64, String)> {
        // As in YAML 1.2, `NO` is a string.
        let options = serde_saphyr::options! {
            with_snippet: false,
            strict_booleans: true,
            leading_zero_numbers_as_strings: true,
        };
        let file: Self = serde_saphyr::from_str_with_options(text, options).map_err(|error| {
            let line = error.location().map_or(1, |location| location.line());
            (line, sentence(&error.to_string()))
        })?;
        if let Some(server) = &file.server {
            let line = server.referenced.line();
            if let [only] = &*server.value.command
                && only.contains(' ')
            {
                let words: Vec<_> = only.split(' ').collect();
                let why = format!("`command` is a list of words. Write [{}].", words.join(", "));
                return Err((line, why));
            }
            match (server.value.command.is_empty(), &server.value.url) {
                (false, Some(_)) => {
                    return Err((line, "The server has both `command` and `url`. Keep one.".to_owned()));
                }
                (true, None) => return Err((line, "The server has neither `command` nor `url`.".to_owned())),
                _ => {}
            }
        }
        if let Some(lock) = &file.lock
            && (lock.as_os_str().is_empty() || !lock.components().all(|part| matches!(part, Component::Normal(_))))
        {
            return Err((1, "`lock` is the name of a folder beside the file, such as `mcp-ui.lock`.".to_owned()));
        }
        let mut names = BTreeSet::new();
        for test in &file.tests {
            let line = test.referenced.line();
            test.value.check().map_err(|why| (line, why))?;
            if !names.insert(test.value.title()) {
                return Err((line, format!("Two tests have the name {:?}. Give each its own.", test.value.title())));
            }
        }
        for revision in &file.defaults.revisions {
            let parsed = revision.value.parse::<ProtocolChoice>();
            parsed.map_err(|why| (revision.referenced.line(), format!("`revisions`: {why}.")))?;
        }
        Ok(file)
    }

    /// The lock's folder. `path` is the test file's path.
    pub(super) fn lock_folder(&self, path: &Path) -> Option<PathBuf> {
        self.lock.as_ref().map(|lock| path.parent().unwrap_or(Path::new(".")).join(lock))
    }

    /// Returns whether any test answers requests for roots.
    pub(super) fn answers_roots(&self) -> bool {
        let answers = |test: &Test| test.answers.iter().any(|answer| matches!(answer, Answer::Roots(_)));
        self.tests.iter().any(|test| answers(&test.value) || test.value.replay.is_some())
    }

    pub(super) fn max_duration(&self, test: &Test) -> Option<Duration> {
        test.expect.max_ms.or(self.defaults.max_ms).map(Duration::from_millis)
    }
}

/// A test without a line number.
fn unplaced(test: Test) -> Spanned<Test> {
    Spanned { value: test, referenced: Location::UNKNOWN, defined: Location::UNKNOWN }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn why(text: &str) -> (u64, String) {
        TestFile::parse(text).unwrap_err()
    }

    #[test]
    fn a_file_has_all_its_members() {
        let file = TestFile::parse(
            "server: {command: [python3, server.py], env: {DB: ':memory:'}}\nlock: mcp-ui.lock\n\
             defaults: {max_ms: 2000, revisions: ['2025-11-25', '2026-07-28']}\ntests:\n\
             - name: adds\n  call: add\n  args: {a: 2, b: 3}\n  expect:\n    structured: {sum: 5}\n    text: {contains: '5'}\n\
             \x20   where: ['$.sum == 5']\n    schema: output\n    max_ms: 500\n\
             \x20 answers: [{elicitation: {action: accept}}]\n  capture: {id: $.id}\n\
             - {list: tools}\n- {call: fail, expect: {error: {code: -32602}}}\n",
        )
        .unwrap();
        assert_eq!(file.tests.iter().map(|test| test.value.title()).collect::<Vec<_>>(), ["adds", "list", "call fail"]);
        assert_eq!(file.tests[1].referenced.line(), 16);
        assert_eq!(file.max_duration(&file.tests[0].value), Some(Duration::from_millis(500)));
        assert_eq!(file.max_duration(&file.tests[1].value), Some(Duration::from_secs(2)));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        for (text, line, words) in [
            ("tests:\n- call: a\n  expects: {}\n", 3, "Unknown field `expects`, expected one of name, call,"),
            ("tests:\n- {name: a}\n", 2, "makes no request"),
            ("tests:\n- {call: a, read: b}\n", 2, "several of"),
            ("tests:\n- {call: a}\n- {call: a}\n", 3, "Two tests have the name \"call a\""),
            ("tests:\n- {call: a, args: {x: 1}, args_json: '{}'}\n", 2, "both `args` and `args_json`"),
            ("server: {command: [a], url: 'http://b'}\n", 1, "both `command` and `url`"),
            ("server: {}\n", 1, "neither"),
            ("defaults:\n  revisions:\n  - tomorrow\n", 3, "`revisions`"),
            ("tests: [\n", 1, "Unclosed bracket"),
            ("tests:\n- {call: a, expects: {}}\n", 2, "Did you mean `expect`?"),
            ("tests:\n- {call: a, args: [x]}\n", 2, "This must be a mapping"),
            ("tests:\n- {call: a, answers: {elicit: {}}}\n", 2, "nknown variant `elicit`, expected one of"),
            ("tests: {call: a}\n", 1, "This must be a list"),
            ("server: {command: python3 server.py}\n", 1, "Write [python3, server.py]."),
        ] {
            let (at, why) = why(text);
            assert_eq!(at, line, "{text}: {why}");
            assert!(why.contains(words), "{why}");
        }
    }

    #[test]
    fn a_single_item_stands_for_a_list_and_plain_words_are_texts() {
        let text = "tests:\n- call: a\n  args: {country: NO, zip: 012, on: yes}\n  ignore: $..at\n\
            \x20 answers: {roots: {roots: []}}\n  expect: {where: $.a > 1}\n";
        let file = TestFile::parse(text).unwrap();
        let Test { args, ignore, answers, expect, .. } = &file.tests[0].value;
        assert_eq!(Value::Object(args.clone()), serde_json::json!({ "country": "NO", "zip": "012", "on": "yes" }));
        assert_eq!((ignore.len(), answers.len(), &*expect.conditions), (1, 1, &["$.a > 1".to_owned()][..]));
    }

    #[test]
    fn a_file_that_grows_by_its_aliases_is_refused() {
        let level = |level: usize| {
            let names = vec![format!("*a{}", level - 1); 9].join(", ");
            format!("a{level}: &a{level} [{names}]\n")
        };
        let first = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
        let text: String = std::iter::once(first).chain((1..12).map(level)).collect();
        assert!(TestFile::parse(&text).is_err());
    }

    /// The members of a schema object, and those that the parser knows.
    fn members(schema: &Value, pointer: &str, wrong: &str) -> [BTreeSet<String>; 2] {
        let of_schema = schema.pointer(pointer).unwrap()["properties"].as_object().unwrap();
        let (_, why) = why(wrong);
        let (_, known) = why.split_once("expected one of ").unwrap();
        let known = known.trim_end_matches('.').split(", ").map(|name| name.trim_matches('`').to_owned());
        [of_schema.keys().cloned().collect(), known.collect()]
    }

    #[test]
    fn the_schema_for_editors_has_all_members() {
        let schema: Value = serde_json::from_str(include_str!("../../../../../docs/testing.schema.json")).unwrap();
        for (pointer, wrong) in [
            ("", "x: 1"),
            ("/$defs/server", "server: {x: 1}"),
            ("/$defs/test", "tests: [{x: 1}]"),
            ("/$defs/complete", "tests: [{complete: {x: 1}}]"),
            ("/$defs/expect", "tests: [{expect: {x: 1}}]"),
            ("/$defs/text", "tests: [{expect: {text: {x: 1}}}]"),
        ] {
            let [of_schema, known] = members(&schema, pointer, wrong);
            assert_eq!(of_schema, known, "{pointer}");
        }
        let validator = jsonschema::validator_for(&schema).unwrap();
        let wrong: Value = serde_saphyr::from_str("tests: [{call: a, read: b}]").unwrap();
        assert!(!validator.is_valid(&wrong));
        let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/tests");
        let mut count = 0;
        for entry in std::fs::read_dir(examples).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|it| it == "yaml") {
                let file: Value = serde_saphyr::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
                let errors: Vec<_> = validator.iter_errors(&file).map(|error| error.to_string()).collect();
                assert!(errors.is_empty(), "{}: {errors:?}", path.display());
                count += 1;
            }
        }
        assert_eq!(count, 5);
    }

    #[test]
    fn a_file_that_is_too_large_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large.mcp-ui.yaml");
        File::create(&path).unwrap().set_len(MAX_FILE + 1).unwrap();
        let refused = TestFile::read(&path).unwrap_err().to_string();
        assert!(refused.contains("larger than 16 MiB"), "{refused}");
        // A device has no length.
        #[cfg(unix)]
        assert!(TestFile::read(Path::new("/dev/zero")).unwrap_err().to_string().contains("larger than 16 MiB"));
    }
}
