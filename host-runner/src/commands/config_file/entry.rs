//! A server in a configuration file.

use std::fmt;

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged as _;

use super::document::Document;

/// A server as written in the file, with unexpanded variables.
pub(crate) struct Entry {
    pub(crate) name: String,
    /// The way to reach the server, or the reason it cannot be reached.
    pub(super) transport: Result<Transport, String>,
    pub(crate) is_disabled: bool,
    /// Members that `mcp-ui` does not use.
    pub(crate) unused: Vec<String>,
}

pub(super) enum Transport {
    Command { command: String, args: Vec<String>, env: Vec<(String, String)>, cwd: Option<String> },
    Url { url: String, headers: Vec<(String, String)> },
}

/// Members for a server with a command.
const OF_COMMAND: [&str; 4] = ["command", "args", "env", "cwd"];

/// Members for a server at a URL.
const OF_URL: [&str; 3] = ["url", "serverUrl", "headers"];

/// Types for a server at a URL. The actual transport is detected when the server is contacted.
const URL_TYPES: [&str; 4] = ["http", "sse", "streamable-http", "streamableHttp"];

impl Entry {
    pub(super) fn parse(document: Document<'_>, name: &str, value: &Value<'_>) -> Self {
        let mut entry = Self {
            name: name.to_owned(),
            transport: Err(document.at(value.range().start, "a server must be an object: `{…}`.")),
            is_disabled: false,
            unused: Vec::new(),
        };
        let Some(object) = value.as_object() else { return entry };
        let flag = |name| object.get(name).and_then(|member| member.value.as_boolean_lit()).map(|it| it.value);
        entry.is_disabled = flag("disabled") == Some(true) || flag("enabled") == Some(false);
        let members = Members { document, object };
        entry.transport = members.transport();
        let used = match &entry.transport {
            Ok(Transport::Command { .. }) => &OF_COMMAND[..],
            Ok(Transport::Url { .. }) => &OF_URL[..],
            Err(_) => return entry,
        };
        let names = object.properties.iter().map(|member| member.name.as_str());
        let is_used = |name: &str| ["type", "disabled", "enabled"].contains(&name) || used.contains(&name);
        entry.unused = names.filter(|name| !is_used(name)).map(str::to_owned).collect();
        entry
    }

    /// The strings that may contain variables.
    pub(super) fn texts(&self) -> Vec<&str> {
        match &self.transport {
            Ok(Transport::Command { command, args, env, cwd }) => {
                let env = env.iter().map(|(_, value)| value);
                std::iter::once(command).chain(args).chain(env).chain(cwd).map(String::as_str).collect()
            }
            Ok(Transport::Url { url, headers }) => {
                std::iter::once(url).chain(headers.iter().map(|(_, value)| value)).map(String::as_str).collect()
            }
            Err(_) => Vec::new(),
        }
    }
}

/// Hides arguments and the values in `env` and `headers`, which may be secrets.
impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A server's members.
struct Members<'d, 'v> {
    document: Document<'d>,
    object: &'v Object<'d>,
}

impl Members<'_, '_> {
    fn transport(&self) -> Result<Transport, String> {
        let url = match (self.string("url")?, self.string("serverUrl")?) {
            (Some(url), None) | (None, Some(url)) => Some(url),
            (Some(_), Some(_)) => return Err(self.problem("the server has both `url` and `serverUrl`. Remove one.")),
            (None, None) => None,
        };
        let kind = self.string("type")?;
        let kind = kind.as_deref();
        match (self.string("command")?, url) {
            (Some(_), Some(_)) => Err(self.problem("the server has both a `command` and a URL. Remove one of them.")),
            (Some(command), None) if kind.is_none_or(|kind| kind == "stdio") => Ok(Transport::Command {
                command,
                args: self.strings("args")?,
                env: self.texts("env")?,
                cwd: self.string("cwd")?,
            }),
            (None, Some(url)) if kind.is_none_or(|kind| URL_TYPES.contains(&kind)) => {
                Ok(Transport::Url { url, headers: self.texts("headers")? })
            }
            (None, None) => Err(self.problem("the server has neither a `command` nor a `url`. Add one of them.")),
            (command, _) => {
                let (has, expected) = match command {
                    Some(_) => ("a `command`", "`stdio`".to_owned()),
                    None => ("a URL", URL_TYPES.map(|kind| format!("`{kind}`")).join(", ")),
                };
                let kind = kind.unwrap_or_default();
                Err(self.problem(&format!("the server has {has} and the type {kind:?}. Expected: {expected}.")))
            }
        }
    }

    fn problem(&self, text: &str) -> String {
        self.document.at(self.object.range.start, text)
    }

    fn member(&self, name: &str) -> Option<&Value<'_>> {
        let value = &self.object.get(name)?.value;
        (!matches!(value, Value::NullKeyword(_))).then_some(value)
    }

    fn string(&self, name: &str) -> Result<Option<String>, String> {
        let Some(value) = self.member(name) else { return Ok(None) };
        match value.as_string_lit() {
            Some(text) => Ok(Some(text.value.to_string())),
            None => Err(self.document.at(value.range().start, &format!("`{name}` must be a string."))),
        }
    }

    fn strings(&self, name: &str) -> Result<Vec<String>, String> {
        let Some(value) = self.member(name) else { return Ok(Vec::new()) };
        let wrong =
            |at: &Value<'_>| self.document.at(at.range().start, &format!("`{name}` must be a list of strings."));
        let array = value.as_array().ok_or_else(|| wrong(value))?;
        array.elements.iter().map(|element| scalar(element).ok_or_else(|| wrong(element))).collect()
    }

    /// Reads an object with string values. Members that are `null` are skipped.
    fn texts(&self, name: &str) -> Result<Vec<(String, String)>, String> {
        let Some(value) = self.member(name) else { return Ok(Vec::new()) };
        let wrong = |at: &Value<'_>| {
            self.document.at(at.range().start, &format!("`{name}` must be an object with strings as its values."))
        };
        let object = value.as_object().ok_or_else(|| wrong(value))?;
        let given = object.properties.iter().filter(|member| member.value.as_null_keyword().is_none());
        let pair = |member: &jsonc_parser::ast::ObjectProp<'_>| {
            let value = scalar(&member.value).ok_or_else(|| wrong(&member.value))?;
            Ok((member.name.as_str().to_owned(), value))
        };
        given.map(pair).collect()
    }
}

/// Converts a string, number or boolean to text.
pub(super) fn scalar(value: &Value<'_>) -> Option<String> {
    match value {
        Value::StringLit(text) => Some(text.value.to_string()),
        Value::NumberLit(number) => Some(number.value.to_owned()),
        Value::BooleanLit(boolean) => Some(boolean.value.to_string()),
        _ => None,
    }
}
