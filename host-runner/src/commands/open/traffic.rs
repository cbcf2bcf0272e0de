//! Records the messages between agents and a server, for the page.

use std::convert::Infallible;

use http::request::Parts;
use tower_mcp_ui::config::TrafficScope;
use tower_mcp_ui::{McpUiConfig, Traffic, TrafficSettings};

use super::OpenArgs;

/// Maximum size of a stored message, in bytes. The recording stays on this machine, so it may contain large results.
/// The record of a larger message only says that the message is too large.
const MESSAGE_BYTES: usize = 4 << 20;

/// One server's recording.
#[derive(Clone)]
pub(super) struct Recorded {
    /// The name of the server's program or package, which matches servers that agents start through `mcp-ui wrap`.
    pub(super) program: String,
    pub(super) traffic: Traffic,
    /// True if agents' calls open their tools' apps automatically.
    opens_apps: bool,
}

impl OpenArgs {
    /// Creates the recording for a server with this endpoint for agents.
    pub(super) fn record(&self, program: String, endpoint: &str) -> Recorded {
        // The explorer itself sends its requests to `/mcp`.
        let settings = TrafficSettings::new().endpoints(["/mcp", endpoint]).message_bytes(MESSAGE_BYTES);
        let traffic = if self.no_traffic { Traffic::off() } else { Traffic::new(settings) };
        Recorded { program, traffic, opens_apps: self.apps }
    }
}

impl Recorded {
    /// Shows the recording to everybody whom the listener's guard admits.
    pub(super) fn shown(&self, config: McpUiConfig) -> McpUiConfig {
        show_all(&self.traffic, config).open_apps(self.opens_apps)
    }
}

/// Shows a whole recording to everybody whom the listener's guard admits.
pub(in crate::commands) fn show_all(traffic: &Traffic, config: McpUiConfig) -> McpUiConfig {
    let guarded = |request: Parts| async move { Ok::<_, Infallible>(request) };
    config.traffic(traffic).see_traffic(TrafficScope::All).auth(guarded)
}
