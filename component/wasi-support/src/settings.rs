use tower_mcp_ui::McpUiConfig;

use crate::log;
use crate::runtime::WasiRuntime;

/// The memory that requests may buffer together, unless the environment says otherwise: an instance has less than a
/// server.
const BUFFERED_BYTES: (&str, usize) = ("MCP_UI_MAX_BUFFERED_BYTES", 32 << 20);

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
    let read = |only: &dyn Fn(&str) -> bool| McpUiConfig::from_env(variables().filter(|(name, _)| only(name)));
    read(&|_| true).unwrap_or_else(|error| {
        tracing::error!(%error, "the settings are wrong");
        read(&|name| name == "MCP_UI_PREFIX").unwrap_or_default().refusing(error)
    })
}

/// The environment, with the components' own defaults added.
fn variables() -> impl Iterator<Item = (String, String)> {
    let (name, default) = BUFFERED_BYTES;
    let given = std::env::vars().filter(move |(given, value)| given != name || !value.is_empty());
    let is_given = std::env::var(name).is_ok_and(|value| !value.is_empty());
    given.chain((!is_given).then(|| (name.to_owned(), default.to_string())))
}
