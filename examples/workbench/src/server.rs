//! The MCP server: tools, prompts, resources and completion.

use rmcp::handler::server::tool::schema_for_output;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    CallToolResult, CompleteRequestParams, CompleteResult, CompletionInfo, ErrorData, Implementation, JsonObject,
    ListResourceTemplatesResult, ListResourcesResult, PaginatedRequestParams, PromptMessage, ReadResourceRequestParams,
    ReadResourceResponse, ReadResourceResult, Reference, Role, ServerCapabilities, ServerConfig,
};
use rmcp::schemars::JsonSchema;
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler, prompt, prompt_handler, prompt_router, tool, tool_handler, tool_router};
use serde::Deserialize;

use crate::patterns::{self, PATTERNS};
use crate::tool::{call, input};
use crate::{apps, qr_code, regex_test, text_diff};

/// The server's advice to a model.
const INSTRUCTIONS: &str = "\
Use these tools instead of guessing what a regular expression matches or how two texts differ. Each opens an app in \
which the person can change the input. Well-known patterns are resources at `workbench://patterns/{name}`.";

pub(crate) struct Workbench;

#[tool_router]
impl Workbench {
    #[tool(
        title = "Test a regular expression",
        description = "Finds the matches of a regular expression in a text, with positions and capture groups.",
        input_schema = input::<regex_test::Arguments>(),
        output_schema = schema_for_output::<regex_test::Report>(),
        annotations(read_only_hint = true, idempotent_hint = true, open_world_hint = false),
        meta = apps::REGEX.of_tool()
    )]
    fn regex_test(arguments: JsonObject) -> Result<CallToolResult, ErrorData> {
        call(arguments, regex_test::run)
    }

    #[tool(
        title = "Create a QR code",
        description = "Encodes a text as a QR code.",
        input_schema = input::<qr_code::Arguments>(),
        output_schema = schema_for_output::<qr_code::Code>(),
        annotations(read_only_hint = true, idempotent_hint = true, open_world_hint = false),
        meta = apps::QR.of_tool()
    )]
    fn qr_code(arguments: JsonObject) -> Result<CallToolResult, ErrorData> {
        call(arguments, qr_code::run)
    }

    #[tool(
        title = "Compare two texts",
        description = "Shows what was removed from a text and added to it, by lines, words or characters.",
        input_schema = input::<text_diff::Arguments>(),
        output_schema = schema_for_output::<text_diff::Diff>(),
        annotations(read_only_hint = true, idempotent_hint = true, open_world_hint = false),
        meta = apps::DIFF.of_tool()
    )]
    fn text_diff(arguments: JsonObject) -> Result<CallToolResult, ErrorData> {
        call(arguments, text_diff::run)
    }
}

#[derive(Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct ExplainRegex {
    /// Regular expression to explain
    pattern: String,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct DescribeChanges {
    /// Text before the change
    before: String,
    /// Text after the change
    after: String,
}

#[prompt_router]
impl Workbench {
    #[prompt(title = "Explain a regular expression", description = "Asks for an explanation, part by part.")]
    fn explain_regex(
        Parameters(ExplainRegex { pattern }): Parameters<ExplainRegex>,
    ) -> Result<Vec<PromptMessage>, ErrorData> {
        let text = format!(
            "Explain this regular expression part by part:\n\n{}\n\n\
             Then test it with `regex_test` on a text that has a match and something similar that is none.",
            present("pattern", &pattern)?
        );
        Ok(vec![PromptMessage::new_text(Role::User, text)])
    }

    #[prompt(title = "Describe changes", description = "Asks for a summary of the changes from one text to another.")]
    fn describe_changes(
        Parameters(DescribeChanges { before, after }): Parameters<DescribeChanges>,
    ) -> Result<Vec<PromptMessage>, ErrorData> {
        let request =
            "Compare these texts with `text_diff`, and say in one or two sentences how the second one differs.";
        let before = format!("Before:\n\n{}", present("before", &before)?);
        let after = format!("After:\n\n{}", present("after", &after)?);
        Ok([request.to_owned(), before, after].map(|text| PromptMessage::new_text(Role::User, text)).into())
    }
}

/// Refuses an empty prompt argument.
fn present<'a>(argument: &str, value: &'a str) -> Result<&'a str, ErrorData> {
    if value.is_empty() { Err(ErrorData::invalid_params(format!("`{argument}` is empty."), None)) } else { Ok(value) }
}

#[tool_handler]
#[prompt_handler]
impl ServerHandler for Workbench {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .enable_prompts()
            .enable_completions()
            .build();
        let info = Implementation::new("workbench", env!("CARGO_PKG_VERSION"))
            .with_title("Workbench")
            .with_description("Regular expressions, QR codes and differences, each with an app.");
        ServerConfig::new(capabilities).with_server_info(info).with_instructions(INSTRUCTIONS)
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let apps = apps::APPS.iter().map(apps::App::resource);
        let patterns = PATTERNS.iter().map(patterns::Pattern::resource);
        Ok(ListResourcesResult::with_all_items(apps.chain(patterns).collect()))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(vec![patterns::template()]))
    }

    async fn read_resource(
        &self,
        ReadResourceRequestParams { uri, .. }: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let contents = apps::contents(&uri).or_else(|| patterns::contents(&uri));
        let unknown = || ErrorData::resource_not_found(format!("There is no resource {uri}."), None);
        Ok(ReadResourceResult::new(vec![contents.ok_or_else(unknown)?]).into())
    }

    async fn complete(
        &self,
        CompleteRequestParams { r#ref, argument, .. }: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let typed = &argument.value;
        let values = match (&r#ref, argument.name.as_str()) {
            (Reference::Resource(template), "name") if template.uri == patterns::TEMPLATE => {
                patterns::complete(typed, PATTERNS.iter().map(|pattern| pattern.name))
            }
            (Reference::Prompt(prompt), "pattern") if prompt.name == "explain_regex" => {
                patterns::complete(typed, PATTERNS.iter().map(|pattern| pattern.regex))
            }
            _ => Vec::new(),
        };
        let info = CompletionInfo::with_all_values(values).map_err(|error| ErrorData::internal_error(error, None))?;
        Ok(CompleteResult::new(info))
    }
}
