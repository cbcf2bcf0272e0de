use tower_mcp_ui::McpUiConfig;

use crate::log;
use crate::runtime::WasiRuntime;

/// The settings of a component out of its environment. Time-outs run on WASI's clock.
pub fn config_from_env() -> McpUiConfig {
    config_without_timeouts().runtime(WasiRuntime)
}

/// The same without any time-outs, for hosts whose clock cannot be waited for.
///
/// Begins the log. What is wrong is logged, and said by every path of the explorer's, below the prefix that the
/// environment names if that is right.
pub fn config_without_timeouts() -> McpUiConfig {
    log::begin();
    let read = |only: &dyn Fn(&str) -> bool| McpUiConfig::from_env(std::env::vars().filter(|(name, _)| only(name)));
    read(&|_| true).unwrap_or_else(|error| {
        tracing::error!(%error, "the settings are wrong");
        read(&|name| name == "MCP_UI_PREFIX").unwrap_or_default().refusing(error)
    })
}
