use std::io::IsTerminal as _;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::answers::AnswerArgs;
use super::client::Client;
use super::tools::app_of;
use super::{EXIT_CODES, content, exchange, lists, output, session};
use crate::commands::Failure;
use crate::commands::harmless::harmless_line;
use crate::commands::target::TargetArgs;

#[derive(Debug, Args)]
#[command(
    override_usage = "mcp-ui read [OPTIONS] [URI] -- COMMAND [ARGUMENT]...\n       mcp-ui read [OPTIONS] URL [URI]",
    after_help = format!("Without a URI, the resources and the templates are listed.\n\n\
        Examples:\n  \
        mcp-ui read -- npx -y @modelcontextprotocol/server-everything\n  \
        mcp-ui read https://example.com/mcp file:///logo.png --output logo.png\n  \
        mcp-ui read https://example.com/mcp --app show_map > map.html\n\n{EXIT_CODES}")
)]
pub(crate) struct ReadArgs {
    /// URL of the MCP endpoint (unless there is a command), and resource URI.
    #[arg(value_name = "WORD")]
    words: Vec<String>,

    /// Read the page for this tool's app.
    #[arg(long, value_name = "TOOL")]
    app: Option<String>,

    /// Write the contents to this file. Without it, they go to stdout, unless they are binary and stdout is a terminal.
    #[arg(long, short, value_name = "FILE", conflicts_with = "json")]
    output: Option<PathBuf>,

    /// Print the whole result as the server sent it.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    target: TargetArgs,

    #[command(flatten)]
    answers: AnswerArgs,
}

impl ReadArgs {
    #[tokio::main]
    pub(crate) async fn run(&self) -> Result<(), Failure> {
        session::run(&self.target, &self.words, self.json, self.answers.questions(), async |client, words| {
            match (words, &self.app) {
                ([], None) => self.list(client).await,
                ([], Some(tool)) => {
                    let uri = app_uri(client, tool).await?;
                    self.read(client, &uri).await
                }
                ([uri], None) => self.read(client, uri).await,
                ([_], Some(_)) => Err(Failure::usage("Specify either a URI or --app, not both.")),
                ([_, word, ..], _) => Err(Failure::usage(format!("Unexpected argument: {word:?}."))),
            }
        })
        .await
    }

    async fn list(&self, client: &Client) -> Result<(), Failure> {
        let resources = lists::list(client, "resources/list", "resources").await?;
        let templates = lists::list(client, "resources/templates/list", "resourceTemplates").await?;
        if self.json {
            let lists = [("resources", &*resources), ("resourceTemplates", &*templates)];
            return output::print_json(&lists::to_json(&lists));
        }
        let resources = resources.iter().map(|resource| line(resource.get(), "uri", ""));
        let templates = templates.iter().map(|template| line(template.get(), "uriTemplate", " [template]"));
        output::print_bytes(resources.chain(templates).collect::<String>().as_bytes())
    }

    async fn read(&self, client: &Client, uri: &str) -> Result<(), Failure> {
        let params = json!({ "uri": uri }).to_string();
        let result = exchange::request(client, "resources/read", &params, &self.answers).await;
        let result = result.map_err(|failure| match failure.rpc_code() {
            // The first code is from 2026-07-28, the second from older revisions.
            Some(-32602 | -32002) => failure.hint("`mcp-ui read` without a URI lists the resources."),
            _ => failure,
        })?;
        if self.json {
            return output::print_json(result.get());
        }
        let result: Value = serde_json::from_str(result.get())
            .map_err(|error| Failure::bad_response(format!("The result cannot be read: {error}.")))?;
        match result["contents"].as_array().map(Vec::as_slice) {
            Some([contents]) => self.write(contents),
            Some(all) if self.output.is_none() => {
                all.iter().try_for_each(|contents| output::print_text(&content::resource_text(contents)))
            }
            Some(_) => {
                Err(Failure::new("The resource has several contents, and --output writes only one. Use --json."))
            }
            None => Err(Failure::bad_response("The result of resources/read has no array `contents`.")),
        }
    }

    /// Writes the contents, byte for byte unless a terminal would interpret them.
    fn write(&self, contents: &Value) -> Result<(), Failure> {
        let is_terminal = std::io::stdout().is_terminal();
        let bytes = match (contents["text"].as_str(), contents["blob"].as_str()) {
            (Some(text), _) if self.output.is_none() && is_terminal => return output::print_text(text),
            (Some(text), _) => text.as_bytes().to_vec(),
            (None, Some(blob)) => content::decoded(blob)
                .ok_or_else(|| Failure::bad_response("The resource's bytes are not valid base64."))?,
            (None, None) => return Err(Failure::bad_response("The resource has neither text nor bytes.")),
        };
        match &self.output {
            Some(path) => std::fs::write(path, bytes)
                .map_err(|error| Failure::new(format!("{} cannot be written: {error}.", path.display()))),
            None if is_terminal => Err(Failure::new(format!(
                "The resource is not text: {}. Write it to a file with --output FILE.",
                content::resource_text(contents)
            ))),
            None => output::print_bytes(&bytes),
        }
    }
}

/// Formats a resource as one line.
fn line(resource: &str, key: &str, mark: &str) -> String {
    let resource: Value = serde_json::from_str(resource).unwrap_or_default();
    let word = |member: &str| resource[member].as_str().unwrap_or_default();
    let name = if word("title").is_empty() { word("name") } else { word("title") };
    let kind = if word("mimeType").is_empty() { String::new() } else { format!("  ({})", word("mimeType")) };
    format!("{}{mark}  {}{}\n", harmless_line(word(key)), harmless_line(name), harmless_line(&kind))
}

/// Returns the URI for a tool's app.
async fn app_uri(client: &Client, name: &str) -> Result<String, Failure> {
    let tool = client.tool(name).await?;
    let tool = tool.ok_or_else(|| Failure::not_found(format!("The server has no tool {name:?}.")))?;
    let uri = app_of(&tool).map(str::to_owned);
    uri.ok_or_else(|| {
        Failure::no_app(format!("The tool {name:?} has no app."))
            .hint("`mcp-ui tools` marks the tools that have one with [app].")
    })
}
