//! A tool that asks two questions before it answers, with MCP 2026-07-28's multi round-trip requests, and the explorer.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
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

const GUESTS: RangeInclusive<u8> = 1..=20;

/// The key for a round's only question.
const KEY: &str = "answer";

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
    /// The server stores nothing between the rounds: the state contains the first answer. Clients can forge it, so it
    /// is parsed like any other input.
    #[tool(description = "Reserves a table, after asking for the number of guests and for a place")]
    fn reserve(
        RequestState(state): RequestState,
        InputResponses(answers): InputResponses,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(answer) = answers.and_then(|mut answers| answers.remove(KEY)) else {
            let (least, most) = GUESTS.into_inner();
            let schema = ElicitationSchema::builder().required_integer("guests", least.into(), most.into());
            return ask("How many guests will come?", schema, None);
        };
        let Some(content) = parsed::<ElicitResult>(answer)?.content else { return Ok(say("No table is reserved")) };
        let Some(state) = state else { return ask_for_place(parsed(content)?) };
        let guests = state.parse().map_err(|error| invalid(format!("the state {state:?} is invalid: {error}")))?;
        let Seating { place } = parsed(content)?;
        Ok(say(format!("A table for {}, {place}", checked(guests)?)))
    }
}

fn say(text: impl Into<String>) -> CallToolResponse {
    CallToolResult::success(vec![ContentBlock::text(text)]).into()
}

fn ask_for_place(Party { guests }: Party) -> Result<CallToolResponse, ErrorData> {
    let message = format!("Where would the party of {} like to sit?", checked(guests)?);
    let places = EnumSchema::builder(vec!["inside".to_owned(), "outside".to_owned()]).build();
    let schema = ElicitationSchema::builder().required_enum_schema("place", places);
    ask(&message, schema, Some(guests.to_string()))
}

fn checked(guests: u8) -> Result<u8, ErrorData> {
    if GUESTS.contains(&guests) { Ok(guests) } else { Err(invalid(format!("there is no table for {guests}"))) }
}

fn ask(message: &str, schema: ElicitationSchemaBuilder, state: Option<String>) -> Result<CallToolResponse, ErrorData> {
    let requested_schema = schema.build().map_err(|error| ErrorData::internal_error(error, None))?;
    let form = ElicitRequestParams::FormElicitationParams { meta: None, message: message.to_owned(), requested_schema };
    let question = InputRequest::Elicitation(ElicitRequest::new(form));
    Ok(InputRequiredResult::new(Some(BTreeMap::from([(KEY.to_owned(), question)])), state).into())
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
    println!("MCP UI: http://{}/explorer", listener.local_addr()?);
    serving::serve(listener, Router::new().fallback_service(app), HEADER_TIMEOUT).await;
    Ok(())
}
