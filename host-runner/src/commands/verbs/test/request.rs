//! A test's request, and the command that repeats it.

use std::ffi::OsStr;

use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::super::client::Client;
use super::super::{exchange, lists};
use super::expect::Response;
use super::respondent::TestRespondent;
use super::test_case::{Complete, List, Test};
use super::variables::Variables;
use crate::commands::Failure;
use crate::commands::shell::shell_word;
use crate::commands::target::Target;

/// A request with its variables replaced.
pub(super) struct Request {
    pub(super) method: String,
    /// The params as JSON.
    pub(super) params: String,
    /// The result member with the list, for a list request. All pages are requested.
    list: Option<&'static str>,
    /// The verb and words for a command that repeats the request.
    command: Option<(&'static str, String)>,
}

impl Request {
    /// A request that no `mcp-ui` command sends.
    pub(super) fn plain(method: impl Into<String>, params: String) -> Self {
        Self { method: method.into(), params, list: None, command: None }
    }

    pub(super) fn of(test: &Test, variables: &mut Variables) -> Result<Self, String> {
        if let Some(list) = test.list {
            let (method, member) = match list {
                List::Tools => ("tools/list", "tools"),
                List::Prompts => ("prompts/list", "prompts"),
                List::Resources => ("resources/list", "resources"),
                List::ResourceTemplates => ("resources/templates/list", "resourceTemplates"),
            };
            return Ok(Self { list: Some(member), ..Self::plain(method, "{}".to_owned()) });
        }
        if let Some(complete) = &test.complete {
            return Ok(Self::plain("completion/complete", of_completion(complete, variables)?));
        }
        if let Some(uri) = &test.read {
            let uri = variables.expand(uri)?;
            let command = Some(("read", shell_word(&uri)));
            return Ok(Self { command, ..Self::plain("resources/read", json!({ "uri": uri }).to_string()) });
        }
        let (method, verb, name) = match (&test.call, &test.prompt) {
            (Some(name), _) => ("tools/call", "call", name),
            (_, Some(name)) => ("prompts/get", "prompts", name),
            _ => return Err("The test makes no request.".to_owned()),
        };
        let name = variables.expand(name)?;
        let arguments = match &test.args_json {
            Some(json) => variables.expand(json)?,
            None => variables.expand_value(&Value::Object(test.args.clone()))?.to_string(),
        };
        let arguments = RawValue::from_string(arguments).ok().filter(|json| json.get().starts_with('{'));
        let arguments = arguments.ok_or("`args_json` is not a JSON object.")?;
        let words = match arguments.get() {
            "{}" => shell_word(&name),
            json => format!("{} {}", shell_word(&name), shell_word(json)),
        };
        let params = format!(r#"{{"name":{},"arguments":{arguments}}}"#, Value::from(name));
        Ok(Self { command: Some((verb, words)), ..Self::plain(method, params) })
    }

    pub(super) async fn send(&self, client: &Client, respondent: &TestRespondent) -> Result<Response, Failure> {
        let result = if let Some(member) = self.list {
            let items = lists::quietly(client, &self.method, member).await;
            items.map(|items| lists::to_json(&[(member, &*items)]))
        } else {
            let result = exchange::request(client, &self.method, &self.params, respondent).await;
            result.map(|result| result.get().to_owned())
        };
        match result {
            Ok(text) => Ok(Response::Result(serde_json::from_str(&text)?)),
            Err(failure) => failure.rpc_error().map(Response::Error).ok_or(failure),
        }
    }

    /// The command that repeats the request.
    pub(super) fn command(&self, server: &ServerWords) -> Option<String> {
        let (verb, words) = self.command.as_ref()?;
        let ServerWords { options, url, command } = server;
        Some(match url {
            Some(url) => format!("mcp-ui {verb} {url} {words}"),
            None => format!("mcp-ui {verb} {words}{options} -- {command}"),
        })
    }
}

/// The words that specify a server in an `mcp-ui` command.
pub(super) struct ServerWords {
    /// The options for starting the server, each after a space.
    options: String,
    url: Option<String>,
    command: String,
}

impl ServerWords {
    pub(super) fn of(target: &Target, revision: Option<&str>) -> Self {
        match target {
            Target::Url { url, .. } => {
                Self { options: String::new(), url: Some(shell_word(&url.to_string())), command: String::new() }
            }
            Target::Command(started) => {
                let word = |word: &OsStr| shell_word(&word.to_string_lossy());
                let here = std::env::current_dir().ok();
                let folder = started.folder().filter(|folder| here.as_deref() != Some(*folder));
                let folder = folder.map(|folder| format!(" --cwd {}", word(folder.as_os_str())));
                // Names only, because the values may be secrets.
                let variables = started.variables().map(|(name, _)| format!(" -e {}", word(name)));
                let revision = revision.map(|revision| format!(" --protocol {revision}"));
                Self {
                    options: folder.into_iter().chain(variables).chain(revision).collect(),
                    url: None,
                    command: started.words().map(word).collect::<Vec<_>>().join(" "),
                }
            }
        }
    }
}

/// The params for `completion/complete`.
fn of_completion(complete: &Complete, variables: &mut Variables) -> Result<String, String> {
    let reference = match (&complete.prompt, &complete.template) {
        (Some(name), _) => json!({ "type": "ref/prompt", "name": variables.expand(name)? }),
        (_, template) => {
            let uri = variables.expand(template.as_deref().unwrap_or_default())?;
            json!({ "type": "ref/resource", "uri": uri })
        }
    };
    let (name, value) = complete.argument.first_key_value().ok_or("`complete` has no argument.")?;
    let argument = json!({ "name": name, "value": variables.expand(value)? });
    let mut params = json!({ "ref": reference, "argument": argument });
    if !complete.context.is_empty() {
        let context = complete.context.iter().map(|(name, value)| Ok((name.clone(), variables.expand(value)?.into())));
        params["context"] = json!({ "arguments": context.collect::<Result<Map<_, _>, String>>()? });
    }
    Ok(params.to_string())
}
