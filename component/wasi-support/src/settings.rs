use tower_mcp_ui::config::Setting;
use tower_mcp_ui::{McpUiConfig, embedding};

use crate::log;
use crate::runtime::WasiRuntime;

/// Default maximum number of bytes that all requests buffer together: an instance has less memory than a native server.
/// Above that limit, a request gets 503, and a response from the MCP server is replaced with 502.
const BUFFERED_BYTES: usize = 32 << 20;

/// Reads a component's settings from its environment. Timeouts use WASI's clock.
pub fn config_from_env() -> McpUiConfig {
    config_without_timeouts().runtime(WasiRuntime)
}

/// Reads a component's settings from its environment, for hosts without a clock: nothing times out.
///
/// Starts the log. A configuration error is logged, and every explorer path (under the configured prefix if that is
/// valid) responds with 500.
pub fn config_without_timeouts() -> McpUiConfig {
    log::begin();
    let read = |only: &dyn Fn(&str) -> bool| McpUiConfig::from_env(variables().filter(|(name, _)| only(name)));
    read(&|_| true).unwrap_or_else(|error| {
        tracing::error!(%error, "invalid settings");
        let config = read(&|name| name == Setting::PREFIX.variable()).unwrap_or_default();
        embedding::refuse(config, error)
    })
}

/// Returns the environment variables, with the defaults that differ for components.
fn variables() -> impl Iterator<Item = (String, String)> {
    let name = Setting::BUFFERED_BYTES.variable();
    let variables = std::env::vars().filter(move |(variable, value)| variable != name || !value.is_empty());
    let is_set = std::env::var(name).is_ok_and(|value| !value.is_empty());
    variables.chain((!is_set).then(|| (name.to_owned(), BUFFERED_BYTES.to_string())))
}
