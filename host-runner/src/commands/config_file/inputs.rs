//! The `inputs` in a VS Code file: values that the user is asked for, each once, in the terminal.

use std::collections::{HashMap, HashSet};
use std::io::{self, BufRead as _, IsTerminal as _, Write as _};

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged as _;

use super::document::Document;
use super::entry::scalar;
use crate::commands::Failure;

/// Maximum number of attempts to make a valid choice, after which the command fails.
const ATTEMPTS: usize = 3;

/// A value to ask the user for.
#[derive(Debug)]
pub(crate) struct Input {
    pub(super) id: String,
    description: Option<String>,
    default: Option<String>,
    is_password: bool,
    /// The values to choose from. If empty, any text is accepted.
    options: Vec<String>,
}

/// The answers by input id.
#[derive(Default)]
pub(crate) struct Answers(HashMap<String, String>);

impl Answers {
    pub(super) fn get(&self, id: &str) -> Option<&str> {
        self.0.get(id).map(String::as_str)
    }
}

#[cfg(test)]
impl<const N: usize> From<[(&str, &str); N]> for Answers {
    fn from(answers: [(&str, &str); N]) -> Self {
        Self(answers.map(|(id, value)| (id.to_owned(), value.to_owned())).into())
    }
}

/// A way to ask the user.
pub(crate) trait Asker {
    /// Shows a prompt and reads a line, hidden if it is a secret. Returns `None` at end of input.
    fn ask(&mut self, prompt: &str, is_secret: bool) -> io::Result<Option<String>>;
}

/// Asks in the terminal. If stdin is not a terminal, each of its lines is an answer.
pub(crate) struct Terminal;

impl Asker for Terminal {
    fn ask(&mut self, prompt: &str, is_secret: bool) -> io::Result<Option<String>> {
        let stdin = io::stdin();
        if is_secret && stdin.is_terminal() {
            return rpassword::prompt_password(prompt).map(Some);
        }
        eprint!("{prompt}");
        io::stderr().flush()?;
        let mut line = String::new();
        let length = stdin.lock().read_line(&mut line)?;
        if !stdin.is_terminal() {
            eprintln!();
        }
        Ok((length > 0).then(|| line.trim_end_matches(['\n', '\r']).to_owned()))
    }
}

/// Reads the inputs with the types `promptString` and `pickString`. Skips all others, which run in the editor.
pub(super) fn parse(document: Document<'_>, value: &Value<'_>) -> Result<Vec<Input>, Failure> {
    let wrong = |at: &Value<'_>| document.failure(at.range().start, "`inputs` must be a list of objects with an `id`.");
    let list = value.as_array().ok_or_else(|| wrong(value))?;
    let mut inputs = Vec::new();
    let mut ids = HashSet::new();
    for value in &list.elements {
        let object = value.as_object().ok_or_else(|| wrong(value))?;
        let id = object.get_string("id").ok_or_else(|| wrong(value))?.value.to_string();
        if ids.contains(&id) {
            let text = format!("there are two inputs with the id {id:?}. Remove one of them.");
            return Err(document.failure(object.range.start, &text));
        }
        let kind = object.get_string("type").map_or("promptString", |kind| kind.value.as_ref());
        if ["promptString", "pickString"].contains(&kind) {
            ids.insert(id.clone());
            inputs.push(input(id, object));
        }
    }
    Ok(inputs)
}

fn input(id: String, object: &Object<'_>) -> Input {
    let text = |name| object.get_string(name).map(|text| text.value.to_string());
    let elements = object.get_array("options").map_or(&[][..], |array| &array.elements);
    // An option is either a value or an object with a label and a value.
    let option =
        |value: &Value<'_>| scalar(value).or_else(|| value.as_object()?.get("value").and_then(|it| scalar(&it.value)));
    Input {
        id,
        description: text("description"),
        default: text("default"),
        is_password: object.get_boolean("password").is_some_and(|it| it.value),
        options: elements.iter().filter_map(option).collect(),
    }
}

/// Asks for the inputs whose ids are used.
pub(super) fn ask(inputs: &[Input], used: &[String], asker: &mut dyn Asker) -> Result<Answers, String> {
    let mut answers = Answers::default();
    let used: HashSet<_> = used.iter().collect();
    for input in inputs.iter().filter(|input| used.contains(&input.id)) {
        answers.0.insert(input.id.clone(), input.ask(asker)?);
    }
    Ok(answers)
}

impl Input {
    fn ask(&self, asker: &mut dyn Asker) -> Result<String, String> {
        let mut prompt = self.prompt();
        for _ in 0..ATTEMPTS {
            let answer = asker.ask(&prompt, self.is_password).map_err(|error| {
                format!("the input {:?} cannot be read: {error}. Start mcp-ui in a terminal.", self.id)
            })?;
            let Some(answer) = answer else {
                return Err(format!(
                    "the input {:?} is missing, because stdin ended. Start mcp-ui in a terminal, or give each input as \
                     a line of stdin.",
                    self.id
                ));
            };
            if let Some(value) = self.value(&answer) {
                return Ok(value);
            }
            prompt = format!("Expected a number from 1 to {}: ", self.options.len());
        }
        Err(format!("no option was chosen for the input {:?}. Start again.", self.id))
    }

    fn prompt(&self) -> String {
        let description = self.description.as_deref().filter(|text| !text.is_empty()).unwrap_or(&self.id);
        let options = self.options.iter().enumerate().map(|(number, option)| format!("\n  {} {option}", number + 1));
        let default = self.default.as_ref().filter(|_| !self.is_password).map(|text| format!(" [{text}]"));
        format!("{description}{}{}: ", options.collect::<String>(), default.unwrap_or_default())
    }

    fn value(&self, answer: &str) -> Option<String> {
        let answer = match &self.default {
            Some(default) if answer.is_empty() => default,
            _ => answer,
        };
        if self.options.is_empty() || self.options.iter().any(|option| option == answer) {
            return Some(answer.to_owned());
        }
        let number: usize = answer.trim().parse().ok()?;
        self.options.get(number.checked_sub(1)?).cloned()
    }
}
