//! The recording of what agents send to a server and get from it, for the page.

use std::convert::Infallible;

use http::request::Parts;
use tower_mcp_ui::config::TrafficScope;
use tower_mcp_ui::{McpUiConfig, Traffic, TrafficSettings};

use super::OpenArgs;

/// The size up to which a message is kept. The recording is for this machine alone, so that large results may be in it.
const MESSAGE_BYTES: usize = 4 << 20;

/// The recording of one server.
#[derive(Clone)]
pub(super) struct Recorded {
    /// The name of the server's program or package, by which agents start it through `mcp-ui wrap`.
    pub(super) program: String,
    pub(super) traffic: Traffic,
    /// Calls of agents open the apps of their tools by themselves.
    opens_apps: bool,
}

impl OpenArgs {
    /// Creates the recording of a server with this endpoint for agents.
    pub(super) fn record(&self, program: String, endpoint: &str) -> Recorded {
        // The explorer itself sends its requests to `/mcp`.
        let settings = TrafficSettings::new().endpoints(["/mcp", endpoint]).message_bytes(MESSAGE_BYTES);
        let traffic = if self.no_traffic { Traffic::off() } else { Traffic::new(settings) };
        Recorded { program, traffic, opens_apps: self.apps }
    }
}

impl Recorded {
    /// Shows the recording to everybody whom the guard of the listener lets pass.
    pub(super) fn shown(&self, config: McpUiConfig) -> McpUiConfig {
        show_all(&self.traffic, config).open_apps(self.opens_apps)
    }
}

/// Shows a whole recording to everybody whom the guard of the listener lets pass.
pub(in crate::commands) fn show_all(traffic: &Traffic, config: McpUiConfig) -> McpUiConfig {
    let guarded = |request: Parts| async move { Ok::<_, Infallible>(request) };
    config.traffic(traffic).see_traffic(TrafficScope::All).auth(guarded)
}
