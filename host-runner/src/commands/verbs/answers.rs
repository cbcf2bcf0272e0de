use std::path::PathBuf;

use clap::Args;
use mcp_ui_host::Questions;
use serde_json::{Value, json};

use super::form::{self, Given};
use super::notifications::report;
use crate::commands::harmless::{harmless, harmless_line};

/// The answers to the server's questions. A question without an answer is printed and declined.
#[derive(Debug, Args)]
#[command(next_help_heading = "Answers to the server's questions")]
pub(super) struct AnswerArgs {
    /// Value for a field in a form from the server: KEY=VALUE, or KEY:=JSON. Can be repeated.
    #[arg(long, value_name = "KEY=VALUE", conflicts_with_all = ["decline", "cancel"])]
    answer: Vec<Given>,

    /// Accept forms with their defaults, and requests to visit addresses.
    #[arg(long, conflicts_with_all = ["decline", "cancel"])]
    accept: bool,

    /// Decline forms and requests to visit addresses.
    #[arg(long, conflicts_with = "cancel")]
    decline: bool,

    /// Cancel forms and requests to visit addresses.
    #[arg(long)]
    cancel: bool,

    /// Folder that the server may work in (a root). Can be repeated.
    #[arg(long, value_name = "FOLDER")]
    root: Vec<PathBuf>,

    /// Answer to the server's language model requests (sampling).
    #[arg(long, value_name = "TEXT")]
    sampling_text: Option<String>,
}

/// Answers the server's questions, and receives its messages before the result.
pub(super) trait Respondent {
    fn answer(&self, method: &str, params: &Value) -> Answer;

    /// Receives the explanation for a question that was declined because it has no answer.
    fn decline(&self, why: &str);

    /// Receives a notification.
    fn notify(&self, notification: &Value);

    /// Receives the verdict on structured content ([`mcp_ui_host::live::Event::Output`]).
    fn judge(&self, verdict: &Value);
}

/// The answer to a question.
pub(super) enum Answer {
    Result(Value),
    /// A refusal for a method without its own way to decline. The text has the question, and the flag that answers it.
    Refused(String),
}

impl AnswerArgs {
    /// The questions that flags can answer.
    pub(super) fn questions(&self) -> Questions {
        if self.root.is_empty() { Questions::AllButRoots } else { Questions::All }
    }

    fn elicitation(&self, params: &Value) -> Value {
        let message = harmless(params["message"].as_str().unwrap_or_default());
        if self.cancel {
            return json!({ "action": "cancel" });
        }
        let is_address = params["mode"] == "url";
        let reason = if self.decline {
            return json!({ "action": "decline" });
        } else if is_address && self.accept {
            let url = harmless_line(params["url"].as_str().unwrap_or_default()).into_owned();
            eprintln!("The server asks you to open a URL: {message}\nOpen it in a browser: {url}");
            return json!({ "action": "accept" });
        } else if is_address {
            let url = params["url"].as_str().unwrap_or_default();
            format!("To agree to open {url}, use --accept.")
        } else {
            let schema = &params["requestedSchema"];
            match form::fill_in(schema, &self.answer) {
                Ok(content) if self.accept || form::concerns(schema, &self.answer) => {
                    return json!({ "action": "accept", "content": content });
                }
                Ok(_) => format!(
                    "Use --accept for the defaults, or --answer KEY=VALUE for a field. The form's fields:{}",
                    super::schema::synopsis(schema)
                ),
                Err(why) => why,
            }
        };
        eprintln!("The server asks: {message}\nDeclined. {}", harmless(&reason));
        json!({ "action": "decline" })
    }

    fn sampling(&self, params: &Value) -> Answer {
        if let Some(text) = &self.sampling_text {
            return Answer::Result(json!({
                "role": "assistant",
                "content": { "type": "text", "text": text },
                "model": "mcp-ui",
                "stopReason": "endTurn",
            }));
        }
        let messages = params["messages"].as_array().into_iter().flatten();
        let texts: Vec<&str> = messages.filter_map(|message| message["content"]["text"].as_str()).collect();
        let asked: String = texts.join("\n").chars().take(1000).collect();
        let why = "The server asks for a language model's answer. Pass one with --sampling-text TEXT.";
        Answer::Refused(format!("{why}\nIt asks: {asked}"))
    }

    fn roots(&self) -> Answer {
        if self.root.is_empty() {
            let why = "The server asks which folders it may work in. Name them with --root FOLDER.";
            return Answer::Refused(why.to_owned());
        }
        let roots = self.root.iter().map(|folder| {
            let path = std::path::absolute(folder).unwrap_or_else(|_| folder.clone());
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
            json!({ "uri": file_uri(&path), "name": name })
        });
        Answer::Result(json!({ "roots": roots.collect::<Vec<_>>() }))
    }
}

impl Respondent for AnswerArgs {
    /// Answers a question from the flags. A form that no flag answers is printed and declined.
    fn answer(&self, method: &str, params: &Value) -> Answer {
        match method {
            "elicitation/create" => Answer::Result(self.elicitation(params)),
            "sampling/createMessage" => self.sampling(params),
            "roots/list" => self.roots(),
            _ => Answer::Refused(format!("The server sends the request {method}, which mcp-ui does not know.")),
        }
    }

    fn decline(&self, why: &str) {
        eprintln!("{}", harmless(why));
    }

    fn notify(&self, notification: &Value) {
        report(notification);
    }

    fn judge(&self, _: &Value) {}
}

/// Converts a path to a `file` URI (RFC 8089).
fn file_uri(path: &std::path::Path) -> String {
    use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

    /// All characters but the unreserved ones (RFC 3986, section 2.3) and the separators for paths and drives.
    const ESCAPED: &AsciiSet =
        &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/').remove(b':');
    let text = path.to_string_lossy().replace('\\', "/");
    let slash = if text.starts_with('/') { "" } else { "/" };
    format!("file://{slash}{}", utf8_percent_encode(&text, ESCAPED))
}
