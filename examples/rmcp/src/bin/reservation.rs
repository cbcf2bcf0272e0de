//! A tool that asks two questions before it answers, by the multi round-trip requests of MCP 2026-07-28, with the
//! explorer.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use clap::Parser;
use rmcp::handler::server::tool::{InputResponses, RequestState};
use rmcp::model::{
    CallToolResponse, CallToolResult, ContentBlock, ElicitRequest, ElicitRequestParams, ElicitResult,
    ElicitationSchema, ElicitationSchemaBuilder, EnumSchema, ErrorData, InputRequest, InputRequiredResult,
};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{tool, tool_router};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tower::Layer as _;
use tower_mcp_ui::{Execution, McpUiConfig, McpUiLayer};
use tracing_subscriber::filter::LevelFilter;

const HEADER_TIMEOUT: Duration = Duration::from_secs(30);

#[derive(Parser)]
struct CommandLine {
    /// Port on 127.0.0.1; 0 picks a free one.
    #[arg(long, default_value_t = 8080)]
    port: u16,
}

struct Restaurant;

#[derive(Deserialize)]
struct Party {
    guests: u8,
}

#[derive(Deserialize)]
struct Seating {
    place: String,
}

#[tool_router(server_handler)]
impl Restaurant {
    /// The server keeps nothing between the rounds: the state has the first answer. Clients can forge it, so it is
    /// parsed like any other input.
    #[tool(description = "Reserves a table, after asking for the number of guests and for a place")]
    fn reserve(
        &self,
        RequestState(state): RequestState,
        InputResponses(answers): InputResponses,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(state) = state else {
            return Ok(match answered(answers.as_ref())? {
                None => ask("How many guests will come?", party(), None)?,
                Some(Party { guests }) => ask_for_place(guests)?,
            });
        };
        let guests = state.parse().map_err(|error| invalid(format!("the state {state:?} is invalid: {error}")))?;
        Ok(match answered(answers.as_ref())? {
            None => ask_for_place(guests)?,
            Some(Seating { place }) => {
                CallToolResult::success(vec![ContentBlock::text(format!("A table for {guests}, {place}"))]).into()
            }
        })
    }
}

fn party() -> ElicitationSchemaBuilder {
    ElicitationSchema::builder().required_integer("guests", 1, 20)
}

fn ask_for_place(guests: u8) -> Result<CallToolResponse, ErrorData> {
    let places = EnumSchema::builder(vec!["inside".to_owned(), "outside".to_owned()]).build();
    let schema = ElicitationSchema::builder().required_enum_schema("place", places);
    ask(&format!("Where would the party of {guests} like to sit?"), schema, Some(guests.to_string()))
}

fn ask(message: &str, schema: ElicitationSchemaBuilder, state: Option<String>) -> Result<CallToolResponse, ErrorData> {
    let requested_schema = schema.build().map_err(|error| ErrorData::internal_error(error, None))?;
    let form = ElicitRequestParams::FormElicitationParams { meta: None, message: message.to_owned(), requested_schema };
    let question = InputRequest::Elicitation(ElicitRequest::new(form));
    Ok(InputRequiredResult::new(Some(BTreeMap::from([("answer".to_owned(), question)])), state).into())
}

/// The answer to the question of the last round; none if this is the first request.
fn answered<T: DeserializeOwned>(
    answers: Option<&BTreeMap<String, serde_json::Value>>,
) -> Result<Option<T>, ErrorData> {
    let Some(answer) = answers.and_then(|answers| answers.get("answer")) else { return Ok(None) };
    let ElicitResult { content, .. } = parsed(answer.clone())?;
    let content = content.ok_or_else(|| invalid("the question was declined, so no table is reserved".to_owned()))?;
    parsed(content).map(Some)
}

fn parsed<T: DeserializeOwned>(value: serde_json::Value) -> Result<T, ErrorData> {
    serde_json::from_value(value).map_err(|error| invalid(format!("the answer is invalid: {error}")))
}

fn invalid(message: String) -> ErrorData {
    ErrorData::invalid_params(message, None)
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    tracing_subscriber::fmt().with_writer(std::io::stderr).with_max_level(LevelFilter::WARN).init();
    let mcp = StreamableHttpService::new(
        || Ok(Restaurant),
        Arc::<LocalSessionManager>::default(),
        StreamableHttpServerConfig::default(),
    );
    let app = McpUiLayer::new(McpUiConfig::new().title("Restaurant").execution(Execution::all())).layer(mcp);

    let listener = tokio::net::TcpListener::bind(("127.0.0.1", CommandLine::parse().port)).await?;
    println!("The explorer is at http://{}/explorer", listener.local_addr()?);
    serving::serve(listener, Router::new().fallback_service(app), HEADER_TIMEOUT).await;
    Ok(())
}
