use clap::Args;
use serde_json::Value;
use serde_json::value::RawValue;

use super::answers::AnswerArgs;
use super::arguments::Arguments;
use super::client::Client;
use super::schema::{string, synopsis};
use super::{EXIT_CODES, content, exchange, lists, output, session};
use crate::commands::Failure;
use crate::commands::target::TargetArgs;

#[derive(Debug, Args)]
#[command(
    override_usage = "mcp-ui call [OPTIONS] TOOL [ARGUMENT]... -- COMMAND [ARGUMENT]...\n       \
                      mcp-ui call [OPTIONS] URL TOOL [ARGUMENT]...",
    after_help = format!("The tool's arguments:\n  \
        key=value   converted by type in the tool's input schema: number, boolean, array or object as JSON, else text\n  \
        key:=JSON   JSON, whatever the schema says\n  \
        @file.json  a JSON object with all arguments; @- reads it from stdin\n  \
        '{{…}}'       the same, written out\n\n\
        Examples:\n  \
        mcp-ui call echo message=Hello -- npx -y @modelcontextprotocol/server-everything\n  \
        mcp-ui call https://example.com/mcp search query=rust limit=5 --json\n  \
        mcp-ui call book city=Oslo --answer nights=2 -- python3 my_server.py\n\n{EXIT_CODES}")
)]
pub(crate) struct CallArgs {
    /// URL of the MCP endpoint (unless there is a command), tool name, and arguments.
    #[arg(value_name = "WORD")]
    words: Vec<String>,

    /// Print the whole result as the server sent it.
    #[arg(long)]
    json: bool,

    /// Call the tool even if the arguments do not fit its input schema.
    #[arg(long)]
    no_validate: bool,

    #[command(flatten)]
    target: TargetArgs,

    #[command(flatten)]
    answers: AnswerArgs,
}

impl CallArgs {
    #[tokio::main]
    pub(crate) async fn run(&self) -> Result<(), Failure> {
        session::run(&self.target, &self.words, self.json, self.answers.questions(), async |client, words| {
            let Some((name, words)) = words.split_first() else {
                return Err(Failure::usage("The name of the tool is missing. See `mcp-ui call --help`."));
            };
            let Some(tool) = client.tool(name).await? else { return Err(unknown(client, name).await?) };
            let arguments = self.arguments(client, name, words, &tool["inputSchema"]).await?;
            let params = format!(r#"{{"name":{},"arguments":{arguments}}}"#, string(name));
            let result = exchange::request(client, "tools/call", &params, &self.answers).await?;
            self.print(&result)
        })
        .await
    }

    /// Converts and checks the arguments.
    async fn arguments(
        &self,
        client: &Client,
        name: &str,
        words: &[String],
        schema: &Value,
    ) -> Result<Box<RawValue>, Failure> {
        let takes = || match synopsis(schema) {
            text if text.is_empty() => format!("The tool {name} takes no arguments."),
            text => format!("The tool {name} takes:{text}"),
        };
        let arguments = Arguments::of_tool(words, schema).map_err(|failure| failure.hint_unless_given(takes))?;
        let declared = schema["properties"].as_object();
        for unknown in arguments.names().filter(|name| declared.is_some_and(|declared| !declared.contains_key(*name))) {
            eprintln!("The tool declares no argument {unknown:?}.");
        }
        let json = arguments.to_json();
        if self.no_validate {
            return Ok(json);
        }
        let violations = client.violations(name, &json).await?;
        if violations.is_empty() {
            return Ok(json);
        }
        let lines = violations.iter().map(|violation| {
            let path = violation.path.trim_start_matches('/');
            let colon = if path.is_empty() { "" } else { ": " };
            format!("\n  {path}{colon}{}", violation.message)
        });
        let message = format!("The arguments do not match the tool's input schema:{}", lines.collect::<String>());
        Err(Failure::invalid_arguments(message).hint(format!("{}\nUse --no-validate to call it anyway.", takes())))
    }

    fn print(&self, result: &RawValue) -> Result<(), Failure> {
        let parsed: Value = serde_json::from_str(result.get())
            .map_err(|error| Failure::bad_response(format!("The tool's result cannot be read: {error}.")))?;
        if self.json {
            output::print_json(result.get())?;
        } else {
            print_content(&parsed)?;
        }
        if parsed["isError"] == true { Err(Failure::tool_error()) } else { Ok(()) }
    }
}

fn print_content(result: &Value) -> Result<(), Failure> {
    let content = result["content"].as_array().map(Vec::as_slice).unwrap_or_default();
    for item in content {
        output::print_text(&content::text_of(item))?;
    }
    match result.get("structuredContent") {
        Some(structured) if content.is_empty() => output::print_json(&format!("{structured:#}")),
        Some(_) => {
            eprintln!("The result also has structured content. --json prints it.");
            Ok(())
        }
        None => Ok(()),
    }
}

/// The failure for a tool that is invalid, or that the server does not list.
async fn unknown(client: &Client, name: &str) -> Result<Failure, Failure> {
    let excluded = client.excluded_tools().await?;
    let excluded = excluded.as_array().into_iter().flatten().find(|tool| tool["name"] == name);
    if let Some(reason) = excluded.and_then(|tool| tool["reason"].as_str()) {
        return Ok(Failure::not_found(format!("The tool {name:?} is invalid: {reason}")));
    }
    let tools = lists::list(client, "tools/list", "tools").await?;
    let tools = tools.iter().filter_map(|tool| serde_json::from_str::<Value>(tool.get()).ok());
    let names: Vec<String> = tools.filter_map(|tool| tool["name"].as_str().map(str::to_owned)).take(50).collect();
    let hint = match names.as_slice() {
        [] => "The server has no tools.".to_owned(),
        names => format!("The server has: {}.", names.join(", ")),
    };
    Ok(Failure::not_found(format!("The server has no tool {name:?}.")).hint(hint))
}
