//! Variables in a configuration file's strings, such as `${env:NAME}`.

use std::path::{Path, PathBuf};

use super::inputs::Answers;

/// The variables without a prefix, such as `env:`, that a file may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Syntax {
    /// `${NAME}` and `${NAME:-default}` are environment variables, as in Claude Code's files.
    Shell,
    /// No unprefixed variables. VS Code leaves such strings unchanged.
    VsCode,
}

/// The sources for variable values.
pub(super) struct Variables<'a> {
    pub(super) syntax: Syntax,
    pub(super) workspace: &'a Path,
    pub(super) answers: &'a Answers,
    pub(super) environment: &'a dyn Fn(&str) -> Option<String>,
    pub(super) home: Option<PathBuf>,
}

/// A string with its variables expanded.
#[derive(Default)]
pub(super) struct Expanded {
    pub(super) value: String,
    /// The same text for display. Environment variables and inputs, which may be secrets, stay unexpanded.
    pub(super) shown: String,
}

/// A variable's value.
enum Value {
    Public(String),
    Secret(String),
}

impl Variables<'_> {
    pub(super) fn expand(&self, text: &str) -> Result<Expanded, String> {
        let mut expanded = Expanded::default();
        for part in parts(text) {
            let (value, shown) = match part {
                Part::Text(text) => (text.to_owned(), text.to_owned()),
                Part::Variable { name, whole } => match self.value(name)? {
                    Some(Value::Public(value)) => (value.clone(), value),
                    Some(Value::Secret(value)) => (value, whole.to_owned()),
                    None => (whole.to_owned(), whole.to_owned()),
                },
            };
            expanded.value.push_str(&value);
            expanded.shown.push_str(&shown);
        }
        Ok(expanded)
    }

    /// Returns a variable's value, or `None` if the text is not a variable.
    fn value(&self, name: &str) -> Result<Option<Value>, String> {
        let path = |path: &Path| Ok(Some(Value::Public(path.to_string_lossy().into_owned())));
        match (name.split_once(':'), name) {
            (Some(("env", name)), _) => match (self.environment)(name) {
                Some(value) => Ok(Some(Value::Secret(value))),
                None => {
                    Err(format!("`${{env:{name}}}` needs the environment variable {name}, which is not set. Set it."))
                }
            },
            (Some(("input", id)), _) => match self.answers.get(id) {
                Some(value) => Ok(Some(Value::Secret(value.to_owned()))),
                None => Err(format!(
                    "`${{input:{id}}}` needs an entry in `inputs` with this id and the type promptString or pickString. \
                     Add one."
                )),
            },
            (_, "workspaceFolder") => path(self.workspace),
            (_, "workspaceFolderBasename") => path(Path::new(self.workspace.file_name().unwrap_or_default())),
            (_, "userHome") => match &self.home {
                Some(home) => path(home),
                None => Err("`${userHome}` is unknown. Write the path of your home folder.".to_owned()),
            },
            (_, "pathSeparator" | "/") => Ok(Some(Value::Public(std::path::MAIN_SEPARATOR.to_string()))),
            _ => self.other(name),
        }
    }

    fn other(&self, name: &str) -> Result<Option<Value>, String> {
        let (variable, default) = match name.split_once(":-") {
            Some((variable, default)) => (variable, Some(default)),
            None => (name, None),
        };
        if self.syntax == Syntax::Shell && is_name(variable) {
            let value = (self.environment)(variable).or_else(|| default.map(str::to_owned));
            return value.map(|value| Some(Value::Secret(value))).ok_or_else(|| {
                format!("`${{{name}}}` needs the environment variable {variable}, which is not set. Set it.")
            });
        }
        if name.split_once(':').is_some_and(|(kind, _)| is_name(kind)) {
            return Err(format!(
                "`${{{name}}}` is not supported. Use `${{env:NAME}}`, `${{input:ID}}`, `${{workspaceFolder}}` or \
                 `${{userHome}}`, or write the value."
            ));
        }
        Ok(None)
    }
}

/// Returns the input ids in a string.
pub(super) fn inputs(text: &str) -> Vec<String> {
    let names = parts(text).into_iter().filter_map(|part| match part {
        Part::Variable { name, .. } => name.strip_prefix("input:"),
        Part::Text(_) => None,
    });
    names.map(str::to_owned).collect()
}

enum Part<'a> {
    Text(&'a str),
    Variable { name: &'a str, whole: &'a str },
}

fn parts(mut text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    while let Some(begin) = text.find("${")
        && let Some(length) = text[begin..].find('}')
    {
        let whole = &text[begin..=begin + length];
        parts.push(Part::Text(&text[..begin]));
        parts.push(Part::Variable { name: &whole[2..length], whole });
        text = &text[begin + length + 1..];
    }
    parts.push(Part::Text(text));
    parts
}

fn is_name(text: &str) -> bool {
    !text.starts_with(|first: char| first.is_ascii_digit())
        && !text.is_empty()
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
