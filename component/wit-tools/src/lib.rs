//! Adapters that connect the imported `mcp-ui:tools` interfaces to the layer.

mod bindings;
mod context;
mod document;
mod failure;
mod handler;
mod messages;
mod prompts;
mod provider;
mod resources;

use tower_mcp_ui::service::GivenTools;
use tower_mcp_ui::{McpUiConfig, McpUiLayer, embedding};

use self::handler::WitHandler;
use self::prompts::WitPrompts;
use self::provider::WitProvider;
use self::resources::WitResources;

/// Creates the layer with the imported tools, resources and prompts. Each response is limited to the configured size.
pub fn layer(config: McpUiConfig) -> McpUiLayer<GivenTools> {
    let limit = embedding::response_limit(&config);
    let layer = McpUiLayer::new(config).tools_with(WitProvider::new(limit), WitHandler { limit });
    layer.resources(WitResources { limit }).prompts(WitPrompts { limit })
}
