//! The demo's MCP server: a dozen tools, one for each explorer feature, and an MCP app.

mod tools;

use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ErrorData, Implementation, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, ServerCapabilities,
    ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::transport::StreamableHttpServerConfig;
use rmcp::transport::StreamableHttpService;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::{RoleServer, ServerHandler};

use self::tools::DemoTool;

/// Creates the server as a tower service, for Streamable HTTP.
pub fn service() -> StreamableHttpService<DemoServer, LocalSessionManager> {
    service_with(StreamableHttpServerConfig::default())
}

/// Creates the server as a tower service, with this transport configuration.
pub fn service_with(config: StreamableHttpServerConfig) -> StreamableHttpService<DemoServer, LocalSessionManager> {
    let server = DemoServer { tools: Arc::new(tools::all()) };
    StreamableHttpService::new(move || Ok(server.clone()), Arc::default(), config)
}

/// An MCP server with the demo's tools.
#[derive(Clone, Debug)]
pub struct DemoServer {
    tools: Arc<Vec<DemoTool>>,
}

/// The server's advice to a model about its tools.
const INSTRUCTIONS: &str = "\
Call `weather/forecast` for the weather of a city. It opens an app, which asks for other days by itself.

`files/delete` and `trip/book` change something, so ask the person before you call them.";

impl ServerHandler for DemoServer {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().build();
        let info = Implementation::new("demo", env!("CARGO_PKG_VERSION"))
            .with_title("Demo tools")
            .with_description("A dozen tools, one for each feature of the explorer.");
        ServerConfig::new(capabilities).with_server_info(info).with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.iter().map(|tool| tool.definition.clone()).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = self.tools.iter().find(|tool| tool.definition.name == request.name) else {
            return Err(ErrorData::invalid_params(format!("unknown tool: {}", request.name), None));
        };
        let arguments = request.arguments.unwrap_or_default();
        tokio::select! {
            result = (tool.run)(arguments) => result.map(Into::into),
            () = context.ct.cancelled() => Err(ErrorData::internal_error("cancelled", None)),
        }
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(vec![from_json(weather::resource())?]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        if request.uri != weather::URI {
            return Err(ErrorData::resource_not_found(format!("no such resource: {}", request.uri), None));
        }
        Ok(ReadResourceResult::new(vec![from_json(weather::contents())?]).into())
    }
}

fn from_json<T: serde::de::DeserializeOwned>(value: serde_json::Value) -> Result<T, ErrorData> {
    serde_json::from_value(value).map_err(|error| ErrorData::internal_error(error.to_string(), None))
}
