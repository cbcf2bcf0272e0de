//! A test file, as people write it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use mcp_ui_host::ProtocolChoice;
use serde::Deserialize;
use serde_json::{Map, Value};
use serde_saphyr::{Location, Spanned};

use super::expect::Expect;
use super::yaml::{one_or_more, sentence};
use super::{saved_calls, values};
use crate::commands::Failure;

/// The members that say what a test requests. Each test has one.
const REQUESTS: &str = "`call`, `read`, `prompt`, `list`, `complete` or `replay`";

/// The maximum file size.
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
    /// The protocol revisions. The tests run in each.
    pub(super) revisions: Vec<Spanned<String>>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Test {
    pub(super) name: Option<String>,
    pub(super) call: Option<String>,
    pub(super) read: Option<String>,
    pub(super) prompt: Option<String>,
    pub(super) list: Option<List>,
    pub(super) complete: Option<Complete>,
    /// A traffic file beside this one, whose requests are sent again.
    pub(super) replay: Option<PathBuf>,
    pub(super) args: Map<String, Value>,
    /// The arguments as JSON text, for numbers of any size.
    pub(super) args_json: Option<String>,
    pub(super) expect: Expect,
    #[serde(deserialize_with = "one_or_more")]
    pub(super) answers: Vec<Answer>,
    /// Queries (RFC 9535) for values in the result, which later tests use as `${name}`.
    pub(super) capture: BTreeMap<String, String>,
    /// Queries for the parts that a snapshot leaves out.
    #[serde(deserialize_with = "one_or_more")]
    pub(super) ignore: Vec<String>,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(super) enum List {
    Tools,
    Prompts,
    Resources,
    ResourceTemplates,
}

/// A request for argument values, for a prompt or a resource template.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Complete {
    pub(super) prompt: Option<String>,
    /// The URI template.
    pub(super) template: Option<String>,
    /// The argument, with the part of its value typed so far.
    pub(super) argument: BTreeMap<String, String>,
    /// The arguments that already have values.
    #[serde(default)]
    pub(super) context: BTreeMap<String, String>,
}

/// An answer to a server's question. Each answer is used once, for the first question of its kind.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Answer {
    Elicitation(Value),
    Sampling(Value),
    Roots(Value),
}

impl Answer {
    /// The request method that the answer is for.
    pub(super) fn method(&self) -> &'static str {
        match self {
            Self::Elicitation(_) => "elicitation/create",
            Self::Sampling(_) => "sampling/createMessage",
            Self::Roots(_) => "roots/list",
        }
    }

    /// Returns an answer for this method, or `None` if the method does not take answers.
    pub(super) fn of(method: &str, result: Value) -> Option<Self> {
        match method {
            "elicitation/create" => Some(Self::Elicitation(result)),
            "sampling/createMessage" => Some(Self::Sampling(result)),
            "roots/list" => Some(Self::Roots(result)),
            _ => None,
        }
    }

    pub(super) fn value(&self) -> &Value {
        let (Self::Elicitation(value) | Self::Sampling(value) | Self::Roots(value)) = self;
        value
    }
}

impl Test {
    /// The name in reports: the given one, or a description of the request.
    pub(super) fn title(&self) -> String {
        if let Some(name) = &self.name {
            return name.clone();
        }
        let request = [("call", &self.call), ("read", &self.read), ("prompt", &self.prompt)];
        let named = request.iter().find_map(|(verb, name)| Some(format!("{verb} {}", name.as_deref()?)));
        let replay = self.replay.as_ref().map(|path| format!("replay {}", path.display()));
        let other = if self.complete.is_some() { "complete" } else { "list" };
        named.or(replay).unwrap_or_else(|| other.to_owned())
    }

    fn check(&self) -> Result<(), String> {
        let Self { call, read, prompt, list, complete, replay, .. } = self;
        let requests =
            [call.is_some(), read.is_some(), prompt.is_some(), list.is_some(), complete.is_some(), replay.is_some()];
        match requests.iter().filter(|is_given| **is_given).count() {
            0 => return Err(format!("The test requests nothing. Give it {REQUESTS}.")),
            1 => {}
            _ => return Err(format!("The test has several of {REQUESTS}. Write a test for each.")),
        }
        if let Some(Complete { prompt, template, argument, .. }) = complete
            && (prompt.is_some() == template.is_some() || argument.len() != 1)
        {
            return Err("`complete` takes a `prompt` or a `template`, and one `argument`.".to_owned());
        }
        if replay.is_some() && self.expect != Expect::default() {
            return Err(
                "`replay` expects what was recorded. Remove `expect`, and name what may differ by `ignore`.".to_owned()
            );
        }
        if !self.args.is_empty() && self.args_json.is_some() {
            return Err("The test has both `args` and `args_json`. Keep one.".to_owned());
        }
        if call.is_none() && prompt.is_none() && (!self.args.is_empty() || self.args_json.is_some()) {
            return Err("Only `call` and `prompt` have arguments.".to_owned());
        }
        self.capture.values().chain(&self.ignore).try_for_each(|text| values::query(text).map(drop))?;
        let Expect { ok, error, structured, exactly, conditions, .. } = &self.expect;
        for condition in conditions.iter().filter(|condition| !condition.contains("${")) {
            values::holds(condition, &Value::Null)?;
        }
        if error.is_some() && (ok.is_some() || structured.is_some() || exactly.is_some()) {
            return Err(
                "A protocol error has no result. Remove `ok`, `structured` and `exactly` beside `error`.".to_owned()
            );
        }
        Ok(())
    }
}

impl TestFile {
    /// Reads and checks a test file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or is wrong. The error names the line.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let shown = path.display();
        let metadata = std::fs::metadata(path);
        if metadata.is_ok_and(|it| it.len() > MAX_FILE) {
            return Err(Failure::wrong_file(format!("{shown} is larger than {} MiB.", MAX_FILE >> 20)));
        }
        let text = std::fs::read_to_string(path)
            .map_err(|error| Failure::wrong_file(format!("{shown} cannot be read: {error}.")))
            .map_err(|failure| failure.hint("The command of a server comes after `--`."))?;
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
        // As in YAML 1.2, `NO` is a text.
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
            ("tests:\n- {name: a}\n", 2, "requests nothing"),
            ("tests:\n- {call: a, read: b}\n", 2, "several of"),
            ("tests:\n- {call: a}\n- {call: a}\n", 3, "Two tests have the name \"call a\""),
            ("tests:\n- {call: a, args: {x: 1}, args_json: '{}'}\n", 2, "both `args` and `args_json`"),
            ("server: {command: [a], url: 'http://b'}\n", 1, "both `command` and `url`"),
            ("server: {}\n", 1, "neither"),
            ("defaults:\n  revisions:\n  - tomorrow\n", 3, "`revisions`"),
            ("tests: [\n", 1, "Unclosed bracket"),
            ("tests:\n- {call: a, expects: {}}\n", 2, "Did you mean `expect`?"),
            ("tests:\n- {call: a, args: [x]}\n", 2, "This has to be a mapping"),
            ("tests:\n- {call: a, answers: {elicit: {}}}\n", 2, "nknown variant `elicit`, expected one of"),
            ("tests: {call: a}\n", 1, "This has to be a list"),
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
}
