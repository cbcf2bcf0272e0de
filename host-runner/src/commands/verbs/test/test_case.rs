//! A test in a test file.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::expect::Expect;
use super::values;
use super::yaml::one_or_more;

/// The members that specify a test's request. Each test has exactly one of them.
const REQUESTS: &str = "`call`, `read`, `prompt`, `list`, `complete` or `replay`";

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Test {
    pub(super) name: Option<String>,
    pub(super) call: Option<String>,
    pub(super) read: Option<String>,
    pub(super) prompt: Option<String>,
    pub(super) list: Option<List>,
    pub(super) complete: Option<Complete>,
    /// A traffic file beside the test file. Its requests are replayed.
    pub(super) replay: Option<PathBuf>,
    pub(super) args: Map<String, Value>,
    /// The arguments as JSON text, for numbers of any size.
    pub(super) args_json: Option<String>,
    pub(super) expect: Expect,
    #[serde(deserialize_with = "one_or_more")]
    pub(super) answers: Vec<Answer>,
    /// Queries (RFC 9535) for values in the result, which later tests use as `${name}`.
    pub(super) capture: BTreeMap<String, String>,
    /// Queries for the parts that a snapshot omits.
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

    /// Checks the members against each other.
    pub(super) fn check(&self) -> Result<(), String> {
        let Self { call, read, prompt, list, complete, replay, .. } = self;
        let requests =
            [call.is_some(), read.is_some(), prompt.is_some(), list.is_some(), complete.is_some(), replay.is_some()];
        match requests.iter().filter(|is_given| **is_given).count() {
            0 => return Err(format!("The test makes no request. Add {REQUESTS}.")),
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
                "`replay` expects what was recorded. Remove `expect`, and use `ignore` to list what may differ."
                    .to_owned(),
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
                "A protocol error has no result. With `error`, leave out `ok`, `structured` and `exactly`.".to_owned()
            );
        }
        Ok(())
    }
}
