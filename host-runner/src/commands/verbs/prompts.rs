use std::fmt::Write as _;

use clap::Args;
use serde_json::Value;

use super::answers::AnswerArgs;
use super::arguments::Arguments;
use super::client::Client;
use super::schema::string;
use super::{EXIT_CODES, content, exchange, lists, output, session};
use crate::commands::Failure;
use crate::commands::harmless::harmless_line;
use crate::commands::target::TargetArgs;

#[derive(Debug, Args)]
#[command(
    override_usage = "mcp-ui prompts [OPTIONS] [PROMPT [KEY=VALUE]...] -- COMMAND [ARGUMENT]...\n       \
                      mcp-ui prompts [OPTIONS] URL [PROMPT [KEY=VALUE]...]",
    after_help = format!("Without a name, the prompts are listed.\n\n\
        Examples:\n  \
        mcp-ui prompts -- npx -y @modelcontextprotocol/server-everything\n  \
        mcp-ui prompts https://example.com/mcp review language=rust\n\n{EXIT_CODES}")
)]
pub(crate) struct PromptsArgs {
    /// URL of the MCP endpoint (unless there is a command), prompt name, and arguments.
    #[arg(value_name = "WORD")]
    words: Vec<String>,

    /// Print the prompts, or the whole result, as the server sent it.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    target: TargetArgs,

    #[command(flatten)]
    answers: AnswerArgs,
}

impl PromptsArgs {
    #[tokio::main]
    pub(crate) async fn run(&self) -> Result<(), Failure> {
        session::run(&self.target, &self.words, self.json, self.answers.questions(), async |client, words| match words
            .split_first()
        {
            None => self.list(client).await,
            Some((name, words)) => self.get(client, name, words).await,
        })
        .await
    }

    async fn list(&self, client: &Client) -> Result<(), Failure> {
        let prompts = lists::list(client, "prompts/list", "prompts").await?;
        if self.json {
            return output::print_json(&lists::to_json(&[("prompts", &prompts)]));
        }
        let lines = prompts.iter().map(|prompt| lines(&serde_json::from_str(prompt.get()).unwrap_or_default()));
        output::print_bytes(lines.collect::<String>().as_bytes())
    }

    async fn get(&self, client: &Client, name: &str, words: &[String]) -> Result<(), Failure> {
        let arguments = Arguments::of_prompt(words)?.to_json();
        let params = format!(r#"{{"name":{},"arguments":{arguments}}}"#, string(name));
        let result = exchange::request(client, "prompts/get", &params, &self.answers).await;
        let result = result.map_err(|failure| match failure.rpc_code() {
            Some(-32602) => failure.hint("`mcp-ui prompts` without a name lists the prompts and their arguments."),
            _ => failure,
        })?;
        if self.json {
            return output::print_json(result.get());
        }
        let result: Value = serde_json::from_str(result.get())
            .map_err(|error| Failure::bad_response(format!("The result cannot be read: {error}.")))?;
        let messages = result["messages"].as_array();
        let messages =
            messages.ok_or_else(|| Failure::bad_response("The result of prompts/get has no array `messages`."))?;
        messages.iter().try_for_each(|message| {
            let role = message["role"].as_str().unwrap_or("unknown role");
            output::print_text(&format!("{}: {}", harmless_line(role), content::text_of(&message["content"])))
        })
    }
}

/// Formats a prompt and its arguments, each on its own line.
fn lines(prompt: &Value) -> String {
    let word = |value: &Value| {
        harmless_line(value.as_str().unwrap_or_default().lines().next().unwrap_or_default()).into_owned()
    };
    let mut lines = format!("{}  {}\n", word(&prompt["name"]), word(&prompt["description"]));
    for argument in prompt["arguments"].as_array().into_iter().flatten() {
        let required = if argument["required"] == true { " (required)" } else { "" };
        let description = word(&argument["description"]);
        // Writing to a string cannot fail.
        let _ = writeln!(lines, "  {}={required}  {description}", word(&argument["name"]));
    }
    lines
}
