//! The explorer for a server at a URL with any settings, for testing settings that `mcp-ui open` does not offer:
//! `explorer PORT URL MCP_UI_THEME=dark`.

use std::error::Error;

use axum::Router;
use mcp_ui_host::HttpServer;
use tower::ServiceBuilder;
use tower_mcp_ui::{McpUiConfig, McpUiLayer};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(port), Some(url)) = (arguments.next(), arguments.next()) else {
        return Err("expected a port and a URL".into());
    };
    let pair = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    let settings: Option<Vec<_>> = arguments.map(|setting| setting.split_once('=').map(pair)).collect();
    let config = McpUiConfig::from_env(settings.ok_or("expected settings such as MCP_UI_THEME=dark")?)?;
    let layer = McpUiLayer::new(config).mcp(HttpServer::new(&url.parse()?)?);
    let app = ServiceBuilder::new().layer(layer).service(Router::new());

    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port.parse()?)).await?;
    println!("MCP UI: http://{}/explorer", listener.local_addr()?);
    axum::serve(listener, Router::new().fallback_service(app)).await?;
    Ok(())
}
