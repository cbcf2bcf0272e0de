//! Adapters that connect the imported interfaces of `mcp-ui:tools` to the layer.

mod bindings;
mod context;
mod document;
mod failure;
mod handler;
mod messages;
mod provider;
mod resources;

use tower_mcp_ui::{GivenTools, McpUiConfig, McpUiLayer, embedding};

use self::handler::WitHandler;
use self::provider::WitProvider;
use self::resources::WitResources;

/// Creates the layer with the imported tools and resources, each response limited to the configured size.
pub fn layer(config: McpUiConfig) -> McpUiLayer<GivenTools> {
    let limit = embedding::response_limit(&config);
    McpUiLayer::new(config).tools(WitProvider::new(limit), WitHandler { limit }).resources(WitResources { limit })
}
