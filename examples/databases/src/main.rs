//! An MCP server with the `list-databases` tool from `mongodb-mcp-server`, over stdio or, with `--port`, over HTTP. The
//! tool has no UI: `mcp-ui open --ui examples/databases/uis -- target/debug/databases` adds the one in `uis`.

mod databases;

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use clap::Parser;
use rmcp::handler::server::tool::schema_for_output;
use rmcp::model::{CallToolResult, ContentBlock, ErrorData, Implementation, ServerCapabilities, ServerConfig};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService, stdio};
use rmcp::{ServerHandler, ServiceExt as _, tool, tool_handler, tool_router};
use tokio::net::TcpListener;

use self::databases::Databases;

const HEADER_TIMEOUT: Duration = Duration::from_secs(30);

#[derive(Parser)]
struct CommandLine {
    /// Port on 127.0.0.1 for Streamable HTTP, at `/mcp`; 0 picks a free one. Without it, the server uses stdio.
    #[arg(long)]
    port: Option<u16>,
}

struct Server;

#[tool_router]
impl Server {
    #[tool(
        name = "list-databases",
        description = "List all databases for a MongoDB connection",
        output_schema = schema_for_output::<Databases>(),
        annotations(title = "list-databases", read_only_hint = true, destructive_hint = false)
    )]
    fn list_databases() -> Result<CallToolResult, ErrorData> {
        let databases = Databases::all();
        let data =
            serde_json::to_value(&databases).map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        let mut result = CallToolResult::structured(data);
        result.content = vec![ContentBlock::text(databases.to_string())];
        Ok(result)
    }
}

#[tool_handler]
impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().build();
        let info = Implementation::new("databases", env!("CARGO_PKG_VERSION")).with_title("Databases");
        ServerConfig::new(capabilities).with_server_info(info)
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let Some(port) = CommandLine::parse().port else {
        Server.serve(stdio()).await?.waiting().await?;
        return Ok(());
    };
    let sessions = Arc::<LocalSessionManager>::default();
    let mcp = StreamableHttpService::new(|| Ok(Server), sessions, StreamableHttpServerConfig::default());
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    println!("The server is at http://{}/mcp", listener.local_addr()?);
    serving::serve(listener, Router::new().route_service("/mcp", mcp), HEADER_TIMEOUT).await;
    Ok(())
}
