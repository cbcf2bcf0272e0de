//! Tools that are a component: the imported interfaces of `mcp-ui:tools`, given to the layer.

mod bindings;
mod context;
mod document;
mod failure;
mod handler;
mod provider;
mod resources;

use tower_mcp_ui::{GivenTools, McpUiConfig, McpUiLayer};

use self::handler::WitHandler;
use self::provider::WitProvider;
use self::resources::WitResources;

/// The layer over the imported tools and resources, of which it takes no more at once than the configured limit.
pub fn layer(config: McpUiConfig) -> McpUiLayer<GivenTools> {
    let limit = config.answer_limit();
    McpUiLayer::new(config).tools(WitProvider::new(limit), WitHandler { limit }).resources(WitResources { limit })
}
